package commands

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees/build"
)

// openNav is the Opener of a game with a helper, a native and a declared field of its own.
func openNav(files fs.FS, o bough.Options) (*bough.Game, error) {
	o.FieldNames = []string{"x"}
	o.Kinds = []*engine.Custom{{Name: "twice", Doc: "Runs its child two times.", MinChildren: 1, MaxChildren: 1, Params: []engine.CustomParam{{Name: "pause"}, {Name: "loud", Default: value.Bool(true)}}, Positional: 1, New: func(engine.Params) (engine.Rule, error) { return nil, nil }}}
	o.Natives = map[string]*behaviors.Native{"swim": {Doc: "Swims on.", Behavior: func(c *engine.Context) (engine.Status, error) { return engine.Success, nil }}}
	game, err := bough.OpenFS(files, o)
	if err != nil {
		return nil, err
	}
	return game, game.Bind("nav", bough.Func("double(x): twice as much", func(x float64) float64 { return 2 * x }))
}

// TestWrongOpeners checks the errors of commands whose Opener breaks its rules.
func TestWrongOpeners(t *testing.T) {
	t.Chdir(t.TempDir())
	os.Mkdir("scripts", 0o755)
	for name, text := range map[string]string{"main.bt": "tree main\n  walk\n", "walk.lua": "return { behavior = function(agent) agent.x = nil + 1 end }\n", "main_test.lua": "return { it = function(t) t.spawn(\"main\") t.tick() end }\n"} {
		if err := os.WriteFile("scripts/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	faults := 0
	change := func(f func(o *bough.Options)) bough.Opener {
		return func(files fs.FS, o bough.Options) (*bough.Game, error) {
			f(&o)
			return bough.OpenFS(files, o)
		}
	}
	for _, c := range []struct {
		call string
		open bough.Opener
		code int
		want string
	}{
		{"check", func(fs.FS, bough.Options) (*bough.Game, error) { return nil, nil }, 1, "bough: this game cannot be opened: the Opener returned no game\n"},
		{"api", func(fs.FS, bough.Options) (*bough.Game, error) { return nil, errors.New("no database") }, 1, "bough: this game cannot be opened: no database\n"},
		{"run main", change(func(o *bough.Options) { o.Prefix = "zzz" }), 1, "the Opener changes Options.Prefix"},
		{"run main --budget 1000", change(func(o *bough.Options) { o.Limits.Budget = 5 }), 1, "the Opener changes Options.Limits"},
		{"run main --record main.bough", change(func(o *bough.Options) { o.Record = bough.RecordOptions{} }), 1, "with the Options that it is given"},
		{"run main --seed 3", change(func(o *bough.Options) { o.Seed = 7 }), 1, "the Opener changes Options.Seed"},
		{"test", change(func(o *bough.Options) { o.OnFault = func(*engine.Fault) { faults++ } }), 1, "a script raised an error in tick 1"},
		{"run main", change(func(o *bough.Options) { o.OnFault = func(*engine.Fault) { faults++ } }), 1, "hook behavior of walk, agent main#1"},
		{"check", func(files fs.FS, o bough.Options) (*bough.Game, error) {
			game, err := bough.OpenFS(files, o)
			game.Load()
			return game, err
		}, 1, "the Opener loads the files"},
		{"dump main", func(files fs.FS, o bough.Options) (*bough.Game, error) {
			game, err := bough.OpenFS(files, o)
			game.Close()
			return game, err
		}, 1, "the Opener returned a closed game"},
		{"play --ticks 2 --agents 3", func(files fs.FS, o bough.Options) (*bough.Game, error) {
			game, err := bough.OpenFS(files, o)
			return game, errors.Join(err, game.Bind("field", bough.Func("one(): 1", func() int { return 1 })))
		}, 1, "bough: this game has helpers named field of its own, so it has no arena; name a tree or a scene\n"},
	} {
		var out, errs bytes.Buffer
		if code := Main(strings.Fields(c.call), &out, &errs, c.open); code != c.code || !strings.Contains(errs.String()+out.String(), c.want) {
			t.Errorf("%s: exit code %d, want %d, %q\n%s%s", c.call, code, c.code, c.want, &out, &errs)
		}
	}
	if faults == 0 {
		t.Error("the callback of the game was not called")
	}
}

// TestTreesOfOpener checks that commands know the trees that an Opener adds, and tell their problems.
func TestTreesOfOpener(t *testing.T) {
	t.Chdir(t.TempDir())
	os.Mkdir("scripts", 0o755)
	for name, text := range map[string]string{"walk.lua": "return { behavior = function(agent) agent.x = 1 end }\n", "made_test.lua": "return { it = function(t) local a = t.spawn(\"made\") t.tick() t.equal(a.x, 1) end }\n"} {
		if err := os.WriteFile("scripts/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	made := func(behavior string) bough.Opener {
		return func(files fs.FS, o bough.Options) (*bough.Game, error) {
			game, err := bough.OpenFS(files, o)
			if err != nil {
				return nil, err
			}
			tree, err := build.Tree("made").Of(build.Do(behavior)).Build()
			return game, errors.Join(err, game.AddTrees(tree), game.Bind("nav", bough.Func("one(): 1", func() int { return 1 })))
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

// TestOpener checks that all commands know the helpers and natives of the game that the program is made for.
func TestOpener(t *testing.T) {
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
		code := Main(strings.Fields(c.call), &out, &errs, openNav)
		text := out.String() + errs.String()
		for _, want := range c.want {
			if !strings.Contains(text, want) || code != c.code {
				t.Errorf("%s: exit code %d, want %d, %q\n%s", c.call, code, c.code, want, text)
			}
		}
	}
}
