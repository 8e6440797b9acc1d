package e2e

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/bough-dev/bough/testdata"
	"github.com/rogpeppe/go-internal/txtar"
)

var holdSamples = flag.Bool("samples", false, "fail if the copy of the samples differs from the folder scripts")

const samplesCopy = "testdata/samples.txtar"

// TestSamplesCopy compares the copy of the samples with the folder scripts. It fails only with
// -samples, which .ci/run sets, so that no test breaks when somebody edits the scripts in order
// to play. With -update it renews the copy. The pages and pictures that are made from the copy
// are renewed with -update too.
func TestSamplesCopy(t *testing.T) {
	t.Chdir(root)
	ar := &txtar.Archive{Comment: []byte("A copy of the folder scripts, for tests: edit those, and write this anew with\n\n\tgo test ./internal/e2e -run SamplesCopy -update\n\n")}
	err := filepath.WalkDir("scripts", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) == ".go" {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel("scripts", path)
		ar.Files = append(ar.Files, txtar.File{Name: filepath.ToSlash(rel), Data: data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := txtar.Format(ar)
	if again := txtar.Parse(want); len(again.Files) != len(ar.Files) {
		t.Fatal("a file of the folder scripts has a line that begins another file of the archive")
	}
	if *update {
		if err := os.WriteFile(samplesCopy, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(samplesCopy)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case bytes.Equal(got, want):
	case *holdSamples:
		t.Errorf("%s is not the folder scripts; -update writes it anew", samplesCopy)
	default:
		t.Skip("the folder scripts has been edited; other tests go on with the copy")
	}
	if len(testdata.Samples()) < 150 {
		t.Errorf("%d files", len(testdata.Samples()))
	}
}

// readScripts are the tests that read the folder scripts itself, since they test these scripts.
// They report the same mistakes as bough test, check and run.
var readScripts = []string{
	"internal/e2e/samples_test.go",
	"cmd/bough/commands/gallery_test.go",
	"internal/arena/sampletest_test.go",
	"internal/arena/bench_test.go",
}

var readsScripts = regexp.MustCompile(`bough/scripts"|\.\./scripts\b|"scripts/gallery`)

// TestEditsOfScriptsBreakNoOtherTest checks that no test reads the folder scripts, except for
// readScripts.
func TestEditsOfScriptsBreakNoOtherTest(t *testing.T) {
	t.Chdir(root)
	err := filepath.WalkDir(".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !regexp.MustCompile(`_test\.go$`).MatchString(path) {
			return err
		}
		text, err := os.ReadFile(path)
		path = filepath.ToSlash(path)
		if found := readsScripts.Find(text); found != nil != slices.Contains(readScripts, path) {
			t.Errorf("%s: %q; take testdata.Samples, or if these scripts are what it tests, list it here", path, found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
