// Copyright 2011 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package float

import (
	"math"
	"math/bits"
)

// The original C code of Sin, Cos and Tan, and their constants, are from
// http://netlib.sandia.gov/cephes/cmath/sin.c, available from http://www.netlib.org/cephes/cmath.tgz.
//
// Cephes Math Library Release 2.8:  June, 2000
// Copyright 1984, 1987, 1989, 1992, 2000 by Stephen L. Moshier
//
// The readme file at http://netlib.sandia.gov/cephes/ says:
//    Some software in this archive may be from the book _Methods and
// Programs for Mathematical Functions_ (Prentice-Hall or Simon & Schuster
// International, 1989) or from the Cephes Mathematical Library, a
// commercial product. In either event, it is copyrighted by the author.
// What you see here may be used freely but it comes with no support or
// guarantee.
//
//   The two known misprints in the book are repaired here in the
// source listings for the gamma function and the incomplete beta
// integral.
//
//   Stephen L. Moshier
//   moshier@na-net.ornl.gov

// Sin returns the sine of x, which is in radians.
func Sin(x float64) float64 {
	if x == 0 || x-x != 0 {
		return zeroOrNaN(x)
	}
	j, z := octant(math.Abs(x))
	var y float64
	if j&3 == 2 {
		y = cosine(z)
	} else {
		y = sine(z)
	}
	if (x < 0) != (j > 3) {
		return -y
	}
	return y
}

// Cos returns the cosine of x, which is in radians.
func Cos(x float64) float64 {
	if x-x != 0 {
		return math.NaN()
	}
	j, z := octant(math.Abs(x))
	var y float64
	if j&3 == 2 {
		y = sine(z)
	} else {
		y = cosine(z)
	}
	if j == 2 || j == 4 {
		return -y
	}
	return y
}

// Tan returns the tangent of x, which is in radians.
func Tan(x float64) float64 {
	const (
		p0 = -1.30936939181383777646e4
		p1 = 1.15351664838587416140e6
		p2 = -1.79565251976484877988e7
		q1 = 1.36812963470692954678e4
		q2 = -1.32089234440210967447e6
		q3 = 2.50083801823357915839e7
		q4 = -5.38695755929454629881e7
	)
	if x == 0 || x-x != 0 {
		return zeroOrNaN(x)
	}
	j, z := octant(math.Abs(x))
	y := z
	if zz := float64(z * z); zz > 1e-14 {
		p := float64(p0*zz) + p1
		p = float64(p*zz) + p2
		q := zz + q1
		q = float64(q*zz) + q2
		q = float64(q*zz) + q3
		q = float64(q*zz) + q4
		y = z + float64(z*(float64(zz*p)/q))
	}
	if j&2 == 2 {
		y = -1 / y
	}
	if x < 0 {
		return -y
	}
	return y
}

// zeroOrNaN returns x if it is 0 or -0, otherwise NaN.
func zeroOrNaN(x float64) float64 {
	if x == 0 {
		return x
	}
	return math.NaN()
}

// sine returns the sine of z, which is at most pi/4 in magnitude.
func sine(z float64) float64 {
	const (
		s0 = 1.58962301576546568060e-10
		s1 = -2.50507477628578072866e-8
		s2 = 2.75573136212857245213e-6
		s3 = -1.98412698295895385996e-4
		s4 = 8.33333333332211858878e-3
		s5 = -1.66666666666666307295e-1
	)
	zz := float64(z * z)
	p := float64(s0*zz) + s1
	p = float64(p*zz) + s2
	p = float64(p*zz) + s3
	p = float64(p*zz) + s4
	p = float64(p*zz) + s5
	return z + float64(z*zz*p)
}

// cosine returns the cosine of z, which is at most pi/4 in magnitude.
func cosine(z float64) float64 {
	const (
		c0 = -1.13585365213876817300e-11
		c1 = 2.08757008419747316778e-9
		c2 = -2.75573141792967388112e-7
		c3 = 2.48015872888517045348e-5
		c4 = -1.38888888888730564116e-3
		c5 = 4.16666666666665929218e-2
	)
	zz := float64(z * z)
	p := float64(c0*zz) + c1
	p = float64(p*zz) + c2
	p = float64(p*zz) + c3
	p = float64(p*zz) + c4
	p = float64(p*zz) + c5
	return 1 - float64(0.5*zz) + float64(zz*zz*p)
}

// octant returns j and z with x = j*pi/4 + z, modulo 2*pi. j is 0, 2, 4 or 6, and |z| is at most pi/4. x is not
// negative and finite.
func octant(x float64) (j uint64, z float64) {
	const (
		pi4A = 7.85398125648498535156e-1 // pi/4 in three parts; the first two have 30 and 32 trailing zero bits
		pi4B = 3.77489470793079817668e-8
		pi4C = 2.69515142907905952645e-15
	)
	if x >= 1<<29 { // the products below would not be exact
		return hugeOctant(x)
	}
	j = uint64(x * (4 / math.Pi))
	y := float64(j)
	if j&1 == 1 {
		j++
		y++
	}
	return j & 7, ((x - float64(y*pi4A)) - float64(y*pi4B)) - float64(y*pi4C)
}

// hugeOctant is octant for a large number, after Payne and Hanek: K. C. Ng et al., "Argument Reduction for Huge
// Arguments: Good to the Last Bit", 1992.
func hugeOctant(x float64) (j uint64, z float64) {
	const (
		shift = 52
		bias  = 1023
	)
	// x = ix * 2^exp
	ix := math.Float64bits(x)
	exp := int(ix>>shift) - bias - shift
	ix = ix&(1<<shift-1) | 1<<shift
	// The three digits of 4/pi such that the leading digit of the product has the exponent -61.
	digit, bitshift := uint(exp+61)/64, uint(exp+61)%64
	z0 := fourOverPi[digit]<<bitshift | fourOverPi[digit+1]>>(64-bitshift)
	z1 := fourOverPi[digit+1]<<bitshift | fourOverPi[digit+2]>>(64-bitshift)
	z2 := fourOverPi[digit+2]<<bitshift | fourOverPi[digit+3]>>(64-bitshift)
	z2hi, _ := bits.Mul64(z2, ix)
	z1hi, z1lo := bits.Mul64(z1, ix)
	lo, c := bits.Add64(z1lo, z2hi, 0)
	hi, _ := bits.Add64(z0*ix, z1hi, c)
	j = hi >> 61
	// The fraction, as a float.
	hi = hi<<3 | lo>>61
	lz := uint(bits.LeadingZeros64(hi))
	hi = hi<<(lz+1) | lo>>(64-(lz+1))
	z = math.Float64frombits(hi>>(64-shift) | uint64(bias-(lz+1))<<shift)
	if j&1 == 1 {
		j = (j + 1) & 7
		z--
	}
	return j, float64(z * (math.Pi / 4))
}

// fourOverPi has the binary digits of 4/pi, which is the sum of fourOverPi[i] * 2^(-64*i). There are enough for the
// largest number.
var fourOverPi = [...]uint64{
	0x0000000000000001,
	0x45f306dc9c882a53,
	0xf84eafa3ea69bb81,
	0xb6c52b3278872083,
	0xfca2c757bd778ac3,
	0x6e48dc74849ba5c0,
	0x0c925dd413a32439,
	0xfc3bd63962534e7d,
	0xd1046bea5d768909,
	0xd338e04d68befc82,
	0x7323ac7306a673e9,
	0x3908bf177bf25076,
	0x3ff12fffbc0b301f,
	0xde5e2316b414da3e,
	0xda6cfd9e4f96136e,
	0x9e8c7ecd3cbfd45a,
	0xea4f758fd7cbe2f6,
	0x7a0e73ef14a525d4,
	0xd7f6bf623f1aba10,
	0xac06608df8f6d757,
}
