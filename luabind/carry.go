package luabind

import (
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/lua"
)

// carried records how agents have moved from the files that the last Install has replaced to those in force.
type carried struct {
	before   []*Chunk   // the files that the Install has replaced, sorted by path
	carry    *lua.Carry // nil before its first use
	restarts []restart
	stale    []staleValue
}

// restart is a reason why runs could not continue, with the nodes that these runs belong to.
type restart struct {
	behavior, why string
	nodes         map[*nodeMemory]bool
}

// staleValue is a value without a successor, with the agents that hold it.
type staleValue struct {
	*lua.Stale
	agents int
	first  string // the label of the first agent
}

// Carry moves what the agents of a world hold from the files that the last Install has replaced to those in force:
// tables, functions and metatables in fields and memories, and suspended runs. See lua.Carry for the rules. Carry must be
// called on the goroutine that ticks the world, after Install and before engine.World.Reload.
func (r *Runtime) Carry(w *engine.World) {
	k := r.carryOver()
	if k.Empty() {
		return
	}
	places := map[*lua.Stale]int{}
	var list []lua.Value
	var untils []*nodeMemory // those whose function until is at the same index of list
	for a := range w.Agents() {
		own := TableOf(a.Fields())
		if own == nil {
			continue
		}
		list, untils = append(list[:0], own.Value()), append(untils[:0], nil)
		add := func(v lua.Value, m *nodeMemory) { list, untils = append(list, v), append(untils, m) }
		for node, memory := range a.Memories {
			m, ok := memory.(*nodeMemory)
			if !ok {
				continue
			}
			if m.table != nil {
				add(m.table.Value(), nil)
			}
			if m.co != nil && r.continues(k, a.Program().Node(node).Behavior, m) {
				add(m.co.Value(), nil)
				if m.until != nil {
					add(m.until.Value(), m)
				}
			}
		}
		for _, s := range k.Move(list) {
			i, known := places[s]
			if !known {
				i = len(r.carried.stale)
				places[s] = i
				r.carried.stale = append(r.carried.stale, staleValue{Stale: s, first: a.Label()})
			}
			r.carried.stale[i].agents++
		}
		for i, m := range untils {
			if m != nil {
				m.until = list[i].Function()
			}
		}
	}
}

// carryOver returns the lua.Carry from the files that the last Install has replaced to those in force.
func (r *Runtime) carryOver() *lua.Carry {
	x := &r.carried
	if x.carry == nil {
		x.carry = lua.NewCarry(editsOf(x.before, r.inForce)...)
		before := x.before
		x.carry.Constants(func() (old, now *lua.Codec) { return r.constants(before, true), r.constants(r.inForce, true) }, r.stale)
	}
	return x.carry
}

// editsOf returns the edits from old files to new ones. Both lists are sorted by path.
func editsOf(old, now []*Chunk) (list []lua.Edit) {
	for len(old) > 0 || len(now) > 0 {
		switch {
		case len(now) == 0 || len(old) > 0 && old[0].Path < now[0].Path:
			list = append(list, lua.Edit{Old: old[0].compiled.code})
			old = old[1:]
		case len(old) == 0 || now[0].Path < old[0].Path:
			list = append(list, now[0].edit())
			now = now[1:]
		default:
			if old[0] != now[0] {
				e := now[0].edit()
				e.Old = old[0].compiled.code
				list = append(list, e)
			}
			old, now = old[1:], now[1:]
		}
	}
	return list
}

// edit returns the edit that adds the file.
func (c *Chunk) edit() lua.Edit {
	return lua.Edit{New: c.compiled.code, Values: []lua.Value{c.value, c.env.Value()}}
}

// constants returns a codec that knows the constants of files by their names and, if paths is set, by all paths to them.
func (r *Runtime) constants(files []*Chunk, paths bool) *lua.Codec {
	k := lua.NewCodec()
	if paths {
		k.RememberPaths()
	}
	k.Constant("_G", r.globals.Value())
	k.Constant("(metatable of strings)", r.strings.Value())
	for _, c := range files { // by name, since the path is another one if the scripts are in another directory
		k.File(c.Name, c.compiled.code)
	}
	named := map[*Chunk]bool{}
	var name func(c *Chunk)
	name = func(c *Chunk) {
		if named[c] {
			return
		}
		named[c] = true
		for i := range c.compiled.script.Requires { // the values of a module have the names that the module gives them
			if m := c.uses[c.compiled.script.Requires[i].Name]; m != nil {
				name(m)
			}
		}
		k.Constant("("+c.Name+")", c.value)
		k.Constant("(globals of "+c.Name+")", c.env.Value())
	}
	for _, c := range files {
		name(c)
	}
	return k
}

// continues reports whether the suspended run of a node continues in the code in force. If its file has changed, the run
// is moved there.
func (r *Runtime) continues(k *lua.Carry, of *engine.Behavior, m *nodeMemory) bool {
	b, ok := of.Code.(code)
	if !ok {
		return true
	}
	switch c := r.placed(b.chunk.Path); {
	case c == b.chunk:
		return true
	case c == nil || !c.hooks[engine.HookBehavior].run:
		return false
	default:
		return k.Thread(m.co, b.chunk.hooks[engine.HookBehavior].fn, c.hooks[engine.HookBehavior].fn) == nil
	}
}

// MustRestart implements engine.Restarter. It moves a suspended run to the same place in next, and returns false.
// If that is impossible, it records the reason and returns true.
func (b *running) MustRestart(memory any, next engine.Binding) bool {
	m, ok := memory.(*nodeMemory)
	if !ok || m.co == nil {
		return false
	}
	err := b.carry(m, next)
	if err != nil {
		b.s.runtime.carried.add(b.chunk.Name, err, m)
	}
	return err != nil
}

// carry moves the suspended run of a node to next. It returns an error with the reason if that is impossible.
func (b *running) carry(m *nodeMemory, next engine.Binding) error {
	to, ok := next.(*running)
	if !ok {
		return message.NoRunAnyMore()
	}
	k := b.s.runtime.carryOver()
	k.Swap(b.params, to.params)
	until := m.until
	if until != nil {
		var err error
		if until, err = k.Function(until); err != nil {
			return err
		}
	}
	if err := k.Thread(m.co, b.hooks[engine.HookBehavior].fn, to.hooks[engine.HookBehavior].fn); err != nil {
		return err
	}
	m.until = until
	return nil
}

// maxTold is the largest number of reasons that are kept until Carried is called.
const maxTold = 100

func (x *carried) add(behavior string, why error, m *nodeMemory) {
	for _, t := range x.restarts {
		if t.behavior == behavior && t.why == why.Error() {
			t.nodes[m] = true // MustRestart may be called twice for a node
			return
		}
	}
	if len(x.restarts) < maxTold {
		x.restarts = append(x.restarts, restart{behavior, why.Error(), map[*nodeMemory]bool{m: true}})
	}
}

// Carried ends a reload. It returns the suspended runs that the reload has restarted because they could not continue, and
// the values of old versions of files that agents still hold because they have no successor. Each line has the reason for
// some of them. A value is only told by the first reload that leaves it. Carried must be called on the goroutine that
// ticks the world, after engine.World.Reload.
func (r *Runtime) Carried() (restarts, stale []string) {
	for _, x := range r.carried.restarts {
		line := message.RunRestarts(x.behavior, x.why)
		if n := len(x.nodes); n > 1 {
			line = message.RunsRestart(x.behavior, n, x.why)
		}
		restarts = append(restarts, line.Text)
	}
	r.stale = nil
	for _, x := range r.carried.stale {
		if r.stale = append(r.stale, x.Stale); !x.Known && len(stale) < maxTold {
			stale = append(stale, x.String())
		}
	}
	r.carried = carried{before: r.inForce}
	return restarts, stale
}

// String returns the line of Carried.
func (x *staleValue) String() string {
	others := x.agents - 1
	switch {
	case x.Code && others > 0:
		return message.AgentsKeepOldCode(x.first, others, x.Why).Text
	case x.Code:
		return message.KeepsOldCode(x.first, x.Why).Text
	case others > 0:
		return message.AgentsKeepOldValue(x.first, others, x.Why).Text
	}
	return message.KeepsOldValue(x.first, x.Why).Text
}
