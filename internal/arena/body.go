package arena

import (
	"math"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// state is the stage of a body in the cycle from one birth to the next.
type state uint8

const (
	gone state = iota // waits for its next agent
	alive
	dying // lies on the ground; its agent still runs
)

// body is an actor as the game sees it. When its agent dies, the body remains and later gets a new agent.
type body struct {
	agent *engine.Agent // nil in the state gone
	id    engine.AgentID
	slot  int
	kind  *Kind
	place int // number of its village
	state state
	timer int // ticks until the state ends

	x, y, facing float64
	hp           float64
	home         point
	owner        int // slot of the owner, -1 for none
	hidden       bool
	still        bool    // it has not moved in this tick
	px, py       float64 // how far others push the body in this tick
	flash        int     // ticks for which a hit is shown
	lastHit      int     // slot of the last attacker, -1 for none
}

// The fields that the game sets. They are documented in scripts/agent.fields. A test checks that this documentation
// is complete.
var (
	keyX      = engine.KeyOf("x")
	keyY      = engine.KeyOf("y")
	keyFacing = engine.KeyOf("facing")
	keyHP     = engine.KeyOf("hp")
	keyHidden = engine.KeyOf("hidden")
	keyDead   = engine.KeyOf("dead")
	keyOwner  = engine.KeyOf("owner")
)

// fields returns the initial fields of an agent.
func (b *body) fields(p plan) bough.Fields {
	f := bough.Fields{
		"x": b.x, "y": b.y, "facing": b.facing, "hp": b.hp, "max_hp": b.kind.HP,
		"home_x": b.home.x, "home_y": b.home.y, "hidden": false, "dead": false,
		"kind": b.kind.Name, "team": string(b.kind.Team), "village": villageName(b.place),
		"speed": b.kind.Speed, "sight": b.kind.Sight, "fov": b.kind.FOV,
		"damage": b.kind.Damage, "reach": b.kind.Reach, "route": b.kind.Route,
	}
	return f
}

// readFields copies the fields of the agent to the body, since a script may move, turn and heal its own agent. A
// field that is not a number is ignored; writeFields corrects it.
func (b *body) readFields(g *ground) {
	read := func(k engine.Key, to *float64) {
		if v := b.agent.Get(k); v.Kind() == value.KindNumber && !math.IsNaN(v.Float()) && !math.IsInf(v.Float(), 0) {
			*to = v.Float()
		}
	}
	x, y := b.x, b.y
	read(keyX, &b.x)
	read(keyY, &b.y)
	read(keyFacing, &b.facing)
	read(keyHP, &b.hp)
	b.hp = min(b.hp, b.kind.HP)
	b.still = x == b.x && y == b.y
	if !b.still {
		b.x, b.y = g.inside(b.x, b.y)
	}
}

// writeFields writes the state of the body to the fields of its agent.
func (b *body) writeFields() {
	b.write(keyX, b.x)
	b.write(keyY, b.y)
	b.write(keyFacing, b.facing)
	b.write(keyHP, b.hp)
	if hidden := value.Bool(b.hidden); !b.agent.Get(keyHidden).Equal(hidden) {
		b.agent.Set(keyHidden, hidden)
	}
}

// write sets a number field, unless it already has the value.
func (b *body) write(k engine.Key, f float64) {
	if v := b.agent.Get(k); v.Kind() != value.KindNumber || v.Float() != f {
		b.agent.Set(k, value.Number(f))
	}
}

// Actor describes a body for drawing.
type Actor struct {
	// Agent is nil if the actor is dead and has not come back yet.
	Agent        *engine.Agent
	Kind         *Kind
	X, Y, Facing float64
	HP           float64
	Hidden, Dead bool
	// Hit is set if the actor was hurt in the last few ticks.
	Hit bool
}

func (b *body) actor() Actor {
	return Actor{b.agent, b.kind, b.x, b.y, b.facing, b.hp, b.hidden, b.state != alive, b.flash > 0}
}

// Actors returns all actors in a fixed order. An actor that comes back after its death keeps its index. The list
// grows when new trees are loaded.
func (a *Arena) Actors() []Actor {
	out := make([]Actor, len(a.field.bodies))
	for i := range a.field.bodies {
		out[i] = a.field.bodies[i].actor()
	}
	return out
}
