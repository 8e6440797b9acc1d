// Package value has the values that scripts, trees and Go code exchange: numbers, strings, booleans, vectors, tables,
// and handles of other Go values.
//
//	value.go    Value, its kinds, and how a value is compared and written
//	table.go    Table, and the size of values
//	of.go       values of Go
//
// The package knows neither the engine nor a script language.
package value

import (
	"fmt"
	"math"
	"slices"
	"strconv"
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
// data of a stimulus. The zero Value is nil. Numbers are float64, as in Lua. Making a number, a boolean or nil does
// not allocate.
type Value struct {
	kind Kind
	num  float64
	ref  any
}

// Vector is a point or a direction in the plane or in space.
type Vector struct{ X, Y, Z float64 }

// Number returns a number value.
func Number(f float64) Value { return Value{kind: KindNumber, num: f} }

// String returns a string value.
func String(s string) Value { return Value{kind: KindString, ref: s} }

// Bool returns a boolean value.
func Bool(b bool) Value {
	if b {
		return Value{kind: KindBool, num: 1}
	}
	return Value{kind: KindBool}
}

// VectorOf returns a vector value.
func VectorOf(v Vector) Value { return Value{kind: KindVector, ref: v} }

// Other returns a Value for a Lua table or a Go value, which the engine only passes on. For scripts, a Go value is
// a handle: they can keep it, compare it, and pass it to helpers, which receive the Go value. A nil ref gives the
// nil Value.
func Other(ref any) Value {
	if ref == nil {
		return Value{}
	}
	return Value{kind: KindOther, ref: ref}
}

// Kind returns the type of v.
func (v Value) Kind() Kind { return v.kind }

// IsNil reports whether v is nil.
func (v Value) IsNil() bool { return v.kind == KindNil }

// Truthy reports whether v counts as true in Lua: all values do except nil and false.
func (v Value) Truthy() bool {
	return v.kind != KindNil && (v.kind != KindBool || v.num != 0)
}

// Float returns the number in v, or 0 if there is none.
func (v Value) Float() float64 {
	if v.kind != KindNumber {
		return 0
	}
	return v.num
}

// Str returns the string in v, or "" if there is none.
func (v Value) Str() string {
	s, _ := v.ref.(string)
	return s
}

// Vec returns the vector in v. A table with the numbers x and y and, optionally, z counts as a vector, since
// scripts keep vectors in such tables. For all other values Vec returns the zero vector.
func (v Value) Vec() Vector {
	if t := v.Table(); t != nil {
		x, y := t.Get("x"), t.Get("y")
		if x.kind != KindNumber || y.kind != KindNumber {
			return Vector{}
		}
		return Vector{X: x.num, Y: y.num, Z: t.Get("z").Float()}
	}
	p, _ := v.ref.(Vector)
	return p
}

// Ref returns the argument of Other, or nil.
func (v Value) Ref() any {
	if v.kind != KindOther {
		return nil
	}
	return v.ref
}

// Equal reports whether two values are equal by Lua's operator ==. Vectors are compared by their numbers, and other
// values by identity.
func (v Value) Equal(w Value) bool {
	if v.kind != w.kind {
		return false
	}
	switch v.kind {
	case KindString, KindVector:
		return v.ref == w.ref
	case KindOther:
		return sameRef(v.ref, w.ref)
	}
	return v.num == w.num
}

// Identical reports whether two values cannot be distinguished. Tables with the same entries are identical. For
// numbers, Identical is stricter than Equal: 0 is not -0, and NaN is NaN.
func (v Value) Identical(w Value) bool {
	switch t, u := v.Table(), w.Table(); {
	case v.kind != w.kind:
		return false
	case t != nil && u != nil:
		return slices.EqualFunc(t.Entries, u.Entries, func(a, b Entry) bool { return a.Key.Identical(b.Key) && a.Value.Identical(b.Value) })
	case v.kind == KindVector:
		p, q := v.Vec(), w.Vec()
		return sameBits(p.X, q.X) && sameBits(p.Y, q.Y) && sameBits(p.Z, q.Z)
	case v.kind == KindString || v.kind == KindOther:
		return v.Equal(w)
	}
	return sameBits(v.num, w.num)
}

func sameBits(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }

// sameRef reports whether a == b. It returns false for values that cannot be compared.
func sameRef(a, b any) (same bool) {
	defer func() { _ = recover() }()
	return a == b
}

// String formats v as a Lua literal if it has one.
func (v Value) String() string {
	switch v.kind {
	case KindNil:
		return "nil"
	case KindBool:
		return strconv.FormatBool(v.num != 0)
	case KindNumber:
		return FormatNumber(v.num)
	case KindString:
		return strconv.Quote(v.Str())
	case KindVector:
		p := v.Vec()
		return "{x=" + FormatNumber(p.X) + ", y=" + FormatNumber(p.Y) + ", z=" + FormatNumber(p.Z) + "}"
	}
	if s, ok := v.ref.(interface{ String() string }); ok {
		return s.String()
	}
	return fmt.Sprintf("%T", v.ref)
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
