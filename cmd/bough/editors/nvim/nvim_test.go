// Package nvim has a test only: Neovim's own client talks to the language server of Bough.
package nvim

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/bough-dev/bough/cmd/bough/commands"
)

// TestStory plays story.lua in Neovim.
func TestStory(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("neovim is not installed: apt-get install neovim")
	}
	t.Setenv("LC_ALL", "C.UTF-8")
	dir := t.TempDir()
	if dir, err = filepath.EvalSymlinks(dir); err != nil { // Neovim names files so
		t.Fatal(err)
	}
	bough, project := filepath.Join(dir, "bough"), filepath.Join(dir, "a project")
	if out, err := exec.Command("go", "build", "-o", bough, "../..").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var out bytes.Buffer
	if code := commands.Main([]string{"new", "project", project}, &out, &out, nil); code != 0 {
		t.Fatal(out.String())
	}
	play := exec.Command(nvim, "--headless", "--clean", "-n", "-c", "luafile story.lua")
	play.Env = append(os.Environ(), "BOUGH="+bough, "BOUGH_PROJECT="+project, "XDG_CACHE_HOME="+dir, "XDG_STATE_HOME="+dir)
	if said, err := play.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
}
