//go:build !luacore

package luabind

import "github.com/bough-dev/bough/engine"

// Kept is a table that an agent keeps.
type Kept struct {
	// Path is how scripts come to it: "agent.list", "memory of root/patrol".
	Path string `json:"path"`
	// Entries is how many it has room for; those that were deleted count too.
	Entries int `json:"entries"`
	// Bytes is what it takes by itself, with the texts in it but without the tables.
	Bytes int `json:"bytes"`
}

// Kept returns about how many bytes an agent keeps from tick to tick, and the largest tables
// among that, the largest first. It is what Options.Keep bounds. It is for the goroutine
// that ticks the world, between ticks.
func (r *Runtime) Kept(a *engine.Agent) (bytes int, largest []Kept) {
	w := &r.kept.weigher
	defer w.end()
	if !w.agent(r.states[a.Worker()], a, maxWeighed) {
		return 0, nil
	}
	for _, h := range w.largest {
		largest = append(largest, Kept{w.path(h.at), h.slots, h.bytes})
	}
	return w.bytes, largest
}
