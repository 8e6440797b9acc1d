package luabind

import (
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/quota"
	"github.com/bough-dev/bough/luabind/lua"
)

// Standalone is a Lua file that is not a behavior, such as a test. It has the globals of behaviors and the
// installed modules, but it runs in a state of its own and can change its own values.
//
// A Standalone must be used by the goroutine that ticks the world. If helpers call its functions, the world must
// have one worker.
type Standalone struct {
	// Value is the value that the file has returned.
	Value lua.Value

	s     *state
	chunk *Chunk
	o     StandaloneOptions
	rand  engine.Rand
}

// StandaloneOptions configures a Standalone.
type StandaloneOptions struct {
	// What names the kind of the file in messages, for example "test".
	What string
	// Globals are added to the globals of behaviors, or replace them.
	Globals map[string]lua.Value
	// Seed determines the results of math.random.
	Seed uint64
	// Budget is the number of instructions for all calls of functions of the file together. It must be positive.
	Budget int
	// Print receives the output of the file and of its modules. If it is nil, the output is discarded.
	Print func(text string)
}

// RunStandalone runs the file level of a compiled file. It then makes the global variables of the file constant.
func (r *Runtime) RunStandalone(c *Chunk, o StandaloneOptions) (*Standalone, *Error) {
	uses, err := r.modulesOf(c)
	if err != nil {
		return nil, err
	}
	r.seal()
	f := &Standalone{s: newState(r), chunk: c.Link(uses, nil), o: o, rand: engine.NewRand(o.Seed, 0)}
	f.s.standalone = f
	own, env, mt := lua.NewTable(0, len(o.Globals)), lua.NewTable(0, 0), r.fileGlobals()
	for name, v := range o.Globals {
		set(own, name, v)
	}
	own.SetMetatable(r.fileGlobals())
	set(mt, "__index", own.Value())
	env.SetMetatable(mt)
	if f.Value, err = f.s.runFile(f.chunk, c.compiled.code.Function(env)); err != nil {
		return nil, err
	}
	sealGlobals(env, own)
	f.s.L.Steps, f.s.L.Bytes = int64(o.Budget), quota.LoadBytes
	return f, nil
}

// modulesOf returns the installed modules that a file requires. It returns an error if one of them is not
// installed.
func (r *Runtime) modulesOf(c *Chunk) (map[string]*Chunk, *Error) {
	uses := map[string]*Chunk{}
	var names []string
	for _, m := range r.inForce {
		if m.module {
			uses[m.Name] = m
			names = append(names, m.Name)
		}
	}
	for _, q := range c.Requires() {
		m := uses[ModuleName(q.Name)]
		if m == nil {
			return nil, newError(c.compiled.script, q.Pos, message.NoSuchModule(q.Name).With(message.Near(q.Name, names)))
		}
		uses[q.Name] = m
	}
	return uses, nil
}

// sealGlobals makes the variables in env constant. It moves them to own, from which env reads. Every assignment to
// env then creates a new variable, which is an error.
func sealGlobals(env, own *lua.Table) {
	for _, name := range keys(env) {
		set(own, name, env.Get(lua.Name(name)))
		set(env, name, lua.Nil)
	}
	set(env.Metatable(), "__newindex", lua.NewFunction("newindex", func(c *lua.Call) error {
		name, _ := c.Arg(2).Text()
		return message.GlobalAssigned(name)
	}).Value())
}

// Call calls a function of the file. Go functions that the file calls may also use Call.
func (f *Standalone) Call(fn lua.Value, args ...lua.Value) ([]lua.Value, *Error) {
	out, err := f.s.L.Call(fn, args...)
	if err != nil {
		return nil, f.s.scriptError(f.chunk, err)
	}
	return out, nil
}

// over returns the words for a call of a function of the file that was stopped by a meter.
func (f *Standalone) over(raised *lua.Error) diag.Words {
	switch {
	case raised.Cause == lua.ErrBytes:
		return message.TestTakesTooMuchMemory(megabytes(quota.LoadBytes), f.o.What)
	case atOnce(raised, f.o.Budget):
		return takesTooMuch(raised, f.o.Budget)
	}
	if w := takesMost(raised, f.o.Budget); w.Text != "" {
		return w
	}
	return message.TestRunsTooLong(f.o.Budget, f.o.What)
}

// ErrorAt returns an error of a Go function at a position in the file or in one of its modules, such as the position of a
// call. If the position has no column, the error is at the beginning of the line.
func (f *Standalone) ErrorAt(at lua.Position, w diag.Words) *Error {
	file := f.s.runtime.fileAt(f.chunk, at.File)
	if file == nil { // the position is in Go code
		file, at = f.chunk, lua.Position{Line: 1}
	}
	script := file.compiled.script
	e := newError(script, script.LinePos(at.Line), w)
	if at.Col > 0 {
		e.At.Col = calleeCol(e.Source, at.Col)
	}
	return e
}
