package lua

import "strings"

// Names of metamethods.
var (
	nameIndex    = intern("__index")
	nameNewIndex = intern("__newindex")
	nameCall     = intern("__call")
	nameEq       = intern("__eq")
	nameLt       = intern("__lt")
	nameLe       = intern("__le")
	nameConcat   = intern("__concat")
	nameUnm      = intern("__unm")
	nameLen      = intern("__len")
	nameToString = intern("__tostring")
	nameArith    = map[string]*object{
		"+": intern("__add"), "-": intern("__sub"), "*": intern("__mul"),
		"/": intern("__div"), "%": intern("__mod"), "^": intern("__pow"),
	}
)

// maxHops bounds the length of a chain of tables in __index or __newindex.
const maxHops = 100

// metatable returns the metatable of a value, or nil.
func (s *State) metatable(v Value) *Table {
	switch {
	case v.p == nil:
		return nil
	case v.p.t != nil:
		return v.p.t.meta
	case v.p.kind == KindString:
		return s.strings
	}
	return nil
}

func (s *State) metafield(v Value, name *object) Value {
	if m := s.metatable(v); m != nil {
		if i := m.findString(name); i >= 0 {
			return m.vals[i]
		}
	}
	return Nil
}

// metaIndex returns the entry __index of t's metatable, or nil.
func (t *Table) metaIndex() Value {
	m := t.meta
	if m == nil {
		return Nil
	}
	if i := m.layout.indexPlace; i > 0 {
		return m.vals[i-1]
	}
	return Nil
}

// origin describes where a value came from, for messages: "local 'x'".
type origin struct {
	name string
	at   position // the position to report; zero if it is unknown
	span
	what what
	of   holder
}

// what is the kind of an origin; see Operand.What.
type what uint8

const (
	whatExpression what = iota
	whatConstant
	whatIterator
	whatLocal
	whatUpvalue
	whatGlobal
	whatField
	whatMethod
)

var whats = [...]string{"", "constant", "iterator", "local", "upvalue", "global", "field", "method"}

// holder is the variable that holds the table of a field: an upvalue or a local. A local is in a register or, if it
// is captured, in a cell. The zero holder means that there is none.
type holder struct {
	what     what
	captured bool
	i        uint16
}

// operand returns the Operand for a value with the origin o in the function of c.
func (c *Call) operand(o *origin, v Value) Operand {
	if o == nil || c.p == nil {
		return Operand{Value: v}
	}
	out := Operand{v, whats[o.what], o.name, c.p.chunk.src.part(o.span), c.held(o.of), Position{}}
	if o.at.line > 0 {
		out.At = c.positionOf(o)
	}
	return out
}

func (c *Call) held(h holder) Value {
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

// operation describes an operator and its operands, for messages.
type operation struct {
	at   position
	op   string
	l, r origin
}

// String returns the origin followed by a space, or "" if it is unknown.
func (o *origin) String() string {
	if o == nil || o.what < whatLocal {
		return ""
	}
	return whats[o.what] + " '" + o.name + "' "
}

// mistake raises an error about a value that has the wrong type for the attempted operation.
func (c *Call) mistake(o *origin, attempt string, v Value) {
	c.mistakeOf(o, &Mistake{Attempt: attempt, Kind: v.Kind(), Operands: []Operand{c.operand(o, v)}})
}

// misused is like mistake, for an operator. right is set if the right operand b is the wrong one, not a.
func (c *Call) misused(o *operation, attempt string, a, b Value, right bool) {
	m := &Mistake{Attempt: attempt, Op: o.op, Kind: a.Kind(), Operands: []Operand{c.operand(&o.l, a), c.operand(&o.r, b)}}
	of := &o.l
	if right {
		m.Kind, of = b.Kind(), &o.r
	}
	c.mistakeOf(of, m)
}

func (c *Call) mistakeOf(o *origin, m *Mistake) {
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

// index returns v[k], using metamethods. o is the origin of v, or nil.
func (c *Call) index(v, k Value, o *origin) Value {
	if k.p != nil && len(k.p.s) >= longText {
		c.place(o)
		c.SpendOn(k)
	}
	from := o
	for hop := 0; hop < maxHops; hop++ {
		var mm Value
		if t := v.Table(); t != nil {
			x := t.Get(k)
			if x.p != nil || t.meta == nil {
				return x
			}
			if mm = t.metaIndex(); mm.p == nil {
				return Nil
			}
		} else if mm = c.s.metafield(v, nameIndex); mm.p == nil {
			c.mistakeOf(o, &Mistake{Attempt: "index", Kind: v.Kind(), Key: k, Operands: []Operand{c.operand(o, v)}})
		}
		c.hop(from)
		if mm.p.kind == KindFunction {
			c.place(from)
			return c.call2(mm, v, k)
		}
		v, o = mm, nil
	}
	c.raise(errorText("loop in gettable"))
	return Nil
}

// place sets the position of c to that of o, for the traces of calls that the operation makes.
func (c *Call) place(o *origin) {
	if o != nil && c.p != nil && o.at.line > 0 {
		c.at = o.at
	}
	c.s.cur = c
}

// setIndex executes v[k] = x, using metamethods.
func (c *Call) setIndex(v, k, x Value, o *origin) {
	from := o
	for hop := 0; hop < maxHops; hop++ {
		var mm Value
		t := v.Table()
		if t != nil {
			if t.meta == nil || t.Get(k).p != nil {
				c.store(t, k, x, o)
				return
			}
			if i := t.meta.findString(nameNewIndex); i >= 0 {
				mm = t.meta.vals[i]
			}
			// As in Lua 5.1, an invalid key is an error even if there is a metamethod; store raises the error.
			if mm.p == nil || k.p == nil || k.p == &numberTag && k.n != k.n {
				c.store(t, k, x, o)
				return
			}
		} else if mm = c.s.metafield(v, nameNewIndex); mm.p == nil {
			c.mistakeOf(o, &Mistake{Attempt: "index", Op: "=", Kind: v.Kind(), Key: k, Operands: []Operand{c.operand(o, v)}})
		}
		c.hop(from)
		c.place(from)
		if mm.p.kind == KindFunction {
			s := c.s
			args := s.room(3)
			args[0], args[1], args[2] = v, k, x
			c.callN(mm, args)
			s.args = s.args[:len(s.args)-3]
			return
		}
		v, o = mm, nil
	}
	c.raise(errorText("loop in settable"))
}

// store executes t[k] = x, without metamethods.
func (c *Call) store(t *Table, k, x Value, o *origin) {
	c.place(o)
	if k.p == nil || k.n != k.n {
		c.checkKey(k, c.assignedKey(o))
	}
	if t.stamp < c.s.floor || t.fixes(k) {
		c.refuseStore(t, k, o)
	}
	c.Set(t, k, x)
}

// arith computes an arithmetic operation whose operands are not both numbers.
func (c *Call) arith(op string, a, b Value, o *operation) Value {
	c.placeAt(o.at)
	c.SpendOn(a)
	c.SpendOn(b)
	x, ok1 := a.number()
	y, ok2 := b.number()
	if ok1 && ok2 {
		c.charge(1)
		return Number(calculate(op, x, y))
	}
	mm := c.s.metafield(a, nameArith[op])
	if mm.p == nil {
		mm = c.s.metafield(b, nameArith[op])
	}
	if mm.p != nil {
		return c.call2(mm, a, b)
	}
	c.misused(o, "perform arithmetic on", a, b, ok1)
	return Nil
}

// assignedKey returns the origin of the key of an assignment, or nil if it is unknown.
func (c *Call) assignedKey(o *origin) *origin {
	if o == nil || c.p == nil {
		return nil
	}
	return c.p.keys[o.at]
}

// checkKey raises an error if k is not a valid key of a table.
func (c *Call) checkKey(k Value, o *origin) {
	err := ErrNilKey
	switch {
	case k.p == &numberTag && k.n != k.n:
		err = ErrNaNKey
	case k.p != nil:
		return
	}
	c.s.cur = c
	e := c.mistaken(&Mistake{Attempt: "set", Kind: k.Kind(), Key: k, Operands: []Operand{c.operand(o, k)}}, err.Error())
	e.Cause = err
	if o != nil && c.p != nil {
		e.At = c.positionOf(o)
	}
	panic(e)
}

func (c *Call) placeAt(at position) {
	if c.p != nil {
		c.at = at
	}
	c.s.cur = c
}

var operators = map[string]func(x, y float64) float64{
	"+": func(x, y float64) float64 { return x + y },
	"-": func(x, y float64) float64 { return x - y },
	"*": func(x, y float64) float64 { return x * y },
	"/": func(x, y float64) float64 { return x / y },
	"%": modulo,
	"^": power,
}

func calculate(op string, x, y float64) float64 { return operators[op](x, y) }

// negate returns -v for a v that is not a number.
func (c *Call) negate(v Value, o *operation) Value {
	c.placeAt(o.at)
	c.SpendOn(v)
	if n, ok := v.number(); ok {
		c.charge(1)
		return Number(-n)
	}
	mm := c.s.metafield(v, nameUnm)
	if mm.p == nil {
		c.mistakeOf(&o.l, &Mistake{Attempt: "perform arithmetic on", Op: o.op, Kind: v.Kind(), Operands: []Operand{c.operand(&o.l, v)}})
	}
	return c.call2(mm, v, v)
}

// length returns #v.
func (c *Call) length(v Value, o *operation) Value {
	if t := v.Table(); t != nil {
		return Number(float64(t.Len()))
	}
	if s, ok := v.Text(); ok {
		return Number(float64(len(s)))
	}
	c.placeAt(o.at)
	mm := c.s.metafield(v, nameLen)
	if mm.p == nil {
		c.mistakeOf(&o.l, &Mistake{Attempt: "get length of", Op: o.op, Kind: v.Kind(), Operands: []Operand{c.operand(&o.l, v)}})
	}
	return c.call2(mm, v, v)
}

// equal reports whether a == b, using metamethods.
func (c *Call) equal(a, b Value) bool {
	c.SpendOn(a)
	if a.Equal(b) {
		return true
	}
	if a.Table() == nil || b.Table() == nil {
		return false
	}
	mm := c.s.metafield(a, nameEq)
	if mm.p == nil || !mm.Equal(c.s.metafield(b, nameEq)) {
		return false
	}
	c.s.cur = c
	return c.call2(mm, a, b).Truth()
}

// less reports whether a < b.
func (c *Call) less(a, b Value, o *operation) bool {
	if a.p == &numberTag && b.p == &numberTag {
		return a.n < b.n
	}
	if x, ok := a.Text(); ok {
		if y, ok := b.Text(); ok {
			c.placeOf(o)
			c.SpendOn(a)
			return x < y
		}
	}
	c.placeOf(o)
	mm := c.compared(a, b, nameLt)
	if mm.p == nil {
		c.notComparable(a, b, o)
	}
	return c.call2(mm, a, b).Truth()
}

// lessEqual reports whether a <= b.
func (c *Call) lessEqual(a, b Value, o *operation) bool {
	if a.p == &numberTag && b.p == &numberTag {
		return a.n <= b.n
	}
	if x, ok := a.Text(); ok {
		if y, ok := b.Text(); ok {
			c.placeOf(o)
			c.SpendOn(a)
			return x <= y
		}
	}
	c.placeOf(o)
	if mm := c.compared(a, b, nameLe); mm.p != nil {
		return c.call2(mm, a, b).Truth()
	}
	mm := c.compared(b, a, nameLt)
	if mm.p == nil {
		c.notComparable(a, b, o)
	}
	return !c.call2(mm, b, a).Truth()
}

func (c *Call) placeOf(o *operation) {
	if o != nil {
		c.placeAt(o.at)
	}
}

// compared returns the metamethod that a and b have in common, or nil. Values of different types have none.
func (c *Call) compared(a, b Value, name *object) Value {
	if a.Kind() != b.Kind() {
		return Nil
	}
	mm := c.s.metafield(a, name)
	if mm.p != nil && mm.Equal(c.s.metafield(b, name)) {
		return mm
	}
	return Nil
}

// notComparable raises an error about a < b or a <= b. The source may contain b > a or b >= a instead.
func (c *Call) notComparable(a, b Value, o *operation) {
	m := &Mistake{Attempt: "compare", Kind: a.Kind(), Operands: []Operand{{Value: a}, {Value: b}}}
	at, other := c.at, b.Kind()
	if o != nil {
		l, r := a, b
		if m.Op = o.op; m.Op[0] == '>' {
			l, r = b, a
		}
		m.Operands = []Operand{c.operand(&o.l, l), c.operand(&o.r, r)}
		blamed := &o.l // the error is at the operand that is nil, if only one is
		if r.IsNil() {
			blamed = &o.r
		}
		if l.IsNil() != r.IsNil() && blamed.at.line > 0 {
			at = blamed.at
		}
	}
	if m.Kind == other {
		c.fail(at, m, "attempt to compare two "+other.String()+" values")
	}
	c.fail(at, m, "attempt to compare "+m.Kind.String()+" with "+other.String())
}

// concat returns a .. b; i is the index of the operator in o.
func (c *Call) concat(a, b Value, o *concatenation, i int) Value {
	x, ok1 := a.text()
	y, ok2 := b.text()
	c.placeAt(o.at[i])
	if ok1 && ok2 {
		c.s.alloc(c, int64(len(x)+len(y))+stringBytes)
		c.charge(int64(len(x)+len(y)) / 16)
		return String(x + y)
	}
	mm := c.s.metafield(a, nameConcat)
	if mm.p == nil {
		mm = c.s.metafield(b, nameConcat)
	}
	if mm.p != nil {
		return c.call2(mm, a, b)
	}
	c.misused(&operation{o.at[i], "..", o.of[i], o.of[i+1]}, "concatenate", a, b, ok1)
	return Nil
}

// concatenation describes a chain of .. operators, for messages. of has the origins of the operands, and at has the
// positions of the operators.
type concatenation struct {
	of []origin
	at []position
}
