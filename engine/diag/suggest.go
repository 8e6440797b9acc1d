package diag

import "strings"

// Suggest returns the candidate that word most likely misspells, or "" if there is none. A candidate that differs
// only in capital letters is the most likely one. If two candidates are equally likely, it returns the earlier one.
func Suggest(word string, candidates []string) string {
	best, bound := "", max(1, len(word)/3)
	if len(word) < 2 {
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
		if len(word) > 4 && anagram(word, c) { // letters in the wrong order are a slip of the fingers
			most++
		}
		if d := distance(word, c, most); d <= most {
			best, bound = c, min(bound, d-1)
		}
	}
	return best
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
		return "did you mean " + s + "?"
	}
	return ""
}

// distance returns the edit distance of a and b, where swapping two neighbors counts as one edit. It stops early
// if the distance exceeds bound, or if a word is too long for a name.
func distance(a, b string, bound int) int {
	const maxName = 64
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
