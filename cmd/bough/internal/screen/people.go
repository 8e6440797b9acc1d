package screen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/arena"
)

// columns holds the positions of the parts of a row in the list.
type columns struct{ hp, hpWidth, doing int }

func columnsFor(width int) columns {
	if width < 40 {
		return columns{14, 4, 19}
	}
	return columns{15, 5, 21}
}

func (m *Model) drawPeople(c canvas) {
	actors := m.list()
	inside := c.box(tr.T("agents"), tr.F("%d of %d", min(m.at+1, len(actors)), len(actors)), faint)
	cols := columnsFor(inside.w)
	inside.text(2, 0, tr.T("who"), faint)
	if k := m.picked().Kind; k == nil || k.HP > 0 {
		inside.text(cols.hp, 0, tr.T("hp"), faint)
	} else {
		inside.text(cols.hp, 0, tr.T("for"), faint)
	}
	inside.text(cols.doing, 0, tr.T("doing"), faint)
	rows := inside.h - 1
	first := max(0, min(m.at-rows/2, len(actors)-rows))
	for row := range min(rows, len(actors)) {
		at := first + row
		inside.drawPerson(row+1, cols, &actors[m.order[at]], at == m.at)
	}
}

func (c canvas) drawPerson(y int, cols columns, a *arena.Actor, picked bool) {
	if picked {
		c.put(0, y, '▶', warn)
	}
	if a.Agent == nil {
		c.text(2, y, a.Kind.Name, faint)
		c.text(cols.hp, y, tr.T("gone"), faint)
		return
	}
	name := styleOf(a)
	if picked {
		name = name.Reverse(true)
	}
	if ailing(a.Agent) {
		c.put(1, y, '✗', bad)
	}
	c.text(2, y, clipped(a.Agent.Label(), cols.hp-3), name)
	if a.Dead {
		c.text(cols.hp, y, tr.T("dead"), faint)
		return
	}
	if a.Kind.HP > 0 {
		c.drawHP(cols, y, a.HP/a.Kind.HP)
	} else {
		c.text(cols.hp, y, since(a.Agent), faint)
	}
	x := cols.doing
	if a.Agent.Paused() {
		x = c.text(x, y, tr.T("paused "), bad)
	}
	if a.Agent.Suspended() {
		x = c.text(x, y, tr.T("suspended "), bad)
	}
	if a.Hidden {
		x = c.text(x, y, tr.T("hidden "), faint)
	}
	for i, name := range doing(a.Agent) {
		st := plain
		if i > 0 {
			st, name = faint, " "+name
		}
		if x = c.text(x, y, name, st); x >= c.w {
			break
		}
	}
}

// clipped cuts a text to at most n cells.
func clipped(text string, n int) string {
	if r := []rune(text); fitting(r, n) < len(r) {
		return string(r[:fitting(r, n-1)]) + "…"
	}
	return text
}

func (c canvas) drawHP(cols columns, y int, part float64) {
	st := good
	switch {
	case part < 0.35:
		st = bad
	case part < 0.7:
		st = warn
	}
	full := int(part*float64(cols.hpWidth) + 0.99)
	for i := range cols.hpWidth {
		if i < full {
			c.put(cols.hp+i, y, '█', st)
		} else {
			c.put(cols.hp+i, y, '░', faint)
		}
	}
}

// doing returns the names of the deepest active nodes of an agent. Nodes further down in the tree come first, since
// the upper ones are often senses, which are always active.
func doing(a *engine.Agent) []string {
	var out []string
	for _, i := range deepest(a) {
		name := a.Program().Node(i).Name
		out = append(out, name[strings.LastIndexByte(name, '.')+1:])
	}
	return out
}

// deepest returns the active nodes of an agent that have no active descendant. The last node of the tree comes
// first.
func deepest(a *engine.Agent) []int {
	p := a.Program()
	var out []int
	nodes := a.ActiveNodes()
	for k, i := range nodes {
		if k+1 < len(nodes) && p.Node(nodes[k+1]).Parent == i {
			continue // the node has an active child
		}
		out = append(out, i)
	}
	slices.Reverse(out)
	return out
}

// since returns how long an agent has been doing its current act, in words, or "" if it does nothing.
func since(a *engine.Agent) string {
	nodes := deepest(a)
	if len(nodes) == 0 {
		return ""
	}
	seconds := a.ActiveFor(nodes[0]).Seconds()
	switch {
	case seconds < 10:
		return fmt.Sprintf("%.1fs", seconds)
	case seconds < 1000:
		return fmt.Sprintf("%.0fs", seconds)
	}
	return fmt.Sprintf("%.0fm", seconds/60)
}

// unusable returns the reason why a node cannot be ready at present, or "" if it can.
func unusable(a *engine.Agent, i int) string {
	b := a.Program().Node(i).Behavior
	switch {
	case b == nil:
		return ""
	case b.Missing:
		return tr.T("missing: it has no file that works")
	case a.World().Quarantined(b):
		return tr.T("quarantined: its errors are among the problems")
	}
	return ""
}

// ailing reports whether the tree of an agent has an unusable node.
func ailing(a *engine.Agent) bool {
	for i := range a.Program().Len() {
		if unusable(a, i) != "" {
			return true
		}
	}
	return false
}
