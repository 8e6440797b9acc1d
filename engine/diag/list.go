package diag

import (
	"cmp"
	"slices"
	"strings"
)

// List collects diagnostics. The zero value and nil are empty lists.
type List []Diagnostic

// MaxShown is the maximum number of diagnostics that List.Error prints. For further ones, it prints only their
// number.
const MaxShown = 50

// Add appends an error.
func (l *List) Add(pos Pos, w Words) *Diagnostic {
	*l = append(*l, New(pos, w))
	return &(*l)[len(*l)-1]
}

// Warn appends a warning.
func (l *List) Warn(pos Pos, w Words) *Diagnostic {
	d := l.Add(pos, w)
	d.Severity = Warning
	return d
}

// Sort orders the list by position, then by severity with errors first, then by code and message. Findings that follow
// from others are last. It removes findings that are the same as an earlier one.
func (l *List) Sort() {
	slices.SortStableFunc(*l, func(a, b Diagnostic) int {
		return cmp.Or(
			after(a, b), a.Pos.Compare(b.Pos), cmp.Compare(a.Severity, b.Severity), strings.Compare(a.Code, b.Code), strings.Compare(a.Message, b.Message))
	})
	kept, start := (*l)[:0], 0 // start is the index of the first finding at the position of the last one
	for _, d := range *l {
		if len(kept) > 0 && kept[start].Pos != d.Pos {
			start = len(kept)
		}
		if !slices.ContainsFunc(kept[start:], d.Same) {
			kept = append(kept, d)
		}
	}
	clear((*l)[len(kept):])
	*l = kept
}

// after compares findings by whether they follow from others.
func after(a, b Diagnostic) int {
	switch {
	case a.Follows == b.Follows:
		return 0
	case a.Follows:
		return 1
	}
	return -1
}

// Apart returns the findings that no error with a remedy among the others replaces, at the same position. An error of
// running a file, at the position of a finding in its text, is about the same mistake.
func (l List) Apart(others List) List {
	return slices.DeleteFunc(slices.Clone(l), func(d Diagnostic) bool {
		return slices.ContainsFunc(others, func(o Diagnostic) bool {
			return d.Pos.Line > 0 && o.Pos == d.Pos && o.Severity == Error && o.Hint != ""
		})
	})
}

// Errors returns the diagnostics of severity Error, in their order.
func (l List) Errors() List { return l.only(Error) }

// Warnings returns the diagnostics of severity Warning, in their order.
func (l List) Warnings() List { return l.only(Warning) }

func (l List) only(s Severity) List {
	var out List
	for _, d := range l {
		if d.Severity == s {
			out = append(out, d)
		}
	}
	return out
}

// Causes returns the list without the diagnostics that only follow from others, and the files of those, in their order.
func (l List) Causes() (causes List, held []string) {
	for _, d := range l {
		if !d.Follows {
			causes = append(causes, d)
		} else if !slices.Contains(held, d.Pos.File) {
			held = append(held, d.Pos.File)
		}
	}
	return causes, held
}

// Err returns the list as an error if it contains an Error, otherwise nil.
func (l List) Err() error {
	if len(l.Errors()) == 0 {
		return nil
	}
	return l
}

// Error returns the texts of at most MaxShown diagnostics, one after another.
func (l List) Error() string {
	var b strings.Builder
	for i, d := range l {
		if i == MaxShown {
			b.WriteString(tr.F("and %d more", len(l)-i) + "\n")
			break
		}
		b.WriteString(d.Error() + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
