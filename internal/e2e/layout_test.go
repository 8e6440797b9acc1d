package e2e

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/bough-dev/bough"

// root leads from here to the root of the module.
const root = "../.."

// host is what runs scripts, with all that it depends on.
var host = []string{"engine", "engine/diag", "behaviors", "luabind", "luabind/lint", "luabind/lua", "luabind/lua/lib", "luabind/helper", "luabind/condition", "luabind/quota"}

func with(list []string, more ...string) []string { return slices.Concat(list, more) }

// mayImport says which packages of this module each package may depend on,
// directly or not. Imports run one way.
var mayImport = map[string][]string{
	"engine":                    {"engine/diag"},
	"engine/collect":            {},
	"engine/diag":               {},
	"engine/meter":              {"engine", "engine/diag"},
	"engine/internal/conform":   {"engine/diag"},
	"engine/internal/reference": {"engine/diag", "engine/internal/conform"},
	"behaviors":                 {"engine", "engine/diag"},
	"trees":                     {"engine", "engine/diag", "behaviors"},
	"trees/internal/jsondoc":    {"engine/diag"},
	"trees/internal/report":     {"engine", "engine/diag", "behaviors", "trees"},
	"trees/internal/nodeline":   {"engine", "engine/diag", "behaviors", "trees"},
	"trees/jsontree":            {"engine", "engine/diag", "behaviors", "trees", "trees/internal/jsondoc"},
	"trees/behavior3":           {"engine", "engine/diag", "behaviors", "trees", "trees/internal/jsondoc", "trees/internal/nodeline", "trees/internal/report"},
	"trees/btcpp":               {"engine", "engine/diag", "behaviors", "trees", "trees/internal/nodeline", "trees/internal/report"},
	"trees/tinybt":              {"engine", "engine/diag", "behaviors", "trees", "trees/internal/report"},
	"trees/build":               {"engine", "engine/diag", "behaviors", "trees"},
	"trees/treediff":            {"engine", "engine/diag", "behaviors", "trees"},
	"trees/graph":               {"engine", "engine/diag", "behaviors", "trees", "trees/treediff"},
	"hotreload":                 {},
	"luabind":                   host,
	"luabind/lua":               {},
	"luabind/lua/lib":           {"luabind/lua"},
	"luabind/helper":            {"engine", "engine/diag", "behaviors", "luabind/lua"},
	"luabind/condition":         {"engine/diag", "luabind/lua", "luabind/lint"},
	"luabind/quota":             {"engine", "engine/diag", "luabind/lua"},
	"luabind/lint":              {"engine/diag", "luabind/lua"},
	"luabind/geom":              {"engine", "engine/diag", "behaviors", "luabind/lua", "luabind/helper"},
	"luabind/bench":             with(host, "trees", "assets", "engine/meter"),
	"luabind/scripttest":        with(host, "trees", "assets", "assets/reload", "hotreload", "engine/collect"),
	"assets/reload":             with(host, "trees", "assets", "hotreload"),
	"assets":                    with(host, "trees"),
}

// gopherLua is the VM that the core is measured against. Of its module scripts are parsed by the
// rest.
const gopherLua = "github.com/yuin/gopher-lua"

// onlyImporter says which packages alone may import a library, tests apart.
var onlyImporter = map[string][]string{
	gopherLua:                      {"luabind/bench"},
	gopherLua + "/parse":           {"luabind/lint", "luabind/lua"},
	gopherLua + "/ast":             {"luabind/condition", "luabind/lint", "luabind/lua"},
	"github.com/fsnotify/fsnotify": {"hotreload"},
	"github.com/spf13/cobra":       {"cmd/bough"},
	"github.com/gdamore/tcell/v2":  {"cmd/bough", "cmd/bough/internal/screen"},
}

// topLevel are the entries of the module's root.
var topLevel = []string{".ci", ".git", ".gitignore", "CHANGELOG.md", "LICENSE", "RATIONALE.md", "README.md",
	"assets", "behaviors", "cmd", "docs", "engine", "go.mod", "go.sum", "hotreload", "internal", "luabind", "scripts", "testdata", "trees"}

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

func TestImportsRunOneWay(t *testing.T) {
	t.Chdir(root)
	for _, row := range goList(t, `{{.ImportPath}} {{join .Deps " "}}`) {
		name, ok := inModule(row[0])
		allowed, ruled := mayImport[name]
		if !ok || !ruled {
			continue
		}
		for _, dep := range row[1:] {
			if d, ours := inModule(dep); ours && !slices.Contains(allowed, d) {
				t.Errorf("%s must not depend on %s", name, d)
			}
			if dep == gopherLua && name != "luabind/bench" {
				t.Errorf("%s must not depend on the VM of %s", name, dep)
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

// TestEngineReadsNoClock: time is passed in.
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

// TestOnlyCollectCollects: a garbage collection stops the whole process, so no script may
// bring one about. The game's own point between two ticks is in engine/collect.
func TestOnlyCollectCollects(t *testing.T) {
	t.Chdir(root)
	for _, row := range goList(t, `{{.ImportPath}} {{.Dir}} {{join .GoFiles " "}}`) {
		if name, _ := inModule(row[0]); name == "engine/collect" || strings.HasPrefix(name, "cmd/") {
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
