package luabind

import (
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lua"
)

// TraceWrites calls f for each write of a field or an entry of a board in w; see engine.World.TraceWrites. If f is nil,
// it ends that. It is meant for replays, since stores to the fields of agents then take the slow path. TraceAgents must
// be called before each tick and before other operations that call hooks. TraceWrites must be called between ticks.
func (r *Runtime) TraceWrites(w *engine.World, f func(engine.Write)) {
	for _, s := range r.states {
		if s.L.Stored = nil; f != nil {
			s.L.Stored = s.stored
		}
	}
	helpers := map[string]bool{}
	for _, space := range r.spaces {
		for _, h := range space.Helpers {
			helpers[space.Name+"."+h.Name] = true
		}
	}
	w.TraceWrites(f, func(c *engine.Context) (at diag.Pos, name string) {
		for _, s := range r.states {
			if s.ctx == c {
				var p lua.Position
				if p, name = s.L.Running(); !helpers[name] {
					name = ""
				}
				at = diag.Pos(p)
			}
		}
		return at, name
	})
	r.TraceAgents(w, f != nil)
}

// TraceAgents makes the agents that have joined the world since the last call report their writes, or ends that for all
// agents.
func (r *Runtime) TraceAgents(w *engine.World, on bool) {
	for a := range w.Agents() {
		if t := TableOf(a.Fields()); t != nil {
			t.Trace(on)
		}
	}
}

// stored reports the write of a field.
func (s *state) stored(t *lua.Table, k, was, is lua.Value) {
	if name, ok := k.Text(); ok && s.agent.Table() == t {
		s.ctx.NoteWrite(name, fieldValue(was), fieldValue(is))
	}
}
