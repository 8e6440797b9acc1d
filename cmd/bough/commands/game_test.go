package commands

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/build"
)

// nav returns the options of a game with a helper, a native, a kind and a declared field of its own.
func nav() bough.Options {
	return bough.Options{
		FieldNames: []string{"x"},
		Kinds:      []*engine.Custom{{Name: "twice", Doc: "Runs its child two times.", MinChildren: 1, MaxChildren: 1, Params: []engine.CustomParam{{Name: "pause"}, {Name: "loud", Default: value.Bool(true)}}, Positional: 1, New: func(engine.Params) (engine.Rule, error) { return nil, nil }}},
		Natives:    map[string]*behaviors.Native{"swim": {Doc: "Swims on.", Behavior: func(c *engine.Context) (engine.Status, error) { return engine.Success, nil }}},
		Helpers:    map[string][]bough.Helper{"nav": {bough.Func("double(x): twice as much", func(x float64) float64 { return 2 * x })}},
	}
}

// TestOptionsOfGame checks what commands do with options that they set themselves, with callbacks, and with mistakes.
func TestOptionsOfGame(t *testing.T) {
	t.Chdir(t.TempDir())
	os.Mkdir("scripts", 0o755)
	for name, text := range map[string]string{"main.bt": "tree main\n  walk\n", "walk.lua": "return { behavior = function(agent) agent.x = nil + 1 end }\n", "main_test.lua": "return { it = function(t) t.spawn(\"main\") t.tick() end }\n"} {
		if err := os.WriteFile("scripts/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	faults := 0
	one := bough.Func("one(): 1", func() int { return 1 })
	for _, c := range []struct {
		call string
		game bough.Options
		code int
		want string
	}{
		{"check", bough.Options{Trees: []*trees.Tree{nil}}, 1, "bough: this game cannot be opened: bough: Options.Trees[0] is nil; check the error of the function that made the tree\n"},
		{"test", bough.Options{Helpers: map[string][]bough.Helper{"bt": {one}}}, 1, "bough: this game cannot be opened: bough: Options.Helpers: namespace bt is taken by Bough; choose another name\n"},
		{"run main --ticks 1", bough.Options{Prefix: "zzz", Watch: true, Background: true, Record: bough.RecordOptions{Keep: -1}}, 1, "scripts/walk.lua:1:"},
		{"run main --budget 1000", bough.Options{Limits: bough.Limits{Budget: -5}}, 1, "scripts/walk.lua:1:"},
		{"run main", bough.Options{Limits: bough.Limits{Budget: -5}}, 1, "bough: this game cannot be opened: bough: Options.Limits.Budget is -5; "},
		{"test", bough.Options{OnFault: func(*engine.Fault) { faults++ }}, 1, "a script raised an error in tick 1"},
		{"run main", bough.Options{OnFault: func(*engine.Fault) { faults++ }}, 1, "hook behavior of walk, agent main#1"},
		{"play --ticks 2 --agents 3", bough.Options{Helpers: map[string][]bough.Helper{"field": {one}}}, 1, "bough: this game has helpers named field of its own, so it has no arena; name a tree or a scene\n"},
	} {
		var out, errs bytes.Buffer
		if code := Main(strings.Fields(c.call), &out, &errs, func() bough.Options { return c.game }); code != c.code || !strings.Contains(errs.String()+out.String(), c.want) {
			t.Errorf("%s: exit code %d, want %d, %q\n%s%s", c.call, code, c.code, c.want, &out, &errs)
		}
	}
	if faults != 1+2 { // and the quarantine
		t.Errorf("the callback of the game was called %d times", faults)
	}
}

// TestTreesOfGame checks that commands know the trees that a game makes in Go, and tell their problems.
func TestTreesOfGame(t *testing.T) {
	t.Chdir(t.TempDir())
	os.Mkdir("scripts", 0o755)
	for name, text := range map[string]string{"walk.lua": "return { behavior = function(agent) agent.x = 1 end }\n", "made_test.lua": "return { it = function(t) local a = t.spawn(\"made\") t.tick() t.equal(a.x, 1) end }\n"} {
		if err := os.WriteFile("scripts/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	made := func(behavior string) func() bough.Options {
		tree, err := build.Tree("made").Of(build.Do(behavior)).Build()
		if err != nil {
			t.Fatal(err)
		}
		return func() bough.Options {
			return bough.Options{
				Trees:   []*trees.Tree{tree},
				Helpers: map[string][]bough.Helper{"nav": {bough.Func("one(): 1", func() int { return 1 })}},
			}
		}
	}
	for _, c := range []struct {
		call, behavior string
		code           int
		want           string
	}{
		{"run made --ticks 1 --record made.bough", "walk", 0, "enter walk"},
		{"test", "walk", 0, "1 test, 0 failed"},
		{"api nav", "walk", 0, "nav.one"},
		{"check", "walk", 0, "1 behavior, 1 tree: no problems"},
		{"replay made.bough", "walk", 0, "repeat exactly"},
		{"rename walk go --dry-run", "walk", 0, "warning: walk in the tree made, which the program makes, is left as it is: change it in the program"},
		{"check", "wlk", 1, "there is no behavior or node kind wlk: did you mean walk?"},
		{"run made", "wlk", 1, "there is no behavior or node kind wlk: did you mean walk?"},
	} {
		var out, errs bytes.Buffer
		if code := Main(strings.Fields(c.call), &out, &errs, made(c.behavior)); code != c.code || !strings.Contains(errs.String()+out.String(), c.want) {
			t.Errorf("%s: exit code %d, want %d, %q\n%s%s", c.call, code, c.code, c.want, &out, &errs)
		}
	}
}

// TestGame checks that all commands know the helpers and natives of the game that the program is made for.
func TestGame(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"scripts/main.bt":       "tree main\n  priority\n    swim  when x > 3\n    walk\n",
		"scripts/walk.lua":      "return { behavior = function(agent) agent.far = nav.double(agent.x) return true end }\n",
		"scripts/main_test.lua": "return { [\"it walks\"] = function(t)\n  local a = t.spawn(\"main\", { x = 2 })\n  t.tick()\n  t.equal(a.far, 4)\nend }\n",
		"scripts/main.scene":    "spawn main x=1\ntick\nget far\n",
		"broken/main.bt":        "tree main\n  walk  when xx > 3\n",
		"broken/walk.lua":       "return { behavior = function(agent) agent.far = nav.double() + nav.triple(agent.x) return true end }\n",
	} {
		os.MkdirAll(filepath.Dir(name), 0o755)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		call string
		code int
		want []string
	}{
		{"check", 0, []string{"2 behaviors, 1 tree: no problems"}},
		{"check broken", 1, []string{"nav.double needs x, and is given 0 arguments", "nav has no triple: bough api nav lists its functions"}},
		{"run main --set x=2 --ticks 1 --record main.bough", 0, []string{"success priority/walk"}},
		{"run main --set x=4 --ticks 1", 0, []string{"success priority/swim"}},
		{"run scripts/main.scene", 0, []string{"main#1 far = 2"}},
		{"explain main --set x=4", 0, []string{"would run: priority/swim"}},
		{"test", 0, []string{"1 test, 0 failed"}},
		{"api nav", 0, []string{"nav.double(x: number): number", "Twice as much"}},
		{"kinds walk", 0, []string{"walk\n\nNothing describes it: give it a doc.\n\nDefined by a script, as one of the behaviors.\n"}},
		{"kinds swim", 0, []string{"swim\n\nSwims on.\n\nDefined by the game, as one of the behaviors.\n"}},
		{"kinds twice", 0, []string{"twice\n\nRuns its child two times.\n\nDefined by the game, as a node kind.\n\nParameters:\n  pause  any      It must be given. It may be given without its name.\n  loud   boolean  Without it: true.\n"}},
		{"kinds", 0, []string{"  twice  Runs its child two times\n"}},
		{"kinds --json", 0, []string{`"name": "twice"`}},
		{"kinds twise", 2, []string{"did you mean twice?"}},
		{"dump main", 0, []string{"swim"}},
		{"replay main.bough", 0, []string{"ticks 1 to 1, 1 agent, repeat exactly"}},
		{"replay main.bough --against scripts", 0, []string{"all agents do the same"}},
		{"play main --set x=1 --ticks 2", 0, []string{"2 ticks"}},
		{"play --ticks 2 --scripts none", 2, []string{"none"}},
		{"run guard", 1, []string{"the trees are main"}},
	} {
		var out, errs bytes.Buffer
		code := Main(strings.Fields(c.call), &out, &errs, nav)
		text := out.String() + errs.String()
		for _, want := range c.want {
			if !strings.Contains(text, want) || code != c.code {
				t.Errorf("%s: exit code %d, want %d, %q\n%s", c.call, code, c.code, want, text)
			}
		}
	}
}
