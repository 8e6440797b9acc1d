package luabind

import (
	"errors"
	"fmt"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/lua"
)

// MustRestart implements engine.Restarter. It moves a suspended run to the same place in next, and returns false.
// If that is impossible, it records the reason and returns true.
func (b *running) MustRestart(memory any, next engine.Binding) bool {
	m, ok := memory.(*nodeMemory)
	if !ok || m.co == nil {
		return false
	}
	err := b.carry(m, next)
	if err != nil {
		b.s.runtime.restarts.add(b.chunk.Name, err, m)
	}
	return err != nil
}

// carry moves the suspended run of a node to next. It returns an error with the reason if that is impossible.
func (b *running) carry(m *nodeMemory, next engine.Binding) error {
	to, ok := next.(*running)
	if !ok {
		return errors.New("it has no run any more")
	}
	k := b.s.runtime.restarts.carry(b.chunk, to.chunk)
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

// restarts records how a reload has treated the suspended runs.
type restarts struct {
	carries map[[2]*Chunk]*lua.Carry // by the old and the new version of the file
	told    []restart
}

// restart is a reason why runs could not continue, with the nodes that these runs belong to.
type restart struct {
	behavior, why string
	nodes         map[*nodeMemory]bool
}

// carry returns the lua.Carry that moves runs from one version of a file to another.
func (r *restarts) carry(old, now *Chunk) *lua.Carry {
	key := [2]*Chunk{old, now}
	k := r.carries[key]
	if k == nil {
		k = lua.NewCarry(editsOf(old, now)...)
		if r.carries == nil {
			r.carries = map[[2]*Chunk]*lua.Carry{}
		}
		r.carries[key] = k
	}
	return k
}

// editsOf returns an edit for the file, and an edit for each module that both versions of the file use. It leaves
// out a file or module whose two versions are the same.
func editsOf(old, now *Chunk) (list []lua.Edit) {
	add := func(o, n *Chunk) {
		if o != n {
			list = append(list, lua.Edit{Old: o.compiled.code, New: n.compiled.code, Values: []lua.Value{n.value, n.env.Value()}})
		}
	}
	add(old, now)
	for _, n := range now.near {
		for _, o := range old.near {
			if o.Path == n.Path {
				add(o, n)
			}
		}
	}
	return list
}

// maxRestarts is the largest number of reasons that are kept until Restarts is called.
const maxRestarts = 100

func (r *restarts) add(behavior string, why error, m *nodeMemory) {
	for _, x := range r.told {
		if x.behavior == behavior && x.why == why.Error() {
			x.nodes[m] = true // MustRestart may be called twice for a node
			return
		}
	}
	if len(r.told) < maxRestarts {
		r.told = append(r.told, restart{behavior, why.Error(), map[*nodeMemory]bool{m: true}})
	}
}

// Restarts returns the runs that the last reload has restarted because they could not continue. Each line has the
// reason for some of them. Restarts must be called on the goroutine that ticks the world, after
// engine.World.Reload.
func (r *Runtime) Restarts() (lines []string) {
	for _, x := range r.restarts.told {
		of := ""
		if n := len(x.nodes); n > 1 {
			of = fmt.Sprintf(" (%d of them)", n)
		}
		lines = append(lines, fmt.Sprintf("run of %s restarts%s: %s", x.behavior, of, x.why))
	}
	r.restarts = restarts{}
	return lines
}
