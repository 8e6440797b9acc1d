package engine_test

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"testing"
	"weak"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/internal/conform"
	"github.com/bough-dev/bough/engine/internal/reference"
)

// preparing is a machine that prepares each exchange that may come next, long before it
// comes.
type preparing struct {
	*machine
	versions map[*conform.Behavior]version
	round    int
	ahead    bool // bind code beside, as it were
}

// version is what a save of a behavior brings.
type version struct {
	behavior *engine.Behavior
	programs map[*conform.Tree]*engine.Program
}

func newPreparing(o engine.Options) conform.New { return newPreparingBy(o, false) }

// newAhead is newPreparing with code bound ahead.
func newAhead(o engine.Options) conform.New { return newPreparingBy(o, true) }

func newPreparingBy(o engine.Options, ahead bool) conform.New {
	start := newMachine(o)
	return func(c *conform.Case, s *conform.Script) (conform.Machine, error) {
		m, err := start(c, s)
		if err != nil {
			return nil, err
		}
		p := &preparing{machine: m.(*machine), ahead: ahead}
		p.prepare()
		return p, nil
	}
}

// prepare has all exchanges prepared, each time another one last: of several for the same
// program the world remembers that.
func (p *preparing) prepare() {
	p.round++
	p.versions = map[*conform.Behavior]version{}
	edits := len(p.c.Trees)
	var list []*engine.Exchange
	for k := range edits + len(p.c.Behaviors) {
		k = (k + p.round) % (edits + len(p.c.Behaviors))
		if k < edits {
			for _, old := range p.c.Trees {
				list = append(list, engine.NewExchange(p.programs[old], p.programs[p.c.Trees[k]]))
			}
			continue
		}
		b := p.c.Behaviors[k-edits]
		p.versions[b] = p.version(b)
		for t, old := range p.programs {
			list = append(list, engine.NewExchange(old, p.versions[b].programs[t]))
		}
	}
	if p.ahead {
		engine.BindAhead(p.world.Workers(), list)
	}
	for _, x := range list {
		p.world.Prepare(x)
	}
}

// version makes the next version of a behavior: in every other round by other code in the
// programs, else by compiling them.
func (p *preparing) version(b *conform.Behavior) version {
	was, programs := p.behaviors[b], p.programs
	next := *was
	next.Version++
	if p.ahead && !next.Missing && next.Version%3 > 0 {
		next.Code = early{scripted{p.machine}}
	}
	if p.round%2 == 0 {
		recoded := p.recoded(was, &next)
		for t, q := range recoded {
			p.nodes[q] = t.Nodes
		}
		return version{&next, recoded}
	}
	p.behaviors[b], p.programs = &next, map[*conform.Tree]*engine.Program{}
	if err := p.compile(); err != nil {
		panic(err)
	}
	v := version{&next, p.programs}
	p.behaviors[b], p.programs = was, programs
	return v
}

func (p *preparing) Save(b *conform.Behavior) {
	if p.closed {
		return
	}
	if p.behaviors[b].Missing {
		p.machine.Save(b)
		p.prepare()
		return
	}
	v, exchange := p.versions[b], map[*engine.Program]*engine.Program{}
	for t, old := range p.programs {
		exchange[old] = v.programs[t]
	}
	p.behaviors[b], p.programs = v.behavior, v.programs
	p.world.Reload(exchange)
	p.prepare()
}

func (p *preparing) Delete(b *conform.Behavior) {
	p.machine.Delete(b)
	if !p.closed {
		p.prepare()
	}
}

func (p *preparing) Edit(old, next *conform.Tree) {
	p.machine.Edit(old, next)
	if !p.closed {
		p.prepare()
	}
}

// early is code that can be bound ahead.
type early struct{ engine.Code }

func (e early) BindAhead(worker int, params engine.Params) engine.Binding {
	return e.Bind(worker, params)
}

// TestPreparedLikeReference: whether an exchange was prepared many ticks before cannot be
// seen, neither then nor later, and neither whether code was bound ahead.
func TestPreparedLikeReference(t *testing.T) {
	for k, kinds := range [][]string{nil, allKinds, nil, allKinds} {
		src := rand.New(rand.NewPCG(5, 6))
		prepare := newPreparing
		if k >= 2 {
			prepare = newAhead
		}
		for i := range min(*manyTrees, 1000) {
			c := conform.Random(src, kinds...)
			if _, _, diff := conform.Compare(c, reference.New, prepare(engine.Options{Workers: 1 + i%3})); diff != "" {
				t.Fatalf("the reference (first) and the engine (second) differ:\n%s\n%s", diff, conform.Format(c))
			}
		}
	}
}

// bindings counts how often a behavior is bound.
type bindings struct {
	engine.Code
	n *int
}

func (b bindings) Bind(worker int, params engine.Params) engine.Binding {
	*b.n++
	return b.Code.Bind(worker, params)
}

// works is code whose hooks all go on.
type works struct{}

func (w works) Bind(int, engine.Params) engine.Binding { return w }

func (works) Call(*engine.Context, engine.Hook) (engine.Answer, error) {
	return engine.Answer{Status: engine.Running}, nil
}

// broken returns two versions of a behavior: of the first all calls fail.
func broken(bound *int) (first, second *engine.Behavior) {
	first = (&forest{}).behavior("b", &behaviors.Native{Behavior: func(*engine.Context) (engine.Status, error) {
		return engine.Failure, errors.New("by intent")
	}})
	next := *first
	next.Version++
	first.Code, next.Code = bindings{first.Code, bound}, bindings{works{}, bound}
	return first, &next
}

// TestPrepareShowsNothing: a quarantine lasts until Reload, which binds nothing again.
// Agents that are spawned between both are taken over like the others.
func TestPrepareShowsNothing(t *testing.T) {
	bound := 0
	first, second := broken(&bound)
	p, q := compile(t, node(first)), compile(t, node(second))
	w := engine.NewWorld(engine.Options{Workers: 2})
	defer w.Close()
	w.Spawn(p, "a")
	for range 3 {
		w.Tick(frame)
	}
	w.Prepare(engine.NewExchange(p, q))
	w.Prepare(engine.NewExchange(p, q))
	late := w.Spawn(p, "late")
	w.Tick(frame)
	if !w.Quarantined(first) || late.Program() != p || late.Status() != engine.Failure {
		t.Errorf("before Reload: quarantined %v, %v runs %p", w.Quarantined(first), late.Status(), late.Program())
	}
	if bound != 4 {
		t.Errorf("bound %d times by two workers; want 4", bound)
	}
	if got := w.Reload(map[*engine.Program]*engine.Program{p: q}); got.Agents != 2 || w.Quarantined(second) || bound != 4 {
		t.Errorf("Reload: %+v, quarantined %v, bound %d times", got, w.Quarantined(second), bound)
	}
	if w.Tick(frame); late.Program() != q || late.Status() != engine.Running {
		t.Errorf("after Reload: %v", late.Status())
	}
}

// TestPreparedAndSpawned: a program that was prepared may be spawned before its Reload, which
// puts its version in force.
func TestPreparedAndSpawned(t *testing.T) {
	first, second := broken(new(int))
	p, q := compile(t, node(first)), compile(t, node(second))
	w := engine.NewWorld(engine.Options{})
	defer w.Close()
	w.Spawn(p, "a")
	for range 3 {
		w.Tick(frame)
	}
	w.Prepare(engine.NewExchange(p, q))
	a := w.Spawn(q, "early")
	if w.Tick(frame); w.Quarantined(first) || a.Status() != engine.Running {
		t.Errorf("quarantined %v, %v", w.Quarantined(first), a.Status())
	}
}

// TestPreparedInVain: another Reload than the one that was prepared does what it is told,
// and frees what was prepared.
func TestPreparedInVain(t *testing.T) {
	f := &forest{}
	b := f.behavior("b", &behaviors.Native{Behavior: func(*engine.Context) (engine.Status, error) { return engine.Running, nil }})
	next := *b
	next.Version++
	w := engine.NewWorld(engine.Options{})
	defer w.Close()
	p, q, r := compile(t, node(b)), compile(t, node(&next)), compile(t, node(b, node(b)))
	a := w.Spawn(p, "a")
	w.Tick(frame)
	w.Prepare(engine.NewExchange(p, q))
	program, behavior := weak.Make(q), weak.Make(q.Behavior(0))
	q = nil
	if w.Reload(map[*engine.Program]*engine.Program{p: r}); a.Program() != r {
		t.Error("the agent runs the program that was prepared")
	}
	runtime.GC()
	if program.Value() != nil || behavior.Value() != nil {
		t.Error("what was prepared in vain is still held")
	}
}

// TestPrepareInTheMiddle: hooks cannot prepare anything.
func TestPrepareInTheMiddle(t *testing.T) {
	f := &forest{}
	var w *engine.World
	b := f.behavior("b", &behaviors.Native{OnEnter: func(*engine.Context) error {
		mustPanic(t, "World.Prepare", func() { w.Prepare(nil) })
		return nil
	}})
	w = engine.NewWorld(engine.Options{})
	a := w.Spawn(compile(t, node(b)), "a")
	if w.Tick(frame); !a.NodeActive(0) {
		t.Error("on_enter was not called")
	}
}
