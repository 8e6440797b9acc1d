package cells

import "testing"

func TestCount(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "hp < 30": 7, "血量": 4, "größe": 5, "gro\u0308ße": 5, "한국어": 6, "сила": 4, "🐺": 2, "…": 1, "क्षमता": 5, "ｆ": 2, "ｱ": 1, "\u200b": 0,
	} {
		if got := Count(text); got != want {
			t.Errorf("%q takes %d cells, want %d", text, got, want)
		}
	}
}
