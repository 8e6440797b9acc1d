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
func (c *Card) fill() {
	c.box.h = padY
	if c.Guard != "" {
		c.add("when "+c.Guard, guardFace)
		c.box.h += 4
	}
	title := icon(c) + c.Title
	if c.Node.Disabled {
		title = "disabled " + title
	}
	if c.Node.NonExclusive {
		title += "  +"
	}
	c.add(title, titleFace)
	c.add(c.Expr, paramFace)
	c.add(c.Params, paramFace)
	if c.Node.ID != "" {
		c.add("id "+c.Node.ID, idFace)
	}
	c.add(c.Node.Note, noteFace)
	for _, r := range c.Remarks {
		c.add(r, remarkFace)
	}
	c.box.h += padY
	for _, l := range c.box.lines {
		c.box.w = max(c.box.w, l.face.width(l.text)+2*padX)
	}
	c.box.w = max(c.box.w, 64)
}

func (c *Card) add(text string, f face) {
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

func icon(c *Card) string {
	if c.Shape != CompositeShape {
		return ""
	}
	return icons[c.Node.Name]
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
