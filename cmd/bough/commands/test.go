package commands

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/coverage"
	"github.com/bough-dev/bough/luabind/scripttest"
	"github.com/spf13/cobra"
)

func newTestCommand(game func() bough.Options) *cobra.Command {
	s := session{game: game}
	t := testRun{now: time.Now}
	c := &cobra.Command{
		Use:   "test [DIR]",
		Short: tr.T("Run the tests that lie beside the scripts"),
		Long: tr.T(`Test runs the test files of a directory, whose names end in _test.lua: Lua files that
return a table of functions. Each function is a test. It gets a game of its own and the
table t, with which it spawns agents, makes ticks, and says what it expects:

  return {
    ["a hurt troll rests"] = function(t)
      local troll = t.spawn("troll", { hp = 100 })
      t.tick(3)
      troll.hp = 10
      t.tick()
      t.expect_active(troll, "rest")
    end,
  }

A test fails if something is not as expected, if a script raises an error, or if a
precondition changes something. Helpers that only the game binds are given to a test with
t.helper; the game's own Go tests can run the same files with the real ones.
It exits with 1 if a test fails, if there are errors in files, or if there is nothing to
run.

What t can do, which docs/testing.md explains:

`) + wordList(),
		Example: "  bough test\n  bough test scripts --filter troll -v",
		Args:    atMost(tr.T("directory")),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 && t.filter == "" {
				if _, err := os.Stat(args[0]); errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(args[0], `/\.`) {
					return usagef("there is no directory %s here; to run some of the tests, write --filter %[1]s", args[0])
				}
			}
			s.at(args)
			return t.run(c, &s)
		},
	}
	s.dirFlag(c)
	f := c.Flags()
	f.Lookup("scripts").Usage = tr.T("directory of the scripts (default ./scripts)")
	f.StringVar(&t.filter, "filter", "", tr.T("run only tests of which \"FILE: NAME\" contains this `text`"))
	f.BoolVar(&t.asJSON, "json", false, tr.T("print the results as JSON"))
	f.Uint64Var(&t.seed, "seed", 1, tr.T("seed of all random numbers of each test, 1 or more"))
	t.cover.flags(c)
	t.watch.flags(c, tr.T("run the tests again"))
	f.StringVar(&t.junit, "junit", "", tr.T("write the results to a `file` in the format JUnit, for CI services"))
	f.BoolVarP(&t.verbose, "verbose", "v", false, tr.T("print each test, and what tests print"))
	return c
}

// wordList returns the usage of each word of a test.
func wordList() string {
	var b strings.Builder
	for _, w := range scripttest.Words() {
		b.WriteString("  " + w.Usage + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// testRun is one run of the command.
type testRun struct {
	filter  string
	asJSON  bool
	verbose bool
	seed    uint64
	cover   coverFlags
	junit   string
	watch   watchFlags
	now     func() time.Time
	results []played
	news    testNews
}

func (t *testRun) run(c *cobra.Command, s *session) error {
	if t.seed == 0 {
		return usagef("--seed 0; want 1 or more")
	}
	if err := t.cover.check(); err != nil {
		return err
	}
	if err := t.watch.check(c, s, "cover", "cover-out", "cover-min", "junit"); err != nil {
		return err
	}
	if t.watch.on {
		return watchRounds(c, s, &t.watch, t.asJSON, func(changed []string) error { return t.again(c, s, changed) })
	}
	return t.runOnce(c, s)
}

func (t *testRun) runOnce(c *cobra.Command, s *session) error {
	suite, err := t.open(s)
	if err != nil {
		return err
	}
	defer suite.Close()
	var found error
	if t.asJSON {
		found = t.json(c.OutOrStdout(), suite)
	} else {
		found = t.tell(c.OutOrStdout(), c.ErrOrStderr(), suite)
	}
	return worse(found, t.reports(c, suite))
}

// open loads the tests.
func (t *testRun) open(s *session) (*scripttest.Suite, error) {
	fsys, prefix, err := s.files()
	if err != nil {
		return nil, err
	}
	return scripttest.Open(fsys, scripttest.Options{Prefix: prefix, Seed: t.seed, Filter: t.filter, Game: s.ownOrEmpty, Coverage: t.cover.on()})
}

// reports writes the report files, and prints the coverage.
func (t *testRun) reports(c *cobra.Command, suite *scripttest.Suite) error {
	if t.junit != "" {
		err := replaceFile(t.junit, func(w io.Writer) error { return writeJUnit(w, t.results, suite.Problems) })
		if err != nil {
			return err
		}
	}
	if !t.cover.on() {
		return nil
	}
	r := suite.Coverage()
	if t.cover.table && !t.asJSON {
		t.cover.tell(c.OutOrStdout(), r, t.verbose)
	}
	return t.cover.write(c.ErrOrStderr(), r)
}

// play runs a test and keeps the result.
func (t *testRun) play(test *scripttest.Test) scripttest.Result {
	start := t.now()
	r := test.Run()
	t.results = append(t.results, played{r, t.now().Sub(start)})
	return r
}

// tell runs the tests. It prints a line for each file, or for each test, and all details of failures.
func (t *testRun) tell(out, errs io.Writer, suite *scripttest.Suite) error {
	found := tellProblems(errs, suite.Problems, false)
	tests := suite.Tests()
	if len(tests) == 0 {
		if found == nil || len(suite.Files) == 0 || t.filter != "" {
			fmt.Fprintln(errs, suite.Nothing())
		}
		return errFindings
	}
	failed := 0
	for len(tests) > 0 {
		n := 1
		for n < len(tests) && tests[n].File == tests[0].File {
			n++
		}
		failed += t.tellFile(out, tests[:n])
		tests = tests[n:]
	}
	tr.Fprintf(out, "%s, %d failed%s\n", plural(len(suite.Tests()), "%d test", "%d tests"), failed, broken(suite))
	if failed > 0 {
		return errFindings
	}
	return found
}

// broken counts the files with errors: test files whose tests are left out, and other files.
func broken(suite *scripttest.Suite) (text string) {
	ran := map[string]bool{}
	for _, t := range suite.Tests() {
		ran[t.Pos.File] = true
	}
	left, others := map[string]bool{}, map[string]bool{}
	causes, _ := suite.Problems.Errors().Causes()
	for _, d := range causes {
		if strings.HasSuffix(d.Pos.File, assets.TestSuffix) && !ran[d.Pos.File] {
			left[d.Pos.File] = true
		} else {
			others[d.Pos.File] = true
		}
	}
	if len(left) > 0 {
		text += tr.F(", %s with errors left out", plural(len(left), "%d test file", "%d test files"))
	}
	if len(others) > 0 {
		text += tr.F(", errors in %s", plural(len(others), "%d file", "%d files"))
	}
	return text
}

// tellFile runs the tests of one file. It returns the number of failed tests.
func (t *testRun) tellFile(out io.Writer, tests []*scripttest.Test) (failed int) {
	var text strings.Builder
	for _, test := range tests {
		r := t.play(test)
		if r.Failure != nil {
			failed++
		}
		t.tellTest(&text, r)
	}
	file := tests[0].Pos.File
	if failed == 0 {
		tr.Fprintf(out, "ok    %s: %s\n", file, plural(len(tests), "%d test", "%d tests"))
	} else {
		tr.Fprintf(out, "FAIL  %s: %s, %d failed\n", file, plural(len(tests), "%d test", "%d tests"), failed)
	}
	io.WriteString(out, text.String())
	return failed
}

// tellTest prints one result, in the detail that the flags select.
func (t *testRun) tellTest(out io.Writer, r scripttest.Result) {
	switch {
	case r.Failure != nil:
		tr.Fprintf(out, "  FAIL  %s\n", continued(r.Test.Name))
	case t.verbose:
		tr.Fprintf(out, "  ok    %s (%s)\n", continued(r.Test.Name), plural(int(r.Ticks), "%d tick", "%d ticks"))
	default:
		return
	}
	for _, line := range r.Printed {
		tellBelow(out, line)
	}
	if r.Failure != nil {
		tellBelow(out, r.Failure.Error())
	}
}

// tellBelow prints a text below the line of a test.
func tellBelow(out io.Writer, text string) {
	fmt.Fprintf(out, "        %s\n", strings.ReplaceAll(text, "\n", "\n        "))
}

// testReport is the output of test --json.
type testReport struct {
	Tests    int          `json:"tests"`
	Failed   int          `json:"failed"`
	Problems diag.List    `json:"problems"`
	Results  []testResult `json:"results"`

	Coverage *coverage.Report `json:"coverage,omitempty"`
}

type testResult struct {
	File    string           `json:"file"`
	Line    int              `json:"line,omitempty"`
	Name    string           `json:"name"`
	Passed  bool             `json:"passed"`
	Ticks   int64            `json:"ticks"`
	Printed []string         `json:"printed,omitempty"`
	Failure *diag.Diagnostic `json:"failure,omitempty"`
}

// json runs the tests and prints one document.
func (t *testRun) json(out io.Writer, suite *scripttest.Suite) error {
	report := testReport{Tests: len(suite.Tests()), Problems: append(diag.List{}, suite.Problems...), Results: []testResult{}}
	if report.Tests == 0 {
		report.Problems.Add(diag.Pos{}, suite.Nothing())
	}
	for _, test := range suite.Tests() {
		r := t.play(test)
		if r.Failure != nil {
			report.Failed++
		}
		report.Results = append(report.Results, testResult{test.Pos.File, test.Pos.Line, test.Name, r.Failure == nil, r.Ticks, r.Printed, r.Failure})
	}
	if t.cover.table {
		report.Coverage = suite.Coverage()
	}
	write := writeJSON
	if t.watch.on {
		write = writeJSONLine
	}
	if err := write(out, report); err != nil {
		return err
	}
	if report.Failed > 0 || report.Problems.Err() != nil {
		return errFindings
	}
	return nil
}
