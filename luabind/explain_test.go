package luabind_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
)

// TestExplainShowsWhatIsReadFromBoards: entries of boards are shown like fields, whoever
// reads them: guards, conditions, named ones, preconditions, utilities.
func TestExplainShowsWhatIsReadFromBoards(t *testing.T) {
	s := newSession(t, options, `-- main.bt --
condition alarmed = bt.board("town").alarm == true
tree main "Asks boards."
  fallback
    sequence when bt.board("town").alarm and hp > 3
      idle
    sequence when alarmed
      idle
    condition bt.board("town")["open gate"] == 2
    asks
    utility
      dear
      cheap
-- asks.lua --
return { precondition = function(agent) local town = bt.board("town") return town.gold > agent.hp or town.gone end }
-- dear.lua --
return { utility = function() return bt.board("town").gold end, behavior = function() end }
-- cheap.lua --
return { utility = function() return bt.board("town").gold - 1 end, behavior = function() end }
-- agent.fields --
hp: hit points
`)
	w := s.game.World()
	w.SetBoard("town", "open gate", engine.Number(1))
	w.SetBoard("town", "gold", engine.Number(7))
	s.tick(0)
	text := s.spawn("main", bough.Fields{"hp": 50}).Explain().String()
	const alarmed = "alarmed = false, "
	for _, want := range []string{
		`sequence: guard bt.board("town").alarm and hp > 3 is false (hp = 50, bt.board("town").alarm = nil)`,
		`sequence#2: guard alarmed is false (` + alarmed + `bt.board("town").alarm = nil)`,
		`condition: condition bt.board("town")["open gate"] == 2 is false (bt.board("town")["open gate"] = 1)`,
		`asks: precondition is false (bt.board("town").gold = 7, hp = 50, bt.board("town").gone = nil)`,
		`cheap: another has a higher utility (bt.board("town").gold = 7, utility = 6)`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no line\n%s\nin\n%s", want, text)
		}
	}
	s.want()
}

// TestExplainSeesAll: while a decision is explained, a hook finds in its agent what it finds when it is asked in
// a tick, by whatever way, and the fields that it reads by name are shown.
func TestExplainSeesAll(t *testing.T) {
	s := newSession(t, bough.Options{Seed: 1}, `-- main.bt --
tree main
  b
-- lib/see.lua --
return { all = function(agent)
  local names, n = {}, 0
  for k in pairs(agent) do names[#names + 1] = tostring(k) end
  for _, v in ipairs(agent) do n = n + v end
  return table.concat(names, " ") .. "; " .. n .. #agent .. agent[2] .. next(agent) .. tostring(rawget(agent, "me") == agent)
end }
-- b.lua --
local see = require("lib.see")
return { precondition = function(agent) return see.all(agent) == agent.want and agent.me.hp > 5 and agent.none end }
-- fill.bt --
tree fill
  fill
-- fill.lua --
local see = require("lib.see")
return { behavior = function(agent) agent.hp, agent.me, agent[1], agent[2], agent.want = 7, agent, 7, 8, "" agent.want = see.all(agent) end }
`).clean()
	a := s.spawn("fill", nil)
	s.tick(1)
	if err := s.game.SetTree(a, "main"); err != nil {
		t.Fatal(err)
	}
	text := a.Explain().String()
	for _, want := range []string{"me = table of 2", "; 1528", `true"`, "none = nil"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if !strings.Contains(text, "hp = 7") {
		t.Errorf("no hp in\n%s", text)
	}
	s.want()
}
