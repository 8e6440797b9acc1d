package luabind_test

import (
	"math"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// joinedAsLua makes a .. b in an expression a call of nameJoin, since the library writes
// numbers that are not finite in another way than Lua.
func joinedAsLua(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.StringConcatOpExpr:
		return &ast.FuncCallExpr{Func: &ast.IdentExpr{Value: nameJoin}, Args: []ast.Expr{joinedAsLua(x.Lhs), joinedAsLua(x.Rhs)}}
	case *ast.LogicalOpExpr:
		x.Lhs, x.Rhs = joinedAsLua(x.Lhs), joinedAsLua(x.Rhs)
	case *ast.RelationalOpExpr:
		x.Lhs, x.Rhs = joinedAsLua(x.Lhs), joinedAsLua(x.Rhs)
	case *ast.ArithmeticOpExpr:
		x.Lhs, x.Rhs = joinedAsLua(x.Lhs), joinedAsLua(x.Rhs)
	case *ast.UnaryMinusOpExpr:
		x.Expr = joinedAsLua(x.Expr)
	case *ast.UnaryNotOpExpr:
		x.Expr = joinedAsLua(x.Expr)
	case *ast.UnaryLenOpExpr:
		x.Expr = joinedAsLua(x.Expr)
	case *ast.AttrGetExpr:
		x.Object = joinedAsLua(x.Object)
	case *ast.FuncCallExpr:
		for i, arg := range x.Args {
			x.Args[i] = joinedAsLua(arg)
		}
	}
	return e
}

// nameJoin is a name that no expression has.
const nameJoin = "(join)"

// join is what .. means for two values; other values than texts and numbers have metamethods.
func join(L *lua.LState) int {
	if !lua.LVCanConvToString(L.Get(1)) || !lua.LVCanConvToString(L.Get(2)) {
		op := L.GetMetaField(L.Get(1), "__concat")
		if op == lua.LNil {
			op = L.GetMetaField(L.Get(2), "__concat")
		}
		L.Insert(op, 1)
		L.Call(2, 1) // raises an error if it is nil
		return 1
	}
	text := ""
	for i := 1; i <= 2; i++ {
		v := L.Get(i)
		n, ok := v.(lua.LNumber)
		switch {
		case ok && n != n:
			text += "nan"
		case ok && math.IsInf(float64(n), 0):
			text += map[bool]string{true: "inf", false: "-inf"}[n > 0]
		default:
			text += v.String()
		}
	}
	L.Push(lua.LString(text))
	return 1
}
