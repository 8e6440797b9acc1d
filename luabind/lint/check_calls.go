package lint

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/luabind/apidoc"
)

// mutators lists the library functions that modify their first argument.
var mutators = map[string]bool{
	"table.insert": true, "table.remove": true, "table.sort": true, "rawset": true, "setmetatable": true,
}

// walkers lists the library functions that visit the entries of a table.
var walkers = map[string]bool{"pairs": true, "ipairs": true, "next": true}

// checkCalls checks every call of a function with a fixed global name.
func checkCalls(c *checker) {
	for _, k := range c.facts.calls {
		path := c.facts.globalPath(k.callee)
		checkArguments(c, k, path)
		switch {
		case path == "":
		case path == "require":
			checkRequire(c, k)
		case mutators[path]:
			checkMutator(c, k, path)
		case walkers[path] && c.below(k.arg) == 0:
			c.warnAt(c.src.pos(k.arg.first), "%s finds nothing on a board", path).Hint = "an entry may be a list: for i, v in ipairs(bt.board(\"village\").list or {}) do"
		case c.functions[path].Suspends:
			checkWait(c, k, path)
		case path == random:
			checkDraw(c, k, path)
		case c.functions[path].Acts:
			if hook := c.pureAround(k.fn); hook != "" {
				c.add(k.callee.first, "%s must not call %s", hook, path).Hint = moveIt
			}
		}
	}
}

// checkArguments checks the arguments of a call of a function whose parameters are known: their number, and those whose
// type the source shows.
func checkArguments(c *checker, k *call, path string) {
	f, known := c.functions[path]
	if !known {
		return
	}
	missing, hint := "", ""
	if k.args >= 0 || f.Value != "" {
		missing, hint = f.Missing(path, k.args)
	}
	switch {
	case missing != "":
		c.add(k.callee.first, "%s", missing).Hint = hint
	case k.args > len(f.Params):
		checkExcess(c, k, path, f.Params)
	default:
		checkTypes(c, k, path, f)
	}
}

// Missing returns the problem of a call of f, whose name is path, with a number of arguments, and a remedy. It returns
// "" if f is a function and no argument is missing.
func (f Function) Missing(path string, given int) (problem, hint string) {
	if f.Value != "" {
		return fmt.Sprintf("%s is a %s and cannot be called", path, f.Value), "write " + path
	}
	least := f.least()
	if given >= least {
		return "", ""
	}
	return fmt.Sprintf("%s needs %s, and is given %s", path, paramNames(f.Params[:least]), count(given)), f.usage(path, least)
}

// checkTypes reports the first argument whose type is wrong.
func checkTypes(c *checker, k *call, path string, f Function) {
	for _, l := range k.literals {
		if l.n < len(f.Params) && !accepts(f.Params[l.n], l) {
			got := l.kind
			if got != "nil" {
				got = "a " + got
			}
			c.add(l.tok, "argument %d (%s) of %s is %s; want a %s", l.n+1, f.Params[l.n].Name, path, got, f.Params[l.n].Type).
				Hint = f.usage(path, max(f.least(), l.n+1))
			return
		}
	}
}

// least returns the minimum number of arguments.
func (f Function) least() int {
	for n := len(f.Params); n > 0; n-- {
		if !f.Params[n-1].Optional {
			return n
		}
	}
	return 0
}

// usage returns the remedy for a wrong call, which shows n arguments unless there is a Usage.
func (f Function) usage(path string, n int) string {
	if f.Usage != "" {
		return "write " + f.Usage
	}
	return fmt.Sprintf("write %s(%s)", path, paramNames(f.Params[:n]))
}

// accepts reports whether a literal is valid for a parameter.
func accepts(p apidoc.Param, l literal) bool {
	switch {
	case p.Type == l.kind || p.Type == "any":
		return true
	case l.kind == "nil":
		return p.Optional
	case p.Type == "number" && l.kind == "string":
		return plainNumber(l.text)
	}
	return p.Type == "string" && l.kind == "number"
}

func paramNames(params []apidoc.Param) string {
	var names []string
	for _, p := range params {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

func count(args int) string {
	switch args {
	case 0:
		return "nothing"
	case 1:
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", args)
}

// checkExcess warns about arguments that a function ignores, such as a name that is passed to a function without
// parameters.
func checkExcess(c *checker, k *call, path string, params []apidoc.Param) {
	most := "nothing"
	if len(params) > 0 {
		most = paramNames(params) + " only"
	}
	c.warnAt(c.src.pos(k.callee.first), "%s takes %s, and is given %s", path, most, count(k.args)).
		Hint = fmt.Sprintf("write %s(%s)", path, paramNames(params))
}

// checkDraw warns about a random decision that is made again in each tick. Even an unlikely true occurs within seconds,
// and so does the false that ends the behavior.
func checkDraw(c *checker, k *call, path string) {
	if _, kept := c.keyOf[interval]; kept {
		return
	}
	for _, hook := range c.hooksAround(k.fn) {
		if answers[hook] == yes {
			d := c.warnAt(c.src.pos(k.callee.first), "%s calls %s, so it answers anew in each tick, also while the behavior is active", hook, path)
			d.Hint = fmt.Sprintf("the decorator chance in a tree draws only while its child is not active; with %s = 2 an answer holds for 2 seconds", interval)
			return
		}
	}
}

func checkRequire(c *checker, k *call) {
	if hooks := c.hooksAround(k.fn); len(hooks) > 0 {
		c.add(k.callee.first, "%s calls require, which works only while a file is loaded", hooks[0]).Hint = "call it at the top of the file"
		return
	}
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

// checkMutator checks a call such as table.insert(t, v) like a write to t.
func checkMutator(c *checker, k *call, path string) {
	root := c.facts.root(k.arg)
	switch {
	case !k.arg.valid():
	case c.below(k.arg) > 0:
		lostWrite(c, k.arg, path)
	case k.fn == c.facts.chunk:
		checkModuleWrite(c, k.arg.first, root, path+" changes %q, which is what a module gives to all files that require it")
	case c.facts.fileLevel(root) && !root.base.calls(boards):
		c.add(k.arg.first, "%s changes %q, a table of the file (line %d), which is constant after loading",
			path, root.base.name, c.src.pos(root.base.tok).Line).Hint = keepState
	case root.global != "" && root.global == c.ownGlobal():
		c.add(k.arg.first, "%s changes %q, the behavior itself, which is constant after loading", path, root.global).Hint = keepState
	default:
		if hook := c.pureWith(0, k.fn, root.base); hook != "" {
			c.add(k.arg.first, "%s must not change the agent", hook).Hint = moveIt
		}
	}
}

// checkWait reports functions that wait outside of the coroutine of run. It allows them in a function inside of a hook,
// which may be the body of another coroutine.
func checkWait(c *checker, k *call, path string) {
	if fn := functionOf(k.arg); path == waitUntil && fn != nil && !c.returnsValue(fn) {
		c.warnAt(c.src.pos(k.arg.first), "the function of %s returns nothing, so the waiting never ends", path).Hint = "write return before the condition"
	}
	for _, hook := range c.hooksAround(k.fn) {
		if !isPure(hook) && (hook == coroutine || c.hookFns[hook] != k.fn) {
			continue
		}
		hint := "only " + coroutine + " may wait"
		if hook == act {
			hint = "use " + coroutine + " instead of " + hook + ": it may wait"
		}
		c.add(k.callee.first, "%s must not call %s", hook, path).Hint = hint
		return
	}
}
