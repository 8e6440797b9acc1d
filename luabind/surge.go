//go:build !luacore

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
	live    uint64                                   // bytes in use when the tick began, as of the last collection
	objects uint64                                   // bytes of the heap then
	now     uint64                                   // bytes allocated at the last look
	next    uint64                                   // bytes allocated before which nobody is weighed
	due     bool                                     // somebody is to be weighed, once it is known who runs
	weigh   func(room int) (found int, tooMuch bool) // how many bytes the one who runs holds
	on      bool                                     // memory has grown so much in this tick
	samples [1]metrics.Sample
}

const (
	// surgeBytes is by how much the heap must grow in one tick.
	surgeBytes = 256 << 20
	// surgeLive is by how much it must have grown that is no garbage. That is known somewhat
	// late, as the last collection found it.
	surgeLive = 128 << 20
	// surgeRoom is how much more than at the last census one may hold then; half as much
	// where the heap has grown by twice as much, and so on.
	surgeRoom = 8 << 20
	// surgeStep is how much is allocated at least between two times that somebody is
	// weighed, and surgeSteps how many times what was found.
	surgeStep  = 1 << 20
	surgeSteps = 2
)

// begin begins a tick.
func (g *surge) begin(now uint64) {
	g.on, g.due, g.next = false, false, now+surgeBytes
	g.objects, g.live = read(heapObjects, &g.samples), live.Load()
}

// heapObjects is the metric of what lies on the heap, garbage too.
const heapObjects = "/memory/classes/heap/objects:bytes"

// look notes how much has been allocated. The one who runs need not have begun yet.
func (g *surge) look(now uint64) { g.now, g.due = now, now >= g.next }

// over tells whether the one who runs is to be stopped.
func (g *surge) over() bool {
	g.due = false
	if g.weigh == nil {
		return false
	}
	grown := read(heapObjects, &g.samples) - g.objects
	if int64(grown) < surgeBytes || live.Load() < g.live+surgeLive {
		return false
	}
	g.on = true
	found, tooMuch := g.weigh(int(surgeRoom * surgeBytes / grown))
	if !tooMuch {
		g.next = g.now + uint64(max(surgeStep, surgeSteps*found))
	}
	return tooMuch
}

// heavy returns how many bytes the hook call under way holds, with its agent and in its
// file, and whether one of both is more than the census knows and room.
func (s *State) heavy(room int) (found int, tooMuch bool) {
	if s.ctx == nil {
		return 0, false
	}
	w, a := &weigher{unsealed: true}, s.ctx.Agent()
	most := s.runtime.kept.known(a) + room
	if w.turn(s, a, most); w.bytes > most {
		return w.bytes, true
	}
	found = w.bytes
	w.end() // what the agent keeps is nothing of the file
	c := chunkOf(s.ctx)
	if c == nil {
		return found, false
	}
	for _, c := range append(slices.Clip(c.near), c) {
		in := s.in(c)
		if in == nil || in.sealed { // what is sealed cannot grow
			continue
		}
		most := max(in.kept.bytes, in.kept.first) + room
		w.begin(s, in, most)
		w.fileRoots(s, in)
		if w.run(); w.bytes > most {
			return w.bytes, true
		}
		found += w.bytes
		w.end()
	}
	return found, false
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
