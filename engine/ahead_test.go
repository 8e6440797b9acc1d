package engine_test

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"weak"

	"github.com/bough-dev/bough/engine"
)

// office is where code is bound that tells of it.
type office struct {
	t      *testing.T
	world  *engine.World
	times  map[string]int
	bound  []string // by Bind
	ahead  []string // by BindAhead
	mu     sync.Mutex
	called []string // bindings, in this tick, by all workers
}

func newOffice(t *testing.T, o engine.Options) *office {
	f := &office{t: t, world: engine.NewWorld(o), times: map[string]int{}}
	t.Cleanup(f.world.Close)
	return f
}

// letter is the code of a behavior.
type letter struct {
	office *office
	name   string // with the version
	early  bool   // it is not refused when it is to be bound ahead
	firm   bool   // it is a Restarter
}

// bound is a letter for some nodes.
type bound struct {
	office *office
	name   string
}

func (b *bound) Call(*engine.Context, engine.Hook) (engine.Answer, error) {
	b.office.mu.Lock()
	defer b.office.mu.Unlock()
	b.office.called = append(b.office.called, b.name)
	return engine.Answer{Status: engine.Running}, nil
}

// firm is a bound letter that must leave when it is exchanged.
type firm struct{ bound }

func (*firm) MustRestart(any) bool { return true }

func (l letter) bind(by string, worker int, params engine.Params, log *[]string) engine.Binding {
	name := fmt.Sprintf("%s(%s) in %d", l.name, params.Get("n").String(), worker)
	*log = append(*log, name)
	b := bound{l.office, name + " by " + by}
	if l.office.times[b.name]++; l.office.times[b.name] > 1 {
		b.name += " again"
	}
	if l.firm {
		return &firm{b}
	}
	return &b
}

func (l letter) Bind(worker int, params engine.Params) engine.Binding {
	return l.bind("Bind", worker, params, &l.office.bound)
}

func (l letter) BindAhead(worker int, params engine.Params) engine.Binding {
	if !l.early {
		return nil
	}
	return l.bind("BindAhead", worker, params, &l.office.ahead)
}

// behavior returns a version of behavior a, b or c; c goes the old way.
func (f *office) behavior(name string, version int) *engine.Behavior {
	hooks := engine.HookSet(0).With(engine.HookBehavior)
	return &engine.Behavior{
		ID: engine.BehaviorID(name[0] - 'a' + 1), Name: name, Version: version, Hooks: hooks,
		NonExclusive: true, Code: letter{office: f, name: fmt.Sprint(name, version), early: name != "c"},
	}
}

// with returns a node with parameter n.
func with(b *engine.Behavior, n float64, children ...*engine.Node) *engine.Node {
	out := node(b, children...)
	out.Params = engine.Params{{Name: "n", Value: engine.Number(n)}}
	return out
}

// program returns a tree in which a runs above two equal b, another b, and c.
func (f *office) program(a, b, c *engine.Behavior) *engine.Program {
	return compile(f.t, with(a, 1, with(b, 1), with(b, 1), with(b, 2), with(c, 1)))
}

// take returns what a list says, sorted, and empties it.
func take(list *[]string) string {
	slices.Sort(*list)
	out := fmt.Sprint(*list)
	*list = nil
	return out
}

func (f *office) want(what string, list *[]string, want string) {
	f.t.Helper()
	if got := take(list); got != want {
		f.t.Errorf("%s: %s; want %s", what, got, want)
	}
}

// exchange returns the exchange of two programs with the code bound ahead.
func (f *office) exchange(old, next *engine.Program) *engine.Exchange {
	x := engine.NewExchange(old, next)
	engine.BindAhead(f.world.Workers(), []*engine.Exchange{x})
	return x
}

// saved is an office whose agent runs a program, and b and c have been saved.
func saved(t *testing.T, o engine.Options) (f *office, p, q *engine.Program) {
	f = newOffice(t, o)
	a := f.behavior("a", 1)
	p = f.program(a, f.behavior("b", 1), f.behavior("c", 1))
	q = f.program(a, f.behavior("b", 2), f.behavior("c", 2))
	f.world.Spawn(p, "one")
	f.world.Tick(frame)
	f.bound, f.called = nil, nil
	return f, p, q
}

// TestBoundAheadIsShared: nodes with equal parameters share what was bound ahead, also those
// of programs that come later, and of behaviors that have not changed what is there.
func TestBoundAheadIsShared(t *testing.T) {
	f, p, q := saved(t, engine.Options{Workers: 2})
	x := engine.NewExchange(p, q)
	if n := x.Unbound(); n != 5 {
		t.Errorf("%d nodes are unbound; want 5", n)
	}
	f.world.Prepare(engine.NewExchange(p, p)) // which has nothing to do
	engine.BindAhead(2, []*engine.Exchange{x})
	f.want("ahead", &f.ahead, "[a1(1) in 0 a1(1) in 1 b2(1) in 0 b2(1) in 1 b2(2) in 0 b2(2) in 1]")
	if n := x.Unbound(); n != 1 {
		t.Errorf("%d nodes are unbound; want 1", n)
	}
	f.world.Prepare(x)
	f.want("prepared", &f.bound, "[c2(1) in 0 c2(1) in 1]")
	f.world.Tick(frame)
	f.want("before", &f.called, "[a1(1) in 0 by Bind b1(1) in 0 by Bind b1(1) in 0 by Bind b1(2) in 0 by Bind c1(1) in 0 by Bind]")
	f.world.Reload(map[*engine.Program]*engine.Program{p: q})
	f.world.Tick(frame)
	f.want("after", &f.called, "[a1(1) in 0 by Bind b2(1) in 0 by BindAhead b2(1) in 0 by BindAhead b2(2) in 0 by BindAhead c2(1) in 0 by Bind]")
	b := q.Behavior(1)
	f.world.Spawn(compile(t, with(b, 2, with(b, 3))), "late") // in the other worker
	f.world.Tick(frame)
	f.want("spawned", &f.bound, "[b2(3) in 0 b2(3) in 1]")
	if s := fmt.Sprint(f.called); !slices.Contains(f.called, "b2(2) in 1 by BindAhead") || !slices.Contains(f.called, "b2(3) in 1 by Bind") {
		t.Errorf("the new agent calls %s", s)
	}
}

// TestBoundAheadIsFreed: when nobody runs it any more it is bound again.
func TestBoundAheadIsFreed(t *testing.T) {
	f, p, q := saved(t, engine.Options{})
	x, r := f.exchange(p, q), compile(t, with(f.behavior("a", 2), 1))
	f.world.Prepare(x)
	f.world.Reload(map[*engine.Program]*engine.Program{p: r})
	f.bound, f.ahead = nil, nil
	f.world.Spawn(q, "late")
	f.want("bound after it was freed", &f.bound, "[a1(1) in 0 b2(1) in 0 b2(2) in 0 c2(1) in 0]")
}

// TestBoundAheadAgain: an exchange that was prepared in vain can be prepared once more.
func TestBoundAheadAgain(t *testing.T) {
	f, p, q := saved(t, engine.Options{})
	x := f.exchange(p, q)
	for range 3 {
		f.world.Prepare(x)
		f.world.Reload(nil)
	}
	f.bound, f.called = nil, nil
	f.world.Prepare(x)
	f.want("bound", &f.bound, "[c2(1) in 0]")
	f.world.Reload(map[*engine.Program]*engine.Program{p: q})
	f.world.Tick(frame)
	f.want("called", &f.called, "[a1(1) in 0 by Bind b2(1) in 0 by BindAhead b2(1) in 0 by BindAhead b2(2) in 0 by BindAhead c2(1) in 0 by Bind again]")
}

// TestBoundAheadTwice: two worlds may prepare the same exchange; what is bound between the
// ticks of one is not in the other.
func TestBoundAheadTwice(t *testing.T) {
	f, p, q := saved(t, engine.Options{})
	x := f.exchange(p, q)
	f.world.Prepare(x)
	f.world.Reload(map[*engine.Program]*engine.Program{p: q})
	other := engine.NewWorld(engine.Options{})
	defer other.Close()
	other.Spawn(p, "one")
	other.Prepare(x)
	f.world.Tick(frame)
	f.want("called", &f.called, "[a1(1) in 0 by Bind b2(1) in 0 by BindAhead b2(1) in 0 by BindAhead b2(2) in 0 by BindAhead c2(1) in 0 by Bind]")
}

// TestBoundAheadIsCounted: what nodes of one program share with those of another one stays
// shared when nobody runs the first any more.
func TestBoundAheadIsCounted(t *testing.T) {
	f := newOffice(t, engine.Options{})
	a, next := f.behavior("b", 1), f.behavior("b", 2)
	var list []*engine.Exchange
	all := map[*engine.Program]*engine.Program{}
	for range 2 {
		p, q := compile(t, with(a, 1)), compile(t, with(next, 1))
		f.world.Spawn(p, "one")
		list, all[p] = append(list, engine.NewExchange(p, q)), q
	}
	engine.BindAhead(1, list)
	for _, x := range list {
		f.world.Prepare(x)
	}
	f.world.Reload(all)
	f.world.Reload(map[*engine.Program]*engine.Program{list[0].Next(): compile(t, with(f.behavior("a", 1), 1))})
	f.bound = nil
	f.world.Spawn(compile(t, with(next, 1)), "late")
	f.want("bound", &f.bound, "[]")
}

// TestProgramsAreFreedInTurn: a program that took the place of another one is freed when the
// next one takes its place.
func TestProgramsAreFreedInTurn(t *testing.T) {
	f, p, q := saved(t, engine.Options{})
	f.world.Prepare(f.exchange(p, q))
	f.world.Reload(map[*engine.Program]*engine.Program{p: q})
	r := f.program(f.behavior("a", 1), f.behavior("b", 3), f.behavior("c", 3))
	f.world.Reload(map[*engine.Program]*engine.Program{q: r})
	gone := weak.Make(q)
	q = nil
	runtime.GC()
	if gone.Value() != nil {
		t.Error("the program is still held")
	}
}

// TestBoundAheadTooLate: code of the same version that was bound otherwise by then is shared
// instead, and what was bound for another number of workers is not used.
func TestBoundAheadTooLate(t *testing.T) {
	f, p, q := saved(t, engine.Options{})
	x := f.exchange(p, q)
	f.world.Spawn(compile(t, with(q.Behavior(1), 1)), "early")
	f.world.Tick(frame)
	f.bound, f.called = nil, nil
	f.world.Prepare(x)
	f.want("bound", &f.bound, "[b2(2) in 0 c2(1) in 0]")
	f.world.Reload(map[*engine.Program]*engine.Program{p: q})
	f.world.Tick(frame)
	f.want("called", &f.called, "[a1(1) in 0 by Bind b2(1) in 0 by Bind b2(1) in 0 by Bind b2(1) in 0 by Bind b2(2) in 0 by Bind c2(1) in 0 by Bind]")

	f, p, q = saved(t, engine.Options{Workers: 2})
	x = engine.NewExchange(p, q)
	engine.BindAhead(1, []*engine.Exchange{x})
	f.world.Prepare(x)
	f.want("bound for one worker of two", &f.bound, "[b2(1) in 0 b2(1) in 1 b2(2) in 0 b2(2) in 1 c2(1) in 0 c2(1) in 1]")
}

// TestWrapBoundAhead: a world that wraps bindings wraps each between its ticks.
func TestWrapBoundAhead(t *testing.T) {
	var wrapped []string
	f, p, q := saved(t, engine.Options{Wrap: func(b *engine.Behavior, inner engine.Binding) engine.Binding {
		name := inner.(*bound).name
		wrapped = append(wrapped, name)
		return &bound{inner.(*bound).office, "wrapped " + name}
	}})
	wrapped = nil
	x := f.exchange(p, q)
	f.want("wrapped ahead", &wrapped, "[]")
	f.world.Prepare(x)
	f.want("wrapped", &wrapped, "[b2(1) in 0 by Bind b2(2) in 0 by Bind c2(1) in 0 by Bind]")
	f.world.Reload(map[*engine.Program]*engine.Program{p: q})
	f.world.Tick(frame)
	if len(f.called) != 5 || f.called[1] != "wrapped b2(1) in 0 by Bind" {
		t.Errorf("called %q", f.called)
	}
}

// TestRestarterBoundAhead: code that was bound ahead is asked whether it must leave, as any is.
func TestRestarterBoundAhead(t *testing.T) {
	f := newOffice(t, engine.Options{Workers: 2})
	var list []*engine.Program
	for version := 1; version <= 3; version++ {
		b := f.behavior("b", version)
		b.Code = letter{office: f, name: b.Name, early: true, firm: version == 2}
		list = append(list, compile(t, with(f.behavior("a", 1), 1, with(b, 1), with(b, 2))))
	}
	f.world.Spawn(list[0], "one")
	f.world.Spawn(list[0], "two")
	f.world.Tick(frame)
	for i, exited := range []int{0, 4} {
		f.world.Prepare(f.exchange(list[i], list[i+1]))
		if got := f.world.Reload(map[*engine.Program]*engine.Program{list[i]: list[i+1]}); got.Exited != exited || got.Agents != 2 {
			t.Errorf("from version %d: %+v; want %d nodes to leave", i+1, got, exited)
		}
		f.world.Tick(frame)
	}
}
