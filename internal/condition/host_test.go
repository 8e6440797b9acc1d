package condition_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// host evaluates conditions in these tests. It has one agent.
type host struct {
	compiler      *condition.Compiler
	state         *lua.State
	globals       *lua.Table
	agent, params *lua.Table
	names         condition.Names
}

func newHost() *host {
	h := &host{state: lua.NewState(), agent: lua.NewTable(0, 0), params: lua.NewTable(0, 0)}
	h.globals = lib.Open(h.state, lib.Options{Random: func(*lua.Call) float64 { return 0.5 }})
	h.library("h", helpers)
	h.library("bt", map[string]lua.Builtin{"board": func(c *lua.Call) error {
		c.Return(table("alarm", true, "gold", 7).Value())
		return nil
	}})
	lua.Freeze(h.globals.Value())
	h.compiler = condition.NewCompiler(condition.Env{
		Globals: h.globals, Members: h.members, Helper: surplus,
		Explain: func(e *lua.Error) diag.Words {
			var problem *lua.Problem
			if errors.As(e.Cause, &problem) {
				w, _ := message.Lookup(problem.Code, problem.Args)
				return w
			}
			if e.Cause != nil {
				return message.GoError(e.Cause.Error())
			}
			return message.ScriptError(e.Text)
		},
		Context: func(*lua.Call) *engine.Context { return context }, History: engine.DefaultHistory,
	})
	return h
}

// context is the context of the hook in which the tests run.
var context *engine.Context

// TestMain runs the tests in a hook of an agent whose tree has one node, root, which was never active.
func TestMain(m *testing.M) {
	var ids behaviors.IDs
	code := 0
	root := &behaviors.Native{Precondition: func(c *engine.Context) bool {
		context = c
		code = m.Run()
		return false
	}}
	p, err := engine.Compile(engine.Definition{Name: "main", Root: &engine.Node{Behavior: root.Define("root", &ids)}})
	if err != nil {
		panic(err)
	}
	w := engine.NewWorld(engine.Options{})
	w.Spawn(p, "main")
	w.Tick(0)
	os.Exit(code)
}

// members returns the names in a library.
func (h *host) members(library string) (list []string) {
	t := h.globals.Get(lua.Name(library)).Table()
	if t == nil {
		return nil
	}
	for k, _, more := t.Next(lua.Nil); more; k, _, more = t.Next(k) {
		list = append(list, k.String())
	}
	return list
}

func (h *host) library(name string, functions map[string]lua.Builtin) {
	t := lua.NewTable(0, len(functions))
	for name, fn := range functions {
		_ = t.Set(lua.Name(name), lua.NewFunction(name, fn).Value())
	}
	_ = h.globals.Set(lua.Name(name), t.Value())
}

// helpers holds functions of a game.
var helpers = map[string]lua.Builtin{
	"zero": func(c *lua.Call) error { c.Return(lua.Number(0)); return nil },
	"add": func(c *lua.Call) error {
		a, ok1 := c.Arg(1).Float()
		b, ok2 := c.Arg(2).Float()
		if !ok1 || !ok2 {
			n := 1 + btoi(ok1)
			return fmt.Errorf("h.add: argument %d (%s) is %s; want a number", n, "ab"[n-1:n], helper.Show(c.Arg(n)))
		}
		c.Return(lua.Number(a + b))
		return nil
	},
	"near": func(c *lua.Call) error {
		c.Return(lua.Bool(math.Abs(c.Number(1)-c.Number(2)) > c.Number(3)))
		return nil
	},
	"vec": func(c *lua.Call) error {
		c.Return(table("x", c.Number(1), "y", c.Number(2)).Value())
		return nil
	},
	"pair":    func(c *lua.Call) error { c.Return(c.Arg(1)); c.Return(c.Arg(2)); return nil },
	"nothing": func(c *lua.Call) error { return nil },
}

func surplus(library, name string, least, most int) (w diag.Words, ok bool) {
	if library != "h" || helpers[name] == nil {
		return w, false
	}
	switch {
	case name == "add" && least > 2:
		return message.TooManyArguments("h.add", least, []string{"a", "b"}), true
	case name == "add" && most < 1:
		return message.TooFewArguments("h.add", most, []string{"a", "b"}), true
	}
	return w, true
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// value converts a Go value to a value of Lua.
func value(x any) lua.Value {
	switch x := x.(type) {
	case nil:
		return lua.Nil
	case int:
		return lua.Number(float64(x))
	case float64:
		return lua.Number(x)
	case bool:
		return lua.Bool(x)
	case string:
		return lua.String(x)
	case *lua.Table:
		return x.Value()
	}
	panic(fmt.Sprintf("%T", x))
}

// table returns a table of keys and values.
func table(entries ...any) *lua.Table {
	t := lua.NewTable(0, 0)
	for i := 0; i < len(entries); i += 2 {
		_ = t.Set(lua.Name(entries[i].(string)), value(entries[i+1]))
	}
	return t
}

func (h *host) set(entries ...any) {
	for i := 0; i < len(entries); i += 2 {
		_ = h.agent.Set(lua.Name(entries[i].(string)), value(entries[i+1]))
	}
}

// compile compiles a text that is the whole first line of a file.
func (h *host) compile(what, text string) (*condition.Condition, error) {
	c, problems := h.compiler.Compile(condition.Source{Text: text, What: what, Pos: diag.Pos{File: "main.bt", Line: 1, Col: 1}, Line: text, Names: h.names})
	if err := problems.Err(); err != nil {
		return nil, err
	}
	return c, nil
}

func (h *host) mustCompile(t testing.TB, text string) *condition.Condition {
	t.Helper()
	c, err := h.compile(condition.Guard, text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ask compiles a guard and evaluates it.
func (h *host) ask(text string) (bool, error) {
	c, err := h.compile(condition.Guard, text)
	if err != nil {
		return false, err
	}
	return c.Test(h.state, h.agent.Value(), h.params.Value())
}

func (h *host) terms(c *condition.Condition) string {
	var parts []string
	for _, t := range c.Terms(h.state, h.agent.Value(), h.params.Value()) {
		parts = append(parts, t.Text+"="+t.Value)
	}
	return strings.Join(parts, " ")
}

// answer formats the result of a condition, or identifies the error.
func answer(x any, err error) string {
	if err != nil {
		return identity(err)
	}
	return fmt.Sprint(x)
}

// identity identifies an error: findings with their positions, and the error of a condition with the named conditions
// inside it.
func identity(err error) string {
	var failed *condition.Error
	var found diag.List
	switch {
	case errors.As(err, &failed):
		return strings.TrimSuffix(failed.Error(), failed.Words.Error()) + message.Identity(failed.Diagnostic())
	case errors.As(err, &found):
		return identities(found)
	}
	return "no error of a condition: " + err.Error()
}

func identities(l diag.List) string {
	var out []string
	for _, d := range l {
		out = append(out, d.Pos.String()+": "+message.Identity(d))
	}
	return strings.Join(out, "\n")
}

// conditions holds the named conditions of a file, by name.
type conditions map[string]string

func (conditions) Parameter(name string) bool { return name == "place" }

func (c conditions) Named(name string) (string, diag.Pos, string, condition.Names, bool) {
	source, ok := c[name]
	var names []string
	for n := range c {
		names = append(names, n)
	}
	slices.Sort(names)
	line := "condition " + name + " = " + source
	return source, diag.Pos{File: "main.bt", Line: 100 + slices.Index(names, name), Col: len(line) - len(source) + 1}, line, c, ok
}
