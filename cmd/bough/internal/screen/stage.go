package screen

import (
	"errors"
	"fmt"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/arena"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine"
)

// Stage is where a game plays: the arena, or a scene.
type Stage interface {
	Game() *bough.Game
	// Tick makes one tick, of the time that Step says.
	Tick()
	Step() time.Duration
	Actors() []arena.Actor
	// Size is that of the land, 0 if there is none to draw.
	Size() (width, height float64)
	Things() []arena.Thing
	Shots() []arena.Shot
	// Standing says in a few words how it goes.
	Standing() string
	// Restart begins anew, if that is possible.
	Restart() error
}

// noisy is a Stage on which noises can be made.
type noisy interface{ Noise(engine.AgentID) }

// InArena makes a stage of an arena.
func InArena(a *arena.Arena) Stage { return inArena{a} }

type inArena struct{ *arena.Arena }

func (s inArena) Step() time.Duration { return arena.Step }
func (s inArena) Standing() string    { return fmt.Sprintf("%d kills", s.Stats.Kills) }
func (s inArena) Restart() error {
	return errors.New("R begins a scene anew; the arena begins anew with bough play")
}

// InScene makes a stage of a scene. Who has the fields x and y stands on the land.
func InScene(l *scene.Live) Stage { return &inScene{Live: l, kinds: map[string]*arena.Kind{}} }

type inScene struct {
	*scene.Live
	kinds map[string]*arena.Kind // by tree
}

func (s *inScene) Actors() []arena.Actor {
	var out []arena.Actor
	for _, a := range s.Agents() {
		name := a.Program().Name()
		if s.kinds[name] == nil {
			s.kinds[name] = &arena.Kind{Name: name}
		}
		actor := arena.Actor{Kind: s.kinds[name]}
		if a.Alive() {
			actor.Agent = a
			actor.X, actor.Y = nowhere, nowhere
			if placed(a) {
				actor.X, actor.Y, actor.Facing = a.Get(keyX).Float(), a.Get(keyY).Float(), a.Get(keyFacing).Float()
			}
		}
		out = append(out, actor)
	}
	return out
}

// Size returns the land that all stand on, from 0 to a little beyond the furthest one.
func (s *inScene) Size() (width, height float64) {
	for _, a := range s.Actors() {
		if placed(a.Agent) {
			width, height = max(width, a.X+margin), max(height, a.Y+margin)
		}
	}
	return width, height
}

// nowhere is where those stand who have no place on the land: outside of each picture.
const nowhere = -1e6

// margin is how far the land goes on beyond who stands at its edge.
const margin = 4

// placed reports whether an agent has a place on the land.
func placed(a *engine.Agent) bool {
	return a != nil && a.Get(keyX).Kind() == engine.NumberValue && a.Get(keyY).Kind() == engine.NumberValue
}

func (s *inScene) Things() []arena.Thing { return nil }
func (s *inScene) Shots() []arena.Shot   { return nil }
