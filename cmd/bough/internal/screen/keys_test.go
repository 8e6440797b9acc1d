package screen

import (
	"errors"
	"testing"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/gdamore/tcell/v2"
)

func (m *Model) ticks() int64 { return m.Stage.Game().World().TickCount() }

func press(m *Model, keys ...any) (quit bool) {
	for _, k := range keys {
		switch k := k.(type) {
		case rune:
			quit = m.Key(tcell.NewEventKey(tcell.KeyRune, k, 0))
		case tcell.Key:
			quit = m.Key(tcell.NewEventKey(k, 0, 0))
		}
	}
	return quit
}

func never() bool { return false }

func TestKeys(t *testing.T) {
	tests := []struct {
		name  string
		keys  []any
		check func(m *Model) bool
	}{
		{"pause", []any{' '}, func(m *Model) bool { return m.pace.Paused() }},
		{"pause and go on", []any{' ', ' '}, func(m *Model) bool { return !m.pace.Paused() }},
		{"step", []any{'.', 's'}, func(m *Model) bool { return m.pace.Paused() && m.ticks() == 2 }},
		{"faster", []any{'+', '='}, func(m *Model) bool { return m.pace.Speed() == 4 }},
		{"fastest", []any{'+', '+', '+', '+', '+', '+', '+'}, func(m *Model) bool { return m.pace.Speed() == 16 }},
		{"slowest", []any{'-', '-', '-', '-', '-', '-'}, func(m *Model) bool { return m.pace.Speed() == 0.1 }},
		{"next", []any{tcell.KeyTab, tcell.KeyRight, tcell.KeyDown}, func(m *Model) bool { return m.at == 3 }},
		{"before the first", []any{tcell.KeyUp}, func(m *Model) bool { return m.at == 11 }},
		{"there and back", []any{tcell.KeyTab, tcell.KeyBacktab, tcell.KeyRight, tcell.KeyLeft}, func(m *Model) bool { return m.at == 0 }},
		{"explain scrolls", []any{'e', tcell.KeyDown, tcell.KeyDown, tcell.KeyUp}, func(m *Model) bool { return m.pane == whyPane && m.scroll == 1 && m.at == 0 }},
		{"explain pages", []any{'e', tcell.KeyPgDn, tcell.KeyPgDn, tcell.KeyPgUp}, func(m *Model) bool { return m.scroll == 10 }},
		{"explain another", []any{'e', tcell.KeyDown, tcell.KeyTab}, func(m *Model) bool { return m.pane == whyPane && m.scroll == 0 && m.at == 1 }},
		{"escape", []any{'e', '?', tcell.KeyEscape}, func(m *Model) bool { return m.pane == whyPane && !m.help }},
		{"escape twice", []any{'e', '?', tcell.KeyEscape, tcell.KeyEscape}, func(m *Model) bool { return m.pane == logPane && !m.help }},
		{"log", []any{tcell.KeyPgUp, tcell.KeyPgUp, tcell.KeyPgDn}, func(m *Model) bool { return m.logUp == 5 }},
		{"hold", []any{'p'}, func(m *Model) bool { return m.picked().Agent.Paused() }},
		{"hold twice", []any{'p', 'p'}, func(m *Model) bool { return !m.picked().Agent.Paused() }},
		{"noise", []any{'n', '.'}, func(m *Model) bool { return len(m.picked().Agent.Stimuli()) == 1 }},
		{"reset", []any{'.', 'r'}, func(m *Model) bool { return len(m.picked().Agent.ActiveNodes()) == 0 }},
		{"back, to nothing", []any{'b'}, func(m *Model) bool { return m.Stage.Game().Bundle().Version == 1 && !m.Stage.Game().Pinned() }},
		{"unpin, without a pin", []any{'u'}, func(m *Model) bool { return !m.Stage.Game().Pinned() && m.notice == "files are taken in already" }},
		{"unknown", []any{'x', tcell.KeyF5}, func(m *Model) bool { return m.ticks() == 0 && !m.pace.Paused() }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newStage(t, 12, 0).Model
			if press(m, tt.keys...) {
				t.Error("it quits")
			}
			if !tt.check(m) {
				t.Errorf("after %v the model is %+v", tt.keys, *m)
			}
		})
	}
	for _, key := range []any{'q', tcell.KeyCtrlC} {
		if !press(newStage(t, 12, 0).Model, key) {
			t.Errorf("%v does not quit", key)
		}
	}
}

func TestSpeed(t *testing.T) {
	for _, tt := range []struct {
		speed float64
		want  int64
	}{{1, 20}, {0, 2}, {0.1, 2}, {0.5, 10}, {0.6, 10}, {4, 80}, {100, 320}} {
		m := newStage(t, 2, 0)
		m.Model = New(m.Stage, m.Log, tt.speed)
		for range 20 {
			m.pace.Beat(never)
		}
		if got := m.ticks(); got < tt.want-1 || got > tt.want {
			t.Errorf("speed %g: %d ticks in 20 beats, want %d", tt.speed, got, tt.want)
		}
	}
}

// TestPausedGameReloads checks that saved files take effect while the game is paused.
func TestPausedGameReloads(t *testing.T) {
	st := newStage(t, 2, 1)
	press(st.Model, ' ')
	st.save("walk.lua", `return { behavior = function(agent) agent.walked = true end }`)
	st.pace.Beat(never)
	if v := st.Stage.Game().Bundle().Version; v != 2 || st.ticks() != 1 {
		t.Errorf("version %d after %d ticks", v, st.ticks())
	}
	mustShow(t, picture(st.Model, newScreen(t, 80, 24)), "reload v2: walk (2 agents)", "PAUSED")
}

// TestBack checks that one key rolls back to the last version that worked, and that another key
// returns to the files on disk.
func TestBack(t *testing.T) {
	st := newStage(t, 2, 1)
	s := newScreen(t, 110, 30)
	st.save("walk.lua", `return { behavior = function(agent) agent.walked = true end }`)
	st.pace.Beat(never)
	st.save("walk.lua", `return { behavior = function(agent) agent.walked = `)
	st.pace.Beat(never)
	press(st.Model, 'b')
	mustShow(t, picture(st.Model, s), "back to v2; u takes files in again", "back to v2, which is v4 now: works again as before: scripts/walk.lua", "PINNED: 1 file waits, u takes it in")
	press(st.Model, 'b')
	mustShow(t, picture(st.Model, s), "back to v1; u", "back to v1, which is v5 now: walk")
	press(st.Model, 'b')
	mustShow(t, picture(st.Model, s), "there is no older version without errors")
	st.save("both.lua", "return {}")
	st.pace.Beat(never)
	mustShow(t, picture(st.Model, s), "v5 stays, as it is pinned; changed: both.lua", "PINNED: 2 files wait, u takes them in")
	press(st.Model, 'u')
	mustShow(t, picture(st.Model, s), "files are taken in again", "1 error in files", "v6")
}

// run starts Run on a simulated screen. done is closed when Run returns.
func run(t *testing.T) (st *stage, s tcell.SimulationScreen, beats chan time.Time, stop, done chan struct{}) {
	st, s = newStage(t, 12, 0), newScreen(t, 100, 30)
	beats, stop, done = make(chan time.Time), make(chan struct{}), make(chan struct{})
	go func() {
		Run(st.Model, s, beats, stop)
		close(done)
	}()
	return st, s, beats, stop, done
}

func TestRunUntilQuit(t *testing.T) {
	st, s, beats, _, done := run(t)
	for range 5 {
		beats <- time.Time{}
	}
	s.SetSize(70, 25)
	s.InjectKey(tcell.KeyRune, 'q', 0)
	<-done
	if n := st.ticks(); n != 5 {
		t.Errorf("%d ticks", n)
	}
}

func TestRunUntilStopped(t *testing.T) {
	_, _, beats, stop, done := run(t)
	beats <- time.Time{}
	close(stop)
	<-done
}

func TestEventsThatEndIt(t *testing.T) {
	st, s := newStage(t, 2, 0), newScreen(t, 80, 24)
	for _, tt := range []struct {
		ev   tcell.Event
		want bool
	}{{nil, true}, {tcell.NewEventError(errors.New("no terminal any more")), true}, {tcell.NewEventResize(70, 22), false}, {tcell.NewEventInterrupt(nil), false}} {
		if got := st.event(tt.ev, s); got != tt.want {
			t.Errorf("%T: quits is %v", tt.ev, got)
		}
	}
}

var keyMood = engine.KeyOf("mood")
