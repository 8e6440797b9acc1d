package nodeline

import (
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// Parse parses the line of a node without children. params are the parameters of the tree. Parse returns false if
// the text is anything else.
func Parse(line string, params []trees.TreeParam) (*trees.Node, bool) {
	if strings.ContainsAny(line, "\r\n") || strings.HasPrefix(line, "#") {
		return nil, false
	}
	root, ok := parse(line, params)
	return root, ok && len(root.Children) == 0
}

// parse parses the lines of a root and its descendants. It returns false if they have an error. It omits the
// parameters that do not occur in the text, since a hostile file may have thousands of parameters and thousands of
// lines.
func parse(lines string, params []trees.TreeParam) (*trees.Node, bool) {
	head := "tree x"
	for _, p := range params {
		if strings.Contains(lines, p.Name) {
			head += " " + p.Name
		}
	}
	f, list := trees.Parse("", []byte(head+"\n  "+lines+"\n"))
	if list.Err() != nil || len(f.Trees) != 1 || len(f.Comments) > 0 || f.Trees[0].Root == nil {
		return nil, false
	}
	return f.Trees[0].Root, true
}

// Move sets the positions in a parsed node to the position of its line in another text.
func Move(n *trees.Node, pos diag.Pos) {
	n.Pos, n.NamePos, n.IDPos, n.EndLine = pos, pos, pos, pos.Line
	for i := range n.Args {
		n.Args[i].Pos = pos
	}
	for i := range n.Params {
		n.Params[i].Pos = pos
	}
	for _, g := range append(n.Computed(), n.Expr, n.Guard) {
		if g != nil {
			g.Pos = pos
		}
	}
}
