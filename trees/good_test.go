package trees

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files and the generated parts of docs/trees.md and docs/zh/trees.md")

const goodDir = "testdata/good"

// TestGood compares the syntax tree of each good file with its golden dump.
func TestGood(t *testing.T) {
	files := globbed(t, goodDir, "*.bt")
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			parsed, list := Parse(filepath.Base(file), read(t, file))
			if len(list) > 0 {
				t.Fatal(list)
			}
			golden(t, strings.TrimSuffix(file, ".bt")+".golden", dump(parsed))
			for _, tree := range parsed.Trees {
				if list := Validate(tree); len(list) > 0 {
					t.Errorf("Validate: %v", list)
				}
			}
		})
	}
}

// TestGoldenOrphans reports golden dumps whose files no longer exist.
func TestGoldenOrphans(t *testing.T) {
	for _, file := range globbed(t, goodDir, "*.golden") {
		if _, err := os.Stat(strings.TrimSuffix(file, ".golden") + ".bt"); err != nil {
			t.Errorf("%s belongs to no file", file)
		}
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := string(read(t, file)); got != want {
		t.Errorf("%s (-update rewrites it)\ngot\n%s\nwant\n%s", file, got, want)
	}
}

func globbed(t *testing.T, dir, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no %s in %s (%v)", pattern, dir, err)
	}
	return files
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
