package geom

import (
	"math"

	"github.com/bough-dev/bough/engine/value"
)

// Distance returns the distance between two points.
func Distance(x1, y1, x2, y2 float64) float64 { return length(x2-x1, y2-y1, 0) }

// DistanceSquared returns the square of the distance between two points. It is faster to compute than Distance, and
// sufficient for comparisons.
func DistanceSquared(x1, y1, x2, y2 float64) float64 {
	dx, dy := x2-x1, y2-y1
	if d := float64(dx*dx) + float64(dy*dy); !math.IsNaN(d) {
		return d
	}
	return math.Inf(1)
}

// Direction returns the unit vector from (x1, y1) to (x2, y2), or 0, 0 if the points are the same.
func Direction(x1, y1, x2, y2 float64) (dx, dy float64) {
	d := value.Vector{X: x2 - x1, Y: y2 - y1}
	if !finite(d.X, d.Y) {
		d = value.Vector{X: float64(x2/2) - float64(x1/2), Y: float64(y2/2) - float64(y1/2)}
	}
	d = Normalize(d)
	return d.X, d.Y
}

// Lerp returns the number at the fraction t of the way from a to b: a for 0, and b for 1. t may be less than 0 or
// greater than 1. If t is NaN, the result is a. If a and b are equal, the result is exactly that number.
func Lerp(a, b, t float64) float64 {
	switch {
	case t == 0 || math.IsNaN(t) || a == b:
		return a
	case t == 1:
		return b
	}
	return float64(a*(1-t)) + float64(b*t)
}

// Clamp returns x, limited to the range from lo to hi. The bounds may be given in either order. If x is NaN, the
// result is the lower bound. A bound that is NaN is ignored.
func Clamp(x, lo, hi float64) float64 {
	if lo > hi {
		lo, hi = hi, lo
	}
	if math.IsNaN(x) {
		x = lo
	}
	if x < lo {
		return lo
	}
	if x > hi {
		return hi
	}
	return x
}

// NearestOf returns the index, counted from 1, of the point that is nearest to (x, y) in the plane. If several
// points are equally near, it returns the first one. It returns 0 if there are no points.
func NearestOf(x, y float64, points []value.Vector) int {
	best, at := math.Inf(1), 0
	for i, p := range points {
		if d := Distance(x, y, p.X, p.Y); d < best {
			best, at = d, i+1
		}
	}
	return at
}

// MoveToward returns the point that is at the distance step from (x, y) toward (tx, ty), but not beyond (tx, ty).
// arrived reports whether it is (tx, ty). If step is NaN or not positive, or if the target is not finite,
// MoveToward returns (x, y).
func MoveToward(x, y, tx, ty, step float64) (nx, ny float64, arrived bool) {
	d := Distance(x, y, tx, ty)
	switch {
	case !finite(x, y, tx, ty):
		return x, y, false
	case d == 0 || step > 0 && d <= step:
		return tx, ty, true
	case !(step > 0):
		return x, y, false
	}
	dx, dy := Direction(x, y, tx, ty)
	return x + float64(dx*step), y + float64(dy*step), false
}
