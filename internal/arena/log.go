package arena

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/bough-dev/bough/internal/message"
)

// EntryKind is the kind of an entry of a log.
type EntryKind uint8

// The kinds of entries.
const (
	NoteEntry   EntryKind = iota // an event on the land
	PrintEntry                   // a script has written to the log
	ReloadEntry                  // files were loaded
	HeldEntry                    // files were loaded, and some were held back
	ErrorEntry                   // a script raised an error
)

// Entry is one message for users.
type Entry struct {
	Kind EntryKind
	Tick int64
	// Lines are the lines of the text. The first line is sufficient by itself; the others give details.
	Lines []string
}

// LogSize is the number of entries that a Log always keeps.
const LogSize = 500

// Log collects the messages about a game. It must be used by the goroutine that ticks
// the game.
type Log struct {
	// OnEntry, if set, is called with each entry.
	OnEntry func(Entry)
	// NoTimes omits the durations of loading, so that equal games have equal logs.
	NoTimes bool
	// Reloads counts the rounds of loading after the first one. Errors counts the script errors that were logged.
	Reloads, Errors int

	game    *bough.Game
	entries []Entry
	flood   flood
	teller  message.Teller
}

// Attach sets callbacks in the options that log the events of a game. The caller must open the game with these
// options, and then pass it to Watch.
func (l *Log) Attach(o *bough.Options) {
	o.OnReload = l.reloaded
	o.OnFault = func(f *engine.Fault) {
		l.Errors++
		d := f.Diagnostic()
		if l.game != nil {
			d, _ = l.teller.Tell(d, l.game.Bundle().Problems)
		}
		text := d.Error()
		if f.Quarantined { // the error that led to the quarantine is already in the log
			text = d.Headline()
		}
		l.add(ErrorEntry, strings.Split(text, "\n")...)
	}
	o.OnMark = func(m bough.Mark) {
		if m.Kind == bough.MarkScript {
			l.print(m.Label, tr.F("mark: %s", m.Text))
		}
	}
	o.OnLog = func(a *bough.Agent, text string) {
		who := tr.T("while loading")
		if a != nil {
			who = a.Label()
		}
		l.print(who, text)
	}
}

// told returns a script error in the form for somebody who has read the entries about the files; see message.Told.
func (l *Log) told(f *engine.Fault) diag.Diagnostic {
	if l.game == nil {
		return f.Diagnostic()
	}
	return message.Told(f.Diagnostic(), l.game.Bundle().Problems)
}

// Watch sets the game whose tick is recorded in each entry.
func (l *Log) Watch(game *bough.Game) { l.game = game }

// Note adds an entry about an event on the land.
func (l *Log) Note(text string) { l.add(NoteEntry, text) }

// Entries returns the last entries, oldest first.
func (l *Log) Entries() []Entry { return l.entries }

func (l *Log) add(k EntryKind, lines ...string) {
	e := Entry{Kind: k, Lines: lines}
	if l.game != nil {
		e.Tick = l.game.World().TickCount()
	}
	if len(l.entries) >= 2*LogSize {
		l.entries = append(l.entries[:0], l.entries[len(l.entries)-LogSize:]...)
	}
	l.entries = append(l.entries, e)
	if l.OnEntry != nil {
		l.OnEntry(e)
	}
}

func (l *Log) reloaded(r *assets.Report) {
	if r.Version > 1 && len(r.Noted) == 0 && !onlyTrouble(r) {
		l.Reloads++
	}
	shown := *r
	if l.NoTimes {
		shown.Load, shown.Swap = 0, 0
	}
	kind := ReloadEntry
	if len(r.Held) > 0 || len(r.Missing) > 0 || len(r.Noted) > 0 || r.Err != nil || r.Problems.Err() != nil {
		kind = HeldEntry
	}
	l.add(kind, ReloadText(&shown)...)
}

// maxTold is the largest number of findings that are shown for one round.
const maxTold = 12

// ReloadText returns the lines that describe a round of loading:
//
//	reload v4: combat.strike (12 ms, 41 agents, 2 nodes exited)
//	held back: scripts/combat/approach.lua:7:3: unexpected symbol near "en"
//
// Causes come before their consequences.
func ReloadText(r *assets.Report) []string {
	switch {
	case len(r.Noted) > 0:
		return notedText(r)
	case onlyTrouble(r):
		return watchingText(r.Err)
	}
	lines := append([]string{reloadHeadline(r)}, watchingText(r.Err)...)
	if len(r.Restored) > 0 && len(r.Applied) > 0 {
		lines = append(lines, restoredText(r))
	}
	texts, rest := heldText(r)
	texts = append(append(texts, r.Restarts...), r.Stale...)
	if len(r.Missing) > 0 {
		texts = append(texts, missingText(r.Missing))
	}
	for _, d := range rest {
		texts = append(texts, d.Error())
	}
	if more := len(texts) - maxTold; more > 0 {
		texts = append(texts[:maxTold], tr.F("and %d more; bough check tells them all", more))
	}
	for _, text := range texts {
		lines = append(lines, strings.Split(text, "\n")...)
	}
	return lines
}

// onlyTrouble reports whether a report contains nothing but an error of watching. Such a round has read no file,
// and the files in force stay.
func onlyTrouble(r *assets.Report) bool {
	return r.Err != nil && len(r.Files)+len(r.Applied) == 0 && r.Rollback == 0
}

// watchingText returns a line for each error of watching.
func watchingText(err error) []string {
	if err == nil {
		return nil
	}
	lines := strings.Split(err.Error(), "\n")
	for i := range lines {
		lines[i] = tr.F("watching: %s", lines[i])
	}
	return lines
}

// heldText returns one text for each finding in a file that was held back. rest are the other findings.
func heldText(r *assets.Report) (texts []string, rest diag.List) {
	rest = r.Problems
	for _, file := range r.Held {
		var own diag.List
		shown := path.Join(r.Prefix, file)
		own, rest = split(rest, shown)
		// only an error holds a file back, so warnings come last
		slices.SortStableFunc(own, func(x, y diag.Diagnostic) int { return cmp.Compare(x.Severity, y.Severity) })
		if slices.Contains(r.HeldByOthers, file) {
			continue
		}
		if len(own) == 0 {
			texts = append(texts, tr.F("held back: %s: something that it needs is held back or missing", shown))
		}
		for i, d := range own {
			text := d.Error()
			if i == 0 {
				text = tr.F("held back: %s", text)
			}
			texts = append(texts, text)
		}
	}
	if len(r.HeldByOthers) > 0 {
		texts = append(texts, tr.F("also held back until the errors are corrected: %s", listed(prefixed(r.Prefix, r.HeldByOthers))))
	}
	return texts, rest
}

// restoredText returns a line with the files whose mistake was undone.
func restoredText(r *assets.Report) string {
	return tr.F("works again as before: %s", listed(prefixed(r.Prefix, r.Restored)))
}

func missingText(names []string) string {
	if len(names) == 1 {
		return tr.F("missing: %s has lost its file; its nodes are never ready until it is back", names[0])
	}
	return tr.F("missing: %s have lost their files; their nodes are never ready until these are back", listed(names))
}

// notedText returns lines with the changed files that do not take effect because of a pin.
func notedText(r *assets.Report) []string {
	lines := []string{tr.F("v%d stays, as it is pinned; changed: %s", r.Version, listed(r.Noted))}
	if len(r.Waiting) == 0 {
		lines = append(lines, tr.T("all files are as they are in force"))
	}
	return append(lines, watchingText(r.Err)...)
}

func reloadHeadline(r *assets.Report) string {
	headline, what := lang.N("reload v%d: %s"), tr.T("nothing new")
	switch {
	case r.Version <= 1:
		headline, what = lang.N("load v%d: %s"), counted(r.Applied)
	case len(r.Applied) > 0:
		what = listed(r.Applied)
	case len(r.Restored) > 0:
		what = restoredText(r)
	case len(r.Held) > 0:
		what = tr.T("held back, the last good version stays")
	case len(r.Missing) > 0:
		what = tr.T("files are gone")
	}
	var notes []string
	if d := r.Load + r.Swap; d > 0 {
		notes = append(notes, fmt.Sprintf("%d ms", max(1, d.Round(time.Millisecond).Milliseconds())))
	}
	if r.Agents > 0 {
		notes = append(notes, plural(r.Agents, "%d agent", "%d agents"))
	}
	if r.Exited > 0 {
		notes = append(notes, tr.F("%s exited", plural(r.Exited, "%d node", "%d nodes")))
	}
	text := tr.F(headline, r.Version, what)
	if r.Rollback > 0 {
		text = tr.F("back to v%d, which is v%d now: %s", r.Rollback, r.Version, what)
	}
	if len(notes) > 0 {
		text += tr.F(" (%s)", strings.Join(notes, tr.T(", ")))
	}
	return text
}

// listed returns the first names of a list, and the number of further names.
func listed(applied []string) string {
	const shown = 8
	if len(applied) <= shown {
		return strings.Join(applied, ", ")
	}
	return tr.F("%s and %d more", strings.Join(applied[:shown], ", "), len(applied)-shown)
}

// counted returns the number of behaviors and the number of trees in a list.
func counted(applied []string) string {
	trees, behaviors := 0, 0
	for _, name := range applied {
		switch {
		case strings.HasPrefix(name, "tree "):
			trees++
		case !strings.HasPrefix(name, "module "):
			behaviors++
		}
	}
	return tr.F("%s, %s", plural(behaviors, "%d behavior", "%d behaviors"), plural(trees, "%d tree", "%d trees"))
}

func plural(n int, one, several string) string {
	if n == 1 && lang.English() {
		return fmt.Sprintf(one, n)
	}
	return tr.F(several, n)
}

// prefixed returns the paths of the files with their prefix, as messages show them.
func prefixed(prefix string, files []string) []string {
	shown := make([]string, len(files))
	for i, file := range files {
		shown[i] = path.Join(prefix, file)
	}
	return shown
}

// split divides a list into the findings of one file and the other findings. file is the path as messages show it.
func split(list diag.List, file string) (own, rest diag.List) {
	for _, d := range list {
		if d.Pos.File == file {
			own = append(own, d)
		} else {
			rest = append(rest, d)
		}
	}
	return own, rest
}
