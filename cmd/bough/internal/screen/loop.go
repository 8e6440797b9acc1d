package screen

import (
	"time"

	"github.com/gdamore/tcell/v2"
)

// Run plays on a screen until the user quits, the screen is closed, or stop is closed. At speed 1, it makes one
// tick for each beat. The caller must open and close the screen.
func Run(m *Model, s tcell.Screen, beats <-chan time.Time, stop <-chan struct{}) {
	events, quit := make(chan tcell.Event, 64), make(chan struct{})
	go s.ChannelEvents(events, quit)
	defer close(quit)
	const most = 2 // pictures for each beat; without this bound, a pasted text would be drawn for each character
	for pictures := 0; ; {
		if pictures++; pictures <= most {
			Draw(m, s)
			s.Show()
		}
		select {
		case <-stop:
			return
		case ev, ok := <-events:
			if !ok || m.event(ev, s) || m.drain(events, s) {
				return
			}
		case <-beats:
			m.pace.Beat(func() bool { return len(events) > 0 })
			pictures = 0
		}
	}
}

// drain handles the events that are already waiting, so that a key that is held down does not cause a picture for each
// repetition. It reports whether the user wants to quit.
func (m *Model) drain(events <-chan tcell.Event, s tcell.Screen) bool {
	for len(events) > 0 {
		if ev, ok := <-events; !ok || m.event(ev, s) {
			return true
		}
	}
	return false
}

// event handles one event. It reports whether the user wants to quit.
func (m *Model) event(ev tcell.Event, s tcell.Screen) bool {
	switch e := ev.(type) {
	case *tcell.EventPaste:
		m.pasting = e.Start()
	case *tcell.EventKey:
		if m.pasting && e.Key() != tcell.KeyCtrlC && (m.prompt == nil || e.Key() != tcell.KeyRune) {
			return false // characters of a pasted text are not commands
		}
		return m.Key(e)
	case *tcell.EventResize:
		s.Sync()
	case nil, *tcell.EventError:
		return true
	}
	return false
}
