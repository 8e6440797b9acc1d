//go:build !luacore

package luabind

import "sync"

// Portion is how many instructions InstallSome may be given for a frame that must not be
// late: it takes about a millisecond.
const Portion = 60_000

// fileCost is what running a file costs besides its instructions, in those.
const fileCost = 500

// InstallSome runs the first of some loaded chunks for all workers, as many as have taken
// the given number of instructions together when they were loaded, but at least one. Those
// that Replicate has copied need not be run, and cost none. It returns how many are done,
// and the instructions that are left, 0 or less if it stopped for lack of them. What is done
// is not callable before Install, which does the others. It is for the goroutine that ticks
// the world, between ticks.
func (r *Runtime) InstallSome(chunks []*Chunk, instructions int) (ran, left int) {
	for left = instructions; ran < len(chunks) && left > 0; ran++ {
		if chunks[ran].replicas == nil {
			left -= chunks[ran].cost
		}
	}
	r.run(chunks[:ran])
	return ran, left
}

// Install makes chunks that were loaded callable by all workers. Their order should depend
// on nothing but them, as it shows in what is counted first.
func (r *Runtime) Install(chunks []*Chunk) {
	for _, c := range chunks {
		r.put(c)
	}
	r.changed, r.uncopied = nil, nil
	r.kept.installed(chunks)
	r.run(chunks)
	for _, c := range chunks {
		c.scratch, c.replicas = nil, nil
	}
}

// run has all workers run the chunks that they have not run, or take their copies.
func (r *Runtime) run(chunks []*Chunk) {
	var others sync.WaitGroup
	for _, s := range r.states[1:] {
		others.Go(func() { s.install(chunks) })
	}
	r.states[0].install(chunks)
	others.Wait()
}

func (s *State) install(chunks []*Chunk) {
	s.endTurn()
	for _, c := range chunks {
		if !s.handed(c) {
			s.unsealFiles()
			s.instance(c)
		}
	}
}

// handed tells whether a state has an instance of a chunk: it has run it, as another file
// required it maybe, or there is a copy that it has taken now.
func (s *State) handed(c *Chunk) bool {
	if s.id >= 0 && c.replicas != nil && s.in(c) == nil {
		s.keep(c, c.replicas[s.id])
	}
	return s.in(c) != nil
}
