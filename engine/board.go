package engine

// boards are named tables that agents share. What is written in a tick is seen
// from the next one on, so that the order of agents and workers does not show.
type boards struct{ entries map[boardKey]Value }

// MaxBoardEntries is how many entries all boards of a world may hold before scripts
// cannot make new ones.
const MaxBoardEntries = 10_000

type boardKey struct{ board, key string }

type boardWrite struct {
	from  AgentID
	board string
	key   string
	value Value
}

func (b *boards) get(board, key string) Value { return b.entries[boardKey{board, key}] }

func (b *boards) set(board, key string, v Value) {
	if v.IsNil() {
		delete(b.entries, boardKey{board, key})
	} else {
		b.entries[boardKey{board, key}] = v
	}
}

// Board returns an entry of a shared board, nil if there is none. It is for Go
// code between ticks.
func (w *World) Board(board, key string) Value { return w.boards.get(board, key) }

// SetBoard gives an entry of a shared board a value between ticks. A nil value
// removes the entry.
func (w *World) SetBoard(board, key string, v Value) {
	w.between("World.SetBoard")
	w.boards.set(board, key, v)
}
