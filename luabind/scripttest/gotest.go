package scripttest

import (
	"io/fs"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
)

// Run runs the test files in fsys as subtests of a Go test. Each test is a subtest, such as "troll_test.lua/a hurt
// troll flees". The Go test also fails if there are errors in scripts, trees or test files, or if there are no
// tests.
func Run(t *testing.T, fsys fs.FS, o Options) {
	t.Helper()
	s, err := Open(fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, d := range s.Problems {
		if t.Log(d); d.Severity == diag.Error {
			t.Fail()
		}
	}
	if len(s.Tests()) == 0 {
		t.Error(s.Nothing())
	}
	for _, test := range s.Tests() {
		t.Run(test.File+"/"+test.Name, func(t *testing.T) {
			r := test.Run()
			for _, text := range r.Printed {
				t.Log(text)
			}
			if r.Failure != nil {
				t.Error(r.Failure)
			}
		})
	}
}
