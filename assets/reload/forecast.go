package reload

import (
	"slices"

	"github.com/bough-dev/bough/hotreload"
)

// forecaster is a source that tells of sets before they have settled.
type forecaster interface {
	Forecasts() <-chan hotreload.Change
}

// forecastsOf returns a nil channel if a source makes none.
func forecastsOf(s hotreload.Source) <-chan hotreload.Change {
	if f, able := s.(forecaster); able {
		return f.Forecasts()
	}
	return nil
}

// foretold prepares a set that has not settled, so that this need not be done when it has. What
// comes of it is kept aside; whoever has the turn next drops it, unless it is that set.
func (b *beside) foretold(c hotreload.Change, r *Reader) {
	b.drop()
	if p := r.manager.Foresee(c.Paths); p != nil {
		b.forecast = &change{c, p, true}
	}
	b.turn <- struct{}{}
}

// asForetold tells whether a set has settled as it was foretold, and the files were read so
// and still are the manager's.
func (r *Reader) asForetold(forecast, c hotreload.Change) bool {
	return slices.Equal(forecast.Paths, c.Paths) && !slices.ContainsFunc(c.Paths, func(p string) bool {
		sum, known := c.Sums[p]
		return !known || r.manager.Sum(p) != sum || !r.manager.Reads(p)
	})
}

// drop drops what was prepared of a set that was foretold. It is for who has the turn.
func (b *beside) drop() {
	if b.forecast != nil {
		b.forecast.prepared.Drop()
		b.forecast = nil
	}
}
