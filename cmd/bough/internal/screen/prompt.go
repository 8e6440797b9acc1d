package screen

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/cells"
	"github.com/gdamore/tcell/v2"
)

// prompt is a line that the user is typing: a search for an agent, or a command of scenes.
type prompt struct {
	search bool
	text   []rune
	from   int // the actor that was picked before the prompt
}

// ask opens a prompt that contains a text.
func (m *Model) ask(search bool, text string) {
	m.prompt = &prompt{search, []rune(text), m.at}
}

// typed handles a key while a prompt is open.
func (m *Model) typed(ev *tcell.EventKey) {
	p := m.prompt
	switch ev.Key() {
	case tcell.KeyRune:
		if ev.Modifiers()&(tcell.ModCtrl|tcell.ModAlt) == 0 {
			p.text = append(p.text, ev.Rune())
		}
	case tcell.KeyBackspace, tcell.KeyBackspace2:
		if len(p.text) == 0 {
			m.prompt = nil
			return
		}
		p.text = p.text[:len(p.text)-1]
	case tcell.KeyCtrlU:
		p.text = nil
	case tcell.KeyTab, tcell.KeyDown:
		if p.search {
			m.find(m.at+1, 1)
		}
		return
	case tcell.KeyBacktab, tcell.KeyUp:
		if p.search {
			m.find(m.at-1, -1)
		}
		return
	case tcell.KeyEscape:
		m.prompt, m.at = nil, p.from
		return
	case tcell.KeyEnter:
		m.prompt = nil
		if !p.search {
			m.command(string(p.text))
		}
		return
	}
	if p.search {
		m.find(p.from, 1)
	}
}

// find picks the next actor whose label contains the typed text. If there is none, it picks the next actor with an
// active node whose name contains the text.
func (m *Model) find(from, step int) {
	want := strings.ToLower(string(m.prompt.text))
	contains := func(text string) bool { return strings.Contains(strings.ToLower(text), want) }
	if m.pick(from, step, func(a *engine.Agent) bool { return contains(a.Label()) }) ||
		m.pick(from, step, func(a *engine.Agent) bool { return slices.ContainsFunc(doing(a), contains) }) {
		m.scroll, m.notice = 0, ""
		return
	}
	m.notice = tr.T("nobody is called so or does that")
}

// pick picks the next actor whose agent satisfies good, beginning at from. It reports whether there is one.
func (m *Model) pick(from, step int, good func(*engine.Agent) bool) bool {
	actors := m.list()
	for k := range m.order {
		at := ((from+step*k)%len(m.order) + len(m.order)) % len(m.order)
		if a := actors[m.order[at]].Agent; a != nil && good(a) {
			m.at = at
			return true
		}
	}
	return false
}

// command carries out a command of scenes on the picked agent.
func (m *Model) command(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	said, doubts, err := scene.Do(m.Stage.Game(), m.picked().Agent, text)
	if err != nil {
		m.notice = err.Error()
		return
	}
	for line := range strings.Lines(said) {
		m.Log.Note(strings.TrimRight(line, "\n"))
	}
	if said == "" { // it does something, and shows nothing
		m.act(m.picked().Agent, m.pickedName()+": "+text)
	}
	m.notice = tr.F("done: %s", text)
	if len(doubts) > 0 {
		m.notice = tr.F("done, but %v", doubts[0])
	}
}

// drawPrompt draws the typed text in the place of the keys.
func (m *Model) drawPrompt(c canvas) {
	c.fill(0, 0, bar)
	label, hint := tr.T("command: "), tr.F("enter does it on %s, esc leaves", m.pickedName())
	if m.prompt.search {
		label, hint = tr.T("find: "), tr.T("tab next, enter picks, esc leaves")
	}
	x := c.text(1, 0, label, bar.Bold(true).Foreground(tcell.ColorYellow))
	room := max(1, c.w-x-2)
	text := m.prompt.text
	for fitting(text, room) < len(text) {
		text = text[1:]
	}
	x = c.text(x, 0, string(text), bar)
	if at := c.w - cells.Count(hint) - 1; at > x+2 {
		c.text(at, 0, hint, bar)
	}
	c.s.ShowCursor(c.x+x, c.y)
}

func (m *Model) pickedName() string {
	if a := m.picked().Agent; a != nil {
		return a.Label()
	}
	return tr.T("nobody")
}
