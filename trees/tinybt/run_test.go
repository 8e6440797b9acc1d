package tinybt

import (
	"fmt"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/testdata"
	"github.com/bough-dev/bough/trees"
)

// ballTests maps names in the script to conditions on the robot in the gallery.
var ballTests = map[string]string{
	"ball_found":   "return { behavior = function(agent) return agent.ball ~= nil end }\n",
	"is_close":     "return { params = { target = \"\" }, behavior = function(agent, params) return agent.x == agent[params.target] end }\n",
	"ball_grasped": "return { behavior = function(agent) return agent.grasped == true end }\n",
	"ball_placed":  "return { behavior = function(agent) return agent.ball == agent.bin and not agent.grasped end }\n",
}

// TestImportedBallRobot compares the published script of TinyBT, with its misspelled name corrected, to the robot
// of the gallery. Both must do the same in each tick, even if the ball is knocked away.
func TestImportedBallRobot(t *testing.T) {
	src, err := os.ReadFile("testdata/ball_robot.txt")
	if err != nil {
		t.Fatal(err)
	}
	f, list := Import("imported.txt", []byte(strings.ReplaceAll(string(src), "is_colse", "is_close")))
	if list.Err() != nil {
		t.Fatal(list)
	}
	files := fstest.MapFS{"imported.bt": {Data: trees.Format(f)}}
	for name, text := range ballTests {
		files[name+".lua"] = &fstest.MapFile{Data: []byte(text)}
	}
	for name, f := range testdata.Samples() {
		if ext := path.Ext(name); path.Dir(name) == "gallery/ball_robot" && (ext == ".lua" || ext == ".bt") {
			files[path.Base(name)] = f
		}
	}
	imported, own := playRobot(t, files, "imported"), playRobot(t, files, "ball_robot")
	if imported != own || strings.Count(own, "grasps the ball") != 2 {
		t.Errorf("imported\n%s\nthe gallery's\n%s", imported, own)
	}
}

// playRobot returns the output of the robot, and the positions of the robot and the ball in each tick.
func playRobot(t *testing.T, files fstest.MapFS, tree string) string {
	var out strings.Builder
	game, err := bough.OpenFS(files, bough.Options{OnLog: func(_ *bough.Agent, text string) { fmt.Fprintln(&out, text) }})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if err := game.Load().Err(); err != nil {
		t.Fatal(err)
	}
	a, err := game.Spawn(tree, bough.Fields{"x": 1, "bin": 6, "ball_lies_at": 3, "grasped": false})
	if err != nil {
		t.Fatal(err)
	}
	x, ball, done := engine.KeyOf("x"), engine.KeyOf("ball"), false
	game.World().Observe(func(e engine.Event) {
		done = done || e.Kind == engine.EventRoot && e.Status == engine.Success
	})
	for tick := 1; tick < 30 && !done; tick++ {
		game.Tick(time.Second)
		fmt.Fprintf(&out, "%d: at %v, ball at %v\n", tick, a.Get(x), a.Get(ball))
		if tick == 4 { // the ball is knocked away
			a.Set(engine.KeyOf("grasped"), value.Bool(false))
			a.Set(ball, value.Number(2))
		}
	}
	return out.String()
}
