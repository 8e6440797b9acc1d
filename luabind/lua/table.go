package lua

import (
	"errors"
	"math"
	"slices"
)

// Table is a table of Lua. Its methods do not regard metamethods. A table belongs to one
// State at a time, unless it is frozen; then any number may read it.
//
// What is at 1, 2, 3 and so on is in a list. All other entries are nodes, in the order in
// which they were inserted, so that a field has a place that code remembers and that
// iteration is the same on all machines. Up to 8 nodes are searched one by one, more by
// open addressing.
type Table struct {
	object
	list  []Value // never ends with nil
	nodes []node
	index []uint32 // places in nodes, plus 1; nil up to smallTable nodes
	meta  *Table
	// indexPlace is the place of the key __index in nodes, plus 1, 0 if there is none: each look-up
	// through a metatable asks for it.
	indexPlace uint32
	loose      bool // a key is a string that is not a name
	// read is told of look-ups by names, see Watch; then loose is set.
	read func(name string, v Value)
}

type node struct{ key, val Value }

const smallTable = 8

// Sizes in bytes, for the meter.
const (
	tableBytes   = 144
	valueBytes   = 16
	nodeBytes    = 32
	stringBytes  = 48
	placeBytes   = 4   // of the index
	closureBytes = 144 // of a function of Go
)

// NewTable returns an empty table with room for a list and other entries.
func NewTable(list, others int) *Table {
	t := &Table{}
	t.kind, t.t = KindTable, t
	if list > 0 {
		t.list = make([]Value, 0, list)
	}
	if others > 0 {
		t.nodes = make([]node, 0, others)
		if others > smallTable {
			t.rehash()
		}
	}
	return t
}

// Value returns the table as a value.
func (t *Table) Value() Value { return Value{p: &t.object} }

// Metatable returns the metatable of t, which may be nil.
func (t *Table) Metatable() *Table { return t.meta }

// SetMetatable makes m the metatable of t; nil takes it away. It panics if that is constant.
func (t *Table) SetMetatable(m *Table) {
	if t.stamp == frozen || t.fixed > 0 {
		panic("lua: SetMetatable of a table that is constant")
	}
	t.meta = m
}

// Fix makes the entries that t has outside of its list constant, and its metatable. There are at most
// 255. Other entries can be added, changed and removed as before.
func (t *Table) Fix() { t.fixed = uint8(len(t.nodes)) }

// fixes reports whether t[k] is an entry that Fix has made constant.
func (t *Table) fixes(k Value) bool {
	if t.fixed == 0 || k.p == nil {
		return false
	}
	i := t.find(k)
	return i >= 0 && i < int(t.fixed)
}

// Len returns the length that the # of Lua gives: an n such that t[n] is not nil and t[n+1] is.
func (t *Table) Len() int { return len(t.list) }

// Get returns t[k], nil if there is no such entry.
func (t *Table) Get(k Value) Value {
	if k.p == &numberTag {
		if i := int(k.n); uint(i-1) < uint(len(t.list)) && float64(i) == k.n {
			return t.list[i-1]
		}
	} else if k.p == nil {
		return Nil
	}
	if i := t.find(k); i >= 0 {
		return t.nodes[i].val
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

// Errors of Set.
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

// set is Set of what is known to be right. It returns how many bytes it has allocated.
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
			k.n = 0 // not -0
		}
	}
	if i := t.find(k); i >= 0 {
		t.nodes[i].val = v
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

// push adds v behind the list, at k, and what is among the nodes behind that.
func (t *Table) push(k, v Value) (bytes int64) {
	if len(t.nodes) > 0 {
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

// forget takes a key that becomes part of the list from the nodes.
func (t *Table) forget(k Value) {
	if i := t.find(k); i >= 0 {
		t.nodes[i] = moved
	}
}

// absorb moves to the list what is among the nodes behind it.
func (t *Table) absorb() (bytes int64) {
	n := len(t.list)
	for len(t.nodes) > 0 {
		i := t.find(Number(float64(len(t.list) + 1)))
		if i < 0 || t.nodes[i].val.p == nil {
			break
		}
		bytes += t.add(t.nodes[i].val)
		t.nodes[i] = moved
	}
	if n = len(t.list) - n; n > smallTable && n > len(t.nodes)/2 {
		bytes += t.growNodes()
	}
	return bytes
}

// moved replaces a node that was moved to the list. If the old key stayed, an iteration that removes
// this key could not tell whether to continue in the list or among the nodes.
var moved = node{key: Value{p: &object{}}}

// sparse reports whether a list that must grow has become mostly empty, as that of a queue does, whose
// first entries are removed while others are added behind.
func (t *Table) sparse() bool {
	if len(t.list) < 32 {
		return false
	}
	live := 0
	for i := range t.list {
		if t.list[i].p != nil {
			live++
		}
	}
	return live < len(t.list)/4
}

// spill moves what is behind the first gap of the list to the nodes.
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

// add appends to the list. Capacities are doubled here, not by append, so that the meter
// counts the same with every version of Go.
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

// find returns the place of a key among the nodes, -1 if it is not there.
func (t *Table) find(k Value) int {
	p := k.p
	if p.kind == KindString {
		return t.findString(p)
	}
	if t.index == nil {
		for i := range t.nodes {
			if n := &t.nodes[i]; n.key.p == p && (p != &numberTag || n.key.n == k.n) {
				return i
			}
		}
		return -1
	}
	mask := uint32(len(t.index) - 1)
	for h := hashOf(k) & mask; ; h = (h + 1) & mask {
		i := t.index[h]
		if i == 0 {
			return -1
		}
		if n := &t.nodes[i-1]; n.key.p == p && (p != &numberTag || n.key.n == k.n) {
			return int(i - 1)
		}
	}
}

// findString is find of a string. Two names are equal only if they are one object; others
// are compared by their bytes.
func (t *Table) findString(p *object) int {
	byPointer := p.name && !t.loose
	if !byPointer && t.read != nil {
		return t.findRead(p)
	}
	if t.index == nil {
		for i := range t.nodes {
			if t.nodes[i].key.p == p {
				return i
			}
		}
		if byPointer {
			return -1
		}
		for i := range t.nodes {
			if q := t.nodes[i].key.p; q.kind == KindString && q.s == p.s {
				return i
			}
		}
		return -1
	}
	hash := p.stringHash()
	mask := uint32(len(t.index) - 1)
	for h := hash & mask; ; h = (h + 1) & mask {
		i := t.index[h]
		if i == 0 {
			return -1
		}
		q := t.nodes[i-1].key.p
		if q == p || !byPointer && q.kind == KindString && q.stringHash() == hash && q.s == p.s {
			return int(i - 1)
		}
	}
}

// findRead is findString of a table that is watched.
func (t *Table) findRead(p *object) int {
	read := t.read
	t.read = nil
	i := t.findString(p)
	v := Nil
	if i >= 0 {
		v = t.nodes[i].val
	}
	read(p.s, v) // which may look, too
	t.read = read
	return i
}

// Watch tells read of each look-up in t by a name, until stop is called. Meanwhile t must not be changed. It costs
// nothing when it is off, and is for what is rare: code finds no name in t at first sight, since all keys are
// replaced by equal strings that are not interned, and on the way that is left it asks for read.
func (t *Table) Watch(read func(name string, v Value)) (stop func()) {
	nodes, loose := t.nodes, t.loose
	t.nodes = slices.Clone(nodes)
	for i := range t.nodes {
		if k := t.nodes[i].key.p; k.kind == KindString {
			t.nodes[i].key = String(k.s)
		}
	}
	t.loose, t.read = true, read
	return func() { t.nodes, t.loose, t.read = nodes, loose, nil }
}

func hashOf(k Value) uint32 {
	switch {
	case k.p == &numberTag:
		b := math.Float64bits(k.n + 0) // -0 is the key 0
		b ^= b >> 32
		b *= 0x9E3779B97F4A7C15
		return uint32(b >> 32)
	case k.p.kind == KindString:
		return k.p.stringHash()
	}
	// Mix in the upper half: numbers that are all multiples of a power of two would otherwise collide.
	h := k.p.id() * 2654435769
	return h ^ h>>16
}

// insert adds a key that is not there.
func (t *Table) insert(k, v Value) (bytes int64) {
	if len(t.nodes) == cap(t.nodes) {
		bytes = t.growNodes()
	}
	t.nodes = append(t.nodes, node{k, v})
	if t.index != nil {
		t.link(k, uint32(len(t.nodes)))
	}
	t.note(k.p, len(t.nodes))
	return bytes
}

// note keeps loose and indexPlace, for a key that is now at a place, plus 1.
func (t *Table) note(k *object, place int) {
	if k.kind != KindString {
		return
	}
	if !k.name {
		t.loose = true
	}
	if k == nameIndex || !k.name && k.s == nameIndex.s {
		t.indexPlace = uint32(place)
	}
}

// growNodes drops the nodes whose value is nil and makes room for more.
func (t *Table) growNodes() (bytes int64) {
	live := 0
	for i := range t.nodes {
		if t.nodes[i].val.p != nil {
			live++
		}
	}
	size := max(4, 2*live)
	nodes := make([]node, 0, size)
	t.loose, t.indexPlace = false, 0
	for i := range t.nodes {
		if n := &t.nodes[i]; n.val.p != nil {
			nodes = append(nodes, *n)
			t.note(n.key.p, len(nodes))
		}
	}
	t.nodes = nodes
	return int64(size)*nodeBytes + t.rehash()
}

// rehash makes the index anew.
func (t *Table) rehash() (bytes int64) {
	size := indexSize(cap(t.nodes))
	if size == 0 {
		t.index = nil
		return 0
	}
	t.index = make([]uint32, size)
	for i := range t.nodes {
		t.link(t.nodes[i].key, uint32(i+1))
	}
	return int64(size) * placeBytes
}

// indexSize returns how long the index for so many nodes is.
func indexSize(nodes int) int {
	if nodes <= smallTable {
		return 0
	}
	size := 32
	for size < 2*nodes {
		size *= 2
	}
	return size
}

func (t *Table) link(k Value, place uint32) {
	mask := uint32(len(t.index) - 1)
	h := hashOf(k) & mask
	for t.index[h] != 0 {
		h = (h + 1) & mask
	}
	t.index[h] = place
}

// A position in the iteration over a table: from 0 on the next place of the list, below 0
// that of the nodes, -1 being the first. It stays right when entries are removed on the way.

// at returns the first entry from a position on, and the position behind it; ok is false at the end.
func (t *Table) at(pos int) (k, v Value, next int, ok bool) {
	if pos >= 0 {
		for i := pos; i < len(t.list); i++ {
			if t.list[i].p != nil {
				return Number(float64(i + 1)), t.list[i], i + 1, true
			}
		}
		pos = -1
	}
	for i := -pos - 1; i < len(t.nodes); i++ {
		if t.nodes[i].val.p != nil {
			return t.nodes[i].key, t.nodes[i].val, -i - 2, true
		}
	}
	return Nil, Nil, 0, false
}

// after returns the position following a key. ok is false if the position of the key is not known.
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
		return len(t.list), true // the list has become shorter on the way
	}
	return 0, false
}

// Next returns the entry behind that of key k, the first if k is nil; more is false at the
// end, and if k is not a key of t. Entries come in the order of the list, then of insertion.
// Entries may be changed and removed on the way, not added.
func (t *Table) Next(k Value) (next, v Value, more bool) {
	pos, ok := t.after(k)
	if !ok {
		return Nil, Nil, false
	}
	next, v, _, more = t.at(pos)
	return next, v, more
}
