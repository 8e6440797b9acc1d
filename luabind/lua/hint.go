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

// quick returns register r if s is nil. Otherwise it returns the field of s in the table in r, or nil if the field is
// not at the index of the hint. quick is small enough for the Go compiler to inline.
func (c *Call) quick(r int, s *site) Value {
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

// Field is the name of a field that Go code reads or writes in many tables. A Field remembers at which index it has
// found the field, so it is faster than Table.Get and Table.Set for tables with the same fields in the same order.
// Any number of goroutines may use a Field at once.
type Field struct {
	name Value
	hint atomicHint
}

// NewField returns a Field with a name.
func NewField(name string) *Field { return &Field{name: Name(name)} }

// Get returns the field of t, or nil if there is none.
func (f *Field) Get(t *Table) Value {
	if i := f.place(t); i >= 0 {
		return t.vals[i]
	}
	return Nil
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
