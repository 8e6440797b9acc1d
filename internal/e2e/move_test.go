package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
)

var (
	moveGames = flag.Int("move.games", 12, "how many games TestObjectsMove plays")
	moveSeed  = flag.Uint64("move.seed", 0, "seed of the first of them")
)

// item is something that a file defines: a class, a function or a table. Agents hold it in one shape each.
type item struct {
	name, kind, shape string
	file              string // "lib/m.lua" or "hold.lua"
	edition           int    // a number in its code; an edit increases it
	there             bool   // the present file defines the item
	held              int    // the edition that agents must have
}

// define returns the code that defines the item as the variable or field to.
func (x *item) define(to string) string {
	code := fmt.Sprintf("return %q", fmt.Sprint(x.name, "@", x.edition))
	switch x.kind {
	case "class":
		return fmt.Sprintf("%s = {}\n%[1]s.__index = %[1]s\nfunction %[1]s:v() %s end", to, code)
	case "function":
		return fmt.Sprintf("%s = function() %s end", to, code)
	}
	return fmt.Sprintf("%s = { list = { 7, function() %s end } }", to, code)
}

// hold returns the code of on_enter that stores the item in its shape.
func (x *item) hold() string {
	value := x.name
	if x.file == "lib/m.lua" {
		value = fmt.Sprintf("get(M, %q)", x.name)
	}
	value = "make(" + value + ")"
	if x.kind == "closure" { // not defined by the file, but by on_enter
		value = x.name
	}
	switch at := "held." + x.name; x.shape {
	case "nested":
		return fmt.Sprintf("%s = { { deep = %s } } %[1]s = { x = %[1]s }", at, value)
	case "memory":
		return fmt.Sprintf("memory.%s = %s", x.name, value)
	case "key":
		return fmt.Sprintf("%s = { first = 1, [%s] = true }", at, value)
	case "captured":
		return fmt.Sprintf("do local v = %s local function keep_%s() return call(v) end %s = keep_%[2]s end", value, x.name, at)
	case "coroutine":
		return fmt.Sprintf("do local v = %s %s = coroutine.wrap(function() while true do coroutine.yield(call(v)) end end) end", value, at)
	default:
		return fmt.Sprintf("%s = %s", at, value)
	}
}

// ask returns the code of behavior that calls what hold has stored.
func (x *item) ask() string {
	switch at := "agent.held." + x.name; x.shape {
	case "nested":
		return fmt.Sprintf("call(%s.x[1].deep)", at)
	case "memory":
		return fmt.Sprintf("call(memory.%s)", x.name)
	case "key":
		return fmt.Sprintf("call(next(%s, 'first'))", at)
	case "captured", "coroutine":
		return at + "()"
	default:
		return fmt.Sprintf("call(%s)", at)
	}
}

// moving is a random project whose agents hold items of its files.
type moving struct {
	d     *rand.Rand
	items []*item
}

func newMoving(d *rand.Rand) *moving {
	m := &moving{d: d}
	for i := range 4 + d.IntN(8) {
		x := &item{file: pick(d, []string{"lib/m.lua", "hold.lua"}), kind: pick(d, []string{"class", "function", "table"}), edition: 1, there: true, held: 1}
		x.shape = pick(d, []string{"field", "nested", "memory", "key", "captured", "coroutine", "run"})
		if x.file == "hold.lua" && d.IntN(3) == 0 {
			x.kind = "closure"
		}
		if x.shape == "run" && (x.file == "hold.lua" || x.kind == "function") { // a run without its function begins anew
			x.shape = "field"
		}
		x.name = fmt.Sprint(x.kind, i)
		m.items = append(m.items, x)
	}
	return m
}

// files returns the files of the project. The items are defined in a random order.
func (m *moving) files() fstest.MapFS {
	var lib, locals, exports, enter, asks, run, runs strings.Builder
	for _, x := range m.items {
		if x.file == "hold.lua" && x.kind != "closure" {
			fmt.Fprintf(&locals, "local %s\n", x.name)
		}
	}
	for _, i := range m.d.Perm(len(m.items)) {
		switch x := m.items[i]; {
		case x.kind == "closure" && x.there:
			fmt.Fprintf(&enter, "local function %s() return \"%[1]s@%d\" end\n", x.name, x.edition)
		case x.kind == "closure":
			fmt.Fprintf(&enter, "local %s\n", x.name)
		case x.file == "lib/m.lua" && x.there:
			if m.d.IntN(2) == 0 { // another way to it, which is found before
				fmt.Fprintf(&lib, "M.all.%s = {}\n", x.name)
				fmt.Fprintf(&lib, "%s\nM.all.%[2]s[1] = M.%[2]s\n", x.define("M."+x.name), x.name)
				continue
			}
			fmt.Fprintf(&lib, "%s\n", x.define("M."+x.name))
		case x.there:
			fmt.Fprintf(&locals, "%s\n", x.define(x.name))
			if x.kind != "function" && m.d.IntN(2) == 0 {
				fmt.Fprintf(&exports, "%s = %[1]s,\n", x.name)
			}
		}
	}
	for _, x := range m.items { // the places of loops and coroutines stay
		if x.shape == "run" {
			fmt.Fprintf(&run, "local %s = make(get(M, %q))\n", x.name, x.name)
			fmt.Fprintf(&runs, "call(%s) .. ' ' .. ", x.name)
			continue
		}
		fmt.Fprintf(&enter, "%s\n", x.hold())
		fmt.Fprintf(&asks, "%s .. ' ' .. ", x.ask())
	}
	const shared = `
local M = require "lib.m"
local function get(t, k) return t[k] end
local function make(x)
	if type(x) == "table" and x.v then return setmetatable({}, x) end
	return x
end
local function call(x)
	if type(x) == "function" then return x() end
	return x.list and x.list[2]() or x:v()
end
`
	return fstest.MapFS{
		"main.bt":   file("tree main\n  parallel\n    hold\n    waiter\n"),
		"lib/m.lua": file("local M = { none = 1, all = {} }\n" + lib.String() + "return M\n"),
		"hold.lua": file(shared + locals.String() + "return {\n" + exports.String() + "on_enter = function(agent, params, memory)\nagent.held = {}\nlocal held = agent.held\n" +
			enter.String() + "end,\nbehavior = function(agent, params, memory) agent.said = " + asks.String() + "'' end,\n}\n"),
		"waiter.lua": file(shared + "return { run = function(agent)\n" + run.String() + "while true do agent.ran = " + runs.String() + "'' bt.yield() end\nend }\n"),
	}
}

// edit changes some items.
func (m *moving) edit() {
	for _, x := range m.items {
		switch m.d.IntN(8) {
		case 0:
			x.there = !x.there
			fallthrough
		case 1, 2:
			x.edition++
		}
		if x.there {
			x.held = x.edition
		}
	}
}

// want returns what the agents must say, and how many items have no successor.
func (m *moving) want() (said, ran string, stale int) {
	for _, x := range m.items {
		text := fmt.Sprintf("%s@%d ", x.name, x.held)
		if x.shape == "run" {
			ran += text
		} else {
			said += text
		}
		if !x.there {
			stale++
		}
	}
	return said, ran, stale
}

// TestObjectsMove edits random projects while their agents hold classes, functions and tables of the files in many
// shapes. After each edit they must have the code of the last version that had the item, the report must name each item
// that has just gone, and only such items keep the game from being saved. A game that is restored from a snapshot under
// the edited files must be in the same state as one that got the edit while it was playing.
func TestObjectsMove(t *testing.T) {
	for i := range *moveGames {
		seed := *moveSeed + uint64(i)
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { playMoving(t, seed) })
		if t.Failed() {
			t.Fatalf("to repeat it: go test ./internal/e2e -run ObjectsMove -move.games 1 -move.seed %d", seed)
		}
	}
}

func playMoving(t *testing.T, seed uint64) {
	m := newMoving(rand.New(rand.NewPCG(seed, 3)))
	source, files := hotreload.NewManual(), m.files()
	var told []string
	open := func(files fstest.MapFS, o bough.Options) *bough.Game {
		o.Seed = seed
		o.OnFault = func(f *engine.Fault) { t.Error(f.Diagnostic()) }
		game, err := bough.OpenFS(files, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		return game
	}
	game := open(files, bough.Options{Source: source, Workers: 2, OnReload: func(r *assets.Report) {
		told = append(told, r.Stale...)
		if err := r.Problems.Err(); err != nil || len(r.Restarts) > 0 {
			t.Error(err, r.Restarts)
		}
	}})
	for range 3 {
		if _, err := game.Spawn("main", nil); err != nil {
			t.Fatal(err)
		}
	}
	check := func(game *bough.Game) {
		t.Helper()
		said, ran, _ := m.want()
		for a := range game.World().Agents() {
			for key, want := range map[string]string{"said": said, "ran": ran} {
				if got := a.Get(engine.KeyOf(key)).Str(); got != want {
					t.Errorf("%s: %s is %q\nwant %q", a.Label(), key, got, want)
				}
			}
		}
	}
	game.Tick(time.Second / 10)
	check(game)
	for range 6 {
		before, err := game.Snapshot()
		gone := map[*item]bool{}
		for _, x := range m.items {
			gone[x] = !x.there
		}
		m.edit()
		var fresh []string
		for _, x := range m.items {
			if !x.there && !gone[x] {
				fresh = append(fresh, x.name)
			}
		}
		next := m.files()
		for name := range next {
			files[name] = next[name]
		}
		source.Touch("lib/m.lua", "hold.lua", "waiter.lua")
		told = nil
		game.Refresh()
		if len(told) != len(fresh) {
			t.Errorf("the reload names %q; want %q", told, fresh)
		}
		for _, name := range fresh {
			if all := strings.Join(told, "\n"); !strings.Contains(all, name+" ") {
				t.Errorf("the reload names %q, and not %s", told, name)
			}
		}
		after, staleErr := game.Snapshot()
		if _, _, stale := m.want(); (stale > 0) != (staleErr != nil) {
			t.Errorf("%d items have no successor; Snapshot: %v", stale, staleErr)
		}
		if err == nil {
			restored := open(next, bough.Options{})
			if err := restored.Restore(before); err != nil {
				t.Fatal(err)
			}
			if again, err := restored.Snapshot(); fmt.Sprint(err) != fmt.Sprint(staleErr) || !bytes.Equal(again, after) {
				t.Errorf("restored under the edited files: %v, equal: %v; edited: %v", err, bytes.Equal(again, after), staleErr)
			}
			restored.Tick(time.Second / 10)
			check(restored)
		}
		game.Tick(time.Second / 10)
		check(game)
		if t.Failed() {
			for name, f := range next {
				t.Logf("%s:\n%s", name, f.Data)
			}
			return
		}
	}
}
