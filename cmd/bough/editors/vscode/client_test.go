package vscode

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/bough-dev/bough/cmd/bough/commands"
)

// TestClient plays tests/story.ts: the extension with the language client of VS Code, against the real program.
func TestClient(t *testing.T) {
	needTools(t)
	t.Setenv("LC_ALL", "C")
	dir := t.TempDir()
	bough := filepath.Join(dir, "bough")
	run(t, exec.Command("go", "build", "-o", bough, "../.."))
	project := filepath.Join(dir, "游戏 😀")
	var out bytes.Buffer
	if code := commands.Main([]string{"new", "project", project}, &out, &out, nil); code != 0 {
		t.Fatal(out.String())
	}
	run(t, exec.Command("node", "build.mjs", "--tests"))
	play := exec.Command("node", ".tests/story.js")
	play.Env = append(os.Environ(), "BOUGH="+bough, "BOUGH_PROJECT="+project, "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_STATE_HOME="+dir)
	run(t, play)
}
