package screen

import "fmt"

// back puts the version before this one in force, or the last one without errors. What is
// saved then waits.
func (m *Model) back() {
	game := m.Stage.Game()
	n := game.Previous()
	if n == 0 {
		m.notice = "there is no older version without errors"
		return
	}
	if err := game.Rollback(n); err != nil {
		m.notice = err.Error()
		return
	}
	m.notice = fmt.Sprintf("back to v%d; u takes files in again", n)
}

// unpin takes in what is saved, from now on and since back.
func (m *Model) unpin() {
	game := m.Stage.Game()
	if !game.Pinned() {
		m.notice = "files are taken in already"
		return
	}
	game.Unpin()
	m.notice = "files are taken in again"
}

// pinned says how many files are kept out, "" if none ever is.
func (m *Model) pinned() string {
	game := m.Stage.Game()
	switch n := len(game.Waiting()); {
	case !game.Pinned():
		return ""
	case n == 1:
		return " PINNED: 1 file waits, u takes it in "
	default:
		return fmt.Sprintf(" PINNED: %d files wait, u takes them in ", n)
	}
}
