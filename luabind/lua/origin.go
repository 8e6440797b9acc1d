package lua

import "strings"

// origin describes where a value came from, for messages: "local 'x'".
type origin struct {
	name string
	at   position // the position to report; zero if it is unknown
	span
	what what
	of   holder
}

// noOrigin is the origin of a value of Go code.
var noOrigin *origin

// The origins of a value that is found in the metatable of the indexed value, and is indexed itself.
var (
	ofIndex    = origin{name: "__index", what: whatMetafield}
	ofNewIndex = origin{name: "__newindex", what: whatMetafield}
)

// what is the kind of an origin; see Operand.What.
type what uint8

const (
	whatExpression what = iota
	whatConstant
	whatIterator
	whatMetafield
	whatLocal
	whatUpvalue
	whatGlobal
	whatField
	whatMethod
)

var whats = [...]string{"", "constant", "iterator", "metafield", "local", "upvalue", "global", "field", "method"}

// holder is the variable that holds the table of a field: an upvalue or a local. A local is in a register or, if it
// is captured, in a cell. The zero holder means that there is none.
type holder struct {
	what     what
	captured bool
	i        uint16
}

// origin returns the origin of an expression, for messages.
func (f *function) origin(e expr) origin {
	at := e.place()
	switch x := e.(type) {
	case *constExpr:
		return origin{at: at.start, span: at.span, what: whatConstant}
	case *varExpr:
		o := origin{name: x.v.name, at: x.at, span: at.span, what: whatLocal}
		if x.v.fn != f {
			o.what = whatUpvalue
		}
		return o
	case *globalExpr:
		return origin{name: x.name, at: x.at, span: at.span, what: whatGlobal}
	case *indexExpr:
		if k, ok := x.key.(*constExpr); ok && k.v.Kind() == KindString {
			return origin{name: k.v.p.s, at: x.at, span: at.span, what: whatField, of: f.holder(x.object)}
		}
	}
	return origin{at: at.start, span: at.span}
}

// holder returns the holder for e if e is a variable, and the zero holder for any other expression.
func (f *function) holder(e expr) holder {
	x, ok := e.(*varExpr)
	switch {
	case !ok:
		return holder{}
	case x.v.fn != f:
		return holder{what: whatUpvalue, i: uint16(f.capture(x.v))}
	}
	return holder{what: whatLocal, captured: x.v.captured, i: uint16(x.v.slot)}
}

// whole is like origin, but with the position at which the whole expression begins.
func (f *function) whole(e expr) origin {
	o := f.origin(e)
	o.at = e.place().start
	return o
}

// origins returns the origins of whole expressions.
func (f *function) origins(list []expr) (of []origin) {
	for _, e := range list {
		of = append(of, f.whole(e))
	}
	return of
}

// keyOrigin returns the origin of the key of an entry, or nil for a constant that is not nil.
func (f *function) keyOrigin(key expr) *origin {
	if k, ok := key.(*constExpr); ok && !k.v.IsNil() {
		return nil
	}
	o := f.whole(key)
	return &o
}

// String returns the origin followed by a space, or "" if it is unknown.
func (o *origin) String() string {
	if o == nil || o.what < whatLocal {
		return ""
	}
	return whats[o.what] + " '" + o.name + "' "
}

// operand returns the Operand for a value with the origin o in the function of c.
func (o *origin) operand(c *frame, v Value) Operand {
	if o == nil || c.p == nil {
		return Operand{Value: v}
	}
	out := Operand{v, whats[o.what], o.name, c.p.chunk.src.part(o.span), o.of.value(c), Position{}}
	if o.at.line > 0 {
		out.At = o.position(c)
	}
	return out
}

// position returns the position to report, in the function of c.
func (o *origin) position(c *frame) Position {
	return Position{c.p.chunk.src.Name, int(o.at.line), int(o.at.col)}
}

// value returns the value of the variable in c.
func (h holder) value(c *frame) Value {
	switch {
	case h.what == whatUpvalue:
		return c.fn.up[h.i].v
	case h.what == whatLocal && h.captured:
		return c.cells[h.i].v
	case h.what == whatLocal:
		return c.r[h.i]
	}
	return Nil
}

// maxText bounds the bytes of Operand.Text.
const maxText = 60

// part returns a part of the source in one line. It returns "" if the part is too long for messages, or if it has
// several lines and may contain a comment or a long string.
func (s *Source) part(x span) string {
	if x.from < 0 || x.to-x.from > maxText || int(x.to) > len(s.Text) {
		return ""
	}
	text := s.Text[x.from:x.to]
	if !strings.ContainsAny(text, "\n\r") {
		return text
	}
	if strings.Contains(text, "--") || strings.Contains(text, "[[") {
		return ""
	}
	var line strings.Builder
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if s := line.String(); s != "" && !strings.ContainsRune("([{.:", rune(s[len(s)-1])) && !strings.ContainsRune(")]},.:", rune(part[0])) {
			line.WriteByte(' ')
		}
		line.WriteString(part)
	}
	return line.String()
}

// mistake raises an error about a value v with the origin o, which has the wrong type for the operation of m.
func (o *origin) mistake(c *frame, v Value, m *Mistake) {
	m.Kind, m.Operands = v.Kind(), []Operand{o.operand(c, v)}
	o.fail(c, m)
}

// fail raises the error of m, which is about a value with the origin o.
func (o *origin) fail(c *frame, m *Mistake) {
	at, of := c.at, ""
	if o != nil {
		if o.at.line > 0 {
			at = o.at
		}
		m.What, m.Name = whats[o.what], o.name
		of = o.String()
	}
	value := "a " + m.Kind.String() + " value"
	if of != "" {
		value = of + "(" + value + ")"
	}
	c.fail(at, m, "attempt to "+m.Attempt+" "+value)
}

// key returns the origin of the key of an assignment to a table with the origin o, or nil if it is unknown.
func (o *origin) key(c *frame) *origin {
	if o == nil || c.p == nil {
		return nil
	}
	return c.p.keys[o.at]
}

// checkKey raises an error if k, which has the origin o, is not a valid key of a table.
func (o *origin) checkKey(c *frame, k Value) {
	err := ErrNilKey
	switch {
	case k.p == &numberTag && k.n != k.n:
		err = ErrNaNKey
	case k.p != nil:
		return
	}
	c.s.cur = c
	e := c.mistaken(&Mistake{Attempt: "set", Kind: k.Kind(), Key: k, Operands: []Operand{o.operand(c, k)}}, err.Error())
	e.Cause = err
	if o != nil && c.p != nil {
		e.At = o.position(c)
	}
	panic(e)
}
