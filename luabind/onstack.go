//go:build !luacore

package luabind

import (
	"iter"
	"reflect"
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// coroutine follows what lies on the stack of a coroutine that is suspended. Which variable
// a value is in, the library does not know reliably.
func (w *weigher) coroutine(th *lua.LState, at int32) {
	w.bytes += coroutineBytes
	frame, ok := frameOf(th, 0)
	if th.Dead || !ok {
		return
	}
	for level := 0; ok; level++ {
		if fn, err := th.GetInfo("f", frame, lua.LNil); err == nil {
			w.value(fn, found{parent: at, name: nameFrame})
		}
		frame, ok = frameOf(th, level+1)
	}
	for v, iterated := range onStack(th) {
		w.things++
		w.bytes += placeBytes
		if v == nil {
			continue
		}
		w.bytes += w.value(v, found{parent: at, name: nameLocal})
		if iterated {
			w.iterated = append(w.iterated, v)
		}
	}
}

// onStack goes through all places on the stack of a coroutine that is suspended, nil for
// an empty one, and tells which tables its loops go through: such a one stands behind the
// function that goes through it.
func onStack(th *lua.LState) iter.Seq2[lua.LValue, bool] {
	return func(yield func(v lua.LValue, iterated bool) bool) {
		frame, ok := frameOf(th, 0)
		if th.Dead || !ok {
			return
		}
		stepping := false
		for no := 1 - localBase(frame); ; no++ {
			name, v := th.GetLocal(frame, no)
			_, isTable := v.(*lua.LTable)
			if name == "" || !yield(v, isTable && stepping) {
				return
			}
			fn, isFunction := v.(*lua.LFunction)
			stepping = isFunction && fn.IsG
		}
	}
}

// loops notes the tables that suspended loops of any agent go through, in the state that
// is counted in: a table of a file is there for all of them. It answers false if it does
// not know the agents.
func (w *weigher) loops() bool {
	if w.world == nil {
		return false
	}
	for a := range w.world.Agents() {
		if a.Worker() != w.state.id {
			continue
		}
		for _, memory := range a.Memories {
			if m, ok := memory.(*nodeMemory); ok && m.co != nil {
				w.loopsOf(m.co)
			}
		}
	}
	for _, of := range w.state.threads.of {
		for _, p := range of.list {
			if th := p.Value(); th != nil {
				w.loopsOf(th)
			}
		}
	}
	return true
}

func (w *weigher) loopsOf(th *lua.LState) {
	for v, iterated := range onStack(th) {
		if iterated {
			w.iterated = append(w.iterated, v)
		}
	}
}

// frameOf returns a frame of a coroutine. One that has not been started yet has one, which
// the library does not count.
func frameOf(th *lua.LState, level int) (*lua.Debug, bool) {
	frame, ok := th.GetStack(level)
	if !ok && level == 0 {
		frame, ok = th.GetStack(-1)
	}
	return frame, ok
}

// The place of a frame on its stack, and how far it has come, are not exported. They are
// read by reflection; strlib says why that is safe.
func frameField(frame *lua.Debug, name string) int {
	return int(reflect.ValueOf(frame).Elem().FieldByName("frame").Elem().FieldByName(name).Int())
}

// localBase returns where on the stack the variables of a frame begin.
func localBase(frame *lua.Debug) int { return frameField(frame, "LocalBase") }

// running returns the thread that the hook under way has come to. The library notes one
// only when a coroutine is resumed or left.
func (s *State) running() *lua.LState {
	noted := s.root.G.CurrentThread
	for th := noted; th != nil; th = th.Parent {
		if th == s.L {
			return noted
		}
	}
	return s.L
}

// lastPlace returns where the instruction stands that was carried out last, in a hook that
// is between two of them.
func lastPlace(L *lua.LState) (path string, line int) {
	for level := range MaxCalls {
		frame, ok := L.GetStack(level)
		if !ok {
			break
		}
		v, err := L.GetInfo("f", frame, lua.LNil)
		fn, isFunction := v.(*lua.LFunction)
		if err != nil || !isFunction || fn.IsG || fn.Proto.SourceName == innerChunk {
			continue
		}
		pc := frameField(frame, "Pc") - 1
		if level == 0 { // the next one has been fetched already
			pc--
		}
		lines := fn.Proto.DbgSourcePositions
		return fn.Proto.SourceName, lines[slices.Max([]int{0, min(pc, len(lines)-1)})]
	}
	return "", 0
}
