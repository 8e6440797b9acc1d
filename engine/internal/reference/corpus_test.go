package reference

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/internal/conform"
)

var update = flag.Bool("update", false, "rewrite what the conformance cases expect")

const corpus = "../../../testdata/conformance"

// TestCorpus runs every conformance case.
func TestCorpus(t *testing.T) {
	count := 0
	err := fs.WalkDir(os.DirFS(corpus), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() || path == "README.md":
			return nil
		case !strings.HasSuffix(path, ".case"):
			t.Errorf("%s: neither a case nor the README", path)
			return nil
		}
		count++
		t.Run(strings.TrimSuffix(path, ".case"), func(t *testing.T) { runFile(t, path) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if count < 170 {
		t.Errorf("only %d cases found", count)
	}
}

func runFile(t *testing.T, path string) {
	if *update {
		updateFile(t, path)
	}
	c, errs := conform.Load(os.DirFS(corpus), path)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	r := conform.Run(c, twiceAskedUnlessShown(t, c))
	if r.Diff != "" {
		t.Fatal(r.Diff)
	}
	if err := conform.CheckLaws(c, r); err != nil {
		t.Error(err)
	}
}

// twiceAskedUnlessShown makes Decide run twice, except in cases whose trace shows the
// nodes that are asked.
func twiceAskedUnlessShown(t *testing.T, c *conform.Case) conform.New {
	if c.ShowAsked {
		return New
	}
	return twiceAsked(t)
}

func updateFile(t *testing.T, path string) {
	file := filepath.Join(corpus, filepath.FromSlash(path))
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c, errs := conform.ParseInputs(path, src)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	r := conform.Run(c, New)
	if len(r.Views) == 0 {
		t.Fatal(r.Diff)
	}
	if err := os.WriteFile(file, conform.Update(src, c, r), 0o644); err != nil {
		t.Fatal(err)
	}
}
