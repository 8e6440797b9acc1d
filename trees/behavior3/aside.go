package behavior3

import (
	"bytes"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// Both the data of a project outside of its trees and the unconnected nodes of a tree may have any length.
// Therefore they are stored in comments at the end of the file:
//
//	# behavior3 project: {"custom_nodes":[ ...
//	# behavior3 loose guard: {"8b51 ...

const (
	asidePrefix  = "# behavior3 "
	asideProject = "project"
	asideLoose   = "loose " // followed by the name of the tree
	maxAside     = 1000     // in characters of one comment
)

// setAside adds a text to the end of the file.
func (im *importer) setAside(what, text string) {
	text = strings.ReplaceAll(text, "\x7f", `\u007f`)
	runes := []rune(text)
	for len(runes) > 0 {
		n := min(len(runes), maxAside)
		// White space at the end of a comment would be lost.
		for n < len(runes) && runes[n-1] == ' ' {
			n++
		}
		im.aside = append(im.aside, trees.Comment{Text: asidePrefix + what + ": " + string(runes[:n])})
		runes = runes[n:]
	}
}

// placeAside sets the positions of the comments after the last line.
func (im *importer) placeAside(src []byte) {
	line := bytes.Count(src, []byte("\n")) + 2
	for _, c := range im.aside {
		c.Pos = diag.Pos{File: im.path, Line: line, Col: 1}
		im.file.Comments = append(im.file.Comments, c)
		line++
	}
}

// asideOf returns the text that setAside has added to a file, or "" if there is none.
func asideOf(f *trees.File, what string) string {
	var b strings.Builder
	for _, c := range f.Comments {
		if rest, ok := strings.CutPrefix(c.Text, asidePrefix+what+": "); ok {
			b.WriteString(rest)
		}
	}
	return b.String()
}
