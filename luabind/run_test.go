package luabind_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
)

// TestRun checks that each pause of a run ends one tick, that a run whose waiting time ends exactly at a tick
// continues in that tick, and that the results of the coroutine determine its status.
func TestRun(t *testing.T) {
	for _, c := range []struct {
		body  string
		ticks int
		want  string
	}{
		{"print(1) bt.yield() print(2) bt.yield() print(3) bt.yield()", 4, "1 2 3 exit success"},
		{"print(1) bt.wait(0) print(2)", 2, "1 2 exit success"},
		{"print(1) bt.wait(0.1) print(2) bt.wait(0.2) print(3)", 4, "1 2 3 exit success"},
		{"print(1) bt.wait(0.2) print(bt.tick())", 3, "1 3 exit success"},
		{"print(1) bt.wait(0.21) print(bt.tick())", 4, "1 4 exit success"},
		{"bt.wait_until(function() return bt.tick() >= 3 end) print(bt.tick())", 3, "3 exit success"},
		{"local n = 0 bt.wait_until(function() n = n + 1 return n == 1 end) print(bt.tick())", 2, "2 exit success"},
		{"bt.wait_until(function() error('in until') return true end) print('no')", 3, `error scripts/b.lua:2:26: script-error text="in until" exit error`},
		{"bt.wait_until(function() bt.yield() return true end)", 2, `error scripts/b.lua:2:26: wait-in-wait-until function="bt.yield" -> it exit error`},
		{"print(select('#', bt.yield())) print(select('#', bt.wait(0)))", 3, "0 0 exit success"},
		{"print(1) bt.yield() error('inside')", 2, `1 error scripts/b.lua:2:21: script-error text="inside" exit error`},
		{"print(1) bt.yield() local x = nil + 1", 2, `1 error scripts/b.lua:2:35: cannot-calculate left="nil" operator="+" right="1 (number)" exit error`},
		{"return 'failure'", 1, "exit failure"},
		{"bt.yield() return true", 2, "exit success"},
		{"bt.yield() return bt.RUNNING", 2, ""},
		{"bt.yield() return 'non' .. 'sense'", 2, `error scripts/b.lua:2:19: result-not-status hook="run" value="\"nonsense\"" -> it exit error`},
		{"coroutine.yield() print(2)", 2, "2 exit success"},
		{"local f = coroutine.wrap(function() coroutine.yield(1) return 2 end) print(f(), bt.yield(), f())", 2, "1 nil 2 exit success"},
		{"local co = coroutine.create(function(a, b) local c = coroutine.yield(a + b) return c * 2 end) print(coroutine.resume(co, 1, 2)) print(coroutine.resume(co, 5)) print(coroutine.resume(co)) print(coroutine.status(co))", 1,
			"true 3 true 10 false cannot resume dead coroutine dead exit success"},
		{"local f = coroutine.wrap(function() bt.yield() end) f()", 1, `error scripts/b.lua:2:37: wait-in-own-coroutine function="bt.yield" -> it exit error`},
		{"coroutine.wrap(function() coroutine.wrap(function() error('deep') end)() end)()", 1, `error scripts/b.lua:2:53: script-error text="deep" exit error`},
		{"local co co = coroutine.wrap(function() co() end) co()", 1, "error scripts/b.lua:2:41: running-coroutine -> it exit error"},
		{"print(1, bt.yield(), 2) local a, b = bt.yield() print(a, b)", 3, "1 nil 2 nil nil exit success"},
		{"print(1, bt.wait(0))", 2, "1 exit success"},
		{"local co = coroutine.wrap(function(...) print(...) print(coroutine.yield()) local a, b = coroutine.yield(9) print(a, b) end) co(1, 2) co(3, 4, 5) co(6)", 1, "1 2 3 4 5 6 nil exit success"},
		{"for v in coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) do print(v) end", 1, "1 2 3 exit success"},
		{"print(coroutine.running() ~= nil, coroutine.status(coroutine.running()))", 1, "true running exit success"},
		{"local ok, err = pcall(function() bt.wait(0.1) return 5 end) print(ok, err) bt.yield() print('on')", 3, "true 5 on exit success"},
		{"for i in function(_, i) bt.yield() i = (i or 0) + 1 if i < 3 then return i end end do print(i) end print('on')", 4, "1 2 on exit success"},
	} {
		s := newSession(t, options, one("return { run = function(agent, params, memory)\n"+c.body+"\nend, on_exit = function(agent, params, memory, reason) print('exit ' .. reason) end }\n"))
		s.spawn("main", nil)
		for range c.ticks {
			s.tick(1)
		}
		got := strings.ReplaceAll(strings.ReplaceAll(s.take(), "main#1: ", ""), "\n", " ")
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestNoYieldAcrossCalls checks that a function called by Go, such as a metamethod, cannot pause a run. The attempt
// must be an error, and the session must continue.
func TestNoYieldAcrossCalls(t *testing.T) {
	for name, body := range map[string]string{
		"__index":          "local x = setmetatable({}, { __index = function() YIELD() end }).x",
		"__newindex":       "setmetatable({}, { __newindex = function() YIELD() end }).x = 1",
		"__add":            "local x = setmetatable({}, { __add = function() YIELD() end }) + 1",
		"__eq":             "local mt = { __eq = function() YIELD() end } local x = setmetatable({}, mt) == setmetatable({}, mt)",
		"__lt":             "local mt = { __lt = function() YIELD() end } local x = setmetatable({}, mt) < setmetatable({}, mt)",
		"__concat":         "local x = setmetatable({}, { __concat = function() YIELD() end }) .. ''",
		"__unm":            "local x = -setmetatable({}, { __unm = function() YIELD() end })",
		"__tostring":       "tostring(setmetatable({}, { __tostring = function() YIELD() end }))",
		"sort":             "table.sort({ 3, 2, 1 }, function(a, b) YIELD() return a < b end)",
		"gsub":             "string.gsub('aaa', 'a', function() YIELD() end)",
		"__index directly": "local x = setmetatable({}, { __index = YIELD }).x",
		"sort directly":    "table.sort({ 3, 2, 1 }, YIELD)",
		"gsub directly":    "string.gsub('aaa', 'a', YIELD)",
	} {
		for _, yield := range []string{"bt.yield", "coroutine.yield"} {
			code := strings.ReplaceAll(body, "YIELD", yield)
			for _, form := range []string{code, "coroutine.wrap(function() " + strings.ReplaceAll(body, "YIELD", "coroutine.yield") + " end)()"} {
				s := newSession(t, options, hook("run", form+" bt.yield() print('went on')"))
				a := s.spawn("main", nil)
				s.tick(2)
				if got := s.take(); !strings.Contains(got, "error ") || strings.Contains(got, "went on") || a.Status() != engine.Failure {
					t.Errorf("%s, %s: %s", name, form, got)
				}
				s.save(one("return { run = function() print('well') bt.yield() end }\n"))
				s.tick(1)
				s.want("main#1: well")
			}
		}
	}
}

// TestYieldThroughFunctions checks that a run can pause inside of calls of Lua functions.
func TestYieldThroughFunctions(t *testing.T) {
	s := newSession(t, options, hook("run", `
    local function deep(n) if n == 0 then bt.yield() return "up" end local r = deep(n - 1) return r end
    print(deep(50))
    local function tail(n) if n == 0 then return bt.yield() end return tail(n - 1) end
    tail(50)
    print("tail")
    local y = bt.yield
    y()
    for i = 1, 2 do bt.yield() end
    for k, v in pairs({ 1, 2 }) do bt.yield() print(k) end
    print("end")`))
	s.spawn("main", nil)
	s.tick(8)
	s.want("main#1: up", "main#1: tail", "main#1: 1", "main#1: 2", "main#1: end")
}

// TestRunIsDropped checks that a suspended run is dropped by an abort, a reset, a despawn, and a reload that
// removes the place where it is suspended. The run must then start anew.
func TestRunIsDropped(t *testing.T) {
	file := func(word, wait string) string {
		return `return {
  precondition = function(agent) return not agent.stop end,
  run = function(agent, params, memory)
    memory.n = 1
    print("` + word + ` begin")
    ` + wait + `
    print("` + word + ` end")
  end,
  on_exit = function(agent, params, memory, reason) print("` + word + `", reason, memory.n) end,
}
`
	}
	s := newSession(t, options, one(file("old", "bt.wait(0.2)")))
	a := s.spawn("main", nil)
	stop := func(b bool) { a.Set(engine.KeyOf("stop"), value.Bool(b)) }
	s.take()
	s.tick(2)
	s.want("main#1: old begin")
	stop(true)
	s.tick(3)
	s.want("main#1: old aborted 1")
	stop(false)
	s.tick(1)
	s.want("main#1: old begin")
	a.Reset()
	s.want("main#1: old reset 1")
	s.tick(1)
	s.want("main#1: old begin")
	s.save("-- b.lua --\n" + file("new", "bt.yield() bt.yield()"))
	s.want("main#1: old reloaded 1")
	s.tick(3)
	s.want("main#1: new begin", "main#1: new end", "main#1: new success 1")
	s.tick(1)
	s.take()
	s.save("-- b.lua --\nreturn { run = \n")
	s.take()
	s.tick(2)
	s.want("main#1: new end", "main#1: new success 1")
	s.tick(1)
	s.game.Despawn(a)
	s.want("main#1: new begin", "main#1: new despawned 1")
}

// TestRunOfManyAgents checks that each agent has its own coroutine, in each worker.
func TestRunOfManyAgents(t *testing.T) {
	o := options
	o.Workers = 3
	s := newSession(t, o, hook("run", "for i = 1, agent.id do agent.n = i bt.yield() end return 'failure'"))
	for range 12 {
		s.spawn("main", nil)
	}
	s.tick(6)
	for a := range s.game.World().Agents() {
		want := float64((6-1)%(int(a.ID())+1) + 1)
		if want > float64(a.ID()) {
			want = float64(a.ID())
		}
		if n := number(a, "n"); n != want {
			t.Errorf("%s is at %v, want %v", a.Label(), n, want)
		}
	}
}

// TestPauseInRun checks that a coroutine continues where it was suspended.
func TestPauseInRun(t *testing.T) {
	s := newSession(t, options, hook("run", "for i = 1, 9 do print(i) bt.yield() end"))
	a := s.spawn("main", nil)
	s.tick(2)
	a.Pause()
	s.tick(3)
	a.Resume()
	s.tick(1)
	s.want("main#1: 1", "main#1: 2", "main#1: 3")
}

// TestRunWaits checks what an explanation says about a run that waits, also in a restored world.
func TestRunWaits(t *testing.T) {
	for body, want := range map[string]string{
		"bt.wait(2)": "waits at scripts/b.lua:2 for another 1.50 s",
		"bt.wait_until(function() return false end)": "waits at scripts/b.lua:2 until its function returns true",
		"while true do bt.yield() end":               "waits at scripts/b.lua:2",
		"local function far() bt.wait(2) end\nfar()": "waits at scripts/b.lua:2 for another 1.50 s",
	} {
		s := newSession(t, options, one("return { run = function(agent)\n"+body+"\nend }\n"))
		a := s.spawn("main", nil)
		for range 6 {
			s.tick(1)
		}
		steps := a.Explain().Steps
		if got := steps[len(steps)-1].Waits; got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

// TestRunLocals checks the local variables of a run that waits, for a node that the explanation is about.
func TestRunLocals(t *testing.T) {
	const waits = `return { params = { n = 4 }, run = function(agent, params, memory)
  local home = { x = agent.id, y = 2.5 }
  local function far(d, ...)
    for i = 1, 3 do
      local list = { 1, "b", far, true, 5 }
      bt.wait(2)
    end
  end
  far("0123456789012345678901234567890123456789012345", nil, 8)
end }
`
	const deep = `return { run = function()
  local function down(n, a, b, c)
    if n == 0 then bt.yield() else down(n - 1) end
    return 1
  end
  down(30)
end }
`
	for text, want := range map[string]string{
		waits: `far scripts/b.lua:6: list={1, "b", function, true, …} i=1 d="0123456789012345678901234567890123456789"… ...[1]=nil ...[2]=8 far=function; ` +
			`run scripts/b.lua:9: far=function home={x=1, y=2.5} memory={} params={n=4} agent={id=1, name="main"}`,
		deep: "down scripts/b.lua:3: c=nil b=nil a=nil n=0 down=function; down scripts/b.lua:3: c=nil b=nil a=nil n=1 down=function; " +
			"down scripts/b.lua:3: c=nil b=nil a=nil n=2 down=function; down scripts/b.lua:3: c=nil b=nil a=nil n=3 down=function;" +
			strings.Repeat(" down scripts/b.lua:3:;", 4),
		"return { behavior = function() return 'running' end }\n": "",
	} {
		s := newSession(t, options, one(text))
		a := s.spawn("main", nil)
		s.tick(3)
		for _, about := range [][]int{nil, {0}} {
			steps := a.Explain(about...).Steps
			var calls []string
			for _, c := range steps[len(steps)-1].Calls {
				line := c.Function + " " + c.Pos + ":"
				for _, l := range c.Locals {
					line += " " + l.Text + "=" + l.Value
				}
				calls = append(calls, line)
			}
			got := strings.Join(calls, "; ")
			if about == nil && got != "" {
				t.Errorf("without a question about the node: %s", got)
			}
			if want := strings.TrimSuffix(want, ";"); about != nil && got != want {
				t.Errorf("%s\n\tgot  %s\n\twant %s", text, got, want)
			}
		}
	}
}
