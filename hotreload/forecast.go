package hotreload

import "time"

// A set is delivered when it has been quiet for the whole of Debounce, and nearly always that
// quiet begins with the save's last write. So what will be delivered can be told before, and
// the consumer can do meanwhile what it has to do anyway. Nothing rests on a forecast.

const (
	// forecastPart is the part of Debounce after which a set is foretold: most editors are
	// through with a save by then, and three quarters are left for the consumer. If it then
	// goes on, the set is foretold once more after twice as long, and then no more: a file
	// that is written all the time must not keep the consumer busy.
	forecastPart = 4
	// maxForecast bounds the files that are read for a forecast, so that it is made before
	// the set is due.
	maxForecast = 1000
)

// forecast returns the batch as it is now, if a forecast is due. The batch stays.
func (s *settle) forecast(now time.Time) (batch, bool) {
	if s.early.IsZero() || now.Before(s.early) || !now.Before(s.due) {
		return batch{}, false
	}
	s.early = time.Time{}
	s.batch.patience *= 2
	return s.batch, true
}

// next returns when there is something to do, zero if there is nothing.
func (s *settle) next() time.Time {
	if s.early.IsZero() || s.due.Before(s.early) {
		return s.due
	}
	return s.early
}

// Forecasts returns a channel of sets that are likely to be those of Changes, each some time
// before: they have been quiet for a quarter of Debounce. A consumer may prepare with them what
// a set will need, and use that if a set with the same Paths and Sums follows. Often none
// does, and of some sets there is no forecast: of those in which a file is gone or empty, or
// a directory has come. The channel holds the last forecast only, and none of what has
// been delivered. It is closed by Close. Until this is called for the first time, none are made.
func (w *Watcher) Forecasts() <-chan Change {
	w.foretells.Store(true)
	return w.forecasts
}

// foretell sends a forecast, if one is due.
func (w *Watcher) foretell() {
	b, due := w.settle.forecast(time.Now())
	if !due || !w.foretells.Load() {
		return
	}
	if deltas := w.foreseen(b); len(deltas) > 0 {
		w.withdraw()
		w.forecasts <- changeOf(b, findings{deltas: deltas})
	}
}

// withdraw takes back a forecast that nobody has received.
func (w *Watcher) withdraw() {
	select {
	case <-w.forecasts:
	default:
	}
}

// foreseen is findings for a forecast: it changes nothing, so it returns nothing if there is
// more to look at than files, or if one looks like a save in the middle.
func (w *Watcher) foreseen(b batch) []delta {
	if len(b.places) > maxForecast {
		return nil
	}
	var deltas []delta
	for _, p := range b.sorted() {
		r := w.roots[p.root]
		if !w.options.Match(p.name) {
			if isDir(w.system.disk, r.full(p.name)) || r.hasBelow(p) {
				return nil
			}
			continue // what a tool has written before it gave it its name, say
		}
		before, seen := r.files[p.name], w.reader.look(r.full(p.name))
		switch {
		case seen.content.kind != hashed || doubtful(before, seen.content):
			return nil
		case before != seen.content:
			deltas = append(deltas, delta{p, before, seen.content})
		}
	}
	return deltas
}

// hasBelow tells whether there were files below a name when it was last settled.
func (r *root) hasBelow(p place) bool {
	for name := range r.files {
		if p.holds(place{p.root, name}) {
			return true
		}
	}
	return false
}
