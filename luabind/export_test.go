//go:build !luacore

package luabind

import (
	"runtime"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// ValueByLua evaluates an expression by its Lua form, even if Go could.
func ValueByLua(e engine.Expression, ctx *engine.Context) (engine.Value, error) {
	v, err := e.(*condition).byLua(ctx)
	if err != nil {
		return engine.Value{}, err
	}
	return fieldValue(v), nil
}

// InGo tells whether a condition is evaluated without Lua as long as the values permit.
func InGo(c interface{ Source() string }) bool { return c.(*condition).root != nil }

// Power is the ^ of conditions.
var Power = power

// FoldsZero tells whether an expression calculates zero with constants. The compiler of
// Lua keeps 0 and -0 as one constant, whichever comes first.
func FoldsZero(text string) bool {
	e, problems := parseExpr(text, spot{what: whatExpression})
	found := false
	b := builder{c: &condition{runtime: &Runtime{}}, built: &memo{}, problems: &problems}
	walkExpr(e, func(e ast.Expr) bool {
		switch e.(type) {
		case *ast.ArithmeticOpExpr, *ast.UnaryMinusOpExpr:
			c, ok := foldable(&b, e)
			found = found || ok && c.v.num == 0
		}
		return true
	})
	return found
}

func foldable(b *builder, e ast.Expr) (constant, bool) {
	for _, part := range parts(e) {
		switch (*part).(type) {
		case *ast.NumberExpr:
		case *ast.ArithmeticOpExpr, *ast.UnaryMinusOpExpr:
			if _, ok := foldable(b, *part); !ok {
				return constant{}, false
			}
		default:
			return constant{}, false
		}
	}
	c, ok := b.build(e).(constant)
	return c, ok
}

// Unparse writes an expression out from its syntax tree.
func Unparse(text string) string {
	e, problems := parseExpr(text, spot{what: whatExpression})
	if problems.Err() != nil {
		panic(problems)
	}
	return unparse(e)
}

// Spare counts the functions of a compiled file, and the instructions that there is room for
// beyond those that they have.
func Spare(c *Chunk) (functions, room int) { return spare(c.proto) }

func spare(p *lua.FunctionProto) (functions, room int) {
	functions, room = 1, cap(p.Code)-len(p.Code)+cap(p.DbgSourcePositions)-len(p.DbgSourcePositions)+cap(p.DbgCalls)-len(p.DbgCalls)
	for _, inner := range p.FunctionPrototypes {
		n, r := spare(inner)
		functions, room = functions+n, room+r
	}
	return functions, room
}

// Collect collects garbage until what is in use is known.
func Collect() {
	for n := cycles.Load(); cycles.Load() == n; {
		runtime.GC()
	}
}
