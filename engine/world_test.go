package engine_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// forest assigns IDs to native behaviors for tests.
type forest struct {
	ids  behaviors.IDs
	defs map[string]*engine.Behavior
}

func (f *forest) behavior(name string, n *behaviors.Native) *engine.Behavior {
	if f.defs == nil {
		f.defs = map[string]*engine.Behavior{}
	}
	if f.defs[name] == nil {
		f.defs[name] = n.Define(name, &f.ids)
	}
	return f.defs[name]
}

func node(b *engine.Behavior, children ...*engine.Node) *engine.Node {
	return &engine.Node{Behavior: b, Children: children}
}

func compile(t testing.TB, root *engine.Node) *engine.Program {
	t.Helper()
	p, err := engine.Compile(engine.Definition{Name: "test", Root: root})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var (
	keyHP     = engine.KeyOf("hp")
	keyX      = engine.KeyOf("x")
	keyVX     = engine.KeyOf("vx")
	keyTarget = engine.KeyOf("target")
	keySwings = engine.KeyOf("swings")
	keyTicks  = engine.KeyOf("ticks")
)

func add(a *engine.Agent, k engine.Key, d float64) { a.Set(k, value.Number(a.Get(k).Float()+d)) }

// guardTree returns the tree of the guard scenario, with behaviors written in Go.
func guardTree(f *forest) *engine.Node {
	run := func(do func(*engine.Agent)) func(*engine.Context) (engine.Status, error) {
		return func(c *engine.Context) (engine.Status, error) {
			do(c.Agent())
			return engine.Running, nil
		}
	}
	root := f.behavior("root", &behaviors.Native{Behavior: run(func(a *engine.Agent) { add(a, keyTicks, 1) })})
	flee := f.behavior("flee", &behaviors.Native{
		Precondition: func(c *engine.Context) bool { return c.Agent().Get(keyHP).Float() < 30 },
		Behavior:     run(func(a *engine.Agent) { add(a, keyX, -a.Get(keyVX).Float()) }),
	})
	combat := f.behavior("combat", &behaviors.Native{
		Precondition: func(c *engine.Context) bool { return !c.Agent().Get(keyTarget).IsNil() },
	})
	melee := f.behavior("melee", &behaviors.Native{
		Precondition: func(c *engine.Context) bool {
			d := c.Agent().Get(keyTarget).Float() - c.Agent().Get(keyX).Float()
			return d*d < 4
		},
		Behavior: run(func(a *engine.Agent) { add(a, keySwings, 1) }),
	})
	chase := f.behavior("chase", &behaviors.Native{Behavior: run(func(a *engine.Agent) {
		if a.Get(keyTarget).Float() > a.Get(keyX).Float() {
			add(a, keyX, a.Get(keyVX).Float())
		} else {
			add(a, keyX, -a.Get(keyVX).Float())
		}
	})})
	patrol := f.behavior("patrol", &behaviors.Native{Behavior: run(func(a *engine.Agent) {
		add(a, keyX, a.Get(keyVX).Float())
		if x := a.Get(keyX).Float(); x < 0 || x > 100 {
			a.Set(keyVX, value.Number(-a.Get(keyVX).Float()))
		}
	})})
	return node(root, node(flee), node(combat, node(melee), node(chase)), node(patrol))
}

func guardAgents(w *engine.World, p *engine.Program, n int) {
	for i := range n {
		a := w.Spawn(p, "guard")
		a.Set(keyHP, value.Number(100))
		if i%10 == 0 {
			a.Set(keyHP, value.Number(10))
		}
		a.Set(keyX, value.Number(float64(i%50)))
		a.Set(keyVX, value.Number(1))
		a.Set(keySwings, value.Number(0))
		a.Set(keyTicks, value.Number(0))
		if k := i % 10; k >= 1 && k <= 4 {
			target := float64(i % 50)
			if i%2 == 1 {
				target += 1e6
			}
			a.Set(keyTarget, value.Number(target))
		}
	}
}

const frame = 16 * time.Millisecond

func TestTickAllocatesNothing(t *testing.T) {
	for _, workers := range []int{1, 2} {
		w := engine.NewWorld(engine.Options{Workers: workers})
		defer w.Close()
		guardAgents(w, compile(t, guardTree(&forest{})), 1000)
		for range 100 {
			w.Tick(frame) // past the first entries of nodes
		}
		if n := testing.AllocsPerRun(100, func() { w.Tick(frame) }); n != 0 {
			t.Errorf("%d workers: %v allocations per world tick, want 0", workers, n)
		}
	}
}

func TestEnterAndExitAllocateNothing(t *testing.T) {
	f := &forest{}
	flip := func(odd bool) *behaviors.Native {
		return &behaviors.Native{
			Precondition: func(c *engine.Context) bool { return (c.Tick()%2 == 1) == odd },
			OnEnter:      func(*engine.Context) error { return nil },
			OnExit:       func(*engine.Context, engine.Reason) error { return nil },
		}
	}
	w := engine.NewWorld(engine.Options{})
	root := f.behavior("root", &behaviors.Native{})
	p := compile(t, node(root, node(f.behavior("odd", flip(true))), node(f.behavior("even", flip(false)))))
	for range 10 {
		w.Spawn(p, "flipper")
	}
	w.Tick(frame)
	if n := testing.AllocsPerRun(100, func() { w.Tick(frame) }); n != 0 {
		t.Errorf("%v allocations per world tick with entries and exits, want 0", n)
	}
}

// trace returns a list to which events are appended as lines.
func trace(w *engine.World) *[]string {
	var lines []string
	w.Observe(func(e engine.Event) { lines = append(lines, e.String()) })
	return &lines
}

// gossip returns a tree whose agents post stimuli to each other, write to a board, and draw random
// numbers.
func gossip(f *forest) *engine.Node {
	root := f.behavior("root", &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		r := c.Rand().Float64()
		to := engine.AgentID(1 + c.Rand().IntRange(0, 6))
		if r < 0.3 {
			c.Post(to, engine.Stimulus{Name: "noise", Data: value.Number(r)})
			c.SetBoard("team", "last", value.Number(float64(c.Agent().ID())))
		}
		if c.Board("team", "last").Float() == float64(c.Agent().ID()) {
			c.Log("I was last")
		}
		return engine.Running, nil
	}})
	startled := f.behavior("startled", &behaviors.Native{Stimulus: "noise", Behavior: func(c *engine.Context) (engine.Status, error) {
		s, _ := c.Stimulus()
		if s.Data.Float() < 0.1 {
			return engine.Failure, fmt.Errorf("startled by %v", s.Data)
		}
		return engine.Success, nil
	}})
	idle := f.behavior("idle", &behaviors.Native{Precondition: func(c *engine.Context) bool { return c.Rand().Float64() < 0.5 }})
	return node(root, node(startled), node(idle))
}

func runGossip(t *testing.T, o engine.Options, observed bool, between func(*engine.World)) (lines []string, logs string) {
	var log strings.Builder
	o.Seed = 7
	o.OnLog = func(a *engine.Agent, text string) { fmt.Fprintln(&log, a.Label(), text) }
	w := engine.NewWorld(o)
	defer w.Close()
	p := compile(t, gossip(&forest{}))
	for range 7 {
		w.Spawn(p, "g")
	}
	var events *[]string
	if observed {
		events = trace(w)
	}
	for range 50 {
		w.Tick(frame)
		if between != nil {
			between(w)
		}
	}
	for a := range w.Agents() {
		fmt.Fprintln(&log, a.Label(), a.Status(), a.ActiveNodes(), a.RanNodes(1), a.Stimuli())
	}
	if events != nil {
		lines = *events
	}
	return lines, log.String()
}

func TestWorkersAndObserversDoNotShow(t *testing.T) {
	want, wantLog := runGossip(t, engine.Options{}, true, nil)
	if len(want) < 300 || wantLog == "" {
		t.Fatalf("the scenario does nothing: %d events", len(want))
	}
	explain := func(w *engine.World) {
		for a := range w.Agents() {
			_ = a.Explain().String()
		}
	}
	for _, tt := range []struct {
		name     string
		o        engine.Options
		observed bool
		between  func(*engine.World)
	}{
		{"3 workers", engine.Options{Workers: 3}, true, nil},
		{"4 workers unobserved", engine.Options{Workers: 4}, false, nil},
		{"decided twice", engine.Options{DecideTwice: true}, true, nil},
		{"explained between ticks", engine.Options{Workers: 2}, true, explain},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, log := runGossip(t, tt.o, tt.observed, tt.between)
			if tt.observed && !slices.Equal(got, want) {
				t.Error("the trace differs")
			}
			if log != wantLog {
				t.Errorf("the log differs:\n%s\nwant\n%s", log, wantLog)
			}
		})
	}
}

func TestImpureDecisionIsNoted(t *testing.T) {
	f := &forest{}
	calls := 0
	moody := f.behavior("moody", &behaviors.Native{Precondition: func(*engine.Context) bool {
		calls++
		return calls%2 == 0
	}})
	w := engine.NewWorld(engine.Options{DecideTwice: true})
	a := w.Spawn(compile(t, node(moody)), "a")
	w.Tick(frame)
	if got := w.Impure(); len(got) != 1 || got[0] != a.ID() {
		t.Errorf("Impure = %v, want the agent", got)
	}
}

// TestImpurePickIsNoted checks that a node which picks another stimulus when it is asked again is noted, although it is
// planned both times.
func TestImpurePickIsNoted(t *testing.T) {
	f := &forest{}
	calls := 0
	moody := f.behavior("moody", &behaviors.Native{Stimulus: "noise", Precondition: func(*engine.Context) bool {
		calls++
		return calls > 1
	}})
	w := engine.NewWorld(engine.Options{DecideTwice: true})
	a := w.Spawn(compile(t, node(moody)), "a")
	for range 2 {
		w.Post(a.ID(), engine.Stimulus{Name: "noise"})
	}
	w.Tick(frame)
	if got := w.Impure(); len(got) != 1 || got[0] != a.ID() {
		t.Errorf("Impure = %v, want the agent", got)
	}
	w.Tick(frame)
	if got := w.Impure(); len(got) != 1 {
		t.Errorf("Impure = %v, want the agent once", got)
	}
}

// TestRehearsalIsSilent checks that a line is logged once although each decision is made twice.
func TestRehearsalIsSilent(t *testing.T) {
	f := &forest{}
	root := f.behavior("root", &behaviors.Native{Precondition: func(c *engine.Context) bool {
		c.Log("asked")
		return true
	}})
	lines := 0
	w := engine.NewWorld(engine.Options{DecideTwice: true, OnLog: func(*engine.Agent, string) { lines++ }})
	w.Spawn(compile(t, node(root)), "a")
	w.Tick(frame)
	if lines != 1 {
		t.Errorf("%d lines, want 1", lines)
	}
}

// TestDecisionChangesNothing checks that each method that a hook may call to change anything panics in a decision, and
// that an explanation logs nothing.
func TestDecisionChangesNothing(t *testing.T) {
	for name, change := range map[string]func(*engine.Context){
		"Agent.Set":          func(c *engine.Context) { c.Agent().Set(keyX, value.Number(1)) },
		"Context.Post":       func(c *engine.Context) { c.Post(1, engine.Stimulus{Name: "noise"}) },
		"Context.Request":    func(c *engine.Context) { c.Request(engine.Request{Kind: "walk"}) },
		"Context.SetBoard":   func(c *engine.Context) { c.SetBoard("town", "alarm", value.Bool(true)) },
		"Context.ClaimBoard": func(c *engine.Context) { c.ClaimBoard("town", "alarm", value.Bool(true)) },
		"Context.Sleep":      func(c *engine.Context) { c.Sleep(time.Hour) },
		"Context.ResetAgent": func(c *engine.Context) { c.ResetAgent() },
	} {
		f := &forest{}
		root := f.behavior("root", &behaviors.Native{Precondition: func(c *engine.Context) bool {
			change(c)
			return true
		}})
		w := engine.NewWorld(engine.Options{})
		a := w.Spawn(compile(t, node(root)), "a")
		want := name + " called in a decision"
		mustPanic(t, want, func() { a.Explain() })
		mustPanic(t, want, func() { w.Tick(frame) })
		w.Close()
		if a.Set(keyX, value.Number(2)); a.Get(keyX).Float() == 2 {
			t.Error("Set changes an agent of a closed world")
		}
	}
	f := &forest{}
	root := f.behavior("root", &behaviors.Native{Precondition: func(c *engine.Context) bool {
		c.Log("asked")
		return true
	}})
	lines := 0
	w := engine.NewWorld(engine.Options{OnLog: func(*engine.Agent, string) { lines++ }})
	a := w.Spawn(compile(t, node(root)), "a")
	a.Explain()
	w.Tick(frame)
	a.Explain()
	w.Tick(0)
	if lines != 2 {
		t.Errorf("%d lines in 2 ticks", lines)
	}
}

func TestPauseAndStep(t *testing.T) {
	f := &forest{}
	var deltas []time.Duration
	root := f.behavior("root", &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		deltas = append(deltas, c.DT())
		return engine.Running, nil
	}})
	w := engine.NewWorld(engine.Options{})
	a := w.Spawn(compile(t, node(root)), "a")
	w.Tick(time.Second)
	a.Pause()
	w.Tick(time.Second)
	w.Tick(time.Second)
	a.Step()
	w.Tick(time.Second)
	w.Tick(time.Second)
	a.Resume()
	w.Tick(2 * time.Second)
	want := []time.Duration{time.Second, time.Second, 2 * time.Second}
	if !slices.Equal(deltas, want) || a.Ticks() != 3 {
		t.Errorf("deltas %v in %d ticks, want %v", deltas, a.Ticks(), want)
	}
}

func TestSleepEndsWithTimeOrStimulus(t *testing.T) {
	f := &forest{}
	root := f.behavior("root", &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		add(c.Agent(), keyTicks, 1)
		c.Sleep(3 * time.Second)
		return engine.Running, nil
	}})
	w := engine.NewWorld(engine.Options{})
	a := w.Spawn(compile(t, node(root)), "a")
	var got []float64
	for i := range 8 {
		if i == 5 {
			w.Post(a.ID(), engine.Stimulus{Name: "noise"})
		}
		w.Tick(time.Second)
		got = append(got, a.Get(keyTicks).Float())
	}
	if want := []float64{1, 1, 1, 2, 2, 3, 3, 3}; !slices.Equal(got, want) {
		t.Errorf("ticks %v, want %v", got, want)
	}
}

func TestMisusePanics(t *testing.T) {
	f := &forest{}
	w := engine.NewWorld(engine.Options{})
	root := f.behavior("root", &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		w.Despawn(c.Agent().ID())
		return engine.Running, nil
	}})
	p := compile(t, node(root))
	w.Spawn(p, "a")
	mustPanic(t, "called during a tick", func() { w.Tick(frame) })
	mustPanic(t, "World.Observe: the function is nil", func() { w.Observe(nil) })
	mustPanic(t, "World.Spawn: the program is nil", func() { w.Spawn(nil, "b") })
	a := w.Agent(1)
	mustPanic(t, "Agent.SetTree: the program is nil", func() { a.SetTree(nil) })
	self := &value.Table{Entries: make([]value.Entry, 1)}
	self.Entries[0] = value.Entry{Key: value.String("self"), Value: value.Other(self)}
	for want, set := range map[string]func(*engine.Agent){
		"Agent.Set called with the zero Key": func(a *engine.Agent) { a.Set(engine.Key{}, value.Number(1)) },
		"Agent.Set called with a table":      func(a *engine.Agent) { a.Set(keyX, value.Other(self)) },
	} {
		mustPanic(t, want, func() { set(a) })
		setter := (&forest{}).behavior("setter", &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
			set(c.Agent())
			return engine.Running, nil
		}})
		in := engine.NewWorld(engine.Options{})
		in.Spawn(compile(t, node(setter)), "b")
		mustPanic(t, want, func() { in.Tick(frame) })
	}
	for _, i := range []int{-1, 1, 99} {
		mustPanic(t, "Agent.NodeActive: a#1 has no node", func() { a.NodeActive(i) })
		mustPanic(t, "Agent.ActiveFor: a#1 has no node", func() { a.ActiveFor(i) })
		mustPanic(t, "has no node", func() { p.Node(i) })
	}
	if w.ClearFaults(nil); w.Quarantined(nil) {
		t.Error("nil is in quarantine")
	}
	mustPanic(t, "negative delta", func() { w.Tick(-1) })
	mustPanic(t, "give the time since the last tick", func() { w.Tick(time.Since(time.Time{})) })
	w.Close()
	w.Close()
	mustPanic(t, "closed world", func() { w.Spawn(p, "b") })
	mustPanic(t, "has no ID", func() {
		engine.NewWorld(engine.Options{}).Spawn(compile(t, node(&engine.Behavior{Name: "x"})), "a")
	})
}

// TestPanicOfAWorker checks that Tick panics if a behavior panics or ends its goroutine, whichever worker runs it, and
// that the other workers have finished then and the world can be ticked again.
func TestPanicOfAWorker(t *testing.T) {
	wrong := errors.New("mine")
	for _, workers := range []int{1, 2, 3} {
		for id := range engine.AgentID(3) {
			id++
			var fail func()
			f := &forest{}
			w := engine.NewWorld(engine.Options{Workers: workers})
			p := compile(t, node(f.behavior("root", &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
				add(c.Agent(), keyX, 1)
				if c.Agent().ID() == id && fail != nil {
					fail()
				}
				return engine.Running, nil
			}})))
			for range 3 {
				w.Spawn(p, "a")
			}
			fail = func() { panic(wrong) }
			func() {
				defer func() {
					if err, _ := recover().(error); !errors.Is(err, wrong) {
						t.Errorf("%d workers, agent %d: %v", workers, id, err)
					}
				}()
				w.Tick(frame)
			}()
			if int(id-1)%workers > 0 {
				fail = runtime.Goexit
				mustPanic(t, "has ended the goroutine", func() { w.Tick(frame) })
			}
			fail = nil
			before := w.Agent(3).Get(keyX).Float()
			w.Tick(frame)
			if got := w.Agent(3).Get(keyX).Float(); got != before+1 {
				t.Errorf("%d workers, agent %d: %v ticks after the panic", workers, id, got-before)
			}
			w.Close()
		}
	}
}

// TestOthersAreTickedDespitePanic checks that a panic in each tick of some agents, in a hook or in the rule for requests,
// leaves all other agents their ticks, with any number of workers. The panic of the first agent continues. It must not
// matter if it ends the goroutine of its worker instead.
func TestOthersAreTickedDespitePanic(t *testing.T) {
	const agents, ticks = 12, 3
	for _, where := range []string{"hook", "precondition", "rule"} {
		for _, workers := range []int{1, 2, 3} {
			for _, exits := range []engine.AgentID{0, 5, 6} { // the agent that ends its goroutine; 0 for none
				if exits > 0 && int(exits-1)%workers == 0 {
					continue // it would end the goroutine of the test
				}
				fail := func(id engine.AgentID) {
					switch id {
					case exits:
						runtime.Goexit()
					case 4, 5, 6, 9:
						panic(fmt.Sprint("of agent ", id))
					}
				}
				f := &forest{}
				b := f.behavior("b", &behaviors.Native{
					Precondition: func(c *engine.Context) bool {
						if where == "precondition" {
							fail(c.Agent().ID())
						}
						return true
					},
					Behavior: func(c *engine.Context) (engine.Status, error) {
						if where == "hook" {
							fail(c.Agent().ID())
						}
						return engine.Running, c.Request(engine.Request{Kind: "walk"})
					},
				})
				var finished [agents + 1]int
				w := engine.NewWorld(engine.Options{Workers: workers, RequestRule: func(a *engine.Agent, inForce, active *engine.Request, passive []engine.Request) *engine.Request {
					if where == "rule" {
						fail(a.ID())
					}
					finished[a.ID()]++
					return active
				}})
				p := compile(t, node(b))
				for range agents {
					w.Spawn(p, "a")
				}
				first := "of agent "
				if workers == 1 {
					first = "of agent 4"
				}
				for range ticks {
					mustPanic(t, first, func() { w.Tick(frame) })
				}
				want := [agents + 1]int{0, ticks, ticks, ticks, 0, 0, 0, ticks, ticks, 0, ticks, ticks, ticks}
				if finished != want {
					t.Errorf("%s, %d workers, Goexit of %d: finished %v", where, workers, exits, finished)
				}
				w.Close()
			}
		}
	}
}

// TestNodesOfPanic checks that the nodes that ran in a tick that has panicked are not attributed to the next agent.
func TestNodesOfPanic(t *testing.T) {
	f := &forest{}
	empty := f.behavior("empty", &behaviors.Native{})
	panics := f.behavior("panics", &behaviors.Native{Behavior: func(*engine.Context) (engine.Status, error) { panic("mine") }})
	w := engine.NewWorld(engine.Options{})
	w.Spawn(compile(t, node(empty, node(empty, node(panics)))), "a")
	small := w.Spawn(compile(t, node(empty)), "b")
	mustPanic(t, "mine", func() { w.Tick(frame) })
	w.Despawn(1)
	w.Tick(frame)
	if ran := small.RanNodes(1); len(ran) != 1 {
		t.Errorf("the next agent ran the nodes %v", ran)
	}
	if _, err := w.Snapshot(); err != nil {
		t.Error(err)
	}
}

// TestAfterPanic checks that a decision that panics has no effect on other agents, and on hooks that run between ticks.
func TestAfterPanic(t *testing.T) {
	for _, twice := range []bool{false, true} {
		f := &forest{}
		bad, lines := true, 0
		w := engine.NewWorld(engine.Options{DecideTwice: twice, OnLog: func(*engine.Agent, string) { lines++ }})
		idle := func(*engine.Context) (engine.Status, error) { return engine.Running, nil }
		second := f.behavior("second", &behaviors.Native{
			Interval: time.Hour, NonExclusive: true, Behavior: idle,
			Precondition: func(c *engine.Context) bool { return c.Agent().ID() == 2 },
		})
		wrong := f.behavior("wrong", &behaviors.Native{
			NonExclusive: true, Behavior: idle,
			Precondition: func(c *engine.Context) bool {
				if bad && c.Agent().ID() == 2 {
					panic("mine")
				}
				return true
			},
			OnExit: func(c *engine.Context, _ engine.Reason) error {
				c.Post(2, engine.Stimulus{Name: "bye"})
				c.Log("bye")
				return nil
			},
		})
		p := compile(t, node(f.behavior("root", &behaviors.Native{}), node(second), node(wrong)))
		leaf := compile(t, node(f.behavior("leaf", &behaviors.Native{Behavior: idle})))
		one, two, three := w.Spawn(p, "one"), w.Spawn(p, "two"), w.Spawn(leaf, "three")
		mustPanic(t, "mine", func() { w.Tick(frame) })
		bad = false
		w.Despawn(one.ID())
		if len(two.Stimuli()) > 0 || lines != 1 {
			t.Errorf("twice %v: %d lines of on_exit", twice, lines)
		}
		two.Pause()
		four := w.Spawn(p, "four")
		for range 3 {
			w.Tick(frame)
		}
		if three.Status() != engine.Running || four.NodeActive(1) {
			t.Errorf("twice %v: agent 4 has the answers of agent 2", twice)
		}
		w.Close()
	}
}

// TestLogsOfPanic checks that a tick that panics delivers the lines that were logged before, and that the lines of
// later ticks are in order.
func TestLogsOfPanic(t *testing.T) {
	for _, callback := range []bool{false, true} {
		for workers := 1; workers <= 3; workers++ {
			f := &forest{}
			var lines []string
			bad := 0
			w := engine.NewWorld(engine.Options{Workers: workers, OnLog: func(a *engine.Agent, text string) {
				if lines = append(lines, a.Label()+" "+text); callback && len(lines) == 5 {
					panic("of the game")
				}
			}})
			p := compile(t, node(f.behavior("root", &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
				c.Log(fmt.Sprint(c.Tick()))
				if int(c.Agent().ID()) == bad {
					panic("of a hook")
				}
				return engine.Running, nil
			}})))
			for range 3 {
				w.Spawn(p, "a")
			}
			w.Tick(frame)
			if !callback {
				bad = 3
			}
			mustPanic(t, "of ", func() { w.Tick(frame) })
			bad = 0
			w.Tick(frame)
			want := []string{"a#1 1", "a#2 1", "a#3 1", "a#1 2", "a#2 2", "a#3 2", "a#1 3", "a#2 3", "a#3 3"}
			if callback {
				want = slices.Delete(want, 5, 6)
			}
			if !slices.Equal(lines, want) {
				t.Errorf("%d workers, callback %v: got %v, want %v", workers, callback, lines, want)
			}
			w.Close()
		}
	}
}

// TestToldInOrderOfTime checks that errors, log lines and events are told as they happened, agent by agent, with any
// number of workers.
func TestToldInOrderOfTime(t *testing.T) {
	for workers := 1; workers <= 3; workers++ {
		f := &forest{}
		var told []string
		w := engine.NewWorld(engine.Options{
			Workers: workers, QuarantineAfter: 1,
			OnLog: func(a *engine.Agent, text string) { told = append(told, a.Label()+" says "+text) },
			OnFault: func(f *engine.Fault) {
				told = append(told, fmt.Sprintf("%s fails, quarantined %v", f.Label, f.Quarantined))
			},
		})
		w.Observe(func(e engine.Event) {
			if e.Kind != engine.EventFault {
				told = append(told, strings.TrimPrefix(e.String(), "tick 1 "))
			}
		})
		p := compile(t, node(f.behavior("root", &behaviors.Native{
			OnEnter: func(c *engine.Context) error { c.Log("hello"); return nil },
			OnExit:  func(c *engine.Context, _ engine.Reason) error { c.Log("bye"); return nil },
			Behavior: func(c *engine.Context) (engine.Status, error) {
				return engine.Failure, errors.New("by intent")
			},
		})))
		for range 2 {
			w.Spawn(p, "a")
		}
		told = nil
		w.Tick(frame)
		want := []string{
			"a#1 enter root", "a#1 says hello", "a#1 fails, quarantined false", "a#1 says bye", "a#1 exit root error", "a#1 root failure",
			"a#2 enter root", "a#2 says hello", "a#2 says bye", "a#2 exit root error", "a#2 root failure",
			"a#2 fails, quarantined true",
		}
		if !slices.Equal(told, want) {
			t.Errorf("%d workers: told\n%s", workers, strings.Join(told, "\n"))
		}
		w.Close()
	}
}

// TestLogsOfPanicInExit is TestLogsOfPanic for a hook that panics between ticks. Despawn must remove the agent.
func TestLogsOfPanicInExit(t *testing.T) {
	for workers := 1; workers <= 3; workers++ {
		f := &forest{}
		var lines []string
		w := engine.NewWorld(engine.Options{Workers: workers, OnLog: func(a *engine.Agent, text string) { lines = append(lines, a.Label()+" "+text) }})
		p := compile(t, node(f.behavior("root", &behaviors.Native{
			Behavior: func(c *engine.Context) (engine.Status, error) {
				c.Log(fmt.Sprint(c.Tick()))
				return engine.Running, nil
			},
			OnExit: func(c *engine.Context, _ engine.Reason) error {
				c.Log("bye")
				panic("of a hook")
			},
		})))
		for range 4 {
			w.Spawn(p, "a")
		}
		w.Tick(frame)
		mustPanic(t, "of a hook", func() { w.Despawn(4) })
		if w.Agent(4) != nil || w.Len() != 3 {
			t.Errorf("%d workers: %d agents", workers, w.Len())
		}
		w.Tick(frame)
		want := []string{"a#1 1", "a#2 1", "a#3 1", "a#4 1", "a#4 bye", "a#1 2", "a#2 2", "a#3 2"}
		if !slices.Equal(lines, want) {
			t.Errorf("%d workers: got %v, want %v", workers, lines, want)
		}
	}
}

// TestFirstPanicCounts checks that the panic of the first worker passes through Tick if several workers panic.
func TestFirstPanicCounts(t *testing.T) {
	f := &forest{}
	w := engine.NewWorld(engine.Options{Workers: 3})
	p := compile(t, node(f.behavior("root", &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		panic(c.Agent().Label())
	}})))
	for _, name := range []string{"a", "b", "c"} {
		w.Spawn(p, name)
	}
	mustPanic(t, "a#1", func() { w.Tick(frame) })
	w.Close()
}

func mustPanic(t *testing.T, part string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if r := recover(); !strings.Contains(fmt.Sprint(r), part) {
			t.Errorf("panic %v, want one about %q", r, part)
		}
	}()
	f()
}

// BenchmarkGuardNative measures the guard scenario with behaviors written in Go, per agent and
// tick.
func BenchmarkGuardNative(b *testing.B) {
	w := engine.NewWorld(engine.Options{})
	guardAgents(w, compile(b, guardTree(&forest{})), 1000)
	w.Tick(frame)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		w.Tick(frame)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/agent")
}

// BenchmarkWorkers measures the gain by a second worker in the guard scenario. It alternately ticks
// a world with one worker and a world with two workers. The metric gain is the median ratio of
// their times. The benchmark needs two idle cores.
func BenchmarkWorkers(b *testing.B) {
	var worlds [2]*engine.World
	for i := range worlds {
		worlds[i] = engine.NewWorld(engine.Options{Workers: i + 1})
		defer worlds[i].Close()
		guardAgents(worlds[i], compile(b, guardTree(&forest{})), 10_000)
		worlds[i].Tick(frame)
	}
	gains := make([]float64, b.N)
	b.ResetTimer()
	for i := range gains {
		start := time.Now()
		worlds[0].Tick(frame)
		between := time.Now()
		worlds[1].Tick(frame)
		gains[i] = float64(between.Sub(start)) / float64(time.Since(between))
	}
	slices.Sort(gains)
	b.ReportMetric(gains[b.N/2], "gain")
}

// TestGamePutsToSleep checks that Agent.Sleep makes an agent skip ticks, and that a stimulus or a
// second call ends the sleep.
func TestGamePutsToSleep(t *testing.T) {
	f := &forest{}
	w := engine.NewWorld(engine.Options{})
	defer w.Close()
	idle := f.behavior("idler", &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		c.Agent().Set(keyX, value.Number(c.DT().Seconds()))
		return engine.Running, nil
	}})
	a := w.Spawn(compile(t, node(idle)), "a")
	tick := func(want int64, dt float64) {
		t.Helper()
		w.Tick(time.Second)
		if got := a.Get(keyX).Float(); a.Ticks() != want || got != dt {
			t.Errorf("%d ticks, the last over %v s; want %d, %v s", a.Ticks(), got, want, dt)
		}
	}
	tick(1, 1)
	a.Sleep(3 * time.Second)
	tick(1, 1)
	tick(1, 1)
	tick(2, 3)
	a.Sleep(time.Hour)
	tick(2, 3)
	w.Post(a.ID(), engine.Stimulus{Name: "noise"})
	tick(3, 2)
	a.Sleep(time.Hour)
	a.Sleep(0)
	tick(4, 1)
}

// TestEqualGround checks that an agent that is ticked in every tick and one that is ticked in every
// tenth tick move equally far, by DT.
func TestEqualGround(t *testing.T) {
	f := &forest{}
	walk := f.behavior("walk", &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		add(c.Agent(), keyX, 3*c.DT().Seconds())
		if c.Agent().Name() == "lazy" {
			c.Sleep(10 * frame)
		}
		return engine.Running, nil
	}})
	w := engine.NewWorld(engine.Options{})
	defer w.Close()
	p := compile(t, node(walk))
	keen, lazy := w.Spawn(p, "keen"), w.Spawn(p, "lazy")
	for range 101 {
		w.Tick(frame)
	}
	if a, b := keen.Get(keyX).Float(), lazy.Get(keyX).Float(); max(a-b, b-a) > 1e-9 || keen.Ticks() != 101 || lazy.Ticks() != 11 {
		t.Errorf("in %d ticks %v, in %d ticks %v", keen.Ticks(), a, lazy.Ticks(), b)
	}
}

// BenchmarkDepth measures what each level of a chain costs an agent in a tick: nodes of a kind, each the only child of
// the one above, with an idle leaf at the end.
func BenchmarkDepth(b *testing.B) {
	for _, k := range []kind.Kind{kind.Priority, kind.Sequence} {
		for _, agents := range []int{100, 1000} {
			for _, levels := range []int{4, 16, 64, 200} {
				b.Run(fmt.Sprintf("%s/agents=%d/levels=%d", k, agents, levels), func(b *testing.B) {
					root := of(kind.Idle, engine.Settings{})
					for range levels {
						root = of(k, engine.Settings{}, root)
					}
					w := engine.NewWorld(engine.Options{})
					defer w.Close()
					p := compile(b, root)
					for range agents {
						w.Spawn(p, "a")
					}
					for b.Loop() {
						w.Tick(frame)
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*agents*levels), "ns/level")
				})
			}
		}
	}
}
