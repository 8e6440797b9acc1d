package commands

import (
	"bytes"
	"flag"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/synctest"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/arena"
	"github.com/bough-dev/bough/testdata"
)

var (
	restoredTicks = flag.Int("restored.ticks", 30, "after how many ticks TestSamplesAreRestored restores the game")
	restoredSeed  = flag.Uint64("restored.seed", 7, "what its edits and stimuli are drawn from")
)

// TestSamplesAreRestored ticks the trees of the samples, while it saves their files with different texts and posts
// stimuli. After each tick it restores the game from its snapshot, and continues another game with another number
// of workers from the same snapshot. Both games must be the same after each tick.
func TestSamplesAreRestored(t *testing.T) {
	seed := *restoredSeed
	defer func() {
		if t.Failed() {
			t.Logf("-restored.seed %d", seed)
		}
	}()
	d := rand.New(rand.NewPCG(seed, 0))
	files := copyOf(t, testdata.Samples())
	source := hotreload.NewManual()
	open := func(workers int, source hotreload.Source) *bough.Game {
		o := arena.Empty()
		o.Workers, o.Seed, o.Source = workers, seed, source
		game, err := bough.OpenFS(files, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Load().Err(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { game.Close() })
		return game
	}
	game := open(1, source)
	for range 3 {
		for _, tree := range game.Bundle().TreeNames() {
			if _, err := game.Spawn(tree, bough.Fields{"hp": 20 + d.IntN(80), "x": d.IntN(40), "y": d.IntN(40), "home_x": 1, "home_y": 2}); err != nil {
				t.Fatal(err)
			}
		}
	}
	other := open(3, nil)
	const dt = time.Second / 10
	for tick := range *restoredTicks {
		if tick%7 == 3 {
			name := editOne(d, files)
			source.Touch(name)
			other = open(3, nil)
		}
		for range 3 {
			game.World().Post(engine.AgentID(1+d.IntN(game.World().Len())), engine.Stimulus{Name: "noise", Data: value.VectorOf(value.Vector{X: 9 * d.Float64()})})
		}
		game.Tick(dt)
		if err := synctest.Check(game, dt, 3); err != nil {
			t.Fatal(err)
		}
		before := snapshot(t, game)
		if err := other.Restore(before); err != nil {
			t.Fatal(err)
		}
		game.Tick(dt)
		other.Tick(dt)
		if !bytes.Equal(snapshot(t, game), snapshot(t, other)) {
			t.Fatalf("tick %d: with three workers, restored, the game is another one", game.World().TickCount())
		}
	}
	for _, f := range game.World().Faults() {
		t.Log(f)
	}
}

func snapshot(t *testing.T, game *bough.Game) []byte {
	data, err := game.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// editOne changes the text of a file but not its behavior, and returns the name of the file.
func editOne(d *rand.Rand, files fstest.MapFS) string {
	names := slices.Sorted(maps.Keys(files))
	for {
		name := names[d.IntN(len(names))]
		switch f := files[name]; {
		case strings.HasSuffix(name, ".bt"):
			files[name] = &fstest.MapFile{Data: append(bytes.Clone(f.Data), "# edited\n"...)}
		case strings.HasSuffix(name, ".lua"):
			files[name] = &fstest.MapFile{Data: append(bytes.Clone(f.Data), "-- edited\n"...)}
		default:
			continue
		}
		return name
	}
}

// copyOf copies a file system into memory.
func copyOf(t *testing.T, fsys fs.FS) fstest.MapFS {
	files := fstest.MapFS{}
	err := fs.WalkDir(fsys, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := fs.ReadFile(fsys, name)
		files[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
