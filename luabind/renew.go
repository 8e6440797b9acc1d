//go:build !luacore

package luabind

import (
	"github.com/bough-dev/bough/engine"
)

// Renew gives all workers new Lua states, in which the files in force have been run afresh:
// nothing that hooks have left in a table of a file is there any more. What agents and
// behaviors of a world hold of the old states must be dropped with that world. It is for
// the goroutine that ticks, between two ticks and while nothing is being loaded.
func (r *Runtime) Renew() {
	chunks := r.inForce()
	for i, s := range r.states {
		s.root.Close()
		r.states[i] = newState(r, i)
		for _, space := range r.registry.spaces {
			r.states[i].bind(space.Name, space.Helpers)
		}
	}
	r.pairGlobals()
	r.kept.forget()
	for _, c := range chunks {
		c.made, c.twins = make([]*instance, len(r.states)), nil // they are in the old states
		for _, m := range c.near {
			if m.place == nil || m.place.chunk != m { // what is held back uses an older version
				m.made, m.twins, m.image = make([]*instance, len(r.states)), nil, nil
			}
		}
	}
	r.Replicate(chunks)
	r.Install(chunks)
}

// forget drops all that was counted, as if nothing had run yet.
func (k *kept) forget() {
	*k = kept{runtime: k.runtime, limit: k.limit, all: k.all, records: map[*engine.Agent]*record{}}
}
