package conform

import "time"

// Machine is an implementation of the semantics, set up to run one case. Its
// world has the agents of the case, in their order, each on the first tree.
//
// Whenever the semantics say that a hook of a behavior, a guard, a condition or
// the value of a switch is asked for, or that a log leaf writes, the machine calls
// the Script it was made with, and nothing else happens in them. The other leaves
// are the machine's own; Node.Sets, Emits and Wants say what they are to do. Methods are called from one goroutine; a machine may call
// the Script from several.
//
// Nodes are those of the case: an implementation with nodes of its own maps
// them by Tree.Nodes and Node.Index, which are in pre-order, the nodes of
// included trees in place.
type Machine interface {
	// Tick advances the clock by dt, which may be 0, and then ticks every
	// agent that is neither paused nor despawned.
	Tick(dt time.Duration)
	// Post gives an agent a stimulus, to be seen from its next tick on.
	Post(a Agent, s Stimulus)
	// Reset exits all of an agent's nodes (reason reset) and forgets all that
	// the agent knows: history, stimuli, cursors, times.
	Reset(a Agent)
	// Despawn exits all of an agent's nodes (reason despawned) and removes it.
	Despawn(a Agent)
	// Switch exits all of an agent's nodes (reason switched) and has it run t,
	// one of the trees of the case, from its next tick on.
	Switch(a Agent, t *Tree)
	// Pause keeps an agent from being ticked, or lets it be ticked again. The
	// clock goes on.
	Pause(a Agent, paused bool)
	// Save is told when a behavior's file was saved, its text unchanged. If it was
	// deleted, it is there again.
	Save(b *Behavior)
	// Delete is told when a behavior's file was deleted. It may be already.
	Delete(b *Behavior)
	// Edit is told that the file of a tree now has another one, a tree of the
	// case: the agents that run old run next from now on. A node of old is the
	// same as one of next if old.Match says so.
	Edit(old, next *Tree)
	// Explain answers what an agent would do if it were ticked now. The answer is
	// not looked at; asking must change nothing.
	Explain(a Agent)
	// Befall posts a passive request, which stands in the agent's next tick.
	Befall(a Agent, r Request)
	// End ends the request in force on a channel, if there is one.
	End(a Agent, channel string)
	// Close exits all nodes of all agents (reason closed). Ticks do nothing
	// from then on; Status and Ran answer as before.
	Close()

	// Status is the root's status in the agent's last tick (not ready is
	// Failure). It is None before the first tick of the agent or, after
	// Switch or Reset, of its new life, and once it is gone.
	Status(a Agent) Status
	// Active returns the agent's active nodes, in any order.
	Active(a Agent) []*Node
	// Ran returns the nodes reached in the agent's k-th last tick, in any
	// order; k is at least 1, the last finished one. It is false if the
	// history has no such entry.
	Ran(a Agent, k int) ([]*Node, bool)
	// InForce returns the requests in force, in any order.
	InForce(a Agent) []Request

	// The others are called by the Script too, on behalf of hooks and conditions,
	// in the midst of a tick.

	// Field returns a field of an agent, SetField gives it a value. The first
	// values are set before the first step. A set leaf does that by itself.
	Field(a Agent, name string) int
	SetField(a Agent, name string, v int)
	// Board returns an entry of the board as it was when the tick began, SetBoard gives
	// it a value that is seen when the tick, or what else goes on, is over. The agent is
	// that of the hook or condition, or Everyone between ticks. The first values are set
	// before the first step.
	Board(a Agent, key string) int
	SetBoard(a Agent, key string, v int)
	// RanNamed reports whether one of the nodes that a name means (Tree.Named of the
	// agent's tree) ran k of the agent's finished ticks ago, ActiveNamed whether
	// one is active, and Since for how long; of several it is the longest.
	RanNamed(a Agent, name string, k int) bool
	ActiveNamed(a Agent, name string) bool
	Since(a Agent, name string) time.Duration
}

// New makes a machine that runs a case with a script.
type New func(*Case, *Script) (Machine, error)

// Call says on whose behalf a hook is called.
type Call struct {
	Agent Agent
	Node  *Node
	// Memory is the memory of this agent and node: the machine makes it empty
	// when the node enters and drops it when the node has been exited. It is
	// nil in the hooks that have no memory: those called in Decide.
	Memory *Memory
	// Stimulus is the datum of the stimulus the node holds or, in Decide, is
	// offered; "" if its behavior needs none.
	Stimulus string
}

// Memory is the memory of scripted behaviors.
type Memory struct{ Calls int }
