package arena

import (
	"math"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/geom"
)

// An actor within these distances is noticed even behind the back, or in a bush.
const (
	feelRange  = 1.5
	smellRange = 1.0
)

// body returns the body of an agent, nil if it is not on the field.
func (a *Arena) body(id engine.AgentID) *body {
	if id < 0 || int(id) >= len(a.slots) || a.slots[id] == 0 {
		return nil
	}
	return &a.bodies[a.slots[id]-1]
}

// living returns the body of an agent that is alive, or nil.
func (a *Arena) living(id engine.AgentID) *body {
	if b := a.body(id); b != nil && b.state == alive {
		return b
	}
	return nil
}

// sees reports whether b sees o. The distance must have been checked.
func (a *Arena) sees(b, o *body, reach float64) bool {
	d := geom.Distance(b.x, b.y, o.x, o.y)
	switch {
	case o.hidden && d > smellRange:
		return false
	case d > feelRange && !geom.InCone(b.x, b.y, b.facing, b.kind.FOV, reach, o.x, o.y):
		return false
	}
	return a.ground.clear(b.x, b.y, o.x, o.y)
}

// Sight returns the nearest visible enemy.
func (a *Arena) Sight(id engine.AgentID, reach float64) *engine.AgentID {
	if list := a.Enemies(id, reach); len(list) > 0 {
		return &list[0]
	}
	return nil
}

// Enemies returns the visible enemies, nearest first.
func (a *Arena) Enemies(id engine.AgentID, reach float64) []engine.AgentID {
	b := a.body(id)
	if b == nil {
		return nil
	}
	var buf [maxNear]near
	var out []engine.AgentID
	for _, o := range a.around(&buf, b.x, b.y, reach, func(o *body) bool { return o.kind.Team != b.kind.Team }) {
		if a.sees(b, o.body, reach) {
			out = append(out, o.id)
		}
	}
	return out
}

// Friends returns the living agents of the same team, nearest first.
func (a *Arena) Friends(id engine.AgentID, reach float64) []engine.AgentID {
	b := a.body(id)
	if b == nil {
		return nil
	}
	var buf [maxNear]near
	return ids(a.around(&buf, b.x, b.y, reach, func(o *body) bool { return o.kind.Team == b.kind.Team && o != b }))
}

// Pack returns the living agents of the same kind, nearest first.
func (a *Arena) Pack(id engine.AgentID, reach float64) []engine.AgentID {
	b := a.body(id)
	if b == nil {
		return nil
	}
	var buf [maxNear]near
	return ids(a.around(&buf, b.x, b.y, reach, func(o *body) bool { return o.kind == b.kind && o != b }))
}

// Earshot returns the agents that hear a noise, nearest first. loudness is the distance in units at which the noise
// can be heard.
func (a *Arena) Earshot(id engine.AgentID, loudness float64) []engine.AgentID {
	b := a.body(id)
	if b == nil {
		return nil
	}
	var buf [maxNear]near
	return ids(a.around(&buf, b.x, b.y, loudness, func(o *body) bool { return o != b }))
}

func ids(list []near) []engine.AgentID {
	out := make([]engine.AgentID, 0, len(list))
	for _, n := range list {
		out = append(out, n.id)
	}
	return out
}

// Threat returns the nearest enemy that would be visible from the place of an agent, in whatever direction the
// agent looks.
func (a *Arena) Threat(id engine.AgentID, reach float64) *engine.AgentID {
	b := a.living(id)
	if b == nil {
		return nil
	}
	var buf [maxNear]near
	for _, o := range a.around(&buf, b.x, b.y, reach, func(o *body) bool { return o.kind.Team != b.kind.Team && !o.hidden }) {
		if a.ground.clear(b.x, b.y, o.x, o.y) {
			return &o.id
		}
	}
	return nil
}

// CanSee reports whether a living agent sees another living agent within its range of sight.
func (a *Arena) CanSee(id, other engine.AgentID) bool {
	b, o := a.body(id), a.living(other)
	return b != nil && o != nil && a.sees(b, o, b.kind.Sight)
}

// Position returns the place of an agent.
func (a *Arena) Position(id engine.AgentID) (x, y *float64) {
	if b := a.living(id); b != nil {
		return &b.x, &b.y
	}
	return nil, nil
}

// DistanceTo returns the distance between two agents.
func (a *Arena) DistanceTo(id, other engine.AgentID) *float64 {
	b, o := a.body(id), a.living(other)
	if b == nil || o == nil {
		return nil
	}
	d := geom.Distance(b.x, b.y, o.x, o.y)
	return &d
}

// Near reports whether an agent is no further than reach from a place.
func (a *Arena) Near(id engine.AgentID, x, y, reach float64) bool {
	b := a.body(id)
	return b != nil && geom.Distance(b.x, b.y, x, y) <= reach
}

// Bearing returns the direction, in degrees, from an agent to a place.
func (a *Arena) Bearing(id engine.AgentID, x, y float64) float64 {
	if b := a.body(id); b != nil {
		return geom.Angle(x-b.x, y-b.y)
	}
	return 0
}

// IsAlive reports whether an agent is alive.
func (a *Arena) IsAlive(id engine.AgentID) bool { return a.living(id) != nil }

// IsHidden reports whether an agent is hidden at present.
func (a *Arena) IsHidden(id engine.AgentID) bool {
	b := a.living(id)
	return b != nil && b.hidden
}

// Health returns the hit points of an agent as a fraction of the HP of its kind, from 0 to 1.
func (a *Arena) Health(id engine.AgentID) float64 {
	if b := a.living(id); b != nil {
		return geom.Clamp(b.hp/b.kind.HP, 0, 1)
	}
	return 0
}

// KindOf returns the kind of an agent, "" if it is not on the field.
func (a *Arena) KindOf(id engine.AgentID) string {
	if b := a.body(id); b != nil {
		return b.kind.Name
	}
	return ""
}

// shelterRange is the distance within which a hiding place is looked for.
const shelterRange = 16

// NearestHidingPlace returns the center of the nearest place where an agent can hide.
func (a *Arena) NearestHidingPlace(id engine.AgentID) (x, y *float64) {
	b := a.body(id)
	if b == nil {
		return nil, nil
	}
	if t := a.ground.shelter(b.kind.Team, b.x, b.y, shelterRange); t != nil {
		return &t.X, &t.Y
	}
	return nil, nil
}

// AtHidingPlace reports whether an agent is at a place where it can hide.
func (a *Arena) AtHidingPlace(id engine.AgentID) bool {
	b := a.body(id)
	return b != nil && a.ground.shelterAt(b.kind.Team, b.x, b.y)
}

// Away returns a place on the land that is further away from another agent.
func (a *Arena) Away(id, other engine.AgentID, distance float64) (x, y float64) {
	b, o := a.body(id), a.body(other)
	if b == nil || o == nil {
		return 0, 0
	}
	dx, dy := geom.Direction(o.x, o.y, b.x, b.y)
	if dx == 0 && dy == 0 {
		dx = 1
	}
	x, y = a.ground.inside(b.x+dx*distance, b.y+dy*distance)
	if geom.Distance(x, y, o.x, o.y) > geom.Distance(b.x, b.y, o.x, o.y) {
		return x, y
	}
	// In a corner: slip past to the side that has more room.
	side := 90.0
	if (b.x-a.ground.width/2)*dy-(b.y-a.ground.height/2)*dx < 0 {
		side = -90
	}
	dx, dy = geom.Rotate(dx, dy, side)
	return a.ground.inside(b.x+dx*distance, b.y+dy*distance)
}

// Around returns a place at an angle and a distance from another agent. The place is on the land, and not in a
// rock.
func (a *Arena) Around(x, y, degrees, distance float64) (px, py float64) {
	dx, dy := geom.Rotate(distance, 0, degrees)
	px, py = a.ground.inside(x+dx, y+dy)
	a.ground.around(px, py, px, py, func(t *Thing) bool {
		if t.Kind == Rock && t.Holds(px, py) {
			px, py = x, y
			return false
		}
		return true
	})
	return px, py
}

// Flank returns a place at a distance from another agent. The places for different agents are spread around the
// target.
func (a *Arena) Flank(id, other engine.AgentID, distance float64) (x, y *float64) {
	o := a.living(other)
	if o == nil {
		return nil, nil
	}
	// The golden angle spreads any run of consecutive numbers evenly.
	const golden = 137.507764
	dx, dy := geom.Rotate(distance, 0, math.Mod(float64(id)*golden, 360))
	px, py := a.ground.inside(o.x+dx, o.y+dy)
	return &px, &py
}

// Waypoint returns the i-th place of a route through the village of the agent. Places count from 1. After the last
// one, the route begins again.
func (a *Arena) Waypoint(id engine.AgentID, route string, i int) (x, y *float64) {
	way := routes[route]
	if len(way) == 0 {
		return nil, nil
	}
	village := 0
	if b := a.body(id); b != nil {
		village = b.place
	}
	c, p := a.plan.corner(village), way[((i-1)%len(way)+len(way))%len(way)]
	px, py := c.x+p.x, c.y+p.y
	return &px, &py
}

// Owner returns the living owner of a pet.
func (a *Arena) Owner(id engine.AgentID) *engine.AgentID {
	if b := a.body(id); b != nil && b.owner >= 0 && a.bodies[b.owner].state == alive {
		return &a.bodies[b.owner].id
	}
	return nil
}

// Pet returns the living pet of an owner.
func (a *Arena) Pet(id engine.AgentID) *engine.AgentID {
	b := a.body(id)
	if b == nil {
		return nil
	}
	if p := a.petOf[b.slot]; p >= 0 && a.bodies[p].state == alive {
		return &a.bodies[p].id
	}
	return nil
}
