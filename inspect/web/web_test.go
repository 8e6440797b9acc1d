package web

import (
	"bytes"
	"compress/gzip"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var browser = flag.Bool("browser", false, "test the page in a browser, too")

// TestFirstLoad checks that all that a browser loads to show the page is small. In Chinese the texts are loaded, too.
func TestFirstLoad(t *testing.T) {
	firstLoad(t, "index.html", 60_000)
	firstLoad(t, "zh.html", 74_000)
}

func firstLoad(t *testing.T, page string, limit int) {
	index, err := fs.ReadFile(Files(), page)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{page}
	for _, m := range regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllSubmatch(index, -1) {
		names = append(names, string(m[1]))
	}
	if len(names) < 4 {
		t.Fatalf("the page loads only %v", names)
	}
	// Modules that the script imports at once are loaded, too.
	static := regexp.MustCompile(`(?:^|[;}])(?:import|export)[^("';]*(?:from)?"\./([^"]+)"`)
	sum := 0
	for i := 0; i < len(names); i++ {
		text, err := fs.ReadFile(Files(), names[i])
		if err != nil {
			t.Fatalf("%v (the page must name its files relative to itself)", err)
		}
		for _, m := range static.FindAllSubmatch(text, -1) {
			if !slices.Contains(names, string(m[1])) {
				names = append(names, string(m[1]))
			}
		}
		var b bytes.Buffer
		w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		w.Write(text)
		w.Close()
		sum += b.Len()
		t.Logf("%-12s %6d bytes, compressed %6d", names[i], len(text), b.Len())
	}
	t.Logf("together %d of %d", sum, limit)
	if sum > limit {
		t.Errorf("the first load of %s has %d bytes, compressed; at most %d", page, sum, limit)
	}
}

// TestNothingInline checks that the page works with the policy default-src 'self'.
func TestNothingInline(t *testing.T) {
	var index []byte
	for _, name := range []string{"index.html", "zh.html"} {
		text, err := fs.ReadFile(Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		index = append(index, text...)
	}
	for _, bad := range []string{`<style`, ` style=`, ` on\w+=`, `<script[^>]*>[^<]`, `(src|href)="(/|\w+:)`} {
		if m := regexp.MustCompile(bad).Find(index); m != nil {
			t.Errorf("a page has %s", m)
		}
	}
	scripts, err := fs.Glob(Files(), "*.js")
	if err != nil || len(scripts) == 0 {
		t.Fatal(scripts, err)
	}
	for _, name := range scripts {
		js, err := fs.ReadFile(Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		if m := regexp.MustCompile(`\beval\(|new Function|document\.write|insertAdjacentHTML|outerHTML=`).Find(js); m != nil {
			t.Errorf("%s has %s", name, m)
		}
	}
	sources, err := filepath.Glob("src/*.ts*")
	if err != nil || len(sources) < 10 {
		t.Fatal(len(sources), err)
	}
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if m := regexp.MustCompile(`innerHTML|dangerously|: any\b|\bas any\b|<any>|@ts-`).Find(text); m != nil {
			t.Errorf("%s has %s", name, m)
		}
	}
}

// needNode skips a test if the tools of the page are not installed.
func needNode(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	if _, err := os.Stat("node_modules/esbuild"); err != nil {
		t.Skip("the tools of the page are not installed: npm ci in inspect/web")
	}
}

// run runs a command and returns its output.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestDistIsBuilt checks that dist is what the sources make.
func TestDistIsBuilt(t *testing.T) {
	needNode(t)
	dir, play := t.TempDir(), t.TempDir()
	t.Log(run(t, "node", "build.mjs", "--out="+dir, "--play="+play))
	same(t, "inspect/web/dist", Files(), os.DirFS(dir))
	const page = "../../cmd/bough/internal/playground/page/dist"
	same(t, page, os.DirFS(page), os.DirFS(play))
}

// same checks that a folder has the files that were built, and no others.
func same(t *testing.T, name string, kept, built fs.FS) {
	t.Helper()
	list, err := fs.Glob(built, "*")
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	for _, file := range list {
		want, err := fs.ReadFile(built, file)
		if err != nil {
			t.Fatal(err)
		}
		if is, err := fs.ReadFile(kept, file); err != nil || !bytes.Equal(is, want) {
			t.Errorf("%s/%s is not what the sources make: npm run build in inspect/web", name, file)
		}
	}
	if have, err := fs.Glob(kept, "*"); err != nil || len(have) != len(list) {
		t.Errorf("%s has %v, the sources make %v (%v)", name, have, list, err)
	}
}

// TestSources checks the types of the page and runs the tests of the modules that need no browser.
func TestSources(t *testing.T) {
	needNode(t)
	t.Parallel()
	run(t, "node", "node_modules/typescript/bin/tsc", "--noEmit")
	run(t, "npm", "test", "--silent")
}

// TestBrowser runs the tests of the page in a browser, with -browser.
func TestBrowser(t *testing.T) {
	if !*browser {
		t.Skip("only with -browser")
	}
	needNode(t)
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); name != "" && err == nil {
			t.Setenv("CHROMIUM", path)
			t.Log(run(t, "node", "--test", "--test-reporter=spec", "fixture/browser.test.mjs", "fixture/views.test.mjs"))
			return
		}
	}
	t.Skip("no browser is installed")
}
