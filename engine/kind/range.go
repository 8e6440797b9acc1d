package kind

import "math"

// Range is a set of numbers. A node kind may take a number of one range; see Kind.Number.
type Range uint8

// The ranges.
const (
	NoNumber      Range = iota // no number at all
	AnyNumber                  // any finite number
	CountNumber                // a whole number from 1 to math.MaxInt32
	SecondsNumber              // 0 to MaxSeconds
	WeightNumber               // 0 or more
	ChanceNumber               // 0 to 1
)

// MaxSeconds is the largest number of seconds that a node takes. The limit of a century keeps times within the range of a
// clock in nanoseconds.
const MaxSeconds = 100 * 365 * 24 * 3600

// Has reports whether f is in the range.
func (r Range) Has(f float64) bool {
	switch r {
	case AnyNumber:
		return !math.IsNaN(f) && !math.IsInf(f, 0)
	case CountNumber:
		return f >= 1 && f <= math.MaxInt32 && f == math.Trunc(f)
	case SecondsNumber:
		return f >= 0 && f <= MaxSeconds
	case WeightNumber:
		return f >= 0 && !math.IsInf(f, 0)
	case ChanceNumber:
		return f >= 0 && f <= 1
	}
	return false
}

// Number returns the range of the number that nodes of the kind take and an expression can give: a time, a number of rounds
// or of ends, a probability, the inertia of utility, or the priority of a request. It is NoNumber if they take none.
func (k Kind) Number() Range { return kinds[k].number }
