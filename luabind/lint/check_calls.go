package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
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
			c.warn(k.arg.first, message.BoardWithoutEntries(path))
		case c.functions[path].Suspends:
			checkWait(c, k, path)
		case path == random:
			checkDraw(c, k, path)
		case c.functions[path].Acts:
			if hook := c.pureAround(k.fn); hook != "" {
				c.add(k.callee.first, message.DecideCallsAction(path, hook))
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
	var missing diag.Words
	if k.args >= 0 || f.Value != "" {
		missing = f.Missing(path, k.args)
	}
	switch {
	case missing.Code != "":
		c.add(k.callee.first, missing)
	case k.args > len(f.Params):
		checkExcess(c, k, path, f.Params)
	default:
		checkTypes(c, k, path, f)
	}
}

// Missing returns the problem of a call of f, whose name is path, with a number of arguments. It returns empty Words
// if f is a function and no argument is missing.
func (f Function) Missing(path string, given int) diag.Words {
	if f.Value != "" {
		return message.ValueCalled(f.Value, path)
	}
	least := f.least()
	if given >= least {
		return diag.Words{}
	}
	return message.TooFewArguments(path, given, paramNames(f.Params[:least])).With(message.WriteIt(f.usage(path, least)))
}

// checkTypes reports the first argument whose type is wrong.
func checkTypes(c *checker, k *call, path string, f Function) {
	for _, l := range k.literals {
		if l.n < len(f.Params) && !accepts(f.Params[l.n], l) {
			got := l.kind
			if got != "nil" {
				got = "a " + message.TypeName(got)
			}
			w := message.WrongArgument(path, got, l.n+1, f.Params[l.n].Name, "a "+message.TypeName(f.Params[l.n].Type))
			c.add(l.tok, w.With(message.WriteIt(c.corrected(k, path, f, l))))
			return
		}
	}
	if path == requestFunction {
		checkRequestOptions(c, k)
	}
}

// requestFunction is the function that requests something of the game. Its last argument is a table of options.
const requestFunction = "bt.request"

// The options of requestFunction, with their types.
var requestOptions = []apidoc.Param{{Name: "channel", Type: "string"}, {Name: "priority", Type: "number"}}

// checkRequestOptions reports the first entry of a table of options that is none, or has a value of another type.
func checkRequestOptions(c *checker, k *call) {
	for _, l := range k.literals {
		if l.n != 3 || l.table == nil {
			continue
		}
		for _, e := range l.table.entries {
			i := slices.IndexFunc(requestOptions, func(p apidoc.Param) bool { return p.Name == e.name })
			if kind := e.value.kind; i < 0 && kind != "nil" {
				c.add(e.tok, UnknownRequestOption(e.name))
				return
			} else if i >= 0 && kind != "" && kind != "nil" && kind != requestOptions[i].Type {
				want := "a " + message.TypeName(requestOptions[i].Type)
				c.add(e.value.first, message.WrongRequestOption("a "+message.TypeName(kind), e.name, want))
				return
			}
		}
	}
}

// UnknownRequestOption returns the words for an option that bt.request does not have.
func UnknownRequestOption(name string) diag.Words {
	names := paramNames(requestOptions)
	return message.UnknownRequestOption(name).With(message.WantOneOf(names)).With(message.Near(name, names))
}

// corrected returns a call in which l, an argument of a wrong type, is corrected as far as its source shows what is meant.
// The other arguments are those of the call.
func (c *checker) corrected(k *call, path string, f Function, l literal) string {
	if text := c.unpacked(k, path, f, l); text != "" {
		return text
	}
	own, p := c.src.span(l.tok, l.last), f.Params[l.n]
	if k.open == 0 || own == "" || p.Type == "function" && (l.kind != "boolean" || l.tok == l.last) {
		return f.usage(path, max(f.least(), l.n+1))
	}
	head, rest := c.src.between(k.open+1, l.tok), c.src.between(l.last+1, k.last)
	if whole := c.src.span(k.open, k.last); whole == "" || strings.Contains(whole, "\n") {
		if head != "" {
			head = "..., "
		}
		if rest != "" {
			rest = ", ..."
		}
	}
	name := p.Name
	if hooks := c.hooksAround(k.fn); name == "agent" && len(hooks) > 0 && len(c.hookFns[hooks[0]].params) > 0 {
		name = c.hookFns[hooks[0]].params[0].name
	}
	switch {
	case p.Type == "function":
		name = "function() return " + own + " end"
	case l.n+1 < len(f.Params) && k.args < len(f.Params) && accepts(f.Params[l.n+1], l) && !k.fits(f.Params, l.n+1):
		name += ", " + own // it is missing, and all that follow have moved up
	}
	_, where, explained := strings.Cut(f.Usage, "), ")
	if explained {
		where = ", " + where
	}
	return path + "(" + head + name + rest + ")" + where
}

// unpacked returns a call in which the entries of l, a table with the names of parameters, are arguments. It returns "" if l
// is another table, or the source does not show all of its entries.
func (c *checker) unpacked(k *call, path string, f Function, l literal) string {
	t := l.table
	if t == nil || t.open || len(t.texts) > 0 || k.args != l.n+1 || k.open == 0 ||
		!slices.ContainsFunc(t.entries, func(e entry) bool { return e.name == f.Params[l.n].Name }) {
		return ""
	}
	args := make([]string, len(f.Params)-l.n)
	var data, options []string
	for _, e := range t.entries {
		text := c.src.span(e.value.first, e.value.last)
		named := func(p apidoc.Param) bool { return p.Name == e.name }
		switch i := slices.IndexFunc(f.Params[l.n:], named); {
		case text == "":
			return ""
		case i >= 0:
			args[i] = text
		case path == requestFunction && slices.ContainsFunc(requestOptions, named):
			options = append(options, e.name+" = "+text)
		default:
			data = append(data, c.src.span(e.tok, e.value.last))
		}
	}
	for name, entries := range map[string][]string{"data": data, "options": options} {
		i := slices.IndexFunc(f.Params[l.n:], func(p apidoc.Param) bool { return p.Name == name })
		if len(entries) == 0 {
			continue
		}
		if i < 0 || args[i] != "" {
			return ""
		}
		args[i] = "{ " + strings.Join(entries, ", ") + " }"
	}
	for len(args) > 0 && args[len(args)-1] == "" {
		args = args[:len(args)-1]
	}
	for i, a := range args {
		args[i] = cmp.Or(a, "nil")
	}
	return path + "(" + c.src.between(k.open+1, l.tok) + strings.Join(args, ", ") + ")"
}

// fits reports whether argument n is there, and its source does not show that its type is wrong.
func (k *call) fits(params []apidoc.Param, n int) bool {
	for _, l := range k.literals {
		if l.n == n {
			return accepts(params[n], l)
		}
	}
	return k.args < 0 || n < k.args
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

// usage returns the form of a call, with n arguments unless there is a Usage.
func (f Function) usage(path string, n int) string {
	if f.Usage != "" {
		return f.Usage
	}
	return form(path, f.Params[:n])
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

// form returns the form of a call of a function with parameters.
func form(path string, params []apidoc.Param) string {
	return path + "(" + strings.Join(paramNames(params), ", ") + ")"
}

func paramNames(params []apidoc.Param) (names []string) {
	for _, p := range params {
		names = append(names, p.Name)
	}
	return names
}

// checkExcess warns about arguments that a function ignores, such as a name that is passed to a function without
// parameters.
func checkExcess(c *checker, k *call, path string, params []apidoc.Param) {
	w := message.TakesNoArguments(path, k.args)
	if len(params) > 0 {
		w = message.TooManyArguments(path, k.args, paramNames(params))
	}
	c.warn(k.callee.first, w.With(message.WriteIt(form(path, params))))
}

// checkDraw warns about a random decision that is made again in each tick. Even an unlikely true occurs within seconds,
// and so does the false that ends the behavior.
func checkDraw(c *checker, k *call, path string) {
	if _, kept := c.keyOf[interval]; kept {
		return
	}
	for _, hook := range c.hooksAround(k.fn) {
		if answers[hook] == yes {
			c.warn(k.callee.first, message.DrawInEachTick(path, hook))
			return
		}
	}
}

func checkRequire(c *checker, k *call) {
	if len(c.hooksAround(k.fn)) > 0 {
		c.add(k.callee.first, message.RequireInHook())
		return
	}
	if k.arg.kind == "string" {
		return
	}
	tok := k.callee.first
	if k.arg.valid() {
		tok = k.arg.first
	}
	c.add(tok, message.RequireWithoutName())
}

// checkMutator checks a call such as table.insert(t, v) like a write to t.
func checkMutator(c *checker, k *call, path string) {
	root := c.facts.root(k.arg)
	switch {
	case !k.arg.valid():
	case c.below(k.arg) > 0:
		lostWrite(c, k.arg, message.BoardCopyChanged(path))
	case k.fn == c.facts.chunk:
		if ofModule(root) {
			c.add(k.arg.first, message.ModuleChanged(path, root.base.name))
		}
	case c.facts.fileLevel(root) && !root.base.calls(boards):
		c.add(k.arg.first, c.constantChanged(k.arg, path))
	case root.global != "" && root.global == c.ownGlobal():
		c.add(k.arg.first, c.constantChanged(k.arg, path))
	default:
		if hook := c.pureWith(0, k.fn, root.base); hook != "" {
			c.add(k.arg.first, message.DecideChanges(path, cmp.Or(c.text(k.arg), root.base.name), hook))
		}
	}
}

// checkWait reports functions that wait outside of the coroutine of run. It allows them in a function inside of a hook,
// which may be the body of another coroutine.
func checkWait(c *checker, k *call, path string) {
	if fn := functionOf(k.arg); path == waitUntil && fn != nil && !c.returnsValue(fn) {
		c.warn(k.arg.first, message.WaitUntilNothing(path))
	} else if path == waitUntil && fn != nil && neverYes(fn) {
		c.warn(k.arg.first, message.WaitUntilNeverYes(path))
	}
	for _, hook := range c.hooksAround(k.fn) {
		if !isPure(hook) && (hook == coroutine || c.hookFns[hook] != k.fn) {
			continue
		}
		c.add(k.callee.first, message.WaitOutsideRun(path))
		return
	}
}
