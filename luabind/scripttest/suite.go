package scripttest

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/allow"
	"github.com/bough-dev/bough/internal/coverage"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/internal/options"
	"github.com/bough-dev/bough/luabind"
)

// Options configures a Suite. The zero value runs all tests, without helpers of a game.
type Options struct {
	// Prefix is prepended to paths in messages. "" means "scripts".
	Prefix string
	// Seed determines the random numbers in each test. 0 means 1.
	Seed uint64
	// Filter selects the tests whose "FILE: NAME" contains it. "" selects all tests.
	Filter string
	// Game, if set, returns the Options of the game that the tests are for, such as its Helpers. The results of helpers
	// must not depend on earlier tests. See bough.Options for how tests use the result.
	Game func() bough.Options
	// Coverage counts what the tests run; see Suite.Coverage.
	Coverage bool
}

// Suite holds the loaded test files of a file system, and the game that the tests share. It must not be used
// concurrently.
type Suite struct {
	// Problems are the errors in scripts, trees and test files, and the warnings in test files, sorted. The tests in
	// files without errors still run.
	Problems diag.List
	// Files are the paths of all test files, sorted.
	Files []string

	o        Options
	texts    map[string][]byte // the test files, by their paths in messages
	game     *bough.Game
	standIns *standIns
	tests    []*Test
	running  *play // the test that is running, or nil
	counter  *coverage.Counter
}

// Open loads scripts, trees and tests. It returns an error if the game cannot be opened. Errors in files are in
// Suite.Problems. The caller must close the suite.
func Open(fsys fs.FS, o Options) (*Suite, error) {
	if fsys == nil {
		return nil, errors.New("scripttest: no file system")
	}
	o.Prefix, o.Seed = cmp.Or(o.Prefix, "scripts"), cmp.Or(o.Seed, 1)
	s := &Suite{o: o, counter: coverage.New()}
	chunks := s.compile(fsys)
	if err := s.open(fsys, chunks); err != nil {
		return nil, err
	}
	s.Problems = append(s.Problems, s.game.Load().Errors()...)
	chunks = s.drive(chunks)
	for _, c := range chunks {
		s.list(c)
		for _, d := range s.check(c, nil) {
			if slices.Contains(quiet(), d.Code) {
				s.Problems = append(s.Problems, d)
			}
		}
	}
	s.Problems, _ = allow.Divide(s.Problems, maps.All(s.texts))
	s.Problems.Sort()
	return s, nil
}

// known returns the problems of the test files, and those of the files of the game with the warnings.
func (s *Suite) known() diag.List { return slices.Concat(s.Problems, s.game.Bundle().Problems) }

// quiet returns the codes of findings about mistakes that the word does not report itself when the test runs: it fails later,
// or elsewhere.
func quiet() []string {
	return []string{
		message.UnknownField("", "").Code, message.ParameterAsField("", "", "").Code, message.UnknownStimulus("", "").Code,
		message.UnknownRequestKind("", "").Code,
	}
}

// compile compiles the test files and collects their problems.
func (s *Suite) compile(fsys fs.FS) []*luabind.Chunk {
	files, problems := assets.TestFiles(fsys, s.o.Prefix)
	s.Problems, s.texts = append(s.Problems, problems...), map[string][]byte{}
	var chunks []*luabind.Chunk
	for _, f := range files {
		s.Files = append(s.Files, f.Path)
		shown := path.Join(s.o.Prefix, f.Path)
		s.texts[shown] = f.Text
		c, problems := luabind.Compile(shown, "", f.Text)
		s.Problems = append(s.Problems, problems...)
		if problems.Err() == nil {
			chunks = append(chunks, c)
		}
	}
	return chunks
}

// drive adds the problems of calls of words to those of the suite, and returns the files without errors of that kind. The game
// must be loaded.
func (s *Suite) drive(chunks []*luabind.Chunk) []*luabind.Chunk {
	return slices.DeleteFunc(chunks, func(c *luabind.Chunk) bool {
		problems := c.Script().CheckDriver(nameWords, lintWords(), s.example)
		s.Problems = append(s.Problems, problems...)
		return problems.Err() != nil
	})
}

// example returns the texts for a call of a word about an agent with a tree, as far as the game has them. texts are those that
// the call has already.
func (s *Suite) example(word, tree string, texts []string) []string {
	lines := s.game.Bundle().Declared().Lines()
	declared := func(what declare.What, name string) (d declare.Declaration, ok bool) {
		i := slices.IndexFunc(lines, func(d declare.Declaration) bool { return d.What == what && (name == "" || d.Name == name) })
		if i < 0 {
			return d, false
		}
		return lines[i], true
	}
	switch {
	case slices.Contains(nodeWords, word) && len(texts) == 0:
		if p, err := s.game.Program(tree); err == nil {
			name := ""
			for i := range p.Len() {
				if n := p.Node(i); n.End == i+1 && (name == "" || n.Behavior != nil) {
					if name = n.Name; n.Behavior != nil {
						break
					}
				}
			}
			return []string{name}
		}
	case slices.Contains(channelWords, word):
		kind := ""
		if len(texts) > 0 {
			kind = texts[len(texts)-1]
		}
		d, ok := declared(declare.Request, kind)
		if !ok {
			d, ok = declared(declare.Request, "")
		}
		if ok {
			return []string{cmp.Or(d.Channel, d.Name), d.Name}
		}
	case word == "post" && len(texts) == 0:
		if d, ok := declared(declare.Stimulus, ""); ok {
			return []string{d.Name}
		}
	}
	return nil
}

// open opens the game. It also binds helpers that tests name but Go has not bound.
func (s *Suite) open(fsys fs.FS, chunks []*luabind.Chunk) error {
	var own bough.Options
	if s.o.Game != nil {
		own = s.o.Game()
	}
	game, err := bough.OpenFS(fsys, options.Combine(own, bough.Options{Workers: 1, Seed: s.o.Seed, Prefix: s.o.Prefix, OnFault: s.onFault, OnLog: s.onLog, Coverage: s.o.Coverage}))
	if err != nil {
		return err
	}
	if s.standIns, err = newStandIns(game.Runtime(), chunks); err != nil {
		game.Close()
		return err
	}
	s.game = game
	return nil
}

// helpers returns the names of the helpers that a file defines with wordHelper.
func helpers(c *luabind.Chunk) (names []string) {
	for _, call := range c.Script().DriverCalls() {
		if u, ok := call.Texts[0]; ok && call.Word == wordHelper {
			names = append(names, u.Name)
		}
	}
	return names
}

// list finds the tests in a file. To find them, it runs the file.
func (s *Suite) list(c *luabind.Chunk) {
	if d := s.heldBack(c); d != nil {
		s.Problems = append(s.Problems, *d)
		return
	}
	var tests []*Test
	d, err := newDriver(&play{suite: s, game: s.game}, c)
	if err == nil {
		tests, err = d.tests()
	}
	if err != nil {
		s.Problems = append(s.Problems, err.Diagnostic())
	} else if len(tests) == 0 {
		s.Problems.Warn(diag.Pos{File: c.Path, Line: 1}, message.NoTests())
	}
	for _, t := range tests {
		if strings.Contains(t.String(), s.o.Filter) {
			s.tests = append(s.tests, t)
		}
	}
}

// heldBack returns the problem of a file that requires a module with errors, or nil.
func (s *Suite) heldBack(c *luabind.Chunk) *diag.Diagnostic {
	b := s.game.Bundle()
	for _, q := range c.Requires() {
		file := assets.ModuleOf(q.Name)
		shown := path.Join(s.o.Prefix, file)
		if slices.Contains(b.Files(), file) && !slices.ContainsFunc(b.Scripts(), func(x *lint.Script) bool { return x.Path == shown }) {
			d := diag.New(q.Pos, message.TestModuleHeldBack(shown, q.Name))
			d.Source, d.Follows = c.Script().Line(q.Pos.Line), true
			return &d
		}
	}
	return nil
}

// Tests returns the tests that the filter selects, sorted by file, and in each file in their order.
func (s *Suite) Tests() []*Test { return s.tests }

// Nothing returns the reason why there is no test to run, with a remedy.
func (s *Suite) Nothing() diag.Words {
	switch {
	case len(s.Files) == 0:
		return message.NoTestFiles(path.Join(s.o.Prefix, "troll"+assets.TestSuffix), s.o.Prefix, assets.TestSuffix)
	case s.o.Filter != "" && slices.ContainsFunc(s.Problems.Errors(), func(d diag.Diagnostic) bool {
		return strings.HasSuffix(d.Pos.File, assets.TestSuffix) && strings.Contains(d.Pos.File, s.o.Filter)
	}):
		return message.TestFilesHeldBack()
	case s.o.Filter != "":
		return message.NoTestWithName(s.o.Filter)
	}
	return message.NoTestToRun()
}

// Coverage returns what the tests have run so far of the scripts and trees. Options.Coverage must be set.
func (s *Suite) Coverage() *coverage.Report { return s.counter.Report(s.game) }

// Close closes the game.
func (s *Suite) Close() error { return s.game.Close() }

func (s *Suite) onFault(f *engine.Fault) {
	if s.running != nil {
		s.running.faults.add(f)
	}
}

func (s *Suite) onLog(a *bough.Agent, text string) {
	if s.running != nil && a != nil {
		s.running.heard(a, text)
	}
}
