package diag

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Suggest returns the candidate that word most likely misspells, or "" if there is none. A candidate that differs
// only in capital letters is the most likely one. If two candidates are equally likely, it returns the earlier one.
func Suggest(word string, candidates []string) string {
	size := utf8.RuneCountInString(word)
	best, bound := "", max(1, size/3)
	if size < 2 {
		return "" // every other letter would be as similar
	}
	for _, c := range candidates {
		switch {
		case c == word:
			continue
		case strings.EqualFold(c, word):
			return c
		}
		most := bound
		a, b := letters(word, c)
		if len(a) > 4 && anagram(a, b) { // letters in the wrong order are a slip of the fingers
			most++
		}
		if d := distance(a, b, most); d <= most {
			best, bound = c, min(bound, d-1)
		}
	}
	return best
}

// letters returns two words with one byte for each character. Words in ASCII stay as they are, as do words that are too long
// for a name.
func letters(a, b string) (string, string) {
	if len(a) > 4*maxName || len(b) > 4*maxName || isASCII(a) && isASCII(b) {
		return a, b
	}
	var seen []rune
	short := func(word string) string {
		var out []byte
		for _, r := range word {
			at := slices.Index(seen, r)
			if at < 0 {
				at = len(seen)
				seen = append(seen, r)
			}
			out = append(out, byte(at))
		}
		return string(out)
	}
	return short(a), short(b)
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

// anagram reports whether two words have the same bytes in another order.
func anagram(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	var count [256]int
	for i := range len(a) {
		count[a[i]]++
		count[b[i]]--
	}
	return count == [256]int{}
}

// DidYouMean returns "did you mean x?" for the result x of Suggest, or "".
func DidYouMean(word string, candidates []string) string {
	if s := Suggest(word, candidates); s != "" {
		return tr.F("did you mean %s?", s)
	}
	return ""
}

// maxName bounds the words that are compared, in characters.
const maxName = 64

// distance returns the edit distance of a and b, where swapping two neighbors counts as one edit. It stops early
// if the distance exceeds bound, or if a word is too long for a name.
func distance(a, b string, bound int) int {
	if len(a) > maxName || len(b) > maxName || len(a)-len(b) > bound || len(b)-len(a) > bound {
		return bound + 1
	}
	var rows [3][maxName + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := range len(a) {
		cur, prev, before := &rows[(i+1)%3], &rows[i%3], &rows[(i+2)%3]
		cur[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			cur[j+1] = min(prev[j]+cost, prev[j+1]+1, cur[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				cur[j+1] = min(cur[j+1], before[j-1]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}
