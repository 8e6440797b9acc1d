package geom

import "math"

// LineCircle intersects the infinite line through two points with a circle. n is the number of common points, from
// 0 to 2. The common points are in order from the first point to the second. If there is only one, both results are
// that point. If there is none, both results are 0, 0. Two equal points are not a line. A circle with a negative
// radius is empty, and a circle with radius 0 is a point.
func LineCircle(x1, y1, x2, y2, cx, cy, radius float64) (n int, ax, ay, bx, by float64) {
	from, to, ok := chord(x1, y1, x2, y2, cx, cy, radius)
	if !ok {
		return 0, 0, 0, 0, 0
	}
	dx, dy := Direction(x1, y1, x2, y2)
	ax, ay = x1+float64(dx*from), y1+float64(dy*from)
	bx, by = x1+float64(dx*to), y1+float64(dy*to)
	switch {
	case !finite(ax, ay, bx, by):
		return 0, 0, 0, 0, 0
	case from == to:
		return 1, ax, ay, bx, by
	}
	return 2, ax, ay, bx, by
}

// SegmentCircle reports whether the segment from (x1, y1) to (x2, y2) has a point on or inside a circle. It also
// returns the first such point, which is (x1, y1) if that point is inside. If there is none, it returns 0, 0.
func SegmentCircle(x1, y1, x2, y2, cx, cy, radius float64) (hit bool, x, y float64) {
	if finite(x1, y1, x2, y2, radius) && Distance(x1, y1, cx, cy) <= radius {
		return true, x1, y1
	}
	from, _, ok := chord(x1, y1, x2, y2, cx, cy, radius)
	end := Distance(x1, y1, x2, y2)
	if Distance(x2, y2, cx, cy) <= radius {
		from = min(from, end) // rounding must not move the point beyond the end
	}
	if !ok || from < 0 || from > end {
		return false, 0, 0
	}
	dx, dy := Direction(x1, y1, x2, y2)
	x, y = x1+float64(dx*from), y1+float64(dy*from)
	if !finite(x, y) {
		return false, 0, 0
	}
	return true, x, y
}

// chord returns the distances at which a line enters and leaves the circle. They are measured from the first point
// toward the second.
func chord(x1, y1, x2, y2, cx, cy, radius float64) (from, to float64, ok bool) {
	dx, dy := Direction(x1, y1, x2, y2)
	px, py := cx-x1, cy-y1
	if dx == 0 && dy == 0 || !(radius >= 0) || !finite(px, py, radius) {
		return 0, 0, false
	}
	along := float64(px*dx) + float64(py*dy)
	off := math.Abs(float64(px*dy) - float64(py*dx))
	if !finite(along, off) || off > radius {
		return 0, 0, false
	}
	// (r-o)(r+o) keeps digits that r*r - o*o would lose.
	half := math.Sqrt(float64((radius - off) * (radius + off)))
	return along - half, along + half, finite(half)
}
