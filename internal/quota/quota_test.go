package quota_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/quota"
	"github.com/bough-dev/bough/luabind/lua"
)

// game is a world whose agents have one behavior. Its hooks are Go functions that determine their own costs.
type game struct {
	world   *engine.World
	quota   *quota.Quota
	tree    *engine.Program
	workers []*worker
	agents  map[*engine.Agent]*agent
	play    func(*turn) // called for each agent in each tick
}

// worker is a worker that runs hooks.
type worker struct {
	lua   *lua.State
	meter *quota.Meter
	turn  uint64
}

// agent is an agent with its data, and with the errors of its hook calls.
type agent struct {
	*engine.Agent
	own   *lua.Table   // holds everything that the agent keeps
	list  *lua.Table   // a list in own
	walks int          // number of walks over the agent
	said  []string     // errors of stopped hook calls, each with its tick
	overs []quota.Over // reasons of the same errors
}

// drop empties the data of an agent.
func (a *agent) drop() {
	a.own, a.list = lua.NewTable(0, 1), lua.NewTable(1000, 0)
	if err := a.own.Set(lua.Name("list"), a.list.Value()); err != nil {
		panic(err)
	}
}

// turn is a turn of one agent in one tick.
type turn struct {
	*worker
	c     *engine.Context
	agent *agent
}

func newGame(t *testing.T, l quota.Limits, workers int) *game {
	t.Helper()
	g := &game{agents: map[*engine.Agent]*agent{}, play: func(*turn) {}}
	g.quota = quota.New(l, func(a *engine.Agent, yield func(name, of string, v lua.Value)) {
		g.agents[a].walks++
		yield("agent", "", g.agents[a].own.Value())
	})
	g.begin(workers)
	var ids behaviors.IDs
	hook := &behaviors.Native{
		Precondition: func(c *engine.Context) bool { g.turn(c); return true },
		Behavior:     func(*engine.Context) (engine.Status, error) { return engine.Running, nil },
	}
	var err error
	if g.tree, err = engine.Compile(engine.Definition{Name: "main", Root: &engine.Node{Kind: kind.Priority, Children: []*engine.Node{{Behavior: hook.Define("play", &ids)}}}}); err != nil {
		t.Fatal(err)
	}
	g.world = engine.NewWorld(engine.Options{Workers: workers, OnFault: func(f *engine.Fault) { t.Error(f) }})
	t.Cleanup(g.world.Close)
	return g
}

// begin creates the workers of the world.
func (g *game) begin(workers int) {
	g.workers = nil
	for range workers {
		s := lua.NewState()
		g.workers = append(g.workers, &worker{lua: s, meter: g.quota.Meter(s)})
	}
}

func (g *game) spawn() *agent {
	a := &agent{Agent: g.world.Spawn(g.tree, "a")}
	a.drop()
	g.agents[a.Agent] = a
	return a
}

// tick makes n ticks as a game does.
func (g *game) tick(n int) {
	for range n {
		g.world.Tick(time.Second)
		g.quota.ReviewAgents()
	}
}

func (g *game) turn(c *engine.Context) {
	w := g.workers[c.Agent().Worker()]
	if w.turn != c.Turn() {
		w.turn = c.Turn()
		w.meter.Begin(c)
	}
	g.play(&turn{w, c, g.agents[c.Agent()]})
}

// callSteps is the cost of a call of an empty function of Go.
const callSteps = 4

// call makes a hook call. It returns the reason if the call was stopped, and otherwise "".
func (x *turn) call(f func(*lua.Call)) (why string) {
	_, err := x.lua.Call(lua.NewFunction("hook", func(c *lua.Call) error { f(c); return nil }).Value())
	if err != nil {
		cause, what := lua.ErrSteps, "steps"
		if errors.Is(err, lua.ErrBytes) {
			cause, what = lua.ErrBytes, "bytes"
		}
		o := x.meter.Over(cause)
		switch {
		case o.Excess != nil:
			why = "keeps " + o.Excess.Where[0].Path
		case o.Scarce:
			why = fmt.Sprintf("only %d %s", o.Given, what)
		default:
			why = fmt.Sprintf("%d %s", o.Given, what)
		}
		x.agent.said = append(x.agent.said, fmt.Sprintf("%d: %s", x.c.Tick(), why))
		x.agent.overs = append(x.agent.overs, o)
	}
	x.meter.EndCall()
	return why
}

// spend makes a hook call that takes n steps.
func (x *turn) spend(n int) string { return x.call(func(c *lua.Call) { c.Spend(n - callSteps) }) }

// waste makes a hook call that allocates n bytes of garbage.
func (x *turn) waste(n int) string { return x.call(func(c *lua.Call) { c.Alloc(n) }) }

// keep makes a hook call that creates n tables and keeps them. Each table has a kilobyte.
func (x *turn) keep(n int) string {
	return x.call(func(c *lua.Call) {
		for range n {
			t := c.NewTable(57, 0)
			c.Set(x.agent.list, lua.Number(float64(x.agent.list.Len()+1)), t.Value())
		}
	})
}

// kept returns the number of tables that an agent keeps.
func (a *agent) kept() int { return a.list.Len() }

// many is a number that exceeds every limit.
const many = 1 << 29

// TestStepsOfACall checks that each call may take the same number of steps, and that a call that needs more is
// stopped.
func TestStepsOfACall(t *testing.T) {
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: many}, 1)
	a := g.spawn()
	var got []string
	g.play = func(x *turn) {
		got = append(got, x.spend(5000), x.spend(5001), x.spend(10), fmt.Sprint(x.lua.Steps))
	}
	g.tick(2)
	if want := []string{"", "5000 steps", "", "5000", "", "5000 steps", "", "5000"}; !slices.Equal(got, want) || g.quota.Totals().Steps != 2*10_010 {
		t.Errorf("%q, %d used, want %q", got, g.quota.Totals().Steps, want)
	}
	if a.Suspended() || a.walks != 0 {
		t.Errorf("suspended: %v, %d walks of an agent that has allocated nothing", a.Suspended(), a.walks)
	}
}

// TestTraceCalls checks that each call is reported with its steps and bytes and their bounds, that the bounds stay the same,
// and that nothing is reported afterwards.
func TestTraceCalls(t *testing.T) {
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: many}, 1)
	a := g.spawn()
	var got []quota.Spent
	g.quota.TraceCalls(func(c *engine.Context, spent quota.Spent) {
		if c.Agent() != a.Agent {
			t.Errorf("a call of %s", c.Agent().Label())
		}
		got = append(got, spent)
	})
	g.play = func(x *turn) { x.spend(10); x.spend(0); x.spend(5001); x.spend(2000) }
	g.tick(1)
	g.quota.TraceCalls(nil)
	g.tick(1)
	var want []quota.Spent
	for _, n := range []int{10, 0, 5000, 2000} {
		want = append(want, quota.Spent{Steps: n, OfSteps: 5000, OfBytes: quota.CallBytes})
	}
	if !slices.Equal(got, want) || g.quota.Totals().Steps != 2*7010 {
		t.Errorf("%d, %d used, want %d", got, g.quota.Totals().Steps, want)
	}
}

// TestStepsOfATick checks that all calls of an agent in a tick share a number of steps. Once these are used up,
// each call gets few steps, and fewer still once the same number has been used again. Other agents and the next
// tick must not be affected.
func TestStepsOfATick(t *testing.T) {
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: 12_000}, 1)
	one, other := g.spawn(), g.spawn()
	got := map[*agent][]int{}
	g.play = func(x *turn) {
		for range 20 {
			got[x.agent] = append(got[x.agent], int(x.lua.Steps))
			if x.agent == one {
				x.spend(int(x.lua.Steps))
			}
		}
	}
	g.tick(2)
	want := slices.Concat([]int{5000, 5000, 2000}, slices.Repeat([]int{1000}, 13), slices.Repeat([]int{100}, 4))
	if want = slices.Repeat(want, 2); !slices.Equal(got[one], want) {
		t.Errorf("%d\nwant %d", got[one], want)
	}
	if want := slices.Repeat([]int{5000}, 40); !slices.Equal(got[other], want) {
		t.Errorf("the other agent has got %d", got[other])
	}
	if one.Suspended() || one.said != nil {
		t.Errorf("suspended: %v, %q", one.Suspended(), one.said)
	}
}

// TestScarceSteps checks that the error of a call with fewer steps than usual has that reason, and names the hooks
// that took the missing steps.
func TestScarceSteps(t *testing.T) {
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: 10_000}, 1)
	a := g.spawn()
	g.play = func(x *turn) {
		x.spend(900) // too few steps to be named
		for range 3 {
			x.spend(4000)
		}
	}
	g.tick(2)
	if want := []string{"1: only 1100 steps", "2: only 1100 steps"}; !slices.Equal(a.said, want) {
		t.Fatalf("%q, want %q", a.said, want)
	}
	for _, o := range a.overs {
		if want := []quota.Use{{Node: 1, Hook: engine.HookPrecondition, Took: 8000}}; !slices.Equal(o.Heaviest, want) {
			t.Errorf("%+v, want %v", o.Heaviest, want)
		}
	}
	if g.quota.Totals().Steps != 2*10_000 {
		t.Errorf("%d steps used", g.quota.Totals().Steps)
	}
}

// TestBytesOfACall checks that the allocations of a call are bounded even if they are garbage, and that each call
// has the full number of bytes.
func TestBytesOfACall(t *testing.T) {
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: many}, 1)
	a := g.spawn()
	var got []string
	g.play = func(x *turn) {
		got = append(got, x.waste(quota.CallBytes), x.waste(quota.CallBytes+1), x.waste(1), fmt.Sprint(x.lua.Bytes))
	}
	g.tick(1)
	if want := []string{"", "16777216 bytes", "", "16777216"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if a.Suspended() || a.walks != 0 {
		t.Errorf("suspended: %v, %d walks though anything may be kept", a.Suspended(), a.walks)
	}
}

// TestBytesOfAWalkedCall checks that a walk during a call does not increase the number of bytes that the call may
// allocate.
func TestBytesOfAWalkedCall(t *testing.T) {
	const piece = 64 << 10
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: many, Keep: 1 << 20}, 1)
	a := g.spawn()
	pieces := func(n int) func(*lua.Call) {
		return func(c *lua.Call) {
			for range n {
				c.Alloc(piece)
			}
		}
	}
	g.play = func(x *turn) {
		x.call(pieces(quota.CallBytes / piece))
		x.call(pieces(quota.CallBytes/piece + 1))
	}
	g.tick(1)
	if !slices.Equal(a.said, []string{"1: 16777216 bytes"}) || a.walks < 25 || a.Suspended() {
		t.Errorf("%q, %d walks, suspended: %v", a.said, a.walks, a.Suspended())
	}
}

// TestBytesOfATick checks that all calls of an agent in a tick share a number of bytes.
func TestBytesOfATick(t *testing.T) {
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: many}, 1)
	one, other := g.spawn(), g.spawn()
	got := map[*agent][]int{}
	g.play = func(x *turn) {
		note := func() { got[x.agent] = append(got[x.agent], int(x.lua.Bytes)) }
		if note(); x.agent == other {
			return
		}
		for range 4 {
			x.waste(15 << 20)
			note()
		}
		x.waste(4 << 20)
		note()
		for range quota.TickBytes / (64 << 10) {
			x.waste(64 << 10)
		}
		if note(); x.waste(64<<10+1) != "only 65536 bytes" {
			t.Error(x.agent.said)
		}
		note()
	}
	g.tick(2)
	want := []int{16 << 20, 16 << 20, 16 << 20, 16 << 20, 4 << 20, 64 << 10, 64 << 10, 8 << 10}
	if want = slices.Repeat(want, 2); !slices.Equal(got[one], want) {
		t.Errorf("%d\nwant %d", got[one], want)
	}
	if !slices.Equal(got[other], []int{16 << 20, 16 << 20}) {
		t.Errorf("the other agent has got %d", got[other])
	}
	if one.Suspended() {
		t.Error("the agent is suspended although it keeps nothing")
	}
}

// TestHand checks that the number of bytes that an agent may pass on in one tick is bounded, independently of other
// agents.
func TestHand(t *testing.T) {
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: many}, 1)
	g.spawn()
	g.spawn()
	var got []bool
	g.play = func(x *turn) {
		got = append(got, x.meter.Hand(quota.HandedBytes-1))
		x.spend(10) // another call of the same agent
		got = append(got, x.meter.Hand(1), x.meter.Hand(1))
	}
	g.tick(2)
	if want := slices.Repeat([]bool{true, true, false}, 4); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestNothingIsBounded checks that there are no bounds at all if Limits.Steps is negative.
func TestNothingIsBounded(t *testing.T) {
	g := newGame(t, quota.Limits{Steps: -1, Keep: 1 << 10, Together: 1 << 10}, 1)
	a := g.spawn()
	g.play = func(x *turn) {
		x.spend(many)
		x.waste(many)
		x.keep(100)
		if !x.meter.Hand(many) {
			t.Error("the agent cannot hand on any amount")
		}
	}
	g.tick(3)
	if a.Suspended() || a.said != nil || a.walks != 0 || g.quota.Totals().Steps < 3*many {
		t.Errorf("suspended: %v, %q, %d walks, %d used", a.Suspended(), a.said, a.walks, g.quota.Totals().Steps)
	}
}

// TestWalks checks that an agent is walked once it may keep more than the limit, and not before.
func TestWalks(t *testing.T) {
	for _, c := range []struct{ limit, kept, wasted, times, walks int }{ // limit, kept and wasted are in kB
		{1024, 0, 100, 10, 0},   // slightly less than the limit: no walk
		{1024, 0, 100, 11, 1},   // more than the limit: one walk
		{1024, 0, 100, 110, 10}, // repeatedly more than the limit
		{1024, 900, 100, 1, 0},
		{1024, 900, 100, 2, 1},  // more than the rest up to the limit
		{1024, 900, 100, 12, 4}, // a walk after each fourth of the bytes that the agent keeps
		{32, 15, 10, 10, 5},     // no walk before 16 kB
	} {
		g := newGame(t, quota.Limits{Steps: 5000, TickSteps: many, Keep: c.limit << 10}, 1)
		a := g.spawn()
		g.play = func(x *turn) {
			for range c.kept {
				x.keep(1)
			}
		}
		g.tick(1)
		g.play = func(x *turn) { x.waste(c.wasted << 10) }
		g.tick(c.times)
		if a.walks != c.walks || a.Suspended() || a.said != nil {
			t.Errorf("%+v: %d walks, suspended: %v, %q", c, a.walks, a.Suspended(), a.said)
		}
	}
}

// TestWalksForAll checks agents that have no bound of their own. Each must be walked once it has allocated its
// share of the bytes that all agents may still keep, and not before.
func TestWalksForAll(t *testing.T) {
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: many, Together: 1 << 20}, 1)
	var list []*agent
	for range 4 {
		list = append(list, g.spawn())
	}
	for _, c := range []struct{ kept, wasted, times, walks int }{ // kept and wasted are in kB
		{100, 0, 1, 0},
		{0, 100, 1, 0},
		{0, 100, 1, 1}, // 300 kB since the start; the share is 256 kB; the agent keeps 116 kB
		{0, 100, 1, 1},
		{0, 100, 1, 2}, // 200 kB since the walk; the share is 140 kB
		{100, 0, 1, 2},
		{0, 60, 1, 3}, // 160 kB since the walk
		{0, 10, 5, 3},
		{0, 10, 1, 4}, // 60 kB since the walk; the share is 40 kB, but a fourth of the kept bytes is 54 kB
	} {
		g.play = func(x *turn) { x.keep(c.kept); x.waste(c.wasted << 10) }
		g.tick(c.times)
		for _, a := range list {
			if a.walks != c.walks || a.Suspended() {
				t.Errorf("%+v: %s: %d walks, suspended: %v, %q", c, a.Label(), a.walks, a.Suspended(), a.said)
			}
		}
	}
}

// TestWhoLooks checks that explaining an agent neither walks nor stops it.
func TestWhoLooks(t *testing.T) {
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: 12_000, Keep: 64 << 10}, 1)
	a := g.spawn()
	look := func() {
		for range 100 {
			a.Explain()
		}
	}
	g.play = func(x *turn) { x.spend(10) }
	g.tick(1)
	g.play = func(x *turn) { x.waste(40 << 10) }
	look() // look() explains an agent that has allocated nothing
	g.tick(1)
	look()
	if a.walks != 0 || a.Suspended() || a.said != nil {
		t.Errorf("%d walks, suspended: %v, %q", a.walks, a.Suspended(), a.said)
	}
	g.tick(1)
	if a.walks != 1 {
		t.Errorf("%d walks after 80 kB", a.walks)
	}
}

// TestKeepsTooMuch checks that an agent that keeps too much is stopped where it allocates, and is suspended at the
// end of the tick. It must be resumed once it keeps less. Other agents must not affect that.
func TestKeepsTooMuch(t *testing.T) {
	const keep = 256 << 10
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: many, Keep: keep}, 1)
	a, good := g.spawn(), g.spawn()
	ticks := map[*agent]int{}
	g.play = func(x *turn) {
		if ticks[x.agent]++; x.agent == good {
			x.keep(100)
			good.drop()
			return
		}
		if x.keep(100) == "" {
			return
		}
		if x.lua.Bytes != 64<<10 {
			t.Errorf("%d bytes for the rest of the tick", x.lua.Bytes)
		}
		if why := x.waste(64<<10 + 1); why != "keeps agent.list" {
			t.Errorf("the agent goes on in the tick, but is stopped: %q", why)
		}
	}
	g.tick(63)
	if want := []string{"3: keeps agent.list", "3: keeps agent.list"}; !slices.Equal(a.said, want) || !a.Suspended() || ticks[a] != 3 {
		t.Fatalf("%q, want %q; suspended: %v after %d ticks", a.said, want, a.Suspended(), ticks[a])
	}
	if good.Suspended() || good.said != nil || ticks[good] != 63 {
		t.Errorf("the good one: suspended: %v, %q, %d ticks", good.Suspended(), good.said, ticks[good])
	}
	a.drop()
	g.tick(1)
	if a.Suspended() {
		t.Error("the agent keeps nothing any more, but is still suspended after 64 ticks")
	}
}

// TestExcess checks that an Excess has the number of bytes, the places that hold them, and the hook that allocated
// them.
func TestExcess(t *testing.T) {
	const keep = 256 << 10
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: many, Keep: keep}, 1)
	a := g.spawn()
	g.play = func(x *turn) {
		x.call(func(c *lua.Call) {
			for range 15 { // each table contains another one
				outer, inner := c.NewTable(57, 0), c.NewTable(57, 0)
				c.Set(outer, lua.Number(1), inner.Value())
				c.Set(a.list, lua.Number(float64(a.kept()+1)), outer.Value())
			}
		})
	}
	g.tick(9)
	if len(a.overs) != 1 {
		t.Fatal(a.said)
	}
	e := a.overs[0].Excess
	if e.Limit != keep || e.Together != 0 || e.Bytes <= keep || e.Bytes > keep+18<<10 {
		t.Errorf("%d bytes of %d, together %d", e.Bytes, e.Limit, e.Together)
	}
	if w := e.Where[0]; w.Path != "agent.list" || w.Tables < 2*a.kept() || w.Tables > 1+2*a.kept() || w.Entries != a.kept() || w.Bytes > e.Bytes || w.Bytes < e.Bytes-1024 {
		t.Errorf("%+v of %d bytes", w, e.Bytes)
	}
	if e.Largest.Path != "agent.list" || e.Largest.Entries != a.kept() {
		t.Errorf("%+v", e.Largest)
	}
	if e.Heaviest.Node != 1 || e.Heaviest.Hook != engine.HookPrecondition || e.Heaviest.Took < e.Bytes-18<<10 {
		t.Errorf("%+v", e.Heaviest)
	}
}

// TestHold checks that Hold counts all values of an agent, and names the largest tables.
func TestHold(t *testing.T) {
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: many}, 1)
	a := g.spawn()
	empty, _ := g.quota.Hold(a.Agent)
	g.play = func(x *turn) { x.keep(20) }
	g.tick(1)
	bytes, largest := g.quota.Hold(a.Agent)
	if bytes != empty+20*1024 || len(largest) != 8 || largest[0].Path != "agent.list" || largest[1].Path != "agent.list[1]" || largest[1].Bytes != 1024 {
		t.Errorf("%d bytes, %d before, %+v", bytes, empty, largest)
	}
	g.world.Post(a.ID(), engine.Stimulus{Name: "noise", Data: value.String(strings.Repeat("x", 1000)), TTL: time.Hour})
	a.Impose(engine.Request{Kind: "fall", Channel: "legs", Data: value.String(strings.Repeat("x", 3000))})
	g.tick(1)
	if more, _ := g.quota.Hold(a.Agent); more < bytes+20*1024+4000 || more > bytes+20*1024+5000 {
		t.Errorf("%d bytes with a stimulus of 1000 and a request of 3000, %d before", more, bytes+20*1024)
	}
}

// TestRelent checks that all agents are resumed when files are saved. Each of them may then allocate as much as an
// agent may keep, until it is walked again.
func TestRelent(t *testing.T) {
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: many, Keep: 256 << 10}, 1)
	a := g.spawn()
	g.play = func(x *turn) { x.keep(100) }
	g.tick(10)
	kept, walks := a.kept(), a.walks
	if !a.Suspended() {
		t.Fatal("the agent is not suspended")
	}
	g.quota.ResumeAll()
	g.play = func(x *turn) { x.waste(100) }
	g.tick(64)
	g.play = func(x *turn) { x.keep(100) }
	g.tick(2)
	if a.Suspended() || len(a.said) != 1 || a.kept() != kept+200 || a.walks != walks {
		t.Errorf("suspended: %v, %q, %d tables, %d before, %d walks", a.Suspended(), a.said, a.kept(), kept, a.walks-walks)
	}
	g.tick(2)
	if !a.Suspended() || len(a.said) != 2 {
		t.Errorf("two ticks later: suspended: %v, %q", a.Suspended(), a.said)
	}
}

// TestTogether checks agents that together keep too much. Those that keep more than an equal share must be stopped
// where they allocate. They must be resumed once the total is within the bound again.
func TestTogether(t *testing.T) {
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: many, Keep: 2 << 20, Together: 1 << 20}, 1)
	big, small := g.spawn(), []*agent{g.spawn(), g.spawn(), g.spawn()}
	most := map[*agent]int{big: 500}
	g.play = func(x *turn) {
		if x.agent.kept() < most[x.agent] {
			x.keep(10)
		} else {
			x.waste(64 << 10)
		}
	}
	for _, a := range small {
		most[a] = 120
	}
	g.tick(60)
	if big.Suspended() || big.said != nil || big.walks == 0 {
		t.Fatalf("the total is within the bound: suspended: %v, %q, %d walks", big.Suspended(), big.said, big.walks)
	}
	for _, a := range small {
		most[a] = 200
	}
	g.tick(60)
	if !big.Suspended() || len(big.said) != 1 {
		t.Fatalf("the total exceeds the bound: suspended: %v, %q", big.Suspended(), big.said)
	}
	if e := big.overs[0].Excess; e.Limit != 256<<10 || e.Together <= 1<<20 || e.Bytes < 500<<10 {
		t.Errorf("%d bytes of %d, together %d", e.Bytes, e.Limit, e.Together)
	}
	for _, a := range small {
		if a.Suspended() || a.said != nil {
			t.Errorf("%s keeps no more than its share: suspended: %v, %q", a.Label(), a.Suspended(), a.said)
		}
	}
	g.world.Despawn(small[0].ID())
	g.world.Despawn(small[1].ID())
	g.tick(64)
	if big.Suspended() {
		t.Error("the bytes of two removed agents still count")
	}
	g.tick(128)
	last := small[2]
	most[last] = 700
	g.tick(60)
	if !last.Suspended() || last.overs[0].Excess.Limit != 512<<10 || last.overs[0].Excess.Together <= 1<<20 {
		t.Errorf("one of the two remaining agents keeps too much: suspended: %v, %q, %+v", last.Suspended(), last.said, last.overs)
	}
}

// TestWorkers checks that the number of workers does not affect the tick and the reason for which an agent is
// stopped, or the tick in which it is resumed.
func TestWorkers(t *testing.T) {
	var first string
	for workers := 1; workers <= 3; workers++ {
		g := newGame(t, quota.Limits{Steps: 5000, TickSteps: 12_000, Keep: 512 << 10, Together: 1 << 20}, workers)
		var list []*agent
		for range 12 {
			list = append(list, g.spawn())
		}
		g.play = func(x *turn) {
			x.spend(100 * int(x.agent.ID()))
			x.keep(10 + 10*int(x.agent.ID()%2))
		}
		g.tick(40)
		text := fmt.Sprintln(g.quota.Totals().Steps)
		for _, a := range list {
			text += fmt.Sprintln(a.Suspended(), a.kept(), a.walks, a.said)
			a.drop()
		}
		g.play = func(*turn) {}
		g.tick(24)
		for _, a := range list { // by now some of the suspended agents were reviewed
			text += fmt.Sprintln(a.Suspended(), a.walks)
		}
		if first == "" {
			first = text
		}
		if text != first || !strings.Contains(text, "keeps agent.list") {
			t.Errorf("with %d workers\n%swith 1\n%s", workers, text, first)
		}
	}
}

// TestRenew checks that a Quota that was renewed has no totals and no agents.
func TestRenew(t *testing.T) {
	g := newGame(t, quota.Limits{Steps: 5000, TickSteps: many, Keep: 64 << 10}, 1)
	old := g.spawn()
	g.play = func(x *turn) { x.keep(100) }
	g.tick(3)
	if !old.Suspended() {
		t.Fatal("the agent is not suspended")
	}
	g.world.Despawn(old.ID())
	g.quota.Renew()
	g.begin(1)
	if g.quota.Totals().Steps != 0 {
		t.Errorf("%d used", g.quota.Totals().Steps)
	}
	a := g.spawn()
	g.play = func(x *turn) { x.spend(10); x.keep(1) }
	g.tick(40)
	if a.Suspended() || a.said != nil || g.quota.Totals().Steps < 40*10 || g.quota.Limits().Keep != 64<<10 {
		t.Errorf("suspended: %v, %q, %d used", a.Suspended(), a.said, g.quota.Totals().Steps)
	}
}
