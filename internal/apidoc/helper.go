package apidoc

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bough-dev/bough/luabind/helper"
)

// Helper returns the entry for a helper that a game has bound in a namespace.
func Helper(h *helper.Helper, namespace string) Entry {
	e := Entry{Name: namespace + "." + h.Name, Function: true, Doc: sentence(h.Doc)}
	params, results := h.Types()
	for i, name := range h.Params {
		p := Param{Name: name, Type: "any"}
		if i < len(params) {
			var rest bool
			if p.Type, rest = strings.CutPrefix(params[i], "..."); rest {
				p.Name = "..."
			}
			p.Type, p.Optional = strings.CutSuffix(p.Type, "?")
			p.Optional = p.Optional && !rest
		}
		e.Params = append(e.Params, p)
	}
	e.Returns = results
	return e
}

// Method returns the entry for a helper that is a method of the handles of a type.
func Method(h *helper.Helper, handle string) Entry {
	e := Helper(h, "")
	e.Name, e.Params = handle+":"+h.Name, e.Params[1:]
	return e
}

// sentence converts the doc of a helper to a sentence in the style of the other docs.
func sentence(doc string) string {
	first, size := utf8.DecodeRuneInString(doc)
	if next, _ := utf8.DecodeRuneInString(doc[size:]); unicode.IsLetter(next) { // otherwise doc begins with a parameter name of one letter
		first = unicode.ToUpper(first)
	}
	return strings.TrimSuffix(string(first)+doc[size:], ".") + "."
}
