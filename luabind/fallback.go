//go:build !luacore

package luabind

import (
	"sync"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// luaForm is a condition as a Lua function. It is made when it is first needed,
// which for most conditions is never. Conditions of one source share it.
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
		e := mapExpr(c.lua.source, c.inLua)
		line := max(e.Line(), 1)
		fn := &ast.FunctionExpr{
			ParList: &ast.ParList{Names: []string{nameAgent, nameParams}},
			Stmts:   []ast.Stmt{at(&ast.ReturnStmt{Exprs: []ast.Expr{e}}, line)},
		}
		fn.SetLine(line)
		fn.SetLastLine(line)
		c.lua.proto, c.lua.err = compileStmts([]ast.Stmt{at(&ast.ReturnStmt{Exprs: []ast.Expr{fn}}, line)}, c.pos.File)
		c.lua.source = nil
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

// inLua returns what a part of a condition is in Lua.
func (c *condition) inLua(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *inlined:
		return single(x.body)
	case *ast.IdentExpr:
		if x.Value == nameParams || c.runtime.hasGlobal(x.Value) {
			return x
		}
		agent, key := placed(&ast.IdentExpr{Value: nameAgent}, x), placed(&ast.StringExpr{Value: x.Value}, x)
		return placed(&ast.AttrGetExpr{Object: agent, Key: key}, x)
	}
	return e
}

// byLua evaluates the Lua form.
func (c *condition) byLua(ctx *engine.Context) (v lua.LValue, err error) {
	if fieldTable(ctx) == nil {
		return lua.LNil, c.fail("only Lua can evaluate it, and the fields of the agent do not live in Lua")
	}
	s := c.runtime.states[ctx.Worker()]
	if ctx.Turn() != s.turn {
		s.begin(ctx)
	}
	defer s.settle(ctx)
	fn, err := c.function(s)
	if err != nil {
		return lua.LNil, c.fail(err.Error())
	}
	s.restrain(ctx)
	s.ctx = ctx
	s.watched.guard = c.what
	defer func() {
		if wrote := s.endGuard(); wrote != "" && err == nil {
			v, err = lua.LNil, c.fail(wrote)
		}
	}()
	s.L.Push(fn)
	s.L.Push(s.agentTable(ctx))
	params := ctx.Program().Params(ctx.Node())
	t := newTable(0, len(params))
	for _, p := range params {
		t.RawSetString(p.Name, fromValue(p.Value))
	}
	s.L.Push(t)
	if err := s.protected(2, 1); err != nil {
		e := s.scriptError(&Chunk{Path: c.pos.File}, err, s.overHook)
		_, _, rest, ok := splitPlace(e.Message)
		if !ok {
			rest = e.Message
		}
		failure := c.fail(plainWords(rest))
		failure.cause = e.cause
		return lua.LNil, failure
	}
	v = s.L.Get(-1)
	s.L.Pop(1)
	return v, nil
}
