package luabind

import (
	"maps"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/lua"
)

// Chunk is one version of a Lua file that was checked and compiled. After loading, it also holds the values that
// the file has created. These values are constant, and all workers share them.
type Chunk struct {
	// Path is the path that messages show. Name is the name of the behavior or module.
	Path, Name string
	// Behavior is the behavior that the file defines. It is nil before Load, and for a module.
	Behavior *engine.Behavior
	// Doc is the description of the behavior, for tools.
	Doc string

	compiled *compiled
	uses     map[string]*Chunk // modules by the argument of require
	prev     *Chunk            // the previous version, for on_reload
	near     []*Chunk          // modules that the file uses directly or through other modules
	module   bool
	open     bool // see LeaveOpen
	stores   bool // see StoresInModules

	loaded bool
	value  lua.Value  // the value that the file returned
	env    *lua.Table // the global variables of the file
	hooks  [engine.NumHooks]hook
}

// hook is a function of a behavior, in the form in which it is called.
type hook struct {
	fn   *lua.Function
	args uint8 // number of arguments that the function takes
	run  bool  // the function runs as a coroutine
}

// Check checks the file as a behavior. It returns the problems that can be found without running the file, such as
// misspelled and misused hooks, state hidden in the file, and writes in preconditions.
func (c *Chunk) Check() diag.List {
	out := c.compiled.script.Check(scriptFunctions())
	for _, w := range c.Fields().Writes {
		if w.Name == fieldID || w.Name == fieldName {
			d := out.Add(w.Pos, message.EngineSetsField("agent."+w.Name))
			d.Source = c.compiled.script.Line(w.Pos.Line)
		}
	}
	return out
}

// CheckModule is like Check, for a file that other files require.
func (c *Chunk) CheckModule() diag.List { return c.compiled.script.CheckModule(scriptFunctions()) }

// Fields returns the fields of agents that the hooks of the file read and write.
func (c *Chunk) Fields() lint.Fields { return c.compiled.fields }

// Uses reports whether the chunk was linked with exactly the given modules.
func (c *Chunk) Uses(uses map[string]*Chunk) bool { return maps.Equal(c.uses, uses) }

// UsesAs reports whether m is not nil and the chunk was linked with m as the module name.
func (c *Chunk) UsesAs(name string, m *Chunk) bool { return m != nil && c.uses[name] == m }

// Requires returns the names of the modules that the file requires, with the position of each require.
func (c *Chunk) Requires() []lint.Use { return c.compiled.script.Requires }

// Lacks reports whether the file returned a table that has no such member. It also returns the names of the members
// that the table has. A table with a metatable may have any member.
func (c *Chunk) Lacks(member string) (members []string, lacks bool) {
	t := c.value.Table()
	if t == nil || t.Metatable() != nil || !t.Get(lua.Name(member)).IsNil() {
		return nil, false
	}
	return keys(t), true
}

// Waits returns the position of the call with which a member of the module waits. ok is false if it has none.
func (c *Chunk) Waits(member string) (pos diag.Pos, ok bool) {
	return c.compiled.script.Waits(member, scriptFunctions())
}

// Script returns the results of analyzing the file without running it.
func (c *Chunk) Script() *lint.Script { return c.compiled.script }

// Link returns a chunk with the same code that uses the given modules. Its previous version is prev, which may be
// nil. Chunks that are already loaded keep their modules.
func (c *Chunk) Link(uses map[string]*Chunk, prev *Chunk) *Chunk {
	n := *c
	n.uses, n.prev, n.Behavior = uses, prev, nil
	n.loaded, n.value, n.hooks = false, lua.Nil, [engine.NumHooks]hook{}
	n.open, n.stores = false, false
	n.near = n.nearby()
	return &n
}

// nearby returns the modules that the chunk uses directly or through other modules, without duplicates.
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

// LeaveOpen makes Load and LoadModule leave the values of the file changeable until Freeze, so that files which require it
// can write into them while they are loaded. It must be called before the chunk is loaded. A chunk that uses an open one must
// be open itself, as it may hold values of it.
func (c *Chunk) LeaveOpen() { c.open = true }

// Open reports whether LeaveOpen was called, and Freeze was not.
func (c *Chunk) Open() bool { return c.open }

// Freeze makes all values of an open chunk constant.
func (c *Chunk) Freeze() {
	if c.open {
		c.open = false
		lua.Freeze(c.value, c.env.Value())
	}
}

// StoresInModules reports whether the file, while it was loaded, has written into values of modules that it uses. If such a
// module was not open, the write was an error.
func (c *Chunk) StoresInModules() bool { return c.stores }

// Module reports whether the chunk was loaded by LoadModule.
func (c *Chunk) Module() bool { return c.module }

// Near returns the modules that the chunk uses directly or through other modules.
func (c *Chunk) Near() []*Chunk { return c.near }

// SameCode reports whether c and d have the same path and text.
func (c *Chunk) SameCode(d *Chunk) bool { return d != nil && c.compiled == d.compiled }

// Base returns the last part of the chunk's name. In the older form, a file defines a global table with this name.
func (c *Chunk) Base() string { return c.Name[strings.LastIndexByte(c.Name, '.')+1:] }
