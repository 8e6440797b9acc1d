package commands

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDeclare writes declarations for the samples, the gallery and a new project, and checks that they contradict nothing:
// check says of them at most what it said before, and a second time nothing is added.
func TestDeclare(t *testing.T) {
	scenes, err := filepath.Glob(gallery + "/*/*.scene")
	if err != nil || len(scenes) < 30 {
		t.Fatal(scenes, err)
	}
	roots := []string{gallery + "/.."}
	for _, scene := range scenes {
		roots = append(roots, filepath.Dir(scene))
	}
	roots = slices.Compact(roots)
	project := t.TempDir()
	if code := stock([]string{"new", "project", filepath.Join(project, "game")}, new(bytes.Buffer), new(bytes.Buffer)); code != 0 {
		t.Fatal("no project")
	}
	for _, root := range append(roots, filepath.Join(project, "game", "scripts")) {
		for _, kept := range []bool{true, false} {
			dir := filepath.Join(t.TempDir(), "scripts")
			if err := os.CopyFS(dir, os.DirFS(root)); err != nil {
				t.Fatal(err)
			}
			os.RemoveAll(filepath.Join(dir, "gallery"))
			file := filepath.Join(dir, "agent.fields")
			before, _ := os.ReadFile(file)
			if !kept {
				if before == nil {
					continue
				}
				os.Remove(file)
			}
			run := func(args ...string) (string, int) {
				var out, errs bytes.Buffer
				code := stock(append(args, "--scripts", dir), &out, &errs)
				return out.String() + errs.String(), code
			}
			was, _ := stockCheck(dir)
			if out, code := run("api", "--declare", "-w"); code != 0 {
				t.Fatalf("%s: %s", root, out)
			}
			text, _ := os.ReadFile(file)
			if found, _ := stockCheck(dir); found != was && !strings.HasSuffix(found, ": no problems\n") {
				t.Errorf("%s: with\n%s\n%s\nwithout\n%s", root, text, found, was)
			}
			if again, _ := run("api", "--declare"); again != string(text) {
				t.Errorf("%s: got\n%s\nwant\n%s", root, again, text)
			}
			for line := range strings.Lines(string(before)) {
				if _, means, _ := strings.Cut(line, ":"); kept && !strings.Contains(string(text), means) {
					t.Errorf("%s: %q is gone", root, line)
				}
			}
		}
	}
}

// stockCheck returns what check says of a folder.
func stockCheck(dir string) (string, int) {
	var out bytes.Buffer
	code := stock([]string{"check", "--strict", dir}, &out, &out)
	return out.String(), code
}
