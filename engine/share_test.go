package engine_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"weak"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// office records where code is bound, wrapped and called.
type office struct {
	t      *testing.T
	world  *engine.World
	bound  []string
	called []string // bindings called in this tick
}

func newOffice(t *testing.T, o engine.Options) *office {
	f := &office{t: t, world: engine.NewWorld(o)}
	t.Cleanup(f.world.Close)
	return f
}

// letter is the code of a behavior.
type letter struct {
	office *office
	name   string // name of the behavior with the version
	firm   bool   // whether its bindings are Restarters
}

// bound is a binding of a letter.
type bound struct {
	office *office
	name   string
}

func (b *bound) Call(*engine.Context, engine.Hook) (engine.Answer, error) {
	b.office.called = append(b.office.called, b.name)
	return engine.Answer{Status: engine.Running}, nil
}

// firm is a binding that must be exited when its code is replaced.
type firm struct{ bound }

func (*firm) MustRestart(any, engine.Binding) bool { return true }

func (l letter) Bind(worker int, params engine.Params) engine.Binding {
	b := bound{l.office, fmt.Sprintf("%s(%s) in %d", l.name, params.Get("n").String(), worker)}
	l.office.bound = append(l.office.bound, b.name)
	if l.firm {
		return &firm{b}
	}
	return &b
}

// behavior returns a version of the behavior a, b or c.
func (f *office) behavior(name string, version int) *engine.Behavior {
	return &engine.Behavior{
		ID: engine.BehaviorID(name[0] - 'a' + 1), Name: name, Version: version, Hooks: [engine.NumHooks]bool{engine.HookBehavior: true},
		NonExclusive: true, Code: letter{office: f, name: fmt.Sprint(name, version)},
	}
}

// with returns a node whose parameter n has a value.
func with(b *engine.Behavior, n float64, children ...*engine.Node) *engine.Node {
	out := node(b, children...)
	out.Params = engine.Params{{Name: "n", Value: value.Number(n)}}
	return out
}

// program returns a tree with a as the root. It has two nodes of b with equal parameters, and one
// with another parameter.
func (f *office) program(a, b *engine.Behavior) *engine.Program {
	return compile(f.t, with(a, 1, with(b, 1), with(b, 1), with(b, 2)))
}

func (f *office) want(what string, list *[]string, want string) {
	f.t.Helper()
	slices.Sort(*list)
	if got := fmt.Sprint(*list); got != want {
		f.t.Errorf("%s: %s; want %s", what, got, want)
	}
	*list = nil
}

// saved returns an office with an agent that runs p. q is p with a new version of b.
func saved(t *testing.T, o engine.Options) (f *office, p, q *engine.Program) {
	f = newOffice(t, o)
	a := f.behavior("a", 1)
	p, q = f.program(a, f.behavior("b", 1)), f.program(a, f.behavior("b", 2))
	f.world.Spawn(p, "one")
	f.world.Tick(frame)
	f.bound, f.called = nil, nil
	return f, p, q
}

// TestCodeIsShared checks that nodes with equal parameters share their binding, even in later
// programs, and that code that has not changed is not bound again.
func TestCodeIsShared(t *testing.T) {
	f, p, q := saved(t, engine.Options{Workers: 2})
	f.world.Reload(map[*engine.Program]*engine.Program{p: q})
	f.want("bound", &f.bound, "[b2(1) in 0 b2(1) in 1 b2(2) in 0 b2(2) in 1]")
	f.world.Tick(frame)
	f.want("called", &f.called, "[a1(1) in 0 b2(1) in 0 b2(1) in 0 b2(2) in 0]")
	b := q.Node(1).Behavior
	f.world.Spawn(compile(t, with(b, 2, with(b, 3))), "late")
	f.want("bound for another tree", &f.bound, "[b2(3) in 0 b2(3) in 1]")
}

// TestSharedCodeIsCounted checks that code shared by two programs remains shared when no agent runs
// the first one any more, and that it is bound again when no agent runs either.
func TestSharedCodeIsCounted(t *testing.T) {
	f := newOffice(t, engine.Options{})
	b, other := f.behavior("b", 1), compile(t, with(f.behavior("a", 1), 1))
	p, q := compile(t, with(b, 1)), compile(t, with(b, 1))
	f.world.Spawn(p, "one")
	f.world.Spawn(q, "two")
	f.world.Reload(map[*engine.Program]*engine.Program{p: other})
	f.bound = nil
	f.world.Despawn(f.world.Spawn(compile(t, with(b, 1)), "three").ID())
	f.want("bound while one runs it", &f.bound, "[]")
	f.world.Reload(map[*engine.Program]*engine.Program{q: other})
	f.world.Spawn(compile(t, with(b, 1)), "four")
	f.want("bound when none runs it", &f.bound, "[b1(1) in 0]")
}

// TestProgramsAreFreedInTurn checks that a program that has replaced another one is freed when the
// next one replaces it.
func TestProgramsAreFreedInTurn(t *testing.T) {
	f, p, q := saved(t, engine.Options{})
	f.world.Reload(map[*engine.Program]*engine.Program{p: q})
	r := f.program(f.behavior("a", 1), f.behavior("b", 3))
	f.world.Reload(map[*engine.Program]*engine.Program{q: r})
	gone := weak.Make(q)
	q = nil
	runtime.GC()
	if gone.Value() != nil {
		t.Error("the program is still held")
	}
}

// TestWrapOfSharedCode checks that each binding is wrapped once.
func TestWrapOfSharedCode(t *testing.T) {
	var wrapped []string
	f, p, q := saved(t, engine.Options{Wrap: func(b *engine.Behavior, inner engine.Binding) engine.Binding {
		name := inner.(*bound).name
		wrapped = append(wrapped, name)
		return &bound{inner.(*bound).office, "wrapped " + name}
	}})
	wrapped = nil
	f.world.Reload(map[*engine.Program]*engine.Program{p: q})
	f.want("wrapped", &wrapped, "[b2(1) in 0 b2(2) in 0]")
	f.world.Tick(frame)
	f.want("called", &f.called, "[wrapped a1(1) in 0 wrapped b2(1) in 0 wrapped b2(1) in 0 wrapped b2(2) in 0]")
}

// TestRestarterIsAsked checks that replaced code is asked for each of its nodes whether the node
// must be exited.
func TestRestarterIsAsked(t *testing.T) {
	f := newOffice(t, engine.Options{})
	var list []*engine.Program
	for version := 1; version <= 3; version++ {
		b := f.behavior("b", version)
		b.Code = letter{office: f, name: b.Name, firm: version == 2}
		list = append(list, compile(t, with(f.behavior("a", 1), 1, with(b, 1), with(b, 2))))
	}
	f.world.Spawn(list[0], "one")
	f.world.Spawn(list[0], "two")
	f.world.Tick(frame)
	for i, exited := range []int{0, 4} {
		if got := f.world.Reload(map[*engine.Program]*engine.Program{list[i]: list[i+1]}); got.Exited != exited || got.Agents != 2 {
			t.Errorf("from version %d: %+v; want %d nodes to leave", i+1, got, exited)
		}
		f.world.Tick(frame)
	}
}
