// Copyright 2009 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package float

import "math"

// The original C code of Atan and its constants are from http://netlib.sandia.gov/cephes/cmath/atan.c; see trig.go
// for the notice.

// Asin returns the arcsine of x in radians. It is NaN if x is not between -1 and 1.
func Asin(x float64) float64 { return Atan2(x, leg(x)) }

// Acos returns the arccosine of x in radians. It is NaN if x is not between -1 and 1.
func Acos(x float64) float64 { return Atan2(leg(x), x) }

// leg returns the square root of 1 - x*x. The product keeps digits that the difference would lose.
func leg(x float64) float64 { return math.Sqrt((1 - x) * (1 + x)) }

// Atan returns the arctangent of x in radians.
func Atan(x float64) float64 {
	if x == 0 {
		return x
	}
	return math.Copysign(positiveAtan(math.Abs(x)), x)
}

// Atan2 returns the angle of the direction (x, y) in radians, between -pi and pi.
func Atan2(y, x float64) float64 {
	switch {
	case y != y || x != x:
		return math.NaN()
	case y == 0:
		if math.Signbit(x) {
			return math.Copysign(math.Pi, y)
		}
		return y
	case x == 0:
		return math.Copysign(math.Pi/2, y)
	case math.IsInf(x, 1):
		if math.IsInf(y, 0) {
			return math.Copysign(math.Pi/4, y)
		}
		return math.Copysign(0, y)
	case math.IsInf(x, -1):
		if math.IsInf(y, 0) {
			return math.Copysign(3*math.Pi/4, y)
		}
		return math.Copysign(math.Pi, y)
	case math.IsInf(y, 0):
		return math.Copysign(math.Pi/2, y)
	}
	q := Atan(y / x)
	switch {
	case x > 0:
		return q
	case q <= 0:
		return q + math.Pi
	}
	return q - math.Pi
}

// positiveAtan is Atan of a number that is not negative.
func positiveAtan(x float64) float64 {
	const (
		moreBits = 6.123233995736765886130e-17 // pi/2 = math.Pi/2 as a float64 + moreBits
		tan3Pi8  = 2.41421356237309504880      // tan(3*pi/8)
	)
	switch {
	case x <= 0.66:
		return smallAtan(x)
	case x > tan3Pi8:
		return math.Pi/2 - smallAtan(1/x) + moreBits
	}
	return math.Pi/4 + smallAtan((x-1)/(x+1)) + 0.5*moreBits
}

// smallAtan is Atan of a number whose magnitude is at most 0.66.
func smallAtan(x float64) float64 {
	const (
		p0 = -8.750608600031904122785e-01
		p1 = -1.615753718733365076637e+01
		p2 = -7.500855792314704667340e+01
		p3 = -1.228866684490136173410e+02
		p4 = -6.485021904942025371773e+01
		q0 = +2.485846490142306297962e+01
		q1 = +1.650270098316988542046e+02
		q2 = +4.328810604912902668951e+02
		q3 = +4.853903996359136964868e+02
		q4 = +1.945506571482613964425e+02
	)
	z := float64(x * x)
	p := float64(p0*z) + p1
	p = float64(p*z) + p2
	p = float64(p*z) + p3
	p = float64(p*z) + p4
	q := z + q0
	q = float64(q*z) + q1
	q = float64(q*z) + q2
	q = float64(q*z) + q3
	q = float64(q*z) + q4
	return float64(x*(float64(z*p)/q)) + x
}
