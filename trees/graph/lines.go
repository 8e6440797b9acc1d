package graph

import "strings"

// The fonts of the lines of a card.
var (
	titleFace  = face{class: "t", size: 14, bold: true}
	paramFace  = face{class: "p", size: 12, mono: true}
	guardFace  = face{class: "g", size: 12, mono: true}
	noteFace   = face{class: "n", size: 11.5}
	idFace     = face{class: "i", size: 11, mono: true}
	remarkFace = face{class: "r", size: 12, mono: true}
)

// line is a line of text on a card.
type line struct {
	text string
	face face
	y    float64 // vertical position of the baseline, relative to the top of the card
}

const (
	lineWidth = 270.0 // largest width of the text on a card
	padX      = 14.0
	padY      = 8.0
)

// fill sets the lines and the size of a card. The condition is above the name, since it is evaluated first.
func (c *card) fill() {
	c.box.h = padY
	if c.guard != "" {
		c.add("when "+c.guard, guardFace)
		c.box.h += 4
	}
	title := icon(c) + c.title
	if c.node.Disabled {
		title = "disabled " + title
	}
	if c.node.NonExclusive {
		title += "  +"
	}
	c.add(title, titleFace)
	c.add(c.expr, paramFace)
	c.add(c.params, paramFace)
	if c.node.ID != "" {
		c.add("id "+c.node.ID, idFace)
	}
	c.add(c.node.Note, noteFace)
	for _, r := range c.remarks {
		c.add(r, remarkFace)
	}
	c.box.h += padY
	for _, l := range c.box.lines {
		c.box.w = max(c.box.w, l.face.width(l.text)+2*padX)
	}
	c.box.w = max(c.box.w, 64)
}

func (c *card) add(text string, f face) {
	if text == "" {
		return
	}
	for _, part := range f.wrap(text, lineWidth) {
		height := f.size * 1.35
		c.box.lines = append(c.box.lines, line{part, f, c.box.h + f.size})
		c.box.h += height
	}
}

// icons are shown before the names of composites.
var icons = map[string]string{
	"sequence": "→ ", "reactive_sequence": "→ ", "sequence_with_memory": "→ ", "random_sequence": "→ ",
	"fallback": "? ", "selector": "? ", "reactive_fallback": "? ", "active_selector": "? ",
	"fallback_with_memory": "? ", "random_fallback": "? ", "parallel": "⇉ ", "monitor": "⇉ ",
}

func icon(c *card) string {
	if c.shape != compositeShape {
		return ""
	}
	return icons[c.node.Name]
}

// wrap breaks a text into lines that are at most as wide as most. It shortens nothing: a word that is too long
// continues on the next line.
func (f face) wrap(text string, most float64) []string {
	var lines []string
	for part := range strings.SplitSeq(text, "\n") {
		for part != "" {
			n := f.fits(part, most)
			lines = append(lines, strings.TrimRight(part[:n], " "))
			part = part[n:]
		}
	}
	return lines
}

// fits returns the number of bytes of text that fit on a line. They are at least one character.
func (f face) fits(text string, most float64) int {
	sum, space := 0.0, 0
	for i, r := range text {
		if sum += f.advance(r) * f.size * margin; sum > most && i > 0 {
			if space > 0 {
				return space
			}
			return i
		}
		if r == ' ' && i > 0 {
			space = i + 1
		}
	}
	return len(text)
}
