package syntax

import "unicode"

// IsName reports whether a text is a valid name.
func IsName(text string) bool {
	for i, r := range text {
		if !inName(r, i == 0) {
			return false
		}
	}
	return text != "" && keyword(text) == NameToken
}

// inName reports whether a name may contain a character, or begin with it.
func inName(r rune, first bool) bool {
	switch {
	case r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r):
		return true
	case first:
		return false
	}
	return unicode.Is(unicode.Nd, r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r)
}
