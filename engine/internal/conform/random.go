package conform

import (
	"strconv"
	"time"
)

// Source is where random cases come from: a *rand.Rand of math/rand/v2, or a
// few lines around a property-testing library, which then shrinks them. A
// source of zeros gives the smallest case.
type Source interface {
	// IntN returns a number from 0 to n-1; n is at least 1.
	IntN(n int) int
}

// Bounds of a random case.
const (
	randomNodes     = 15
	randomTicks     = 30
	randomOutcomes  = 12
	randomBehaviors = 8
)

// randomStimuli are the stimuli of random cases.
var randomStimuli = []string{"noise", "light"}

// Random makes a case: one or two trees of up to 15 nodes, with random
// scripts, marks, guards, stimuli, errors, pauses, saves and resets over 30
// ticks. Besides behaviors its nodes are of the given kinds, which must need no
// parameters. Some trees expect nothing: the case is for Compare.
func Random(src Source, kinds ...string) *Case {
	g := generator{src: src, kinds: kinds, c: &Case{
		Name: "random", About: "A random tree.", Rule: "all of it",
		History: 4, Quarantine: 3, DT: time.Second, Agents: []string{"agent"},
	}}
	g.world()
	g.behaviors()
	main := &Tree{Name: mainTree}
	g.c.Trees = []*Tree{main}
	if g.oneIn(4) {
		other := &Tree{Name: "other", Root: g.root()}
		g.c.Trees = append(g.c.Trees, other)
	}
	main.Root = g.root()
	g.steps()
	g.used()
	if errs := g.c.link(); len(errs) > 0 {
		panic("conform: a random case is broken: " + errs.Error())
	}
	return g.c
}

// generator makes one case. Wherever it draws, 0 is the plainest choice.
type generator struct {
	src   Source
	kinds []string
	c     *Case
	nodes int // still to be made, of the current tree
}

// oneIn is true once in n times.
func (g *generator) oneIn(n int) bool { return g.src.IntN(n) == n-1 }

// upTo returns a number from 0 to n.
func (g *generator) upTo(n int) int { return g.src.IntN(n + 1) }

func pick[T any](g *generator, list []T) T { return list[g.src.IntN(len(list))] }

func (g *generator) world() {
	if g.oneIn(8) {
		g.c.Agents = []string{"anna", "bert"}
	}
	g.c.Fields = []Field{{"hp", 2}}
	fact := &Fact{Name: "enemy"}
	for range 1 + g.upTo(9) {
		v := FactTrue
		if g.oneIn(3) {
			v = pick(g, []FactValue{FactFalse, FactFalse, FactFalse, FactRaises})
		}
		fact.Values = append(fact.Values, v)
	}
	g.c.Facts = []*Fact{fact}
}

func (g *generator) behaviors() {
	for i := range 1 + g.upTo(randomBehaviors-1) {
		b := newBehavior("b" + strconv.Itoa(i))
		if g.oneIn(6) {
			b.Hooks = Hooks(g.upTo(int(DefaultHooks)))
		}
		if g.oneIn(4) {
			b.Children = "sequential"
		}
		if g.oneIn(5) {
			b.Stimulus = pick(g, randomStimuli)
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
		b.Needs = []*Cond{{Terms: []Term{{Field: "hp", Op: ">", Value: g.upTo(3)}}}}
	}
	if g.oneIn(8) {
		h := pick(g, []Hook{HookBehavior, HookEnter, HookExit})
		b.Effects = []Effect{{Hook: h, Field: "hp", Add: g.oneIn(2), Value: g.upTo(3) - 1}}
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
		o.Raise = o.Raise.With(pick(g, []Hook{HookPrecondition, HookBehavior, HookEnter, HookExit}))
	}
	return o
}

func (g *generator) root() *Node {
	g.nodes = g.src.IntN(randomNodes)
	return g.node(0)
}

// node makes a node and the ones below it, as long as there are some to make.
func (g *generator) node(depth int) *Node {
	n := &Node{Kind: KindBehavior}
	shape := Branch
	switch {
	case len(g.kinds) > 0 && g.nodes > 0 && depth < randomNodes && g.oneIn(2):
		n.Kind = pick(g, g.kinds)
		k, _ := KindOf(n.Kind)
		if shape = k.Shape; k.Cond {
			n.Args = []string{"enemy"}
			n.Cond = &Cond{Terms: []Term{{Fact: g.c.Facts[0]}}}
		}
	case len(g.c.Trees) > 1 && g.oneIn(8):
		n.Kind, shape, n.Include, n.Args = KindTree, Leaf, "other", []string{"other"}
	default:
		n.Behavior = pick(g, g.c.Behaviors)
	}
	n.Mark = depth > 0 && g.oneIn(4)
	if g.oneIn(8) {
		n.Guard = &Cond{Terms: []Term{{Fact: g.c.Facts[0], Not: g.oneIn(3)}}}
	}
	g.children(n, shape, depth)
	return n
}

func (g *generator) children(n *Node, shape Shape, depth int) {
	switch shape {
	case Decorator:
		g.nodes--
		n.Children = []*Node{g.node(depth + 1)}
	case Branch:
		for g.nodes > 0 && depth < randomNodes && !g.oneIn(3) {
			g.nodes--
			n.Children = append(n.Children, g.node(depth+1))
		}
	}
}

func (g *generator) steps() {
	for range randomTicks {
		for range 3 {
			if !g.oneIn(4) {
				break
			}
			g.c.Steps = append(g.c.Steps, g.step())
		}
		tick := &Step{Kind: StepTick, Agent: Everyone}
		if g.oneIn(6) {
			tick.HasDT, tick.DT = true, time.Duration(g.upTo(3))*time.Second
		}
		g.c.Steps = append(g.c.Steps, tick)
	}
	last := pick(g, []StepKind{StepClose, StepDespawn})
	g.c.Steps = append(g.c.Steps, &Step{Kind: StepHistory, Agent: Everyone}, &Step{Kind: last, Agent: Everyone})
}

// step makes a step between two ticks, most often a stimulus.
func (g *generator) step() *Step {
	s := &Step{Agent: Agent(g.upTo(len(g.c.Agents))) - 1}
	switch g.src.IntN(16) {
	case 10:
		s.Kind = StepReset
	case 11:
		s.Kind = StepPause
	case 12:
		s.Kind = StepResume
	case 13:
		s.Kind, s.Tree = StepSwitch, pick(g, g.c.Trees)
	case 14:
		s.Kind, s.Field, s.Value = StepSet, "hp", g.upTo(3)
	case 15:
		s.Kind, s.Agent, s.Behavior = StepSave, Everyone, pick(g, g.c.Behaviors)
	default:
		s.Kind = StepPost
		s.Stimulus = Stimulus{
			Name: pick(g, randomStimuli), Data: "d" + strconv.Itoa(len(g.c.Steps)),
			TTL: time.Duration(1+g.upTo(4)) * time.Second,
		}
	}
	return s
}

// used leaves out the behaviors that no tree has, so that the case is as if
// read from a file.
func (g *generator) used() {
	var in []*Behavior
	mentioned := map[*Behavior]bool{}
	var mark func(*Node)
	mark = func(n *Node) {
		if b := n.Behavior; b != nil && !mentioned[b] {
			mentioned[b] = true
			in = append(in, b)
		}
		for _, child := range n.Children {
			mark(child)
		}
	}
	for _, t := range g.c.Trees {
		mark(t.Root)
	}
	g.c.Behaviors = in
	for _, s := range g.c.Steps {
		if s.Kind == StepSave && !mentioned[s.Behavior] {
			s.Kind, s.Behavior = StepResume, nil
		}
	}
}
