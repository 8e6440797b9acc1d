package lua

import "sync/atomic"

// atomicHint is the index at which a site has found its field in an earlier table. It is a guess that is checked on
// each use. All workers share it. After maxMisses changes it stays the same: if tables at the site keep the field at
// different indices, the workers would otherwise keep writing to the same memory.
type atomicHint struct{ v atomic.Uint32 }

const (
	hintBits  = 24
	hintMask  = 1<<hintBits - 1
	maxMisses = 32
)

func (h *atomicHint) place() int { return int(h.v.Load() & hintMask) }

func (h *atomicHint) set(place int) {
	misses := h.v.Load() >> hintBits
	if misses < maxMisses && place <= hintMask {
		h.v.Store((misses+1)<<hintBits | uint32(place))
	}
}

// site is a place in the source that uses a field with a constant name. Its hint is the index at which the field was
// found before. All workers that share the code share the site.
type site struct {
	name   *object
	hint   atomicHint
	called bool                   // the field is called as a method
	absent atomic.Pointer[layout] // a shared layout that lacks the field
	of     origin                 // the table
}

// quick returns register r if s is nil. Otherwise it returns the field of s in the table in r, or nil if the field is
// not at the index of the hint. quick is small enough for the Go compiler to inline.
func (c *frame) quick(r int, s *site) Value {
	v := c.r[r]
	if s != nil {
		if v.p == nil || v.p.t == nil {
			return Nil
		}
		t := v.p.t
		i := s.hint.place()
		if i >= len(t.vals) || t.layout.keys[i].p != s.name {
			return Nil
		}
		return t.vals[i]
	}
	return v
}

// stored returns where the field is stored in the table in register r. It returns nil if the field is not at the
// index of the hint, or must not be changed. stored is small enough for the Go compiler to inline.
func (s *site) stored(c *frame, r int) *Value {
	p := c.r[r].p
	if p == nil || p.t == nil || p.stamp < c.s.floor {
		return nil
	}
	i := s.hint.place()
	if i >= len(p.t.vals) || i < int(p.fixed) || p.t.layout.keys[i].p != s.name {
		return nil
	}
	return &p.t.vals[i]
}

// get returns the field of v, using metamethods.
func (s *site) get(c *frame, v Value) Value {
	o := &s.of
	for hop := 0; hop < maxHops; hop++ {
		t := v.Table()
		if t == nil {
			return s.getOther(c, v, o)
		}
		if i := s.hint.place(); i < len(t.vals) && t.layout.keys[i].p == s.name {
			if x := t.vals[i]; x.p != nil {
				return x
			}
		} else if l := t.layout; l != s.absent.Load() {
			if i := t.findString(s.name); i < 0 {
				c.s.noteAbsent(s, l)
			} else if x := t.vals[i]; x.p != nil {
				s.hint.set(i)
				return x
			}
		}
		mm := t.metaIndex()
		if mm.p == nil {
			return Nil
		}
		c.hop(&s.of)
		if mm.p.kind == KindFunction {
			c.place(&s.of)
			return c.call2(mm, v, Value{p: s.name})
		}
		v, o = mm, nil
	}
	c.place(&s.of)
	c.raise(errIndexChain)
	return Nil
}

// getOther is get for a value that is not a table. o is its origin, or nil if it is the __index of another value.
func (s *site) getOther(c *frame, v Value, o *origin) Value {
	name := Value{p: s.name}
	switch {
	case !s.called || o != &s.of || c.s.metatable(v) != nil:
		return c.indexFrom(v, name, o, &s.of)
	case v.Kind() != KindUserdata:
		o.mistake(c, v, &Mistake{Attempt: "index", Op: ":", Key: name})
	}
	if t := c.s.methods.of(v); t != nil {
		c.hop(o)
		if f := s.get(c, t.Value()); f.p != nil {
			return f
		}
	}
	m := &Mistake{Attempt: "index", Op: ":", Kind: KindUserdata, Key: name, Operands: []Operand{o.operand(c, v)}}
	c.fail(o.at, m, "attempt to call method '"+s.name.s+"' (a nil value)")
	return Nil
}

// set stores x in the field of v, using metamethods.
func (s *site) set(c *frame, v, x Value) {
	if v.p != nil {
		if t := v.p.t; t != nil && t.stamp >= c.s.floor {
			i := s.hint.place()
			if i >= len(t.vals) || t.layout.keys[i].p != s.name {
				if i = t.findString(s.name); i >= 0 {
					s.hint.set(i)
				}
			}
			if i >= int(t.fixed) {
				if y := &t.vals[i]; y.p != nil || t.meta == nil {
					if y.p != x.p {
						y.p = x.p
					}
					y.n = x.n
					return
				}
			}
		} else if t != nil && t.stamp == traced && s.setTraced(c, t, x) {
			return
		}
	}
	c.setIndex(v, Value{p: s.name}, x, &s.of)
}

// method returns v:name. It tries the table in __index first, which usually holds the methods.
func (s *site) method(c *frame, v Value) Value {
	if v.p != nil {
		var mm Value
		if t := v.p.t; t != nil && t.meta != nil && t.findString(s.name) < 0 {
			mm = t.metaIndex()
		} else if m := c.s.strings; m != nil && v.p.kind == KindString && m.layout.indexPlace > 0 {
			mm = m.vals[m.layout.indexPlace-1]
		}
		if mm.p != nil && mm.p.t != nil {
			c.hop(&s.of)
			return s.get(c, mm)
		}
	}
	return s.get(c, v)
}

// noteAbsent makes a site remember that tables with layout l lack the field, if l is shared and cannot get the field.
// It does so only under one of absentEvery guards: if the tables at the site have different layouts, the workers would
// otherwise keep writing to the same memory.
func (s *State) noteAbsent(at *site, l *layout) {
	if l.share != nil && s.epoch%absentEvery == 0 {
		at.absent.Store(l)
	}
}

// absentEvery is a prime number. So a site is reached under such guards even if the number of guards between its uses
// is always the same.
const absentEvery = 31

// Field is the name of a field that Go code reads or writes in many tables. A Field remembers at which index it has
// found the field, so it is faster than Table.Get and Table.Set for tables with the same fields in the same order.
// Any number of goroutines may use a Field at once.
type Field struct {
	name    Value
	hint    atomicHint
	absent  atomic.Pointer[layout] // a shared layout that lacks the field
	changes atomic.Int32           // number of changes of absent, about maxMisses at most
}

// NewField returns a Field with a name.
func NewField(name string) *Field { return &Field{name: Name(name)} }

// Get returns the field of t, or nil if there is none.
func (f *Field) Get(t *Table) Value {
	if i := f.hint.place(); i < len(t.vals) && t.layout.keys[i].p == f.name.p {
		return t.vals[i]
	}
	return f.get(t)
}

// get is Get for a table that does not have the field at the index of the hint.
func (f *Field) get(t *Table) Value {
	l := t.layout
	if l == f.absent.Load() {
		return Nil
	}
	if i := f.place(t); i >= 0 {
		return t.vals[i]
	}
	if l.share != nil && f.changes.Load() < maxMisses {
		f.changes.Add(1)
		f.absent.Store(l)
	}
	return Nil
}

// SetNumber makes the number n the field of t, if t has the field where it was found before and lets it change.
// Otherwise it changes nothing and returns false.
func (f *Field) SetNumber(t *Table, n float64) bool {
	i := f.hint.place()
	if i >= len(t.vals) || i < int(t.fixed) || t.stamp == frozen || t.layout.keys[i].p != f.name.p {
		return false
	}
	t.vals[i] = Value{n: n, p: &numberTag}
	return true
}

// Set makes v the field of t; a nil v removes the field. The errors are those of Table.Set.
func (f *Field) Set(t *Table, v Value) error {
	if i := f.place(t); i >= int(t.fixed) && t.stamp != frozen {
		t.vals[i] = v
		return nil
	}
	return t.Set(f.name, v)
}

// place returns the index of the field in t, or -1.
func (f *Field) place(t *Table) int {
	i := f.hint.place()
	if i < len(t.vals) && t.layout.keys[i].p == f.name.p {
		return i
	}
	if i = t.findString(f.name.p); i >= 0 {
		f.hint.set(i)
	}
	return i
}
