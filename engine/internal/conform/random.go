package conform

import (
	"slices"
	"strconv"
	"time"
)

// Source is the source of randomness for random cases: a *rand.Rand of math/rand/v2, or a small adapter for a
// property-testing library, which can then shrink cases. A source that returns only zeros gives the smallest case.
type Source interface {
	// IntN returns a number from 0 to n-1; n is at least 1.
	IntN(n int) int
}

// Bounds on a random case.
const (
	randomNodes     = 15
	randomTicks     = 30
	randomOutcomes  = 12
	randomBehaviors = 8
)

// The names in random cases. The field pal contains the number of an agent, or a number that no agent has.
var (
	randomStimuli  = []string{"noise", "light"}
	randomData     = []string{"weak", "strong"} // the beginnings of the data of stimuli
	randomFields   = []string{"hp", "pal"}
	randomEntries  = []string{"board.alarm", "board.gate"}
	randomChannels = []string{"legs", "hands"}
	randomRequests = []string{"move", "hit"}
)

// Random generates a case with one or two trees of up to 15 nodes, with random scripts, marks, guards, stimuli,
// errors, pauses, saves and resets in 30 ticks. The nodes are behaviors and nodes of the given kinds, with
// parameters. Behaviors choose among their children like the choosers among the given kinds. If kinds are given,
// the case also has intervals of behaviors, requests, a board, explanations and edits of trees. Some trees do
// nothing, so the case is useful only for Compare.
func Random(src Source, kinds ...string) *Case { return random(src, (*generator).root, kinds) }

// RandomNumbers generates a case with a tree of kinds that take a number, several of them one below the other. Most numbers
// are computed. Edits change only numbers.
func RandomNumbers(src Source) *Case { return random(src, (*generator).numbers, AllKinds()) }

func random(src Source, root func(*generator) *Node, kinds []string) *Case {
	g := generator{src: src, kinds: kinds, c: &Case{
		Name: "random", About: "A random tree.", Rule: "all of it",
		History: 4, Quarantine: 3, DT: time.Second, Agents: []string{"agent"},
	}}
	g.world()
	g.behaviors()
	main := &Tree{Name: mainTree}
	g.c.Trees = []*Tree{main}
	if g.oneIn(4) {
		g.c.Trees = append(g.c.Trees, &Tree{Name: "other", Root: g.root()})
	}
	main.Root = root(&g)
	if g.rich() && !g.oneIn(3) {
		g.c.Trees = append(g.c.Trees, &Tree{Name: "edited", Root: g.edited(main.Root)})
	}
	g.steps()
	g.repair()
	if errs := g.c.link(); len(errs) > 0 {
		panic("conform: a random case is broken: " + errs.Error())
	}
	return g.c
}

// AllKinds returns the names of all kinds, for Random.
func AllKinds() []string {
	var names []string
	for _, k := range Kinds {
		if k.Name != KindTree {
			names = append(names, k.Name)
		}
	}
	return names
}

// generator generates one case. In each draw, 0 is the simplest choice.
type generator struct {
	src   Source
	kinds []string
	c     *Case
	nodes int // number of nodes that may still be added to the current tree
	ids   int // number of ids used so far

	computes int  // quarters of the numbers that are computed
	renumber bool // whether edits change only numbers
}

// rich reports whether the case has more than trees of behaviors.
func (g *generator) rich() bool { return len(g.kinds) > 0 }

// oneIn returns true in one of n cases.
func (g *generator) oneIn(n int) bool { return g.src.IntN(n) == n-1 }

// upTo returns a random number from 0 to n.
func (g *generator) upTo(n int) int { return g.src.IntN(n + 1) }

func pick[T any](g *generator, list []T) T { return list[g.src.IntN(len(list))] }

func (g *generator) world() {
	if g.oneIn(8) {
		g.c.Agents = []string{"anna", "bert"}
	}
	if g.rich() {
		g.c.Seed = uint64(g.upTo(1000))
		g.computes = pick(g, []int{0, 2, 3, 3})
	}
	g.c.Fields = []Field{{"hp", 2}, {"pal", 1}}
	if g.rich() {
		g.c.Board = []Field{{"alarm", 0}, {"gate", 1}}
	}
	for _, name := range []string{"enemy", "dark"} {
		fact := &Fact{Name: name}
		for range 1 + g.upTo(9) {
			v := FactTrue
			if g.oneIn(3) {
				v = pick(g, []FactValue{FactFalse, FactFalse, FactFalse, FactRaises})
			}
			fact.Values = append(fact.Values, v)
		}
		g.c.Facts = append(g.c.Facts, fact)
	}
}

func (g *generator) behaviors() {
	rules := []string{"sequential"}
	for _, k := range Kinds {
		if k.Chooser && slices.Contains(g.kinds, k.Name) {
			rules = append(rules, k.Name)
		}
	}
	for i := range 1 + g.upTo(randomBehaviors-1) {
		b := newBehavior("b" + strconv.Itoa(i))
		if g.oneIn(6) {
			b.Hooks = Hooks(g.upTo(int(DefaultHooks)))
		}
		if g.oneIn(4) {
			b.Children = pick(g, rules)
		}
		if g.oneIn(5) {
			b.Stimulus = pick(g, randomStimuli)
			if g.oneIn(2) {
				b.Needs = []*Cond{{Terms: []Term{{Ask: AskStimulus, Name: pick(g, randomData)}}}}
			}
		}
		if g.rich() && g.oneIn(5) {
			b.Interval = time.Duration(1+g.upTo(3)) * time.Second
		}
		b.NonExclusive, b.Memory, b.RestartOnReload = g.oneIn(8), g.oneIn(4), g.oneIn(3)
		g.script(b)
		g.c.Behaviors = append(g.c.Behaviors, b)
	}
}

func (g *generator) script(b *Behavior) {
	b.Part.PerCall = g.oneIn(10)
	for range g.upTo(randomOutcomes) {
		b.Part.Outcomes = append(b.Part.Outcomes, g.outcome(b.Part.PerCall))
	}
	b.Part.PerCall = b.Part.PerCall && len(b.Part.Outcomes) > 0
	if g.oneIn(8) {
		b.Needs = append(b.Needs, g.cond())
	}
	if g.oneIn(8) {
		h := pick(g, []Hook{HookBehavior, HookEnter, HookExit})
		b.Effects = []Effect{{Hook: h, Field: pick(g, randomFields), Add: g.oneIn(2), Value: g.upTo(3) - 1}}
	}
	if g.rich() && g.oneIn(4) {
		h := pick(g, []Hook{HookBehavior, HookEnter, HookExit})
		b.Effects = append(b.Effects, Effect{Hook: h, Field: pick(g, randomEntries), Add: g.oneIn(2), Value: g.upTo(3) - 1})
	}
	if g.rich() && g.oneIn(4) {
		h := pick(g, []Hook{HookBehavior, HookEnter, HookExit})
		b.Effects = append(b.Effects, Effect{Hook: h, Field: pick(g, randomEntries), Claim: true, Value: g.upTo(3) - 1})
	}
	if slices.Contains(g.kinds, "utility") && g.oneIn(2) {
		b.Hooks = b.Hooks.With(HookUtility)
		for range 1 + g.upTo(4) {
			b.Utilities = append(b.Utilities, g.upTo(3)-1)
		}
	}
	if slices.Contains(g.kinds, "goal") && g.oneIn(2) {
		b.Hooks = b.Hooks.With(HookPostcondition)
		for range 1 + g.upTo(4) {
			b.Achieved = append(b.Achieved, g.oneIn(3))
		}
	}
}

func (g *generator) outcome(perCall bool) Outcome {
	o := Outcome{Ready: true, Status: Running}
	switch n := g.src.IntN(24); {
	case n < 12:
	case n < 16:
		o.Status = Success
	case n < 18:
		o.Status = Failure
	case n < 22:
		o.Ready = perCall
	case perCall:
		o.Raise = o.Raise.With(HookBehavior)
	default:
		o.Raise = o.Raise.With(pick(g, []Hook{
			HookPrecondition, HookBehavior, HookEnter, HookExit, HookUtility, HookPostcondition,
		}))
	}
	return o
}

// cond generates a condition with one or two terms.
func (g *generator) cond() *Cond {
	c := &Cond{Terms: []Term{g.term()}}
	if g.oneIn(4) {
		c.Terms = append(c.Terms, g.term())
	}
	return c
}

func (g *generator) term() Term {
	name := pick(g, g.c.Facts)
	if g.oneIn(6) {
		return Term{Ask: AskStimulus, Name: pick(g, randomData), Not: g.oneIn(2)}
	}
	if g.rich() && g.oneIn(6) {
		return Term{Field: pick(g, randomEntries), Op: pick(g, ops), Value: g.upTo(3)}
	}
	switch g.src.IntN(10) {
	case 9:
		return Term{Ask: AskInForce, Name: pick(g, randomChannels), Kind: pick(g, randomRequests), Not: g.oneIn(2)}
	case 4:
		return Term{Fact: name, Not: true}
	case 5:
		return Term{Field: "hp", Op: pick(g, ops), Value: g.upTo(3)}
	case 6:
		ask := AskRan
		if g.oneIn(2) {
			ask = AskRanAgo
		}
		return Term{Ask: ask, Name: g.behaviorName(), Ticks: 1 + g.upTo(3), Not: g.oneIn(2)}
	case 7:
		return Term{Ask: AskActive, Name: g.behaviorName(), Not: g.oneIn(2)}
	case 8:
		return Term{Ask: AskSince, Name: g.behaviorName(), Ticks: 1, Op: pick(g, ops), Value: g.upTo(3)}
	}
	return Term{Fact: name}
}

func (g *generator) behaviorName() string { return "b" + strconv.Itoa(g.upTo(randomBehaviors-1)) }
