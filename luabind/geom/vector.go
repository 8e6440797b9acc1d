package geom

import (
	"math"

	"github.com/bough-dev/bough/engine/value"
)

// Add returns a + b.
func Add(a, b value.Vector) value.Vector {
	return value.Vector{X: a.X + b.X, Y: a.Y + b.Y, Z: a.Z + b.Z}
}

// Sub returns a - b, which is the vector from b to a.
func Sub(a, b value.Vector) value.Vector {
	return value.Vector{X: a.X - b.X, Y: a.Y - b.Y, Z: a.Z - b.Z}
}

// Scale returns v multiplied by f.
func Scale(v value.Vector, f float64) value.Vector {
	return value.Vector{X: float64(v.X * f), Y: float64(v.Y * f), Z: float64(v.Z * f)}
}

// Dot returns the dot product of a and b. It is positive if the angle between them is less than 90 degrees, and 0
// if the angle is 90 degrees.
func Dot(a, b value.Vector) float64 { return float64(a.X*b.X) + float64(a.Y*b.Y) + float64(a.Z*b.Z) }

// Cross returns the cross product of a and b, which is perpendicular to both.
func Cross(a, b value.Vector) value.Vector {
	return value.Vector{
		X: float64(a.Y*b.Z) - float64(a.Z*b.Y),
		Y: float64(a.Z*b.X) - float64(a.X*b.Z),
		Z: float64(a.X*b.Y) - float64(a.Y*b.X),
	}
}

// Length returns the length of v.
func Length(v value.Vector) float64 { return length(v.X, v.Y, v.Z) }

// Normalize returns the vector of length 1 in the direction of v. It returns the zero vector for the zero vector.
func Normalize(v value.Vector) value.Vector {
	m := max(math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z))
	if m == 0 || !finite(m) {
		return value.Vector{}
	}
	// Dividing by the largest component first keeps the squares in range.
	v = value.Vector{X: v.X / m, Y: v.Y / m, Z: v.Z / m}
	return Scale(v, 1/Length(v))
}

func length(x, y, z float64) float64 {
	if l := root(x, y, z); 1e-140 < l && l < 1e140 {
		return l
	}
	// A square may have overflowed or underflowed, so the numbers are scaled.
	m := max(math.Abs(x), math.Abs(y), math.Abs(z))
	switch {
	case m == 0:
		return 0
	case !finite(m):
		return math.Inf(1)
	}
	_, e := math.Frexp(m)
	return math.Ldexp(root(math.Ldexp(x, -e), math.Ldexp(y, -e), math.Ldexp(z, -e)), e)
}

// root returns the root of the sum of squares. The conversions here and elsewhere in the package keep the compiler
// from fusing operations, which would round differently on some processors.
func root(x, y, z float64) float64 {
	return math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
}

// finite reports whether no number is infinite or NaN.
func finite(numbers ...float64) bool {
	for _, f := range numbers {
		if f-f != 0 {
			return false
		}
	}
	return true
}
