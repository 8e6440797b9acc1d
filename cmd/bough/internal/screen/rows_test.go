package screen

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/internal/arena"
	"github.com/bough-dev/bough/internal/rows"
	"github.com/gdamore/tcell/v2"
)

// watched is a game with a row of each kind: a refusal by a guard, by a stimulus and by a cooldown, a wait, an error, and
// branches that are not asked.
var watched = map[string]string{
	"guard.bt": `tree guard
  root
    flee  when hp < 30 and the_enemy_that_is_nearest_to_it ~= nil and (alone or tired_of_the_fight)
    hear
    cooldown 2
      shout
    break_down  when hp < 0
    sequence
      wait 1
      walk
    rest
      lie
        sleep
`,
	"root.lua":       `return {}`,
	"flee.lua":       `return { behavior = function(agent) end }`,
	"hear.lua":       `return { stimulus = "noise", behavior = function(agent) return "success" end }`,
	"shout.lua":      `return { behavior = function(agent) return "success" end }`,
	"break_down.lua": "return { behavior = function(agent)\n  error(\"my knee, which hurt\")\nend }",
	"walk.lua":       "return { run = function(agent)\n  bt.wait(3)\nend }",
	"rest.lua":       `return {}`,
	"lie.lua":        `return {}`,
	"sleep.lua":      `return { behavior = function(agent) end }`,
}

// newWatched returns a model of the scene, after some ticks of half a second.
func newWatched(t *testing.T, commands string, ticks int) *Model {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range watched {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	log := &arena.Log{NoTimes: true}
	o := bough.Options{Seed: 1}
	log.Attach(&o)
	game, err := bough.OpenFS(files, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	log.Watch(game)
	sc, problems := scene.Parse("", commands)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	m := New(InScene(sc.Live(game, log.Note)), log, 1)
	for range ticks {
		m.Stage.Tick()
	}
	return m
}

const standing = "dt 0.5\nspawn guard hp=40 alone=false tired_of_the_fight=false the_enemy_that_is_nearest_to_it=\"wolf\"\n"

// TestRows draws the panes of rows on terminals of three widths.
func TestRows(t *testing.T) {
	m := newWatched(t, standing, 4)
	m.pane = whyPane
	golden(t, "rows80", picture(m, newScreen(t, 80, 40)))
	m.pane = treePane
	golden(t, "rows120", picture(m, newScreen(t, 120, 40)))
	golden(t, "rows200", picture(m, newScreen(t, 200, 40)))
}

// TestRowsAreOfOneTick checks that the rows show the last tick while the game is paused, also if fields change, and that
// an agent that was not watched is shown with its next decision.
func TestRowsAreOfOneTick(t *testing.T) {
	m := newWatched(t, standing+"spawn guard hp=7\n", 4)
	m.pane = whyPane
	s := newScreen(t, 100, 50)
	mustShow(t, picture(m, s), "guard#1, tree guard, tick 4: ", "✗   flee  hp = 40")
	press(m, ' ')
	typeCommand(m, "f", "hp=25")
	mustShow(t, picture(m, s), "hp = 25", "guard#1, tree guard, tick 4: ", "✗   flee  hp = 40")
	m.move(1)
	mustShow(t, picture(m, s), "guard#2, tree guard, before its next tick: ")
	press(m, '.')
	mustShow(t, picture(m, s), "guard#2, tree guard, tick 5: ")
	m.move(-1)
	press(m, '.')
	mustShow(t, picture(m, s), "guard#1, tree guard, tick 6: ", "✗   flee  hp = 25")
	press(m, 'R', '.')
	mustShow(t, picture(m, s), "guard#1, tree guard, tick 1: ")
}

// TestRowsOfAnError checks that an error is shown in full.
func TestRowsOfAnError(t *testing.T) {
	m := newWatched(t, "dt 0.5\nspawn guard hp=-1 alone=false\n", 2)
	m.pane = whyPane
	mustShow(t, picture(m, newScreen(t, 80, 50)), "!   break_down  scripts/break_down.lua:2:3: my knee, which hurt")
}

func typeCommand(m *Model, key, text string) {
	press(m, rune(key[0]))
	typeIn(m, text)
	press(m, tcell.KeyEnter)
}

// TestRemaining draws the rest of a cooldown.
func TestRemaining(t *testing.T) {
	for _, c := range []struct {
		s    rows.State
		want string
	}{
		{rows.State{Left: 1.4, Of: 2}, "▰▰▰▰▱ 1.4 s "},
		{rows.State{Left: 1.4, Of: 2, Why: "cools down 1.4 s"}, "▰▰▰▰▱ "},
		{rows.State{Left: 0.01, Of: 2}, "▰▱▱▱▱ 0.0 s "},
		{rows.State{Left: 3, Of: 2}, "▰▰▰▰▰ 3.0 s "},
		{rows.State{Left: 3}, ""},
		{rows.State{}, ""},
	} {
		if got := remaining(&c.s); got != c.want {
			t.Errorf("%+v: %q, want %q", c.s, got, c.want)
		}
	}
}

// TestFold checks with random parts that lines are not too wide, and that nothing is lost.
func TestFold(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 0))
	for range 2000 {
		var s spans
		for range 1 + r.IntN(6) {
			text := strings.Repeat("漢", r.IntN(3)) + strings.Repeat("w", r.IntN(12))
			for range r.IntN(4) {
				text += " " + strings.Repeat("x", 1+r.IntN(30))
			}
			s = append(s, styled{"." + text, plain})
		}
		cols := 4 + r.IntN(90)
		lines := s.fold(cols, r.IntN(12))
		got, want := "", ""
		for _, p := range s {
			want += p.text
		}
		for _, l := range lines {
			if l.width() > cols {
				t.Fatalf("seed %d: a line has %d cells; want %d: %v", seed, l.width(), cols, l)
			}
			for _, p := range l {
				got += p.text
			}
		}
		squeeze := strings.NewReplacer(" ", "")
		if squeeze.Replace(got) != squeeze.Replace(want) {
			t.Fatalf("seed %d: at %d cells %v became %v", seed, cols, s, lines)
		}
	}
}
