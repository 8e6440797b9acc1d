//go:build !luacore

package luabind_test

import (
	"math"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// reference evaluates expressions by Lua alone.
type reference struct {
	L      *lua.LState
	env    *lua.LTable
	fields map[string]lua.LValue
}

func newReference(t testing.TB) *reference {
	r := &reference{L: lua.NewState(lua.Options{SkipOpenLibs: true}), fields: map[string]lua.LValue{}}
	t.Cleanup(r.L.Close)
	r.L.Push(r.L.NewFunction(lua.OpenString))
	r.L.Push(lua.LString("string"))
	r.L.Call(1, 0)
	r.env = r.L.NewTable()
	r.env.RawSetString("h", r.helpers())
	r.env.RawSetString("params", r.params())
	r.env.RawSetString(nameJoin, r.L.NewFunction(join))
	r.env.RawSetString("xor", r.L.NewFunction(func(L *lua.LState) int {
		L.Push(lua.LBool(lua.LVAsBool(L.Get(1)) != lua.LVAsBool(L.Get(2))))
		return 1
	}))
	mt := r.L.NewTable()
	mt.RawSetString("__index", r.L.NewFunction(func(L *lua.LState) int {
		name := L.CheckString(2)
		if source, ok := oddNames[name]; ok {
			L.Push(r.load("(" + source + ")"))
			L.Call(0, 1)
		} else if v, ok := r.fields[name]; ok {
			L.Push(v)
		} else {
			L.Push(lua.LNil)
		}
		return 1
	}))
	r.env.Metatable = mt
	return r
}

func (r *reference) load(source string) *lua.LFunction {
	stmts, err := parse.Parse(strings.NewReader("return "+source), "reference")
	if err != nil {
		r.L.RaiseError("%v", err)
	}
	result := stmts[0].(*ast.ReturnStmt)
	for i, e := range result.Exprs {
		result.Exprs[i] = joinedAsLua(e)
	}
	proto, err := lua.Compile(stmts, "reference")
	if err != nil {
		r.L.RaiseError("%v", err)
	}
	fn := r.L.NewFunctionFromProto(proto)
	fn.Env = r.env
	return fn
}

func (r *reference) ask(source string) (lua.LValue, error) {
	r.L.Push(r.L.NewFunction(func(L *lua.LState) int {
		L.Push(r.load(source))
		L.Call(0, 1)
		return 1
	}))
	if err := r.L.PCall(0, 1, nil); err != nil {
		return nil, err
	}
	v := r.L.Get(-1)
	r.L.Pop(1)
	return v, nil
}

func (r *reference) params() *lua.LTable {
	vector := func(x, y, z float64) *lua.LTable {
		t := r.L.NewTable()
		t.RawSetString("x", lua.LNumber(x))
		t.RawSetString("y", lua.LNumber(y))
		if z != 0 {
			t.RawSetString("z", lua.LNumber(z))
		}
		return t
	}
	t, p := r.L.NewTable(), r.L.NewTable()
	t.RawSetString("x", lua.LNumber(6))
	t.RawSetString("inn", vector(1, 2, 0))
	for name, v := range map[string]lua.LValue{
		"n": lua.LNumber(2), "zero": lua.LNumber(math.Copysign(0, -1)), "s": lua.LString("10"), "yes": lua.LTrue,
		"v": vector(3, 4, 0), "w": vector(3, 4, 1), "t": t,
	} {
		p.RawSetString(name, v)
	}
	return p
}

// luaHelper is a helper written for Lua.
type luaHelper func(L *lua.LState) []lua.LValue

// helpers writes the helpers for Lua. A parameter takes its own type only, and there may be
// no more arguments than parameters.
func (r *reference) helpers() *lua.LTable {
	h := r.L.NewTable()
	takes := map[string]int{}
	for _, helper := range oddHelpers() {
		takes[helper.Name] = len(helper.Params)
	}
	for _, set := range []map[string]luaHelper{numberHelpers, otherHelpers} {
		for name, f := range set {
			h.RawSetString(name, r.L.NewFunction(func(L *lua.LState) int {
				if L.GetTop() > takes[name] {
					L.RaiseError("more arguments than parameters")
				}
				out := f(L)
				for _, v := range out {
					L.Push(v)
				}
				return len(out)
			}))
		}
	}
	return h
}

// arg returns an argument of a certain type.
func arg[T lua.LValue](L *lua.LState, n int) T {
	v, ok := L.Get(n).(T)
	if !ok {
		L.RaiseError("argument %d has another type", n)
	}
	return v
}

func num(L *lua.LState, n int) float64 { return float64(arg[lua.LNumber](L, n)) }

func values(list ...lua.LValue) []lua.LValue { return list }

var numberHelpers = map[string]luaHelper{
	"zero": func(L *lua.LState) []lua.LValue { return values(lua.LNumber(0)) },
	"add":  func(L *lua.LState) []lua.LValue { return values(lua.LNumber(num(L, 1) + num(L, 2))) },
	"near": func(L *lua.LState) []lua.LValue { return values(lua.LBool(num(L, 1)-num(L, 2) < num(L, 3))) },
	"even": func(L *lua.LState) []lua.LValue {
		n := num(L, 1)
		if n != math.Trunc(n) || math.Abs(n) > 1<<53 {
			L.RaiseError("not whole")
		}
		return values(lua.LBool(math.Mod(n, 2) == 0))
	},
	"maybe": func(L *lua.LState) []lua.LValue {
		if num(L, 1) > 1 {
			return values(lua.LNumber(7))
		}
		return values(lua.LNil)
	},
	"pair": func(L *lua.LState) []lua.LValue { return values(lua.LNumber(num(L, 2)), lua.LNumber(num(L, 1))) },
	"none": func(L *lua.LState) []lua.LValue { num(L, 1); return nil },
	"root": func(L *lua.LState) []lua.LValue {
		n := num(L, 1)
		if n < 0 {
			L.RaiseError("negative")
		}
		return values(lua.LNumber(math.Sqrt(n)))
	},
	"panics": func(L *lua.LState) []lua.LValue {
		n := num(L, 1)
		if n == 2 {
			L.RaiseError("two")
		}
		return values(lua.LNumber(n))
	},
}

var otherHelpers = map[string]luaHelper{
	"len": func(L *lua.LState) []lua.LValue {
		t := arg[*lua.LTable](L, 1)
		x, okX := t.RawGetString("x").(lua.LNumber)
		y, okY := t.RawGetString("y").(lua.LNumber)
		z, _ := t.RawGetString("z").(lua.LNumber)
		if !okX || !okY {
			L.RaiseError("no vector")
		}
		return values(x*x + y*y + z*z)
	},
	"vec": func(L *lua.LState) []lua.LValue {
		t := L.NewTable()
		t.RawSetString("x", lua.LNumber(num(L, 1)))
		t.RawSetString("y", lua.LNumber(num(L, 2)))
		return values(t)
	},
	"has": func(L *lua.LState) []lua.LValue {
		return values(lua.LBool(float64(len(arg[lua.LString](L, 1))) > num(L, 2)))
	},
	"loud": func(L *lua.LState) []lua.LValue {
		return values(lua.LString(strings.ToUpper(string(arg[lua.LString](L, 1)))))
	},
	"no": func(L *lua.LState) []lua.LValue { return values(!arg[lua.LBool](L, 1)) },
}
