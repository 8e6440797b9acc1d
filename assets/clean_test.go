package assets_test

import (
	"sync"
	"testing"

	"github.com/bough-dev/bough/assets"
)

// TestClean checks that Clean reports a file as clean if the file has no errors by itself,
// whatever other files contain, and that Clean may be called while a manager builds.
func TestClean(t *testing.T) {
	cases := []struct {
		path, text string
		clean      bool
	}{
		{"a.lua", "return {}", true},
		{"a.lua", "return {", false},
		{"a.lua", "return { on_entr = function() end }", false},
		{"a.lua", "local n = require('lib.none')\nreturn { params = { n = n } }", true},
		{"a.lua", "local unused = 1\nreturn {}", true},
		{"lib/a.lua", "return 2", true},
		{"lib/a.lua", "return 1 +", false},
		{"9.lua", "return {}", false},
		{"t.bt", "tree t\n  none\n", true},
		{"t.bt", "tree\n", false},
		{assets.FieldsFile, "hp", true},
	}
	var running sync.WaitGroup
	running.Go(func() {
		s := newShelf(t, project)
		s.Load()
	})
	for _, c := range cases {
		running.Go(func() {
			if got := assets.Clean("scripts")(c.path, []byte(c.text)); got != c.clean {
				t.Errorf("%s %q: clean %v; want %v", c.path, c.text, got, c.clean)
			}
		})
	}
	running.Wait()
}

// project is a small game.
var project = map[string]string{
	"agent.fields":   "hp: hit points\n",
	"lib/step.lua":   "return 2\n",
	"combat/hit.lua": "local n = require(\"lib.step\")\nreturn { params = { n = n } }\n",
	"guard.bt":       "tree guard\n  combat.hit  when hp < 30\n",
}
