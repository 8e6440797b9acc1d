package btcpp

import (
	"fmt"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// report collects what differs. Findings with the same message become one, which
// stands at the first place. A nil report takes everything and keeps nothing.
type report struct {
	file  *trees.File
	list  diag.List
	count map[string]int // of a message
	at    map[string]int // where it stands in list
}

func newReport(file *trees.File) *report {
	return &report{file: file, count: map[string]int{}, at: map[string]int{}}
}

// Bounds of the list.
const (
	maxFindings = 500
	maxErrors   = 20
)

// fail adds an error.
func (r *report) fail(pos diag.Pos, message, hint string) {
	if r == nil || len(r.list.Errors()) >= maxErrors {
		return
	}
	d := r.list.Add(pos, "%s", message)
	d.Hint, d.Source = hint, r.file.Line(pos.Line)
}

// differs adds a warning, or counts one that is there.
func (r *report) differs(pos diag.Pos, message, hint string) {
	if r == nil {
		return
	}
	r.count[message]++
	if r.count[message] > 1 || len(r.list) >= maxFindings {
		return
	}
	r.at[message] = len(r.list)
	d := r.list.Warn(pos, "%s", message)
	d.Hint, d.Source = hint, r.file.Line(pos.Line)
}

// done returns the list, sorted, with how often things are there.
func (r *report) done() diag.List {
	for message, i := range r.at {
		if n := r.count[message]; n > 1 {
			r.list[i].Message += fmt.Sprintf(" (%d times; this is the first)", n)
		}
	}
	r.list.Sort()
	return r.list
}
