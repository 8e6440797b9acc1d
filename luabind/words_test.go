package luabind_test

import "testing"

// TestWords: what the Lua library says in words of its own is said in those of a script's
// author.
func TestWords(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"local x = 5\nx.y = 1", "error scripts/b.lua:3:1: a number is used as if it were a table: it has no field 'y'"},
		{"agent.x = {}\nagent.x.y.z = 1", "error scripts/b.lua:3:9: nothing (nil) is used as if it were a table: it has no field 'z'"},
		{"print(('x').y.z)", "error scripts/b.lua:2:13: nothing (nil) is used as if it were a table: it has no field 'z'"},
		{"print((true).y)", "error scripts/b.lua:2:13: a boolean is used as if it were a table: it has no field 'y'"},
		{"agent.list = {}\nfor k, v in agent.list do\nend", "error scripts/b.lua:3:1: attempt to call something that is not a function: for ... in wants pairs(t) or ipairs(t), not the table itself"},
		{"agent.list = {}\nagent.list()", "error scripts/b.lua:3:7: attempt to call something that is not a function"},
		{"print(bt.board('x')[{}])", "error scripts/b.lua:2:1: board x, entry table: keys are strings"},
	} {
		if got := run(t, "behavior", c.body); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}
