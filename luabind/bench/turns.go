package bench

import (
	"slices"
	"time"
)

// Clock returns the current time.
type Clock func() time.Time

// Times holds the fastest turn and the median turn.
type Times struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
}

// Pair holds the times of two sides. Other load on the machine hardly affects the ratio of the fastest turns. The
// median ratio is the median over the rounds of our time divided by theirs.
type Pair struct{ Ours, Theirs, Ratio Times }

// per divides the times of both sides by a number.
func (p Pair) per(n float64) Pair {
	for _, t := range []*Times{&p.Ours, &p.Theirs} {
		t.Min, t.Median = t.Min/n, t.Median/n
	}
	return p
}

// turns collects the times of alternating turns of two sides.
//
// The two sides of a round run one after the other and swap places from round to round, so that a change in the
// speed of the machine affects both. Short turns, such as one tick, vary least, since a disturbance lasts for
// milliseconds.
type turns struct{ ours, theirs, ratios []float64 }

// round lets both sides take a turn. Each returns its time in nanoseconds.
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

// after returns the turns without the first n.
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

// timed returns a turn that is measured by the clock.
func (now Clock) timed(turn func()) func() float64 {
	return func() float64 {
		start := now()
		turn()
		return float64(now().Sub(start))
	}
}
