package graph

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/bough-dev/bough/trees"
)

var dotShapes = [...]string{"box", "octagon", "box", "ellipse", "note", "hexagon", "folder", "box"}

// Dot returns a drawing of trees in the language of Graphviz.
func Dot(list []*trees.Tree, o Options) []byte {
	var b bytes.Buffer
	b.WriteString("digraph bough {\n  rankdir=" + direction(o, "TB", "LR") + ";\n  ordering=out;\n  node [fontname=\"Helvetica\"];\n")
	number := 0
	for i, t := range list {
		root := cards(t, o)
		if root == nil {
			continue
		}
		fmt.Fprintf(&b, "  subgraph cluster_%d {\n    label=%s;\n", i, dotQuote(headingWithDoc(t)))
		numbers := map[*card]int{}
		for _, c := range root.all() {
			number++
			numbers[c] = number
			dashed := ""
			if c.shape == slotShape || c.mark == removed || c.disabled {
				dashed = " style=dashed"
			}
			fmt.Fprintf(&b, "    n%d [shape=%s%s label=%s tooltip=%s];\n", number, dotShapes[c.shape], dashed, dotQuote(label(c)), dotQuote(c.detail))
		}
		for _, c := range root.all() {
			for _, k := range c.children {
				fmt.Fprintf(&b, "    n%d -> n%d;\n", numbers[c], numbers[k])
			}
		}
		b.WriteString("  }\n")
	}
	b.WriteString("}\n")
	return b.Bytes()
}

func direction(o Options, down, right string) string {
	if o.Down {
		return down
	}
	return right
}

func headingWithDoc(t *trees.Tree) string {
	return strings.TrimSpace("tree " + heading(t) + "\n" + t.Doc)
}

// label returns the text of a card with line breaks.
func label(c *card) string {
	d := *c
	d.box.lines = nil
	d.fill()
	var parts []string
	for _, l := range d.box.lines {
		parts = append(parts, l.text)
	}
	return strings.Join(parts, "\n")
}

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", " ")

func dotQuote(s string) string { return `"` + dotEscapes.Replace(strings.ToValidUTF8(s, "?")) + `"` }
