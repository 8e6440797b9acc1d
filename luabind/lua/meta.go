package lua

// Names of metamethods.
var (
	nameIndex    = intern("__index")
	nameNewIndex = intern("__newindex")
	nameCall     = intern("__call")
	nameEq       = intern("__eq")
	nameLt       = intern("__lt")
	nameLe       = intern("__le")
	nameConcat   = intern("__concat")
	nameUnm      = intern("__unm")
	nameLen      = intern("__len")
	nameToString = intern("__tostring")
	nameArith    = map[string]*object{
		"+": intern("__add"), "-": intern("__sub"), "*": intern("__mul"),
		"/": intern("__div"), "%": intern("__mod"), "^": intern("__pow"),
	}
)

// maxHops bounds the length of a chain of tables in __index or __newindex.
const maxHops = 100

// metatable returns the metatable of a value, or nil.
func (s *State) metatable(v Value) *Table {
	switch {
	case v.p == nil:
		return nil
	case v.p.t != nil:
		return v.p.t.meta
	case v.p.kind == KindString:
		return s.strings
	}
	return nil
}

func (s *State) metafield(v Value, name *object) Value {
	if m := s.metatable(v); m != nil {
		if i := m.findString(name); i >= 0 {
			return m.vals[i]
		}
	}
	return Nil
}

// common returns the metamethod that a and b have in common, or nil. Values of different types have none.
func (s *State) common(a, b Value, name *object) Value {
	if a.Kind() != b.Kind() {
		return Nil
	}
	mm := s.metafield(a, name)
	if mm.p != nil && mm.Equal(s.metafield(b, name)) {
		return mm
	}
	return Nil
}

// metaIndex returns the entry __index of t's metatable, or nil.
func (t *Table) metaIndex() Value {
	m := t.meta
	if m == nil {
		return Nil
	}
	if i := m.layout.indexPlace; i > 0 {
		return m.vals[i-1]
	}
	return Nil
}

// index returns v[k], using metamethods. o is the origin of v, or nil.
func (c *frame) index(v, k Value, o *origin) Value { return c.indexFrom(v, k, o, o) }

// indexFrom is like index, for a v that may be the __index of another value; from is the origin of the first value.
func (c *frame) indexFrom(v, k Value, o, from *origin) Value {
	if k.p != nil && len(k.p.s) >= longText {
		c.place(from)
		c.spendOn(k)
	}
	for hop := 0; hop < maxHops; hop++ {
		var mm Value
		if t := v.Table(); t != nil {
			x := t.Get(k)
			if x.p != nil || t.meta == nil {
				return x
			}
			if mm = t.metaIndex(); mm.p == nil {
				return Nil
			}
		} else if mm = c.s.metafield(v, nameIndex); mm.p == nil {
			if c.place(from); o != from {
				o = &ofIndex
			}
			o.mistake(c, v, &Mistake{Attempt: "index", Key: k})
		}
		c.hop(from)
		if mm.p.kind == KindFunction {
			c.place(from)
			return c.call2(mm, v, k)
		}
		v, o = mm, nil
	}
	c.place(from)
	c.raise(errIndexChain)
	return Nil
}

// place sets the position of c to that of o, for the traces of calls that the operation makes.
func (c *frame) place(o *origin) {
	if o != nil && c.p != nil && o.at.line > 0 {
		c.at = o.at
	}
	c.s.cur = c
}

// setIndex executes v[k] = x, using metamethods.
func (c *frame) setIndex(v, k, x Value, o *origin) {
	from := o
	for hop := 0; hop < maxHops; hop++ {
		var mm Value
		t := v.Table()
		if t != nil {
			if t.meta == nil || t.Get(k).p != nil {
				c.store(t, k, x, o)
				return
			}
			if i := t.meta.findString(nameNewIndex); i >= 0 {
				mm = t.meta.vals[i]
			}
			// As in Lua 5.1, an invalid key is an error even if there is a metamethod; store raises the error.
			if mm.p == nil || k.p == nil || k.p == &numberTag && k.n != k.n {
				c.store(t, k, x, o)
				return
			}
		} else if mm = c.s.metafield(v, nameNewIndex); mm.p == nil {
			if o != from {
				o = &ofNewIndex
			}
			o.mistake(c, v, &Mistake{Attempt: "index", Op: "=", Key: k})
		}
		c.hop(from)
		c.place(from)
		if mm.p.kind == KindFunction {
			s := c.s
			args := s.room(3)
			args[0], args[1], args[2] = v, k, x
			c.callN(mm, args)
			s.args = s.args[:len(s.args)-3]
			return
		}
		v, o = mm, nil
	}
	c.raise(errNewIndexChain)
}

// store executes t[k] = x, without metamethods.
func (c *frame) store(t *Table, k, x Value, o *origin) {
	c.place(o)
	if k.p == nil || k.n != k.n {
		o.key(c).checkKey(c, k)
	}
	if (t.stamp < c.s.floor || t.fixes(k)) && !c.traces(t, k) && (t.fixes(k) || !c.older(t.stamp)) {
		o.refuse(c, t, k)
	}
	c.set(t, k, x)
}

func (c *frame) placeAt(at position) {
	if c.p != nil {
		c.at = at
	}
	c.s.cur = c
}

// set makes t[k] = v without metamethods, and counts the growth of the table. It raises an error if the table cannot
// be changed, or if the key is nil or NaN.
func (c *frame) set(t *Table, k, v Value) {
	if t.stamp < c.s.floor || t.fixes(k) {
		c.writable(&t.object, k)
		if t.stamp == traced {
			c.setTraced(t, k, v)
			return
		}
	}
	c.spendOn(k)
	if k.p == nil || k.n != k.n {
		noOrigin.checkKey(c, k)
	}
	if bytes := t.set(k, v); bytes > 0 {
		c.s.alloc(c, bytes)
	}
}

// newTable returns an empty table and counts its bytes.
func (c *frame) newTable(list, others int) *Table {
	bytes := tableBytes + int64(list)*valueBytes
	if others > 0 {
		bytes += othersBytes(others)
	}
	c.s.alloc(c, bytes)
	t := NewTable(list, others)
	t.stamp = c.s.floor
	return t
}
