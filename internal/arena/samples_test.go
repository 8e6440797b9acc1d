package arena

import (
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/testdata"
)

// open returns an arena that plays the samples. It fails the test if a file has a problem or a
// script raises an error.
func open(t *testing.T, o Options, g bough.Options) (*Arena, *bough.Game) {
	t.Helper()
	g.OnFault = func(f *engine.Fault) { t.Errorf("script error: %v", f) }
	a := New(o)
	game := begin(t, a, testdata.Samples(), g)
	if problems := game.Bundle().Problems; len(problems) > 0 {
		t.Fatalf("the samples have problems:\n%v", problems)
	}
	return a, game
}

// sampleNames returns the names of all behaviors and all trees of the samples.
func sampleNames(g *bough.Game) (behaviors, trees []string) {
	for _, b := range g.Bundle().Behaviors {
		behaviors = append(behaviors, b.Name)
	}
	return behaviors, g.Bundle().TreeNames()
}

// TestSamplesAreAlive plays the samples. Each behavior and each tree must have run, and
// everything must have happened that the samples are meant to show.
func TestSamplesAreAlive(t *testing.T) {
	notes := 0
	a, game := open(t, Options{OnNote: func(string) { notes++ }}, bough.Options{Seed: 1})
	ran := map[string]int{}
	for range 1200 {
		a.Tick()
		for agent := range game.World().Agents() {
			p := agent.Program()
			ran["tree "+p.Name()]++
			for _, i := range agent.RanNodes(1) {
				switch p.Node(i).Kind {
				case kind.Tree:
					ran["tree "+p.Node(i).Name]++
				default:
					ran[p.Node(i).Name]++
				}
			}
		}
	}
	behaviors, trees := sampleNames(game)
	if len(behaviors) < 32 || len(trees) < 7 {
		t.Errorf("%d behaviors and %d trees", len(behaviors), len(trees))
	}
	for _, tree := range trees {
		behaviors = append(behaviors, "tree "+tree)
	}
	for _, name := range behaviors {
		if ran[name] == 0 {
			t.Errorf("%s never ran", name)
		}
	}
	s := a.Stats
	if s.Hits < 100 || s.Misses == 0 || s.Kills < 5 || s.Hides < 5 || s.Noises < 100 || s.Births <= DefaultAgents {
		t.Errorf("not much happens: %+v", s)
	}
	if notes < s.Kills {
		t.Errorf("%d notes of %d kills", notes, s.Kills)
	}
	if testing.Verbose() {
		t.Logf("%+v", s)
		for _, n := range slices.Sorted(maps.Keys(ran)) {
			t.Logf("%8d %s", ran[n], n)
		}
	}
}

// trace returns a hash of all events of a game, and of the bodies after each tick.
func trace(t *testing.T, ticks int, g bough.Options) uint64 {
	a, game := open(t, Options{}, g)
	h := fnv.New64a()
	game.World().Observe(func(e engine.Event) { h.Write([]byte(e.String() + "\n")) })
	for range ticks {
		a.Tick()
		for i, b := range a.Actors() {
			fmt.Fprintln(h, i, b.X, b.Y, b.Facing, b.HP, b.Hidden, b.Dead)
		}
	}
	if impure := game.World().Impure(); len(impure) > 0 {
		t.Errorf("decisions of %d agents came out differently when asked twice, first agent %d", len(impure), impure[0])
	}
	return h.Sum64()
}

var arenaTicks = flag.Int("arena.ticks", 300, "how many ticks TestSamplesAreDeterministic plays each game")

func TestSamplesAreDeterministic(t *testing.T) {
	want := trace(t, *arenaTicks, bough.Options{Seed: 7})
	if got := trace(t, *arenaTicks, bough.Options{Seed: 7, Workers: 3}); got != want {
		t.Error("three workers give another game than one")
	}
	if got := trace(t, *arenaTicks, bough.Options{Seed: 7, DecideTwice: true, Workers: 2}); got != want {
		t.Error("asking twice gives another game")
	}
	if got := trace(t, *arenaTicks, bough.Options{Seed: 8}); got == want {
		t.Error("another seed gives the same game")
	}
}

// TestSamplesAlone runs the tree of each kind of creature in an empty world, like `bough run`.
func TestSamplesAlone(t *testing.T) {
	for _, k := range kinds {
		o := Empty()
		o.OnFault = func(f *engine.Fault) { t.Errorf("script error: %v", f) }
		game, err := bough.OpenFS(testdata.Samples(), o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := game.Spawn(k.Name, bough.Fields{"hp": 100}); err != nil {
			t.Fatal(err)
		}
		for range 600 {
			game.Tick(Step)
		}
		game.Close()
	}
}

// TestFieldsAreListed checks that agent.fields documents the fields that the game sets, and no
// others.
func TestFieldsAreListed(t *testing.T) {
	text, err := testdata.Samples().ReadFile("agent.fields")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for line := range strings.Lines(string(text)) {
		before, doc, ok := strings.Cut(line, ":")
		name, _, _ := strings.Cut(before, " ")
		if ok && !slices.Contains([]string{"#", "stimulus", "request", "board"}, name) {
			if listed = append(listed, name); strings.TrimSpace(doc) == "" {
				t.Errorf("field %s has no explanation", name)
			}
		}
	}
	set := []string{keyOwner.Name()}
	b := body{kind: &kinds[0]}
	for name := range b.fields(planFor(1)) {
		set = append(set, name)
	}
	slices.Sort(listed)
	slices.Sort(set)
	if !slices.Equal(listed, set) {
		t.Errorf("agent.fields lists %v, the game sets %v", listed, set)
	}
}

// TestSamplesHaveDocs checks that each behavior describes itself, in its doc field and in a
// comment for designers.
func TestSamplesHaveDocs(t *testing.T) {
	_, game := open(t, Options{}, bough.Options{})
	behaviors, _ := sampleNames(game)
	samples := testdata.Samples()
	for _, name := range behaviors {
		text, err := samples.ReadFile(path.Join(strings.Split(name, ".")...) + ".lua")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(text), "-- ") || !strings.Contains(string(text), "doc = ") {
			t.Errorf("%s has no comment or no doc", name)
		}
	}
}
