package e2e

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/bough-dev/bough"

// root is the path of the module's root, relative to this directory.
const root = "../.."

// gopherLua is the module of the Lua VM that the benchmarks compare with, and that runs modules written for it.
const gopherLua = "github.com/yuin/gopher-lua"

// onlyImporter lists for each library the only packages that may import it. Tests may import any
// library.
var onlyImporter = map[string][]string{
	gopherLua:                                    {"internal/bench/compare", "luabind/gopher"},
	gopherLua + "/parse":                         {},
	gopherLua + "/ast":                           {},
	"github.com/fsnotify/fsnotify":               {"hotreload"},
	"github.com/spf13/cobra":                     {"cmd/bough/commands"},
	"github.com/coder/websocket":                 {"inspect"},
	"github.com/gdamore/tcell/v2":                {"cmd/bough/commands", "cmd/bough/internal/screen"},
	"github.com/google/jsonschema-go/jsonschema": {"cmd/bough/commands"},
	"github.com/modelcontextprotocol/go-sdk/mcp": {"cmd/bough/commands"},
}

// topLevel are the entries of the module's root.
var topLevel = []string{".ci", ".git", ".gitattributes", ".github", ".gitignore",
	"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "RATIONALE.md", "README.md", "README.zh.md", "SECURITY.md", "staticcheck.conf",
	"assets", "behaviors", "cmd", "docs", "engine", "go.mod", "go.sum", "hotreload", "inspect", "internal", "luabind", "scripts", "testdata", "trees"}

func TestLayout(t *testing.T) {
	t.Chdir(root)
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(topLevel, e.Name()) && !strings.HasSuffix(e.Name(), ".go") && e.Name() != "bough" {
			t.Errorf("%s does not belong at the top level", e.Name())
		}
	}
}

func goList(t *testing.T, format string) [][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-e", "-f", format, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(out)) {
		rows = append(rows, strings.Fields(line))
	}
	return rows
}

func inModule(path string) (string, bool) { return strings.CutPrefix(path, module+"/") }

// TestImports checks that each library is imported only by the packages that may import it, and that the program bough and all
// other packages but benchmarks and luabind/gopher do not depend on a foreign VM. The test of docs/architecture.md checks the
// dependencies between the packages of this module.
func TestImports(t *testing.T) {
	t.Chdir(root)
	for _, row := range goList(t, `{{.ImportPath}} {{join .Deps " "}}`) {
		name, _ := inModule(row[0])
		for _, dep := range row[1:] {
			if dep == gopherLua && name != "luabind/gopher" && !strings.HasPrefix(name+"/", "internal/bench/") {
				t.Errorf("%s must not depend on the VM of %s", row[0], dep)
			}
			if strings.HasPrefix(name, "engine") && strings.Contains(strings.Split(dep, "/")[0], ".") && !strings.HasPrefix(dep, module) {
				t.Errorf("%s must use the standard library only, not %s", name, dep)
			}
		}
	}
	for _, row := range goList(t, `{{.ImportPath}} {{join .Imports " "}}`) {
		name, _ := inModule(row[0])
		for lib, allowed := range onlyImporter {
			for _, imp := range row[1:] {
				if (imp == lib || lib != gopherLua && strings.HasPrefix(imp, lib+"/")) && !slices.Contains(allowed, name) {
					t.Errorf("%s must not import %s", row[0], imp)
				}
			}
		}
		if name == "engine" {
			for _, imp := range row[1:] {
				if imp == "os" || imp == "net" || strings.HasPrefix(imp, "net/") {
					t.Errorf("engine must not import %s", imp)
				}
			}
		}
	}
}

// TestEngineReadsNoClock checks that the engine does not read a clock: callers pass the time.
func TestEngineReadsNoClock(t *testing.T) {
	t.Chdir(root)
	for _, dir := range []string{"engine", "behaviors", "luabind", "trees", "assets"} {
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
				continue
			}
			text, err := os.ReadFile(dir + "/" + f.Name())
			if err != nil {
				t.Fatal(err)
			}
			for _, call := range []string{"time.Now", "time.Since", "time.Sleep", "rand."} {
				if strings.Contains(string(text), call+"(") {
					t.Errorf("%s/%s calls %s", dir, f.Name(), call)
				}
			}
		}
	}
}

// TestOnlyCollectCollects checks that only internal/collect, commands and benchmarks start a garbage
// collection. A collection stops the whole process, so a script must not cause one.
func TestOnlyCollectCollects(t *testing.T) {
	t.Chdir(root)
	for _, row := range goList(t, `{{.ImportPath}} {{.Dir}} {{join .GoFiles " "}}`) {
		if name, _ := inModule(row[0]); name == "internal/collect" || strings.HasPrefix(name, "cmd/") || strings.HasPrefix(name+"/", "internal/bench/") {
			continue
		}
		for _, file := range row[2:] {
			text, err := os.ReadFile(row[1] + "/" + file)
			if err != nil {
				t.Fatal(err)
			}
			for _, call := range []string{"runtime.GC", "debug.FreeOSMemory"} {
				if strings.Contains(string(text), call+"(") {
					t.Errorf("%s/%s calls %s", row[0], file, call)
				}
			}
		}
	}
}
