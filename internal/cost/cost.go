// Package cost counts what the scripts of a game cost: calls, instructions, bytes and time, by behavior and hook, and by agent.
//
//	cost.go    Counter, which counts while a game ticks
//	report.go  Report, the sums in order
//
// Calls, instructions and bytes come from the meters that bound scripts. They depend on nothing but the game, so they repeat in
// a replay and with any number of workers. The time is measured with a clock, and only on demand. A game without a Counter
// is as fast as ever, and a Counter changes nothing in a game.
package cost

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/quota"
)

// Counter counts what scripts cost. Its methods except Count, and those of its bindings, must be called on the goroutine that
// ticks the game, between ticks.
type Counter struct {
	now     func() time.Time // nil if times are not measured
	grow    sync.Mutex
	workers atomic.Pointer[[]*counts]
	game    *bough.Game // the last game of Watch
	stop    func()
	ticks   int
	time    time.Duration // of these ticks
}

// New returns a Counter. If now is not nil, it also measures times with this clock; the game must then be opened with
// the method Wrap in bough.Options.
func New(now func() time.Time) *Counter {
	c := &Counter{now: now}
	c.workers.Store(&[]*counts{})
	return c
}

// counts are the figures of one worker.
type counts struct {
	rows map[key]*row
	// timing is set while a hook is called whose time is measured. spent is then what it has used.
	timing bool
	spent  quota.Spent

	_ [80]byte // pads the size to a multiple of 128 bytes, so that workers share no cache lines
}

// key says what has been called, and for whom.
type key struct {
	agent    engine.AgentID
	behavior *engine.Behavior // nil if the node of a condition has none
	program  *engine.Program  // nil if there is a behavior
	hook     engine.Hook      // condition for a condition
}

// condition stands for a condition in a key.
const condition engine.Hook = engine.NumHooks

// row has the figures of a key.
type row struct {
	agent string
	Figures
	most Most
}

// of returns the figures of the worker that makes a call.
func (c *Counter) of(x *engine.Context) *counts {
	i := x.Agent().Worker()
	if list := *c.workers.Load(); i < len(list) {
		return list[i]
	}
	c.grow.Lock()
	defer c.grow.Unlock()
	list := append([]*counts{}, *c.workers.Load()...)
	for len(list) <= i {
		list = append(list, &counts{rows: map[key]*row{}})
	}
	c.workers.Store(&list)
	return list[i]
}

func (n *counts) row(x *engine.Context, k key) *row {
	r := n.rows[k]
	if r == nil {
		r = &row{agent: x.Agent().Label()}
		n.rows[k] = r
	}
	return r
}

// add adds a call.
func (r *row) add(x *engine.Context, spent quota.Spent, took time.Duration) {
	r.Calls++
	r.Steps += int64(spent.Steps)
	r.Bytes += int64(spent.Bytes)
	r.Time += took
	if m := (Most{r.agent, x.Tick(), spent.Steps, spent.OfSteps, spent.Bytes, spent.OfBytes}); r.Calls == 1 || m.share() > r.most.share() {
		r.most = m
	}
}

// Count counts a call. It is a function for luabind.Runtime.TraceCalls.
func (c *Counter) Count(x *engine.Context, isCondition bool, spent quota.Spent) {
	if x.Explaining() {
		return
	}
	n := c.of(x)
	if !isCondition && n.timing {
		n.spent = spent
		return
	}
	p := x.Agent().Program()
	k := key{agent: x.Agent().ID(), behavior: p.Node(x.Node()).Behavior, hook: condition}
	if !isCondition {
		k.hook = x.Hook()
	}
	if k.behavior == nil {
		k.program = p
	}
	n.row(x, k).add(x, spent, 0)
}

// Watch counts the ticks of a game from now on, also after it restarts. Another game of an earlier Watch is no longer counted.
func (c *Counter) Watch(game *bough.Game) {
	if game == c.game {
		return
	}
	if c.stop != nil {
		c.stop()
	}
	c.game = game
	game.Runtime().TraceCalls(c.Count)
	var start time.Time
	c.stop = game.OnTick(func(time.Duration) {
		game.Runtime().TraceCalls(c.Count) // a restart ends it
		if c.now != nil {
			start = c.now()
		}
	}, func() {
		c.ticks++
		if c.now != nil {
			c.time += c.now().Sub(start)
		}
	})
}

// Wrap returns a Binding that measures the calls of inner. It is a function for bough.Options.Wrap.
func (c *Counter) Wrap(b *engine.Behavior, inner engine.Binding) engine.Binding {
	return &timed{c, b, inner}
}

// timed is a binding whose calls are measured.
type timed struct {
	counter  *Counter
	behavior *engine.Behavior
	inner    engine.Binding
}

// Call implements engine.Binding.
func (t *timed) Call(x *engine.Context, h engine.Hook) (engine.Answer, error) {
	if x.Explaining() {
		return t.inner.Call(x, h)
	}
	n, k := t.counter.of(x), key{agent: x.Agent().ID(), behavior: t.behavior, hook: h}
	n.timing, n.spent = true, quota.Spent{}
	start := t.counter.now()
	ans, err := t.inner.Call(x, h)
	took := t.counter.now().Sub(start)
	n.timing = false
	n.row(x, k).add(x, n.spent, took)
	return ans, err
}
