package e2e

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/internal/message"
)

// identities returns the codes, arguments and remedies of the errors that scripts have raised.
func identities(game *bough.Game) (list []string) {
	for _, f := range game.World().Faults() {
		d := f.Diagnostic()
		list = append(list, d.Pos.String()+": "+message.Identity(d)+" "+d.Headline())
	}
	return list
}

// TestCodesAreKept checks that errors of scripts have the same codes, arguments and remedies in a restored game and in
// a replay.
func TestCodesAreKept(t *testing.T) {
	files := fstest.MapFS{
		"main.bt":  file("tree main\n  parallel\n    sums\n    asks\n    reads\n    posts\n"),
		"sums.lua": file("return { behavior = function(agent) agent.hp = agent.hp + 1 end }\n"),
		"asks.lua": file(`return { behavior = function(agent)
  local ok, err = pcall(game.find, agent.id)
  agent.err = err
  game.find("x")
end }
`),
		"reads.lua": file("return { behavior = function(agent) local n = game.find(agent.id) end }\n"),
		"posts.lua": file("return { behavior = function(agent) bt.board(\"b\").f = print end }\n"),
	}
	open := func(o bough.Options) (*bough.Game, error) {
		o.Helpers = map[string][]bough.Helper{"game": {bough.Func("find(id): Finds something.", func(int) (int, error) { return 0, errors.New("nothing there") })}}
		return bough.OpenFS(files, o)
	}
	var to bytes.Buffer
	game, err := open(bough.Options{Record: bough.RecordOptions{To: &to, Replies: true}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := game.Spawn("main", nil); err != nil {
		t.Fatal(err)
	}
	game.Tick(frame)
	want := identities(game)
	if len(want) != 4 {
		t.Fatalf("%d errors: %v", len(want), want)
	}
	saved := take(t, game)
	game.Close()

	restored, err := open(bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	if err := restored.Restore(saved); err != nil {
		t.Fatal(err)
	}
	if got := identities(restored); !slices.Equal(got, want) {
		t.Errorf("restored\ngot  %q\nwant %q", got, want)
	}
	if !bytes.Equal(take(t, restored), saved) {
		t.Error("the restored game has another snapshot")
	}

	r, err := bough.OpenRecording(bytes.NewReader(to.Bytes()), int64(to.Len()))
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Replay(nil) // without the function of the game, whose replies are in the recording
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.GoTo(1); err != nil {
		t.Error(err)
	}
	if got := identities(p.Game()); !slices.Equal(got, want) {
		t.Errorf("replayed\ngot  %q\nwant %q", got, want)
	}
}
