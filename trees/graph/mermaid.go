package graph

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/trees"
)

// mermaidShapes are the brackets around the label, for each shape.
var mermaidShapes = [...][2]string{{"(", ")"}, {"{{", "}}"}, {"[", "]"}, {"([", "])"}, {"[", "]"}, {"{{", "}}"}, {"[[", "]]"}, {"[", "]"}}

// Mermaid returns a drawing of trees as a Mermaid flowchart, which Git hosts show in pages.
func Mermaid(list []*trees.Tree, o Options) []byte {
	var b bytes.Buffer
	b.WriteString("flowchart " + direction(o, "TB", "LR") + "\n")
	number := 0
	for i, t := range list {
		root := cards(t, o)
		if root == nil {
			continue
		}
		fmt.Fprintf(&b, "  subgraph t%d[\"%s\"]\n", i, mermaidText(headingWithDoc(t)))
		numbers := map[*card]int{}
		for _, c := range root.all() {
			number++
			numbers[c] = number
			s := mermaidShapes[c.shape]
			fmt.Fprintf(&b, "    n%d%s\"%s\"%s\n", number, s[0], mermaidText(label(c)), s[1])
		}
		for _, c := range root.all() {
			for _, k := range c.children {
				fmt.Fprintf(&b, "    n%d --> n%d\n", numbers[c], numbers[k])
			}
		}
		b.WriteString("  end\n")
	}
	return b.Bytes()
}

// mermaidText replaces every character that has a meaning in Mermaid, Markdown or HTML by its number. Mermaid
// decodes the numbers before it interprets Markdown. Therefore mermaidText doubles a backslash, which begins an
// escape, and replaces a backquote, which begins code that Mermaid cannot draw.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString("<br/>")
		case r < ' ':
			b.WriteByte(' ')
		case r == '\\':
			b.WriteString("#92;#92;")
		case r == '`':
			b.WriteRune('\u02cb') // a character that looks similar
		case strings.ContainsRune("\"#&<>;`*_\\[]{}()|~%", r):
			b.WriteString("#" + strconv.Itoa(int(r)) + ";")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
