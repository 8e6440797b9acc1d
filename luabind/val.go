//go:build !luacore

package luabind

import (
	"math"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// val is a value of an expression. Unlike a lua.LValue, making one does not
// allocate.
type val struct {
	kind      valKind
	num, y, z float64 // of kNumber; 1 for true; the numbers of kVector
	str       string  // of kString; the path of kData
	ref       any     // of kOther, a lua.LValue; of kData, an *engine.Value
}

type valKind uint8

const (
	kNil valKind = iota
	kBool
	kNumber
	kString
	kOther  // what lives in Lua: a table, a function
	kData   // a table or a vector of the engine, which Lua would be given a copy of
	kVector // a vector that a helper returned
)

func toVal(v lua.LValue) val {
	switch x := v.(type) {
	case lua.LNumber:
		return val{kind: kNumber, num: float64(x)}
	case lua.LBool:
		return boolVal(bool(x))
	case lua.LString:
		return val{kind: kString, str: string(x)}
	case *lua.LNilType:
		return val{}
	}
	return val{kind: kOther, ref: v}
}

// valOf is toVal for a value of the engine. A table stays where it is and is
// known by its path: Lua would make one copy for each.
func valOf(v *engine.Value, path string) val {
	switch v.Kind() {
	case engine.NumberValue:
		return val{kind: kNumber, num: v.Float()}
	case engine.BoolValue:
		return boolVal(v.Truthy())
	case engine.StringValue:
		return val{kind: kString, str: v.Str()}
	case engine.VectorValue:
		return val{kind: kData, str: path, ref: v}
	}
	if v.Table() != nil {
		return val{kind: kData, str: path, ref: v}
	}
	return toVal(fromValue(*v))
}

func boolVal(b bool) val {
	if b {
		return val{kind: kBool, num: 1}
	}
	return val{kind: kBool}
}

func numberVal(f float64) val { return val{kind: kNumber, num: f} }

func stringVal(s string) val { return val{kind: kString, str: s} }

func vectorVal(p engine.Vector) val { return val{kind: kVector, num: p.X, y: p.Y, z: p.Z} }

// lua returns the value as Lua has it.
func (v val) lua() lua.LValue {
	switch v.kind {
	case kBool:
		return lua.LBool(v.num != 0)
	case kNumber:
		return lua.LNumber(v.num)
	case kString:
		return lua.LString(v.str)
	case kOther:
		return v.ref.(lua.LValue)
	case kData:
		return fromValue(*v.ref.(*engine.Value))
	case kVector:
		return vectorTable(engine.Vector{X: v.num, Y: v.y, Z: v.z})
	}
	return lua.LNil
}

func (v val) truthy() bool { return v.kind != kNil && (v.kind != kBool || v.num != 0) }

// show writes the value briefly.
func (v val) show() string {
	switch v.kind {
	case kBool:
		return strconv.FormatBool(v.num != 0)
	case kNumber:
		return engine.FormatNumber(v.num)
	}
	return show(v.lua())
}

// plain tells whether Lua's operators treat v without asking a metatable.
func (v val) plain() bool {
	if v.kind != kOther {
		return true
	}
	x, ok := v.ref.(*lua.LTable)
	return !ok || x.Metatable == lua.LNil
}

// asks tells whether Lua's operators may ask a metatable what they do with v. That of a table
// which stands for one without has nothing for them.
func (v val) asks() bool {
	if v.plain() {
		return false
	}
	t, ok := v.ref.(*lua.LTable)
	return !ok || !isGuarded(t) || targetOf(t) == t || targetOf(t).Metatable != lua.LNil
}

// number converts as Lua's arithmetic does: strings that are numerals count.
func (v val) number() (float64, bool) {
	switch v.kind {
	case kNumber:
		return v.num, true
	case kString:
		return parseNumber(v.str)
	}
	return 0, false
}

// equal is Lua's == for values without metamethods. Each vector of a helper is a
// table of its own.
func (v *val) equal(w *val) bool {
	if v.kind != w.kind {
		return false
	}
	switch v.kind {
	case kNumber, kBool:
		return v.num == w.num
	case kString, kData:
		return v.str == w.str
	case kOther:
		return v.ref == w.ref
	}
	return v.kind == kNil
}

// vector reads a table with the numbers x and y, as readVector does.
func (v val) vector() (engine.Vector, bool) {
	if v.kind == kVector {
		return engine.Vector{X: v.num, Y: v.y, Z: v.z}, true
	}
	x, _ := v.entry("x", "")
	y, _ := v.entry("y", "")
	if x.kind != kNumber || y.kind != kNumber {
		return engine.Vector{}, false
	}
	p := engine.Vector{X: x.num, Y: y.num}
	if z, _ := v.entry("z", ""); z.kind == kNumber {
		p.Z = z.num
	}
	return p, true
}

// entry returns an entry of a table, without asking its metatable; ok is false if
// v is none. The path is that of the entry, if it is known.
func (v val) entry(name, path string) (e val, ok bool) {
	switch v.kind {
	case kOther:
		if t, ok := v.ref.(*lua.LTable); ok {
			return toVal(targetOf(t).RawGetString(name)), true
		}
	case kData:
		d := v.ref.(*engine.Value)
		if t := d.Table(); t != nil {
			return v.dataEntry(t, name, path), true
		}
		return vectorEntry(d.Vec(), name), true
	case kVector:
		return vectorEntry(engine.Vector{X: v.num, Y: v.y, Z: v.z}, name), true
	}
	return val{}, false
}

// dataEntry returns an entry of the table that v is. Of several with one key, the
// last one counts, as in a copy.
func (v val) dataEntry(t *engine.Table, name, path string) val {
	for i := len(t.Entries) - 1; i >= 0; i-- {
		e := &t.Entries[i]
		if e.Key.Kind() != engine.StringValue || e.Key.Str() != name {
			continue
		}
		if k := e.Value.Kind(); path == "" && (k == engine.VectorValue || k == engine.OtherValue) {
			path = v.str + "." + name
		}
		return valOf(&e.Value, path)
	}
	return val{}
}

func vectorEntry(p engine.Vector, name string) val {
	switch {
	case name == "x":
		return numberVal(p.X)
	case name == "y":
		return numberVal(p.Y)
	case name == "z" && p.Z != 0:
		return numberVal(p.Z)
	}
	return val{}
}

// parseNumber reads a number as the VM does, in source text and where it
// calculates with a string. Thus 010 is eight and inf is infinity.
func parseNumber(text string) (float64, bool) {
	text = strings.Trim(text, " \t\n")
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return float64(n), true
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}

// calculate is the VM's arithmetic on numbers. It makes 0 of -0.
func calculate(op byte, a, b float64) float64 { return operate(op, a, b) + 0 }

// operate is the VM's arithmetic where an operand is a numeral.
func operate(op byte, a, b float64) float64 {
	switch op {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	case '/':
		return a / b
	case '%':
		return modulo(a, b)
	}
	return power(a, b)
}

func modulo(a, b float64) float64 {
	m := math.Mod(a, b)
	if b > 0 && m < 0 || b < 0 && m > 0 {
		m += b
	}
	return m
}

// power is math.Pow. Squares, which distances are made of, have a short way to the
// same result, unless that is so small that it was rounded.
func power(a, b float64) float64 {
	const smallest = 0x1p-1022
	if p := a * a; b == 2 && p >= smallest {
		return p
	}
	return math.Pow(a, b)
}
