package tinybt

import (
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// argument is the literal after a name.
type argument struct {
	given bool
	dict  bool // value is a table made from a dictionary
	value value.Value
	pos   diag.Pos
}

// reader parses one Python literal. It stops at the first error.
type reader struct {
	im   *importer
	base int // offset of text in its line
	text string
	off  int
	bad  bool
}

// literal parses the text after a name. end is the offset of the end of the name.
func (im *importer) literal(end int, text string) argument {
	if strings.TrimSpace(text) == "" {
		return argument{}
	}
	r := &reader{im: im, base: end + 1, text: text}
	r.space()
	a := argument{given: true, dict: r.peek() == '{', pos: r.pos()}
	// The outermost dictionary does not become a table, since its items are the
	// parameters.
	depth := 0
	if a.dict {
		depth = -1
	}
	a.value = r.value(depth)
	r.space()
	if r.off < len(r.text) {
		r.fail(message.SecondLiteralTerm())
	}
	return a
}

func (r *reader) pos() diag.Pos { return r.im.pos(r.base + r.off) }

func (r *reader) fail(problem diag.Words) value.Value {
	if !r.bad {
		r.im.report.Fail(r.pos(), message.UnexpectedPython(problem))
	}
	r.bad, r.off = true, len(r.text)
	return value.Value{}
}

func (r *reader) peek() byte {
	if r.off < len(r.text) {
		return r.text[r.off]
	}
	return 0
}

func (r *reader) space() {
	for r.peek() == ' ' {
		r.off++
	}
}

// value parses a value. Its recursion is at most MaxTableDepth+1 deep.
func (r *reader) value(depth int) value.Value {
	r.space()
	switch c := r.peek(); c {
	case '{', '[', '(':
		if depth == trees.MaxTableDepth {
			return r.fail(message.NestedLiteralTerm())
		}
		r.off++
		return r.items(c == '{', depth+1, map[byte]byte{'{': '}', '[': ']', '(': ')'}[c])
	case '"', '\'':
		return value.String(r.quoted(c))
	}
	return r.word()
}

func (r *reader) items(dict bool, depth int, end byte) value.Value {
	t := &trees.Table{}
	for r.space(); r.peek() != end; r.space() {
		r.item(t, dict, depth)
		r.space()
		if r.peek() == ',' {
			r.off++
		} else if r.peek() != end {
			return r.fail(message.ExpectedSeparatorTerm(string(end)))
		}
	}
	r.off++
	return value.Other(t)
}

func (r *reader) item(t *trees.Table, dict bool, depth int) {
	pos, key := r.pos(), ""
	if dict {
		key = r.key(t, depth)
		pos = r.pos()
	}
	v := r.value(depth)
	switch {
	case r.bad:
	case v.IsNil() && depth > 0:
		r.fail(message.NoneInsideTerm())
	case dict:
		t.Fields = append(t.Fields, trees.Param{Name: key, Value: v, Pos: pos})
	default:
		t.Items = append(t.Items, trees.Arg{Value: v, Pos: pos})
	}
}

// key parses a key of a dictionary, and the colon after it.
func (r *reader) key(t *trees.Table, depth int) string {
	c := r.peek()
	if c != '"' && c != '\'' {
		r.fail(message.KeyNotStringTerm())
		return ""
	}
	key := r.quoted(c)
	_, twice := t.Field(key)
	reserved := depth == 0 && (key == "id" || key == "note" || key == "meta")
	if !r.bad && (twice || reserved || key == "when" || trees.CheckName(key) != nil || strings.Contains(key, ".")) {
		r.fail(message.UnusableKeyTerm(key))
	}
	r.space()
	if r.peek() == ':' {
		r.off++
	} else {
		r.fail(message.ExpectedColonTerm())
	}
	return key
}

// quoted parses a string with the escapes \\, \', \", \n and \t.
func (r *reader) quoted(quote byte) string {
	var b strings.Builder
	for r.off++; r.off < len(r.text); r.off++ {
		c := r.text[r.off]
		if c == quote {
			r.off++
			return b.String()
		}
		if c == '\\' {
			r.off++
			i := strings.IndexByte(`\'"nt`, r.peek())
			if i < 0 {
				r.fail(message.UnknownPythonEscapeTerm())
				return ""
			}
			c = "\\'\"\n\t"[i]
		}
		b.WriteByte(c)
	}
	r.fail(message.OpenStringTerm())
	return ""
}

func (r *reader) word() value.Value {
	n := strings.IndexAny(r.text[r.off:], " ,:]})")
	if n < 0 {
		n = len(r.text) - r.off
	}
	word := r.text[r.off : r.off+n]
	switch word {
	case "True", "False":
		r.off += n
		return value.Bool(word == "True")
	case "None":
		r.off += n
		return value.Value{}
	}
	f, err := strconv.ParseFloat(word, 64)
	if err != nil || strings.ContainsAny(word, "xXpPnN_") {
		return r.fail(message.NoLiteralTerm(word))
	}
	r.off += n
	return value.Number(f)
}
