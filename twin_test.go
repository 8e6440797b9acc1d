package bough_test

import (
	"crypto/sha256"
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
	source    *hotreload.Manual
	forecasts chan hotreload.Change
	foretold  int
	said      strings.Builder
}

// Changes implements hotreload.Source.
func (x *twin) Changes() <-chan hotreload.Change { return x.source.Changes() }

// Forecasts is nil for the game that gets none.
func (x *twin) Forecasts() <-chan hotreload.Change { return x.forecasts }

// twins are two games that are told of the same saves. The first is also told of what may be
// saved and then is not.
type twins struct {
	t     *testing.T
	r     *rand.Rand
	disk  *gatedFS
	games [2]*twin
	log   strings.Builder
}

// TestForecastsLeaveNoTrace: a game to which files were foretold that are not saved so does
// and says what one does to which nothing was foretold, tick by tick.
func TestForecastsLeaveNoTrace(t *testing.T) {
	foretold := 0
	for seed := range uint64(10) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newTwins(t, rand.New(rand.NewPCG(seed, 3)))
				for range 20 {
					w.dream()
					w.act()
					w.tick()
					if w.compare(); t.Failed() {
						t.Logf("after\n%s", &w.log)
						break
					}
				}
				foretold += w.games[0].foretold
				for _, x := range w.games {
					x.Close()
				}
			})
		})
	}
	if foretold < 20 {
		t.Errorf("%d forecasts came true", foretold)
	}
}

func newTwins(t *testing.T, r *rand.Rand) *twins {
	w := &twins{t: t, r: r, disk: &gatedFS{files: fstest.MapFS{}}}
	for name := range twinFiles {
		w.disk.set(name, twinFiles[name][0])
	}
	workers, development := 1+r.IntN(3), r.IntN(2) == 0
	for i := range w.games {
		x := &twin{source: hotreload.NewManual()}
		if i == 0 {
			x.forecasts = make(chan hotreload.Change, 1)
		}
		game, err := bough.OpenFS(w.disk, bough.Options{
			Source: x, Background: true, Workers: workers, Development: development, Seed: 7,
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
	if r.Forecast {
		x.foretold++
	}
	fmt.Fprintln(&x.said, r.Version, r.Files, r.Applied, r.Held, r.Behind, r.Restored, len(r.Forgiven), r.Missing, r.Rollback, r.Pinned, r.Waiting,
		r.Linked, len(r.Programs), r.Portions, r.Agents, r.Nodes, r.Exited, r.Hash, r.Problems)
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

// dream foretells files as they are for a moment.
func (w *twins) dream() {
	was := maps.Clone(w.disk.files)
	w.foretell(w.write("dream"))
	clear(w.disk.files)
	maps.Copy(w.disk.files, was)
}

func (w *twins) foretell(names []string) {
	w.games[0].forecasts <- w.change(names)
	synctest.Wait()
}

// write gives some files other texts, whole ones, broken ones or none, and returns which.
func (w *twins) write(why string) []string {
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
		fmt.Fprintf(&w.log, "%s %s: %s\n", why, name, text)
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// act saves files, of which it foretells some rightly, or calls a method.
func (w *twins) act() {
	n := w.r.IntN(12)
	fmt.Fprintln(&w.log, "act", n)
	if n >= 5 {
		names := w.write("save")
		if n%2 == 0 {
			w.foretell(names)
		}
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
	with, without := w.games[0].said.String(), w.games[1].said.String()
	if with != without {
		a, b := strings.Split(with, "\n"), strings.Split(without, "\n")
		i := 0
		for i < min(len(a), len(b))-1 && a[i] == b[i] {
			i++
		}
		w.t.Errorf("with forecasts\n%s\nwithout\n%s", a[i], b[i])
	}
	for _, x := range w.games {
		x.said.Reset()
	}
}
