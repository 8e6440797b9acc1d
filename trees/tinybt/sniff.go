package tinybt

import "strings"

// Sniff reports whether a text is probably a script of TinyBT. The first node of such a script is one
// of the kinds of TinyBT.
func Sniff(src []byte) bool {
	for line := range strings.Lines(string(src[:min(len(src), 4096)])) {
		if words := strings.Fields(strings.TrimPrefix(line, "\ufeff")); len(words) > 0 && words[0][0] != '#' {
			return words[0] == "SEQUENCE" || words[0] == "FALLBACK" || words[0] == "PARALLEL"
		}
	}
	return false
}
