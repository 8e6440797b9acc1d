package luabind

import (
	"runtime/metrics"
	"slices"

	"github.com/bough-dev/bough/engine"
)

// surge ends who makes memory grow in a tick that many share in. What Go tells of memory is
// of the whole process, so that nobody can be blamed by it where several workers run, or
// where each of many agents takes a part. But it tells that there is somebody. From then on,
// until the tick ends, whoever runs for long is weighed: what his agent, his locals and his
// file hold, as the census does between ticks. Who holds much more than the census found is
// stopped. Others lose the time that this takes.
type surge struct {
	objects uint64                  // bytes of the heap then
	now     uint64                  // bytes allocated at the last look
	next    uint64                  // bytes allocated before which nobody is weighed
	due     bool                    // somebody is to be weighed, once it is known who runs
	weigh   func() (found, too int) // returns how many bytes are held, and how many if that is too much
	on      bool                    // memory has grown so much in this tick
	found   int                     // bytes that the one who was stopped holds
	samples [1]metrics.Sample
}

const (
	// surgeBytes is by how much the heap must grow in one tick.
	surgeBytes = 128 << 20
	// surgeRoom is how much more than at the last census one may hold then.
	surgeRoom = 2 << 20
	// surgeStep is how much is allocated at least between two times that somebody is
	// weighed, and surgeSteps how many times what was found.
	surgeStep  = 1 << 20
	surgeSteps = 2
)

// begin begins a tick.
func (g *surge) begin(now uint64) {
	g.on, g.due, g.objects, g.next = false, false, read(heapObjects, &g.samples), now+surgeBytes
}

// heapObjects is the metric of what lies on the heap, garbage too.
const heapObjects = "/memory/classes/heap/objects:bytes"

// look notes how much has been allocated. The one who runs need not have begun yet.
func (g *surge) look(now uint64) { g.now, g.due = now, now >= g.next }

// over tells whether the one who runs is to be stopped.
func (g *surge) over() bool {
	g.due = false
	if g.weigh == nil || read(heapObjects, &g.samples) < g.objects+surgeBytes {
		return false
	}
	g.on = true
	var found int
	if found, g.found = g.weigh(); g.found > 0 {
		return true
	}
	g.next = g.now + uint64(max(surgeStep, surgeSteps*found))
	return false
}

// heavy returns how many bytes the hook call under way holds, with its agent and in its
// file, and the same again if one of both is more than the census knows and surgeRoom.
func (s *State) heavy() (found, too int) {
	if s.ctx == nil {
		return 0, 0
	}
	w, a := &weigher{}, s.ctx.Agent()
	most := s.runtime.kept.known(a) + surgeRoom
	if w.turn(s, a, most); w.bytes > most {
		return w.bytes, w.bytes
	}
	found = w.bytes
	c := chunkOf(s.ctx)
	if c == nil {
		return found, 0
	}
	for _, c := range append(slices.Clip(c.near), c) {
		in := s.in(c)
		if in == nil {
			continue
		}
		most := max(in.kept.bytes, in.kept.first) + surgeRoom
		w.begin(s, in, most)
		w.fileRoots(s, in)
		if w.run(); w.bytes > most {
			return w.bytes, w.bytes
		}
		found += w.bytes
		w.end()
	}
	return found, 0
}

// known returns how many bytes an agent kept when it was counted last. It may be called
// while workers tick.
func (k *kept) known(a *engine.Agent) int {
	if rec := k.records[a]; rec != nil {
		return rec.bytes
	}
	return 0
}

// turn counts what the hook call under way holds and its agent keeps.
func (w *weigher) turn(s *State, a *engine.Agent, stop int) {
	w.begin(s, nil, stop)
	if f, ok := a.Fields().(*fields); ok {
		w.agentRoots(a, f)
	}
	for th := s.running(); th != nil; th = th.Parent {
		w.root("the hook", th)
	}
	w.run()
}
