package luabind

import (
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
)

// returnsNothing returns the problem of a module that returns no value.
func (c *Chunk) returnsNothing() diag.Diagnostic {
	hint := "end it with return and the table that the other files need, or with return true if there is none"
	if name := c.compiled.script.FunctionTable(); name != "" {
		hint = "end it with return " + name
	}
	return c.atEnding("the file returns nothing, and others require it for what it returns", hint)
}

// noTable returns the problem of a file that returns v where a behavior is expected.
func (c *Chunk) noTable(v lua.Value) diag.Diagnostic {
	got, hint := "nothing", "end it with return { behavior = function(agent) ... end }"
	switch v.Kind() {
	case lua.KindNil:
		if name := c.compiled.script.FunctionTable(); name != "" {
			hint = "end it with return " + name
		}
	case lua.KindFunction:
		got, hint = "a function", "put it into a table: return { behavior = function(agent) ... end }"
	default:
		got = helper.Show(v)
	}
	return c.atEnding("the file returns "+got+"; want the table of a behavior", hint)
}

func (c *Chunk) atEnding(message, hint string) diag.Diagnostic {
	pos := c.compiled.script.Ending()
	return diag.Diagnostic{Pos: pos, Message: message, Hint: hint, Source: c.compiled.script.Line(pos.Line)}
}
