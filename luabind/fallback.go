package luabind

import (
	"sync"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// luaForm is a condition as a Lua function. It is made when it is first needed,
// which for most conditions is never.
type luaForm struct {
	source ast.Expr
	once   sync.Once
	proto  *lua.FunctionProto
	err    error
	fns    []*lua.LFunction // by state; each is made by the state's own worker
}

// compileLua compiles the Lua form: bare names become fields of the agent, but
// for those that Go has bound.
func (c *condition) compileLua() error {
	c.lua.once.Do(func() {
		e := c.lua.source
		line := max(e.Line(), 1)
		fn := &ast.FunctionExpr{
			ParList: &ast.ParList{Names: []string{nameAgent, nameParams}},
			Stmts:   []ast.Stmt{at(&ast.ReturnStmt{Exprs: []ast.Expr{rewriteExpr(c.toFields(e))}}, line)},
		}
		fn.SetLine(line)
		fn.SetLastLine(line)
		c.lua.proto, c.lua.err = lua.Compile([]ast.Stmt{at(&ast.ReturnStmt{Exprs: []ast.Expr{fn}}, line)}, c.pos.File)
	})
	return c.lua.err
}

// function returns the Lua form in one state.
func (c *condition) function(s *State) (*lua.LFunction, error) {
	if fn := c.lua.fns[s.id]; fn != nil {
		return fn, nil
	}
	if err := c.compileLua(); err != nil {
		return nil, err
	}
	outer := s.L.NewFunctionFromProto(c.lua.proto)
	outer.Env = s.guardEnv()
	s.refill()
	s.L.Push(outer)
	if err := s.L.PCall(0, 1, nil); err != nil {
		return nil, err
	}
	fn := s.L.Get(-1).(*lua.LFunction)
	s.L.Pop(1)
	c.lua.fns[s.id] = fn
	return fn, nil
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
			f.Key, f.Value = c.toFields(f.Key), c.toFields(f.Value)
		}
	}
	return e
}

// evalLua evaluates the Lua form.
func (c *condition) evalLua(ctx *engine.Context) (bool, error) {
	s := c.runtime.states[ctx.Worker()]
	fn, err := c.function(s)
	if err != nil {
		return false, c.fail(err.Error())
	}
	s.ctx = ctx
	s.refill()
	s.L.Push(fn)
	s.L.Push(s.agentTable(ctx))
	t := s.L.NewTable()
	for _, p := range ctx.Program().Params(ctx.Node()) {
		t.RawSetString(p.Name, fromValue(p.Value))
	}
	s.L.Push(t)
	if err := s.protected(2, 1); err != nil {
		e := s.runtime.scriptError(&Chunk{Path: c.pos.File}, err, s.limit)
		_, _, rest, ok := splitPlace(e.Message)
		if !ok {
			rest = e.Message
		}
		return false, c.fail(plainWords(rest))
	}
	v := s.L.Get(-1)
	s.L.Pop(1)
	return lua.LVAsBool(v), nil
}
