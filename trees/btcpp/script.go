package btcpp

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/internal/message"
)

// language is one of the two languages of expressions. The operators have the names that scripts give them.
type language struct {
	spelled map[string]string // operators with another spelling
	levels  map[string]int    // how strongly the operators with two operands bind
	prefix  int               // the same for those with one operand
	quotes  string
	isLua   bool
}

var (
	script = &language{
		levels: map[string]int{"?": 4, "||": 6, "&&": 8, "==": 10, "!=": 10, "<": 10, ">": 10, "<=": 10, ">=": 10, "+": 16, "-": 16, "..": 16, "*": 18, "/": 18},
		prefix: 20, quotes: "'",
	}
	lua = &language{
		spelled: map[string]string{"&&": "and", "||": "or", "!": "not", "!=": "~="},
		levels:  map[string]int{"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, ">": 3, "<=": 3, ">=": 3, "..": 5, "+": 6, "-": 6, "*": 7, "/": 7},
		prefix:  8, quotes: `"'`, isLua: true,
	}
)

// spelling returns the spelling of an operator.
func (l *language) spelling(op string) string {
	if s := l.spelled[op]; s != "" {
		return s
	}
	return op
}

// operator returns the operator with a spelling, or "" if the language has none.
func (l *language) operator(spelling string) string {
	for op, s := range l.spelled {
		switch spelling {
		case s:
			return op
		case op:
			return ""
		}
	}
	return spelling
}

// symbols holds the operators of both languages, longer ones first. Operators that only one language has are
// included, so that messages can name them.
var symbols = []string{":=", "+=", "-=", "*=", "/=", "&&", "||", "==", "!=", "~=", "<=", ">=", "..",
	"<", ">", "+", "-", "*", "/", "(", ")", "!", "=", ";", "?", ":", "&", "|", "^", "~", "%", "#", "@", ".", "[", "]", "{", "}", ","}

// wordKind is the kind of a word in an expression.
type wordKind uint8

const (
	symbolWord wordKind = iota
	nameWord
	numberWord
	textWord
)

type word struct {
	kind wordKind
	text string // for a string, the part between the quotes
}

// words splits an expression into words. If a word is invalid, the error names it.
func (l *language) words(source string) ([]word, error) {
	var list []word
	for source = strings.TrimLeft(source, " \t\r\n"); source != ""; source = strings.TrimLeft(source, " \t\r\n") {
		w, size, err := l.word(source)
		if err != nil {
			return nil, err
		}
		list, source = append(list, w), source[size:]
	}
	return list, nil
}

func (l *language) word(source string) (w word, size int, err error) {
	c := source[0]
	switch {
	case strings.IndexByte(l.quotes, c) >= 0:
		end := strings.IndexByte(source[1:], c)
		if end < 0 {
			return w, 0, message.OpenTextTerm()
		}
		text := source[1 : 1+end]
		if strings.ContainsAny(text, "\n\r\"'\\") {
			return w, 0, message.QuotesInTextTerm()
		}
		return word{textWord, text}, end + 2, nil
	case isDigit(c):
		return l.number(source)
	case c == '@' && !l.isLua && len(source) > 1 && isLetter(source[1]):
		size = 1 + runOf(source[1:], func(c byte) bool { return isDigit(c) || isLetter(c) })
		return l.named(source[1:size]), size, nil
	case isLetter(c):
		size = runOf(source, func(c byte) bool { return isDigit(c) || isLetter(c) })
		return l.named(source[:size]), size, nil
	}
	for _, s := range symbols {
		if strings.HasPrefix(source, s) {
			return word{symbolWord, s}, len(s), nil
		}
	}
	return w, 0, message.BadCharacterTerm(strconv.Quote(string([]rune(source)[:1])))
}

// named returns the word for a name, which may be an operator that is written with letters.
func (l *language) named(text string) word {
	if l.isLua && (text == "and" || text == "or" || text == "not") {
		return word{symbolWord, text}
	}
	return word{nameWord, text}
}

var (
	hexNumber     = regexp.MustCompile(`^0[xX][0-9a-fA-F]+`)
	scriptNumber  = regexp.MustCompile(`^\d+(\.\d+)?([eE][+-]?\d+)?`)
	decimalOfLua  = regexp.MustCompile(`^\d+(\.\d*)?([eE][+-]?\d+)?`)
	wholeNumber   = regexp.MustCompile(`^\d+$`)
	largestNumber = uint64(1) << 53 // BehaviorTree.CPP does not calculate with larger integers
)

// number returns the number at the beginning of source, in a form that both languages read.
func (l *language) number(source string) (w word, size int, err error) {
	decimal := scriptNumber
	if l.isLua {
		decimal = decimalOfLua
	}
	text := hexNumber.FindString(source)
	if text == "" {
		if text = decimal.FindString(source); l.isLua && strings.HasPrefix(source[len(text)-1:], "..") {
			text = text[:len(text)-1]
		}
	}
	size = len(text)
	rest := source[size:]
	if more := runOf(rest, func(c byte) bool { return isDigit(c) || isLetter(c) || c == '.' }); more > 0 && !strings.HasPrefix(rest, "..") {
		return w, 0, message.BadNumberTerm(source[:size+more])
	}
	switch {
	case hexNumber.MatchString(text):
		n, err := strconv.ParseUint(text[2:], 16, 64)
		if err != nil || n > largestNumber {
			return w, 0, message.BadNumberTerm(text)
		}
		return word{numberWord, strconv.FormatUint(n, 10)}, size, nil
	case wholeNumber.MatchString(text):
		if n, err := strconv.ParseUint(text, 10, 64); err != nil || n > largestNumber {
			return w, 0, message.BadNumberTerm(text)
		}
	case scriptNumber.FindString(text) != text:
		f, _ := strconv.ParseFloat(text, 64)
		text = strconv.FormatFloat(f, 'g', -1, 64)
	}
	if _, ok := number(text); !ok {
		return w, 0, message.BadNumberTerm(text)
	}
	return word{numberWord, text}, size, nil
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// runOf returns the number of leading bytes of text that satisfy is.
func runOf(text string, is func(byte) bool) int {
	for i := range len(text) {
		if !is(text[i]) {
			return i
		}
	}
	return len(text)
}
