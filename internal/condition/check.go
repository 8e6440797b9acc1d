package condition

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/luabind/lua"
)

// checker reports the parts of an expression that are errors for all values, and records the names that are read.
type checker struct {
	*body
	file     *syntax.File
	problems *diag.List
	bases    map[syntax.Expr]bool // names before a dot
}

// check checks b. Its names must have been resolved.
func check(b *body, file *syntax.File, problems *diag.List) {
	c := checker{b, file, problems, map[syntax.Expr]bool{}}
	whole := file.Expr()
	c.operand(whole)
	c.board(whole)
	walk(whole, c.visit)
	if c.problems.Err() == nil && isOdd(whole) {
		c.logic()
	}
}

// warnOfConstant warns about a condition that is only a text, a number or another constant. The words true, false and not
// are written on purpose.
func warnOfConstant(b *body, file *syntax.File, problems *diag.List) {
	if b.what == Value {
		return
	}
	var w diag.Words
	switch x := syntax.Bare(file.Expr()).(type) {
	case *syntax.StringExpr:
		w = message.ConditionAlwaysTrue(b.text).With(message.WriteConditionWithoutQuotes())
	case *syntax.NumberExpr:
		w = message.ConditionAlwaysTrue(b.text)
		if before, _, _ := strings.Cut(b.line, b.text); strings.HasSuffix(strings.TrimSpace(before), kind.WaitUntil.String()) {
			w = w.With(message.WriteWait(file.Slice(x)))
		}
	case *syntax.TableExpr:
		w = message.ConditionAlwaysTrue(b.text)
	case *syntax.NilExpr:
		w = message.ConditionAlwaysFalse(b.text)
	default:
		return
	}
	problems.Warn(b.pos, w).Source = b.line
}

// isOdd reports whether an expression may have one of the mistakes that lint finds. Few do, so that the others need not
// be parsed again.
func isOdd(whole syntax.Expr) (odd bool) {
	answers := func(e syntax.Expr) bool {
		switch x := syntax.Bare(e).(type) {
		case *syntax.UnaryExpr:
			return x.Op == syntax.Not
		case *syntax.BinaryExpr:
			return compares(x.Op)
		}
		return false
	}
	isText := func(e syntax.Expr) bool { _, ok := syntax.Bare(e).(*syntax.StringExpr); return ok }
	walk(whole, func(e syntax.Expr) bool {
		if x, ok := e.(*syntax.BinaryExpr); ok {
			switch {
			case compares(x.Op):
				odd = odd || answers(x.X) || answers(x.Y)
			case x.Op >= syntax.Plus:
				odd = odd || isText(x.X) || isText(x.Y)
			default:
				decided, _ := lint.Decided(x)
				odd = odd || decided != nil
			}
		}
		return !odd
	})
	return odd || hasConstant(whole)
}

// compares reports whether an operator compares two values.
func compares(op syntax.Kind) bool { return op >= syntax.Less && op <= syntax.Equal }

// hasConstant reports whether an operand of the words and, or and not in an expression is a text or a number after one
// of these words, as in hp == 1 or 2.
func hasConstant(e syntax.Expr) bool {
	switch x := syntax.Bare(e).(type) {
	case *syntax.UnaryExpr:
		return x.Op == syntax.Not && hasConstant(x.X)
	case *syntax.BinaryExpr:
		if x.Op != syntax.And && x.Op != syntax.Or {
			return false
		}
		switch syntax.Bare(x.Y).(type) {
		case *syntax.StringExpr, *syntax.NumberExpr:
			return true
		}
		return hasConstant(x.X) || hasConstant(x.Y)
	}
	return false
}

// logic reports mistakes that scripts may have, too, such as not hp == 3.
func (c *checker) logic() {
	before, after := testPrefix, testSuffix
	if c.what == Value {
		before, after = prefix, ""
	}
	script, _, _ := lint.Parse(c.pos.File, []byte(before+c.text+after))
	if script == nil {
		return
	}
	found := script.CheckModule(nil)
	c.move(found, before)
	*c.problems = append(*c.problems, found...)
}

// wrong reports the first problem. Its position is that of a part of the text.
func (c *checker) wrong(part string, w diag.Words) {
	if c.problems.Err() == nil {
		c.problems.Add(c.posOf(c.text, part), w).Source = c.line
	}
}

// warn warns about a part of the text.
func (c *checker) warn(part string, w diag.Words) {
	c.problems.Warn(c.posOf(c.text, part), w).Source = c.line
}

// visit checks one part. It reports whether to check the parts of that part, too.
func (c *checker) visit(e syntax.Expr) bool {
	switch x := e.(type) {
	case *syntax.NameExpr:
		if b := c.condition(x.Text); b != nil {
			add(&c.reads, b.reads...)
			add(&c.asks, b.asks...)
			add(&c.channels, b.channels...)
			add(&c.params, b.params...)
			c.usesParams = c.usesParams || b.usesParams
		} else if x.Text == nameParams {
			c.usesParams = true
		} else if c.isField(x) {
			add(&c.reads, x.Text)
		} else if !c.bases[x] {
			c.library(x.Text)
		}
	case *syntax.IndexExpr:
		c.bases[x.X] = true
		c.attr(x)
	case *syntax.FunctionExpr:
		c.wrong("function", message.FunctionInCondition())
	case *syntax.CallExpr:
		c.call(x)
		if _, ok := syntax.Bare(x.X).(*syntax.IndexExpr); ok {
			for _, a := range x.Args {
				c.operand(a)
			}
		}
	case *syntax.BinaryExpr:
		c.operand(x.X)
		c.operand(x.Y)
		c.board(x.X)
		c.board(x.Y)
		c.order(x)
	case *syntax.UnaryExpr:
		c.operand(x.X)
		c.board(x.X)
	}
	return true
}

// operand reports a function of a library that is an operand, or the whole expression. It was probably to be called, or
// a field has the name of the library.
func (c *checker) operand(e syntax.Expr) {
	x, ok := syntax.Bare(e).(*syntax.IndexExpr)
	if !ok {
		return
	}
	library, name, ok := c.libraryOf(x)
	if !ok || c.compiler.global(library).Table().Get(lua.Name(name)).Kind() != lua.KindFunction {
		return
	}
	c.wrong(library+"."+name, message.FunctionNotCalled(library, library+"."+name))
}

// board warns about a board that is an operand, or the whole expression, since an entry of it is meant.
func (c *checker) board(e syntax.Expr) {
	x, ok := syntax.Bare(e).(*syntax.CallExpr)
	if !ok || x.Colon != 0 {
		return
	}
	f, ok := syntax.Bare(x.X).(*syntax.IndexExpr)
	if !ok {
		return
	}
	var names []string
	for _, a := range x.Args {
		if text, ok := a.(*syntax.StringExpr); ok {
			names = append(names, text.Value)
		}
	}
	if library, name, ok := c.libraryOf(f); ok && library+"."+name == "bt.board" && len(names) == len(x.Args) {
		c.warn("bt.board", lint.BoardAsValue(c.file.Slice(x), names))
	}
}

// order warns about a number in quotes that is compared by its order: a number has none with a text, and texts have another
// one than their numbers.
func (c *checker) order(x *syntax.BinaryExpr) {
	if x.Op == syntax.Equal || x.Op == syntax.NotEqual || !compares(x.Op) {
		return
	}
	for _, e := range [...]syntax.Expr{x.X, x.Y} {
		text, ok := syntax.Bare(e).(*syntax.StringExpr)
		if _, numeral := lua.ParseNumber(textOf(text)); ok && numeral {
			pos := c.pos
			pos.Col = c.file.Position(text.Pos()).Col
			c.problems.Warn(pos, message.NumberInQuotes(text.Value, x.Op.String(), c.file.Slice(text))).Source = c.line
			return
		}
	}
}

// textOf returns the text of a constant, or "" if there is none.
func textOf(e *syntax.StringExpr) string {
	if e == nil {
		return ""
	}
	return e.Value
}

// add adds the elements that a list does not contain yet.
func add(list *[]string, more ...string) {
	for _, s := range more {
		if !slices.Contains(*list, s) {
			*list = append(*list, s)
		}
	}
}

// isField reports whether a name refers to a field.
func (b *body) isField(x *syntax.NameExpr) bool {
	return x.Text != nameParams && b.condition(x.Text) == nil && b.compiler.global(x.Text).IsNil()
}

// attr checks a.b.
func (c *checker) attr(x *syntax.IndexExpr) {
	key, isName := x.Key.(*syntax.StringExpr)
	base, ok := x.X.(*syntax.NameExpr)
	if !isName || !ok {
		return
	}
	switch {
	case base.Text == nameParams:
		add(&c.params, key.Value)
	case base.Text == "agent":
		c.wrong("agent", message.AgentInCondition(key.Value))
	default:
		c.member(base.Text, key.Value)
	}
}

// library reports a library that is used as a value, most often since a field has the same name.
func (c *checker) library(name string) {
	if c.compiler.global(name).Table() == nil {
		return
	}
	c.wrong(name, message.FieldHiddenByLibrary(name))
}

// member reports a name that a library does not have.
func (c *checker) member(library, name string) {
	t := c.compiler.global(library).Table()
	if t == nil || c.condition(library) != nil || !t.Get(lua.Name(name)).IsNil() {
		return
	}
	members := c.compiler.env.Members(library)
	if slices.Contains(members, name) {
		return
	}
	w := message.UnknownLibraryMember(library, name).With(message.RenameLibraryField(library))
	if near := diag.Suggest(name, members); near != "" {
		w = w.With(message.DidYouMean(library + "." + near))
	}
	c.wrong(library+"."+name, w)
}

// call checks a call.
func (c *checker) call(x *syntax.CallExpr) {
	if x.Colon != 0 {
		c.method(x)
		return
	}
	switch f := syntax.Bare(x.X).(type) {
	case *syntax.NameExpr:
		c.question(f.Text, x.Args)
	case *syntax.IndexExpr:
		library, name, ok := c.libraryOf(f)
		if !ok {
			return
		}
		if c.what == Guard && library == "math" && name == "random" {
			c.warn(name, message.DrawInCondition())
		}
		if q := questionNamed(name); q != nil && library == "bt" && name != inForce && len(x.Args) > 0 { // bt.ran is ran
			if node, ok := x.Args[0].(*syntax.StringExpr); ok {
				add(&c.asks, node.Value)
			}
			c.ticks(q, "bt."+name, x.Args)
		}
		least, most := valueCount(x.Args)
		if problem, _ := c.compiler.env.Helper(library, name, least, most); problem.Text != "" {
			c.wrong(library+"."+name, problem)
		}
	}
}

// method checks a call of the form a:b().
func (c *checker) method(x *syntax.CallExpr) {
	method := x.Method.Text
	if base, ok := syntax.Bare(x.X).(*syntax.NameExpr); ok && len(x.Args) > 0 {
		if t := c.compiler.global(base.Text).Table(); t != nil && t.Get(lua.Name(method)).Kind() == lua.KindFunction {
			c.wrong(base.Text, message.ColonOnLibrary(base.Text, method))
			return
		}
	}
	names := c.compiler.methods(nil)
	if slices.Contains(names, method) || slices.Contains(c.compiler.env.Members("string"), method) {
		return
	}
	if near := diag.Suggest(method, names); near != "" {
		c.warn(method, message.NoHandleMethod(method, near))
	}
}

// libraryOf returns the two parts of the name of a library function, such as geom.distance.
func (b *body) libraryOf(f *syntax.IndexExpr) (library, name string, ok bool) {
	base, okBase := f.X.(*syntax.NameExpr)
	key, okKey := f.Key.(*syntax.StringExpr)
	if !okBase || !okKey || b.compiler.global(base.Text).Table() == nil {
		return "", "", false
	}
	return base.Text, key.Value, true
}

// valueCount returns the minimum and the maximum number of values of some arguments: a call at the end may give any
// number.
func valueCount(args []syntax.Expr) (least, most int) {
	n := len(args)
	if n > 0 {
		if _, ok := args[n-1].(*syntax.CallExpr); ok {
			return n - 1, math.MaxInt
		}
	}
	return n, n
}

// question checks a call of a bare name.
func (c *checker) question(name string, args []syntax.Expr) {
	q := questionNamed(name)
	switch {
	case q == nil:
		c.unknownFunction(name)
	case len(args) < q.least || len(args) > q.most:
		c.wrong(name, message.WrongNumberOfArguments(len(args), name, q.form))
	case name == xor:
	default:
		c.subject(q, args[0])
		c.ticks(q, name, args)
	}
}

// ticks checks the second argument of a question, if there is one. called is the function as it is written.
func (c *checker) ticks(q *question, called string, args []syntax.Expr) {
	if len(args) == 2 && c.forgets(args[1]) {
		call := called + "(" + c.file.Slice(args[0]) + ", " + c.file.Slice(args[1]) + ")"
		c.wrong(called, message.WrongNumberOfTicks(call, c.compiler.env.History, q.form))
	}
}

// subject checks the first argument of a question.
func (c *checker) subject(q *question, e syntax.Expr) {
	switch x := syntax.Bare(e).(type) {
	case *syntax.StringExpr:
		if q.name == inForce {
			add(&c.channels, x.Value)
		} else {
			add(&c.asks, x.Value)
		}
	case *syntax.NumberExpr, *syntax.BoolExpr, *syntax.NilExpr:
		w := message.NodeNameWithoutQuotes(q.name, q.form)
		if q.name == inForce {
			w = message.ChannelNameWithoutQuotes(q.name, q.form)
		}
		c.wrong(q.name, w)
	}
}

// forgets reports whether an expression is a literal that is not a number of ticks which an agent can remember.
func (c *checker) forgets(e syntax.Expr) bool {
	switch x := syntax.Bare(e).(type) {
	case *syntax.NumberExpr:
		return !c.compiler.remembers(x.Value)
	case *syntax.UnaryExpr:
		return x.Op == syntax.Minus
	case *syntax.StringExpr, *syntax.BoolExpr:
		return true
	}
	return false
}

func (c *checker) unknownFunction(name string) {
	if !c.compiler.global(name).IsNil() {
		return
	}
	names := questionNames()
	w := message.UnknownFunction(name, names)
	if k := behaviors.KindNamed(name); k != nil && k.Group == behaviors.Decorators {
		c.wrong(name, w.With(message.DecoratorInCondition(name, name+c.argument(name))))
		return
	}
	if m := lengthOf.FindStringSubmatch(c.text); m != nil && name == "len" {
		c.wrong(name, w.With(message.WriteCode("(#"+m[1]+")"))) // in a tree a # behind a space begins a comment
		return
	}
	if c.text != "" && regexp.MustCompile(`\b`+name+`\(\s*\)`).MatchString(c.text) { // fields of other engines are methods
		w = w.With(message.WriteFieldAlone(name))
	}
	w = w.With(message.Near(name, keys(c.compiler.env.Globals)))
	c.wrong(name, w.With(c.within(name)).With(message.Near(name, names)))
}

// lengthOf matches the call of the function for a length that other languages have.
var lengthOf = lazyregexp.New(`\blen\(\s*([` + ident.First + `][` + ident.Rest + `.]*)\s*\)`)

// argument returns the number that a function gets in the text as its only argument, with a space before it, or "".
func (c *checker) argument(name string) string {
	m := regexp.MustCompile(`\b` + name + `\(\s*([\d.]+)\s*\)`).FindStringSubmatch(c.text)
	if m == nil {
		return ""
	}
	return " " + m[1]
}

// within returns a remedy that names the functions of libraries with a name, or empty words if there are none.
func (c *checker) within(name string) (w diag.Words) {
	var found []string
	for _, library := range slices.Sorted(slices.Values(keys(c.compiler.env.Globals))) {
		if !slices.Contains(c.compiler.env.Members(library), name) {
			continue
		}
		if problem, _ := c.compiler.env.Helper(library, name, 0, math.MaxInt); problem.Text == "" {
			found = append(found, library+"."+name)
		}
	}
	if len(found) > 0 {
		w = message.DidYouMeanOneOf(found)
	}
	return w
}
