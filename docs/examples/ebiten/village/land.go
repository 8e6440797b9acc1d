package village

import "math"

// Point is a place, in units.
type Point struct{ X, Y float64 }

// Rect is an area without turns.
type Rect struct{ X, Y, W, H float64 }

// The size of the land, and what is on it. Nothing of it moves.
const (
	Width  = 64.0
	Height = 40.0
)

var (
	Houses = []Rect{{8, 6, 8, 5.5}, {20, 5, 7, 5.5}, {42, 6, 8, 5.5}, {54, 10, 6.5, 5}, {7, 28, 8, 5.5}, {40, 30, 8, 5.5}}
	Fields = []Rect{{51, 26, 11, 10}, {21, 30, 12, 8}}
	Woods  = []Wood{{Point{3, 36}, 4.5}, {Point{61, 3}, 4.5}, {Point{2.5, 3}, 4}, {Point{36, 40}, 3.5}}
	Chest  = Point{34.5, 10}
	Fire   = Point{27, 25}
)

// Wood is a round wood, in which nobody is seen.
type Wood struct {
	Point
	R float64
}

func (p Point) to(q Point) float64 { return math.Hypot(q.X-p.X, q.Y-p.Y) }

// in reports whether a point is in a rectangle that is larger by a margin.
func (p Point) in(r Rect, margin float64) bool {
	return p.X > r.X-margin && p.X < r.X+r.W+margin && p.Y > r.Y-margin && p.Y < r.Y+r.H+margin
}

// body is how near an agent comes to a house.
const body = 0.6

// step goes a distance from one point toward another, along the walls of houses, and reports whether it is there.
func step(from, to Point, distance float64) (Point, bool) {
	left := from.to(to)
	if left <= distance || left < 1e-9 {
		if r := houseAt(to); r == nil {
			return bounded(to), true
		}
	}
	next := Point{from.X + (to.X-from.X)/left*distance, from.Y + (to.Y-from.Y)/left*distance}
	if r := houseAt(next); r != nil {
		next = along(from, to, *r, distance)
	}
	return bounded(next), false
}

func bounded(p Point) Point {
	return Point{min(max(p.X, 0.5), Width-0.5), min(max(p.Y, 0.5), Height-0.5)}
}

func houseAt(p Point) *Rect {
	for i := range Houses {
		if p.in(Houses[i], body) {
			return &Houses[i]
		}
	}
	return nil
}

// along goes along the walls of a house, to the next corner on the shortest way.
func along(from, to Point, r Rect, distance float64) Point {
	west, east, north, south := r.X-body, r.X+r.W+body, r.Y-body, r.Y+r.H+body
	inside := Rect{west + 1e-6, north + 1e-6, east - west - 2e-6, south - north - 2e-6}
	corners := [4]Point{{west, north}, {east, north}, {east, south}, {west, south}}
	best, shortest := from, math.Inf(1)
	for i, c := range corners {
		if from.to(c) < 1e-9 || crosses(from, c, inside) {
			continue
		}
		rest := c.to(to)
		if crosses(c, to, inside) { // around one more corner
			before, after := corners[(i+3)%4], corners[(i+1)%4]
			rest = min(c.to(before)+before.to(to), c.to(after)+after.to(to))
		}
		if way := from.to(c) + rest; way < shortest {
			best, shortest = c, way
		}
	}
	if left := from.to(best); left > distance {
		return Point{from.X + (best.X-from.X)/left*distance, from.Y + (best.Y-from.Y)/left*distance}
	}
	return best
}

// clear reports whether no house is between two points.
func clear(a, b Point) bool {
	for _, r := range Houses {
		if crosses(a, b, r) {
			return false
		}
	}
	return true
}

// crosses reports whether the way between two points leads through a rectangle: it clips the way at each of the four sides.
func crosses(a, b Point, r Rect) bool {
	from, to := 0.0, 1.0
	clip := func(p, q float64) bool {
		switch t := q / p; {
		case p == 0:
			return q >= 0
		case p < 0:
			from = max(from, t)
		default:
			to = min(to, t)
		}
		return from < to
	}
	dx, dy := b.X-a.X, b.Y-a.Y
	return clip(-dx, a.X-r.X) && clip(dx, r.X+r.W-a.X) && clip(-dy, a.Y-r.Y) && clip(dy, r.Y+r.H-a.Y)
}

// hidden reports whether a point is in a wood.
func hidden(p Point) bool {
	for _, w := range Woods {
		if p.to(w.Point) < w.R {
			return true
		}
	}
	return false
}
