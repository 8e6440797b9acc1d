package bough_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/hotreload"
)

// TestExplainSaysWhatIsBroken: a node in quarantine shows its last error with its line, one
// without a file says so, one that could not be loaded shows why.
func TestExplainSaysWhatIsBroken(t *testing.T) {
	files := fstest.MapFS{
		"main.bt": {Data: []byte(`tree main "Broken in all ways."
  priority
    shaky
    gone
    dir.wrong
    nowhere
    idle
`)},
		"shaky.lua":     {Data: []byte("return {\n  precondition = function(agent)\n    return agent.hp > 3\n  end,\n}\n")},
		"gone.lua":      {Data: []byte("return { precondition = function() return false end }\n")},
		"dir/wrong.lua": {Data: []byte("return {\n  behavior = function() local x = end,\n}\n")},
		"agent.fields":  {Data: []byte("hp: hit points\n")},
	}
	source := hotreload.NewManual()
	game, err := bough.OpenFS(files, bough.Options{Development: true, Prefix: "scripts", Source: source})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	game.Load()
	a, err := game.Spawn("main", nil)
	if err != nil {
		t.Fatal(err)
	}
	wants := func(wants ...string) {
		t.Helper()
		text := a.Explain().String()
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("no line\n%s\nin\n%s", want, text)
			}
		}
	}
	wants(
		"  no    shaky: its precondition raised an error: scripts/shaky.lua:3:18: attempt to compare agent.hp (nil) with 3",
	)
	for range 4 {
		game.Tick(0)
	}
	delete(files, "gone.lua")
	source.Touch("gone.lua")
	game.Tick(0)
	wants(
		"blocked:   priority/nowhere: its behavior is missing: ",
		"  no    shaky: its behavior is quarantined until its file is saved: every call of its precondition failed, last scripts/shaky.lua:3:18: attempt to compare agent.hp (nil) with 3",
		"  no    gone: its behavior is missing: the file of gone is gone; its node is never ready until scripts/gone.lua is back",
		"  no    dir.wrong: its behavior is missing: its file could not be loaded: scripts/dir/wrong.lua:2:35: unexpected \"end\"",
		"  no    nowhere: its behavior is missing: there is no behavior or node kind nowhere: bough new behavior nowhere writes one",
	)
	if q := game.World().Quarantines(); len(q) != 1 || q[0].Behavior.Name != "shaky" || q[0].Pos.String() != "scripts/shaky.lua:3:18" {
		t.Errorf("quarantines: %v", q)
	}
}
