package luabind

import (
	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// compileFallback makes a Lua function of a guard that Go does not evaluate:
// bare names become fields of the agent, but for those that Go has bound.
func (c *condition) compileFallback(e ast.Expr) error {
	line := max(e.Line(), 1)
	fn := &ast.FunctionExpr{
		ParList: &ast.ParList{Names: []string{nameAgent, nameParams}},
		Stmts:   []ast.Stmt{at(&ast.ReturnStmt{Exprs: []ast.Expr{c.toFields(e)}}, line)},
	}
	fn.SetLine(line)
	fn.SetLastLine(line)
	proto, err := lua.Compile([]ast.Stmt{at(&ast.ReturnStmt{Exprs: []ast.Expr{fn}}, line)}, c.pos.File)
	if err != nil {
		return err
	}
	c.proto = proto
	for _, s := range c.runtime.states {
		outer := s.L.NewFunctionFromProto(proto)
		outer.Env = s.guardEnv()
		s.refill()
		s.L.Push(outer)
		if err := s.L.PCall(0, 1, nil); err != nil {
			return err
		}
		c.fns = append(c.fns, s.L.Get(-1).(*lua.LFunction))
		s.L.Pop(1)
	}
	return nil
}

// guardEnv returns what guards in Lua form see: what scripts see, and the
// questions about the history as plain functions.
func (s *State) guardEnv() *lua.LTable {
	env, mt := s.L.NewTable(), s.L.NewTable()
	for name := range questions {
		env.RawSetString(name, s.bt.RawGetString(name))
	}
	env.RawSetString("xor", s.L.NewFunction(func(L *lua.LState) int {
		L.Push(lua.LBool(lua.LVAsBool(L.Get(1)) != lua.LVAsBool(L.Get(2))))
		return 1
	}))
	mt.RawSetString("__index", s.globals)
	env.Metatable = mt
	return env
}

// nameAgent cannot be written in a guard, so that no field is hidden by it.
const nameAgent = "(agent)"

func at[S ast.Stmt](s S, line int) S {
	s.SetLine(line)
	s.SetLastLine(line)
	return s
}

// toFields replaces bare names by reads of the agent's fields.
func (c *condition) toFields(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.IdentExpr:
		if x.Value == nameParams || questions[x.Value] > 0 || c.runtime.hasGlobal(x.Value) {
			return x
		}
		agent, key := &ast.IdentExpr{Value: nameAgent}, &ast.StringExpr{Value: x.Value}
		get := &ast.AttrGetExpr{Object: agent, Key: key}
		for _, n := range []ast.Expr{agent, key, get} {
			n.SetLine(x.Line())
			n.SetLastLine(x.LastLine())
		}
		return get
	case *ast.AttrGetExpr:
		x.Object, x.Key = c.toFields(x.Object), c.toFields(x.Key)
	case *ast.LogicalOpExpr:
		x.Lhs, x.Rhs = c.toFields(x.Lhs), c.toFields(x.Rhs)
	case *ast.RelationalOpExpr:
		x.Lhs, x.Rhs = c.toFields(x.Lhs), c.toFields(x.Rhs)
	case *ast.ArithmeticOpExpr:
		x.Lhs, x.Rhs = c.toFields(x.Lhs), c.toFields(x.Rhs)
	case *ast.StringConcatOpExpr:
		x.Lhs, x.Rhs = c.toFields(x.Lhs), c.toFields(x.Rhs)
	case *ast.UnaryNotOpExpr:
		x.Expr = c.toFields(x.Expr)
	case *ast.UnaryMinusOpExpr:
		x.Expr = c.toFields(x.Expr)
	case *ast.UnaryLenOpExpr:
		x.Expr = c.toFields(x.Expr)
	case *ast.FuncCallExpr:
		if x.Func != nil {
			x.Func = c.toFields(x.Func)
		}
		if x.Receiver != nil {
			x.Receiver = c.toFields(x.Receiver)
		}
		for i := range x.Args {
			x.Args[i] = c.toFields(x.Args[i])
		}
	case *ast.TableExpr:
		for _, f := range x.Fields {
			f.Value = c.toFields(f.Value)
		}
	}
	return e
}

// fallback calls the Lua form of the condition.
func (c *condition) fallback(ctx *engine.Context) (lua.LValue, error) {
	s := c.runtime.states[ctx.Worker()]
	s.ctx = ctx
	s.refill()
	s.L.Push(c.fns[s.id])
	s.L.Push(s.agentTable(ctx))
	t := s.L.NewTable()
	for _, p := range ctx.Program().Params(ctx.Node()) {
		t.RawSetString(p.Name, fromValue(p.Value))
	}
	s.L.Push(t)
	if err := s.L.PCall(2, 1, nil); err != nil {
		e := s.runtime.scriptError(&Chunk{Path: c.pos.File}, err, s.runtime.budget)
		_, _, rest, ok := splitPlace(e.Message)
		if !ok {
			rest = e.Message
		}
		return lua.LFalse, c.fail(plainWords(rest))
	}
	v := s.L.Get(-1)
	s.L.Pop(1)
	return v, nil
}
