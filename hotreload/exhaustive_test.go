package hotreload_test

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

var searchRuns = flag.Int("search.runs", 0, "how many orders of saves and looks are tried for each scene in each manner; 0 means a few in some; a negative number all")

// manners are the ways of watching and reading that are tested.
var manners = []manner{
	{}, {background: true}, {poll: 303 * time.Millisecond}, {poll: 303 * time.Millisecond, background: true},
	{grain: 2 * time.Second}, {poll: 303 * time.Millisecond, grain: 2 * time.Second},
}

// fewRuns is the default number of plans that are tried for each scene and manner.
const fewRuns = 3

// TestExhaustive runs each scene with its saves before different steps; see looker.step. By
// default it tries some combinations, evenly spread. go test ./hotreload -run Exhaustive
// -search.runs -1 tries all of them.
func TestExhaustive(t *testing.T) {
	for i, s := range scenes {
		for k, m := range manners {
			if *searchRuns == 0 && k%3 != i%3 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s", s.name, m), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { exhaust(t, s, m) })
			})
		}
	}
}

func exhaust(t *testing.T, s scene, m manner) {
	free := len(s.saves) - 1 // the first save happens at the beginning
	if s.early {
		free++
	}
	points := newTrial(s, m).run(t, make([]int, len(s.saves)-free))
	plans := count(points, free)
	stride := 1
	if *searchRuns >= 0 && !s.all {
		stride = max(1, plans/cmp.Or(*searchRuns, fewRuns))
	}
	runs, failed := 0, 0
	for i := 0; i < plans; i += stride {
		tr := newTrial(s, m)
		tr.run(t, append(make([]int, len(s.saves)-free), nth(i, points, free)...))
		runs++
		if err := tr.err(); err != nil {
			if failed++; failed == 1 {
				t.Errorf("plan %v, in the run %d: %v\n%s", tr.plan, runs, err, tr.story())
			}
		}
	}
	if failed > 0 {
		t.Errorf("%d of %d runs failed", failed, runs)
	}
	t.Logf("%d runs of %d, with %d points", runs, plans, points)
}

// count returns the number of ascending sequences of the given number of saves, each at one of
// the given points.
func count(points, saves int) int {
	n := 1
	for i := range saves {
		n = n * (points + i) / (i + 1)
	}
	return n
}

// nth returns the i-th of the sequences that count counts.
func nth(i, points, saves int) []int {
	plan := make([]int, saves)
	from := 0
	for k := range plan {
		for {
			below := count(points-from, saves-1-k)
			if i < below {
				break
			}
			i -= below
			from++
		}
		plan[k] = from
	}
	return plan
}

// TestFoldersAreWatchedBeforeFilesAreRead checks a link that is broken when the root is walked,
// and that leads to a file when the files of its folder are compared. The folder itself is looked
// at later in the same batch. A write in between must be noticed.
func TestFoldersAreWatchedBeforeFilesAreRead(t *testing.T) {
	i := slices.IndexFunc(scenes, func(s scene) bool { return s.name == "directory behind a link that is exchanged" })
	synctest.Test(t, func(t *testing.T) {
		for gone := 10; gone <= 12; gone++ {
			for at := gone; at < gone+40; at++ {
				tr := newTrial(scenes[i], manner{})
				tr.run(t, []int{0, gone, at})
				if err := tr.err(); err != nil {
					t.Fatalf("plan %v: %v\n%s", tr.plan, err, tr.story())
				}
			}
		}
	})
}
