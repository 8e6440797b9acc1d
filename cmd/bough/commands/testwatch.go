package commands

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/scripttest"
	"github.com/spf13/cobra"
)

// testNews is what test --watch has told of the last round.
type testNews struct {
	news
	failures map[string]string // how each test has failed, by its file and name; "" if it has passed
}

// again runs the tests after a change, or for the first time if changed is nil. With -v it tells all each time.
func (t *testRun) again(c *cobra.Command, s *session, changed []string) error {
	suite, err := t.open(s)
	if err != nil {
		return err
	}
	defer suite.Close()
	t.results = nil
	switch {
	case t.asJSON:
		return t.json(c.OutOrStdout(), suite)
	case changed == nil || t.verbose:
		found := t.tell(c.OutOrStdout(), c.ErrOrStderr(), suite)
		t.news = testNews{news{true, suite.Problems}, map[string]string{}}
		for _, r := range t.results {
			t.news.failures[r.Test.String()] = failureOf(r.Result)
		}
		return found
	}
	return t.tellNews(c.OutOrStdout(), suite, changed)
}

// tellNews runs the tests that a change can affect, and prints those that have begun to fail, fail in another way, or pass again.
// If only tests have changed, only these are run, since no file depends on a test.
func (t *testRun) tellNews(out io.Writer, suite *scripttest.Suite, changed []string) error {
	found := t.news.tell(out, suite.Problems, false)
	all := slices.ContainsFunc(changed, func(name string) bool { return !assets.IsTest(name) })
	failures := map[string]string{}
	failed := 0
	var still []string
	for _, test := range suite.Tests() {
		name := test.String()
		was, known := t.news.failures[name]
		is := was
		if all || !known || slices.Contains(changed, test.File) {
			r := t.play(test)
			is = failureOf(r)
			switch {
			case is != "" && is != was:
				tr.Fprintf(out, "FAIL  %s: %s\n", test.Pos.File, continued(test.Name))
				for _, line := range r.Printed {
					tellBelow(out, line)
				}
				tellBelow(out, r.Failure.Error())
			case is == "" && was != "":
				tr.Fprintf(out, "ok    %s: %s\n", test.Pos.File, continued(test.Name))
			}
		}
		if failures[name] = is; is != "" {
			failed++
			if is == was {
				still = append(still, test.Name)
			}
		}
	}
	t.news.failures = failures
	if len(still) > 0 {
		tr.Fprintf(out, "fails as before: %s\n", continued(someNames(still)))
	}
	if len(suite.Tests()) == 0 {
		fmt.Fprintln(out, suite.Nothing())
		return errFindings
	}
	tr.Fprintf(out, "%s, %d failed%s\n", plural(len(suite.Tests()), "%d test", "%d tests"), failed, broken(suite))
	if failed > 0 {
		return errFindings
	}
	return found
}

// failureOf returns how a test has failed, without the place, which another edit moves. It returns "" if the test has passed.
func failureOf(r scripttest.Result) string {
	if r.Failure == nil {
		return ""
	}
	d := *r.Failure
	d.Pos = diag.Pos{}
	return strings.Join(append([]string{d.Headline()}, d.Notes...), "\n")
}
