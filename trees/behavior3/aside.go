package behavior3

import (
	"bytes"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// What a project keeps beside its trees, and the nodes of a tree that are connected with nothing, are as
// long as they are, and so stand in comments at the end of the file:
//
//	# behavior3 project: {"custom_nodes":[ ...
//	# behavior3 loose guard: {"8b51 ...

const (
	asidePrefix  = "# behavior3 "
	asideProject = "project"
	asideLoose   = "loose " // and the name of the tree
	maxAside     = 1000     // characters of one comment
)

// setAside adds a text to the end of a file.
func (im *importer) setAside(what, text string) {
	text = strings.ReplaceAll(text, "\x7f", `\u007f`)
	runes := []rune(text)
	for len(runes) > 0 {
		n := min(len(runes), maxAside)
		// White space at the end of a line is lost.
		for n < len(runes) && runes[n-1] == ' ' {
			n++
		}
		im.aside = append(im.aside, trees.Comment{Text: asidePrefix + what + ": " + string(runes[:n])})
		runes = runes[n:]
	}
}

// placeAside gives the comments their places behind the last line.
func (im *importer) placeAside(src []byte) {
	line := bytes.Count(src, []byte("\n")) + 2
	for _, c := range im.aside {
		c.Pos = diag.Pos{File: im.path, Line: line, Col: 1}
		im.file.Comments = append(im.file.Comments, c)
		line++
	}
}

// asideOf returns the text that a file has set aside, or "".
func asideOf(f *trees.File, what string) string {
	var b strings.Builder
	for _, c := range f.Comments {
		if rest, ok := strings.CutPrefix(c.Text, asidePrefix+what+": "); ok {
			b.WriteString(rest)
		}
	}
	return b.String()
}
