package trees

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/message"
)

// scanner is a cursor in one line. It finds white space and words, and parses literals. The grammar of lines is in
// lineParser. The parsing methods of a scanner return false once they have reported a mistake. The rest of the line
// is then skipped.
type scanner struct {
	out      *reporter // receives the mistakes and the comments
	num      int       // number of the line
	text     string    // without white space at the end
	off      int       // offset of the cursor, in bytes
	ascii    bool
	tabbed   bool    // a tab between parts has been reported
	failed   bool    // a mistake has been reported
	mark     int     // an offset with a known column
	markCols int     // number of characters before the offset mark
	parts    *[]Part // receives the parts of the line; nil if nobody asks for them
}

func newScanner(out *reporter, num int, text string, off int) *scanner {
	return &scanner{out: out, num: num, text: text, off: off, ascii: isASCII(text)}
}

// pos returns the position of the cursor.
func (s *scanner) pos() diag.Pos { return s.posAt(s.off) }

// posAt returns the position of an offset. It counts from the previous offset. Most callers pass increasing
// offsets, so this takes linear time for each line.
func (s *scanner) posAt(off int) diag.Pos {
	pos := diag.Pos{File: s.out.file.Path, Line: s.num, Col: off + 1}
	if s.ascii {
		return pos
	}
	if off < s.mark {
		s.mark, s.markCols = 0, 0
	}
	s.markCols += utf8.RuneCountInString(s.text[s.mark:off])
	s.mark = off
	pos.Col = s.markCols + 1
	return pos
}

// fail reports a mistake at an offset and returns false.
func (s *scanner) fail(off int, w diag.Words) bool { return s.failAdvising(off, w, diag.Words{}) }

// failAdvising is like fail, with another remedy than that of the catalog unless the remedy is empty.
func (s *scanner) failAdvising(off int, w, remedy diag.Words) bool {
	s.failed = true
	s.out.report(s.posAt(off), w).Advise(remedy)
	return false
}

// failHere reports an unexpected character at the cursor.
func (s *scanner) failHere() bool {
	r, _ := utf8.DecodeRuneInString(s.text[s.off:])
	remedy := habit(r)
	if r == ',' && s.off > 0 && isDigit(s.text[s.off-1]) && isDigit(s.peek(1)) {
		remedy = message.UseDecimalPoint()
	}
	if key := s.keyWithColon(); r == ':' && key != "" {
		if pair := keyValue(key, s.text[s.off+1:]); pair.Code != "" {
			remedy = pair
		}
	}
	if name := s.dashedName(); name != "" {
		remedy = message.NameWithoutDashes(strings.ReplaceAll(name, "-", "_"))
	}
	if written := s.withoutParentheses(); written != "" {
		remedy = message.WriteIt(written)
	}
	return s.failAdvising(s.off, message.UnexpectedCharacter(charName(r)), remedy)
}

// callArguments matches parameters in parentheses, as in the call of a function.
var callArguments = lazyregexp.New(`^\(\s*` + callArgument + `(?:\s*,\s*` + callArgument + `)*\s*\)`)

const callArgument = `(?:` + ident.Pattern + `\s*=\s*(?:` + ident.Pattern + `|-?\d+(?:\.\d+)?|"[^"]*")|-?\d+(?:\.\d+)?|"[^"]*")`

// argument matches one of them.
var argument = lazyregexp.New(callArgument)

// withoutParentheses returns the line without the parentheses at the cursor, which follow a name as in crossing(goal=3), or "" if
// the cursor is not at such.
func (s *scanner) withoutParentheses() string {
	if before, _ := utf8.DecodeLastRuneInString(s.text[:s.off]); !ident.In(before, false) {
		return ""
	}
	found := callArguments.FindString(s.text[s.off:])
	if found == "" {
		return ""
	}
	out := s.text[:s.off]
	for _, a := range argument.FindAllString(found, -1) {
		name, value, given := strings.Cut(a, "=")
		if out += " " + strings.TrimSpace(name); given {
			out += "=" + strings.TrimSpace(value)
		}
	}
	return strings.TrimSpace(out + s.text[s.off+len(found):])
}

// keyWithColon returns the word before the cursor, if it can be the name of a parameter of a node, or "".
func (s *scanner) keyWithColon() string {
	words := strings.Fields(s.text[:s.off])
	last := len(words) - 1
	if last < 1 || !isSpace(s.text[0]) || !isKey(words[last]) || slices.Contains([]string{treeWord, slotWord, overrideWord, disabledWord}, words[last-1]) {
		return ""
	}
	return words[last]
}

// dashedName returns a name with dashes, such as night-guard, if the cursor is at one of its dashes, or "".
func (s *scanner) dashedName() string {
	if s.peek(0) != '-' || nameCharacter(s.text[s.off+1:]) == 0 || isDigit(s.peek(1)) {
		return ""
	}
	inName := func(c byte) bool { return isLetter(c) || isDigit(c) || c == '.' || c == '-' || c >= utf8.RuneSelf }
	start, end := s.off, s.off
	for start > 0 && inName(s.text[start-1]) {
		start--
	}
	for end < len(s.text) && inName(s.text[end]) {
		end++
	}
	if nameCharacter(s.text[start:]) == 0 || isDigit(s.text[start]) {
		return ""
	}
	return s.text[start:end]
}

// charName returns a character as messages show it. An invisible character is shown as its number.
func charName(r rune) string {
	if strings.ContainsRune(specialSpaces, r) {
		return strings.ToUpper("U+" + hex4(r))
	}
	return string(r)
}

func hex4(r rune) string {
	const hex = "0123456789abcdef"
	return string([]byte{hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15]})
}

func (s *scanner) atEnd() bool { return s.off >= len(s.text) }

// peek returns the byte that is ahead bytes after the cursor, or 0 after the end of the line.
func (s *scanner) peek(ahead int) byte {
	if i := s.off + ahead; i < len(s.text) {
		return s.text[i]
	}
	return 0
}

// space moves the cursor past white space, and reports whether there was any.
func (s *scanner) space() bool {
	start := s.off
	for ; !s.atEnd() && isSpace(s.text[s.off]); s.off++ {
		s.noteTab()
	}
	return s.off > start
}

// noteTab reports the first tab between the parts of a line.
func (s *scanner) noteTab() {
	if s.text[s.off] == '\t' && !s.tabbed {
		s.tabbed = true
		s.fail(s.off, message.TabInLine())
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// run returns the text at the cursor that consists of letters, digits, dots, and characters beyond ASCII.
// Characters beyond ASCII that look like signs end it.
func (s *scanner) run() string {
	end := s.off
	for end < len(s.text) {
		c := s.text[end]
		if c < utf8.RuneSelf {
			if !isLetter(c) && !isDigit(c) && c != '.' {
				break
			}
			end++
			continue
		}
		r, size := utf8.DecodeRuneInString(s.text[end:])
		if isHabit(r) {
			break
		}
		end += size
	}
	return s.text[s.off:end]
}

func isHabit(r rune) bool {
	for _, h := range habits {
		if strings.ContainsRune(h.chars, r) {
			return true
		}
	}
	return false
}

// piece returns the text from the cursor to the next white space, or to the end of the text in quotes that begins
// there.
func (s *scanner) piece() string {
	if c := s.peek(0); c == '"' || c == '\'' {
		if end := strings.IndexByte(s.text[s.off+1:], c); end >= 0 {
			return s.text[s.off : s.off+1+end+1]
		}
	}
	end := strings.IndexAny(s.text[s.off:], " \t")
	if end < 0 {
		return s.text[s.off:]
	}
	return s.text[s.off : s.off+end]
}

// comment parses the comment at the cursor, if there is one.
func (s *scanner) comment() bool {
	if s.peek(0) != '#' {
		return false
	}
	if !s.out.muted {
		s.out.comment(s.pos(), s.text[s.off:], true)
	}
	start := s.off
	s.off = len(s.text)
	s.part(PartComment, start, s.off)
	return true
}
