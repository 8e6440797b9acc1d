package bench

import (
	"slices"
	"time"
)

// Clock tells the time.
type Clock func() time.Time

// Times are the fastest turn and the one in the middle.
type Times struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
}

// Pair is what two sides took. The ratio of the fastest turns is hardly disturbed by
// what else the machine does; that in the middle is the median of what our side took
// in a round by what the other took in it.
type Pair struct{ Ours, Theirs, Ratio Times }

// per divides the times of both sides by a number.
func (p Pair) per(n float64) Pair {
	for _, t := range []*Times{&p.Ours, &p.Theirs} {
		t.Min, t.Median = t.Min/n, t.Median/n
	}
	return p
}

// turns collects what two sides take in turn.
//
// The two sides of a round are neighbors in time and swap places from round to
// round, so that a machine which changes its speed does so for both. Short turns,
// such as one tick, scatter least: what disturbs lasts for milliseconds.
type turns struct{ ours, theirs, ratios []float64 }

// round has both sides take a turn, each of which returns the nanoseconds that it
// took.
func (t *turns) round(ours, theirs func() float64) {
	var a, b float64
	if len(t.ratios)%2 == 0 {
		a = ours()
		b = theirs()
	} else {
		b = theirs()
		a = ours()
	}
	t.ours, t.theirs, t.ratios = append(t.ours, a), append(t.theirs, b), append(t.ratios, a/b)
}

// after returns the turns without the first ones.
func (t *turns) after(n int) *turns { return &turns{t.ours[n:], t.theirs[n:], t.ratios[n:]} }

func (t *turns) pair() Pair {
	ours, theirs := NewTimes(t.ours), NewTimes(t.theirs)
	return Pair{ours, theirs, Times{ours.Min / theirs.Min, NewTimes(t.ratios).Median}}
}

// NewTimes returns the statistic of a list that is not empty.
func NewTimes(list []float64) Times {
	list = slices.Sorted(slices.Values(list))
	return Times{list[0], list[len(list)/2]}
}

// timed returns a turn that is timed by a clock.
func (now Clock) timed(turn func()) func() float64 {
	return func() float64 {
		start := now()
		turn()
		return float64(now().Sub(start))
	}
}
