package engine

import (
	"bytes"
	"cmp"
	"math"
	"slices"
)

// Reply is what a helper of Go has replied to a call.
type Reply struct {
	// Key is a hash of the helper and its arguments.
	Key uint64
	// Results are what it returned, or else Data are, as the host encodes them. Err is the text of the error, "" for
	// none. Unknown says why the results could not be recorded, "" if they were.
	Results      []Value
	Data         []byte
	Err, Unknown string
	// Steps and Bytes are what the script was charged.
	Steps, Bytes int64

	agent AgentID
	times int64 // how many calls in a row had this reply
	// The states of Context.Rand before and after the call if the helper has drawn from it, else 0.
	drawnFrom, drawnTo uint64
}

// Tape records replies of helpers, or plays recorded ones back. Replies are matched by agent, helper and arguments, and
// not by their order, so that a script that asks something else in between gets the same replies to the same calls.
// There is one Tape for each worker.
type Tape struct {
	worker *worker
	made   []Reply
	known  map[replyKey][]*Reply // nil if the Tape records
	missed []Missed
}

type replyKey struct {
	agent AgentID
	key   uint64
}

// Missed is a call of a helper that has no recorded reply.
type Missed struct {
	Agent    AgentID
	Helper   string
	Node     int  // that the agent was at
	Deciding bool // the call belongs to Decide
	Why      string
}

// Tape returns the Tape for the calls of helpers by this hook, nil if replies are neither recorded nor played back.
func (c *Context) Tape() *Tape {
	if t := c.tape; t != nil && (c.rec == nil || t.known != nil) {
		return t
	}
	return nil
}

// Playing reports whether the Tape plays back: the caller must then not call the helper.
func (t *Tape) Playing() bool { return t.known != nil }

// Rand returns the present state of Context.Rand, for Record.
func (t *Tape) Rand() Rand { return *t.worker.ctx.Rand() }

// Record records a reply to the agent of the worker. before is the Rand before the call.
func (t *Tape) Record(a Reply, before Rand) {
	a.agent, a.times = t.worker.agent.id, 1
	if after := t.Rand(); after != before {
		a.drawnFrom, a.drawnTo = before.state, after.state
	}
	for i := len(t.made) - 1; i >= 0 && t.made[i].agent == a.agent; i-- {
		if last := &t.made[i]; last.Key == a.Key {
			if last.same(&a) {
				last.times++
				return
			}
			break
		}
	}
	t.made = append(t.made, a)
}

func (a *Reply) same(b *Reply) bool {
	return a.drawnFrom == b.drawnFrom && a.Err == b.Err && a.Unknown == b.Unknown && bytes.Equal(a.Data, b.Data) && a.Steps == b.Steps && a.Bytes == b.Bytes && slices.EqualFunc(a.Results, b.Results, Value.alike)
}

// Play returns the reply to a call by the agent of the worker. If the agent did not make that call in the recorded interval,
// the result is nil, and World.Missed has the call. The last reply is also that to all further calls.
func (t *Tape) Play(key uint64, helper string) *Reply {
	c := &t.worker.ctx
	list := t.known[replyKey{t.worker.agent.id, key}]
	for i, a := range list {
		if a.times == 0 && i < len(list)-1 {
			continue
		}
		if r := c.Rand(); a.drawnTo != 0 && r.state != a.drawnFrom {
			continue // it would have drawn something else
		} else if a.drawnTo != 0 {
			r.state = a.drawnTo
		}
		if a.Unknown != "" {
			t.miss(helper, "whose reply could not be recorded: "+a.Unknown)
		}
		if c.rec == nil {
			a.times = max(0, a.times-1)
		}
		return a
	}
	t.miss(helper, "which it did not call like that in the recording")
	return nil
}

func (t *Tape) miss(helper, why string) {
	if c := &t.worker.ctx; c.rec == nil {
		t.missed = append(t.missed, Missed{t.worker.agent.id, helper, int(c.node), c.deciding, why})
	}
}

// PlayReplies gives the calls of helpers by scripts of w the replies of the interval, until it is called again; with nil, helpers
// are called.
func (w *World) PlayReplies(iv *Interval) {
	w.mustBeOpen("World.PlayReplies")
	if iv == nil {
		for _, wk := range w.workers {
			wk.ctx.tape = nil
		}
		return
	}
	known := map[replyKey][]*Reply{}
	for _, a := range iv.replies {
		k := replyKey{a.agent, a.Key}
		known[k] = append(known[k], &a)
	}
	for _, wk := range w.workers {
		wk.ctx.tape = &Tape{worker: wk, known: known}
	}
}

// Missed returns the calls without a recorded reply since PlayReplies, in the order of the agents.
func (w *World) Missed() (list []Missed) {
	w.mustBeReadable("World.Missed")
	for _, wk := range w.workers {
		if wk.ctx.tape != nil {
			list = append(list, wk.ctx.tape.missed...)
		}
	}
	slices.SortStableFunc(list, func(a, b Missed) int { return cmp.Compare(a.Agent, b.Agent) })
	return list
}

// takeReplies returns the replies since the last call, in the order of the agents.
func (w *World) takeReplies() (list []Reply) {
	for _, wk := range w.workers {
		if wk.ctx.tape != nil {
			list = append(list, wk.ctx.tape.made...)
			clear(wk.ctx.tape.made)
			wk.ctx.tape.made = wk.ctx.tape.made[:0]
		}
	}
	if len(w.workers) > 1 {
		slices.SortStableFunc(list, func(a, b Reply) int { return cmp.Compare(a.agent, b.agent) })
	}
	return list
}

func (j *journalCoder) codeReplies(list []Reply) []Reply {
	c := j.x.c
	list = codeLen(&j.x, list)
	defer func() { j.last = 0 }() // what follows does not depend on the replies
	for i := range list {
		a := &list[i]
		j.codeAgent(&a.agent)
		c.Word(&a.Key)
		c.Int(&a.times, 1, maxSaved)
		c.Int(&a.Steps, 0, math.MaxInt64)
		c.Int(&a.Bytes, 0, math.MaxInt64)
		drawn := a.drawnTo != 0
		if c.Bool(&drawn); drawn {
			c.Word(&a.drawnFrom)
			c.Word(&a.drawnTo)
		}
		c.Text(&a.Err)
		c.Text(&a.Unknown)
		if c.Bytes(&a.Data); len(a.Data) == 0 {
			a.Data = nil
		}
		a.Results = codeLen(&j.x, a.Results)
		for k := range a.Results {
			j.x.codeValue(&a.Results[k], 0)
		}
		if c.Err() != nil {
			return nil
		}
	}
	return list
}
