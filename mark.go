package bough

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/recording"
)

// Mark says that a tick of a game is worth looking at later. See RecordOptions.OnMark, Options.OnMark and
// Recording.Marks.
type Mark struct {
	Tick  int64 // number of the tick; see Recording.Ticks
	Kind  MarkKind
	Text  string         // at most 600 bytes
	Agent engine.AgentID // the agent that the mark is about, or 0
	Label string         // the label of that agent, if Text does not name it
}

// MarkKind says who has made a mark.
type MarkKind string

// The kinds of marks.
const (
	MarkFault  MarkKind = "fault" // a script has raised an error for the first time, or a behavior was quarantined
	MarkScript MarkKind = "mark"  // a script has called bt.mark
	MarkGame   MarkKind = "game"  // Go code has called Game.Mark
	MarkLate   MarkKind = "late"  // a tick has taken longer than RecordOptions.LateAfter
	MarkAct    MarkKind = "act"   // a person has acted on the game by a tool such as package inspect; see Game.MarkAct
)

// String returns the mark as a line.
func (m Mark) String() string {
	text := tr.F("tick %d: %s: %s", m.Tick, m.Kind, m.Text)
	if m.Label != "" {
		text = tr.F("tick %d: %s: %s: %s", m.Tick, m.Kind, m.Label, m.Text)
	}
	return text
}

const (
	maxMarkText  = 600
	maxMarkLabel = 200
)

// cutText returns the first bytes of a text, and an ellipsis if there are more.
func cutText(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most -= len("…"); most > 0 && !utf8.RuneStart(s[most]); most-- {
	}
	return s[:most] + "…"
}

// Mark marks the last tick with a text, such as "player reports a bug". Tools show the mark, and RecordOptions.OnMark
// gets a recording. Mark must be called between ticks.
func (g *Game) Mark(text string) {
	g.phase.mustBeIdle("Mark")
	g.Load()
	g.mark(MarkGame, text, nil)
}

// MarkAct notes that a person has acted on the game by a tool, such as "troll#1: hp = 20", so that recordings tell it from
// what the game does by itself. The act belongs to the next tick. About is the agent that it is about, or 0; the text
// names it. Options.OnMark and RecordOptions.OnMark do not get the mark. MarkAct must be called between ticks.
func (g *Game) MarkAct(about engine.AgentID, text string) {
	g.phase.mustBeIdle("MarkAct")
	g.Load()
	g.recorder.note(Mark{Tick: g.world.TickCount() + 1, Kind: MarkAct, Text: cutText(text, maxMarkText), Agent: about})
}

// mark makes a mark in the current tick or, between ticks, in the last one.
func (g *Game) mark(kind MarkKind, text string, a *Agent) {
	m := Mark{Tick: g.world.TickCount(), Kind: kind, Text: cutText(text, maxMarkText)}
	if a != nil {
		m.Agent, m.Label = a.ID(), cutText(a.Label(), maxMarkLabel)
	}
	m = g.recorder.mark(m)
	if g.o.OnMark == nil {
		return
	}
	defer g.phase.setBusy(g.phase.busy)
	g.phase.setBusy(inMark)
	g.o.OnMark(m)
}

// Marks returns the marks in the recording, in the order in which they were made. Marks of the first ticks may be about
// ticks before the recording.
func (r *Recording) Marks() []Mark {
	marks := make([]Mark, len(r.file.Marks))
	for i, m := range r.file.Marks {
		marks[i] = Mark{m.Tick, MarkKind(m.Kind), m.Text, engine.AgentID(m.Agent), m.Label}
	}
	return marks
}

// maxMarks bounds the marks of a segment. Others are not recorded.
const maxMarks = 256

// note records a mark. Its tick becomes that of the recording.
func (r *recorder) note(m Mark) Mark {
	if r.off() {
		return m
	}
	m.Tick += r.ticks - r.counted
	if len(r.open.marks) < maxMarks {
		r.open.marks = append(r.open.marks, recording.Mark{Tick: m.Tick, Kind: string(m.Kind), Text: m.Text, Agent: int64(m.Agent), Label: m.Label})
	}
	return m
}

// mark records a mark, and notes that RecordOptions.OnMark gets it.
func (r *recorder) mark(m Mark) Mark {
	if r.off() {
		return m
	}
	m = r.note(m)
	if r.o.OnMark == nil || r.marked != nil {
		return m
	}
	if next, known := r.nextSave[m.Kind]; m.Kind == MarkFault || !known || r.now() >= next {
		marked := m
		r.marked = &marked
	}
	return m
}

// now returns the recorded time of the game.
func (r *recorder) now() time.Duration { return r.time + r.game.world.Clock() - r.clock }

// SaveMarks returns a function for RecordOptions.OnMark that writes each recording to a file in a folder, which it
// creates if necessary. The names are such as 0007-tick812-fault.bough. If there are more than most such files, it
// removes those with the smallest numbers. If most is 0 or less, it keeps 20.
func SaveMarks(folder string, most int) func(Mark, *Recording) error {
	if most <= 0 {
		most = 20
	}
	return func(m Mark, r *Recording) error {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		saved, err := savedMarks(folder)
		if err != nil {
			return err
		}
		n := 1
		if len(saved) > 0 {
			n = saved[len(saved)-1].number + 1
		}
		name := filepath.Join(folder, fmt.Sprintf("%04d-tick%d-%s%s", n, m.Tick, m.Kind, savedExt))
		if err := writeWhole(name, r); err != nil {
			return err
		}
		for len(saved) >= most {
			if err := os.Remove(filepath.Join(folder, saved[0].name)); err != nil {
				return err
			}
			saved = saved[1:]
		}
		return nil
	}
}

// writeWhole writes a recording to a new file. After an error there is no such file.
func writeWhole(name string, r *Recording) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = r.WriteTo(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(name)
	}
	return err
}

const savedExt = ".bough"

// savedMark is a file of SaveMarks.
type savedMark struct {
	number int
	name   string
}

// savedMarks returns the files of SaveMarks in a folder, in the order of their numbers.
func savedMarks(folder string) (list []savedMark, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		first, rest, _ := strings.Cut(e.Name(), "-tick")
		if n, err := strconv.Atoi(first); err == nil && n > 0 && rest != "" && strings.HasSuffix(rest, savedExt) {
			list = append(list, savedMark{n, e.Name()})
		}
	}
	slices.SortFunc(list, func(a, b savedMark) int { return a.number - b.number })
	return list, nil
}
