package luabind_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/condition"
	"github.com/bough-dev/bough/luabind"
)

// asker evaluates conditions and expressions on behalf of an agent whose fields are stored in Lua.
type asker struct {
	runtime *luabind.Runtime
	world   *engine.World
	agent   *engine.Agent
	names   condition.Names
	call    func(*engine.Context)

	terms []engine.Term
	reads []string
}

func newAsker(t testing.TB, params ...engine.Param) *asker {
	t.Helper()
	return newAskerOf(t, luabind.NewRuntime(luabind.Options{}), params...)
}

func newAskerOf(t testing.TB, r *luabind.Runtime, params ...engine.Param) *asker {
	t.Helper()
	q := &asker{runtime: r}
	var ids behaviors.IDs
	native := &behaviors.Native{Precondition: func(c *engine.Context) bool {
		q.call(c)
		return false
	}}
	root := &engine.Node{Name: "root", Behavior: native.Define("root", &ids), Params: params}
	prog, err := engine.Compile(engine.Definition{Name: "main", Root: root})
	if err != nil {
		t.Fatal(err)
	}
	q.world = engine.NewWorld(engine.Options{NewFields: q.runtime.NewFields})
	q.agent = q.world.Spawn(prog, "main")
	t.Cleanup(q.world.Close)
	return q
}

// within calls f in a tick, at a point where a condition may be evaluated.
func (q *asker) within(f func(*engine.Context)) {
	q.call = f
	q.world.Tick(0)
}

// expression compiles an expression. For what, see condition.Source.
func (q *asker) expression(source, what string) (engine.Expression, error) {
	at := diag.Pos{File: "main.bt", Line: 1, Col: 1}
	x, problems := q.runtime.Expression(condition.Source{Text: source, What: what, Pos: at, Line: source, Names: q.names})
	if err := problems.Err(); err != nil {
		return nil, fmt.Errorf("compile: %w", err)
	}
	return x, nil
}

// ask compiles a guard and evaluates it.
func (q *asker) ask(source string) (yes bool, err error) {
	cond, err := q.expression(source, "")
	if err != nil {
		return false, err
	}
	q.reads = luabind.Analysis(cond).Reads()
	q.within(func(c *engine.Context) {
		yes, err = cond.Eval(c)
		q.terms = cond.Terms(c)
	})
	return yes, err
}

// value compiles an expression and evaluates it.
func (q *asker) value(source string) (v value.Value, err error) {
	x, err := q.expression(source, condition.Value)
	if err != nil {
		return v, err
	}
	q.within(func(c *engine.Context) { v, err = x.Value(c) })
	return v, err
}

// conditions holds the named conditions of a file, by name.
type conditions map[string]string

func (conditions) Parameter(string) bool { return false }

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
