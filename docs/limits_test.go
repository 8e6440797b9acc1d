package docs_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/luabind"
)

// TestWhatACharacterKeeps checks the numbers in scripting.md of things that a character may keep:
// as many must fit, and a tenth more must not.
func TestWhatACharacterKeeps(t *testing.T) {
	text := load(t, "scripting.md").text
	for _, c := range []struct{ what, item string }{
		{"([0-9,]+) names", `t["name" .. n] = true`},
		{"([0-9,]+) points", `t[n] = { x = n, y = 2 }`},
		{"([0-9,]+) numbers", `t[n] = n`},
		{"([0-9,]+) texts of 16 kB", `t[n] = n .. ("x"):rep(16 * 1024)`},
	} {
		m := regexp.MustCompile("usually 8 MB:.*? " + c.what).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("scripting.md does not say %s", c.what)
		}
		said, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
		if err != nil {
			t.Fatal(err)
		}
		if kept := keeps(t, c.item, said); kept > luabind.DefaultKeep {
			t.Errorf("%d of %s: %d bytes, which do not fit", said, c.item, kept)
		}
		if kept := keeps(t, c.item, said+said/10); kept <= luabind.DefaultKeep {
			t.Errorf("a tenth more than %d of %s: %d bytes, which fit too", said, c.item, kept)
		}
	}
}

// keeps returns how many bytes an agent keeps after it has executed a statement for each n up to most.
func keeps(t *testing.T, item string, most int) int {
	t.Helper()
	g, err := bough.OpenFS(fstest.MapFS{
		"root.lua": {Data: fmt.Appendf(nil, `return { behavior = function(agent)
  agent.t = agent.t or {}
  local t, from = agent.t, agent.n or 0
  for n = from + 1, math.min(from + 50, %d) do %s agent.n = n end
end }`, most, item)},
		"a.bt": {Data: []byte("tree a\n  root\n")},
	}, bough.Options{Limits: bough.Limits{Keep: -1, Budget: luabind.NoBudget}})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	a, err := g.Spawn("a", nil)
	if err != nil {
		t.Fatal(err)
	}
	for range most/50 + 1 {
		g.Tick(time.Second)
	}
	if faults := g.World().Faults(); len(faults) > 0 {
		t.Fatal(faults)
	}
	kept, _ := g.Kept(a)
	return kept
}
