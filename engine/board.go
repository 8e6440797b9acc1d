package engine

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/value"
)

// boards are named tables that agents share. A write in a tick becomes visible in the next tick, so that reads do
// not depend on the order of agents and workers.
type boards struct {
	entries map[boardKey]value.Value
	bytes   int // the sum of value.Value.Weight of all entries
	// holders has the agent of each entry that an agent has claimed. It is nil before the first claim.
	holders map[boardKey]AgentID
}

type boardKey struct{ board, key string }

func (b *boards) get(board, key string) value.Value { return b.entries[boardKey{board, key}] }

func (b *boards) set(board, key string, v value.Value) {
	k := boardKey{board, key}
	b.bytes += v.Weight() - b.entries[k].Weight()
	if v.IsNil() {
		delete(b.entries, k)
	} else {
		b.entries[k] = v
	}
	if len(b.holders) > 0 {
		delete(b.holders, k)
	}
}

// claim sets an entry that an agent claims, if it is free or the agent holds it. A nil value ends the claim of the agent.
func (b *boards) claim(id AgentID, board, key string, v value.Value) {
	k := boardKey{board, key}
	holds := b.holders[k] == id
	if !holds && (v.IsNil() || !b.entries[k].IsNil()) {
		return
	}
	if b.set(board, key, v); v.IsNil() {
		return
	}
	if b.holders == nil {
		b.holders = map[boardKey]AgentID{}
	}
	b.holders[k] = id
}

// dropClaims removes the entries that an agent has claimed, which leaves the world.
func (w *World) dropClaims(id AgentID) {
	var held []boardKey
	for k, holder := range w.boards.holders {
		if holder == id {
			held = append(held, k)
		}
	}
	slices.SortFunc(held, compareKeys)
	for _, k := range held {
		if w.trace != nil {
			w.noteGoWrite(Write{Board: k.board, Key: k.key, Was: w.boards.entries[k]})
		}
		w.boards.set(k.board, k.key, value.Value{})
	}
}

// keys returns the keys of all entries, in the order of boards and keys.
func (b *boards) keys() []boardKey {
	return slices.SortedFunc(maps.Keys(b.entries), compareKeys)
}

func compareKeys(x, y boardKey) int {
	return cmp.Or(strings.Compare(x.board, y.board), strings.Compare(x.key, y.key))
}

// BoardEntries yields the entries of all boards, in the order of boards and keys. In a tick it yields them as they were
// when the tick began.
func (w *World) BoardEntries(yield func(board, key string, v value.Value) bool) {
	for _, k := range w.boards.keys() {
		if !yield(k.board, k.key, w.boards.entries[k]) {
			return
		}
	}
}

// Board returns an entry of a shared board, or nil if there is none. Go code calls Board between ticks; hooks and
// helpers use Context.Board.
func (w *World) Board(board, key string) value.Value {
	w.mustBeReadable("World.Board")
	return w.boards.get(board, key)
}

// BoardHolder returns the agent that has claimed an entry of a shared board, or nil; see Context.ClaimBoard. It may be
// called where Board may.
func (w *World) BoardHolder(board, key string) *Agent {
	w.mustBeReadable("World.BoardHolder")
	return w.agents.find(w.boards.holders[boardKey{board, key}])
}

// SetBoard sets an entry of a shared board. A nil value removes the entry. A claim of the entry ends. SetBoard must be
// called between ticks; hooks and helpers use Context.SetBoard.
func (w *World) SetBoard(board, key string, v value.Value) {
	w.mustBeOpen("World.SetBoard")
	mustEnd("World.SetBoard", v)
	if w.journal != nil {
		w.journal.add(Input{kind: inputSetBoard, name: board, other: key, value: v})
	}
	if w.trace != nil {
		w.noteGoWrite(Write{Board: board, Key: key, Was: w.boards.get(board, key), Is: v})
	}
	w.boards.set(board, key, v)
}
