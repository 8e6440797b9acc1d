package arena

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
)

// Stats count the events on the land.
type Stats struct {
	Hits, Misses, Kills, Hides, Noises, Births int
}

// Activity is the share of the agents' ticks in which one behavior ran.
type Activity struct {
	Behavior string
	// Share is the fraction of all ticks of agents in which the behavior ran, from 0 to
	// 1.
	Share float64
}

// activity counts, by name, the ticks in which behaviors without children ran.
type activity struct {
	ran   map[string]int
	ticks int // ticks of all agents
}

// count counts the behaviors that ran in the last tick.
func (c *activity) count(a *Arena) {
	for i := range a.field.bodies {
		agent := a.field.bodies[i].agent
		if agent == nil || agent.Paused() {
			continue
		}
		c.ticks++
		p, names := agent.Program(), []string{}
		for _, i := range agent.RanNodes(1) {
			if n := p.Node(i); n.End == i+1 && !slices.Contains(names, n.Name) { // several nodes may have the behavior
				names = append(names, n.Name)
				c.ran[n.Name]++
			}
		}
	}
}

// Activity returns the n behaviors that ran in the most ticks of agents. It leaves out
// behaviors with children. It requires Options.CountActivity.
func (a *Arena) Activity(n int) []Activity {
	var out []Activity
	for name, ran := range a.activity.ran {
		out = append(out, Activity{name, float64(ran) / float64(max(1, a.activity.ticks))})
	}
	slices.SortFunc(out, func(x, y Activity) int {
		return cmp.Or(cmp.Compare(y.Share, x.Share), strings.Compare(x.Behavior, y.Behavior))
	})
	return out[:min(n, len(out))]
}

// Shot is a thrown object that is shown for a few ticks.
type Shot struct {
	X1, Y1, X2, Y2 float64
	Left           int // number of ticks for which it is still shown
}

// Shots returns the shots to draw.
func (a *Arena) Shots() []Shot { return a.shots }

// Things returns the things on the ground.
func (a *Arena) Things() []Thing { return a.field.ground.things }

// Land returns the size of the land of New, in units, and the things on it.
func Land(agents int, seed uint64) (width, height float64, things []Thing) {
	r := engine.NewRand(seed, stream)
	g := planFor(agents).build(&r)
	return g.width, g.height, g.things
}

// Size returns the size of the land in units.
func (a *Arena) Size() (width, height float64) { return a.field.ground.width, a.field.ground.height }

// age removes the shots that have been shown long enough.
func (a *Arena) age() {
	kept := a.shots[:0]
	for _, s := range a.shots {
		if s.Left--; s.Left > 0 {
			kept = append(kept, s)
		}
	}
	a.shots = kept
}

func (a *Arena) note(text string) {
	if a.onNote != nil {
		a.onNote(text)
	}
}
