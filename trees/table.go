package trees

import "github.com/bough-dev/bough/engine/value"

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

// String returns the table in the format of Literal.
func (t *Table) String() string { return Literal(value.Other(t)) }
