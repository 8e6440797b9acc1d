package conform

import (
	"strconv"
	"time"
)

func (g *generator) steps() {
	for range randomTicks {
		for range 3 {
			if !g.oneIn(4) {
				break
			}
			s := g.step()
			g.c.Steps = append(g.c.Steps, s)
			if s.Kind == StepPost && g.oneIn(6) {
				g.more(s)
			}
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

// more posts further stimuli of the same name, so that nodes choose among them.
func (g *generator) more(first *Step) {
	for range 1 + g.upTo(9) {
		s := *first
		s.Stimulus.Data = pick(g, randomData) + strconv.Itoa(len(g.c.Steps))
		s.Stimulus.TTL = time.Duration(g.upTo(15)) * time.Second
		g.c.Steps = append(g.c.Steps, &s)
	}
}

// step generates a step between two ticks, usually a stimulus.
func (g *generator) step() *Step {
	s := &Step{Agent: Agent(g.upTo(len(g.c.Agents))) - 1}
	if g.rich() && g.oneIn(3) {
		g.richStep(s)
		return s
	}
	switch g.src.IntN(18) {
	case 10:
		s.Kind = StepReset
	case 11:
		s.Kind = StepPause
	case 12:
		s.Kind = StepResume
	case 13:
		s.Kind, s.Tree = StepSwitch, pick(g, g.c.Trees)
	case 14:
		s.Kind, s.Field, s.Value = StepSet, pick(g, randomFields), g.upTo(4)-1
	case 15:
		s.Kind, s.Agent, s.Behavior = StepSave, Everyone, pick(g, g.c.Behaviors)
	case 16, 17:
		s.Kind, s.Node = StepAbort, g.nodeName()
	default:
		s.Kind = StepPost
		s.Stimulus = Stimulus{
			Name: pick(g, randomStimuli), Data: pick(g, randomData) + strconv.Itoa(len(g.c.Steps)),
			TTL: time.Duration(g.upTo(5)) * time.Second,
		}
	}
	return s
}

// nodeName returns the name of a behavior or the id of a node, which the tree of an agent may not have.
func (g *generator) nodeName() string {
	if g.ids > 0 && g.oneIn(2) {
		return "n" + strconv.Itoa(1+g.upTo(g.ids-1))
	}
	return g.behaviorName()
}

func (g *generator) richStep(s *Step) {
	switch g.src.IntN(9) {
	case 6:
		s.Kind, s.Field, s.Value = StepSet, "hp", g.upTo(4)-1
	case 5:
		s.Kind, s.Agent, s.Field, s.Value = StepSet, Everyone, pick(g, randomEntries), g.upTo(3)
	case 0:
		s.Kind = StepExplain
	case 1:
		s.Kind, s.Channel = StepEnd, pick(g, randomChannels)
	case 2:
		s.Kind = StepImpose
		s.Request = Request{Kind: "fall", Channel: pick(g, randomChannels), Priority: g.upTo(4), Passive: true}
	case 3, 7, 8:
		s.Kind, s.Agent = StepEdit, Everyone
		s.Old, s.Tree = pick(g, g.c.Trees), pick(g, g.c.Trees)
		switch last := g.c.Trees[len(g.c.Trees)-1]; g.src.IntN(5) {
		case 3:
			s.Old, s.Tree = g.c.Trees[0], last
		case 4:
			s.Old, s.Tree = last, g.c.Trees[0]
		}
	case 4:
		s.Kind, s.Agent, s.Behavior = pick(g, []StepKind{StepDelete, StepSave}), Everyone, pick(g, g.c.Behaviors)
	}
}
