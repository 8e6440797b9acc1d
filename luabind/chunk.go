//go:build !luacore

package luabind

import (
	"fmt"
	"maps"
	"sync/atomic"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lint"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// Chunk is one version of a Lua file: checked, compiled, and shared by all
// states, each of which has its own instance. What it shows is immutable once loaded.
type Chunk struct {
	// Path is what messages show; Name is the file's behavior or module name.
	Path, Name string
	// Behavior is what the file defines; nil before Load and for a module.
	Behavior *engine.Behavior
	// Doc is the behavior's sentence for tools.
	Doc string

	script *lint.Script
	fields lint.Fields // that its hooks read and write
	proto  *lua.FunctionProto
	uses   map[string]*Chunk // modules by the name that require is given
	prev   *Chunk            // the version before, for on_reload
	near   []*Chunk          // modules that it uses, directly or through others
	module bool
	cost   int          // instructions that running it took; see Runtime.InstallSome
	place  *place       // nil as long as no version of the file was in force
	grown  *atomic.Bool // see Overgrown

	made     []*instance  // by worker; see State.in
	scratch  *instance    // of a behavior, in the load state, until Replicate
	image    *image       // of a module; nil if it is run for each worker
	replicas []*instance  // by worker, until Install; nil if it is run for each worker
	loans    *loans       // of a behavior that only borrows, since it has run
	borrowed []lua.LValue // what it has in place of them now, in the load state, until Replicate
	twins    [][]any      // of a module: by worker, what stands for the things of image
}

// Compile checks and compiles a file without running it. The chunk is nil if
// the list holds an error.
func Compile(path, name string, src []byte) (*Chunk, diag.List) {
	script, stmts, problems := lint.Parse(path, src)
	if problems.Err() != nil {
		return nil, problems
	}
	proto, err := compileStmts(stmts, path)
	if err != nil {
		problems = append(problems, compileError(script, path, err))
		return nil, problems
	}
	return &Chunk{Path: path, Name: name, script: script, proto: proto, fields: script.Fields(scriptNames()), grown: new(atomic.Bool)}, problems
}

// compileStmts compiles a checked syntax tree. The compiler panics on some programs
// that it cannot translate.
func compileStmts(stmts []ast.Stmt, path string) (proto *lua.FunctionProto, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it cannot be compiled: %v", r)
		}
	}()
	stmts = rewriteStmts(stmts)
	if proto, err = lua.Compile(stmts, path); err == nil {
		if err = checkStrings(proto); err == nil {
			err = checkSize(proto)
		}
		roomForNames(proto)
		fit(proto)
		proto.IsVarArg &^= lua.VarArgNeedsArg // a table made for each run, which no file can name
	}
	return proto, err
}

// Check returns what is wrong with a compiled file as a behavior, as far as it
// shows without running it: misspelt and misused hooks, state that hides in the
// file, writes in preconditions.
func (c *Chunk) Check() diag.List {
	out := c.script.Check(scriptNames())
	for _, w := range c.Fields().Writes {
		if w.Name == fieldID || w.Name == fieldName {
			d := out.Add(w.Pos, "agent.%s is set by the engine and cannot be written", w.Name)
			d.Source = c.script.Line(w.Pos.Line)
		}
	}
	return out
}

// CheckModule is Check for a file that others require.
func (c *Chunk) CheckModule() diag.List { return c.script.Check(lint.Names{Boards: boards}) }

// LacksParam says what is to be written if a global that the file reads is named like a
// parameter of hooks, and "" if it is not.
func (c *Chunk) LacksParam(g lint.GlobalRead) string { return c.script.LacksParam(scriptNames(), g) }

// Fields returns which fields of the agent the hooks of the file read and write.
func (c *Chunk) Fields() lint.Fields { return c.fields }

// Uses tells whether the chunk was linked with exactly these modules.
func (c *Chunk) Uses(uses map[string]*Chunk) bool { return maps.Equal(c.uses, uses) }

// UsesAs tells whether the chunk was linked with module m, not nil, under a name.
func (c *Chunk) UsesAs(name string, m *Chunk) bool { return m != nil && c.uses[name] == m }

// Requires returns the modules that the file asks for, by name, with the place
// of each.
func (c *Chunk) Requires() []lint.Use { return c.script.Requires }

// Script returns what is known of the file without running it.
func (c *Chunk) Script() *lint.Script { return c.script }

// Link returns a chunk of the same code that uses the given modules and comes
// after prev, which may be nil. Chunks that were loaded before keep theirs.
func (c *Chunk) Link(uses map[string]*Chunk, prev *Chunk) *Chunk {
	n := *c
	n.uses, n.prev, n.Behavior = uses, prev, nil
	n.made, n.scratch, n.image, n.replicas, n.twins, n.loans, n.borrowed = nil, nil, nil, nil, nil, nil, nil
	n.near, n.grown = n.nearby(), new(atomic.Bool)
	if n.place = nil; prev != nil && prev.Path == n.Path {
		n.place = prev.place
	}
	return &n
}

// Module tells whether the chunk was loaded by LoadModule.
func (c *Chunk) Module() bool { return c.module }

// Near returns the modules that the chunk uses, directly or through others.
func (c *Chunk) Near() []*Chunk { return c.near }

// Overgrown tells whether the data of the file were found to have grown beyond bounds. It
// may be asked while the world ticks.
func (c *Chunk) Overgrown() bool { return c.grown.Load() }

// SameCode tells whether both chunks come from the same compilation.
func (c *Chunk) SameCode(d *Chunk) bool { return d != nil && c.proto == d.proto }

// Base returns the last part of the chunk's name, which the global table of a
// file in the older form is called by.
func (c *Chunk) Base() string {
	for i := len(c.Name) - 1; i >= 0; i-- {
		if c.Name[i] == '.' {
			return c.Name[i+1:]
		}
	}
	return c.Name
}
