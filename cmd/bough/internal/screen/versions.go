package screen

// back rolls back to the previous version or, if there are errors, to the last version without errors. Files that
// are saved later do not take effect until unpin is called.
func (m *Model) back() {
	game := m.Stage.Game()
	n := game.Previous()
	if n == 0 {
		m.notice = tr.T("there is no older version without errors")
		return
	}
	if err := game.Rollback(n); err != nil {
		m.notice = err.Error()
		return
	}
	m.notice = tr.F("back to v%d; u takes files in again", n)
}

// unpin installs the files that were saved since back was called. From then on, saved files take effect again.
func (m *Model) unpin() {
	game := m.Stage.Game()
	if !game.Pinned() {
		m.notice = tr.T("files are taken in already")
		return
	}
	game.Unpin()
	m.notice = tr.T("files are taken in again")
}

// pinned returns a notice with the number of files that a pin keeps from taking effect, or "" if there is no pin.
func (m *Model) pinned() string {
	game := m.Stage.Game()
	switch n := len(game.Waiting()); {
	case !game.Pinned():
		return ""
	case n == 1:
		return tr.T(" PINNED: 1 file waits, u takes it in ")
	default:
		return tr.F(" PINNED: %d files wait, u takes them in ", n)
	}
}
