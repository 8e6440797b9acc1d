package arena

import (
	"math"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// The kinds of requests. Requests on the same channel compete; the arena uses channels for nothing else.
const (
	kindMove   = "move"   // {x=, y=, pace=, backward=}
	kindAttack = "attack" // {target=, damage=}
	kindThrow  = "throw"  // {target=, damage=, range=}
	kindHide   = "hide"
	kindDie    = "die" // made by the arena, not by a script
)

// Goal returns the place that an agent requests to move to, and reports whether it does.
func Goal(a *engine.Agent) (x, y float64, ok bool) {
	for _, q := range a.Requests() {
		if q.Kind == kindMove && q.Data.Table() != nil {
			vx, vy := q.Data.Table().Get("x"), q.Data.Table().Get("y")
			return vx.Float(), vy.Float(), vx.Kind() == value.KindNumber && vy.Kind() == value.KindNumber
		}
	}
	return 0, 0, false
}

// PlaceOf returns where an agent is, and in which direction it looks, in radians. Its fields x, y and facing say so, the last
// one in degrees. ok is false if it has no place.
func PlaceOf(a *engine.Agent) (x, y, heading float64, ok bool) {
	vx, vy := a.Get(keyX), a.Get(keyY)
	if vx.Kind() != value.KindNumber || vy.Kind() != value.KindNumber {
		return 0, 0, 0, false
	}
	return vx.Float(), vy.Float(), a.Get(keyFacing).Float() * math.Pi / 180, true
}

// carryOut carries out the requests of the agent of b. It only collects blows, since all blows of a tick take
// effect together.
func (a *Arena) carryOut(b *body) {
	hide := false
	for channel, q := range b.agent.Requests() {
		switch q.Kind {
		case kindMove:
			if b.state == alive && b.move(a.field.ground, q.Data.Table()) {
				b.agent.EndRequest(channel)
			}
		case kindAttack, kindThrow:
			if b.state == alive {
				a.blows = append(a.blows, blowOf(b, q))
			}
			b.agent.EndRequest(channel)
		case kindHide:
			hide = true
		case kindDie:
		default:
			a.refuse(b, q)
			b.agent.EndRequest(channel)
		}
	}
	a.setHidden(b, hide && b.still && b.state == alive && a.field.ground.shelterAt(b.kind.Team, b.x, b.y))
}

func (a *Arena) setHidden(b *body, hidden bool) {
	if hidden && !b.hidden {
		a.Stats.Hides++
	}
	b.hidden = hidden
}

// refuse logs a request of a kind that the game does not know, once for each kind of creature.
func (a *Arena) refuse(b *body, q engine.Request) {
	key := b.kind.Name + " " + q.Kind
	if a.refused[key] {
		return
	}
	a.refused[key] = true
	a.note(tr.F("%s requests %s, which the arena cannot do; it can do move, attack, throw and hide", b.agent.Label(), q.Kind))
}

// number returns a number from the data of a request, or fallback if the value is not a finite number.
func number(t *value.Table, name string, fallback float64) float64 {
	if t == nil {
		return fallback
	}
	v := t.Get(name)
	if f := v.Float(); v.Kind() == value.KindNumber && !math.IsNaN(f) && !math.IsInf(f, 0) {
		return f
	}
	return fallback
}
