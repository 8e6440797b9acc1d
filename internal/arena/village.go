package arena

import (
	"math"

	"github.com/bough-dev/bough/engine"
)

// A village is villageWidth by villageHeight units of land for villageSize agents. The number of villages grows
// with the number of agents, so that the density stays the same.
const (
	villageWidth  = 60.0
	villageHeight = 24.0
	villageSize   = 40
)

type point struct{ x, y float64 }

// The places in a village, relative to its upper left corner.
var (
	huts   = []point{{7, 4.5}, {17, 3.5}, {6, 18.5}, {17, 20.5}, {27, 16.5}, {26, 6}}
	bushes = []point{{31, 2.5}, {32, 21}, {36, 11.5}, {44, 3}, {45, 21}, {3, 11.5}, {12, 21.5}, {54, 12}}
	rocks  = []Thing{
		{R: 1.3, X: 33.5, Y: 6.5}, {R: 1.2, X: 34, Y: 17}, {R: 1.5, X: 40, Y: 8}, {R: 1.6, X: 41, Y: 16},
		{R: 1.2, X: 48.5, Y: 8}, {R: 1.4, X: 49, Y: 16.5}, {R: 1.1, X: 56, Y: 18}, {R: 1.0, X: 22, Y: 11.5},
	}
	lairs = []point{{55, 4}, {54, 21}, {58, 9}}
	posts = []point{{14, 9}, {23, 14.5}, {11, 15}}
)

// routes are closed routes through a village, by name.
var routes = map[string][]point{
	"village": {{11, 8}, {20, 7.5}, {23, 17}, {12, 16}},
	"border":  {{29, 11}, {30, 4.5}, {35, 3.5}, {37.5, 11}, {37, 19.5}, {30, 19}},
	"wild":    {{52, 6}, {45, 6}, {44, 12}, {45, 18.5}, {52, 19}, {52.5, 12}},
	"raid":    {{50, 12}, {44, 11.5}, {35, 14}, {23, 9}, {37, 2.5}, {47, 4}},
}

// homes returns the places where members of a kind live, relative to the corner of a village.
func (k *Kind) homes() []point {
	switch {
	case k.Team == Monsters:
		return lairs
	case k.Name == "guard":
		return posts
	}
	return huts
}

// plan is the layout of all villages.
type plan struct {
	cols, rows int
}

// planFor returns a plan with enough villages for n agents. Its land is about three times as wide as high.
func planFor(n int) plan {
	count := max(1, (n+villageSize-1)/villageSize)
	cols := max(1, int(math.Round(math.Sqrt(float64(count)))))
	return plan{cols, (count + cols - 1) / cols}
}

func (p plan) width() float64  { return villageWidth * float64(p.cols) }
func (p plan) height() float64 { return villageHeight * float64(p.rows) }

// corner returns the upper left corner of village v.
func (p plan) corner(v int) point {
	return point{float64(v % p.cols * villageWidth), float64(v / p.cols * villageHeight)}
}

// build creates the things on the land. The positions of rocks and bushes vary slightly from village to village.
func (p plan) build(r *engine.Rand) *ground {
	var things []Thing
	jitter := func() float64 { return r.Float64() - 0.5 }
	for v := range p.cols * p.rows {
		c := p.corner(v)
		for _, h := range huts {
			things = append(things, Thing{Kind: Hut, X: c.x + h.x, Y: c.y + h.y, W: 2, H: 1.4})
		}
		for _, b := range bushes {
			things = append(things, Thing{Kind: Bush, X: c.x + b.x + jitter(), Y: c.y + b.y + jitter(), R: 1.4})
		}
		for _, s := range rocks {
			s.X, s.Y = s.X+c.x+jitter(), s.Y+c.y+jitter()
			things = append(things, s)
		}
	}
	return newGround(p.width(), p.height(), things)
}
