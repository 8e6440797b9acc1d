package screen

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/internal/cells"
	"github.com/gdamore/tcell/v2"
)

// The size of the smallest terminal on which the picture is drawn.
const (
	minWidth  = 60
	minHeight = 20
)

// layout holds the parts of the screen.
type layout struct{ title, field, people, lower, status canvas }

// layoutFor divides the screen. A pane other than the log gets half of it.
func (m *Model) layoutFor(s tcell.Screen) layout {
	w, h := s.Size()
	lower := max(6, min(h/3, 14))
	if m.pane != logPane {
		lower = max(10, h/2)
	}
	list := max(30, min(w*9/20, 54))
	body := h - 2 - lower
	return layout{
		title:  canvas{s, 0, 0, w, 1},
		field:  canvas{s, 0, 1, w - list, body},
		people: canvas{s, w - list, 1, list, body},
		lower:  canvas{s, 0, 1 + body, w, lower},
		status: canvas{s, 0, h - 1, w, 1},
	}
}

// Draw draws the whole picture on s. The caller must then call s.Show.
func Draw(m *Model, s tcell.Screen) {
	s.Clear()
	s.HideCursor()
	w, h := s.Size()
	if w < minWidth || h < minHeight {
		drawSmall(s, w, h)
		return
	}
	l := m.layoutFor(s)
	m.drawTitle(l.title)
	m.drawField(l.field)
	m.drawPeople(l.people)
	m.drawPane(l.lower)
	if m.help {
		m.drawHelp(canvas{s, 0, 0, w, h})
	}
	if m.prompt != nil {
		m.drawPrompt(l.status)
	} else {
		drawStatus(l.status)
	}
}

// drawSmall draws a notice that the terminal is too small for the picture.
func drawSmall(s tcell.Screen, w, h int) {
	c := canvas{s, 0, 0, w, h}
	text := tr.F("This window has %dx%d characters; bough play needs %dx%d. The game goes on meanwhile. Make it larger, or press q to quit.", w, h, minWidth, minHeight)
	for y, line := range wrap(text, max(1, w)) {
		c.text(0, y, strings.TrimSpace(line), plain)
	}
}

var (
	bar     = plain.Background(tcell.ColorNavy).Foreground(tcell.ColorWhite)
	alert   = plain.Background(tcell.ColorMaroon).Foreground(tcell.ColorWhite).Bold(true)
	caution = plain.Background(tcell.ColorOlive).Foreground(tcell.ColorWhite).Bold(true)
	good    = plain.Foreground(tcell.ColorGreen)
	bad     = plain.Foreground(tcell.ColorRed)
	warn    = plain.Foreground(tcell.ColorYellow)
	info    = plain.Foreground(tcell.ColorTeal)
)

func (m *Model) drawTitle(c canvas) {
	c.fill(0, 0, bar)
	world := m.Stage.Game().World()
	x := c.text(1, 0, "bough play", bar.Bold(true))
	if m.pace.Paused() {
		x = c.text(x+2, 0, tr.T(" PAUSED "), bar.Reverse(true))
	} else {
		x = c.text(x+2, 0, fmt.Sprintf("%gx", m.pace.Speed()), bar)
	}
	for _, alarm := range m.alarms() {
		x = c.text(x+2, 0, alarm.text, alarm.st)
	}
	if note := m.pinned(); note != "" {
		x = c.text(x+2, 0, note, bar.Reverse(true))
	}
	text := tr.F("tick %d  %.1f s  %d agents", world.TickCount(), world.Clock().Seconds(), world.Len())
	if world.Len() == 1 {
		text = tr.F("tick %d  %.1f s  1 agent", world.TickCount(), world.Clock().Seconds())
	}
	if standing := m.Stage.Standing(); standing != "" {
		text += "  " + standing
	}
	c.text(x+2, 0, fmt.Sprintf("%s  v%d", text, m.Stage.Game().Bundle().Version), bar)
}

// drawStatus draws as many keys as fit. The keys for help and quit are always drawn.
func drawStatus(c canvas) {
	c.fill(0, 0, bar)
	var words, always []*binding
	for i := range bindings {
		switch b := &bindings[i]; b.word {
		case "":
		case "help", "quit":
			always = append(always, b)
		default:
			words = append(words, b)
		}
	}
	room := c.w - 1
	for _, b := range always {
		room -= b.width()
	}
	x := 1
	for _, b := range words {
		if x+b.width() <= room {
			x = b.draw(c, x)
		}
	}
	for _, b := range always {
		x = b.draw(c, x)
	}
}

// key returns the first of the binding's keys.
func (b *binding) key() string {
	key, _, _ := strings.Cut(tr.T(b.keys), ",")
	return key
}

// width returns the number of cells that the key and its word take in the status line.
func (b *binding) width() int { return cells.Count(b.key()) + 1 + cells.Count(tr.T(b.word)) + 2 }

func (b *binding) draw(c canvas, x int) int {
	x = c.text(x, 0, b.key(), bar.Bold(true).Foreground(tcell.ColorYellow))
	return c.text(x+1, 0, tr.T(b.word), bar) + 2
}
