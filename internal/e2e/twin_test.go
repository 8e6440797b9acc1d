package e2e

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/trees"
)

// twin is one of two games over the same files. It writes down all that it is told.
type twin struct {
	*bough.Game
	source *hotreload.Manual
	landed int
	said   strings.Builder
}

// twins are two games that are told of the same saves. The first reads files beside its ticks
// and has several workers, the second does all of that itself.
type twins struct {
	t     *testing.T
	r     *rand.Rand
	disk  *gatedFS
	games [2]*twin
	log   strings.Builder
}

var twinSeed = flag.Uint64("twin.seed", 0, "the first seed of TestBesideTicksAsInTicks")

// TestBesideTicksAsInTicks: a game that reads its files beside the ticks does and says what one
// does that reads them in a tick, tick by tick.
func TestBesideTicksAsInTicks(t *testing.T) {
	landed := 0
	for i := range uint64(10) {
		seed := *twinSeed + i
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newTwins(t, rand.New(rand.NewPCG(seed, 3)))
				for range 20 {
					w.act()
					w.tick()
					if w.compare(); t.Failed() {
						t.Logf("-twin.seed %d, after\n%s", seed, &w.log)
						break
					}
				}
				landed += w.games[0].landed
				for _, x := range w.games {
					x.Close()
				}
			})
		})
	}
	if landed < 60 {
		t.Errorf("%d rounds landed: the test does nothing", landed)
	}
}

func newTwins(t *testing.T, r *rand.Rand) *twins {
	w := &twins{t: t, r: r, disk: &gatedFS{files: fstest.MapFS{}}}
	for name := range twinFiles {
		w.disk.set(name, twinFiles[name][0])
	}
	workers := []int{1 + r.IntN(4), 1}
	for i := range w.games {
		x := &twin{source: hotreload.NewManual()}
		game, err := bough.OpenFS(w.disk, bough.Options{
			Source: x.source, Background: i == 0, Workers: workers[i], Seed: 7,
			OnReload: x.reloaded,
			OnFault:  func(f *engine.Fault) { fmt.Fprintln(&x.said, f, f.Seen, f.Quarantined) },
			OnLog:    func(_ *bough.Agent, text string) { fmt.Fprintln(&x.said, text) },
		})
		if err != nil {
			t.Fatal(err)
		}
		x.Game, w.games[i] = game, x
		game.Load()
		game.World().Observe(func(e engine.Event) { fmt.Fprintln(&x.said, e) })
		for range 3 {
			x.spawn("main")
		}
	}
	return w
}

func (x *twin) spawn(tree string) {
	_, err := x.Spawn(tree, bough.Fields{"hp": 5})
	fmt.Fprintln(&x.said, "spawn", tree, err)
}

func (x *twin) reloaded(r *assets.Report) {
	x.landed++
	fmt.Fprintln(&x.said, r.Version, r.Files, r.Applied, r.Held, r.Behind, r.Restored, len(r.Forgiven), r.Missing, r.Rollback, r.Waiting,
		r.Linked, len(r.Programs), r.Agents, r.Nodes, r.Exited, r.Hash, r.Problems)
}

// change is the set of some files as they are.
func (w *twins) change(names []string) hotreload.Change {
	c := hotreload.Change{Paths: names, Sums: map[string][sha256.Size]byte{}}
	for _, name := range names {
		c.Sums[name] = [sha256.Size]byte{}
		if f := w.disk.files[name]; f != nil {
			c.Sums[name] = sha256.Sum256(f.Data)
		}
	}
	return c
}

// write gives some files other texts, whole ones, broken ones or none, and returns which.
func (w *twins) write() []string {
	var names []string
	for range 1 + w.r.IntN(3) {
		name := pick(w.r, slices.Sorted(maps.Keys(twinFiles)))
		text := pick(w.r, twinFiles[name])
		switch w.r.IntN(12) {
		case 0:
			delete(w.disk.files, name)
			text = "gone"
		case 1:
			text = text[:w.r.IntN(len(text))]
			w.disk.set(name, text)
		default:
			text = strings.ReplaceAll(text, "7", fmt.Sprint(w.r.IntN(5)))
			w.disk.set(name, text)
		}
		fmt.Fprintf(&w.log, "save %s: %s\n", name, text)
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// act saves files or calls a method.
func (w *twins) act() {
	n := w.r.IntN(12)
	fmt.Fprintln(&w.log, "act", n)
	if n >= 5 {
		names := w.write()
		for _, x := range w.games {
			x.source.Send(w.change(names))
		}
		return
	}
	for _, x := range w.games {
		x.act(n)
	}
}

func (x *twin) act(n int) {
	switch n {
	case 0:
		fmt.Fprintln(&x.said, x.Rollback(x.Previous()))
	case 1:
		x.Unpin()
	case 2:
		x.spawn("sub speed=3")
	case 3:
		x.Restart(uint64(x.Bundle().Version))
		x.World().Observe(func(e engine.Event) { fmt.Fprintln(&x.said, e) })
		x.spawn("main")
	case 4:
		tree := pick(rand.New(rand.NewPCG(uint64(x.Bundle().Version), 0)), []string{"tree made\n  b\n", "tree made\n  sequence\n    nobody\n    c\n"})
		list, _ := trees.Parse("made.bt", []byte(tree))
		fmt.Fprintln(&x.said, x.AddTrees(list.Trees...))
	}
}

// tick goes on until nothing is under way: so the same tick takes a save in, in both games.
func (w *twins) tick() {
	for range 8 {
		synctest.Wait()
		for _, x := range w.games {
			x.Tick(frame)
		}
	}
	synctest.Wait()
}

func (w *twins) compare() {
	for i, x := range w.games {
		for _, b := range x.Bundle().Behaviors {
			fmt.Fprintln(&x.said, b.Name, b.ID, b.Version, b.Hooks, b.Missing, b.Params, x.World().Quarantined(b))
		}
		for a := range x.World().Agents() {
			fmt.Fprintln(&x.said, a.Get(engine.KeyOf("says")), a.Get(engine.KeyOf("n")), a.Explain())
		}
		fmt.Fprint(&x.said, loaded(x.Game), x.Versions())
		fmt.Fprintln(&w.log, "game", i, "is at version", x.Bundle().Version)
	}
	beside, within := w.games[0].said.String(), w.games[1].said.String()
	if beside != within {
		a, b := strings.Split(beside, "\n"), strings.Split(within, "\n")
		i := 0
		for i < min(len(a), len(b))-1 && a[i] == b[i] {
			i++
		}
		w.t.Errorf("read beside the ticks\n%s\nread in a tick\n%s", a[i], b[i])
	}
	for _, x := range w.games {
		x.said.Reset()
	}
}
