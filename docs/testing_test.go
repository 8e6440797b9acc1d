package docs_test

import (
	"bufio"
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
		if slices.Contains(cmd.Args, "--watch") {
			p.want(t, b.at, b.at+len(b.text), watch(t, cmd, p.blocks[:i]))
			continue
		}
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

// watch runs a command that waits for changes, saves the last file of the blocks, and returns what the command prints then.
// Before the save, the file is as it was shown before. The time is always the same.
func watch(t *testing.T, cmd *exec.Cmd, blocks []*block) string {
	t.Helper()
	var before, saved *block
	for _, b := range blocks {
		if b.file != "" {
			saved = b
		}
	}
	for _, b := range blocks {
		if b != saved && b.file == saved.file {
			before = b
		}
	}
	file := filepath.Join(cmd.Dir, "scripts", saved.file)
	write(t, file, []byte(before.text))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	lines := bufio.NewScanner(out)
	until := func(re string) (text string) {
		t.Helper()
		for lines.Scan() {
			text += lines.Text() + "\n"
			if regexp.MustCompile(re).MatchString(lines.Text()) {
				return text
			}
		}
		t.Fatalf("the output ends before %q", re)
		return ""
	}
	until("^waiting for changes")
	write(t, file, []byte(saved.text))
	text := strings.TrimPrefix(until(`^\d+ tests?, \d+ failed`), "\n")
	return regexp.MustCompile(`(?m)^--- [0-9:]{8}`).ReplaceAllString(text, "--- 14:03:07")
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
