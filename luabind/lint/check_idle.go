package lint

import (
	"fmt"
	"slices"

	"github.com/bough-dev/bough/behaviors"
)

// checkIdle warns about hooks and data at places where they have no effect.
func checkIdle(c *checker) {
	for name, v := range c.facts.locals {
		if isHook(name) && !c.hasKey(name) && !v.read && v.init.fn != nil {
			c.warnAt(c.src.pos(v.tok), "nothing uses the local function %s", name).
				Hint = fmt.Sprintf("hooks are in the table that the file returns: return { %s = %s }", name, name)
		}
	}
	if c.table != nil {
		for _, b := range c.table.bare {
			c.warnAt(c.src.pos(b.tok), "%s has no name in this table, so it is no hook", b.text).Hint = "write " + b.text + " = " + b.text
		}
	}
	var lacking map[string]bool
	for _, k := range c.Keys {
		if k.Kind == "" || k.Kind == "function" || isHook(k.Name) || slices.Contains(fields, k.Name) {
			continue
		}
		if lacking == nil {
			if c.handsOn() {
				return
			}
			lacking = lackingParams(c)
		}
		checkIdleKey(c, k, lacking[k.Name])
	}
}

// checkIdleKey warns about data in the behavior table that looks as if Bough or the hooks should use it. lacks reports
// whether the hooks read a parameter with that name that the file does not declare.
func checkIdleKey(c *checker, k Key, lacks bool) {
	meant, doc := meantElsewhere(plainName(k.Name), false)
	switch hook := hookIn(k.table); {
	case lacks:
		c.warnAt(k.Pos, "%s is no parameter here, and %s.%s does not read it", k.Name, defaults, k.Name).
			Hint = fmt.Sprintf("write it into %s = { %s = ... }", defaults, k.Name)
	case c.membersUsed()[k.Name]:
	case hook != "":
		c.warnAt(k.Pos, "nothing calls the hook %s inside %s", hook, k.Name).Hint = "write it directly into the table that the file returns"
	case meant != "" && !c.hasKey(meant):
		c.warnAt(k.Pos, "nothing reads %q", k.Name).Hint = "did you mean " + meant + "? " + doc
	case behaviors.KindNamed(k.Name) != nil:
		c.warnAt(k.Pos, "nothing reads %q", k.Name).Hint = k.Name + " is a node kind, which is written in a tree"
	}
}

// hookIn returns the first hook in a table, or "".
func hookIn(t *table) string {
	if t != nil {
		for _, e := range t.entries {
			if isHook(e.name) && functionOf(e.value) != nil {
				return e.name
			}
		}
	}
	return ""
}

// lackingParams returns the parameters that hooks read and the file does not declare.
func lackingParams(c *checker) map[string]bool {
	out := map[string]bool{}
	for _, r := range c.facts.fields {
		if c.isParams(r.base) {
			out[r.name] = true
		}
	}
	if known, ok := c.declaredParams(); ok {
		for _, name := range known.names() {
			delete(out, name)
		}
	}
	return out
}
