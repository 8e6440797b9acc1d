package engine

import (
	"bytes"
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/wire"
)

// Reply is the recorded result of a call of a helper.
type Reply struct {
	// Key is a hash of the helper and its arguments.
	Key uint64
	// Results are the returned values. If Data is not nil, it contains the values instead, in the encoding of the host.
	Results []value.Value
	Data    []byte
	// Err is the text of the returned error, or "" if there is none. Unknown is the reason why the returned values
	// could not be recorded, or "" if they were.
	Err, Unknown string
	// Steps and Bytes are the amounts that were charged to the script for the call.
	Steps, Bytes int64
	// Acts is set if the helper may change the game, instead of only reading it.
	Acts bool

	effects []byte // effects of the helper on its Context, as a Journal

	agent AgentID
	order int   // index in the replies of the tick
	times int64 // number of consecutive calls with this reply; during playback, the number of those left
	// The states of Context.Rand before and after the call. Both are 0 if the helper made no draw.
	drawnFrom, drawnTo uint64
}

// Tape records the replies and the effects of helpers, or plays recorded ones back. It finds a reply by agent, helper
// and arguments, not by position, so that an edited script gets the recorded replies to equal calls. Each worker has
// its own Tape, which only hooks on that worker may use.
type Tape struct {
	worker *worker
	made   []Reply               // replies recorded since the last tick
	known  map[replyKey][]*Reply // the replies to play back; nil if the Tape records
	missed []Missed
	// calling is set during a recorded call. effects contains the effects of the helper on its Context.
	calling bool
	effects *Journal
	before  Rand // state of Context.Rand before the call
	// idle is set if the Tape neither records nor plays; see World.noTape.
	idle bool
	// strict is set if the running scripts are not the recorded ones. turn is the agent that made the last call of a
	// helper with Acts, and last is the order of the reply to that call.
	strict bool
	turn   AgentID
	last   int
	acting []*Reply // replies of the helpers with Acts, if strict is set; all workers share the slice
}

// HelperCall is a call of a helper whose reply is played back.
type HelperCall struct {
	Key    uint64 // see Reply.Key
	Helper string // name of the helper with its namespace
	Acts   bool   // see Reply.Acts
	Vague  bool   // whether some argument is not fully part of Key, for example a Go value
}

// replyKey is equal for equal calls of an agent.
type replyKey struct {
	agent AgentID
	key   uint64
}

// Missed is a call of a helper without a recorded reply.
type Missed struct {
	Agent    AgentID
	Label    string // see Agent.Label
	Helper   string // name with the namespace; "" if recorded calls were not made
	Node     int    // node whose hook made the call; -1 if the recorded calls were not made
	Deciding bool   // whether the call was made in a decision
	Why      string // a clause that continues "the agent calls the helper, " or, without a Helper, "the agent "
}

// Tape returns the Tape for the helpers that this hook calls. It returns nil if replies are neither recorded nor played
// back. The calls of Agent.Explain are not recorded, and neither are calls that a helper makes.
func (c *Context) Tape() *Tape {
	c.mustBeInCall()
	if t := c.tape; t != nil && !t.idle && !t.calling && (c.explainer == nil || t.known != nil) {
		return t
	}
	return nil
}

// Playing reports whether the Tape plays replies back. If so, the caller must call Play instead of the helper.
// Otherwise it must call Begin, the helper, and End.
func (t *Tape) Playing() bool { return t.known != nil }

// Begin begins to record a call by the current agent of the worker.
func (t *Tape) Begin() { t.calling, t.before = true, *t.worker.ctx.Rand() }

// End ends the recording of a call. It records the reply if kept is set.
func (t *Tape) End(a Reply, kept bool) {
	t.calling = false
	if len(t.effects.Bytes()) > 0 {
		err := t.effects.Err()
		if a.effects = t.effects.Take(); err != nil {
			a.effects, a.Unknown = nil, cmp.Or(a.Unknown, err.Error())
		}
	}
	if !kept {
		return
	}
	a.agent, a.times = t.worker.agent.id, 1
	if after := *t.worker.ctx.Rand(); after != t.before {
		a.drawnFrom, a.drawnTo = t.before.state, after.state
	}
	for i := len(t.made) - 1; i >= 0 && t.made[i].agent == a.agent; i-- {
		if last := &t.made[i]; last.Key == a.Key {
			if last.same(&a) {
				last.times++
				return
			}
			break
		} else if a.Acts && last.Acts {
			break // the order of these calls counts
		}
	}
	t.made = append(t.made, a)
}

// same reports whether two replies to the same call are equal.
func (a *Reply) same(b *Reply) bool {
	return a.drawnFrom == b.drawnFrom && a.Err == b.Err && a.Unknown == b.Unknown && bytes.Equal(a.Data, b.Data) && bytes.Equal(a.effects, b.effects) && a.Steps == b.Steps && a.Bytes == b.Bytes && slices.EqualFunc(a.Results, b.Results, value.Value.Identical)
}

// Play returns the recorded reply to a call by the current agent of the worker. If the call is made more often than
// in the recorded tick, Play returns the last reply again. If there is no recorded reply, Play returns nil, and
// World.Missed includes the call. World.Missed also includes calls whose reply is Unknown.
func (t *Tape) Play(call HelperCall) *Reply {
	c := &t.worker.ctx
	list := t.known[replyKey{t.worker.agent.id, call.Key}]
	for i, a := range list {
		if a.times == 0 && i < len(list)-1 {
			continue
		}
		if r := c.Rand(); a.drawnTo != 0 && r.state != a.drawnFrom {
			continue // the helper would have drawn different numbers
		} else if a.drawnTo != 0 {
			r.state = a.drawnTo
		}
		if a.Unknown != "" {
			t.miss(call.Helper, tr.F("whose reply could not be recorded: %s", a.Unknown))
		}
		if t.strict {
			t.check(call, a)
		}
		if c.explainer != nil {
			return a
		}
		if a.times == 0 {
			return a // its effects are not repeated more often than in the recording
		}
		a.times--
		if err := t.repeatEffects(a.effects); err != nil {
			t.miss(call.Helper, tr.F("whose effects cannot be repeated: %v", err))
		}
		return a
	}
	t.miss(call.Helper, tr.T("but the recording has no reply to this call"))
	return nil
}

// inTapedCall reports whether a helper whose reply is recorded is being called. If so, its effects on the Context
// must be recorded, too.
func (c *Context) inTapedCall() bool { return c.tape != nil && c.tape.calling }

// repeatEffects repeats the recorded effects of a helper on its Context. The data may come from an untrusted source.
func (t *Tape) repeatEffects(data []byte) error {
	if len(data) == 0 {
		return nil
	}
	c := &t.worker.ctx
	r := JournalReader{c: journalCoder{x: snapshot{world: t.worker.world, c: wire.NewReader(data)}}}
	for r.c.x.c.Offset() < len(data) {
		var in Input
		if r.c.codeInput(&in); r.c.x.c.Err() != nil {
			return r.c.x.c.Err()
		}
		if c.deciding && in.kind != inputLog && in.kind != inputSet && in.kind != inputSetNumber {
			return errors.New("an effect in a decision, which must not change anything")
		}
		switch in.kind {
		case inputPost:
			c.Post(in.agent, Stimulus{Name: in.name, Data: in.value, TTL: in.time})
		case inputSetBoard:
			c.SetBoard(in.name, in.other, in.value)
		case inputClaimBoard:
			c.ClaimBoard(in.name, in.other, in.value)
		case inputSet, inputSetNumber:
			if err := in.setField(c.agent); err != nil {
				return err
			}
		case inputRequest:
			c.Request(Request{Kind: in.other, Channel: in.name, Priority: in.number, Data: in.value}) // a refused request was also refused before
		case inputSleep:
			c.Sleep(in.time)
		case inputReset:
			c.ResetAgent()
		case inputLog:
			c.Log(in.name)
		default:
			return errors.New("an effect of an unknown kind")
		}
	}
	return nil
}

// check adds a Missed for a call that has a recorded reply but that may have changed the game differently, since the
// script is another one.
func (t *Tape) check(call HelperCall, a *Reply) {
	switch {
	case call.Vague:
		t.miss(call.Helper, tr.T("with a value of Go that is not saved, so the call cannot be told from others; set Options.Values"))
	case !call.Acts:
	case a.times == 0:
		t.miss(call.Helper, tr.T("more often than in the recording"))
	case t.turn == t.worker.agent.id && a.order < t.last:
		t.miss(call.Helper, tr.T("in another order than in the recording"))
	default:
		t.turn, t.last = t.worker.agent.id, a.order
	}
}

// miss adds a Missed, except during Agent.Explain.
func (t *Tape) miss(helper, why string) {
	if c := &t.worker.ctx; c.explainer == nil {
		t.missed = append(t.missed, Missed{t.worker.agent.id, t.worker.agent.label, helper, int(c.node), c.deciding, why})
	}
}

// PlayReplies makes calls of helpers return the replies of ti until PlayReplies is called again. It empties Missed.
// If ti is nil, helpers are called, and their replies are not recorded. strict must be set for scripts other than the
// recorded ones. Missed then also includes calls that may have changed the game differently. PlayReplies must be
// called between ticks.
func (w *World) PlayReplies(ti *TickInputs, strict bool) {
	w.mustBeOpen("World.PlayReplies")
	if ti == nil {
		for _, wk := range w.workers {
			wk.ctx.tape = w.noTape(wk)
		}
		return
	}
	known := map[replyKey][]*Reply{}
	var acting []*Reply
	for i, a := range ti.replies {
		k := replyKey{a.agent, a.Key}
		a.order = i
		if known[k] = append(known[k], &a); strict && a.Acts {
			acting = append(acting, &a)
		}
	}
	for _, wk := range w.workers {
		wk.ctx.tape = &Tape{worker: wk, known: known, strict: strict, acting: acting}
	}
}

// Missed returns the calls without a recorded reply since PlayReplies, in the order of the agents. It may be called
// between ticks and in callbacks.
func (w *World) Missed() (list []Missed) {
	w.mustBeReadable("World.Missed")
	for _, wk := range w.workers {
		if wk.ctx.tape != nil {
			list = append(list, wk.ctx.tape.missed...)
		}
	}
	if t := w.workers[0].ctx.tape; t != nil {
		for _, a := range t.acting {
			if a.times > 0 {
				list = append(list, Missed{Agent: a.agent, Label: w.agents.labelOf(a.agent), Node: -1, Why: tr.T("does not make all calls of helpers that may change the game")})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Missed) int { return cmp.Compare(a.Agent, b.Agent) })
	return list
}

// takeReplies returns the replies that were recorded since the last call of takeReplies, in the order of the agents.
func (j *Journal) takeReplies() (list []Reply) {
	w := j.c.x.world
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

// codeReplies encodes or decodes the replies of a tick.
func (j *journalCoder) codeReplies(list []Reply) []Reply {
	c := j.x.c
	n := c.Count(len(list))
	defer func() { j.last = 0 }() // later inputs do not depend on the replies
	for i := range n {
		if c.Reading() { // one by one, since a forged n may be large
			list = append(list, Reply{})
		}
		a := &list[i]
		j.codeAgent(&a.agent)
		c.Word(&a.Key)
		c.Int(&a.times, 1, maxSaved)
		c.Int(&a.Steps, 0, math.MaxInt64)
		c.Int(&a.Bytes, 0, math.MaxInt64)
		c.Bool(&a.Acts)
		drawn := a.drawnTo != 0
		if c.Bool(&drawn); drawn {
			c.Word(&a.drawnFrom)
			c.Word(&a.drawnTo)
		}
		c.Text(&a.Err)
		if c.Text(&a.Unknown); a.Unknown != "" && j.unknown == "" && !c.Reading() {
			j.unknown = "the reply of a helper for " + j.x.world.agents.labelOf(a.agent) + ": " + a.Unknown
		}
		if c.Bytes(&a.Data); len(a.Data) == 0 {
			a.Data = nil
		}
		c.Bytes(&a.effects)
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
