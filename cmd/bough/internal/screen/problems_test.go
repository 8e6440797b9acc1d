package screen

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/internal/arena"
	"github.com/gdamore/tcell/v2"
)

// typeIn types a text, character by character.
func typeIn(m *Model, text string) {
	for _, r := range text {
		press(m, r)
	}
}

// TestProblemsAreThoseOfNow checks that the badge and the pane show current problems but no
// corrected ones, and that the log shows each error once.
func TestProblemsAreThoseOfNow(t *testing.T) {
	st, s := newStage(t, 6, 1), newScreen(t, 80, 24)
	press(st.Model, '!')
	mustShow(t, picture(st.Model, s), "─ problems ─", "nothing is wrong")
	st.save("walk.lua", "return { behavior = function(agent)\n  error(\"my knee\")\nend }")
	for range 5 {
		st.Stage.Tick()
	}
	got := picture(st.Model, s)
	mustShow(t, got, " 1 script error ", "scripts/walk.lua:2:3: my knee", "walk is quarantined", "✗villager#1")
	if strings.Contains(got, "nothing is wrong") {
		t.Error("it says that nothing is wrong")
	}
	press(st.Model, 't')
	mustShow(t, picture(st.Model, s), "─ tree ─", "! walk  scripts/walk.lua:2:3: my knee")
	press(st.Model, 't')
	if got := picture(st.Model, newScreen(t, 120, 50)); strings.Count(got, "error(\"my knee\")") != 1 {
		t.Errorf("the log tells the error more or less than once:\n%s", got)
	}
	press(st.Model, '!')
	st.save("walk.lua", `return { behavior = function(agent) `)
	delete(st.files, "both.lua")
	st.source.Touch("both.lua")
	st.Stage.Tick()
	mustShow(t, picture(st.Model, s), " 2 errors in files ", "scripts/walk.lua:1:")
	for st.picked().Kind.Name != "wolf" {
		st.move(1)
	}
	press(st.Model, 't')
	mustShow(t, picture(st.Model, s), "! ? both", "its behavior is missing: the file of both is gone")
	press(st.Model, '!')
	mustShow(t, picture(st.Model, newScreen(t, 80, 60)), "scripts/wolf.bt:2:3: the file of both is gone")
	for name, text := range sample {
		st.save(name, text)
	}
	for range 3 {
		st.Stage.Tick()
	}
	got = picture(st.Model, s)
	mustShow(t, got, "nothing is wrong")
	for _, old := range []string{"script error", "error in files", "✗"} {
		if strings.Contains(got, old) {
			t.Errorf("%q is still shown:\n%s", old, got)
		}
	}
}

// TestProblemsOfTheScene checks that the badge and the pane show what is wrong with the scene, too: warnings, commands that
// fail, and mistakes in the text that R reads.
func TestProblemsOfTheScene(t *testing.T) {
	files := fstest.MapFS{"hide.lua": {Data: []byte(`return { stimulus = "alarm", behavior = function(agent) agent.tired = 0 end }`)},
		"guard.bt": {Data: []byte("tree guard\n  hide when tired == 1\n")}}
	game, err := bough.OpenFS(files, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	text := "spawn guard tierd=20\npost alram\ntick 2\nset bear#7 tired=1\n"
	read := func() (*scene.Scene, error) {
		sc, problems := scene.Parse("day.scene", text)
		return sc, problems.Err()
	}
	sc, err := read()
	if err != nil {
		t.Fatal(err)
	}
	log := &arena.Log{}
	log.Watch(game)
	live := sc.Live(game, log.Note)
	live.Reread = read
	m, s := New(InScene(live), log, 1), newScreen(t, 100, 40)
	press(m, '!')
	mustShow(t, picture(m, s), " 1 error in files ", " 2 warnings ", "day.scene:1:13: warning: no script or tree has a field tierd: did you mean tired?",
		"day.scene:2:6: warning: no behavior waits for the stimulus alram: did you mean alarm?", "day.scene:4:5: there is no agent bear#7")
	for range 3 {
		m.Stage.Tick() // the command fails
	}
	if got := picture(m, s); strings.Count(got, "there is no agent bear#7") != 1 || !strings.Contains(got, " 1 error in files ") {
		t.Errorf("the error of the command is told more or less than once:\n%s", got)
	}
	text = "spwan guard\ntick 0\n"
	press(m, tcell.KeyEscape, 'R')
	mustShow(t, picture(m, s), " 3 errors in files ", "the scene has errors; correct them, and press R again", "─ problems ─", "there is no command spwan", "tick takes no 0")
	text = "spawn guard tired=20\npost alarm\n"
	press(m, 'R')
	got := picture(m, s)
	mustShow(t, got, "nothing is wrong", "it begins anew")
	for _, old := range []string{" error in files ", "day.scene", "warning"} {
		if strings.Contains(got, old) {
			t.Errorf("%q is still shown:\n%s", old, got)
		}
	}
}

// TestAMisspelledNameIsToldOnce checks that a behavior that does not exist is reported only at its
// use in a tree.
func TestAMisspelledNameIsToldOnce(t *testing.T) {
	st, s := newStage(t, 6, 1), newScreen(t, 100, 40)
	st.save("villager.bt", "tree villager\n  priority\n    wlak\n    idle\n")
	st.Stage.Tick()
	press(st.Model, '!')
	got := picture(st.Model, s)
	mustShow(t, got, "scripts/villager.bt:3:5: there is no behavior or node kind wlak")
	if strings.Contains(got, "is gone") {
		t.Errorf("the name is told twice:\n%s", got)
	}
}

// TestTreePane checks that the pane marks a node that is active but can no longer be used, as in
// a paused agent, and a node that is switched off.
func TestTreePane(t *testing.T) {
	st, s := newStage(t, 6, 3), newScreen(t, 80, 24)
	st.hold()
	st.save("walk.lua", "return { behavior = function(agent)\n  error(\"my knee\")\nend }")
	for range 5 {
		st.Stage.Tick()
	}
	press(st.Model, 't')
	got := picture(st.Model, s)
	mustShow(t, got, "! walk  quarantined: its errors are among the problems  for 0.")
	if strings.ContainsRune(got, '\uFFFD') {
		t.Errorf("a mark is cut in two:\n%s", got)
	}
	st.save("villager.bt", "tree villager\n  priority\n    disabled walk\n    idle\n")
	st.Stage.Tick()
	mustShow(t, picture(st.Model, s), "·   walk  disabled in the tree file")
}

// TestFind checks that a search picks an agent by a part of its name, or of the name of an active
// node.
func TestFind(t *testing.T) {
	st, s := newStage(t, 12, 3), newScreen(t, 80, 24)
	press(st.Model, '/')
	typeIn(st.Model, "OLF")
	mustShow(t, picture(st.Model, s), " find: OLF", "▶ wolf#2")
	press(st.Model, tcell.KeyTab)
	mustShow(t, picture(st.Model, s), "▶ wolf#6")
	press(st.Model, tcell.KeyBacktab, tcell.KeyEnter)
	if st.prompt != nil || st.picked().Agent.Label() != "wolf#2" {
		t.Errorf("%s is picked", st.picked().Agent.Label())
	}
	press(st.Model, '/')
	typeIn(st.Model, "guard#12")
	mustShow(t, picture(st.Model, s), "▶ guard#12")
	press(st.Model, tcell.KeyEscape)
	mustShow(t, picture(st.Model, s), "▶ wolf#2", "space pause")
	// A match in a name comes before a match in an active node: all wolves are walking.
	press(st.Model, '/')
	typeIn(st.Model, "w")
	if got := st.picked().Agent.Label(); got != "wolf#2" {
		t.Errorf("%s is picked", got)
	}
	press(st.Model, tcell.KeyTab, tcell.KeyTab, tcell.KeyTab)
	if got := st.picked().Agent.Label(); got != "wolf#2" {
		t.Errorf("after all wolves comes %s", got)
	}
	press(st.Model, tcell.KeyEscape, '/')
	typeIn(st.Model, "nobody")
	mustShow(t, picture(st.Model, s), "nobody is called so or does that")
	press(st.Model, tcell.KeyCtrlU)
	typeIn(st.Model, "walk")
	if st.notice != "" {
		t.Error(st.notice)
	}
	for range 5 {
		press(st.Model, tcell.KeyBackspace)
	}
	if st.prompt != nil {
		t.Error("the search does not end")
	}
}

// TestCommands checks that keys set a field and post a stimulus, and that a mistake in a command
// is shown.
func TestCommands(t *testing.T) {
	st, s := newStage(t, 12, 3), newScreen(t, 80, 24)
	on := st.picked().Agent
	press(st.Model, 'f')
	typeIn(st.Model, "mood=7")
	mustShow(t, picture(st.Model, s), " command: set mood=7", "on "+on.Label())
	press(st.Model, tcell.KeyEnter)
	if got := on.Get(keyMood).Float(); got != 7 {
		t.Errorf("mood is %g", got)
	}
	mustShow(t, picture(st.Model, s), "done, but no script or tree has a field mood", "space pause")
	press(st.Model, 'i')
	typeIn(st.Model, "noise ttl=5 x=3")
	press(st.Model, tcell.KeyEnter, '.')
	if n := len(on.Stimuli()); n != 1 || on.Stimuli()[0].Name != "noise" {
		t.Errorf("%d stimuli", n)
	}
	for typed, want := range map[string]string{
		"get mood":        "mood = 7",
		"set wolf#2 a=1":  "done, but no script or tree has a field a",
		"set mood":        "set is not written like this: write set [AGENT] field=value",
		"get mood\ntick":  "",
		"sett a=1":        "there is no command sett: did you mean set?",
		"tick 5":          "tick works only in files of scenes",
		"set nobody#1 a=": "write name=value without spaces",
		"set bear#1 a=1":  "there is no agent bear#1",
	} {
		press(st.Model, ':')
		typeIn(st.Model, typed)
		press(st.Model, tcell.KeyEnter)
		mustShow(t, picture(st.Model, newScreen(t, 130, 30)), want)
	}
	press(st.Model, ':')
	typeIn(st.Model, "board camp alarm=3")
	press(st.Model, tcell.KeyEnter, 'e')
	st.scroll = 1000
	mustShow(t, picture(st.Model, s), "boards:", "  camp.alarm = 3")
	press(st.Model, tcell.KeyEscape, ':')
	typeIn(st.Model, "board camp")
	press(st.Model, tcell.KeyEnter)
	mustShow(t, picture(st.Model, newScreen(t, 130, 30)), "board camp.alarm = 3", "done: board camp")
}

// TestSmallWindow checks a terminal of 80x24. The help can be read to its end, an open pane
// leaves the land in its place, and a notice covers no key.
func TestSmallWindow(t *testing.T) {
	st, s := newStage(t, 12, 3), newScreen(t, 80, 24)
	press(st.Model, '?')
	mustShow(t, picture(st.Model, s), "pauses the world", "1-20 of", "up, down")
	press(st.Model, tcell.KeyPgDn, tcell.KeyPgDn)
	mustShow(t, picture(st.Model, s), "it goes in at once.", "q           quits", "? closes")
	press(st.Model, tcell.KeyEscape)
	for _, key := range "et!" {
		press(st.Model, key)
		mustShow(t, picture(st.Model, s), "┌─ land ─", "┌─ agents ─", "▓▓▓", "? help  q quit")
	}
	press(st.Model, tcell.KeyEscape, 'p')
	mustShow(t, picture(st.Model, s), "villager#1 is paused", "space pause", "? help  q quit")
	golden(t, "small", picture(st.Model, s))
}

// TestPaste checks that pasted text goes only to an open prompt, and is ignored if there is none.
func TestPaste(t *testing.T) {
	st, s := newStage(t, 2, 0), newScreen(t, 80, 24)
	send := func(events ...tcell.Event) (quit bool) {
		for _, ev := range events {
			quit = st.event(ev, s)
		}
		return quit
	}
	key := func(r rune) tcell.Event { return tcell.NewEventKey(tcell.KeyRune, r, 0) }
	if send(tcell.NewEventPaste(true), key(' '), key('q'), tcell.NewEventPaste(false)) || st.pace.Paused() {
		t.Error("pasted text is taken for keys")
	}
	send(key('/'), tcell.NewEventPaste(true), key('w'), tcell.NewEventKey(tcell.KeyEnter, 0, 0), key('o'), tcell.NewEventPaste(false))
	if st.prompt == nil || string(st.prompt.text) != "wo" {
		t.Errorf("the prompt is %+v", st.prompt)
	}
	if send(tcell.NewEventPaste(true)); !send(tcell.NewEventKey(tcell.KeyCtrlC, 0, 0)) {
		t.Error("Ctrl-C does not quit")
	}
}

// TestAnnouncedErrors checks that an error of a script is shown with the words of the check that has announced it, and
// that the finding of that check is not shown once more as a warning.
func TestAnnouncedErrors(t *testing.T) {
	st, s := newStage(t, 6, 1), newScreen(t, 100, 24)
	st.save("walk.lua", "return { behavior = function(agent)\n  agent.rest, agent.tired = agent.tierd + 1, 0\nend }")
	press(st.Model, '!')
	const finding = "reads the field tierd, which nothing ever sets"
	st.Stage.Tick()
	got := picture(st.Model, s)
	mustShow(t, got, "scripts/walk.lua:2:35: script "+finding, "hook behavior of walk", " 1 script error ")
	if strings.Contains(got, "warning") || strings.Contains(got, "cannot calculate") {
		t.Errorf("the mistake is told twice:\n%s", got)
	}
}
