package bench

import (
	"fmt"
	"iter"
	"strings"
	"testing/fstest"
)

// shaped returns a scenario for a tree, whose behaviors are yes, with a precondition that holds, no, with one that does
// not, and act, which counts.
func shaped(name, tree string) *Scenario {
	return &Scenario{Name: name, Agents: 1000, start: shapedFields, files: fstest.MapFS{
		"yes.lua":    file(`return { precondition = function(agent) return agent.hp > 0 end }`),
		"no.lua":     file(`return { precondition = function(agent) return agent.hp < 0 end }`),
		"act.lua":    file(`return { behavior = function(agent) agent.ticks = agent.ticks + 1 end }`),
		name + ".bt": file("tree " + name + "\n" + tree),
	}}
}

func shapedFields(int) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		if yield("hp", 100) {
			yield("ticks", 0)
		}
	}
}

// Idle is a tree that does nothing.
var Idle = shaped("idle_tree", "  idle\n")

// Wide returns a tree of about so many nodes whose root has all others as children. All of them are asked in each tick,
// and the last one runs.
func Wide(nodes int) *Scenario {
	return shaped("wide", "  priority\n"+strings.Repeat("    no\n", nodes-2)+"    act\n")
}

// maxChain is how deep the branches of Deep are.
const maxChain = 198

// Deep returns a tree of about so many nodes that stand below each other, in branches of at most 198 that are active at the same
// time. All of them are asked and active in each tick.
func Deep(nodes int) *Scenario {
	var b strings.Builder
	b.WriteString("  parallel\n")
	for left := nodes - 1; left > 0; left -= maxChain {
		n := min(left, maxChain)
		for depth := range n {
			behavior := "yes"
			if depth == n-1 {
				behavior = "act"
			}
			fmt.Fprintf(&b, "%s%s\n", strings.Repeat("  ", depth+2), behavior)
		}
	}
	return shaped("deep", b.String())
}
