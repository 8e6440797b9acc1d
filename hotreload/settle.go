package hotreload

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"
)

// place is a name below a root, such as "combat/melee.lua", or "." for the root itself.
type place struct {
	root int
	name string
}

// child returns the place of the entry base of the directory p.
func (p place) child(base string) place { return place{p.root, path.Join(p.name, base)} }

// holds reports whether q is p or is below p.
func (p place) holds(q place) bool {
	return p.root == q.root && (p.name == "." || p.name == q.name ||
		len(q.name) > len(p.name) && q.name[len(p.name)] == '/' && strings.HasPrefix(q.name, p.name))
}

func comparePlaces(a, b place) int {
	return cmp.Or(cmp.Compare(a.root, b.root), strings.Compare(a.name, b.name))
}

// batch contains the places with hints since the last batch.
type batch struct {
	places      map[place]bool // the value is true if everything below the place must be compared, too
	first, last time.Time
	errs        []error
	verdict     verdict   // verdict of the last look; whole before the first look
	told        bool      // whether the holds that it waits for have been reported
	looked      time.Time // time of the last look
	found       []delta   // differences at the last look
}

// add records that p must be compared. If deep is set, everything below p must be compared, too.
func (b *batch) add(p place, deep bool) {
	if b.places == nil {
		b.places = map[place]bool{}
	}
	b.places[p] = b.places[p] || deep
}

// sorted returns the places, sorted.
func (b batch) sorted() []place {
	out := make([]place, 0, len(b.places))
	for p := range b.places {
		out = append(out, p)
	}
	slices.SortFunc(out, comparePlaces)
	return out
}

// look records the differences found at time now. If they are others than at the last look, though no hint has arrived
// since, files change without hints, as those in polled roots may. Such a change counts as a hint.
func (b *batch) look(now time.Time, found []delta) {
	same := slices.EqualFunc(b.found, found, func(d, e delta) bool { return d.place == e.place && d.after == e.after })
	if b.verdict != whole && !same && !b.last.After(b.looked) {
		b.last = now
	}
	b.looked, b.found = now, found
}

// settle collects hints until none has arrived for some time, so that a change is complete. It is the first of the
// four stops of a save. It neither sleeps nor reads a clock, since its callers pass all times.
type settle struct {
	quiet    time.Duration // time without hints before a batch is compared
	debounce time.Duration // Options.Debounce, which bounds quiet
	bound    time.Duration // Options.MaxDelay
	batch    batch
	due      time.Time // zero if the batch is empty
}

// verdict is the result of comparing a batch: whether the change is complete.
type verdict uint8

const (
	whole      verdict = iota // the batch can be delivered
	unclean                   // a file has errors, which the next write may correct
	unfinished                // files are gone, unreadable or cut short
	held                      // there are holds; see waitForHolds
)

// patient is the factor by which an unfinished batch waits longer, since a program may still be writing. When version
// control changes the branch, it deletes files before it writes others. Some editors first write a file under another
// name, and a program on a slow disk or connection writes a file in parts. Each beginning of a tree file is a tree, so
// that Options.Clean does not tell.
const patient = 4

// patience returns the time without hints after which a batch with a verdict is delivered, and the maximum time
// from its first hint.
func (s *settle) patience(v verdict) (quiet, bound time.Duration) {
	switch v {
	case unclean:
		return s.debounce, s.bound
	case unfinished:
		return patient * s.debounce, patient * s.bound
	case held:
		return s.debounce, holdLimit
	}
	return s.quiet, s.bound
}

// put adds the hint p to the batch, at time now.
func (s *settle) put(now time.Time, p place, deep bool) {
	s.batch.add(p, deep)
	s.extend(now)
}

// fail adds an error to the batch.
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

// schedule makes the batch due at from plus quiet, but no later than its limit.
func (s *settle) schedule(from time.Time, quiet time.Duration) {
	s.due = from.Add(quiet)
	if limit := s.limit(); s.due.After(limit) {
		s.due = limit
	}
}

// limit returns the latest time at which the batch is due.
func (s *settle) limit() time.Time {
	_, bound := s.patience(s.batch.verdict)
	return s.batch.first.Add(bound)
}

// take returns and empties the batch if it is due, and reports whether it is.
func (s *settle) take(now time.Time) (batch, bool) {
	if s.due.IsZero() || now.Before(s.due) {
		return batch{}, false
	}
	b := s.batch
	s.batch, s.due = batch{}, time.Time{}
	return b, true
}

// waits reports whether the last hint of a batch with a verdict is too recent for delivery.
func (s *settle) waits(now time.Time, b batch, v verdict) bool {
	quiet, bound := s.patience(v)
	return now.Before(b.last.Add(quiet)) && now.Before(b.first.Add(bound))
}

// postpone puts a batch that was just taken back if its last hint is too recent for delivery. It reports whether
// it has done so. If not, the batch must be delivered. A hold counts as a hint, since a program is at work.
func (s *settle) postpone(now time.Time, b batch, v verdict) bool {
	if v == held {
		b.last = now
	}
	if !s.waits(now, b, v) {
		return false
	}
	for p, deep := range s.batch.places { // hints that arrived in the meantime
		b.add(p, deep)
	}
	b.errs = appendErrors(b.errs, s.batch.errs...)
	b.verdict = v
	s.batch = b
	quiet, _ := s.patience(v)
	s.schedule(b.last, quiet)
	return true
}
