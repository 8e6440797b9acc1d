package engine

import "slices"

// maxPastFaults is how many faults of code that is no longer in force a world
// remembers. Each keeps its program.
const maxPastFaults = 32

// releasePrograms frees the code of programs that no agent runs, but for those
// in keep. One that is spawned again is bound again.
func (w *World) releasePrograms(keep map[*Program]bool) {
	var last *Program
	for _, a := range w.agents {
		if a.prog != last { // neighbors tend to run the same
			last, keep[a.prog] = a.prog, true
		}
	}
	for _, t := range w.workers {
		t.unload()
		for p := range t.bindings {
			if !keep[p] {
				delete(t.bindings, p)
			}
		}
	}
}

// unload is the opposite of load: what the worker had at hand is not held by it.
func (t *worker) unload() {
	t.agent, t.ctx.agent, t.ctx.fields = nil, nil, nil
	t.code, t.prog, t.nodes, t.bound, t.active = nil, nil, nil, nil, nil
}

// releaseFaults forgets the oldest faults of code that is no longer in force.
func (w *World) releaseFaults() {
	past := 0
	for _, f := range w.faultOrder {
		if !w.inForce(f) {
			past++
		}
	}
	w.faultOrder = slices.DeleteFunc(w.faultOrder, func(f *Fault) bool {
		if past <= maxPastFaults || w.inForce(f) {
			return false
		}
		past--
		delete(w.faults, f.key())
		return true
	})
}

// inForce tells whether the code that raised a fault may raise it again.
func (w *World) inForce(f *Fault) bool {
	if f.Part == "" {
		return w.health[f.Behavior.ID].version == f.Behavior.Version
	}
	return w.workers[0].bindings[f.Program] != nil
}

// release frees what an agent keeps for its next ticks, as it will have none. Its
// fields, and what it ran last, can still be read.
func (a *Agent) release() {
	a.requests, a.stimuli, a.inbox = requests{}, nil, nil
	a.history = history{since: a.ticks}
}
