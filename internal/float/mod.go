package float

import (
	"math"
	"math/bits"
)

// Mod returns the remainder of x/y, with the sign of x, like C's fmod. The result is exact. math.Mod returns the same,
// but may take hundreds of times as long.
func Mod(x, y float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	switch {
	case !(a <= math.MaxFloat64) || b == 0 || b != b:
		return math.NaN()
	case a < b:
		return x
	}
	n, e := whole(a)
	m, f := whole(b)
	if e-f < 64-53 {
		n = n << (e - f) % m
	} else {
		hi, lo := bits.Mul64(n, powerOfTwo(uint(e-f), m))
		n = bits.Rem64(hi, lo, m)
	}
	return math.Copysign(math.Ldexp(float64(n), f), x)
}

// whole returns n and e with x = n * 2^e. n has at most 53 bits. Of two numbers, the larger one has no smaller e.
func whole(x float64) (n uint64, e int) {
	b := math.Float64bits(x)
	n, e = b&(1<<52-1), int(b>>52)
	if e == 0 { // a subnormal number
		return n, -1074
	}
	return n | 1<<52, e - 1075
}

// powerOfTwo returns 2^e modulo m. m has at most 53 bits.
func powerOfTwo(e uint, m uint64) uint64 {
	left := max(0, bits.Len(e)-6) // the digits of e after the first six
	r := uint64(1) << (e >> left) % m
	for left--; left >= 0; left-- {
		hi, lo := bits.Mul64(r, r)
		if e>>left&1 == 1 {
			hi, lo = hi<<1|lo>>63, lo<<1
		}
		r = bits.Rem64(hi, lo, m)
	}
	return r
}
