package screen

import (
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/cells"
	"github.com/bough-dev/bough/internal/rows"
	"github.com/gdamore/tcell/v2"
)

// The size of the history at the right of the rows, in ticks. It is shown if the text of the rows keeps textWidth
// cells; the text gets at most mostText then, so that the history is beside it.
const (
	textWidth   = 84
	mostText    = 100
	leastTicks  = 24
	mostTicks   = engine.DefaultHistory
	gridTicks   = 10 // the distance of the lines in the history
	historyMark = '▆'
)

// rowLines returns the rows of the picked agent: what each node did in the last tick, why, and in which of the last
// ticks it ran. If all is set, it lists all rows; otherwise it omits those below nodes that were not asked, and it adds
// the fields of the agent.
func (m *Model) rowLines(width int, all bool) []spans {
	a := m.picked().Agent
	if a == nil {
		return wrapped([]styled{{m.gone(), faint}}, width)
	}
	list, t, decided := m.watch.of(a)
	when := tr.F("tick %d: ", t.tick)
	if !decided {
		when = tr.T("before its next tick: ")
	}
	lines := wrapped([]styled{{tr.F("%s, tree %s, %s", a.Label(), a.Program().Name(), when+t.sentence), strong}}, width)
	past := pastOf(a, width)
	if past.ticks > 0 {
		ago := tr.F("%d ticks ago", past.ticks)
		now := tr.T("now")
		head := strings.Repeat(" ", past.text(width)+1) + ago + strings.Repeat(" ", past.ticks-cells.Count(ago)-cells.Count(now)) + now
		lines = append(lines, spans{{head, faint}})
	}
	show, hidden := make([]bool, len(list)), make([]int, len(list))
	up := make([]int, 0, 16) // the shown ancestors
	for i := range list {
		for len(up) > 0 && list[up[len(up)-1]].End <= i {
			up = up[:len(up)-1]
		}
		show[i] = all || len(up) == 0 || t.shows(list, i, up[len(up)-1])
		if show[i] {
			up = append(up, i)
		} else {
			hidden[up[len(up)-1]]++
		}
	}
	for i := range list {
		if show[i] {
			lines = append(lines, past.beside(i, rowText(a, &list[i], t.states[i], hidden[i]).fold(past.text(width), 2*list[i].Depth+4), width)...)
		}
	}
	if !all {
		var fields []styled
		for _, line := range append(m.fieldLines(a), m.boardLines()...) {
			fields = append(fields, styled{line, plain})
		}
		lines = append(lines, wrapped(fields, width)...)
	}
	return lines
}

// shows reports whether the row of node i says something: the node was asked or is active, or one below it is, or it is
// beside one that runs. above is the nearest shown ancestor.
func (t *told) shows(list []rows.Row, i, above int) bool {
	for k := i; k < list[i].End; k++ {
		if t.states[k] != nil {
			return true
		}
	}
	up := t.states[above]
	return list[above].Depth == list[i].Depth-1 && up != nil && (up.Mark == rows.Runs || up.Mark == rows.Ready)
}

// looksOf holds the character and the style of each mark.
var looksOf = map[string]struct {
	r  rune
	st tcell.Style
}{
	rows.Runs: {'▶', good}, rows.Success: {'✓', good}, rows.Failure: {'-', plain}, rows.Aborted: {'/', warn},
	rows.Refused: {'✗', faint}, rows.Ready: {'○', plain}, rows.Fault: {'!', bad}, rows.Asleep: {'z', faint}, "": {'·', faint},
}

// glyphs shows how a node picks among its children.
var glyphs = map[string]string{"one": "?", "all": "⇉", "order": "→", "tree": "⊞", "decorator": "◇", "condition": "◆"}

// rowText returns the parts of a row, the most important ones first. Below it there are so many hidden rows.
func rowText(a *engine.Agent, r *rows.Row, s *rows.State, hidden int) spans {
	if s == nil {
		s = &rows.State{}
	}
	look := looksOf[s.Mark]
	name := look.st
	if s.Mark == rows.Refused || s.Mark == rows.Fault {
		name = plain
	}
	broken := unusable(a, r.Node)
	if broken != "" && !r.Disabled {
		look = looksOf[rows.Fault]
	}
	title := r.Name
	if r.Also {
		title += " +"
	}
	if g := glyphs[r.Glyph]; g != "" && !(r.Glyph == "tree" && strings.HasPrefix(title, "tree ")) {
		title = g + " " + title
	}
	out := spans{{string(look.r) + " " + strings.Repeat("  ", r.Depth) + title, name}}
	add := func(st tcell.Style, text string) {
		if text != "" {
			out = append(out, styled{text, st})
		}
	}
	switch {
	case s.Error != "":
		add(bad, strings.TrimPrefix(s.Pos+": "+strings.TrimPrefix(rows.Text(s.Error), s.Pos+": "), ": "))
	case r.Disabled:
		add(faint, tr.T("disabled in the tree file"))
	case broken != "":
		add(bad, broken)
	case s.Why != "":
		add(plain, remaining(s)+s.Why)
	}
	if s.Error != "" || s.Why == "" {
		add(plain, strings.TrimSuffix(remaining(s), " "))
	}
	add(plain, s.Count)
	if s.Mark != rows.Success && s.Mark != rows.Failure && s.Mark != rows.Aborted { // it has waited until now
		add(warn, s.Waits)
	}
	if s.Since > 0 {
		add(faint, tr.F("for %s", rows.Seconds(s.Since)))
	}
	if s.Score != nil {
		add(plain, tr.F("score %s", rows.Number(*s.Score)))
	}
	if r.When != "" {
		add(guardStyle, "when "+r.When)
		add(faint, values(s))
	}
	if hidden > 0 {
		add(faint, tr.F("▸ %d below", hidden))
	}
	return out
}

var guardStyle = plain.Foreground(tcell.ColorOlive)

// values returns the values of the terms of a guard, without those that the reason of a refusal has.
func values(s *rows.State) string {
	var parts []string
	for _, t := range s.Terms {
		if text := t.Text + " = " + t.Value; !strings.Contains(s.Why, text) {
			parts = append(parts, text)
		}
	}
	if parts == nil {
		return ""
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// remaining draws what is left of a cooldown or a wait, followed by a space: "▰▰▱ 1.4 s ". It draws nothing if the
// whole time is not known, and no time if the reason has it.
func remaining(s *rows.State) string {
	const cells = 5
	if !(s.Of > 0 && s.Left > 0) {
		return ""
	}
	full := max(1, min(cells, int(s.Left/s.Of*cells+0.5)))
	text := strings.Repeat("▰", full) + strings.Repeat("▱", cells-full) + " "
	if left := rows.Seconds(s.Left); !strings.Contains(s.Why, left) {
		text += left + " "
	}
	return text
}

// past holds which nodes ran in the last ticks.
type past struct {
	ticks int
	ran   [][]uint64 // the nodes that ran, oldest tick first; nil for a tick that is not remembered
}

// pastOf returns the past of an agent for rows of a width. It is empty if the width is too small.
func pastOf(a *engine.Agent, width int) past {
	p := past{ticks: min(width-textWidth-1, mostTicks)}
	if p.ticks < leastTicks {
		return past{}
	}
	for k := p.ticks; k > 0; k-- {
		p.ran = append(p.ran, a.AppendRan(nil, k))
	}
	return p
}

// text returns the width of the text of rows.
func (p *past) text(width int) int {
	if p.ticks == 0 {
		return width
	}
	return min(width-p.ticks-1, mostText)
}

// beside puts the history of node i at the right of the first of the lines of its row.
func (p *past) beside(i int, lines []spans, width int) []spans {
	if p.ticks == 0 {
		return lines
	}
	var b strings.Builder
	for k, set := range p.ran {
		switch {
		case i/64 < len(set) && set[i/64]>>(i%64)&1 != 0:
			b.WriteRune(historyMark)
		case (p.ticks-k)%gridTicks == 0:
			b.WriteRune('┊')
		default:
			b.WriteByte(' ')
		}
	}
	lines[0] = append(lines[0], styled{strings.Repeat(" ", max(0, p.text(width)+1-lines[0].width())), plain}, styled{b.String(), history})
	return lines
}

var history = plain.Foreground(tcell.ColorSteelBlue)
