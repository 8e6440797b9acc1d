package lint

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// operators holds the operators and punctuation of Lua 5.1.
var operators = map[string]bool{
	"+": true, "-": true, "*": true, "/": true, "%": true, "^": true, "#": true,
	"==": true, "~=": true, "<=": true, ">=": true, "<": true, ">": true, "=": true,
	"(": true, ")": true, "{": true, "}": true, "[": true, "]": true, ";": true,
	":": true, "::": true, ",": true, ".": true, "..": true, "...": true,
}

// foreign maps operators of other languages to a remedy. It has only operators that are invalid everywhere in Lua.
// In a remedy, "x" stands for the operand.
var foreign = map[string]string{
	"!=": "write ~= for \"not equal\"", "!==": "write ~= for \"not equal\"", "<>": "write ~= for \"not equal\"",
	"===": "write ==", "=<": "write <=", "=>": "write >= to compare, = in a table, or function(x) ... end",
	"&&": "write and", "||": "write or", "!": "write not", "~": "write not, or ~= for \"not equal\"; " + noBits,
	"&": "write and; " + noBits, "|": "write or; " + noBits, "<<": noBits + ": write x * 2 ^ n", ">>": noBits + ": write math.floor(x / 2 ^ n)", "->": "write . or :",
	"+=": "write x = x + ...", "-=": "write x = x - ...", "*=": "write x = x * ...", "/=": "write x = x / ...",
	"%=": "write x = x % ...", "^=": "write x = x ^ ...", "..=": "write x = x .. ...", "++": "write x = x + 1",
	"//": "a comment begins with --; whole division is math.floor(a / b)", "/*": "a comment is --[[ ... ]]",
	"**": "write ^", "??": "write or", "?.": "write a and a.b", ":=": "write =", "?": "write: condition and value or other", "@": "", "$": "", "`": "write ' or \"", "\\": "",
	"“": "write the straight quote \"", "”": "write the straight quote \"", "„": "write the straight quote \"",
	"‘": "write the straight quote '", "’": "write the straight quote '",
	"\u00a0": "this is a no-break space: replace it by a space", "≤": "write <=", "≥": "write >=", "≠": "write ~=",
	"–": "write -", "−": "write -",
}

// noBits is the remedy for the bit operators of other languages.
const noBits = "Lua 5.1 has no operators for bits"

// longestOperator is the length in bytes of the longest key of operators and foreign.
const longestOperator = 3

func (s *scanner) operator() {
	if s.conflictMark() || s.hashComment() {
		return
	}
	rest := s.text[s.off:]
	for n := min(longestOperator, len(rest)); n > 0; n-- {
		w := rest[:n]
		if hint, ok := foreign[w]; ok {
			s.foreignOperator(w, hint)
			return
		}
		if operators[w] {
			start := s.off
			s.off += n
			s.emit(opTok, start)
			return
		}
	}
	s.strayCharacter()
}

// conflictMark reports a line such as "<<<<<<< HEAD". It then skips the rest of the file, since every other error
// may be a result of the merge conflict. It returns false if no such line begins here.
func (s *scanner) conflictMark() bool {
	if s.off != int(s.lines[len(s.lines)-1]) { // checked first, since finding the end of a line takes time
		return false
	}
	mark, _, _ := strings.Cut(s.lineFrom(len(s.lines)), " ")
	if mark != "<<<<<<<" && mark != "=======" && mark != ">>>>>>>" {
		return false
	}
	s.report(s.off, "%s is a conflict that version control has left", mark).Hint = "choose one of the two versions and remove the marks"
	s.off = len(s.text)
	return true
}

// hashComment reports a comment that begins with #, as in tree files. It returns false if # is the operator of Lua
// here, or may be.
func (s *scanner) hashComment() bool {
	if s.peek(0) != '#' {
		return false
	}
	prev, text := len(s.toks)-1, s.text[s.off+1:]
	spaced := text == "" || strings.ContainsAny(text[:1], " \t#\r\n")
	switch {
	case prev < 0 || s.endsOperand(prev) || s.isAny(prev, "then", "do", "else", "repeat", ";"): // not the operator
		if !spaced && !proseAhead.MatchString(text) && (prev < 0 || int(s.toks[prev].line) != len(s.lines)) {
			return false // such as #agent.list > 3, which lacks a return
		}
	case !spaced || !s.isAny(prev, "{", ","):
		return false
	default: // the operator, unless two words follow
		if words := wordsAhead.FindStringSubmatch(text); words == nil || words[1] == "and" || words[1] == "or" {
			return false
		}
	}
	s.report(s.off, `"#" does not begin a comment in Lua`).Hint = "a comment begins with --"
	s.restOfLine()
	return true
}

// proseAhead matches a line that begins with two words, and wordsAhead a text that does. In an entry of a table that
// begins with the operator #, two words follow each other only if the second one is the operator and or or.
var (
	proseAhead = regexp.MustCompile(`(?m)\A\w+ +[A-Za-z]\w* *($|[^(\w])`)
	wordsAhead = regexp.MustCompile(`^[ \t#]+[\w']+\s+(\w+)`)
)

// foreignOperator reports the operator w. If w begins a comment in another language, it skips the rest of the line,
// which is not code.
func (s *scanner) foreignOperator(w, hint string) {
	start := s.off
	s.off += len(w)
	s.report(start, "%q is not Lua", w).Hint = hint
	switch {
	case w == "//":
		s.restOfLine()
	case w == "/*":
		s.foreignComment()
	case strings.Contains(curlyDouble, w):
		s.curlyText(curlyDouble + `"`)
	case strings.Contains(curlySingle, w):
		s.curlyText(curlySingle + "'")
	}
}

// Typographic quotes, which word processors insert.
const (
	curlyDouble = "“”„"
	curlySingle = "‘’"
)

// curlyText skips a string in typographic quotes, if it ends on the same line.
func (s *scanner) curlyText(quotes string) {
	line := s.lineFrom(len(s.lines))[s.off-int(s.lines[len(s.lines)-1]):]
	if i := strings.IndexAny(line, quotes); i >= 0 {
		_, n := utf8.DecodeRuneInString(line[i:])
		s.off += i + n
	}
}

func (s *scanner) foreignComment() {
	for s.off < len(s.text) && !strings.HasPrefix(s.text[s.off:], "*/") {
		if c := s.text[s.off]; c == '\n' || c == '\r' {
			s.newline()
		} else {
			s.off++
		}
	}
	s.off = min(s.off+2, len(s.text))
}

// strayCharacter reports a character that cannot begin a token. It reports a sequence of such characters, such as a
// name in a non-Latin script, only once.
func (s *scanner) strayCharacter() {
	start := s.off
	r, n := utf8.DecodeRuneInString(s.text[s.off:])
	s.off += n
	if r < utf8.RuneSelf {
		s.report(start, "unexpected character %q", r)
		return
	}
	for c := s.peek(0); c >= utf8.RuneSelf || isLetter(c) || isDigit(c); c = s.peek(0) {
		s.off++
	}
	s.report(start, "unexpected %q", clip(s.text[start:s.off])).Hint = "names have only the letters a-z and A-Z, digits and _; other text belongs in quotes"
}
