package engine

import "math"

// Rand is a small deterministic generator (SplitMix64, Steele et al. 2014). Its state has eight bytes, so that each
// agent can have its own generator, and a snapshot of it is one number.
type Rand struct{ state uint64 }

// NewRand returns a generator whose sequence is determined by seed.
func NewRand(seed ...uint64) Rand { return Rand{mix(seed...)} }

// Uint64 returns the next 64 random bits.
func (r *Rand) Uint64() uint64 {
	r.state += 0x9e3779b97f4a7c15
	return scramble(r.state)
}

// Float64 returns a random number in [0, 1).
func (r *Rand) Float64() float64 { return fraction(r.Uint64()) }

// fraction returns a number in [0, 1) with the upper bits of a word. The compiler multiplies instead of dividing; the
// conversion keeps it from fusing the product with a sum of the caller.
func fraction(bits uint64) float64 { return float64(float64(bits>>11) / (1 << 53)) }

// IntRange returns a random whole number from lo to hi, inclusive. It returns lo if hi < lo. The bounds, which come
// from scripts, are rounded down to whole numbers.
func (r *Rand) IntRange(lo, hi float64) float64 {
	lo, hi = math.Floor(lo), math.Floor(hi)
	if !(hi > lo) {
		return lo
	}
	return min(lo+math.Floor(float64(r.Float64()*(hi-lo+1))), hi)
}

func scramble(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// mix hashes words to one word, so that draws for different agents, nodes or ticks are independent.
func mix(parts ...uint64) uint64 {
	h := uint64(0x6a09e667f3bcc909)
	for _, p := range parts {
		h = scramble(h ^ p*0x9e3779b97f4a7c15 + 0x9e3779b97f4a7c15)
	}
	return h
}
