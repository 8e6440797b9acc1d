package screen

import "strings"

// spans are the parts of a line, each with its style.
type spans []styled

// width returns the number of cells of a line.
func (s spans) width() (cells int) {
	for _, p := range s {
		for _, r := range p.text {
			cells += width(r)
		}
	}
	return cells
}

// wrapped breaks lines at spaces, so that no line is wider than cols; see wrap.
func wrapped(lines []styled, cols int) []spans {
	var out []spans
	for _, l := range lines {
		for _, piece := range wrap(l.text, max(1, cols)) {
			out = append(out, spans{{piece, l.st}})
		}
	}
	return out
}

// fold puts parts beside each other, two spaces apart, on lines of the width cols. A part that does not fit begins a new
// line, which is indented. A part that is wider than a line is broken at spaces.
func (s spans) fold(cols, indent int) []spans {
	const gap = 2
	cols = max(1, cols)
	indent = min(indent, cols/2)
	var out []spans
	var line spans
	at := 0
	for i, p := range s {
		need := spans{p}.width()
		switch {
		case i == 0:
		case at+gap+need > cols:
			out, line, at = append(out, line), spans{{strings.Repeat(" ", indent), p.st}}, indent
		default:
			line, at = append(line, styled{strings.Repeat(" ", gap), plain}), at+gap
		}
		for rest := p.text; ; {
			piece := wrap(rest, max(1, cols-at))[0]
			line = append(line, styled{piece, p.st})
			at += spans{{piece, p.st}}.width()
			if rest = strings.TrimLeft(rest[len(piece):], " "); rest == "" {
				break
			}
			out, line, at = append(out, line), spans{{strings.Repeat(" ", indent), p.st}}, indent
		}
	}
	return append(out, line)
}
