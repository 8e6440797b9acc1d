package arena

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
)

// Step is the time of one tick.
const Step = 50 * time.Millisecond

// DefaultAgents is how many agents there are unless Options say otherwise.
const DefaultAgents = villageSize

// MaxAgents is how many agents an arena takes.
const MaxAgents = 100_000

// Options configure an arena.
type Options struct {
	// Seed determines the random events outside the scripts. The game should have the same seed.
	Seed uint64
	// Agents is the number of agents; 0 means DefaultAgents.
	Agents int
	// CountActivity makes Activity work, at a small cost for each tick.
	CountActivity bool
	// OnNote is called for events worth showing, such as a kill, on the goroutine that
	// calls Tick.
	OnNote func(text string)
}

// Arena is the field with everything on it. It must be used by the goroutine that ticks its game.
// Only its helpers are called by workers.
type Arena struct {
	// Stats count the events so far.
	Stats Stats

	game    *bough.Game
	plan    plan
	ground  *ground
	grid    buckets
	bodies  []body  // by slot
	slots   []int32 // by agent ID: slot+1, or 0
	petOf   []int   // by slot of the owner: slot of the pet, or -1
	rand    engine.Rand
	blows   []blow
	shots   []Shot
	refused map[string]bool
	bundle  *assets.Bundle // the last bundle whose trees were examined
	known   map[string]bool
	onNote  func(string)

	activity activity // ran is nil if activity is not counted
}

// empty returns an arena of one village without inhabitants.
func empty() *Arena {
	a := &Arena{rand: engine.NewRand(0), plan: planFor(1)}
	a.ground = a.plan.build(&a.rand)
	a.grid = newBuckets(a.ground.width, a.ground.height, bodyCell)
	return a
}

// New binds the helpers to a game that has not loaded its scripts yet, loads the scripts, and spawns the
// inhabitants. It leaves out kinds whose tree does not work, and returns an error if no tree works. Trees that the
// arena does not know become monsters, unless another tree includes them.
func New(game *bough.Game, o Options) (*Arena, error) {
	if o.Agents < 0 || o.Agents > MaxAgents {
		return nil, fmt.Errorf("arena: %d agents; want 1 to %d", o.Agents, MaxAgents)
	}
	if o.Agents == 0 {
		o.Agents = DefaultAgents
	}
	a := &Arena{
		game: game, plan: planFor(o.Agents), rand: engine.NewRand(o.Seed, 0xa7e4a),
		refused: map[string]bool{}, known: map[string]bool{}, onNote: o.OnNote,
	}
	if o.CountActivity {
		a.activity.ran = map[string]int{}
	}
	a.ground = a.plan.build(&a.rand)
	a.grid = newBuckets(a.ground.width, a.ground.height, bodyCell)
	if err := a.bind(game); err != nil {
		return nil, err
	}
	game.Load()
	cast := castFor(o.Agents, a.available())
	if len(cast) == 0 && len(a.strangers()) == 0 {
		return nil, a.nobody()
	}
	for i, k := range cast {
		a.enlist(k, i/villageSize)
	}
	a.welcome()
	for i := range a.bodies {
		a.born(&a.bodies[i])
	}
	a.index()
	return a, nil
}

// available returns the kinds whose trees work.
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
	var names []string
	for _, k := range kinds {
		names = append(names, k.Name)
	}
	err := errors.New("no tree works: the arena looks for the trees " + strings.Join(names, ", ") + ", and for any tree that no other one includes")
	if problems := a.game.Bundle().Problems.Errors(); len(problems) > 0 {
		err = fmt.Errorf("%w; the first of %d errors is %s", err, len(problems), problems[0].Error())
	}
	return err
}

// strangers returns the names of trees that the arena does not know and that no
// other tree includes.
func (a *Arena) strangers() []string {
	included := map[string]bool{}
	bundle := a.game.Bundle()
	for _, t := range bundle.Trees {
		for i := range t.Program.Len() {
			if t.Program.Node(i).Kind == engine.KindTree {
				included[t.Program.Node(i).Name] = true
			}
		}
	}
	return slices.DeleteFunc(bundle.TreeNames(), func(name string) bool { return included[name] || a.known[name] })
}

// welcome adds bodies for trees that have begun to work: unknown trees, and trees of the arena's kinds that were
// broken before.
func (a *Arena) welcome() {
	if a.bundle == a.game.Bundle() {
		return
	}
	a.bundle = a.game.Bundle()
	for _, name := range a.strangers() {
		a.known[name] = true
		k := kindNamed(name)
		for range k.Share {
			a.enlist(k, 0)
		}
	}
	a.giveOwners()
}

// enlist adds a body that has not been born yet.
func (a *Arena) enlist(k *Kind, village int) {
	a.bodies = append(a.bodies, body{slot: len(a.bodies), kind: k, place: village, owner: -1, lastHit: -1})
	a.petOf = append(a.petOf, -1)
}

// giveOwners gives each pet a villager of its village as its owner. No villager owns two pets, so some pets may
// have no owner.
func (a *Arena) giveOwners() {
	for i := range a.bodies {
		pet := &a.bodies[i]
		if !pet.kind.Pet || pet.owner >= 0 {
			continue
		}
		for j := range a.bodies {
			o := &a.bodies[(i+j)%len(a.bodies)]
			if o.kind.Team == pet.kind.Team && !o.kind.Pet && o.place == pet.place && a.petOf[o.slot] < 0 {
				pet.owner, a.petOf[o.slot] = o.slot, i
				break
			}
		}
	}
}

// born gives a new agent to a body that has none. If the tree of the body does not work at present, the body waits.
func (a *Arena) born(b *body) {
	if b.timer > 0 {
		return
	}
	a.place(b)
	agent, err := a.game.SpawnNamed(b.kind.Name, b.kind.Name, b.fields(a.plan))
	if err != nil {
		b.timer = returnTicks
		return
	}
	b.agent, b.id, b.state = agent, agent.ID(), alive
	for int(b.id) >= len(a.slots) {
		a.slots = append(a.slots, 0)
	}
	a.slots[b.id] = int32(b.slot + 1)
	a.Stats.Births++
}

// place puts a body at its first place: one of the homes of its kind or, for a pet, the
// place of its owner.
func (a *Arena) place(b *body) {
	corner, homes := a.plan.corner(b.place), b.kind.homes()
	h := homes[int(a.rand.IntRange(0, float64(len(homes)-1)))]
	b.home = point{corner.x + h.x, corner.y + h.y}
	x, y := b.home.x, b.home.y
	if b.owner >= 0 && a.bodies[b.owner].state == alive {
		x, y = a.bodies[b.owner].x, a.bodies[b.owner].y
	}
	x, y = a.Around(x, y, a.rand.Float64()*360, 1+2*a.rand.Float64())
	b.x, b.y = a.pushOut(b.kind.Team, x, y)
	b.facing = a.rand.IntRange(0, 359)
	b.hp, b.hidden, b.flash = b.kind.HP, false, 0
}

// Tick puts changed files in force, lets all agents decide and act, and carries out
// their requests.
func (a *Arena) Tick() {
	a.game.Tick(Step)
	if a.activity.ran != nil {
		a.activity.count(a)
	}
	a.welcome()
	for i := range a.bodies {
		if b := &a.bodies[i]; b.agent != nil {
			b.readFields(a.ground)
		}
	}
	for i := range a.bodies {
		if b := &a.bodies[i]; b.agent != nil && !b.agent.Paused() {
			a.carryOut(b)
		}
	}
	a.separate()
	a.age()
	for _, w := range a.blows {
		a.strike(w)
	}
	a.blows = a.blows[:0]
	a.deaths()
	a.show()
	a.index()
}

// show copies the state of the bodies to the fields of their agents.
func (a *Arena) show() {
	for i := range a.bodies {
		b := &a.bodies[i]
		if b.agent == nil {
			continue
		}
		b.writeFields()
		if b.owner < 0 {
			continue
		}
		owner := engine.Value{}
		if id := a.Owner(b.id); id != nil {
			owner = engine.Number(float64(*id))
		}
		if !b.agent.Get(keyOwner).Equal(owner) {
			b.agent.Set(keyOwner, owner)
		}
	}
}

// Game returns the game whose agents live here.
func (a *Arena) Game() *bough.Game { return a.game }

func villageName(place int) string { return "village" + strconv.Itoa(place+1) }

// IsLabel reports whether a text is the label of an agent, such as "troll#3", rather
// than the name of a tree.
func IsLabel(text string) bool { return strings.Contains(text, "#") }
