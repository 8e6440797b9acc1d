//go:build !luacore

package luabind_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
	lua "github.com/yuin/gopher-lua"
	"pgregory.net/rapid"
)

// The same conditions are evaluated by a Runtime and by a plain Lua state, in which
// bare names are globals, named conditions are globals that are computed when they are
// read, and helpers are written anew. Both must give the same value, or both an error.

// oddNames are the named conditions of random expressions. They use each other, fields
// and parameters.
var oddNames = conditions{
	"low":    "a < 2",
	"sum":    "a + params.n",
	"both":   "low and b ~= nil",
	"either": "both or xor(low, c)",
	"far":    "h.len(params.v) > d",
}

// oddParams are the parameters of the node.
var oddParams = engine.Params{
	{Name: "n", Value: engine.Number(2)},
	{Name: "zero", Value: engine.Number(math.Copysign(0, -1))},
	{Name: "s", Value: engine.String("10")},
	{Name: "yes", Value: engine.Bool(true)},
	{Name: "v", Value: engine.VectorOf(engine.Vector{X: 3, Y: 4})},
	{Name: "w", Value: engine.VectorOf(engine.Vector{X: 3, Y: 4, Z: 1})},
	{Name: "t", Value: engine.Other(&engine.Table{Entries: []engine.Entry{
		{Key: engine.String("x"), Value: engine.Number(5)},
		{Key: engine.String("inn"), Value: engine.VectorOf(engine.Vector{X: 1, Y: 2})},
		{Key: engine.String("x"), Value: engine.Number(6)},
	}})},
}

var seven = 7

// oddHelpers are helpers of several shapes: called directly, through reflection, with
// fewer and with more than one result, with errors.
func oddHelpers() []luabind.Helper {
	return []luabind.Helper{
		luabind.Func("zero(): Zero.", func() float64 { return 0 }),
		luabind.Func("add(a, b): The sum.", func(a, b float64) float64 { return a + b }),
		luabind.Func("near(a, b, c): Of three.", func(a, b, c float64) bool { return a-b < c }),
		luabind.Func("even(n): Of a whole number.", func(n int) bool { return n%2 == 0 }),
		luabind.Func("maybe(n): A number or nil.", func(n float64) *int {
			if !(n > 1) {
				return nil
			}
			return &seven
		}),
		luabind.Func("len(v): Of a vector.", func(v engine.Vector) float64 { return v.X*v.X + v.Y*v.Y + v.Z*v.Z }),
		luabind.Func("vec(x, y): Makes a vector.", func(x, y float64) engine.Vector { return engine.Vector{X: x, Y: y} }),
		luabind.Func("has(s, n): Of a string.", func(s string, n float64) bool { return float64(len(s)) > n }),
		luabind.Func("loud(s): By reflection.", strings.ToUpper),
		luabind.Func("no(b): By reflection.", func(b bool) bool { return !b }),
		luabind.Func("pair(a, b): Two results.", func(a, b float64) (float64, float64) { return b, a }),
		luabind.Func("none(a): No result.", func(a float64) {}),
		luabind.Func("root(n): May fail.", func(n float64) (float64, error) {
			if n < 0 {
				return 0, errors.New("negative")
			}
			return math.Sqrt(n), nil
		}),
		luabind.Func("panics(n): Panics at 2.", func(n float64) float64 {
			if n == 2 {
				panic("two")
			}
			return n
		}),
	}
}

// fieldNames are the fields of random agents.
var fieldNames = []string{"a", "b", "c", "d"}

var (
	oddNumbers = []float64{0, math.Copysign(0, -1), 1, -1, 2, 3, 0.5, -2.5, 10, 1e-200, 1e300, math.Inf(1), math.Inf(-1), math.NaN(), 1 << 53}
	oddStrings = []string{"", "0", "10", "-1", "0x10", " 5 ", "\t5\n", "\v5", "1e2", "1e999", "inf", "nan", "010", "0b1", "1_0", "5x", "x", "a", "A", "é", "10 "}
	oddTables  = tablesWithMetatables()
)

// tablesWithMetatables are tables whose metatables answer everything, nothing, and by a
// table.
func tablesWithMetatables() []*lua.LTable {
	function := func(v lua.LValue) *lua.LFunction {
		return &lua.LFunction{IsG: true, GFunction: func(L *lua.LState) int { L.Push(v); return 1 }}
	}
	all := &lua.LTable{Metatable: lua.LNil}
	for event, v := range map[string]lua.LValue{
		"__index": lua.LNumber(5), "__add": lua.LNumber(7), "__sub": lua.LString("s"), "__mul": lua.LNil, "__div": lua.LFalse, "__mod": lua.LNumber(1),
		"__pow": lua.LNumber(2), "__unm": lua.LNumber(8), "__eq": lua.LTrue, "__lt": lua.LTrue, "__le": lua.LFalse, "__concat": lua.LString("c"), "__len": lua.LNumber(3),
	} {
		all.RawSetString(event, function(v))
	}
	inner := &lua.LTable{Metatable: lua.LNil}
	inner.RawSetString("x", lua.LNumber(1))
	byTable := &lua.LTable{Metatable: lua.LNil}
	byTable.RawSetString("__index", inner)
	raising := &lua.LTable{Metatable: lua.LNil}
	raising.RawSetString("__index", &lua.LFunction{IsG: true, GFunction: func(L *lua.LState) int { L.RaiseError("no"); return 0 }})
	var out []*lua.LTable
	for _, mt := range []*lua.LTable{all, all, byTable, raising, {Metatable: lua.LNil}} {
		t := &lua.LTable{Metatable: mt}
		out = append(out, t)
	}
	out[1].RawSetString("x", lua.LNumber(9))
	return out
}

// source draws what a test needs, from rapid or from the bytes of a fuzz target.
type source interface{ below(n int, what string) int }

type rapidSource struct{ t *rapid.T }

func (s rapidSource) below(n int, what string) int { return rapid.IntRange(0, n-1).Draw(s.t, what) }

// byteSource counts down from a number.
type byteSource struct{ left uint64 }

func (s *byteSource) below(n int, _ string) int {
	k := s.left % uint64(n)
	s.left /= uint64(n)
	return int(k)
}

// setFields gives both sides random values.
func setFields(s source, q *asker, r *reference) {
	for _, name := range fieldNames {
		v, ref := oddValue(s, name)
		q.agent.Set(engine.KeyOf(name), v)
		r.fields[name] = ref
	}
}

func oddValue(s source, name string) (engine.Value, lua.LValue) {
	switch s.below(8, "kind of "+name) {
	case 1:
		b := s.below(2, name) == 1
		return engine.Bool(b), lua.LBool(b)
	case 2, 3, 4:
		n := oddNumbers[s.below(len(oddNumbers), name)]
		return engine.Number(n), lua.LNumber(n)
	case 5:
		text := oddStrings[s.below(len(oddStrings), name)]
		return engine.String(text), lua.LString(text)
	case 6:
		n := oddNumbers[s.below(len(oddNumbers), name+".x")]
		inner := &lua.LTable{Metatable: lua.LNil}
		inner.RawSetString("x", lua.LNumber(n))
		if n > 1 {
			inner.RawSetString("y", lua.LNumber(-n))
		}
		return engine.Other(inner), inner
	case 7:
		t := oddTables[s.below(len(oddTables), name)]
		return engine.Other(t), t
	}
	return engine.Value{}, lua.LNil
}

// expression is a random guard. A constant one is never calculated with: the
// reference folds it while compiling and loses the sign of zero.
type expression struct {
	text     string
	constant bool
}

var operators = []string{"and", "or", "and", "or", "==", "~=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "^", ".."}

func genExpression(s source, depth int) expression {
	if depth == 0 || s.below(6, "leaf") == 0 {
		return genLeaf(s)
	}
	e := genExpression(s, depth-1)
	switch s.below(12, "form") {
	case 0:
		return expression{"not (" + e.text + ")", e.constant}
	case 1:
		return expression{"-(" + calculable(s, e) + ")", false}
	case 2:
		return expression{"#(" + e.text + ")", false}
	case 3:
		return expression{"xor(" + e.text + ", " + genExpression(s, depth-1).text + ")", false}
	case 4, 5:
		return genCall(s, e, depth)
	}
	op := operators[s.below(len(operators), "op")]
	r := genExpression(s, depth-1)
	return expression{"(" + calculable(s, e) + ") " + op + " (" + r.text + ")", false}
}

// genCall is a call with none to three arguments, whatever the helper wants.
func genCall(s source, first expression, depth int) expression {
	h := oddHelpers()
	args := []string{first.text}
	for range s.below(3, "more arguments") {
		args = append(args, genExpression(s, depth-1).text)
	}
	if s.below(8, "without arguments") == 0 {
		args = nil
	}
	text := "h." + h[s.below(len(h), "helper")].Name + "(" + strings.Join(args, ", ") + ")"
	if s.below(4, "entry") == 0 {
		text = "(" + text + ").x"
	}
	return expression{text, false}
}

// calculable returns the text of e, or a field if e is constant.
func calculable(s source, e expression) string {
	if e.constant {
		return fieldNames[s.below(len(fieldNames), "field")]
	}
	return e.text
}

func genLeaf(s source) expression {
	pick := func(list ...string) string { return list[s.below(len(list), "leaf")] }
	name := pick(fieldNames...)
	switch s.below(9, "kind of leaf") {
	case 0:
		return expression{pick("nil", "true", "false", "0", "1", "2.5", "10", "0x10", "1e3", "2"), true}
	case 1:
		return expression{fmt.Sprintf("%q", pick("", "10", "0x10", "x", "1e2", "A")), true}
	case 2:
		return expression{name + "." + pick("x", "y", "z"), false}
	case 3:
		return expression{"params." + pick("n", "zero", "s", "yes", "v", "w", "t", "v.x", "v.z", "w.z", "t.x", "t.inn", "t.inn.y", "t.none", "none", "n.x"), false}
	case 4:
		return expression{pick("low", "sum", "both", "either", "far"), false}
	}
	return expression{name, false}
}

// text writes a value so that equal texts mean equal values.
func plainText(v any) string {
	switch x := v.(type) {
	case lua.LNumber:
		return numberText(float64(x))
	case lua.LString:
		return fmt.Sprintf("%q", string(x))
	case *lua.LTable:
		var parts []string
		x.ForEach(func(k, e lua.LValue) { parts = append(parts, plainText(k)+"="+plainText(e)) })
		slices.Sort(parts)
		return "{" + strings.Join(parts, " ") + "}"
	case lua.LValue:
		return x.String()
	case engine.Value:
		switch {
		case x.Kind() == engine.NumberValue:
			return numberText(x.Float())
		case x.Kind() == engine.StringValue:
			return fmt.Sprintf("%q", x.Str())
		case x.Table() != nil:
			var parts []string
			for _, e := range x.Table().Entries {
				parts = append(parts, plainText(e.Key)+"="+plainText(e.Value))
			}
			slices.Sort(parts)
			return "{" + strings.Join(parts, " ") + "}"
		}
		return x.String()
	}
	return fmt.Sprint(v)
}

func numberText(f float64) string {
	if math.IsNaN(f) {
		return "NaN"
	}
	return fmt.Sprintf("%v (%x)", f, math.Float64bits(f))
}

// checkSame evaluates an expression on both sides, as a value and as a test.
func checkSame(t interface{ Fatalf(string, ...any) }, q *asker, r *reference, text string) {
	want, wantErr := r.ask(text)
	got, gotErr := q.value(text)
	yes, yesErr := q.ask(text)
	switch {
	case (gotErr == nil) != (wantErr == nil) || (yesErr == nil) != (wantErr == nil):
	case wantErr != nil:
		return
	case plainText(got) == plainText(want) && yes == lua.LVAsBool(want):
		return
	}
	t.Fatalf("%s\nGo  %v, %v; %v, %v\nLua %v, %v", text, plainText(got), gotErr, yes, yesErr, plainText(want), wantErr)
}

// TestGuardsMeanWhatLuaMeans evaluates random guards over random fields by Go
// and by Lua itself: the same value, and an error exactly where Lua raises one.
func TestGuardsMeanWhatLuaMeans(t *testing.T) {
	q, r := newAsker(t, oddParams...), newReference(t)
	q.odd(t)
	rapid.Check(t, func(t *rapid.T) {
		s := rapidSource{t}
		setFields(s, q, r)
		checkSame(t, q, r, genExpression(s, 1+s.below(4, "depth")).text)
	})
}

// odd binds what random expressions use.
func (q *asker) odd(t testing.TB) {
	t.Helper()
	if err := q.runtime.Bind("h", oddHelpers()...); err != nil {
		t.Fatal(err)
	}
	q.names = oddNames
}

// FuzzCondition compares any text that is a condition in Go and in Lua, over fields that
// a number stands for. An empty text stands for an expression that another number makes.
func FuzzCondition(f *testing.F) {
	for _, text := range fuzzSeeds {
		for _, fields := range []uint64{0, 1, 0x123456789abcdef, 0xfedcba9876543210} {
			f.Add(text, fields, uint64(0))
		}
	}
	for k := range uint64(32) {
		f.Add("", mix(2*k), mix(2*k+1))
	}
	f.Fuzz(func(t *testing.T, text string, fields, made uint64) {
		q, r := newAsker(t, oddParams...), newReference(t)
		q.odd(t)
		setFields(&byteSource{fields}, q, r)
		if text == "" {
			checkSame(t, q, r, genExpression(&byteSource{made}, 3).text)
			return
		}
		checkForms(t, q, text)
	})
}

// mix scatters the bits of a small number.
func mix(k uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], k*0x9e3779b97f4a7c15)
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// checkForms evaluates a condition in Go and by its own Lua form. Any text will do: both
// run in the sandbox.
func checkForms(t *testing.T, q *asker, text string) {
	got, gotErr := q.value(text)
	if gotErr != nil && strings.HasPrefix(gotErr.Error(), "compile: ") {
		return
	}
	if luabind.FoldsZero(text) {
		return
	}
	want, wantErr := q.valueByLua(text)
	if (gotErr == nil) != (wantErr == nil) || gotErr == nil && plainText(got) != plainText(want) {
		t.Fatalf("%s\nGo  %v, %v\nLua %v, %v", text, plainText(got), gotErr, plainText(want), wantErr)
	}
}

// fuzzSeeds are conditions as people write them, and worse.
var fuzzSeeds = []string{
	"a < 30", "a ~= nil and b", "not a", "-a % 3", "(a - b) ^ 2 < 4", "a.x", "a.x.y", "a .. b", "#a", "a[1]", "a == b", "a < b",
	"params.n", "params.v == params.v", "params.v == params.w", "params.t.inn == params.t.inn", "params.none.x", "(a or params.v).x",
	"low", "both and either", "sum + 1", "far", "low == true", "sum.x", "xor(low, far)", "xor(a, b)", "xor(h.pair(1, 2))", "xor(a, h.none(1))",
	"h.add(a, b)", "h.add(a)", "h.add(h.pair(1, 2))", "h.add((h.pair(1, 2)))", "h.add(1, h.none(1))", "h.len(a)", "h.len(params.v)", "h.len(h.vec(1, 2))",
	"h.vec(1, 2) == h.vec(1, 2)", "h.vec(a, b).x", "h.vec(1, 2).z", "h.maybe(a)", "h.maybe(a).x", "h.root(a)", "h.panics(2)", "h.loud(a)", "h.loud(a) .. b", "h.even(a)",
	`ran("root")`, `ran("root", a)`, `active(a)`, `since("root") == 0`, `ran("nobody")`, `ran(5)`, `math.floor(a)`, `({a, b})[2]`, `a:rep(3)`, `string.rep("x", 1e9)`,
	"a and a.x or params.t.x", "1 / 0 == a", "0/0 ~= 0/0", "a % 0", "a ^ 0.5", "2 ^ 2 ^ 3", "-2 ^ 2", "id == 1", "name",
}
