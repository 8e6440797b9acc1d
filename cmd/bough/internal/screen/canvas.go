package screen

import (
	"github.com/bough-dev/bough/internal/cells"
	"github.com/gdamore/tcell/v2"
)

// canvas is a rectangle on the screen. Text outside of it is cut off.
type canvas struct {
	s          tcell.Screen
	x, y, w, h int
}

var (
	plain  = tcell.StyleDefault
	faint  = plain.Foreground(tcell.ColorGray)
	strong = plain.Bold(true)
)

// put writes one character and returns the column after it. A mark without a width is drawn over the character before.
func (c canvas) put(x, y int, r rune, st tcell.Style) int {
	r = printable(r)
	w := width(r)
	if w == 0 {
		for back := min(x, 2); back > 0 && x <= c.w && y < c.h; back-- {
			if text, style, cells := c.s.Get(c.x+x-back, c.y+y); cells == back {
				c.s.Put(c.x+x-back, c.y+y, text+string(r), style)
				break
			}
		}
		return x
	}
	if x >= 0 && y >= 0 && x+w <= c.w && y < c.h {
		c.s.SetContent(c.x+x, c.y+y, r, nil, st)
	}
	return x + w
}

// text writes a line and returns the column after it. A line that is too long ends in an ellipsis.
func (c canvas) text(x, y int, line string, st tcell.Style) int {
	runes := []rune(line)
	if room := c.w - x; room > 0 && fitting(runes, room) < len(runes) {
		runes = append(runes[:max(0, fitting(runes, room)-1)], '…')
	}
	for _, r := range runes {
		x = c.put(x, y, r, st)
	}
	return x
}

// fill clears a row from a column to the right edge.
func (c canvas) fill(x, y int, st tcell.Style) {
	for ; x < c.w; x++ {
		c.put(x, y, ' ', st)
	}
}

// box draws a border with a title in its upper edge and a note in its lower edge. It returns the
// canvas inside the border.
func (c canvas) box(title, note string, st tcell.Style) canvas {
	right, bottom := c.w-1, c.h-1
	for x := 1; x < right; x++ {
		c.put(x, 0, '─', st)
		c.put(x, bottom, '─', st)
	}
	for y := 1; y < bottom; y++ {
		c.put(0, y, '│', st)
		c.fillTo(1, right, y)
		c.put(right, y, '│', st)
	}
	c.put(0, 0, '┌', st)
	c.put(right, 0, '┐', st)
	c.put(0, bottom, '└', st)
	c.put(right, bottom, '┘', st)
	edge := canvas{c.s, c.x + 2, c.y, c.w - 4, c.h}
	edge.text(0, 0, " "+title+" ", strong)
	if note != "" {
		edge.text(max(0, edge.w-cells.Count(note)-2), bottom, " "+note+" ", st)
	}
	return canvas{c.s, c.x + 1, c.y + 1, max(0, c.w-2), max(0, c.h-2)}
}

// fillTo clears a row between two columns.
func (c canvas) fillTo(from, to, y int) {
	for x := from; x < to; x++ {
		c.put(x, y, ' ', plain)
	}
}
