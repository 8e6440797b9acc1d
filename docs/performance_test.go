package docs_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/allocs"
)

const performance = "performance.md"

// samples are the lines of Lua whose garbage the page lists. Each is a behavior, called in each
// tick.
var samples = []string{
	`if agent.hp < 30 then return true end`,
	`agent.n = 7`,
	`agent.x = agent.x + 0.5`,
	`local near = math.abs(agent.x) < 2`,
	`agent.text = "leg " .. agent.id`,
	`local point = { x = 1, y = 2 }`,
	`local p = {} p.x = 1`,
	`local list = { 1, 2, 3 }`,
	`local f = function() return agent end`,
	`local d = go.distance(1, 2, 3, 4)`,
	`local near = go.near(1, 2)`,
	`local x, y = go.place(1)`,
	`bt.request(agent, "wave")`,
	`bt.request(agent, "go", { x = 1, y = 2 }, { channel = "legs" })`,
	`bt.post(agent.id, "noise", { by = agent.id })`,
}

// sampleHelpers are the helpers that samples call: two of shapes that are called
// directly, one by reflection.
func sampleHelpers() []bough.Helper {
	return []bough.Helper{
		bough.Func("distance(x1, y1, x2, y2): how far", func(a, b, c, d float64) float64 { return a + b + c + d }),
		bough.Func("near(x, y): whether near", func(x, y int) bool { return x < y }),
		bough.Func("place(id): where", func(id int) (float64, float64) { return float64(id), 2 }),
	}
}

// garbage measures the allocations of a line in one call.
func garbage(t *testing.T, line string) (objects, bytes float64) {
	t.Helper()
	c := allocs.New(allocs.Process())
	game, err := bough.OpenFS(fstest.MapFS{
		"act.lua": {Data: []byte("return { behavior = function(agent)\n  " + line + "\nend }\n")},
		"main.bt": {Data: []byte("tree main\n  act\n")},
	}, bough.Options{
		Helpers: map[string][]bough.Helper{"go": sampleHelpers()},
		Wrap:    c.Wrap, OnFault: func(f *engine.Fault) { t.Errorf("%s: %v", line, f) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if _, err := game.Spawn("main", bough.Fields{"x": 1, "hp": 100}); err != nil {
		t.Fatal(err)
	}
	const calls = 1000
	for range calls {
		game.Tick(50 * time.Millisecond)
	}
	row := c.Rows()[0]
	if row.Calls != calls {
		t.Fatalf("%s: %d calls", line, row.Calls)
	}
	return float64(row.Objects) / calls, float64(row.Bytes) / calls
}

var sampleRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\d+) \\| (\\d+) \\|$")

// TestGarbageOfLines measures the lines of the page's table. It allows for small differences,
// since another version of Go may change a figure a little. Short runs skip it: the race
// detector, which is run in short mode, builds strings in another way.
func TestGarbageOfLines(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector allocates too")
	}
	p := load(t, performance)
	told := map[string]string{}
	for _, row := range sampleRow.FindAllStringSubmatch(p.text, -1) {
		told[row[1]] = row[0]
	}
	table := ""
	for _, line := range samples {
		objects, bytes := garbage(t, line)
		now := fmt.Sprintf("| `%s` | %.0f | %.0f |", line, objects, bytes)
		table += now + "\n"
		if !*update && !closeTo(told[line], objects, bytes) {
			t.Errorf("%s: the page says %q; -update writes %q", performance, told[line], now)
		}
	}
	const from, to = "<!-- garbage -->\n", "<!-- end of garbage -->\n"
	head, rest, ok := strings.Cut(p.text, from)
	_, tail, also := strings.Cut(rest, to)
	if !ok || !also {
		t.Fatalf("%s has no marks for the table", performance)
	}
	if *update {
		text := head + from + "| line | objects | bytes |\n| --- | --- | --- |\n" + table + to + tail
		if err := os.WriteFile(performance, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func closeTo(row string, objects, bytes float64) bool {
	m := sampleRow.FindStringSubmatch(row)
	if m == nil {
		return false
	}
	var o, b float64
	fmt.Sscan(m[2], &o)
	fmt.Sscan(m[3], &b)
	return math.Abs(o-objects) <= 1 && math.Abs(b-bytes) <= 24+b/4
}

var (
	shBlock   = regexp.MustCompile("(?s)```sh\n(.*?)```")
	longFlag  = regexp.MustCompile(`--[a-z-]+`)
	benchName = regexp.MustCompile(`-(?:bench|run) '?([A-Za-z]+)`)
)

// TestCommandsOfPerformance checks that each command of the page exists, with its flags, and that
// the benchmarks and tests that it names exist.
func TestCommandsOfPerformance(t *testing.T) {
	p := load(t, performance)
	tool := install(t, t.TempDir())
	seen := 0
	for _, block := range shBlock.FindAllStringSubmatch(p.text, -1) {
		for line := range strings.Lines(block[1]) {
			line, _, _ = strings.Cut(line, "#")
			f := strings.Fields(line)
			switch {
			case len(f) > 1 && f[0] == "bough":
				checkFlags(t, tool, f[1], line)
			case len(f) > 2 && f[0] == "go" && f[1] == "run": // with or without -pgo=file
				checkBenchFlags(t, line)
			case len(f) > 2 && f[0] == "go" && f[1] == "test":
				checkNames(t, line, f[slices.IndexFunc(f, func(s string) bool { return s[0] == '.' })])
			case len(f) > 0:
				t.Errorf("%s: what is %s?", performance, line)
			}
			seen++
		}
	}
	if seen < 8 {
		t.Errorf("%d commands; the page has lost them", seen)
	}
}

func checkFlags(t *testing.T, tool, command, line string) {
	t.Helper()
	help := runIn(t, ".", tool, command, "--help")
	for _, flag := range longFlag.FindAllString(line, -1) {
		if !strings.Contains(help, flag+" ") {
			t.Errorf("%s: bough %s has no %s", strings.TrimSpace(line), command, flag)
		}
	}
}

// benchFlags lists the flags of the benchmark, once for all tests.
var benchFlags = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "run", "../internal/bench", "--help").CombinedOutput()
	return string(out), err
})

// checkBenchFlags checks a command line that runs the benchmark.
func checkBenchFlags(t *testing.T, line string) {
	t.Helper()
	if !strings.Contains(line, " ./internal/bench ") {
		t.Errorf("%s: what does it run?", strings.TrimSpace(line))
	}
	help, err := benchFlags()
	if err != nil {
		t.Fatalf("%v: %s", err, help)
	}
	for _, flag := range longFlag.FindAllString(line, -1) {
		if !strings.Contains(help, "\n  "+flag[1:]) {
			t.Errorf("%s: the benchmark has no %s", strings.TrimSpace(line), flag)
		}
	}
}

// checkNames checks that the package has the benchmarks and tests that -bench and -run name. The
// package is the word of the line that begins with a dot.
func checkNames(t *testing.T, line, pkg string) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join("..", pkg, "*_test.go"))
	var text string
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text += string(b)
	}
	for _, m := range benchName.FindAllStringSubmatch(line, -1) {
		if !strings.Contains(text, "func Benchmark"+m[1]) && !strings.Contains(text, "func Test"+m[1]) {
			t.Errorf("%s: %s has nothing named %s", strings.TrimSpace(line), pkg, m[1])
		}
	}
}
