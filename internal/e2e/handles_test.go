package e2e

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// idlers opens a game whose agents do nothing.
func idlers(t *testing.T, o bough.Options) *bough.Game {
	t.Helper()
	game, err := bough.OpenFS(fstest.MapFS{
		"a.lua": {Data: []byte("return { behavior = function(agent) end }\n")},
		"a.bt":  {Data: []byte("tree a\n  a\ntree b\n  a\n")},
	}, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	return game
}

func spawn(t *testing.T, game *bough.Game) *bough.Agent {
	t.Helper()
	a, err := game.Spawn("a", nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestAgentsComeAndGoInTheLoop checks that a loop over all agents skips agents that are spawned
// or despawned during the loop, and visits all others once, in order.
func TestAgentsComeAndGoInTheLoop(t *testing.T) {
	for _, n := range []int{1, 10, 1000} { // enough agents that the lists are swept in between
		game := idlers(t, bough.Options{Workers: 2})
		for range n {
			spawn(t, game)
		}
		visited := 0
		for a := range game.World().Agents() {
			if visited++; a == nil || int(a.ID()) != visited || !a.Alive() {
				t.Fatalf("visit %d is %v", visited, a)
			}
			spawn(t, game)
			if err := game.Despawn(a); err != nil {
				t.Fatal(err)
			}
		}
		if visited != n || game.World().Len() != n {
			t.Errorf("%d visited, %d left, want %d", visited, game.World().Len(), n)
		}
		visited = 0
		for a := range game.World().Agents() { // each iteration despawns the later agents
			visited++
			for id := a.ID() + 1; game.World().Agent(id) != nil; id++ {
				game.Despawn(game.World().Agent(id))
			}
			game.Tick(frame)
		}
		if visited != 1 || game.World().Len() != 1 {
			t.Errorf("%d visited, %d left, want the first", visited, game.World().Len())
		}
		for a := range game.World().Agents() {
			game.Restart(1)
			if a.Alive() {
				t.Error("alive after Restart")
			}
		}
	}
}

// TestHandles checks that an agent of another game, of a world that has ended, or one that was
// despawned is refused, each with an error of its own. Nothing may happen to the agent that now
// has the same number.
func TestHandles(t *testing.T) {
	game, another := idlers(t, bough.Options{}), idlers(t, bough.Options{Workers: 3})
	mine, foreign := spawn(t, game), spawn(t, another)
	gone := spawn(t, game)
	if err := game.Despawn(gone); err != nil || gone.Alive() || game.World().Agent(gone.ID()) != nil {
		t.Fatal(err)
	}
	check := func(a *bough.Agent, want error, text string) {
		t.Helper()
		for _, err := range []error{game.Despawn(a), game.SetTree(a, "b")} {
			if !errors.Is(err, want) || !strings.Contains(err.Error(), text) {
				t.Errorf("%v; want %v: %s", err, want, text)
			}
		}
		if n, list := game.Kept(a); n != 0 || list != nil {
			t.Errorf("keeps %d bytes", n)
		}
	}
	check(gone, bough.ErrGone, "a#2 was despawned")
	check(nil, bough.ErrGone, "nil")
	check(foreign, bough.ErrForeign, "a#1 lives in another game")
	if foreign.Program().Name() != "a" || !foreign.Alive() {
		t.Error("the foreign agent has changed")
	}
	game.Restart(2)
	now := spawn(t, game)
	if now.ID() != mine.ID() || mine.Alive() || !now.Alive() {
		t.Errorf("%d and %d, alive %v and %v", now.ID(), mine.ID(), now.Alive(), mine.Alive())
	}
	check(mine, bough.ErrGone, "a#1 is gone with its world, which ended with Restart or Close")
	for _, stale := range []*bough.Agent{mine, gone} { // these calls do nothing and do not panic
		stale.Reset()
		stale.Sleep(time.Second)
		stale.Pause()
		stale.Step()
		stale.Resume()
		stale.Impose(engine.Request{Kind: "fall"})
		stale.EndRequest("fall")
		stale.SetTree(now.Program())
		stale.Set(engine.KeyOf("x"), value.Number(1))
		_, _ = stale.Get(engine.KeyOf("x")), stale.Explain().String()
		for range stale.Requests() {
			t.Error("a request")
		}
	}
	game.Tick(frame)
	if !now.Alive() || now.Ticks() != 1 || game.World().Len() != 1 {
		t.Error("the agent with that number has changed")
	}
	game.Close()
	if now.Alive() {
		t.Error("alive after Close")
	}
}

// TestClosedGame checks that each method returns ErrClosed or panics with it, after Close and on
// a Game that was never opened. The last state of a closed game can still be read.
func TestClosedGame(t *testing.T) {
	closed := idlers(t, bough.Options{})
	a := spawn(t, closed)
	closed.Tick(frame)
	for range 2 {
		if err := closed.Close(); err != nil {
			t.Error(err)
		}
	}
	readable := []string{"Game.World", "Game.OwnCode", "Game.RecordingErr", "Game.Runtime", "Game.Prefix", "Game.Overlaid", "Game.Pinned", "Game.Waiting", "Game.Close"}
	ofClosed := append([]string{"Game.Load", "Game.WriteRecording", "Game.Recording", "Game.Bundle", "Game.ShowTerm", "Game.Versions", "Game.Previous", "Game.LastGood", "Game.Check"}, readable...)
	for method, call := range calls {
		if !strings.HasPrefix(method, "Game.") {
			continue
		}
		for game, fine := range map[*bough.Game][]string{closed: ofClosed, {}: readable} {
			var err error
			func() {
				defer func() {
					if r := recover(); r != nil {
						err, _ = r.(error)
					}
				}()
				err = call(game, a)
			}()
			if slices.Contains(fine, method) != (err == nil) {
				t.Errorf("%s: %v", method, err)
			} else if err != nil && (!errors.Is(err, bough.ErrClosed) || !strings.Contains(err.Error(), method)) {
				t.Errorf("%s: %v", method, err)
			}
		}
	}
	if n := len(closed.World().Faults()); n != 0 || closed.World().TickCount() != 1 || closed.Bundle().Version != 1 {
		t.Error("what the game was cannot be read")
	}
	for method, want := range map[string]string{"World.Spawn": "closed world", "World.Tick": "closed world"} {
		func() {
			defer func() {
				if err, _ := recover().(error); !errors.Is(err, engine.ErrClosed) || !strings.Contains(fmt.Sprint(err), want) {
					t.Errorf("%s: %v", method, err)
				}
			}()
			calls[method](closed, a)
		}()
	}
	if closed.World().Post(a.ID(), engine.Stimulus{Name: "x"}) {
		t.Error("posted to an agent of a closed world")
	}
}

// TestOptionsAreChecked checks that Open returns an error for options that it would otherwise
// ignore.
func TestOptionsAreChecked(t *testing.T) {
	for want, o := range map[string]bough.Options{
		"Options.Watch: a file system or a bundle cannot be watched": {Watch: true},
		"Options.Workers is -3":                                {Workers: -3},
		"Options.Limits.History is -1":                         {Limits: bough.Limits{History: -1}},
		"Options.Poll is -1":                                   {Poll: -1},
		"Options.Limits.TickBudget is -5":                      {Limits: bough.Limits{TickBudget: -5}},
		"Options.Limits.CollectEvery is -5":                    {Limits: bough.Limits{CollectEvery: -5}},
		"Options.Limits.Budget is -2":                          {Limits: bough.Limits{Budget: -2}},
		"Options.Source is a nil *hotreload.Manual":            {Source: (*hotreload.Manual)(nil)},
		"Options.Poll has no effect; set Watch, and no Source": {Watch: true, Poll: 1, Source: hotreload.NewManual()},
		"Options.Limits.TickBudget has no effect; with luabind.NoBudget nothing is counted":       {Limits: bough.Limits{Budget: luabind.NoBudget, TickBudget: 5}},
		"Options.Limits.Keep has no effect; with luabind.NoBudget nothing is counted":             {Limits: bough.Limits{Budget: luabind.NoBudget, Keep: 5}},
		"Options.Limits.KeepTogether has no effect; with luabind.NoBudget nothing is counted":     {Limits: bough.Limits{Budget: luabind.NoBudget, KeepTogether: 5}},
		`Options.FieldNames has "agent.hp"; write "hp"`:                                           {FieldNames: []string{"x", "agent.hp"}},
		`Options.FieldNames has "hp: hit points"; write "hp"`:                                     {FieldNames: []string{"hp: hit points"}},
		`Options.FieldNames has "id", which the engine sets; leave it out`:                        {FieldNames: []string{"id"}},
		`Options.FieldNames has "stimulus noise", which is not a field; declare stimuli in the`:   {FieldNames: []string{"stimulus noise"}},
		`Options.FieldNames has "a b"; leave out the white space`:                                 {FieldNames: []string{"a b"}},
		`Options.FieldNames has ""; leave it out`:                                                 {FieldNames: []string{""}},
		`Options.Natives["sequence"]: "sequence" is the name of a node kind: choose another name`: {Natives: map[string]*behaviors.Native{"sequence": {}}},
		`Options.Natives["end"]: end cannot be a name`:                                            {Natives: map[string]*behaviors.Native{"end": {}}},
		`Options.Natives[""]: the name is empty`:                                                  {Natives: map[string]*behaviors.Native{"": {}}},
		`Options.Natives["x"] is nil`:                                                             {Natives: map[string]*behaviors.Native{"z": nil, "x": nil, "y": nil}},
	} {
		game, err := bough.OpenFS(fstest.MapFS{}, o)
		if game != nil || !errors.Is(err, bough.ErrOptions) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
		if o.Watch && o.Source == nil {
			continue
		}
		if _, err := bough.Open(t.TempDir(), o); !errors.Is(err, bough.ErrOptions) {
			t.Errorf("Open: %v", err)
		}
	}
	for _, o := range []bough.Options{
		{Watch: true, Source: hotreload.NewManual()},
		{Limits: bough.Limits{Budget: luabind.NoBudget, Keep: -1, KeepTogether: -1}},
		{FieldNames: []string{"hp", "max-hp"}},
	} {
		if _, err := bough.OpenFS(fstest.MapFS{}, o); err != nil {
			t.Error(err)
		}
	}
}

// TestKindsOfErrors checks that callers can distinguish the kinds of errors.
func TestKindsOfErrors(t *testing.T) {
	game := idlers(t, bough.Options{})
	spawned := func(tree string, f bough.Fields) error { _, err := game.Spawn(tree, f); return err }
	with := func(tree string, f bough.Fields) error { _, err := game.TreeWith(tree, f); return err }
	a := spawn(t, game)
	opened := func(o bough.Options) error {
		_, err := bough.OpenFS(fstest.MapFS{}, o)
		return err
	}
	idle := &trees.Tree{Name: "t", Root: &trees.Node{Name: "idle"}}
	for _, c := range []struct {
		err  error
		want error
		text string
	}{
		{spawned("c", nil), bough.ErrUnknownTree, `there is no tree "c": the trees are a, b`},
		{spawned("c x=1", nil), bough.ErrUnknownTree, `there is no tree "c"`},
		{spawned("a x=1", nil), bough.ErrParameters, "x"},
		{spawned("a x=", nil), bough.ErrParameters, "x"},
		{game.SetTree(a, "c"), bough.ErrUnknownTree, `there is no tree "c"`},
		{game.SetTree(a, "a x=1"), bough.ErrParameters, "x"},
		{with("a", bough.Fields{"x": 1}), bough.ErrParameters, "x"},
		{with("c", nil), bough.ErrUnknownTree, `there is no tree "c"`},
		{with("", nil), bough.ErrUnknownTree, `tree "": the name is missing; give one`},
		{with("a x=1", nil), bough.ErrUnknownTree, `tree "a x=1": it is not a name; give the parameters of the tree in params`},
		{with("if", nil), bough.ErrUnknownTree, `tree "if": if cannot be a name, since if is a word of Lua or of tree files`},
		{with("a", bough.Fields{"": 1}), bough.ErrParameters, `tree a: "" is no name of a parameter`},
		{with("a", bough.Fields{"x": []int{1}}), bough.ErrParameters, "parameter x: want nil, a truth value, a number or a text"},
		{spawned("a", bough.Fields{"x": make(chan int)}), bough.ErrField, "field x: a chan int cannot be a field"},
		{spawned("a", bough.Fields{"": 1}), bough.ErrField, `field : "" is not a name; use letters, digits and _`},
		{spawned("a", bough.Fields{"a b": 1}), bough.ErrField, `field a b: "a b" is not a name; use`},
		{spawned("a", bough.Fields{"id": 77}), bough.ErrField, "field id: it is set by the engine"},
		{spawned("a", bough.Fields{"name": "bob"}), bough.ErrField, "field name: it is set by the engine"},
		{game.Rollback(77), bough.ErrUnknownVersion, "there is no such version"},
		{opened(bough.Options{Helpers: map[string][]bough.Helper{"x": {bough.Func("f(a): takes one", func() {})}}}), bough.ErrOptions, "bough: Options.Helpers: namespace x: helper f: the signature names 1 parameter"},
		{opened(bough.Options{Helpers: map[string][]bough.Helper{"math": {bough.Func("f(): takes none", func() {})}}}), bough.ErrOptions, "bough: Options.Helpers: namespace math is taken by Bough; choose another name"},
		{opened(bough.Options{Trees: []*trees.Tree{nil}}), bough.ErrOptions, "bough: Options.Trees[0] is nil; check the error"},
		{opened(bough.Options{Trees: []*trees.Tree{{Name: "t"}}}), bough.ErrOptions, "bough: Options.Trees: tree t: tree t has no root"},
		{opened(bough.Options{Trees: []*trees.Tree{idle, idle}}), bough.ErrOptions, "bough: Options.Trees has the tree t twice"},
	} {
		if !errors.Is(c.err, c.want) || !strings.Contains(fmt.Sprint(c.err), c.text) {
			t.Errorf("%v; want %v: %s", c.err, c.want, c.text)
		}
		for _, other := range []error{bough.ErrClosed, bough.ErrBusy, bough.ErrOptions, bough.ErrUnknownTree, bough.ErrParameters, bough.ErrField, bough.ErrGone, bough.ErrForeign, bough.ErrUnknownVersion} {
			if other != c.want && errors.Is(c.err, other) {
				t.Errorf("%v is of two kinds: %v", c.err, other)
			}
		}
	}
	if n := game.World().Len(); n != 1 {
		t.Errorf("%d agents", n)
	}
}

// TestReservedFields checks that Go cannot override the id and name of an agent.
func TestReservedFields(t *testing.T) {
	a := spawn(t, idlers(t, bough.Options{}))
	for _, name := range []string{"id", "name"} {
		func() {
			defer func() {
				if r := recover(); !strings.Contains(fmt.Sprint(r), "agent."+name+" is set by the engine") {
					t.Error(r)
				}
			}()
			a.Set(engine.KeyOf(name), value.Number(77))
		}()
	}
	if a.Get(engine.KeyOf("id")).Float() != 1 || a.Get(engine.KeyOf("name")).Str() != "a" {
		t.Error("id or name has changed")
	}
}

// TestNoTable checks that the Table of a value that is not a table has no entries, and that a
// vector in a field reads back.
func TestNoTable(t *testing.T) {
	for _, v := range []value.Value{{}, value.Number(1), value.String("x"), value.VectorOf(value.Vector{X: 1}), value.Other(&struct{}{})} {
		data := v.Table()
		if !data.Get("who").IsNil() || data.Get("damage").Float() != 0 || data.String() != "nil" {
			t.Errorf("%v has entries", v)
		}
	}
	a, want := spawn(t, idlers(t, bough.Options{})), value.Vector{X: 1, Y: 2, Z: 3}
	a.Set(engine.KeyOf("at"), value.VectorOf(want))
	if got := a.Get(engine.KeyOf("at")).Vec(); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	for _, c := range []struct {
		in   map[string]any
		want value.Vector
	}{
		{map[string]any{"x": 1, "y": 2}, value.Vector{X: 1, Y: 2}}, {map[string]any{"x": 1}, value.Vector{}},
		{map[string]any{"x": "1", "y": 2}, value.Vector{}}, {map[string]any{"x": 1, "y": 2, "z": "no"}, value.Vector{X: 1, Y: 2}},
	} {
		v, err := value.Of(c.in)
		if got := v.Vec(); err != nil || got != c.want {
			t.Errorf("%v: %v, want %v", c.in, got, c.want)
		}
	}
}

// TestLoadIsNoError checks that the result of Load does not implement error. If it did, a list of
// warnings, or an empty list, would be taken for an error.
func TestLoadIsNoError(t *testing.T) {
	var found any = idlers(t, bough.Options{}).Load()
	if _, isError := found.(error); isError {
		t.Error("Load returns an error that is not nil")
	}
	for file, want := range map[string][2]int{"return {}": {0, 0}, "return { doc = 5 }": {1, 0}, "return { typo = function() end }": {0, 1}} {
		game, err := bough.OpenFS(fstest.MapFS{"a.lua": {Data: []byte(file + "\n")}, "a.bt": {Data: []byte("tree a\n  a\n")}}, bough.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer game.Close()
		found := game.Load()
		if len(found.Errors()) != want[0] || (found.Err() != nil) != (want[0] > 0) || len(found) != want[0]+want[1] {
			t.Errorf("%s: %v", file, found)
		}
	}
}

// TestProgramOfAnotherGame checks that no agent gets a tree of another game, whose Lua would run in the state of that
// game. The agent stays as it is, and nothing is recorded.
func TestProgramOfAnotherGame(t *testing.T) {
	files := func(text string) fstest.MapFS {
		return fstest.MapFS{"a.lua": {Data: []byte(text)}, "a.bt": {Data: []byte("tree a\n  a\n")}, "b.bt": {Data: []byte("tree b\n  wait 1\n")}}
	}
	open := func(text string) *bough.Game {
		game, err := bough.OpenFS(files(text), bough.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		return game
	}
	const script = "return { behavior = function(agent) agent.x = 1 end, on_exit = function(agent) agent.x = 2 end }"
	game, another := open(script), open(script)
	a := spawn(t, game)
	game.Tick(frame)
	for _, name := range []string{"a", "b"} { // b has no script, but its conditions and conversions are those of its game
		p, err := another.Program(name)
		if err != nil {
			t.Fatal(err)
		}
		for method, call := range map[string]func(){
			"World.Spawn":   func() { game.World().Spawn(p, "a") },
			"Agent.SetTree": func() { a.SetTree(p) },
			"World.Reload":  func() { game.World().Reload(map[*engine.Program]*engine.Program{a.Program(): p}) },
		} {
			want := "engine: " + method + ": the tree " + name + " belongs to another game"
			if said := caught(call); !strings.HasPrefix(said, want) {
				t.Errorf("%s: %s; want %s", method, said, want)
			}
		}
	}
	data, err := game.World().Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if err := game.World().Restore(data, engine.Resolver{Program: another.Bundle().Program, Behavior: another.Bundle().Behavior}); err == nil || !strings.Contains(err.Error(), `the tree "a" of the resolver belongs to another game`) {
		t.Errorf("World.Restore: %v", err)
	}
	if game.World().Len() != 1 || !a.IsActive("a") || a.Get(engine.KeyOf("x")).Float() != 1 {
		t.Error("the game has changed")
	}
	game.Restart(2)
	p, err := game.Program("a")
	if err != nil {
		t.Fatal(err)
	}
	a = game.World().Spawn(p, "a") // its own programs work in each of its worlds
	game.Tick(frame)
	if !a.IsActive("a") {
		t.Error("its own tree does not run")
	}
}
