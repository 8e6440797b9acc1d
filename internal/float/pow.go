package float

import "math"

// Pow returns x to the power y. The cases of 0, infinity and NaN are those of C99: anything to the power 0 is 1, and
// so is 1 to any power. A result that is a whole number of at most 53 bits is exact if x and y are whole numbers.
func Pow(x, y float64) float64 {
	switch y {
	case 2:
		return float64(x * x)
	case 3: // if x*x underflows or overflows, so does the result
		return float64(x * x * x)
	case 1:
		return x
	case 0:
		return 1
	case -1:
		return 1 / x
	case 0.5:
		if x > 0 {
			return math.Sqrt(x)
		}
	}
	a := math.Abs(x)
	switch {
	case x == 1:
		return 1
	case x != x || y != y:
		return math.NaN()
	case a == 0 || a > math.MaxFloat64:
		return withSign(x, y, infiniteIf((a == 0) == (y < 0)))
	case math.IsInf(y, 0):
		if a == 1 {
			return 1
		}
		return infiniteIf((a > 1) == (y > 0))
	case x < 0 && y != math.Trunc(y):
		return math.NaN()
	}
	hi, lo := log(a)
	switch z := float64(y * hi); {
	case z > 720:
		return withSign(x, y, math.Inf(1))
	case z < -760:
		return withSign(x, y, 0)
	case math.Abs(z) < 0x1p-60:
		return withSign(x, y, 1)
	}
	z, rest := product(y, hi)
	rest += float64(y * lo)
	k := nearest(float64(z * log2e))
	return withSign(x, y, expOf(z-float64(k*ln2Hi), float64(k*ln2Lo)-rest, k))
}

func infiniteIf(yes bool) float64 {
	if yes {
		return math.Inf(1)
	}
	return 0
}

// withSign returns r, which is |x| to the power y, with the sign of x to the power y.
func withSign(x, y, r float64) float64 {
	if half := y / 2; math.Signbit(x) && y == math.Trunc(y) && half != math.Trunc(half) {
		return -r
	}
	return r
}

// log returns the natural logarithm of x as the sum of two numbers, with an error of about 2^-64 of it. Pow needs
// this, since it multiplies the error by y. x is positive and finite.
func log(x float64) (hi, lo float64) {
	// With s = (m-1)/(m+1), log(m) = 2*s + 2/3*s^3 + 2/5*s^5 + ... The first two terms are computed with twice the
	// digits. |s| is less than 0.172.
	m, k := split(x)
	num, den := m-1, m+1
	s := num / den
	p, e := product(s, den)
	ds := ((num - p) - e - float64(s*(m-(den-1)))) / den
	z, dz := product(s, s)
	dz += float64(2 * s * ds)
	c, dc := product(z, s)
	dc += float64(z*ds) + float64(dz*s)
	t := (c + c) / 3
	p, e = product(t, 3)
	dt := (c + c - p - e + float64(2*dc)) / 3

	// The other terms. Even and odd ones are separate, so that the processor computes them at once.
	w := float64(z * z)
	even := float64(w * (2. / 25))
	even = float64(w * (2./21 + even))
	even = float64(w * (2./17 + even))
	even = float64(w * (2./13 + even))
	even = float64(w * (2./9 + even))
	odd := float64(w * (2. / 27))
	odd = float64(w * (2./23 + odd))
	odd = float64(w * (2./19 + odd))
	odd = float64(w * (2./15 + odd))
	odd = float64(w * (2./11 + odd))
	rest := float64(c * z * (2./5 + even + float64(z*(2./7+odd))))

	// The sum, beginning with the largest terms; each difference is the rounding error of a sum.
	exponent := float64(k * ln2Hi)
	sum := exponent + (s + s)
	err := s + s - (sum - exponent)
	next := sum + t
	err += t - (next - sum)
	rest += float64(2*ds) + dt + float64(k*ln2Lo) + err
	hi = next + rest
	return hi, rest - (hi - next)
}

// product returns x*y as the sum of the nearest float64 and the rounding error.
func product(x, y float64) (p, err float64) {
	p = float64(x * y)
	xh, yh := upper(x), upper(y)
	xl, yl := x-xh, y-yh
	return p, float64(xl*yl) - (((p - float64(xh*yh)) - float64(xh*yl)) - float64(xl*yh))
}

// upper returns x with the lower half of its digits cleared.
func upper(x float64) float64 { return math.Float64frombits(math.Float64bits(x) &^ (1<<27 - 1)) }
