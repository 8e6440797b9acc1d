package lua

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math"
	"strings"
)

// SaveError describes a value that cannot be encoded.
type SaveError struct {
	Root   int    // index of the argument of Encode that is or refers to the value
	Path   string // path from that argument to the value, such as ".target.next"
	Reason string
}

// Error returns the path and the reason.
func (e *SaveError) Error() string {
	return fmt.Sprintf("value %d%s cannot be saved: %s", e.Root+1, e.Path, e.Reason)
}

// encoder encodes values. It writes the contents of objects one after the other, in the order in which it finds the
// objects. Values refer to objects by their indices in this order.
type encoder struct {
	codec   *Codec
	out     []byte
	texts   []text      // the texts that have been written
	slots   []uint32    // hash table of the indices in texts, plus 1
	places  map[any]int // indices in objects, by *object or *cell
	objects []found
	at      int // index of the object being written; if negative, the root -at-1
	err     *SaveError
}

// step is the way in which one object refers to another one.
type step struct {
	text  string // such as " (metatable)"; "" for an entry of a table and for a root
	key   Value  // key of an entry; nil for an element of the list
	index int    // index of the key in the layout; for an element of the list, its index in Lua
	of    *frame // the call whose local variable or register refers to the object; nil outside of coroutines
}

// String returns the part of SaveError.Path for the step.
func (s step) String() string {
	switch {
	case s.of != nil:
		return " (in " + s.of.fn.Name() + ")" + s.text
	case s.text != "":
		return s.text
	case !s.key.IsNil():
		return entryName(s.key, s.index)
	case s.index > 0:
		return fmt.Sprintf("[%d]", s.index)
	}
	return ""
}

// text identifies a text by its object if it is a string of Lua; s is then empty. So two equal strings are the same
// text only if they are names, which are interned: the meter counts other equal strings separately.
type text struct {
	object *object
	s      string
}

// found is an object or a cell that the encoder has found.
type found struct {
	object *object
	cell   *cell
	from   int  // the value of encoder.at when it was found
	by     step // the step from there
}

// Encode appends the encoding of some values to out. An error is a *SaveError. A running coroutine cannot be encoded.
func (k *Codec) Encode(out []byte, values ...Value) ([]byte, error) {
	e := &k.encoder
	if e.codec == nil {
		*e = encoder{codec: k, places: map[any]int{}}
	}
	e.out, e.err = append(out, head...), nil
	defer e.clear()
	e.uint(len(values))
	for i, v := range values {
		e.at = -i - 1
		e.value(v, step{})
	}
	for e.at = 0; e.at < len(e.objects) && e.err == nil; e.at++ {
		if x := e.objects[e.at]; x.cell != nil {
			e.value(x.cell.v, step{})
		} else {
			e.object(x.object)
		}
	}
	if e.err != nil {
		return nil, e.err
	}
	return e.out, nil
}

// clear removes all values from the encoder, but keeps the memory of small lists and maps.
func (e *encoder) clear() {
	const usual = 1000
	if len(e.objects) > usual || len(e.texts) > usual {
		*e = encoder{}
		return
	}
	clear(e.texts)
	clear(e.slots)
	clear(e.places)
	clear(e.objects)
	e.texts, e.objects, e.out = e.texts[:0], e.objects[:0], nil
}

func (e *encoder) byte(b byte) { e.out = append(e.out, b) }
func (e *encoder) uint(n int)  { e.out = binary.AppendUvarint(e.out, uint64(n)) }

func (e *encoder) bytes(b []byte) {
	e.uint(len(b))
	e.out = append(e.out, b...)
}

// text writes a text that is not a Lua string, such as the name of a constant. If the text was written before, only
// its index is written.
func (e *encoder) text(s string) { e.string(text{s: s}, s, false) }

func (e *encoder) string(key text, s string, name bool) {
	slot := e.slotOf(key)
	if i := *slot; i > 0 {
		e.byte(tagTextAt)
		e.uint(int(i - 1))
		return
	}
	e.texts = append(e.texts, key)
	*slot = uint32(len(e.texts))
	e.byte(tagText)
	if name {
		e.byte(1)
	} else {
		e.byte(0)
	}
	e.uint(len(s))
	e.out = append(e.out, s...)
}

// slotOf returns the element of e.slots for a text. It is 0 for a text that has not been written.
func (e *encoder) slotOf(key text) *uint32 {
	if 2*len(e.texts) >= len(e.slots) {
		e.slots = make([]uint32, max(64, 2*len(e.slots)))
		for i, t := range e.texts {
			*e.slotOf(t) = uint32(i + 1)
		}
	}
	mask := uint32(len(e.slots) - 1)
	for h := key.hash() & mask; ; h = (h + 1) & mask {
		if slot := &e.slots[h]; *slot == 0 || e.texts[*slot-1] == key {
			return slot
		}
	}
}

// hash returns the hash of t. It must not be that of the content for strings that are not names, since a script may
// have thousands of equal ones.
func (t text) hash() uint32 {
	if t.object != nil && t.object.name {
		return t.object.stringHash()
	}
	return uint32(maphash.Comparable(hashSeed, t))
}

// value writes a value. by is the step from the object being written to the value.
func (e *encoder) value(v Value, by step) {
	switch v.Kind() {
	case KindNil:
		e.byte(tagNil)
	case KindBool:
		e.byte(byte(tagFalse))
		if v.Truth() {
			e.out[len(e.out)-1] = tagTrue
		}
	case KindNumber:
		e.byte(tagNumber)
		n := v.n
		if n != n {
			n = math.NaN() // the same bits for every NaN
		}
		e.out = binary.LittleEndian.AppendUint64(e.out, math.Float64bits(n))
	case KindString:
		e.string(text{object: v.p}, v.p.s, v.p.name)
	default:
		if name := e.codec.nameOf(v.p); name != "" {
			e.byte(tagConstant)
			e.text(name)
			return
		}
		e.reference(v.p, e.tag(v.p, by), found{object: v.p, from: e.at, by: by})
	}
}

// reference writes the index of an object or, at its first occurrence, its tag.
func (e *encoder) reference(key any, tag byte, f found) {
	if i, ok := e.places[key]; ok {
		e.byte(tagObjectAt)
		e.uint(i)
		return
	}
	e.places[key] = len(e.objects)
	e.objects = append(e.objects, f)
	if e.byte(tag); tag == tagData {
		e.data(f)
	}
}

func (e *encoder) cell(x *cell, by step) {
	if name := e.codec.cellNames[x]; name != "" {
		e.byte(tagConstant)
		e.text(name)
		return
	}
	e.reference(x, tagCell, found{cell: x, from: e.at, by: by})
}

func (e *encoder) tag(o *object, by step) byte {
	switch o.kind {
	case KindTable:
		return tagTable
	case KindThread:
		return tagThread
	case KindUserdata:
		return tagData
	}
	switch f := o.f; {
	case f.proto != nil:
		return tagFunction
	case f.native.special == callWrapped:
		return tagWrapped
	case f.native.payload == nil:
		e.fail(by, "the function %s of Go is no constant", f.native.name)
	}
	return tagClosure
}

// fail records the first value that cannot be encoded. by is the step from the object being written to that value.
func (e *encoder) fail(by step, reason string, args ...any) {
	if e.err != nil {
		return
	}
	path := []string{by.String()}
	at := e.at
	for ; at >= 0; at = e.objects[at].from {
		path = append(path, e.objects[at].by.String())
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	e.err = &SaveError{-at - 1, strings.Join(path, ""), fmt.Sprintf(reason, args...)}
}

func (e *encoder) object(o *object) {
	switch f := o.f; {
	case o.t != nil:
		e.table(o.t)
	case o.kind == KindThread:
		e.thread(f.native.payload.(*Thread))
	case o.kind == KindUserdata: // written at its first occurrence
	case f.proto != nil:
		e.function(f)
	case f.native.special == callWrapped:
		e.value(f.native.payload.(*Thread).Value(), step{})
	default:
		e.closure(f)
	}
}

func (e *encoder) table(t *Table) {
	kind := byte(ownLayout) // also if t has grown to a shared layout, since that depends on other tables
	if share := t.layout.share; share != nil && share.record {
		kind = constructorLayout
	}
	e.byte(kind)
	e.byte(t.fixed)
	if t.meta == nil {
		e.byte(tagNil)
	} else {
		e.value(t.meta.Value(), step{text: " (metatable)"})
	}
	e.uint(len(t.list))
	e.uint(cap(t.list) - len(t.list))
	for i, v := range t.list {
		e.value(v, step{index: i + 1})
	}
	e.uint(len(t.vals))
	e.uint(cap(t.vals) - len(t.vals))
	for i, v := range t.vals {
		key := t.layout.keys[i]
		if key.p == moved.p {
			e.byte(tagMoved)
			continue
		}
		e.value(key, step{text: " (key)"})
		e.value(v, step{key: key, index: i})
	}
}

// proto writes the file of p and the index of p in it.
func (e *encoder) proto(p *proto) {
	name := e.codec.fileNames[p.chunk]
	if name == "" {
		e.fail(step{}, "it is a function of %s:%d, in a version of the file that is no longer loaded; set it anew, or keep data instead", p.chunk.src.Name, p.at.line)
	}
	e.text(name)
	e.uint(int(p.index))
}

func (e *encoder) function(f *Function) {
	e.proto(f.proto)
	if f.env == nil {
		e.fail(step{}, "it is an expression")
		return
	}
	e.value(f.env.Value(), step{text: " (globals)"})
	for i, x := range f.up {
		e.cell(x, step{text: " (local " + f.proto.ups[i].name + ")"})
	}
}

func (e *encoder) closure(f *Function) {
	m, ok := f.native.payload.(encoding.BinaryMarshaler)
	if !ok || e.codec.Closures[f.native.name] == nil {
		e.fail(step{}, "it is a function that %s of Go has made", f.native.name)
		return
	}
	data, err := m.MarshalBinary()
	if err != nil {
		e.fail(step{}, "%v", err)
		return
	}
	e.text(f.native.name)
	e.bytes(data)
}

func (e *encoder) data(f found) {
	if e.codec.EncodeData == nil {
		e.fail(f.by, "it is a value of Go, %T", f.object.f.native.payload)
		return
	}
	data, err := e.codec.EncodeData(f.object.value())
	if err != nil {
		e.fail(f.by, "%v", err)
		return
	}
	e.bytes(data)
}

// thread writes a coroutine: for each of its frames the function, the place and the values in use.
func (e *encoder) thread(t *Thread) {
	e.byte(byte(t.status))
	switch {
	case t.status == Dead:
		return
	case t.status != Suspended:
		e.fail(step{}, "the coroutine is running")
		return
	case t.top == nil:
		e.uint(0)
		e.value(t.body, step{text: " (body)"})
		return
	}
	e.uint(int(t.top.level - t.root.level))
	for c := t.root.next; c != nil; c = c.next {
		by := step{of: c}
		e.value(c.fn.Value(), by)
		e.uint(len(c.r) - inlineRegisters)
		if c.p == nil {
			e.byte(0)
			e.values(c.r[:c.pc], by)
		} else {
			e.byte(1)
			e.call(c, by)
		}
		if c == t.top {
			break
		}
	}
}

func (e *encoder) values(list []Value, by step) {
	e.uint(len(list))
	for _, v := range list {
		e.value(v, by)
	}
}

// call writes the state from which a call of a Lua function continues.
func (e *encoder) call(c *frame, by step) {
	at := e.codec.place(c.p, c.pc)
	if at == nil {
		e.fail(by, "it is suspended at a call that cannot be resumed")
		return
	}
	e.proto(c.p)
	e.uint(at.index)
	e.values(c.r[:at.top], by)
	for _, v := range at.vars {
		if v.captured {
			by.text = " (local " + v.name + ")"
			e.cell(c.cells[v.slot], by)
		}
	}
	if c.p.vararg {
		e.values(c.varargs, by)
	}
}
