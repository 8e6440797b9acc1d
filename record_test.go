package bough

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"
	"weak"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// TestSegmentBound checks that a recording whose open segment grows too large ends with an error before that segment or
// a part of it, that the game continues, and that all ticks before can be replayed.
func TestSegmentBound(t *testing.T) {
	defer func(bytes int) { maxSegment = bytes }(maxSegment)
	maxSegment = 20_000
	files := fstest.MapFS{
		"t.bt":  {Data: []byte("tree t\n  b\n")},
		"b.lua": {Data: []byte("return { behavior = function(agent) agent.n = (agent.n or 0) + 1 end }\n")},
	}
	for large, want := range map[int64]int64{1: 0, 20: 16, 33: 32, 70: 64, 100: 96} { // the tick with a large input; the last tick in the file
		synctest.Test(t, func(t *testing.T) {
			var to, kept bytes.Buffer
			g, err := OpenFS(files, Options{Record: RecordOptions{To: &to, Keep: time.Minute}})
			if err != nil {
				t.Fatal(err)
			}
			a, err := g.Spawn("t", nil)
			if err != nil {
				t.Fatal(err)
			}
			for tick := range int64(3 * SegmentTicks) {
				if tick+1 == large {
					a.Set(engine.KeyOf("text"), value.String(strings.Repeat("x", 2*maxSegment)))
				}
				g.Tick(time.Second / 10)
				synctest.Wait() // for the Write of this tick
			}
			if err := g.RecordingErr(); err == nil || !strings.Contains(err.Error(), "which is more than a recording can hold; the recording ends here, and the game continues") {
				t.Errorf("tick %d: %v", large, err)
			}
			if n := a.Get(engine.KeyOf("n")).Float(); n != 3*SegmentTicks {
				t.Errorf("tick %d: the behavior ran %v times", large, n)
			}
			if err := g.WriteRecording(&kept); large > SegmentTicks && err != nil {
				t.Errorf("tick %d: %v", large, err)
			}
			g.Close()
			if want == 0 {
				return
			}
			r, err := OpenRecording(bytes.NewReader(to.Bytes()), int64(to.Len()))
			if err != nil {
				t.Errorf("tick %d: %v", large, err)
				return
			}
			_, last := r.Ticks()
			p, err := r.Replay(nil)
			if err != nil {
				t.Errorf("tick %d: %v", large, err)
				return
			}
			if err := p.GoTo(last); err != nil || last != want {
				t.Errorf("tick %d: the recording has %d ticks; want %d: %v", large, last, want, err)
			}
			p.Close()
		})
	}
}

// TestKeepRecordingIsBounded checks that KeepRecording keeps no more bytes than its bound, and that the rest can be
// replayed.
func TestKeepRecordingIsBounded(t *testing.T) {
	defer func(bytes int) { maxHeld = bytes }(maxHeld)
	maxHeld = 100_000
	g, err := OpenFS(fstest.MapFS{
		"t.bt":  {Data: []byte("tree t\n  b\n")},
		"b.lua": {Data: []byte("return { behavior = function(agent) agent.n = (agent.n or 0) + 1 end }\n")},
	}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	a, err := g.Spawn("t", nil)
	if err != nil {
		t.Fatal(err)
	}
	stop, err := g.KeepRecording(time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	for tick := range int64(20 * SegmentTicks) {
		if tick%10 == 0 {
			a.Set(engine.KeyOf("text"), value.String(strings.Repeat("x", 4000)))
		}
		g.Tick(time.Second / 10)
		bytes := 0
		for _, s := range g.recorder.recent {
			bytes += len(s.World) + len(s.Runtime) + len(s.Journal)
		}
		if bytes > maxHeld || tick > 5*SegmentTicks && bytes < maxHeld/2 {
			t.Fatalf("tick %d: %d bytes are kept", tick+1, bytes)
		}
	}
	r, err := g.Recording()
	if err != nil {
		t.Fatal(err)
	}
	first, last, _, err := r.WorldTicks()
	if first == 1 || last != 20*SegmentTicks || err != nil {
		t.Errorf("ticks %d to %d, %v", first, last, err)
	}
	p, err := r.Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.GoTo(last); err != nil || p.Game().World().Agent(a.ID()).Get(engine.KeyOf("n")).Float() != float64(last) {
		t.Error(err)
	}
}

// TestKeepRecordingIsFreed checks that nothing holds a recording that has stopped.
func TestKeepRecordingIsFreed(t *testing.T) {
	g, err := OpenFS(fstest.MapFS{
		"t.bt":  {Data: []byte("tree t\n  b\n")},
		"b.lua": {Data: []byte("return { behavior = function(agent) agent.n = h.one() end }\n")},
	}, Options{Helpers: map[string][]Helper{"h": {Func("one(): 1", func() int { return 1 })}}})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if _, err := g.Spawn("t", nil); err != nil {
		t.Fatal(err)
	}
	stop, err := g.KeepRecording(time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 * SegmentTicks {
		g.Tick(time.Second)
	}
	held := weak.Make(g.recorder)
	if runtime.GC(); held.Value() == nil {
		t.Fatal("the recording is not kept")
	}
	stop()
	if runtime.GC(); held.Value() != nil {
		t.Error("the recording is still held")
	}
}
