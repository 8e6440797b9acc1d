package e2e

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/trees"
	"go.uber.org/goleak"
)

var (
	stressSeed  = flag.Uint64("stress.seed", 0, "play stress suites with this seed; 0 means with those of each suite")
	stressTimes = flag.Int("stress.times", 1, "how many times as many steps stress suites make")
	stressSeeds = flag.Uint64("stress.seeds", 1, "how many times as many sessions they have")
)

const frame = 50 * time.Millisecond

// suite is a kind of random session, in which files are edited while a game ticks. In each step files are edited,
// acts are done, and ticks pass. Then the functions in suite.each check the result. The method run.finish makes the
// checks at the end of every session.
type suite struct {
	name    string
	project func() *project
	disk    func(*testing.T) disk
	options bough.Options

	seeds  uint64 // number of sessions
	steps  int
	edits  int // largest number in a step
	rarely int // one step in this many has edits; 0 means that every step has
	ticks  int // number at the end of a step, and between two steps of a tool
	agents int
	acts   []act

	tools    bool // files are saved in several steps, as editors and version control do
	stateful bool // files may get stateful texts
	follower bool // a second game runs the same session
	bubble   bool // the session runs in a bubble of synctest
	leaks    bool // reachable values are counted; see run.grown

	each     []func(*run)
	end      func(*run) // nil means no extra check
	compares int        // least number of comparisons with fresh games and bundles
}

// act is a call that a program makes in one step out of oneIn.
type act struct {
	oneIn int
	do    func(r *run, g *player, draw uint64)
}

var suites = []suite{
	{name: "tools", project: village, disk: inMemory, options: bough.Options{Workers: 2},
		seeds: 1, steps: 45, edits: 6, ticks: 1, agents: 40, tools: true, compares: 1, each: []func(*run){(*run).awaitReports, (*run).arrived}},
	{name: "notified", project: village, disk: inWatchedFolder, options: bough.Options{Workers: 2, Background: true},
		seeds: 1, steps: 20, edits: 6, ticks: 1, agents: 40, tools: true, each: []func(*run){(*run).awaitReports}},
	{name: "polled", project: village, disk: inPolledFolder, options: bough.Options{Workers: 2, Background: true},
		seeds: 1, steps: 8, edits: 6, ticks: 1, agents: 40, tools: true, each: []func(*run){(*run).awaitReports}},
	{name: "rollbacks", project: village, disk: inMemory, options: bough.Options{Workers: 2},
		seeds: 2, steps: 100, edits: 1, ticks: 1, agents: 20, tools: true, compares: 16,
		acts: []act{{3, rollback}, {4, unpin}}, each: []func(*run){(*run).awaitReports}},
	{name: "session", project: village, disk: inMemory, options: bough.Options{Workers: 2},
		seeds: 1, steps: 1000, edits: 1, rarely: 7, ticks: 1,
		acts: []act{{1, spawnAny}, {1, spawnAny}, {1, thin}, {50, setTree}}, leaks: true},
	{name: "follower", project: village, disk: inMemory, options: bough.Options{Background: true, Trees: made()},
		seeds: 4, steps: 20, edits: 3, rarely: 2, ticks: 8, agents: 3, tools: true, stateful: true, follower: true, bubble: true,
		acts: []act{{12, back}, {8, unpin}, {12, spawnAny}, {12, restart}}, each: []func(*run){(*run).same}},
	{name: "workers", project: village, disk: inMemoryDuringTicks, options: bough.Options{Workers: 2, Background: true},
		seeds: 1, steps: 40, edits: 2, ticks: 2, agents: 40},
	{name: "libraries", project: libraries, disk: inMemoryDuringTicks, options: bough.Options{Workers: 3, Background: true},
		seeds: 1, steps: 14, edits: 2, ticks: 2, agents: 33, each: []func(*run){(*run).lands, (*run).silent}},
	{name: "wide", project: wide, disk: inMemory, options: bough.Options{Workers: 2, Background: true},
		seeds: 1, steps: 8, edits: 1, ticks: 1, agents: 300, bubble: true,
		acts: []act{{5, spawnAny}, {5, setTree}, {5, rollbackAndUnpin}}, each: []func(*run){(*run).landed}, end: (*run).landedWhole},
}

// made returns a tree made in Go.
func made() []*trees.Tree {
	file, _ := trees.Parse("made.bt", []byte("tree made\n  sequence\n    walk\n    flee\n"))
	return file.Trees
}

// TestStress plays the suites. The report of a failed session includes a command that plays it again:
//
//	go test ./internal/e2e -run TestStress/rollbacks -stress.seed 3 -stress.times 1
func TestStress(t *testing.T) {
	for _, s := range suites {
		t.Run(s.name, func(t *testing.T) {
			first, last := uint64(1), s.seeds**stressSeeds
			if *stressSeed > 0 {
				first, last = *stressSeed, *stressSeed
			}
			for seed := first; seed <= last; seed++ {
				t.Run(fmt.Sprint(seed), func(t *testing.T) { s.play(t, seed) })
			}
		})
	}
}

func (s suite) play(t *testing.T, seed uint64) {
	before := held()
	if s.bubble {
		synctest.Test(t, func(t *testing.T) { newRun(t, s, seed).play() })
	} else {
		newRun(t, s, seed).play()
	}
	goleak.VerifyNone(t)
	if got := held(); got != before {
		t.Errorf("held of the system before: %v, after: %v", before, got)
	}
}

// player is a game of a session.
type player struct {
	*bough.Game
	source hotreload.Source
	said   strings.Builder // all its output, if the session has a follower

	active                map[string]bool                        // agent and key of each active node
	inForce               map[weak.Pointer[engine.Behavior]]bool // behaviors that were in force at any time
	enters, reloads, told int
	widest                int // largest number of behaviors and trees in one round
}

// run is a session.
type run struct {
	suite
	t         *testing.T
	seed      uint64
	r         *rand.Rand // draws everything but the edits
	project   *project
	disk      disk
	editor    *editor
	games     []*player      // the game, and its follower if it has one
	despawned bool           // an act has despawned agents
	held      holdings       // held when all games were open
	compared  int            // number of comparisons with fresh games or bundles
	heap      uint64         // bytes in use after a quarter of the session
	counts    map[string]int // taken after a tenth of the session, at rest
	atRest    uint64         // bytes in use at that time
}

// maxWorkers is the largest number of workers of a game in a session.
const maxWorkers = 4

func newRun(t *testing.T, s suite, seed uint64) *run {
	r := &run{suite: s, t: t, seed: seed, r: rand.New(rand.NewPCG(seed, 11)), project: s.project(), disk: s.disk(t)}
	r.editor = &editor{project: r.project, disk: r.disk, r: rand.New(rand.NewPCG(seed, 7)), last: map[string]int{}, texts: map[string]string{}, stateful: s.stateful, breathe: func() {}}
	t.Cleanup(r.report)
	r.editor.restore()
	r.disk.tell(false)
	r.editor.breathe, r.editor.tools = r.breathe, s.tools
	o := s.options
	if s.follower {
		o.Workers = 1 + r.r.IntN(maxWorkers)
	}
	r.open(o)
	if s.follower {
		r.open(bough.Options{})
	}
	for i := range s.agents {
		tree := r.project.trees[i%len(r.project.trees)]
		for _, g := range r.games {
			r.add(g, tree, bough.Fields{"hp": i % 100, "target": i%3 == 0, "mood": pick(rand.New(rand.NewPCG(uint64(i), 0)), moods)})
		}
	}
	r.tick()
	r.held = held()
	return r
}

// report logs how to repeat a failed session.
func (r *run) report() {
	if r.t.Failed() {
		r.t.Logf("after\n%s\nto play it again: go test ./internal/e2e -run TestStress/%s -stress.seed %d -stress.times %d", strings.Join(r.editor.log, "\n"), r.name, r.seed, *stressTimes)
	}
}

// open opens another game of the session.
func (r *run) open(o bough.Options) {
	g := &player{source: r.disk.source(r.t), active: map[string]bool{}, inForce: map[weak.Pointer[engine.Behavior]]bool{}}
	o.Source, o.Prefix, o.Seed, o.Helpers, o.Trees = g.source, "scripts", r.seed, helpers, r.options.Trees
	o.OnReload = func(rep *assets.Report) { g.reloaded(r, rep) }
	o.OnFault = func(f *engine.Fault) { g.told++; g.say(r, f, f.Seen, f.Quarantined) }
	o.OnLog = func(_ *bough.Agent, text string) { g.told++; g.say(r, text) }
	game, err := bough.OpenFS(r.disk.files(), o)
	if err != nil {
		r.t.Fatal(err)
	}
	g.Game = game
	if err := game.Load().Err(); err != nil {
		r.t.Fatal(err)
	}
	g.widest = 0
	r.games = append(r.games, g)
	r.observe(g)
}

func (g *player) say(r *run, what ...any) {
	if r.follower {
		fmt.Fprintln(&g.said, what...)
	}
}

// play runs the session.
func (r *run) play() {
	defer r.close()
	steps := r.steps * *stressTimes
	for i := range steps {
		r.step()
		switch {
		case r.t.Failed():
			return
		case r.leaks && i == steps/10:
			r.counts, r.atRest = r.rest()
		case i == steps/4:
			r.heap = inUse()
		}
	}
	if r.leaks {
		r.grown()
	}
	if r.suite.end != nil {
		r.suite.end(r)
	}
	r.finish()
}

func (r *run) step() {
	if r.rarely == 0 || r.r.IntN(r.rarely) == 0 {
		n := 1 + r.r.IntN(r.edits)
		r.edit(func() {
			for range n {
				r.editor.edit()
			}
		})
		if r.follower { // an act may wait until files are read, whereas the follower reads them in its next tick
			r.pass()
		}
	}
	for i, a := range r.acts {
		if r.r.IntN(a.oneIn) > 0 {
			continue
		}
		draw := r.r.Uint64()
		if a.oneIn > 1 {
			r.editor.note("act %d", i)
		}
		for _, g := range r.games {
			a.do(r, g, draw)
		}
	}
	r.pass()
	for _, check := range r.each {
		check(r)
	}
}

// edit edits the disk and reports the changes. If the disk allows that, agents tick meanwhile.
func (r *run) edit(edit func()) {
	defer func() { r.disk.tell(r.r.IntN(2) == 0) }()
	if !r.disk.parallel() {
		edit()
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		edit()
	}()
	for {
		r.tick()
		select {
		case <-done:
			return
		default:
		}
	}
}

// breathe lets games read the files between two steps of a tool. It does nothing on a disk that is edited during
// ticks, since games read that disk at any time.
func (r *run) breathe() {
	if r.editor.r.IntN(2) == 0 || r.disk.parallel() {
		return
	}
	r.disk.tell(r.r.IntN(2) == 0)
	r.pass()
}

// pass runs the ticks of a step.
func (r *run) pass() {
	for range r.ticks {
		r.tick()
	}
}

// tick ticks each game. In a synctest bubble it first waits until the changed files have been read, so that they
// take effect in the same tick of all games.
func (r *run) tick() {
	for _, g := range r.games {
		if r.bubble {
			synctest.Wait()
		}
		g.Tick(frame)
	}
	runtime.Gosched()
}

// await ticks until the two texts are equal for each game.
func (r *run) await(what string, texts func(g *player) (got, want string)) {
	r.t.Helper()
	patience := r.patience()
	for ticks := 1; ; ticks++ {
		r.tick()
		agree := true
		for _, g := range r.games {
			got, want := texts(g)
			if agree = agree && got == want; got != want && !patience() {
				r.t.Fatalf("%s, after %d ticks: got\n%s\nwant\n%s\nproblems:\n%v", what, ticks, got, want, g.Bundle().Problems)
			}
		}
		if agree {
			return
		}
	}
}

// maxTicks bounds the number of ticks until a reported change takes effect.
const maxTicks = 20

// patience returns a function that reports whether to wait for another tick. If the disk is edited in parallel, the
// limit is just short of the timeout of go test.
func (r *run) patience() func() bool {
	if r.disk.parallel() {
		end, limited := r.t.Deadline()
		end = end.Add(-5 * time.Second) // time to report the failure
		return func() bool { return !limited || time.Now().Before(end) }
	}
	ticks := 0
	return func() bool {
		ticks++
		return ticks < maxTicks
	}
}

// pinned reports whether the game keeps files that differ from those on the disk.
func (r *run) pinned() bool { return r.games[0].Pinned() }

// awaitReports ticks until every broken file, and no other file, is reported at the line of its error.
func (r *run) awaitReports() {
	r.t.Helper()
	if r.pinned() {
		return
	}
	files := relevant(r.t, r.disk.files())
	r.await("broken files", func(g *player) (got, want string) { return r.project.broken(files, g.Bundle().Problems.Errors()) })
}

// arrived checks that the game has loaded the same as a fresh game, if all files exist and have no errors.
func (r *run) arrived() {
	r.t.Helper()
	files := relevant(r.t, r.disk.files())
	gone := func(name string) bool { _, there := files[name]; return !there }
	if r.pinned() || slices.ContainsFunc(r.project.names, gone) {
		return // a behavior whose file is missing stays as it was
	}
	if want := r.fresh(); strings.HasPrefix(want, "\n") {
		r.compared++
		r.await("what is loaded", func(g *player) (string, string) { return loaded(g.Game), want })
	}
}

// lands ticks until each agent runs the newest version of its file.
func (r *run) lands() {
	r.t.Helper()
	r.await("versions", r.versions)
}

// silent checks that no script has raised an error or printed.
func (r *run) silent() {
	for _, g := range r.games {
		if g.told > 0 {
			r.t.Errorf("%d errors and lines were told: %v", g.told, g.World().Faults())
		}
	}
}

// landedWhole checks that all users of a library were reloaded in one round.
func (r *run) landedWhole() {
	if n := r.games[0].widest; n < 301 {
		r.t.Errorf("at most %d files came in one round", n)
	}
}

// restore restores the first versions of the files.
func (r *run) restore() {
	r.edit(r.editor.restore)
	for _, g := range r.games {
		g.Unpin()
	}
	r.tick()
}

// finish restores the first versions of the files. Then the game must have loaded the same as a fresh game, and
// agents must run it. The session must not leave old code, memory, open files or goroutines behind, and must have
// exited each node as often as it entered it.
func (r *run) finish() {
	r.leave()
	r.restore()
	r.edit(func() { r.disk.link("lib") })
	r.awaitReports()
	want := r.fresh()
	r.await("what is loaded", func(g *player) (string, string) { return loaded(g.Game), want })
	r.lands()
	if r.despawned {
		r.replaceAgents()
	}
	for _, g := range r.games {
		g.freed(r.t)
	}
	r.await("what is held of the system", func(*player) (got, want string) { return fmt.Sprint(held()), fmt.Sprint(r.held) })
	if now := inUse(); now > 2*r.heap+8<<20 {
		r.t.Errorf("%d kB in use after a quarter, %d in the end", r.heap>>10, now>>10)
	}
	r.close()
	for _, g := range r.games {
		for node := range g.active {
			r.t.Errorf("%s was entered and never exited", node)
		}
		steps, enters := r.steps**stressTimes, r.agents
		if r.project.edited == nil { // agents of other projects never leave their nodes
			enters = steps
		}
		if g.enters < enters || g.reloads < steps/10 || r.editor.number < steps/10 || r.compared < r.compares {
			r.t.Errorf("%d edits, %d reloads, %d entries and %d comparisons: the session does nothing", r.editor.number, g.reloads, g.enters, r.compared)
		}
		r.t.Logf("%d edits, %d reloads, %d entries, %d errors and lines, %d comparisons; %d kB in use after a quarter", r.editor.number, g.reloads, g.enters, g.told, r.compared, r.heap>>10)
	}
}

// leave moves the root itself away for a while.
func (r *run) leave() {
	if !r.disk.away(true) {
		return
	}
	r.await("behaviors without a root", func(g *player) (got, want string) { return working(g.Game), "" })
	r.disk.away(false)
}

// close closes the games and their sources. A second call does nothing.
func (r *run) close() {
	for _, g := range r.games {
		if err := g.Close(); err != nil {
			r.t.Error(err)
		}
		if err := g.source.Close(); err != nil {
			r.t.Error(err)
		}
	}
}

func (g *player) reloaded(r *run, rep *assets.Report) {
	g.reloads++
	g.widest = max(g.widest, len(rep.Applied))
	for _, b := range g.Bundle().Behaviors {
		if !b.Missing {
			g.inForce[weak.Make(b)] = true
		}
	}
	g.say(r, rep.Version, rep.Files, rep.Applied, rep.Held, rep.HeldByOthers, rep.Restored, len(rep.Forgiven), rep.Missing, rep.Rollback, rep.Waiting,
		rep.Linked, len(rep.Programs), rep.Agents, rep.Nodes, rep.Exited, rep.Hash, rep.Problems)
}

// freed checks that old behaviors are not in memory. A behavior may remain only if it is in force, or if it is in
// the program of an error that the world remembers.
func (g *player) freed(t *testing.T) {
	g.Refresh() // frees the code that the last tick replaced
	runtime.GC()
	now := g.Bundle().Behaviors
	for _, f := range slices.Concat(g.World().Faults(), g.World().Quarantines()) {
		for i := range f.Program.Len() {
			now = append(now, f.Program.Node(i).Behavior)
		}
	}
	for w := range g.inForce {
		if b := w.Value(); b == nil {
			delete(g.inForce, w)
		} else if !slices.Contains(now, b) {
			t.Errorf("version %d of %s is still in memory", b.Version, b.Name)
		}
	}
}

// observe registers the observers of a game's world. A restart replaces the world.
func (r *run) observe(g *player) {
	g.World().Observe(func(e engine.Event) {
		g.say(r, e)
		if e.Kind != engine.EventEnter && e.Kind != engine.EventExit {
			return
		}
		node := e.Agent.Label() + " " + e.Prog.Node(int(e.Node)).Key
		if entered := e.Kind == engine.EventEnter; entered == g.active[node] {
			r.t.Errorf("tick %d: %v, but active is %v", e.Tick, e, g.active[node])
		}
		if e.Kind == engine.EventEnter {
			g.active[node] = true
			g.enters++
		} else {
			delete(g.active, node)
		}
	})
}

var moods = []string{"weak", "strong", "none"}

func (r *run) add(g *player, tree string, f bough.Fields) {
	_, err := g.Spawn(tree, f)
	g.say(r, "spawn", tree, err)
}

// spawnAny spawns an agent, unless its tree is missing or lacks the parameter.
func spawnAny(r *run, g *player, draw uint64) {
	d := rand.New(rand.NewPCG(draw, 0))
	tree := pick(d, r.project.trees)
	if d.IntN(4) == 0 {
		tree += fmt.Sprintf(" speed=%d", d.IntN(5))
	}
	f := bough.Fields{"hp": d.IntN(100), "x": 0, "mood": pick(d, moods)}
	if others := slices.Collect(g.World().Agents()); len(others) > 0 {
		f["other"] = int(pick(d, others).ID())
	}
	r.add(g, tree, f)
}

// thin despawns agents while there are more than 40.
func thin(r *run, g *player, draw uint64) {
	r.despawned = true
	d := rand.New(rand.NewPCG(draw, 0))
	for g.World().Len() > 40 {
		g.Despawn(pick(d, slices.Collect(g.World().Agents())))
	}
}

// setTree gives an agent another tree, if that tree exists.
func setTree(r *run, g *player, draw uint64) {
	d := rand.New(rand.NewPCG(draw, 0))
	if all := slices.Collect(g.World().Agents()); len(all) > 0 {
		a := pick(d, all)
		tree, _ := strings.CutSuffix(pick(d, r.project.names), ".bt")
		g.say(r, a.Label(), tree, g.SetTree(a, tree))
		a.Explain()
	}
}

// rollback rolls the game back to a random version, and compares its bundle. A save that is being read takes effect
// first and may push the version out of the list; then rollback tries once more, when no save is pending.
func rollback(r *run, g *player, draw uint64) {
	for again := range 2 {
		list := g.Versions()
		if len(list) == 0 {
			return
		}
		v := list[draw%uint64(len(list))]
		switch err := g.Rollback(v.Number); {
		case err == nil:
			r.isBundle(g, v)
			return
		case again == 1 || !errors.Is(err, bough.ErrUnknownVersion):
			r.t.Fatal(err)
		}
	}
}

func rollbackAndUnpin(r *run, g *player, draw uint64) {
	rollback(r, g, draw)
	g.Unpin()
}

// back rolls the game back by one version.
func back(r *run, g *player, _ uint64) { g.say(r, g.Rollback(g.Previous())) }

func unpin(_ *run, g *player, _ uint64) { g.Unpin() }

func restart(r *run, g *player, draw uint64) {
	g.Restart(draw)
	r.observe(g)
	r.add(g, r.project.trees[0], nil)
}
