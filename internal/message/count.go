package message

import "github.com/bough-dev/bough/engine/diag"

// ChildCount returns the words for a node with count children that must have least to most of them, and reports whether
// the number is wrong. A most below 0 is no bound. The function child returns the name of a child.
func ChildCount(node string, count, least, most int, child func(i int) string) (w diag.Words, wrong bool) {
	switch {
	case count < least:
		return words("too-few-children", diag.Args{"node": node, "count": count, "least": least}), true
	case most < 0 || count <= most:
		return w, false
	case most == 0:
		return words("takes-no-children", diag.Args{"child": child(0), "node": node}), true
	}
	return words("too-many-children", diag.Args{"child": child(most), "number": most + 1, "node": node, "most": most}), true
}
