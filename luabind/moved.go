//go:build !luacore

package luabind

import (
	"weak"

	lua "github.com/yuin/gopher-lua"
)

// A coroutine, and an iterator of string.gmatch, is somewhere, and going on with it is a
// change. A hook that must not change anything goes on only with what it has made itself.
// And what a file made when it was loaded is shared by all agents of a worker, as tables of
// files are: in development no hook goes on with it.

// movers knows what was made when.
type movers struct {
	round uint64                     // of the hook or guard that must not change anything; a number for each
	files []weak.Pointer[lua.LState] // coroutines that were made while files were loaded, in development
}

// resumed refuses to resume a coroutine that the hook under way must not go on with.
func (s *State) resumed(L, th *lua.LState) {
	if th.Dead || s.ctx == nil {
		return
	}
	if s.watched.on {
		for _, made := range s.watched.threads {
			if made == th {
				return
			}
		}
		s.refuse(L, s.asker()+" resumed a coroutine that was there before; it "+notInDecide)
	}
	for _, p := range s.movers.files {
		if p.Value() == th {
			s.refuseMove(L, "a coroutine", "resumed", "in on_enter or run")
		}
	}
}

// refuseMove refuses to go on with what a file has made when it was loaded.
func (s *State) refuseMove(L *lua.LState, what, verb, where string) {
	L.RaiseError("%s was %s that was made when the file was loaded: what a file holds is constant then, since all agents share it; make one for each agent, %s", what, verb, where)
}

// loadedThread notes a coroutine that a file makes while it is loaded.
func (s *State) loadedThread(th *lua.LState) {
	if s.development && s.ctx == nil {
		s.movers.files = append(living(s.movers.files), weak.Make(th))
	}
}

// iterating makes string.gmatch give iterators that know when they were made.
func (s *State) iterating(gmatch lua.LGFunction) lua.LGFunction {
	return func(L *lua.LState) int {
		n := gmatch(L)
		it := L.Get(-1).(*lua.LFunction)
		step, loaded, round := it.GFunction, s.ctx == nil, s.movers.round
		if !s.watched.on {
			round = 0
		}
		it.GFunction = func(L *lua.LState) int {
			switch {
			case s.watched.on && round != s.movers.round:
				s.refuse(L, s.asker()+" went on with string.gmatch that was begun before; it "+notInDecide)
			case loaded && s.development && s.ctx != nil:
				s.refuseMove(L, "an iterator of string.gmatch", "called", "by string.gmatch in the hook")
			}
			return step(L)
		}
		return n
	}
}
