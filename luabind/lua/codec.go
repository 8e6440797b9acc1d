package lua

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/bough-dev/bough/internal/format"
	"github.com/bough-dev/bough/internal/ident"
)

// Codec encodes values as bytes, together with all values that they refer to. It decodes them in this process or in
// another one. Shared values stay shared, and cycles stay cycles. A suspended coroutine continues at the same place
// after decoding.
//
// Constant values, such as libraries and the values of files, are encoded as names; the decoder uses its own
// constants of those names. It needs the same constants and the same files as the encoder. For edited files see
// Carry.
//
// The bytes are canonical: values that neither scripts nor the memory meter can distinguish have the same bytes. The
// bytes may come from an untrusted source: Decode returns an error for invalid bytes.
type Codec struct {
	// EncodeData returns the bytes of a userdata; v.Data returns its Go value. DecodeData restores the userdata. If
	// they are nil, userdata cannot be encoded.
	EncodeData func(v Value) ([]byte, error)
	DecodeData func(data []byte) (Value, error)
	// Closures maps the names of functions made by Call.NewClosure to functions that restore them. The data given to
	// NewClosure must implement encoding.BinaryMarshaler.
	Closures map[string]func(data []byte) (fn Builtin, state any, err error)
	// Find returns the constant of a name that was not added, or Nil if there is none. Find may be nil.
	Find func(name string) Value
	// Group has constants that the decoder prefers to others of the same names; see ConstantIn. It may be nil.
	Group map[string]Value

	names     map[*object]constantName
	cellNames map[*cell]string
	constants map[string]Value
	cells     map[string]*cell
	files     map[string]*Chunk
	fileNames map[*Chunk]string
	outlines  map[*Chunk]*outline
	locals    map[*Chunk]map[int]string // see localName
	paths     *paths                    // nil unless RememberPaths was called
	encoder   encoder                   // kept, so that its memory is reused
	decoded   map[string]Value          // see Codec.name
}

// NewCodec returns a Codec without files. Its only constants are the iterators of pairs and ipairs.
func NewCodec() *Codec {
	k := &Codec{
		names: map[*object]constantName{}, cellNames: map[*cell]string{}, constants: map[string]Value{}, cells: map[string]*cell{},
		files: map[string]*Chunk{}, fileNames: map[*Chunk]string{}, outlines: map[*Chunk]*outline{}, locals: map[*Chunk]map[int]string{},
	}
	k.Constant("(next of pairs)", Next.Value()) // a suspended loop refers to it even if no library does
	k.Constant("(next of ipairs)", INext.Value())
	return k
}

// File adds a file under a name, so that functions that the file has made at run time can be encoded. Different
// versions of a file need different names. File must be called before the values of the file are added.
func (k *Codec) File(name string, c *Chunk) {
	k.files[name], k.fileNames[c] = c, name
}

// Constant adds a value under a name, and all values that can be reached from it under names with this prefix. A
// value that already has a name keeps it.
func (k *Codec) Constant(name string, v Value) {
	n := namer{codec: k, into: k.constants}
	n.run(name, v)
}

// ConstantIn is like Constant, but the names are valid only while group is the Group of the Codec.
func (k *Codec) ConstantIn(group map[string]Value, name string, v Value) {
	n := namer{codec: k, into: group, grouped: true}
	n.run(name, v)
}

// constantName is the name of a constant.
type constantName struct {
	text    string
	grouped bool // the name is valid only in groups that have it
}

// nameOf returns the name of a constant, or "" if the object has no name in the present Group.
func (k *Codec) nameOf(o *object) string {
	name := k.names[o]
	if name.grouped && k.Group[name.text].p != o {
		return ""
	}
	return name.text
}

// paths has all ways in which constants refer to each other. The name of a constant is only the first way to it, which an
// edit may change while another one stays, as when a file also exports a local class.
type paths struct {
	to map[string]Value       // by the name of the object from which a path leads, and the step
	of map[*object][]pathStep // the paths to an object
}

// pathStep is the last step of a path: from an object to the one to which it refers. from is nil for a root, and for a
// variable of a file.
type pathStep struct {
	from *object
	step string
}

// RememberPaths makes the Codec remember all paths to constants that are added later, for Carry.
func (k *Codec) RememberPaths() { k.paths = &paths{map[string]Value{}, map[*object][]pathStep{}} }

// waysTo returns the last steps of the paths to an object. Only the first one may lead from a function or by a metatable
// or a key: these say less than a name about what the object is.
func (k *Codec) waysTo(o *object) []pathStep {
	list := k.paths.of[o]
	if len(list) < 2 {
		return list
	}
	return append(list[:1:1], slices.DeleteFunc(slices.Clone(list[1:]), func(at pathStep) bool { return at.from != nil && at.step[0] == '(' })...)
}

// nameAt returns the name of the object to which a step leads.
func (k *Codec) nameAt(at pathStep) string {
	if at.from == nil {
		return at.step
	}
	return k.names[at.from].text + at.step
}

// namer assigns names to constants. It walks breadth-first, so that names are short.
type namer struct {
	codec   *Codec
	into    map[string]Value
	grouped bool
	todo    []*object
}

// run adds a value and all values that can be reached from it.
func (n *namer) run(name string, v Value) {
	n.add(nil, name, v)
	for ; len(n.todo) > 0; n.todo = n.todo[1:] {
		n.open(n.todo[0])
	}
}

// add adds a value to which from refers. If from is nil, step is the whole name.
func (n *namer) add(from *object, step string, v Value) {
	o := v.p
	if o == nil || o.t == nil && o.f == nil {
		return
	}
	name := n.codec.nameAt(pathStep{from, step})
	if p := n.codec.paths; p != nil {
		p.of[o] = append(p.of[o], pathStep{from, step})
		if other, known := p.to[name]; !known {
			p.to[name] = v
		} else if other.p != o {
			p.to[name] = Nil // it cannot be told which one is meant
		}
	}
	old, known := n.codec.names[o]
	if known && (old.text != name || !n.grouped || n.into[name].p == o) {
		return // the first name stays; a value must have the same name in all groups
	}
	n.codec.names[o], n.into[name] = constantName{name, n.grouped && (!known || old.grouped)}, v
	n.todo = append(n.todo, o)
}

func (n *namer) open(o *object) {
	if t := o.t; t != nil {
		for i, v := range t.list {
			n.add(o, fmt.Sprintf("[%d]", i+1), v)
		}
		for i, key := range t.layout.keys {
			n.add(o, "(key "+strconv.Itoa(i)+")", key)
			n.add(o, entryName(key, i), t.vals[i])
		}
		if t.meta != nil {
			n.add(o, "(metatable)", t.meta.Value())
		}
		return
	}
	f := o.f
	if f.env != nil {
		n.add(o, "(globals)", f.env.Value())
	}
	for i, x := range f.up {
		from, step := (*object)(nil), n.codec.localName(f.proto, i)
		name := step
		if other := n.codec.cells[step]; step == "" || other != nil && other != x {
			from, step = o, "("+f.proto.ups[i].name+")"
			name = n.codec.names[o].text + step
		}
		if n.codec.cellNames[x] == "" {
			n.codec.cellNames[x], n.codec.cells[name] = name, x
		}
		n.add(from, step, x.v)
	}
}

// localName returns the name of the i-th variable that p captures, if the file declares the variable outside of its
// functions. It returns "" for any other variable, and if File was not called for the file. The name does not depend on
// the functions that capture the variable, so an edit of these does not change it.
func (k *Codec) localName(p *proto, i int) string {
	file, known := k.fileNames[p.chunk]
	if p, i = p.capturer(i); !known || !p.ofFile() {
		return ""
	}
	locals := k.locals[p.chunk]
	if locals == nil {
		locals = p.chunk.locals()
		k.locals[p.chunk] = locals
	}
	return "(" + file + ")(local " + locals[p.ups[i].index] + ")"
}

// locals returns the names of the variables that the file declares outside of its functions and that these capture, by
// the indexes of their cells. If several variables have a name, a number follows it, and how many there are: if an edit
// adds one, none of them can be told from the others.
func (c *Chunk) locals() map[int]string {
	names := map[int]string{}
	for _, p := range c.functions {
		for _, u := range p.ups {
			if u.cell && p.ofFile() {
				names[u.index] = u.name
			}
		}
	}
	cells := map[string][]int{}
	for _, cell := range slices.Sorted(maps.Keys(names)) {
		cells[names[cell]] = append(cells[names[cell]], cell)
	}
	for name, list := range cells {
		for i, cell := range list {
			if len(list) > 1 {
				names[cell] = fmt.Sprintf("%s, number %d of %d", name, i+1, len(list))
			}
		}
	}
	return names
}

// entryName returns the part of a name that stands for the entry with the given key. place is the index of the key.
func entryName(key Value, place int) string {
	switch key.Kind() {
	case KindString:
		if ident.Is(key.p.s) {
			return "." + key.p.s
		}
		return "[" + strconv.Quote(key.p.s) + "]"
	case KindNumber, KindBool:
		return "[" + key.String() + "]"
	}
	return "(entry " + strconv.Itoa(place) + ")"
}

// outline returns the outline of a file.
func (k *Codec) outline(c *Chunk) *outline {
	l := k.outlines[c]
	if l == nil {
		l = outlineOf(c)
		k.outlines[c] = l
	}
	return l
}

// place returns the call in p just before the op pc, or nil.
func (k *Codec) place(p *proto, pc int32) *callPlace {
	return k.outline(p.chunk).functions[p.index].at(pc)
}

// head is the beginning of the encoded bytes. Encoded coroutines contain indices of places and the values of registers.
// So a change of the compiler that adds or removes places, changes their order, or moves variables to other registers
// needs another number of the format. Other changes of the compiler do not.
var head = format.Lua.Head() + "\n"

// placeFormat is the first number of the format with indices of places. Before it there were indices of ops.
const placeFormat = 4

// The kinds of layouts of an encoded table.
const (
	ownLayout = iota
	constructorLayout
)

// The first byte of an encoded value.
const (
	tagNil = iota
	tagFalse
	tagTrue
	tagNumber   // followed by the bits of a float64, 8 bytes, little-endian
	tagText     // followed by 1 for a name, otherwise 0; by the length; and by the bytes
	tagTextAt   // followed by an index among the previous texts
	tagConstant // followed by the name of the constant, as a text
	tagObjectAt // followed by an index among the previous objects
	tagMoved    // the key moved, without a value
	tagTable    // this tag and the following ones stand for objects that occur for the first time
	tagFunction
	tagClosure
	tagWrapped
	tagData
	tagThread
	tagCell
	tagEnd
)
