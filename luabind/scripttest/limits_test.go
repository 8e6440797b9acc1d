package scripttest_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/scripttest"
)

// TestOnCore checks the errors for invalid stand-ins, and that the results of stand-ins
// are copied.
func TestOnCore(t *testing.T) {
	for _, c := range []struct{ name, test, want string }{
		{"a function of Lua is no helper", "t.helper('math.floor', function() return 1 end)",
			`main_test.lua:2:1: global-replaced function="math.floor"`},
		{"a function as a result", "t.helper('far.list', function() return print end) t.spawn('main') t.tick()",
			`main_test.lua:2:1: stand-in-result-refused function="far.list" n=1 reason=(not-plain-data kind="function") value="function" -> use-plain-data`},
		{"an agent as a result", "local a = t.spawn('main') t.helper('far.list', function() return { a } end) t.tick()", `stand-in-result-refused function="far.list" n=1 reason=(agent-as-data agent="main#1")`},
		{"a table as a result", "local list = { 1 } t.helper('far.list', function() return list end) local a = t.spawn('main') t.tick() t.equal(a.list, { 1, 2 }) t.equal(list, { 1 })", "ok"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := outcome(t, open(t, files("main.bt", plainTree, "root.lua", "return {}",
				"walk.lua", "return { behavior = function(agent) agent.list = far.list() agent.list[2] = 2 end }", "main_test.lua",
				"return { [\"it\"] = function(t)\n"+c.test+"\nend, other = function(t) t.helper('far.list', function() end) end }\n"), scripttest.Options{Filter: ": it"}))
			if !strings.Contains(got, c.want) {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
}
