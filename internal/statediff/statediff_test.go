package statediff

import (
	"strings"
	"testing"
)

// TestFirst checks the descriptions of the first difference between two lists of lines.
func TestFirst(t *testing.T) {
	for _, c := range []struct{ first, second, want string }{
		{"", "", ""},
		{"a b", "a b", ""},
		{"a b c", "a x c", "b; there: x"},
		{"a b c", "a c", "not there: b"},
		{"a b", "a", "not there: b"},
		{"a c", "a b c", "only there: b"},
		{"a", "a b", "only there: b"},
		{"", "b", "only there: b"},
	} {
		if got := First(strings.Fields(c.first), strings.Fields(c.second), "there"); got != c.want {
			t.Errorf("%s and %s: %q, want %q", c.first, c.second, got, c.want)
		}
	}
}
