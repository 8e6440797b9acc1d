package lint

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/apidoc"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/syntax"
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
		checkAngles(c, k, path)
		if path == claimFunction {
			checkClaim(c, k)
			checkClaimedAgent(c, k)
		}
		switch {
		case path == "":
			checkWaitingFunction(c, k)
			checkGiven(c, k)
		case path == "require":
			checkRequire(c, k)
		case mutators[path]:
			checkMutator(c, k, path)
		case path == "string.format":
			checkFormat(c, k)
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
	if c.needlessAgent(k, path, f) {
		return
	}
	var missing diag.Words
	if k.args >= 0 || f.Value != "" {
		missing = f.Missing(path, k.args)
	}
	switch {
	case missing.Code != "":
		if board, entry, ok := strings.Cut(k.arg.text, "."); ok && (path == claimFunction || path == unclaimFunction) && syntax.IsName(entry) {
			missing = missing.With(message.WriteCode(path + "(" + strconv.Quote(board) + ", " + strconv.Quote(entry) + ")"))
		}
		c.add(k.callee.first, missing)
	case k.args > len(f.Params) && f.Rest == nil:
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
	return message.TooFewArguments(path, given, paramNames(f.Params[:least])).With(message.WriteIt(f.Call(path, 0)))
}

// parameter returns the parameter that gets argument n.
func (f Function) parameter(n int) apidoc.Param {
	switch {
	case n < len(f.Params):
		return f.Params[n]
	case f.Rest != nil:
		return *f.Rest
	}
	return apidoc.Param{Type: "any"}
}

// shows holds the functions that make a text of any value. A function in place of a value has no text of use.
var shows = map[string]bool{"print": true, "tostring": true, "bt.log": true}

// checkFunctionsGiven reports the functions that are arguments where a value is wanted: their call is missing. want
// returns the parameter of an argument.
func checkFunctionsGiven(c *checker, k *call, path string, want func(n int) apidoc.Param) {
	for _, a := range k.places {
		given := c.facts.globalPath(a.operand)
		g, known := c.functions[given]
		if !known || g.Value != "" {
			continue
		}
		usage := message.WriteCall(g.Call(given, 0))
		switch p := want(a.n); p.Type {
		case "number", "string", "table", "boolean":
			c.add(a.first, message.WrongArgument(path, "a function", a.n+1, p.Name, "a "+message.TypeName(p.Type)).With(usage))
		case shown:
			c.warn(a.first, message.FunctionShown(path, given).With(usage))
		}
	}
}

// shown is the type of parameters that take any value to show it.
const shown = "shown"

// checkFormat checks a call of string.format with a constant format.
func checkFormat(c *checker, k *call) {
	if len(k.literals) == 0 || k.literals[0].n > 0 || k.literals[0].kind != "string" {
		return
	}
	params, ok := formatParams(k.literals[0].text)
	if !ok {
		return
	}
	if given := k.args - 1; k.args > 0 && given < len(params) {
		c.add(k.callee.first, message.TooFewValues(c.src.show(k.literals[0].tok), given, len(params)))
		return
	}
	want := func(n int) apidoc.Param {
		if n > 0 && n <= len(params) {
			return params[n-1]
		}
		return apidoc.Param{Type: "any"}
	}
	for _, l := range k.literals {
		if p := want(l.n); p.Type == "number" && !accepts(p, l) {
			c.add(l.tok, message.WrongArgument("string.format", typed(l.kind), l.n+1, p.Name, "a number").With(message.UseFormatOfText()))
			return
		}
	}
	checkFunctionsGiven(c, k, "string.format", want)
}

// formatParams returns the parameters for the values of a format. ok is false if the format has a mistake.
func formatParams(format string) (params []apidoc.Param, ok bool) {
	for {
		_, rest, more := strings.Cut(format, "%")
		if !more {
			return params, true
		}
		rest = strings.TrimLeft(rest, "-+ #0123456789.")
		if rest == "" {
			return nil, false
		}
		switch format = rest[1:]; rest[0] {
		case '%':
		case 's':
			params = append(params, apidoc.Param{Name: "%s", Type: shown})
		case 'q':
			params = append(params, apidoc.Param{Name: "%q", Type: "string"})
		default:
			if !strings.Contains("cdiouxXeEfFgGaA", rest[:1]) {
				return nil, false
			}
			params = append(params, apidoc.Param{Name: "%" + rest[:1], Type: "number"})
		}
	}
}

// typed returns a type of Lua as messages name a value of it.
func typed(kind string) string {
	if kind == "nil" {
		return kind
	}
	return "a " + message.TypeName(kind)
}

// checkTypes reports the first argument whose type is wrong.
func checkTypes(c *checker, k *call, path string, f Function) {
	checkFunctionsGiven(c, k, path, func(n int) apidoc.Param {
		p := f.parameter(n)
		if shows[path] {
			p.Type = shown
		}
		return p
	})
	if w := c.wrongFirst(k, path, f); w.Code != "" {
		c.add(k.arg.first, w)
		return
	}
	if (path == "print" || path == "bt.log") && k.args > 1 && k.open > 0 && len(k.literals) > 0 && k.literals[0].n == 0 && formatVerb.MatchString(k.literals[0].text) {
		if args := c.src.between(k.open+1, k.last); args != "" {
			c.warn(k.callee.first, message.PrintFormat(path+"(string.format("+args+"))", path))
		}
	}
	for _, l := range k.literals {
		if f.Loose && (l.kind != "function" || f.parameter(l.n).Type == "thread") {
			continue
		}
		if l.n < len(f.Params) && !accepts(f.Params[l.n], l) {
			w := message.WrongArgument(path, typed(l.kind), l.n+1, f.Params[l.n].Name, "a "+message.TypeName(f.Params[l.n].Type))
			swapped := c.swapped(k, path, f, l)
			if swapped.Text == "" && !(path == requestFunction && l.n == 3 && l.kind == "string") { // the channel alone
				swapped = c.swappedWith(k, path, f, l)
			}
			if swapped.Text != "" {
				c.add(l.tok, w.With(swapped))
				return
			}
			c.add(l.tok, w.With(message.WriteIt(c.corrected(k, path, f, l))))
			return
		}
		if p := f.parameter(l.n); p.Name == "seconds" && l.kind == "number" && c.src.is(l.tok, "-") {
			text := c.src.span(l.tok, l.last)
			c.add(l.tok, message.WrongArgument(path, text, l.n+1, p.Name, WantSeconds).With(message.WriteCode(path+"("+strings.TrimLeft(text, "- ")+")")))
			return
		}
		if path == postFunction && l.n == 1 && l.kind == "number" { // no behavior waits for it
			p := f.Params[l.n]
			c.add(l.tok, message.WrongArgument(path, typed(l.kind), l.n+1, p.Name, "a "+message.TypeName(p.Type)).With(message.WriteIt(form(path, f.Params))))
			return
		}
	}
	if c.tableGiven(k, path, f) {
		return
	}
	if path == requestFunction {
		checkRequestOptions(c, k)
	}
}

// needlessAgent reports the agent, or its number, before the arguments of a function of Bough that takes neither. It reports
// whether it has found one. A number is valid as the name of a board, so that agent.id counts only if too many arguments
// follow it, or two texts.
func (c *checker) needlessAgent(k *call, path string, f Function) bool {
	v := k.arg.base
	if !strings.HasPrefix(path, "bt.") || len(f.Params) == 0 || v == nil || !v.param || v.writes > 0 || !c.namesAgent(v.name) {
		return false
	}
	p, given := f.Params[0], c.src.arguments(k)
	if p.Type != "string" && p.Type != "number" && p.Type != "function" || p.Name == "id" || len(given) == 0 {
		return false
	}
	rest, tell := given[1:], c.tellOf(v)
	w := message.TakesNoAgent(path)
	switch isText := func(n int) bool {
		return slices.ContainsFunc(k.literals, func(l literal) bool { return l.n == n && l.kind == "string" })
	}; {
	case k.arg.keys == 1 && k.arg.path == "id" && (k.args > len(f.Params) || k.args == 3 && isText(1) && isText(2)):
		c.warn(k.arg.first, w.With(message.WriteCode(path+"("+strings.Join(rest, ", ")+")")))
	case k.arg.keys > 0 || k.arg.dynamic:
		return false
	case len(rest) >= f.least() && len(rest) <= len(f.Params):
		tell(k.arg.first, w.With(message.WriteCode(path+"("+strings.Join(rest, ", ")+")")))
	default:
		tell(k.arg.first, w.With(message.WriteCode(f.callWith(path, given, 0))))
	}
	return true
}

// tellOf returns what tells of an argument that must not be a table. A parameter of a hook is certainly one; that of another
// function is so only by its name.
func (c *checker) tellOf(v *variable) func(tok int, w diag.Words) *diag.Diagnostic {
	if c.parameter(v) == "" {
		return c.warn
	}
	return c.add
}

// callWith returns a call with the given arguments, but argument n and those that are missing are the names of their parameters.
func (f Function) callWith(path string, given []string, n int) string {
	args := slices.Clone(given)
	for i := range max(len(args), f.least()) {
		if i < len(args) && i != n {
			continue
		}
		name := f.parameter(i).Name
		if f.parameter(i).Type == "string" {
			name = strconv.Quote(name)
		}
		if i < len(args) {
			args[i] = name
		} else {
			args = append(args, name)
		}
	}
	return path + "(" + strings.Join(args, ", ") + ")"
}

// tableGiven reports the first argument that is the agent or another table which the hook gets, where a function of Bough takes
// none. It reports whether it has found one.
func (c *checker) tableGiven(k *call, path string, f Function) bool {
	if !strings.HasPrefix(path, "bt.") {
		return false
	}
	for _, a := range k.params {
		switch p := f.parameter(a.n); p.Type {
		case "string", "number", "function":
			if p.Name == "id" || a.base.writes > 0 || !c.namesAgent(a.base.name) && !slices.Contains([]string{"params", "memory"}, c.parameter(a.base)) {
				continue
			}
			remedy := message.WriteIt(f.Call(path, a.n+1))
			if given := c.src.arguments(k); a.n < len(given) {
				remedy = message.WriteCode(f.callWith(path, given, a.n))
			}
			c.tellOf(a.base)(a.first, message.WrongArgument(path, typed("table"), a.n+1, p.Name, "a "+message.TypeName(p.Type)).With(remedy))
			return true
		}
	}
	return false
}

// formatVerb matches what string.format fills in.
var formatVerb = regexp.MustCompile(`%[-+ #0]*\d*(\.\d+)?[dfgisx]`)

// wrongFirst returns the words for the agent as a first argument that must be its number, and the other way round, or
// empty words.
func (c *checker) wrongFirst(k *call, path string, f Function) (w diag.Words) {
	v := k.arg.base
	if len(f.Params) == 0 || v == nil || !v.param || v.writes > 0 || !c.namesAgent(v.name) {
		return w
	}
	p, rest := f.Params[0], c.src.between(k.arg.last+1, k.last)
	given, right := "a table", v.name+".id"
	switch {
	case p.Type == "number" && p.Name == "id" && k.arg.keys == 0:
	case p.Type == "table" && p.Name == "agent" && k.arg.keys == 1 && k.arg.path == "id":
		given, right = "a number", v.name
	default:
		return w
	}
	w = message.WrongArgument(path, given, 1, p.Name, "a "+message.TypeName(p.Type))
	if k.open > 0 && rest != "" {
		w = w.With(message.WriteCode(path + "(" + right + rest + ")"))
	}
	return w
}

// swapped returns the remedy for a text as the first argument that is meant as the second one, which is there and is no
// text, or empty words.
func (c *checker) swapped(k *call, path string, f Function, l literal) (w diag.Words) {
	if l.n > 0 || l.kind != "string" || len(f.Params) < 2 || f.Params[1].Type != "string" {
		return w
	}
	first, other := c.text(k.second), c.src.span(l.tok, l.last)
	if first == "" || other == "" || k.second.kind == "table" || k.second.kind != "" && k.second.kind != f.Params[0].Type {
		return w
	}
	rest := ""
	if k.args > 2 {
		rest = ", ..."
	}
	name := f.Params[0].Name
	if name == "id" {
		name = "agent"
		if v := k.second.base; v != nil && k.second.isVariable() && v.param && c.namesAgent(v.name) {
			first += ".id"
		}
	}
	return message.ComesFirst(path+"("+first+", "+other+rest+")", name)
}

// swappedWith returns the remedy for an argument that has changed places with the one before or after it, as in
// bt.post(id, "noise", 2, { }) and bt.post(id, { }, "noise"), or empty words.
func (c *checker) swappedWith(k *call, path string, f Function, l literal) (w diag.Words) {
	for _, other := range k.literals {
		first, later := other, l
		if other.n > l.n {
			first, later = l, other
		}
		if k.open == 0 || first.n < 1 || later.n != first.n+1 || later.n >= len(f.Params) || first.kind == later.kind || first.kind == "nil" || !accepts(f.Params[later.n], first) || !accepts(f.Params[first.n], later) {
			continue
		}
		left, right := c.src.span(first.tok, first.last), c.src.span(later.tok, later.last)
		head, rest := c.src.between(k.open+1, first.tok), c.src.between(later.last+1, k.last)
		if left != "" && right != "" && head != "" {
			return message.SwappedArguments(path+"("+head+right+", "+left+rest+")", f.Params[later.n].Name, f.Params[first.n].Name)
		}
	}
	return w
}

// WantSeconds describes the argument of functions that take seconds.
const WantSeconds = "a number of seconds, 0 or more (at most thirty years)"

// requestFunction is the function that requests something of the game. Its last argument is a table of options.
const requestFunction = "bt.request"

// The options of requestFunction, with their types.
var requestOptions = []apidoc.Param{{Name: "channel", Type: "string"}, {Name: "priority", Type: "number"}}

// checkRequestOptions reports the first entry of a table of options that is none, or has a value of another type.
func checkRequestOptions(c *checker, k *call) {
	if k.args == 3 {
		checkOptionsAsData(c, k)
	}
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

// checkOptionsAsData warns about data of a request that is meant as its options.
func checkOptionsAsData(c *checker, k *call) {
	for _, l := range k.literals {
		if l.n != 2 || l.table == nil || l.table.open || len(l.table.entries) == 0 || len(l.table.texts)+len(l.table.names) > 0 {
			continue
		}
		isOption := func(e entry) bool {
			return slices.ContainsFunc(requestOptions, func(p apidoc.Param) bool { return p.Name == e.name })
		}
		options := c.src.span(l.tok, l.last)
		if options != "" && !slices.ContainsFunc(l.table.entries, func(e entry) bool { return !isOption(e) }) {
			c.warn(l.tok, message.OptionsAsData().With(message.WriteCode(requestFunction+"("+c.src.between(k.open+1, l.tok)+"nil, "+options+")")))
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
		return f.Call(path, l.n+1)
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
	case path == requestFunction && l.n == 3 && l.kind == "string":
		name = "{ channel = " + own + " }"
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

// Call returns a call of the function, for messages: with the arguments that it needs, and with those up to argument n.
func (f Function) Call(path string, n int) string {
	n = max(n, f.least())
	if f.Usage != "" {
		return firstArguments(f.Usage, n)
	}
	return form(path, f.Params[:n])
}

// firstArguments returns a call, which other words may follow, with its first n arguments.
func firstArguments(call string, n int) string {
	depth := 0
	for i, r := range call {
		switch r {
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth == 0 {
				return call
			}
		case ',':
			if depth != 1 {
				continue
			}
			if n--; n == 0 {
				_, behind, more := strings.Cut(call[i:], "), ")
				if more {
					behind = ", " + behind
				}
				return call[:i] + ")" + behind
			}
		}
	}
	return call
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
	remedy := message.WriteIt(form(path, params))
	if path == boards && len(k.literals) > 1 && k.literals[1].kind == "string" && syntax.IsName(k.literals[1].text) {
		board := c.src.span(k.literals[0].tok, k.literals[0].last)
		remedy = message.WriteIt(boards + "(" + board + ")." + k.literals[1].text)
		if len(k.literals) > 2 || k.args > 2 {
			remedy = message.WriteIt(boards + "(" + board + ")." + k.literals[1].text + " = ...")
		}
	}
	c.warn(k.callee.first, w.With(remedy))
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
	c.addIn(k.fn, tok, message.RequireWithoutName())
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
			c.warn(k.arg.first, message.ModuleChanged(path, root.base.name))
		}
	case c.facts.fileLevel(root) && !root.base.calls(boards):
		c.addIn(k.fn, k.arg.first, c.constantChanged(k.arg, path))
	case root.global != "" && root.global == c.ownGlobal():
		c.addIn(k.fn, k.arg.first, c.constantChanged(k.arg, path))
	default:
		if hook := c.pureWith(0, k.fn, root.base); hook != "" {
			c.add(k.arg.first, message.DecideChanges(path, cmp.Or(c.text(k.arg), root.base.name), hook))
		}
	}
}

// waitIn returns the first call in a function itself that waits, or nil. A function whose parameters decide on what it does
// may wait only for some callers.
func (s *Script) waitIn(fn *function, functions map[string]Function) *call {
	if fn == nil || fn.asks {
		return nil
	}
	for _, k := range s.facts.calls {
		if k.fn == fn && functions[s.facts.globalPath(k.callee)].Suspends {
			return k
		}
	}
	return nil
}

// Waits returns the position of the call with which a function in the table of a module waits. ok is false if it has
// none.
func (s *Script) Waits(member string, functions map[string]Function) (pos diag.Pos, ok bool) {
	k := s.waitIn(s.hookFns[member], functions)
	if k == nil {
		return pos, false
	}
	return s.src.pos(k.callee.first), true
}

// unwaiting returns the hook that a function is and that cannot wait, or "".
func (s *Script) unwaiting(fn *function) string {
	if fn == nil || s.hookFns[coroutine] == fn {
		return ""
	}
	for _, h := range s.Hooks {
		if isHook(h.Name) && s.hookFns[h.Name] == fn {
			return h.Name
		}
	}
	return ""
}

// checkWaitingFunction warns about the call of a function of the file that waits, in a hook that cannot.
func checkWaitingFunction(c *checker, k *call) {
	v := k.callee.base
	if v == nil || !k.callee.isVariable() || v.writes > 0 {
		return
	}
	hook := c.unwaiting(k.fn)
	if waits := c.waitIn(v.init.fn, c.functions); hook != "" && waits != nil {
		at := c.src.pos(waits.callee.first)
		c.warn(k.callee.first, message.CallWaits(v.name, hook, at.String()).With(c.WhereToWait()))
	}
}

// WhereToWait returns the remedy for a hook that waits and cannot.
func (s *Script) WhereToWait() (w diag.Words) {
	if s.hookFns[coroutine] != nil {
		w = message.WaitInRun()
	}
	return w
}

// checkWait reports functions that wait outside of the coroutine of run. It allows them in a function inside of a hook,
// which may be the body of another coroutine.
func checkWait(c *checker, k *call, path string) {
	if fn := functionOf(k.arg); path == waitUntil && fn != nil && !c.returnsValue(fn) {
		_, remedy := c.endWith(fn, yes)
		c.warn(k.arg.first, message.WaitUntilNothing(path).With(remedy))
	} else if path == waitUntil && fn != nil && neverYes(fn) {
		c.warn(k.arg.first, message.WaitUntilNeverYes(path))
	}
	for _, hook := range c.hooksAround(k.fn) {
		if !isPure(hook) && (hook == coroutine || c.hookFns[hook] != k.fn) {
			continue
		}
		if c.waits[k.fn] {
			return // the remedy for the first one corrects all
		}
		if c.waits == nil {
			c.waits = map[*function]bool{}
		}
		c.waits[k.fn] = true
		wait := message.WaitOutsideRun(path)
		if params := c.hookFns[hook].params; hook == act && len(params) > 0 {
			names := make([]string, len(params))
			for i, p := range params {
				names[i] = p.name
			}
			wait = wait.With(message.WriteRun(parameters(names)))
		}
		c.add(k.callee.first, wait.With(c.WhereToWait()))
		return
	}
}
