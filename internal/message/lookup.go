package message

import "github.com/bough-dev/bough/engine/diag"

// Lookup returns the words of a code that is filled with arguments, for codes that are known only when a program runs.
// ok is false if the catalog has no such code.
func Lookup(code string, args diag.Args) (w diag.Words, ok bool) {
	if byCode()[code] == nil {
		return diag.Words{}, false
	}
	return words(code, args), true
}
