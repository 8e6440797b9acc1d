package screen

import (
	"fmt"

	"github.com/bough-dev/bough/internal/arena"
	"github.com/gdamore/tcell/v2"
)

// tickWidth is the width of the column with the ticks.
const tickWidth = 7

// logStyles holds the style of the first line for each kind of entry.
var logStyles = map[arena.EntryKind]tcell.Style{
	arena.NoteEntry:   faint,
	arena.PrintEntry:  info,
	arena.ReloadEntry: good.Bold(true),
	arena.HeldEntry:   warn.Bold(true),
	arena.ErrorEntry:  bad.Bold(true),
}

// logLine is a line of the log as it is drawn.
type logLine struct {
	tick string // the tick, in the first line of an entry
	text string
	st   tcell.Style
}

func (m *Model) drawLog(c canvas) {
	entries := m.Log.Entries()
	note := ""
	inside := canvas{c.s, c.x + 1, c.y + 1, c.w - 2, c.h - 2}
	lines := lastLines(entries, inside.w-tickWidth, inside.h+m.logUp)
	m.logUp = max(0, min(m.logUp, len(lines)-inside.h))
	if m.logUp > 0 {
		note = tr.F("%d lines below: page down", m.logUp)
	}
	c.box(tr.T("log"), note, faint)
	lines = lines[:len(lines)-m.logUp]
	lines = lines[max(0, len(lines)-inside.h):]
	for y, l := range lines {
		inside.text(0, y, l.tick, faint)
		inside.text(tickWidth, y, l.text, l.st)
	}
}

// lastLines returns the lines of the last entries. It returns at least n lines, if there
// are that many.
func lastLines(entries []arena.Entry, cols, n int) []logLine {
	var blocks [][]logLine
	for count := 0; len(entries) > 0 && count < n; entries = entries[:len(entries)-1] {
		block := linesOf(entries[len(entries)-1], cols)
		blocks = append(blocks, block)
		count += len(block)
	}
	var out []logLine
	for i := len(blocks) - 1; i >= 0; i-- {
		out = append(out, blocks[i]...)
	}
	return out
}

func linesOf(e arena.Entry, cols int) []logLine {
	var out []logLine
	st := logStyles[e.Kind]
	for i, line := range e.Lines {
		if i == 1 && e.Kind != arena.NoteEntry {
			st = plain
		}
		for _, piece := range wrap(line, cols) {
			out = append(out, logLine{text: piece, st: st})
		}
	}
	if len(out) > 0 {
		out[0].tick = fmt.Sprintf("%6d", e.Tick)
	}
	return out
}
