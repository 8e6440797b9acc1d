//go:build !luacore

package luabind

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/luabind/strlib"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// Before a script is compiled, its syntax tree is rewritten where the library
// falls short:
//
//   - a .. b becomes a call, since the instruction for it has no bound: thirty
//     doublings of a string make a gigabyte;
//   - #t becomes a call, since the instruction looks at all empty places at the end;
//   - function() ... end becomes the argument of a call that pays for the variables
//     around it that it uses, which takes longer the more of them are in use;
//   - ... becomes a call that pays for the values and bounds them: a function that
//     calls itself with one more each time would take minutes;
//   - { f() } becomes the argument of a call that pays for the values in it, and what
//     the compiler confuses in long tables is put in order (constructor.go);
//   - a, b = b, a becomes several assignments (assignment.go);
//   - loops that begin with a jump begin with something else (backjump.go);
//   - for k, v in next, t gets a third value, nil, which the compiler forgets.

// The functions that parts of scripts become; no script can write their names.
const (
	nameConcat  = "(concat)"
	nameLength  = "(length)"
	nameClosure = "(closure)"
	nameFilled  = "(filled)"
	nameDots    = "(dots)"
)

// maxOperands bounds the arguments of one call of it.
const maxOperands = 50

func rewriteStmts(stmts []ast.Stmt) []ast.Stmt {
	out := make([]ast.Stmt, 0, len(stmts))
	for _, s := range stmts {
		switch x := s.(type) {
		case *ast.LocalAssignStmt:
			out = append(out, localFunction(x)...)
		case *ast.FuncDefStmt:
			out = append(out, assigned(x))
		case *ast.AssignStmt:
			rewriteStmt(x)
			out = append(out, apart(x))
		default:
			rewriteStmt(s)
			out = append(out, s)
		}
	}
	return notFirstLabels(out)
}

// localFunction takes local f = function apart, where the function sees f.
func localFunction(x *ast.LocalAssignStmt) []ast.Stmt {
	rewriteExprs(x.Exprs)
	if len(x.Names) != 1 || len(x.Exprs) != 1 || !isClosure(x.Exprs[0]) {
		return []ast.Stmt{x}
	}
	name := placed(&ast.IdentExpr{Value: x.Names[0]}, x)
	set := placed(&ast.AssignStmt{Lhs: []ast.Expr{name}, Rhs: x.Exprs}, x)
	return []ast.Stmt{placed(&ast.LocalAssignStmt{Names: x.Names}, x), set}
}

// assigned writes function a.b() as an assignment.
func assigned(x *ast.FuncDefStmt) ast.Stmt {
	to := x.Name.Func
	if to == nil {
		x.Func.ParList.Names = append([]string{"self"}, x.Func.ParList.Names...)
		to = placed(&ast.AttrGetExpr{Object: x.Name.Receiver, Key: placed(&ast.StringExpr{Value: x.Name.Method}, x)}, x)
	}
	return placed(&ast.AssignStmt{Lhs: []ast.Expr{to}, Rhs: []ast.Expr{rewriteExpr(x.Func)}}, x)
}

func isClosure(e ast.Expr) bool {
	call, ok := e.(*ast.FuncCallExpr)
	if !ok {
		return false
	}
	f, ok := call.Func.(*ast.IdentExpr)
	return ok && f.Value == nameClosure
}

func rewriteStmt(s ast.Stmt) {
	switch x := s.(type) {
	case *ast.AssignStmt:
		rewriteExprs(x.Lhs)
		rewriteExprs(x.Rhs)
	case *ast.FuncCallStmt:
		x.Expr = rewriteExpr(x.Expr)
	case *ast.DoBlockStmt:
		x.Stmts = rewriteStmts(x.Stmts)
	case *ast.WhileStmt:
		x.Condition = rewriteExpr(x.Condition)
		x.Stmts = rewriteStmts(x.Stmts)
		notFirstWhile(x)
	case *ast.RepeatStmt:
		x.Condition = rewriteExpr(x.Condition)
		x.Stmts = notFirst(rewriteStmts(x.Stmts), x)
	case *ast.IfStmt:
		x.Condition = rewriteExpr(x.Condition)
		x.Then = rewriteStmts(x.Then)
		x.Else = rewriteStmts(x.Else)
	case *ast.NumberForStmt:
		x.Init, x.Limit, x.Step = rewriteExpr(x.Init), rewriteExpr(x.Limit), rewriteExpr(x.Step)
		x.Stmts = rewriteStmts(x.Stmts)
	case *ast.GenericForStmt:
		rewriteExprs(x.Exprs)
		x.Exprs = threeValues(x.Exprs, x)
		x.Stmts = notFirst(rewriteStmts(x.Stmts), x)
	case *ast.ReturnStmt:
		rewriteExprs(x.Exprs)
	}
}

// threeValues fills up what a generic for is given, unless a call at the end may
// give the rest.
func threeValues(exprs []ast.Expr, at ast.PositionHolder) []ast.Expr {
	switch exprs[len(exprs)-1].(type) {
	case *ast.FuncCallExpr, *ast.Comma3Expr:
		return exprs
	}
	for len(exprs) < 3 {
		exprs = append(exprs, placed(&ast.NilExpr{}, at))
	}
	return exprs
}

// placed gives a new expression the lines of an old one.
func placed[E ast.PositionHolder](e E, like ast.PositionHolder) E {
	e.SetLine(like.Line())
	e.SetLastLine(like.LastLine())
	return e
}

func rewriteExprs(exprs []ast.Expr) {
	for i := range exprs {
		exprs[i] = rewriteExpr(exprs[i])
	}
}

func rewriteExpr(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.AttrGetExpr:
		x.Object, x.Key = rewriteExpr(x.Object), rewriteExpr(x.Key)
	case *ast.TableExpr:
		return rewriteTable(x)
	case *ast.FuncCallExpr:
		x.Func, x.Receiver = rewriteExpr(x.Func), rewriteExpr(x.Receiver)
		rewriteExprs(x.Args)
	case *ast.LogicalOpExpr:
		x.Lhs, x.Rhs = rewriteExpr(x.Lhs), rewriteExpr(x.Rhs)
	case *ast.RelationalOpExpr:
		x.Lhs, x.Rhs = rewriteExpr(x.Lhs), rewriteExpr(x.Rhs)
	case *ast.ArithmeticOpExpr:
		x.Lhs, x.Rhs = rewriteExpr(x.Lhs), rewriteExpr(x.Rhs)
	case *ast.UnaryMinusOpExpr:
		x.Expr = rewriteExpr(x.Expr)
	case *ast.UnaryNotOpExpr:
		x.Expr = rewriteExpr(x.Expr)
	case *ast.Comma3Expr:
		return dotsCall(x)
	case *ast.UnaryLenOpExpr:
		return innerCall(nameLength, single(rewriteExpr(x.Expr)), x)
	case *ast.FunctionExpr:
		x.Stmts = rewriteStmts(x.Stmts)
		return innerCall(nameClosure, x, x)
	case *ast.StringConcatOpExpr:
		return concatCall(x)
	}
	return e
}

// innerCall makes the call of a function that scripts cannot name.
func innerCall(name string, arg ast.Expr, at ast.PositionHolder) ast.Expr {
	f := placed(&ast.IdentExpr{Value: name}, at)
	return placed(&ast.FuncCallExpr{Func: f, Args: []ast.Expr{arg}, AdjustRet: true}, at)
}

// concatCall makes a .. b .. c a call with these arguments.
func concatCall(x *ast.StringConcatOpExpr) ast.Expr {
	call := placed(&ast.FuncCallExpr{Func: placed(&ast.IdentExpr{Value: nameConcat}, x), AdjustRet: true}, x)
	var rest ast.Expr = x
	for {
		chain, ok := rest.(*ast.StringConcatOpExpr)
		if !ok || len(call.Args) == maxOperands {
			break
		}
		call.Args = append(call.Args, single(rewriteExpr(chain.Lhs)))
		rest = chain.Rhs
	}
	call.Args = append(call.Args, single(rewriteExpr(rest)))
	return call
}

// single makes a call give one value.
func single(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.FuncCallExpr:
		x.AdjustRet = true
	case *ast.Comma3Expr:
		x.AdjustRet = true
	}
	return e
}

// concat is what .. means: strings and numbers are joined, up to a bound, and
// what else there is may have a metamethod.
func (s *State) concat(L *lua.LState) int {
	n := L.GetTop()
	for i := 1; i <= n; i++ {
		if !lua.LVCanConvToString(L.Get(i)) {
			L.Push(s.concatMeta(L, n))
			return 1
		}
	}
	size := 0
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strlib.Text(L.Get(i + 1))
		size += len(parts[i])
	}
	L.Push(s.join(L, size, parts...))
	return 1
}

func (s *State) join(L *lua.LState, size int, parts ...string) lua.LString {
	if size > strlib.MaxString {
		L.RaiseError("..: result of %d bytes; at most %d are allowed", size, strlib.MaxString)
	}
	if s.limit > 0 {
		s.charge(L, size/bytesPerStep)
	}
	return lua.LString(strings.Join(parts, ""))
}

// bytesPerStep is how many bytes are copied in the time of an instruction.
const bytesPerStep = 32

// concatMeta joins the arguments from right to left, asking metatables.
func (s *State) concatMeta(L *lua.LState, n int) lua.LValue {
	right := L.Get(n)
	for i := n - 1; i >= 1; i-- {
		left := L.Get(i)
		if lua.LVCanConvToString(left) && lua.LVCanConvToString(right) {
			a, b := strlib.Text(left), strlib.Text(right)
			right = s.join(L, len(a)+len(b), a, b)
			continue
		}
		op := L.GetMetaField(left, "__concat")
		if op == lua.LNil {
			op = L.GetMetaField(right, "__concat")
		}
		if op.Type() != lua.LTFunction {
			L.RaiseError("cannot perform concat operation between %s and %s", left.Type(), right.Type())
		}
		L.Push(op)
		L.Push(left)
		L.Push(right)
		L.Call(2, 1)
		right = L.Get(-1)
		L.Pop(1)
	}
	return right
}

// lengthOf is what # means.
func (s *State) lengthOf(L *lua.LState) int {
	v := L.Get(1)
	if text, ok := v.(lua.LString); ok {
		return number(L, float64(len(text)))
	}
	if op := L.GetMetaField(v, "__len"); op != lua.LNil {
		L.Push(op)
		L.Push(v)
		L.Call(1, 1)
		return 1
	}
	t, ok := v.(*lua.LTable)
	if !ok {
		L.RaiseError("__len undefined")
	}
	n, steps := strlib.Len(t)
	if steps > 0 {
		s.charge(L, steps)
	}
	if n >= strlib.MaxList && t.RawGet(lua.LNumber(n+1)) != lua.LNil {
		// What stands behind is no part of the list for the library: who appends there
		// would write over it.
		L.RaiseError("#: a list of more than %d elements; at most %d are allowed; keep fewer, or divide it", strlib.MaxList, strlib.MaxList)
	}
	return number(L, float64(n))
}

// closure returns a function that has just been made, and pays for it.
func (s *State) closure(L *lua.LState) int {
	if n := int(L.CheckFunction(1).Proto.NumUpvalues); n > 0 {
		if steps := strlib.ClosureSteps(L, n); steps > 0 {
			s.charge(L, steps)
		}
	}
	return 1
}

// checkStrings refuses strings in a script that a script could not make.
func checkStrings(p *lua.FunctionProto) error {
	for _, c := range p.Constants {
		if s, ok := c.(lua.LString); ok && len(s) > strlib.MaxString {
			return &parse.Error{Pos: ast.Position{Line: max(p.LineDefined, 1)},
				Message: fmt.Sprintf("a string of %d bytes in this function; at most %d are allowed", len(s), strlib.MaxString)}
		}
	}
	for _, inner := range p.FunctionPrototypes {
		if err := checkStrings(inner); err != nil {
			return err
		}
	}
	return nil
}
