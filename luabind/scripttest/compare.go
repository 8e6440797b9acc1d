package scripttest

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// plain reports whether a value is data or a handle, and not an agent, a board or a function.
func plain(v value.Value) bool {
	switch v.Ref().(type) {
	case *engine.Agent, *callback, *board:
		return false
	}
	return true
}

// maxShown is the largest number of bytes of a value in a message.
const maxShown = 200

// show formats a value as messages show it.
func show(v value.Value) string {
	var text string
	switch x := v.Ref().(type) {
	case *engine.Agent:
		return x.Label()
	case *callback:
		return "a function"
	case *value.Table:
		text = sorted(x).String()
	default:
		text = v.String()
	}
	if len(text) > maxShown {
		text = strings.ToValidUTF8(text[:maxShown], "") + "…"
	}
	return text
}

// sorted returns a table whose entries are sorted by their keys. Numbers come before strings.
func sorted(t *value.Table) *value.Table {
	out := &value.Table{Entries: slices.Clone(t.Entries)}
	slices.SortStableFunc(out.Entries, func(a, b value.Entry) int {
		if a.Key.Kind() != b.Key.Kind() {
			return int(a.Key.Kind()) - int(b.Key.Kind())
		}
		if a.Key.Kind() == value.KindNumber {
			switch d := a.Key.Float() - b.Key.Float(); {
			case d < 0:
				return -1
			case d > 0:
				return 1
			}
		}
		return strings.Compare(a.Key.Str(), b.Key.Str())
	})
	for i := range out.Entries {
		if inner := out.Entries[i].Value.Table(); inner != nil {
			out.Entries[i].Value = value.Other(sorted(inner))
		}
	}
	return out
}

// difference describes the first difference between two values. It returns empty Words if they are the same. Tables are
// compared by their contents. If part is set, a table in got may have more entries than the one in want.
func difference(at string, got, want value.Value, part bool) (unlike diag.Words) {
	g, w := got.Table(), want.Table()
	if g == nil || w == nil {
		if got.Equal(want) {
			return unlike
		}
		return message.DifferenceTerm(show(got), strings.TrimPrefix(at, "."), show(want))
	}
	keys := sorted(w).Entries
	if !part {
		keys = append(keys, sorted(g).Entries...)
	}
	for _, e := range keys {
		if unlike = difference(at+step(e.Key), find(g, e.Key), find(w, e.Key), part); unlike.Code != "" {
			break
		}
	}
	return unlike
}

func find(t *value.Table, key value.Value) value.Value {
	for _, e := range t.Entries {
		if e.Key.Equal(key) {
			return e.Value
		}
	}
	return value.Value{}
}

// step returns the text of an access by a key, such as .hp or [2].
func step(key value.Value) string {
	if key.Kind() == value.KindString {
		return "." + key.Str()
	}
	return "[" + key.String() + "]"
}
