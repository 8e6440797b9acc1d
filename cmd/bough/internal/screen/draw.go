package screen

import (
	"fmt"
	"strings"

	"github.com/gdamore/tcell/v2"
)

// The smallest terminal that there is a picture for.
const (
	minWidth  = 60
	minHeight = 20
)

// layout divides the screen.
type layout struct{ title, field, people, log, status canvas }

func layoutFor(s tcell.Screen) layout {
	w, h := s.Size()
	logHeight := max(6, min(h/3, 14))
	list := max(30, min(w*9/20, 54))
	body := h - 2 - logHeight
	return layout{
		title:  canvas{s, 0, 0, w, 1},
		field:  canvas{s, 0, 1, w - list, body},
		people: canvas{s, w - list, 1, list, body},
		log:    canvas{s, 0, 1 + body, w, logHeight},
		status: canvas{s, 0, h - 1, w, 1},
	}
}

// Draw draws the whole picture. Show it with s.Show.
func Draw(m *Model, s tcell.Screen) {
	s.Clear()
	s.HideCursor()
	w, h := s.Size()
	if w < minWidth || h < minHeight {
		drawSmall(s, w, h)
		return
	}
	l := layoutFor(s)
	m.drawTitle(l.title)
	m.drawField(l.field)
	if m.explain {
		m.drawExplain(explainPane(l))
	} else {
		m.drawPeople(l.people)
	}
	m.drawLog(l.log)
	m.drawStatus(l.status)
	if m.help {
		drawHelp(canvas{s, 0, 0, w, h})
	}
}

// drawSmall says what there is no room to show.
func drawSmall(s tcell.Screen, w, h int) {
	c := canvas{s, 0, 0, w, h}
	text := fmt.Sprintf("This window has %dx%d characters; bough play needs %dx%d. The game goes on meanwhile. Make it larger, or press q to quit.", w, h, minWidth, minHeight)
	for y, line := range wrap(text, max(1, w)) {
		c.text(0, y, strings.TrimSpace(line), plain)
	}
}

var (
	bar   = plain.Background(tcell.ColorNavy).Foreground(tcell.ColorWhite)
	alert = plain.Background(tcell.ColorMaroon).Foreground(tcell.ColorWhite).Bold(true)
	good  = plain.Foreground(tcell.ColorGreen)
	bad   = plain.Foreground(tcell.ColorRed)
	warn  = plain.Foreground(tcell.ColorYellow)
	info  = plain.Foreground(tcell.ColorTeal)
)

func (m *Model) drawTitle(c canvas) {
	c.fill(0, 0, bar)
	world := m.Arena.Game().World()
	x := c.text(1, 0, "bough play", bar.Bold(true))
	if m.paused {
		x = c.text(x+2, 0, " PAUSED ", bar.Reverse(true))
	} else {
		x = c.text(x+2, 0, fmt.Sprintf("%gx", speeds[m.speed]), bar)
	}
	x = alarms(c, x, len(m.Arena.Game().Problems().Errors()), len(world.Faults()))
	if note := m.pinned(); note != "" {
		x = c.text(x+2, 0, note, bar.Reverse(true))
	}
	c.text(x+2, 0, fmt.Sprintf("tick %d  %.1f s  %d agents  %d kills  v%d",
		world.TickCount(), world.Clock().Seconds(), world.Len(), m.Arena.Stats.Kills, m.Arena.Game().Bundle().Version), bar)
}

// alarms says how many errors there are and returns the column behind it.
func alarms(c canvas, x, files, faults int) int {
	say := func(n int, what string) {
		if n == 0 {
			return
		}
		if n > 1 {
			what = strings.Replace(what, "error", "errors", 1)
		}
		x = c.text(x+2, 0, fmt.Sprintf(" %d %s ", n, what), alert)
	}
	say(files, "error in files")
	say(faults, "script error")
	return x
}

func (m *Model) drawStatus(c canvas) {
	c.fill(0, 0, bar)
	x := 1
	for i := range bindings {
		b := &bindings[i]
		if b.word == "" {
			continue
		}
		key := b.keys
		if r := []rune(key); len(r) > 5 {
			key = string(r[0])
			if b.word == "pick" {
				key = "tab"
			}
		}
		if x+len(key)+len(b.word)+3 > c.w {
			break
		}
		x = c.text(x, 0, key, bar.Bold(true).Foreground(tcell.ColorYellow))
		x = c.text(x+1, 0, b.word, bar) + 2
	}
	if m.feedback != "" {
		c.fill(max(0, c.w-len(m.feedback)-3), 0, bar)
		c.text(max(0, c.w-len(m.feedback)-2), 0, m.feedback, bar.Bold(true))
	}
}
