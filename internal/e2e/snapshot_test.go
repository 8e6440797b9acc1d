package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/wire"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/build"
)

// saved are behaviors that keep values of all kinds in fields, memories and suspended coroutines, and change them
// in each tick. Each behavior writes a text that depends on all of these values to agent.out.
var saved = map[string]string{
	"cycle": `behavior = function(agent)
		local list = agent.list or {}
		if not agent.list then list.self, list[1], list.agent, agent.list = list, {}, agent, list agent.same = list[1] end
		agent.same.n = (agent.same.n or 0) + 1
		agent.out = list[1].n .. tostring(list.self == list) .. tostring(list.agent == agent)
	end`,
	"memory": `on_enter = function(agent, params, memory) memory.table, memory.agent = { 0 }, agent end,
	behavior = function(agent, params, memory)
		local t = memory.table
		t[#t + 1] = #t
		agent.out = #t .. tostring(memory.agent == agent)
	end`,
	"run": `run = function(agent, params)
		local sum, list = 0, {}
		for i = 1, 100 do
			for k, v in pairs({ a = 1, b = 2 }) do
				sum = sum + v
				list[#list + 1] = k
				bt.yield()
			end
			agent.out = sum .. table.concat(list) .. params.speed
			bt.wait(0.15)
		end
	end`,
	"params": `run = function(agent, params)
		while true do
			agent.params = params
			bt.yield()
			agent.out = tostring(agent.params == params) .. params.speed .. params.list[1]
		end
	end`,
	"board": `run = function(agent)
		local b = bt.board("camp")
		while true do
			b.count = (b.count or 0) + 1
			bt.yield()
			agent.out = b.count .. tostring(b == bt.board("camp"))
		end
	end`,
	"until_true": `run = function(agent)
		local n = 0
		while true do
			bt.wait_until(function() n = n + 1 return n % 3 == 0 end)
			agent.out = "n" .. n
		end
	end`,
	"coroutines": `behavior = function(agent)
		agent.next = agent.next or coroutine.wrap(function() for i = 1, 1000 do coroutine.yield(i) end end)
		agent.words = agent.words or ("a b c d e f g h i j k l m n o p q r s t u v w x y z"):gmatch("%a")
		agent.out = agent.next() .. (agent.words() or "")
	end`,
	"closures": `on_enter = function(agent)
		local n = 0
		agent.up, agent.down = function() n = n + 3 return n end, function() n = n - 2 return n end
	end,
	behavior = function(agent) agent.out = agent.up() .. agent.down() .. agent.up() end`,
	"objects": `behavior = function(agent)
		if not agent.o then agent.o = setmetatable({ n = 1 }, Class) end
		agent.o:grow()
		agent.out = agent.o.n .. tostring(getmetatable(agent.o) == Class)
	end`,
	"dice": `behavior = function(agent) agent.out = math.random(1000) end`,
	"stimulus": `stimulus = "noise", behavior = function(agent)
		agent.out = bt.stimulus().x .. bt.tick()
		bt.post(agent.id, "noise", { x = agent.out })
		return bt.since("stimulus") > 0.3
	end`,
	"legs": `behavior = function(agent, params, memory)
		local kind, data = bt.in_force("legs")
		agent.out = tostring(kind) .. (data and data.x or "")
		bt.request(agent, "go", { x = bt.tick() }, { channel = "legs" })
		return bt.tick() % 4 == 0
	end`,
	"sleeper":    `behavior = function(agent) agent.out = bt.tick() .. " " .. bt.dt bt.sleep(0.25) end`,
	"faulty":     `behavior = function(agent) if bt.tick() % 5 == 2 then error("tired") end agent.out = bt.tick() end`,
	"faulty_run": `run = function(agent) while true do agent.out = bt.tick() bt.yield() if bt.tick() % 5 == 2 then agent.none.x = 1 end end end`,
	"history":    `behavior = function(agent) agent.out = tostring(bt.ran_ago("history", 3)) .. tostring(bt.ran("history", 2)) .. bt.tick() return bt.tick() % 3 == 0 end`,
}

// savedFiles returns the files of saved, with a tree for each behavior.
func savedFiles() fstest.MapFS {
	files := fstest.MapFS{}
	for name, text := range saved {
		files[name+".lua"] = file(`local Class = {}
Class.__index = Class
function Class:grow() self.n = self.n * 2 % 1000003 end
return { params = { speed = 3, list = { 7 } }, ` + text + ` }
`)
		files[name+".tree.bt"] = file("tree " + name + "_tree\n  priority\n    " + name + "\n    idle\n")
	}
	return files
}

// TestSnapshotKeepsEverything ticks agents with values of all kinds. After each tick it restores their game from a
// snapshot: in place, and in another game with more workers. Each agent must do the same as in a game that is never
// restored.
func TestSnapshotKeepsEverything(t *testing.T) {
	open := func(workers int) *bough.Game {
		game, err := bough.OpenFS(savedFiles(), bough.Options{Workers: workers, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Load().Err(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		return game
	}
	plain, restored := open(1), open(1)
	for _, game := range []*bough.Game{plain, restored} {
		for _, tree := range game.Bundle().TreeNames() {
			if _, err := game.Spawn(tree, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	hp := engine.KeyOf("hp")
	for _, game := range []*bough.Game{plain, restored} {
		game.World().Agent(5).SetPeriod(time.Second/4, hp)
	}
	outs := map[string]map[string]bool{}
	for tick := range 60 {
		for _, game := range []*bough.Game{plain, restored} {
			game.World().Post(engine.AgentID(1+tick%len(saved)), engine.Stimulus{Name: "noise", Data: value.VectorOf(value.Vector{X: 1})})
			game.Tick(time.Second / 10)
			switch a := game.World().Agent(3); tick {
			case 20:
				a.Pause()
			case 25:
				a.Step()
				a.Step()
			case 30:
				a.Resume()
			case 41, 52:
				game.World().Agent(5).Set(hp, value.Number(1))
			}
		}
		data := take(t, restored)
		if tick%2 == 1 {
			restored = open(1 + tick%3)
		}
		if err := restored.Restore(data); err != nil {
			t.Fatal(err)
		}
		if again := take(t, restored); !bytes.Equal(again, data) {
			t.Fatalf("tick %d: the restored game has another snapshot", tick)
		}
		for a := range plain.World().Agents() {
			if b := restored.World().Agent(a.ID()); a.Ticks() != b.Ticks() || a.Paused() != b.Paused() {
				t.Fatalf("tick %d: %s has had %d ticks, not %d", tick, a.Label(), b.Ticks(), a.Ticks())
			}
			want, got := a.Get(engine.KeyOf("out")), restored.World().Agent(a.ID()).Get(engine.KeyOf("out"))
			if want.String() != got.String() {
				t.Fatalf("tick %d: %s says %v instead of %v", tick, a.Label(), got, want)
			}
			if outs[a.Name()] == nil {
				outs[a.Name()] = map[string]bool{}
			}
			outs[a.Name()][want.String()] = true
		}
	}
	for name, said := range outs {
		if len(said) < 2 {
			t.Errorf("%s always says %v", name, said)
		}
	}
	for i, f := range plain.World().Faults() {
		if !strings.HasPrefix(f.Behavior.Name, "faulty") {
			t.Error(f)
		}
		if got := restored.World().Faults(); len(got) <= i || got[i].Error() != f.Error() || got[i].Pos != f.Pos {
			t.Errorf("errors are %v, want %v", got, f)
		}
	}
}

func take(t testing.TB, game *bough.Game) []byte {
	data, err := game.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestSnapshotOfShuffledNode checks that a game can be saved after a node with a drawn order has lost children.
func TestSnapshotOfShuffledNode(t *testing.T) {
	files := fstest.MapFS{"main.bt": file("tree main\n  random_sequence\n    succeed\n    succeed\n    succeed\n")}
	source := hotreload.NewManual()
	game, err := bough.OpenFS(files, bough.Options{Source: source})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if _, err := game.Spawn("main", nil); err != nil {
		t.Fatal(err)
	}
	game.Tick(frame)
	files["main.bt"] = file("tree main\n  random_sequence\n    succeed\n")
	source.Touch("main.bt")
	game.Refresh()
	if err := game.Restore(take(t, game)); err != nil {
		t.Error(err)
	}
}

// TestSnapshotOfMissingNodes checks that a game can be restored, in this process and in another one, while nodes are
// missing, wherever the names in the trees were found before.
func TestSnapshotOfMissingNodes(t *testing.T) {
	files := fstest.MapFS{
		"main.bt": file("tree main\n  sequence\n    tree near\n    tree far\n    b\n"), "x/near.bt": file("tree near\n  priority\n    a\n    idle\n"),
		"y/far.bt": file("tree far\n  priority\n    b\n    idle\n"), "x/a.lua": file("return {}"), "b.lua": file("return {}"),
	}
	open := func() (*bough.Game, *hotreload.Manual) {
		source := hotreload.NewManual()
		game, err := bough.OpenFS(files, bough.Options{Source: source})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		game.Load()
		return game, source
	}
	game, source := open()
	if _, err := game.Spawn("main", nil); err != nil {
		t.Fatal(err)
	}
	game.Tick(frame)
	for _, name := range []string{"x/a.lua", "b.lua"} {
		delete(files, name)
		source.Touch(name)
		game.Tick(frame)
	}
	saved := take(t, game)
	other, _ := open()
	for _, g := range []*bough.Game{game, other} {
		if err := g.Restore(saved); err != nil {
			t.Fatal(err)
		}
		if got := take(t, g); !bytes.Equal(got, saved) {
			t.Error("the state has changed")
		}
		if got, want := g.Bundle().Program("main").Dump(), game.Bundle().Program("main").Dump(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// TestSnapshotOfOtherScripts restores a game with edited scripts. Its agents must then be in the same state as if
// the edit had been saved while they played.
func TestSnapshotOfOtherScripts(t *testing.T) {
	const seed, edited = 5, "-- edited\n"
	files := savedFiles()
	source := hotreload.NewManual()
	open := func(files fstest.MapFS) *bough.Game {
		game, err := bough.OpenFS(files, bough.Options{Seed: seed, Source: source})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		return game
	}
	game := open(files)
	for _, name := range slices.Sorted(maps.Keys(saved)) {
		if _, err := game.Spawn(name+"_tree", nil); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		game.Tick(time.Second / 10)
	}
	data := take(t, game)

	other := savedFiles()
	other["run.lua"].Data = bytes.Replace(other["run.lua"].Data, []byte("agent.out = sum"), []byte("agent.out = 2 * sum"), 1)
	other["memory.lua"].Data = bytes.Replace(other["memory.lua"].Data, []byte("agent.out = #t"), []byte("agent.out = -#t"), 1)
	other["board.lua"].Data = append(other["board.lua"].Data, edited...)
	other["history.tree.bt"] = file("tree history_tree\n  priority\n    idle  when away\n    history\n    idle\n")
	delete(other, "dice.tree.bt")
	var names []string
	for name := range files {
		if other[name] == nil {
			delete(files, name)
		} else {
			files[name] = other[name]
		}
		names = append(names, name)
	}
	source.Touch(names...)
	game.Refresh()

	var reports int
	second, err := bough.OpenFS(other, bough.Options{OnReload: func(*assets.Report) { reports++ }})
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	second.Spawn("run_tree", nil)
	second.Tick(time.Second)
	if err := second.Restore(data); err != nil {
		t.Fatal(err)
	}
	if reports != 2 { // one of Load and one of Restore
		t.Errorf("%d reports", reports)
	}
	for range 30 {
		for a := range game.World().Agents() {
			b := second.World().Agent(a.ID())
			if want, got := a.Get(engine.KeyOf("out")), b.Get(engine.KeyOf("out")); want.String() != got.String() || !slices.Equal(a.ActiveNodes(), b.ActiveNodes()) {
				t.Errorf("%s says %v and is in %v; want %v and %v", a.Label(), got, b.ActiveNodes(), want, a.ActiveNodes())
			}
		}
		game.Tick(time.Second / 10)
		second.Tick(time.Second / 10)
	}
	if !bytes.Equal(take(t, game), take(t, second)) {
		t.Error("the games are not the same")
	}
}

// TestSnapshotOfHeldFiles saves games while older texts are in force, since files have errors, or trees are in no file
// any more. One file has had an error from the beginning. The snapshot is restored in a game with the same files, in
// one with the older files, and in one with yet other files. Each of them then does the same as the saved game.
func TestSnapshotOfHeldFiles(t *testing.T) {
	good := map[string]string{
		"t.bt":          "tree t\n  walk  when c and d\n\ntree s\n  walk\n",
		"c.bt":          "condition c = true\n",
		"d.bt":          "condition d = true\n\ntree d\n  nosuch(\n", // it never worked, but its condition does
		"walk.lua":      "local pause = require('lib.pause')\nreturn { run = function(agent) for i = 1, 99 do agent.n = i pause(agent) end end }\n",
		"lib/pause.lua": "return function(agent) local before = agent.n bt.wait(0.2) agent.m = before bt.wait(0.1) end\n",
	}
	mapFS := func(texts map[string]string) fstest.MapFS {
		files := fstest.MapFS{}
		for name, text := range texts {
			files[name] = file(text)
		}
		return files
	}
	open := func(files fstest.MapFS, source hotreload.Source) *bough.Game {
		game, err := bough.OpenFS(files, bough.Options{Source: source})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		game.Load()
		return game
	}
	for _, c := range [][]string{ // names and texts of the edited files; no text means that the file is gone
		{"walk.lua", "return {"},
		{"walk.lua", "return { run = function(agent) end, interval = true }"},
		{"lib/pause.lua", "return nil"},
		{"lib/pause.lua", ""},
		{"lib/pause.lua", "", "walk.lua", "return {"},
		{"lib/pause.lua", "return function( end", "walk.lua", "local pause = require('lib.pause')\nreturn { run = function(agent) pause() end }\n"},
		{"t.bt", "tree t\n  walk\n stroll\n"},
		{"t.bt", "tree t\n  priority\n    walk when c\n    nosuch\n"},
		{"c.bt", "condition c = =\n"},
		{"t.bt", ""},
		{"t.bt", "tree u\n  walk  when c\n"},
		{"t.bt", "tree t\n  sequence\n    walk  when c\n    wait  1\n\ntree s\n  nosuch\n"},
		{"t.bt", "tree t  speed\n  walk  when c and speed > 1\n"},
	} {
		t.Run(strings.Join(c, " "), func(t *testing.T) {
			changed := strings.Contains(c[1], "sequence") // the new version of t is in force
			source, files := hotreload.NewManual(), mapFS(good)
			live := open(files, source)
			if _, err := live.Spawn("t", nil); err != nil {
				t.Fatal(err)
			}
			for range 7 {
				live.Tick(time.Second / 10)
			}
			for i := 0; i < len(c); i += 2 {
				if delete(files, c[i]); c[i+1] != "" {
					files[c[i]] = file(c[i+1])
				}
				source.Touch(c[i])
			}
			live.Tick(time.Second / 10)
			if _, hash := live.Bundle().InForce(); hash == live.Bundle().Hash {
				t.Fatal("no older text is in force")
			}
			data, agent := take(t, live), live.World().Agent(1)
			same, older := open(maps.Clone(files), nil), open(mapFS(good), nil)
			if moved, err := live.SnapshotAgent(agent); err != nil {
				t.Error(err)
			} else if strings.HasSuffix(c[0], ".lua") {
				if _, err := open(files, nil).SpawnSnapshot(moved); err == nil || !strings.Contains(err.Error(), "load the same files in both games") {
					t.Error(err)
				}
				if _, err := open(mapFS(good), nil).SpawnSnapshot(moved); err != nil {
					t.Error(err)
				}
			}
			for _, game := range []*bough.Game{live, same, older} {
				if err := game.Restore(data); err != nil {
					t.Fatal(err)
				}
				if game != older && !bytes.Equal(take(t, game), data) {
					t.Error("the restored game has another snapshot")
				}
			}
			files["extra.lua"] = file("return {}\n") // so that the next games have files of their own
			other := open(files, nil)
			if err := other.Restore(data); err != nil {
				t.Fatal(err)
			}
			for range 12 {
				live.Tick(time.Second / 10)
				for _, game := range []*bough.Game{same, older, other} {
					if game.Tick(time.Second / 10); game == older && changed {
						continue
					}
					b := game.World().Agent(1)
					for _, field := range []string{"n", "m"} {
						if want, got := agent.Get(engine.KeyOf(field)), b.Get(engine.KeyOf(field)); !want.Identical(got) {
							t.Errorf("%s is %v; want %v", field, got, want)
						}
					}
				}
			}
		})
	}
}

// TestSnapshotOfMistakes saves a game whose tree has had a mistake from the beginning, and restores it after the
// mistake has been corrected in different ways.
func TestSnapshotOfMistakes(t *testing.T) {
	const walk = "return { run = function(agent) for i = 1, 99 do agent.n = i bt.wait(1) end end }\n"
	open := func(tree string) *bough.Game {
		game, err := bough.OpenFS(fstest.MapFS{"walk.lua": file(walk), "t.bt": file(tree)}, bough.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		game.Load()
		return game
	}
	for _, mistake := range []string{"nosuch  when x", "walk  when hp <"} {
		game := open("tree t\n  priority\n    " + mistake + "\n    walk  id=go\n")
		if _, err := game.Spawn("t", nil); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			game.Tick(time.Second)
		}
		data := take(t, game)
		for _, tree := range []string{"walk  id=go", "idle  when x\n    walk  id=go", "walk  id=go\n    idle", "idle  when x\n    invert\n      walk"} {
			other := open("tree t\n  priority\n    " + tree + "\n")
			if err := other.Restore(data); err != nil {
				t.Errorf("%s: %v", tree, err)
				continue
			}
			want := 6.0
			if strings.Contains(tree, "invert") { // another node
				want = 1
			}
			other.Tick(time.Second)
			if n := other.World().Agent(1).Get(engine.KeyOf("n")).Float(); n != want {
				t.Errorf("%s: n is %v, want %v", tree, n, want)
			}
		}
	}
}

// failing encodes doors, and fails to decode one when left is 0.
type failing struct {
	doors
	left int
}

func (f *failing) Decode(data []byte) (any, error) {
	if f.left--; f.left < 0 {
		return nil, errors.New("the door is locked")
	}
	return f.doors.Decode(data)
}

// TestFailedRestore checks that a failed restore changes nothing, not even the code in force, if the file of that code
// has a mistake now. The restore fails at a value that can be decoded only once.
func TestFailedRestore(t *testing.T) {
	const walk = "return { run = function(agent) for i = 1, 99 do agent.n = i bt.wait(1) end end }\n"
	files := fstest.MapFS{"walk.lua": file(walk), "t.bt": file("tree t\n  walk\n")}
	values := &failing{doors{{0}}, 99}
	source := hotreload.NewManual()
	game, err := bough.OpenFS(files, bough.Options{Values: values, Source: source})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if _, err := game.Spawn("t", bough.Fields{"door": value.Other(values.doors[0])}); err != nil {
		t.Fatal(err)
	}
	game.Tick(time.Second)
	first := take(t, game)
	for _, text := range []string{strings.Replace(walk, "n = i", "n = -i", 1), "return {"} {
		files["walk.lua"] = file(text)
		source.Touch("walk.lua")
		game.Tick(time.Second)
	}
	before := take(t, game)
	values.left = 1
	if err := game.Restore(first); err == nil || !strings.Contains(err.Error(), "the door is locked") {
		t.Fatal(err)
	}
	values.left = 99
	if !bytes.Equal(take(t, game), before) {
		t.Error("the game has changed")
	}
	game.Tick(time.Second)
	if n := game.World().Agent(1).Get(engine.KeyOf("n")).Float(); n != -4 {
		t.Errorf("n is %v", n)
	}
}

// TestSnapshotOfOtherDirectory moves games and agents to games whose scripts are in another directory.
func TestSnapshotOfOtherDirectory(t *testing.T) {
	open := func(prefix, edited string) *bough.Game {
		files := savedFiles()
		files["run.lua"].Data = append(files["run.lua"].Data, edited...)
		game, err := bough.OpenFS(files, bough.Options{Prefix: prefix})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		game.Load()
		return game
	}
	game, moved := open("/home/a/scripts", ""), open("/srv/b", "")
	for _, name := range slices.Sorted(maps.Keys(saved)) {
		if _, err := game.Spawn(name+"_tree", nil); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		game.Tick(time.Second / 10)
	}
	data := take(t, game)
	for a := range game.World().Agents() {
		agent, err := game.SnapshotAgent(a)
		if err == nil {
			_, err = moved.SpawnSnapshot(agent)
		}
		if err != nil {
			t.Error(err)
		}
	}
	for _, edited := range []string{"", "-- edited\n"} {
		other := open("/srv/b", edited)
		if err := other.Restore(data); err != nil {
			t.Error(err)
		} else if edited == "" && !bytes.Equal(take(t, other), data) {
			t.Error("the restored game has another snapshot")
		}
	}
}

// door is a Go value that agents hold.
type door struct{ id byte }

// doors encodes doors for snapshots.
type doors []*door

func (d doors) Encode(v any) ([]byte, error) {
	if x, ok := v.(*door); ok {
		return []byte{x.id}, nil
	}
	return nil, fmt.Errorf("a %T is no door", v)
}

func (d doors) Decode(data []byte) (any, error) {
	if len(data) != 1 || int(data[0]) >= len(d) {
		return nil, errors.New("there is no such door")
	}
	return d[data[0]], nil
}

// TestSnapshotOfGoValues checks that Options.Values saves Go values in fields, in tables of scripts, in stimuli, on
// boards, and in memories of behaviors written in Go.
func TestSnapshotOfGoValues(t *testing.T) {
	all := doors{{0}, {1}}
	keeper := &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		*c.Memory() = all[0]
		return engine.Running, nil
	}}
	files := fstest.MapFS{
		"troll.bt": file("tree troll\n  parallel success=all\n    keep\n    keeper\n"),
		"keep.lua": file("return { behavior = function(agent, params, memory) memory.door = agent.door end }"),
	}
	game, err := bough.OpenFS(files, bough.Options{Values: all, Natives: map[string]*behaviors.Native{"keeper": keeper}})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	a, err := game.Spawn("troll", bough.Fields{"door": value.Other(all[1])})
	if err != nil {
		t.Fatal(err)
	}
	game.World().SetBoard("map", "door", value.Other(all[0]))
	game.Tick(time.Second)
	game.World().Post(a.ID(), engine.Stimulus{Name: "seen", Data: value.Other(all[1])})
	data := take(t, game)
	a.Set(engine.KeyOf("door"), value.Value{})
	game.World().SetBoard("map", "door", value.Value{})
	game.Tick(time.Second)
	if err := game.Restore(data); err != nil {
		t.Fatal(err)
	}
	if a.Get(engine.KeyOf("door")).Ref() != all[1] || game.World().Board("map", "door").Ref() != all[0] {
		t.Error("the doors are not the same")
	}
	for _, m := range a.Memories {
		if d, ok := m.(*door); ok && d != all[0] {
			t.Error("the door of the keeper is another one")
		}
	}
	if !bytes.Equal(take(t, game), data) {
		t.Error("the restored game has another snapshot")
	}
}

// TestSnapshotOfPlainMemory checks that numbers, texts and similar values in memories of natives need no
// Options.Values.
func TestSnapshotOfPlainMemory(t *testing.T) {
	values := []any{true, false, 0, -7, math.MinInt, math.MaxInt, 1.5, math.Inf(-1), "", "text", -time.Second, engine.AgentID(3)}
	natives := map[string]*behaviors.Native{}
	var text strings.Builder
	text.WriteString("tree t\n  parallel success=all\n")
	got := map[int]any{}
	for i, v := range values {
		name := fmt.Sprint("n", i)
		text.WriteString("    " + name + "\n")
		natives[name] = &behaviors.Native{
			OnEnter: func(c *engine.Context) error {
				*c.Memory() = v
				return nil
			},
			Behavior: func(c *engine.Context) (engine.Status, error) {
				got[i] = *c.Memory()
				return engine.Running, nil
			},
		}
	}
	open := func() *bough.Game {
		game, err := bough.OpenFS(fstest.MapFS{"t.bt": file(text.String())}, bough.Options{Natives: natives})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		return game
	}
	first, second := open(), open()
	if _, err := first.Spawn("t", nil); err != nil {
		t.Fatal(err)
	}
	first.Tick(time.Second)
	data := take(t, first)
	clear(got)
	if err := second.Restore(data); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(take(t, second), data) {
		t.Error("the restored game has another snapshot")
	}
	second.Tick(time.Second)
	for i, v := range values {
		if got[i] != v {
			t.Errorf("%T %v became %T %v", v, v, got[i], got[i])
		}
	}
}

// TestSnapshotOfManyFields checks that a snapshot does not depend on the fields of agents that have left the game.
func TestSnapshotOfManyFields(t *testing.T) {
	open := func() *bough.Game {
		game, err := bough.OpenFS(fstest.MapFS{"t.bt": file("tree t\n  wait 1\n")}, bough.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		return game
	}
	spawn := func(game *bough.Game, field string) *bough.Agent {
		a, err := game.Spawn("t", bough.Fields{field: 1})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	first, second := open(), open()
	for i := range 300 {
		if err := first.Despawn(spawn(first, fmt.Sprint("f", i))); err != nil {
			t.Fatal(err)
		}
	}
	if err := second.Restore(take(t, first)); err != nil {
		t.Fatal(err)
	}
	spawn(first, "other")
	spawn(second, "other")
	if !bytes.Equal(take(t, first), take(t, second)) {
		t.Error("the snapshots of equal states differ")
	}
}

// TestSnapshotErrors checks the errors for games that cannot be saved or restored, and that such a game does not
// change.
func TestSnapshotErrors(t *testing.T) {
	open := func(text string) *bough.Game {
		game, err := bough.OpenFS(fstest.MapFS{"troll.bt": file("tree troll\n  keep\n"), "keep.lua": file(text)}, bough.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		if _, err := game.Spawn("troll", bough.Fields{"door": value.Other(&door{})}); err != nil {
			t.Fatal(err)
		}
		game.Tick(time.Second)
		return game
	}
	for _, c := range [][2]string{
		{"return { behavior = function(agent) agent.list = { { agent.door } } end }",
			"troll#1: agent.door cannot be saved: no codec saves a value of Go, *e2e.door; set Options.Values, or keep a number or a name instead"},
		{"return { behavior = function(agent, params, memory) memory.list, agent.door = { { agent.door } }, nil end }",
			"troll#1: memory of keep.list[1][1] cannot be saved: no codec saves a value of Go, *e2e.door; set Options.Values, or keep a number or a name instead"},
	} {
		_, err := open(c[0]).Snapshot()
		if err == nil || err.Error() != c[1] || !errors.Is(err, bough.ErrSnapshot) {
			t.Errorf("got %v\nwant %s", err, c[1])
		}
	}
	count := &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		*c.Memory() = []int{1}
		return engine.Running, nil
	}}
	native, err := bough.OpenFS(fstest.MapFS{"troll.bt": file("tree troll\n  count\n")}, bough.Options{Natives: map[string]*behaviors.Native{"count": count}})
	if err != nil {
		t.Fatal(err)
	}
	defer native.Close()
	native.Spawn("troll", nil)
	native.Tick(time.Second)
	if _, err := native.Snapshot(); err == nil || err.Error() != "troll#1: memory of count: no codec saves a value of Go, []int; set Options.Values, or keep the state in fields of the agent" {
		t.Error(err)
	}
	files := fstest.MapFS{"troll.bt": file("tree troll\n  keep\n"), "keep.lua": file("return {\n  behavior = function(agent) agent.f = agent.f or function() return agent end end\n}\n")}
	source := hotreload.NewManual()
	edited, err := bough.OpenFS(files, bough.Options{Source: source})
	if err != nil {
		t.Fatal(err)
	}
	defer edited.Close()
	edited.Spawn("troll", nil)
	edited.Tick(time.Second)
	take(t, edited)
	files["keep.lua"] = file("return {\n  behavior = function(agent) agent.n = 1 end\n}\n")
	source.Touch("keep.lua")
	edited.Tick(time.Second)
	if _, err := edited.Snapshot(); err == nil || err.Error() != "troll#1: agent.f cannot be saved: it is a function of scripts/keep.lua:2, in a version of the file that is no longer loaded; set it anew, or keep data instead" {
		t.Error(err)
	}
	game := open("return { behavior = function(agent) agent.door, agent.n = nil, (agent.n or 0) + 1 end }")
	data := take(t, game)
	for _, c := range []struct {
		data []byte
		want string
	}{
		{nil, `snapshot: it begins with "" instead of "Bough game snapshot 5", so it is no game snapshot`},
		{[]byte("\x03abc"), `snapshot: it begins with "abc" instead of "Bough game snapshot 5", so it is no game snapshot`},
		{data[:len(data)-9], "; it is damaged"},
		{bytes.Replace(data, []byte("troll"), []byte("trolx"), 1), "snapshot: its checksum is wrong; it is damaged"},
	} {
		err := game.Restore(c.data)
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.Is(err, bough.ErrSnapshot) {
			t.Errorf("got %v\nwant %s", err, c.want)
		}
	}
	if !bytes.Equal(take(t, game), data) {
		t.Error("the game has changed")
	}
}

// TestSnapshotOfOtherPrograms restores games in programs that lack a helper, or a tree made in Go.
func TestSnapshotOfOtherPrograms(t *testing.T) {
	open := func(o bough.Options, helpers ...bough.Helper) *bough.Game {
		files := fstest.MapFS{"keep.lua": file("return { behavior = function(agent) agent.f = game.hit end }\n"), "keep.bt": file("tree keeper\n  keep\n")}
		o.Helpers = map[string][]bough.Helper{"game": append(helpers, bough.Func("miss(): misses", func() {}))}
		game, err := bough.OpenFS(files, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		game.Load()
		return game
	}
	hit := bough.Func("hit(): hits", func() {})
	tree, err := build.Tree("added").Of(build.Do("keep")).Build()
	if err != nil {
		t.Fatal(err)
	}
	game := open(bough.Options{Trees: []*trees.Tree{tree}}, hit)
	for name, want := range map[string]string{
		"keeper": "there is no game.hit; the files and the helpers must be the same",
		"added":  `there is no tree "added"; the files, Kinds, Natives and Trees must be the same`,
	} {
		a, err := game.Spawn(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		game.Tick(time.Second)
		data := take(t, game)
		if err := open(bough.Options{}).Restore(data); err == nil || !strings.HasSuffix(err.Error(), want) || !errors.Is(err, bough.ErrSnapshot) {
			t.Errorf("got %v\nwant %s", err, want)
		}
		if err := game.Despawn(a); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSnapshotUnderOtherTrees restores a game in a newer program, whose trees made in Go need behaviors that the
// snapshot does not have, or replace a tree of its files.
func TestSnapshotUnderOtherTrees(t *testing.T) {
	const walk = "return { run = function(agent) for i = 1, 99 do agent.n = i bt.wait(1) end end }\n"
	open := func(files fstest.MapFS, made ...*build.Definition) *bough.Game {
		var o bough.Options
		for _, b := range made {
			tree, err := b.Build()
			if err != nil {
				t.Fatal(err)
			}
			o.Trees = append(o.Trees, tree)
		}
		game, err := bough.OpenFS(files, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		game.Load()
		return game
	}
	game := open(fstest.MapFS{"walk.lua": file(walk), "t.bt": file("tree t\n  walk\n")})
	if _, err := game.Spawn("t", nil); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		game.Tick(time.Second)
	}
	data := take(t, game)
	for _, newer := range []*bough.Game{
		open(fstest.MapFS{"walk.lua": file(walk), "t.bt": file("tree t\n  walk\n"), "rest.lua": file("return {}\n")},
			build.Tree("added").Of(build.Do("rest"))),
		open(fstest.MapFS{"walk.lua": file(walk)}, build.Tree("t").Of(build.Do("walk"))),
	} {
		if err := newer.Restore(data); err != nil {
			t.Error(err)
			continue
		}
		newer.Tick(time.Second)
		if n := newer.World().Agent(1).Get(engine.KeyOf("n")).Float(); n != 4 {
			t.Errorf("n is %v", n)
		}
	}
}

// FuzzSnapshot restores games from snapshots whose world is arbitrary, and ticks them.
func FuzzSnapshot(f *testing.F) {
	open := func(t testing.TB) *bough.Game {
		game, err := bough.OpenFS(savedFiles(), bough.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		return game
	}
	game := open(f)
	for _, tree := range game.Bundle().TreeNames() {
		if _, err := game.Spawn(tree, nil); err != nil {
			f.Fatal(err)
		}
	}
	var format string
	var hash, accounts, files []byte
	for range 5 {
		game.Tick(time.Second / 10)
		var world []byte
		c := wire.NewReader(take(f, game))
		c.Text(&format)
		for _, p := range []*[]byte{&hash, &world, &accounts, &files} {
			c.Bytes(p)
		}
		f.Add(world)
	}
	f.Fuzz(func(t *testing.T, world []byte) {
		c := wire.NewWriter(nil)
		c.Text(&format)
		for _, p := range [][]byte{hash, world, accounts, files} {
			c.Bytes(&p)
		}
		sum := int64(crc32.Checksum(c.Data(), crc32.MakeTable(crc32.Castagnoli)))
		c.Int(&sum, 0, math.MaxUint32)
		game := open(t)
		if err := game.Restore(c.Data()); err != nil {
			return
		}
		if err := game.Restore(take(t, game)); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			game.Tick(time.Second / 10)
		}
	})
}

// TestSnapshotOfSuspendedAgent moves an agent that keeps too much to another game, which measures its size anew.
func TestSnapshotOfSuspendedAgent(t *testing.T) {
	files := fstest.MapFS{"hog.bt": file("tree hog\n  hog\n"), "hog.lua": file(`return { behavior = function(agent)
		agent.list = agent.list or {}
		for i = 1, 2000 do agent.list[#agent.list + 1] = {} end
	end }`)}
	open := func() *bough.Game {
		game, err := bough.OpenFS(files, bough.Options{Limits: bough.Limits{Keep: 1 << 20}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		return game
	}
	game := open()
	a, err := game.Spawn("hog", nil)
	if err != nil {
		t.Fatal(err)
	}
	again := open() // restored after each tick
	d, err := again.Spawn("hog", nil)
	if err != nil {
		t.Fatal(err)
	}
	for !a.Suspended() {
		game.Tick(time.Second)
		again.Tick(time.Second)
		if err := again.Restore(take(t, again)); err != nil {
			t.Fatal(err)
		}
		if a.Suspended() != d.Suspended() || !bytes.Equal(take(t, game), take(t, again)) {
			t.Fatalf("after %d ticks: suspended %v, restored %v", a.Ticks(), a.Suspended(), d.Suspended())
		}
	}
	whole, moved := take(t, game), open()
	data, err := game.SnapshotAgent(a)
	if err != nil {
		t.Fatal(err)
	}
	b, err := moved.SpawnSnapshot(data)
	if err != nil {
		t.Fatal(err)
	}
	restored := open()
	if err := restored.Restore(whole); err != nil {
		t.Fatal(err)
	}
	c := restored.World().Agent(a.ID())
	if b.Suspended() || !c.Suspended() {
		t.Errorf("suspended: moved %v, restored %v", b.Suspended(), c.Suspended())
	}
	for _, x := range []*bough.Agent{a, c} { // both are resumed when they keep less
		x.Set(engine.KeyOf("list"), value.Value{})
	}
	for range 200 {
		game.Tick(time.Second)
		restored.Tick(time.Second)
		if a.Suspended() != c.Suspended() || a.Ticks() != c.Ticks() {
			t.Fatalf("suspended %v after %d ticks, restored %v after %d", a.Suspended(), a.Ticks(), c.Suspended(), c.Ticks())
		}
	}
	before := b.Ticks()
	if moved.Tick(time.Second); b.Ticks() != before+1 {
		t.Error("the moved agent is not ticked")
	}
}

// TestSnapshotKeepsTurns checks that a game that limits turns and is restored after each tick gives turns to the
// same agents, and that agents that are woken have a turn soon.
func TestSnapshotKeepsTurns(t *testing.T) {
	files := fstest.MapFS{
		"c.lua": file(`return { behavior = function(agent)
			agent.turns = (agent.turns or "") .. " " .. bt.tick()
			if agent.nap then bt.sleep(agent.nap) end
			bt.request(agent, "go", nil, { channel = "legs" })
		end }`),
		"c.bt": file("tree c_tree\n  c\n"), "i.lua": file("return { importance = 9, behavior = function() end }"), "i.bt": file("tree i_tree\n  i\n"),
	}
	hp, turns := engine.KeyOf("hp"), engine.KeyOf("turns")
	for name, c := range map[string]struct {
		setup func(game *bough.Game)
		act   func(game *bough.Game, tick int)
		last  int // agent 1 has its first turn in this tick at the latest
	}{
		"periods": {setup: func(game *bough.Game) {
			for a := range game.World().Agents() {
				a.SetPeriod(time.Duration(1+a.ID()) * time.Second / 10)
			}
		}, last: 10},
		"naps": {setup: func(game *bough.Game) {
			for a := range game.World().Agents() {
				a.Set(engine.KeyOf("nap"), value.Number(0.2+0.1*float64(a.ID())))
			}
		}, last: 10},
		"woken from a long sleep": {setup: func(game *bough.Game) { game.World().Agent(1).Sleep(1500 * time.Millisecond) }, act: func(game *bough.Game, tick int) {
			if tick == 8 {
				game.World().Post(1, engine.Stimulus{Name: "x"})
			}
		}, last: 20},
		"woken in a long period": {setup: func(game *bough.Game) {
			game.World().Agent(1).SetPeriod(time.Hour)
			for range 20 {
				if _, err := game.Spawn("i_tree", nil); err != nil {
					t.Fatal(err)
				}
			}
			game.World().LimitTurns(1, 3*time.Second)
		}, act: func(game *bough.Game, tick int) {
			if tick == 10 {
				game.World().Post(1, engine.Stimulus{Name: "x"})
			}
		}, last: 41},
		"a watched field in each tick": {setup: func(game *bough.Game) { game.World().Agent(1).SetPeriod(time.Second/5, hp) }, act: func(game *bough.Game, _ int) {
			game.World().Agent(1).Set(hp, value.Number(1))
			game.World().Agent(1).EndRequest("legs")
		}, last: 8},
	} {
		t.Run(name, func(t *testing.T) {
			var games [2]*bough.Game
			for k := range games {
				game, err := bough.OpenFS(files, bough.Options{})
				if err != nil {
					t.Fatal(err)
				}
				defer game.Close()
				for range 6 {
					if _, err := game.Spawn("c_tree", nil); err != nil {
						t.Fatal(err)
					}
				}
				game.World().LimitTurns(1, 0)
				c.setup(game)
				games[k] = game
			}
			for tick := range 60 {
				for k, game := range games {
					if c.act != nil {
						c.act(game, tick)
					}
					if game.Tick(time.Second / 10); k == 1 {
						if err := game.Restore(take(t, game)); err != nil {
							t.Fatal(err)
						}
					}
				}
				for a := range games[0].World().Agents() {
					if got, want := games[1].World().Agent(a.ID()).Get(turns), a.Get(turns); got.String() != want.String() {
						t.Fatalf("%s has turns %v, restored %v", a.Label(), want, got)
					}
				}
				if first := games[0].World().Agent(1); tick >= c.last && first.Ticks() == 0 {
					t.Fatalf("agent 1 has no turn up to tick %d", tick)
				}
			}
			if name == "a watched field in each tick" && games[0].World().Agent(1).Ticks() < 8 {
				t.Errorf("agent 1 has only %d turns", games[0].World().Agent(1).Ticks())
			}
		})
	}
}

// TestSnapshotKeepsParameters checks that equal parameters of two trees remain different tables, one for each tree.
func TestSnapshotKeepsParameters(t *testing.T) {
	game, err := bough.OpenFS(fstest.MapFS{
		"a.lua": file(`return {
			params = { t = {} },
			on_enter = function(agent, p) agent.mine = p.t end,
			behavior = function(agent, p) agent.out = agent.mine == p.t end,
		}`),
		"t.bt": file("tree t\n  a t={7}\n"), "u.bt": file("tree u\n  a t={7}\n"),
	}, bough.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	for _, tree := range []string{"t", "u", "t"} {
		if _, err := game.Spawn(tree, nil); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		game.Tick(time.Second)
		if err := game.Restore(take(t, game)); err != nil {
			t.Fatal(err)
		}
		for a := range game.World().Agents() {
			if !a.Get(engine.KeyOf("out")).Truthy() {
				t.Errorf("%s has other parameters", a.Label())
			}
		}
	}
}

// TestSnapshotLeavesVersions checks that restoring with other scripts adds no versions to roll back to, and that
// neither a snapshot nor a restore changes what an agent keeps.
func TestSnapshotLeavesVersions(t *testing.T) {
	open := func(text string) *bough.Game {
		game, err := bough.OpenFS(fstest.MapFS{"a.bt": file("tree a_tree\n  a\n"), "a.lua": file(text)}, bough.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		if _, err := game.Spawn("a_tree", nil); err != nil {
			t.Fatal(err)
		}
		game.Tick(time.Second)
		return game
	}
	const run = `return { run = function(agent)
		do local a, b, c, big = 1, 1, 1, {} for i = 1, 1500 do big[i] = {} end end
		agent.texts = {}
		for k = 1, 100 do agent.texts[k] = ("x"):rep(100) bt.yield() end
	end }`
	game := open(run)
	for range 9 {
		game.Tick(time.Second)
	}
	kept, _ := game.Kept(game.World().Agent(1))
	data := take(t, game)
	if now, _ := game.Kept(game.World().Agent(1)); now != kept {
		t.Errorf("after a snapshot the agent keeps %d bytes instead of %d", now, kept)
	}
	other := open(run + "-- edited\n")
	versions := len(other.Versions())
	if err := other.Restore(data); err != nil {
		t.Fatal(err)
	}
	if len(other.Versions()) != versions {
		t.Errorf("versions %v", other.Versions())
	}
	if now, _ := other.Kept(other.World().Agent(1)); now < 10*100 || now > kept {
		t.Errorf("restored, the agent keeps %d bytes instead of %d at most", now, kept)
	}
}

// TestRestoredQuarantine checks that a reset ends a quarantine that came from a snapshot, and that the game and its
// restored copy are equal before and after it.
func TestRestoredQuarantine(t *testing.T) {
	open := func() *bough.Game {
		game, err := bough.OpenFS(fstest.MapFS{
			"walk.lua": {Data: []byte(`return { behavior = function(agent) agent.x = agent.x + agent.speed end }`)},
			"main.bt":  {Data: []byte("tree main\n  walk\n")},
		}, bough.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		return game
	}
	save := func(game *bough.Game) []byte {
		data, err := game.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	game, copied := open(), open()
	for range 2 {
		if _, err := game.Spawn("main", bough.Fields{"x": 0, "speed": "fast"}); err != nil {
			t.Fatal(err)
		}
	}
	for range 4 {
		game.Tick(time.Second)
	}
	if err := copied.Restore(save(game)); err != nil {
		t.Fatal(err)
	}
	for _, g := range []*bough.Game{game, copied} {
		if len(g.World().Quarantines()) != 1 {
			t.Fatal("nothing is in quarantine")
		}
		for a := range g.World().Agents() {
			a.Set(engine.KeyOf("speed"), value.Number(2))
		}
		g.World().Agent(1).Reset()
		if n, kept := len(g.World().Quarantines()), len(g.World().Faults()); n != 0 || kept != 0 {
			t.Errorf("after the reset: %d in quarantine, %d errors", n, kept)
		}
		g.Tick(time.Second)
		if x := g.World().Agent(2).Get(engine.KeyOf("x")).Float(); x != 2 {
			t.Errorf("x = %v, want 2", x)
		}
	}
	if !bytes.Equal(save(game), save(copied)) {
		t.Error("the game and its copy differ")
	}
}
