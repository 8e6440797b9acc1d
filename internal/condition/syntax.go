package condition

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/syntax"
)

// spot is the position of an expression in a tree file, with its kind for messages.
type spot struct {
	what string // Guard, Test, Value, or "condition" and its name
	pos  diag.Pos
	line string // the whole line
}

func (s *spot) problem(list *diag.List, w diag.Words) *diag.Diagnostic {
	d := list.Add(s.pos, w)
	d.Source = s.line
	return d
}

// called returns the kind of the expression for messages.
func (s *spot) called() string {
	if s.what == Guard {
		return Test
	}
	return s.what
}

func (s *spot) isNamed() bool { return strings.HasPrefix(s.what, namedPrefix) }

// parse parses an expression of a tree file. It returns nil if there is an error in the list.
func parse(text string, at *spot) (*syntax.File, diag.List) {
	file := syntax.ParseExpr(at.pos.File, text, syntax.Position{Line: at.pos.Line, Col: at.pos.Col})
	var problems diag.List
	if strings.TrimSpace(text) == "" {
		missing := message.ConditionMissing()
		if at.what == Value {
			missing = message.ExpressionMissing()
		}
		at.problem(&problems, missing)
		return nil, problems
	}
	for _, e := range file.Errors {
		if e.Note {
			continue
		}
		d := at.problem(&problems, syntaxWords(e))
		d.Pos.Col = file.Position(e.Start).Col
		if e.Code == "after-expression" && d.Hint == "" {
			d.Advise(at.form())
			if strings.HasPrefix(text[e.Start:], "not ") {
				d.Advise(message.NotEqualForm())
			}
			if strings.HasPrefix(text[e.Start:], "when") {
				d.Advise(message.JoinConditions())
			}
			if m := memberOf.FindStringSubmatchIndex(text); m != nil && m[4] == int(e.Start) {
				instead := comparisons(text[m[2]:m[3]], text[m[6]:m[7]])
				if m[0] > 0 || m[1] < len(text) {
					instead = "(" + instead + ")"
				}
				d.Advise(message.WriteIt(instead))
			}
		}
		if number, ok := d.Args["number"].(string); ok && strings.HasSuffix(number, "s") {
			if t, err := time.ParseDuration(number); err == nil {
				d.Advise(message.TimesWithoutUnit(strconv.FormatFloat(t.Seconds(), 'g', -1, 64)))
			}
		}
		return nil, problems // others may follow from the first one
	}
	return file, nil
}

// memberOf matches an expression of other languages: a name is one of some values.
var memberOf = lazyregexp.New(`([` + ident.Rest + `.]+)\s+(in)\s*[({\[]([^(){}\[\]]+)[)}\]]`)

// comparisons returns an expression for a name that is one of some values, which commas separate.
func comparisons(name, values string) string {
	var parts []string
	for v := range strings.SplitSeq(values, ",") {
		parts = append(parts, name+" == "+strings.TrimSpace(v))
	}
	return strings.Join(parts, " or ")
}

// syntaxWords returns the words for a syntax error.
func syntaxWords(e *syntax.Error) diag.Words {
	w := e.Words()
	replace := treeWords.Replace
	if !lang.English() {
		replace = treeWordsChinese.Replace
	}
	return diag.Words{Code: w.Code, Args: w.Args, Text: replace(w.Text), Hint: replace(w.Hint), Remedy: w.Remedy}
}

// treeWords replaces remedies for scripts by those for tree files.
var treeWords = strings.NewReplacer("the file ends", "the expression ends", "a comment begins with --", "a comment begins with #", "a comment is --[[ ... ]]", "a comment begins with #", ", = in a table, or function(x) ... end", "")

// treeWordsChinese does so in Chinese.
var treeWordsChinese = strings.NewReplacer("文件在", "表达式在", "文件到此", "表达式到此", "注释以 -- 开头", "注释以 # 开头", "长注释写成 --[[ ... ]]", "注释以 # 开头", "，表里写 =，函数写 function(x) ... end", "")

// The texts around an expression that turn it into a script, for the checks of scripts. A test is the condition of an
// if.
const (
	prefix     = "return "
	testPrefix = "if "
	testSuffix = " then end"
)

// move converts findings about the generated script to the position of the expression.
func (s *spot) move(problems diag.List, prefix string) {
	for i := range problems {
		d := &problems[i]
		pos := s.pos
		if d.Pos.Line == 1 && d.Pos.Col > len(prefix) {
			pos.Col += d.Pos.Col - len(prefix) - 1
		}
		d.Pos, d.Source = pos, s.line
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

// form returns the remedy for a text that is not one expression.
func (s *spot) form() diag.Words {
	if s.what == Value {
		return message.OneExpression()
	}
	return message.OneCondition()
}

// walk calls f with e and, if f returns true, with the parts of e, in the order of the text. It skips parentheses, the
// bodies of functions, and the name of a called function, which is not a field.
func walk(e syntax.Expr, f func(syntax.Expr) bool) {
	syntax.Walk(e, func(n syntax.Node) bool {
		switch x := n.(type) {
		case *syntax.Field, *syntax.ParenExpr:
			return true
		case *syntax.FunctionExpr:
			f(x)
			return false
		case *syntax.CallExpr:
			if _, plain := syntax.Bare(x.X).(*syntax.NameExpr); !plain || x.Colon != 0 {
				return f(x)
			}
			if f(x) {
				for _, a := range x.Args {
					walk(a, f)
				}
			}
			return false
		case syntax.Expr:
			return f(x)
		}
		return false
	})
}
