//go:build !luacore

package luabind

import lua "github.com/yuin/gopher-lua"

// A function that a hook finds in a table, and one that a metatable calls, brings along
// the variables outside of it and the tables in them. While the hook must not change
// anything, they are looked after like those of the file.

// watchFunction looks after what fn shares with other calls.
func (s *State) watchFunction(fn *lua.LFunction) {
	if fn.IsG {
		return
	}
	r := s.reachedBy(fn)
	for _, up := range r.holders {
		if up.Value() == s.watched.agent {
			s.watched.lent = append(s.watched.lent, up)
			up.SetValue(s.watched.standIn)
		}
	}
	for _, t := range r.tables {
		if t.table != s.watched.agent {
			s.freeze(t.table, t.name)
		}
	}
	for _, c := range r.cells {
		s.watchCell(c)
	}
}

// reachedBy is what a function reaches. It is kept, as far as there is room.
func (s *State) reachedBy(fn *lua.LFunction) *reach {
	if r := s.reaches[fn]; r != nil {
		return r
	}
	r := &reach{seen: map[any]bool{}}
	r.function(fn)
	r.seen = nil
	if s.reaches == nil || len(s.reaches) >= maxCovers {
		s.reaches = map[*lua.LFunction]*reach{}
	}
	s.reaches[fn] = r
	return r
}

func (s *State) watchCell(c cell) {
	w := &s.watched
	for i := range w.cells {
		if w.cells[i].upvalue == c.upvalue {
			return
		}
	}
	w.cells = append(w.cells, c)
	w.before = append(w.before, c.upvalue.Value())
}

// watchMeta looks after the functions of the metatable of a frozen table.
func (s *State) watchMeta(v lua.LValue) {
	mt, ok := v.(*lua.LTable)
	if !ok {
		return
	}
	for _, event := range events {
		if fn, ok := mt.RawGetString(event).(*lua.LFunction); ok {
			s.watchFunction(fn)
		}
	}
}

// takeBack gives variables that held the agent the agent back.
func (w *watched) takeBack() {
	for _, up := range w.lent {
		if up.Value() == w.standIn {
			up.SetValue(w.agent)
		}
	}
}
