package lint

import (
	"errors"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/parse"

	"github.com/bough-dev/bough/engine/diag"
)

// mistake is a syntax error that is to be explained.
type mistake struct {
	*source
	at   int   // the token that the parser did not accept
	open []int // the openers of the blocks and brackets around the mistake, outermost first
	text string
}

// finding is an explanation of a mistake. It has the token that the error refers to, the message and the remedy.
type finding struct {
	tok       int
	msg, hint string
}

// syntaxError explains an error of gopher-lua's parser in plain words. The parser only reports a token. The rest of
// the explanation is derived from the tokens around it.
func syntaxError(src *source, err error) diag.Diagnostic {
	m := &mistake{source: src, at: len(src.toks) - 1}
	var pe *parse.Error
	if errors.As(err, &pe) {
		m.text = pe.Message
		m.at = src.tokenEndingAt(pe.Pos.Line, pe.Pos.Column)
	}
	m.open = src.openAt(m.at)
	found := m.explain()
	d := diag.Diagnostic{Pos: src.pos(found.tok), Message: found.msg, Hint: found.hint}
	d.Source = src.line(d.Pos.Line)
	return d
}

// explain applies the rules in order. If no rule matches, it returns the result of unexpected.
func (m *mistake) explain() finding {
	for _, rule := range rules {
		if found := rule(m); found.msg != "" {
			return found
		}
	}
	return m.unexpected()
}

// tokenEndingAt returns the token whose last byte is at the given line and column. The column counts bytes, as
// gopher-lua's scanner does. The line -1 is the end of the file.
func (s *source) tokenEndingAt(line, col int) int {
	if line < 1 || line > len(s.lines) {
		return len(s.toks) - 1
	}
	end := s.lines[line-1] + int32(col)
	i, _ := slices.BinarySearchFunc(s.toks, end, func(t token, end int32) int { return int(t.end - end) })
	return min(i, len(s.toks)-1)
}

// closers maps each opener to the word that closes it.
var closers = map[string]string{
	"function": "end", "do": "end", "if": "end", "repeat": "until", "(": ")", "{": "}", "[": "]",
}

// openAt returns the openers that are not closed before token at. A closer that does not match the innermost opener
// closes nothing.
func (s *source) openAt(at int) []int {
	var open []int
	for i := range at {
		if k := s.kindOf(i); k != keywordTok && k != opTok {
			continue
		}
		w := s.word(i)
		if closers[w] != "" {
			open = append(open, i)
		} else if n := len(open); n > 0 && closers[s.word(open[n-1])] == w {
			open = open[:n-1]
		}
	}
	return open
}

// top returns the innermost opener around the mistake, or -1 if there is none.
func (m *mistake) top() int {
	if len(m.open) == 0 {
		return -1
	}
	return m.open[len(m.open)-1]
}

// unexpected returns the finding for a mistake that no rule matches.
func (m *mistake) unexpected() finding {
	prev := m.at - 1
	after := ""
	if prev >= 0 {
		after = " after " + m.show(prev)
	}
	if m.wantsOperand(prev) || m.is(prev, ",") {
		after += ", which needs a value after it"
	}
	if m.kindOf(m.at) == eofTok {
		return finding{max(prev, 0), "the file ends" + after, m.unexpectedHint()}
	}
	return finding{m.at, "unexpected " + m.show(m.at) + after, m.unexpectedHint()}
}

// unexpectedHint returns the remedy for some mistakes that no rule matches.
func (m *mistake) unexpectedHint() string {
	if word := m.word(m.at); m.kindOf(m.at) == nameTok && m.at > 0 {
		switch {
		case keywords[strings.ToLower(word)]:
			return "write " + strings.ToLower(word) + " in small letters"
		case word == "is" || word == "equals":
			return "to compare write =="
		}
	}
	if m.at < 2 || m.kindOf(m.at-1) != nameTok {
		return ""
	}
	name := m.word(m.at - 1)
	switch {
	case m.is(m.at-2, "local") && m.is(m.at, "=="):
		return "to assign write ="
	case m.is(m.at-2, "local") && m.isAny(m.at, ".", "["):
		return "a field is written without local"
	case m.is(m.at-2, ":"):
		return "a call follows a colon, as in :" + name + "(); to read a field write ." + name
	}
	return ""
}

// wantsOperand reports whether a value must follow token i.
func (s *source) wantsOperand(i int) bool {
	return s.isAny(i, "=", "==", "~=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "^", "..", "#",
		"and", "or", "not", "if", "elseif", "while", "until", "in")
}

// operandAt returns the name at token i with the fields after it.
func (s *source) operandAt(i int) string {
	first := i
	for s.is(i+1, ".") && s.kindOf(i+2) == nameTok {
		i += 2
	}
	return s.span(first, i)
}

// endsOperand reports whether token i can be the last token of an operand.
func (s *source) endsOperand(i int) bool {
	switch s.kindOf(i) {
	case nameTok, numberTok, stringTok:
		return true
	}
	return s.isAny(i, "end", "nil", "true", "false", ")", "]", "}", "...")
}

// show quotes a token for a message.
func (s *source) show(i int) string {
	w := s.word(i)
	if line, _, more := strings.Cut(w, "\n"); more {
		w = strings.TrimRight(line, "\r") + "..."
	}
	if s.kindOf(i) == stringTok {
		return "the string " + clip(w)
	}
	return `"` + clip(w) + `"`
}

// startsLine reports whether token i is the first on its line.
func (s *source) startsLine(i int) bool {
	return i == 0 || s.toks[i].line != s.toks[i-1].line
}

// header returns the nearest word before token at that begins or divides a statement, on the same level of
// brackets. The tokens between that word and at belong to the statement.
func (s *source) header(at int) int {
	depth := 0
	for i := at - 1; i >= 0; i-- {
		switch {
		case s.isAny(i, ")", "]", "}"):
			depth++
		case s.isAny(i, "(", "[", "{"):
			if depth--; depth < 0 {
				return i
			}
		case depth == 0 && s.kindOf(i) == keywordTok && !s.isAny(i, "and", "or", "not", "nil", "true", "false"):
			return i
		}
	}
	return -1
}
