package condition

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lint"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/yuin/gopher-lua/ast"
)

// checker reports the parts of an expression that are errors for all values, and records the names that are read.
type checker struct {
	*body
	problems *diag.List
	bases    map[ast.Expr]bool // names before a dot
}

// check checks b. Its names must have been resolved.
func check(b *body, syntax ast.Expr, problems *diag.List) {
	c := checker{b, problems, map[ast.Expr]bool{}}
	c.warnOfConstant(syntax)
	c.operand(syntax)
	walk(syntax, c.visit)
	if c.problems.Err() == nil && isOdd(syntax) {
		c.logic()
	}
}

// warnOfConstant warns about a guard that is only a text or a number, which counts as true.
func (c *checker) warnOfConstant(syntax ast.Expr) {
	switch syntax.(type) {
	case *ast.StringExpr, *ast.NumberExpr:
		if c.what == Guard {
			d := c.problems.Warn(c.pos, "%s is always true", c.head())
			d.Source, d.Hint = c.line, "write the condition without quotes, as in when hp < 30"
		}
	}
}

// isOdd reports whether an expression may have one of the mistakes that lint finds. Few do, so that the others need not
// be parsed again.
func isOdd(syntax ast.Expr) (odd bool) {
	answers := func(e ast.Expr) bool {
		switch e.(type) {
		case *ast.UnaryNotOpExpr, *ast.RelationalOpExpr:
			return true
		}
		return false
	}
	isText := func(e ast.Expr) bool { _, ok := e.(*ast.StringExpr); return ok }
	walk(syntax, func(e ast.Expr) bool {
		switch x := e.(type) {
		case *ast.RelationalOpExpr:
			odd = odd || answers(x.Lhs) || answers(x.Rhs)
		case *ast.ArithmeticOpExpr:
			odd = odd || isText(x.Lhs) || isText(x.Rhs)
		}
		return !odd
	})
	return odd || hasConstant(syntax)
}

// hasConstant reports whether an operand of the words and, or and not in an expression is a text or a number after one
// of these words, as in hp == 1 or 2.
func hasConstant(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.UnaryNotOpExpr:
		return hasConstant(x.Expr)
	case *ast.LogicalOpExpr:
		switch x.Rhs.(type) {
		case *ast.StringExpr, *ast.NumberExpr:
			return true
		}
		return hasConstant(x.Lhs) || hasConstant(x.Rhs)
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
func (c *checker) wrong(part, format string, args ...any) *diag.Diagnostic {
	if c.problems.Err() != nil {
		return &diag.Diagnostic{}
	}
	d := c.problems.Add(c.posOf(c.text, part), "%s: %s", c.head(), fmt.Sprintf(format, args...))
	d.Source = c.line
	return d
}

// visit checks one part. It reports whether to check the parts of that part, too.
func (c *checker) visit(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.IdentExpr:
		if b := c.condition(x.Value); b != nil {
			add(&c.reads, b.reads...)
			add(&c.asks, b.asks...)
			add(&c.params, b.params...)
			c.usesParams = c.usesParams || b.usesParams
		} else if x.Value == nameParams {
			c.usesParams = true
		} else if c.isField(x) {
			add(&c.reads, x.Value)
		} else if !c.bases[x] {
			c.library(x.Value)
		}
	case *ast.AttrGetExpr:
		c.bases[x.Object] = true
		c.attr(x)
	case *ast.FunctionExpr:
		c.wrong("function", "a guard cannot define a function; write one in a script, or a precondition")
	case *ast.FuncCallExpr:
		c.call(x)
	case *ast.RelationalOpExpr:
		c.operand(x.Lhs)
		c.operand(x.Rhs)
	case *ast.ArithmeticOpExpr:
		c.operand(x.Lhs)
		c.operand(x.Rhs)
	case *ast.StringConcatOpExpr:
		c.operand(x.Lhs)
		c.operand(x.Rhs)
	case *ast.LogicalOpExpr:
		c.operand(x.Lhs)
		c.operand(x.Rhs)
	case *ast.UnaryNotOpExpr:
		c.operand(x.Expr)
	case *ast.UnaryMinusOpExpr:
		c.operand(x.Expr)
	case *ast.UnaryLenOpExpr:
		c.operand(x.Expr)
	}
	return true
}

// operand reports a function of a library that is an operand, or the whole expression. It was probably to be called, or
// a field has the name of the library.
func (c *checker) operand(e ast.Expr) {
	x, ok := e.(*ast.AttrGetExpr)
	if !ok {
		return
	}
	library, name, ok := c.libraryOf(x)
	if !ok || c.compiler.global(library).Table().Get(lua.Name(name)).Kind() != lua.KindFunction {
		return
	}
	d := c.wrong(library+"."+name, "%s.%s is a function", library, name)
	d.Hint = fmt.Sprintf("to call it, write %s.%s(); if a field has the name %s, give it another one", library, name, library)
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
func (b *body) isField(x *ast.IdentExpr) bool {
	return x.Value != nameParams && b.condition(x.Value) == nil && b.compiler.global(x.Value).IsNil()
}

// attr checks a.b.
func (c *checker) attr(x *ast.AttrGetExpr) {
	key, isName := x.Key.(*ast.StringExpr)
	base, ok := x.Object.(*ast.IdentExpr)
	if !isName || !ok {
		return
	}
	switch {
	case base.Value == nameParams:
		add(&c.params, key.Value)
	case base.Value == "agent":
		c.wrong("agent", "agent is not known here, since fields are written without it").Hint = "write " + key.Value
	default:
		c.member(base.Value, key.Value)
	}
}

// library reports a library that is used as a value, most often since a field has the same name.
func (c *checker) library(name string) {
	if c.compiler.global(name).Table() == nil {
		return
	}
	d := c.wrong(name, "%s is a library of functions here, and hides a field of this name", name)
	d.Hint = "give the field another name, or ask in a precondition"
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
	d := c.wrong(library+"."+name, "%s has no %s", library, name)
	if s := diag.Suggest(name, members); s != "" {
		d.Hint = "did you mean " + library + "." + s + "?"
	} else {
		d.Hint = library + " is a library of functions here; if a field has this name, give it another one"
	}
}

// call checks a call.
func (c *checker) call(x *ast.FuncCallExpr) {
	switch f := x.Func.(type) {
	case nil:
		c.method(x)
	case *ast.IdentExpr:
		c.question(f.Value, x.Args)
	case *ast.AttrGetExpr:
		library, name, ok := c.libraryOf(f)
		if !ok {
			return
		}
		if c.what == Guard && library == "math" && name == "random" {
			c.warnOfDraw()
		}
		if q := questionNamed(name); q != nil && library == "bt" && name != inForce && len(x.Args) > 0 { // bt.ran is ran
			if node, ok := x.Args[0].(*ast.StringExpr); ok {
				add(&c.asks, node.Value)
			}
			c.ticks(q, "bt."+name, x.Args)
		}
		least, most := valueCount(x.Args)
		if problem, _ := c.compiler.env.Helper(library, name, least, most); problem != "" {
			c.wrong(library+"."+name, "%s", problem)
		}
	}
}

// method checks a call of the form a:b().
func (c *checker) method(x *ast.FuncCallExpr) {
	if base, ok := x.Receiver.(*ast.IdentExpr); ok && len(x.Args) > 0 {
		if t := c.compiler.global(base.Value).Table(); t != nil && t.Get(lua.Name(x.Method)).Kind() == lua.KindFunction {
			c.wrong(base.Value, "%s is a library of functions here, and these are called with a dot", base.Value).
				Hint = fmt.Sprintf("write %s.%s(...)", base.Value, x.Method)
			return
		}
	}
	names := c.compiler.methods(nil)
	if slices.Contains(names, x.Method) || slices.Contains(c.compiler.env.Members("string"), x.Method) {
		return
	}
	if hint := diag.DidYouMean(x.Method, names); hint != "" {
		d := c.problems.Warn(c.posOf(c.text, x.Method), "%s: no handle has a method %s", c.head(), x.Method)
		d.Source, d.Hint = c.line, hint
	}
}

// libraryOf returns the two parts of the name of a library function, such as geom.distance.
func (b *body) libraryOf(f *ast.AttrGetExpr) (library, name string, ok bool) {
	base, okBase := f.Object.(*ast.IdentExpr)
	key, okKey := f.Key.(*ast.StringExpr)
	if !okBase || !okKey || b.compiler.global(base.Value).Table() == nil {
		return "", "", false
	}
	return base.Value, key.Value, true
}

// valueCount returns the minimum and the maximum number of values of some arguments: a call at the end may give any
// number.
func valueCount(args []ast.Expr) (least, most int) {
	n := len(args)
	if n > 0 {
		if call, ok := args[n-1].(*ast.FuncCallExpr); ok && !call.AdjustRet {
			return n - 1, math.MaxInt
		}
	}
	return n, n
}

// warnOfDraw warns about a boolean that is drawn again in each tick, as the check of scripts does for
// preconditions.
func (c *checker) warnOfDraw() {
	d := c.problems.Warn(c.posOf(c.text, "math.random"), "%s: math.random answers anew in each tick, also while the node is active", c.head())
	d.Source, d.Hint = c.line, "the decorator chance above the node draws only while its child is not active"
}

// question checks a call of a bare name.
func (c *checker) question(name string, args []ast.Expr) {
	q := questionNamed(name)
	switch {
	case q == nil:
		c.unknownFunction(name)
	case len(args) < q.least || len(args) > q.most:
		c.wrong(name, "wrong number of arguments, %d; write %s", len(args), q.form)
	case name == xor:
	default:
		c.subject(q, args[0])
		c.ticks(q, name, args)
	}
}

// ticks checks the second argument of a question, if there is one. called is the function as it is written.
func (c *checker) ticks(q *question, called string, args []ast.Expr) {
	if len(args) == 2 && c.forgets(args[1]) {
		c.wrong(called, "%s(%s, %s): the second is a whole number of ticks, and an agent remembers the last %d; write %s",
			called, unparse(args[0]), unparse(args[1]), c.compiler.env.History, q.form)
	}
}

// subject checks the first argument of a question.
func (c *checker) subject(q *question, e ast.Expr) {
	switch x := e.(type) {
	case *ast.StringExpr:
		if q.name != inForce {
			add(&c.asks, x.Value)
		}
	case *ast.NumberExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.NilExpr:
		what := "node"
		if q.name == inForce {
			what = "channel"
		}
		c.wrong(q.name, "%s wants the name of a %s in quotes; write %s", q.name, what, q.form)
	}
}

// forgets reports whether an expression is a literal that is not a number of ticks which an agent can remember.
func (c *checker) forgets(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.NumberExpr:
		n, ok := lua.ParseNumber(x.Value)
		return ok && !c.compiler.remembers(n)
	case *ast.StringExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.UnaryMinusOpExpr:
		return true
	}
	return false
}

func (c *checker) unknownFunction(name string) {
	if !c.compiler.global(name).IsNil() {
		return
	}
	names := questionNames()
	d := c.wrong(name, "unknown function %s; it may call %s, Lua's libraries and functions of the game", name, strings.Join(names, ", "))
	d.Hint = cmp.Or(diag.DidYouMean(name, names), c.within(name), diag.DidYouMean(name, keys(c.compiler.env.Globals)))
}

// within returns a hint that names the functions of libraries with a name, or "" if there are none.
func (c *checker) within(name string) string {
	var found []string
	for _, library := range slices.Sorted(slices.Values(keys(c.compiler.env.Globals))) {
		if !slices.Contains(c.compiler.env.Members(library), name) {
			continue
		}
		if problem, _ := c.compiler.env.Helper(library, name, 0, math.MaxInt); problem == "" {
			found = append(found, library+"."+name)
		}
	}
	if len(found) == 0 {
		return ""
	}
	return "did you mean " + strings.Join(found, " or ") + "?"
}
