//go:build !luacore

package luabind_test

import (
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// TestHeavyKnown: what an agent keeps and the census knows is not weighed again as something
// of the file that runs.
func TestHeavyKnown(t *testing.T) {
	var game *bough.Game
	s := newSession(t, options, `-- b.lua --
local lib = require "lib.m"
return { behavior = function(agent)
  agent.list = agent.list or {}
  for i = #agent.list + 1, math.min(#agent.list + 10, 400) do
    agent.list[i] = {}
    for k = 1, 400 do agent.list[i][k] = lib[1] end
  end
  for i = 1, 20000 do agent.i = i end
  agent.found, agent.much = h.heavy(1e6)
end }
-- lib/m.lua --
return { {}, {} }
-- main.bt --
tree main
  b
`, func(g *bough.Game) error {
		game = g
		return g.Bind("h", bough.Func("heavy(room): weighs who runs", func(room int) (int, bool) { return luabind.Heavy(game.Runtime(), 0, room) }))
	}).clean()
	a := s.spawn("main", nil)
	s.tick(120)
	bytes, _ := game.Kept(a)
	found, much := a.Get(engine.KeyOf("found")).Float(), a.Get(engine.KeyOf("much")).Truthy()
	if much || found < 2<<20 || int(found) > bytes+100_000 {
		t.Errorf("found %v, too much %v; the agent keeps %d", found, much, bytes)
	}
	if got := s.take(); got != "" {
		t.Error(got)
	}
}

// TestHeavySealed: what files have from the start is held by nobody who runs, though it has
// not been counted yet.
func TestHeavySealed(t *testing.T) {
	var game *bough.Game
	s := newSession(t, options, `-- b.lua --
local lib = require "lib.m"
return { behavior = function(agent)
  local mine = {}
  for i = 1, #lib do mine[i] = lib[i] end
  agent.found, agent.much = h.heavy(1e6)
end }
-- lib/m.lua --
local m = {}
for i = 1, 2000 do
  m[i] = {}
  for k = 1, 50 do m[i][k] = k end
end
return m
-- main.bt --
tree main
  b
`, func(g *bough.Game) error {
		game = g
		return g.Bind("h", bough.Func("heavy(room): weighs who runs", func(room int) (int, bool) { return luabind.Heavy(game.Runtime(), 0, room) }))
	}).clean()
	a := s.spawn("main", nil)
	s.tick(1)
	if found, much := a.Get(engine.KeyOf("found")).Float(), a.Get(engine.KeyOf("much")).Truthy(); much || found > 200_000 {
		t.Errorf("found %v, too much %v", found, much)
	}
	s.want()
}
