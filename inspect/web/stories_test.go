package web_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var (
	stories = flag.Bool("stories", false, "play the stories of the page in a browser")
	only    = flag.String("stories.only", "", "play only the stories whose file begins so")
	photos  = flag.String("stories.photos", "", "folder for photographs of the page")
	update  = flag.Bool("update", false, "with -stories, take the pictures of docs anew")
)

// TestStories plays the stories of the page, in stories/*.story.ts, in headless Chromium with the program bough.
func TestStories(t *testing.T) {
	if !*stories {
		t.Skip("a browser plays these stories: go test ./inspect/web -stories")
	}
	chromium := os.Getenv("CHROMIUM")
	if chromium == "" {
		chromium = "/usr/bin/chromium"
	}
	for _, needed := range []struct{ path, remedy string }{
		{chromium, "apt-get install chromium, or name another one with CHROMIUM"},
		{"node_modules/playwright-core", "npm ci in inspect/web"},
	} {
		if _, err := os.Stat(needed.path); err != nil {
			t.Skipf("%s is not here: %s", needed.path, needed.remedy)
		}
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	bough := filepath.Join(t.TempDir(), "bough")
	run(t, exec.Command("go", "build", "-o", bough, "../../cmd/bough"))
	run(t, exec.Command("node", "build.mjs", "--stories"))
	files, err := filepath.Glob(".stories/" + *only + "*.story.mjs")
	if err != nil || len(files) == 0 {
		t.Fatalf("no stories begin with %q (%v)", *only, err)
	}
	play := exec.Command("node", append([]string{"--test", "--test-concurrency=1", "--test-timeout=120000"}, files...)...)
	play.Env = append(os.Environ(), "BOUGH="+bough, "BOUGH_ROOT="+root, "CHROMIUM="+chromium)
	if *photos != "" {
		dir, err := filepath.Abs(*photos)
		if err != nil {
			t.Fatal(err)
		}
		play.Env = append(play.Env, "PHOTOS="+dir)
	}
	if *update {
		play.Env = append(play.Env, "UPDATE=1")
	}
	run(t, play)
}

func run(t *testing.T, c *exec.Cmd) {
	t.Helper()
	out, err := c.CombinedOutput()
	if t.Logf("%s", out); err != nil {
		t.Fatalf("%s: %v", c.Args[0], err)
	}
}
