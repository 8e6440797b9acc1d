package screen

import (
	"slices"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
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
		{"it 没有刺激，不可运行", 12, []string{"it 没有刺", "  激，不可运", "  行"}},
		{"为什么（原因）x", 8, []string{"为什么", "  （原", "  因）x"}},
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
		line := rapid.StringOf(rapid.SampledFrom([]rune("ab  c:日，（"))).Draw(t, "line")
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

// TestPutMarks checks that marks are drawn over the character before them, also over a wide one, and take no cell.
func TestPutMarks(t *testing.T) {
	s := tcell.NewSimulationScreen("UTF-8")
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	defer s.Fini()
	s.SetSize(20, 2)
	c := canvas{s, 1, 0, 18, 2}
	if at := c.text(0, 0, "е\u0301ж 血\u0301量", plain); at != 7 {
		t.Errorf("the text ends at %d", at)
	}
	for x, want := range map[int]string{0: "е\u0301", 1: "ж", 3: "血\u0301", 5: "量"} {
		if got, _, _ := s.Get(1+x, 0); got != want {
			t.Errorf("cell %d has %q, want %q", x, got, want)
		}
	}
	c.put(0, 1, '\u0301', plain) // over nothing
}
