// Package jsondoc parses JSON that users and editors have written, for packages that convert it to trees. Every
// value has its position, and the members of objects keep their order. The input is bounded, so it may come from
// any source.
//
// Goals: one clear error for a text that is not JSON, is too large, or is nested too deep; a position for each
// error that a user of the package finds in the contents.
//
// Non-goals: filling Go values (encoding/json does that), and writing JSON.
package jsondoc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// Bounds on the input of Parse.
const (
	MaxSize  = 8 << 20 // bytes of a text
	MaxDepth = 1000    // arrays and objects around a value
)

// Kind is the kind of a Value.
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// Words returns the name of the kind with its article, for messages.
func (k Kind) Words() diag.Words {
	return [...]func() diag.Words{
		message.NullValue, message.TruthValue, message.NumberValue, message.TextValue, message.ListValue, message.ObjectValue,
	}[k]()
}

// Value is a value of a document. Values do not change once Parse has returned.
type Value struct {
	Kind    Kind
	Pos     diag.Pos // position of its first character
	Bool    bool
	Number  float64
	Text    string   // the text of a String, or a Number in its original notation
	Items   []*Value // elements of an Array
	Members []Member // members of an Object, in the order of the text; no name is repeated
}

// Member is a member of an object.
type Member struct {
	Name  string
	Pos   diag.Pos // position of its name
	Value *Value
}

// Get returns the value of the member with that name. It returns nil if there is none or v is not an object.
func (v *Value) Get(name string) *Value {
	if v != nil {
		for i := range v.Members {
			if v.Members[i].Name == name {
				return v.Members[i].Value
			}
		}
	}
	return nil
}

// Parse parses a document. If the document has an error, the Value is nil and the list has only that error.
func Parse(path string, src []byte) (*Value, diag.List) {
	p := &parser{path: path, src: bytes.TrimPrefix(src, []byte("\ufeff")), line: 1}
	v, err := p.document()
	if err == nil {
		return v, nil
	}
	var list diag.List
	list.Add(p.at(err.off), err.what).Source = p.sourceLine(err.off)
	return nil, list
}

// mistake is the error at which parsing stops.
type mistake struct {
	off  int
	what diag.Words
}

type parser struct {
	path string
	src  []byte
	dec  *json.Decoder

	seen  int // offset up to which at has counted
	line  int // line that contains seen
	start int // offset of the beginning of that line
	chars int // number of characters between start and seen
}

func (p *parser) document() (*Value, *mistake) {
	if m := p.encoding(); m != nil {
		return nil, m
	}
	if err := json.Unmarshal(p.src, new(json.RawMessage)); err != nil {
		return nil, p.broken(err)
	}
	p.dec = json.NewDecoder(bytes.NewReader(p.src))
	p.dec.UseNumber()
	return p.value()
}

// encoding checks the encoding and the size of the text.
func (p *parser) encoding() *mistake {
	switch {
	case len(p.src) > MaxSize:
		return &mistake{0, message.FileTooLarge(MaxSize >> 20)}
	case bytes.HasPrefix(p.src, []byte("\xff\xfe")), bytes.HasPrefix(p.src, []byte("\xfe\xff")):
		return &mistake{0, message.FileUtf16()}
	case utf8.Valid(p.src):
		return nil
	}
	off := 0
	for {
		r, size := utf8.DecodeRune(p.src[off:])
		if r == utf8.RuneError && size == 1 {
			return &mistake{off, message.InvalidUtf8(fmt.Sprintf("0x%02X", p.src[off]))}
		}
		off += size
	}
}

// value parses the document. It does not use recursion, since the input may have any depth.
func (p *parser) value() (*Value, *mistake) {
	var open []*Value // the arrays and objects around the next value
	var names []map[string]bool
	for {
		off := p.nextToken()
		tok, err := p.dec.Token()
		if err != nil {
			return nil, &mistake{off, message.InvalidJson(err.Error())}
		}
		if d, ok := tok.(json.Delim); ok && (d == ']' || d == '}') {
			last := open[len(open)-1]
			if open, names = open[:len(open)-1], names[:len(names)-1]; len(open) == 0 {
				return last, nil
			}
			continue
		}
		if parent := top(open); parent != nil && parent.Kind == Object && (len(parent.Members) == 0 || parent.Members[len(parent.Members)-1].Value != nil) {
			name := tok.(string)
			if names[len(names)-1][name] {
				return nil, &mistake{off, message.DuplicateJsonName(name)}
			}
			names[len(names)-1][name] = true
			parent.Members = append(parent.Members, Member{Name: name, Pos: p.at(off)})
			continue
		}
		v, m := p.single(tok, off)
		if m != nil {
			return nil, m
		}
		attach(top(open), v)
		switch {
		case v.Kind == Array || v.Kind == Object:
			if open, names = append(open, v), append(names, map[string]bool{}); len(open) > MaxDepth {
				return nil, tooDeep(off)
			}
		case len(open) == 0:
			return v, nil
		}
	}
}

func top(open []*Value) *Value {
	if len(open) == 0 {
		return nil
	}
	return open[len(open)-1]
}

// attach adds a value to the array or object around it.
func attach(parent, v *Value) {
	switch {
	case parent == nil:
	case parent.Kind == Array:
		parent.Items = append(parent.Items, v)
	default:
		parent.Members[len(parent.Members)-1].Value = v
	}
}

// single returns the value of a token. For the beginning of an array or an object, it returns the empty value.
func (p *parser) single(tok json.Token, off int) (*Value, *mistake) {
	v := &Value{Pos: p.at(off)}
	switch t := tok.(type) {
	case bool:
		v.Kind, v.Bool = Bool, t
	case string:
		v.Kind, v.Text = String, t
	case json.Number:
		f, err := strconv.ParseFloat(t.String(), 64)
		if err != nil || math.IsInf(f, 0) {
			return nil, &mistake{off, message.NumberTooLarge(t.String())}
		}
		v.Kind, v.Number, v.Text = Number, f, t.String()
	case json.Delim:
		v.Kind = Array
		if t == '{' {
			v.Kind = Object
		}
	}
	return v, nil
}

// broken converts a syntax error of package json.
func (p *parser) broken(err error) *mistake {
	off := 0
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		off = min(max(int(syntax.Offset)-1, 0), len(p.src))
	}
	text := strings.TrimPrefix(err.Error(), "json: ")
	switch {
	case len(bytes.TrimSpace(p.src)) == 0:
		return &mistake{0, message.EmptyFile()}
	case strings.Contains(text, "unexpected end"):
		return &mistake{len(p.src), message.JsonCutShort()}
	case strings.Contains(text, "max depth"):
		return tooDeep(off)
	}
	return &mistake{off, message.InvalidJson(text)}
}

func tooDeep(off int) *mistake {
	return &mistake{off, message.JsonTooDeep(MaxDepth)}
}

// nextToken returns the offset of the next token of the decoder.
func (p *parser) nextToken() int {
	off := int(p.dec.InputOffset())
	for off < len(p.src) && strings.IndexByte(" \t\r\n,:", p.src[off]) >= 0 {
		off++
	}
	return off
}

// at returns the position of an offset. Offsets should be ascending, except for the error at the end.
func (p *parser) at(off int) diag.Pos {
	if off < p.seen {
		p.line, p.start, p.seen, p.chars = 1, 0, 0, 0
	}
	for ; p.seen < off; p.seen++ {
		switch c := p.src[p.seen]; {
		case c == '\n':
			p.line++
			p.start, p.chars = p.seen+1, 0
		case utf8.RuneStart(c):
			p.chars++
		}
	}
	return diag.Pos{File: p.path, Line: p.line, Col: p.chars + 1}
}

// sourceLine returns the line that contains an offset.
func (p *parser) sourceLine(off int) string {
	p.at(off)
	line, _, _ := bytes.Cut(p.src[p.start:], []byte("\n"))
	return strings.TrimSuffix(string(line), "\r")
}
