package lint

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// Explanation says in the words of the source what a runtime error means, and what to do
// about it. At is the zero place if it is not known better than PosOf does.
type Explanation struct {
	Text, Hint string
	At         diag.Pos
}

// Known is what is known where an error was raised besides the file itself.
type Known struct {
	// Names are those of Check.
	Names Names
	// IsFunction tells which names of globals, "bt.wait", are functions: what is called in
	// vain is none of them.
	IsFunction func(path string) bool
	// IsGlobal tells which globals there are for all files.
	IsGlobal func(name string) bool
	// AgentHas tells whether the agent has a field whose hook is under way, ok being false if
	// there is none.
	AgentHas func(name string) (has, ok bool)
	// AgentFields returns fields that it has, not all if they are many.
	AgentFields func() []string
	// Module returns what the table has that a required file returns, ok being false if that
	// is not known.
	Module func(name string) (keys []string, ok bool)
}

// Explain explains an error that gopher-lua reports at a line. The text is "" if the line
// does not tell.
func (s *Script) Explain(line int, message string, known Known) Explanation {
	e, ok := s.errorLine(line)
	if !ok {
		return Explanation{}
	}
	for _, x := range explanations {
		m := x.message.FindStringSubmatch(message)
		if m == nil {
			continue
		}
		found := x.tell(newExplainer(e, s, known), m)
		out := Explanation{Text: found.msg, Hint: found.hint}
		if found.tok >= 0 && found.msg != "" {
			out.At = s.src.pos(found.tok)
		}
		return out
	}
	return Explanation{}
}

// explainer is a line on which something went wrong, and what is known of the file.
type explainer struct {
	lineError
	*owners
}

func newExplainer(e lineError, s *Script, known Known) explainer {
	return explainer{e, newOwners(s, known)}
}

var explanations = []struct {
	message *regexp.Regexp
	tell    func(e explainer, m []string) finding
}{
	{regexp.MustCompile(`attempt to call a non-function object`), explainer.call},
	{regexp.MustCompile(`attempt to index a non-table object\((\w+)\) with key '([^']*)'`), explainer.index},
	{regexp.MustCompile(`attempt to compare (\w+) with (\w+)`), explainer.comparison},
	{regexp.MustCompile(`cannot perform (\w+) operation between (\w+) and (\w+)`), explainer.calculation},
	{regexp.MustCompile(`bad argument #(\d+) to (\w+) \((\w+) expected, got (no value|\w+)\)`), explainer.argumentOf},
	{regexp.MustCompile(`__unm undefined`), func(e explainer, _ []string) finding { return e.unary("-") }},
	{regexp.MustCompile(`__len undefined`), func(e explainer, _ []string) finding { return e.unary("#") }},
	{regexp.MustCompile(`for statement (init|limit|step) must be`), explainer.loopBound},
	{regexp.MustCompile(`assertion failed!`), explainer.assertion},
	{regexp.MustCompile(`table index is (nil|NaN)`), explainer.key},
}

// nothing is the finding of who cannot tell.
var nothing = finding{tok: -1}

// said is a finding without a place of its own.
func said(msg, hint string) finding { return finding{-1, msg, hint} }

// maxNamed bounds how many parts of a line are named of which one is to blame.
const maxNamed = 3

// oneOf names what is to blame, or what may be if that is one of a few; "" if it is not
// known, or one of many.
func oneOf(list []string) string {
	switch n := len(list); {
	case n == 0 || n > maxNamed:
		return ""
	case n == 1:
		return list[0]
	}
	return "one of " + strings.Join(list, ", ")
}

// described returns an operand with its type, or the latter alone.
func described(text, kind string) string {
	if text == "" || text == kind {
		return kind
	}
	return text + " (" + kind + ")"
}

func (e explainer) unary(symbol string) finding {
	at := e.only(func(i int) bool { return e.is(i, symbol) && !e.endsOperand(i-1) })
	if at < 0 || e.kindOf(at+1) != nameTok {
		return nothing
	}
	x := e.sideOf(extent{at + 1, e.termFrom(at + 1)})
	if x.text == "" || e.is(x.last+1, "^") {
		return nothing
	}
	if symbol == "-" {
		return said(x.text+" is not a number, and there is no -"+x.text, e.otherwise(x, "0"))
	}
	return said(x.text+" is neither a table nor a text, and there is no #"+x.text, e.ifNil(x, "write #("+x.text+" or {})"))
}

func (e explainer) loopBound(m []string) finding {
	word := map[string]string{"init": "first value", "limit": "last value", "step": "step"}[m[1]]
	at := e.loopValue(m)
	if at < 0 || !e.isAny(at-1, "=", ",") {
		return said("the "+word+" of the loop is not a number", "")
	}
	x := e.sideOf(extent{at, e.termFrom(at)})
	if x.text == "" || !e.isAny(x.last+1, ",", "do") {
		return said("the "+word+" of the loop is not a number", "")
	}
	return said(fmt.Sprintf("the %s of the loop, %s, is not a number", word, x.text), e.otherwise(x, "1"))
}
