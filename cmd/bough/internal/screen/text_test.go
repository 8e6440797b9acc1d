package screen

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWrap(t *testing.T) {
	tests := []struct {
		line string
		cols int
		want []string
	}{
		{"", 10, []string{""}},
		{"short", 10, []string{"short"}},
		{"exactly 10", 10, []string{"exactly 10"}},
		{"one two three", 8, []string{"one two", "  three"}},
		{"  no flee: guard hp", 12, []string{"  no flee:", "    guard hp"}},
		{"abcdefghijkl", 5, []string{"abcde", "  fgh", "  ijk", "  l"}},
		{"      x", 3, []string{"", " x"}},
		{"end with space   ", 14, []string{"end with space"}},
		{"日本語の文", 4, []string{"日本", "  語", "  の", "  文"}},
		{"abc", 1, []string{"a", "b", "c"}},
		{"日", 1, []string{"日"}},
	}
	for _, tt := range tests {
		if got := wrap(tt.line, tt.cols); !slices.Equal(got, tt.want) {
			t.Errorf("wrap(%q, %d) = %q, want %q", tt.line, tt.cols, got, tt.want)
		}
	}
}

func TestWrapKeepsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringOf(rapid.SampledFrom([]rune("ab  c:日"))).Draw(t, "line")
		cols := rapid.IntRange(2, 30).Draw(t, "cols")
		pieces := wrap(line, cols)
		squeeze := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if squeeze(strings.Join(pieces, "")) != squeeze(line) {
			t.Errorf("lost text: %q", pieces)
		}
		for _, p := range pieces {
			n := 0
			for _, r := range p {
				n += width(r)
			}
			if n > cols && len([]rune(strings.TrimSpace(p))) > 1 {
				t.Errorf("%q is %d wide, of %d", p, n, cols)
			}
		}
	})
}

func TestPrintable(t *testing.T) {
	for in, want := range map[rune]rune{'a': 'a', 'é': 'é', '日': '日', '\t': ' ', '\x1b': '?', '\u200b': '?', '\u0301': '\u0301', 0xfffd: 0xfffd} {
		if got := printable(in); got != want {
			t.Errorf("printable(%q) = %q", in, got)
		}
	}
}
