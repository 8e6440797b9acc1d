package screen

import (
	"time"

	"github.com/gdamore/tcell/v2"
)

// Run plays on a screen until the user quits, the screen ends, or stop is closed. At speed 1, each beat makes one
// tick. The caller creates and ends the screen.
func Run(m *Model, s tcell.Screen, beats <-chan time.Time, stop <-chan struct{}) {
	events, quit := make(chan tcell.Event, 64), make(chan struct{})
	go s.ChannelEvents(events, quit)
	defer close(quit)
	const most = 2 // pictures for each beat, however many keys come: a pasted text is read fast
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
			m.beat(func() bool { return len(events) > 0 })
			pictures = 0
		}
	}
}

// drain handles the events that are already waiting. So a key that is held down does not draw a picture for each
// repetition.
func (m *Model) drain(events <-chan tcell.Event, s tcell.Screen) bool {
	for len(events) > 0 {
		if ev, ok := <-events; !ok || m.event(ev, s) {
			return true
		}
	}
	return false
}

// event handles one event and reports whether to quit.
func (m *Model) event(ev tcell.Event, s tcell.Screen) bool {
	switch e := ev.(type) {
	case *tcell.EventPaste:
		m.pasting = e.Start()
	case *tcell.EventKey:
		if m.pasting && e.Key() != tcell.KeyCtrlC && (m.prompt == nil || e.Key() != tcell.KeyRune) {
			return false // the characters of a pasted text are not commands
		}
		return m.Key(e)
	case *tcell.EventResize:
		s.Sync()
	case nil, *tcell.EventError:
		return true
	}
	return false
}
