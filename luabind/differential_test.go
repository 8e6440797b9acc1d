package luabind_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	lua "github.com/yuin/gopher-lua"
	"pgregory.net/rapid"
)

// asker evaluates conditions on behalf of an agent whose fields live in Lua.
type asker struct {
	runtime *luabind.Runtime
	world   *engine.World
	agent   *engine.Agent
	cond    engine.Condition
	yes     bool
	err     error
	terms   []engine.Term
}

func newAsker(t *testing.T, params ...engine.Param) *asker {
	t.Helper()
	q := &asker{runtime: luabind.NewRuntime(luabind.Options{})}
	var ids behaviors.IDs
	native := &behaviors.Native{Precondition: func(c *engine.Context) bool {
		q.yes, q.err = q.cond.Eval(c)
		q.terms = q.cond.Terms(c)
		return false
	}}
	root := &engine.Node{Name: "root", Behavior: native.Define("root", &ids), Params: params}
	prog, err := engine.Compile(engine.Definition{Name: "main", Root: root})
	if err != nil {
		t.Fatal(err)
	}
	q.world = engine.NewWorld(engine.Options{NewFields: q.runtime.NewFields})
	q.agent = q.world.Spawn(prog, "main")
	t.Cleanup(func() { q.world.Close(); q.runtime.Close() })
	return q
}

// ask compiles a guard and evaluates it.
func (q *asker) ask(source string) (bool, error) {
	cond, problems := q.runtime.Condition(source, diag.Pos{File: "main.bt", Line: 1, Col: 1}, source)
	if err := problems.Err(); err != nil {
		return false, fmt.Errorf("compile: %w", err)
	}
	q.cond = cond
	q.world.Tick(0)
	return q.yes, q.err
}

// reference evaluates the same expression by Lua, where bare names are globals.
type reference struct{ L *lua.LState }

func newReference(t *testing.T) reference {
	L := lua.NewState(lua.Options{SkipOpenLibs: true})
	t.Cleanup(L.Close)
	for _, open := range []lua.LGFunction{lua.OpenString, lua.OpenBase} {
		L.Push(L.NewFunction(open))
		L.Push(lua.LString("string"))
		L.Call(1, 0)
	}
	return reference{L}
}

func (r reference) ask(source string, fields *lua.LTable) (bool, error) {
	fn, err := r.L.LoadString("return " + source)
	if err != nil {
		return false, fmt.Errorf("compile: %w", err)
	}
	fn.Env = fields
	r.L.Push(fn)
	if err := r.L.PCall(0, 1, nil); err != nil {
		return false, err
	}
	v := r.L.Get(-1)
	r.L.Pop(1)
	return lua.LVAsBool(v), nil
}

// fieldNames are the fields of random agents. A field keeps its kind of table,
// so that equality of tables means the same on both sides.
var fieldNames = []string{"a", "b", "c", "d"}

var (
	oddNumbers = []float64{0, math.Copysign(0, -1), 1, -1, 2, 3, 0.5, -2.5, 10, 1e300, math.Inf(1), math.Inf(-1), math.NaN(), 1 << 53}
	oddStrings = []string{"", "0", "10", "-1", "0x10", " 5 ", "\t5\n", "\v5", "1e2", "1e999", "inf", "nan", "010", "0b1", "1_0", "5x", "x", "a", "A", "é", "10 "}
)

// setField gives both sides a random value.
func setField(t *rapid.T, q *asker, fields *lua.LTable, name string) {
	var v engine.Value
	var ref lua.LValue = lua.LNil
	switch rapid.IntRange(0, 5).Draw(t, "kind of "+name) {
	case 0:
	case 1:
		b := rapid.Bool().Draw(t, name)
		v, ref = engine.Bool(b), lua.LBool(b)
	case 2, 3:
		n := rapid.SampledFrom(oddNumbers).Draw(t, name)
		v, ref = engine.Number(n), lua.LNumber(n)
	case 4:
		s := rapid.SampledFrom(oddStrings).Draw(t, name)
		v, ref = engine.String(s), lua.LString(s)
	case 5:
		n := rapid.SampledFrom(oddNumbers).Draw(t, name+".x")
		inner := &lua.LTable{Metatable: lua.LNil}
		inner.RawSetString("x", lua.LNumber(n))
		v = engine.Other(&engine.Table{Entries: []engine.Entry{{Key: engine.String("x"), Value: engine.Number(n)}}})
		ref = inner
	}
	q.agent.Set(engine.KeyOf(name), v)
	fields.RawSetString(name, ref)
}

// expression is a random guard. A constant one is never calculated with: the
// reference folds it while compiling and loses the sign of zero.
type expression struct {
	text     string
	constant bool
}

func genExpression(t *rapid.T, depth int) expression {
	if depth == 0 || rapid.IntRange(0, 5).Draw(t, "leaf") == 0 {
		return genLeaf(t)
	}
	e := genExpression(t, depth-1)
	switch rapid.IntRange(0, 9).Draw(t, "form") {
	case 0:
		return expression{"not (" + e.text + ")", e.constant}
	case 1:
		return expression{"-(" + calculable(t, e) + ")", false}
	case 2:
		return expression{"#(" + e.text + ")", false}
	}
	op := rapid.SampledFrom([]string{"and", "or", "and", "or", "==", "~=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "^", ".."}).Draw(t, "op")
	r := genExpression(t, depth-1)
	return expression{"(" + calculable(t, e) + ") " + op + " (" + r.text + ")", false}
}

// calculable returns the text of e, or a field if e is constant.
func calculable(t *rapid.T, e expression) string {
	if e.constant {
		return rapid.SampledFrom(fieldNames).Draw(t, "field")
	}
	return e.text
}

func genLeaf(t *rapid.T) expression {
	name := rapid.SampledFrom(fieldNames).Draw(t, "field")
	switch rapid.IntRange(0, 5).Draw(t, "kind of leaf") {
	case 0:
		return expression{rapid.SampledFrom([]string{"nil", "true", "false", "0", "1", "2.5", "10", "0x10", "1e3"}).Draw(t, "literal"), true}
	case 1:
		return expression{fmt.Sprintf("%q", rapid.SampledFrom([]string{"", "10", "0x10", "x", "1e2", "A"}).Draw(t, "string")), true}
	case 2:
		return expression{name + ".x", false}
	}
	return expression{name, false}
}

// TestGuardsMeanWhatLuaMeans evaluates random guards over random fields by Go
// and by Lua itself: the same truth, and an error exactly where Lua raises one.
func TestGuardsMeanWhatLuaMeans(t *testing.T) {
	q, ref := newAsker(t), newReference(t)
	rapid.Check(t, func(t *rapid.T) {
		fields := &lua.LTable{Metatable: lua.LNil}
		for _, name := range fieldNames {
			setField(t, q, fields, name)
		}
		e := genExpression(t, rapid.IntRange(1, 4).Draw(t, "depth"))
		got, gotErr := q.ask(e.text)
		want, wantErr := ref.ask(e.text, fields)
		if got != want || (gotErr == nil) != (wantErr == nil) {
			t.Fatalf("%s\nGo  %v, %v\nLua %v, %v", e.text, got, gotErr, want, wantErr)
		}
	})
}
