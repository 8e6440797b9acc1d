package declare

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/value"
)

// Kind is the first word of a type, so to speak.
type Kind uint8

// The kinds of types.
const (
	Number Kind = iota
	Text
	Boolean
	OneOf  // one of some texts
	Agent  // the number of an agent, as agent.id
	Point  // a table with the numbers x, y and perhaps z
	Table  // any table
	Shape  // a table with certain entries
	List   // a table with elements 1, 2, ...
	Handle // a value of Go
)

// kindWords are the words of the kinds, as far as they are words.
var kindWords = map[Kind]string{Number: "number", Text: "text", Boolean: "boolean", Agent: "agent", Point: "point", Table: "table", Handle: "handle", List: "list"}

// Type is a type of data. It does not change.
type Type struct {
	Kind     Kind
	Min, Max float64      // the range of a Number, with both ends; infinite where it is open
	Unit     string       // of a Number, or ""
	Texts    []string     // of OneOf
	Entries  []TypedEntry // of Shape
	Of       *Type        // of List
	Handle   string       // of Handle: the name of the type in Go, as messages show it
}

// TypedEntry is an entry of a Shape. Without a Type it may be anything.
type TypedEntry struct {
	Name string
	Type *Type
}

// String returns the type as the file has it.
func (t *Type) String() string {
	switch t.Kind {
	case Number:
		text := "number"
		if t.ranged() {
			text += " "
			if !math.IsInf(t.Min, 0) {
				text += value.FormatNumber(t.Min)
			}
			text += ".."
			if !math.IsInf(t.Max, 0) {
				text += value.FormatNumber(t.Max)
			}
		}
		if t.Unit != "" {
			text += " " + t.Unit
		}
		return text
	case OneOf:
		return strings.Join(quoted(t.Texts), " | ")
	case Shape:
		var entries []string
		for _, e := range t.Entries {
			text := e.Name
			if e.Type != nil {
				text += " " + e.Type.String()
			}
			entries = append(entries, text)
		}
		return "{ " + strings.Join(entries, ", ") + " }"
	case List:
		return "list of " + t.Of.String()
	case Handle:
		return "handle " + t.Handle
	}
	return kindWords[t.Kind]
}

// quoted returns texts in quotes, as the file has them: it knows no escapes.
func quoted(texts []string) (list []string) {
	for _, text := range texts {
		quote := `"`
		if strings.Contains(text, quote) {
			quote = "'"
		}
		list = append(list, quote+text+quote)
	}
	return list
}

// ranged reports whether a Number has a range.
func (t *Type) ranged() bool { return !math.IsInf(t.Min, 0) || !math.IsInf(t.Max, 0) }

// Lua returns the name of the type in Lua.
func (t *Type) Lua() string {
	switch t.Kind {
	case Number, Agent:
		return "number"
	case Text, OneOf:
		return "string"
	case Boolean:
		return "boolean"
	case Handle:
		return "userdata"
	}
	return "table"
}

// coordinate is the type of the entries of a Point.
var coordinate = AnyNumber()

// AnyNumber returns the type of numbers without a range and a unit.
func AnyNumber() *Type { return &Type{Kind: Number, Min: math.Inf(-1), Max: math.Inf(1)} }

// Entry returns the type of an entry of a table of type t. It is nil if it may be anything. ok is false if there is no such
// entry. Names has the names of those that there are, if they are known.
func (t *Type) Entry(key value.Value) (of *Type, ok bool) {
	switch t.Kind {
	case Table:
		return nil, true
	case Point:
		return coordinate, slices.Contains(t.Names(), key.Str())
	case Shape:
		i := slices.IndexFunc(t.Entries, func(e TypedEntry) bool { return e.Name == key.Str() && key.Kind() == value.KindString })
		if i < 0 {
			return nil, false
		}
		return t.Entries[i].Type, true
	case List:
		n := key.Float()
		return t.Of, key.Kind() == value.KindNumber && n >= 1 && n == math.Trunc(n)
	}
	return nil, false
}

// Names returns the names of the entries of a Point or a Shape.
func (t *Type) Names() (names []string) {
	if t.Kind == Point {
		return []string{"x", "y", "z"}
	}
	for _, e := range t.Entries {
		names = append(names, e.Name)
	}
	return names
}

// Mismatch is the first part of a value that does not have its type.
type Mismatch struct {
	Path  string      // where the part is in the value: "", ".x" or ".route[2]"
	Value value.Value // the part
	Type  *Type       // its type; nil if there is no such entry
	In    *Type       // the type of the table that has it, or nil
	Key   string      // its key there, if that is a text
}

// Check returns what does not have the type, or nil. The value nil has every type, since anything may be unset, but a Point
// has x and y.
func (t *Type) Check(v value.Value) *Mismatch {
	if v.IsNil() || t == nil {
		return nil
	}
	table := v.Table()
	switch t.Kind {
	case Point, Table, Shape, List:
		if v.Kind() == value.KindVector && t.Kind != List {
			table = vectorTable(v)
		}
		if table == nil {
			return &Mismatch{Value: v, Type: t}
		}
		for _, e := range table.Entries {
			if m := t.checkEntry(e); m != nil {
				return m
			}
		}
		if t.Kind == Point && (table.Get("x").IsNil() || table.Get("y").IsNil()) {
			return &Mismatch{Value: v, Type: t}
		}
	default:
		if !t.simple(v) {
			return &Mismatch{Value: v, Type: t}
		}
	}
	return nil
}

func vectorTable(v value.Value) *value.Table {
	p := v.Vec()
	return &value.Table{Entries: []value.Entry{{Key: value.String("x"), Value: value.Number(p.X)}, {Key: value.String("y"), Value: value.Number(p.Y)}, {Key: value.String("z"), Value: value.Number(p.Z)}}}
}

func (t *Type) checkEntry(e value.Entry) *Mismatch {
	path := "[" + e.Key.String() + "]"
	if e.Key.Kind() == value.KindString {
		path = "." + e.Key.Str()
	}
	of, ok := t.Entry(e.Key)
	if !ok {
		return &Mismatch{Path: path, Value: e.Value, In: t, Key: e.Key.Str()}
	}
	m := of.Check(e.Value)
	if m != nil {
		m.Path = path + m.Path
	}
	return m
}

// simple reports whether a value that is not nil has a type without parts.
func (t *Type) simple(v value.Value) bool {
	switch t.Kind {
	case Number:
		return v.Kind() == value.KindNumber && v.Float() >= t.Min && v.Float() <= t.Max
	case Text:
		return v.Kind() == value.KindString
	case OneOf:
		return v.Kind() == value.KindString && slices.Contains(t.Texts, v.Str())
	case Boolean:
		return v.Kind() == value.KindBool
	case Agent:
		return v.Kind() == value.KindNumber && v.Float() == math.Trunc(v.Float())
	case Handle:
		name := value.TypeName(reflect.TypeOf(v.Ref()))
		return v.Ref() != nil && v.Table() == nil && (name == t.Handle || name == standIn)
	}
	return true
}

// standIn is the name of the type of handles that tests make in place of any others.
const standIn = "Dummy"
