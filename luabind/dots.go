//go:build !luacore

package luabind

import (
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// MaxDots is how many values ... may stand for in a script where they are all used.
const MaxDots = 1000

// dotsCall makes ... the argument of a call that gives the same values. Where only the
// first is wanted it stays as it is.
func dotsCall(x *ast.Comma3Expr) ast.Expr {
	if x.AdjustRet {
		return x
	}
	call := innerCall(nameDots, x, x).(*ast.FuncCallExpr)
	call.AdjustRet = false
	return call
}

// dots returns its arguments, and pays for them.
func (s *State) dots(L *lua.LState) int {
	n := L.GetTop()
	if n > MaxDots {
		L.RaiseError("... stands for %d values; at most %d are allowed", n, MaxDots)
	}
	if n >= valuesPerStep {
		s.charge(L, n/valuesPerStep)
	}
	return n
}
