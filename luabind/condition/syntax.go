package condition

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/lint"
	"github.com/yuin/gopher-lua/ast"
)

// spot is the position of an expression in a tree file, with its kind for messages.
type spot struct {
	what string // Guard, Test, Value, or "condition" and its name
	pos  diag.Pos
	line string // the whole line
}

func (s *spot) problem(list *diag.List, format string, args ...any) *diag.Diagnostic {
	d := list.Add(s.pos, "%s: %s", s.what, fmt.Sprintf(format, args...))
	d.Source = s.line
	return d
}

// head returns the name of a text in messages.
func (s *spot) head(text string) string {
	if s.isNamed() {
		return s.what
	}
	return s.what + " " + text
}

func (s *spot) isNamed() bool { return strings.HasPrefix(s.what, namedPrefix) }

// The texts around an expression that turn it into a script, so that it can be parsed. A test is the condition of an if.
const (
	prefix     = "return "
	testPrefix = "if "
	testSuffix = " then end"
)

// parse parses an expression of a tree file. It returns nil if there is an error in the list.
func parse(text string, at *spot) (ast.Expr, diag.List) {
	if e := only(lint.ParseShort(prefix + text)); e != nil {
		return e, nil
	}
	_, stmts, problems := lint.Parse(at.pos.File, []byte(prefix+text))
	if len(problems) > 0 && strings.HasPrefix(problems[0].Message, "return must be the last") {
		problems = at.surplus(text)
	} else {
		at.move(problems, prefix)
	}
	if problems.Err() != nil {
		return nil, problems
	}
	e := only(stmts)
	if e == nil {
		problems.Add(at.pos, "%s", at.form()).Source = at.line
	}
	return e, problems
}

// surplus reports what follows a complete expression. Only in brackets does the parser find where that begins.
func (s *spot) surplus(text string) (problems diag.List) {
	const open = prefix + "("
	_, _, found := lint.Parse(s.pos.File, []byte(open+text+")"))
	at, runes := 0, []rune(text)
	if len(found) > 0 {
		at = min(max(found[0].Pos.Col-len(open)-1, 0), len(runes))
	}
	word, _, _ := strings.Cut(string(runes[at:]), " ")
	d := s.problem(&problems, "%q follows the expression", word)
	d.Pos.Col, d.Hint = s.pos.Col+at, s.form()
	return problems
}

// only returns the expression of a script that consists of a return of one expression.
func only(stmts []ast.Stmt) ast.Expr {
	if len(stmts) != 1 {
		return nil
	}
	r, ok := stmts[0].(*ast.ReturnStmt)
	if !ok || len(r.Exprs) != 1 {
		return nil
	}
	return r.Exprs[0]
}

// treeWords replaces remedies for scripts by those for tree files.
var treeWords = strings.NewReplacer("the file ends", "the expression ends", "a comment begins with --", "a comment begins with #", "a comment is --[[ ... ]]", "a comment begins with #")

// move converts findings about the generated script to the position of the expression.
func (s *spot) move(problems diag.List, prefix string) {
	for i := range problems {
		d := &problems[i]
		pos := s.pos
		if d.Pos.Line == 1 && d.Pos.Col > len(prefix) {
			pos.Col += d.Pos.Col - len(prefix) - 1
		}
		d.Pos, d.Source = pos, s.line
		if strings.HasPrefix(d.Message, `unexpected "when"`) {
			d.Hint = "a node has one condition: join the parts by and"
		}
		d.Message, d.Hint = s.what+": "+treeWords.Replace(d.Message), treeWords.Replace(d.Hint)
	}
}

// posOf returns the position of a part of the text, as a whole word, or the position of the text.
func (s *spot) posOf(text, part string) diag.Pos {
	pos := s.pos
	if at := regexp.MustCompile(`\b` + regexp.QuoteMeta(part) + `\b`).FindStringIndex(text); at != nil {
		pos.Col += diag.Column(text, at[0]) - 1
	}
	return pos
}

// form describes the expected kind of expression.
func (s *spot) form() string {
	switch s.what {
	case Guard:
		return "a guard is one Lua expression, such as hp < 30 and target ~= nil"
	case Value:
		return "want one Lua expression, such as state or math.floor(dist)"
	}
	return "a condition is one Lua expression, such as hp < 30 and target ~= nil"
}

// walk calls f with e and, if f returns true, with the parts of e, in the order of the text. It skips the bodies of
// functions, and the name of a called function, which is not a field.
func walk(e ast.Expr, f func(ast.Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	switch x := e.(type) {
	case *ast.AttrGetExpr:
		walk(x.Object, f)
		walk(x.Key, f)
	case *ast.LogicalOpExpr:
		walk(x.Lhs, f)
		walk(x.Rhs, f)
	case *ast.RelationalOpExpr:
		walk(x.Lhs, f)
		walk(x.Rhs, f)
	case *ast.ArithmeticOpExpr:
		walk(x.Lhs, f)
		walk(x.Rhs, f)
	case *ast.StringConcatOpExpr:
		walk(x.Lhs, f)
		walk(x.Rhs, f)
	case *ast.UnaryNotOpExpr:
		walk(x.Expr, f)
	case *ast.UnaryMinusOpExpr:
		walk(x.Expr, f)
	case *ast.UnaryLenOpExpr:
		walk(x.Expr, f)
	case *ast.FuncCallExpr:
		walk(x.Receiver, f)
		if _, plain := x.Func.(*ast.IdentExpr); !plain {
			walk(x.Func, f)
		}
		for _, a := range x.Args {
			walk(a, f)
		}
	case *ast.TableExpr:
		for _, field := range x.Fields {
			walk(field.Key, f)
			walk(field.Value, f)
		}
	}
}
