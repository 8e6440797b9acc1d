package screen

import (
	"errors"
	"strings"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/gdamore/tcell/v2"
)

// binding is an action and its keys. Its texts are translated when they are shown.
type binding struct {
	keys string // the keys as the help displays them
	does string // description in the help
	word string // word in the status line; "" if the key is not in the status line
	on   func(ev *tcell.EventKey) bool
	do   func(*Model)
}

// bindings are all keys, in the order of the help. init sets it to avoid an initialization cycle:
// the help is generated from it.
var bindings []binding

func init() {
	bindings = []binding{
		{lang.N("space"), lang.N("pauses the world and lets it go on; files are still reloaded"), lang.N("pause"), runes(" "), (*Model).pause},
		{lang.N(". or s"), lang.N("makes one tick"), "", runes(".s"), (*Model).step},
		{"+ -", lang.N("faster, slower"), "", nil, nil},
		{lang.N("tab, right"), lang.N("picks the next agent; backtab, left: the one before"), lang.N("pick"), keys(tcell.KeyTab, tcell.KeyRight), func(m *Model) { m.move(1) }},
		{"/", lang.N("finds an agent by its name or by what it does"), lang.N("find"), runes("/"), func(m *Model) { m.ask(true, "") }},
		{"e", lang.N("says why the picked agent does that: what was asked, with values; its fields; boards"), lang.N("why"), runes("e"), func(m *Model) { m.open(whyPane) }},
		{"t", lang.N("opens the same for all nodes of its tree; both show its last ticks if wide"), lang.N("tree"), runes("t"), func(m *Model) { m.open(treePane) }},
		{"!", lang.N("opens the list of what is wrong now, in files and scripts"), lang.N("problems"), runes("!"), func(m *Model) { m.open(problemsPane) }},
		{"f", lang.N("sets a field of the picked agent: hp=10"), lang.N("set"), runes("f"), func(m *Model) { m.ask(false, "set ") }},
		{"i", lang.N("posts a stimulus to it: noise ttl=2 x=3"), "", runes("i"), func(m *Model) { m.ask(false, "post ") }},
		{":", lang.N("any other command of scenes: board, impose, end, get ..."), "", runes(":"), func(m *Model) { m.ask(false, "") }},
		{"n", lang.N("makes a noise at the picked agent, in the arena"), "", runes("n"), (*Model).noise},
		{"p", lang.N("pauses the picked agent only, and lets it go on"), "", runes("p"), (*Model).hold},
		{"r", lang.N("resets the picked agent: it forgets all but its fields"), "", runes("r"), (*Model).reset},
		{"R", lang.N("reads a scene again and begins it anew"), "", runes("R"), (*Model).restart},
		{"b", lang.N("goes back to the last good version, again: to the one before"), "", runes("b"), (*Model).back},
		{"u", lang.N("ends that: takes in the files as they are saved"), "", runes("u"), (*Model).unpin},
		{lang.N("up, down"), lang.N("picks an agent; scrolls an open pane, or this help"), "", nil, nil},
		{lang.N("page up"), lang.N("scrolls back; page down: forward"), "", keys(tcell.KeyPgUp), func(m *Model) { m.page(-1) }},
		{"?", lang.N("opens and closes this help"), lang.N("help"), runes("?h"), func(m *Model) { m.help, m.helpAt = !m.help, 0 }},
		{lang.N("escape"), lang.N("closes what is open"), "", keys(tcell.KeyEscape), (*Model).closePane},
		{"q", lang.N("quits"), lang.N("quit"), both(runes("q"), keys(tcell.KeyCtrlC)), func(m *Model) { m.quit = true }},
	}
}

// others are the second keys of pairs that share one line in the help.
var others = []binding{
	{on: runes("+="), do: func(m *Model) { m.faster(1) }},
	{on: runes("-_"), do: func(m *Model) { m.faster(-1) }},
	{on: keys(tcell.KeyBacktab, tcell.KeyLeft), do: func(m *Model) { m.move(-1) }},
	{on: keys(tcell.KeyDown), do: func(m *Model) { m.vertical(1) }},
	{on: keys(tcell.KeyUp), do: func(m *Model) { m.vertical(-1) }},
	{on: keys(tcell.KeyPgDn), do: func(m *Model) { m.page(1) }},
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

// Key carries out the action of a key. It reports whether the user wants to quit.
func (m *Model) Key(ev *tcell.EventKey) bool {
	m.notice = ""
	if m.prompt != nil && ev.Key() != tcell.KeyCtrlC {
		m.typed(ev)
		return false
	}
	for _, list := range [][]binding{bindings, others} {
		for i := range list {
			if b := &list[i]; b.on != nil && b.on(ev) {
				b.do(m)
				return m.quit
			}
		}
	}
	return m.quit
}

func (m *Model) pause() { m.pace.SetPaused(!m.pace.Paused()) }

func (m *Model) step() {
	m.pace.Step()
	m.pace.Beat(func() bool { return false })
}

// faster sets the speed that is n places further up in speeds.
func (m *Model) faster(n int) {
	at := nearest(m.pace.Speed())
	m.pace.SetSpeed(speeds[max(0, min(at+n, len(speeds)-1))])
}

func (m *Model) vertical(n int) {
	switch {
	case m.help:
		m.helpAt = max(0, m.helpAt+n)
	case m.pane != logPane:
		m.scroll = max(0, m.scroll+n)
	default:
		m.move(n)
	}
}

// page scrolls the help or a pane by n times ten lines, or the log by n times five lines.
func (m *Model) page(n int) {
	switch {
	case m.help:
		m.helpAt = max(0, m.helpAt+10*n)
	case m.pane != logPane:
		m.scroll = max(0, m.scroll+10*n)
	default:
		m.logUp = max(0, m.logUp-5*n)
	}
}

func (m *Model) closePane() {
	if m.help {
		m.help = false
	} else {
		m.pane = logPane
	}
}

func (m *Model) restart() {
	m.notice = tr.T("it begins anew")
	var list diag.List
	switch err := m.Stage.Restart(); {
	case errors.As(err, &list):
		m.notice = tr.T("the scene has errors; correct them, and press R again")
		m.pane, m.scroll = problemsPane, 0
		return
	case err != nil:
		m.notice = err.Error()
	}
	m.at = 0
}

// act tells the player, and recordings, what a key or a command has done. The agent may be nil.
func (m *Model) act(a *bough.Agent, text string) {
	m.notice = text
	about := engine.AgentID(0)
	if a != nil {
		about = a.ID()
	}
	m.Stage.Game().MarkAct(about, text)
}

func (m *Model) hold() {
	a := m.picked().Agent
	switch {
	case a == nil:
		m.notice = tr.T("the picked agent is dead")
	case a.Paused():
		a.Resume()
		m.act(a, tr.F("%s goes on", a.Label()))
	default:
		a.Pause()
		m.act(a, tr.F("%s is paused", a.Label()))
	}
}

func (m *Model) noise() {
	a := m.picked()
	stage, ok := m.Stage.(noisy)
	switch {
	case !ok:
		m.notice = tr.T("noises are heard in the arena; i posts a stimulus")
	case a.Agent == nil || a.Dead:
		m.notice = tr.T("the picked agent is dead")
	default:
		stage.Noise(a.Agent.ID())
		m.act(a.Agent, tr.F("bang! beside %s", a.Agent.Label()))
	}
}

func (m *Model) reset() {
	a := m.picked().Agent
	if a == nil {
		m.notice = tr.T("the picked agent is dead")
		return
	}
	a.Reset()
	m.act(a, tr.F("%s begins anew", a.Label()))
}
