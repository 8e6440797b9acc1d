package luabind

import (
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// returnsNothing returns the problem of a module that returns no value.
func (c *Chunk) returnsNothing() diag.Diagnostic {
	table := c.compiled.script.FunctionTable(false)
	d := c.atEnding(message.ModuleReturnsNothing(table))
	if table == "" {
		d.Advise(message.EndWithModuleTable())
	}
	return d
}

// noTable returns the problem of a file that returns v where a behavior is expected.
func (c *Chunk) noTable(v lua.Value) diag.Diagnostic {
	got, table, remedy := "nothing", "", message.EndWithBehavior()
	switch v.Kind() {
	case lua.KindNil:
		if table = c.compiled.script.FunctionTable(true); table != "" {
			remedy = diag.Words{}
		}
	case lua.KindFunction:
		got, remedy = "a function", message.FunctionIntoTable()
	default:
		got = helper.Show(v)
	}
	d := c.atEnding(message.FileReturnsNoBehavior(table, got))
	d.Advise(remedy)
	return d
}

// atEnding returns the problem of the value that the file returns. If that is a global that does not exist, it is the
// problem.
func (c *Chunk) atEnding(w diag.Words) diag.Diagnostic {
	if read, ok := c.compiled.script.ReturnedGlobal(); ok && c.value.IsNil() {
		d := diag.New(read.Pos, message.UnknownGlobal(read.Name).With(read.Undefined()).With(message.Near(read.Name, c.compiled.script.Visible(read))))
		d.Source = c.compiled.script.Line(d.Pos.Line)
		return d
	}
	d := diag.New(c.compiled.script.Ending(), w)
	d.Source = c.compiled.script.Line(d.Pos.Line)
	return d
}
