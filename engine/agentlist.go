package engine

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// agentList contains the agents of a world in the order of their IDs. Agents that have left the world stay in the list
// until the next sweep.
type agentList struct {
	list    []*Agent
	dueFrom []int64 // by index of list: clock before which no tick needs to read the agent; see mayBeDue
	gone    int     // number of agents that have left the world
}

// len returns the number of agents that are in the world.
func (l *agentList) len() int { return len(l.list) - l.gone }

// find returns the agent with an ID that is in the world, or nil.
func (l *agentList) find(id AgentID) *Agent {
	if i := l.from(id); i < len(l.list) && l.list[i].id == id && l.list[i].Alive() {
		return l.list[i]
	}
	return nil
}

// labelOf returns the label of an agent, or a label with its ID if the agent is not in the world.
func (l *agentList) labelOf(id AgentID) string {
	if a := l.find(id); a != nil {
		return a.label
	}
	return label("", id)
}

// from returns the index of the first agent whose ID is at least id.
func (l *agentList) from(id AgentID) int {
	i, _ := slices.BinarySearchFunc(l.list, id, func(a *Agent, id AgentID) int { return cmp.Compare(a.id, id) })
	return i
}

// add adds an agent, whose ID must be larger than all in the list.
func (l *agentList) add(a *Agent) {
	a.index = int32(len(l.list))
	l.list, l.dueFrom = append(l.list, a), append(l.dueFrom, 0)
	a.worker.agents = append(a.worker.agents, a.index)
}

// due reports whether an agent takes part in this tick. If not, dueFrom contains the clock at which it must be
// asked again. If the agent is paused or suspended, this is the next tick, since due excludes each tick from the
// agent's next delta.
func (l *agentList) due(a *Agent, now int64) bool {
	switch {
	case a.flags&isSuspended != 0:
	case a.flags&isPaused == 0:
		from := a.schedule.due(a.flags)
		if from <= now || len(a.stimuli.inbox) > 0 {
			return true
		}
		l.dueFrom[a.index] = from
		return false
	case a.schedule.steps > 0:
		a.schedule.steps--
		return true
	}
	a.last, l.dueFrom[a.index] = now, 0
	return false
}

// mayBeDue makes the next tick ask whether an agent is due. Whatever may make the agent due earlier than before must
// call it. So must Pause and Suspend: a paused or suspended agent is asked in each tick.
func (l *agentList) mayBeDue(a *Agent) {
	if i := int(a.index); i < len(l.list) && l.list[i] == a && !a.gone {
		l.dueFrom[i] = 0
	}
}

// dueNow makes the next tick a turn of an agent with a period. For an agent without one it only calls mayBeDue.
func (l *agentList) dueNow(a *Agent) {
	if a.flags&hasPeriod != 0 {
		a.schedule.next = min(a.schedule.next, a.world.clock)
	}
	l.mayBeDue(a)
}

// sleep makes an agent miss its ticks until d has passed.
func (l *agentList) sleep(a *Agent, d time.Duration) {
	a.schedule.sleepUntil = a.world.clock + max(-maxSaved, min(int64(d), maxSaved))
	a.flags |= isAsleep
	l.mayBeDue(a)
}

// sweepEvery is the number of agents that must have left before leave calls sweep; more than half of the list must have
// left, too.
const sweepEvery = 64

// drop records that an agent is gone, and frees the state that only further ticks would need. The fields of the agent,
// and the nodes that ran in its last tick, can still be read.
func (l *agentList) drop(a *Agent) {
	a.gone = true
	a.traces = nil
	(&boundProgram{prog: a.code.prog, worker: a.worker}).assign(a)
	a.requests, a.stimuli = requests{}, stimuli{}
	a.history = history{since: a.ticks}
}

// leave records that an agent has left the world.
func (l *agentList) leave(a *Agent) {
	l.drop(a)
	l.dueFrom[a.index] = math.MaxInt64
	if l.gone++; l.gone > sweepEvery && l.gone > len(l.list)/2 {
		l.sweep(a.world.workers)
	}
}

// sweep removes agents that have left. Removing each agent immediately would take time proportional to the number of
// all agents. Tick calls sweep only if more than an eighth of the agents has left, and skips the others by dueFrom.
// Until then, the fields of agents that have left stay in memory.
func (l *agentList) sweep(workers []*worker) {
	if l.gone > 0 {
		l.set(slices.DeleteFunc(l.list, func(a *Agent) bool { return a.gone }), workers)
	}
}

// set sets the list to agents, all of which are in the world.
func (l *agentList) set(agents []*Agent, workers []*worker) {
	l.list, l.dueFrom, l.gone = agents[:0], l.dueFrom[:0], 0
	for _, wk := range workers {
		wk.agents = wk.agents[:0]
	}
	for _, a := range agents {
		l.add(a)
	}
}
