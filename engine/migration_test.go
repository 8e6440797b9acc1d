package engine_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// swap ticks an agent that runs old, replaces the program by next, and returns the world, the
// agent, and the result of Reload.
func swap(t *testing.T, old, next *engine.Node) (*engine.World, *engine.Agent, engine.Migrated) {
	t.Helper()
	w := engine.NewWorld(engine.Options{})
	p, q := compile(t, old), compile(t, next)
	a := w.Spawn(p, "a")
	w.Tick(frame)
	return w, a, w.Reload(map[*engine.Program]*engine.Program{p: q})
}

func identified(id string, n *engine.Node) *engine.Node {
	n.ID = id
	return n
}

// runs is a rule that is always Running and has no state.
type runs struct{}

func (runs) Decide(engine.Visit) engine.Certainty { return engine.Open }
func (runs) Act(engine.Visit) engine.Status       { return engine.Running }

// TestReloadOfCustomKinds checks that nodes with the same id do not match if they are of different
// kinds of the game.
func TestReloadOfCustomKinds(t *testing.T) {
	custom := func(name string) *engine.Node {
		k := &engine.Custom{Name: name, New: func(engine.Params) (engine.Rule, error) { return runs{}, nil }}
		return identified("x", &engine.Node{Kind: kind.Custom, Name: name, Custom: k})
	}
	for _, tt := range []struct {
		next string
		want engine.Migrated
	}{
		{"dance", engine.Migrated{Agents: 1}},
		{"sing", engine.Migrated{Agents: 1, Exited: 1}},
	} {
		_, a, got := swap(t, custom("dance"), custom(tt.next))
		if got != tt.want || a.NodeActive(0) != (tt.want.Exited == 0) {
			t.Errorf("to %s: %+v, active %v", tt.next, got, a.ActiveNodes())
		}
	}
}

// TestReloadWithTheSameNumbers checks the matching of nodes that keep their indexes and get another
// parent.
func TestReloadWithTheSameNumbers(t *testing.T) {
	f := &forest{}
	root := f.behavior("root", &behaviors.Native{})
	idle := f.behavior("idle", &behaviors.Native{Precondition: func(*engine.Context) bool { return false }})
	here := f.behavior("here", &behaviors.Native{})
	_, a, got := swap(t,
		node(root, identified("i", node(idle)), identified("x", node(here))),
		node(root, identified("i", node(idle, identified("x", node(here))))))
	if want := (engine.Migrated{Agents: 1, Exited: 1}); got != want || fmt.Sprint(a.ActiveNodes()) != "[0]" {
		t.Errorf("%+v, active %v", got, a.ActiveNodes())
	}
}

// TestReloadGivesAnInterval checks that a behavior that gets an interval can store its answer.
func TestReloadGivesAnInterval(t *testing.T) {
	asked := 0
	code := func(interval time.Duration) *behaviors.Native {
		return &behaviors.Native{Interval: interval, Precondition: func(*engine.Context) bool { asked++; return true }}
	}
	f := &forest{}
	was, now := *f.behavior("a", code(0)), *f.behavior("a2", code(time.Hour))
	now.ID, now.Name, now.Version = was.ID, was.Name, 2
	w, a, got := swap(t, node(&was), node(&now))
	for range 3 {
		w.Tick(frame)
	}
	if want := (engine.Migrated{Agents: 1, Nodes: 1}); got != want || !a.NodeActive(0) || asked != 2 {
		t.Errorf("%+v, active %v, asked %d times, want once by the old code and once by the new", got, a.ActiveNodes(), asked)
	}
}

// TestReloadAsksWithNewParameters checks that an answer that an interval reuses is not reused after
// the parameters have changed.
func TestReloadAsksWithNewParameters(t *testing.T) {
	for speed, want := range map[float64]int{1: 1, 2: 2} {
		asked := 0
		f := &forest{}
		b := f.behavior("a", &behaviors.Native{Interval: time.Hour, Precondition: func(*engine.Context) bool { asked++; return true }})
		with := func(speed float64) *engine.Node {
			n := node(b)
			n.Params = engine.Params{{Name: "speed", Value: value.Number(speed)}}
			return n
		}
		w, _, _ := swap(t, with(1), with(speed))
		for range 3 {
			w.Tick(frame)
		}
		if asked != want {
			t.Errorf("from speed 1 to %v: asked %d times, want %d", speed, asked, want)
		}
	}
}

// TestReloadMovesAChild checks that the result of a child of one parallel is dropped when the child
// moves to another parallel.
func TestReloadMovesAChild(t *testing.T) {
	f := &forest{}
	done := f.behavior("done", &behaviors.Native{Behavior: func(*engine.Context) (engine.Status, error) { return engine.Success, nil }})
	stays := f.behavior("stays", &behaviors.Native{})
	parallel := func(children ...*engine.Node) *engine.Node {
		return &engine.Node{Kind: kind.Parallel, NonExclusive: true, Children: children, Settings: engine.Settings{Success: engine.All, Failure: 1}}
	}
	root := f.behavior("root", &behaviors.Native{})
	moving := func() *engine.Node { return identified("m", node(done)) }
	w, _, got := swap(t,
		node(root, parallel(moving(), node(stays)), parallel(node(stays))),
		node(root, parallel(node(stays)), parallel(node(stays), moving())))
	entered := 0
	w.Observe(func(e engine.Event) {
		if e.Kind == engine.EventEnter {
			entered++
		}
	})
	w.Tick(frame)
	if want := (engine.Migrated{Agents: 1}); got != want || entered != 1 {
		t.Errorf("%+v, %d entered, want what has moved", got, entered)
	}
}

// TestReloadMovesRequests checks that requests on all channels follow their nodes and end with
// them, whether or not they are in force.
func TestReloadMovesRequests(t *testing.T) {
	f := &forest{}
	ask := func(name string, requests ...engine.Request) *engine.Node {
		return node(f.behavior(name, &behaviors.Native{NonExclusive: true, OnEnter: func(c *engine.Context) error {
			for _, q := range requests {
				if err := c.Request(q); err != nil {
					return err
				}
			}
			return nil
		}}))
	}
	root := f.behavior("root", &behaviors.Native{})
	walker := func() *engine.Node {
		return ask("walker", engine.Request{Kind: "go", Channel: "legs"}, engine.Request{Kind: "wave", Channel: "arms"})
	}
	first, second, third := node(root, walker()), node(root, ask("new"), ask("newer"), walker()), node(root, ask("new"), ask("newer"))
	w := engine.NewWorld(engine.Options{})
	p, q, r := compile(t, first), compile(t, second), compile(t, third)
	a := w.Spawn(p, "a")
	w.Tick(frame)
	w.Reload(map[*engine.Program]*engine.Program{p: q})
	w.Tick(frame)
	for _, channel := range []string{"legs", "arms"} {
		if _, ok := a.InForce(channel); !ok {
			t.Errorf("%s: the request of a node that stays has ended", channel)
		}
	}
	w.Reload(map[*engine.Program]*engine.Program{q: r})
	for _, channel := range []string{"legs", "arms"} {
		if got, ok := a.InForce(channel); ok {
			t.Errorf("%s: %+v of a node that is gone", channel, got)
		}
	}
}

// TestReloadInTheMiddle checks that a hook cannot replace the program that it runs in.
func TestReloadInTheMiddle(t *testing.T) {
	f := &forest{}
	var w *engine.World
	b := f.behavior("b", &behaviors.Native{OnEnter: func(*engine.Context) error {
		mustPanic(t, "World.Reload", func() { w.Reload(nil) })
		return nil
	}})
	w = engine.NewWorld(engine.Options{})
	a := w.Spawn(compile(t, node(b)), "a")
	if w.Tick(frame); !a.NodeActive(0) {
		t.Error("on_enter was not called")
	}
}
