package cost

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/rows"
)

// Figures are the costs of some calls of hooks and conditions.
type Figures struct {
	Calls int64         `json:"calls"`
	Steps int64         `json:"steps"` // instructions of Lua
	Bytes int64         `json:"bytes"` // allocated, also if they were freed
	Time  time.Duration `json:"ns"`    // in hooks, of all workers together; 0 for conditions
}

func (f *Figures) add(more Figures) {
	f.Calls += more.Calls
	f.Steps += more.Steps
	f.Bytes += more.Bytes
	f.Time += more.Time
}

// dearer compares two figures, the greater one first. The time counts for nothing, since it differs from run to run.
func (f Figures) dearer(other Figures) int {
	return cmp.Or(cmp.Compare(other.Steps, f.Steps), cmp.Compare(other.Bytes, f.Bytes), cmp.Compare(other.Calls, f.Calls))
}

// Report has what was counted. Its lists begin with what is dear.
type Report struct {
	Ticks     int           `json:"ticks"`
	Time      time.Duration `json:"ns"` // of the ticks
	Total     Figures       `json:"total"`
	Behaviors []Behavior    `json:"behaviors"`
	Agents    []Agent       `json:"agents"`
}

// Behavior has the costs of a behavior, for all nodes and versions together.
type Behavior struct {
	Name string `json:"behavior,omitempty"`
	File string `json:"file,omitempty"` // its script; "" for a behavior in Go
	Tree string `json:"tree,omitempty"` // the tree whose conditions these are, instead of Name, at nodes without a behavior
	Figures
	Hooks []Hook `json:"hooks"`
}

// Hook has the costs of one hook of a behavior.
type Hook struct {
	Name string `json:"hook"` // "behavior" stands for the hook run, too; "condition" for conditions of trees
	Figures
	Most Most `json:"most"`
}

// Most is the call that came closest to its budget.
type Most struct {
	Agent   string `json:"agent"`
	Tick    int64  `json:"tick"`
	Steps   int    `json:"steps"`
	OfSteps int    `json:"ofSteps"` // those that the call might take; 0 if they are not bounded
	Bytes   int    `json:"bytes"`
	OfBytes int    `json:"ofBytes"`
}

// share returns how much of its budget the call has used, from 0 to 1.
func (m Most) share() float64 {
	of := func(n, most int) float64 {
		if most == 0 {
			return 0
		}
		return float64(n) / float64(most)
	}
	return max(of(m.Steps, m.OfSteps), of(m.Bytes, m.OfBytes))
}

// Agent has the costs of an agent.
type Agent struct {
	Label string `json:"agent"`
	Figures
	Mostly string `json:"mostly"` // the behavior that costs most of it, or the tree
}

// Report returns what was counted so far.
func (c *Counter) Report() Report {
	r := Report{Ticks: c.ticks, Time: c.time, Behaviors: []Behavior{}, Agents: []Agent{}}
	type part struct{ name, tree, hook string }
	type share struct{ agent, name string }
	hooks, agents, shares, files := map[part]*Hook{}, map[string]*Figures{}, map[share]*Figures{}, map[string]string{}
	for _, n := range *c.workers.Load() {
		for k, x := range n.rows {
			p := part{hook: "condition"}
			if k.behavior != nil {
				p.name = k.behavior.Name
				files[p.name] = rows.FileOf(k.behavior)
			} else {
				p.tree = k.program.Name()
			}
			if k.hook < engine.NumHooks {
				p.hook = k.hook.String()
			}
			h := at(hooks, p)
			h.Name, h.Most = p.hook, h.Most.or(x.most)
			h.add(x.Figures)
			at(agents, x.agent).add(x.Figures)
			at(shares, share{x.agent, p.name + p.tree}).add(x.Figures)
			r.Total.add(x.Figures)
		}
	}
	behaviors := map[part]*Behavior{}
	for p, h := range hooks {
		b := at(behaviors, part{name: p.name, tree: p.tree})
		b.Name, b.Tree, b.File = p.name, p.tree, files[p.name]
		b.add(h.Figures)
		b.Hooks = append(b.Hooks, *h)
	}
	for b := range maps.Values(behaviors) {
		slices.SortFunc(b.Hooks, func(x, y Hook) int { return cmp.Or(x.dearer(y.Figures), cmp.Compare(x.Name, y.Name)) })
		r.Behaviors = append(r.Behaviors, *b)
	}
	slices.SortFunc(r.Behaviors, func(x, y Behavior) int {
		return cmp.Or(x.dearer(y.Figures), cmp.Compare(x.Name, y.Name), cmp.Compare(x.Tree, y.Tree))
	})
	mostly := map[string]share{}
	for s, f := range shares {
		if m, ok := mostly[s.agent]; !ok || cmp.Or(f.dearer(*shares[m]), cmp.Compare(s.name, m.name)) < 0 {
			mostly[s.agent] = s
		}
	}
	for label, f := range agents {
		r.Agents = append(r.Agents, Agent{label, *f, mostly[label].name})
	}
	slices.SortFunc(r.Agents, func(x, y Agent) int { return cmp.Or(x.dearer(y.Figures), cmp.Compare(x.Label, y.Label)) })
	return r
}

// at returns the element of a map, which is made if it is not there.
func at[K comparable, V any](m map[K]*V, k K) *V {
	if m[k] == nil {
		m[k] = new(V)
	}
	return m[k]
}

// or returns the call that came closer to its budget. The order of equal ones does not depend on workers.
func (m Most) or(other Most) Most {
	first := cmp.Or(cmp.Compare(other.share(), m.share()), cmp.Compare(m.Tick, other.Tick), cmp.Compare(m.Agent, other.Agent))
	if m == (Most{}) || other != (Most{}) && first > 0 {
		return other
	}
	return m
}
