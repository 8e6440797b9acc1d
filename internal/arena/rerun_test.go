package arena

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/testdata"
)

// recordArena plays and records an arena, and returns the recording.
func recordArena(t testing.TB, o bough.Options, agents, ticks int, between func(tick int, a *Arena)) *bough.Recording {
	t.Helper()
	var out bytes.Buffer
	o.Seed, o.Record.To = 1, &out
	a := New(Options{Agents: agents})
	game := begin(t, a, testdata.Samples(), o)
	for i := range ticks {
		if between != nil {
			between(i, a)
		}
		a.Tick()
	}
	game.Close()
	if err := game.RecordingErr(); err != nil {
		t.Fatal(err)
	}
	r, err := bough.OpenRecording(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// stepper returns a Stepper that plays an arena.
func stepper(agents, workers int) bough.Stepper {
	return func() (bough.Options, func(*bough.Game) (func(), error)) {
		a := New(Options{Agents: agents})
		o := bough.Options{Workers: workers, Helpers: a.field.with(nil)}
		return o, func(game *bough.Game) (func(), error) { return a.Tick, a.Begin(game) }
	}
}

// interrupt acts like a user of the arena: it makes noises, pauses an agent, and sets a field.
func interrupt(tick int, a *Arena) {
	switch tick {
	case 50:
		a.Noise(3)
	case 60, 90:
		for b := range a.game.World().Agents() {
			if b.ID() == 5 && tick == 60 {
				b.Pause()
			} else if b.ID() == 5 {
				b.Resume()
			}
		}
	case 120:
		if b := a.game.World().Agent(2); b != nil {
			b.Set(keyHP, value.Number(9))
		}
	}
}

// TestRerunOfTheSame checks that re-running a recording with its own scripts finds no difference,
// in a closed loop and in an open loop.
func TestRerunOfTheSame(t *testing.T) {
	const agents, ticks = 40, 140
	r := recordArena(t, bough.Options{Workers: 2, Record: bough.RecordOptions{Replies: true}}, agents, ticks, interrupt)
	for _, o := range []bough.RerunOptions{
		{Files: testdata.Samples(), Step: stepper(agents, 3)}, {Files: testdata.Samples()}, {Files: testdata.Samples(), From: 100},
	} {
		got, err := r.Rerun(o)
		if err != nil {
			t.Fatal(err)
		}
		if got.From != o.From || got.To != ticks || got.Reason != "" || got.Differences != nil {
			t.Errorf("%+v", got)
		}
	}
}

// edited returns the sample scripts with one edit.
func edited(t *testing.T, file, old, text string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for name, f := range testdata.Samples() {
		files[name] = f
	}
	before := string(files[file].Data)
	after := strings.Replace(before, old, text, 1)
	if after == before {
		t.Fatalf("%s has no %q", file, old)
	}
	files[file] = &fstest.MapFile{Data: []byte(after)}
	return files
}

// TestRerunFindsAnEdit edits trees and scripts, and checks the text of the first difference in a
// closed loop and in an open loop.
func TestRerunFindsAnEdit(t *testing.T) {
	const agents, ticks = 40, 140
	r := recordArena(t, bough.Options{Record: bough.RecordOptions{Replies: true}}, agents, ticks, nil)
	for _, c := range []struct{ file, old, text, want, reason string }{
		{"guard.bt", "hp < 20", "hp < 45",
			`tick 128: guard#3 runs move.flee instead of combat.retreat, because the condition of move.flee, sees and (hp < 20 or (hp < 35 and ran("flee"))), is now sees and (hp < 45 or (hp < 35 and ran("flee"))) (scripts/guard.bt:10:5)`,
			"in tick 128 guard#3 calls field.threat, but the recording has no reply to this call; what the game would have done from there is not recorded"},
		{"wolf.bt", "    monster.feast\n", "    monster.feast\n    idle  when hp < 50\n",
			"tick 119: wolf#37 runs idle instead of monster.howl and combat.strike, because root/idle is new in the tree",
			`in tick 119 wolf#37 has weapon = nil instead of "drawn"; what the game would have done from there is not recorded`},
		{"combat/throw.lua", "precondition = function(agent, params)", "precondition = function(agent, params) if true then return false end",
			"tick 87: goblin#13 runs combat.approach instead of combat.throw, because scripts/combat/throw.lua has changed",
			"in tick 87 goblin#13 requests move on legs, priority 0: {x=34.12695262403184, y=12.68140445408717, pace=1} instead of nothing; what the game would have done from there is not recorded"},
		{"lib/foe.lua", "function foe.distance(agent)", "function foe.distance(agent) if true then return 1 end",
			"tick 78: guard#3 also runs combat.strike, because scripts/lib/foe.lua has changed",
			"in tick 78 goblin#13 calls field.away, but the recording has no reply to this call; what the game would have done from there is not recorded"},
		{"dog.bt", "tree dog", "# a remark\ntree dog", "", ""},
	} {
		files := edited(t, c.file, c.old, c.text)
		closed, err := r.Rerun(bough.RerunOptions{Files: files, Step: stepper(agents, 1)})
		if err != nil {
			t.Fatal(err)
		}
		open, err := r.Rerun(bough.RerunOptions{Files: files})
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range []*bough.Rerun{closed, open} {
			first := ""
			if len(got.Differences) > 0 {
				first = got.Differences[0].String()
			}
			if first != c.want {
				t.Errorf("%s: got %s\nwant %s", c.file, first, c.want)
			}
		}
		if open.Reason != c.reason || closed.Reason != "" || closed.To != ticks || c.reason == "" && open.To != ticks {
			t.Errorf("%s: tick %d, %s; tick %d, %s", c.file, open.To, open.Reason, closed.To, closed.Reason)
		}
	}
}

var (
	rerunEdits = flag.Int("rerun.edits", 3, "how many random edits TestRerunIsTrue makes")
	rerunSeed  = flag.Uint64("rerun.seed", 36, "seed of the first of them; with 36 an edit makes a difference")
)

// TestRerunIsTrue changes a random number in the sample scripts. Up to the tick where the re-run
// ends, a re-run with recorded inputs must find the differences that really occur in the arena.
func TestRerunIsTrue(t *testing.T) {
	const agents, ticks = 40, 140
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	r := recordArena(t, bough.Options{Record: bough.RecordOptions{Replies: true}}, agents, ticks, interrupt)
	number := regexp.MustCompile(`\b[0-9]+(\.[0-9]+)?\b`)
	all := testdata.Samples()
	var names []string
	for name, f := range all {
		if !strings.HasPrefix(name, "gallery") && !strings.HasSuffix(name, "_test.lua") && number.Match(f.Data) && (strings.HasSuffix(name, ".bt") || strings.HasSuffix(name, ".lua")) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	found := 0
	for seed := *rerunSeed; seed < *rerunSeed+uint64(*rerunEdits); seed++ {
		d := rand.New(rand.NewPCG(seed, 4))
		files := fstest.MapFS{}
		for name, f := range all {
			files[name] = f
		}
		name := names[d.IntN(len(names))]
		places := number.FindAllIndex(files[name].Data, -1)
		at, text := places[d.IntN(len(places))], fmt.Sprint(d.IntN(60))
		files[name] = &fstest.MapFile{Data: slices.Concat(files[name].Data[:at[0]], []byte(text), files[name].Data[at[1]:])}
		t.Logf("-rerun.seed %d: %s in %s at %d", seed, text, name, at[0])
		closed, err := r.Rerun(bough.RerunOptions{Files: files, Step: stepper(agents, 1)})
		if err != nil {
			t.Fatal(err)
		}
		open, err := r.Rerun(bough.RerunOptions{Files: files})
		if err != nil {
			t.Fatal(err)
		}
		found += len(open.Differences)
		t.Logf("%d differences up to tick %d, %d in all; %s", len(open.Differences), open.To, len(closed.Differences), open.Reason)
		really := map[engine.AgentID]bough.Difference{}
		for _, c := range closed.Differences {
			if really[c.Agent] = c; c.Tick < open.To && !slices.ContainsFunc(open.Differences, func(o bough.Difference) bool { return o.Agent == c.Agent }) {
				t.Errorf("it has not found %v", c)
			}
		}
		for _, o := range open.Differences {
			c, ok := really[o.Agent]
			if !ok || c.Tick != o.Tick || !slices.Equal(o.Was, c.Was) || !covers(c.Is, o.Is) {
				t.Errorf("it has found %v\nreally %v", o, c)
			}
		}
	}
	if found == 0 && (*rerunSeed == 36 || *rerunEdits > 30) {
		t.Error("no edit made a difference")
	}
}

// covers reports whether each of paths is in list, or is an ancestor of a path in list.
func covers(list, paths []string) bool {
	for _, p := range paths {
		if !slices.ContainsFunc(list, func(s string) bool { return s == p || strings.HasPrefix(s, p+"/") }) {
			return false
		}
	}
	return true
}
