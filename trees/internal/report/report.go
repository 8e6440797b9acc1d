// Package report collects the findings of an importer or an exporter of trees. A finding is
// an error or a difference in meaning.
//
// Goals: a difference that occurs a thousand times is reported once, at its first position,
// with the number of occurrences; the lists have a bounded length.
//
// Non-goals: finding the differences.
package report

import (
	"fmt"
	"slices"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// The bounds of a list.
const (
	MaxErrors   = 20
	MaxFindings = 500
)

// Report collects findings. Fail and Differs of a nil Report do nothing.
type Report struct {
	file   *trees.File
	list   diag.List
	errors int
	told   []difference
	index  map[string]int // index in told, by message
}

// difference is a warning that counts its occurrences.
type difference struct {
	at    int // index of the warning in the list
	count int
	lines []int // lines of the first occurrences, without duplicates
}

// maxLines is the largest number of lines that a difference lists.
const maxLines = 20

// New returns an empty report about a file. Messages show lines of the file.
func New(f *trees.File) *Report { return &Report{file: f, index: map[string]int{}} }

// Fail adds an error.
func (r *Report) Fail(pos diag.Pos, message, hint string) {
	if r == nil {
		return
	}
	if r.errors++; r.errors > MaxErrors {
		return
	}
	d := r.list.Add(pos, "%s", message)
	d.Hint, d.Source = hint, r.file.Line(pos.Line)
}

// Add adds findings that another package has made.
func (r *Report) Add(list diag.List) {
	r.list = append(r.list, list...)
	r.errors += len(list.Errors())
}

// Differs adds a warning about a difference. If there is a warning with the same message,
// it counts another occurrence instead.
func (r *Report) Differs(pos diag.Pos, message, hint string) {
	if r == nil {
		return
	}
	if i, known := r.index[message]; known {
		d := &r.list[r.told[i].at]
		if r.told[i].again(pos.Line); pos.Line < d.Pos.Line && pos.File == d.Pos.File {
			d.Pos, d.Source = pos, r.file.Line(pos.Line)
		}
		return
	}
	if len(r.told) == MaxFindings {
		return
	}
	r.index[message] = len(r.told)
	r.told = append(r.told, difference{at: len(r.list), count: 1, lines: []int{pos.Line}})
	d := r.list.Warn(pos, "%s", message)
	d.Hint, d.Source = hint, r.file.Line(pos.Line)
}

// again counts another occurrence of a difference.
func (d *difference) again(line int) {
	if d.count++; len(d.lines) <= maxLines && !slices.Contains(d.lines, line) {
		d.lines = append(d.lines, line)
	}
}

// others describes the other occurrences: their number and their lines.
func (d *difference) others() string {
	text := fmt.Sprintf(" (%d times", d.count)
	slices.Sort(d.lines)
	for i, line := range d.lines[1:min(len(d.lines), maxLines)] {
		switch {
		case i > 0:
			text += fmt.Sprintf(", %d", line)
		case len(d.lines) == 2:
			text += fmt.Sprintf("; also in line %d", line)
		default:
			text += fmt.Sprintf("; also in lines %d", line)
		}
	}
	if len(d.lines) > maxLines {
		text += " and more"
	}
	return text + ")"
}

// Failed reports whether an error was added.
func (r *Report) Failed() bool { return r.errors > 0 }

// Done returns the findings in sorted order. The report must not be used afterwards.
func (r *Report) Done() diag.List {
	for _, d := range r.told {
		if d.count > 1 {
			r.list[d.at].Message += d.others()
		}
	}
	r.list.Sort()
	return r.list
}
