package e2e

import (
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/hotreload"
)

// gatedFS is a file system that tests can change while it is read, and that can block its readers.
type gatedFS struct {
	sync.Mutex
	files fstest.MapFS
	gate  chan struct{} // readers wait until it is closed; if it is nil, they do not wait
	came  chan struct{} // receives an element when a reader waits
}

func (g *gatedFS) Open(name string) (fs.File, error) {
	g.Lock()
	gate := g.gate
	g.Unlock()
	if gate != nil {
		select {
		case g.came <- struct{}{}:
		default:
		}
		<-gate
	}
	g.Lock()
	defer g.Unlock()
	return g.files.Open(name)
}

func (g *gatedFS) set(name, text string) {
	g.Lock()
	defer g.Unlock()
	g.files[name] = file(text)
}

func (g *gatedFS) shut() {
	g.Lock()
	defer g.Unlock()
	g.gate, g.came = make(chan struct{}), make(chan struct{}, 1)
}

// open releases the waiting readers, and lets later readers pass.
func (g *gatedFS) open() {
	g.Lock()
	defer g.Unlock()
	close(g.gate)
	g.gate = nil
}

// backgroundGame is a game whose files are read in the background.
type backgroundGame struct {
	*bough.Game
	disk    *gatedFS
	source  *hotreload.Manual
	reports []*assets.Report
	told    []string

	onReload func()
}

func newBackgroundGame(t *testing.T, o bough.Options, files map[string]string) *backgroundGame {
	g := &backgroundGame{disk: &gatedFS{files: fstest.MapFS{}}, source: hotreload.NewManual()}
	for name, text := range files {
		g.disk.set(name, text)
	}
	o.Source, o.Background = g.source, true
	o.OnReload = func(r *assets.Report) {
		g.reports = append(g.reports, r)
		if g.onReload != nil {
			g.onReload()
		}
	}
	o.OnLog = func(a *bough.Agent, text string) { g.told = append(g.told, text) }
	o.OnFault = func(f *engine.Fault) { g.told = append(g.told, f.Error()) }
	game, err := bough.OpenFS(g.disk, o)
	if err != nil {
		t.Fatal(err)
	}
	g.Game = game
	if err := game.Load().Err(); err != nil {
		t.Fatal(err)
	}
	g.reports = nil
	return g
}

// save changes a file and reports it to the game.
func (g *backgroundGame) save(name, text string) {
	g.disk.set(name, text)
	g.source.Touch(name)
}

// awaitRounds ticks until the given number of rounds have taken effect.
func (g *backgroundGame) awaitRounds(rounds int) {
	for len(g.reports) < rounds {
		g.Tick(frame)
		runtime.Gosched()
	}
}

func says(version string) string {
	return "print('loading " + version + "')\nreturn { behavior = function(agent) agent.says = '" + version + "'; agent.n = (agent.n or 0) + 1 end }\n"
}

// TestTicksGoOnWhileFilesAreRead checks that ticks continue with the old files however long it
// takes to read a file.
func TestTicksGoOnWhileFilesAreRead(t *testing.T) {
	g := newBackgroundGame(t, bough.Options{Workers: 2}, map[string]string{"main.bt": "tree main\n  talk\n", "talk.lua": says("one")})
	defer g.Close()
	a, err := g.Spawn("main", nil)
	if err != nil {
		t.Fatal(err)
	}
	g.Tick(frame)
	g.disk.shut()
	g.save("talk.lua", says("two"))
	<-g.disk.came
	for range 5 {
		g.Tick(frame)
	}
	if got := a.Get(engine.KeyOf("says")).Str(); got != "one" || len(g.reports) > 0 || a.Get(engine.KeyOf("n")).Float() != 6 {
		t.Errorf("says %q after %v ticks, %d reports", got, a.Get(engine.KeyOf("n")), len(g.reports))
	}
	if !slices.Equal(g.told, []string{"loading one"}) {
		t.Errorf("told %q", g.told)
	}
	g.save("other.lua", says("three")) // while the first is being read
	g.disk.open()
	g.awaitRounds(2)
	r := g.reports[0]
	if r.Version != 2 || !slices.Equal(r.Applied, []string{"talk"}) || r.Agents != 1 || r.Nodes != 1 || r.Exited != 0 || r.Load != r.Read+r.Link+r.Check || r.Swap != r.Install+r.Migrate {
		t.Errorf("report %+v", r)
	}
	if !slices.Equal(g.told, []string{"loading one", "loading two", "loading three"}) {
		t.Errorf("told %q", g.told)
	}
	g.Tick(frame)
	if got := a.Get(engine.KeyOf("says")).Str(); got != "two" {
		t.Errorf("says %q", got)
	}
}

// TestQuestionsWaitForFiles checks that a call that needs the newest state of the files waits until they are read.
// A call for a tree with parameters that was requested before does not wait.
func TestQuestionsWaitForFiles(t *testing.T) {
	speed := 0
	for name, ask := range map[string]func(*bough.Game) error{
		"program": func(g *bough.Game) error {
			speed++
			_, err := g.Program(fmt.Sprintf("main speed=%d", speed))
			return err
		},
		"rename": func(g *bough.Game) error { _, err := g.Rename("talk", "speak"); return err },
	} {
		g := newBackgroundGame(t, bough.Options{}, map[string]string{"main.bt": "tree main speed=1\n  talk\n", "talk.lua": says("one")})
		g.save("talk.lua", says("two"))
		for g.Bundle().Version < 2 { // each call installs the files that have been read so far
			if err := ask(g.Game); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			runtime.Gosched()
		}
		if err := ask(g.Game); err != nil || g.Bundle().Version < 2 || g.reports[0].Version != 2 {
			t.Errorf("%s: %v, version %d", name, err, g.Bundle().Version)
		}
		g.Close()
	}
}

// TestQuestionsBesideFiles checks that calls that do not need the files return while files are read.
func TestQuestionsBesideFiles(t *testing.T) {
	g := newBackgroundGame(t, bough.Options{}, map[string]string{"main.bt": "tree main speed=1\n  talk\n", "talk.lua": says("one")})
	defer g.Close()
	want, err := g.Program("main speed=2")
	if err != nil {
		t.Fatal(err)
	}
	g.disk.shut()
	g.save("talk.lua", says("two"))
	<-g.disk.came
	if _, err := g.Spawn("main speed=2", nil); err != nil {
		t.Error(err)
	}
	if got, err := g.Program("main speed=2"); got != want || err != nil {
		t.Errorf("another program, and %v", err)
	}
	if list := g.Versions(); len(list) != 1 || g.Previous() != 0 {
		t.Errorf("versions %v, previous %d", list, g.Previous())
	}
	g.disk.open()
}

// TestQuestionsFromReports checks that OnReload may request a tree from the game.
func TestQuestionsFromReports(t *testing.T) {
	g := newBackgroundGame(t, bough.Options{}, map[string]string{"main.bt": "tree main speed=1\n  talk\n", "talk.lua": says("one")})
	defer g.Close()
	asked := 0
	g.onReload = func() {
		asked++
		if _, err := g.Program(fmt.Sprintf("main speed=%d", asked)); err != nil {
			t.Error(err)
		}
	}
	g.save("talk.lua", says("two"))
	g.awaitRounds(1)
	g.save("talk.lua", says("three"))
	g.awaitRounds(2)
	if asked != 2 {
		t.Errorf("asked %d times", asked)
	}
}

// TestPinBesideTicks checks that files that are being read take effect before a pin does, and that files saved
// later wait.
func TestPinBesideTicks(t *testing.T) {
	g := newBackgroundGame(t, bough.Options{}, map[string]string{"main.bt": "tree main\n  talk\n", "talk.lua": says("one")})
	defer g.Close()
	g.disk.shut()
	g.save("talk.lua", says("two"))
	<-g.disk.came
	pinned := make(chan bool)
	go func() { g.disk.open(); close(pinned) }()
	g.Pin()
	<-pinned
	if len(g.reports) != 1 || g.reports[0].Version != 2 || !g.Pinned() {
		t.Fatalf("%d reports, pinned %t", len(g.reports), g.Pinned())
	}
	g.save("talk.lua", says("three"))
	g.awaitRounds(2)
	if r := g.reports[1]; r.Version != 2 || !slices.Equal(r.Noted, []string{"talk.lua"}) || !slices.Equal(g.Waiting(), []string{"talk.lua"}) {
		t.Errorf("%+v, waiting %v", r, g.Waiting())
	}
	if err := g.Rollback(1); err != nil || g.Bundle().Version != 3 || g.reports[2].Rollback != 1 {
		t.Errorf("%v, version %d", err, g.Bundle().Version)
	}
	g.Unpin()
	if g.Bundle().Version != 4 || g.Pinned() || len(g.Waiting()) > 0 || !slices.Equal(g.told, []string{"loading one", "loading two", "loading one", "loading three"}) {
		t.Errorf("version %d, told %q", g.Bundle().Version, g.told)
	}
}

// TestSourceThatEnds checks that a game still reads the changes that its source sent before the source was closed,
// and that the game continues.
func TestSourceThatEnds(t *testing.T) {
	g := newBackgroundGame(t, bough.Options{}, map[string]string{"main.bt": "tree main\n  talk\n", "talk.lua": says("one")})
	g.save("talk.lua", says("two"))
	g.source.Close()
	g.awaitRounds(1)
	for range 10 {
		g.Tick(frame)
	}
	if err := g.Close(); err != nil || g.Bundle().Version != 2 {
		t.Error(err, g.Bundle().Version)
	}
}

// TestClosingWhileFilesAreRead checks that Close waits for the goroutine that reads files, and drops its result.
func TestClosingWhileFilesAreRead(t *testing.T) {
	g := newBackgroundGame(t, bough.Options{}, map[string]string{"main.bt": "tree main\n  talk\n", "talk.lua": says("one")})
	g.disk.shut()
	g.save("talk.lua", says("two"))
	<-g.disk.came
	closed := make(chan error)
	go func() { closed <- g.Close() }()
	g.disk.open()
	if err := <-closed; err != nil || len(g.reports) > 0 {
		t.Error(err, g.reports)
	}
}

// TestRecordWhileFilesAreRead records a game, and requests its undeclared names, while files are read in the
// background. It is meant for the race detector.
func TestRecordWhileFilesAreRead(t *testing.T) {
	script := func(i, edit int) string {
		return fmt.Sprintf("return { behavior = function(agent) agent.n = agent.x + %d * %d end }\n", i, edit)
	}
	const scripts = 20
	files := &gatedFS{files: fstest.MapFS{}}
	for i := range scripts {
		files.set(fmt.Sprintf("b%d.lua", i), script(i, 0))
		files.set(fmt.Sprintf("t%d.bt", i), fmt.Sprintf("tree t%d\n  b%[1]d\n", i))
	}
	source := hotreload.NewManual()
	g, err := bough.OpenFS(files, bough.Options{Source: source, Background: true, Record: bough.RecordOptions{To: io.Discard, Keep: time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	for i := range scripts {
		if _, err := g.Spawn(fmt.Sprintf("t%d", i), bough.Fields{"x": i}); err != nil {
			t.Fatal(err)
		}
	}
	for tick := range 10 * bough.SegmentTicks {
		name := fmt.Sprintf("b%d.lua", tick%scripts)
		files.set(name, script(tick%scripts, tick))
		source.Touch(name)
		g.Tick(time.Second / 60)
		if len(g.Bundle().Undeclared()) == 0 {
			t.Fatal("x is not undeclared")
		}
	}
	if err := g.RecordingErr(); err != nil {
		t.Error(err)
	}
}
