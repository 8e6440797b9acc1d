package screen

import (
	"fmt"
	"strings"

	"github.com/gdamore/tcell/v2"
)

// pane is a view in the lower part of the screen.
type pane uint8

const (
	logPane pane = iota
	explainPane
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
	case explainPane:
		m.drawLines(c, "explain", m.explanation())
	case treePane:
		m.drawLines(c, "tree", m.treeLines())
	case problemsPane:
		m.drawLines(c, "problems", m.problemLines())
	}
	m.drawNotice(c)
}

// drawLines draws lines that can be scrolled. A line that is too long continues in the next row.
func (m *Model) drawLines(c canvas, title string, lines []styled) {
	m.scroll = drawScrolled(c, title, lines, m.scroll)
}

// drawScrolled breaks the lines into rows and draws them, beginning with row from. If from is so large that space
// would stay empty, it begins earlier. It returns the number of the first row drawn.
func drawScrolled(c canvas, title string, lines []styled, from int) int {
	var rows []styled
	width, height := c.w-2, c.h-2
	for _, l := range lines {
		for _, piece := range wrap(l.text, max(1, width)) {
			rows = append(rows, styled{piece, l.st})
		}
	}
	from = max(0, min(from, len(rows)-height))
	note := ""
	if len(rows) > height {
		note = fmt.Sprintf("%d-%d of %d: up, down", from+1, min(from+height, len(rows)), len(rows))
	}
	inside := c.box(title, note, info)
	for y, row := range rows[from:max(from, min(from+height, len(rows)))] {
		inside.text(0, y, row.text, row.st)
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
	canvas{c.s, c.x, c.y, c.w, 1}.text(c.w-2-len(text), 0, string(text), bar.Bold(true))
}

// explanation returns the explanation of the picked agent, and its fields.
func (m *Model) explanation() []styled {
	a := m.picked()
	if a.Agent == nil {
		return []styled{{m.gone(), faint}}
	}
	var lines []styled
	for _, line := range append(strings.Split(a.Agent.Explain().String(), "\n"), fieldLines(a.Agent)...) {
		lines = append(lines, styled{line, explainStyle(line)})
	}
	return lines
}

// gone returns the reason why no agent is picked.
func (m *Model) gone() string {
	if a := m.picked(); a.Kind != nil {
		return a.Kind.Name + " is dead; another one comes soon"
	}
	return "nobody is here yet"
}
