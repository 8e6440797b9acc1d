package screen

import (
	"strings"

	"github.com/gdamore/tcell/v2"
)

// binding is what a key does.
type binding struct {
	keys string // as people write them
	does string // in the help
	word string // in the status line; "" if it is not there
	on   func(ev *tcell.EventKey) bool
	do   func(*Model)
}

// bindings are all keys, in the order of the help.
var bindings = []binding{
	{"space", "pauses the world and lets it go on; files are still reloaded", "pause", runes(" "), (*Model).pause},
	{". or s", "makes one tick", "step", runes(".s"), (*Model).step},
	{"+", "faster", "", runes("+="), func(m *Model) { m.faster(1) }},
	{"-", "slower", "", runes("-_"), func(m *Model) { m.faster(-1) }},
	{"tab, right", "picks the next agent", "pick", keys(tcell.KeyTab, tcell.KeyRight), func(m *Model) { m.move(1) }},
	{"backtab, left", "picks the one before", "", keys(tcell.KeyBacktab, tcell.KeyLeft), func(m *Model) { m.move(-1) }},
	{"down", "next agent; in an explanation, scrolls", "", keys(tcell.KeyDown), func(m *Model) { m.vertical(1) }},
	{"up", "agent before; in an explanation, scrolls", "", keys(tcell.KeyUp), func(m *Model) { m.vertical(-1) }},
	{"e", "explains the picked agent", "explain", runes("e"), (*Model).toggleExplain},
	{"p", "pauses the picked agent only, and lets it go on", "hold", runes("p"), (*Model).hold},
	{"n", "makes a noise at the picked agent", "noise", runes("n"), (*Model).noise},
	{"r", "resets the picked agent: it forgets all but its fields", "", runes("r"), (*Model).reset},
	{"b", "goes back to the last good version, again: to the one before", "back", runes("b"), (*Model).back},
	{"u", "ends that: takes in the files as they are saved", "", runes("u"), (*Model).unpin},
	{"page up", "scrolls the log back, or an explanation", "", keys(tcell.KeyPgUp), func(m *Model) { m.page(-1) }},
	{"page down", "scrolls it forward", "", keys(tcell.KeyPgDn), func(m *Model) { m.page(1) }},
	{"?", "opens and closes this help", "help", runes("?h"), func(m *Model) { m.help = !m.help }},
	{"escape", "closes what is open", "", keys(tcell.KeyEscape), (*Model).closePane},
	{"q", "quits", "quit", both(runes("q"), keys(tcell.KeyCtrlC)), func(m *Model) { m.quit = true }},
}

func runes(set string) func(*tcell.EventKey) bool {
	return func(ev *tcell.EventKey) bool {
		return ev.Key() == tcell.KeyRune && ev.Modifiers()&(tcell.ModCtrl|tcell.ModAlt) == 0 && strings.ContainsRune(set, ev.Rune())
	}
}

func keys(set ...tcell.Key) func(*tcell.EventKey) bool {
	return func(ev *tcell.EventKey) bool {
		for _, k := range set {
			if ev.Key() == k {
				return true
			}
		}
		return false
	}
}

func both(f, g func(*tcell.EventKey) bool) func(*tcell.EventKey) bool {
	return func(ev *tcell.EventKey) bool { return f(ev) || g(ev) }
}

// Key does what a key stands for and answers whether to quit.
func (m *Model) Key(ev *tcell.EventKey) bool {
	m.feedback = ""
	for i := range bindings {
		if bindings[i].on(ev) {
			bindings[i].do(m)
			break
		}
	}
	return m.quit
}

func (m *Model) pause() { m.paused, m.debt = !m.paused, 0 }

func (m *Model) step() {
	m.paused, m.debt = true, 0
	m.Arena.Tick()
	m.Log.Settle(false)
}

func (m *Model) faster(n int) { m.speed = max(0, min(m.speed+n, len(speeds)-1)) }

func (m *Model) vertical(n int) {
	if m.explain {
		m.scroll = max(0, m.scroll+n)
	} else {
		m.move(n)
	}
}

// page scrolls by half of what is shown at least.
func (m *Model) page(n int) {
	if m.explain {
		m.scroll = max(0, m.scroll+10*n)
	} else {
		m.logUp = max(0, m.logUp-5*n)
	}
}

func (m *Model) toggleExplain() { m.explain, m.scroll = !m.explain, 0 }

func (m *Model) closePane() {
	if m.help {
		m.help = false
	} else {
		m.explain = false
	}
}

func (m *Model) hold() {
	a := m.picked().Agent
	switch {
	case a == nil:
		m.feedback = "the picked agent is dead"
	case a.Paused():
		a.Resume()
		m.feedback = a.Label() + " goes on"
	default:
		a.Pause()
		m.feedback = a.Label() + " is paused"
	}
}

func (m *Model) noise() {
	a := m.picked()
	if a.Agent == nil || a.Dead {
		m.feedback = "the picked agent is dead"
		return
	}
	m.Arena.Noise(a.Agent.ID())
	m.feedback = "bang! beside " + a.Agent.Label()
}

func (m *Model) reset() {
	a := m.picked().Agent
	if a == nil {
		m.feedback = "the picked agent is dead"
		return
	}
	a.Reset()
	m.feedback = a.Label() + " begins anew"
}
