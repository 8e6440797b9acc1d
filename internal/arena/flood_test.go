package arena

import (
	"errors"
	"strings"
	"testing"

	"github.com/bough-dev/bough/hotreload"
)

// TestFloodOfPrints checks that in each second only the first printed lines are logged, that
// the rest are counted, and that other entries are never left out.
func TestFloodOfPrints(t *testing.T) {
	a, s := land(t, 3, map[string]string{"villager.bt": "tree villager\n  walk\n", "walk.lua": doing(`for i = 1, 10 do print(i) end`)})
	for range 9 {
		a.Tick()
		s.log.ReportOmitted(false)
	}
	s.save("walk.lua", doing(`if bt.tick() == 12 then error("no") elseif bt.tick() == 20 then print("one\ntwo") end`))
	s.source.Send(hotreload.Change{Err: errors.New("smoke")})
	for range 15 {
		a.Tick()
		s.log.ReportOmitted(false)
	}
	s.save("walk.lua", doing(`for i = 1, 10 do print(i) end`))
	for range 2 {
		a.Tick()
		s.log.ReportOmitted(false)
	}
	s.log.ReportOmitted(true)
	got := s.told()
	for _, want := range []string{
		"tick 0: load v1: 1 behavior, 1 tree\n", "tick 1: villager#1: 1\n", "tick 1: villager#3: 10\n", "tick 2: villager#1: 10\n",
		"tick 9: reload v2: walk (3 agents)\n", "watching: smoke\n", "tick 12: scripts/walk.lua:1:61: no\n",
		"tick 20: … 230 more lines of scripts in that second are left out\n", "tick 20: villager#1: one\n  two\n",
		"tick 24: reload v3", "tick 25: villager#1: 1\n", "tick 26: … 26 more lines of scripts in that second are left out\n",
	} {
		if _, after, ok := strings.Cut(got, want); ok {
			got = after
			continue
		}
		t.Fatalf("%q is not behind what comes before in:\n%s", want, s.told())
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{7: "7", 999: "999", 4560: "4,560", 1000000: "1,000,000"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is %s; want %s", n, got, want)
		}
	}
}
