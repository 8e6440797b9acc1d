package engine

import (
	"time"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// Context gives a hook access to its agent, its node and the world. A worker uses one Context for all calls, so it
// is valid only during the call that received it. When no hook runs, its methods panic, except for Turn, Tick, Time,
// Deciding and Explaining, which are about no agent. A call while another hook of the worker runs is not detected.
//
// A goroutine must not use a Context, since its answer comes after the call. A helper that takes time makes a Request,
// which the game ends later. Or the game keeps the ID of the agent, and calls World.Post or Agent.Set between two ticks.
type Context struct {
	w         *worker
	agent     *Agent        // nil if no hook is running
	dt        time.Duration // time since the agent's last tick
	turn      uint64
	node      int32
	hook      Hook
	deciding  bool
	viaDirect bool // the call is made through a Direct
	reason    Reason
	seeded    bool // throwaway has been seeded for this Decide
	throwaway Rand
	explainer *explainer
	choices   []Choice
	result    Status
	tape      *Tape  // nil if replies of helpers are neither recorded nor played back; see Tape
	present   Params // the result of Params, if parameters stand for fields
}

// at returns the context for a hook of node i.
func (c *Context) at(i int32, h Hook) *Context {
	c.node, c.hook, c.viaDirect = i, h, false
	return c
}

// atDirect is like at, for a call through a Direct.
func (c *Context) atDirect(i int32, h Hook) *Context {
	c.node, c.hook, c.viaDirect = i, h, true
	return c
}

// beginDecide begins Decide, for the whole tree or for a subtree that is reached in Act.
func (c *Context) beginDecide() { c.deciding, c.seeded = true, false }

// afterItsHook is the panic of a method that is called when no hook is running.
const afterItsHook = "engine: Context used after its hook returned; it is valid only during the call that received it: to answer later, make a request that the game ends, or call World.Post or Agent.Set between ticks, from the goroutine that ticks the world"

// mustBeInCall panics if no hook is running. The methods that are about no agent do not call it, since hosts call some
// of them in each call of a hook.
func (c *Context) mustBeInCall() {
	if c.agent == nil {
		panic(afterItsHook)
	}
}

// Agent returns the agent for which the call is made.
func (c *Context) Agent() *Agent {
	c.mustBeInCall()
	return c.agent
}

// Fields returns the data of the agent, for reading. Write with Agent.Set; see Fields.
func (c *Context) Fields() Fields {
	c.mustBeInCall()
	return c.agent.fields
}

// Node returns the node for which the call is made.
func (c *Context) Node() int {
	c.mustBeInCall()
	return int(c.node)
}

// Params returns the parameters of the node: the defaults of its behavior, as overridden by the tree. Those that stand for
// fields of the agent have their present values, until the next call of Params.
func (c *Context) Params() Params {
	c.mustBeInCall()
	list := c.agent.code.prog.info[c.node].params
	if !list.Fields() {
		return list
	}
	c.present = append(c.present[:0], list...)
	for i := range c.present {
		if p := &c.present[i]; p.Field != (Key{}) {
			p.Value, p.Field = c.agent.fields.Get(p.Field), Key{}
		}
	}
	return c.present
}

// Turn returns a number that changes each time the worker starts to process an agent: for a tick, an explanation,
// or an exit between ticks. A host that counts something for each tick of an agent starts from zero when Turn has
// changed.
func (c *Context) Turn() uint64 { return c.turn }

// Hook returns the hook that is called. It has no meaning for guards.
func (c *Context) Hook() Hook {
	c.mustBeInCall()
	return c.hook
}

// Deciding reports whether the call is made in Decide, where nothing may change. Post, Request, SetBoard, ClaimBoard,
// Sleep, ResetAgent and Mark then panic.
func (c *Context) Deciding() bool { return c.deciding }

// Explaining reports whether the call is made to explain a decision. If so, the host should pass the values that
// the hook reads to NoteRead.
func (c *Context) Explaining() bool { return c.explainer != nil }

// NoteRead adds a value that the node has read to an explanation. It does nothing if Explaining returns false.
func (c *Context) NoteRead(what, value string) {
	c.mustBeInCall()
	if c.explainer != nil {
		c.explainer.read(what, value)
	}
}

// Choices returns the ready children, for HookChoose.
func (c *Context) Choices() []Choice {
	c.mustBeInCall()
	return c.choices
}

// Result returns the result of the child in this tick, for HookResult.
func (c *Context) Result() Status {
	c.mustBeInCall()
	return c.result
}

// Reason returns the reason for the exit of the node, for HookExit.
func (c *Context) Reason() Reason {
	c.mustBeInCall()
	return c.reason
}

// Memory returns a pointer to the memory that the node has for the agent, for use by the host. The memory is nil at
// entry, and it is dropped at exit.
func (c *Context) Memory() *any {
	c.mustBeInCall()
	return &c.agent.state[c.node].memory
}

// DT returns the time since this agent's previous tick.
func (c *Context) DT() time.Duration {
	c.mustBeInCall()
	return c.dt
}

// Time returns the world's clock.
func (c *Context) Time() time.Duration { return time.Duration(c.w.world.clock) }

// Tick returns the number of the world's tick, from 1.
func (c *Context) Tick() int64 { return c.w.world.tick }

// Rand returns the generator for the random numbers of scripts. In Act it is the generator of the agent. In Decide
// it is a temporary generator, seeded by world, agent and tick, so that asking twice gives the same answer.
func (c *Context) Rand() *Rand {
	c.mustBeInCall()
	if !c.deciding {
		return &c.agent.rand
	}
	if !c.seeded {
		c.throwaway = NewRand(c.w.world.opts.Seed, uint64(c.agent.id), uint64(c.w.world.tick))
		c.seeded = true
	}
	return &c.throwaway
}

// Stimulus returns the stimulus by which the node was entered or, in Decide, the one that the node is asked about or has
// picked. If the node waits for none, it is that of the nearest ancestor that has one. ok is false if there is none.
func (c *Context) Stimulus() (s Stimulus, ok bool) {
	c.mustBeInCall()
	return stimulusOf(c.w, c.node)
}

// mustAct panics if no hook is running, and in Decide. A method that changes anything must not be called in Decide,
// since a decision may be made more often than once, and for an explanation; see Deciding.
func (c *Context) mustAct(method string) {
	c.mustBeInCall()
	if c.deciding {
		panic("engine: " + method + " called in a decision, which must not change anything; call it in on_enter, behavior or on_exit, or in Act of a rule")
	}
}

// Post sends a stimulus to an agent, which receives it in the next tick. Post does nothing if the agent does not
// exist, since it may just have been removed.
func (c *Context) Post(to AgentID, s Stimulus) {
	c.mustAct("Context.Post")
	mustEnd("Context.Post", s.Data)
	if c.inTapedCall() {
		c.tape.effects.add(Input{kind: inputPost, agent: to, name: s.Name, time: max(-maxSaved, min(s.TTL, maxSaved)), value: s.Data})
	}
	c.w.out.posts = append(c.w.out.posts, post{c.agent.id, to, s})
}

// Request makes or updates the agent's active request on a channel, for the node. It returns an error if the agent
// already uses MaxChannels other channels.
func (c *Context) Request(r Request) error {
	c.mustAct("Context.Request")
	mustEnd("Context.Request", r.Data)
	if c.inTapedCall() {
		c.tape.effects.add(Input{kind: inputRequest, name: r.Channel, other: r.Kind, number: r.Priority, value: r.Data})
	}
	if !c.agent.requests.admits(r.channel()) {
		return message.TooManyChannels(c.agent.label, message.Cut(r.channel()), MaxChannels)
	}
	r.node, r.Active = c.node, true
	c.agent.requests.request(r, c.Tick())
	c.agent.flags |= hasRequests
	return nil
}

// Board returns an entry of a shared board as it was when the tick began.
func (c *Context) Board(board, key string) value.Value {
	c.mustBeInCall()
	return c.w.world.boards.get(board, key)
}

// BoardTotal returns the number of entries of all boards when the tick began, and the sum of their value.Value.Weight.
func (c *Context) BoardTotal() (entries, bytes int) {
	c.mustBeInCall()
	b := &c.w.world.boards
	return len(b.entries), b.bytes
}

// SetBoard sets an entry of a shared board. The value becomes visible in the next tick. If several agents set the
// entry in one tick, the value of the last agent, in the order of the world, is used.
func (c *Context) SetBoard(board, key string, v value.Value) {
	c.mustAct("Context.SetBoard")
	mustEnd("Context.SetBoard", v)
	if c.inTapedCall() {
		c.tape.effects.add(Input{kind: inputSetBoard, name: board, other: key, value: v})
	}
	c.writeBoard(boardWrite{board: board, key: key, value: v})
}

// ClaimBoard claims an entry of a shared board for the agent: it sets the entry, unless the entry has a value by then
// that the agent has not claimed, and removes it when the agent leaves the world. SetBoard of the entry, by anyone, ends
// the claim. A nil value removes an entry that the agent has claimed, and no other. As for SetBoard, this becomes visible
// in the next tick, and claims are made in the order of the world.
func (c *Context) ClaimBoard(board, key string, v value.Value) {
	c.mustAct("Context.ClaimBoard")
	mustEnd("Context.ClaimBoard", v)
	if c.inTapedCall() {
		c.tape.effects.add(Input{kind: inputClaimBoard, name: board, other: key, value: v})
	}
	c.writeBoard(boardWrite{board: board, key: key, value: v, claim: true})
}

// writeBoard queues a write of the agent.
func (c *Context) writeBoard(b boardWrite) {
	b.from = c.agent.id
	c.w.out.writes = append(c.w.out.writes, b)
	if w := c.w.world; w.trace != nil {
		c.noteWrite(Write{Board: b.board, Key: b.key, Was: w.boards.get(b.board, b.key), Is: b.value, claims: b.claim})
	}
}

// ResetAgent resets the agent at the end of its tick.
func (c *Context) ResetAgent() {
	c.mustAct("Context.ResetAgent")
	if c.inTapedCall() {
		c.tape.effects.add(Input{kind: inputReset})
	}
	c.agent.flags |= resetDue
}

// Sleep is like Agent.Sleep. It takes effect at the end of the tick.
func (c *Context) Sleep(d time.Duration) {
	c.mustAct("Context.Sleep")
	if c.inTapedCall() {
		c.tape.effects.add(Input{kind: inputSleep, time: max(-maxSaved, min(d, maxSaved))})
	}
	c.w.world.agents.sleep(c.agent, d)
}

// Log passes a line to Options.OnLog and to the traces of the agent at the end of the tick. If the call is made to
// explain a decision, Log does nothing.
func (c *Context) Log(text string) {
	c.mustBeInCall()
	if c.w.purity.dryRun || c.explainer != nil {
		return
	}
	if c.inTapedCall() {
		c.tape.effects.add(Input{kind: inputLog, name: text})
	}
	c.w.emit(Event{Kind: EventLog, Node: c.node, Text: text})
}

// Mark passes a text to Options.OnMark at the end of the tick, to mark the tick as worth looking at later. A mark
// changes nothing in the world.
func (c *Context) Mark(text string) {
	c.mustAct("Context.Mark")
	c.w.emit(Event{Kind: EventMark, Node: c.node, Text: text})
}
