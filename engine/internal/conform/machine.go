package conform

import "time"

// Machine is an implementation of the semantics, prepared to run one case. Its world has the agents of the case, in
// the same order. Each agent starts with the first tree.
//
// The machine calls the Script that it was made with wherever the semantics require a call of a hook, the value of
// a guard, a condition, a switch or a computed number, or the output of a log leaf. The machine implements all other leaves by itself;
// their data are in Node.Sets, Emits and Wants. The methods are called from one goroutine, but a machine may call
// the Script from several goroutines.
//
// All nodes are nodes of the case. An implementation with its own nodes can map them by Tree.Nodes and Node.Index,
// which are in pre-order and contain the nodes of included trees.
type Machine interface {
	// Tick advances the clock by dt, which may be 0, and then ticks every
	// agent that is neither paused nor despawned.
	Tick(dt time.Duration)
	// Post gives an agent a stimulus, which it receives in its next tick.
	Post(a Agent, s Stimulus)
	// Reset exits all nodes of an agent (reason reset) and removes its history, stimuli, cursors and times.
	Reset(a Agent)
	// Abort exits, with the reason aborted, the nodes to which a name refers (see Tree.Named) and all nodes below them.
	// Nothing else changes.
	Abort(a Agent, name string)
	// Despawn exits all nodes of an agent (reason despawned) and removes the agent.
	Despawn(a Agent)
	// Switch exits all nodes of an agent (reason switched). From its next tick on, the agent runs t, a tree of the
	// case.
	Switch(a Agent, t *Tree)
	// Pause keeps an agent from being ticked, or lets it be ticked again. The clock continues.
	Pause(a Agent, paused bool)
	// Save is called when the file of a behavior is saved with the same text. If the file was deleted, it exists
	// again.
	Save(b *Behavior)
	// Delete is called when the file of a behavior is deleted. The file may have been deleted before.
	Delete(b *Behavior)
	// Edit is called when the tree old in a file is replaced by next, another tree of the case. Agents that run old
	// must continue with next. A node of old continues as the node of next that old.Match gives.
	Edit(old, next *Tree)
	// Explain computes what an agent would do if it were ticked now. The result is not used; computing it must not
	// change anything.
	Explain(a Agent)
	// Impose posts a passive request, which takes part in the agent's next tick.
	Impose(a Agent, r Request)
	// End ends the request in force on a channel, if there is one.
	End(a Agent, channel string)
	// Close exits all nodes of all agents (reason closed). Later ticks do nothing; Status and Ran return the same
	// as before.
	Close()

	// Status returns the status of the root in the agent's last tick. The status is Failure if the root was not ready.
	// It returns None before the first tick of the agent, before the first tick after Switch or Reset, and after the
	// agent was removed.
	Status(a Agent) Status
	// Active returns the agent's active nodes, in any order.
	Active(a Agent) []*Node
	// Ran returns the nodes that ran k finished ticks of the agent ago, in any order; k is 1 for the last finished
	// tick. It returns false if the history does not have that tick.
	Ran(a Agent, k int) ([]*Node, bool)
	// InForce returns the requests in force, in any order.
	InForce(a Agent) []Request

	// The Script calls the following methods in the middle of a tick, for hooks and conditions.

	// Field returns a field of an agent, and SetField sets it. The fields get their first values before the first
	// step. The machine itself runs set leaves.
	Field(a Agent, name string) int
	SetField(a Agent, name string, v int)
	// Board returns an entry of the board as it was when the tick began. SetBoard gives an entry a value that becomes
	// visible after the tick or other step. a is the agent that runs the hook or condition, or Everyone between ticks.
	// The entries get their first values before the first step.
	Board(a Agent, key string) int
	SetBoard(a Agent, key string, v int)
	// ClaimBoard claims an entry of the board for an agent, as SetBoard sets it. If v is 0, the claim of the agent ends.
	// An entry with the value 0 is free.
	ClaimBoard(a Agent, key string, v int)
	// For the nodes of the agent's tree that a name stands for (see Tree.Named), RanNamed reports whether one of
	// them ran in one of the last k finished ticks of the agent, RanAgoNamed whether one ran exactly k finished ticks
	// ago, ActiveNamed whether one is active, and Since returns the longest time that one has been active. k is at most
	// Case.History.
	RanNamed(a Agent, name string, k int) bool
	RanAgoNamed(a Agent, name string, k int) bool
	ActiveNamed(a Agent, name string) bool
	Since(a Agent, name string) time.Duration
}

// New returns a machine that runs a case and calls a script.
type New func(*Case, *Script) (Machine, error)

// Call is the context of a call of a hook.
type Call struct {
	Agent Agent
	Node  *Node
	// Memory is the memory of the node for this agent. The machine creates an empty Memory when the node is entered,
	// and drops it after the node is exited. Memory is nil in hooks that are called in Decide.
	Memory *Memory
	// Stimulus is the data of the stimulus that the node holds or, in Decide, would take. It is "" if the node's
	// behavior needs no stimulus.
	Stimulus string
}

// Memory is the memory of scripted behaviors.
type Memory struct{ Calls int }
