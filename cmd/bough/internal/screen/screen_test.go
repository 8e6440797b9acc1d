package screen

import (
	"flag"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/arena"
	"github.com/gdamore/tcell/v2"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// stage is a model of a small game, with files that a test can change.
type stage struct {
	*Model
	files  fstest.MapFS
	source *hotreload.Manual
}

// sample are the files of a small game. All agents walk to the middle, and wolves bite agents
// nearby.
var sample = map[string]string{
	"villager.bt": "tree villager\n  walk\n",
	"guard.bt":    "tree guard\n  walk\n",
	"wolf.bt":     "tree wolf\n  both\n    bite + when target ~= nil\n    walk\n",
	"walk.lua":    `return { behavior = function(agent) bt.request(agent, "move", { x = 30, y = 12 }) end }`,
	"both.lua":    `return { behavior = function(agent) agent.target = field.threat(agent.id, 3) end }`,
	"bite.lua":    `return { behavior = function(agent) bt.request(agent, "attack", { target = agent.target, damage = 1 }) end }`,
}

func newStage(t testing.TB, agents, ticks int) *stage {
	t.Helper()
	s := &stage{files: fstest.MapFS{}, source: hotreload.NewManual()}
	for name, text := range sample {
		s.files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	log := &arena.Log{NoTimes: true}
	o := bough.Options{Seed: 1, Source: s.source}
	log.Attach(&o)
	a := arenaOf(t, arena.Options{Agents: agents, OnNote: log.Note}, s.files, o, log)
	s.Model = New(InArena(a), log, 1)
	for range ticks {
		a.Tick()
	}
	return s
}

// arenaOf opens an arena.
func arenaOf(t testing.TB, a arena.Options, files fs.FS, o bough.Options, log *arena.Log) *arena.Arena {
	t.Helper()
	made := arena.New(a)
	if err := made.AddHelpers(&o); err != nil {
		t.Fatal(err)
	}
	game, err := bough.OpenFS(files, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	log.Watch(game)
	if err := made.Begin(game); err != nil {
		t.Fatal(err)
	}
	return made
}

func (s *stage) save(name, text string) {
	s.files[name] = &fstest.MapFile{Data: []byte(text)}
	s.source.Touch(name)
}

// newScreen returns a simulated screen.
func newScreen(t testing.TB, w, h int) tcell.SimulationScreen {
	t.Helper()
	s := tcell.NewSimulationScreen("")
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Fini)
	s.SetSize(w, h)
	return s
}

// picture draws a model and returns the screen as text.
func picture(m *Model, s tcell.SimulationScreen) string {
	Draw(m, s)
	s.Show()
	cells, w, h := s.GetContents()
	var b strings.Builder
	for y := range h {
		var line strings.Builder
		for x := range w {
			if r := cells[y*w+x].Runes; len(r) > 0 {
				line.WriteRune(r[0])
			} else {
				line.WriteByte(' ')
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// golden compares a picture with a file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name + ".golden"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// mustShow checks that a picture contains the texts.
func mustShow(t *testing.T, got string, texts ...string) {
	t.Helper()
	for _, want := range texts {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

func TestPicture(t *testing.T) {
	st := newStage(t, 12, 70)
	golden(t, "wide", picture(st.Model, newScreen(t, 110, 34)))
	golden(t, "narrow", picture(st.Model, newScreen(t, 60, 20)))
	st.help = true
	golden(t, "help", picture(st.Model, newScreen(t, 90, 32)))
}

var allSizes = flag.Bool("sizes.all", false, "draw at many more sizes in TestSizes")

// TestSizes draws at sizes of all kinds. Content that does not fit must be cut off, and nothing may
// panic.
func TestSizes(t *testing.T) {
	wider, higher := 13, 7
	if *allSizes {
		wider, higher = 3, 2
	}
	st := newStage(t, 12, 70)
	s := newScreen(t, 80, 24)
	for w := 1; w < 140; w += wider {
		for h := 1; h < 50; h += higher {
			s.SetSize(w, h)
			for n := range 8 {
				st.pane, st.help = pane(n&3), n&4 != 0
				got := picture(st.Model, s)
				switch {
				case w < minWidth || h < minHeight:
					mustShow(t, got, "T"[:min(1, w)])
				case n == 0:
					mustShow(t, got, "┌─ land ─", "┌─ agents ─", "┌─ log ─", " bough play", "space pause")
				}
				if t.Failed() {
					t.Fatalf("at %dx%d", w, h)
				}
			}
		}
	}
	s.SetSize(50, 15)
	mustShow(t, picture(st.Model, s), "This window has 50x15 characters; bough play needs\n60x20.", "q to quit")
}

// TestLargeLand checks that the part around the picked agent is shown if the land is too large
// for the screen.
func TestLargeLand(t *testing.T) {
	st := newStage(t, 2000, 1)
	s := newScreen(t, 80, 24)
	for range 40 {
		st.move(53)
		Draw(st.Model, s)
		s.Show()
		cells, w, h := s.GetContents()
		l := st.layoutFor(s)
		on := st.picked()
		cam := st.camera(canvas{s, l.field.x + 1, l.field.y + 1, l.field.w - 2, l.field.h - 2}, on)
		col, row := cam.cell(on.X, on.Y)
		x, y := cam.x+col, cam.y+row
		if x < 0 || x >= w || y < 0 || y >= h || cells[y*w+x].Runes[0] != on.Kind.Letter() {
			t.Fatalf("%s at %.1f, %.1f is not where it should be drawn, at %d, %d", on.Agent.Label(), on.X, on.Y, x, y)
		}
	}
}

func TestWhyPane(t *testing.T) {
	st := newStage(t, 12, 70)
	s := newScreen(t, 120, 30)
	for st.picked().Kind.Name != "wolf" {
		st.move(1)
	}
	st.pane = whyPane
	label := st.picked().Agent.Label()
	mustShow(t, picture(st.Model, s), "─ why ─", label+", tree wolf, before its next tick: ", "✗   bite +  target = nil")
	st.Stage.Tick()
	mustShow(t, picture(st.Model, s), label+", tree wolf, tick 71: runs walk", "▶ ? both  for 3.", "▶   walk  for 3.", "when target ~= nil")
	st.scroll = 1000
	got := picture(st.Model, s)
	mustShow(t, got, "  kind = \"wolf\"", "  y = ", "up, down")
	if strings.Contains(got, "tick 71: runs") {
		t.Error("it is not scrolled")
	}
	if st.scroll == 1000 {
		t.Error("it can be scrolled beyond its end")
	}
}

// TestErrorsAreShown checks that the log shows the errors of a file in full, even on a narrow
// screen.
func TestErrorsAreShown(t *testing.T) {
	st := newStage(t, 12, 3)
	s := newScreen(t, 64, 40)
	st.save("walk.lua", `return { behavior = function(agent) error("a message that is much too long for one line of a narrow screen, and has an end") end }`)
	for range 5 {
		st.Stage.Tick()
	}
	got := picture(st.Model, s)
	mustShow(t, got, " 1 script error ", "quarantined", "and has an end")
	st.save("walk.lua", "return {")
	st.Stage.Tick()
	mustShow(t, picture(st.Model, s), " 1 error in files ", "held back: scripts/walk.lua:1")
	st.logUp = 1000
	mustShow(t, picture(st.Model, s), "     0 load v1: 3 behaviors, 3 trees", "lines below: page down")
}

func TestStatesOfAgents(t *testing.T) {
	st := newStage(t, 12, 1)
	s := newScreen(t, 120, 40)
	st.hold()
	mustShow(t, picture(st.Model, s), "paused walk", st.picked().Agent.Label()+" is paused")
	st.hold()
	if got := picture(st.Model, s); strings.Contains(got, "paused walk") {
		t.Error("it is still paused")
	}
	st.save("walk.lua", `return { behavior = function(agent) agent.hp = 0 end }`)
	for range 3 {
		st.Stage.Tick()
	}
	mustShow(t, picture(st.Model, s), "dead", "%")
	for range 40 {
		st.Stage.Tick()
	}
	mustShow(t, picture(st.Model, s), "gone")
	for _, key := range "pnre" {
		st.Key(tcell.NewEventKey(tcell.KeyRune, key, 0))
		picture(st.Model, s)
	}
	if st.notice == "" && st.pane == logPane {
		t.Error("nothing is said about a picked agent that is gone")
	}
	mustShow(t, picture(st.Model, s), "is dead; another one comes soon")
}
