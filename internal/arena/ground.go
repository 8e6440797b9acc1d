package arena

import (
	"math"

	"github.com/bough-dev/bough/luabind/geom"
)

// ThingKind is a kind of thing on the ground.
type ThingKind uint8

// The kinds of things.
const (
	// Rock blocks ways and views.
	Rock ThingKind = iota
	// Hut blocks views, and the ways of monsters. Villagers can hide in it.
	Hut
	// Bush blocks nothing. An actor that does not move in it is not seen.
	Bush
)

// Thing is an object on the ground. A hut is a box, and all other things are circles.
type Thing struct {
	Kind ThingKind
	X, Y float64 // its center
	R    float64 // radius of a circle
	W, H float64 // half width and half height of a box
}

// radius returns the distance from the center within which the thing blocks the way.
func (t *Thing) radius() float64 {
	if t.Kind == Hut {
		return max(t.W, t.H)
	}
	return t.R
}

// Holds reports whether a point lies in the thing.
func (t *Thing) Holds(x, y float64) bool {
	if t.Kind == Hut {
		return math.Abs(x-t.X) <= t.W && math.Abs(y-t.Y) <= t.H
	}
	return geom.Distance(x, y, t.X, t.Y) <= t.R
}

// blocksWay reports whether the thing blocks the way of a team.
func (t *Thing) blocksWay(team Team) bool {
	return t.Kind == Rock || t.Kind == Hut && team != Village
}

// blocksView reports whether the thing blocks the view between two points.
func (t *Thing) blocksView(x1, y1, x2, y2 float64) bool {
	switch t.Kind {
	case Rock:
		hit, _, _ := geom.SegmentCircle(x1, y1, x2, y2, t.X, t.Y, t.R)
		return hit
	case Hut:
		return t.crossed(x1, y1, x2, y2)
	}
	return false
}

// crossed reports whether the segment between two points crosses the box. It clips the segment at each pair of
// sides (Liang and Barsky, 1984).
func (t *Thing) crossed(x1, y1, x2, y2 float64) bool {
	from, to := 0.0, 1.0
	for _, side := range [4][2]float64{
		{x1 - x2, x1 - (t.X - t.W)}, {x2 - x1, t.X + t.W - x1},
		{y1 - y2, y1 - (t.Y - t.H)}, {y2 - y1, t.Y + t.H - y1},
	} {
		p, q := side[0], side[1]
		switch {
		case p == 0 && q < 0:
			return false
		case p < 0:
			from = max(from, q/p)
		case p > 0:
			to = min(to, q/p)
		}
	}
	return from <= to
}

// shelters reports whether members of a team can hide in the thing.
func (t *Thing) shelters(team Team) bool {
	return t.Kind == Bush || t.Kind == Hut && team == Village
}

// ground is the land with its things, which are indexed by position.
type ground struct {
	width, height float64
	things        []Thing
	cells         buckets
}

// thingCell is the size of a cell of ground.cells, about the length of a line of sight.
const thingCell = 6

func newGround(width, height float64, things []Thing) *ground {
	g := &ground{width: width, height: height, things: things, cells: newBuckets(width, height, thingCell)}
	for i := range things {
		t := &things[i]
		r := t.radius()
		g.cells.each(t.X-r, t.Y-r, t.X+r, t.Y+r, func(c int) { g.cells.add(c, int32(i)) })
	}
	return g
}

// around calls f for the things near a rectangle until f returns false. It may call f several times for a thing
// that lies in several cells.
func (g *ground) around(x1, y1, x2, y2 float64, f func(*Thing) bool) {
	g.cells.each(x1, y1, x2, y2, func(c int) {
		for _, i := range g.cells.items[c] {
			if f != nil && !f(&g.things[i]) {
				f = nil
				return
			}
		}
	})
}

// clear reports whether nothing blocks the view between two points.
func (g *ground) clear(x1, y1, x2, y2 float64) bool {
	free := true
	g.around(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2), func(t *Thing) bool {
		free = !t.blocksView(x1, y1, x2, y2)
		return free
	})
	return free
}

// shelterAt reports whether a point is in a hiding place of a team.
func (g *ground) shelterAt(team Team, x, y float64) bool {
	found := false
	g.around(x, y, x, y, func(t *Thing) bool {
		found = t.shelters(team) && t.Holds(x, y)
		return !found
	})
	return found
}

// shelter returns the nearest hiding place of a team within reach, or nil if there is none.
func (g *ground) shelter(team Team, x, y, reach float64) *Thing {
	var nearest *Thing
	best := reach
	g.around(x-reach, y-reach, x+reach, y+reach, func(t *Thing) bool {
		if d := geom.Distance(x, y, t.X, t.Y); t.shelters(team) && d <= best && (nearest == nil || d < best) {
			nearest, best = t, d
		}
		return true
	})
	return nearest
}

// inside returns the point nearest to (x, y) among those that are on the land and not closer to its edge than
// margin.
func (g *ground) inside(x, y float64) (float64, float64) {
	return geom.Clamp(x, margin, g.width-margin), geom.Clamp(y, margin, g.height-margin)
}

// margin is the least distance of a body from the edge of the land.
const margin = 0.5
