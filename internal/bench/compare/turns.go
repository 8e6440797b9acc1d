package compare

import (
	"slices"
	"time"
)

// Clock returns the current time.
type Clock func() time.Time

// Times holds the time of the fastest turn and the median time of all turns.
type Times struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
}

// Pair holds the times of two sides and their ratios. Ratio.Min is the ratio of the fastest turns, which other load
// on the machine hardly affects. Ratio.Median is the median over the rounds of the ratio of our time to theirs.
type Pair struct{ Ours, Theirs, Ratio Times }

// per divides the times of both sides by n.
func (p Pair) per(n float64) Pair {
	for _, t := range []*Times{&p.Ours, &p.Theirs} {
		t.Min, t.Median = t.Min/n, t.Median/n
	}
	return p
}

// turns collects the times of alternating turns of two sides.
//
// In a round the two sides run one after the other. Their order changes from round to round, so that a change in
// the speed of the machine affects both. Short turns, such as one tick, vary least, since disturbances last for
// milliseconds.
type turns struct{ ours, theirs, ratios []float64 }

// round lets both sides take a turn, and records the times. The functions return their times in nanoseconds.
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

// NewTimes returns the smallest and the median value of a list, which must not be empty.
func NewTimes(list []float64) Times {
	list = slices.Sorted(slices.Values(list))
	return Times{list[0], list[len(list)/2]}
}

// timed returns a function that calls turn and returns the time that it took, in nanoseconds.
func (now Clock) timed(turn func()) func() float64 {
	return func() float64 {
		start := now()
		turn()
		return float64(now().Sub(start))
	}
}
