package luabind

import (
	"cmp"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/apidoc"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// explainer describes the mistakes of a script in terms of its source, and adds a remedy.
type explainer struct {
	s    *state
	file *Chunk // the file with the mistake; nil if it is not known
	// hook is the file of the hook, and trace has the calls that led from it to the mistake, the innermost first.
	hook  *Chunk
	trace []lua.Level
}

// words returns the words for an error of Lua or of a Go function, or for one that the script itself has raised.
func (x explainer) words(raised *lua.Error) diag.Words {
	var said diag.Words
	var bad *lua.ArgumentError
	var unmet *lib.AssertionError
	var problem *lua.Problem
	switch cause := raised.Cause; {
	case errors.As(cause, &said):
		return said
	case errors.As(cause, &bad):
		return x.badArgument(bad)
	case errors.As(cause, &unmet):
		if !quotable(unmet.Given) {
			return message.UnexplainedAssertion()
		}
		return message.AssertionFailed(unmet.Given.Text)
	case errors.As(cause, &problem):
		w, _ := problemWords(problem)
		return w
	case raised.Mistake != nil:
		return x.mistake(raised.Mistake)
	case cause != nil && helperIn(raised) != "":
		return message.HelperError(clip(cause.Error()), helperIn(raised))
	}
	return chosen(raised)
}

// problemWords returns the words for a problem that package lua describes by a code. ok is false if the catalog does
// not have the code.
func problemWords(p *lua.Problem) (w diag.Words, ok bool) {
	args := p.Args
	for _, k := range []lua.Kind{lua.KindUserdata, lua.KindString} {
		if args["kind"] == k.String() {
			args = maps.Clone(args)
			args["kind"] = kindName(k)
		}
	}
	return message.Lookup(p.Code, args)
}

// mistake returns the words for an operation on a value that does not support it.
func (x explainer) mistake(m *lua.Mistake) diag.Words {
	o := m.Operands[0]
	switch m.Attempt {
	case "index":
		if o.Value.Kind() == lua.KindUserdata || m.Op == ":" {
			return x.notThere(m, o)
		}
		if o.What == "metafield" {
			return message.MetafieldNotTable(keyText(m.Key), kindName(o.Value.Kind()), o.Name)
		}
		w := message.NotATable(keyText(m.Key), described(o))
		if o.Value.IsNil() {
			w = w.With(x.wantsTable(o, m.Op == "="))
		} else if remedy := x.argument(o); remedy.Code != "" {
			w = w.With(remedy)
		} else if o.Value.Function() != nil && isPath(o) {
			w = w.With(message.CallIt(o.Text))
		} else if o.Text == "assert" && x.file != nil && strings.HasSuffix(x.file.Path, "_test.lua") { // assert.equal of other libraries
			w = w.With(message.WriteTestWord())
		}
		return w
	case "call":
		return x.called(o)
	case "compare":
		return x.compared(m.Operands)
	case "perform arithmetic on", "concatenate":
		if len(m.Operands) > 1 {
			return x.calculated(m.Op, m.Operands)
		}
		return message.CannotNegate(described(o)).With(x.otherwise(o, "0"))
	case "get length of":
		if o.Value.Kind() == lua.KindNumber && isPath(o) {
			return message.NoLength(described(o)).With(message.NumberHasNoLength(o.Text))
		}
		return message.NoLength(described(o)).With(x.instead(o, message.WriteCode("#("+o.Text+" or {})")))
	case "loop":
		bound := map[string]func(string) diag.Words{"initial value": message.LoopStartNotNumber, "limit": message.LoopEndNotNumber, "step": message.LoopStepNotNumber}[m.Op]
		return bound(described(o)).With(x.otherwise(o, "1"))
	}
	return x.badKey(o) // "set"; the words for "change" are those of state.refused
}

// notThere returns the words for a method that a value does not have, and for a field of a handle, which has none.
func (x explainer) notThere(m *lua.Mistake, o lua.Operand) diag.Words {
	name := keyText(m.Key)
	if o.Value.IsNil() {
		return message.NilWithoutMethod(name, o.Text).With(x.wantsTable(o, false))
	}
	data, ok := o.Value.Data()
	if !ok {
		return message.ValueWithoutMethod(name, described(o))
	}
	names := x.s.runtime.MethodNames(reflect.TypeOf(data))
	w := message.ValueWithoutField(Listed(names), name, described(o))
	if m.Op == ":" {
		w = message.ValueWithoutMethodOf(Listed(names), name, described(o))
	}
	switch isMethod := slices.Contains(names, name); {
	case m.Op == "=":
		return w.With(message.HandleUnchangeable())
	case isMethod:
		object := ""
		if isPath(o) {
			object = o.Text
		}
		return w.With(message.CallMethod(name, object))
	}
	if _, dummy := data.(*helper.Dummy); dummy && m.Op == ":" {
		return w.With(message.GiveDummyMethod(name))
	}
	return w.With(OtherMethod(name, names))
}

// OtherMethod returns the remedy for a name that a handle has neither as a method nor as a field, apart from the list of
// its methods. names are all of them.
func OtherMethod(name string, names []string) diag.Words {
	if near := diag.Suggest(name, names); near != "" {
		return message.DidYouMean(near)
	}
	if len(names) == 0 {
		return message.NoMethods()
	}
	return diag.Words{}
}

// Listed returns names for a message: the first ones if there are many.
func Listed(names []string) []string {
	if len(names) > maxListed {
		return append(slices.Clip(names[:maxListed]), "…")
	}
	return names
}

// kindOf returns the type of a value for messages.
func kindOf(v lua.Value) string {
	if v.Kind() == lua.KindUserdata {
		return helper.ShowPlain(v)
	}
	return kindName(v.Kind())
}

// described returns the source text of an operand, followed by its type.
func described(o lua.Operand) string {
	kind := kindOf(o.Value)
	if o.Text == "" || o.Text == kind {
		return kind
	}
	return o.Text + " (" + kind + ")"
}

// given returns the source text of an argument, followed by its value.
func given(o lua.Operand) string {
	value := helper.ShowPlain(o.Value)
	if !quotable(o) || o.Text == value {
		return value
	}
	return o.Text + " (" + value + ")"
}

// quotable reports whether the source text of an operand is more informative than its value.
func quotable(o lua.Operand) bool {
	return o.Text != "" && o.What != "constant" && o.Text[0] != '{' && !strings.HasPrefix(o.Text, "function")
}

// isPath reports whether the source text of an operand is a name, or a name with fields.
func isPath(o lua.Operand) bool { return path.MatchString(o.Text) }

var path = lazyregexp.New(`^` + ident.Pattern + `(\.` + ident.Pattern + `)*$`)

// keyText returns a key as messages show it.
func keyText(k lua.Value) string {
	if text, ok := k.Text(); ok {
		return cut(text, maxKey)
	}
	return helper.ShowPlain(k)
}

// wantsTable returns the remedy for an operand that is nil where a table is needed. assigned is set if the script
// has written an entry rather than read one.
func (x explainer) wantsTable(o lua.Operand, assigned bool) diag.Words {
	switch {
	case !quotable(o) || o.Text[0] == '(':
		return diag.Words{}
	case assigned && isPath(o):
		return x.beforehand(o)
	}
	return x.ifNil(o, message.TestBefore(o.Text))
}

// beforehand returns the remedy for an operand that is nil where a table is to be changed.
func (x explainer) beforehand(o lua.Operand) diag.Words {
	if t := o.Of.Table(); o.Value.IsNil() && t != nil && x.s.isBoard(t) {
		return message.ChangeCopyOfEntry(o.Text)
	}
	return x.ifNil(o, message.WriteBefore(o.Text+" = "+o.Text+" or {}"))
}

// called returns the words for a call of a value that is not a function.
func (x explainer) called(o lua.Operand) diag.Words {
	if o.What == "iterator" {
		return x.notIterator(o)
	}
	w, text := message.NotAFunction(described(o)), o.Text
	if colon := strings.LastIndexByte(o.Text, ':'); o.What == "method" && colon > 0 { // as in agent:move
		object := strings.TrimRight(o.Text[:colon], " ")
		text = object + "." + o.Name
		w = message.NotAFunction(text + " (" + kindName(o.Value.Kind()) + ")").With(x.insteadOfMethod(o, object))
	}
	if t := o.Of.Table(); t != nil && x.s.isBoard(t) || strings.HasPrefix(o.Text, "bt.board(") {
		return w.With(message.BoardEntry())
	}
	own := x.owner(o)
	switch own.sort {
	case ofAgent:
		w = w.With(message.CallOfField(o.Name))
	case ofModule, ofGlobal:
		if w = w.With(own.missing()); !o.Value.IsNil() && text != "" {
			w = w.With(message.ReadValue(kindName(o.Value.Kind()), text))
		}
	}
	return w
}

// notIterator returns the words for a loop through a value that is not a function.
func (x explainer) notIterator(o lua.Operand) diag.Words {
	w := message.NotAnIterator(described(o))
	switch kind := o.Value.Kind(); {
	case o.Text == "":
	case kind == lua.KindNumber:
		w = w.With(message.WriteCount())
	case kind == lua.KindTable || isPath(o) && o.Text != "nil":
		w = w.With(message.WritePairs(o.Text))
	}
	return w
}

// compared returns the words for an invalid comparison.
func (x explainer) compared(o []lua.Operand) diag.Words {
	w := message.CannotCompare(described(o[0]), described(o[1]))
	for _, side := range o {
		text, isText := side.Value.Text()
		switch {
		case w.Hint != "":
		case side.Value.IsNil():
			w = w.With(x.otherwise(side, "0"))
		case isText && side.What == "constant" && plainNumber.MatchString(text):
			w = w.With(message.WithoutQuotes(text))
		case side.Value.Function() != nil && isPath(side):
			w = w.With(message.CallIt(side.Text))
		}
	}
	return w
}

// plainNumber matches a number that is written as a string.
var plainNumber = lazyregexp.New(`^-?\d+(\.\d+)?$`)

// calculated returns the words for an invalid calculation.
func (x explainer) calculated(op string, o []lua.Operand) diag.Words {
	w := message.CannotCalculate(described(o[0]), op, described(o[1]))
	isText := func(v lua.Value) bool { return v.Kind() == lua.KindNumber || v.Kind() == lua.KindString }
	both := isText(o[0].Value) && isText(o[1].Value)
	for i, side := range o {
		if w.Hint == "" && (!isText(side.Value) || both && side.Value.Kind() == lua.KindString) {
			w = w.With(x.unfit(side, op, neutral(op, i)))
		}
	}
	return w
}

// neutral returns the value that should replace nil on one side of an operator. It is not 0 for a divisor.
func neutral(op string, side int) string {
	switch {
	case op == "..":
		return `""`
	case side == 1 && (op == "/" || op == "%"):
		return "1"
	}
	return "0"
}

// unfit returns the remedy for an operand that has the wrong type for an operator.
func (x explainer) unfit(o lua.Operand, op, neutral string) diag.Words {
	kind := o.Value.Kind()
	if remedy := x.argument(o); kind != lua.KindNil && remedy.Code != "" {
		return remedy
	}
	switch {
	case kind == lua.KindNil:
		return x.otherwise(o, neutral)
	case kind == lua.KindString && op == "+":
		return message.JoinTexts()
	case kind == lua.KindString:
		return message.NumbersOnly(op)
	case kind == lua.KindFunction && isPath(o):
		return message.CallIt(o.Text)
	case op == ".." && (kind == lua.KindBool || kind == lua.KindUserdata) && o.Text != "":
		return message.WriteCode("tostring(" + o.Text + ")")
	case op == ".." && kind == lua.KindTable:
		return message.NameEntry()
	}
	return diag.Words{}
}

// badKey returns the words for a value that is invalid as a key of a table.
func (x explainer) badKey(o lua.Operand) diag.Words {
	switch {
	case !o.Value.IsNil() && quotable(o):
		return message.NanKey(o.Text)
	case !o.Value.IsNil():
		return message.NanKey("nan")
	case quotable(o):
		return message.NilKey(described(o)).With(x.ifNil(o, message.TestBefore(o.Text)))
	}
	return message.NilKey("nil").With(message.TestKeyBefore())
}

// insteadOf holds, for each type, a value that can replace nil.
var insteadOf = map[string]string{"table": "{}", "number": "0", "string": `""`}

// badArgument returns the words for a wrong argument of a Go function.
func (x explainer) badArgument(bad *lua.ArgumentError) diag.Words {
	w, function := x.s.runtime.badArgument(bad)
	if bad.N == 0 && bad.Want != "" {
		return w
	}
	return w.With(x.insteadOfArgument(bad, function))
}

// badArgument returns the words for a wrong argument, without a remedy, and the function.
func (r *Runtime) badArgument(bad *lua.ArgumentError) (w diag.Words, function string) {
	function = r.pathOf(bad)
	want := strings.ReplaceAll(bad.Want, "a string", "a "+kindName(lua.KindString))
	name := r.paramOf(function, bad)
	switch given := given(bad.Given); {
	case bad.Want == "":
		w = message.BadArgument(function, bad.N, name, bad.Reason)
	case bad.N == 0:
		w = message.WrongReceiver(function, given, want)
	case bad.Missing:
		w = message.MissingArgument(function, bad.N, name, want)
	default:
		w = message.WrongArgument(function, given, bad.N, name, want)
	}
	return w, function
}

// insteadOfArgument returns the remedy for a wrong argument.
func (x explainer) insteadOfArgument(bad *lua.ArgumentError, function string) diag.Words {
	o, zero := bad.Given, insteadOf[strings.TrimPrefix(bad.Want, "a ")]
	switch usage := usageOf(function, bad.N); {
	case !bad.Missing && o.Value.Function() != nil && isPath(o) && !strings.Contains(bad.Want, "function"):
		return message.CallIt(o.Text)
	case !bad.Missing && o.Value.IsNil() && quotable(o) && strings.HasPrefix(bad.Want, "a number"):
		return x.otherwise(o, "0")
	case function == "bt.wait_until" && !bad.Missing && quotable(o):
		return message.WriteCode("bt.wait_until(function() return " + o.Text + " end)")
	case usage != "":
		return message.WriteCode(usage)
	case bad.Want == wantLuaFunction:
		return message.WriteLuaFunction()
	case bad.Missing:
		return x.withoutSelf(bad)
	case !o.Value.IsNil() || !quotable(o):
		return diag.Words{}
	case isPath(o) && strings.HasPrefix(function, "table.") && function != "table.concat":
		return x.beforehand(o)
	case zero != "":
		return x.otherwise(o, zero)
	}
	return diag.Words{}
}

// wantLuaFunction is the argument that coroutine.create and coroutine.wrap want.
const wantLuaFunction = "a function of a file"

// pathOf returns the name of the function of an ArgumentError, with the table that has it.
func (r *Runtime) pathOf(bad *lua.ArgumentError) string {
	called := bad.Callee.Value // nil if a function of Go has called it
	for _, name := range keys(r.globals) {
		t := r.globals.Get(lua.Name(name)).Table()
		if t == nil {
			continue
		}
		if fn := t.Get(lua.Name(bad.Function)); fn.Kind() == lua.KindFunction && (called.IsNil() || fn == called) {
			return name + "." + bad.Function
		}
	}
	return bad.Function
}

// paramOf returns the name of the parameter for a wrong argument, or "..." if it is not known.
func (r *Runtime) paramOf(function string, bad *lua.ArgumentError) string {
	n := bad.N
	if bad.Method {
		n++
	}
	params := scriptParams()[function]
	for _, space := range r.spaces {
		for i := range space.Helpers {
			if h := &space.Helpers[i]; space.Name+"."+h.Name == function {
				params = h.Params
			}
		}
	}
	if n < 1 || n > len(params) {
		return "..."
	}
	return params[n-1]
}

// withoutSelf returns the remedy for a call such as s.upper(), where s is a string.
func (x explainer) withoutSelf(bad *lua.ArgumentError) diag.Words {
	f := bad.Callee
	object, ok := strings.CutSuffix(f.Text, "."+f.Name)
	if !ok || bad.N != 1 || bad.Want != "a string" || x.s.runtime.isFunction(f.Text) {
		return diag.Words{}
	}
	return message.WriteCode(object + ":" + f.Name + "()")
}

// otherwise returns the remedy for an operand that is nil, in an expression where value could replace it.
func (x explainer) otherwise(o lua.Operand, value string) diag.Words {
	if o.Text != "" && o.Text[0] == '(' {
		return diag.Words{}
	}
	if object, cut := strings.CutSuffix(o.Text, "."+o.Name); cut && o.Value.IsNil() && slices.Contains(lengths, o.Name) {
		if libraryOf(o.Of) != "" {
			return message.WriteCode("#" + object)
		} else if o.Of.IsNil() {
			return message.LengthOrField(o.Text, object, value)
		}
	}
	return x.instead(o, message.WriteCode("("+o.Text+" or "+value+")"))
}

// lengths are the names that other languages have for the length of a list or a text.
var lengths = []string{"length", "Length", "len", "size", "count", "Count"}

// libraryOf returns the name of the library for a text or for a list with entries, or "".
func libraryOf(v lua.Value) string {
	if v.Kind() == lua.KindString {
		return "string"
	}
	if t := v.Table(); t != nil {
		if k, _, more := t.Next(lua.Nil); more && k.Kind() == lua.KindNumber {
			return "table"
		}
	}
	return ""
}

// insteadOfMethod returns the remedy for a call of a method that a list or a text does not have. object is the source
// of the list or text.
func (x explainer) insteadOfMethod(o lua.Operand, object string) diag.Words {
	libraries := []string{libraryOf(o.Of)}
	if o.Of.IsNil() { // no variable holds the object
		libraries = []string{"table", "string"}
	}
	for _, library := range libraries {
		path := library + "." + o.Name
		if x.s.runtime.isFunction(path) {
			return message.WriteCode(path + "(" + object + ", ...)")
		} else if remedy := apidoc.Elsewhere(path); remedy.Code != "" {
			return remedy
		}
	}
	return diag.Words{}
}

// noField returns the remedy for an argument that is a field which the agent does not have.
func noField(c *lua.Call, arg lua.Operand) diag.Words {
	own := explainer{s: stateOf(c)}.owner(arg)
	if own.sort != ofAgent || !own.table.Get(lua.Name(own.name)).IsNil() {
		return diag.Words{}
	}
	if wrong := own.misspelled(); wrong != "" {
		return message.AgentFieldMisspelled(arg.Name, wrong)
	}
	if near := diag.Suggest(own.name, slices.Sorted(slices.Values(own.others()))); near != "" {
		return message.AgentHasNoFieldNear(arg.Name, near)
	}
	return message.AgentHasNoField(arg.Name)
}

// instead is like ifNil, for a remedy that repeats the text of the operand. It returns no remedy if the operand is a
// constant, a constructor or a function, or has no text.
func (x explainer) instead(o lua.Operand, remedy diag.Words) diag.Words {
	if !quotable(o) {
		return diag.Words{}
	}
	return x.ifNil(o, remedy)
}

// ifNil returns the remedy for an operand that is nil. This is the given remedy, or a more specific one if the
// owner of the operand is known. ifNil returns no remedy if the operand is not nil.
func (x explainer) ifNil(o lua.Operand, remedy diag.Words) diag.Words {
	if !o.Value.IsNil() {
		return diag.Words{}
	}
	if o.Text == "bt.stimulus()" {
		return message.NameStimulus()
	}
	own := x.owner(o)
	switch own.sort {
	case ofParams:
		if field := x.s.bound.fieldOf(o.Name); field != "" {
			return message.ParamIsField(field)
		}
		return message.GiveParamValue(o.Name)
	case ofModule, ofGlobal:
		return own.missing()
	case ofAgent:
		if wrong := own.misspelled(); wrong != "" {
			return message.AgentFieldMisspelled(o.Name, wrong)
		}
		return own.lacked(remedy)
	}
	if w := x.argument(o); w.Code != "" {
		return w
	}
	if o.What == "local" && x.file != nil && len(x.trace) > 0 && x.trace[0].At.File == x.file.Path {
		at := x.trace[0].At
		if text, line := x.file.compiled.script.LocalOf(o.Name, diag.Pos{Line: at.Line, Col: at.Col}); text != "" {
			return message.LocalIsNil(line, o.Name, remedy, text)
		}
	}
	return message.IfNil(remedy)
}

// argument returns the remedy for a parameter that is nil or of the wrong type, which names what the call gives. It returns
// empty Words for any other variable, and for a parameter of a hook.
func (x explainer) argument(o lua.Operand) diag.Words {
	if o.What != "local" || x.file == nil || len(x.trace) < 2 || x.trace[0].At.File != x.file.Path {
		return diag.Words{}
	}
	in, by := x.trace[0], x.trace[1].At
	caller := x.s.runtime.fileAt(x.hook, by.File)
	n := x.file.compiled.script.Parameter(o.Name, diag.Pos{Line: in.At.Line, Col: in.At.Col})
	if n == 0 || caller == nil {
		return diag.Words{}
	}
	function, text, ok := caller.compiled.script.Argument(by.Line, in.Function, n)
	switch {
	case !ok:
		return diag.Words{}
	case text == "" || text == "nil":
		return message.ArgumentNotGiven(function, n, o.Name, by.String())
	}
	if param, ok := strings.CutPrefix(text, "params."); ok && caller == x.hook {
		if field := x.s.bound.fieldOf(param); field != "" {
			return message.ArgumentIsField(field, function, n, o.Name, by.String(), text)
		}
	}
	return message.ArgumentIsWrong(function, kindOf(o.Value), n, o.Name, by.String(), text)
}

// ownerSort is the kind of owner that a name has.
type ownerSort uint8

const (
	ofNobody ownerSort = iota
	ofAgent
	ofParams
	ofModule // a module or a library
	ofGlobal
)

// owned is a name with its owner. The table contains all names of the owner.
type owned struct {
	sort    ownerSort
	owner   string
	name    string
	table   *lua.Table
	near    string     // the name that was probably meant by an unknown global, or ""
	instead diag.Words // otherwise the remedy for it
	weigh   func(field string) int
}

// owner returns the owner of an operand, or the zero value if the owner is not known.
func (x explainer) owner(o lua.Operand) owned {
	s := x.s
	switch o.What {
	case "global":
		return x.global(o)
	case "field", "method":
	default:
		return owned{}
	}
	switch t := o.Of.Table(); {
	case t != nil && t == s.agentTable():
		return owned{sort: ofAgent, name: o.Name, table: t, weigh: s.runtime.weigh}
	case t != nil && s.bound != nil && s.ctx != nil && o.Of == s.bound.params:
		return owned{sort: ofParams, name: o.Name}
	case t != nil:
		if owner := x.named(o.Of); owner != "" {
			return owned{sort: ofModule, owner: owner, name: o.Name, table: t}
		}
	default: // the operand may be a member of a library
		library, _, _ := strings.Cut(o.Text, ".")
		if t := s.runtime.globals.Get(lua.Name(library)).Table(); t != nil && o.Text == library+"."+o.Name {
			return owned{sort: ofModule, owner: library, name: o.Name, table: t}
		}
	}
	return owned{}
}

// named returns the name of the module or library that a table is, or "" if it is neither.
func (x explainer) named(t lua.Value) string {
	if x.file != nil {
		for _, m := range x.file.near {
			if m.value == t {
				return m.Name
			}
		}
	}
	globals := x.s.runtime.globals
	for k, v, more := globals.Next(lua.Nil); more; k, v, more = globals.Next(k) {
		if v == t {
			return k.String()
		}
	}
	return ""
}

// global is like owner, but for a global variable.
func (x explainer) global(o lua.Operand) owned {
	if !o.Value.IsNil() {
		return owned{}
	}
	own := owned{sort: ofGlobal, name: o.Name}
	undefined := message.LocalOfBlockAbove()
	var visible []string
	if x.file != nil {
		for _, g := range x.file.compiled.script.GlobalReads {
			if g.Pos.Line == o.At.Line && g.Pos.Col == o.At.Col {
				own.instead = x.file.compiled.script.Unseen(g)
				undefined = g.Undefined()
				visible = x.file.compiled.script.Visible(g)
			}
		}
	}
	if t := x.s.agentTable(); own.instead.Code == "" && t != nil && !t.Get(lua.Name(o.Name)).IsNil() {
		own.near = "agent." + o.Name
		return own
	}
	if own.instead.Code == "" {
		own.instead = apidoc.Elsewhere(o.Name)
	}
	if own.instead.Code == "" {
		own.instead = x.s.runtime.Within(o.Name, false)
	}
	if own.instead.Code == "" {
		own.near = cmp.Or(lint.MisspelledKeyword(o.Name), diag.Suggest(o.Name, visible))
		own.instead = undefined
	}
	return own
}

// agentTable returns the fields of the agent of the current hook call, or nil outside of hooks.
func (s *state) agentTable() *lua.Table {
	if s.ctx == nil {
		return nil
	}
	return TableOf(s.ctx.Agent().Fields())
}

const (
	maxNear   = 200 // number of names among which a similar name is searched
	maxKey    = 40  // number of bytes of a key
	maxListed = 8   // number of names of a module that are listed if none is similar
)

// others returns the names of the owner, in the order of the table.
func (o owned) others() (list []string) {
	for k, _, more := o.table.Next(lua.Nil); more && len(list) < maxNear; k, _, more = o.table.Next(k) {
		if name, ok := k.Text(); ok && k.Kind() == lua.KindString {
			list = append(list, name)
		}
	}
	return list
}

// misspelled returns the field that the agent has in place of the missing one if that field is misspelled and not the
// missing one: no script or tree has its name, and they use the missing one elsewhere, too. Otherwise it returns "".
func (o owned) misspelled() string {
	if o.weigh == nil || !o.table.Get(lua.Name(o.name)).IsNil() || o.weigh(o.name) < 2 {
		return ""
	}
	if near := diag.Suggest(o.name, slices.Sorted(slices.Values(o.others()))); near != "" && o.weigh(near) == 0 {
		return near
	}
	return ""
}

// missing returns the remedy for a name that its owner, which is not the agent, does not have. It suggests the name that
// was probably meant. It returns no remedy if the owner has the name.
func (o owned) missing() diag.Words {
	switch {
	case o.sort == ofGlobal && o.near != "":
		return message.NoGlobalNear(o.name, o.near)
	case o.sort == ofGlobal:
		return message.NoGlobal(o.instead, o.name)
	case !o.table.Get(lua.Name(o.name)).IsNil():
		return diag.Words{}
	}
	if instead := apidoc.Elsewhere(o.owner + "." + o.name); instead.Code != "" {
		return message.LacksNameInstead(instead, o.name, o.owner)
	}
	list := o.others()
	if near := diag.Suggest(o.name, slices.Sorted(slices.Values(list))); near != "" {
		return message.LacksNameNear(o.name, near, o.owner)
	}
	if len(list) > 0 && len(list) <= maxListed {
		return message.LacksNameHas(o.name, list, o.owner)
	}
	return message.LacksName(o.name, o.owner)
}

// lacked returns the remedy for a field of the agent that is nil. remedy is the one for a field that may be nil.
func (o owned) lacked(remedy diag.Words) diag.Words {
	if !o.table.Get(lua.Name(o.name)).IsNil() {
		return message.IfNil(remedy)
	}
	if near := diag.Suggest(o.name, slices.Sorted(slices.Values(o.others()))); near != "" {
		return message.AgentFieldNear(o.name, near, remedy)
	}
	return message.AgentLacksField(o.name, remedy)
}
