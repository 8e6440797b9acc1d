package scene

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/testdata"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/tinybt"
)

// robotTests maps the tests in the script of TinyBT to conditions, as the scene
// of the gallery writes them.
var robotTests = map[string]string{
	"ball_found":   `agent.ball ~= nil`,
	"is_close":     `agent.x == agent[params.target]`,
	"ball_grasped": `agent.grasped`,
	"ball_placed":  `agent.ball == agent.bin and not agent.grasped`,
}

// TestBallRobotOfTinyBT plays the scene of the gallery with a script of TinyBT.
func TestBallRobotOfTinyBT(t *testing.T) {
	script, err := os.ReadFile("../../../../trees/tinybt/testdata/ball_robot.txt")
	if err != nil {
		t.Fatal(err)
	}
	f, list := tinybt.Import("ball_robot.txt", []byte(strings.ReplaceAll(string(script), "is_colse", "is_close")))
	if f == nil {
		t.Fatal(list)
	}
	robot := fstest.MapFS{"ball_robot.bt": {Data: trees.Format(f)}}
	for name, test := range robotTests {
		robot[name+".lua"] = &fstest.MapFile{Data: []byte("return { behavior = function(agent, params) return " + test + " and \"success\" or \"failure\" end }")}
	}
	gallery, err := fs.Sub(testdata.Samples(), "gallery/ball_robot")
	if err != nil {
		t.Fatal(err)
	}
	read := func(file string) string {
		b, err := fs.ReadFile(gallery, file)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	scripts, err := fs.Glob(gallery, "*.lua")
	if err != nil || len(scripts) == 0 {
		t.Fatal(scripts, err)
	}
	for _, s := range scripts {
		robot[s] = &fstest.MapFile{Data: []byte(read(s))}
	}
	s, problems := Parse("ball_robot.scene", read("ball_robot.scene"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var out strings.Builder
	var found diag.List
	faults, err := s.Play(func(o bough.Options) (*bough.Game, error) {
		game, err := bough.OpenFS(robot, o)
		if err == nil {
			found = s.Findings(game)
			t.Cleanup(func() { game.Close() })
		}
		return game, err
	}, &out, nil)
	if err != nil || faults > 0 || len(found.Errors()) > 0 {
		t.Fatal(found, faults, err)
	}
	if want := read("ball_robot.trace"); out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}
