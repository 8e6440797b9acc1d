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
	alarmed := ""
	if onCore {
		alarmed = "alarmed = false, "
	}
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
