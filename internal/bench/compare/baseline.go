package compare

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/bough-dev/bough/luabind"
	lua "github.com/yuin/gopher-lua"
)

// baseline runs a scenario in gopher-lua's VM. A loop walks the tree and makes protected calls of hooks, with the
// agent as the argument. It has no results, requests or history, and cannot explain decisions or reload files.
type baseline struct {
	state   *lua.LState
	count   *counter // counts instructions; nil if they are not counted
	nodes   []baselineNode
	agents  []*lua.LTable
	runs    bool            // at least one node has the hook run
	threads []*lua.LState   // one for each agent, if runs is set
	active  []*baselineNode // the active nodes of the current agent
	calls   int             // number of hook calls
	err     error           // the first error that a hook raised
}

type baselineNode struct {
	place
	precondition, behavior, run *lua.LFunction // nil if absent
}

// newBaseline loads the scripts of a scenario.
func (s *Scenario) newBaseline(counted bool) (*baseline, error) {
	f := &baseline{state: lua.NewState()}
	if counted {
		f.count = &counter{left: luabind.LoadBudget}
		f.state.SetContext(f.count)
	}
	bt := f.state.NewTable()
	bt.RawSetString("yield", f.state.GetField(f.state.GetGlobal("coroutine"), "yield"))
	f.state.SetGlobal("bt", bt)
	for _, p := range s.places() {
		n, err := f.load(p, string(s.files[p.behavior+".lua"].Data))
		if err != nil {
			return nil, err
		}
		f.nodes = append(f.nodes, n)
		f.runs = f.runs || n.run != nil
	}
	return f, nil
}

func (f *baseline) load(p place, text string) (baselineNode, error) {
	chunk, err := f.state.Load(strings.NewReader(text), p.behavior+".lua")
	if err != nil {
		return baselineNode{}, err
	}
	f.state.Push(chunk)
	if err := f.state.PCall(0, 1, nil); err != nil {
		return baselineNode{}, err
	}
	behavior := f.state.CheckTable(-1)
	f.state.Pop(1)
	n := baselineNode{place: p}
	n.precondition, _ = behavior.RawGetString("precondition").(*lua.LFunction)
	n.behavior, _ = behavior.RawGetString("behavior").(*lua.LFunction)
	n.run, _ = behavior.RawGetString("run").(*lua.LFunction)
	return n, nil
}

// spawn spawns agent i of a scenario.
func (f *baseline) spawn(s *Scenario, i int) {
	a := f.state.NewTable()
	for name, n := range s.start(i) {
		a.RawSetString(name, lua.LNumber(n))
	}
	f.agents = append(f.agents, a)
	if f.runs {
		th, _ := f.state.NewThread()
		if f.count != nil {
			th.SetContext(f.count)
		}
		f.threads = append(f.threads, th)
	}
}

// tick lets each agent decide, from the root down, and then act.
func (f *baseline) tick() {
	for i, a := range f.agents {
		f.active = f.active[:0]
		for at := 0; at >= 0; {
			n := &f.nodes[at]
			if n.precondition != nil && !f.ask(n.precondition, a) {
				at = n.sibling
				continue
			}
			f.active = append(f.active, n)
			at = n.child
		}
		for _, n := range f.active {
			switch {
			case n.behavior != nil:
				f.ask(n.behavior, a)
			case n.run != nil:
				f.resume(n.run, i)
			}
		}
	}
}

// ask calls a hook and reports whether its result is true in the sense of Lua.
func (f *baseline) ask(fn *lua.LFunction, agent *lua.LTable) bool {
	f.begin()
	f.state.Push(fn)
	f.state.Push(agent)
	if err := f.state.PCall(1, 1, nil); err != nil {
		f.fail(err)
		return false
	}
	v := f.state.Get(-1)
	f.state.Pop(1)
	return lua.LVAsBool(v)
}

func (f *baseline) resume(fn *lua.LFunction, agent int) {
	f.begin()
	if state, err, _ := f.state.Resume(f.threads[agent], fn, f.agents[agent]); err != nil {
		f.fail(err)
	} else if state != lua.ResumeYield {
		f.fail(fmt.Errorf("a run came to its end"))
	}
}

func (f *baseline) begin() {
	f.calls++
	if f.count != nil {
		f.count.left = luabind.DefaultBudget
	}
}

func (f *baseline) fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

// sums returns the sum of each field over all agents.
func (f *baseline) sums(names []string) map[string]float64 {
	sums := map[string]float64{}
	for _, a := range f.agents {
		for _, name := range names {
			n, _ := a.RawGetString(name).(lua.LNumber)
			sums[name] += float64(n)
		}
	}
	return sums
}

// counter is a context that ends a script after a number of instructions. The VM calls Done before each
// instruction.
type counter struct{ left int }

var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// Done implements context.Context.
func (c *counter) Done() <-chan struct{} {
	if c.left--; c.left >= 0 {
		return nil
	}
	return closed
}

// Err implements context.Context.
func (c *counter) Err() error { return errors.New("too many instructions") }

// Deadline implements context.Context.
func (c *counter) Deadline() (time.Time, bool) { return time.Time{}, false }

// Value implements context.Context.
func (c *counter) Value(any) any { return nil }
