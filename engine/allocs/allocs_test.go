package allocs_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine/allocs"
	"github.com/bough-dev/bough/hotreload"
)

const tick = 50 * time.Millisecond

func open(t *testing.T, c *allocs.Counter, files fstest.MapFS, o bough.Options) *bough.Game {
	t.Helper()
	if c != nil {
		o.Wrap = c.Wrap
	}
	game, err := bough.OpenFS(files, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	for _, p := range game.Load() {
		t.Fatal(p)
	}
	return game
}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// TestRows checks the counts of a heap that grows by one object and ten bytes with each reading,
// so that each call seems to allocate that much.
func TestRows(t *testing.T) {
	var heap allocs.Heap
	c := allocs.New(func() allocs.Heap {
		heap.Objects++
		heap.Bytes += 10
		return heap
	})
	game := open(t, c, fstest.MapFS{
		"a.lua":   file("return { precondition = function(agent) return agent.id == 1 end, behavior = function(agent) end, on_exit = function(agent) end }"),
		"b.lua":   file("return { behavior = function(agent) end }"),
		"main.bt": file("tree main\n  priority\n    a\n    b\n"),
	}, bough.Options{})
	for range 2 {
		if _, err := game.Spawn("main", nil); err != nil {
			t.Fatal(err)
		}
	}
	for range 5 {
		c.During(func() { game.Tick(tick) })
	}
	want := []allocs.Row{
		{Behavior: "a", Hook: "precondition", Calls: 10, Objects: 10, Bytes: 100},
		{Behavior: "a", Hook: "behavior", Calls: 5, Objects: 5, Bytes: 50},
		{Behavior: "b", Hook: "behavior", Calls: 5, Objects: 5, Bytes: 50},
	}
	if got := c.Rows(); !reflect.DeepEqual(got, want) {
		t.Errorf("rows %+v\nwant %+v", got, want)
	}
	// A tick has two readings by itself and two for each of its calls. Four calls give nine steps
	// between readings.
	if got, want := c.Rest(), (allocs.Heap{Objects: 5*9 - 20, Bytes: 10 * (5*9 - 20)}); got != want {
		t.Errorf("rest %+v, want %+v", got, want)
	}
}

// TestProcess measures Lua. It checks that a table counts as one object, that a table is counted
// only once even if it is kept, and that code without allocations has a count of zero.
func TestProcess(t *testing.T) {
	c := allocs.New(allocs.Process())
	game := open(t, c, fstest.MapFS{
		"still.lua": file("return { behavior = function(agent) return agent.n == 1 end }"),
		"waste.lua": file("return { behavior = function(agent) local a, b, c = {}, {}, {}; return a == b or c == a end }"),
		"main.bt":   file("tree main\n  parallel\n    still\n    waste\n"),
	}, bough.Options{Limits: bough.Limits{Budget: -1}})
	if _, err := game.Spawn("main", nil); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		c.During(func() { game.Tick(tick) })
	}
	rows := c.Rows()
	if len(rows) != 2 || rows[0].Behavior != "waste" || rows[1].Behavior != "still" {
		t.Fatalf("rows %+v; want waste, then still", rows)
	}
	waste, idle := rows[0], rows[1]
	if idle.Calls != 100 || waste.Calls != 100 {
		t.Fatalf("%d and %d calls; want 100 of each", idle.Calls, waste.Calls)
	}
	if n := float64(idle.Objects) / 100; n > 0.2 {
		t.Errorf("a hook without garbage is charged with %v objects a call", n)
	}
	if n := float64(waste.Objects) / 100; n < 3 || n > 6.2 {
		t.Errorf("three tables are charged with %v objects a call; want 3, and at most one more for each", n)
	}
}

// TestCountersChangeNothing checks that a counter does not change a game, including coroutines that
// continue in a new version or that end because of it.
func TestCountersChangeNothing(t *testing.T) {
	play := func(c *allocs.Counter) []string {
		files := fstest.MapFS{
			"a.lua":   file("return { run = function(agent) bt.wait(10) end, on_exit = function(agent, params, memory, reason) agent.why = reason end }"),
			"main.bt": file("tree main\n  a\n"),
		}
		source := hotreload.NewManual()
		game := open(t, c, files, bough.Options{Source: source})
		var trace []string
		agent, err := game.Spawn("main", nil)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 4 {
			if text := []string{1: "bt.wait(5)", 2: "bt.yield()", 3: ""}[n]; text != "" { // the run can continue in the first new version, but not in the second
				files["a.lua"] = file("return { run = function(agent) " + text + " end, on_exit = function(agent, params, memory, reason) agent.why = reason end }")
				source.Touch("a.lua")
			}
			game.Tick(tick)
			trace = append(trace, agent.Status().String())
			for k, v := range agent.Fields().All {
				trace = append(trace, k.Name()+"="+v.String())
			}
		}
		return trace
	}
	plain, counted := play(nil), play(allocs.New(allocs.Process()))
	if !reflect.DeepEqual(plain, counted) {
		t.Errorf("with a counter %v\nwithout %v", counted, plain)
	}
	if !slices.ContainsFunc(plain, func(s string) bool { return strings.HasPrefix(s, "why=") && strings.Contains(s, "reloaded") }) {
		t.Errorf("%v: nothing was reloaded", plain)
	}
}
