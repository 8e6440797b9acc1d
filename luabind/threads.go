package luabind

import (
	"runtime"
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
	of    map[engine.AgentID][]weak.Pointer[lua.LState]
	swept int64                      // tick of the last collection
	file  []weak.Pointer[lua.LState] // of the file that is being loaded
	kept  int                        // agents when the last ones were forgotten
}

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
	if len(s.threads.of[s.ctx.Agent().ID()]) < MaxCoroutines {
		return
	}
	if s.threads.alive(s.ctx) >= MaxCoroutines && s.threads.swept != s.ctx.Tick() {
		// Some may be garbage, which only a collection finds out. One in a tick is
		// enough: who makes so many in a single one keeps them.
		s.threads.swept = s.ctx.Tick()
		runtime.GC()
		s.threads.alive(s.ctx)
	}
	if len(s.threads.of[s.ctx.Agent().ID()]) >= MaxCoroutines {
		L.RaiseError("%s has %d coroutines that have not ended; let them end, or forget them", s.ctx.Agent().Label(), MaxCoroutines)
	}
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
		t.of = map[engine.AgentID][]weak.Pointer[lua.LState]{}
	}
	id := c.Agent().ID()
	if len(t.of) > 2*t.kept+64 {
		t.forget()
	}
	t.of[id] = append(t.of[id], weak.Make(th))
}

// alive forgets what has ended of an agent and returns how many are left.
func (t *threads) alive(c *engine.Context) int {
	id := c.Agent().ID()
	t.of[id] = living(t.of[id])
	return len(t.of[id])
}

// forget drops agents all of whose coroutines have ended, so that agents which are gone
// leave nothing behind.
func (t *threads) forget() {
	for id, list := range t.of {
		if list = living(list); len(list) == 0 {
			delete(t.of, id)
		} else {
			t.of[id] = list
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
