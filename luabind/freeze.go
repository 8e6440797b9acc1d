//go:build !luacore

package luabind

import (
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// In development, and while a decision is explained, a hook that must not change
// anything finds what it can reach frozen: a table refuses to be written until the hook
// has ended. A frozen table is still the same table, so that comparing it, using it as
// a key and its metatable mean what they mean in production: its content is put aside,
// and an empty table with a metatable that reads from there is left in its place. What
// is read from a frozen table is frozen at that moment; what nobody reads costs nothing.

// cover is what freezes one table: where its content is meanwhile, and the metatable
// that reads from there.
type cover struct {
	table, content, meta *lua.LTable
	what                 string  // how messages call the table
	events               []event // that are read where it is
}

// fits tells whether c can be used for its table again.
func (c *cover) fits(what string) bool {
	return c.what == what && c.table.Metatable == c.meta.RawGetString(keyOwn)
}

// put puts the content of the table aside.
func (c *cover) put() {
	*c.content = *c.table
	*c.table = lua.LTable{Metatable: c.meta}
	if own, ok := c.content.Metatable.(*lua.LTable); ok {
		adopt(c.meta, own)
	}
	c.events = c.events[:0]
	for _, name := range events { // the table may be a metatable, which is read as it is
		if f := c.content.RawGetString(name); f != lua.LNil {
			c.table.RawSetString(name, f)
			c.events = append(c.events, event{name, f})
		}
	}
}

// maxCovers bounds the covers that a state keeps for the next time.
const maxCovers = 2000

// keyMeta is how messages call the metatable of a table.
const keyMeta = lua.LString("(metatable)")

// What the metatable of a frozen table holds besides what keyTarget and the like say;
// scripts cannot reach it.
const (
	keyWhat   = "what"   // how messages call the table
	keyFrozen = "frozen" // true
	keyOwn    = "own"    // the metatable that the table has otherwise
)

// freeze has a table refuse to be written until thaw. What others guard already stays
// as it is.
func (s *State) freeze(t *lua.LTable, what string) {
	if isGuarded(t) {
		return
	}
	c := s.covers[t]
	if c == nil || !c.fits(what) {
		c = s.newCover(t, what)
	}
	c.put()
	s.frozen = append(s.frozen, c)
	s.watchMeta(c.content.Metatable)
}

// events are the keys that mean something in a metatable.
var events = []string{"__add", "__call", "__concat", "__div", "__eq", "__index", "__le", "__len", "__lt", "__metatable",
	"__mod", "__mul", "__newindex", "__pow", "__sub", "__tostring", "__unm"}

// thaw gives all frozen tables their content back.
func (s *State) thaw() {
	for _, c := range s.frozen {
		*c.table = *c.content
	}
	clear(s.frozen)
	s.frozen = s.frozen[:0]
}

// newCover returns a cover for a table with the metatable that it has now.
func (s *State) newCover(t *lua.LTable, what string) *cover {
	content := &lua.LTable{Metatable: t.Metatable}
	c := &cover{table: t, content: content, meta: s.frozenMeta(t, content, what), what: what}
	if s.covers == nil || len(s.covers) >= maxCovers {
		s.covers = map[*lua.LTable]*cover{}
	}
	s.covers[t] = c
	return c
}

func (s *State) frozenMeta(t, content *lua.LTable, what string) *lua.LTable {
	index := s.L.NewFunction(func(L *lua.LState) int {
		L.Push(s.frozenValue(lookUp(L, t, content, L.Get(2)), what, L.Get(2)))
		return 1
	})
	mt := s.readOnlyTable(content, index, what).Metatable.(*lua.LTable)
	mt.RawSetString(keyFrozen, lua.LTrue)
	return mt
}

// adopt has the metatable of a covered table mean what the one means that it has otherwise.
// A class may have many methods besides.
func adopt(mt, own *lua.LTable) {
	mt.RawSetString(keyOwn, own)
	for _, event := range events {
		switch event {
		case "__index", "__newindex", "__metatable": // by which it covers
			continue
		}
		if v := own.RawGetString(event); v != mt.RawGetString(event) && (v != lua.LNil || event != "__len") {
			mt.RawSetString(event, v)
		}
	}
}

// lookUp reads from the content of t as if it were t.
func lookUp(L *lua.LState, t, content *lua.LTable, key lua.LValue) lua.LValue {
	v := content.RawGet(key)
	own, ok := content.Metatable.(*lua.LTable)
	if v != lua.LNil || !ok {
		return v
	}
	switch index := own.RawGetString("__index").(type) {
	case *lua.LFunction:
		L.Push(index)
		L.Push(t)
		L.Push(key)
		L.Call(2, 1)
		v = L.Get(-1)
		L.Pop(1)
	case *lua.LTable:
		v = L.GetTable(index, key)
	}
	return v
}

// readFrom is what a hook gets that has read v from a table that is frozen or sealed.
func (s *State) readFrom(t *lua.LTable, key, v lua.LValue) lua.LValue {
	if h := homeOf(t); h != nil {
		return s.sealEntry(h, whatOf(t), key, v)
	}
	return s.frozenValue(v, whatOf(t), key)
}

// frozenValue is what a hook gets that reads key of the frozen table what.
func (s *State) frozenValue(v lua.LValue, what string, key lua.LValue) lua.LValue {
	if fn, ok := v.(*lua.LFunction); ok {
		s.watchFunction(fn)
		return v
	}
	t, ok := v.(*lua.LTable)
	switch {
	case !ok || isGuarded(t):
		return v
	case t == s.watched.agent:
		return s.watched.standIn
	}
	s.freeze(t, entryName(what, key))
	return t
}

// entryName is how messages call an entry of a table: "agent.list" or "agent.list[1]".
func entryName(what string, key lua.LValue) string {
	what = strings.TrimPrefix(what, "the ") // the agent
	if name, ok := key.(lua.LString); ok {
		return what + "." + cut(string(name), maxShown)
	}
	return what + "[" + show(key) + "]"
}

// isFrozen tells whether what is read from t is to be frozen.
func isFrozen(t *lua.LTable) bool {
	mt, ok := t.Metatable.(*lua.LTable)
	return ok && mt.RawGetString(keyFrozen) == lua.LTrue && isGuarded(t)
}

// freezeResults freezes the tables among the n results that a function of the library
// has pushed, which read them from t. Its second argument was arg.
func (s *State) freezeResults(L *lua.LState, function string, t *lua.LTable, arg lua.LValue, n int) {
	for i := range n {
		at, key := i-n, arg // as of rawget
		switch function {
		case "next":
			key = L.Get(-n)
		case "unpack":
			from, _ := arg.(lua.LNumber)
			key = max(from, 1) + lua.LNumber(i)
		}
		L.Replace(at, s.readFrom(t, key, L.Get(at)))
	}
}

// whatOf returns how messages call a guarded table.
func whatOf(t *lua.LTable) string {
	mt, ok := t.Metatable.(*lua.LTable)
	if !ok {
		return "a table"
	}
	return lua.LVAsString(mt.RawGetString(keyWhat))
}
