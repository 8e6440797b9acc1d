//go:build !luacore

package luabind

import (
	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// Copied tells whether Replicate has copied what a file has made. It is for chunks that
// have not been installed yet.
func Copied(c *Chunk) bool { return c.replicas != nil }

// Text calls a precondition, and returns its answer, or its error, as text.
func Text(b engine.Binding, c *engine.Context) string {
	k := b.(*binding)
	s := k.s
	s.ctx = c
	if c.Turn() != s.turn {
		s.begin(c)
	}
	s.L.Push(k.hooks[engine.HookPrecondition].fn)
	s.L.Push(c.Fields().(*fields).table())
	if err := s.protected(1, 1); err != nil {
		return k.raised(err).Error()
	}
	v := s.L.Get(-1)
	s.L.Pop(1)
	return lua.LVAsString(v)
}

// InForce returns the chunk that is in force of a path.
func InForce(r *Runtime, path string) *Chunk { return r.placed(path) }
