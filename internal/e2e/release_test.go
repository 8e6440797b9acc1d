package e2e

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"
	"weak"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
)

// edited is a game with one behavior that a test replaces repeatedly.
type edited struct {
	*bough.Game
	t      *testing.T
	files  fstest.MapFS
	source *hotreload.Manual
}

func newEdited(t *testing.T, o bough.Options) *edited {
	e := &edited{t: t, files: fstest.MapFS{}, source: hotreload.NewManual()}
	e.set("act.lua", "return { behavior = function(agent) end }\n")
	e.set("main.bt", "tree main\n  act\n")
	o.Source = e.source
	game, err := bough.OpenFS(e.files, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	e.Game = game
	return e
}

func (e *edited) set(name, text string) {
	e.files[name] = &fstest.MapFile{Data: []byte(text)}
	e.source.Touch(name)
}

func (e *edited) spawn() *bough.Agent {
	e.t.Helper()
	a, err := e.Spawn("main", nil)
	if err != nil {
		e.t.Fatal(err)
	}
	return a
}

// TestFaultsOfReplacedCode checks that an error is kept while its code is in force, and that of
// the errors of replaced code only the newest are kept.
func TestFaultsOfReplacedCode(t *testing.T) {
	told := 0
	e := newEdited(t, bough.Options{OnFault: func(*engine.Fault) { told++ }})
	e.spawn()
	const versions = 50
	for n := range versions {
		e.set("act.lua", fmt.Sprintf("return { behavior = function(agent) error('version %d') end }\n", n))
		e.Tick(frame)
		e.Tick(frame)
	}
	faults := e.World().Faults()
	if len(faults) != engine.OldFaults+1 || told != versions {
		t.Fatalf("%d faults are remembered and %d were told; want 33 and %d", len(faults), told, versions)
	}
	for i, f := range faults {
		if want := fmt.Sprintf("version %d", versions-33+i); !strings.Contains(f.Error(), want) || f.Seen != 2 {
			t.Errorf("fault %d, seen %d times: %v; want one of %s, seen twice", i, f.Seen, f, want)
		}
	}
}

// TestProgramsThatNobodyRuns checks that the next reload frees programs that no agent runs, and
// that they can be run again unless their version is gone.
func TestProgramsThatNobodyRuns(t *testing.T) {
	e := newEdited(t, bough.Options{})
	e.set("other.bt", "tree other\n  act\n")
	a := e.spawn()
	other, err := e.Program("other")
	if err != nil {
		t.Fatal(err)
	}
	a.SetTree(other)
	e.Tick(frame)
	held := weak.Make(other)
	other = nil
	delete(e.files, "other.bt")
	e.source.Touch("other.bt")
	e.Tick(frame)
	if a.Program().Name() != "other" || a.Status() != engine.Running {
		t.Errorf("the agent runs %s and is %s; it should go on with the tree whose file is gone", a.Program().Name(), a.Status())
	}
	crowd := []*bough.Agent{a}
	for range 32 { // agents are allocated in groups of 32; a group is freed as a whole
		crowd = append(crowd, e.spawn())
	}
	for _, a := range crowd {
		e.Despawn(a)
	}
	e.spawn()
	for range 2 {
		e.set("act.lua", "return { behavior = function(agent) agent.n = 1 end }\n")
		e.Tick(frame)
		e.set("act.lua", "return { behavior = function(agent) agent.n = 2 end }\n")
		e.Tick(frame)
	}
	for range 3 {
		runtime.GC()
	}
	if held.Value() != nil {
		t.Error("a tree that nobody runs, and whose file is gone, is still held")
	}
}

// TestOldProgram checks that a program kept across a reload runs as before, without the changes
// to its files.
func TestOldProgram(t *testing.T) {
	e := newEdited(t, bough.Options{})
	old, err := e.Program("main")
	if err != nil {
		t.Fatal(err)
	}
	e.set("act.lua", "return { behavior = function(agent) agent.n = 1 end }\n")
	e.Tick(frame)
	late, now := e.World().Spawn(old, "late"), e.spawn()
	e.Tick(frame)
	if n, m := late.Get(engine.KeyOf("n")).Float(), now.Get(engine.KeyOf("n")).Float(); n != 0 || m != 1 || len(e.World().Faults()) > 0 {
		t.Errorf("n is %v, and %v for one spawned by name; faults %v", n, m, e.World().Faults())
	}
}

// TestCollectEvery checks that a game whose CollectEvery is 2 collects garbage every second
// tick, and that Close restores Go's pacing.
func TestCollectEvery(t *testing.T) {
	own := debug.SetGCPercent(100)
	defer debug.SetGCPercent(own)
	e := newEdited(t, bough.Options{Limits: bough.Limits{CollectEvery: 2}})
	e.spawn()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before := m.NumForcedGC
	for range 10 {
		e.Tick(frame)
	}
	runtime.ReadMemStats(&m)
	if n := m.NumForcedGC - before; n != 5 {
		t.Errorf("%d collections in 10 ticks; want 5", n)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if p := debug.SetGCPercent(100); p != 100 {
		t.Errorf("GOGC is %d after Close; want 100", p)
	}
}
