package engine

import (
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
)

// Write is a write of a field or of an entry of a board; see World.TraceWrites. Changes inside a table that a field
// holds are no writes of the field.
type Write struct {
	// Tick is the number of the tick. For a write between two ticks it is that of the next one.
	Tick int64
	// Agent is the agent that has the field or, for a board, whose hook wrote the entry. It is nil if Go code wrote the
	// entry of a board between ticks.
	Agent *Agent
	// Board is the name of the board, and "" for a field. Key is the name of the field or of the entry.
	Board, Key string
	// Was and Is are the values before and after the write. For a board, Was is the value when the tick began.
	Was, Is value.Value
	// Prog is the program that the agent ran. It is nil if Go code wrote between ticks.
	Prog *Program
	// Node is the node whose Hook wrote, or -1 if Go code wrote between ticks. Hook has no meaning if the node has no
	// behavior: its kind, made in Go, wrote.
	Node int
	Hook Hook
	// Helper is the name of the helper that wrote, with its namespace. It is "" if the code of the hook itself wrote.
	Helper string
	// At is the place in the script that wrote, or that called the helper. It is zero if the hook is written in Go.
	At diag.Pos

	claims bool // see Context.ClaimBoard
}

// writeTrace is the tracing of a world's writes.
type writeTrace struct {
	f     func(Write)
	where func(*Context) (at diag.Pos, helper string)
}

// TraceWrites calls f for each write of a field and of an entry of a board, except for those by Fields.Set; nil ends
// this. Writes between ticks are reported at once. The others are reported at the end of the tick or of another
// operation on the world, in the order of agents, and for each agent in the order of time. A claim of an entry that another
// agent has is not reported. f may read the world, but
// not change it. It must be called between ticks.
//
// The host of scripts calls TraceWrites; see luabind.Runtime.TraceWrites. It reports the writes that scripts make
// directly by Context.NoteWrite. where returns the place of the running script, and the helper that the script has
// called, if there is one.
func (w *World) TraceWrites(f func(Write), where func(c *Context) (at diag.Pos, helper string)) {
	w.mustBeOpen("World.TraceWrites")
	if w.trace = nil; f != nil {
		w.trace = &writeTrace{f, where}
	}
	for _, wk := range w.workers {
		if t := wk.ctx.tape; t == nil || t.idle {
			wk.ctx.tape = w.noTape(wk)
		}
	}
}

// noTape returns the Tape for a world that neither records replies nor plays them back: nil, or one that only makes
// Agent.Set check for a trace.
func (w *World) noTape(wk *worker) *Tape {
	if w.trace == nil {
		return nil
	}
	return &Tape{worker: wk, idle: true}
}

// NoteWrite reports that the script of a hook has written a field of its agent; see World.TraceWrites.
func (c *Context) NoteWrite(field string, was, is value.Value) {
	c.mustBeInCall()
	c.noteWrite(Write{Key: field, Was: was, Is: is})
}

// noteWrite queues a write of a hook.
func (c *Context) noteWrite(x Write) {
	w := c.w.world
	if w.trace == nil {
		return
	}
	x.Tick, x.Agent, x.Prog, x.Node, x.Hook = w.tick, c.agent, c.agent.code.prog, int(c.node), c.hook
	if w.trace.where != nil {
		x.At, x.Helper = w.trace.where(c)
	}
	c.w.out.noted = append(c.w.out.noted, x)
}

// noteGoWrite reports a write that Go code has made between ticks.
func (w *World) noteGoWrite(x Write) {
	x.Tick, x.Node = w.tick+1, -1
	w.trace.f(x)
}

// tellWrites reports the writes that workers have queued.
func (w *World) tellWrites() {
	if w.trace != nil {
		merge(w, func(o *outbox) *[]Write { return &o.noted }, func(x *Write) AgentID { return x.Agent.id }, func(x *Write) {
			if !x.claims || w.boards.claimed(x) {
				w.trace.f(*x)
			}
		})
	}
}

// claimed reports whether a claim had an effect that still lasts when all writes of its tick are made.
func (b *boards) claimed(x *Write) bool {
	k := boardKey{x.Board, x.Key}
	return b.entries[k].Identical(x.Is) && (x.Is.IsNil() || b.holders[k] == x.Agent.id)
}
