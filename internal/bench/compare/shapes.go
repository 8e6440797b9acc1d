package compare

import (
	"fmt"
	"iter"
	"strings"
	"testing/fstest"
)

// shaped returns a scenario with a tree of three behaviors. The precondition of yes is true, that of no is false,
// and act counts its ticks.
func shaped(name, tree string) *Scenario {
	return &Scenario{Name: name, Agents: 1000, start: shapedFields, files: fstest.MapFS{
		"yes.lua":    file(`return { precondition = function(agent) return agent.hp > 0 end }`),
		"no.lua":     file(`return { precondition = function(agent) return agent.hp < 0 end }`),
		"act.lua":    file(`return { behavior = function(agent) agent.ticks = agent.ticks + 1 end }`),
		name + ".bt": file("tree " + name + "\n" + tree),
	}}
}

// shapedFields returns the initial fields of each agent.
func shapedFields(int) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		if yield("hp", 100) {
			yield("ticks", 0)
		}
	}
}

// Idle is a scenario with a tree that does nothing.
var Idle = shaped("idle_tree", "  idle\n")

// Wide returns a scenario with a tree of n nodes, but at least two. All nodes but the root are children of the
// root. In each tick all of them are asked, and the last one runs.
func Wide(nodes int) *Scenario {
	return shaped("wide", "  priority\n"+strings.Repeat("    no\n", nodes-2)+"    act\n")
}

// maxChain is the number of nodes in the longest branch of Deep. It ensures that the tree with its root is not
// deeper than trees.MaxDepth.
const maxChain = 198

// Deep returns a scenario with a tree of n nodes. Below the root are branches of at most maxChain nodes, in which
// each node is the only child of the previous one. In each tick all nodes are asked and active.
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
