package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
)

// foreign is an operator of another language, with the token that stands for it in the tree.
type foreign struct {
	hint Code
	kind Kind // BadToken if there is none
}

// foreigners are operators that are valid nowhere in Lua.
var foreigners = map[string]foreign{
	"!=": {foreignNotEqual, NotEqual}, "!==": {foreignNotEqual, NotEqual}, "<>": {foreignNotEqual, NotEqual}, "≠": {foreignNotEqual, NotEqual},
	"===": {foreignEqual, Equal}, "=<": {foreignLess, LessEqual}, "≤": {foreignLess, LessEqual}, "≥": {foreignGreater, GreaterEqual}, "=>": {foreignArrow, BadToken},
	"&&": {foreignAnd, And}, "||": {foreignOr, Or}, "!": {foreignNot, Not}, "??": {foreignOr, Or}, "?.": {foreignOptional, Dot}, "?:": {foreignOptional, Colon},
	"~": {foreignTilde, Not}, "&": {foreignBitAnd, And}, "|": {foreignBitOr, Or}, "<<": {foreignShiftLeft, Star}, ">>": {foreignShiftRight, Slash},
	"->": {foreignMember, Dot},
	"+=": {foreignCompound, Assign}, "-=": {foreignCompound, Assign}, "*=": {foreignCompound, Assign}, "/=": {foreignCompound, Assign}, "//=": {foreignCompound, Assign},
	"??=": {foreignCompound, Assign}, "||=": {foreignCompound, Assign}, "&&=": {foreignCompound, Assign},
	"%=": {foreignCompound, Assign}, "^=": {foreignCompound, Assign}, "..=": {foreignCompound, Assign}, "++": {foreignIncrement, BadToken},
	"**": {foreignPower, Power}, ":=": {foreignAssign, Assign}, "?": {foreignChoice, BadToken},
	"@": {foreignSign, BadToken}, "$": {foreignSign, BadToken}, "\\": {foreignSign, BadToken}, "`": {foreignQuote, BadToken},
	"–": {foreignMinus, Minus}, "−": {foreignMinus, Minus}, "×": {foreignTimes, Star}, "÷": {foreignDivide, Slash},
}

// longestForeign is the length in bytes of the longest foreign operator.
const longestForeign = 3

// Typographic quotes, which word processors insert.
const (
	curlyDouble = "“”„"
	curlySingle = "‘’"
)

// mayBeForeign reports whether the operator of Lua that begins at the current byte and has a length may be a part of a
// foreign one.
func (s *scanner) mayBeForeign(length int) bool {
	c := s.peek(length)
	return c != 0 && c < utf8.RuneSelf && (c == '=' || c == '<' || c == '>' || c == '+' || c == '*' || c == '/')
}

// foreign scans an operator or a comment of another language, and reports it. It returns false if there is none. length
// is that of the operator of Lua that begins at the current byte.
func (s *scanner) foreign(length int) bool {
	if s.conflictMark() || s.slashes() {
		return true
	}
	start, rest := s.off, s.text[s.off:]
	for n := min(longestForeign, len(rest)); n > length; n-- {
		if f, ok := foreigners[rest[:n]]; ok {
			s.off += n
			s.foreignOperator(start, f)
			return true
		}
	}
	switch r, n := utf8.DecodeRuneInString(rest); {
	case strings.ContainsRune(curlyDouble, r):
		s.curlyText(start, n, curlyDouble+`"`, `"`)
	case strings.ContainsRune(curlySingle, r):
		s.curlyText(start, n, curlySingle+"'", "'")
	default:
		return false
	}
	return true
}

func (s *scanner) foreignOperator(start int, f foreign) {
	word, kind := s.text[start:s.off], f.kind
	args := []Arg{arg("word", word)}
	switch {
	case f.hint == foreignCompound:
		name, operator := s.changed(start), strings.TrimSuffix(word, "=")
		value := s.addend(operator)
		old := present(name, operator)
		if other := map[string]string{"??": "or", "||": "or", "&&": "and"}[operator]; other != "" {
			operator, old = other, name
		}
		args = append(args, arg("operator", operator), arg("name", name), arg("old", old), arg("value", value))
	case f.hint == foreignIncrement:
		name := s.changed(start)
		args = append(args, arg("name", name), arg("old", present(name, "+")))
	case word == "~" && s.endsOperand():
		kind = Plus // a bit operator
	case word == "?." && isDigit(s.peek(0)):
		s.off--
		word, kind = "?", BadToken
	}
	e := s.report(start, s.off, f.hint, args...)
	if c := s.peek(0); word == "$" && (c == '"' || c == '\'') {
		rest := s.lineFrom(s.off)
		if end := strings.IndexByte(rest[1:], c); end >= 0 {
			e.remedy(sharpText, arg("prefix", word), arg("code", Joined(rest[:end+2])))
		}
	}
	if word == "=>" {
		if m := arrowParams.FindStringSubmatch(s.lineUpTo(start)); m != nil {
			e.remedy(arrowFunction, arg("params", m[1]), arg("body", s.arrowBody()))
		}
	}
	s.emit(kind, start)
}

// Joined returns what Lua has for a text of another language with values in braces: "a {b}" becomes "a " .. b. A value that is
// no name stands for itself in the result as value.
func Joined(text string) string {
	quote := text[:1]
	var parts []string
	for rest := text; rest != ""; {
		plain, braced, found := strings.Cut(rest, "{")
		value, after, closed := strings.Cut(braced, "}")
		switch {
		case !found:
			parts, rest = append(parts, rest), ""
		case !closed || !interpolated.MatchString(value):
			return quote + "text " + quote + " .. value"
		default:
			parts, rest = append(parts, plain+quote, value), quote+after
		}
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == quote+quote })
	return strings.Join(parts, " .. ")
}

// interpolated matches what is in braces in a text of another language if it can be joined to a text in Lua.
var interpolated = lazyregexp.New(`^` + ident.Pattern + `(\.` + ident.Pattern + `)*$`)

// addend returns the rest of the line as an operand of an operator, or "..." if that is more than an expression, or may be.
func (s *scanner) addend(operator string) string {
	rest := s.lineFrom(s.off)
	if m := lastOperand.FindStringSubmatch(rest); m != nil {
		return m[1]
	}
	rest, _, _ = strings.Cut(rest, "--")
	rest = strings.TrimSpace(rest)
	if rest == "" || len(rest) > maxAddend || notAddend.MatchString(rest) || besides.MatchString(logicWord.ReplaceAllString(rest, "+")) || !closesAll(rest) {
		return "..."
	}
	weaker := weakerThan[operator]
	if weaker == nil {
		weaker = anyOperator
	}
	if weaker.MatchString(rest) {
		return "(" + rest + ")"
	}
	return rest
}

// maxAddend is the number of bytes of an expression that a remedy repeats.
const maxAddend = 60

var (
	// notAddend matches what is in no simple expression.
	notAddend = lazyregexp.New(`[;="'{}<>~!?&|]|\b(end|then|do|if|else|elseif|function|local|return|while|for|until|repeat|break)\b`)
	// logicWord matches the operators that are words, and besides matches two operands without an operator between them, as
	// at the beginning of another statement.
	logicWord = lazyregexp.New(`\b(and|or|not)\b`)
	besides   = lazyregexp.New(`[\w)\]][ \t]+[\w(]`)

	// weakerThan has the operators of an operand that needs brackets beside an operator.
	weakerThan = map[string]*lazyregexp.Regexp{
		"+":  lazyregexp.New(`\b(and|or|not)\b|\.\.`),
		"-":  lazyregexp.New(`\b(and|or|not)\b|\.\.|[-+]`),
		"..": logicWord,
	}
	anyOperator = lazyregexp.New(`\b(and|or|not)\b|\.\.|[-+*/%^]`)
)

// closesAll reports whether the brackets of a text match.
func closesAll(text string) bool {
	depth := 0
	for _, r := range text {
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// present returns the value of a name before an operator changes it. An entry may be nil before the first change.
func present(name, operator string) string {
	switch {
	case !strings.Contains(name, "."):
		return name
	case operator == "..":
		return "(" + name + ` or "")`
	}
	return "(" + name + " or 0)"
}

// arrowParams matches the parameters before an arrow.
var arrowParams = lazyregexp.New(`(\([` + ident.Rest + `, ]*\))[ \t]*$`)

// arrowBody returns the body in Lua of the function of another language whose arrow is before the current byte.
func (s *scanner) arrowBody() string {
	body, _, _ := strings.Cut(s.lineFrom(s.off), "--")
	body = strings.TrimSpace(body)
	depth := 0
	end := strings.IndexFunc(body, func(c rune) bool {
		switch {
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth--
		}
		return depth < 0 || depth == 0 && (c == ',' || c == ';')
	})
	if end >= 0 {
		body = body[:end]
	}
	if body == "" || body[0] == '{' || len(body) > 40 {
		return "..."
	}
	return "return " + body
}

// lineUpTo returns the line that contains a byte, up to the byte.
func (s *scanner) lineUpTo(at int) string {
	return s.text[strings.LastIndexByte(s.text[:at], '\n')+1 : at]
}

// Patterns for what an operator changes, before and after it, and for the last operand of a line.
var (
	changedBefore = lazyregexp.New(`([` + ident.First + `][` + ident.Rest + `.]*(?:\[[^\[\]]*\])?)[ \t]*$`)
	changedAfter  = lazyregexp.New(`^[ \t]*([` + ident.First + `][` + ident.Rest + `.]*)`)
	lastOperand   = lazyregexp.New(`^[ \t]*([` + ident.Rest + `.]+|"[^"\\]*")[ \t\r]*(?:--.*)?$`)
)

// changed returns what an operator such as ++ changes: the name before the operator at start, or the one after the current
// byte. It returns x if there is none that is short.
func (s *scanner) changed(start int) string {
	m := changedBefore.FindStringSubmatch(s.lineUpTo(start))
	if m == nil {
		m = changedAfter.FindStringSubmatch(s.lineFrom(s.off))
	}
	if m == nil || len(m[1]) > 40 {
		return "x"
	}
	return m[1]
}

// lineFrom returns the rest of a line.
func (s *scanner) lineFrom(at int) string {
	line, _, _ := strings.Cut(s.text[at:], "\n")
	return line
}

// endsOperand reports whether the last token can be the last one of an operand.
func (s *scanner) endsOperand() bool {
	return len(s.toks) > 0 && endsOperand(s.toks[len(s.toks)-1].Kind)
}

// slashes scans "//" and "/*", which begin comments elsewhere. After an operand on the same line, "//" is the whole
// division of Lua 5.3 if an operand follows.
func (s *scanner) slashes() bool {
	start := s.off
	switch {
	case s.peek(0) != '/':
		return false
	case s.peek(1) == '*':
		s.report(start, start+2, foreignComment, arg("word", "/*"))
		for s.off += 2; s.off < len(s.text) && !strings.HasPrefix(s.text[s.off:], "*/"); {
			if c := s.text[s.off]; c == '\n' || c == '\r' {
				s.newline()
			} else {
				s.off++
			}
		}
		s.off = min(s.off+2, len(s.text))
	case s.peek(1) == '/' && s.peek(2) != '=':
		s.report(start, start+2, foreignSlashes, arg("word", "//"))
		if !s.first && s.endsOperand() && operandAhead.MatchString(s.text[s.off+2:]) {
			s.off += 2
			s.emit(Slash, start)
			return true
		}
		s.restOfLine()
	default:
		return false
	}
	s.file.Comments = append(s.file.Comments, Comment{Pos(start), Pos(s.off)})
	return true
}

// operandAhead matches an operand that is not followed by another word, as the text of a comment is.
var operandAhead = lazyregexp.New(`\A *[\w(][\w.]*(\(.*\))? *($|[^\w ])`)

// curlyText scans a string in typographic quotes, if it ends on the same line, or else one quote.
func (s *scanner) curlyText(start, length int, quotes, right string) {
	s.off += length
	s.report(start, s.off, foreignQuotes, arg("word", s.text[start:s.off]), arg("quote", right))
	line, _, _ := strings.Cut(s.text[s.off:], "\n")
	kind := BadToken
	if i := strings.IndexAny(line, quotes); i >= 0 {
		_, n := utf8.DecodeRuneInString(line[i:])
		s.off += i + n
		kind = StringToken
	}
	s.emit(kind, start)
}

// conflictMark scans a line such as "<<<<<<< HEAD". It reports it and skips the rest of the file, since all other errors
// may be results of the merge conflict.
func (s *scanner) conflictMark() bool {
	if !s.first || s.off != int(s.file.lines[len(s.file.lines)-1]) {
		return false
	}
	line, _, _ := strings.Cut(s.text[s.off:], "\n")
	mark, _, _ := strings.Cut(strings.TrimSuffix(line, "\r"), " ")
	if mark != "<<<<<<<" && mark != "=======" && mark != ">>>>>>>" {
		return false
	}
	start := s.off
	s.off += len(mark)
	s.report(start, s.off, conflict, arg("mark", mark))
	for s.off < len(s.text) {
		if c := s.text[s.off]; c == '\n' || c == '\r' {
			s.newline()
		} else {
			s.off++
		}
	}
	s.file.Comments = append(s.file.Comments, Comment{Pos(start), Pos(s.off)})
	s.dead = true
	return true
}

// hashComment scans a comment that begins with "#", as in other languages, and reports it. It returns false if the "#" is
// the operator of Lua, or may be.
func (s *scanner) hashComment() bool {
	if s.peek(1) == '!' && s.off == int(s.file.lines[0]) {
		s.comments(shellLine)
		return true
	}
	prev, text := BadToken, s.text[s.off+1:]
	if n := len(s.toks); n > 0 {
		prev = s.toks[n-1].Kind
	}
	spaced := text == "" || strings.ContainsAny(text[:1], " \t#\r\n")
	switch {
	case len(s.toks) == 0 || endsOperand(prev) || prev == Then || prev == Do || prev == Else || prev == Repeat: // not the operator
		if !spaced && len(s.toks) > 0 && int(s.toks[len(s.toks)-1].End) == s.off {
			return false // such as f#t
		}
		if !spaced && !proseAhead.MatchString(text) && (len(s.toks) == 0 || s.first) {
			return false // such as #agent.list > 3, which lacks a return
		}
	case !s.careful || !spaced || prev != OpenBrace && prev != Comma && prev != Semicolon:
		return false
	default: // the operator, unless two words follow
		if words := wordsAhead.FindStringSubmatch(text); words == nil || words[1] == "and" || words[1] == "or" {
			return false
		}
	}
	s.comments(hashSign)
	return true
}

// comments reports a comment of another language that goes to the end of the line.
func (s *scanner) comments(code Code) {
	start := s.off
	s.restOfLine()
	s.report(start, start+1, code)
	s.file.Comments = append(s.file.Comments, Comment{Pos(start), Pos(s.off)})
}

// proseAhead matches a line that begins with two words, and wordsAhead a text that does. In an entry of a table that
// begins with the operator #, two words follow each other only if the second one is the operator and or or.
var (
	proseAhead = lazyregexp.New(`(?m)\A\w+ +[A-Za-z]\w* *($|[^(\w])`)
	wordsAhead = lazyregexp.New(`^[ \t#]+[\w']+\s+(\w+)`)
)
