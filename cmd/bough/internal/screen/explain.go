package screen

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/gdamore/tcell/v2"
)

// explainPane is where an explanation goes: over the list, and over as much of
// the field as it needs to be read.
func explainPane(l layout) canvas {
	c := l.people
	total := l.field.w + l.people.w
	w := max(c.w, min(76, total*2/3))
	c.x, c.w = c.x-(w-c.w), w
	return c
}

func (m *Model) drawExplain(c canvas) {
	a := m.picked()
	if a.Agent == nil {
		c.box("explain", "", faint).text(0, 0, a.Kind.Name+" is dead; another one comes soon", faint)
		return
	}
	inside := canvas{c.s, c.x + 1, c.y + 1, c.w - 2, c.h - 2}
	var lines []styled
	for _, line := range explanation(a.Agent) {
		for _, piece := range wrap(line, inside.w) {
			lines = append(lines, styled{piece, explainStyle(line)})
		}
	}
	m.scroll = max(0, min(m.scroll, len(lines)-inside.h))
	note := ""
	if len(lines) > inside.h {
		note = fmt.Sprintf("%d-%d of %d: up, down", m.scroll+1, min(m.scroll+inside.h, len(lines)), len(lines))
	}
	c.box("explain", note, info)
	for y, line := range lines[m.scroll:min(m.scroll+inside.h, len(lines))] {
		inside.text(0, y, line.text, line.st)
	}
}

// styled is a line with its style.
type styled struct {
	text string
	st   tcell.Style
}

// explanation returns why an agent does what it does, and its fields.
func explanation(a *engine.Agent) []string {
	lines := strings.Split(a.Explain().String(), "\n")
	lines = append(lines, "its fields:")
	a.Fields().All(func(k engine.Key, v engine.Value) bool {
		text := v.String()
		if v.Kind() == engine.NumberValue {
			text = fmt.Sprintf("%.6g", v.Float())
		}
		lines = append(lines, "  "+k.Name()+" = "+text)
		return true
	})
	return lines
}

func explainStyle(line string) tcell.Style {
	switch {
	case strings.HasPrefix(line, "  yes"):
		return good
	case strings.HasPrefix(line, "  no "):
		return faint
	case strings.HasPrefix(line, "blocked:"), strings.HasPrefix(line, "why not "), strings.HasPrefix(line, "           "):
		return warn
	case strings.HasPrefix(line, " "):
		return plain
	}
	return strong
}
