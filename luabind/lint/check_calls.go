package lint

import (
	"fmt"
	"slices"
	"strings"
)

// mutators lists the library functions that modify their first argument.
var mutators = map[string]bool{
	"table.insert": true, "table.remove": true, "table.sort": true, "rawset": true, "setmetatable": true,
}

// calls checks every call of a function with a fixed global name.
func (c *checker) calls() {
	for _, k := range c.facts.calls {
		path := c.facts.globalPath(k.callee)
		c.excess(k, path)
		switch {
		case path == "":
		case path == "require":
			c.require(k)
		case mutators[path]:
			c.mutator(k, path)
		case slices.Contains(c.names.Waits, path):
			c.wait(k, path)
		case slices.Contains(c.names.Draws, path):
			c.draw(k, path)
		case slices.Contains(c.names.Effects, path):
			if hook := c.pureAround(k.fn); hook != "" {
				c.add(k.callee.first, "%s must not call %s", hook, path).Hint = c.moveIt()
			}
		}
	}
}

// excess warns about arguments that a host function ignores, such as a name that is passed to a function without
// parameters.
func (c *checker) excess(k *call, path string) {
	takes, known := c.names.Takes[path]
	if !known || k.args <= len(takes) {
		return
	}
	most := "nothing"
	if n := len(takes); n > 0 {
		most = strings.Join(takes, ", ") + " only"
	}
	given := "1 argument"
	if k.args > 1 {
		given = fmt.Sprintf("%d arguments", k.args)
	}
	c.warnAt(c.src.pos(k.callee.first), "%s takes %s, and is given %s", path, most, given).
		Hint = fmt.Sprintf("write %s(%s)", path, strings.Join(takes, ", "))
}

// draw warns about a random decision that is made again in each tick. Even an unlikely true occurs within seconds,
// and so does the false that ends the behavior.
func (c *checker) draw(k *call, path string) {
	if _, kept := c.keyOf[c.names.Interval]; kept {
		return
	}
	for _, hook := range c.hooksAround(k.fn) {
		if c.names.Answers[hook] == AnswerYes {
			d := c.warnAt(c.src.pos(k.callee.first), "%s calls %s, so it answers anew in each tick, also while the behavior is active", hook, path)
			d.Hint = fmt.Sprintf("the decorator chance in a tree draws only while its child is not active; with %s = 2 an answer holds for 2 seconds", c.names.Interval)
			return
		}
	}
}

func (c *checker) require(k *call) {
	if k.arg.kind == "string" {
		return
	}
	tok := k.callee.first
	if k.arg.valid() {
		tok = k.arg.first
	}
	c.add(tok, "require needs a name in quotes").
		Hint = `write require "lib.name", so that the script is loaded again when that file changes`
}

// mutator checks a call such as table.insert(t, v) like a write to t.
func (c *checker) mutator(k *call, path string) {
	root := c.facts.root(k.arg)
	switch {
	case !k.arg.valid():
	case k.fn == c.facts.chunk:
		c.moduleWrite(k.arg.first, root, path+" changes %q, which is what a module gives to all files that require it")
	case c.facts.fileLevel(root) && !c.isBoard(root.base):
		c.add(k.arg.first, "%s changes %q, a table of the file (line %d), which is constant after loading",
			path, root.base.name, c.src.pos(root.base.tok).Line).Hint = keepState
	case root.global != "" && root.global == c.ownGlobal():
		c.add(k.arg.first, "%s changes %q, the behavior itself, which is constant after loading", path, root.global).Hint = keepState
	default:
		if hook := c.pureWith(0, k.fn, root.base); hook != "" {
			c.add(k.arg.first, "%s must not change the agent", hook).Hint = c.moveIt()
		}
	}
}

// wait reports functions that wait outside of the coroutine of run. It allows them in a function inside of a hook,
// which may be the body of another coroutine.
func (c *checker) wait(k *call, path string) {
	for _, hook := range c.hooksAround(k.fn) {
		switch {
		case c.names.isPure(hook):
			c.add(k.callee.first, "%s must not call %s", hook, path).Hint = c.moveIt()
		case hook == c.names.Coroutine || c.hookFns[hook] != k.fn:
			continue
		case hook == c.names.Act:
			c.add(k.callee.first, "%s must not call %s", hook, path).
				Hint = fmt.Sprintf("use %s instead of %s: it may wait", c.names.Coroutine, hook)
		default:
			c.add(k.callee.first, "%s must not call %s", hook, path).
				Hint = fmt.Sprintf("only %s may wait", c.names.Coroutine)
		}
		return
	}
}
