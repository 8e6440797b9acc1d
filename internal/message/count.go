package message

import "github.com/bough-dev/bough/engine/diag"

// ChildCount returns the words for a node with count children that must have least to most of them, and reports whether
// the number is wrong. A most below 0 is no bound.
func ChildCount(node string, count, least, most int) (w diag.Words, wrong bool) {
	switch {
	case count >= least && (count <= most || most < 0):
		return w, false
	case most == 0:
		return words("takes-no-children", diag.Args{"node": node}), true
	case least == most:
		return words("wrong-child-count", diag.Args{"node": node, "count": count, "want": least}), true
	case count < least:
		return words("too-few-children", diag.Args{"node": node, "count": count, "least": least}), true
	}
	return words("too-many-children", diag.Args{"node": node, "count": count, "most": most}), true
}
