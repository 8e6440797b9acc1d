package commands

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
)

// openNav is the Opener of a game with a helper, a native and a declared field of its own.
func openNav(files fs.FS, o bough.Options) (*bough.Game, error) {
	o.FieldNames = []string{"x"}
	o.Natives = map[string]*behaviors.Native{"swim": {Behavior: func(c *engine.Context) (engine.Status, error) { return engine.Success, nil }}}
	game, err := bough.OpenFS(files, o)
	if err != nil {
		return nil, err
	}
	return game, game.Bind("nav", bough.Func("double(x): twice as much", func(x float64) float64 { return 2 * x }))
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
		{"check broken", 1, []string{"nav.double: 0 arguments are given; it needs 1 (x)", "nav has no triple: bough api nav lists its functions"}},
		{"run main --set x=2 --ticks 1 --record main.bough", 0, []string{"success priority/walk"}},
		{"run main --set x=4 --ticks 1", 0, []string{"success priority/swim"}},
		{"run scripts/main.scene", 0, []string{"main#1 far = 2"}},
		{"explain main --set x=4", 0, []string{"would run: priority/swim"}},
		{"test", 0, []string{"1 test, 0 failed"}},
		{"api nav", 0, []string{"nav.double(x: number): number", "Twice as much"}},
		{"kinds walk", 0, []string{"walk"}},
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
