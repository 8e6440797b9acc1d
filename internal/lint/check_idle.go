package lint

import (
	"slices"
	"strconv"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/internal/message"
)

// checkIdle warns about hooks and data at places where they have no effect.
func checkIdle(c *checker) {
	for name, v := range c.facts.locals {
		if isHook(name) && !c.hasKey(name) && !v.read && v.init.fn != nil {
			c.warn(v.tok, message.UnusedHookFunction(name))
		}
	}
	if c.table != nil {
		for _, b := range c.table.bare {
			if isHook(b.text) {
				c.warn(b.tok, message.NamelessHook(b.text))
			}
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
	meant := meantElsewhere(plainName(k.Name), false)
	switch hook := hookIn(k.table); {
	case lacks:
		c.warnAt(k.Pos, message.DefaultOutsideParams(k.Name))
	case c.membersUsed()[k.Name]:
	case hook != "":
		c.warnAt(k.Pos, message.NestedHook(hook, k.Name))
	case meant != nil && !c.hasKey(meant.Name):
		remedy := didYouMean(meant)
		if t := k.table; t != nil && meant.Type == "string" && len(t.texts) == 1 && len(t.entries) == 0 && len(t.names) == 0 && !t.open {
			remedy = message.WriteCode(meant.Name + " = " + strconv.Quote(t.texts[0].text))
		}
		c.warnAt(k.Pos, message.UnreadKey(k.Name).With(remedy))
	case behaviors.KindNamed(k.Name) != nil:
		c.warnAt(k.Pos, message.UnreadKey(k.Name).With(message.KindIsForTrees(k.Name)))
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
