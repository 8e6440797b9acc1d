package btcpp

import (
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// language is one of the two languages of expressions, with its spellings of the operators. Both languages have the
// same syntax, so translate works word by word.
type language struct {
	and, or, not, differs string
	quotes                string
	escapes               bool // in a string, a backslash begins an escape
}

var (
	script = language{"&&", "||", "!", "!=", "'", false}
	lua    = language{"and", "or", "not", "~=", `"'`, true}
)

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
func (l language) words(source string) ([]word, error) {
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

func (l language) word(source string) (w word, size int, err error) {
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
		size = runOf(source, func(c byte) bool { return isDigit(c) || isLetter(c) || c == '.' })
		if _, ok := number(source[:size]); !ok {
			return w, 0, message.BadNumberTerm(source[:size])
		}
		return word{numberWord, source[:size]}, size, nil
	case c == '@' && !l.escapes && len(source) > 1 && isLetter(source[1]):
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
func (l language) named(text string) word {
	if text == l.and || text == l.or || text == l.not {
		return word{symbolWord, text}
	}
	return word{nameWord, text}
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

// expression is a translated expression.
type expression struct {
	source string
	names  []string // fields that the expression reads, in order, possibly repeated
	truths []string // fields whose truth value is used, without a comparison
}

// translate translates an expression to another language. If a construct cannot be translated, the error names it.
func translate(source string, from, to language) (expression, error) {
	return translateAs(source, from, to, func(name string) string { return name })
}

// translateAs is like translate, but renames keys with the function as.
func translateAs(source string, from, to language, as func(string) string) (expression, error) {
	list, err := from.words(source)
	if err != nil {
		return expression{}, err
	}
	t := translator{from: from, to: to, as: as, compared: []bool{false}}
	for i, w := range list {
		if err := t.word(w); err != nil {
			return expression{}, err
		}
		t.noteTruth(list, i)
	}
	if !t.operand || len(t.compared) != 1 {
		return expression{}, message.IncompleteExpressionTerm()
	}
	t.out.source = t.text.String()
	return t.out, nil
}

// translator processes the words of an expression, and checks that operands and operators alternate.
type translator struct {
	from, to language
	as       func(string) string
	text     strings.Builder
	out      expression
	operand  bool   // the last word was an operand
	compared []bool // for each open bracket, whether there was a comparison since the last "and" or "or"
}

func (t *translator) word(w word) error {
	if w.kind != symbolWord {
		return t.value(w)
	}
	switch w.text {
	case "(":
		if t.operand {
			return message.CallTerm()
		}
		t.compared = append(t.compared, false)
		t.text.WriteString("(")
		return nil
	case ")":
		if !t.operand || len(t.compared) == 1 {
			return message.StrayBracketTerm()
		}
		t.compared = t.compared[:len(t.compared)-1]
		t.text.WriteString(")")
		return nil
	}
	if t.operand {
		return t.binary(w.text)
	}
	return t.prefix(w.text)
}

func (t *translator) value(w word) error {
	if t.operand {
		return message.TwoValuesTerm()
	}
	t.operand = true
	switch w.kind {
	case textWord:
		t.text.WriteString(t.to.quotes[:1] + w.text + t.to.quotes[:1])
		return nil
	case nameWord:
		return t.name(w.text)
	}
	t.text.WriteString(w.text)
	return nil
}

func (t *translator) name(name string) error {
	if name != "true" && name != "false" {
		if name = t.as(name); !isField(name) {
			return message.ForeignWordTerm(name)
		}
		t.out.names = append(t.out.names, name)
	}
	t.text.WriteString(name)
	return nil
}

// isField reports whether name is valid for a field in an expression.
func isField(name string) bool {
	return isPortKey(name) && name != "params" && name != "condition"
}

func (t *translator) prefix(op string) error {
	switch op {
	case t.from.not:
		t.text.WriteString(t.to.not)
		if t.to.not == lua.not {
			t.text.WriteString(" ")
		}
	case "-":
		if strings.HasSuffix(t.text.String(), "-") {
			return message.TwoSignsTerm()
		}
		t.text.WriteString("-")
	default:
		return message.MisplacedOperatorTerm(op)
	}
	return nil
}

func (t *translator) binary(op string) error {
	compared := &t.compared[len(t.compared)-1]
	switch op {
	case t.from.and, t.from.or:
		*compared = false
		if op == t.from.and {
			op = t.to.and
		} else {
			op = t.to.or
		}
	case "==", "<", ">", "<=", ">=", t.from.differs:
		if *compared {
			return message.TwoComparisonsTerm()
		}
		*compared = true
		if op == t.from.differs {
			op = t.to.differs
		}
	case "+", "-", "*", "/", "..":
	default:
		return message.OtherOperatorTerm(op)
	}
	t.operand = false
	t.text.WriteString(" " + op + " ")
	return nil
}

// noteTruth records a name that stands alone between brackets, "and", "or" and "not".
func (t *translator) noteTruth(list []word, i int) {
	if list[i].kind != nameWord || list[i].text == "true" || list[i].text == "false" {
		return
	}
	lonely := func(at int) bool {
		if at < 0 || at >= len(list) {
			return true
		}
		s := list[at]
		return s.kind == symbolWord && (s.text == t.from.and || s.text == t.from.or || s.text == t.from.not || s.text == "(" || s.text == ")")
	}
	if lonely(i-1) && lonely(i+1) {
		t.out.truths = append(t.out.truths, list[i].text)
	}
}

// assignments parses a script that only assigns values to fields, such as a := 1; b := 'x'. It returns false for
// any other script, and for a script that assigns to one field twice.
func assignments(source string) ([]trees.Param, bool) {
	list, err := script.words(source)
	if err != nil {
		return nil, false
	}
	var out []trees.Param
	seen := map[string]bool{}
	for len(list) > 0 {
		p, rest, ok := assignment(list)
		if !ok || seen[p.Name] {
			return nil, false
		}
		seen[p.Name] = true
		out, list = append(out, p), rest
	}
	return out, len(out) > 0
}

func assignment(list []word) (p trees.Param, rest []word, ok bool) {
	if len(list) < 3 || list[0].kind != nameWord || !isOwnField(list[0].text) || list[1] != (word{symbolWord, ":="}) && list[1] != (word{symbolWord, "="}) {
		return p, nil, false
	}
	sign, rest := "", list[2:]
	if rest[0] == (word{symbolWord, "-"}) && len(rest) > 1 && rest[1].kind == numberWord {
		sign, rest = "-", rest[1:]
	}
	p = trees.Param{Name: list[0].text}
	switch w := rest[0]; {
	case w.kind == numberWord:
		f, _ := number(sign + w.text)
		p.Value = value.Number(f)
	case w.kind == textWord:
		p.Value = value.String(w.text)
	case w.text == "true" || w.text == "false":
		p.Value = value.Bool(w.text == "true")
	default:
		return p, nil, false
	}
	rest = rest[1:]
	if len(rest) > 0 {
		if rest[0] != (word{symbolWord, ";"}) {
			return p, nil, false
		}
		rest = rest[1:]
	}
	return p, rest, true
}

// assigning returns a script that assigns the values to the fields. It returns false if a script cannot do that.
func assigning(params []trees.Param) (string, bool) {
	var parts []string
	for _, p := range params {
		text := p.Value.String()
		switch {
		case p.Ref, p.Word, p.Percent, p.Expr != nil, p.Value.Kind() == value.KindNil, p.Value.Ref() != nil && p.Value.Kind() != value.KindString:
			return "", false
		case p.Value.Kind() == value.KindString:
			text = "'" + p.Value.Str() + "'"
		}
		parts = append(parts, p.Name+" := "+text)
	}
	source := strings.Join(parts, "; ")
	back, ok := assignments(source)
	return source, ok && len(back) == len(params)
}
