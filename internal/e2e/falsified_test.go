package e2e

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/geom"
)

// TestFalsified checks the warning about a set that makes the condition of a node above it false. Each tree is also played:
// the tick after the set aborts something in the trees with a warning, and in no others.
func TestFalsified(t *testing.T) {
	for text, want := range map[string]string{
		"sequence when tired > 50\n    set tired=0\n    wait 1":                                                                   "tired > 50 of sequence; wait; sequence",
		"sequence when tired > 50 and hp > 1\n    set tired=0\n    wait 1":                                                        "tired > 50 and hp > 1 of sequence; wait; sequence",
		"sequence when not (hp < 1 or tired <= 50)\n    set tired=0\n    wait 1":                                                  "not (hp < 1 or tired <= 50) of sequence; wait; sequence",
		"sequence when worn\n    set tired=0\n    wait 1":                                                                         "worn of sequence; wait; sequence",
		"sequence when mood == \"calm\"\n    set mood=\"wild\"\n    log \"x\"\n    idle":                                          "mood == \"calm\" of sequence; idle; sequence",
		"sequence when mood\n    set mood=nil\n    set hp=3\n    request \"sit\"":                                                 "mood of sequence; request; sequence",
		"act when tired > 50\n    sequence\n      set tired=0\n      wait 1":                                                      "tired > 50 of act; wait; sequence",
		"sequence when tired > 50\n    fallback\n      set tired=0\n      wait 2\n    wait 1":                                     "tired > 50 of sequence; wait; sequence",
		"sequence when tired > 50\n    sequence\n      set tired=0\n      log \"x\"\n    sequence\n      log \"y\"\n      wait 1": "tired > 50 of sequence; sequence; sequence",
		"reactive_sequence\n    condition tired > 50\n    set tired=0\n    wait 1":                                                "tired > 50 of reactive_sequence; wait; reactive_sequence",

		"sequence when tired > 50\n    wait 1\n    set tired=0":                                "",
		"sequence when tired > 50\n    set tired=0\n    log \"x\"":                             "",
		"sequence when tired > 50\n    set tired=0\n    wait 0":                                "",
		"sequence when tired > 50\n    set tired=60\n    wait 1":                               "",
		"sequence when tired > 50 or hp > 1\n    set tired=0\n    wait 1":                      "",
		"sequence when tired > 50\n    set tired=0\n    set tired=60\n    wait 1":              "",
		"sequence when tired > 50\n    set tired=0\n    rest\n    wait 1":                      "",
		"sequence when tired > hp\n    set tired=3\n    wait 1":                                "",
		"sequence\n    condition tired > 50\n    set tired=0\n    wait 1":                      "",
		"sequence when ran(\"wait\") or tired > 50\n    set tired=0\n    wait 1":               "",
		"interval 9\n    sequence when tired > 50\n      set tired=0\n      wait 1":            "",
		"sequence when tired > 50\n    set tired=0 when hp < 0\n    wait 1":                    "",
		"sequence when tired > 50\n    repeat 2\n      set tired=0\n    log \"x\"\n    wait 0": "",
	} {
		files := fstest.MapFS{
			"main.bt":      {Data: []byte("condition worn = tired > 50\ntree main\n  " + text + "\n")},
			"agent.fields": {Data: []byte("tired: weariness\nhp: hit points\nmood: mood\n")},
			"act.lua":      {Data: []byte("return {}\n")},
			"rest.lua":     {Data: []byte("return { behavior = function(agent) agent.tired = 60 return true end }\n")},
		}
		game, err := bough.OpenFS(files, bough.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, d := range game.Load() {
			if d.Code != "falsified-condition" {
				t.Errorf("%s\n%v", text, d)
				continue
			}
			a := d.Args
			got += a["condition"].(string) + " of " + a["node"].(string) + "; " + a["later"].(string) + "; " + a["parent"].(string)
		}
		if got != want {
			t.Errorf("%s\ngot  %q\nwant %q", text, got, want)
		}
		a, err := game.Spawn("main", bough.Fields{"tired": 60, "hp": 2, "mood": "calm"})
		if err != nil {
			t.Fatal(err)
		}
		aborted := false
		game.World().Trace(a, func(e engine.Event) { aborted = aborted || e.Reason == engine.ExitAborted })
		game.Tick(time.Second / 10)
		game.Tick(time.Second / 10)
		if aborted != (want != "") {
			t.Errorf("%s: aborted is %t", text, aborted)
		}
		game.Close()
	}
}

// TestAnglesOfGeom checks that only a game with the helpers of package geom gets the warning about their angles.
func TestAnglesOfGeom(t *testing.T) {
	own := []bough.Helper{bough.Func("rotate(x, y, angle): own", func(x, y, angle float64) (float64, float64) { return x, y + angle }).Pure()}
	for _, c := range []struct {
		helpers []bough.Helper
		want    int
	}{{geom.Helpers(), 1}, {own, 0}} {
		game, err := bough.OpenFS(fstest.MapFS{
			"main.bt":  {Data: []byte("tree main\n  turn\n")},
			"turn.lua": {Data: []byte("return { behavior = function(agent) agent.x, agent.y = geom.rotate(1, 0, math.pi) print(agent.x, agent.y) end }\n")},
		}, bough.Options{Helpers: map[string][]bough.Helper{"geom": c.helpers}})
		if err != nil {
			t.Fatal(err)
		}
		if got := game.Load(); len(got) != c.want {
			t.Errorf("%d findings, want %d: %v", len(got), c.want, got)
		}
		game.Close()
	}
}
