package lua

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/bough-dev/bough/internal/format"
)

// decoder decodes the output of an encoder. It creates objects at their first occurrence, and fills them later in
// the same order.
type decoder struct {
	codec   *Codec
	s       *State
	in      []byte
	format  int // the number of format.Lua
	off     int
	texts   []Value
	objects []any    // *object or *cell
	calls   []*frame // calls whose functions may not have been filled yet
	records map[string]*layout
	err     error
}

// Decode decodes values that Encode has written. It takes their bytes from s.Bytes; if too few are left, the error is
// ErrBytes. Other errors name the offset of the invalid byte, except if data does not begin with a head that is read.
func (k *Codec) Decode(s *State, data []byte) ([]Value, error) {
	d := decoder{codec: k, s: s, in: data, records: map[string]*layout{}}
	if err := d.head(); err != nil {
		return nil, err
	}
	values := d.values()
	for i := 0; i < len(d.objects) && d.err == nil; i++ {
		switch x := d.objects[i].(type) {
		case *cell:
			x.v = d.value()
		case *object:
			d.object(x)
		}
	}
	for _, c := range d.calls {
		if c.fn.proto != c.p {
			d.fail("a call is one of another function")
		}
	}
	if d.err == nil && d.off < len(data) {
		d.fail("there is more than there should be")
	}
	if d.err != nil {
		return nil, d.err
	}
	return values, nil
}

// head reads the head.
func (d *decoder) head() (err error) {
	if bytes.HasPrefix(d.in, []byte(head)) {
		d.off, d.format = len(head), format.Lua.Newest
		return nil
	}
	line, _, _ := bytes.Cut(d.in[:min(len(d.in), format.MaxHead)], []byte("\n"))
	d.off = min(len(line)+1, len(d.in))
	if d.format, _, err = format.Lua.Read(string(line)); err != nil {
		return fmt.Errorf("the values of Lua: %w", err)
	}
	return nil
}

// fail records the first error. Later reads return zero values.
func (d *decoder) fail(reason string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("byte %d: %s", d.off, fmt.Sprintf(reason, args...))
	}
}

// alloc takes n bytes from s.Bytes, and fails if too few are left. It reports whether no error has occurred so far.
func (d *decoder) alloc(n int) bool {
	if d.s.Bytes -= int64(n); d.s.Bytes < 0 && d.err == nil {
		d.err = ErrBytes
	}
	return d.err == nil
}

func (d *decoder) byte() byte {
	if d.err != nil || d.off >= len(d.in) {
		d.fail("the data ends here")
		return 0
	}
	d.off++
	return d.in[d.off-1]
}

// uint reads a number. A number above most is an error; if most is negative, every number is an error.
func (d *decoder) uint(most int) int {
	if d.err != nil {
		return 0
	}
	n, size := binary.Uvarint(d.in[d.off:])
	switch {
	case size <= 0:
		d.fail("want a number")
		return 0
	case most < 0 || n > uint64(most):
		d.fail("%d is more than there can be", n)
		return 0
	}
	d.off += size
	return int(n)
}

// count reads a number of items, each of which takes at least a byte.
func (d *decoder) count() int {
	n := d.uint(math.MaxInt32)
	if n > len(d.in)-d.off {
		d.fail("%d is more than the data has", n)
		return 0
	}
	return n
}

// spare reads the spare capacity of a list, in values.
func (d *decoder) spare() int { return d.uint(math.MaxInt32) }

func (d *decoder) bytes() []byte {
	n := d.count()
	d.off += n
	return d.in[d.off-n : d.off]
}

// values reads a list. Its length is bounded by the remaining data.
func (d *decoder) values() []Value {
	n := d.count()
	if !d.alloc(n * valueBytes) {
		return nil
	}
	list := make([]Value, 0, min(n, 1<<16)) // a longer list grows while it is read
	for range n {
		list = append(list, d.value())
		if d.err != nil {
			return nil
		}
	}
	return list
}

// text reads a string.
func (d *decoder) text() Value {
	switch d.byte() {
	case tagText:
		name, text := d.byte(), d.bytes()
		if !d.alloc(len(text) + stringBytes) {
			return Nil
		}
		var v Value
		if name == 1 {
			v = d.codec.name(text)
		} else {
			v = String(string(text))
		}
		d.texts = append(d.texts, v)
		return v
	case tagTextAt:
		if i := d.uint(len(d.texts) - 1); d.err == nil {
			return d.texts[i]
		}
	}
	d.fail("want a text")
	return Nil
}

// maxNames bounds the names that a Codec keeps.
const maxNames = 1000

// name returns Name(text) and keeps the result, since the same names occur again and again.
func (k *Codec) name(text []byte) Value {
	v, ok := k.decoded[string(text)]
	if !ok {
		if k.decoded == nil || len(k.decoded) == maxNames {
			k.decoded = map[string]Value{}
		}
		v = Name(string(text))
		k.decoded[string(text)] = v
	}
	return v
}

func (d *decoder) value() Value {
	if d.err != nil || d.off >= len(d.in) {
		d.fail("the data ends here")
		return Nil
	}
	switch tag := d.in[d.off]; tag {
	case tagText, tagTextAt:
		return d.text()
	case tagNil, tagFalse, tagTrue:
		d.off++
		return [...]Value{Nil, False, True}[tag]
	case tagNumber:
		if d.off++; len(d.in)-d.off < 8 {
			d.fail("want 8 bytes of a number")
			return Nil
		}
		d.off += 8
		return Number(math.Float64frombits(binary.LittleEndian.Uint64(d.in[d.off-8:])))
	case tagConstant:
		d.off++
		name, _ := d.text().Text()
		v, ok := d.codec.Group[name]
		if !ok {
			v, ok = d.codec.constants[name]
		}
		if !ok && d.err == nil && d.codec.Find != nil {
			v = d.codec.Find(name)
		}
		if !ok && v.IsNil() {
			d.lacks(name)
		}
		return v
	default:
		if o, ok := d.reference().(*object); ok {
			return o.value()
		}
		d.fail("want a value")
		return Nil
	}
}

// lacks records that the codec does not know a constant or a file.
func (d *decoder) lacks(name string) {
	d.fail("there is no %s; the files and the helpers must be the same", strings.TrimPrefix(name, "_G."))
}

// cell reads a reference to a cell.
func (d *decoder) cell() *cell {
	if d.err == nil && d.off < len(d.in) && d.in[d.off] == tagConstant {
		d.off++
		name, _ := d.text().Text()
		x := d.codec.cells[name]
		if x == nil {
			d.lacks(name)
		}
		return x
	}
	x, ok := d.reference().(*cell)
	if !ok {
		d.fail("want a local variable")
	}
	return x
}

// reference reads a reference to an object, and creates the object at its first occurrence.
func (d *decoder) reference() any {
	tag := d.byte()
	if d.err != nil {
		return nil
	}
	if tag == tagObjectAt {
		if i := d.uint(len(d.objects) - 1); d.err == nil {
			return d.objects[i]
		}
		return nil
	}
	var x any
	size := functionBytes
	switch tag {
	case tagTable:
		t := newTable()
		x, size = &t.object, tableBytes
	case tagFunction:
		f := &Function{}
		f.kind, f.f = KindFunction, f
		x = &f.object
	case tagClosure:
		x, size = &newNative(native{}).object, closureBytes
	case tagWrapped:
		x, size = &newNative(native{name: "wrap", special: callWrapped}).object, closureBytes
	case tagData:
		return d.data()
	case tagThread:
		x, size = &NewThread(Nil).object.object, threadBytes
	case tagCell:
		x, size = &cell{}, cellBytes
	default:
		d.fail("want an object")
		return nil
	}
	if !d.alloc(size) {
		return nil
	}
	d.objects = append(d.objects, x)
	return x
}

// object fills an object.
func (d *decoder) object(o *object) {
	switch f := o.f; {
	case o.t != nil:
		d.table(o.t)
	case o.kind == KindThread:
		d.thread(f.native.payload.(*Thread))
	case o.kind == KindUserdata: // read at its first occurrence
	case f.native == nil:
		d.function(f)
	default:
		d.closure(f)
	}
}

func (d *decoder) data() any {
	data := d.bytes()
	if d.err != nil || !d.alloc(closureBytes+len(data)) {
		return nil
	}
	if d.codec.DecodeData == nil {
		d.fail("there is nothing that reads values of Go")
		return nil
	}
	v, err := d.codec.DecodeData(data)
	if err != nil || v.Kind() != KindUserdata {
		d.fail("a value of Go cannot be read: %v", err)
		return nil
	}
	d.objects = append(d.objects, v.p)
	return v.p
}

func (d *decoder) closure(f *Function) {
	f.stamp = 0
	if f.native.special == callWrapped {
		t := d.value().Thread()
		if t == nil {
			d.fail("want a coroutine")
			return
		}
		f.native.payload = t
		return
	}
	name, _ := d.text().Text()
	data := d.bytes()
	read := d.codec.Closures[name]
	if d.err != nil || !d.alloc(len(data)) {
		return
	}
	if read == nil {
		d.fail("functions that %s makes cannot be read", name)
		return
	}
	fn, state, err := read(data)
	if err != nil {
		d.fail("%v", err)
		return
	}
	f.native.name, f.native.fn, f.native.payload = name, fn, state
}

// table reads the entries of t, and their spare capacity, which affects later counts of bytes.
func (d *decoder) table(t *Table) {
	kind, fixed := d.byte(), d.byte()
	if meta := d.value(); !meta.IsNil() {
		if t.meta = meta.Table(); t.meta == nil {
			d.fail("want a metatable")
			return
		}
	}
	n, spare := d.count(), d.spare()
	if d.err != nil || !d.alloc((n+spare)*valueBytes) {
		return
	}
	t.list = make([]Value, 0, n+spare)
	for range n {
		t.list = append(t.list, d.value())
	}
	if n > 0 && t.list[n-1].IsNil() {
		d.fail("a list ends with nil")
	}
	n, spare = d.count(), d.spare()
	if d.err != nil || !d.alloc(int(othersBytes(n+spare))) {
		return
	}
	keys, vals := make([]Value, 0, n), make([]Value, 0, n+spare)
	for range n {
		if d.err == nil && d.off < len(d.in) && d.in[d.off] == tagMoved {
			d.off++
			keys, vals = append(keys, moved), append(vals, Nil)
			continue
		}
		key := d.value()
		if key.p == nil || key.p == &numberTag && key.n != key.n {
			d.fail("want a key")
			return
		}
		keys, vals = append(keys, key), append(vals, d.value())
	}
	if d.err != nil || n+spare == 0 {
		return
	}
	t.layout, t.vals = d.layout(keys, n+spare, kind), vals
	if int(fixed) > n {
		d.fail("more entries are fixed than there are")
		return
	}
	t.fixed = fixed
}

// layout returns the layout of a table with these keys.
func (d *decoder) layout(keys []Value, size int, kind byte) *layout {
	switch kind {
	case constructorLayout:
		return d.constructor(keys)
	case ownLayout:
	default:
		d.fail("want a table")
	}
	l, _ := newLayout(size)
	for _, key := range keys {
		l.add(key)
	}
	return l
}

// constructor returns the layout of a constructor. All decoded tables with the same keys share it.
func (d *decoder) constructor(keys []Value) *layout {
	var all strings.Builder
	for _, key := range keys {
		if key.Kind() != KindString || !key.p.name {
			d.fail("want the name of a field")
			return noKeys
		}
		fmt.Fprintf(&all, "%d:%s", len(key.p.s), key.p.s)
	}
	l := d.records[all.String()]
	if l == nil {
		l = recordLayout(keys)
		d.records[all.String()] = l
	}
	return l
}

// proto reads the file and the index of a function.
func (d *decoder) proto() *proto {
	name, _ := d.text().Text()
	chunk := d.codec.files[name]
	if chunk == nil {
		d.lacks("file " + name)
		return nil
	}
	i := d.uint(len(chunk.functions) - 1)
	if d.err != nil {
		return nil
	}
	return chunk.functions[i]
}

func (d *decoder) function(f *Function) {
	if f.proto = d.proto(); f.proto == nil {
		return
	}
	if f.env = d.value().Table(); f.env == nil {
		d.fail("want a table of globals")
		return
	}
	if !d.alloc(8 * len(f.proto.ups)) {
		return
	}
	f.up = make([]*cell, len(f.proto.ups))
	for i := range f.up {
		if f.up[i] = d.cell(); d.err != nil {
			return
		}
	}
}

// thread reads a coroutine. The call sites determine how results are used, so this is not encoded.
func (d *decoder) thread(t *Thread) {
	switch Status(d.byte()) {
	case Dead:
		t.status, t.top = Dead, &t.root
		return
	case Suspended:
	default:
		d.fail("want a coroutine that waits")
		return
	}
	n := d.count()
	if n == 0 {
		if t.body = d.value(); t.body.Function() == nil {
			d.fail("want a function")
		}
		return
	}
	c, dst, want := &t.root, int32(0), int32(wantEnd)
	for range n {
		if !d.alloc(frameBytes) {
			return
		}
		g := &frame{prev: c, level: c.level + 1, dst: dst, want: want}
		if dst, want = d.call(g); d.err != nil {
			return
		}
		c.next, c = g, g
	}
	t.top, t.dst, t.want = c, dst, want
}

// call reads a call. dst and want determine where g stores the results of the function that it has called.
func (d *decoder) call(g *frame) (dst, want int32) {
	if g.fn = d.value().Function(); g.fn == nil {
		d.fail("want a function that waits")
		return 0, 0
	}
	registers := inlineRegisters + d.spare()
	if registers > inlineRegisters && !d.alloc(registers*valueBytes) {
		return 0, 0
	}
	g.r = make([]Value, registers)
	if d.byte() == 0 {
		list := d.values()
		if n := g.fn.native; d.err != nil || n == nil || n.special != callPcall && n.special != callXpcall || n.special == callXpcall && len(list) < 2 || len(list) > registers {
			d.fail("no coroutine can be suspended here")
			return 0, 0
		}
		g.pc = int32(copy(g.r, list))
		return 0, wantProtected
	}
	p := d.proto()
	if d.err != nil {
		return 0, 0
	}
	at := d.place(p)
	list := d.values()
	if d.err != nil {
		return 0, 0
	}
	if at == nil || at.top != len(list) {
		d.fail("no coroutine can be suspended here")
		return 0, 0
	}
	if registers < p.registers { // the compiler needed fewer of them, or the data is forged
		if !d.alloc(p.registers * valueBytes) {
			return 0, 0
		}
		g.r = make([]Value, p.registers)
	}
	g.p, g.pc, g.at = p, at.next, at.site.at
	d.calls = append(d.calls, g)
	copy(g.r, list)
	if p.cells > 0 {
		g.cells = make([]*cell, p.cells)
	}
	for _, v := range at.vars {
		if v.captured {
			if g.cells[v.slot] = d.cell(); d.err != nil {
				return 0, 0
			}
		}
	}
	if p.vararg {
		g.varargs = d.values()
	}
	return at.site.dst, at.site.want
}

// place reads the place of a call in p. It returns nil if there is no call.
func (d *decoder) place(p *proto) *callPlace {
	if d.format < placeFormat {
		return d.codec.place(p, int32(d.uint(math.MaxInt32)))
	}
	places := d.codec.outline(p.chunk).functions[p.index].places
	if i := d.uint(len(places) - 1); d.err == nil {
		return &places[i]
	}
	return nil
}
