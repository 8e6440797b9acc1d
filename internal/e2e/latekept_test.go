package e2e

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// TestKeepRecording begins to record games with inputs of all kinds in the middle. The recording repeats each later tick
// exactly, in memory and as a file, and the game is the same as one that is not recorded.
func TestKeepRecording(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Log("seed", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for range *recordedGames {
		seed, begin := random.Uint64(), 1+random.Int64N(60)
		const ticks = 200
		plain, kept := map[int64][]byte{}, map[int64][]byte{}
		record(t, bough.Options{Workers: 2}, ticks, seed, func(game *bough.Game) {
			if state, err := game.World().Snapshot(); err == nil {
				plain[game.World().TickCount()] = state
			}
		})
		var stop func()
		game := record(t, bough.Options{Workers: 2}, ticks, seed, func(game *bough.Game) {
			tick := game.World().TickCount()
			state, err := game.World().Snapshot()
			if err == nil {
				kept[tick] = state
			}
			if tick < begin || stop != nil {
				return
			}
			begin = tick
			if stop, err = game.KeepRecording(time.Hour); (err == nil) != (kept[tick] != nil) {
				t.Fatalf("tick %d: %v", tick, err)
			}
		})
		if len(kept) != len(plain) {
			t.Fatalf("%d states, and %d without a recording", len(kept), len(plain))
		}
		for tick, state := range plain {
			if !bytes.Equal(kept[tick], state) {
				t.Fatalf("tick %d: another state than in a game that is not recorded", tick)
			}
		}
		r, err := game.Recording()
		if err != nil {
			t.Fatal(err)
		}
		if first, last, shift, err := r.WorldTicks(); first != begin+1 || last != ticks || shift != 0 || err != nil {
			t.Fatalf("recorded are the ticks %d to %d, shift %d, %v; want %d to %d", first, last, shift, err, begin+1, ticks)
		}
		file := openRecording(t, written(t, r))
		for i, open := range []func() bough.Options{nil, doubling(bough.Options{})} {
			p, err := []*bough.Recording{r, file}[i].Replay(open)
			if err != nil {
				t.Fatal(err)
			}
			for tick := begin; tick <= ticks; tick++ {
				if tick > begin {
					if err := p.Tick(); err != nil {
						t.Fatal(err)
					}
				}
				if state, err := p.Game().World().Snapshot(); (err == nil) != (kept[tick] != nil) || !bytes.Equal(state, kept[tick]) {
					t.Fatalf("tick %d of the replay has another state, %v", tick, err)
				}
			}
			if err := p.Tick(); err != io.EOF {
				t.Fatal(err)
			}
			p.Close()
		}
		if stop(); game.RecordingErr() != nil {
			t.Error(game.RecordingErr())
		}
		if _, err := game.Recording(); !errors.Is(err, bough.ErrRecording) {
			t.Errorf("a recording is still kept: %v", err)
		}
		game.Tick(frame)
	}
}

// TestKeepRecordingCosts checks that a tick allocates as much after a recording has stopped as before it began.
func TestKeepRecordingCosts(t *testing.T) {
	game, err := bough.OpenFS(behaves("agent.n = (agent.n or 0) + h.one()"), bough.Options{
		Helpers: map[string][]bough.Helper{"h": {bough.Func("one(): 1", func() int { return 1 })}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	for range 10 {
		if _, err := game.Spawn("t", nil); err != nil {
			t.Fatal(err)
		}
	}
	allocs := func() float64 { return testing.AllocsPerRun(100, func() { game.Tick(frame) }) }
	game.Tick(frame)
	before := allocs()
	stop, err := game.KeepRecording(time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	during := allocs()
	stop()
	if after := allocs(); before != 0 || during == 0 || after != 0 {
		t.Errorf("a tick makes %v allocations, with a recording %v, and after it %v", before, during, after)
	}
}

// TestKeepRecordingOfNewWorlds asks which ticks of the present world can be replayed, after Restart and Restore, also of a
// recording that has ended.
func TestKeepRecordingOfNewWorlds(t *testing.T) {
	game, err := bough.OpenFS(behaves("agent.n = bt.tick()"), bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	ticks := func(n int) {
		for range n {
			game.Tick(frame)
		}
	}
	expect := func(what string, first, last, shift int64, why string) {
		t.Helper()
		r, err := game.Recording()
		if err != nil {
			t.Fatal(err)
		}
		f, l, s, err := r.WorldTicks()
		if f != first || l != last || l >= f && s != shift || (err == nil) != (why == "") || err != nil && !strings.Contains(err.Error(), why) {
			t.Errorf("%s: ticks %d to %d, shift %d, %v; want %d to %d, shift %d, %q", what, f, l, s, err, first, last, shift, why)
		}
		if l < f {
			return
		}
		p, err := r.Replay(nil)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		for _, tick := range []int64{l, f} {
			if err := p.GoTo(tick + s); err != nil || p.Game().World().TickCount() != tick {
				t.Errorf("%s: tick %d is tick %d of the world, %v", what, tick+s, p.Game().World().TickCount(), err)
			}
		}
	}
	if _, err := game.Spawn("t", nil); err != nil {
		t.Fatal(err)
	}
	ticks(10)
	early := take(t, game)
	ticks(10)
	stop, err := game.KeepRecording(time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	expect("before a tick", 21, 20, 0, "")
	ticks(100)
	expect("in the first world", 21, 120, 0, "")
	if err := game.Restore(early); err != nil {
		t.Fatal(err)
	}
	ticks(5)
	expect("after Restore", 11, 15, 110, "")
	game.Restart(1)
	expect("after Restart", 1, 0, 0, "")
	ticks(70)
	expect("after ticks", 1, 70, 125, "")
	a, err := game.Spawn("t", nil)
	if err != nil {
		t.Fatal(err)
	}
	a.Set(engine.KeyOf("handle"), value.Other(&door{}))
	ticks(30)
	expect("after a value that cannot be recorded", 1, 70, 125, "no codec saves a value of Go")
	game.Restart(1)
	ticks(3)
	expect("in a world that is not recorded", 1, 0, 0, "no codec saves a value of Go")
	if again, err := game.KeepRecording(time.Hour); err != nil {
		t.Error(err)
	} else {
		stop() // it has ended already
		ticks(3)
		expect("of another recording", 4, 6, 0, "")
		again()
		again()
	}
	if _, err := game.Recording(); !errors.Is(err, bough.ErrRecording) || game.RecordingErr() != nil {
		t.Errorf("%v, %v", err, game.RecordingErr())
	}
}

// openDoor is a helper whose reply cannot be recorded, if its argument is true.
var openDoor = bough.Func("open(now): a door", func(now bool) *door {
	if now {
		return &door{}
	}
	return nil
})

// TestKeepRecordingCannotBegin tries to record games whose state or replies cannot be saved.
func TestKeepRecordingCannotBegin(t *testing.T) {
	game, err := bough.OpenFS(behaves("h.open(agent.open)"), bough.Options{Helpers: map[string][]bough.Helper{"h": {openDoor}}})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	a, err := game.Spawn("t", bough.Fields{"open": false, "door": value.Other(&door{})})
	if err != nil {
		t.Fatal(err)
	}
	const want = "recording: it cannot begin: t#1: agent.door cannot be saved: no codec saves a value of Go"
	if _, err := game.KeepRecording(time.Minute); !errors.Is(err, bough.ErrRecording) || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if _, err := game.Recording(); !errors.Is(err, bough.ErrRecording) || game.RecordingErr() != nil {
		t.Errorf("%v, %v", err, game.RecordingErr())
	}
	a.Set(engine.KeyOf("door"), value.Value{})
	stop, err := game.KeepRecording(time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	reach := func() (first, last int64, err error) {
		r, err := game.Recording()
		if err != nil {
			t.Fatal(err)
		}
		first, last, _, err = r.WorldTicks()
		return first, last, err
	}
	for tick := range int64(5 * bough.SegmentTicks) {
		game.Tick(frame)
		if tick == 99 {
			a.Set(engine.KeyOf("open"), value.Bool(true))
		} else if tick == 100 {
			if first, last, err := reach(); first != 1 || last != 100 || err == nil || !strings.Contains(err.Error(), "a replay ends at tick 101") {
				t.Errorf("ticks %d to %d, %v", first, last, err)
			}
			a.Set(engine.KeyOf("open"), value.Bool(false))
		}
	}
	if first, last, err := reach(); first != 2*bough.SegmentTicks+1 || last != 5*bough.SegmentTicks || err != nil {
		t.Errorf("ticks %d to %d, %v", first, last, err)
	}
}

// TestKeepRecordingWithoutStates asks which ticks can be replayed if a native has a memory that cannot be saved.
func TestKeepRecordingWithoutStates(t *testing.T) {
	files := behaves("h.open(agent.open)")
	files["n.bt"] = file("tree n\n  n\n")
	saved := true
	game, err := bough.OpenFS(files, bough.Options{Helpers: map[string][]bough.Helper{"h": {openDoor}}, Natives: map[string]*behaviors.Native{"n": {Behavior: func(c *engine.Context) (engine.Status, error) {
		if *c.Memory() = nil; !saved {
			*c.Memory() = struct{}{}
		}
		return engine.Running, nil
	}}}})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	stop, err := game.KeepRecording(time.Hour) // before Load
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if got := strings.Join(game.OwnCode(), ", "); got != "behavior n" {
		t.Errorf("Go code of the game: %s", got)
	}
	if _, err := game.Spawn("n", nil); err != nil {
		t.Fatal(err)
	}
	a, err := game.Spawn("t", bough.Fields{"open": false})
	if err != nil {
		t.Fatal(err)
	}
	expect := func(first, last int64, why string) {
		t.Helper()
		r, err := game.Recording()
		if err != nil {
			t.Fatal(err)
		}
		if f, l, _, err := r.WorldTicks(); f != first || l != last || (err == nil) != (why == "") || err != nil && !strings.Contains(err.Error(), why) {
			t.Errorf("ticks %d to %d, %v; want %d to %d, %q", f, l, err, first, last, why)
		}
	}
	ticks := func(n int) {
		for range n {
			game.Tick(frame)
		}
	}
	const segment = bough.SegmentTicks
	ticks(2 * segment)
	saved = false
	ticks(segment + 5)
	expect(1, 3*segment+5, "") // the states after the first one are not needed
	a.Set(engine.KeyOf("open"), value.Bool(true))
	ticks(1)
	a.Set(engine.KeyOf("open"), value.Bool(false))
	ticks(2 * segment)
	expect(1, 3*segment+5, "n#1: memory of n: no codec")
	saved = true
	ticks(segment)
	expect(6*segment+1, 6*segment+6, "")
	if _, err := game.KeepRecording(time.Second); err != nil {
		t.Error("a recording that goes on is kept twice:", err)
	}
}

// TestKeepRecordingTwice keeps a recording for two callers at once.
func TestKeepRecordingTwice(t *testing.T) {
	game, err := bough.OpenFS(behaves("agent.n = bt.tick()"), bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if _, err := game.Spawn("t", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := game.KeepRecording(0); !errors.Is(err, bough.ErrOptions) {
		t.Error(err)
	}
	ticks := func(n int) (kept int64) {
		for range n {
			game.Tick(time.Second)
		}
		r, err := game.Recording()
		if err != nil {
			return 0
		}
		first, last := r.Ticks()
		return last - first + 1
	}
	long, err := game.KeepRecording(1000 * time.Second)
	if err != nil {
		t.Fatal(err)
	}
	short, err := game.KeepRecording(time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if n := ticks(500); n != 500 {
		t.Errorf("%d ticks are kept", n)
	}
	if long(); ticks(bough.SegmentTicks) > 2*bough.SegmentTicks {
		t.Error("the longer of two times is still kept")
	}
	if long(); ticks(1) == 0 {
		t.Error("nothing is kept for the other caller")
	}
	if short(); ticks(1) != 0 {
		t.Error("the recording goes on")
	}
}

// TestKeepRecordingBesideWriter keeps in memory what Record.To gets, also if the writer fails.
func TestKeepRecordingBesideWriter(t *testing.T) {
	for _, fails := range []bool{false, true} {
		var to bytes.Buffer
		o := bough.Options{Record: bough.RecordOptions{To: &to}}
		if fails {
			o.Record.To = writerFunc(func(p []byte) (int, error) {
				if to.Len() > 0 {
					return 0, errors.New("the disk is full")
				}
				return to.Write(p)
			})
		}
		game, err := bough.OpenFS(behaves("agent.n = bt.tick()"), o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := game.Spawn("t", nil); err != nil {
			t.Fatal(err)
		}
		ticks := func(n int) {
			for range n {
				game.Tick(frame)
			}
		}
		ticks(10)
		stop, err := game.KeepRecording(time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		ticks(3 * bough.SegmentTicks)
		r, err := game.Recording()
		if err != nil {
			t.Fatal(err)
		}
		if first, last, _, _ := r.WorldTicks(); first != 1 || last != 10+3*bough.SegmentTicks || r.Replies() { // it begins with the open segment
			t.Errorf("ticks %d to %d", first, last)
		}
		if stop(); (game.RecordingErr() != nil) != fails {
			t.Error(game.RecordingErr())
		}
		if _, err := game.Recording(); err == nil {
			t.Error("the recording is still kept")
		}
		ticks(bough.SegmentTicks)
		if _, err := game.KeepRecording(time.Hour); (err != nil) != fails {
			t.Error(err)
		}
		game.Close()
		if _, last := openRecording(t, to.Bytes()).Ticks(); !fails && last != 10+4*bough.SegmentTicks {
			t.Errorf("the file ends at tick %d", last)
		}
	}

	game := keptGame(t)
	defer game.Close()
	stop, err := game.KeepRecording(time.Nanosecond)
	if err != nil {
		t.Fatal(err)
	}
	game.Tick(frame)
	stop()
	if _, err := game.Recording(); err != nil {
		t.Error(err)
	}
}

// TestKeepRecordingInOnTick begins and ends recordings around ticks.
func TestKeepRecordingInOnTick(t *testing.T) {
	game, err := bough.OpenFS(behaves("agent.n = bt.tick() + agent.by"), bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	a, err := game.Spawn("t", nil)
	if err != nil {
		t.Fatal(err)
	}
	var stop func()
	by := engine.KeyOf("by")
	game.OnTick(func(time.Duration) {
		tick := game.World().TickCount()
		a.Set(by, value.Number(float64(tick)))
		if tick == 5 {
			stop, err = game.KeepRecording(time.Hour)
		}
		a.Set(by, a.Get(by)) // is an input of the recording already
	}, func() {
		if game.World().TickCount() == 100 {
			stop()
			stop, err = game.KeepRecording(time.Hour)
		}
	})
	for range 99 {
		game.Tick(frame)
	}
	for _, first := range []int64{6, 101} {
		r, failed := game.Recording()
		if err != nil || failed != nil {
			t.Fatal(err, failed)
		}
		p, err := r.Replay(nil)
		if err != nil {
			t.Fatal(err)
		}
		if begin, last := r.Ticks(); begin != first {
			t.Errorf("the recording has the ticks %d to %d", begin, last)
		} else if err := p.GoTo(last); err != nil {
			t.Error(err)
		} else if state, err := p.Game().World().Snapshot(); err != nil || string(state) != string(stateOf(t, game)) {
			t.Errorf("another state at the end, %v", err)
		}
		p.Close()
		for range 50 {
			game.Tick(frame)
		}
	}
}

func stateOf(t *testing.T, game *bough.Game) []byte {
	t.Helper()
	state, err := game.World().Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return state
}
