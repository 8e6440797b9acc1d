package luabind

import (
	"fmt"

	lua "github.com/yuin/gopher-lua"
)

// The tables of a file are constants: they are shared by all agents of a worker and by no
// other worker, so who changes one has changed what others read, and the game then depends
// on how agents are spread. In development they are sealed: like a frozen table, a sealed
// one is the same table with its content put aside, but it stays so from the first hook
// of the file that is called in a state until another file is run there. So a write is
// refused wherever the table has got to meanwhile, as into a field of an agent; only that of
// an event which a metatable has already is not seen. In production nothing is sealed, and
// nothing paid.

// sealFile seals the tables of a file and of its modules in this state, and returns its
// instance, nil if there is none. Modules come first: a table goes by the name that it has
// where it was made.
func (s *State) sealFile(c *Chunk) *instance {
	in := s.in(c)
	if in == nil || in.sealed {
		return in
	}
	in.sealed = true
	for _, m := range c.near {
		s.sealFile(m)
	}
	w := &sealing{state: s, chunk: c, cells: reach{seen: map[any]bool{}}}
	w.instance(in)
	in.cells = w.cells.cells
	if s.sealed == nil {
		s.sealed = map[*instance][]*cover{}
	}
	s.sealed[in] = w.covers
	return in
}

// unsealFiles opens all sealed tables, as a file is going to be run, which may write those of
// its modules.
func (s *State) unsealFiles() {
	for in, covers := range s.sealed { // in any order, as no table has two
		unseal(covers)
		in.sealed = false
	}
	clear(s.sealed)
}

func unseal(covers []*cover) {
	for _, c := range covers {
		*c.table = *c.content
	}
}

// sealing goes through what a file has made.
type sealing struct {
	state  *State
	chunk  *Chunk
	covers []*cover
	cells  reach // the variables that its functions assign
	queue  []unsealed
}

// unsealed is what is still to be looked into.
type unsealed struct {
	value lua.LValue
	name  string
}

func (w *sealing) instance(in *instance) {
	if w.chunk.module {
		w.value(w.chunk.Name, in.value)
	}
	for h := range in.hooks {
		if fn := in.hooks[h].fn; fn != nil {
			w.value("", fn)
		}
	}
	w.value("what "+w.chunk.Path+" returns", in.value)
	for len(w.queue) > 0 {
		next := w.queue[0]
		w.queue = w.queue[1:]
		switch x := next.value.(type) {
		case *lua.LTable:
			w.table(x, next.name)
		case *lua.LFunction:
			w.function(x)
		}
	}
}

// value notes what is to be looked into.
func (w *sealing) value(name string, v lua.LValue) {
	switch x := v.(type) {
	case *lua.LTable:
		if isGuarded(x) {
			return
		}
	case *lua.LFunction:
		if x.IsG {
			return
		}
	default:
		return
	}
	if w.cells.seen[v] {
		return
	}
	w.cells.seen[v] = true
	w.queue = append(w.queue, unsealed{v, name})
}

func (w *sealing) table(t *lua.LTable, name string) {
	for k, v := t.Next(lua.LNil); k != lua.LNil; k, v = t.Next(k) {
		w.value("a key of "+name, k)
		w.value(entryName(name, k), v)
	}
	w.value(entryName(name, keyMeta), t.Metatable)
	w.covers = append(w.covers, w.state.cover(t, name, w.chunk))
}

func (w *sealing) function(fn *lua.LFunction) {
	w.cells.assigned(fn)
	for i, up := range fn.Upvalues {
		w.value(fn.Proto.DbgUpvalues[i], up.Value())
	}
	if mt, ok := fn.Env.Metatable.(*lua.LTable); ok && mt != w.state.bare {
		if globals, ok := mt.RawGetString("__index").(*lua.LTable); ok {
			w.cells.entries(globals, func(key, v lua.LValue) { w.value(key.String(), v) })
		}
	}
}

// cover seals one table of a file.
func (s *State) cover(t *lua.LTable, name string, c *Chunk) *cover {
	content := new(lua.LTable)
	*content = *t
	meta := s.sealedMeta(t, content, name, c)
	*t = lua.LTable{Metatable: meta}
	for _, event := range events { // the table may be a metatable, which is read as it is
		if f := content.RawGetString(event); f != lua.LNil {
			t.RawSetString(event, f)
		}
	}
	return &cover{t, content, meta, name}
}

// sealedMeta is the metatable of a sealed table, which reads from content.
func (s *State) sealedMeta(t, content *lua.LTable, name string, c *Chunk) *lua.LTable {
	var index lua.LValue = content
	own, hasOwn := content.Metatable.(*lua.LTable)
	if hasOwn {
		index = s.L.NewFunction(func(L *lua.LState) int {
			L.Push(lookUp(L, t, content, L.Get(2)))
			return 1
		})
	}
	mt := s.standIn(content, index, func(L *lua.LState, key lua.LValue) {
		if !s.forward(L, t, content) {
			s.refuseSealed(L, name, c, key)
		}
	}).Metatable.(*lua.LTable)
	mt.RawSetString(keyWhat, lua.LString(name))
	mt.RawSetString(keyFrozen, lua.LTrue)
	mt.RawSetString(keyFile, lua.LString(c.Path))
	if hasOwn {
		adopt(mt, own)
	}
	return mt
}

// forward has the metatable that a sealed table has otherwise answer the write of a key
// that is not there, if it does that: the table itself then stays as it is.
func (s *State) forward(L *lua.LState, t, content *lua.LTable) bool {
	own, ok := content.Metatable.(*lua.LTable)
	if !ok || s.deciding() || content.RawGet(L.Get(2)) != lua.LNil {
		return false
	}
	switch f := own.RawGetString("__newindex").(type) {
	case *lua.LFunction:
		L.Push(f)
		L.Push(t)
		L.Push(L.Get(2))
		L.Push(L.Get(3))
		L.Call(3, 0)
		return true
	case *lua.LTable:
		L.SetTable(f, L.Get(2), L.Get(3))
		return true
	}
	return false
}

// keyFile is where the metatable of a sealed table keeps the path of its file; scripts
// cannot reach it.
const keyFile = "file"

// fileOf returns the path of the file whose sealed table t is, "" if it is none.
func fileOf(t *lua.LTable) string {
	if !isGuarded(t) {
		return ""
	}
	path, _ := t.Metatable.(*lua.LTable).RawGetString(keyFile).(lua.LString)
	return string(path)
}

// constantTables says why a table of a file is not written, and what to do instead.
const constantTables = "are constant after loading, since all agents share them: keep state in a field of the agent, in memory or on a board, or change a copy"

// refuseSealed refuses that key of a sealed table is written.
func (s *State) refuseSealed(L *lua.LState, name string, c *Chunk, key lua.LValue) {
	if s.deciding() {
		s.refuseWrite(L, name, key)
	}
	L.RaiseError("%s was written, but tables of %s %s", entryName(name, key), c.Path, constantTables)
}

// stowed is what the variables outside of functions held before a hook call.
type stowed struct {
	in     *instance
	before []lua.LValue
}

// stow notes what the variables of a file hold that its functions assign.
func (in *instance) stow() stowed {
	w := stowed{in: in}
	if in != nil {
		for i := range in.cells {
			w.before = append(w.before, in.cells[i].upvalue.Value())
		}
	}
	return w
}

// restore gives the variables back what they held, and returns the error that one had
// changed.
func (w *stowed) restore(s *State, c *Chunk) error {
	if len(w.before) == 0 {
		return nil
	}
	changed := giveBack(w.in.cells, w.before)
	if changed == nil {
		return nil
	}
	e := s.told(c, fmt.Sprintf("%s:%d: the local variable %q was assigned, which outlives the call and is constant after loading, since all agents share it",
		changed.path, changed.lines[0], changed.name))
	e.Hint = "keep state in a field of the agent, in memory or on a board" + changed.others()
	return e
}
