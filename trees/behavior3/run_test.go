package behavior3

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/trees"
)

// TestBehavior3Runs runs the sample files with stubs for the behaviors of their games.
func TestBehavior3Runs(t *testing.T) {
	const rest = "tree rest\n  log \"rests\"\n"
	for _, c := range []struct {
		file, tree, more string
		stubs            map[string]string
		want             string
	}{
		{"guard_tree", "Guard_Tree", "", map[string]string{"SeesEnemy": `"failure"`, "game_log": `"success"`}, "SeesEnemy game_log game_log SeesEnemy game_log game_log"},
		{"guard_tree", "Guard_Tree", "", map[string]string{"SeesEnemy": `"success"`, "game_log": `"success"`}, "SeesEnemy"},
		{"patrol_project", "main", "", map[string]string{"MoveTo": `nil`}, "MoveTo MoveTo"},
		{"hunter_nested", "hunter", rest, map[string]string{"FindEnemy": `"success"`, "Attack": `"success"`}, "FindEnemy Attack FindEnemy Attack"},
	} {
		src, err := os.ReadFile("testdata/" + c.file + ".json")
		if err != nil {
			t.Fatal(err)
		}
		f, list := Import(c.file+".json", src)
		if f == nil {
			t.Fatal(list)
		}
		fsys := fstest.MapFS{"tree.bt": {Data: trees.Format(f)}}
		if c.more != "" {
			fsys["more.bt"] = &fstest.MapFile{Data: []byte(c.more)}
		}
		for name, result := range c.stubs {
			fsys[name+".lua"] = &fstest.MapFile{Data: []byte("return { name = \"" + name + "\", behavior = function(agent) bt.log(\"" + name + "\") return " + result + " end }")}
		}
		if got := logged(t, fsys, c.tree, 2); got != c.want {
			t.Errorf("%s: %s; want %s", c.file, got, c.want)
		}
	}
}

// logged ticks an agent and returns the lines that its behaviors have logged.
func logged(t *testing.T, fsys fstest.MapFS, tree string, ticks int) string {
	t.Helper()
	var lines []string
	game, err := bough.OpenFS(fsys, bough.Options{
		Seed:    1,
		OnFault: func(f *engine.Fault) { t.Error(f) },
		OnLog:   func(_ *bough.Agent, text string) { lines = append(lines, text) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	for _, d := range game.Load().Errors() {
		t.Error(d)
	}
	if _, err := game.Spawn(tree, nil); err != nil {
		t.Fatal(err)
	}
	for range ticks {
		game.Tick(100 * time.Millisecond)
	}
	return strings.Join(lines, " ")
}
