package engine

import (
	"cmp"
	"fmt"
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
}

// OtherBoardEntry describes the first entry, in the order of boards and keys, that differs in v and w, such as
// "alarm.door is true instead of nil". It returns "" if there is none. same compares the values in v and w.
// OtherBoardEntry may be called between ticks and in callbacks.
func OtherBoardEntry(v, w *World, same func(a, b value.Value) bool) string {
	v.mustBeReadable("OtherBoardEntry")
	keys := slices.Concat(slices.Collect(maps.Keys(v.boards.entries)), slices.Collect(maps.Keys(w.boards.entries)))
	slices.SortFunc(keys, func(a, b boardKey) int {
		return cmp.Or(strings.Compare(a.board, b.board), strings.Compare(a.key, b.key))
	})
	for _, k := range keys {
		if a, b := v.boards.entries[k], w.boards.entries[k]; !same(a, b) {
			return fmt.Sprintf("%s.%s is %v instead of %v", k.board, k.key, a, b)
		}
	}
	return ""
}

// Board returns an entry of a shared board, or nil if there is none. Go code calls Board between ticks; hooks and
// helpers use Context.Board.
func (w *World) Board(board, key string) value.Value {
	w.mustBeReadable("World.Board")
	return w.boards.get(board, key)
}

// SetBoard sets an entry of a shared board. A nil value removes the entry. SetBoard must be called between ticks;
// hooks and helpers use Context.SetBoard.
func (w *World) SetBoard(board, key string, v value.Value) {
	w.mustBeOpen("World.SetBoard")
	if w.journal != nil {
		w.journal.add(Input{kind: inputSetBoard, name: board, other: key, value: v})
	}
	w.boards.set(board, key, v)
}
