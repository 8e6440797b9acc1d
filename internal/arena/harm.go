package arena

import (
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/geom"
)

// Durations, in ticks.
const (
	dyingTicks  = int(1500 * time.Millisecond / Step)
	returnTicks = int(5 * time.Second / Step)
	flashTicks  = 4
)

// blow is a request to hurt a body.
type blow struct {
	by     *body
	target engine.AgentID
	damage float64
	reach  float64
	thrown bool
}

func blowOf(b *body, q engine.Request) blow {
	t := q.Data.Table()
	w := blow{by: b, thrown: q.Kind == kindThrow, reach: b.kind.Reach}
	if w.thrown {
		w.reach = geom.Clamp(number(t, "range", throwRange), 0, throwRange)
	}
	w.target = engine.AgentID(number(t, "target", 0))
	w.damage = geom.Clamp(number(t, "damage", b.kind.Damage), 0, maxDamage)
	return w
}

const (
	throwRange = 9
	// throwLuck is the probability that a throw hits.
	throwLuck = 0.75
	maxDamage = 1000
	// lunge is added to the reach of a blow, since the target may have moved in the same tick.
	lunge = 0.5
	// fightNoise is the distance at which agents hear a blow.
	fightNoise = 11
)

// strike carries out a blow.
func (a *Arena) strike(w blow) {
	o := a.field.living(w.target)
	if o == nil || o == w.by {
		return
	}
	b := w.by
	d := geom.Distance(b.x, b.y, o.x, o.y)
	b.facing = geom.Angle(o.x-b.x, o.y-b.y)
	switch {
	case d > w.reach+lunge, !a.field.ground.clear(b.x, b.y, o.x, o.y):
		a.Stats.Misses++
		return
	case w.thrown:
		a.shots = append(a.shots, Shot{b.x, b.y, o.x, o.y, flashTicks})
		if a.rand.Float64() >= throwLuck {
			a.Stats.Misses++
			return
		}
	}
	a.hurt(b, o, w.damage)
}

// hurt takes hit points from o, and posts stimuli to o and to the agents nearby.
func (a *Arena) hurt(b, o *body, damage float64) {
	a.Stats.Hits++
	o.hp = max(0, o.hp-damage)
	o.flash, o.lastHit = flashTicks, b.slot
	o.agent.World().Post(o.id, engine.Stimulus{Name: "hurt", Data: datum("by", b.id, b.x, b.y), TTL: 2 * time.Second})
	a.noise(o, fightNoise, "fight")
}

// datum returns the data of a stimulus: a position, and an agent under the key who.
func datum(who string, id engine.AgentID, x, y float64) value.Value {
	return value.Other(&value.Table{Entries: []value.Entry{
		{Key: value.String(who), Value: value.Number(float64(id))},
		{Key: value.String("x"), Value: value.Number(x)},
		{Key: value.String("y"), Value: value.Number(y)},
	}})
}

// noise posts a noise at the position of b to all bodies that can hear it.
func (a *Arena) noise(b *body, loudness float64, kind string) {
	data := datum("by", b.id, b.x, b.y)
	data.Table().Entries = append(data.Table().Entries, value.Entry{Key: value.String("kind"), Value: value.String(kind)})
	var buf [maxNear]near
	for _, o := range a.field.neighbors(&buf, b.x, b.y, loudness, func(o *body) bool { return o != b }) {
		o.agent.World().Post(o.id, engine.Stimulus{Name: "noise", Data: data, TTL: time.Second})
	}
	a.Stats.Noises++
}

// Noise makes a noise at the position of an agent. The agent hears the noise too.
func (a *Arena) Noise(id engine.AgentID) {
	b := a.field.living(id)
	if b == nil {
		return
	}
	a.noise(b, fightNoise, "bang")
	x, y := a.field.around(b.x, b.y, b.facing+90, 3)
	b.agent.World().Post(id, engine.Stimulus{Name: "noise", Data: datum("by", 0, x, y), TTL: 2 * time.Second})
}

// deaths begins the deaths of bodies without hit points, and continues those that have begun.
func (a *Arena) deaths() {
	for i := range a.field.bodies {
		switch b := &a.field.bodies[i]; {
		case b.state == alive && b.hp <= 0:
			a.die(b)
		case b.state == alive:
			b.flash = max(0, b.flash-1)
		case b.timer > 0:
			b.timer--
		case b.state == dying:
			a.bury(b)
		default:
			a.born(b)
		}
	}
}

// die begins the death of b, and posts a stimulus to the agent of b.
func (a *Arena) die(b *body) {
	b.state, b.timer, b.hidden = dying, dyingTicks, false
	b.agent.Set(keyDead, value.Bool(true))
	b.agent.Impose(engine.Request{Kind: kindDie, Channel: "body", Priority: 100})
	a.Stats.Kills++
	if b.lastHit < 0 || a.field.bodies[b.lastHit].agent == nil {
		a.note(tr.F("%s dies", b.agent.Label()))
		return
	}
	by := &a.field.bodies[b.lastHit]
	by.agent.World().Post(by.id, engine.Stimulus{Name: "victory", Data: datum("victim", b.id, b.x, b.y), TTL: 3 * time.Second})
	a.note(tr.F("%s kills %s", by.agent.Label(), b.agent.Label()))
}

// bury removes the agent of b from the field.
func (a *Arena) bury(b *body) {
	agent := b.agent
	a.field.release(b)
	a.game.Despawn(agent)
	b.state, b.timer, b.lastHit = gone, returnTicks, -1
}
