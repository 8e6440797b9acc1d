package docs_test

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/scripttest"
)

// TestTestingPage runs the commands of testing.md with the files that the page has
// shown so far.
func TestTestingPage(t *testing.T) {
	p := load(t, "testing.md")
	tool := install(t, t.TempDir())
	commands := 0
	for i, b := range p.blocks {
		if b.lang == "go" {
			if src, err := format.Source([]byte(b.text)); err != nil || string(src) != b.text {
				t.Errorf("%s:%d: not in the form of gofmt: %v", p.name, b.line, err)
			}
		}
		if len(b.play) != 1 {
			continue
		}
		commands++
		dir := t.TempDir()
		for _, shown := range p.blocks[:i] {
			if shown.file != "" {
				write(t, filepath.Join(dir, "scripts", shown.file), []byte(shown.text))
			}
		}
		cmd := exec.Command(tool, strings.Fields(b.play[0])[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if _, exited := err.(*exec.ExitError); err != nil && !exited {
			t.Fatal(err)
		}
		p.want(t, b.at, b.at+len(b.text), string(out))
	}
	if commands == 0 {
		t.Error("the page shows no command")
	}
	p.save(t)
}

// TestAllWords checks that the tables of testing.md have each word once, and no other words.
func TestAllWords(t *testing.T) {
	text, err := os.ReadFile("testing.md")
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, m := range regexp.MustCompile("(?m)^\\| `t\\.(\\w+)\\(").FindAllStringSubmatch(string(text), -1) {
		got = append(got, m[1])
	}
	for _, w := range scripttest.Words() {
		want = append(want, w.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the page has\n%q\nthe words are\n%q", got, want)
	}
}
