package inspect

import (
	"encoding/binary"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/rows"
)

// roster describes the agents of a game one by one, for lists and crowds. The game is a live one or that of a replay. It is
// used between ticks.
type roster struct {
	h     *Handler
	game  *bough.Game
	world *engine.World
	trees *treeCache

	broken  map[*engine.Program]string // why an agent that runs it has an error, or ""
	faulty  map[engine.AgentID]string  // agents with an error of their own
	deepest map[*tree]map[string]int32 // deepest node of a set of active nodes
	words   []uint64                   // scratch
	key     []byte                     // scratch
}

func (r *roster) tree(p *engine.Program) *tree { return r.trees.tree(p, r.game.Bundle()) }

// lookAtFaults notes which agents have errors.
func (r *roster) lookAtFaults() {
	r.broken, r.faulty = map[*engine.Program]string{}, map[engine.AgentID]string{}
	for _, f := range r.world.Faults() {
		what := f.Part
		if f.Behavior != nil {
			what = f.Behavior.Name
		}
		r.faulty[f.Agent] = what + ": error"
	}
}

// fault returns why an agent counts as one with errors, or "".
func (r *roster) fault(a *engine.Agent) string {
	if why := r.faulty[a.ID()]; why != "" {
		return why
	}
	p := a.Program()
	why, known := r.broken[p]
	if !known {
		for i := range p.Len() {
			if b := p.Node(i).Behavior; b != nil && !p.Node(i).Disabled {
				if b.Missing {
					why = b.Name + ": missing"
					break
				}
				if r.world.Quarantined(b) {
					why = b.Name + ": quarantined"
					break
				}
			}
		}
		if r.broken != nil {
			r.broken[p] = why
		}
	}
	return why
}

// deepestOf returns the deepest active node of an agent, or -1.
func (r *roster) deepestOf(a *engine.Agent, tr *tree) int32 {
	table := r.deepest[tr]
	if table == nil || len(table) > maxDeepest {
		table = map[string]int32{}
		r.deepest[tr] = table
	}
	r.words = a.AppendActive(r.words[:0])
	r.key = r.key[:0]
	for _, w := range r.words {
		r.key = binary.LittleEndian.AppendUint64(r.key, w)
	}
	node, known := table[string(r.key)]
	if !known {
		node = int32(rows.Deepest(tr.rows, a.NodeActive))
		table[string(r.key)] = node
	}
	return node
}

// maxDeepest bounds the sets of active nodes whose deepest node is remembered, for each tree.
const maxDeepest = 4096
