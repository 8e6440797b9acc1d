package engine

import (
	"cmp"
	"slices"
	"time"

	"github.com/bough-dev/bough/engine/kind"
)

// WhyNot lists the obstacles that keep a node from running; see Agent.Explain.
type WhyNot struct {
	Node  int    `json:"node"`
	Path  string `json:"path"`
	Needs []Need `json:"needs"` // from the root down; none if the node would run
}

// Need is something that must change before a node can run.
type Need struct {
	Node int    `json:"node"` // the node that is the obstacle, or the node in question
	Path string `json:"path"`
	Why  string `json:"why"`

	step *Step // of the obstacle, for Explanation.With; nil if Why has no values
}

// whyNot finds the obstacles that keep node i from running. It also makes checks that the decision did not make:
// the guard, stimulus and precondition of each node above i, and the whole subtree of i. So it finds all obstacles,
// not only the first one.
func (r *explainer) whyNot(i int32, planned bitset) WhyNot {
	w := WhyNot{Node: int(i), Path: r.wk.prog.info[i].path, Needs: []Need{}}
	if planned.has(i) {
		return w
	}
	var above []int32
	for n := i; n >= 0; n = r.wk.prog.info[n].parent {
		above = append(above, n)
	}
	slices.Reverse(above)
	probe := &explainer{wk: r.wk, at: map[int32]int{}, probing: true}
	reached := true
	for k, n := range above {
		at, asked := r.at[n]
		switch {
		case asked:
			s := &r.steps[at]
			if !s.Ready && (n == i || !s.fromChildren) {
				w.add(s)
			}
			if s.fromChildren && (n == i || r.ready(above[k+1])) {
				w.addBelow(r, n)
			}
		case planned.has(n):
		default:
			if reached {
				w.unreached(r, above[k-1], n, planned)
				reached = false
			}
			w.probe(probe, n, n == i)
		}
	}
	return w
}

// ready reports whether node i was asked and is ready.
func (r *explainer) ready(i int32) bool {
	k, ok := r.at[i]
	return ok && r.steps[k].Ready
}

func (w *WhyNot) add(s *Step) { w.Needs = append(w.Needs, Need{s.Node, s.Path, s.Why(), s}) }

// addBelow adds the nodes below node i that are not ready for a reason of their own, rather than because of their
// children. These nodes are the reason why node i is not ready.
func (w *WhyNot) addBelow(r *explainer, i int32) {
	for c := i + 1; c < r.wk.prog.nodes[i].end; c = r.wk.prog.nodes[c].end {
		k, asked := r.at[c]
		switch {
		case !asked || r.steps[k].Ready || r.probing && r.steps[k].erred():
		case r.steps[k].fromChildren:
			w.addBelow(r, c)
		default:
			w.add(&r.steps[k])
		}
	}
}

// unreached adds the reason why node p did not ask its child c, unless the obstacles found so far already imply it.
// Node p must be planned, or must have been asked.
func (w *WhyNot) unreached(r *explainer, p, c int32, planned bitset) {
	if planned.has(p) {
		w.Needs = append(w.Needs, Need{Node: int(c), Path: r.wk.prog.info[c].path, Why: r.whyUnasked(p, c, planned)})
	} else if r.steps[r.at[p]].fromChildren {
		w.addBelow(r, p)
	}
}

// whyUnasked returns the reason why the planned node p did not ask its child c.
func (r *explainer) whyUnasked(p, c int32, planned bitset) string {
	wk := r.wk
	in := &wk.prog.info[p]
	chosen := int32(-1)
	for n := p + 1; n < wk.prog.nodes[p].end; n = wk.prog.nodes[n].end {
		if planned.has(n) {
			chosen = n
		}
	}
	switch _, asked := r.at[p]; {
	case !asked || in.kind == kind.Interval:
		for ; !asked; _, asked = r.at[p] { // below an interval, active nodes are planned without being asked
			p = wk.prog.info[p].parent
		}
		left := wk.persistent(p).stamp + wk.timeOf(p) - wk.world.clock
		return tr.F("%s asks again in %.2f s", wk.prog.info[p].name, time.Duration(left).Seconds())
	case in.kind == kind.Delay:
		return tr.F("%s waits for another %.2f s", in.name, time.Duration(wk.timeOf(p)-elapsed(wk, p)).Seconds())
	case isParallel(in.rule) && wk.active.has(p) && wk.agent.state[c].result != Running:
		return tr.F("it has ended already: %s", wk.agent.state[c].result.Word())
	case chosen < 0:
		return tr.F("%s does not ask it now", in.name)
	}
	by := wk.prog.info[chosen].name
	switch in.rule.(type) {
	case sequential, sequence, reactive, monitor:
		if chosen < c && in.kind != kind.ReactiveFallback {
			return tr.F("its turn comes after that of %s", by)
		}
	case ifThenElse, whileDoElse:
		if chosen == p+1 {
			return tr.F("its turn comes after that of %s", by)
		}
		return tr.F("%s is chosen", by)
	case switchCase, shuffled, customRule, scriptChooser:
		return tr.F("%s is chosen", by)
	}
	if chosen < c {
		return tr.F("%s is chosen before it", by)
	}
	return tr.F("%s goes on with %s", in.name, by)
}

// probe asks node i, which the decision did not ask. If the node is not ready, probe adds the reason. If whole is
// set, probe also asks the nodes below. It does not add errors, since the node may depend on conditions of nodes
// above it.
func (w *WhyNot) probe(r *explainer, i int32, whole bool) {
	wk, was := r.wk, r.wk.ctx.explainer
	wk.ctx.explainer, wk.ctx.deciding = r, true
	yes := false
	if whole {
		yes = wk.decideFresh(i) != Refused
	} else {
		yes = wk.ready(i, &wk.prog.nodes[i])
	}
	wk.ctx.explainer, wk.ctx.deciding = was, false
	if yes {
		return
	}
	s := &r.steps[r.at[i]]
	if !s.erred() {
		w.add(s)
	}
	if s.fromChildren {
		w.addBelow(r, i)
	}
}

// erred reports whether the node raised an error when it was asked.
func (s *Step) erred() bool { return s.Error != "" && s.Cause != causeQuarantine }

// blocks reports whether the node is not ready for a reason of its own, not because of nodes below it.
func (s *Step) blocks() bool { return !s.Ready && !s.fromChildren }

// rank sorts the blocked nodes by how much they explain. Broken nodes come first, then nodes that the agent is
// about to leave, nodes that are ready but not chosen, and nodes that ran lately. Among the others, the nodes that
// have passed the most checks come first, and nodes that wait for a stimulus or an interval come last. Among equal
// nodes, the node closest to the chosen one comes first, since trees begin with branches for emergencies.
func (r *explainer) rank(a *Agent) []*Step {
	var list []*Step
	keys := map[*Step][3]int{}
	for k := range r.steps {
		if s := &r.steps[k]; s.blocks() {
			list = append(list, s)
			keys[s] = [3]int{r.urgency(a, s), -r.passed(s), -k}
		}
	}
	slices.SortFunc(list, func(s, o *Step) int {
		p, q := keys[s], keys[o]
		return slices.CompareFunc(p[:], q[:], cmp.Compare[int])
	})
	return list
}

func (r *explainer) urgency(a *Agent, s *Step) int {
	switch {
	case s.Error != "" || s.Cause == causeMissing || s.Cause == causeQuarantine:
		return 0
	case s.Active:
		return 1
	case s.Cause == causeNotChosen:
		return 2
	case s.Cause == causeStimulus || s.Cause == causeInterval:
		return 5
	case ranLately(a, int32(s.Node)):
		return 3
	}
	return 4
}

// ranLately reports whether node i ran in a remembered tick.
func ranLately(a *Agent, i int32) bool {
	for k := 1; k <= a.history.len(a.ticks); k++ {
		if a.ranAgo(k).has(i) {
			return true
		}
	}
	return false
}

// passed returns the number of checks that a node and its ancestors below the planned nodes have passed.
func (r *explainer) passed(s *Step) int {
	count := 0
	if s.guardTrue {
		count++
	}
	for n := r.wk.prog.info[s.Node].parent; n >= 0; n = r.wk.prog.info[n].parent {
		p := &r.steps[r.at[n]]
		if p.Ready {
			break
		}
		count++
		if p.guardTrue {
			count++
		}
		for c := n + 1; c < r.wk.prog.nodes[n].end; c = r.wk.prog.nodes[c].end {
			if k, ok := r.at[c]; ok && r.steps[k].Ready {
				count++
			}
		}
	}
	return count
}
