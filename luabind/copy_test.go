package luabind_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// TestPostsAreCopies checks that the receiver of a posted table does not see later changes by the sender, and vice
// versa.
func TestPostsAreCopies(t *testing.T) {
	s := newSession(t, options, `
-- send.bt --
tree send "Sends."
  sender
-- hear.bt --
tree hear "Hears."
  hearer
-- sender.lua --
return {
  on_enter = function(agent, params)
    agent.mine = { x = 1, deep = { y = 2 }, 10, 20, [true] = "yes" }
    bt.post(2, "noise", agent.mine, 5)
    bt.post(3, "noise", agent.mine, 5)
    agent.mine.x, agent.mine.deep.y, agent.mine[3] = 100, 200, 300
  end,
  behavior = function(agent) print(agent.mine.x, agent.mine.deep.y, #agent.mine) end,
}
-- hearer.lua --
return {
  stimulus = "noise",
  behavior = function(agent)
    local d = bt.stimulus()
    print(d.x, d.deep.y, #d, d[2], d[true])
    d.x, d.deep.y = -1, -2
  end,
}
`).clean()
	s.spawn("send", nil)
	s.spawn("hear", nil)
	s.spawn("hear", nil)
	s.tick(3)
	s.want("send#1: 100 200 3",
		"send#1: 100 200 3", "hear#2: 1 2 2 20 yes", "hear#3: 1 2 2 20 yes",
		"send#1: 100 200 3", "hear#2: 1 2 2 20 yes", "hear#3: 1 2 2 20 yes")
}

// TestBoardsAreCopies checks that tables on boards are copies, with several workers.
func TestBoardsAreCopies(t *testing.T) {
	for _, workers := range []int{1, 2} {
		o := options
		o.Workers = workers
		s := newSession(t, o, hook("behavior", `
    local v = bt.board("v")
    print(v.t and v.t.list[1], v.t == v.t, v[5], v.gone)
    local read = v.t
    if read then read.list[1] = 99 end
    agent.t = { list = { agent.id } }
    v.t, v[5], v.gone = agent.t, "five", bt.tick() == 1 or nil
    agent.t.list[1] = -1`)).clean()
		s.spawn("main", nil)
		s.spawn("main", nil)
		s.tick(3)
		s.want("main#1: nil true nil nil", "main#2: nil true nil nil",
			"main#1: 2 false five true", "main#2: 2 false five true",
			"main#1: 2 false five nil", "main#2: 2 false five nil")
	}
}

// TestParamsArePosted checks that constant tables, such as tables in params, are also copied.
func TestParamsArePosted(t *testing.T) {
	s := newSession(t, options, one(`return {
  params = { point = { x = 3, y = 4 }, list = { 1, 2 } },
  behavior = function(agent, params)
    local b = bt.board("v")
    if b.all then print(b.point.x, #b.all.list, b.all.point.y) end
    b.point, b.all = params.point, params
    agent.goal = params.point
  end,
}
`)).clean()
	a := s.spawn("main", nil)
	s.tick(2)
	s.want("main#1: 3 2 4")
	goal, ok := a.Get(engine.KeyOf("goal")).Ref().(*value.Table)
	if !ok || len(goal.Entries) != 2 {
		t.Errorf("Go reads %v", a.Get(engine.KeyOf("goal")))
	}
}

// TestWhatCannotBeHandedOn checks the errors for values that cannot leave an agent, in each way of handing them on.
// Package helper tests which values these are.
func TestWhatCannotBeHandedOn(t *testing.T) {
	ways := []string{
		"bt.post(1, 'x', T)", "bt.request(agent, 'x', T)", "bt.board('v').x = T",
	}
	for _, c := range []struct{ make, want string }{
		{"local T = {} T.t = T", "data-too-deep most=8"},
		{"local T = print", `not-plain-data kind="function"`},
		{"local T = { [{}] = 1 }", ""},
		{"local T = setmetatable({ 1 }, { __index = function() error('asked') end })", ""},
	} {
		for _, way := range ways {
			got := run(t, "behavior", c.make+"\n"+way)
			if got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
				t.Errorf("%s %s\ngot  %s\nwant %s", c.make, way, got, c.want)
			}
		}
	}
}

// TestFields checks that Go reads the values that Lua writes, and vice versa.
func TestFields(t *testing.T) {
	s := newSession(t, options, hook("behavior", `
    print(agent.id, agent.name, agent.n, agent.s, agent.b, agent.place and agent.place.x, agent.list and #agent.list, agent.nothing)
    agent.n, agent.s, agent.b = 2.5, "lua", false
    agent.t = { 1, x = { 2 } }
    agent.new = 1
    agent.gone = nil`))
	a := s.spawn("main", bough.Fields{
		"n": 1, "s": "go", "b": true, "place": value.Vector{X: 3}, "list": []string{"a", "b"}, "gone": 5, "nothing": nil,
	})
	s.tick(1)
	s.want("main#1: 1 main 1 go true 3 2 nil")
	if n, s, b := number(a, "n"), a.Get(engine.KeyOf("s")).Str(), a.Get(engine.KeyOf("b")); n != 2.5 || s != "lua" || b.Kind() != value.KindBool || b.Truthy() {
		t.Errorf("Go reads %v %q %v", n, s, b)
	}
	table, ok := a.Get(engine.KeyOf("t")).Ref().(*value.Table)
	if !ok || len(table.Entries) != 2 || table.Entries[0].Value.Float() != 1 || table.Entries[1].Key.Str() != "x" {
		t.Errorf("Go reads t as %v", a.Get(engine.KeyOf("t")))
	}
	if v := a.Get(engine.KeyOf("gone")); !v.IsNil() {
		t.Errorf("gone is %v", v)
	}
	var names []string
	for k := range a.Fields().All {
		names = append(names, k.Name())
	}
	if got := strings.Join(names, " "); got != "b list n place s t new" {
		t.Errorf("fields in order: %s", got)
	}
	a.Set(engine.KeyOf("n"), value.Value{})
	a.Set(engine.KeyOf("s"), value.String("again"))
	s.tick(1)
	s.want("main#1: 1 main nil again false 3 2 nil")
}

// TestOrderOfPairs checks that pairs iterates over fields in the order in which they were first set.
func TestOrderOfPairs(t *testing.T) {
	const walk = `local s = "" for k, v in pairs(agent) do s = s .. k .. " " end print(s)`
	s := newSession(t, options, one(`return {
  precondition = function(agent) `+walk+` return true end,
  behavior = function(agent) agent.z = 1 agent.a = 2 agent.hp = nil `+walk+` agent.hp = 3 `+walk+` end,
}
`))
	s.spawn("main", bough.Fields{"hp": 1, "ammo": 2})
	s.tick(1)
	s.want("main#1: id name ammo hp ", "main#1: id name ammo z a ", "main#1: id name ammo hp z a ")
}
