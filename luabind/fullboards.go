//go:build !luacore

package luabind

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// fullBoards is what is said of the largest boards in a tick. It is the same in the whole tick,
// and found out once: many agents may write in vain.
type fullBoards struct {
	tick  int64
	texts [2]string // byEntries, byBytes
}

// What of boards is counted.
const (
	byEntries = iota
	byBytes
)

// maxBoardsNamed bounds how many of the boards are named when they are full.
const maxBoardsNamed = 3

// refuseEntry says why an entry of a board is not written, and which boards hold most.
func (s *State) refuseEntry(L *lua.LState, board, why string, by int) {
	f := &s.fullBoards
	if f.tick != s.ctx.Tick() {
		*f = fullBoards{tick: s.ctx.Tick()}
	}
	if f.texts[by] == "" {
		f.texts[by] = largestBoards(s.ctx.BoardSizes(), by)
	}
	L.RaiseError("board %s, entry %s: the boards hold %s; the largest: %s", board, show(L.Get(2)), why, f.texts[by])
}

func largestBoards(sizes []engine.BoardSize, by int) string {
	slices.SortStableFunc(sizes, func(a, b engine.BoardSize) int {
		if by == byBytes {
			return cmp.Compare(b.Bytes, a.Bytes)
		}
		return cmp.Compare(b.Entries, a.Entries)
	})
	var list []string
	for _, b := range sizes[:min(len(sizes), maxBoardsNamed)] {
		size := thousands(b.Entries) + " entries"
		if by == byBytes {
			size = megabytes(b.Bytes)
		}
		list = append(list, fmt.Sprintf("%s (%s)", b.Board, size))
	}
	return strings.Join(list, ", ")
}
