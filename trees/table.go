package trees

import (
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
)

// Table is a Lua table constructor in a parameter, as in {1, 2, x=3}. A Value contains it as value.Other(*Table).
// It is shared and must not be changed.
type Table struct {
	Items  []Arg   // the items without a key: t[1], t[2], ...; none of them is nil
	Fields []Param // the items with a key, in the order of the text; no key is repeated, and no value is nil
}

// Field returns the value of a key, and reports whether the key exists.
func (t *Table) Field(key string) (value.Value, bool) {
	for _, f := range t.Fields {
		if f.Name == key {
			return f.Value, true
		}
	}
	return value.Value{}, false
}

// ParseTable parses the table with which a text begins, as in {x=1, y=2}, and returns its length. The positions of mistakes have
// line 1, and no source.
func ParseTable(text string) (t *Table, length int, mistakes diag.List) {
	r := &reporter{file: &File{}}
	s := newScanner(r, 1, text, 0)
	v, ok := s.table(0)
	if !ok || len(r.list) > 0 {
		return nil, 0, r.list
	}
	return v.Ref().(*Table), s.off, nil
}

// Plain returns a literal of a tree as data of the engine, which has no positions.
func Plain(v value.Value) value.Value {
	t, ok := v.Ref().(*Table)
	if !ok {
		return v
	}
	out := &value.Table{}
	for i, a := range t.Items {
		out.Entries = append(out.Entries, value.Entry{Key: value.Number(float64(i + 1)), Value: Plain(a.Value)})
	}
	for _, p := range t.Fields {
		out.Entries = append(out.Entries, value.Entry{Key: value.String(p.Name), Value: Plain(p.Value)})
	}
	return value.Other(out)
}

// String returns the table in the format of Literal.
func (t *Table) String() string { return Literal(value.Other(t)) }
