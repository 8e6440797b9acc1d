package screen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/gdamore/tcell/v2"
)

// faultsNow returns the script errors of the code in force. An error of code that has been replaced since is left
// out, until the new code raises it again.
func faultsNow(game *bough.Game) []*engine.Fault {
	bundle := game.Bundle()
	return slices.DeleteFunc(game.World().Faults(), func(f *engine.Fault) bool {
		if f.Part != "" {
			return bundle.Program(f.Program.Name()) != f.Program
		}
		return !slices.ContainsFunc(bundle.Behaviors, func(b *engine.Behavior) bool {
			return b.ID == f.Behavior.ID && b.Version == f.Behavior.Version && !b.Missing
		})
	})
}

// missing returns the names of behaviors that trees use but no file defines. It leaves out a name if each use of it
// is already reported by an error on the same line.
func missing(game *bough.Game) []string {
	errors := game.Bundle().Problems.Errors()
	untold := func(use assets.Use) bool {
		return !slices.ContainsFunc(errors, func(d diag.Diagnostic) bool { return d.Pos.File == use.Pos.File && d.Pos.Line == use.Pos.Line })
	}
	var names []string
	for _, b := range game.Bundle().Behaviors {
		if b.Missing && slices.ContainsFunc(game.Bundle().Users(b.Name), untold) {
			names = append(names, b.Name)
		}
	}
	return names
}

// problemLines lists the current problems: those in files, errors raised by scripts, and missing behaviors. An error that
// a check has announced is shown with the words of the check, which names the cause.
func (m *Model) problemLines() []styled {
	game := m.Stage.Game()
	var out []styled
	add := func(text string, first, rest styled) {
		for i, line := range strings.Split(text, "\n") {
			first.text, rest.text = line, line
			if i == 0 {
				out = append(out, first)
			} else {
				out = append(out, rest)
			}
		}
	}
	red, yellow, normal := styled{st: bad.Bold(true)}, styled{st: warn.Bold(true)}, styled{st: plain}
	for _, d := range game.Bundle().Problems.Errors() {
		add(d.Error(), red, normal)
	}
	for _, d := range m.Stage.Problems().Errors() {
		add(d.Error(), red, normal)
	}
	for _, f := range faultsNow(game) {
		d := f.Diagnostic()
		text := d.Error()
		if i := message.Announced(d, game.Bundle().Problems); i >= 0 {
			found := game.Bundle().Problems[i]
			found.Severity, found.Notes = diag.Error, append(slices.Clip(found.Notes), d.Notes...)
			text = found.Error()
		}
		if f.Behavior != nil && game.World().Quarantined(f.Behavior) {
			name := f.Behavior.Name
			text += "\n  " + tr.F("%s is quarantined: no agent uses it until its file changes, an agent that has it is reset (r), or you type :clear_faults %[1]s", name)
		}
		add(text, red, normal)
	}
	for _, name := range missing(game) {
		add(tr.F("%s: trees name it, and it has no file that works", name), red, normal)
	}
	for _, d := range slices.Concat(warnings(game), m.Stage.Problems().Warnings()) {
		add(d.Error(), yellow, normal)
	}
	if len(out) == 0 {
		out = append(out, styled{tr.T("nothing is wrong: no errors in files, none raised by scripts"), good})
	}
	return out
}

// warnings returns the warnings about files that no error of a script repeats.
func warnings(game *bough.Game) (list diag.List) {
	problems := game.Bundle().Problems
	raised := map[int]bool{}
	for _, f := range faultsNow(game) {
		raised[message.Announced(f.Diagnostic(), problems)] = true
	}
	for i, d := range problems {
		if d.Severity == diag.Warning && !raised[i] {
			list = append(list, d)
		}
	}
	return list
}

// alarms returns the numbers of current problems, in a few words.
func (m *Model) alarms() []styled {
	game := m.Stage.Game()
	inFiles := slices.Concat(game.Bundle().Problems.Errors(), warnings(game), m.Stage.Problems())
	var out []styled
	say := func(n int, one, many string, st tcell.Style) {
		if n > 1 {
			one = many
		}
		if n > 0 {
			out = append(out, styled{fmt.Sprintf(" %d %s ", n, one), st})
		}
	}
	say(len(inFiles.Errors()), tr.T("error in files"), tr.T("errors in files"), alert)
	say(len(faultsNow(game)), tr.T("script error"), tr.T("script errors"), alert)
	say(len(inFiles.Warnings()), tr.T("warning"), tr.T("warnings"), caution)
	return out
}
