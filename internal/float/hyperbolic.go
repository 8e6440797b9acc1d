// Copyright 2009 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package float

import "math"

// Sinh returns the hyperbolic sine of x.
func Sinh(x float64) float64 {
	// The coefficients are #2029 from Hart & Cheney.
	const (
		p0 = -0.6307673640497716991184787251e+6
		p1 = -0.8991272022039509355398013511e+5
		p2 = -0.2894211355989563807284660366e+4
		p3 = -0.2630563213397497062819489e+2
		q0 = -0.6307673640497716991212077277e+6
		q1 = 0.1521517378790019070696485176e+5
		q2 = -0.173678953558233699533450911e+3
	)
	a := math.Abs(x)
	var y float64
	switch {
	case a > 21:
		y = float64(Exp(a) * 0.5)
	case a > 0.5:
		e := Exp(a)
		y = float64((e - 1/e) * 0.5)
	default:
		z := float64(a * a)
		p := float64(p3*z) + p2
		p = float64(p*z) + p1
		p = float64(p*z) + p0
		q := z + q2
		q = float64(q*z) + q1
		q = float64(q*z) + q0
		y = float64(p*a) / q
	}
	return math.Copysign(y, x)
}

// Cosh returns the hyperbolic cosine of x.
func Cosh(x float64) float64 {
	x = math.Abs(x)
	if x > 21 {
		return float64(Exp(x) * 0.5)
	}
	e := Exp(x)
	return float64((e + 1/e) * 0.5)
}

// The original C code of Tanh and its constants are from http://netlib.sandia.gov/cephes/cmath/tanh.c; see trig.go
// for the notice.

// Tanh returns the hyperbolic tangent of x.
func Tanh(x float64) float64 {
	const (
		most = 8.8029691931113054295988e+01 // log(2^127)
		p0   = -9.64399179425052238628e-1
		p1   = -9.92877231001918586564e1
		p2   = -1.61468768441708447952e3
		q0   = 1.12811678491632931402e2
		q1   = 2.23548839060100448583e3
		q2   = 4.84406305325125486048e3
	)
	switch a := math.Abs(x); {
	case a > 0.5*most:
		return math.Copysign(1, x)
	case a >= 0.625:
		return math.Copysign(1-2/(Exp(a+a)+1), x)
	case x == 0:
		return x
	}
	z := float64(x * x)
	p := float64(p0*z) + p1
	p = float64(p*z) + p2
	q := z + q0
	q = float64(q*z) + q1
	q = float64(q*z) + q2
	return x + float64(x*z*p)/q
}
