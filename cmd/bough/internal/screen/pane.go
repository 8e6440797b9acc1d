package screen

import (
	"github.com/bough-dev/bough/internal/cells"
	"github.com/gdamore/tcell/v2"
)

// pane is a view in the lower part of the screen.
type pane uint8

const (
	logPane pane = iota
	whyPane
	treePane
	problemsPane
)

// styled is a line with its style.
type styled struct {
	text string
	st   tcell.Style
}

// open shows a pane. If that pane is already shown, it shows the log instead.
func (m *Model) open(p pane) {
	if m.pane == p {
		p = logPane
	}
	m.pane, m.scroll = p, 0
}

func (m *Model) drawPane(c canvas) {
	switch m.pane {
	case logPane:
		m.drawLog(c)
	case whyPane:
		m.drawRows(c, tr.T("why"), m.rowLines(max(1, c.w-2), false))
	case treePane:
		m.drawRows(c, tr.T("tree"), m.rowLines(max(1, c.w-2), true))
	case problemsPane:
		m.drawLines(c, tr.T("problems"), m.problemLines())
	}
	m.drawNotice(c)
}

// drawLines draws lines that can be scrolled. A line that is too long continues in the next row.
func (m *Model) drawLines(c canvas, title string, lines []styled) {
	m.drawRows(c, title, wrapped(lines, c.w-2))
}

// drawRows draws lines that can be scrolled, and that fit.
func (m *Model) drawRows(c canvas, title string, lines []spans) {
	m.scroll = drawScrolled(c, title, lines, m.scroll)
}

// drawScrolled draws lines that fit, beginning with number from. If from is so large that space would stay empty, it
// begins earlier. It returns the number of the first line drawn.
func drawScrolled(c canvas, title string, lines []spans, from int) int {
	height := c.h - 2
	from = max(0, min(from, len(lines)-height))
	note := ""
	if len(lines) > height {
		note = tr.F("%d-%d of %d: up, down", from+1, min(from+height, len(lines)), len(lines))
	}
	inside := c.box(title, note, info)
	for y, line := range lines[from:max(from, min(from+height, len(lines)))] {
		x := 0
		for _, p := range line {
			x = inside.text(x, y, p.text, p.st)
		}
	}
	return from
}

// drawNotice draws the notice about the last key in the upper edge of the pane.
func (m *Model) drawNotice(c canvas) {
	if m.notice == "" {
		return
	}
	text := []rune(" " + m.notice + " ")
	room := c.w - 14 // room after the title
	if fitting(text, room) < len(text) {
		text = append(text[:max(0, fitting(text, room)-1)], '…')
	}
	canvas{c.s, c.x, c.y, c.w, 1}.text(c.w-2-cells.Count(string(text)), 0, string(text), bar.Bold(true))
}

// gone returns the reason why no agent is picked.
func (m *Model) gone() string {
	if a := m.picked(); a.Kind != nil {
		return tr.F("%s is dead; another one comes soon", a.Kind.Name)
	}
	return tr.T("nobody is here yet")
}
