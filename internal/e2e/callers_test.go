package e2e

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/metrics"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
)

// callers is a game with two agents, which are on different workers if there are several.
type callers struct {
	game       *bough.Game
	own, other *engine.Agent
}

// figures is a metrics.Sink that discards everything.
type figures struct{}

func (*figures) Counter(string, string, float64, ...string)              {}
func (*figures) Gauge(string, string, float64, ...string)                {}
func (*figures) Histogram(string, string, *metrics.Histogram, ...string) {}

// calls are the methods in the table of docs/embedding.md. Each is called for an agent.
var calls = map[string]func(g *bough.Game, a *engine.Agent) error{
	"Game.Tick":          func(g *bough.Game, _ *engine.Agent) error { g.Tick(frame); return nil },
	"Game.Mark":          func(g *bough.Game, _ *engine.Agent) error { g.Mark("here"); return nil },
	"Game.MarkAct":       func(g *bough.Game, a *engine.Agent) error { g.MarkAct(a.ID(), "here"); return nil },
	"Game.Refresh":       func(g *bough.Game, _ *engine.Agent) error { g.Refresh(); return nil },
	"Game.Restart":       func(g *bough.Game, _ *engine.Agent) error { g.Restart(2); return nil },
	"Game.Close":         func(g *bough.Game, _ *engine.Agent) error { return g.Close() },
	"Game.Pin":           func(g *bough.Game, _ *engine.Agent) error { g.Pin(); return nil },
	"Game.Unpin":         func(g *bough.Game, _ *engine.Agent) error { g.Unpin(); return nil },
	"Game.Spawn":         func(g *bough.Game, _ *engine.Agent) error { _, err := g.Spawn("a", nil); return err },
	"Game.SpawnNamed":    func(g *bough.Game, _ *engine.Agent) error { _, err := g.SpawnNamed("a", "b", nil); return err },
	"Game.Despawn":       func(g *bough.Game, a *engine.Agent) error { return g.Despawn(a) },
	"Game.SetTree":       func(g *bough.Game, a *engine.Agent) error { return g.SetTree(a, "a") },
	"Game.Program":       func(g *bough.Game, _ *engine.Agent) error { _, err := g.Program("a"); return err },
	"Game.TreeWith":      func(g *bough.Game, _ *engine.Agent) error { _, err := g.TreeWith("a", nil); return err },
	"Game.Kept":          func(g *bough.Game, a *engine.Agent) error { g.Kept(a); return nil },
	"Game.Rollback":      func(g *bough.Game, _ *engine.Agent) error { return g.Rollback(1) },
	"Game.Rename":        func(g *bough.Game, _ *engine.Agent) error { _, err := g.Rename("a", "c"); return err },
	"Game.Snapshot":      func(g *bough.Game, _ *engine.Agent) error { _, err := g.Snapshot(); return err },
	"Game.Restore":       func(g *bough.Game, _ *engine.Agent) error { return busy(g.Restore(nil)) },
	"Game.SnapshotAgent": func(g *bough.Game, a *engine.Agent) error { _, err := g.SnapshotAgent(a); return err },
	"Game.SpawnSnapshot": func(g *bough.Game, _ *engine.Agent) error { _, err := g.SpawnSnapshot(nil); return busy(err) },
	"Game.World":         func(g *bough.Game, _ *engine.Agent) error { g.World(); return nil },
	"Game.Prefix":        func(g *bough.Game, _ *engine.Agent) error { g.Prefix(); return nil },
	"Game.ShowTerm": func(g *bough.Game, _ *engine.Agent) error {
		g.ShowTerm(engine.Term{Text: "hp", Value: "3"})
		return nil
	},
	"Game.Runtime":  func(g *bough.Game, _ *engine.Agent) error { g.Runtime(); return nil },
	"Game.Bundle":   func(g *bough.Game, _ *engine.Agent) error { g.Bundle(); return nil },
	"Game.Load":     func(g *bough.Game, _ *engine.Agent) error { g.Load(); return nil },
	"Game.Versions": func(g *bough.Game, _ *engine.Agent) error { g.Versions(); return nil },
	"Game.LastGood": func(g *bough.Game, _ *engine.Agent) error { g.LastGood("a.lua"); return nil },
	"Game.Overlaid": func(g *bough.Game, _ *engine.Agent) error { _, err := g.Overlaid(); return err },
	"Game.Check":    func(g *bough.Game, _ *engine.Agent) error { _, err := g.Check(fstest.MapFS{}); return err },
	"Game.Previous": func(g *bough.Game, _ *engine.Agent) error { g.Previous(); return nil },
	"Game.Pinned":   func(g *bough.Game, _ *engine.Agent) error { g.Pinned(); return nil },
	"Game.Waiting":  func(g *bough.Game, _ *engine.Agent) error { g.Waiting(); return nil },

	"Game.OnTick": func(g *bough.Game, _ *engine.Agent) error { g.OnTick(nil, func() {}); return nil },
	"Game.Do": func(g *bough.Game, _ *engine.Agent) error {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		return g.Do(ctx, func() {})
	},

	"Game.Measure":        func(g *bough.Game, _ *engine.Agent) error { g.Measure(&figures{}); return nil },
	"Game.Ghost":          func(g *bough.Game, _ *engine.Agent) error { _, err := g.Ghost(0); return busy(err) },
	"Game.WriteRecording": func(g *bough.Game, _ *engine.Agent) error { return busy(g.WriteRecording(io.Discard)) },
	"Game.Recording":      func(g *bough.Game, _ *engine.Agent) error { _, err := g.Recording(); return busy(err) },
	"Game.KeepRecording":  func(g *bough.Game, _ *engine.Agent) error { _, err := g.KeepRecording(time.Second); return err },
	"Game.OwnCode":        func(g *bough.Game, _ *engine.Agent) error { g.OwnCode(); return nil },
	"Game.RecordingErr":   func(g *bough.Game, _ *engine.Agent) error { return g.RecordingErr() },

	"World.Record":      func(_ *bough.Game, a *engine.Agent) error { a.World().Record(nil); return nil },
	"World.TraceWrites": func(_ *bough.Game, a *engine.Agent) error { a.World().TraceWrites(nil, nil); return nil },
	"World.ReadJournal": func(_ *bough.Game, a *engine.Agent) error { a.World().ReadJournal(nil); return nil },
	"Input.Apply": func(_ *bough.Game, a *engine.Agent) error {
		_ = (&engine.Input{}).Apply(a.World(), engine.Resolver{})
		return nil
	},
	"World.PlayReplies": func(_ *bough.Game, a *engine.Agent) error { a.World().PlayReplies(nil, false); return nil },
	"TickInputs.Check":  func(_ *bough.Game, a *engine.Agent) error { (&engine.TickInputs{}).Check(a.World()); return nil },
	"World.Missed":      func(_ *bough.Game, a *engine.Agent) error { a.World().Missed(); return nil },
	"World.Raised":      func(_ *bough.Game, a *engine.Agent) error { a.World().Raised(); return nil },

	"World.Snapshot": func(_ *bough.Game, a *engine.Agent) error { _, err := a.World().Snapshot(); return err },
	"World.Restore":  func(_ *bough.Game, a *engine.Agent) error { _ = a.World().Restore(nil, engine.Resolver{}); return nil },
	"World.SpawnSnapshot": func(_ *bough.Game, a *engine.Agent) error {
		_, _ = a.World().SpawnSnapshot(nil, engine.Resolver{})
		return nil
	},
	"World.LimitTurns":          func(_ *bough.Game, a *engine.Agent) error { a.World().LimitTurns(1, 0); return nil },
	"World.DecisionAges":        func(_ *bough.Game, a *engine.Agent) error { a.World().DecisionAges(); return nil },
	"Agent.SetPeriod":           func(_ *bough.Game, a *engine.Agent) error { a.SetPeriod(0); return nil },
	"Agent.SetImportanceFactor": func(_ *bough.Game, a *engine.Agent) error { a.SetImportanceFactor(1); return nil },
	"Agent.Period":              func(_ *bough.Game, a *engine.Agent) error { a.Period(); return nil },
	"World.Seed":                func(_ *bough.Game, a *engine.Agent) error { a.World().Seed(); return nil },
	"Agent.Snapshot":            func(_ *bough.Game, a *engine.Agent) error { _, err := a.Snapshot(); return err },
	"Agent.Binding":             func(_ *bough.Game, a *engine.Agent) error { a.Binding(0); return nil },
	"World.Tick":                func(_ *bough.Game, a *engine.Agent) error { a.World().Tick(frame); return nil },
	"World.Spawn":               func(_ *bough.Game, a *engine.Agent) error { a.World().Spawn(a.Program(), "c"); return nil },
	"World.Despawn":             func(_ *bough.Game, a *engine.Agent) error { a.World().Despawn(a.ID()); return nil },
	"World.Post": func(_ *bough.Game, a *engine.Agent) error {
		a.World().Post(a.ID(), engine.Stimulus{Name: "x"})
		return nil
	},
	"World.SetBoard": func(_ *bough.Game, a *engine.Agent) error { a.World().SetBoard("b", "k", value.Number(1)); return nil },
	"World.Observe":  func(_ *bough.Game, a *engine.Agent) error { a.World().Observe(func(engine.Event) {}); return nil },
	"World.Trace": func(_ *bough.Game, a *engine.Agent) error {
		a.World().Trace(a, func(engine.Event) {})
		return nil
	},
	"World.Reload": func(_ *bough.Game, a *engine.Agent) error { a.World().Reload(nil); return nil },
	"World.Retire": func(_ *bough.Game, a *engine.Agent) error {
		a.World().Retire(a.Program().Node(0).Behavior)
		return nil
	},
	"World.ClearFaults": func(_ *bough.Game, a *engine.Agent) error {
		a.World().ClearFaults(a.Program().Node(0).Behavior)
		return nil
	},
	"World.Close": func(_ *bough.Game, a *engine.Agent) error { a.World().Close(); return nil },
	"World.Agents": func(_ *bough.Game, a *engine.Agent) error {
		a.World().Agents()(func(*engine.Agent) bool { return false })
		return nil
	},
	"World.Agent":       func(_ *bough.Game, a *engine.Agent) error { a.World().Agent(a.ID()); return nil },
	"World.BoardHolder": func(_ *bough.Game, a *engine.Agent) error { a.World().BoardHolder("b", "k"); return nil },
	"World.Board":       func(_ *bough.Game, a *engine.Agent) error { a.World().Board("b", "k"); return nil },
	"World.Faults":      func(_ *bough.Game, a *engine.Agent) error { a.World().Faults(); return nil },
	"World.Quarantines": func(_ *bough.Game, a *engine.Agent) error { a.World().Quarantines(); return nil },
	"World.Quarantined": func(_ *bough.Game, a *engine.Agent) error {
		a.World().Quarantined(a.Program().Node(0).Behavior)
		return nil
	},
	"World.Impure":    func(_ *bough.Game, a *engine.Agent) error { a.World().Impure(); return nil },
	"World.Clock":     func(_ *bough.Game, a *engine.Agent) error { a.World().Clock(); return nil },
	"World.TickCount": func(_ *bough.Game, a *engine.Agent) error { a.World().TickCount(); return nil },
	"World.BoardEntries": func(_ *bough.Game, a *engine.Agent) error {
		a.World().BoardEntries(func(string, string, value.Value) bool { return false })
		return nil
	},
	"World.Len": func(_ *bough.Game, a *engine.Agent) error { a.World().Len(); return nil },

	"Agent.SetTree":      func(_ *bough.Game, a *engine.Agent) error { a.SetTree(a.Program()); return nil },
	"Agent.Abort":        func(_ *bough.Game, a *engine.Agent) error { a.Abort("x"); return nil },
	"Agent.Reset":        func(_ *bough.Game, a *engine.Agent) error { a.Reset(); return nil },
	"Agent.Sleep":        func(_ *bough.Game, a *engine.Agent) error { a.Sleep(0); return nil },
	"Agent.Pause":        func(_ *bough.Game, a *engine.Agent) error { a.Pause(); return nil },
	"Agent.Resume":       func(_ *bough.Game, a *engine.Agent) error { a.Resume(); return nil },
	"Agent.Step":         func(_ *bough.Game, a *engine.Agent) error { a.Step(); return nil },
	"Agent.Impose":       func(_ *bough.Game, a *engine.Agent) error { a.Impose(engine.Request{Kind: "fall"}); return nil },
	"Agent.EndRequest":   func(_ *bough.Game, a *engine.Agent) error { a.EndRequest("fall"); return nil },
	"Agent.Explain":      func(_ *bough.Game, a *engine.Agent) error { a.Explain(); return nil },
	"Agent.ExplainTick":  func(_ *bough.Game, a *engine.Agent) error { a.ExplainTick(frame); return nil },
	"Agent.Set":          func(_ *bough.Game, a *engine.Agent) error { a.Set(engine.KeyOf("x"), value.Number(1)); return nil },
	"Agent.Get":          func(_ *bough.Game, a *engine.Agent) error { a.Get(engine.KeyOf("x")); return nil },
	"Agent.Fields":       func(_ *bough.Game, a *engine.Agent) error { a.Fields(); return nil },
	"Agent.Status":       func(_ *bough.Game, a *engine.Agent) error { a.Status(); return nil },
	"Agent.Ticks":        func(_ *bough.Game, a *engine.Agent) error { a.Ticks(); return nil },
	"Agent.ActiveNodes":  func(_ *bough.Game, a *engine.Agent) error { a.ActiveNodes(); return nil },
	"Agent.AppendActive": func(_ *bough.Game, a *engine.Agent) error { a.AppendActive(nil); return nil },
	"Agent.AppendRan":    func(_ *bough.Game, a *engine.Agent) error { a.AppendRan(nil, 1); return nil },
	"Agent.RanFor":       func(_ *bough.Game, a *engine.Agent) error { a.RanFor(); return nil },
	"Agent.RanSpans": func(_ *bough.Game, a *engine.Agent) error {
		a.RanSpans(func(int, []uint64) bool { return true })
		return nil
	},
	"Agent.NodeActive": func(_ *bough.Game, a *engine.Agent) error { a.NodeActive(0); return nil },
	"Agent.ActiveFor":  func(_ *bough.Game, a *engine.Agent) error { a.ActiveFor(0); return nil },
	"Agent.Importance": func(_ *bough.Game, a *engine.Agent) error { a.Importance(); return nil },
	"Agent.IsActive":   func(_ *bough.Game, a *engine.Agent) error { a.IsActive("a"); return nil },
	"Agent.Since":      func(_ *bough.Game, a *engine.Agent) error { a.Since("a"); return nil },
	"Agent.RanAgo":     func(_ *bough.Game, a *engine.Agent) error { a.RanAgo("a", 1); return nil },
	"Agent.Ran":        func(_ *bough.Game, a *engine.Agent) error { a.Ran("a", 1); return nil },
	"Agent.RanNodes":   func(_ *bough.Game, a *engine.Agent) error { a.RanNodes(1); return nil },
	"Agent.History":    func(_ *bough.Game, a *engine.Agent) error { a.History(); return nil },
	"Agent.Stimuli":    func(_ *bough.Game, a *engine.Agent) error { a.Stimuli(); return nil },
	"Agent.Requests": func(_ *bough.Game, a *engine.Agent) error {
		a.Requests()(func(string, engine.Request) bool { return false })
		return nil
	},
	"Agent.InForce":   func(_ *bough.Game, a *engine.Agent) error { a.InForce("fall"); return nil },
	"Agent.Paused":    func(_ *bough.Game, a *engine.Agent) error { a.Paused(); return nil },
	"Agent.Suspended": func(_ *bough.Game, a *engine.Agent) error { a.Suspended(); return nil },
	"Agent.Suspend":   func(_ *bough.Game, a *engine.Agent) error { a.Suspend(false); return nil },
	"Agent.Memories": func(_ *bough.Game, a *engine.Agent) error {
		a.Memories(func(int, any) bool { return false })
		return nil
	},
	"Agent.Tally":   func(_ *bough.Game, a *engine.Agent) error { a.Tally(); return nil },
	"Agent.ID":      func(_ *bough.Game, a *engine.Agent) error { a.ID(); return nil },
	"Agent.Name":    func(_ *bough.Game, a *engine.Agent) error { a.Name(); return nil },
	"Agent.Label":   func(_ *bough.Game, a *engine.Agent) error { a.Label(); return nil },
	"Agent.World":   func(_ *bough.Game, a *engine.Agent) error { a.World(); return nil },
	"Agent.Worker":  func(_ *bough.Game, a *engine.Agent) error { a.Worker(); return nil },
	"Agent.Program": func(_ *bough.Game, a *engine.Agent) error { a.Program(); return nil },
	"Agent.Alive":   func(_ *bough.Game, a *engine.Agent) error { a.Alive(); return nil },
}

// busy returns err if it says that a method must not be called now, or no more.
func busy(err error) error {
	if errors.Is(err, bough.ErrBusy) || errors.Is(err, bough.ErrClosed) {
		return err
	}
	return nil
}

// outcome calls a method and returns its outcome in the words of the table.
func outcome(method string, g *bough.Game, a *engine.Agent) (said string) {
	defer func() {
		if r := recover(); r != nil {
			said = "panics"
			if text := fmt.Sprint(r); !strings.Contains(text, method) || !strings.Contains(text, "during ") && !strings.Contains(text, "while ") {
				said = "panics without its name: " + text
			}
		}
	}()
	if err := calls[method](g, a); errors.Is(err, bough.ErrBusy) {
		return "returns an error"
	} else if errors.Is(err, context.Canceled) {
		return "waits for another goroutine"
	} else if err != nil && method != "Game.Bind" && method != "Game.Rename" { // the game is already loaded, and the file to rename does not exist
		return err.Error()
	}
	return "yes"
}

// from calls a method once from each place for which the table has a column.
func from(t *testing.T, workers int, method string) (between, callback, own, other string) {
	var c callers
	hook := bough.Func("hook(): calls the method", func(ctx *engine.Context) {
		if own == "" {
			own, other = outcome(method, c.game, ctx.Agent()), outcome(method, c.game, c.other)
		}
	})
	open := func() {
		var err error
		c = callers{}
		c.game, err = bough.OpenFS(fstest.MapFS{
			"a.lua": {Data: []byte("return { behavior = function(agent) probe.hook() print('x') end }\n")},
			"a.bt":  {Data: []byte("tree a\n  a\n")},
		}, bough.Options{Workers: workers, Helpers: map[string][]bough.Helper{"probe": {hook}}, OnLog: func(*bough.Agent, string) {
			if callback == "" {
				callback = outcome(method, c.game, c.other)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range []**engine.Agent{&c.own, &c.other} {
			if *a, err = c.game.Spawn("a", nil); err != nil {
				t.Fatal(err)
			}
		}
		c.other.Pause() // so that none of its hooks runs on the other worker
	}
	open()
	c.game.Tick(frame)
	between = outcome(method, c.game, c.other)
	c.game.Close()
	return between, callback, own, other
}

// TestWhoMayCallWhat checks a table in docs/embedding.md. For each method of Game, World and
// Agent, the table states what a call does in each place. The table must be correct and list
// every method.
func TestWhoMayCallWhat(t *testing.T) {
	page, err := os.ReadFile(root + "/docs/embedding.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| methods | between ticks |")
	table, _, _ = strings.Cut(table, "\n\n")
	said := map[string]bool{}
	for row := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(row), "|"), "|")
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[0], -1) {
			method := m[1]
			said[method] = true
			if calls[method] == nil {
				t.Errorf("%s: the test does not know how to call it", method)
				continue
			}
			for _, workers := range []int{1, 3} {
				between, callback, own, other := from(t, workers, method)
				for i, got := range []string{between, callback, own, other} {
					want := strings.TrimSpace(cells[min(i+1, 3)])
					switch {
					case want == "not checked":
						want = "yes"
					case want == "yes for its own agent; panics for another":
						want = []string{"yes", "panics"}[i-2]
					}
					if got != want {
						t.Errorf("%s, %d workers, %s: %s, the page says: %s", method, workers, []string{"between ticks", "in a callback", "in a helper", "in a helper, of another agent"}[i], got, want)
					}
				}
			}
		}
	}
	for method := range calls {
		if !said[method] {
			t.Errorf("%s is not in the table", method)
		}
	}
	for _, m := range slices.Concat(exported[bough.Game]("Game"), exported[engine.World]("World"), exported[engine.Agent]("Agent")) {
		if !said[m] {
			t.Errorf("%s is not in the table", m)
		}
	}
}

// TestMethodsOfTheFirstTable checks that the methods in the first table of docs/embedding.md
// exist.
func TestMethodsOfTheFirstTable(t *testing.T) {
	page, err := os.ReadFile(root + "/docs/embedding.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "## Which methods do I need?")
	table, _, _ = strings.Cut(table, "## Contents")
	known := slices.Concat(exported[bough.Game]("game"), exported[engine.World]("game.World()"), exported[engine.Agent]("agent"))
	found := regexp.MustCompile("`((?:game|agent)(?:\\.World\\(\\))?\\.\\w+)`").FindAllStringSubmatch(table, -1)
	for _, m := range found {
		if !slices.Contains(known, m[1]) {
			t.Errorf("there is no %s", m[1])
		}
	}
	if len(found) < 20 {
		t.Errorf("%d methods found", len(found))
	}
}

func exported[T any](name string) []string {
	var out []string
	typ := reflect.TypeFor[*T]()
	for i := range typ.NumMethod() {
		out = append(out, name+"."+typ.Method(i).Name)
	}
	return out
}

// TestActsInOnReload checks that World and Agent treat a call in OnReload like a call between
// two ticks, and that Game treats it like a call in a callback.
func TestActsInOnReload(t *testing.T) {
	var game *bough.Game
	var a *engine.Agent
	var said []string
	files := fstest.MapFS{"a.lua": {Data: []byte("return {}\n")}, "a.bt": {Data: []byte("tree a\n  a\n")}}
	source := hotreload.NewManual()
	game, err := bough.OpenFS(files, bough.Options{Source: source, OnReload: func(*assets.Report) {
		if a == nil {
			return
		}
		for _, m := range []string{"World.Post", "Agent.Set", "Agent.Get", "Game.Spawn", "Game.Rollback", "Game.Bundle", "Game.Program", "Game.TreeWith"} {
			said = append(said, outcome(m, game, a))
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if a, err = game.Spawn("a", nil); err != nil {
		t.Fatal(err)
	}
	files["a.lua"] = &fstest.MapFile{Data: []byte("return { doc = 'x' }\n")}
	source.Touch("a.lua")
	game.Tick(frame)
	if got, want := strings.Join(said, ", "), "yes, yes, yes, returns an error, returns an error, yes, yes, yes"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
}

// TestActsInCallbacks checks that a callback cannot change the game in the middle of a round or
// a tick. Such a call is refused and changes nothing. The same call works after Tick has
// returned.
func TestActsInCallbacks(t *testing.T) {
	for _, background := range []bool{false, true} {
		t.Run(fmt.Sprint(background), func(t *testing.T) {
			files := fstest.MapFS{"a.lua": {Data: []byte("return {}\n")}, "a.bt": {Data: []byte("tree a\n  a\n")}}
			source, said := hotreload.NewManual(), []string{}
			var game *bough.Game
			act := func(where string) {
				said = append(said, fmt.Sprint(where, ": ", game.Rollback(1)))
				for _, f := range []func(){game.Unpin, game.Pin, game.Refresh, func() { game.Restart(2) }, func() { game.Tick(frame) }} {
					func() {
						defer func() { said = append(said, fmt.Sprint(where, ": ", recover())) }()
						f()
					}()
				}
			}
			game, err := bough.OpenFS(files, bough.Options{
				Source: source, Background: background,
				OnReload: func(r *assets.Report) { act("OnReload") },
				OnFault:  func(*engine.Fault) { act("OnFault") },
			})
			if err != nil {
				t.Fatal(err)
			}
			defer game.Close()
			if _, err := game.Spawn("a", nil); err != nil {
				t.Fatal(err)
			}
			files["a.lua"] = &fstest.MapFile{Data: []byte("return { behavior = function(agent) error('no') end }\n")}
			source.Touch("a.lua")
			for game.Bundle().Version == 1 {
				game.Refresh()
			}
			game.Tick(frame)
			for _, method := range []string{"Rollback", "Unpin", "Pin", "Refresh", "Restart", "Tick"} {
				for where, n := range map[string]int{"OnReload: ": 2, "OnFault: ": 1} {
					want := where + "bough: Game." + method + " was called while changed files go in, as in OnReload"
					if where == "OnFault: " {
						want = where + "bough: Game." + method + " was called during a tick"
					}
					if got := strings.Count(strings.Join(said, "\n"), want+"; note there what is wanted, and do it when Tick or Refresh has returned"); got != n {
						t.Errorf("%d times %s; want %d:\n%s", got, want, n, strings.Join(said, "\n"))
					}
				}
			}
			if b := game.Bundle(); b.Version != 2 || game.Pinned() || game.World().TickCount() != 1 {
				t.Errorf("version %d, pinned %v, tick %d", b.Version, game.Pinned(), game.World().TickCount())
			}
			if err := game.Rollback(1); err != nil || game.Bundle().Version != 3 {
				t.Errorf("%v, version %d", err, game.Bundle().Version)
			}
		})
	}
}
