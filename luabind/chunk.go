package luabind

import (
	"maps"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lint"
	"github.com/bough-dev/bough/luabind/lua"
)

// Chunk is one version of a Lua file: checked, compiled, and, when it has been loaded, what it
// has made, which is constant and shared by all workers.
type Chunk struct {
	// Path is what messages show; Name is the file's behavior or module name.
	Path, Name string
	// Behavior is what the file defines; nil before Load and for a module.
	Behavior *engine.Behavior
	// Doc is the behavior's sentence for tools.
	Doc string

	compiled *compiled
	uses     map[string]*Chunk // modules by the name that require is given
	prev     *Chunk            // the version before, for on_reload
	near     []*Chunk          // modules that it uses, directly or through others
	module   bool

	loaded bool
	value  lua.Value  // what the file returned
	env    *lua.Table // its global variables
	hooks  [engine.NumHooks]hook
}

// hook is a function of a behavior as it is called.
type hook struct {
	fn   *lua.Function
	args uint8 // how many arguments it takes
	run  bool  // it is a coroutine
}

// Check returns what is wrong with a compiled file as a behavior, as far as it shows without
// running it: misspelt and misused hooks, state that hides in the file, writes in preconditions.
func (c *Chunk) Check() diag.List {
	out := c.compiled.script.Check(scriptNames())
	for _, w := range c.Fields().Writes {
		if w.Name == fieldID || w.Name == fieldName {
			d := out.Add(w.Pos, "agent.%s is set by the engine and cannot be written", w.Name)
			d.Source = c.compiled.script.Line(w.Pos.Line)
		}
	}
	return out
}

// CheckModule is Check for a file that others require.
func (c *Chunk) CheckModule() diag.List { return c.compiled.script.Check(lint.Names{Boards: boards}) }

// LacksParam says what is to be written if a global that the file reads is named like a parameter
// of hooks, and "" if it is not.
func (c *Chunk) LacksParam(g lint.GlobalRead) string {
	return c.compiled.script.LacksParam(scriptNames(), g)
}

// Fields returns which fields of the agent the hooks of the file read and write.
func (c *Chunk) Fields() lint.Fields { return c.compiled.fields }

// Uses reports whether the chunk was linked with exactly these modules.
func (c *Chunk) Uses(uses map[string]*Chunk) bool { return maps.Equal(c.uses, uses) }

// UsesAs reports whether the chunk was linked with module m, not nil, under a name.
func (c *Chunk) UsesAs(name string, m *Chunk) bool { return m != nil && c.uses[name] == m }

// Requires returns the modules that the file asks for, by name, with the place of each.
func (c *Chunk) Requires() []lint.Use { return c.compiled.script.Requires }

// Script returns what is known of the file without running it.
func (c *Chunk) Script() *lint.Script { return c.compiled.script }

// Link returns a chunk of the same code that uses the given modules and comes after prev, which may
// be nil. Chunks that were loaded before keep theirs.
func (c *Chunk) Link(uses map[string]*Chunk, prev *Chunk) *Chunk {
	n := *c
	n.uses, n.prev, n.Behavior = uses, prev, nil
	n.loaded, n.value, n.hooks = false, lua.Nil, [engine.NumHooks]hook{}
	n.near = n.nearby()
	return &n
}

// nearby returns the modules that the chunk uses, directly or through others, each once.
func (c *Chunk) nearby() []*Chunk {
	var out []*Chunk
	add := func(m *Chunk) {
		if m != nil && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	for i := range c.compiled.script.Requires {
		if m := c.uses[c.compiled.script.Requires[i].Name]; m != nil {
			add(m)
			for _, n := range m.near {
				add(n)
			}
		}
	}
	return out
}

// Module reports whether the chunk was loaded by LoadModule.
func (c *Chunk) Module() bool { return c.module }

// Near returns the modules that the chunk uses, directly or through others.
func (c *Chunk) Near() []*Chunk { return c.near }

// SameCode reports whether both chunks are versions of the same text.
func (c *Chunk) SameCode(d *Chunk) bool { return d != nil && c.compiled == d.compiled }

// Base returns the last part of the chunk's name, which the global table of a file in the older
// form is called by.
func (c *Chunk) Base() string { return c.Name[strings.LastIndexByte(c.Name, '.')+1:] }
