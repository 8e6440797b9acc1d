package engine

// releasePrograms frees the code of all programs but those that stay and those that agents
// run, at the end of a Reload. One that is spawned again is bound again.
func (w *World) releasePrograms() {
	for p, codes := range w.bindings {
		if first := codes[0]; first.stays || anyRuns(codes) {
			first.stays, first.forerunners = false, 0
			continue
		}
		delete(w.bindings, p)
		w.unbind(p)
	}
	for _, t := range w.workers {
		t.unload()
	}
}

// unload is the opposite of load: what the worker had at hand is not held by it.
func (t *worker) unload() {
	t.agent, t.ctx.agent, t.ctx.fields = nil, nil, nil
	t.code, t.prog, t.nodes, t.bound, t.direct, t.active = nil, nil, nil, nil, nil, nil
}

// release frees what an agent keeps for its next ticks, as it will have none. Its
// fields, and what it ran last, can still be read.
func (a *Agent) release() {
	a.follow(&boundProgram{prog: a.code.prog, worker: a.worker})
	a.requests, a.stimuli, a.inbox = requests{}, nil, nil
	a.history = history{since: a.ticks}
}
