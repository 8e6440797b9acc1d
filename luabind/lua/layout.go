package lua

import (
	"math"
	"sync/atomic"
)

// layout holds the keys of a table except for those of its list, in the order of their insertion. The values are in
// the table, at the same indices. Tables with the same keys share a layout if they come from one constructor or from
// one Layout; every other table has a layout of its own.
type layout struct {
	keys  []Value
	index []uint32 // hash table of indices of keys, plus 1; nil for at most smallTable keys
	// read is called for each look-up by a name; see Table.Watch. If read is set, loose is set, too.
	read  func(name string, v Value)
	share *share // nil if the layout belongs to one table
	// indexPlace is the index of the key __index, plus 1, or 0 if there is none. It makes look-ups through a metatable
	// faster.
	indexPlace uint32
	loose      bool // at least one key is a string that is not a name
}

// share is the additional data of a layout that several tables may have, in several States at once. Such a layout
// does not change, and all its keys are names.
type share struct {
	next   atomic.Pointer[layout] // list of the layouts that have one key more than this one
	beside *layout                // next layout in the list of which this one is an element
	family *family
	record bool // the layout belongs to a constructor with fields; its tables have it from the beginning
}

// family counts the layouts that come from one Layout or one constructor. It bounds them, so that tables with many
// different keys do not fill the memory with layouts.
type family struct {
	size atomic.Int32
	most int32
}

const (
	// smallTable is the largest number of keys that are searched linearly.
	smallTable = 8
	// mostShared bounds the keys of a shared layout.
	mostShared = 64
	// maxFamily and maxMade bound the layouts that come from one Layout and from one constructor. No meter counts these
	// layouts, and a script may have 300,000 constructors.
	maxFamily = 256
	maxMade   = 8
)

// noKeys is the layout of tables that have only a list.
var noKeys = &layout{}

// newLayout returns a layout for one table, with room for size keys. It also returns room for as many values, in the
// same allocation.
func newLayout(size int) (*layout, []Value) {
	if size <= 4 {
		x := &struct {
			layout
			room [8]Value
		}{}
		x.keys = x.room[:0:size]
		return &x.layout, x.room[4 : 4 : 4+size]
	}
	room := make([]Value, 2*size)
	l := &layout{keys: room[:0:size], index: newIndex(size)}
	return l, room[size:size]
}

// newIndex returns the index for size keys.
func newIndex(size int) []uint32 {
	if n := indexSize(size); n > 0 {
		return make([]uint32, n)
	}
	return nil
}

// indexSize returns the length of the index for a number of keys.
func indexSize(keys int) int {
	if keys <= smallTable {
		return 0
	}
	size := 32
	for size < 2*keys {
		size *= 2
	}
	return size
}

// add adds a key to a layout that belongs to one table and has room for the key.
func (l *layout) add(k Value) {
	l.keys = append(l.keys, k)
	place := uint32(len(l.keys))
	if l.index != nil {
		mask := uint32(len(l.index) - 1)
		h := hashOf(k) & mask
		for l.index[h] != 0 {
			h = (h + 1) & mask
		}
		l.index[h] = place
	}
	if o := k.p; o.kind == KindString {
		if !o.name {
			l.loose = true
		}
		if o == nameIndex || !o.name && o.s == nameIndex.s {
			l.indexPlace = place
		}
	}
}

// with returns the shared layout that has the key k after the keys of l. It creates that layout if necessary. It
// returns nil if k is not a name, or if mostShared or the bound of the family is reached.
func (l *layout) with(k Value) *layout {
	if !k.p.name || len(l.keys) >= mostShared {
		return nil
	}
	first := l.share.next.Load()
	for n := first; n != nil; n = n.share.beside {
		if n.keys[len(l.keys)].p == k.p {
			return n
		}
	}
	family := l.share.family
	if family.size.Add(1) > family.most {
		family.size.Add(-1)
		return nil
	}
	size := len(l.keys) + 1
	n := &layout{keys: make([]Value, 0, size), index: newIndex(size), share: &share{beside: first, family: family}}
	for _, old := range l.keys {
		n.add(old)
	}
	n.add(k)
	if !l.share.next.CompareAndSwap(first, n) { // another State has added a layout meanwhile
		family.size.Add(-1)
		return l.with(k)
	}
	return n
}

// Layout makes tables that are expected to get the same fields in the same order. Such tables share the memory for
// the keys of their fields. Any number of States may use a Layout at once.
type Layout struct{ first layout }

// NewLayout returns a Layout. Its fields need not be declared: they are those that its tables get.
func NewLayout() *Layout {
	l := &Layout{}
	l.first.share = &share{family: &family{most: maxFamily}}
	return l
}

// NewTable returns an empty table with room for 8 fields in the same allocation.
func (l *Layout) NewTable() *Table {
	x := &struct {
		Table
		room [smallTable]Value
	}{}
	t := &x.Table
	t.kind, t.t, t.layout, t.vals = KindTable, t, &l.first, x.room[:0]
	return t
}

// Adopt makes t share the memory for its keys with the tables that l has made, if possible. A table from a Codec does
// not share it.
func (l *Layout) Adopt(t *Table) {
	to := &l.first
	for _, k := range t.layout.keys {
		if to = to.with(k); to == nil {
			return
		}
	}
	t.layout = to
}

// emptyLayout returns the layout of the tables of a constructor without fields.
func emptyLayout() *layout { return &layout{share: &share{family: &family{most: maxMade}}} }

// recordLayout returns the layout of a constructor with the given keys, which must be names.
func recordLayout(names []Value) *layout {
	l := &layout{
		keys:  make([]Value, 0, len(names)),
		index: newIndex(len(names)),
		share: &share{family: &family{most: maxMade}, record: true},
	}
	for _, k := range names {
		l.add(k)
	}
	return l
}

// find returns the index of a key in the layout, or -1.
func (t *Table) find(k Value) int {
	p := k.p
	if p.kind == KindString {
		return t.findString(p)
	}
	l := t.layout
	if l.index == nil {
		for i := range l.keys {
			if n := &l.keys[i]; n.p == p && (p != &numberTag || n.n == k.n) {
				return i
			}
		}
		return -1
	}
	mask := uint32(len(l.index) - 1)
	for h := hashOf(k) & mask; ; h = (h + 1) & mask {
		i := l.index[h]
		if i == 0 {
			return -1
		}
		if n := &l.keys[i-1]; n.p == p && (p != &numberTag || n.n == k.n) {
			return int(i - 1)
		}
	}
}

// findString is like find, for a string. Two names are equal only if they are the same object; other strings are
// compared by their bytes.
func (t *Table) findString(p *object) int {
	l := t.layout
	byPointer := p.name && !l.loose
	if !byPointer && l.read != nil {
		return t.findRead(p)
	}
	if l.index == nil {
		for i := range l.keys {
			if l.keys[i].p == p {
				return i
			}
		}
		if byPointer {
			return -1
		}
		for i := range l.keys {
			if q := l.keys[i].p; q.kind == KindString && q.s == p.s {
				return i
			}
		}
		return -1
	}
	hash := p.stringHash()
	mask := uint32(len(l.index) - 1)
	for h := hash & mask; ; h = (h + 1) & mask {
		i := l.index[h]
		if i == 0 {
			return -1
		}
		q := l.keys[i-1].p
		if q == p || !byPointer && q.kind == KindString && q.stringHash() == hash && q.s == p.s {
			return int(i - 1)
		}
	}
}

// findRead is like findString, for a table with Watch.
func (t *Table) findRead(p *object) int {
	read := t.layout.read
	t.layout.read = nil
	i := t.findString(p)
	v := Nil
	if i >= 0 {
		v = t.vals[i]
	}
	read(p.s, v) // layout.read is nil meanwhile, since read may look up names, too
	t.layout.read = read
	return i
}

// Watch calls read for each look-up in t by a name, until stop is called. Meanwhile t must not be changed. Look-ups
// in tables without Watch are not slower because of it: Watch replaces all string keys by equal strings that are not
// interned, so that the fast look-up, which compares pointers, finds no name. The slow look-up that follows calls
// read.
func (t *Table) Watch(read func(name string, v Value)) (stop func()) {
	old := t.layout
	l := &layout{keys: make([]Value, 0, len(old.keys)), index: newIndex(len(old.keys)), read: read}
	for _, k := range old.keys {
		if k.p.kind == KindString {
			k = String(k.p.s)
		}
		l.add(k)
	}
	l.loose = true
	t.layout = l
	return func() { t.layout = old }
}

func hashOf(k Value) uint32 {
	switch {
	case k.p == &numberTag:
		b := math.Float64bits(k.n + 0) // -0 is the same key as 0
		b ^= b >> 32
		b *= 0x9E3779B97F4A7C15
		return uint32(b >> 32)
	case k.p.kind == KindString:
		return k.p.stringHash()
	}
	// The upper half is mixed in, since IDs that are all multiples of a power of two would otherwise collide.
	h := k.p.id() * 2654435769
	return h ^ h>>16
}

// insert adds a key that the table does not have.
func (t *Table) insert(k, v Value) (bytes int64) {
	if cap(t.vals) == 0 && !k.p.name {
		t.layout = noKeys // k cannot be shared; this saves an allocation
	}
	if len(t.vals) == cap(t.vals) {
		if n := t.dense(k); n > 0 {
			return t.gather(n, k, v)
		}
		bytes = t.growOthers()
	}
	if t.layout.share != nil {
		if l := t.layout.with(k); l != nil {
			t.layout, t.vals = l, append(t.vals, v)
			return bytes
		}
		t.own(cap(t.vals), true)
	}
	t.layout.add(k)
	t.vals = append(t.vals, v)
	return bytes
}

// own gives t a layout of its own, with room for size keys. Keys with nil values are dropped unless nils is set.
func (t *Table) own(size int, nils bool) {
	keys, vals := t.layout.keys, t.vals
	t.layout, t.vals = newLayout(size)
	for i, v := range vals {
		if nils || v.p != nil {
			t.layout.add(keys[i])
			t.vals = append(t.vals, v)
		}
	}
}

// growOthers drops the entries outside of the list whose values are nil, and makes room for more. Neither the order of
// the keys nor the counted bytes may depend on whether the layout is shared, since that depends on other tables.
func (t *Table) growOthers() (bytes int64) {
	live := 0
	for i := range t.vals {
		if t.vals[i].p != nil {
			live++
		}
	}
	size := max(4, 2*live)
	if t.layout.share != nil && live == len(t.vals) {
		t.vals = append(make([]Value, 0, size), t.vals...)
	} else {
		t.own(size, false)
	}
	return othersBytes(size)
}

// othersBytes returns the size of a layout and its values with room for size keys, for the meter.
func othersBytes(size int) int64 {
	return layoutBytes + int64(size)*entryBytes + int64(indexSize(size))*placeBytes
}

// othersBytes returns the bytes that the meter has counted for the entries of t outside of the list.
func (t *Table) othersBytes() int64 {
	switch share := t.layout.share; {
	case cap(t.vals) == 0:
		return 0
	case share != nil && share.record:
		return int64(cap(t.vals)) * valueBytes
	}
	return othersBytes(cap(t.vals))
}
