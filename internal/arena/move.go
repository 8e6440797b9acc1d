package arena

import (
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/geom"
)

// girth is the radius of a body.
const girth = 0.4

// lookAhead is the distance at which a walker notices an obstacle.
const lookAhead = 2.5

// move moves b by one step. It reports whether b has arrived or cannot come nearer.
func (b *body) move(g *ground, way *value.Table) bool {
	tx, ty := number(way, "x", b.x), number(way, "y", b.y)
	pace := geom.Clamp(number(way, "pace", 1), 0, 1.5)
	tx, ty = g.inside(tx, ty)
	if d := geom.Distance(b.x, b.y, tx, ty); d < 0.05 {
		return true
	}
	dx, dy := geom.Direction(b.x, b.y, tx, ty)
	dx, dy = b.steer(g, dx, dy, tx, ty)
	step := b.kind.Speed * pace * Step.Seconds()
	step = min(step, max(geom.Distance(b.x, b.y, tx, ty), 0))
	x, y := g.pushOut(b.kind.Team, b.x+float64(dx*step), b.y+float64(dy*step))
	if way.Get("backward").Truthy() {
		dx, dy = -dx, -dy
	}
	b.still = b.still && step == 0
	b.x, b.y, b.facing = x, y, geom.Angle(dx, dy)
	return geom.Distance(b.x, b.y, tx, ty) < 0.05
}

// steer bends a direction around the first obstacle.
func (b *body) steer(g *ground, dx, dy, tx, ty float64) (float64, float64) {
	far := min(lookAhead, geom.Distance(b.x, b.y, tx, ty))
	ex, ey := b.x+float64(dx*far), b.y+float64(dy*far)
	var first *Thing
	best := far
	g.around(min(b.x, ex)-1, min(b.y, ey)-1, max(b.x, ex)+1, max(b.y, ey)+1, func(t *Thing) bool {
		r := t.radius() + girth
		if !t.blocksWay(b.kind.Team) || geom.Distance(tx, ty, t.X, t.Y) < r {
			return true
		}
		if hit, x, y := geom.SegmentCircle(b.x, b.y, ex, ey, t.X, t.Y, r); hit && ahead(b, t, dx, dy) {
			if d := geom.Distance(b.x, b.y, x, y); first == nil || d < best {
				first, best = t, d
			}
		}
		return true
	})
	if first == nil {
		return dx, dy
	}
	return tangent(first.X-b.x, first.Y-b.y, dx, dy)
}

// ahead reports whether the center of a thing is in front of b.
func ahead(b *body, t *Thing, dx, dy float64) bool {
	return float64((t.X-b.x)*dx)+float64((t.Y-b.y)*dy) > 0
}

// tangent returns a direction at a right angle to the line to a center. Of the two such directions it returns the
// one that passes the center on the same side as (dx, dy).
func tangent(cx, cy, dx, dy float64) (float64, float64) {
	if float64(dx*cy) > float64(dy*cx) {
		return geom.Direction(0, 0, cy, -cx)
	}
	return geom.Direction(0, 0, -cy, cx)
}

// pushOut returns the nearest point on the land that is not inside a thing that blocks a team's way.
func (g *ground) pushOut(team Team, x, y float64) (float64, float64) {
	g.around(x-girth, y-girth, x+girth, y+girth, func(t *Thing) bool {
		r := t.radius() + girth
		if t.blocksWay(team) && geom.Distance(x, y, t.X, t.Y) < r {
			dx, dy := geom.Direction(t.X, t.Y, x, y)
			if dx == 0 && dy == 0 {
				dx = 1
			}
			x, y = t.X+float64(dx*r), t.Y+float64(dy*r)
		}
		return true
	})
	return g.inside(x, y)
}

// elbow is the smallest distance between bodies.
const elbow = 0.9

// separate moves bodies apart that are too close to each other, except in hiding places. It uses the grid from
// before the tick, which is accurate enough.
func (f *field) separate() {
	for i := range f.bodies {
		b := &f.bodies[i]
		b.px, b.py = 0, 0
		if b.state == alive && !b.hidden {
			f.grid.each(b.x-elbow, b.y-elbow, b.x+elbow, b.y+elbow, func(c int) { f.elbowed(b, f.grid.items[c]) })
		}
	}
	for i := range f.bodies {
		if b := &f.bodies[i]; b.px != 0 || b.py != 0 {
			b.x, b.y = f.ground.pushOut(b.kind.Team, b.x+b.px, b.y+b.py)
		}
	}
}

// elbowed adds up the pushes on b from the bodies of a cell.
func (f *field) elbowed(b *body, cell []int32) {
	for _, i := range cell {
		o := &f.bodies[i]
		d := geom.Distance(b.x, b.y, o.x, o.y)
		if o == b || o.state != alive || d >= elbow {
			continue
		}
		dx, dy := geom.Direction(o.x, o.y, b.x, b.y)
		if d == 0 {
			if dx = 1; o.slot > b.slot {
				dx = -1
			}
		}
		b.px += float64(dx * (elbow - d) / 4)
		b.py += float64(dy * (elbow - d) / 4)
	}
}
