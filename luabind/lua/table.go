package lua

import (
	"errors"
	"math"
	"math/bits"
)

// Table is a Lua table. Its methods do not use metamethods. A table belongs to one State at a time, unless it is
// frozen; then any number of States may read it.
//
// The entries at 1, 2, 3 and so on are the elements of a list. Integer keys after a gap move to the list if it is full
// enough then; see Table.dense. All other entries are in the order of their insertion. Therefore compiled code can
// remember the index of a field, and the order of iteration is the same on all machines. The keys of the other entries
// are in the layout, and their values are in the table.
type Table struct {
	object
	list   []Value // never ends with nil; no other entry has a key up to its length plus 1
	vals   []Value // one for each key of the layout; nil for a removed entry
	layout *layout
	meta   *Table
}

// Sizes in bytes, for the meter.
const (
	tableBytes   = 112
	layoutBytes  = 80 // a layout that belongs to one table
	valueBytes   = 16
	entryBytes   = 32 // a key and a value, outside of the list
	stringBytes  = 48
	placeBytes   = 4   // an entry of layout.index
	closureBytes = 144 // a function made by Call.NewClosure
)

func newTable() *Table {
	t := &Table{layout: noKeys}
	t.kind, t.t = KindTable, t
	return t
}

// String returns "table".
func (t *Table) String() string { return KindTable.String() }

// NewTable returns an empty table with room for a list and for other entries.
func NewTable(list, others int) *Table {
	t := newTable()
	if list > 0 {
		t.list = make([]Value, 0, list)
	}
	if others > 0 {
		t.layout, t.vals = newLayout(others)
	}
	return t
}

// Value returns the table as a value.
func (t *Table) Value() Value { return Value{p: &t.object} }

// Metatable returns the metatable of t, which may be nil.
func (t *Table) Metatable() *Table { return t.meta }

// SetMetatable makes m the metatable of t; nil removes it. SetMetatable panics if the metatable is constant.
func (t *Table) SetMetatable(m *Table) {
	if t.stamp == frozen || t.fixed > 0 {
		panic("lua: SetMetatable of a table that is constant")
	}
	t.meta = m
}

// Fix makes constant the metatable of t and the present entries outside of its list. There must be at most 255 such
// entries. Other entries can still be added, changed and removed.
func (t *Table) Fix() { t.fixed = uint8(len(t.vals)) }

// fixes reports whether Fix has made the entry t[k] constant.
func (t *Table) fixes(k Value) bool {
	if t.fixed == 0 || k.p == nil {
		return false
	}
	i := t.find(k)
	return i >= 0 && i < int(t.fixed)
}

// Len returns the length #t: an n such that t[n+1] is nil and, unless n is 0, t[n] is not nil.
func (t *Table) Len() int { return len(t.list) }

// Get returns t[k], or nil if there is no such entry.
func (t *Table) Get(k Value) Value {
	if k.p == &numberTag {
		if i := int(k.n); uint(i-1) < uint(len(t.list)) && float64(i) == k.n {
			return t.list[i-1]
		}
	} else if k.p == nil {
		return Nil
	}
	if i := t.find(k); i >= 0 {
		return t.vals[i]
	}
	return Nil
}

// Int returns t[i].
func (t *Table) Int(i int) Value {
	if uint(i-1) < uint(len(t.list)) {
		return t.list[i-1]
	}
	return t.Get(Number(float64(i)))
}

// The errors that Table.Set returns.
var (
	ErrNilKey = errors.New("table index is nil")
	ErrNaNKey = errors.New("table index is NaN")
	ErrFrozen = errors.New("the table is constant and cannot be changed")
)

// Set makes t[k] = v; a nil v removes the entry.
func (t *Table) Set(k, v Value) error {
	switch {
	case t.stamp == frozen || t.fixes(k):
		return ErrFrozen
	case k.p == nil:
		return ErrNilKey
	case k.p == &numberTag && k.n != k.n:
		return ErrNaNKey
	}
	t.set(k, v)
	return nil
}

// Append adds v, which must not be nil, to the end of the list of t.
func (t *Table) Append(v Value) error { return t.Set(Number(float64(len(t.list)+1)), v) }

// set is like Set, without checks of t and k. It returns the number of allocated bytes.
func (t *Table) set(k, v Value) (bytes int64) {
	if k.p == &numberTag {
		if i := int(k.n); float64(i) == k.n {
			if uint(i-1) < uint(len(t.list)) {
				t.list[i-1] = v
				if v.p == nil && i == len(t.list) {
					t.trim()
				}
				return 0
			}
			if i == len(t.list)+1 {
				return t.push(k, v)
			}
		}
		if k.n == 0 {
			k.n = 0 // replaces -0
		}
	}
	if i := t.find(k); i >= 0 {
		t.vals[i] = v
		return 0
	}
	if v.p == nil {
		return 0
	}
	return t.insert(k, v)
}

func (t *Table) trim() {
	n := len(t.list)
	for n > 0 && t.list[n-1].p == nil {
		n--
	}
	t.list = t.list[:n]
}

// push appends v to the list and then moves the entries with the following keys to the list, too. k is the index of v.
func (t *Table) push(k, v Value) (bytes int64) {
	if len(t.vals) > 0 {
		t.forget(k)
	}
	if v.p == nil {
		return 0
	}
	if len(t.list) == cap(t.list) && t.sparse() {
		bytes = t.spill()
		return bytes + t.set(k, v)
	}
	return t.add(v) + t.absorb()
}

// forget removes the entry of a key that will be in the list.
func (t *Table) forget(k Value) {
	if i := t.find(k); i >= 0 {
		t.layout.keys[i], t.vals[i] = moved, Nil
	}
}

// absorb moves the entries whose keys follow the last index of the list to the list.
func (t *Table) absorb() (bytes int64) {
	n := len(t.list)
	for len(t.vals) > 0 {
		i := t.find(Number(float64(len(t.list) + 1)))
		if i < 0 || t.vals[i].p == nil {
			break
		}
		bytes += t.add(t.vals[i])
		t.layout.keys[i], t.vals[i] = moved, Nil
	}
	if n = len(t.list) - n; n > smallTable && n > len(t.vals)/2 {
		bytes += t.growOthers()
	}
	return bytes
}

// When there is no room for a new integer key outside of the list, the integer keys move to the list if at least one
// element in minFull is not nil then. An element takes a third of the memory of an entry outside, which also needs
// room to grow. When a list must grow, but less than one element in minSpill is not nil, they move out. minSpill is
// larger, so that keys do not move to and fro.
const (
	minFull  = 4
	minSpill = 8
)

// dense returns the length of the list after such a move for the new key k, or 0 if the integer keys stay where they
// are.
func (t *Table) dense(k Value) (n int) {
	if k.p != &numberTag || len(t.vals) == 0 || t.fixed > 0 || t.layout.share != nil {
		return 0
	}
	// As in Lua 5.1, the lengths that are compared are powers of two. Bin i has the keys above 1<<(i-1), up to 1<<i.
	var bins [31]struct{ count, last int }
	total := 0
	note := func(x float64) {
		if i := int(x); float64(i) == x && i > 0 {
			if b := bits.Len(uint(i - 1)); b < len(bins) {
				total++
				bins[b].count++
				bins[b].last = max(bins[b].last, i)
			}
		}
	}
	note(k.n)
	for i := range t.vals {
		if key := &t.layout.keys[i]; key.p == &numberTag && t.vals[i].p != nil {
			note(key.n)
		}
	}
	if total < 2 || total < len(t.list)/minSpill { // counting the list would take longer than setting the keys did
		return 0
	}
	count := t.full()
	for i := range bins {
		if b := &bins[i]; b.count > 0 {
			if count += b.count; b.last <= minFull*count {
				n = b.last
			}
		}
	}
	return n
}

// full returns the number of elements of the list that are not nil.
func (t *Table) full() (n int) {
	for i := range t.list {
		if t.list[i].p != nil {
			n++
		}
	}
	return n
}

// gather moves the integer keys up to n to the list, and makes t[k] = v. n is the result of dense for k.
func (t *Table) gather(n int, k, v Value) (bytes int64) {
	if n > cap(t.list) {
		bytes = t.growList(max(n, 2*cap(t.list)))
	}
	t.list = t.list[:n]
	rest := 0
	for i, x := range t.vals {
		key := t.layout.keys[i]
		switch {
		case x.p == nil:
		case key.p == &numberTag && key.n >= 1 && key.n <= float64(n) && key.n == math.Trunc(key.n):
			t.list[int(key.n)-1], t.vals[i] = x, Nil
		default:
			rest++
		}
	}
	if rest == 0 {
		t.layout, t.vals = noKeys, nil
	} else {
		bytes += t.growOthers()
	}
	bytes += t.set(k, v)
	return bytes + t.absorb()
}

// moved replaces the key of an entry that was moved to the list. If the old key stayed, Table.after could find it
// when the list becomes shorter, and the iteration would skip entries.
var moved = Value{p: &object{}}

// sparse reports whether most elements of a list that must grow are nil. This happens to a queue, whose first
// elements are removed while others are appended.
func (t *Table) sparse() bool {
	return len(t.list) >= 32 && t.full() < len(t.list)/minSpill
}

// spill moves the elements after the first gap of the list to the other entries.
func (t *Table) spill() (bytes int64) {
	old, n := t.list, 0
	for old[n].p != nil {
		n++
	}
	t.list = nil
	if n > 0 {
		bytes = t.growList(n)
		t.list = append(t.list, old[:n]...)
	}
	for i := n; i < len(old); i++ {
		if old[i].p != nil {
			bytes += t.set(Number(float64(i+1)), old[i])
		}
	}
	return bytes
}

// add appends to the list. It doubles capacities itself rather than using append, so that the meter counts the same
// with every version of Go.
func (t *Table) add(v Value) (bytes int64) {
	if len(t.list) == cap(t.list) {
		bytes = t.growList(max(4, 2*cap(t.list)))
	}
	t.list = append(t.list, v)
	return bytes
}

func (t *Table) growList(n int) (bytes int64) {
	list := make([]Value, len(t.list), n)
	copy(list, t.list)
	t.list = list
	return int64(n) * valueBytes
}

// A position of an iteration over a table is an int. From 0 on it is an index of Table.list; -1 is the first
// entry outside of the list, -2 the second one, and so on. It stays valid when entries are removed during the
// iteration.

// at returns the first entry at or after a position, and the position after that entry; ok is false at the end.
func (t *Table) at(pos int) (k, v Value, next int, ok bool) {
	if pos >= 0 {
		for i := pos; i < len(t.list); i++ {
			if t.list[i].p != nil {
				return Number(float64(i + 1)), t.list[i], i + 1, true
			}
		}
		pos = -1
	}
	for i := -pos - 1; i < len(t.vals); i++ {
		if t.vals[i].p != nil {
			return t.layout.keys[i], t.vals[i], -i - 2, true
		}
	}
	return Nil, Nil, 0, false
}

// after returns the position following a key. ok is false if the table does not have the key.
func (t *Table) after(k Value) (pos int, ok bool) {
	if k.p == nil {
		return 0, true
	}
	i := 0
	if k.p == &numberTag {
		if i = int(k.n); float64(i) != k.n {
			i = 0
		}
		if uint(i-1) < uint(len(t.list)) {
			return i, true
		}
	}
	if j := t.find(k); j >= 0 {
		return -j - 2, true
	}
	if uint(i-1) < uint(cap(t.list)) {
		return len(t.list), true // the list has become shorter during the iteration
	}
	return 0, false
}

// Next returns the entry after the key k, or the first entry if k is nil. more is false at the end, and if k is not
// a key of t. The entries of the list come first, the others follow in the order of insertion. Entries may be
// changed and removed during the iteration, but not added.
func (t *Table) Next(k Value) (next, v Value, more bool) {
	pos, ok := t.after(k)
	if !ok {
		return Nil, Nil, false
	}
	next, v, _, more = t.at(pos)
	return next, v, more
}

// Checksum returns a hash of the values of t in the order of Next. All values that are not numbers have the same
// hash; reading strings would be slow, since most of them are not in the cache of the processor. Tables with the same
// entries in the same order have the same Checksum in each process.
func (t *Table) Checksum() uint64 {
	h := checksum(checksum(0, t.list), t.vals)
	h ^= h >> 32
	h *= 0x9e3779b97f4a7c15 // so that each field may change each byte
	return h ^ h>>32
}

// checksum adds values to a hash. The products do not depend on each other, so the processor computes several at once.
func checksum(h uint64, list []Value) uint64 {
	for i := range list {
		v, x := &list[i], uint64(1)
		if v.p == &numberTag && v.n == v.n {
			x = math.Float64bits(v.n)
		} else if v.p == nil {
			continue
		}
		h = bits.RotateLeft64(h, 23) + x*0x9e3779b97f4a7c15
	}
	return h
}
