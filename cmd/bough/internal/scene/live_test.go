package scene

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/message"
)

// TestLive plays a scene tick by tick. Commands take effect before the tick that
// follows them, the agents continue after the last line, and the scene can be
// restarted.
func TestLive(t *testing.T) {
	files := fstest.MapFS{
		"wolf.bt":  {Data: []byte("tree wolf\n  howl when hp > 3\n")},
		"howl.lua": {Data: []byte("return { behavior = function(agent) agent.howls = (agent.howls or 0) + 1 end }")},
	}
	source := hotreload.NewManual()
	game, err := bough.OpenFS(files, bough.Options{Source: source, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	s, problems := Parse("x.scene", "dt 0.5\nspawn wolf hp=9\ntick 2\nsay it is hurt\nset hp=1\nget howls\ntick\nspawn bear\nsay the bear is here\n")
	if problems != nil {
		t.Fatal(problems)
	}
	var said []string
	l := s.Live(game, func(line string) { said = append(said, line) })
	play := func() {
		t.Helper()
		said = nil
		var standings []string
		for range 5 {
			standings = append(standings, l.Standing())
			l.Tick()
		}
		want := []string{"-- it is hurt", "wolf#1 howls = 2", `x.scene:8:7: there is no tree "bear": the trees are wolf`}
		if !slices.Equal(said, want) {
			t.Errorf("said %q, want %q", said, want)
		}
		if want := []string{"line 4 of 9", "line 4 of 9", "line 4 of 9", "line 8 of 9", "waits at line 8"}; !slices.Equal(standings, want) {
			t.Errorf("it stands at %q, want %q", standings, want)
		}
		if n := game.World().TickCount(); n != 5 || game.World().Clock().Seconds() != 2.5 || l.Failed == 0 {
			t.Errorf("%d ticks, %v, %d commands failed", n, game.World().Clock(), l.Failed)
		}
	}
	play()
	if err := l.Restart(); err != nil {
		t.Fatal(err)
	}
	play()
	// Restart reads the scene again; after a mistake the earlier scene stays in
	// force.
	text := "dt 0.5\nspwan wolf\n"
	l.Reread = func() (*Scene, error) {
		s, problems := Parse("x.scene", text)
		return s, problems.Err()
	}
	if err := l.Restart(); err == nil || !strings.Contains(err.Error(), "x.scene:2:1: there is no command spwan") || game.World().TickCount() != 5 {
		t.Errorf("%v, at tick %d", err, game.World().TickCount())
	}
	text = "scripts elsewhere\n"
	if err := l.Restart(); err == nil || !strings.HasPrefix(identities(l.Problems()), "other-scripts folder=\"elsewhere\" -> it\n") {
		t.Error(err, l.Problems())
	}
	l.Reread = func() (*Scene, error) { return nil, errors.New("no such file") }
	if err := l.Restart(); err == nil || !strings.HasPrefix(identities(l.Problems()), "scene-refused reason=\"no such file\"\n") {
		t.Error(err, l.Problems())
	}
	l.Reread = func() (*Scene, error) {
		s, problems := Parse("x.scene", text)
		return s, problems.Err()
	}
	text = "seed 7\nspawn wolf\nsay anew\ntick\nspawn bear\n"
	said = nil
	if err := l.Restart(); err != nil || game.World().Seed() != 7 || strings.Contains(identities(l.Problems()), "no such file") || !slices.Equal(said, []string{"-- anew"}) {
		t.Errorf("%v, seed %d, said %q", err, game.World().Seed(), said)
	}
	text = "seed 7\ndt 0.5\nspawn wolf\ntick 5\nspawn bear\nsay the bear is here\n"
	if err := l.Restart(); err != nil {
		t.Fatal(err)
	}
	for range 6 {
		l.Tick()
	}
	// The missing tree is added, and the scene continues.
	files["bear.bt"] = &fstest.MapFile{Data: []byte("tree bear\n  howl\n")}
	source.Touch("bear.bt")
	for range 3 {
		l.Tick()
	}
	if !slices.Contains(said, "-- the bear is here") || l.Standing() != "scene is over" || len(l.Agents()) != 2 {
		t.Errorf("said %q; %s; %d agents", said, l.Standing(), len(l.Agents()))
	}
}

func TestDo(t *testing.T) {
	files := fstest.MapFS{"agent.fields": {Data: []byte("request strike: a blow\n")}, "a.bt": {Data: []byte("tree a\n  rest when tired > 3 or hp > 2 or bt.board(\"tavern\").alarm == 2\n")},
		"rest.lua": {Data: []byte("return { stimulus = 'alarm', behavior = function(agent) agent.tired = 0 end }\n")}}
	game, err := bough.OpenFS(files, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	game.Load()
	first, _ := game.Spawn("a", nil)
	second, _ := game.Spawn("a", nil)
	all := " all=" + fmt.Sprint(liveNames())
	for _, tt := range []struct{ text, said, told string }{
		{"set hp=3", "", ""},
		{"get hp", "a#1 hp = 3\n", ""},
		{"get a#2 hp", "a#2 hp = nil\n", ""},
		{"get " + second.Label() + " hp", "a#2 hp = nil\n", ""},
		{"tick 3", "", `command-of-files` + all + ` command="tick" -> it`},
		{"clear_faults howl", "", `no-such-behavior name="howl" -> it`},
		{"clear_faults", "", ""},
		{"spwan b", "", `no-command` + all + ` name="spwan" -> it`},
		{"pots noise", "", `no-command` + all + ` name="pots" -> did-you-mean near="post"`},
		{"# a comment", "", "not-one-command" + all},
		{"", "", "not-one-command" + all},
		{"set hp=3\nset hp=4", "", "not-one-command" + all},
		{"set hp=", "", `pair-form pair="hp=" -> it`},
		{"set hp = 10", "", `pair-punctuation -> write-it text="set hp=10"`},
		{"switch b", "", "scene-refused "},
		{"set tired=3 tierd=90 own=1", "", `unknown-field name="tierd" near="tired" -> it unknown-field name="own" near=""`},
		{"set own=2", "", ""}, // the agent has it
		{"get tierd wood", "a#1 tierd = 90\na#1 wood = nil\n", `unknown-field name="tierd" near="tired" -> it unknown-field name="wood" near=""`},
		{"get a#2 tierd", "a#2 tierd = nil\n", `unknown-field name="tierd" near="tired" -> it`},
		{"post alarm ttl=1", "", ""},
		{"post a#2 alram", "", `unknown-stimulus name="alram" near="alarm" -> it`},
		{"board tavern", "board tavern has no entries\n", ""},
		{"board tavern alarm=3 alrm=4 gate=1", "", `unknown-entry board="tavern" entry="alrm" near="alarm" -> it unknown-entry board="tavern" entry="gate" near=""`},
		{"board tavern gate=nil", "", ""}, // the board has it
		{"board tavern", "board tavern.alarm = 3\nboard tavern.alrm = 4\n", ""},
		{"board tavren alarm=3", "", `unknown-board name="tavren" near="tavern" -> it`},
		{"board tavern alarm 3", "", `command-form command="board" usage="board BOARD entry=value ..." -> write-it text="alarm=3"`},
		{"impose striek", "", `unknown-request-kind kind="striek" near="strike" -> it`},
		{"impose fall", "", ""},
		{"post horn", "", `unknown-stimulus name="horn" near=""`},
	} {
		said, doubts, err := Do(game, first, tt.text)
		var told []string
		if err != nil {
			doubts = append(doubts, wordsOf(err))
		}
		for _, w := range doubts {
			told = append(told, message.Identity(diag.New(diag.Pos{}, w)))
		}
		if got := strings.Join(told, " "); said != tt.said || !strings.HasPrefix(got, tt.told) || (got == "") != (tt.told == "") {
			t.Errorf("%q says %q, %s; want %q, %s", tt.text, said, got, tt.said, tt.told)
		}
	}
	if _, _, err := Do(game, nil, "set hp=3"); err != nil {
		t.Errorf("without an agent it is the last one: %v", err)
	}
}

// identities returns what identifies the findings of a list.
func identities(list diag.List) string {
	var all []string
	for _, d := range list {
		all = append(all, message.Identity(d))
	}
	return strings.Join(all, "\n")
}
