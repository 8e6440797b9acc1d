package value

import (
	"errors"
	"strings"
)

// Table is an immutable table that is passed from one script to another, such as the data of a stimulus or a
// request, an entry of a board, or a parameter in a tree. Since each worker has a script state of its own, tables
// are copied to this neutral form and back. A nil *Table is empty.
type Table struct{ Entries []Entry }

// Bounds on tables; see Value.Check.
const (
	MaxDepth   = 64
	MaxEntries = 1 << 22
)

var errBounds = errors.New("a table that contains itself, or with tables nested deeper than 64 levels, or with more than 4 million entries; use numbers or names for what refers back")

// Check returns an error if v is a table that contains itself, that is nested deeper than MaxDepth levels, or that
// has more than MaxEntries entries in total. Only Go code can make such a table. The engine does not accept it.
func (v Value) Check() error {
	room := MaxEntries
	if t := v.Table(); t != nil && !t.within(MaxDepth, &room) {
		return errBounds
	}
	return nil
}

// within reports whether a table is nested at most depth levels, and has at most room entries.
func (t *Table) within(depth int, room *int) bool {
	if *room -= len(t.Entries); depth == 0 || *room < 0 {
		return false
	}
	for i := range t.Entries {
		e := &t.Entries[i]
		if k := e.Key.Table(); k != nil && !k.within(depth-1, room) {
			return false
		}
		if u := e.Value.Table(); u != nil && !u.within(depth-1, room) {
			return false
		}
	}
	return true
}

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

// String formats the table as a Lua table constructor. It returns "{...}" for a table that Value.Check refuses.
func (t *Table) String() string { return t.format(Text) }

func (t *Table) format(other func(x any) string) string {
	switch {
	case t == nil:
		return "nil"
	case Other(t).Check() != nil:
		return "{...}"
	}
	var b strings.Builder
	t.write(&b, other)
	return b.String()
}

func (t *Table) write(b *strings.Builder, other func(x any) string) {
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
		if u := e.Value.Table(); u != nil {
			u.write(b, other)
		} else {
			b.WriteString(e.Value.format(other))
		}
	}
	b.WriteByte('}')
}

// Table returns the table in v, or nil if there is none. All methods can be called on a nil table.
func (v Value) Table() *Table {
	t, _ := v.ref.(*Table)
	return t
}

// Weight returns an estimate of the memory that v refers to, in bytes. The weight of a string is its length. The
// weight of a table is 64, plus 64 for each entry, plus the weights of the entries. Weight depends only on v, which
// Check must accept.
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
