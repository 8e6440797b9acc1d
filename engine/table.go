package engine

import "strings"

// Table is a plain, immutable table that crosses from one script to another:
// the data of a stimulus or a request, an entry of a board, a parameter
// written in a tree. As every worker has its own script state, tables are
// copied into this neutral form and out again. A nil *Table is empty.
type Table struct{ Entries []Entry }

// Entry is one key with its value. Keys are numbers, strings or booleans.
type Entry struct{ Key, Value Value }

// Get returns the value of a string key, nil if there is none.
func (t *Table) Get(name string) Value {
	if t == nil {
		return Value{}
	}
	for _, e := range t.Entries {
		if e.Key.Str() == name && e.Key.Kind() == StringValue {
			return e.Value
		}
	}
	return Value{}
}

// Float returns the number at a string key, or 0.
func (t *Table) Float(name string) float64 { return t.Get(name).Float() }

// String writes the table as a Lua table constructor.
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
		case e.Key.Kind() == StringValue:
			b.WriteString(e.Key.Str() + "=")
		default:
			b.WriteString("[" + e.Key.String() + "]=")
		}
		b.WriteString(e.Value.String())
	}
	b.WriteByte('}')
	return b.String()
}

// Table returns the table that v holds, or nil, of which all methods can be called.
func (v Value) Table() *Table {
	t, _ := v.ref.(*Table)
	return t
}

// Weight estimates the bytes that v refers to: the length of a string, and for a table 64 for
// itself and for each entry, and the weights of the entries. It depends on v alone.
func (v Value) Weight() int {
	switch v.Kind() {
	case StringValue:
		return len(v.Str())
	case OtherValue:
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
