package engine_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
)

// TestReload replaces the tree of an agent all of whose nodes are active, and checks which nodes
// are exited and which stay active.
func TestReload(t *testing.T) {
	f := &forest{}
	b := func(name string) *engine.Behavior {
		return f.behavior(name, &behaviors.Native{NonExclusive: true, Behavior: func(c *engine.Context) (engine.Status, error) {
			n, _ := (*c.Memory()).(int)
			*c.Memory() = n + 1
			return engine.Running, nil
		}})
	}
	n := func(name string, children ...*engine.Node) *engine.Node { return node(b(name), children...) }
	id := func(id string, x *engine.Node) *engine.Node { x.ID = id; return x }
	restart := func(x *engine.Node) *engine.Node {
		c := *x.Behavior
		c.Restart = true
		c.Version++
		x.Behavior = &c
		return x
	}
	change := func(x *engine.Node) *engine.Node {
		c := *x.Behavior
		c.Version++
		x.Behavior = &c
		return x
	}
	tests := []struct {
		name      string
		old, next *engine.Node
		exits     []string
		active    []string
	}{
		{"same tree", n("r", n("a"), n("b")), n("r", n("a"), n("b")), nil, []string{"r", "r/a", "r/b"}},
		{"sibling before", n("r", n("a"), n("b")), n("r", n("c"), n("a"), n("b")), nil, []string{"r", "r/a", "r/b"}},
		{"gone", n("r", n("a", n("c")), n("b")), n("r", n("b")), []string{"r/a/c", "r/a"}, []string{"r", "r/b"}},
		{"moved below an active one without id", n("r", n("a"), n("b")), n("r", n("b", n("a"))), []string{"r/a"}, []string{"r", "r/b"}},
		{"new code goes on", n("r", n("a")), n("r", change(n("a"))), nil, []string{"r", "r/a"}},
		{"restarts with its descendants", n("r", n("a", n("c")), n("b")), n("r", restart(n("a", n("c"))), n("b")),
			[]string{"r/a/c", "r/a"}, []string{"r", "r/b"}},
		{"equals are told apart by their order", n("r", n("a"), n("a")), n("r", n("a")), []string{"r/a#2"}, []string{"r", "r/a"}},
		{"an id is found", n("r", n("a"), id("x", n("a"))), n("r", id("x", n("a"))), []string{"r/a"}, []string{"r", "r/@x"}},
		{"moved below an active one with its id", n("r", id("x", n("a", n("c"))), n("b")), n("r", n("b", id("x", n("a", n("c"))))),
			nil, []string{"r", "r/b", "r/b/@x", "r/b/@x/c"}},
		{"moved below an inactive one", n("r", id("x", n("a"))), n("r", n("b", id("x", n("a")))), []string{"r/@x"}, []string{"r"}},
		{"another behavior at the root", n("r", n("a")), n("q", n("a")), []string{"r/a", "r"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := engine.NewWorld(engine.Options{History: 4})
			p, q := compile(t, tt.old), compile(t, tt.next)
			a := w.Spawn(p, "a")
			w.Tick(frame)
			w.Tick(frame)
			ran := fmt.Sprint(a.RanNodes(1))
			var exits []string
			w.Observe(func(e engine.Event) {
				if e.Kind == engine.EventExit {
					if e.Reason != engine.ExitReloaded {
						t.Errorf("%v", e)
					}
					exits = append(exits, e.Prog.Node(int(e.Node)).Path)
				}
			})
			w.Reload(map[*engine.Program]*engine.Program{p: q})
			if !slices.Equal(exits, tt.exits) {
				t.Errorf("exits %v, want %v", exits, tt.exits)
			}
			var active []string
			for _, i := range a.ActiveNodes() {
				active = append(active, q.Node(i).Path)
			}
			if !slices.Equal(active, tt.active) {
				t.Errorf("active %v, want %v", active, tt.active)
			}
			if a.RanNodes(2) == nil || a.RanNodes(3) != nil {
				t.Errorf("not 2 ticks remembered (%s)", ran)
			}
			for _, i := range a.RanNodes(2) {
				if !slices.Contains(tt.active, q.Node(i).Path) && len(tt.exits) == 0 {
					t.Errorf("history names %s", q.Node(i).Path)
				}
			}
			w.Tick(frame)
			if got := len(a.ActiveNodes()); got != q.Len() {
				t.Errorf("%d of %d nodes active after the next tick", got, q.Len())
			}
		})
	}
}

// TestReloadKeepsTurn checks that a sequential node continues with its current child, wherever the
// child is in the new tree. If the child is gone, the node is exited.
func TestReloadKeepsTurn(t *testing.T) {
	f := &forest{}
	seq := f.behavior("seq", &behaviors.Native{Children: kind.Sequential})
	first := f.behavior("first", &behaviors.Native{Behavior: func(*engine.Context) (engine.Status, error) { return engine.Success, nil }})
	second := f.behavior("second", &behaviors.Native{})
	extra := f.behavior("extra", &behaviors.Native{})
	for _, tt := range []struct {
		name string
		next *engine.Node
		want string
	}{
		{"moved", node(seq, node(extra), node(first), node(second)), "[0 3]"},
		{"gone", node(seq, node(first), node(extra)), "[]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := engine.NewWorld(engine.Options{})
			p, q := compile(t, node(seq, node(first), node(second))), compile(t, tt.next)
			a := w.Spawn(p, "a")
			w.Tick(frame)
			w.Reload(map[*engine.Program]*engine.Program{p: q})
			if got := fmt.Sprint(a.ActiveNodes()); got != tt.want {
				t.Errorf("active %s, want %s", got, tt.want)
			}
			if tt.name == "moved" {
				w.Tick(frame)
				if got := fmt.Sprint(a.ActiveNodes()); got != tt.want {
					t.Errorf("active %s after the next tick, want %s", got, tt.want)
				}
			}
		})
	}
}

// TestReloadOfOthers checks that an agent whose program is not replaced can run from the start
// again after a Reload of other programs.
func TestReloadOfOthers(t *testing.T) {
	f := &forest{}
	b := f.behavior("b", &behaviors.Native{Behavior: func(*engine.Context) (engine.Status, error) { return engine.Running, nil }})
	w := engine.NewWorld(engine.Options{})
	defer w.Close()
	p, q, r := compile(t, node(b)), compile(t, node(b)), compile(t, node(b))
	w.Spawn(p, "a")
	other := w.Spawn(r, "other")
	w.Reload(map[*engine.Program]*engine.Program{p: q})
	other.Reset()
	if w.Tick(frame); other.Program() != r || !other.NodeActive(0) {
		t.Error("the other agent does nothing")
	}
}
