// Copyright 2009 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package float

import "math"

// The original C code and the constants of Log are from FreeBSD's /usr/src/lib/msun/src/e_log.c
// and came with this notice.
//
// ====================================================
// Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
//
// Developed at SunPro, a Sun Microsystems, Inc. business.
// Permission to use, copy, modify, and distribute this
// software is freely granted, provided that this notice
// is preserved.
// ====================================================

// Log returns the natural logarithm of x.
func Log(x float64) float64 {
	const (
		l1 = 6.666666666666735130e-01
		l2 = 3.999999999940941908e-01
		l3 = 2.857142874366239149e-01
		l4 = 2.222219843214978396e-01
		l5 = 1.818357216161805012e-01
		l6 = 1.531383769920937332e-01
		l7 = 1.479819860511658591e-01
	)
	switch {
	case x != x || x > math.MaxFloat64:
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	m, k := split(x)
	f := m - 1
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	t1 := float64(s4 * l7)
	t1 = float64(s4 * (l5 + t1))
	t1 = float64(s4 * (l3 + t1))
	t1 = float64(s2 * (l1 + t1))
	t2 := float64(s4 * l6)
	t2 = float64(s4 * (l4 + t2))
	t2 = float64(s4 * (l2 + t2))
	r := t1 + t2
	half := float64(0.5 * f * f)
	return float64(k*ln2Hi) - ((half - (float64(s*(half+r)) + float64(k*ln2Lo))) - f)
}

// split returns m and k with x = m times 2 to the power k. m is at least sqrt(1/2) and less than sqrt(2). x is
// positive and finite.
func split(x float64) (m, k float64) {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m += m
		e--
	}
	return m, float64(e)
}

// Log10 returns the decimal logarithm of x. It is exact for powers of 10 that are not subnormal, as in C, since
// programs count digits with it.
func Log10(x float64) float64 {
	y := float64(Log(x) * (1 / math.Ln10))
	if n := math.Round(y); y != n && x >= 0x1p-1022 && math.Pow10(int(n)) == x {
		return n
	}
	return y
}
