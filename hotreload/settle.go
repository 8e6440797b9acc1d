package hotreload

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"
)

// place is a name below a root: "combat/melee.lua", or "." for the root itself.
type place struct {
	root int
	name string
}

// child returns the place of the entry base of the directory p.
func (p place) child(base string) place { return place{p.root, path.Join(p.name, base)} }

// holds reports whether q is p or below it.
func (p place) holds(q place) bool {
	return p.root == q.root && (p.name == "." || p.name == q.name ||
		len(q.name) > len(p.name) && q.name[len(p.name)] == '/' && strings.HasPrefix(q.name, p.name))
}

func comparePlaces(a, b place) int {
	return cmp.Or(cmp.Compare(a.root, b.root), strings.Compare(a.name, b.name))
}

// batch is the places that were hinted at since the last batch.
type batch struct {
	places      map[place]bool // true if all below the place is to be looked at too
	first, last time.Time
	rescan      bool
	errs        []error
	postponed   bool // files in it were gone or empty when it was looked at; see postpone
}

// add notes that p should be looked at; deep, with all below it.
func (b *batch) add(p place, deep bool) {
	if b.places == nil {
		b.places = map[place]bool{}
	}
	b.places[p] = b.places[p] || deep
}

// sorted returns the places in order.
func (b batch) sorted() []place {
	out := make([]place, 0, len(b.places))
	for p := range b.places {
		out = append(out, p)
	}
	slices.SortFunc(out, comparePlaces)
	return out
}

// settle is the first stop of a save: it gathers hints until they have been quiet for a while,
// so that a change is whole. It neither sleeps nor reads a clock: all times are given to it.
type settle struct {
	quiet, bound time.Duration
	batch        batch
	due          time.Time // zero when nothing is gathered
}

// put adds p to the batch.
func (s *settle) put(now time.Time, p place, deep bool) {
	s.batch.add(p, deep)
	s.extend(now)
}

// fail notes an error to report with the batch.
func (s *settle) fail(now time.Time, err error) {
	s.batch.errs = appendErrors(s.batch.errs, err)
	s.extend(now)
}

func (s *settle) extend(now time.Time) {
	if s.due.IsZero() {
		s.batch.first, s.batch.last = now, now
	}
	if now.After(s.batch.last) {
		s.batch.last = now
	}
	s.schedule(s.batch.last, s.quiet)
}

// schedule makes the batch due when it was quiet for so long, within the bound.
func (s *settle) schedule(from time.Time, quiet time.Duration) {
	s.due = from.Add(quiet)
	if limit := s.limit(); s.due.After(limit) {
		s.due = limit
	}
}

// limit returns when the batch is due at the latest.
func (s *settle) limit() time.Time {
	if s.batch.postponed {
		return s.batch.first.Add(postponedBounds * s.bound)
	}
	return s.batch.first.Add(s.bound)
}

// take returns the batch and forgets it, if it is due.
func (s *settle) take(now time.Time) (batch, bool) {
	if s.due.IsZero() || now.Before(s.due) {
		return batch{}, false
	}
	b := s.batch
	s.batch, s.due = batch{}, time.Time{}
	return b, true
}

// A batch in which files are gone or empty may be incomplete: a change of branch deletes files
// before it writes others, and editors write under another name. Such a batch must be quiet
// for postponedQuiet times settle.quiet, and is due after postponedBounds times settle.bound at the latest.
const (
	postponedQuiet  = 3
	postponedBounds = 4
)

// postpone puts back a batch just taken until it has been quiet for the longer time. It returns
// false if it has been, or if its bound is reached: then it must be delivered as it is.
func (s *settle) postpone(now time.Time, b batch) bool {
	if !now.Before(b.last.Add(postponedQuiet*s.quiet)) || !now.Before(b.first.Add(postponedBounds*s.bound)) {
		return false
	}
	for p, deep := range s.batch.places { // hints that came up while looking
		b.add(p, deep)
	}
	b.errs = appendErrors(b.errs, s.batch.errs...)
	b.rescan = b.rescan || s.batch.rescan
	b.postponed = true
	s.batch = b
	s.schedule(b.last, postponedQuiet*s.quiet)
	return true
}
