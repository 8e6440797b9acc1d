package assets_test

import (
	"slices"
	"strings"
	"testing"
)

// TestTreesThatWait checks the problem of a tree that does not fit the last good version of a
// behavior: the problem names the held file of the behavior, and Report.HeldByOthers lists the
// tree file unless it has mistakes of its own.
func TestTreesThatWait(t *testing.T) {
	const broken = "return { params = { speed = 1 }, args = { 'speed' }, = }\n"
	const told = `surplus-value count=0 got=1 node="fight.walk" -> correct-held-file file="scripts/fight/walk.lua"`
	for _, c := range []struct {
		name, tree, want string
		heldByOthers     []string
	}{
		{"from near", "tree main\n  walk 3\n", "main.bt:2:8: " + told, []string{"fight/main.bt"}},
		{"by its full name", "tree main\n  fight.walk 3\n", "main.bt:2:14: " + told, []string{"fight/main.bt"}},
		{"another mistake", "tree main\n  sequence\n    walk 3\n    wlk\n", "main.bt:3:10: " + told, nil},
		{"another behavior", "tree main\n  sequence\n    walk\n    stay 3\n", `main.bt:4:10: surplus-value count=0 got=1 node="stay" -> declare-args`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newShelf(t, map[string]string{"fight/walk.lua": empty, "stay.lua": empty, "walk.lua": empty, "fight/main.bt": "tree main\n  walk\n"})
			s.Load()
			r := s.saveAll(map[string]string{"fight/walk.lua": broken, "fight/main.bt": c.tree})
			if got := findings(r.Problems); !strings.Contains(got, c.want) || !slices.Equal(r.HeldByOthers, c.heldByOthers) {
				t.Errorf("held by others %v, told\n%s\nwant %v\n%s", r.HeldByOthers, got, c.heldByOthers, c.want)
			}
			if r := s.save("fight/walk.lua", strings.Replace(broken, ", =", "", 1)); len(c.heldByOthers) > 0 && (r.Problems.Err() != nil || len(r.Held) > 0) {
				t.Errorf("held %v, problems %v", r.Held, r.Problems)
			}
		})
	}
}
