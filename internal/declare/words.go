package declare

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// Place returns the place of a declaration, for messages.
func (f *File) Place(d *Declaration) string { return f.Path + ":" + strconv.Itoa(d.Line) }

// Refuse returns what is wrong with a value of a field for which f declares another type, or empty words. It is for values
// that are given from outside of scripts.
func (f *File) Refuse(field string, v value.Value) diag.Words {
	return f.refuse(f.Field(field), field, v)
}

// RefuseData is like Refuse, for the data of a stimulus.
func (f *File) RefuseData(stimulus string, data value.Value) diag.Words {
	return f.refuse(f.Stimulus(stimulus), "", data)
}

// RefuseRequest is like Refuse, for the data of a request.
func (f *File) RefuseRequest(kind string, data value.Value) diag.Words {
	return f.refuse(f.Request(kind), "", data)
}

// RefuseEntry is like Refuse, for an entry of a board.
func (f *File) RefuseEntry(board, entry string, v value.Value) diag.Words {
	return f.refuse(f.Entry(board, entry), entry, v)
}

// refuse compares a value with a declaration, which may be nil. name is the name of the value in messages, or "" for data.
func (f *File) refuse(d *Declaration, name string, v value.Value) (w diag.Words) {
	if d == nil {
		return w
	}
	m := d.Type.Check(v)
	switch {
	case m == nil:
		return w
	case m.Type == nil && m.Path != "" && d.Type.named(v) != "":
		return f.Undeclared(d, m.of(name), m.In, m.Key).With(message.WriteIt(d.Type.named(v)))
	case m.Type == nil:
		return f.Undeclared(d, m.of(name), m.In, m.Key)
	}
	return message.WrongDeclaredValue(cmp.Or(m.of(name), "data"), f.Place(d), m.show(), m.Type.String()).With(m.remedy())
}

// Undeclared returns the words about the entry at a path in what d declares, which has no such entry. in is the type of the
// table and key is the key of the entry, if it is a text.
func (f *File) Undeclared(d *Declaration, path string, in *Type, key string) diag.Words {
	owner, name := d.Owner(path)
	w := message.UndeclaredPart(name, in.Names(), owner, f.Place(d))
	if key != "" {
		w = w.With(message.Near(key, in.Names()))
	}
	return w
}

// of returns the name of the part in a value that is called name.
func (m *Mismatch) of(name string) string { return strings.TrimPrefix(name+m.Path, ".") }

// show returns the part for a message.
func (m *Mismatch) show() string {
	text := m.Value.Plain()
	if m.Value.Table() != nil && len(text) > 40 {
		return "a table"
	}
	return text
}

// Want returns what a value of the type is, for a remedy.
func (t *Type) Want() string {
	switch t.Kind {
	case Number:
		switch low, high := value.FormatNumber(t.Min), value.FormatNumber(t.Max); {
		case !t.ranged():
			return "a number"
		case math.IsInf(t.Max, 0):
			return "a number of " + low + " or more"
		case math.IsInf(t.Min, 0):
			return "a number of " + high + " or less"
		default:
			return "a number from " + low + " to " + high
		}
	case Text:
		return "a text in quotes"
	case Boolean:
		return "true or false"
	case OneOf:
		texts := quoted(t.Texts)
		if len(texts) == 1 {
			return texts[0]
		}
		return strings.Join(texts[:len(texts)-1], ", ") + " or " + texts[len(texts)-1]
	case Agent:
		return "the id of an agent, a whole number"
	case Point, Shape:
		return "a table, such as " + t.example()
	case List:
		return "a list, such as { ... }"
	case Handle:
		return "a handle of " + t.Handle + ", which only the game has"
	}
	return "a table"
}

// example returns a literal of the type, or "..." where it has none.
func (t *Type) example() string {
	switch {
	case t == nil:
		return "1"
	case t.Kind == Number && !math.IsInf(t.Min, 0):
		return value.FormatNumber(t.Min)
	case t.Kind == Number || t.Kind == Agent:
		return "1"
	case t.Kind == Text:
		return `"..."`
	case t.Kind == OneOf:
		return quoted(t.Texts[:1])[0]
	case t.Kind == Boolean:
		return "true"
	case t.Kind == Point:
		return "{x=1, y=2}"
	case t.Kind == Table:
		return "{}"
	case t.Kind == List:
		return "{" + t.Of.example() + "}"
	case t.Kind == Shape:
		var entries []string
		for _, e := range t.Entries {
			entries = append(entries, e.Name+"="+e.Type.example())
		}
		return "{" + strings.Join(entries, ", ") + "}"
	}
	return "..."
}

// named returns a table without names that is meant to have those of the type, with them, or "".
func (t *Type) named(v value.Value) string {
	table := v.Table()
	if table == nil || len(table.Entries) == 0 || t.Kind != Point && t.Kind != Shape || len(table.Entries) > len(t.Names()) || len(table.Entries) < len(t.Names()) && t.Kind == Shape {
		return ""
	}
	var entries []string
	for i, e := range table.Entries {
		if e.Key.Kind() != value.KindNumber {
			return ""
		}
		entries = append(entries, t.Names()[i]+"="+e.Value.String())
	}
	return "{" + strings.Join(entries, ", ") + "}"
}

// Remedy returns the remedy for a value that does not have the type.
func (t *Type) Remedy(v value.Value) diag.Words {
	if v.Kind() == value.KindString {
		word := strings.TrimSpace(v.Str())
		switch _, err := strconv.ParseFloat(word, 64); {
		case t.Kind == OneOf:
			if near := diag.Suggest(word, t.Texts); near != "" {
				return message.DidYouMean(strconv.Quote(near))
			}
		case err == nil && (t.Kind == Number || t.Kind == Agent) && t.Check(numberOf(word)) == nil:
			return message.WithoutQuotes(word)
		case t.Kind == Boolean && (word == "true" || word == "false"):
			return message.WriteIt(word + " without quotes")
		}
	}
	if t.Kind == Number && v.Kind() == value.KindNumber {
		return message.GiveInRange(t.Want())
	}
	return message.GiveWanted(t.Want())
}

func numberOf(word string) value.Value {
	n, _ := strconv.ParseFloat(word, 64)
	return value.Number(n)
}

func (m *Mismatch) remedy() diag.Words {
	if m.Type == nil {
		return message.Near(m.Key, m.In.Names())
	}
	return m.Type.Remedy(m.Value)
}

// wanted returns the type of the part, as the file has it. A part that the type does not have has the type of its table.
func wanted(m *Mismatch) string {
	if m.Type == nil {
		return m.In.String()
	}
	return m.Type.String()
}
