package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// gate is a Go value with a method for scripts and with a text, both of which change.
type gate struct {
	id   byte
	hp   int
	text func() string
}

func (g *gate) String() string { return g.text() }

// gates encodes gates for recordings.
type gates []*gate

func (all gates) Encode(v any) ([]byte, error) { return []byte{v.(*gate).id}, nil }

func (all gates) Decode(data []byte) (any, error) {
	if len(data) != 1 || int(data[0]) >= len(all) {
		return nil, errors.New("there is no such gate")
	}
	return all[data[0]], nil
}

// options returns the options of a game with the gates. hp is called by scripts as gate:hp().
func (all gates) options(hp func(g *gate) int) bough.Options {
	return bough.Options{Values: all, Helpers: map[string][]bough.Helper{"gate": {
		bough.Func("hp(g): what it has left", hp), bough.Func("hit(g, damage): hits it", func(g *gate, damage int) int { return g.hp - damage }),
	}}}
}

// TestReplayOfMethods records a game whose scripts call methods of handles and make texts of them, and replays it with
// other gates. The replay must not call the methods, must give scripts the same texts, and must have the same errors.
func TestReplayOfMethods(t *testing.T) {
	const body = `agent.n = agent.gate:hp() + gate.hp(agent.gate)
    agent.text = tostring(agent.gate) .. ("%s"):format(agent.gate)
    print(agent.gate)
    agent.caught = select(2, pcall(function() return agent.gate:hit("x") end))
    agent.other = select(2, pcall(math.floor, agent.gate))
    if bt.tick() == 3 then agent.gate:hit(agent.n, agent.n, nil) end
    if bt.tick() == 5 then agent.gate:hit(agent.text) end
    if bt.tick() == 7 then agent.gate:hitt() end
    if bt.tick() == 9 then error(agent.gate) end`
	var out bytes.Buffer
	n := 0
	live := gates{{id: 0, hp: 5, text: func() string { n++; return fmt.Sprint("gate ", n) }}}
	o := live.options(func(g *gate) int { g.hp++; return g.hp })
	o.Record = bough.RecordOptions{To: &out, Replies: true}
	game, err := bough.OpenFS(behaves(body), o)
	if err != nil {
		t.Fatal(err)
	}
	a, err := game.Spawn("t", bough.Fields{"gate": value.Other(live[0])})
	if err != nil {
		t.Fatal(err)
	}
	type state struct{ n, text, caught, other, faults string }
	see := func(game *bough.Game) state {
		a := game.World().Agent(a.ID())
		field := func(name string) string { return a.Get(engine.KeyOf(name)).String() }
		var faults []string
		for _, f := range game.World().Faults() {
			faults = append(faults, f.Diagnostic().Error())
		}
		return state{field("n"), field("text"), field("caught"), field("other"), strings.Join(faults, "\n")}
	}
	var want []state
	for range 12 {
		game.Tick(time.Second)
		want = append(want, see(game))
	}
	snapshot, err := game.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	game.Close()
	if err := game.RecordingErr(); err != nil {
		t.Fatal(err)
	}
	last := want[len(want)-1]
	if last.n != "57" || !strings.HasPrefix(last.text, `"gate `) || !strings.Contains(last.other, "got userdata") || strings.Count(last.faults, "(seen 1 time)") != 4 {
		t.Errorf("%+v", last)
	}

	called := func(g *gate) int { t.Error("a replay calls a method"); return 0 }
	other := gates{{id: 0, text: func() string { return "another gate" }}}
	r := openRecording(t, out.Bytes())
	p, err := r.Replay(func() bough.Options { return other.options(called) })
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for i := range want {
		if err := p.Tick(); err != nil {
			t.Fatal(err)
		}
		if got := see(p.Game()); got != want[i] {
			t.Errorf("tick %d:\ngot  %+v\nwant %+v", i+1, got, want[i])
		}
	}
	if again, err := p.Game().Snapshot(); err != nil || !bytes.Equal(again, snapshot) {
		t.Errorf("the snapshot of the replay is another one, %v", err)
	}
	if err := p.Tick(); err != io.EOF {
		t.Error(err)
	}
}

// TestSnapshotInArguments checks that a run that waits in the arguments of a method is saved: the method has been looked
// up before.
func TestSnapshotInArguments(t *testing.T) {
	all := gates{{id: 0, hp: 5, text: func() string { return "gate" }}}
	files := fstest.MapFS{
		"t.bt":  file("tree t\n  b\n"),
		"b.lua": file("local function later() bt.wait(1) return 2 end\nreturn { run = function(agent) agent.n = agent.gate:hit(later()) end }"),
	}
	open := func() *bough.Game {
		game, err := bough.OpenFS(files, all.options(func(g *gate) int { return g.hp }))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		return game
	}
	game := open()
	if _, err := game.Spawn("t", bough.Fields{"gate": value.Other(all[0])}); err != nil {
		t.Fatal(err)
	}
	game.Tick(time.Second)
	saved, err := game.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	again := open()
	if err := again.Restore(saved); err != nil {
		t.Fatal(err)
	}
	again.Tick(2 * time.Second)
	if got := again.World().Agent(1).Get(engine.KeyOf("n")).Float(); got != 3 {
		t.Errorf("the method returns %v", got)
	}
}
