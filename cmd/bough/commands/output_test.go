package commands

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// failing is an io.Writer whose Write always fails, as on a full disk.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestFailedWrite checks that no command succeeds if its output is lost.
func TestFailedWrite(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other.bt")
	if err := os.WriteFile(other, []byte("tree villager\n  idle\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	recorded := filepath.Join(t.TempDir(), "a.bough")
	if code := stock([]string{"run", "villager", "--scripts", "project", "--set", "x=0", "--set", "hp=50", "--record", recorded}, io.Discard, io.Discard); code != 0 {
		t.Fatal(code)
	}
	calls := map[string]string{
		"api":     "api",
		"bundle":  "bundle --check project",
		"check":   "check project",
		"convert": "convert project/villager.bt",
		"diff":    "diff project/villager.bt " + other,
		"dump":    "dump --scripts project",
		"explain": "explain villager --scripts project --set hp=1",
		"fmt":     "fmt --help",
		"graph":   "graph project/villager.bt",
		"kinds":   "kinds",
		"mcp":     "mcp --help",
		"new":     "new tree ogre --scripts " + t.TempDir(),
		"play":    "play --ticks 2",
		"replay":  "replay " + recorded,
		"rename":  "rename -n --scripts project flee run",
		"run":     "run project/villager.scene",
		"lsp":     "lsp --help",
		"site":    "site --help",
		"test":    "test project",
		"version": "version",
		"help":    "help",
	}
	for _, c := range newRootCommand(nil).Commands() {
		t.Run(c.Name(), func(t *testing.T) {
			call := calls[c.Name()]
			if call == "" {
				t.Fatalf("say how %s is called so that it prints something", c.Name())
			}
			var errs bytes.Buffer
			if code := stock(strings.Fields(call), failing{}, &errs); code == 0 {
				t.Errorf("%s: exit code 0", call)
			}
			if want := "the output could not be written: no space left on device"; strings.Count(errs.String(), "no space") != 1 || !strings.Contains(errs.String(), want) {
				t.Errorf("%s says %q, want %q once", call, errs.String(), want)
			}
		})
	}
}

// TestLostOutputEndsPlay checks that play ends when its output cannot be written. Otherwise it
// would play until the user quits.
func TestLostOutputEndsPlay(t *testing.T) {
	if code := stock([]string{"play", "villager", "--plain", "--scripts", "project", "--set", "x=0"}, failing{}, io.Discard); code != 1 {
		t.Errorf("exit code %d", code)
	}
}

// TestFailedWriteOfErrors checks that run --quiet fails if the text that scripts print is lost. That
// text goes to standard error.
func TestFailedWriteOfErrors(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"talks.bt": "tree talks\n  say\n",
		"say.lua":  "return { behavior = function() print('hello') end }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	call := []string{"run", "talks", "--quiet", "--scripts", dir}
	if code := stock(call, io.Discard, io.Discard); code != 0 {
		t.Errorf("exit code %d though nothing is wrong", code)
	}
	if code := stock(call, io.Discard, failing{}); code != 1 {
		t.Errorf("exit code %d", code)
	}
}
