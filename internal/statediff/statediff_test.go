package statediff

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// TestFirst checks the descriptions of the first difference between two lists of lines.
func TestFirst(t *testing.T) {
	for _, c := range []struct{ first, second, want string }{
		{"", "", ""},
		{"a/b", "a/b", ""},
		{"a/x = 1/c", "a/x = 2/c", "x = 1; there: x = 2"},
		{"t has been in a/c", "t has been in b/c", "t has been in a; there: t has been in b"},
		{"a/b/c", "a/x/c", "not there: b"},
		{"a/b/c", "a/c/b", "in another order there: b"},
		{"a/b/c", "a/c", "not there: b"},
		{"a/b", "a", "not there: b"},
		{"a/c", "a/b/c", "only there: b"},
		{"a", "a/b", "only there: b"},
		{"", "b", "only there: b"},
	} {
		lines := func(s string) []string { return strings.FieldsFunc(s, func(r rune) bool { return r == '/' }) }
		if got := First(lines(c.first), lines(c.second), "there"); got != c.want {
			t.Errorf("%s and %s: %q, want %q", c.first, c.second, got, c.want)
		}
	}
}

// TestBoardEntry checks the first difference between the boards of two worlds.
func TestBoardEntry(t *testing.T) {
	v, w := engine.NewWorld(engine.Options{}), engine.NewWorld(engine.Options{})
	equal := value.Value.Equal
	v.SetBoard("alarm", "door", value.Bool(true))
	v.SetBoard("b", "x", value.Number(1))
	w.SetBoard("b", "x", value.Number(2))
	w.SetBoard("c", "y", value.Number(3))
	for _, want := range []string{"alarm.door is true instead of nil", "b.x is 1 instead of 2", "c.y is nil instead of 3", ""} {
		if got := BoardEntry(v, w, equal); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		entry, _, _ := strings.Cut(want, " ")
		board, key, _ := strings.Cut(entry, ".")
		w.SetBoard(board, key, v.Board(board, key))
	}
}
