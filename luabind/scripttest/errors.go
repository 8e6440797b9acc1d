package scripttest

import (
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
)

// faults holds the errors that scripts have raised in a test, and the errors that the test expects.
type faults struct {
	fresh    []*engine.Fault // errors that have not been examined yet
	expected []expectation
}

// expectation is an error that a test expects.
type expectation struct {
	text  string
	came  bool
	unmet *luabind.Error // the error of the test if none comes, at the call of the word
}

func (f *faults) add(x *engine.Fault) { f.fresh = append(f.fresh, x) }

// unexpected examines the new errors. It returns a failure for those that match no expectation, or nil if there are
// none. The message of the failure includes when. An error that repeats one of the problems is told in short.
func (f *faults) unexpected(when diag.Words, problems diag.List) *failure {
	fresh := f.fresh
	f.fresh = nil
	var bad []*engine.Fault
	for _, x := range fresh {
		if !f.fits(x) {
			bad = append(bad, x)
		}
	}
	if len(bad) == 0 {
		return nil
	}
	e := &failure{message.ScriptFailedInTest(when), []string{message.ToldWithRemedy(bad[0].Diagnostic(), problems).Error()}}
	if n := len(bad); n > 1 {
		e.words = message.ScriptsFailedInTest(n, when)
	}
	return e
}

// fits reports whether an error matches an expectation, in the language of the messages or in English, so that a test gives
// the same result in all languages. It marks all such expectations as met.
func (f *faults) fits(x *engine.Fault) bool {
	fits := false
	d := x.Diagnostic()
	text, english := d.Error(), message.English(diag.Words{Code: d.Code, Args: d.Args, Text: d.Message, Remedy: d.Remedy})
	for i := range f.expected {
		if want := f.expected[i].text; strings.Contains(text, want) || strings.Contains(english, want) {
			f.expected[i].came, fits = true, true
		}
	}
	return fits
}

// missing returns the failure for the expected errors that have not occurred, or nil if all have occurred.
func (f *faults) missing() (first *luabind.Error) {
	for _, e := range f.expected {
		switch {
		case e.came:
		case first == nil:
			first = e.unmet
		default:
			first.Notes = append(first.Notes, message.AnotherExpectedError(e.unmet.Words, e.unmet.At.String()).Text)
		}
	}
	return first
}
