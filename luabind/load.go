package luabind

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/quota"
	"github.com/bough-dev/bough/luabind/lua"
)

// LoadModule runs a file that other files require. It is an error if the file returns no value: the files that
// require it would fail only when they use the missing value.
func (r *Runtime) LoadModule(c *Chunk) diag.List {
	c.module = true
	problems := r.load(c)
	if problems.Err() == nil && c.value.IsNil() {
		problems = append(problems, c.returnsNothing())
	}
	return problems
}

// Load runs a file once, and stores the behavior that the file defines in c.Behavior. The caller sets the ID and
// the version of the behavior. If the list holds an error, nothing of the file is kept.
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

// load runs the file level of a file, and makes all its values constant, unless the chunk is to stay open.
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
	if !c.open {
		lua.Freeze(value, env.Value())
	}
	c.value, c.env, c.loaded = value, env, true
	return problems
}

// fileGlobals returns the metatable for the environments of files.
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
	if slices.ContainsFunc(c.near, (*Chunk).Open) {
		s.L.Older = func() { c.stores = true }
		s.L.SetGuard(true)
		defer func() {
			s.L.SetGuard(false)
			s.L.Older = nil
		}()
	}
	value, err := s.L.Call1(main)
	if err != nil {
		return value, s.scriptError(c, err)
	}
	return value, nil
}

// ModuleDir is the folder below the folder of scripts that holds the modules. The names of modules begin with it.
const ModuleDir = "lib"

// ModuleName returns the name of the module that require gives for a name. The folder may be left out, as libraries do that
// require each other.
func ModuleName(required string) string {
	if strings.HasPrefix(required, ModuleDir+".") || strings.HasPrefix(required, ModuleDir+"/") {
		return required
	}
	return ModuleDir + "." + required
}

// require implements the function require of scripts. It returns the value of a module with which the file was
// linked. Such modules are already loaded.
func (s *state) require(c *lua.Call) error {
	name := c.Text(1)
	if s.loading == nil {
		return message.RequireInHook()
	}
	m := s.loading.uses[name]
	switch {
	case m == nil:
		return message.ModuleNotLinked(cut(name, maxKey))
	case !m.loaded:
		return message.ModuleNotLoaded(name)
	}
	c.Return(m.value)
	return nil
}

// Install replaces the installed chunks by other loaded chunks, which must be sorted by path. The Runtime keeps the
// slice, so the caller must not modify it.
func (r *Runtime) Install(chunks []*Chunk) {
	if !slices.Equal(r.inForce, chunks) {
		r.quota.ResumeAll()
	}
	r.inForce, r.carried = chunks, carried{before: r.inForce}
	for _, s := range r.states {
		s.codec = nil
	}
}

// placed returns the installed chunk with the path that an error shows, or nil if there is none.
func (r *Runtime) placed(path string) *Chunk {
	i, found := slices.BinarySearchFunc(r.inForce, path, func(c *Chunk, path string) int { return strings.Compare(c.Path, path) })
	if !found {
		return nil
	}
	return r.inForce[i]
}

// Forget drops the previous version of the chunk. Only on_reload needs that version.
func (c *Chunk) Forget() { c.prev = nil }

// Renew creates the states of the workers anew. The values of files are kept, since they are constant.
func (r *Runtime) Renew() {
	r.quota.Renew()
	for i := range r.states {
		r.states[i] = newWorker(r)
	}
}
