package syntax_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/syntax"
)

// corpus returns the text of each Lua file of the repository and of the official tests that the module of gopher-lua
// has, by path.
func corpus(t testing.TB) map[string]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/gopher-lua").Output()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, root := range []string{"../..", strings.TrimSpace(string(out))} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && d.Name() == "node_modules" {
				return filepath.SkipDir
			}
			if err != nil || !strings.HasSuffix(path, ".lua") || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			texts[path] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return texts
}

// TestCorpusLikeGopher checks that all files have the same tree as in gopher-lua's parser, or an error in both.
func TestCorpusLikeGopher(t *testing.T) {
	right, wrong := 0, 0
	for path, text := range corpus(t) {
		want, wantErr := gopherParse(text)
		f := syntax.Parse(path, text)
		if err := f.Err(); (err == nil) != (wantErr == nil) {
			t.Errorf("%s: %v, want %v", path, err, wantErr)
			continue
		} else if err != nil {
			wrong++
			continue
		}
		right++
		if got, want := dumpSyntax(&f.Body), dumpGopher(want); got != want {
			t.Errorf("%s: %s", path, difference(got, want))
		}
	}
	t.Logf("%d files have equal trees, %d have an error", right, wrong)
}

// difference returns the part of two texts where they begin to differ.
func difference(got, want string) string {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	part := func(s string) string { return s[max(i-40, 0):min(i+60, len(s))] }
	return "got " + part(got) + "\nwant " + part(want)
}
