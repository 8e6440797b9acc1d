package hotreload_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path"
	"testing"
	"testing/synctest"
	"time"
)

var (
	searchSeeds = flag.Int("search.seeds", 2, "how many random courses of events are tried in each manner")
	searchFirst = flag.Uint64("search.first", 1, "the first of their seeds")
)

// savesOfSeed is the number of saves in a random course.
const savesOfSeed = 40

// wild draws saves, and the durations of looks.
type wild struct {
	*rand.Rand
}

var (
	wildDirs  = []string{"/r/p", "/r/p/d", "/r/p/d/e", "/r/p/f", "/x/v", "/x/w", "/x/v/g"}
	wildBases = []string{"a.lua", "b.bt", "c.lua"}
	wildTexts = []string{textA, textB, textC, "", "tree a\n  a\n  b\n"}
)

func pick[T any](r *wild, list ...T) T { return list[r.IntN(len(list))] }

func (r *wild) dir() string  { return pick(r, wildDirs...) }
func (r *wild) file() string { return path.Join(r.dir(), pick(r, wildBases...)) }

// wildProject returns the edits that create the project of a random course.
func wildProject() []edit {
	list := []edit{made("/r"), made("/x")}
	for _, dir := range wildDirs {
		list = append(list, made(dir), file(dir+"/a.lua", textA))
	}
	return append(list, linked("v", "/x/now"), linked("/x/now", "/r/p/l"), linked("/x/now/a.lua", "/r/p/k.lua"), linked("/x/w", "/r/p/f/m"))
}

// save returns a random edit. Many edits fail and do nothing.
func (r *wild) save() edit {
	switch r.IntN(24) {
	case 0:
		return made(r.dir())
	case 1, 2:
		return r.removal(r.dir())
	case 3, 4:
		from, to := r.dir(), r.dir()
		if from[:2] != to[:2] {
			return made(to) // otherwise links could form a cycle, which the consumer cannot detect here
		}
		return renamed(from, to)
	case 5, 6:
		return renamed(r.file(), r.file())
	case 7, 8:
		return removed(r.file())
	case 9:
		return r.link(pick(r, "v", "w", "nowhere"), "/x/now")
	case 10:
		return r.link(pick(r, "/x/now", "/x/v", "/x/w"), "/r/p/l")
	case 11:
		return r.link(pick(r, "/x/now/a.lua", "/x/v/a.lua", "/x/w/c.lua"), "/r/p/k.lua")
	case 12:
		return renamed(pick(r, "/r/p", "/r/q"), pick(r, "/r/q", "/r/p"))
	case 13:
		way := pick(r, []string{"/x", "/y"}, []string{"/y", "/x"}, []string{"/r", "/s"}, []string{"/s", "/r"})
		return renamed(way[0], way[1])
	case 14:
		return overflown()
	case 15:
		return locked(pick(r, r.file(), r.dir()), r.IntN(2) == 0)
	case 16:
		return dated(r.file(), old)
	case 17:
		return created(r.file())
	case 18:
		return added(r.file(), pick(r, wildTexts...))
	case 19:
		return overwritten(r.file(), pick(r, "r", "return"))
	}
	return file(r.file(), pick(r, wildTexts...))
}

// removal returns an edit that removes the files of a directory and then the directory.
func (r *wild) removal(dir string) edit {
	var list []edit
	for _, base := range wildBases {
		list = append(list, removed(dir+"/"+base))
	}
	return together(append(list, removed(dir))...)
}

// link returns an edit that creates a link, replacing an earlier one.
func (r *wild) link(target, name string) edit {
	aside := path.Dir(name) + "/.l"
	return together(linked(target, aside), renamed(aside, name))
}

// pause draws the duration of a look or of the delivery of an event, usually very short.
func (r *wild) pause() time.Duration {
	switch r.IntN(40) {
	case 0:
		return time.Duration(r.IntN(int(90 * time.Millisecond)))
	case 1, 2, 3:
		return time.Duration(r.IntN(int(time.Millisecond)))
	}
	return time.Microsecond
}

// TestSeeds runs random courses, in which saves of all kinds happen between slow looks and late
// events, while a game is pinned and rolled back.
//
// go test ./hotreload -run Seeds -search.seeds 10000 runs more courses.
func TestSeeds(t *testing.T) {
	for _, m := range manners {
		t.Run(m.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				for i := range *searchSeeds {
					playSeed(t, m, *searchFirst+uint64(i))
					if t.Failed() {
						return
					}
				}
			})
		})
	}
}

func playSeed(t *testing.T, m manner, seed uint64) {
	r := &wild{Rand: rand.New(rand.NewPCG(seed, 11))}
	tr := newTrial(scene{name: fmt.Sprint("seed ", seed), root: "/r/p", begin: wildProject()}, m)
	lanes := map[time.Duration]*wild{} // each lane has its own random numbers, so that the order of lanes does not matter
	for _, lane := range []time.Duration{watcherLane, consumerLane, feedLane} {
		lanes[lane] = &wild{Rand: rand.New(rand.NewPCG(seed, 100+uint64(lane)))}
	}
	tr.pace = func(lane time.Duration) time.Duration { return lanes[lane].pause() }
	tr.open(t)
	rush := 4 + r.IntN(40) // average number of steps between saves
	left := savesOfSeed
	tr.disk.alone(func() {
		tr.disk.before = func(int) {
			if left > 0 && r.IntN(rush) == 0 {
				tr.saves = append(tr.saves, r.save())
				tr.save()
				left--
			}
		}
	})
	game := &wild{Rand: rand.New(rand.NewPCG(seed, 12))}
	for range 60 {
		tr.play(time.Duration(game.IntN(8))*frame, frame)
		tr.meddle(game)
	}
	tr.disk.alone(func() {
		tr.disk.before = func(int) {}
		tr.pace = steady
		tr.saves = append(tr.saves, edit{"open all", (*memDisk).openAll})
		tr.save()
	})
	tr.unpin()
	tr.finish()
	if err := tr.err(); err != nil {
		t.Errorf("%s: %v\n%s", tr.name, err, tr.story())
	}
}

// meddle makes a random call that a game may make between ticks.
func (tr *trial) meddle(r *wild) {
	switch r.IntN(12) {
	case 0:
		defer tr.reader.LockManager()()
		tr.manager.Pin()
		tr.disk.note("game", "pins", "")
	case 1:
		tr.unpin()
	case 2:
		defer tr.reader.LockManager()()
		if n := tr.manager.Previous(); n > 0 {
			_, _ = tr.manager.Rollback(n) // the version may no longer exist
			tr.disk.note("game", "rolls back", "")
		}
	}
}

func (tr *trial) unpin() {
	defer tr.reader.LockManager()()
	tr.disk.note("game", "unpins", "")
	tr.manager.Unpin()
}
