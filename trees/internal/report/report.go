// Package report collects the findings of an importer or an exporter of trees. A finding is
// an error or a difference in meaning.
//
// Goals: a difference that occurs a thousand times is reported once, at its first position,
// with the number of occurrences; the lists have a bounded length.
//
// Non-goals: finding the differences.
package report

import (
	"slices"
	"strconv"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
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
	index  map[string]int // index in told, by message.Identity
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

// Fail adds an error. It returns a finding that is not in the list if the error is left out.
func (r *Report) Fail(pos diag.Pos, w diag.Words) *diag.Diagnostic {
	if r == nil {
		return &diag.Diagnostic{}
	}
	if r.errors++; r.errors > MaxErrors {
		return &diag.Diagnostic{}
	}
	d := r.list.Add(pos, w)
	d.Source = r.file.Line(pos.Line)
	return d
}

// Add adds findings that another package has made.
func (r *Report) Add(list diag.List) {
	r.list = append(r.list, list...)
	r.errors += len(list.Errors())
}

// Differs adds a warning about a difference. If there is a warning with the same code and arguments, it counts another
// occurrence instead. It returns a finding that is not in the list if it adds no warning.
func (r *Report) Differs(pos diag.Pos, w diag.Words) *diag.Diagnostic {
	if r == nil {
		return &diag.Diagnostic{}
	}
	key := message.Identity(diag.New(diag.Pos{}, w))
	if i, known := r.index[key]; known {
		d := &r.list[r.told[i].at]
		if r.told[i].again(pos.Line); pos.Line < d.Pos.Line && pos.File == d.Pos.File {
			d.Pos, d.Source = pos, r.file.Line(pos.Line)
		}
		return &diag.Diagnostic{}
	}
	if len(r.told) == MaxFindings {
		return &diag.Diagnostic{}
	}
	r.index[key] = len(r.told)
	r.told = append(r.told, difference{at: len(r.list), count: 1, lines: []int{pos.Line}})
	d := r.list.Warn(pos, w)
	d.Source = r.file.Line(pos.Line)
	return d
}

// again counts another occurrence of a difference.
func (d *difference) again(line int) {
	if d.count++; len(d.lines) <= maxLines && !slices.Contains(d.lines, line) {
		d.lines = append(d.lines, line)
	}
}

// others returns the note about the other occurrences: their number and their lines.
func (d *difference) others() diag.Words {
	slices.Sort(d.lines)
	var lines []string
	for _, line := range d.lines[1:min(len(d.lines), maxLines)] {
		lines = append(lines, strconv.Itoa(line))
	}
	if len(d.lines) > maxLines {
		lines = append(lines, "…")
	}
	if len(lines) == 0 {
		return message.FoundOften(d.count)
	}
	return message.FoundInLines(d.count, lines, len(lines))
}

// Failed reports whether an error was added.
func (r *Report) Failed() bool { return r.errors > 0 }

// Done returns the findings in sorted order. The report must not be used afterwards.
func (r *Report) Done() diag.List {
	for _, d := range r.told {
		if d.count > 1 {
			r.list[d.at].Notes = []string{d.others().Text}
		}
	}
	r.list.Sort()
	return r.list
}
