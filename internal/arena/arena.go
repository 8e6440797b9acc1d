package arena

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// Step is the duration of one tick.
const Step = 50 * time.Millisecond

// DefaultAgents is the number of agents if Options does not set another one.
const DefaultAgents = villageSize

// MaxAgents is the largest number of agents in an arena.
const MaxAgents = 100_000

// Options configure an arena.
type Options struct {
	// Agents is the number of agents; 0 means DefaultAgents.
	Agents int
	// CountActivity enables the method Activity, at a small cost in each tick.
	CountActivity bool
	// OnNote is called for each event worth showing, such as a kill. The calls are on the goroutine that calls
	// Tick.
	OnNote func(text string)
}

// Arena is the field with everything on it, and the rules of the game. It must be used by the goroutine that ticks
// its game, except for the helpers of scripts. These are methods of field, and workers call them.
type Arena struct {
	// Stats count the events so far.
	Stats Stats

	agents  int
	game    *bough.Game // nil before Begin
	field   *field
	rand    engine.Rand
	blows   []blow
	shots   []Shot
	refused map[string]bool
	bundle  *assets.Bundle // the last bundle whose trees were examined
	known   map[string]bool
	onNote  func(string)

	activity activity // activity.ran is nil if activity is not counted
}

// stream is the stream of the random numbers of an arena.
const stream = 0xa7e4a

// New returns an arena without a game. AddHelpers then completes the options of the game, and Begin begins it.
func New(o Options) *Arena {
	a := &Arena{agents: cmp.Or(o.Agents, DefaultAgents), field: &field{}, refused: map[string]bool{}, known: map[string]bool{}, onNote: o.OnNote}
	if o.CountActivity {
		a.activity.ran = map[string]int{}
	}
	return a
}

// Begin loads the scripts of a game that was opened with the options of AddHelpers, and spawns the inhabitants. It
// leaves out kinds whose tree does not work, and returns an error if no tree works. A tree that the arena does not know
// becomes a kind of monster, unless another tree includes it. The seed of the game also determines the random events
// outside the scripts.
func (a *Arena) Begin(game *bough.Game) error {
	if a.agents < 0 || a.agents > MaxAgents {
		return fmt.Errorf("arena: %d agents; want 1 to %d", a.agents, MaxAgents)
	}
	a.game, a.rand = game, engine.NewRand(game.World().Seed(), stream)
	*a.field = *newField(planFor(a.agents), &a.rand)
	game.Load()
	cast := castFor(a.agents, a.available())
	if len(cast) == 0 && len(a.strangers()) == 0 {
		return a.nobody()
	}
	for i, k := range cast {
		a.field.enlist(k, i/villageSize)
	}
	a.welcome()
	for i := range a.field.bodies {
		a.born(&a.field.bodies[i])
	}
	a.field.index()
	return nil
}

// available returns the kinds whose trees work, and records these trees as known.
func (a *Arena) available() []*Kind {
	var out []*Kind
	for i := range kinds {
		if a.game.Bundle().Program(kinds[i].Name) != nil {
			a.known[kinds[i].Name] = true
			out = append(out, &kinds[i])
		}
	}
	return out
}

func (a *Arena) nobody() error {
	err := errors.New("no tree works: the arena looks for the trees " + strings.Join(Trees(), ", ") + ", and for any tree that no other one includes")
	if problems := a.game.Bundle().Problems.Errors(); len(problems) > 0 {
		err = fmt.Errorf("%w; the first of %d errors is %s", err, len(problems), problems[0].Error())
	}
	return err
}

// strangers returns the names of trees that are not known and that no other tree includes.
func (a *Arena) strangers() []string {
	included := map[string]bool{}
	bundle := a.game.Bundle()
	for _, t := range bundle.Trees {
		for i := range t.Program.Len() {
			if t.Program.Node(i).Kind == kind.Tree {
				included[t.Program.Node(i).Name] = true
			}
		}
	}
	return slices.DeleteFunc(bundle.TreeNames(), func(name string) bool { return included[name] || a.known[name] })
}

// welcome adds bodies for trees that have begun to work since the last call. These are trees that the arena does
// not know, and trees of its kinds that were broken before.
func (a *Arena) welcome() {
	if a.bundle == a.game.Bundle() {
		return
	}
	a.bundle = a.game.Bundle()
	for _, name := range a.strangers() {
		a.known[name] = true
		k := kindNamed(name)
		for range k.Share {
			a.field.enlist(k, 0)
		}
	}
	a.field.giveOwners()
}

// born gives a new agent to a body that has none. If the tree of the body does not work at present, born tries
// again later.
func (a *Arena) born(b *body) {
	if b.timer > 0 {
		return
	}
	a.place(b)
	agent, err := a.game.SpawnNamed(b.kind.Name, b.kind.Name, b.fields(a.field.plan))
	if err != nil {
		b.timer = returnTicks
		return
	}
	a.field.assign(b, agent)
	b.state = alive
	a.Stats.Births++
}

// place puts a body at its first position: near one of the homes of its kind or, for a pet, near its owner.
func (a *Arena) place(b *body) {
	corner, homes := a.field.plan.corner(b.place), b.kind.homes()
	h := homes[int(a.rand.IntRange(0, float64(len(homes)-1)))]
	b.home = point{corner.x + h.x, corner.y + h.y}
	x, y := b.home.x, b.home.y
	if b.owner >= 0 && a.field.bodies[b.owner].state == alive {
		x, y = a.field.bodies[b.owner].x, a.field.bodies[b.owner].y
	}
	x, y = a.field.around(x, y, a.rand.Float64()*360, 1+float64(2*a.rand.Float64()))
	b.x, b.y = a.field.ground.pushOut(b.kind.Team, x, y)
	b.facing = a.rand.IntRange(0, 359)
	b.hp, b.hidden, b.flash = b.kind.HP, false, 0
}

// Tick ticks the game, so that changed files take effect and all agents decide. It then carries out their requests.
func (a *Arena) Tick() {
	a.game.Tick(Step)
	if a.activity.ran != nil {
		a.activity.count(a)
	}
	a.welcome()
	for i := range a.field.bodies {
		if b := &a.field.bodies[i]; b.agent != nil {
			b.readFields(a.field.ground)
		}
	}
	for i := range a.field.bodies {
		if b := &a.field.bodies[i]; b.agent != nil && !b.agent.Paused() {
			a.carryOut(b)
		}
	}
	a.field.separate()
	a.age()
	for _, w := range a.blows {
		a.strike(w)
	}
	a.blows = a.blows[:0]
	a.deaths()
	a.show()
	a.field.index()
}

// show copies the state of the bodies to the fields of their agents.
func (a *Arena) show() {
	for i := range a.field.bodies {
		b := &a.field.bodies[i]
		if b.agent == nil {
			continue
		}
		b.writeFields()
		if b.owner < 0 {
			continue
		}
		owner := value.Value{}
		if id := a.field.owner(b.id); id != nil {
			owner = value.Number(float64(*id))
		}
		if !b.agent.Get(keyOwner).Equal(owner) {
			b.agent.Set(keyOwner, owner)
		}
	}
}

// Game returns the game that the arena plays.
func (a *Arena) Game() *bough.Game { return a.game }

func villageName(place int) string { return "village" + strconv.Itoa(place+1) }

// IsLabel reports whether text is the label of an agent, such as "troll#3". Otherwise it is the name of a tree.
func IsLabel(text string) bool { return strings.Contains(text, "#") }
