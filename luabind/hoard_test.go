package luabind_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/luabind"
)

// hoarding makes lists of a megabyte and keeps them. Between them it does nothing, as long as
// filler says.
func hoarding(filler string) string {
	return "local t = {} for i = 1, 1e9 do local u = {} for k = 1, 16 do u[2 ^ k - 1] = 1 end t[i] = u for j = 1, " + filler + " do end end"
}

// TestHoard: who fills the memory little by little is stopped, long before the instructions
// are spent, which would be gigabytes later. Who makes garbage is not.
func TestHoard(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{hoarding("0"), "takes memory without measure"},
		{hoarding("120"), "takes memory without measure"},
		{hoarding("400"), "takes memory without measure"},
		{"for i = 1, 1000 do local u = {} for k = 1, 12 do u[2 ^ k - 1] = 1 end end", ""},
		{"local s = {} for i = 1, 100 do s[i % 10] = (\"x\"):rep(9000 + i) end", ""},
		{"local t = {} for i = 1, 9000 do t[i] = { x = i } end", ""},
	} {
		s := newSession(t, bough.Options{Seed: 1, Keep: -1, Budget: 100 * luabind.DefaultBudget}, hook("behavior", c.body))
		s.spawn("main", nil)
		s.tick(1)
		if got := s.take(); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q; want %q", c.body, got, c.want)
		}
	}
	runtime.GC()
}
