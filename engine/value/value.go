// Package value has the values that scripts, trees and Go code exchange: numbers, strings, booleans, vectors, tables,
// and handles of other Go values.
//
//	value.go    Value, its kinds, and how a value is compared and written
//	table.go    Table, and the size of values
//	of.go       values of Go
//	text.go     the texts of values of Go
//
// The package knows neither the engine nor a script language.
package value

import (
	"math"
	"slices"
	"strconv"
	"unsafe"
)

// Kind is the type of a Value.
type Kind uint8

// The kinds of a Value.
const (
	KindNil Kind = iota
	KindBool
	KindNumber
	KindString
	KindVector
	KindOther // a table or a Go value; see Value.Ref
)

// Value is a value that scripts and Go code exchange, such as a field of an agent, a parameter of a node, or the
// data of a stimulus. The zero Value is nil. Numbers are float64, as in Lua. Only VectorOf and Other may allocate, and
// Other only if its argument is not a pointer. Values are compared with Equal or Identical, not with == or
// reflect.DeepEqual.
type Value struct {
	_ [0]func() // == would compare strings by their places in memory, as reflect.DeepEqual does
	// ref determines the kind, as in log/slog. It is nil, a tag, a textData, a vector or the argument of Other.
	num uint64 // bits of a number, 1 for true, or the length of a string
	ref any
}

// The types of Value.ref that no game can pass to Other.
type (
	tag      Kind           // KindBool or KindNumber
	textData unsafe.Pointer // as of unsafe.StringData; for a *byte, reflect.DeepEqual would compare only the first byte
	vector   Vector
)

// Vector is a point or a direction in the plane or in space.
type Vector struct{ X, Y, Z float64 }

// Number returns a number value.
func Number(f float64) Value { return Value{num: math.Float64bits(f), ref: tag(KindNumber)} }

// String returns a string value.
func String(s string) Value { return Value{num: uint64(len(s)), ref: textData(unsafe.StringData(s))} }

// Bool returns a boolean value.
func Bool(b bool) Value {
	if b {
		return Value{num: 1, ref: tag(KindBool)}
	}
	return Value{ref: tag(KindBool)}
}

// VectorOf returns a vector value.
func VectorOf(v Vector) Value { return Value{ref: vector(v)} }

// Other returns a Value for a Lua table or a Go value, which the engine only passes on. For scripts, a Go value is
// a handle: they can keep it, compare it, and pass it to helpers, which receive the Go value. A nil ref gives the
// nil Value, and a nil *Table an empty table.
func Other(ref any) Value {
	if ref == nil {
		return Value{}
	}
	if t, ok := ref.(*Table); ok && t == nil {
		ref = &Table{}
	}
	return Value{ref: ref}
}

// Kind returns the type of v.
func (v Value) Kind() Kind {
	switch ref := v.ref.(type) {
	case nil:
		return KindNil
	case tag:
		return Kind(ref)
	case textData:
		return KindString
	case vector:
		return KindVector
	}
	return KindOther
}

// IsNil reports whether v is nil.
func (v Value) IsNil() bool { return v.ref == nil }

// Truthy reports whether v counts as true in Lua: all values do except nil and false.
func (v Value) Truthy() bool {
	t, _ := v.ref.(tag)
	return v.ref != nil && (Kind(t) != KindBool || v.num != 0)
}

// Float returns the number in v, or 0 if there is none.
func (v Value) Float() float64 {
	if t, _ := v.ref.(tag); Kind(t) == KindNumber {
		return math.Float64frombits(v.num)
	}
	return 0
}

// Str returns the string in v, or "" if there is none.
func (v Value) Str() string {
	if p, ok := v.ref.(textData); ok {
		return unsafe.String((*byte)(p), v.num)
	}
	return ""
}

// Vec returns the vector in v. A table with the numbers x and y and, optionally, z counts as a vector, since
// scripts keep vectors in such tables. For all other values Vec returns the zero vector.
func (v Value) Vec() Vector {
	if t := v.Table(); t != nil {
		x, y := t.Get("x"), t.Get("y")
		if x.Kind() != KindNumber || y.Kind() != KindNumber {
			return Vector{}
		}
		return Vector{X: x.Float(), Y: y.Float(), Z: t.Get("z").Float()}
	}
	p, _ := v.ref.(vector)
	return Vector(p)
}

// Ref returns the argument of Other, or nil.
func (v Value) Ref() any {
	if v.Kind() != KindOther {
		return nil
	}
	return v.ref
}

// Equal reports whether two values are equal by Lua's operator ==. Vectors are compared by their numbers, and other
// values by identity.
func (v Value) Equal(w Value) bool {
	kind := v.Kind()
	if kind != w.Kind() {
		return false
	}
	switch kind {
	case KindNumber:
		return v.Float() == w.Float()
	case KindString:
		return v.Str() == w.Str()
	case KindVector:
		return v.Vec() == w.Vec()
	case KindOther:
		return sameRef(v.ref, w.ref)
	}
	return v.num == w.num
}

// Identical reports whether two values cannot be distinguished. Tables with the same entries are identical. For
// numbers, Identical is stricter than Equal: 0 is not -0, and NaN is NaN. Check must accept both values.
func (v Value) Identical(w Value) bool {
	switch t, u, kind := v.Table(), w.Table(), v.Kind(); {
	case kind != w.Kind():
		return false
	case t != nil && u != nil:
		return slices.EqualFunc(t.Entries, u.Entries, func(a, b Entry) bool { return a.Key.Identical(b.Key) && a.Value.Identical(b.Value) })
	case kind == KindVector:
		p, q := v.Vec(), w.Vec()
		return sameBits(p.X, q.X) && sameBits(p.Y, q.Y) && sameBits(p.Z, q.Z)
	case kind == KindString || kind == KindOther:
		return v.Equal(w)
	case kind == KindNumber:
		return sameBits(v.Float(), w.Float())
	}
	return v.num == w.num
}

// sameBits reports whether two numbers have the same bits. All NaN count as the same, since processors make different
// ones.
func sameBits(x, y float64) bool {
	return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
}

// sameRef reports whether a == b. It returns false for values that cannot be compared.
func sameRef(a, b any) (same bool) {
	defer func() { _ = recover() }()
	return a == b
}

// String formats v as a Lua literal if it has one. For a value of Go it returns its Text.
func (v Value) String() string { return v.format(Text) }

// Plain is like String, but of a value of Go it returns only the type. So values that are the same in two runs of a
// game have the same text, and no code of the game is called.
func (v Value) Plain() string { return v.format(handleOf) }

func (v Value) format(other func(x any) string) string {
	switch v.Kind() {
	case KindNil:
		return "nil"
	case KindBool:
		return strconv.FormatBool(v.num != 0)
	case KindNumber:
		return FormatNumber(v.Float())
	case KindString:
		return strconv.Quote(v.Str())
	case KindVector:
		p := v.Vec()
		return "{x=" + FormatNumber(p.X) + ", y=" + FormatNumber(p.Y) + ", z=" + FormatNumber(p.Z) + "}"
	}
	if t := v.Table(); t != nil {
		return t.format(other)
	}
	return other(v.ref)
}

// FormatNumber formats a number with the fewest digits that identify it. Whole numbers have no decimal point.
// Special values are nan, inf and -inf, as in Lua.
func FormatNumber(f float64) string {
	switch {
	case f != f:
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	if f == math.Trunc(f) && math.Abs(f) < 1e15 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}
