package luabind

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lint"
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// Chunk is one version of a Lua file: checked, compiled, and shared by all
// states, each of which has its own instance. It is immutable once loaded.
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
	module bool
}

// Compile checks and compiles a file without running it. The chunk is nil if
// the list holds an error.
func Compile(path, name string, src []byte) (*Chunk, diag.List) {
	script, problems := lint.Parse(path, src)
	if problems.Err() != nil {
		return nil, problems
	}
	proto, err := compileStmts(script.Stmts, path)
	if err != nil {
		problems = append(problems, compileError(script, path, err))
		return nil, problems
	}
	return &Chunk{Path: path, Name: name, script: script, proto: proto, fields: script.Fields(names())}, problems
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
		err = checkStrings(proto)
	}
	return proto, err
}

// boards are the functions whose results may be written although a file holds them.
var boards = []string{"bt.board"}

// names are the words with a meaning that the checks of scripts know.
func names() lint.Names {
	n := lint.Names{
		Hooks: behaviors.HookNames(), Fields: behaviors.FieldNames(), Pure: pureHooks(), Boards: boards,
		Act: engine.HookBehavior.String(), Coroutine: keyRun, Enter: engine.HookEnter.String(),
	}
	for _, f := range apiFuncs {
		switch {
		case f.suspends:
			n.Waits = append(n.Waits, "bt."+f.name)
		case f.acts:
			n.Effects = append(n.Effects, "bt."+f.name)
		}
	}
	return n
}

// pureHooks are the hooks that are called in Decide and must not change anything: they
// are those that get no memory, since only an active node has one.
func pureHooks() []string {
	var out []string
	for _, m := range behaviors.Meanings {
		if m.Hook && !strings.Contains(m.Signature, "memory") {
			out = append(out, m.Name)
		}
	}
	return out
}

// Check returns what is wrong with a compiled file as a behavior, as far as it
// shows without running it: misspelt and misused hooks, state that hides in the
// file, writes in preconditions.
func (c *Chunk) Check() diag.List {
	out := c.script.Check(names())
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

// Fields returns which fields of the agent the hooks of the file read and write.
func (c *Chunk) Fields() lint.Fields { return c.fields }

// Uses tells whether the chunk was linked with exactly these modules.
func (c *Chunk) Uses(uses map[string]*Chunk) bool { return maps.Equal(c.uses, uses) }

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
	return &n
}

// SameCode tells whether both chunks come from the same compilation.
func (c *Chunk) SameCode(d *Chunk) bool { return d != nil && c.proto == d.proto }

// instance is a chunk in one state.
type instance struct {
	chunk *Chunk
	value lua.LValue // what the file returned
	hooks [engine.NumHooks]function
}

// function is a hook as it is called.
type function struct {
	fn   *lua.LFunction
	args uint8 // how many arguments it takes
	mute bool  // it never returns a value, so that none is fetched
	run  bool  // it is a coroutine
}

// LoadModule runs a file that other files require.
func (r *Runtime) LoadModule(c *Chunk) diag.List {
	c.module = true
	return r.load(c)
}

// Load runs a file in every state and reads the behavior that it defines into
// c.Behavior, without ID and version, which are the caller's to give. If the
// list holds an error, nothing of the file stays behind.
func (r *Runtime) Load(c *Chunk) diag.List {
	problems := r.load(c)
	if problems.Err() == nil {
		spec := r.states[0].readBehavior(c, &problems)
		if problems.Err() == nil {
			c.Behavior = spec
			return problems
		}
	}
	r.unload(c)
	return problems
}

func (r *Runtime) load(c *Chunk) diag.List {
	var problems diag.List
	r.chunks[c.Path] = c
	for _, s := range r.states {
		if err := s.instantiate(c); err != nil {
			problems = append(problems, err.Diagnostic())
			r.unload(c)
			break
		}
	}
	return problems
}

func (r *Runtime) unload(c *Chunk) {
	for _, s := range r.states {
		delete(s.instances, c)
	}
}

// Retain forgets all chunks but the given ones. What agents still run keeps its
// own instances until it is exchanged.
func (r *Runtime) Retain(chunks []*Chunk) {
	keep := make(map[*Chunk]bool, len(chunks))
	clear(r.chunks)
	for _, c := range chunks {
		c.prev = nil
		keep[c] = true
		r.chunks[c.Path] = c
	}
	for _, s := range r.states {
		for c := range s.instances {
			if !keep[c] {
				delete(s.instances, c)
			}
		}
	}
}

// instantiate runs the file level of a chunk in an environment of its own.
func (s *State) instantiate(c *Chunk) *Error {
	env := s.L.NewTable()
	mt := s.L.NewTable()
	mt.RawSetString("__index", s.globals)
	env.Metatable = mt
	fn := s.L.NewFunctionFromProto(c.proto)
	fn.Env = env
	s.loading = append(s.loading, c)
	ctx := s.ctx
	defer s.budget.fill(s.budget.total())
	s.ctx = nil
	s.budget.load(len(s.loading) == 1)
	s.logLines, s.logTick = 0, -1
	s.L.Push(fn)
	err := s.L.PCall(0, 1, nil)
	s.loading = s.loading[:len(s.loading)-1]
	s.ctx = ctx
	if err != nil {
		return s.runtime.scriptError(c, err, s.overLoad)
	}
	value := s.L.Get(-1)
	s.L.Pop(1)
	if !c.module && value == lua.LNil {
		value = env.RawGetString(c.Base())
	}
	s.instances[c] = &instance{chunk: c, value: value}
	s.lock(env)
	return nil
}

// lock makes an environment read-only once its file has been loaded, so that a
// global that a hook assigns never reaches anybody. What the file level has
// set stays readable.
func (s *State) lock(env *lua.LTable) {
	var keys []lua.LValue
	kept := s.L.NewTable()
	for k, v := env.Next(lua.LNil); k != lua.LNil; k, v = env.Next(k) {
		keys = append(keys, k)
		kept.RawSet(k, v)
	}
	for _, k := range keys {
		env.RawSet(k, lua.LNil)
	}
	for k, v := s.globals.Next(lua.LNil); k != lua.LNil; k, v = s.globals.Next(k) {
		if kept.RawGet(k) == lua.LNil { // found here, a global costs one look-up less
			kept.RawSet(k, v)
		}
	}
	mt := env.Metatable.(*lua.LTable)
	mt.RawSetString("__index", kept)
	mt.RawSetString("__metatable", guardMark)
	mt.RawSetString("__newindex", s.L.NewFunction(func(L *lua.LState) int {
		L.RaiseError("assignment to global %s; write local, or keep it in an agent field, memory or a board", show(L.Get(2)))
		return 0
	}))
}

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

// require is the function that scripts see. It answers from the modules that
// the file was linked with.
func (s *State) require(L *lua.LState) int {
	name := L.CheckString(1)
	if len(s.loading) == 0 {
		L.RaiseError("require can only be used while a file is loaded; call it at the top of the file")
	}
	user := s.loading[len(s.loading)-1]
	c := user.uses[name]
	if c == nil {
		L.RaiseError("module %q not found; modules are files below the script root, lib/move.lua is \"lib.move\"", name)
	}
	if slices.Contains(s.loading, c) {
		L.RaiseError("module %q requires itself, directly or through others", name)
	}
	if s.instances[c] == nil {
		if err := s.instantiate(c); err != nil {
			L.Error(lua.LString(err.Error()), 0)
		}
	}
	if v := s.instances[c].value; v != lua.LNil {
		L.Push(v)
	} else {
		L.Push(lua.LTrue)
	}
	return 1
}
