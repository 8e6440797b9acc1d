package luabind_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/message"
	"github.com/rogpeppe/go-internal/txtar"
)

// session is a game with files in memory. It records the output of the game.
type session struct {
	t      testing.TB
	game   *bough.Game
	fs     fstest.MapFS
	source *hotreload.Manual
	out    []string // logs as "main#1: text", and errors as "error path:line:col: code arguments"
	faults []*engine.Fault
	// restarts is the report of the last reload about runs and values that it could not move.
	restarts []string
	moved    time.Duration // how long it took to move the agents
}

// options holds the options of most tests.
var options = bough.Options{Seed: 1}

// newSession opens a game with the files of a txtar archive.
func newSession(t testing.TB, o bough.Options, archive string, edits ...func(*bough.Options)) *session {
	t.Helper()
	s := &session{t: t, fs: fstest.MapFS{}, source: hotreload.NewManual()}
	o.Source = s.source
	if o.Now == nil {
		o.Now = func() time.Time { return time.Time{} }
	}
	o.OnFault = func(f *engine.Fault) {
		s.faults = append(s.faults, f)
		s.out = append(s.out, "error "+identity(f.Diagnostic()))
	}
	o.OnLog = func(a *bough.Agent, text string) {
		who := "load"
		if a != nil {
			who = a.Label()
		}
		s.out = append(s.out, who+": "+text)
	}
	o.OnReload = func(r *assets.Report) {
		s.moved = r.Migrate
		s.restarts = slices.Concat(r.Restarts, r.Stale)
		for _, d := range r.Problems {
			s.out = append(s.out, "problem "+identity(d))
		}
	}
	for _, edit := range edits {
		edit(&o)
	}
	s.write(archive)
	game, err := bough.OpenFS(s.fs, o)
	if err != nil {
		t.Fatal(err)
	}
	s.game = game
	t.Cleanup(func() { game.Close() })
	return s
}

// bind returns an edit of newSession that adds a namespace of helpers.
func bind(namespace string, helpers ...bough.Helper) func(*bough.Options) {
	return func(o *bough.Options) { o.Helpers = map[string][]bough.Helper{namespace: helpers} }
}

func (s *session) write(archive string) []string {
	var names []string
	for _, f := range txtar.Parse([]byte(archive)).Files {
		names = append(names, f.Name)
		s.fs[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return names
}

// save saves the files of an archive between two ticks.
func (s *session) save(archive string) {
	s.source.Touch(s.write(archive)...)
	s.game.Refresh()
}

func (s *session) spawn(tree string, f bough.Fields) *bough.Agent {
	s.t.Helper()
	a, err := s.game.Spawn(tree, f)
	if err != nil {
		s.t.Fatalf("%v\n%v", err, s.game.Bundle().Problems)
	}
	return a
}

// tick makes n ticks of 0.1 s each.
func (s *session) tick(n int) {
	for range n {
		s.game.Tick(100 * time.Millisecond)
	}
}

// take returns the output since the last call, and clears it.
func (s *session) take() string {
	out := strings.Join(s.out, "\n")
	s.out = nil
	return out
}

// want checks that the output since the last call of take or want consists of the given lines.
func (s *session) want(lines ...string) {
	s.t.Helper()
	if got, want := s.take(), strings.Join(lines, "\n"); got != want {
		s.t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// clean fails the test if the files have any problem.
func (s *session) clean() *session {
	s.t.Helper()
	if p := s.game.Load(); len(p) > 0 {
		s.t.Fatalf("problems:\n%v", p)
	}
	return s
}

func number(a *bough.Agent, field string) float64 { return a.Get(engine.KeyOf(field)).Float() }

// one returns the files of a tree with a single behavior b. file is the script of b.
func one(file string) string {
	return "-- main.bt --\ntree main \"One.\"\n  b\n-- b.lua --\n" + file
}

// hook is like one, for a script with a single hook. body is the body of the hook.
func hook(name, body string) string {
	return one(fmt.Sprintf("return { %s = function(agent, params, memory, extra)\n%s\nend }\n", name, body))
}

// run makes one tick with a single hook, and returns the output without the label of the agent.
func run(t *testing.T, name, body string) string {
	t.Helper()
	s := newSession(t, options, hook(name, body))
	s.spawn("main", nil)
	s.tick(1)
	return strings.ReplaceAll(s.take(), "main#1: ", "")
}

// eval returns the text that a behavior hook prints for an expression.
func eval(t *testing.T, expr string) string {
	t.Helper()
	return run(t, "behavior", "print("+expr+")")
}

// identity returns the position of a finding and what message.Identity says about it.
func identity(d diag.Diagnostic) string { return d.Pos.String() + ": " + message.Identity(d) }

func headlines(l diag.List) string {
	var out []string
	for _, d := range l {
		out = append(out, identity(d))
	}
	return strings.Join(out, "\n")
}
