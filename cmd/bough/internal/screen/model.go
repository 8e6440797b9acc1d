package screen

import (
	"cmp"
	"math"
	"slices"

	"github.com/bough-dev/bough/cmd/bough/internal/pace"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/arena"
)

// speeds are the speeds that keys set.
var speeds = []float64{pace.MinSpeed, 0.25, 0.5, 1, 2, 4, 8, pace.MaxSpeed}

// nearest returns the index in speeds of the one that is nearest to a speed.
func nearest(speed float64) (at int) {
	for i, s := range speeds {
		if math.Abs(s-speed) < math.Abs(speeds[at]-speed) {
			at = i
		}
	}
	return at
}

// Model is the state of the view of a game. It must be used by the goroutine that ticks the game.
type Model struct {
	Stage Stage
	Log   *arena.Log

	pace    *pace.Pace
	order   []int // indices of the actors in the order of the list, which is by kind
	at      int   // index of the picked actor in order
	pane    pane
	scroll  int // first line shown, for a pane other than the log
	logUp   int // number of lines above the bottom, for the log
	help    bool
	helpAt  int // first line of the help that is shown
	prompt  *prompt
	watch   watch
	notice  string // the effect of the last key, in words
	pasting bool   // the following keys are pasted text
	quit    bool
}

// New returns a model with the speed that is nearest to the given one.
func New(stage Stage, l *arena.Log, speed float64) *Model {
	m := &Model{Stage: stage, Log: l, pace: pace.New(stage, func() { l.ReportOmitted(false) })}
	m.pace.SetSpeed(speeds[nearest(speed)])
	m.list()
	m.watch.pick = func() *engine.Agent { return m.picked().Agent }
	stage.Game().OnTick(m.watch.before, m.watch.after)
	return m
}

// list returns the actors. If there are new actors, it updates their order in the list, which is by kind.
func (m *Model) list() []arena.Actor {
	actors := m.Stage.Actors()
	if len(actors) == len(m.order) {
		return actors
	}
	kinds := map[*arena.Kind]int{}
	m.order = m.order[:0]
	for i := range actors {
		m.order = append(m.order, i)
		if _, seen := kinds[actors[i].Kind]; !seen {
			kinds[actors[i].Kind] = len(kinds)
		}
	}
	slices.SortStableFunc(m.order, func(i, j int) int { return cmp.Compare(kinds[actors[i].Kind], kinds[actors[j].Kind]) })
	return actors
}

// picked returns the picked actor. Its agent is nil if the actor is dead and has not come back yet.
func (m *Model) picked() arena.Actor {
	actors := m.list()
	if len(actors) == 0 {
		return arena.Actor{}
	}
	return actors[m.order[m.at]]
}

// move picks the actor that is n places further down in the list.
func (m *Model) move(n int) {
	m.list()
	if len(m.order) > 0 {
		m.at = ((m.at+n)%len(m.order) + len(m.order)) % len(m.order)
	}
	m.scroll = 0
}
