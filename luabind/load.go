package luabind

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/quota"
)

// LoadModule runs a file that other files require. It has to return something: whoever requires
// it would have nothing to call, and learn of it only when it does.
func (r *Runtime) LoadModule(c *Chunk) diag.List {
	c.module = true
	problems := r.load(c)
	if problems.Err() == nil && c.value.IsNil() {
		problems = append(problems, c.returnsNothing())
	}
	return problems
}

// Load runs a file once and reads the behavior that it defines into c.Behavior, without ID and
// version, which are the caller's to give. If the list holds an error, nothing of the file stays
// behind.
func (r *Runtime) Load(c *Chunk) diag.List {
	problems := r.load(c)
	if problems.Err() == nil {
		spec := r.readBehavior(c, &problems)
		if problems.Err() == nil {
			c.Behavior = spec
		}
	}
	return problems
}

// load runs the file level, and makes constant what it has made.
func (r *Runtime) load(c *Chunk) (problems diag.List) {
	r.seal()
	env := lua.NewTable(0, 0)
	env.SetMetatable(r.fileGlobals())
	value, err := r.loader.runFile(c, c.compiled.code.Function(env))
	if err != nil {
		return append(problems, err.Diagnostic())
	}
	if !c.module && value.IsNil() {
		value = env.Get(lua.Name(c.Base()))
	}
	lua.Freeze(value, env.Value())
	c.value, c.env, c.loaded = value, env, true
	return problems
}

// fileGlobals is the metatable of the environments of files.
func (r *Runtime) fileGlobals() *lua.Table {
	mt := lua.NewTable(0, 2)
	set(mt, "__index", r.globals.Value())
	set(mt, "__metatable", lua.String("read-only"))
	return mt
}

// runFile runs the file level of a chunk.
func (s *state) runFile(c *Chunk, main *lua.Function) (lua.Value, *Error) {
	s.loading, s.logged = c, logged{}
	defer func() { s.loading = nil }()
	s.L.Steps, s.L.Bytes = LoadBudget, quota.LoadBytes
	value, err := s.L.Call1(main)
	if err != nil {
		return value, s.scriptError(c, err)
	}
	return value, nil
}

// require is the function that scripts see. It answers from the modules that the file was linked
// with, which have been loaded before.
func (s *state) require(c *lua.Call) error {
	name := c.Text(1)
	if s.loading == nil {
		return fmt.Errorf("require can only be used while a file is loaded; call it at the top of the file")
	}
	m := s.loading.uses[name]
	switch {
	case m == nil:
		return fmt.Errorf("module %q not found; modules are files below the script root, lib/move.lua is \"lib.move\"", name)
	case !m.loaded:
		return fmt.Errorf("module %q does not work", name)
	}
	c.Return(m.value)
	return nil
}

// Install puts chunks that were loaded in force, sorted by path, in the place of all others. The
// list is the runtime's from then on.
func (r *Runtime) Install(chunks []*Chunk) {
	if !slices.Equal(r.inForce, chunks) {
		r.quota.Relent()
	}
	r.inForce, r.restarts = chunks, restarts{}
}

// placed returns the chunk in force of the path that Lua errors show, nil if there is none.
func (r *Runtime) placed(path string) *Chunk {
	i, found := slices.BinarySearchFunc(r.inForce, path, func(c *Chunk, path string) int { return strings.Compare(c.Path, path) })
	if !found {
		return nil
	}
	return r.inForce[i]
}

// Forget drops the version before, which only on_reload is given.
func (c *Chunk) Forget() { c.prev = nil }

// Renew makes the workers' states anew. What files hold is constant, so it is as it was.
func (r *Runtime) Renew() {
	r.quota.Renew()
	for i := range r.states {
		r.states[i] = newWorker(r)
	}
}
