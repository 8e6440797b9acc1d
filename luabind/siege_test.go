package luabind_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const (
	siegeScripts = "testdata/hostile/scripts.txtar"
	siegeChild   = "BOUGH_SIEGE" // set in the child process, which runs the test
	siegeTicks   = 16
	siegeKeep    = 1 << 20 // bound on the bytes that each agent keeps; small, so that a few ticks reach it

	// siegeAddresses bounds the address space of the process, in kB. The Go runtime itself reserves a gigabyte of
	// it at the start. siegeMemory bounds the memory that the process takes, in bytes.
	siegeAddresses = 4 << 20
	siegeMemory    = 1 << 30
)

// siegeEnds is the path of a file with the error that ends each script.
const siegeEnds = "testdata/hostile/ends.txt"

// TestSiege loads all hostile scripts in one game. Each runs in an agent of its own, beside a harmless behavior.
// The test runs in a process of its own with bounded memory, so that a script that escapes its bounds would crash
// the process.
func TestSiege(t *testing.T) {
	if os.Getenv(siegeChild) != "" {
		siege(t)
		return
	}
	args := []string{"-test.run=^TestSiege$", fmt.Sprintf("-update=%v", *update)}
	cmd := exec.Command(os.Args[0], args...)
	if runtime.GOOS == "linux" && !racing() {
		limit := fmt.Sprintf(`ulimit -v %d && exec "$0" "$@"`, siegeAddresses)
		cmd = exec.Command("sh", append([]string{"-c", limit, os.Args[0]}, args...)...)
	}
	cmd.Env = append(os.Environ(), siegeChild+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%.20000s", err, out)
	}
}

// racing reports whether the race detector is active. It reserves terabytes of address space.
func racing() bool {
	info, ok := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		if ok && s.Key == "-race" && s.Value == "true" {
			return true
		}
	}
	return false
}

// siegeTree returns a tree that runs both a script and the harmless behavior.
func siegeTree(name string) string {
	if strings.HasSuffix(name, "_utility") {
		return fmt.Sprintf("tree of_%s\n  root\n    utility\n      %s\n      good\n\n", name, name)
	}
	return fmt.Sprintf("tree of_%s\n  root\n    %s +\n    good\n\n", name, name)
}

func siege(t *testing.T) {
	data, err := os.ReadFile(siegeScripts)
	if err != nil {
		t.Fatal(err)
	}
	files := txtar.Parse(data).Files
	forest := strings.Builder{}
	archive := txtar.Archive{Files: append([]txtar.File{{Name: "root.lua", Data: []byte("return {}\n")}, {Name: "good.lua", Data: []byte(good)}}, files...)}
	for _, f := range files {
		forest.WriteString(siegeTree(strings.TrimSuffix(f.Name, ".lua")))
	}
	archive.Files = append(archive.Files, txtar.File{Name: "all.bt", Data: []byte(forest.String())})
	s := newSession(t, bough.Options{Seed: 1, Workers: 2, Limits: bough.Limits{Keep: siegeKeep}}, string(txtar.Format(&archive)), bind("go", helper.Func("near(x): whether x is near", func(x float64) float64 { return x })))

	var agents []*bough.Agent
	for _, f := range files {
		agents = append(agents, s.spawn("of_"+strings.TrimSuffix(f.Name, ".lua"), nil))
	}
	for range siegeTicks {
		s.tick(1)
		s.wantGood(agents)
	}
	for _, a := range agents {
		a.Reset()
	}
	s.tick(1)
	s.wantGood(agents)
	checkEnds(t, files, s)
	checkMemory(t)
	s.relieve(files, agents)
}

// relieve replaces each hostile script by a harmless one, and checks that all agents run it.
func (s *session) relieve(files []txtar.File, agents []*bough.Agent) {
	s.t.Helper()
	var peace txtar.Archive
	for _, f := range files {
		peace.Files = append(peace.Files, txtar.File{Name: f.Name, Data: []byte("return { behavior = function(agent) agent.peace = true end, utility = function() return 1 end }\n")})
	}
	faults := len(s.faults)
	s.save(string(txtar.Format(&peace)))
	s.tick(1)
	for _, a := range agents {
		if v := a.Get(engine.KeyOf("peace")); !v.Truthy() {
			s.t.Errorf("%s does not run what was saved in the end", a.Label())
		}
	}
	for _, f := range s.faults[faults:] {
		if f.Hook.String() != "on_exit" {
			s.t.Errorf("after the end: %v", f)
		}
	}
}

// placed matches a text that begins with a file and a line.
var placed = regexp.MustCompile(`^scripts/\w+\.lua:[1-9]`)

// checkEnds compares the first error of each script with the file siegeEnds.
func checkEnds(t *testing.T, files []txtar.File, s *session) {
	t.Helper()
	ends := map[string]string{}
	for _, p := range s.game.Bundle().Problems.Errors() {
		end(ends, p.Pos.File, identity(p))
	}
	for _, f := range s.faults {
		if !f.Quarantined {
			end(ends, "scripts/"+f.Behavior.Name+".lua", identity(f.Diagnostic()))
		}
	}
	var out strings.Builder
	for _, f := range files {
		e := ends["scripts/"+f.Name]
		if f.Name == "yield_pcall.lua" && e == "" { // this script may end without an error
			fmt.Fprintln(&out)
			continue
		}
		if !placed.MatchString(e) || len(e) > 2100 {
			t.Errorf("%s ended in %q; want a place and what is wrong", f.Name, e)
		}
		fmt.Fprintln(&out, e)
	}
	if e, ok := ends["scripts/good.lua"]; ok {
		t.Errorf("a neighbor was harmed: %s", e)
	}
	if *update {
		if err := os.WriteFile(siegeEnds, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(siegeEnds)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != out.String() {
		t.Errorf("the ends differ from %s (-update writes them):\n%s", siegeEnds, out.String())
	}
}

// end records the first error of a script.
func end(ends map[string]string, file, identity string) {
	if _, known := ends[file]; !known {
		ends[file] = identity
	}
}

// checkMemory checks how much memory the process has taken from the system.
func checkMemory(t *testing.T) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("%d MB taken from the system", m.Sys>>20)
	if m.Sys > siegeMemory {
		t.Errorf("%d MB were taken; at most %d may be", m.Sys>>20, siegeMemory>>20)
	}
}
