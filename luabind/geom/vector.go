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
	return value.Vector{X: v.X * f, Y: v.Y * f, Z: v.Z * f}
}

// Dot returns the dot product of a and b. It is positive if the angle between them is less than 90 degrees, and 0
// if the angle is 90 degrees.
func Dot(a, b value.Vector) float64 { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }

// Cross returns the cross product of a and b, which is perpendicular to both.
func Cross(a, b value.Vector) value.Vector {
	return value.Vector{X: a.Y*b.Z - a.Z*b.Y, Y: a.Z*b.X - a.X*b.Z, Z: a.X*b.Y - a.Y*b.X}
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
	// The conversions keep the compiler from fusing operations, which would round differently on some processors.
	if l := math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z)); 1e-140 < l && l < 1e140 {
		return l
	}
	l := math.Hypot(math.Hypot(x, y), z) // no square overflows or underflows here, but Hypot is slower
	if math.IsNaN(l) {
		return math.Inf(1)
	}
	return l
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
