package arena

import (
	"math"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/geom"
)

// An actor is noticed within these distances, even if it is behind the observer or in a bush.
const (
	feelRange  = 1.5
	smellRange = 1.0
)

// sees reports whether b sees o. The caller must have checked that o is within reach.
func (f *field) sees(b, o *body, reach float64) bool {
	d := geom.Distance(b.x, b.y, o.x, o.y)
	switch {
	case o.hidden && d > smellRange:
		return false
	case d > feelRange && !geom.InCone(b.x, b.y, b.facing, b.kind.FOV, reach, o.x, o.y):
		return false
	}
	return f.ground.clear(b.x, b.y, o.x, o.y)
}

// sight returns the nearest visible enemy, or nil.
func (f *field) sight(id engine.AgentID, reach float64) *engine.AgentID {
	if list := f.enemies(id, reach); len(list) > 0 {
		return &list[0]
	}
	return nil
}

// enemies returns the visible enemies, nearest first.
func (f *field) enemies(id engine.AgentID, reach float64) []engine.AgentID {
	b := f.body(id)
	if b == nil {
		return nil
	}
	var buf [maxNear]near
	var out []engine.AgentID
	for _, o := range f.neighbors(&buf, b.x, b.y, reach, func(o *body) bool { return o.kind.Team != b.kind.Team }) {
		if f.sees(b, o.body, reach) {
			out = append(out, o.id)
		}
	}
	return out
}

// friends returns the living agents of the same team, nearest first.
func (f *field) friends(id engine.AgentID, reach float64) []engine.AgentID {
	b := f.body(id)
	if b == nil {
		return nil
	}
	var buf [maxNear]near
	return ids(f.neighbors(&buf, b.x, b.y, reach, func(o *body) bool { return o.kind.Team == b.kind.Team && o != b }))
}

// pack returns the living agents of the same kind, nearest first.
func (f *field) pack(id engine.AgentID, reach float64) []engine.AgentID {
	b := f.body(id)
	if b == nil {
		return nil
	}
	var buf [maxNear]near
	return ids(f.neighbors(&buf, b.x, b.y, reach, func(o *body) bool { return o.kind == b.kind && o != b }))
}

// earshot returns the agents that can hear a noise of an agent, nearest first. loudness is the distance at which
// the noise can be heard, in units.
func (f *field) earshot(id engine.AgentID, loudness float64) []engine.AgentID {
	b := f.body(id)
	if b == nil {
		return nil
	}
	var buf [maxNear]near
	return ids(f.neighbors(&buf, b.x, b.y, loudness, func(o *body) bool { return o != b }))
}

func ids(list []near) []engine.AgentID {
	out := make([]engine.AgentID, 0, len(list))
	for _, n := range list {
		out = append(out, n.id)
	}
	return out
}

// threat returns the nearest enemy that an agent could see from its position if it looked in the right direction.
func (f *field) threat(id engine.AgentID, reach float64) *engine.AgentID {
	b := f.living(id)
	if b == nil {
		return nil
	}
	var buf [maxNear]near
	for _, o := range f.neighbors(&buf, b.x, b.y, reach, func(o *body) bool { return o.kind.Team != b.kind.Team && !o.hidden }) {
		if f.ground.clear(b.x, b.y, o.x, o.y) {
			return &o.id
		}
	}
	return nil
}

// canSee reports whether a living agent sees another living agent within its range of sight.
func (f *field) canSee(id, other engine.AgentID) bool {
	b, o := f.body(id), f.living(other)
	return b != nil && o != nil && f.sees(b, o, b.kind.Sight)
}

// position returns the coordinates of an agent, or nils for an unknown agent.
func (f *field) position(id engine.AgentID) (x, y *float64) {
	if b := f.living(id); b != nil {
		return &b.x, &b.y
	}
	return nil, nil
}

// distanceTo returns the distance between two agents, or nil if one of them is unknown.
func (f *field) distanceTo(id, other engine.AgentID) *float64 {
	b, o := f.body(id), f.living(other)
	if b == nil || o == nil {
		return nil
	}
	d := geom.Distance(b.x, b.y, o.x, o.y)
	return &d
}

// near reports whether an agent is within reach of a point.
func (f *field) near(id engine.AgentID, x, y, reach float64) bool {
	b := f.body(id)
	return b != nil && geom.Distance(b.x, b.y, x, y) <= reach
}

// bearing returns the direction from an agent to a point, in degrees.
func (f *field) bearing(id engine.AgentID, x, y float64) float64 {
	if b := f.body(id); b != nil {
		return geom.Angle(x-b.x, y-b.y)
	}
	return 0
}

// isAlive reports whether an agent is alive.
func (f *field) isAlive(id engine.AgentID) bool { return f.living(id) != nil }

// isHidden reports whether an agent is currently hidden.
func (f *field) isHidden(id engine.AgentID) bool {
	b := f.living(id)
	return b != nil && b.hidden
}

// health returns the hit points of an agent as a fraction of the HP of its kind, from 0 to 1.
func (f *field) health(id engine.AgentID) float64 {
	if b := f.living(id); b != nil {
		return geom.Clamp(b.hp/b.kind.HP, 0, 1)
	}
	return 0
}

// kindOf returns the name of an agent's kind, or "" if the agent is not on the land.
func (f *field) kindOf(id engine.AgentID) string {
	if b := f.body(id); b != nil {
		return b.kind.Name
	}
	return ""
}

// shelterRange is the radius of the search for a hiding place.
const shelterRange = 16

// nearestHidingPlace returns the center of the nearest place where an agent can hide, or nils.
func (f *field) nearestHidingPlace(id engine.AgentID) (x, y *float64) {
	b := f.body(id)
	if b == nil {
		return nil, nil
	}
	if t := f.ground.shelter(b.kind.Team, b.x, b.y, shelterRange); t != nil {
		return &t.X, &t.Y
	}
	return nil, nil
}

// atHidingPlace reports whether an agent is in a place where it can hide.
func (f *field) atHidingPlace(id engine.AgentID) bool {
	b := f.body(id)
	return b != nil && f.ground.shelterAt(b.kind.Team, b.x, b.y)
}

// away returns a point on the land that is further away from another agent.
func (f *field) away(id, other engine.AgentID, distance float64) (x, y float64) {
	b, o := f.body(id), f.body(other)
	if b == nil || o == nil {
		return 0, 0
	}
	dx, dy := geom.Direction(o.x, o.y, b.x, b.y)
	if dx == 0 && dy == 0 {
		dx = 1
	}
	x, y = f.ground.inside(b.x+float64(dx*distance), b.y+float64(dy*distance))
	if geom.Distance(x, y, o.x, o.y) > geom.Distance(b.x, b.y, o.x, o.y) {
		return x, y
	}
	// The agent is in a corner. It slips past on the side that has more room.
	side := 90.0
	if px, py := b.x-float64(f.ground.width/2), b.y-float64(f.ground.height/2); float64(px*dy) < float64(py*dx) {
		side = -90
	}
	dx, dy = geom.Rotate(dx, dy, side)
	return f.ground.inside(b.x+float64(dx*distance), b.y+float64(dy*distance))
}

// around returns a point at an angle and a distance from (x, y). The point is on the land, and not in a rock.
func (f *field) around(x, y, degrees, distance float64) (px, py float64) {
	dx, dy := geom.Rotate(distance, 0, degrees)
	px, py = f.ground.inside(x+dx, y+dy)
	f.ground.around(px, py, px, py, func(t *Thing) bool {
		if t.Kind == Rock && t.Holds(px, py) {
			px, py = x, y
			return false
		}
		return true
	})
	return px, py
}

// flank returns a point at a distance from another agent. The points for different agents are spread around that
// agent.
func (f *field) flank(id, other engine.AgentID, distance float64) (x, y *float64) {
	o := f.living(other)
	if o == nil {
		return nil, nil
	}
	// The golden angle spreads any run of consecutive numbers evenly.
	const golden = 137.507764
	dx, dy := geom.Rotate(distance, 0, math.Mod(float64(id)*golden, 360))
	px, py := f.ground.inside(o.x+dx, o.y+dy)
	return &px, &py
}

// waypoint returns the i-th point of a route through the agent's village. Points are counted from 1, and after the
// last point the route starts again.
func (f *field) waypoint(id engine.AgentID, route string, i int) (x, y *float64) {
	way := routes[route]
	if len(way) == 0 {
		return nil, nil
	}
	village := 0
	if b := f.body(id); b != nil {
		village = b.place
	}
	c, p := f.plan.corner(village), way[((i-1)%len(way)+len(way))%len(way)]
	px, py := c.x+p.x, c.y+p.y
	return &px, &py
}

// owner returns the living owner of a pet, or nil.
func (f *field) owner(id engine.AgentID) *engine.AgentID {
	if b := f.body(id); b != nil && b.owner >= 0 && f.bodies[b.owner].state == alive {
		return &f.bodies[b.owner].id
	}
	return nil
}

// pet returns the living pet of an owner, or nil.
func (f *field) pet(id engine.AgentID) *engine.AgentID {
	b := f.body(id)
	if b == nil {
		return nil
	}
	if p := f.petOf[b.slot]; p >= 0 && f.bodies[p].state == alive {
		return &f.bodies[p].id
	}
	return nil
}
