package lint

import (
	"fmt"

	"github.com/bough-dev/bough/engine/diag"
)

// Mistake is what went wrong in a file when it ran.
type Mistake struct {
	// At is the operand or the name to blame, or the operator if it has no name.
	At   diag.Pos
	Sort MistakeSort
	// Name is that of what is to blame, if it has one; for a bad argument, that of the function.
	Name string
	// Op is the operator: for a comparison, a calculation and what is unary.
	Op string
	// Kinds are the types of the operands from left to right, or that of what is to blame.
	Kinds [2]string
	// Key is what was looked up, for an index.
	Key string
	// Want is the type that is wanted, for an argument; "initial value", "limit" or "step", for a loop.
	Want string
	// N is the number of the argument, from 1.
	N int
}

// MistakeSort is what was attempted.
type MistakeSort uint8

// What may have been attempted in vain.
const (
	BadCall        MistakeSort = iota // to call what is no function
	BadIndex                          // to look up a key in what is no table
	BadComparison                     // to compare what has no order
	BadCalculation                    // to calculate or to join texts
	BadUnary                          // - or # of one operand
	BadLoop                           // to count from, to or by what is no number
	BadArgument                       // to call a function with an argument of another type
	BadAssertion                      // to assert what is not so
	BadKey                            // to use nil or nan as a key
)

// Explanation says in the words of the source what a mistake means, and what to do about it. At is
// the zero place if that of the mistake is the best one.
type Explanation struct {
	Text, Hint string
	At         diag.Pos
}

// Known is what is known where an error was raised besides the file itself.
type Known struct {
	// Names are those of Check.
	Names Names
	// IsFunction tells which names of globals, "bt.wait", are functions.
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

// Explain explains a mistake. The text is "" if the source does not tell.
func (s *Script) Explain(m Mistake, known Known) Explanation {
	at := s.src.tokenAt(m.At)
	if at < 0 {
		return Explanation{}
	}
	found := explainer{s.src, newOwners(s, known), at, m}.tell()
	out := Explanation{Text: found.msg, Hint: found.hint}
	if found.tok >= 0 && found.msg != "" {
		out.At = s.src.pos(found.tok)
	}
	return out
}

// explainer is a mistake in a file, where it is, and what is known of the file.
type explainer struct {
	*source
	*owners
	at int // the token that is to blame
	m  Mistake
}

func (e explainer) tell() finding {
	switch e.m.Sort {
	case BadCall:
		return e.call()
	case BadIndex:
		return e.index()
	case BadComparison:
		return e.comparison()
	case BadCalculation:
		return e.calculation()
	case BadUnary:
		return e.unary()
	case BadLoop:
		return e.loopBound()
	case BadArgument:
		return e.argument()
	case BadAssertion:
		return e.assertion()
	}
	return e.key()
}

// nothing is the finding of what cannot tell.
var nothing = finding{tok: -1}

// said is a finding without a place of its own.
func said(msg, hint string) finding { return finding{-1, msg, hint} }

// described returns an operand with its type, or the latter alone.
func described(text, kind string) string {
	if text == "" || text == kind {
		return kind
	}
	return text + " (" + kind + ")"
}

// termAt returns the term to blame, which ends there.
func (e explainer) termAt() side { return e.sideOf(extent{e.termBefore(e.at + 1), e.at}) }

func (e explainer) unary() finding {
	x := side{}
	if !e.is(e.at, e.m.Op) {
		x = e.termAt()
	} else if last := e.termFrom(e.at + 1); last >= 0 {
		x = e.sideOf(extent{e.at + 1, last})
	}
	word := map[string]string{"-": "the minus sign", "#": "#"}[e.m.Op]
	want := map[string]string{"-": "not a number", "#": "neither a table nor a text"}[e.m.Op]
	if x.text == "" {
		return said(word+" stands before what is "+want+", but "+e.m.Kinds[0], "")
	}
	found := said(fmt.Sprintf("%s is %s, and there is no %s%s", x.text, want, e.m.Op, x.text), "")
	switch {
	case x.kind != "" || e.m.Kinds[0] != "nil":
		found.msg = fmt.Sprintf("%s is %s, and there is no %s%s", described(x.text, e.m.Kinds[0]), want, e.m.Op, x.text)
	case e.m.Op == "-":
		found.hint = e.otherwise(x, "0")
	default:
		found.hint = e.ifNil(x, "write #("+x.text+" or {})")
	}
	return found
}

// loopBound is about one of the values of for i = 1, n, step, which begins at the mistake.
func (e explainer) loopBound() finding {
	word := map[string]string{"initial value": "first value", "limit": "last value", "step": "step"}[e.m.Want]
	x := e.sideOf(extent{e.at, e.termFrom(e.at)})
	if x.text == "" || !e.isAny(x.last+1, ",", "do") {
		return said("the "+word+" of the loop is not a number", "")
	}
	found := finding{tok: e.lastOfPath(e.at), msg: fmt.Sprintf("the %s of the loop, %s, is not a number", word, x.text)}
	if x.kind == "" {
		found.hint = e.otherwise(x, "1")
	}
	return found
}
