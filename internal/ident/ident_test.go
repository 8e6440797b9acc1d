package ident

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

// TestIs compares Is with a list.
func TestIs(t *testing.T) {
	for _, text := range []string{"a", "_", "Z9", "end", "血量", "ausdauer_größe", "сила", "速度2", "ⅻ", "क्षमता", "ё", "बाघ१", "한국어"} {
		if !Is(text) {
			t.Errorf("%q is no name", text)
		}
	}
	for _, text := range []string{"", "9a", "a b", "a-b", "a.b", "२", "a\u00a0b", "🐺", "ａ", "a９", "e\u0301", "\u0301", "a\xff", "a“", "a，b", "\u200bа", "x²", "가\u11a8"} {
		if Is(text) {
			t.Errorf("%q is a name", text)
		}
	}
	for text, want := range map[string]string{"ａ９": "a9", "e\u0301": "é", "速度": "速度", "速＿度": "速_度"} {
		if got := Plain(text); got != want || !Is(got) {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestPattern checks that the regular expression matches a text if and only if its characters are those of a name.
func TestPattern(t *testing.T) {
	whole := regexp.MustCompile(`^` + Pattern + `$`)
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	for range 20_000 {
		text := ""
		for range 1 + random.IntN(3) {
			r := rune(random.IntN(0x3000))
			if random.IntN(2) == 0 {
				r = rune(random.IntN(128))
			}
			text += string(r)
		}
		if got, want := whole.MatchString(text), hasForm(text); got != want {
			t.Fatalf("seed %d: %q: %v, but the characters are valid: %v", seed, text, got, want)
		}
	}
}
