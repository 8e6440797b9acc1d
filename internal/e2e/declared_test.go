package e2e

import (
	"bytes"
	"errors"
	"maps"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
)

var declared = fstest.MapFS{
	"agent.fields": file("hp number 0..100 = 100: hit points\nmood \"calm\" | \"grim\" = \"calm\": how it feels\nhome point = { x = 1, y = 2 }: where it lives\nfree: anything\n"),
	"main.bt":      file("tree main\n  walk\n"),
	"walk.lua":     file("return { behavior = function(agent) agent.home.x = agent.home.x + agent.hp end }\n"),
}

// TestDeclaredDefaults checks what a new agent has, and that a recording and a rerun with other declarations repeat it.
func TestDeclaredDefaults(t *testing.T) {
	var out bytes.Buffer
	g := openFS(t, declared, bough.Options{Record: bough.RecordOptions{To: &out}})
	a, _ := g.Spawn("main", bough.Fields{"hp": 3, "free": "x"})
	b, _ := g.Spawn("main", bough.Fields{"mood": nil})
	g.Tick(time.Second)
	want := []string{"{x=4, y=2}", "3", `"calm"`, `"x"`, "{x=101, y=2}", "100", "nil", "nil"}
	var got []string
	for _, agent := range []*bough.Agent{a, b} {
		for _, name := range []string{"home", "hp", "mood", "free"} {
			got = append(got, agent.Get(engine.KeyOf(name)).String())
		}
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("got %s\nwant %s", got, want)
	}
	g.Close()
	p, err := openRecording(t, out.Bytes()).Replay(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if replayAll(t, p) != 1 {
		t.Error("the tick is not repeated")
	}
}

// TestDeclaredTypes checks that Spawn refuses a value of another type while the game is being made, and reports it once in a
// released game.
func TestDeclaredTypes(t *testing.T) {
	const want = `hp gets "full", but scripts/agent.fields:1 declares it as number 0..100: give a number from 0 to 100`
	source := hotreload.NewManual()
	g := openFS(t, declared, bough.Options{Source: source})
	if _, err := g.Spawn("main", bough.Fields{"hp": "full"}); !errors.Is(err, bough.ErrField) || err.Error() != "spawn main: "+want {
		t.Error(err)
	}
	if n := g.World().Len(); n != 0 {
		t.Errorf("%d agents", n)
	}

	var faults []string
	g = openFS(t, declared, bough.Options{OnFault: func(f *engine.Fault) { faults = append(faults, f.Diagnostic().Error()) }})
	for range 2 {
		a, err := g.Spawn("main", bough.Fields{"hp": "full", "home": value.VectorOf(value.Vector{X: 3})})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Get(engine.KeyOf("hp")).String(); got != `"full"` {
			t.Error(got)
		}
	}
	if len(faults) != 1 || faults[0] != want+"\n  spawn, agent main#1, tree main at walk, tick 0 (seen 1 time)" {
		t.Errorf("%q", faults)
	}
	if n := len(g.World().Faults()); n != 0 {
		t.Errorf("the world has %d faults", n)
	}

	// Without declarations, everything is as before.
	free := maps.Clone(declared)
	delete(free, "agent.fields")
	g = openFS(t, free, bough.Options{Source: source})
	a, err := g.Spawn("main", bough.Fields{"hp": "full"})
	if err != nil || !a.Get(engine.KeyOf("mood")).IsNil() {
		t.Error(err)
	}
}

// TestDeclaredDefaultsOfOldSaves restores a game whose files declared less.
func TestDeclaredDefaultsOfOldSaves(t *testing.T) {
	old := maps.Clone(declared)
	old["agent.fields"] = file("mood \"calm\" | \"grim\": how it feels\nhome point = { x = 1, y = 2 }: where it lives\n")
	g := openFS(t, old, bough.Options{})
	g.Spawn("main", bough.Fields{"hp": 3})
	g.Spawn("main", nil)
	saved, err := g.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		files fstest.MapFS
		want  string
	}{
		{old, "3 nil nil nil"},
		{declared, "3 nil 100 nil"}, // the old files declared the mood, and no default
	} {
		g := openFS(t, c.files, bough.Options{})
		if err := g.Restore(saved); err != nil {
			t.Fatal(err)
		}
		var got []string
		for a := range g.World().Agents() {
			got = append(got, a.Get(engine.KeyOf("hp")).String(), a.Get(engine.KeyOf("mood")).String())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func openFS(t *testing.T, files fstest.MapFS, o bough.Options) *bough.Game {
	t.Helper()
	g, err := bough.OpenFS(files, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	if err := g.Load().Err(); err != nil {
		t.Fatal(err)
	}
	return g
}

// TestDeclaredUnits checks that With shows the values of all texts of an explanation, also what refuses each of several
// stimuli, and leaves the explanation as it is.
func TestDeclaredUnits(t *testing.T) {
	g := openFS(t, fstest.MapFS{
		"agent.fields": file("hp number HP = 5: hit points\nfoe agent: whom it fights\nstimulus hit { damage number HP }: a blow\n"),
		"main.bt":      file("tree main\n  priority\n    flinch  when hp < bt.stimulus().damage\n    idle\n"),
		"flinch.lua":   file("return { stimulus = \"hit\", precondition = function(agent) return agent.foe == nil end }\n"),
	}, bough.Options{})
	a, _ := g.Spawn("main", bough.Fields{"foe": 1})
	for _, damage := range []int{4, 7} {
		data, _ := value.Of(map[string]any{"damage": damage})
		g.World().Post(a.ID(), engine.Stimulus{Name: "hit", Data: data})
	}
	e := a.Explain(1)
	raw := e.String()
	text := e.With(g.ShowTerm).String()
	for _, want := range []string{
		"hit {damage=4}: condition hp < bt.stimulus().damage is false (hp = 5 HP",
		"hit {damage=7}: precondition is false (foe = main#1)",
		"  priority/flinch: it refuses 2 stimuli; the last, hit {damage=7}: precondition is false (foe = main#1) at scripts/flinch.lua:1\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if after := e.String(); after != raw || strings.Contains(raw, "5 HP") {
		t.Errorf("the explanation was\n%s\nand is\n%s", raw, after)
	}
	if got := e.With(func(x engine.Term) string { return x.Value }).String(); got != raw {
		t.Errorf("got\n%s\nwant\n%s", got, raw)
	}
}
