package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
)

// TestMarks makes marks of all kinds, and checks who gets them, for which of them a recording is saved, and that
// recordings in memory and in files have them.
func TestMarks(t *testing.T) { synctest.Test(t, testMarks) }

func testMarks(t *testing.T) {
	var now time.Time
	var file bytes.Buffer
	var told, saved []string
	var game *bough.Game
	var err error
	game, err = bough.OpenFS(behaves(`
		local n = bt.tick()
		if n == 10 or n == 20 or n == 90 or n == 190 then bt.mark("odd", n) end
		if n == 30 then error("broken") end
		if n == 40 then h.slow() end
		if n == 50 then for i = 1, 30 do bt.mark(i) end end
		if n == 51 then bt.mark(string.rep("é", 300)) end
	`), bough.Options{
		Now: func() time.Time { return now },
		OnMark: func(m bough.Mark) {
			told = append(told, m.String())
			if _, err := game.Spawn("t", nil); !errors.Is(err, bough.ErrBusy) {
				t.Errorf("%v: Spawn returns %v", m, err)
			}
		},
		Helpers: map[string][]bough.Helper{"h": {bough.Func("slow(): takes time", func() { now = now.Add(71250 * time.Microsecond) })}},
		Record: bough.RecordOptions{To: &file, Keep: 3 * time.Second, Replies: true, LateAfter: 20 * time.Millisecond, OnMark: func(m bough.Mark, r *bough.Recording) error {
			_, last := r.Ticks()
			if marks := r.Marks(); !slices.Contains(marks, m) {
				t.Errorf("%v is not among %v", m, marks)
			}
			saved = append(saved, fmt.Sprintf("%v, up to tick %d", m, last))
			return nil
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := game.Spawn("t", nil); err != nil {
		t.Fatal(err)
	}
	for tick := range 200 {
		if tick == 60 {
			game.Mark("player reports a bug")
			game.MarkAct(1, "t#1: hp = 20")
		}
		now = now.Add(20 * time.Millisecond)
		game.Tick(time.Second / 20)
		synctest.Wait()
	}
	game.Close()
	if err := game.RecordingErr(); err != nil {
		t.Fatal(err)
	}
	odd := func(tick int) string { return fmt.Sprintf("tick %d: mark: t#1: odd %d", tick, tick) }
	want := []string{odd(10), odd(20), "tick 30: fault: t#1: scripts/b.lua:4:19: broken", "tick 40: late: the tick took 71.3ms, and may take 20ms"}
	for i := range engine.MaxMarks {
		want = append(want, fmt.Sprintf("tick 50: mark: t#1: %d", i+1))
	}
	want = append(want, "tick 51: mark: t#1: "+strings.Repeat("é", 100)+"…", "tick 60: game: player reports a bug", odd(90), odd(190))
	if !slices.Equal(told, want) {
		t.Errorf("OnMark got\n%s\nwant\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
	// The second mark comes too early after the first one, and so do those of ticks 50 and 51; that of Go is saved with the next tick.
	wantSaved := []string{odd(10) + ", up to tick 10", want[2] + ", up to tick 30", want[3] + ", up to tick 40", "tick 60: game: player reports a bug, up to tick 61", odd(90) + ", up to tick 90", odd(190) + ", up to tick 190"}
	if !slices.Equal(saved, wantSaved) {
		t.Errorf("saved\n%s\nwant\n%s", strings.Join(saved, "\n"), strings.Join(wantSaved, "\n"))
	}
	texts := func(marks []bough.Mark) (list []string) {
		for _, m := range marks {
			list = append(list, m.String())
		}
		return list
	}
	want = slices.Insert(want, len(want)-2, "tick 61: act: t#1: hp = 20") // nobody is told
	r := openRecording(t, file.Bytes())
	if got := texts(r.Marks()); !slices.Equal(got, want) {
		t.Errorf("the file has the marks\n%s", strings.Join(got, "\n"))
	}
	p, err := r.Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if n := replayAll(t, p); n != 200 {
		t.Errorf("the replay ends at tick %d", n)
	}
	kept, err := game.Recording()
	if err != nil {
		t.Fatal(err)
	}
	first, _ := kept.Ticks()
	inMemory := texts(kept.Marks())
	if !slices.Equal(inMemory, want[len(want)-1:]) || first <= 64 {
		t.Errorf("in memory, from tick %d: %v", first, inMemory)
	}
	if again := texts(openRecording(t, written(t, kept)).Marks()); !slices.Equal(again, inMemory) {
		t.Errorf("written: %v", again)
	}
}

// TestMarkInDecision checks that bt.mark is an error in a precondition.
func TestMarkInDecision(t *testing.T) {
	files := behaves("")
	files["b.lua"] = file("local all = { bt.mark } return { precondition = function() all[1]('x') return true end }") // check does not see it
	var faults []string
	game, err := bough.OpenFS(files, bough.Options{OnFault: func(f *engine.Fault) { faults = append(faults, f.Diagnostic().Headline()) }})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if _, err := game.Spawn("t", nil); err != nil {
		t.Fatal(err)
	}
	game.Tick(time.Second)
	if len(faults) != 1 || !strings.Contains(faults[0], "precondition calls bt.mark") {
		t.Error(faults)
	}
}

// TestSaveMarks saves more recordings than may stay, beside other files.
func TestSaveMarks(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "flight")
	game, err := bough.OpenFS(behaves(""), bough.Options{Record: bough.RecordOptions{Keep: time.Second, OnMark: bough.SaveMarks(folder, 3)}})
	if err != nil {
		t.Fatal(err)
	}
	game.Tick(time.Second)
	game.Mark("x")
	game.Close()
	if err := os.WriteFile(filepath.Join(folder, "notes.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	again := bough.SaveMarks(folder, 3)
	r, err := game.Recording()
	if err != nil {
		t.Fatal(err)
	}
	for tick := range int64(4) {
		if err := again(bough.Mark{Tick: 100 + tick, Kind: bough.MarkLate}, r); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"0003-tick101-late.bough", "0004-tick102-late.bough", "0005-tick103-late.bough", "notes.txt"}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	data, err := os.ReadFile(filepath.Join(folder, names[0]))
	if err != nil {
		t.Fatal(err)
	}
	openRecording(t, data)
	blocked := bough.SaveMarks(filepath.Join(folder, "notes.txt"), 3)
	if err := blocked(bough.Mark{}, r); err == nil || errors.Is(err, bough.ErrRecording) {
		t.Errorf("a file in place of the folder: %v", err)
	}
}
