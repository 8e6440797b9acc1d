package luabind

import (
	"strings"

	"github.com/bough-dev/bough/luabind/helper"
)

// helperEntry describes a helper.
func helperEntry(h *helper.Helper, namespace string) APIEntry {
	e := APIEntry{Name: namespace + "." + h.Name, Function: true, Doc: sentence(h.Doc)}
	params, results := h.Types()
	for i, name := range h.Params {
		p := APIParam{Name: name, Type: "any"}
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
