package value

import "strings"

// Table is an immutable table that is passed from one script to another, such as the data of a stimulus or a
// request, an entry of a board, or a parameter in a tree. Since each worker has a script state of its own, tables
// are copied to this neutral form and back. A nil *Table is empty.
type Table struct{ Entries []Entry }

// Entry is a key with its value. Keys are numbers, strings or booleans.
type Entry struct{ Key, Value Value }

// Get returns the value of a string key, or nil if there is none.
func (t *Table) Get(name string) Value {
	if t == nil {
		return Value{}
	}
	for _, e := range t.Entries {
		if e.Key.Str() == name && e.Key.Kind() == KindString {
			return e.Value
		}
	}
	return Value{}
}

// String formats the table as a Lua table constructor.
func (t *Table) String() string {
	if t == nil {
		return "nil"
	}
	var b strings.Builder
	b.WriteByte('{')
	next := 1.0
	for i, e := range t.Entries {
		if i > 0 {
			b.WriteString(", ")
		}
		switch {
		case e.Key.Equal(Number(next)):
			next++
		case e.Key.Kind() == KindString:
			b.WriteString(e.Key.Str() + "=")
		default:
			b.WriteString("[" + e.Key.String() + "]=")
		}
		b.WriteString(e.Value.String())
	}
	b.WriteByte('}')
	return b.String()
}

// Table returns the table in v, or nil if there is none. All methods can be called on a nil table.
func (v Value) Table() *Table {
	t, _ := v.ref.(*Table)
	return t
}

// Weight returns an estimate of the memory that v refers to, in bytes. The weight of a string is its length. The
// weight of a table is 64, plus 64 for each entry, plus the weights of the entries. Weight depends only on v.
func (v Value) Weight() int {
	switch v.Kind() {
	case KindString:
		return len(v.Str())
	case KindOther:
		if t := v.Table(); t != nil {
			return t.weight()
		}
	}
	return 0
}

func (t *Table) weight() int {
	n := 64
	for i := range t.Entries {
		n += 64 + t.Entries[i].Key.Weight() + t.Entries[i].Value.Weight()
	}
	return n
}
