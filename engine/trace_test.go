package engine_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/internal/conform"
	"github.com/bough-dev/bough/engine/kind"
)

var (
	traceTrees = flag.Int("trace.trees", 300, "in how many random trees traces and explanations of the next tick are compared")
	traceSeed  = flag.Uint64("trace.seed", 1, "seed of the first of them")
)

// viewed is a machine whose agents are viewed as a debugger does.
type viewed struct {
	*machine
	view      bool // trace every second agent, and explain all before each tick
	decisions bool // compare the explanations with the decisions; needs a worker for each agent
	states    [][]byte
	traced    []string // events of the traced agents by Trace, without those that only a trace gets
	observed  []string // the same by Observe
	err       error
}

func (v *viewed) isTraced(a *engine.Agent) bool { return a.ID()%2 == 1 }

func (v *viewed) start(observe bool) {
	for a := range v.world.Agents() {
		if v.view && v.isTraced(a) {
			v.world.Trace(a, func(e engine.Event) {
				if e.Kind != engine.EventLog {
					v.traced = append(v.traced, e.String())
				}
			})
		}
	}
	if observe {
		v.world.Observe(func(e engine.Event) {
			if v.isTraced(e.Agent) {
				v.observed = append(v.observed, e.String())
			}
		})
	}
}

func (v *viewed) Tick(dt time.Duration) {
	planned := map[*engine.Agent][]string{}
	ticks := map[*engine.Agent]int64{}
	if v.view && !v.closed {
		for a := range v.world.Agents() {
			e := a.ExplainTick(dt, 0)
			planned[a], ticks[a] = e.Planned, a.Ticks()
			if !e.Upcoming || e.Tick != v.world.TickCount()+1 || e.Clock != v.world.Clock()+dt {
				v.err = fmt.Errorf("the explanation is of tick %d at %v, upcoming %v", e.Tick, e.Clock, e.Upcoming)
			}
		}
	}
	v.machine.Tick(dt)
	for a, want := range planned {
		if !v.decisions || a.Ticks() == ticks[a] {
			continue
		}
		got := []string{}
		for i := range a.Program().Len() {
			if a.DecidedFirst()[i/64]>>(i%64)&1 != 0 {
				got = append(got, a.Program().Node(i).Path)
			}
		}
		if !slices.Equal(got, want) && v.err == nil {
			v.err = fmt.Errorf("tick %d of %s plans %v; explained before, it is %v", v.world.TickCount(), a.Label(), got, want)
		}
	}
	state, err := v.world.Snapshot()
	if err != nil {
		v.err = err
	}
	v.states = append(v.states, state)
}

// viewCase runs a case with some options.
func viewCase(c *conform.Case, o engine.Options, v *viewed, observe bool) conform.Result {
	o.NewFields, o.Saver = func(engine.AgentID, string) engine.Fields { return &numbers{} }, caseSaver{}
	return conform.Run(c, func(c *conform.Case, s *conform.Script) (conform.Machine, error) {
		m, err := newMachine(o)(c, s)
		if err != nil {
			return nil, err
		}
		v.machine = m.(*machine)
		v.start(observe)
		return v, nil
	})
}

// TestViewChangesNothing runs random cases with and without traces and explanations of the next tick, and compares
// their states after each tick. It also checks that a trace has the events that an observer gets, and that each
// explanation has the nodes that the next tick plans.
func TestViewChangesNothing(t *testing.T) {
	events, compared := 0, 0
	for i := range uint64(*traceTrees) {
		seed := *traceSeed + i
		c := anyCase(seed, 5)
		plain := &viewed{}
		viewCase(c, engine.Options{}, plain, false)
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("-trace.seed %d -trace.trees 1: %s\n%s", seed, fmt.Sprintf(format, args...), conform.Format(c))
		}
		for _, tt := range []struct {
			name    string
			o       engine.Options
			observe bool
		}{
			{"1 worker", engine.Options{}, false},
			{"1 worker, observed", engine.Options{}, true},
			{"3 workers", engine.Options{Workers: 3}, false},
			{"decided twice", engine.Options{Workers: len(c.Agents), DecideTwice: true}, true},
		} {
			v := &viewed{view: true, decisions: tt.o.DecideTwice}
			viewCase(c, tt.o, v, tt.observe)
			if v.err != nil {
				fail("%s: %v", tt.name, v.err)
			}
			if !slices.EqualFunc(v.states, plain.states, bytes.Equal) {
				fail("%s: the states differ from those without a view", tt.name)
			}
			if tt.observe && !slices.Equal(v.traced, v.observed) {
				fail("%s: the trace is\n%v\nobserved is\n%v", tt.name, v.traced, v.observed)
			}
			events += len(v.traced)
			if v.decisions {
				compared += len(v.states)
			}
		}
	}
	if events < 100 || compared < 100 {
		t.Errorf("%d events, %d ticks compared", events, compared)
	}
}

// TestTrace checks what a trace contains: the lines that scripts log, the exits of a reload, of SetTree and of Reset,
// and the despawn as its last event; and that other agents are left out.
func TestTrace(t *testing.T) {
	f := &forest{}
	walk := f.behavior("walk", &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		c.Log("step\n")
		return engine.Running, nil
	}})
	p, q := compile(t, node(walk)), compile(t, &engine.Node{Kind: kind.Idle})
	for _, workers := range []int{1, 2} {
		w := engine.NewWorld(engine.Options{Workers: workers})
		a, other := w.Spawn(p, "a"), w.Spawn(p, "b")
		w.Observe(func(e engine.Event) {
			if e.Kind == engine.EventLog {
				t.Error("an observer gets a line")
			}
		})
		var got, second []string
		stop := w.Trace(a, func(e engine.Event) {
			got = append(got, e.String())
			if e.Agent == other || e.Kind == engine.EventLog && (e.Text != "step\n" || e.Node != 0 || e.Tick != w.TickCount() || e.Prog != p) {
				t.Errorf("event %+v", e)
			}
		})
		var stopSecond func()
		stopSecond = w.Trace(a, func(e engine.Event) {
			second = append(second, e.String())
			stopSecond()
		})
		w.Tick(frame)
		a.Reset()
		w.Tick(frame)
		w.Reload(map[*engine.Program]*engine.Program{p: compile(t, &engine.Node{Kind: kind.Sequence, Children: []*engine.Node{node(walk)}})})
		a.SetTree(q)
		w.Tick(frame)
		stopThird := w.Trace(a, func(engine.Event) { t.Error("a stopped trace is called") })
		stopThird()
		w.Despawn(a.ID())
		stop()
		stop()
		w.Trace(a, func(engine.Event) {})()
		w.Tick(frame)
		name := p.Node(0).Path
		want := []string{
			"tick 1 a#1 enter " + name, `tick 1 a#1 log "step\n"`, "tick 1 a#1 running " + name, "tick 1 a#1 root running",
			"tick 1 a#1 exit " + name + " reset",
			"tick 2 a#1 enter " + name, `tick 2 a#1 log "step\n"`, "tick 2 a#1 running " + name, "tick 2 a#1 root running",
			"tick 2 a#1 exit " + name + " reloaded",
			"tick 3 a#1 enter idle", "tick 3 a#1 running idle", "tick 3 a#1 root running",
			"tick 3 a#1 exit idle despawned", "tick 3 a#1 despawn",
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d workers:\n%s\nwant\n%s", workers, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if !slices.Equal(second, want[:1]) {
			t.Errorf("a trace that stops itself gets %v", second)
		}
		w.Close()
	}
}

// TestTraceRefuses checks the calls of Trace that are mistakes.
func TestTraceRefuses(t *testing.T) {
	p := compile(t, &engine.Node{Kind: kind.Idle})
	w, other := engine.NewWorld(engine.Options{}), engine.NewWorld(engine.Options{})
	a := w.Spawn(p, "a")
	mustPanic(t, "World.Trace: the function is nil", func() { w.Trace(a, nil) })
	mustPanic(t, "World.Trace: the agent is nil", func() { w.Trace(nil, func(engine.Event) {}) })
	mustPanic(t, "a#1 lives in another world", func() { other.Trace(a, func(engine.Event) {}) })
	mustPanic(t, "Agent.ExplainTick: negative delta", func() { a.ExplainTick(-1) })
	w.Tick(frame)
	w.Despawn(1)
	if e := a.ExplainTick(frame); !e.Gone {
		t.Errorf("%s", e)
	}
}

// TestTraceOutlivesRestore checks that a trace goes on after the world is restored, and ends if the state lacks the
// agent.
func TestTraceOutlivesRestore(t *testing.T) {
	p := compile(t, &engine.Node{Kind: kind.Idle})
	w := engine.NewWorld(engine.Options{})
	w.Spawn(p, "a")
	early, err := w.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	b := w.Spawn(p, "b")
	both, err := w.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	events := 0
	w.Trace(b, func(engine.Event) { events++ })
	names := engine.Resolver{Program: func(string) *engine.Program { return p }}
	for _, s := range []struct {
		state []byte
		want  int
	}{{both, 3}, {early, 0}, {both, 0}} {
		if err := w.Restore(s.state, names); err != nil {
			t.Fatal(err)
		}
		events = 0
		if w.Tick(frame); events != s.want {
			t.Errorf("%d events, want %d", events, s.want)
		}
		if again, err := w.Snapshot(); err != nil || len(again) < 10 {
			t.Fatal(err)
		}
	}
}

// TestTraceDoesNotAllocate checks a tick with a trace, and the functions that an inspector calls after each tick.
func TestTraceDoesNotAllocate(t *testing.T) {
	f := &forest{}
	turn := 0
	walk := f.behavior("walk", &behaviors.Native{
		Precondition: func(c *engine.Context) bool { return c.Tick()%3 != 0 },
		Behavior:     func(*engine.Context) (engine.Status, error) { turn++; return engine.Running, nil },
	})
	w := engine.NewWorld(engine.Options{})
	p := compile(t, &engine.Node{Kind: kind.Priority, Children: []*engine.Node{node(walk), {Kind: kind.Idle}}})
	for range 8 {
		w.Spawn(p, "a")
	}
	var words []uint64
	spans, ran := 0, 0
	tick := func() {
		w.Tick(frame)
		for a := range w.Agents() {
			words = a.AppendRan(a.AppendActive(words[:0]), 1)
			ran += a.RanFor()
			for n := range a.RanSpans {
				spans += n
			}
		}
	}
	for range 100 {
		tick()
	}
	if n := testing.AllocsPerRun(50, tick); n != 0 {
		t.Errorf("without a trace a tick allocates %v times", n)
	}
	events := 0
	w.Trace(w.Agent(3), func(engine.Event) { events++ })
	for range 20 {
		tick()
	}
	if n := testing.AllocsPerRun(50, tick); n != 0 || events == 0 || spans == 0 || ran == 0 {
		t.Errorf("with a trace a tick allocates %v times; %d events", n, events)
	}
}

// TestRanAsWords compares the sets of nodes as words with those as lists, in random cases.
func TestRanAsWords(t *testing.T) {
	for seed := range uint64(20) {
		c := conform.Random(rand.New(rand.NewPCG(seed+1, 7)), allKinds...)
		v := &viewed{}
		viewCase(c, engine.Options{}, v, false)
		for _, a := range v.agents {
			list := func(words []uint64) []int {
				out := []int{}
				for i := range a.Program().Len() {
					if words[i/64]>>(i%64)&1 != 0 {
						out = append(out, i)
					}
				}
				return out
			}
			if got := list(a.AppendActive(nil)); !slices.Equal(got, a.ActiveNodes()) {
				t.Errorf("seed %d: active %v, want %v", seed, got, a.ActiveNodes())
			}
			k, same := 0, true
			for ticks, ran := range a.RanSpans {
				for range ticks {
					k++
					if !slices.Equal(list(ran), a.RanNodes(k)) || !slices.Equal(list(a.AppendRan(nil, k)), a.RanNodes(k)) {
						t.Errorf("seed %d: %d ticks ago %v, want %v", seed, k, list(ran), a.RanNodes(k))
					}
				}
				if same && a.RanFor() < ticks {
					t.Errorf("seed %d: RanFor is %d, want at least %d", seed, a.RanFor(), ticks)
				}
				same = false
			}
			if a.RanNodes(k+1) != nil || a.AppendRan(nil, k+1) != nil || a.RanNodes(k) == nil && k > 0 {
				t.Errorf("seed %d: %d ticks in spans", seed, k)
			}
		}
	}
}
