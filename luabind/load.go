//go:build !luacore

package luabind

import (
	"slices"
	"sync"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	lua "github.com/yuin/gopher-lua"
)

// instance is a chunk in one state.
type instance struct {
	chunk  *Chunk
	value  lua.LValue // what the file returned
	hooks  [engine.NumHooks]function
	env    *lua.LTable
	kept   fileKept
	sealed bool    // its tables are; see State.sealFile
	cells  []cell  // that its functions assign, once it is sealed
	homes  []*home // of its tables, then those of its modules, once it is sealed
}

// function is a hook as it is called.
type function struct {
	fn   *lua.LFunction
	args uint8 // how many arguments it takes
	mute bool  // it never returns a value, so that none is fetched
	run  bool  // it is a coroutine
}

// LoadModule runs a file that other files require. It has to return something: whoever
// requires it would have nothing to call, and learn of it only when it does.
func (r *Runtime) LoadModule(c *Chunk) diag.List {
	c.module = true
	problems := r.load(c)
	if problems.Err() == nil && r.loader.in(c).value == lua.LNil {
		problems = append(problems, c.returnsNothing())
		r.loader.drop(c)
	}
	if problems.Err() == nil && c.known() {
		if m := new(image); r.take(r.loader.in(c), m) {
			c.image = m
		}
	}
	r.mending.after(r, c, problems.Err() == nil)
	return problems
}

// Load runs a file once and reads the behavior that it defines into c.Behavior,
// without ID and version, which are the caller's to give. If the list holds an
// error, nothing of the file stays behind.
func (r *Runtime) Load(c *Chunk) diag.List {
	problems := r.load(c)
	if problems.Err() == nil {
		spec := r.loader.readBehavior(c, &problems)
		if problems.Err() == nil {
			c.Behavior = spec
			c.scratch = r.loader.in(c)
		}
	}
	r.loader.drop(c) // only modules are used again
	r.mending.after(r, c, problems.Err() == nil)
	return problems
}

func (r *Runtime) load(c *Chunk) diag.List {
	var problems diag.List
	c.made = make([]*instance, len(r.states))
	r.mending.before(r, c)
	if err := r.loader.instantiate(c); err != nil {
		problems = append(problems, err.Diagnostic())
		r.loader.drop(c)
	}
	return problems
}

// instance runs a file that works in one more state. Should it not work there, since it
// did something else this time, its hooks raise the error.
func (s *State) instance(c *Chunk) {
	err := s.instantiate(c)
	if err == nil && !c.module {
		err = s.fillHooks(s.in(c))
	}
	if err != nil {
		s.keep(c, s.failing(c, err))
	}
}

// failing returns an instance all of whose hooks raise an error.
func (s *State) failing(c *Chunk, err *Error) *instance {
	in := &instance{chunk: c, value: lua.LNil}
	raise := s.L.NewFunction(func(L *lua.LState) int {
		L.RaiseError("the file worked when it was checked, but not when it was run again for the game: %s", err.Message)
		return 0
	})
	for h := range in.hooks {
		in.hooks[h] = function{fn: raise}
	}
	return in
}

// fillHooks finds the functions of a behavior that was checked.
func (s *State) fillHooks(in *instance) *Error {
	if t, ok := in.value.(*lua.LTable); ok {
		for name := range hookKeys {
			if fn, ok := t.RawGetString(name).(*lua.LFunction); ok && !fn.IsG {
				in.hook(name, fn)
			}
		}
	}
	for h := range engine.Hook(engine.NumHooks) {
		if in.chunk.Behavior.Hooks.Has(h) && in.hooks[h].fn == nil {
			return &Error{Message: "it defined no " + h.String()}
		}
	}
	return nil
}

// hook enters a function as the hook that is called so.
func (in *instance) hook(name string, fn *lua.LFunction) {
	h := hookKeys[name]
	in.hooks[h] = function{fn, arguments(fn), !mustAnswer(h) && returnsNothing(fn.Proto), name == keyRun}
}

// Release forgets chunks that are no longer in force, and of the others what they came
// after. What agents still run keeps its own instances until it is exchanged.
func (r *Runtime) Release(gone, fresh []*Chunk) {
	r.kept.released(gone)
	for _, c := range gone {
		r.remove(c)
	}
	for _, c := range fresh {
		c.prev = nil
	}
	states := r.all()
	var others sync.WaitGroup
	for _, s := range states[1:] {
		others.Go(func() { s.release(gone) })
	}
	states[0].release(gone)
	others.Wait()
}

// Drop forgets the chunks of the round that was replicated last and is given up: no worker
// has seen them. What modules in force held in the load state before that round, they hold
// again, and who uses them is copied as before. It is for the goroutine that loads.
func (r *Runtime) Drop(chunks []*Chunk) {
	r.loader.release(chunks)
	for _, c := range slices.Backward(r.changed) {
		c.was.restore()
	}
	for _, u := range r.uncopied {
		u.module.image, u.module.twins = u.image, u.twins
	}
	r.changed, r.uncopied = nil, nil
}

// release forgets chunks in one state.
func (s *State) release(gone []*Chunk) {
	for _, c := range gone {
		if in := s.in(c); in != nil {
			s.leave(in)
			delete(s.sealed, in)
			s.drop(c)
		}
		delete(s.full, c)
	}
	s.covers, s.reaches = nil, nil
}

// instantiate runs the file level of a chunk in an environment of its own.
func (s *State) instantiate(c *Chunk) *Error {
	env := &lua.LTable{Metatable: s.opened()}
	fn := s.L.NewFunctionFromProto(c.proto)
	fn.Env = env
	s.loading = append(s.loading, c)
	ctx := s.ctx
	defer s.resumeBudget(s.budget.total(), s.budget.sure)
	s.ctx = nil
	first := len(s.loading) == 1
	s.budget.load(first && !s.inRound)
	if first {
		s.threads.begin()
	}
	s.inRound = s.id == loaderID
	s.logLines, s.logTick = 0, -1
	s.L.Push(fn)
	err := s.runFile()
	if s.id == loaderID {
		c.cost = fileCost + LoadBudget - s.budget.total()
	}
	s.loading = s.loading[:len(s.loading)-1]
	s.ctx = ctx
	if err != nil {
		return s.scriptError(c, err, s.overLoad)
	}
	value := s.L.Get(-1)
	s.L.Pop(1)
	if !c.module && value == lua.LNil {
		value = env.RawGetString(c.Base())
	}
	s.keep(c, &instance{chunk: c, value: value, env: env})
	s.lock(env)
	return nil
}

// resumeBudget gives back, behind the file level, what was left before.
func (s *State) resumeBudget(n, sure int) {
	s.budget.sure = sure
	s.budget.time.reset()
	s.budget.fill(n)
}

// runFile runs the file level that has been pushed. Where the library itself crashes while
// it writes down an error, the state goes on with a new thread.
func (s *State) runFile() (err error) {
	returned := false
	defer func() {
		if !returned {
			err = s.salvage(recover())
		}
	}()
	err = s.L.PCall(0, 1, nil)
	returned = true
	return err
}

// lock makes an environment read-only once its file has been loaded, so that a
// global that a hook assigns never reaches anybody. What the file level has
// set stays readable.
func (s *State) lock(env *lua.LTable) {
	if k, _ := env.Next(lua.LNil); k == lua.LNil { // as most files are
		env.Metatable = s.bare
		return
	}
	var keys []lua.LValue
	kept := newTable(0, 64)
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
	env.Metatable = s.locked(kept)
}

// locked returns the metatable of an environment whose content is kept elsewhere.
func (s *State) locked(kept *lua.LTable) *lua.LTable {
	mt := newTable(0, 3)
	mt.RawSetString("__index", kept)
	mt.RawSetString("__metatable", guardMark)
	mt.Metatable = guardMeta
	mt.RawSetString("__newindex", s.unassigned)
	return mt
}

// refuseGlobal answers the assignment of a global in a hook.
func refuseGlobal(L *lua.LState) int {
	L.RaiseError("assignment to global %s; write local, or keep it in an agent field, memory or a board", show(L.Get(2)))
	return 0
}

// opened returns the metatable of all environments whose file is running.
func (s *State) opened() *lua.LTable {
	if s.outer == nil {
		s.outer = newTable(0, 1)
		s.outer.RawSetString("__index", s.globals)
	}
	return s.outer
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
	if !s.handed(c) {
		if err := s.instantiate(c); err != nil {
			L.Error(lua.LString(err.Error()), 0)
		}
	}
	L.Push(s.in(c).value)
	return 1
}
