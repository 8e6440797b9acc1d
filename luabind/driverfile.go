package luabind

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// NameDriver is what functions of a driver's file call the table of words.
const NameDriver = "t"

// DriverOptions configure a Driver.
type DriverOptions struct {
	// Words are what the functions of the file can call, as members of the table they get.
	Words []Word
	// Seed determines what math.random gives in the file.
	Seed uint64
	// Budget is how many instructions a function of the file may take. It must be above 0.
	Budget int
	// Print receives what the file prints; nil discards it.
	Print func(text string)
}

// CompileDriver checks and compiles a driver's file. The chunk is nil if the list holds an
// error.
func CompileDriver(path string, src []byte, words []string) (*Chunk, diag.List) {
	c, problems := Compile(path, "", src)
	if c == nil {
		return nil, problems
	}
	c.module = true
	problems = append(problems, c.compiled.script.CheckDriver(NameDriver, words)...)
	if problems.Err() != nil {
		return nil, problems
	}
	return c, problems
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

// DriverFunc is a function of a driver's file that can be called.
type DriverFunc struct {
	Name string
	Pos  diag.Pos // where the table gets it; without a line if that is not known
}

// sortFunctions puts functions in the order of the file, and behind them, by name, those whose places are
// not known.
func sortFunctions(list []DriverFunc) {
	slices.SortFunc(list, func(a, b DriverFunc) int {
		if (a.Pos.Line == 0) != (b.Pos.Line == 0) {
			return b.Pos.Line - a.Pos.Line
		}
		if c := a.Pos.Compare(b.Pos); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
}

// places returns where the keys of the file's table are written.
func (d *Driver) places() map[string]diag.Pos {
	out := map[string]diag.Pos{}
	for _, k := range d.chunk.compiled.script.Keys {
		out[k.Name] = k.Pos
	}
	return out
}

func (d *Driver) misfit(at diag.Pos, message string) *Error {
	at.File = d.chunk.Path
	return &Error{At: at, Message: message, Source: d.chunk.compiled.script.Line(at.Line)}
}

// Failed returns what has gone wrong so far, nil if nothing has. It is for a word that has
// the game call functions of the file, as helpers.
func (d *Driver) Failed() error {
	if d.failure == nil {
		return nil
	}
	return d.failure
}
