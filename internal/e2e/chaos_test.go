package e2e

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"weak"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/hotreload"
	"go.uber.org/goleak"
)

var (
	chaosOps  = flag.Int("chaos.ops", 0, "how many operations the chaos test makes on each kind of disk; 0 means a few hundred")
	chaosSeed = flag.Uint64("chaos.seed", 1, "what the operations of the chaos test are drawn from")
)

const frame = 50 * time.Millisecond

// chaos is a project under edit, and the game that plays it.
type chaos struct {
	t       *testing.T
	disk    disk
	source  hotreload.Source
	editor  *editor
	game    *bough.Game
	active  map[string]bool // agent and key of each active node
	enters  int
	reloads int
	old     map[weak.Pointer[engine.Behavior]]bool // all that were ever in force
	heap    uint64                                 // in use when a quarter was done
}

// TestChaos saves, breaks, corrects, renames, moves, deletes and restores files at random
// in the manners of editors and of version control, while agents tick. Every broken state
// that stays is reported at its place; in the end what is loaded is what a fresh start
// loads, what was entered has been exited once, and nothing is left over.
//
// go test ./internal/e2e -run Chaos -chaos.ops 10000 makes the long form.
func TestChaos(t *testing.T) {
	for _, c := range []struct {
		name string
		ops  int
		disk func(*testing.T) disk
	}{
		{"memory", 300, func(*testing.T) disk { return newMemory() }},
		{"notified", 100, func(t *testing.T) disk { return newFolder(t, 0) }},
		{"polled", 50, func(t *testing.T) disk { return newFolder(t, 4*time.Millisecond) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			agents := 40
			if *chaosOps > 0 {
				c.ops, agents = *chaosOps, 200
			}
			playChaos(t, c.disk(t), c.ops, agents)
		})
	}
}

func playChaos(t *testing.T, d disk, ops, agents int) {
	before := held()
	c := openChaos(t, d, agents)
	defer c.end()
	c.settle()
	watched := held()
	for done := 0; done < ops; {
		burst := min(1+c.editor.r.IntN(6), ops-done)
		c.edit(func() {
			for range burst {
				c.editor.operate()
			}
		})
		done += burst
		c.settle()
		if c.heap == 0 && done >= ops/4 {
			c.heap = inUse()
		}
	}
	c.leave()
	c.edit(func() {
		c.editor.restore()
		d.link("lib")
	})
	c.settle()
	c.arrive()
	c.checkVersions()
	c.await("what is held of the system", func() (got, want string) { return fmt.Sprint(held()), fmt.Sprint(watched) })
	c.checkHeap()
	c.end()
	c.checkExits(ops)
	goleak.VerifyNone(t)
	if got := held(); got != before {
		t.Errorf("held of the system before: %v, after: %v", before, got)
	}
}

// openChaos starts a game on a disk with the first version of everything.
func openChaos(t *testing.T, d disk, agents int) *chaos {
	c := &chaos{t: t, disk: d, active: map[string]bool{}, old: map[weak.Pointer[engine.Behavior]]bool{}}
	c.editor = &editor{disk: d, r: rand.New(rand.NewPCG(*chaosSeed, 7)), breathe: c.breathe}
	c.editor.breathe = func() {}
	c.editor.restore()
	c.editor.breathe = c.breathe
	c.source = d.source(t)
	c.game = openOn(t, d, bough.Options{Source: c.source, Background: d.parallel(), Workers: 2, Seed: *chaosSeed, OnReload: c.reloaded})
	c.game.World().Observe(c.watch)
	for i := range agents {
		if _, err := c.game.Spawn("guard", bough.Fields{"hp": i % 100, "target": i%3 == 0}); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// breathe lets the game look between two steps of a tool. On a disk that is edited
// during ticks it does so anyway; there it is told what may be about to change.
func (c *chaos) breathe() {
	if c.editor.r.IntN(2) == 0 {
		return
	}
	if !c.disk.parallel() {
		c.game.Tick(frame)
	}
}

// edit has the disk edited while agents tick.
func (c *chaos) edit(edit func()) {
	if !c.disk.parallel() {
		edit()
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		edit()
	}()
	for {
		c.game.Tick(frame)
		select {
		case <-done:
			return
		default:
		}
	}
}

// await ticks until two texts agree.
func (c *chaos) await(what string, texts func() (got, want string)) {
	c.t.Helper()
	patience := c.patience()
	for ticks := 1; ; ticks++ {
		c.game.Tick(frame)
		got, want := texts()
		if got == want {
			return
		}
		if !patience() {
			c.t.Fatalf("%s, after %d ticks: got\n%s\nwant\n%s\nproblems:\n%v", what, ticks, got, want, c.game.Problems())
		}
	}
}

// maxTicks is how many ticks a disk that tells of everything at once may take to be
// taken over.
const maxTicks = 20

// patience returns what reports whether to wait for another tick.
func (c *chaos) patience() func() bool {
	if c.disk.parallel() {
		return untilDeadline(c.t)
	}
	ticks := 0
	return func() bool {
		ticks++
		return ticks < maxTicks
	}
}

// untilDeadline returns what is true almost as long as go test lets a test run: when
// the operating system tells of something is its own affair.
func untilDeadline(t *testing.T) func() bool {
	end, limited := t.Deadline()
	end = end.Add(-5 * time.Second) // in which what did not come can be told
	return func() bool { return !limited || time.Now().Before(end) }
}

// settle ticks until each broken file, and no other, is reported at its place.
func (c *chaos) settle() {
	c.t.Helper()
	files := relevant(c.t, c.disk.files())
	c.await("broken files", func() (got, want string) { return told(files, c.game.Problems().Errors()) })
}

// told lists the broken files and those of them whose error is reported. Of files that
// are not broken only those count that are gone: what is said of them is out of date. A
// tree that two files have is looked into no further.
func told(files map[string]string, problems diag.List) (got, want string) {
	places := map[string]bool{}
	for _, d := range problems {
		name := strings.TrimPrefix(d.Pos.File, "scripts/")
		line := d.Pos.Line
		if strings.Contains(d.Message, "is defined twice") {
			line = brokenLine(files[name])
		}
		places[fmt.Sprintf("%s:%d\n", name, line)] = true
		if _, there := files[name]; !there {
			got += "gone: " + d.Headline() + "\n"
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		line := brokenLine(files[name])
		place := fmt.Sprintf("%s:%d\n", name, line)
		switch {
		case line == 0:
		case places[place]:
			got, want = got+place, want+place
		default:
			want += place
		}
	}
	return got, want
}

// leave has the root itself vanish for a while.
func (c *chaos) leave() {
	if !c.disk.away(true) {
		return
	}
	c.await("behaviors without a root", func() (got, want string) {
		for _, b := range c.game.Bundle().Behaviors {
			if !b.Missing {
				got += b.Name + " "
			}
		}
		return got, ""
	})
	c.disk.away(false)
}

// arrive ticks until what is loaded is what a fresh start loads.
func (c *chaos) arrive() {
	fresh := openOn(c.t, c.disk, bough.Options{})
	defer fresh.Close()
	fresh.Load()
	want := loaded(fresh)
	c.await("what is loaded", func() (string, string) { return loaded(c.game), want })
}

// loaded describes what is in force, but for behaviors that have no file.
func loaded(game *bough.Game) string {
	s := game.Problems().Error() + "\n"
	for _, b := range game.Bundle().Behaviors {
		if !b.Missing {
			s += fmt.Sprintln(b.Name, b.Hooks, b.Restart, b.NonExclusive, b.Children)
		}
	}
	for _, tree := range game.Bundle().Trees {
		s += tree.Program.Dump()
	}
	return s
}

func (c *chaos) reloaded(r *assets.Report) {
	c.reloads++
	for _, b := range c.game.Bundle().Behaviors {
		if !b.Missing {
			c.old[weak.Make(b)] = true
		}
	}
}

// checkVersions: of what was in force at some time, only what is in force now is in
// memory, and what raised one of the errors that the world remembers.
func (c *chaos) checkVersions() {
	c.game.Refresh() // frees what was replaced in the last tick
	runtime.GC()
	now := c.game.Bundle().Behaviors
	for _, f := range c.game.World().Faults() {
		for i := range f.Program.Len() {
			now = append(now, f.Program.Behavior(i))
		}
	}
	for w := range c.old {
		if b := w.Value(); b != nil && !slices.Contains(now, b) {
			c.t.Errorf("version %d of %s is still in memory", b.Version, b.Name)
		}
	}
}

// checkHeap: three more quarters have taken no memory, but for the errors that the world
// remembers, the names that agents have learned and what this test itself notes.
func (c *chaos) checkHeap() {
	now := inUse()
	c.t.Logf("%d reloads, %d entries, %d versions; in use after a quarter %d kB, in the end %d kB", c.reloads, c.enters, len(c.old), c.heap>>10, now>>10)
	if now > 2*c.heap+8<<20 {
		c.t.Errorf("%d bytes in use after a quarter, %d in the end", c.heap, now)
	}
}

// inUse returns the bytes that are in use.
func inUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// end closes the game and its source; a second time it does nothing.
func (c *chaos) end() {
	for _, closer := range []io.Closer{c.game, c.source} {
		if err := closer.Close(); err != nil {
			c.t.Error(err)
		}
	}
}

// checkExits: all that was entered has been exited, and there was enough of it.
func (c *chaos) checkExits(ops int) {
	for node := range c.active {
		c.t.Errorf("%s was entered and never exited", node)
	}
	if c.enters < ops || c.reloads < ops/10 {
		c.t.Errorf("%d reloads and %d entries: the test does nothing", c.reloads, c.enters)
	}
}

// watch holds entries and exits together.
func (c *chaos) watch(e engine.Event) {
	if e.Kind != engine.EventEnter && e.Kind != engine.EventExit {
		return
	}
	node := e.Agent.Label() + " " + e.Prog.Key(int(e.Node))
	if entered := e.Kind == engine.EventEnter; entered == c.active[node] {
		c.t.Errorf("tick %d: %v, but active is %v", e.Tick, e, c.active[node])
	}
	if e.Kind == engine.EventEnter {
		c.active[node] = true
		c.enters++
	} else {
		delete(c.active, node)
	}
}
