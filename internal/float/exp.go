// Copyright 2009 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package float

import "math"

// The original C code and the constants are from FreeBSD's /usr/src/lib/msun/src/e_exp.c
// and came with this notice.
//
// ====================================================
// Copyright (C) 2004 by Sun Microsystems, Inc. All rights reserved.
//
// Permission to use, copy, modify, and distribute this
// software is freely granted, provided that this notice
// is preserved.
// ====================================================

// The logarithm of 2 in two parts. The first has 33 bits, so its product with an exponent is exact.
const (
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10
	log2e = 1.44269504088896338700e+00
)

// Exp returns e to the power x.
func Exp(x float64) float64 {
	const (
		overflow  = 7.09782712893383973096e+02
		underflow = -7.45133219101941108420e+02
		nearZero  = 1.0 / (1 << 28)
	)
	switch {
	case x != x:
		return x
	case x > overflow:
		return math.Inf(1)
	case x < underflow:
		return 0
	case -nearZero < x && x < nearZero:
		return 1 + x
	}
	k := nearest(float64(x * log2e))
	return expOf(x-float64(k*ln2Hi), float64(k*ln2Lo), k)
}

// nearest returns x rounded to a whole number, halves away from zero.
func nearest(x float64) float64 {
	if x < 0 {
		return math.Trunc(x - 0.5)
	}
	return math.Trunc(x + 0.5)
}

// expOf returns e to the power hi-lo, times 2 to the power k. |hi-lo| is at most ln(2)/2 and lo is small.
func expOf(hi, lo, k float64) float64 {
	const (
		p1 = 1.66666666666666657415e-01
		p2 = -2.77777777770155933842e-03
		p3 = 6.61375632143793436117e-05
		p4 = -1.65339022054652515390e-06
		p5 = 4.13813679705723846039e-08
	)
	r := hi - lo
	t := float64(r * r)
	c := float64(t * p5)
	c = float64(t * (p4 + c))
	c = float64(t * (p3 + c))
	c = float64(t * (p2 + c))
	c = r - float64(t*(p1+c))
	y := 1 - ((lo - float64(r*c)/(2-c)) - hi)
	return math.Ldexp(y, int(k))
}
