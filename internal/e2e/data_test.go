package e2e

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// release opens a release of a game. The first release counts in the field hp, the second one in health.
func release(t *testing.T, version int, edit ...func(*bough.Options)) *bough.Game {
	t.Helper()
	field := map[int]string{1: "hp", 2: "health"}[version]
	files := fstest.MapFS{
		"guard.bt": file("tree guard\n  heal\n"),
		"heal.lua": file(strings.ReplaceAll(`return {
			behavior = function(agent) agent.HP = agent.HP + 1 end,
			on_reload = function(agent) agent.reloaded = agent.HP end,
		}`, "HP", field)),
	}
	o := bough.Options{Seed: 3, DataVersion: version}
	if version == 2 {
		o.MigrateFields, o.MigrateBoards = newFields, newBoards
	}
	for _, f := range edit {
		f(&o)
	}
	game, err := bough.OpenFS(files, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { game.Close() })
	if err := game.Load().Err(); err != nil {
		t.Fatal(err)
	}
	return game
}

var hp, health, armor = engine.KeyOf("hp"), engine.KeyOf("health"), engine.KeyOf("armor")

func newFields(from int, a *bough.Agent) {
	if from < 2 {
		a.Set(health, a.Get(hp))
		a.Set(hp, value.Value{})
		a.Set(armor, value.Number(1))
	}
}

func newBoards(from int, w *engine.World) {
	if from < 2 {
		w.SetBoard("camp", "alert", w.Board("camp", "alarm"))
		w.SetBoard("camp", "alarm", value.Value{})
	}
}

// firstRelease returns a game of the first release that has been played.
func firstRelease(t *testing.T, edit ...func(*bough.Options)) *bough.Game {
	t.Helper()
	game := release(t, 1, edit...)
	for range 3 {
		if _, err := game.Spawn("guard", bough.Fields{"hp": 10}); err != nil {
			t.Fatal(err)
		}
	}
	game.World().SetBoard("camp", "alarm", value.String("red"))
	game.Tick(time.Second)
	return game
}

// TestMigrate restores a game, and an agent of it, in the next release, whose fields have other names. The new names are
// there before the new scripts run for the first time.
func TestMigrate(t *testing.T) {
	first := firstRelease(t)
	second := release(t, 2)
	if err := second.Restore(take(t, first)); err != nil {
		t.Fatal(err)
	}
	second.Tick(time.Second)
	for a := range second.World().Agents() {
		for name, want := range map[string]string{"hp": "nil", "health": "12", "armor": "1", "reloaded": "11"} {
			if got := a.Get(engine.KeyOf(name)).String(); got != want {
				t.Errorf("%s has %s = %s, want %s", a.Label(), name, got, want)
			}
		}
	}
	w := second.World()
	if w.Len() != 3 || len(w.Faults()) > 0 || w.Board("camp", "alarm").Kind() != value.KindNil || w.Board("camp", "alert").Str() != "red" {
		t.Errorf("%d agents, %v, %v", w.Len(), w.Faults(), w.Board("camp", "alert"))
	}
	again := take(t, second) // it has the new number, so nothing is migrated twice
	third := release(t, 2, func(o *bough.Options) {
		o.MigrateFields = func(int, *bough.Agent) { t.Error("there is nothing to migrate") }
		o.MigrateBoards = func(int, *engine.World) { t.Error("there is nothing to migrate") }
	})
	if err := third.Restore(again); err != nil || !bytes.Equal(take(t, third), again) {
		t.Errorf("%v, or another state", err)
	}
}

// TestMigrateRecorded moves a game and an agent to another release under the same files, while this release is recorded.
// The replay has the same fields, and is not migrated.
func TestMigrateRecorded(t *testing.T) {
	first := firstRelease(t)
	one, err := first.SnapshotAgent(first.World().Agent(2))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	second := release(t, 1, func(o *bough.Options) {
		o.DataVersion, o.Record = 5, bough.RecordOptions{To: &out}
		o.MigrateFields = func(from int, a *bough.Agent) { a.Set(armor, value.Number(float64(10*from)+float64(a.ID()))) }
	})
	if err := second.Restore(take(t, first)); err != nil {
		t.Fatal(err)
	}
	second.Tick(time.Second)
	second.Despawn(second.World().Agent(2))
	if _, err := second.SpawnSnapshot(one); err != nil {
		t.Fatal(err)
	}
	second.Tick(time.Second)
	final := take(t, second)
	if err := errors.Join(second.Close(), second.RecordingErr()); err != nil {
		t.Fatal(err)
	}
	p, err := openRecording(t, out.Bytes()).Replay(func() bough.Options {
		return bough.Options{DataVersion: 9, MigrateFields: func(int, *bough.Agent) { t.Error("a replay is migrated") }}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	replayAll(t, p)
	fork := p.Fork()
	defer fork.Close()
	if !bytes.Equal(take(t, fork), final) { // also its DataVersion is that of the recorded game
		t.Error("the replay ends in another state")
	}
	for a := range fork.World().Agents() {
		if got := a.Get(armor).Float(); got != float64(10+a.ID()) {
			t.Errorf("%s has the armor %v", a.Label(), got)
		}
	}
}

// TestDataVersionErrors checks the errors for snapshots of another DataVersion and for options without effect, and that
// functions that migrate cannot change the game otherwise.
func TestDataVersionErrors(t *testing.T) {
	first := firstRelease(t)
	saved := take(t, first)
	one, err := first.SnapshotAgent(first.World().Agent(2))
	if err != nil {
		t.Fatal(err)
	}
	with := func(version int) *bough.Game {
		return release(t, 1, func(o *bough.Options) { o.DataVersion = version })
	}
	for version, want := range map[int]string{
		0: "snapshot: its DataVersion is 1, and that of this game is 0; use the release of the game that has saved it, or a later one",
		2: "snapshot: its DataVersion is 1, and that of this game is 2; set Options.MigrateFields, to a function that does nothing if nothing changes",
	} {
		game := with(version)
		before := take(t, game)
		if err := game.Restore(saved); err == nil || err.Error() != want || !errors.Is(err, bough.ErrSnapshot) {
			t.Errorf("got %v, want %s", err, want)
		}
		if _, err := game.SpawnSnapshot(one); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if !bytes.Equal(take(t, game), before) {
			t.Error("the game has changed")
		}
	}
	var got []error
	game := release(t, 2)
	called := 0
	game = release(t, 2, func(o *bough.Options) {
		o.MigrateFields = func(from int, a *bough.Agent) {
			newFields(from, a)
			if called++; a.ID() == 1 {
				got = append(got, game.Despawn(a), game.Restore(saved))
			}
		}
		o.MigrateBoards = func(int, *engine.World) { got = append(got, game.Close()) }
	})
	if err := game.Restore(saved); err != nil {
		t.Fatal(err)
	}
	if called != 3 || len(got) != 3 || slices.ContainsFunc(got, func(err error) bool { return !errors.Is(err, bough.ErrBusy) }) {
		t.Errorf("%d calls, %v", called, got)
	}
	for want, o := range map[string]bough.Options{
		"bough: Options.DataVersion is -1; give 0 for the default, or a number above":                    {DataVersion: -1},
		"bough: Options.MigrateFields has no effect; raise Options.DataVersion above 0, or leave it out": {MigrateFields: newFields},
		"bough: Options.MigrateBoards has no effect; raise Options.DataVersion above 0, or leave it out": {MigrateBoards: newBoards},
	} {
		if _, err := bough.OpenFS(fstest.MapFS{}, o); err == nil || err.Error() != want || !errors.Is(err, bough.ErrOptions) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
