package message

import (
	"slices"

	"github.com/bough-dev/bough/engine/diag"
)

// Lookup returns the words of a code that is filled with arguments, for codes that are known only when a program runs.
// Arguments that its templates do not have are left out. ok is false if the catalog has no such code.
func Lookup(code string, args diag.Args) (w diag.Words, ok bool) {
	e := byCode()[code]
	if e == nil {
		return diag.Words{}, false
	}
	var own diag.Args
	for _, p := range slices.Concat(templateOf(e.Text), templateOf(e.Hint)) {
		if v, given := args[p.arg]; given && p.arg != "" {
			if own == nil {
				own = diag.Args{}
			}
			own[p.arg] = v
		}
	}
	return words(code, own), true
}
