//go:build !luacore

package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
)

// keepers are behaviors that keep more in each tick, each somewhere else.
var keepers = []struct{ name, body, want string }{
	{"list", `behavior = function(agent)
    agent.list = agent.list or {}
    for i = 1, 200 do
      agent.list[#agent.list + 1] = i
    end
  end`, "scripts/keep.lua:5:7: agent.list has grown to"},
	{"keys", keysForever, "scripts/keep.lua:4:5: agent.seen has grown to"},
	{"memory", `behavior = function(agent, params, memory)
    for i = 1, 50 do memory["k" .. bt.tick() .. "," .. i] = true end
  end`, "scripts/keep.lua:3:5: memory of root/keep has grown to"},
	{"nested", `behavior = function(agent)
    agent.a = agent.a or { b = { {} } }
    for i = 1, 200 do table.insert(agent.a.b[1], { i }) end
  end`, "scripts/keep.lua:4:5: agent.a.b[1] has grown to"},
	{"run", `run = function(agent)
    local list = {}
    while true do
      for i = 1, 500 do list[#list + 1] = i end
      bt.yield()
    end
  end`, "a local of run of root/keep has grown to"},
	{"closure", `behavior = function(agent)
    local function box() local inner = {} return function(x) inner[#inner + 1] = x end end
    agent.put = agent.put or box()
    for i = 1, 200 do agent.put(i) end
  end`, "scripts/keep.lua:3:5: local inner of agent.put has grown to"},
	{"records", `behavior = function(agent)
    agent.trail = agent.trail or {}
    for i = 1, 20 do agent.trail[#agent.trail + 1] = { x = i, y = i, at = bt.tick() } end
  end`, "scripts/keep.lua:4:5: agent.trail has grown to"},
	{"texts", `behavior = function(agent)
    agent.texts = agent.texts or {}
    agent.texts[#agent.texts + 1] = ("x"):rep(8000)
  end`, "scripts/keep.lua:4:5: agent.texts has grown to"},
}

// TestKeepTooMuch: whatever keeps more and more ends in an error that says what and where,
// and its neighbor goes on.
func TestKeepTooMuch(t *testing.T) {
	for _, k := range keepers {
		t.Run(k.name, func(t *testing.T) {
			s, agents := newKeeper(t, bough.Options{Keep: 256 << 10}, k.body, 1)
			at := s.strike(5000)
			if at == 0 {
				bytes, largest := s.game.Runtime().Kept(agents[0])
				t.Fatalf("nothing after 5000 ticks: %d %v", bytes, largest)
			}
			text := s.faults[0].Error()
			if !strings.Contains(text, k.want) || !strings.Contains(text, "main#1 keeps about") {
				t.Errorf("tick %d: %s\nwant %s", at, text, k.want)
			}
			s.tick(5)
			s.wantGood(agents)
		})
	}
}

// TestKeepTooMuchAnywhere: the tick in which the bound strikes does not depend on how many
// workers there are.
func TestKeepTooMuchAnywhere(t *testing.T) {
	for _, k := range keepers {
		var first []string
		for workers := 1; workers <= 3; workers++ {
			s, _ := newKeeper(t, bough.Options{Keep: 256 << 10, Workers: workers}, k.body, 5)
			at := s.strike(5000)
			s.tick(3)
			var all []string
			for _, f := range s.game.World().Faults() {
				all = append(all, fmt.Sprint(at, " ", f.Error(), f.Seen))
			}
			if first == nil {
				first = all
			}
			if got, want := strings.Join(all, "\n"), strings.Join(first, "\n"); got != want || at == 0 {
				t.Errorf("%s: with %d workers\n%s\nwith 1\n%s", k.name, workers, got, want)
			}
		}
	}
}
