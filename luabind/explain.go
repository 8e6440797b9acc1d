package luabind

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/apidoc"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lint"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// explainer describes the mistakes of a script in terms of its source, and adds a remedy.
type explainer struct {
	s    *state
	file *Chunk // the file with the mistake; nil if it is not known
}

// explain sets the message and the hint of e for an error of Lua.
func (x explainer) explain(e *Error, raised *lua.Error) {
	var bad *lua.ArgumentError
	var unmet *lib.AssertionError
	switch m := raised.Mistake; {
	case errors.As(raised.Cause, &bad):
		e.Hint = x.badArgument(bad)
	case errors.As(raised.Cause, &unmet):
		e.Message, e.Hint = unmetAssertion(unmet.Given)
	case m != nil:
		if message, hint := x.mistake(m); message != "" {
			e.Message, e.Hint = message, hint
		}
	}
	if e.Hint == "" {
		e.Message, e.Hint = remedied(e.Message)
	}
}

// mistake returns the message and the hint for a mistake. The message is "" if the existing message is good enough.
func (x explainer) mistake(m *lua.Mistake) (message, hint string) {
	if len(m.Operands) == 0 {
		return "", ""
	}
	o := m.Operands[0]
	switch m.Attempt {
	case "index":
		if o.Value.Kind() == lua.KindUserdata || m.Op == ":" {
			return x.notThere(m, o)
		}
		if o.What == "metafield" {
			how := "read"
			if m.Op == "=" {
				how = "written"
			}
			return fmt.Sprintf("field '%s' is %s through %s of a metatable, which is a %s", keyText(m.Key), how, o.Name, o.Value.Kind()),
				"set " + o.Name + " to a table or a function"
		}
		message = described(o) + " is used as if it were a table: it has no field '" + keyText(m.Key) + "'"
		if o.Value.IsNil() {
			hint = x.wantsTable(o, m.Op == "=")
		}
		return message, hint
	case "call":
		return x.called(o)
	case "compare":
		return x.compared(m.Operands)
	case "perform arithmetic on", "concatenate":
		if len(m.Operands) > 1 {
			return x.calculated(m.Op, m.Operands)
		}
		if o.Text == "" {
			return "the minus sign is written before something that is not a number: " + described(o), ""
		}
		return kindUnlessNil(o) + " is not a number, and there is no -" + o.Text, x.otherwise(o, "0")
	case "get length of":
		if o.Text == "" {
			return "# is written before something that is neither a table nor a text: " + described(o), ""
		}
		return kindUnlessNil(o) + " is neither a table nor a text, and there is no #" + o.Text, x.instead(o, "write #("+o.Text+" or {})")
	case "loop":
		value := map[string]string{"initial value": "first value", "limit": "last value", "step": "step"}[m.Op]
		if o.Text == "" {
			return "the " + value + " of the loop is not a number", ""
		}
		return fmt.Sprintf("the %s of the loop, %s, is not a number", value, kindUnlessNil(o)), x.otherwise(o, "1")
	case "set":
		return x.badKey(o)
	}
	return "", ""
}

// notThere returns the message and the hint for a method that a value does not have, and for a field of a handle,
// which has none.
func (x explainer) notThere(m *lua.Mistake, o lua.Operand) (text, hint string) {
	name := keyText(m.Key)
	if o.Value.IsNil() {
		what := "what is before the colon"
		if o.Text != "" {
			what = o.Text
		}
		return fmt.Sprintf("%s is nil, and has no method '%s'", what, name), x.wantsTable(o, false)
	}
	data, ok := o.Value.Data()
	if !ok {
		return described(o) + " has no method '" + name + "'", ""
	}
	text = described(o) + " has no "
	if m.Op == ":" {
		text += "method '" + name + "'"
	} else {
		text += "field '" + name + "'"
	}
	names := x.s.runtime.MethodNames(reflect.TypeOf(data))
	switch isMethod := slices.Contains(names, name); {
	case m.Op == "=":
		return text, "a handle cannot be changed; ask the game for a function that does"
	case isMethod && isPath(o):
		return text, fmt.Sprintf("it is a method: write %s:%s()", o.Text, name)
	case isMethod:
		return text, fmt.Sprintf("it is a method: write :%s()", name)
	}
	if _, dummy := data.(*helper.Dummy); dummy && m.Op == ":" {
		return text, fmt.Sprintf("a test gives it one: t.helper(\"NAMESPACE.%s\", function(handle) ... end)", name)
	}
	if w := OtherMethod(name, names); w.Text != "" {
		return text, w.Text
	}
	return text, "its methods are " + strings.Join(Listed(names), ", ")
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
	return v.Kind().String()
}

// described returns the source text of an operand, followed by its type.
func described(o lua.Operand) string {
	kind := kindOf(o.Value)
	if o.Text == "" || o.Text == kind {
		return kind
	}
	return o.Text + " (" + kind + ")"
}

// kindUnlessNil returns the source text of an operand. It adds the type, unless the operand is nil.
func kindUnlessNil(o lua.Operand) string {
	if o.Value.IsNil() {
		return o.Text
	}
	return described(o)
}

// quotable reports whether the source text of an operand is more informative than its value.
func quotable(o lua.Operand) bool {
	return o.Text != "" && o.What != "constant" && o.Text[0] != '{' && !strings.HasPrefix(o.Text, "function")
}

// isPath reports whether the source text of an operand is a name, or a name with fields.
func isPath(o lua.Operand) bool { return path.MatchString(o.Text) }

var path = regexp.MustCompile(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$`)

// keyText returns a key as messages show it.
func keyText(k lua.Value) string {
	if text, ok := k.Text(); ok {
		return cut(text, maxKey)
	}
	return helper.Show(k)
}

// wantsTable returns the remedy for an operand that is nil where a table is needed. assigned is set if the script
// has written an entry rather than read one.
func (x explainer) wantsTable(o lua.Operand, assigned bool) string {
	switch {
	case !quotable(o) || o.Text[0] == '(':
		return ""
	case assigned && isPath(o):
		return x.beforehand(o)
	}
	return x.ifNil(o, "test it before: if "+o.Text+" then ... end")
}

// beforehand returns the remedy for an operand that is nil where a table is to be changed.
func (x explainer) beforehand(o lua.Operand) string {
	if t := o.Of.Table(); o.Value.IsNil() && t != nil && x.s.isBoard(t) {
		return lint.ChangeEntry(o.Text)
	}
	return x.ifNil(o, fmt.Sprintf("write %s = %s or {} before", o.Text, o.Text))
}

// called returns the message and the hint for a call of a value that is not a function.
func (x explainer) called(o lua.Operand) (message, hint string) {
	const wrong = " is not a function, and cannot be called"
	text, kind := o.Text, o.Value.Kind()
	if o.What == "iterator" {
		switch {
		case text == "":
			return "what the loop goes through" + wrong, ""
		case kind == lua.KindNumber:
			hint = "to count, write for i = FIRST, LAST do"
		case kind == lua.KindTable || isPath(o) && text != "nil":
			hint = fmt.Sprintf("for ... in wants pairs(%s) or ipairs(%s)", text, text)
		}
		return text + wrong, hint
	}
	if text == "" {
		return "what is called here is no function but " + kind.String(), ""
	}
	if o.What == "method" { // as in agent:move
		object := strings.TrimRight(text[:strings.LastIndexByte(text, ':')], " ")
		text, hint = object+"."+o.Name, x.insteadOfMethod(o, object)
	}
	own := x.owner(o)
	switch own.sort {
	case ofAgent:
		hint = lint.InsteadOfCall(o.Name)
	case ofModule, ofGlobal:
		if hint = own.missingText(); !o.Value.IsNil() {
			hint = "it is a " + kind.String() + ": write " + text
		}
	}
	return text + wrong, hint
}

// compared returns the message and the hint for an invalid comparison.
func (x explainer) compared(o []lua.Operand) (message, hint string) {
	for _, side := range o {
		if text, ok := side.Value.Text(); side.Value.IsNil() {
			hint = x.otherwise(side, "0")
		} else if ok && side.What == "constant" && plainNumber.MatchString(text) {
			hint = "write " + text + " without quotes"
		} else if side.Value.Function() != nil && isPath(side) {
			hint = "to call it, write " + side.Text + "()"
		}
		if hint != "" {
			break
		}
	}
	return "attempt to compare " + described(o[0]) + " with " + described(o[1]), hint
}

// plainNumber matches a number that is written as a string.
var plainNumber = regexp.MustCompile(`^-?\d+(\.\d+)?$`)

// calculated returns the message and the hint for an invalid calculation.
func (x explainer) calculated(op string, o []lua.Operand) (message, hint string) {
	isText := func(v lua.Value) bool { return v.Kind() == lua.KindNumber || v.Kind() == lua.KindString }
	both := isText(o[0].Value) && isText(o[1].Value)
	for i, side := range o {
		if hint == "" && (!isText(side.Value) || both && side.Value.Kind() == lua.KindString) {
			hint = x.unfit(side, op, neutral(op, i))
		}
	}
	return "cannot calculate " + described(o[0]) + " " + op + " " + described(o[1]), hint
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
func (x explainer) unfit(o lua.Operand, op, neutral string) string {
	switch kind := o.Value.Kind(); {
	case kind == lua.KindNil:
		return x.otherwise(o, neutral)
	case kind == lua.KindString && op == "+":
		return "+ adds numbers; texts are joined by .."
	case kind == lua.KindString:
		return op + " is for numbers, and this text is none"
	case kind == lua.KindFunction && isPath(o):
		return "to call it, write " + o.Text + "()"
	case op == ".." && (kind == lua.KindBool || kind == lua.KindUserdata) && o.Text != "":
		return "write tostring(" + o.Text + ")"
	case op == ".." && kind == lua.KindTable:
		return "of a table name the entry that is meant, or write table.concat for a list"
	}
	return ""
}

// badKey returns the message and the hint for a value that is invalid as a key of a table.
func (x explainer) badKey(o lua.Operand) (message, hint string) {
	word := "nil"
	if !o.Value.IsNil() {
		word = "not a number (nan)"
		hint = "n == n is false for nan; look for a division by 0"
	}
	if !quotable(o) {
		if hint == "" {
			hint = "test the key before"
		}
		return fmt.Sprintf("the key of a table is %s", word), hint
	}
	if hint == "" {
		hint = x.ifNil(o, "test it before: if "+o.Text+" then ... end")
	}
	return fmt.Sprintf("%s is %s, and cannot be the key of a table", o.Text, word), hint
}

// insteadOf holds, for each type, a value that can replace nil.
var insteadOf = map[string]string{"table": "{}", "number": "0", "string": `""`}

// badArgument returns the remedy for a wrong argument of a Go function. The existing message is kept.
func (x explainer) badArgument(bad *lua.ArgumentError) string {
	want, got, typed := strings.Cut(bad.Reason, " expected, got ")
	o := bad.Given
	switch {
	case !typed:
		return ""
	case usageOf(bad.Function) != "":
		return "write " + usageOf(bad.Function)
	case got == "no value":
		return x.withoutSelf(bad, want)
	case !quotable(o):
		return ""
	case got == "nil" && isPath(o) && x.s.runtime.isFunction("table."+bad.Function) && bad.Function != "concat":
		return x.beforehand(o)
	case got == "nil" && insteadOf[want] != "":
		return x.otherwise(o, insteadOf[want])
	}
	if got == lua.KindUserdata.String() {
		return o.Text + " is " + kindOf(o.Value)
	}
	return o.Text + " is a " + got
}

// withoutSelf returns the hint for a call such as s.upper(), where s is a string.
func (x explainer) withoutSelf(bad *lua.ArgumentError, want string) string {
	f := bad.Callee
	object, ok := strings.CutSuffix(f.Text, "."+f.Name)
	if !ok || bad.N != 1 || want != "string" || x.s.runtime.isFunction(f.Text) {
		return ""
	}
	return fmt.Sprintf("write %s:%s()", object, f.Name)
}

// unmetAssertion returns the message and the hint for a failed assert.
func unmetAssertion(o lua.Operand) (message, hint string) {
	if !quotable(o) {
		return "assertion failed", `say why in a second argument: assert(ready, "not ready")`
	}
	return "assertion failed: " + o.Text + " is nil or false", fmt.Sprintf("say why in a second argument: assert(%s, \"not ready\")", o.Text)
}

// otherwise returns the remedy for an operand that is nil, in an expression where value could replace it.
func (x explainer) otherwise(o lua.Operand, value string) string {
	if o.Text != "" && o.Text[0] == '(' {
		return ""
	}
	if object, cut := strings.CutSuffix(o.Text, "."+o.Name); cut && o.Value.IsNil() && slices.Contains(lengths, o.Name) {
		if libraryOf(o.Of) != "" {
			return "write #" + object
		} else if o.Of.IsNil() {
			return fmt.Sprintf("for the length of a list or a text write #%s, for a field that may be nil (%s or %s)", object, o.Text, value)
		}
	}
	return x.instead(o, "write ("+o.Text+" or "+value+")")
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
func (x explainer) insteadOfMethod(o lua.Operand, object string) string {
	libraries := []string{libraryOf(o.Of)}
	if o.Of.IsNil() { // no variable holds the object
		libraries = []string{"table", "string"}
	}
	for _, library := range libraries {
		path := library + "." + o.Name
		if x.s.runtime.isFunction(path) {
			return fmt.Sprintf("write %s(%s, ...)", path, object)
		} else if hint := apidoc.Elsewhere(path); hint != "" {
			return hint
		}
	}
	return ""
}

// noField returns the remedy for an argument that is a field which the agent does not have.
func noField(c *lua.Call, arg lua.Operand) string {
	if own := (explainer{s: stateOf(c)}).owner(arg); own.sort == ofAgent {
		return own.missingText()
	}
	return ""
}

// instead is like ifNil, for a remedy that repeats the text of the operand. It returns "" if the operand is a constant,
// a constructor or a function, or has no text.
func (x explainer) instead(o lua.Operand, remedy string) string {
	if !quotable(o) {
		return ""
	}
	return x.ifNil(o, remedy)
}

// ifNil returns the remedy for an operand that is nil. This is the given remedy, or a more specific one if the
// owner of the operand is known. ifNil returns "" if the operand is not nil.
func (x explainer) ifNil(o lua.Operand, remedy string) string {
	if !o.Value.IsNil() {
		return ""
	}
	if o.Text == "bt.stimulus()" {
		return `no stimulus has begun this behavior; name the one it waits for: stimulus = "noise" in its table, or in that of a node above it`
	}
	own := x.owner(o)
	switch own.sort {
	case ofParams:
		return fmt.Sprintf("give it a value in params = { %s = ... } of this file, or in the tree", o.Name)
	case ofModule, ofGlobal:
		return own.missingText()
	case ofAgent:
		if wrong := own.misspelled(); wrong != "" {
			return "the agent has no field " + own.name + ", but a field " + wrong + ", which no script or tree has; correct it where it is set"
		}
		if lack := own.missingText(); strings.HasSuffix(lack, "?") {
			return lack + " If it may be nil, " + remedy
		} else if lack != "" {
			return lack + "; if that may be so, " + remedy
		}
	}
	return "if it may be nil, " + remedy
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
	sort   ownerSort
	owner  string
	name   string
	table  *lua.Table
	remedy string // remedy for an unknown global
	weigh  func(field string) int
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
	undefined := "if you mean a local, it exists only in its block, after its line"
	var visible []string
	if x.file != nil {
		for _, g := range x.file.compiled.script.GlobalReads {
			if g.Pos.Line == o.At.Line && g.Pos.Col == o.At.Col {
				own.remedy = x.file.compiled.script.Unseen(g)
				undefined = g.Undefined()
				visible = x.file.compiled.script.Visible(g)
			}
		}
	}
	if t := x.s.agentTable(); own.remedy == "" && t != nil && !t.Get(lua.Name(o.Name)).IsNil() {
		own.remedy = "did you mean agent." + o.Name + "?"
	}
	if own.remedy == "" {
		own.remedy = cmp.Or(apidoc.Elsewhere(o.Name), apidoc.WhyAbsent(o.Name), x.s.runtime.Within(o.Name))
	}
	if near := lint.MisspelledKeyword(o.Name); own.remedy == "" && near != "" {
		own.remedy = "did you mean " + near + "?"
	}
	if own.remedy == "" {
		own.remedy = cmp.Or(diag.DidYouMean(o.Name, visible), undefined)
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
		if name, ok := k.Text(); ok {
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

// missingText returns a message that the name does not exist, and suggests the name that was probably meant. It
// returns "" if the name exists.
func (o owned) missingText() string {
	if o.sort == ofGlobal {
		return "there is no global " + o.name + "; " + o.remedy
	}
	if !o.table.Get(lua.Name(o.name)).IsNil() {
		return ""
	}
	text := o.owner + " has no " + o.name
	if o.sort == ofAgent {
		text = "the agent has no field " + o.name
	}
	if hint := cmp.Or(apidoc.WhyAbsent(o.owner+"."+o.name), apidoc.Elsewhere(o.owner+"."+o.name)); hint != "" {
		return text + "; " + hint
	}
	list := o.others()
	sorted := slices.Sorted(slices.Values(list))
	if near := diag.DidYouMean(o.name, sorted); near != "" {
		return text + "; " + near
	}
	if o.sort == ofModule && len(list) > 0 && len(list) <= maxListed {
		return text + "; it has " + strings.Join(list, ", ")
	}
	return text
}
