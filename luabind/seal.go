//go:build !luacore

package luabind

import (
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// The tables of a file are constants: they are shared by all agents of a worker and by no
// other worker, so who changes one has changed what others read, and the game then depends
// on how agents are spread. In development they are sealed: like a frozen table, a sealed
// one is the same table with its content put aside, but it stays so from the first hook
// of the file that is called in a state until another file is run there. So a write is
// refused wherever the table has got to meanwhile, as into a field of an agent; only that of
// an event which a metatable has already is undone behind the hook, and its line not known. In
// production nothing is sealed, and nothing paid.

// home is a file whose tables are sealed in a state.
type home struct {
	chunk   *Chunk
	covers  []*cover
	classes []*cover // those of tables with events
}

// maxSealed is how many tables of a file are sealed at once, but for those that its functions
// hold. What is deeper in its data is sealed when it is read, at which a read takes somewhat
// longer: sealing a table takes as long as making ten, and data may be ten thousand.
const maxSealed = 256

// sealFile seals the tables of a file and of its modules in this state, and returns its
// instance, nil if there is none. Modules come first: a table goes by the name that it has
// where it was made.
func (s *State) sealFile(c *Chunk) *instance {
	if open := s.unsealed; len(open) > 0 { // an agent may have their tables already
		s.unsealed = nil
		for _, c := range open {
			s.sealFile(c)
		}
	}
	in := s.in(c)
	if in == nil || in.sealed {
		return in
	}
	in.sealed = true
	h := &home{chunk: c}
	in.homes = append(in.homes[:0], h)
	w := &sealing{chunk: c, bare: s.bare, seen: map[lua.LValue]int32{}}
	for _, m := range c.near {
		if its := s.sealFile(m); its != nil {
			w.cells.add(its.cells)
			in.homes = append(in.homes, its.homes[0])
		}
	}
	w.instance(in)
	in.cells = w.cells.cells
	if s.sealed == nil {
		s.sealed = map[*instance]*home{}
	}
	s.sealed[in] = h
	w.seal(s, h)
	return in
}

// unsealFiles opens all sealed tables, as a file is going to be run, which may write those of
// its modules.
func (s *State) unsealFiles() {
	for in, h := range s.sealed { // in any order, as no table has two covers
		for _, c := range h.covers {
			*c.table = *c.content
		}
		in.sealed = false
		s.unsealed = append(s.unsealed, h.chunk)
	}
	clear(s.sealed)
	slices.SortFunc(s.unsealed, modulesFirst)
}

// sealing goes through what a file has made.
type sealing struct {
	chunk *Chunk
	bare  *lua.LTable
	cells reach // the variables that its functions assign
	seen  map[lua.LValue]int32
	found []unsealed
}

// unsealed is something that holds other things, and how it was found.
type unsealed struct {
	value  lua.LValue
	root   bool       // a function holds it, or the file has returned it
	name   string     // of a root
	parent int32      // else: the table that it is in
	key    lua.LValue // and where; nil if it is a key itself
}

func (w *sealing) instance(in *instance) {
	if w.chunk.module {
		w.note(in.value, unsealed{root: true, name: w.chunk.Name})
	}
	for h := range in.hooks {
		if fn := in.hooks[h].fn; fn != nil {
			w.note(fn, unsealed{root: true})
		}
	}
	w.note(in.value, unsealed{root: true, name: "what " + w.chunk.Path + " returns"})
	for i := int32(0); int(i) < len(w.found); i++ {
		switch x := w.found[i].value.(type) {
		case *lua.LTable:
			w.table(x, i)
		case *lua.LFunction:
			w.function(x)
		}
	}
}

// note notes what is to be looked into.
func (w *sealing) note(v lua.LValue, u unsealed) {
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
	if at, known := w.seen[v]; known {
		if f := &w.found[at]; u.root && !f.root {
			f.root, f.name = true, u.name
		}
		return
	}
	w.seen[v] = int32(len(w.found))
	u.value = v
	w.found = append(w.found, u)
}

func (w *sealing) table(t *lua.LTable, at int32) {
	for k, v := t.Next(lua.LNil); k != lua.LNil; k, v = t.Next(k) {
		w.note(k, unsealed{parent: at})
		w.note(v, unsealed{parent: at, key: k})
	}
	w.note(t.Metatable, unsealed{parent: at, key: keyMeta})
}

func (w *sealing) function(fn *lua.LFunction) {
	w.cells.assigned(fn)
	for i, up := range fn.Upvalues {
		w.note(up.Value(), unsealed{root: true, name: fn.Proto.DbgUpvalues[i]})
	}
	if mt, ok := fn.Env.Metatable.(*lua.LTable); ok && mt != w.bare {
		if globals, ok := mt.RawGetString("__index").(*lua.LTable); ok {
			w.cells.entries(globals, func(key, v lua.LValue) { w.note(v, unsealed{root: true, name: key.String()}) })
		}
	}
}

// name is how messages call what was found.
func (w *sealing) name(at int32) string {
	switch f := &w.found[at]; {
	case f.root:
		return f.name
	case f.key == nil:
		return "a key of " + w.name(f.parent)
	default:
		return entryName(w.name(f.parent), f.key)
	}
}

// seal seals what was found, so far as it is to be sealed at once: first what is found last,
// as a table reads faster if all that is in it is sealed already.
func (w *sealing) seal(s *State, h *home) {
	for i := int32(len(w.found)) - 1; i >= 0; i-- {
		t, ok := w.found[i].value.(*lua.LTable)
		if ok && (i < maxSealed || w.found[i].root) {
			s.sealTable(h, t, w.name(i))
		}
	}
	for _, c := range slices.Clip(h.covers) {
		s.sealEvents(h, c)
	}
}

// sealTable seals one table of a file.
func (s *State) sealTable(h *home, t *lua.LTable, name string) {
	content := new(lua.LTable)
	c := &cover{table: t, content: content, meta: s.sealedMeta(h, t, content, name), what: name}
	c.put()
	if h.covers = append(h.covers, c); len(c.events) > 0 {
		h.classes = append(h.classes, c)
	}
}

// sealEvents seals what the library reads without asking a sealed table: its metatable, and
// what is in it where it is one.
func (s *State) sealEvents(h *home, c *cover) {
	s.sealEntry(h, c.what, keyMeta, c.content.Metatable)
	for _, event := range events {
		s.sealEntry(h, c.what, lua.LString(event), c.content.RawGetString(event))
	}
}

// sealEntry seals what is read from a sealed table.
func (s *State) sealEntry(h *home, name string, key, v lua.LValue) lua.LValue {
	if t, ok := v.(*lua.LTable); ok && !isGuarded(t) {
		s.sealTable(h, t, entryName(name, key))
		s.sealEvents(h, h.covers[len(h.covers)-1])
	}
	return v
}

// sealedMeta is the metatable of a sealed table, which reads from content. The content is
// still in t.
func (s *State) sealedMeta(h *home, t, content *lua.LTable, name string) *lua.LTable {
	var index lua.LValue = content
	if _, hasOwn := t.Metatable.(*lua.LTable); hasOwn || holdsOpen(t) {
		index = s.L.NewFunction(func(L *lua.LState) int {
			L.Push(s.readSealed(L, h, t, content, name))
			return 1
		})
	}
	mt := s.standIn(content, index, func(L *lua.LState, key lua.LValue) {
		if !s.forward(L, t, content) {
			s.refuseSealed(L, name, h.chunk, key)
		}
	}).Metatable.(*lua.LTable)
	mt.RawSetString(keyWhat, lua.LString(name))
	mt.RawSetString(keyFrozen, lua.LTrue)
	mt.RawSetString(keyHome, &lua.LUserData{Value: h})
	return mt
}

// holdsOpen tells whether there are other tables in t that are not sealed.
func holdsOpen(t *lua.LTable) bool {
	open := func(v lua.LValue) bool {
		x, ok := v.(*lua.LTable)
		return ok && x != t && !isGuarded(x)
	}
	for k, v := t.Next(lua.LNil); k != lua.LNil; k, v = t.Next(k) {
		if open(k) || open(v) {
			return true
		}
	}
	return false
}

// readSealed reads the second argument from the content of the sealed table t.
func (s *State) readSealed(L *lua.LState, h *home, t, content *lua.LTable, name string) lua.LValue {
	key := L.Get(2)
	if v := content.RawGet(key); v != lua.LNil {
		return s.sealEntry(h, name, key, v)
	}
	return lookUp(L, t, content, key)
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

// keyHome is where the metatable of a sealed table keeps its home; scripts cannot reach it.
const keyHome = "home"

// homeOf returns the home of a sealed table, nil if t is none.
func homeOf(t *lua.LTable) *home {
	if !isGuarded(t) {
		return nil
	}
	if u, ok := t.Metatable.(*lua.LTable).RawGetString(keyHome).(*lua.LUserData); ok {
		return u.Value.(*home)
	}
	return nil
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
