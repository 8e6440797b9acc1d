package lint

import (
	"fmt"

	"github.com/bough-dev/bough/engine/diag"
)

// level is one open bracket or block. Its fields give an upper bound of the
// height of the syntax tree below it, from the tokens so far: suffixes bind
// tightest, then arithmetic and comparison, then and/or. What a comma or the
// next statement separates is side by side and adds nothing.
type level struct {
	opener  int // token, -1 for the chunk
	operand int // height of the current operand: its brackets and suffixes
	term    int // highest operand of the current term
	arith   int // operators of the current term
	cond    int // highest term
	logic   int // and/or
	elses   int // elseif parts
	height  int // highest of all that was separated
}

func (l *level) current() int {
	return l.logic + max(l.cond, l.arith+max(l.term, l.operand))
}

func (l *level) nextOperand() { l.term, l.operand = max(l.term, l.operand), 0 }

func (l *level) nextTerm() {
	l.cond = max(l.cond, l.arith+max(l.term, l.operand))
	l.arith, l.term, l.operand = 0, 0, 0
}

func (l *level) separate() {
	l.height = max(l.height, l.current())
	l.operand, l.term, l.arith, l.cond, l.logic = 0, 0, 0, 0, 0
}

// bounder checks the limits over the tokens alone.
type bounder struct {
	*source
	levels    []level
	functions int
	jumps     int
	consts    []map[string]bool // of the chunk and each open function
	work      int
}

// checkBounds returns the first limit that the tokens exceed.
func checkBounds(src *source) diag.List {
	b := &bounder{source: src, levels: []level{{opener: -1}}, consts: []map[string]bool{{}}}
	var l diag.List
	for i := range src.toks {
		b.token(i)
		if msg, hint := b.exceeded(); msg != "" {
			src.report(&l, i, "%s", msg).Hint = hint
			return l
		}
	}
	return nil
}

func (b *bounder) exceeded() (msg, hint string) {
	t := b.top()
	switch {
	case len(b.levels) > MaxDepth:
		return fmt.Sprintf("nested more than %d levels deep", MaxDepth), "split it; give the parts names with local"
	case t.elses+max(t.height, t.current()) >= MaxDepth:
		return fmt.Sprintf("a chain of more than %d parts", MaxDepth), "split it; give the parts names with local, or use a table"
	case b.functions > MaxFunctions:
		return fmt.Sprintf("more than %d functions in one script", MaxFunctions), "split it, and load the parts with require"
	case b.jumps > MaxJumps:
		return fmt.Sprintf("more than %d goto statements and labels in one script", MaxJumps), "use loops and functions"
	case b.work > MaxConstantWork:
		return "too many different names, numbers and strings in one function", "split the data over several files"
	}
	return "", ""
}

func (b *bounder) top() *level { return &b.levels[len(b.levels)-1] }

func (b *bounder) push(i int) { b.levels = append(b.levels, level{opener: i}) }

// pop closes the top level if one of openers opened it. A mismatch is a syntax
// error and left to the parser.
func (b *bounder) pop(openers ...string) {
	t := *b.top()
	for _, o := range openers {
		if !b.is(t.opener, o) {
			continue
		}
		if o == "function" {
			b.consts = b.consts[:len(b.consts)-1]
		}
		t.separate()
		b.levels = b.levels[:len(b.levels)-1]
		b.top().operand = max(b.top().operand, 1+t.height+t.elses)
		return
	}
}

func (b *bounder) token(i int) {
	switch b.toks[i].kind {
	case nameTok, numberTok, stringTok:
		b.leaf(i)
	case keywordTok:
		b.keyword(i)
	case opTok:
		b.operator(i)
	}
}

func (b *bounder) leaf(i int) {
	switch {
	case !b.endsOperand(i - 1):
	case b.toks[i].kind == stringTok:
		b.top().operand++ // f"text"
	default:
		b.top().separate() // a new statement
	}
	seen := b.consts[len(b.consts)-1]
	seen[b.word(i)] = true
	b.work += len(seen)
}

// endsOperand reports whether token i can be the last of an operand.
func (s *source) endsOperand(i int) bool {
	switch s.kindOf(i) {
	case nameTok, numberTok, stringTok:
		return true
	case keywordTok:
		return s.is(i, "end") || s.is(i, "nil") || s.is(i, "true") || s.is(i, "false")
	case opTok:
		return s.is(i, ")") || s.is(i, "]") || s.is(i, "}") || s.is(i, "...")
	}
	return false
}

func (b *bounder) keyword(i int) {
	switch b.word(i) {
	case "and", "or":
		b.top().nextTerm()
		b.top().logic++
	case "not":
		b.top().arith++
	case "nil", "true", "false":
	case "function":
		b.function(i)
	case "if", "do", "repeat":
		b.top().separate()
		b.push(i)
	case "end":
		b.pop("function", "do", "if")
	case "until":
		b.pop("repeat")
	case "elseif":
		b.top().separate()
		b.top().elses++
	case "goto":
		b.top().separate()
		b.jumps++
	default:
		b.top().separate()
	}
}

// function begins a function. As an operand it does not end the chain it is in.
func (b *bounder) function(i int) {
	if b.endsOperand(i - 1) {
		b.top().separate()
	}
	b.functions++
	b.consts = append(b.consts, map[string]bool{})
	b.push(i)
}

func (b *bounder) operator(i int) {
	switch b.word(i) {
	case "(", "[", "{":
		if b.endsOperand(i - 1) {
			b.top().operand++
		}
		b.push(i)
	case ")":
		b.pop("(")
	case "]":
		b.pop("[")
	case "}":
		b.pop("{")
	case ",", ";", "=":
		b.top().separate()
	case "::":
		b.top().separate()
		if b.is(i+2, "::") {
			b.jumps++
		}
	case ".", ":":
		b.top().operand++
	case "...":
	default:
		b.top().nextOperand()
		b.top().arith++
	}
}
