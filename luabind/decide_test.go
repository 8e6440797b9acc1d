package luabind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// family returns a tree whose root is the given behavior, with three children. Each child writes its name when it
// runs. It is ready unless the field no_NAME is set.
func family(parent string, children ...string) string {
	out := "-- main.bt --\ntree main \"A family.\"\n  p\n    x\n    y\n    z\n-- p.lua --\n" + parent + "\n"
	for i, name := range []string{"x", "y", "z"} {
		extra := ""
		if i < len(children) {
			extra = children[i]
		}
		out += fmt.Sprintf("-- %s.lua --\nreturn { precondition = function(agent) return not agent.no_%s end, behavior = function(agent) agent.did = %q end,\n%s\n}\n", name, name, name, extra)
	}
	return out
}

// did returns the names of the children that run in the next tick. It first sets the field no_NAME for each name in
// unready.
func (s *session) did(a *bough.Agent, unready string) string {
	a.Set(engine.KeyOf("did"), value.Value{})
	for _, name := range []string{"x", "y", "z"} {
		a.Set(engine.KeyOf("no_"+name), value.Bool(strings.Contains(unready, name)))
	}
	s.tick(1)
	return a.Get(engine.KeyOf("did")).Str()
}

func TestUtility(t *testing.T) {
	s := newSession(t, options, family(`return { children = "utility" }`,
		"utility = function(agent, params, memory, extra) assert(memory == nil and extra == nil) return agent.fear end",
		"params = { much = 5 }, utility = function(agent, params) return params.much end",
		"")).clean()
	a := s.spawn("main", nil)
	for _, c := range []struct {
		fear float64
		want string
	}{{1, "y"}, {7, "x"}, {4, "y"}, {-1e308, "y"}} {
		a.Set(engine.KeyOf("fear"), value.Number(c.fear))
		if got := s.did(a, ""); got != c.want {
			t.Errorf("fear %v: %s, want %s", c.fear, got, c.want)
		}
	}
	if got := s.did(a, "y"); got != "z" {
		t.Errorf("without y: %s", got)
	}
	a.Set(engine.KeyOf("fear"), value.Value{})
	if got := s.did(a, ""); got != "y" {
		t.Errorf("after an error: %s", got)
	}
	s.want(`error scripts/x.lua:2:96: wrong-utility value="nothing"`)
}

func TestPostcondition(t *testing.T) {
	s := newSession(t, options, family(`return { children = "goal", postcondition = function(agent) return agent.done end }`,
		"postcondition = function(agent, params, memory) assert(memory == nil) return agent.has_x end",
		"postcondition = function(agent) return agent.has_y end",
		"postcondition = function(agent) return nil end")).clean()
	a := s.spawn("main", nil)
	for _, c := range []struct{ set, want string }{{"", "x"}, {"has_x", "y"}, {"has_y", "z"}, {"done", ""}} {
		if c.set != "" {
			a.Set(engine.KeyOf(c.set), value.Number(0)) // any value except nil and false is true
		}
		if got := s.did(a, ""); got != c.want {
			t.Errorf("%s: %s, want %s", c.set, got, c.want)
		}
	}
	if a.Status() != engine.Success {
		t.Errorf("status %v", a.Status())
	}
	s.want()
}

// TestChoose checks the arguments of choose, and the effect of its results.
func TestChoose(t *testing.T) {
	const list = `local s = "" for i, c in ipairs(children) do s = s .. i .. c.name .. c.index .. (c.active and "+" or "-") .. c.score .. " " end`
	for _, c := range []struct{ body, unready, want string }{
		{"return 1", "", "x"}, {"return 2", "", "y"}, {"return 2", "x", "z"}, {"return #children", "", "z"}, {"return 2.0", "", "y"},
		{"return nil", "", ""}, {"return false", "", ""}, {"", "", ""}, {"return", "", ""},
		{"error('asked')", "xyz", ""},
		{"for i, c in ipairs(children) do if c.name == 'y' then return i end end", "", "y"},
		{"for i, c in ipairs(children) do if c.index == 3 then return i end end", "x", "z"},
		{"table.sort(children, function(a, b) return a.score > b.score end) return 1", "", "z"},
		{"table.sort(children, function(a, b) return a.score > b.score end) return 2", "", "y"},
		{"table.remove(children, 1) return 1", "", "y"},
		{"children[1], children[2] = children[2], children[1] return 1", "", "y"},
		{"return select('#', agent, params, children, extra) == 4 and extra == nil and 1", "", "x"},
		{list + " agent_said = s assert(s == '1x1-0 2y2-5 3z3-7 ', s) return 3", "", "z"},
		{list + " assert(s == '1x1-0 2z3-7 ', s) return 2", "y", "z"},
	} {
		body := strings.Replace(c.body, " agent_said = s", "", 1)
		s := newSession(t, options, family("return { choose = function(agent, params, children, extra)\n"+body+"\nend }", "",
			"utility = function() return 5 end", "utility = function() return 7 end"))
		a := s.spawn("main", nil)
		if got := s.did(a, c.unready); got != c.want {
			t.Errorf("%s without %s: %s, want %s", body, c.unready, got, c.want)
		}
		s.want()
	}
}

// TestChooseKeeps checks that the list marks the active child, and that the active child ends when another child is
// chosen.
func TestChooseKeeps(t *testing.T) {
	s := newSession(t, options, family(`return {
  precondition = function(agent) return not agent.off end,
  on_enter = function() print("enter") end,
  choose = function(agent, params, children)
    for i, c in ipairs(children) do if c.active and not agent.change then return i end end
    return #children
  end,
  on_exit = function(agent, params, memory, reason) print(reason) end,
}`, "on_exit = function(agent, params, memory, reason) print('x', reason) end")).clean()
	a := s.spawn("main", nil)
	var got []string
	for _, unready := range []string{"yz", "", "z", "x", ""} {
		got = append(got, s.did(a, unready))
	}
	a.Set(engine.KeyOf("change"), value.Bool(true))
	got = append(got, s.did(a, ""))
	a.Set(engine.KeyOf("off"), value.Bool(true))
	got = append(got, s.did(a, ""))
	if text := strings.Join(got, ","); text != "x,x,x,z,z,z," {
		t.Errorf("ran %s", text)
	}
	s.want("main#1: enter", "main#1: x aborted", "main#1: aborted")
}

// TestResult checks the arguments of result, and the effect of its results.
func TestResult(t *testing.T) {
	for _, c := range []struct {
		child, body string
		want        engine.Status
		said        string
	}{
		{"return 'running'", "print(status) memory.n = 1", engine.Running, "running"},
		{"return 'success'", "print(status)", engine.Success, "success"},
		{"return 'failure'", "print(status)", engine.Failure, "failure"},
		{"return true", "return nil", engine.Success, ""},
		{"return true", "return", engine.Success, ""},
		{"return true", "return status", engine.Success, ""},
		{"return true", "return 'failure'", engine.Failure, ""},
		{"return true", "return false", engine.Failure, ""},
		{"return false", "return true", engine.Success, ""},
		{"return false", "return bt.RUNNING", engine.Running, ""},
		{"return 'running'", "return bt.SUCCESS", engine.Success, ""},
		{"return true", "agent.seen = status", engine.Success, ""},
	} {
		s := newSession(t, options, fmt.Sprintf(`
-- main.bt --
tree main "One child."
  p
    x
-- p.lua --
return { result = function(agent, params, memory, status)
%s
end }
-- x.lua --
return { behavior = function() %s end }
`, c.body, c.child)).clean()
		a := s.spawn("main", nil)
		s.tick(1)
		if got := strings.ReplaceAll(s.take(), "main#1: ", ""); a.Status() != c.want || got != c.said {
			t.Errorf("%s, %s: %v %s, want %v %s", c.child, c.body, a.Status(), got, c.want, c.said)
		}
	}
}

// TestWrongAnswers checks that each invalid result of a hook in Decide gives an exact message, with the position of
// the return statement. The agent must then behave as if the hook had refused.
func TestWrongAnswers(t *testing.T) {
	for _, c := range []struct{ hook, body, want string }{
		{"utility", "", `1:28: wrong-utility value="nothing"`},
		{"utility", "return", `2:1: wrong-utility value="nothing"`},
		{"utility", "return nil", `2:8: wrong-utility value="nothing"`},
		{"utility", "return 'much'", `2:8: wrong-utility value="\"much\""`},
		{"utility", "return '5'", `2:8: wrong-utility value="\"5\""`},
		{"utility", "return true", `2:8: wrong-utility value="true" -> zero-if-of-no-use`},
		{"utility", "return {}", `2:8: wrong-utility value="table"`},
		{"utility", "return 0/0", `2:8: wrong-utility value="nan"`},
		{"utility", "if agent.id == 1 then return end\nreturn 5", `2:23: wrong-utility value="nothing"`},
		{"utility", "if agent.id == 2 then return 5 end", `1:28: wrong-utility value="nothing"`},
		{"utility", "return agent.nothing", `2:8: wrong-utility value="nothing"`},
		{"utility", "while true do end", "2:1: hook-runs-too-long limit=100000 -> end-sooner"},
		{"utility", "error('oh')", `2:1: script-error text="oh"`},
		{"utility", "return agent.nothing + 1", `2:14: cannot-calculate left="agent.nothing (nil)" operator="+" right="1 (number)" -> agent-lacks-field name="nothing" remedy=(write-code code="(agent.nothing or 0)")`},
		{"utility", "local function f(a) a.n = 1 end f(agent) return 1", `2:21: decide-writes key="\"n\"" table="the agent" who="utility" -> it`},
		{"utility", "local t = { bt.post } pcall(t[1], 1, 'x') t[1](1, 'x') return 1", `2:23: decide-calls-action function="bt.post" who="utility" -> it`},
		{"postcondition", "while true do end return true", "2:1: hook-runs-too-long limit=100000 -> end-sooner"},
		{"postcondition", "local function f(a) a.n = 1 end f(agent) return 1", `2:21: decide-writes key="\"n\"" table="the agent" who="postcondition" -> it`},
		{"choose", "return 99", `2:8: choice-not-place last=3 value="99"`},
		{"choose", "return 0", `2:8: choice-not-place last=3 value="0"`},
		{"choose", "return -1", `2:8: choice-not-place last=3 value="-1"`},
		{"choose", "return 1.5", `2:8: choice-not-place last=3 value="1.5"`},
		{"choose", "return 0/0", `2:8: choice-not-place last=3 value="nan"`},
		{"choose", "return 1/0", `2:8: choice-not-place last=3 value="inf"`},
		{"choose", "return 1e300", `2:8: choice-not-place last=3 value="1e+300"`},
		{"choose", "return 'x'", `2:8: choice-not-place last=3 value="\"x\""`},
		{"choose", "return '1'", `2:8: choice-not-place last=3 value="\"1\""`},
		{"choose", "return true", `2:8: choice-not-place last=3 value="true"`},
		{"choose", "return {}", `2:8: choice-not-place last=3 value="table"`},
		{"choose", "return children[1]", `2:8: choice-not-place last=3 value="table"`},
		{"choose", "children[1] = {} return 1", `2:25: choice-not-place last=3 value="1"`},
		{"choose", "table.remove(children) return 3", `2:31: choice-not-place last=3 value="3"`},
		{"choose", "return children[9].name", `2:20: not-a-table key="name" what="children[9] (nil)" -> if-nil remedy=(test-before operand="children[9]")`},
		{"choose", "while true do end", "2:1: hook-runs-too-long limit=100000 -> end-sooner"},
		{"choose", "local function f(a) a.n = 1 end f(agent) return 1", `2:21: decide-writes key="\"n\"" table="the agent" who="choose" -> it`},
		{"choose", "bt.board('v').x = 1 return 1", `2:15: decide-writes key="\"x\"" table="bt.board(\"v\")" who="choose" -> it`},
	} {
		testWrongAnswer(t, c.hook, c.body, c.want)
	}
}

func testWrongAnswer(t *testing.T, hook, body, want string) {
	t.Helper()
	file := fmt.Sprintf("%s = function(agent, params, children)\n%s\nend", hook, body)
	parent := map[string]string{"utility": `return { children = "utility" }`, "postcondition": `return { children = "goal" }`, "choose": "return { " + file + " }"}[hook]
	child, path := "", "scripts/p.lua:"
	if hook != "choose" {
		child, path = file, "scripts/x.lua:"
		want = shift(want, 1)
	} else {
		want = strings.Replace(want, "1:28:", "1:10:", 1)
	}
	s := newSession(t, options, family(parent, child))
	a := s.spawn("main", nil)
	s.take() // warnings
	did := s.did(a, "")
	if hook == "choose" && did != "" || hook != "choose" && did != "y" {
		t.Errorf("%s: %s: ran %q", hook, body, did)
	}
	if got := s.take(); got != "error "+path+want {
		t.Errorf("%s: %s\ngot  %s\nwant %s", hook, body, got, "error "+path+want)
	}
}

// shift adds a number of lines to a position.
func shift(place string, by int) string {
	var line int
	fmt.Sscanf(place, "%d", &line)
	col := strings.TrimPrefix(place, fmt.Sprint(line))
	if line == 1 {
		col = ":1:" + strings.SplitN(col, ":", 3)[2]
	}
	return fmt.Sprint(line+by) + col
}

// TestWrongResults is like TestWrongAnswers, for the hook result, which is called in Act.
func TestWrongResults(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"return #status", `2:8: result-not-status hook="result" value="7" -> it`},
		{"return status .. 's'", `2:8: result-not-status hook="result" value="\"runnings\"" -> it`},
		{"return memory", `2:8: result-not-status hook="result" value="table" -> it`},
		{"while true do end", "2:1: hook-runs-too-long limit=100000 -> spread-over-ticks"},
		{"error('oh')", `2:1: script-error text="oh"`},
		{"bt.yield()", "2:1: bt.yield can only be used in run: wait in run = function(agent) ... end instead of behavior; run is called once, so what is to repeat goes into a loop in it"},
	} {
		s := newSession(t, options, "-- main.bt --\ntree main \"One child.\"\n  p\n    x\n-- p.lua --\nreturn { result = function(agent, params, memory, status)\n"+c.body+
			"\nend }\n-- x.lua --\nreturn { behavior = function() end }\n")
		if strings.Contains(c.body, "yield") {
			c.want = ""
		}
		a := s.spawn("main", nil)
		s.take()
		s.tick(1)
		want := "error scripts/p.lua:" + c.want
		if c.want == "" {
			continue // the check of the file has found the error
		}
		if got := s.take(); got != want || a.Status() != engine.Failure {
			t.Errorf("%s: %v\ngot  %s\nwant %s", c.body, a.Status(), got, want)
		}
	}
}

// TestReadOnlyInDecide checks that neither an explanation nor a second question changes anything.
func TestReadOnlyInDecide(t *testing.T) {
	o := options
	o.DecideTwice = true
	s := newSession(t, o, family(`return { choose = function(agent, params, children)
  table.sort(children, function(a, b) return a.score > b.score end)
  return 1
end }`, "utility = function(agent) return agent.hp end", "utility = function(agent) return math.random() end")).clean()
	a := s.spawn("main", bough.Fields{"hp": 3})
	text := a.Explain().String()
	for _, want := range []string{"would run: p/x", "choose did not pick it", "utility = 0."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if got := s.did(a, ""); got != "x" {
		t.Errorf("ran %s", got)
	}
	if n := len(s.game.World().Impure()); n != 0 {
		t.Errorf("%d impure decisions", n)
	}
	s.want()
}

// TestInterval checks that the result of a precondition is reused during the interval.
func TestInterval(t *testing.T) {
	s := newSession(t, options, one(`return {
  interval = 0.25,
  precondition = function(agent) print("asked") return true end,
}
`)).clean()
	s.spawn("main", nil)
	var asked []string
	for range 8 {
		s.tick(1)
		asked = append(asked, fmt.Sprint(strings.Count(s.take(), "asked")))
	}
	if got := strings.Join(asked, ""); got != "10010010" {
		t.Errorf("asked %s", got)
	}
}

func TestNumbersOfMeaning(t *testing.T) {
	s := newSession(t, options, one("return { interval = 1.5, importance = -2 }\n")).clean()
	c := s.spawn("main", nil).Program().Node(0).Behavior
	if c.Interval.Seconds() != 1.5 || c.Importance != -2 {
		t.Errorf("interval %v, importance %v", c.Interval, c.Importance)
	}
	for _, c := range []struct{ file, want string }{
		{"return { interval = 'long' }", `scripts/b.lua:1:21: wrong-field name="interval" value="\"long\"" want="a number"`},
		{"return { interval = -1 }", `scripts/b.lua:1:21: wrong-field name="interval" value="-1" want="a number of seconds, 0 or more (at most thirty years)"`},
		{"return { interval = 0/0 }", `wrong-field name="interval" value="nan" want="a number of seconds, 0 or more (at most thirty years)"`},
		{"return { interval = 1/0 }", `wrong-field name="interval" value="inf" want="a number of seconds, 0 or more (at most thirty years)"`},
		{"return { interval = 1e12 }", `wrong-field name="interval" value="1000000000000" want="a number of seconds, 0 or more (at most thirty years)"`},
		{"return { importance = {} }", `wrong-field name="importance" value="table" want="a number"`},
		{"return { importance = 0/0 }", `wrong-field name="importance" value="nan" want="a finite number"`},
		{"return { utility = 5 }", `hook-not-function name="utility" value="a number" -> write-hook name="utility"`},
		{"local t = { choose = function() end, behavior = function() end } return t", `both-defined key="choose" other="behavior" -> it`},
		{"local t = { choose = function() end, run = function() end } return t", `both-defined key="choose" other="run" -> it`},
		{"return { children = 'sticky', choose = function() end }", `scripts/b.lua:1:31: both-defined key="choose" other="children" -> it`},
		{"return { children = 'sticky', result = function() end }", `both-defined key="result" other="children" -> it`},
		{"return { result = function() end, choose = function() end }", `scripts/b.lua:1:10: both-defined key="result" other="choose" -> it`},
		{"return { children = 'utilty' }", `unknown-children-rule value="utilty" -> did-you-mean near="utility"`},
	} {
		s := newSession(t, options, one(c.file+"\n"))
		if got := headlines(s.game.Load().Errors()); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.file, got, c.want)
		}
	}
}
