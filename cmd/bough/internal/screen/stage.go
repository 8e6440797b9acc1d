package screen

import (
	"errors"
	"math"
	"time"

	"github.com/bough-dev/bough/cmd/bough/internal/pace"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/arena"
)

// Stage is a game to show: the arena, or a scene.
type Stage interface {
	pace.Stage
	// Actors returns the actors to list and draw, in a fixed order.
	Actors() []arena.Actor
	// Size returns the size of the land, or zeros if there is no land to draw.
	Size() (width, height float64)
	// Things returns the things on the land.
	Things() []arena.Thing
	// Shots returns the shots to draw.
	Shots() []arena.Shot
	// Standing returns the state of the game in a few words.
	Standing() string
	// Problems returns what is wrong besides the files of the game and the errors of scripts.
	Problems() diag.List
	// Restart starts the game again, or returns an error if that is not possible.
	Restart() error
}

// noisy is a Stage on which an agent can make a noise.
type noisy interface{ Noise(engine.AgentID) }

// InArena returns a stage for an arena.
func InArena(a *arena.Arena) Stage { return inArena{a} }

type inArena struct{ *arena.Arena }

// Step returns the duration of the next tick.
func (s inArena) Step() time.Duration { return arena.Step }

// Standing returns the number of kills, such as "3 kills".
func (s inArena) Standing() string { return tr.F("%d kills", s.Stats.Kills) }

// Problems returns nil.
func (s inArena) Problems() diag.List { return nil }

// Restart returns an error, since an arena cannot start again.
func (s inArena) Restart() error {
	return errors.New(tr.T("R begins a scene anew; the arena begins anew with bough play"))
}

// InScene returns a stage for a scene. Agents that have the fields x and y are shown on the land.
func InScene(l *scene.Live) Stage { return &inScene{Live: l, kinds: map[string]*arena.Kind{}} }

type inScene struct {
	*scene.Live
	kinds map[string]*arena.Kind // the kind for each tree
}

// Actors returns the agents that the scene has spawned.
func (s *inScene) Actors() []arena.Actor {
	left, top, _, _ := s.land()
	var out []arena.Actor
	for _, a := range s.Agents() {
		name := a.Program().Name()
		if s.kinds[name] == nil {
			s.kinds[name] = &arena.Kind{Name: name}
		}
		actor := arena.Actor{Kind: s.kinds[name], X: nowhere, Y: nowhere, Facing: math.NaN()}
		if a.Alive() {
			actor.Agent = a
		}
		if placed(actor.Agent) {
			actor.X, actor.Y = a.Get(keyX).Float()-left, a.Get(keyY).Float()-top
		}
		if f := a.Get(keyFacing); f.Kind() == value.KindNumber {
			actor.Facing = f.Float()
		}
		out = append(out, actor)
	}
	return out
}

// land returns the bounds of the land, which contains all agents. The bounds are multiples of ten, so that they do
// not change with each step.
func (s *inScene) land() (left, top, right, bottom float64) {
	const tens = 10.0
	first := true
	for _, a := range s.Agents() {
		if !placed(a) {
			continue
		}
		x, y := a.Get(keyX).Float(), a.Get(keyY).Float()
		if first {
			left, top, right, bottom, first = x, y, x, y, false
		}
		left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
	}
	if first {
		return 0, 0, 0, 0
	}
	return math.Floor(left/tens) * tens, math.Floor(top/tens) * tens, math.Floor(right/tens+1) * tens, math.Floor(bottom/tens+1) * tens
}

// Size returns the size of the land on which agents stand.
func (s *inScene) Size() (width, height float64) {
	left, top, right, bottom := s.land()
	return right - left, bottom - top
}

// nowhere is the coordinate of agents that have no place on the land. It is outside of every picture.
const nowhere = -1e6

// placed reports whether an agent has a place on the land.
func placed(a *engine.Agent) bool {
	if a == nil || !a.Alive() {
		return false
	}
	for _, k := range []engine.Key{keyX, keyY} {
		if v := a.Get(k); v.Kind() != value.KindNumber || !(math.Abs(v.Float()) < -nowhere/2) {
			return false
		}
	}
	return true
}

// Things returns nil, since the land of a scene has no things.
func (s *inScene) Things() []arena.Thing { return nil }

// Shots returns nil.
func (s *inScene) Shots() []arena.Shot { return nil }
