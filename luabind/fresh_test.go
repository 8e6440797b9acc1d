package luabind_test

import (
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
)

// TestFreshInDecide: what a hook that must not change anything is given as a copy, or makes, is its own.
func TestFreshInDecide(t *testing.T) {
	s := newSession(t, options, `-- main.bt --
tree main
  p
    b
-- p.lua --
return { choose = function(agent, params, children)
  table.sort(children, function(a, b) return a.index > b.index end)
  children[1].seen, children[#children + 1] = true, {}
  return 1
end }
-- b.lua --
return { precondition = function(agent)
  local list = bt.board("b").list
  table.sort(list)
  list[#list + 1], list.inner.x = 9, 2
  local p = own.near({ 1, 2 })
  p.x, p[1] = 1, 2
  local data = bt.stimulus() or {}
  data.seen = true
  local t = setmetatable({}, { __newindex = function(t, k, v) rawset(t, k, v + 1) end })
  t.n = list[1]
  local n = 0
  for i = 1, 3 do local f = function() n = n + i end f() end
  local co = coroutine.wrap(function() for i = 1, 2 do n = n + i coroutine.yield() end end)
  co() co()
  local ok, e = pcall(error, { code = 1 })
  e.code = 2
  local text = ("a b"):gsub("%a", function(c) n = n + 1 return c:upper() end)
  print(t.n, #list, n, text, e.code)
  return true
end, behavior = function() end }
`, func(g *bough.Game) error {
		return g.Bind("own", bough.Func("near(list): a place", func(list []float64) engine.Vector { return engine.Vector{X: 3} }))
	})
	if p := headlines(s.game.Load().Errors()); p != "" {
		t.Fatal(p)
	}
	s.game.World().SetBoard("b", "list", engine.Other(&engine.Table{Entries: []engine.Entry{
		{Key: engine.Number(1), Value: engine.Number(3)}, {Key: engine.Number(2), Value: engine.Number(1)},
		{Key: engine.String("inner"), Value: engine.Other(&engine.Table{})},
	}}))
	s.tick(0)
	s.spawn("main", nil)
	s.tick(1)
	s.take()
	s.tick(1)
	s.want("main#1: 2 3 11 A B 2")
}
