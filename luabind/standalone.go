package luabind

import (
	"fmt"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/quota"
)

// Standalone is a Lua file that runs apart from behaviors, as a test does. It has the globals of behaviors and the
// modules in force, but a state of its own, and it can change what it holds.
//
// It belongs to the goroutine that ticks the world. If helpers call its functions, the world must have one worker.
type Standalone struct {
	// Value is what the file has returned.
	Value lua.Value

	s     *state
	chunk *Chunk
	o     StandaloneOptions
	rand  engine.Rand
}

// StandaloneOptions configure a Standalone.
type StandaloneOptions struct {
	// What is what messages call the file: "test".
	What string
	// Globals are added to those of behaviors, or take their place.
	Globals map[string]lua.Value
	// Seed determines what math.random gives.
	Seed uint64
	// Budget is how many instructions the functions of the file may take together. It must be above 0.
	Budget int
	// Print receives what the file and its modules print; nil discards it.
	Print func(text string)
}

// RunStandalone runs the file level of a compiled file. Then its global variables are constant.
func (r *Runtime) RunStandalone(c *Chunk, o StandaloneOptions) (*Standalone, *Error) {
	uses, err := r.modulesOf(c)
	if err != nil {
		return nil, err
	}
	r.seal()
	f := &Standalone{s: newState(r), chunk: c.Link(uses, nil), o: o, rand: engine.NewRand(o.Seed, 0)}
	f.s.alone = f
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

// modulesOf returns the modules in force that a file requires.
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
		if uses[q.Name] == nil {
			return nil, &Error{At: q.Pos, Message: fmt.Sprintf("there is no module %q that works", q.Name),
				Hint: diag.DidYouMean(q.Name, names), Source: c.compiled.script.Line(q.Pos.Line)}
		}
	}
	return uses, nil
}

// sealGlobals makes global variables constant. They are moved to own, which env reads, so that each assignment to env
// is one of a new variable.
func sealGlobals(env, own *lua.Table) {
	for _, name := range keys(env) {
		set(own, name, env.Get(lua.Name(name)))
		set(env, name, lua.Nil)
	}
	set(env.Metatable(), "__newindex", lua.NewFunction("newindex", func(c *lua.Call) error {
		return fmt.Errorf("assignment to global %s; write local, or keep it in an agent field, memory or a board", helper.Show(c.Arg(2)))
	}).Value())
}

// Call calls a function of the file. A function of Go that the file calls may use it, too.
func (f *Standalone) Call(fn lua.Value, args ...lua.Value) ([]lua.Value, *Error) {
	out, err := f.s.L.Call(fn, args...)
	if err != nil {
		return nil, f.s.scriptError(f.chunk, err)
	}
	return out, nil
}

// over is state.over for the functions of the file.
func (f *Standalone) over(cause error) (message, hint string) {
	if cause == lua.ErrBytes {
		return fmt.Sprintf("takes memory without measure, more than %s in one %s", megabytes(quota.LoadBytes), f.o.What), hintFewer
	}
	return fmt.Sprintf("still running after %d instructions; a loop without end, or too much for one %s", f.o.Budget, f.o.What), ""
}

// ErrorAt returns an error of Go at a place in the file or in one of its modules, such as that of a call. Without a column
// it is where the line begins.
func (f *Standalone) ErrorAt(at lua.Position, message string) *Error {
	file := f.s.runtime.fileAt(f.chunk, at.File)
	if file == nil { // of Go
		file, at = f.chunk, lua.Position{Line: 1}
	}
	script := file.compiled.script
	e := &Error{At: script.LinePos(at.Line), Message: message, Source: script.Line(at.Line)}
	if at.Col > 0 {
		e.At.Col = calleeCol(e.Source, at.Col)
	}
	return e
}
