// Package village is the game without a screen: guards, villagers and a thief, whose scripts are in the folder scripts.
//
//	village.go  the agents, what scripts can ask, and what their requests do
//	land.go     houses, woods and ways
package village

import (
	"embed"
	"fmt"
	"io/fs"
	"math"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind/geom"
)

//go:embed scripts
var embedded embed.FS

// Keys are made once: reading a field by a key hashes no string.
var (
	keyX, keyY, keyFacing = engine.KeyOf("x"), engine.KeyOf("y"), engine.KeyOf("facing")
	keyHP, keyThief       = engine.KeyOf("hp"), engine.KeyOf("thief")
	keySteerX, keySteerY  = engine.KeyOf("steer_x"), engine.KeyOf("steer_y")
)

// Village is the game. Only one goroutine may use it.
type Village struct {
	Game   *bough.Game
	Stolen int // times that the thief has emptied the chest
	Caught int // times that a guard has caught the thief

	people []Person // as scripts see them: at the beginning of the tick
	thief  *bough.Agent
}

// Person is an agent as it is drawn.
type Person struct {
	Agent  *bough.Agent
	Kind   string // guard, villager or thief
	At     Point
	Facing float64 // degrees
	HP     float64
	Doing  string // the behavior that runs, as a path
	Hunts  bool   // a guard sees the thief
}

// Open opens the game. A folder of scripts is watched; without one, those in the program are played. tell gets a line for each
// reload and each error.
func Open(folder string, tell func(string)) (*Village, error) {
	v := &Village{}
	o := bough.Options{
		Seed: 7, Watch: folder != "", Prefix: "scripts",
		Helpers: map[string][]bough.Helper{
			"geom": geom.Helpers(),
			"land": {
				bough.Func("step(x, y, to_x, to_y, distance): the next place on a way around houses, and whether the goal is reached", func(x, y, toX, toY, distance float64) (float64, float64, bool) {
					p, there := step(Point{x, y}, Point{toX, toY}, distance)
					return p.X, p.Y, there
				}),
				bough.Func("sees(id, range, angle): the number of the thief, if it is in the field of view, or nil", v.sees),
				bough.Func("hunter(id, range): the number of a guard that is near, or that sees the thief, or nil", v.hunter),
				bough.Func("position(id): where somebody stands", func(id int) (float64, float64) {
					p := v.person(id).At
					return p.X, p.Y
				}),
				bough.Func("hideout(id): the middle of the wood that is nearest and farthest from the guards", v.hideout),
				bough.Func("chest(): where the gold is", func() (float64, float64) { return Chest.X, Chest.Y }),
				bough.Func("fire(): a place beside the fire", func() (float64, float64) { return Fire.X + 1.2, Fire.Y }),
				bough.Func("at_chest(id): whether somebody can reach into the chest", func(id int) bool { return v.person(id).At.to(Chest) < 1 }),
			},
		},
		OnFault: func(f *engine.Fault) { tell(f.Error()) },
		OnReload: func(r *bough.Report) {
			for _, problem := range r.Problems {
				tell(problem.Headline())
			}
			if len(r.Problems) == 0 && v.Game != nil {
				tell("reloaded: no problems")
			}
		},
	}
	files, err := fs.Sub(embedded, "scripts")
	if err != nil {
		return nil, err
	}
	var game *bough.Game
	if folder != "" {
		game, err = bough.Open(folder, o)
	} else {
		game, err = bough.OpenFS(files, o)
	}
	if err != nil {
		return nil, err
	}
	game.Load()
	v.Game = game
	if err := v.populate(); err != nil {
		game.Close()
		return nil, err
	}
	v.look()
	return v, nil
}

// populate spawns everybody.
func (v *Village) populate() error {
	var failed error
	spawn := func(tree string, number int, at Point, f bough.Fields) *bough.Agent {
		f["x"], f["y"] = at.X, at.Y
		a, err := v.Game.SpawnNamed(tree, fmt.Sprintf("%s %d", tree, number), f)
		if err != nil {
			failed = err
		}
		return a
	}
	route := func(points ...Point) (list []any) {
		for _, p := range points {
			list = append(list, map[string]any{"x": p.X, "y": p.Y})
		}
		return list
	}
	rounds := [][]Point{
		{{5, 17}, {29, 17}, {29, 23}, {5, 23}},
		{{37, 24}, {50, 24}, {62, 20}, {51, 16}, {37, 18}},
		{{31, 13.5}, {39, 13.5}, {38.5, 4}, {30, 3.5}},
	}
	for i, round := range rounds {
		spawn("guard", i+1, round[0], bough.Fields{"speed": 5.4, "route": route(round...)})
	}
	places := [][]Point{
		{{53, 28}, {57, 30}, {60, 34}, {54, 35}},
		{{55, 33}, {59, 27.5}, {52, 30}},
		{{23, 32}, {27, 36}, {31, 32}, {24, 36}},
		{{28, 31.5}, {22.5, 34.5}, {31.5, 36}},
		{{32, 21}, {29, 26}, {36, 21}, {25, 26}},
	}
	homes := []Point{{57, 15.8}, {46, 12.3}, {11, 27.2}, {44, 29.2}, {23.5, 11.3}}
	for i, p := range places {
		spawn("villager", i+1, p[0], bough.Fields{"speed": 3.2, "home": map[string]any{"x": homes[i].X, "y": homes[i].Y}, "route": route(p...)})
	}
	v.thief = spawn("thief", 1, Woods[0].Point, bough.Fields{"speed": 4.4})
	return failed
}

// Tick lets time pass: first scripts, then what they request.
func (v *Village) Tick(dt time.Duration) {
	v.Game.Tick(dt)
	v.carryOut()
	v.look()
}

// carryOut carries out what agents request.
func (v *Village) carryOut() {
	for a := range v.Game.World().Agents() {
		for channel, request := range a.Requests() {
			switch request.Kind {
			case "grab":
				v.Stolen++
			case "catch":
				v.Caught++
				wood := Woods[v.Caught%len(Woods)]
				v.thief.Set(keyX, value.Number(wood.X))
				v.thief.Set(keyY, value.Number(wood.Y))
				v.thief.Reset()
			}
			a.EndRequest(channel)
		}
	}
}

// look writes down where everybody is.
func (v *Village) look() {
	v.people = v.people[:0]
	for a := range v.Game.World().Agents() {
		p := Person{Agent: a, Kind: a.Program().Name(), At: placeOf(a), Facing: a.Get(keyFacing).Float(), HP: a.Get(keyHP).Float(), Hunts: !a.Get(keyThief).IsNil()}
		if active := a.ActiveNodes(); len(active) > 0 {
			p.Doing = a.Program().Node(active[len(active)-1]).Name
		}
		v.people = append(v.people, p)
	}
}

func placeOf(a *bough.Agent) Point { return Point{a.Get(keyX).Float(), a.Get(keyY).Float()} }

// People returns everybody. The slice is valid until the next Tick.
func (v *Village) People() []Person { return v.people }

// person returns somebody, or nobody at the middle of the land.
func (v *Village) person(id int) Person {
	for _, p := range v.people {
		if int(p.Agent.ID()) == id {
			return p
		}
	}
	return Person{At: Point{Width / 2, Height / 2}}
}

// Nearest returns who is near a place, or nil.
func (v *Village) Nearest(at Point) *bough.Agent {
	var found *bough.Agent
	best := 2.0
	for _, p := range v.people {
		if d := p.At.to(at); d < best {
			found, best = p.Agent, d
		}
	}
	return found
}

// Hearing is how far a noise goes.
const Hearing = 14.0

// Noise posts a stimulus to everybody who hears a noise.
func (v *Village) Noise(at Point) {
	data, _ := value.Of(map[string]any{"x": at.X, "y": at.Y})
	for _, p := range v.people {
		if p.At.to(at) < Hearing {
			v.Game.World().Post(p.Agent.ID(), engine.Stimulus{Name: "noise", Data: data, TTL: time.Second / 2})
		}
	}
}

// Steer leads the thief in a direction; 0, 0 lets it decide for itself.
func (v *Village) Steer(dx, dy float64) {
	v.thief.Set(keySteerX, value.Number(dx))
	v.thief.Set(keySteerY, value.Number(dy))
}

// Hurt takes hit points from somebody.
func (v *Village) Hurt(a *bough.Agent, points float64) {
	a.Set(keyHP, value.Number(max(a.Get(keyHP).Float()-points, 1)))
}

// sees is a helper for scripts.
func (v *Village) sees(id int, reach, angle float64) *int {
	me := v.person(id)
	for _, p := range v.people {
		if p.Kind != "thief" || hidden(p.At) || me.At.to(p.At) > reach || !clear(me.At, p.At) {
			continue
		}
		off := math.Remainder(math.Atan2(p.At.Y-me.At.Y, p.At.X-me.At.X)*180/math.Pi-me.Facing, 360)
		if math.Abs(off) <= angle/2 || me.At.to(p.At) < 1.5 {
			found := int(p.Agent.ID())
			return &found
		}
	}
	return nil
}

// hunter is a helper for scripts.
func (v *Village) hunter(id int, near float64) *int {
	me := v.person(id)
	for _, p := range v.people {
		if p.Kind == "guard" && (p.Hunts || p.At.to(me.At) < near && clear(p.At, me.At)) {
			found := int(p.Agent.ID())
			return &found
		}
	}
	return nil
}

// hideout is a helper for scripts.
func (v *Village) hideout(id int) (x, y float64) {
	me := v.person(id).At
	best, bestScore := Woods[0], math.Inf(-1)
	for _, w := range Woods {
		score := -me.to(w.Point)
		for _, p := range v.people {
			if p.Kind == "guard" {
				score += min(p.At.to(w.Point), 20) / 3
			}
		}
		if score > bestScore {
			best, bestScore = w, score
		}
	}
	return best.X, best.Y
}
