package lua

import (
	"fmt"
	"strconv"
)

// Codec writes values as bytes, with all that they refer to, and reads them again, in this process or in another one.
// What is shared stays shared, and cycles stay cycles. A coroutine that waits goes on where it was.
//
// Constant values, such as libraries and what files hold, are not written. They have names, under which the reader
// finds its own. The reader needs the same constants and the same files as the writer; for edited files see Carry.
//
// The bytes are canonical: values that cannot be told apart by scripts and meters give the same bytes. They may come
// from a stranger: what is wrong with them is an error of Decode.
type Codec struct {
	// EncodeData returns the bytes of a userdata value, whose value of Go is Value.Data. DecodeData returns the
	// value again. If they are nil, userdata cannot be saved.
	EncodeData func(v Value) ([]byte, error)
	DecodeData func(data []byte) (Value, error)
	// Closures makes functions of Call.NewClosure again, by their names. Their data has to be an
	// encoding.BinaryMarshaler.
	Closures map[string]func(data []byte) (fn Builtin, state any, err error)

	names     map[*object]string // of constants
	cellNames map[*cell]string
	constants map[string]Value
	cells     map[string]*cell
	files     map[string]*Chunk
	fileNames map[*Chunk]string
	outlines  map[*Chunk]*outline
}

// NewCodec returns a Codec that knows no files, and no constants but the iterators of pairs and ipairs.
func NewCodec() *Codec {
	k := &Codec{
		names: map[*object]string{}, cellNames: map[*cell]string{}, constants: map[string]Value{}, cells: map[string]*cell{},
		files: map[string]*Chunk{}, fileNames: map[*Chunk]string{}, outlines: map[*Chunk]*outline{},
	}
	k.Constant("(next of pairs)", Next.Value()) // loops hold them, and no library need
	k.Constant("(next of ipairs)", INext.Value())
	return k
}

// File adds a file under a name, so that functions that it has made at run time can be saved. The name should tell
// versions of the file apart.
func (k *Codec) File(name string, c *Chunk) {
	k.files[name], k.fileNames[c] = c, name
}

// Constant adds a value under a name, and all that can be reached from it under names that begin with that. A value
// that has a name already keeps it.
func (k *Codec) Constant(name string, v Value) {
	n := namer{codec: k}
	n.add(name, v)
	for ; len(n.todo) > 0; n.todo = n.todo[1:] {
		n.open(n.todo[0])
	}
}

// namer gives names to constants. It takes what is near first, for the sake of short names.
type namer struct {
	codec *Codec
	todo  []*object
}

func (n *namer) add(name string, v Value) {
	o := v.p
	if o == nil || o.t == nil && o.f == nil || n.codec.names[o] != "" {
		return
	}
	n.codec.names[o], n.codec.constants[name] = name, v
	n.todo = append(n.todo, o)
}

func (n *namer) open(o *object) {
	name := n.codec.names[o]
	if t := o.t; t != nil {
		for i, v := range t.list {
			n.add(fmt.Sprintf("%s[%d]", name, i+1), v)
		}
		for i, key := range t.layout.keys {
			n.add(name+"(key "+strconv.Itoa(i)+")", key)
			n.add(name+entryName(key, i), t.vals[i])
		}
		if t.meta != nil {
			n.add(name+"(metatable)", t.meta.Value())
		}
		return
	}
	f := o.f
	if f.env != nil {
		n.add(name+"(globals)", f.env.Value())
	}
	for i, x := range f.up {
		at := name + "(" + f.proto.ups[i].name + ")"
		if n.codec.cellNames[x] == "" {
			n.codec.cellNames[x], n.codec.cells[at] = at, x
		}
		n.add(at, x.v)
	}
}

// entryName returns how the entry of a key is named behind its table. place is that of the key.
func entryName(key Value, place int) string {
	switch key.Kind() {
	case KindString:
		if isIdentifier(key.p.s) {
			return "." + key.p.s
		}
		return "[" + strconv.Quote(key.p.s) + "]"
	case KindNumber, KindBool:
		return "[" + key.String() + "]"
	}
	return "(entry " + strconv.Itoa(place) + ")"
}

func isIdentifier(s string) bool {
	for i := range len(s) {
		if c := s[i]; !(c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || i > 0 && c >= '0' && c <= '9') {
			return false
		}
	}
	return s != ""
}

// outline returns where the calls of a file are.
func (k *Codec) outline(c *Chunk) *outline {
	l := k.outlines[c]
	if l == nil {
		l = outlineOf(c)
		k.outlines[c] = l
	}
	return l
}

// place returns the place of the call in p behind which the op pc is, nil if there is none.
func (k *Codec) place(p *proto, pc int32) *callPlace {
	return k.outline(p.chunk).functions[p.index].at(pc)
}

// codecVersion is what the bytes begin with. It changes with the format, and with what the compiler makes of a text,
// since coroutines refer to that.
const codecVersion = "Bough Lua 1\n"

// What a value begins with.
const (
	tagNil = iota
	tagFalse
	tagTrue
	tagNumber   // 8 bytes, the bits of a float64, the lowest first
	tagText     // 1 if it is a name, else 0; length; bytes
	tagTextAt   // the place among the texts before it
	tagConstant // its name, as a text
	tagObjectAt // the place among the objects before it
	tagMoved    // a key that was moved to the list of its table
	tagTable    // this and what follows are objects that come for the first time
	tagFunction
	tagClosure
	tagWrapped
	tagData
	tagThread
	tagCell
	tagEnd
)
