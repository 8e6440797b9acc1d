//go:build !luacore

package luabind

import (
	"weak"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// MaxCoroutines is how many coroutines made by its own scripts an agent may have that
// are neither dead nor forgotten. Those of run hooks do not count. A file may have as many
// while it is loaded.
const MaxCoroutines = 200

// threads knows the coroutines that scripts have made, by agent. It does not keep them
// alive.
type threads struct {
	of   map[engine.AgentID]*agentThreads
	file []weak.Pointer[lua.LState] // of the file that is being loaded
	kept int                        // agents when the last ones were forgotten
}

// agentThreads are the coroutines of one agent.
type agentThreads struct {
	list []weak.Pointer[lua.LState]
	held int // how many of them count, or fewer by now
}

// stepsPerHeld is what looking at one thing costs of the budget, in the search for the
// coroutines that an agent holds.
const stepsPerHeld = 4

// admit notes a coroutine about to be made for the agent of the hook under way, or
// raises an error if it has too many.
func (s *State) admit(L *lua.LState) {
	if s.ctx == nil {
		if t := &s.threads; len(t.file) >= MaxCoroutines {
			if t.file = living(t.file); len(t.file) >= MaxCoroutines {
				L.RaiseError("%d coroutines of this file have not ended while it is loaded; make them in hooks", MaxCoroutines)
			}
		}
		return
	}
	t := s.threads.of[s.ctx.Agent().ID()]
	if t == nil || t.held < MaxCoroutines {
		return
	}
	if t.list = living(t.list); len(t.list) >= MaxCoroutines {
		if n := stepsPerHeld * s.search(t); s.limit > 0 {
			s.budget.spend(n) // if that is too much, the next instruction is the last
		}
	} else {
		t.held = len(t.list)
	}
	if t.held >= MaxCoroutines {
		L.RaiseError("%s has %d coroutines that have not ended; let them end, or forget them", s.ctx.Agent().Label(), MaxCoroutines)
	}
}

// search counts the coroutines that the agent and the hook under way can still reach, and
// returns how many things it has looked at. A garbage collection would find them too, but
// it costs the whole process time, and when Go collects must not show.
func (s *State) search(t *agentThreads) (things int) {
	w := &weigher{unsealed: true}
	w.turn(s, s.ctx.Agent(), maxWeighed)
	t.held = 0
	for _, p := range t.list {
		if th := p.Value(); th != nil {
			if _, found := w.seen[th]; found {
				t.held++
			}
		}
	}
	return w.things
}

// begin forgets the coroutines of the file that was loaded before.
func (t *threads) begin() { t.file = t.file[:0] }

// add notes a coroutine.
func (t *threads) add(c *engine.Context, th *lua.LState) {
	if c == nil {
		t.file = append(t.file, weak.Make(th))
		return
	}
	if t.of == nil {
		t.of = map[engine.AgentID]*agentThreads{}
	}
	id := c.Agent().ID()
	if len(t.of) > 2*t.kept+64 {
		t.forget()
	}
	if t.of[id] == nil {
		t.of[id] = &agentThreads{}
	}
	t.of[id].list = append(t.of[id].list, weak.Make(th))
	t.of[id].held++
}

// forget drops agents all of whose coroutines have ended, so that agents which are gone
// leave nothing behind.
func (t *threads) forget() {
	for id, of := range t.of {
		if of.list = living(of.list); len(of.list) == 0 {
			delete(t.of, id)
		}
	}
	t.kept = len(t.of)
}

func living(list []weak.Pointer[lua.LState]) []weak.Pointer[lua.LState] {
	kept := list[:0]
	for _, p := range list {
		if th := p.Value(); th != nil && !th.Dead {
			kept = append(kept, p)
		}
	}
	return kept
}
