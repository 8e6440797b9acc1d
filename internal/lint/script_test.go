package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const guard = `local geom = require "lib.geom"
local wait, ask = bt.wait, bt.request
local function step(agent, d)
  agent.x = agent.x + d
end
local late
late = function(npc, params) return 7 end
local M = { doc = "A guard.", precondition = function(agent) return agent.target ~= nil end }
function M:on_enter(params, memory, ...)
  local me = self
  me.busy = true
  self.pos.y = 1
  local t = self.target
  t.hp = 0
  return
end
M.behavior = late
M.on_exit = function(agent, _, memory, reason)
  agent[reason] = true
  agent:forget("x")
  agent["odd key"] = 1
  local function inner() return 1 end
  if reason then return true elseif agent.hp then return (nil) else return -3, 4 end
end
M.utility = step
M.helper = function(a) a.free = a.bound; wait(1); ask(a); geom.f() return {}, 1 end
M.helper = function(a) a.free = a.bound; wait(1); ask(a, unpack(a)); geom.f(foo) return bt.RUNNING end
M.doc = "Another."
return M
`

func parse1(t *testing.T, path, src string) *Script {
	t.Helper()
	s, _, l := Parse(path, []byte(src))
	if s == nil {
		t.Fatal(l)
	}
	return s
}

func TestHooks(t *testing.T) {
	s := parse1(t, "a/guard.lua", guard)
	var got []string
	for _, h := range s.Hooks {
		got = append(got, fmt.Sprintf("%s %s(%s %t) %d-%d", h.Pos, h.Name, strings.Join(h.Params, " "), h.Vararg, h.Line, h.EndLine))
	}
	want := []string{
		"a/guard.lua:8:31 precondition(agent false) 8-8",
		"a/guard.lua:9:12 on_enter(self params memory true) 9-16",
		"a/guard.lua:17:3 behavior(npc params false) 7-7",
		"a/guard.lua:18:3 on_exit(agent _ memory reason false) 18-24",
		"a/guard.lua:25:3 utility(agent d false) 3-5",
		"a/guard.lua:27:3 helper(a false) 27-27",
	}
	compare(t, got, want)
	if s.KeyPos("doc").String() != "a/guard.lua:28:3" || s.KeyPos("none").String() != "a/guard.lua:1" {
		t.Error("KeyPos", s.KeyPos("doc"), s.KeyPos("none"))
	}
	if s.Line(25) != "M.utility = step" || s.Line(0) != "" || s.Line(99) != "" {
		t.Errorf("Line: %q", s.Line(25))
	}
	var keys []string
	for _, k := range s.Keys {
		keys = append(keys, k.Name+" "+k.Kind)
	}
	compare(t, keys, []string{"precondition function", "on_enter function", "behavior function", "on_exit function",
		"utility function", "helper function", "doc string"})
}

func TestReturns(t *testing.T) {
	s := parse1(t, "guard.lua", guard)
	for hook, want := range map[string][]string{
		"precondition": {"8:69 \"\" \"boolean\""},
		"on_enter":     {"15:3 \"\" \"none\""},
		"behavior":     {"7:37 \"7\" \"number\""},
		"on_exit":      {"23:25 \"true\" \"boolean\"", "23:59 \"nil\" \"nil\"", "23:76 \"-3\" \"number\""},
		"utility":      nil,
		"helper":       {"27:89 \"\" \"\""},
		"none":         nil,
	} {
		var got []string
		for _, r := range s.Returns(hook) {
			got = append(got, fmt.Sprintf("%d:%d %q %q", r.Pos.Line, r.Pos.Col, r.Literal, r.Kind))
		}
		compare(t, got, want)
	}
}

func TestUses(t *testing.T) {
	s := parse1(t, "guard.lua", guard)
	compare(t, uses(s.Requires), []string{"lib.geom 1:22"})
	var reads, calls []string
	for _, g := range s.GlobalReads {
		reads = append(reads, fmt.Sprintf("%s.%s %d:%d %d", g.Name, g.Member, g.Pos.Line, g.Pos.Col, g.MemberPos.Col))
	}
	compare(t, reads, []string{"require. 1:14 0", "bt.wait 2:19 22", "bt.request 2:28 31", "unpack. 27:58 0", "foo. 27:77 0", "bt.RUNNING 27:89 92"})
	for _, c := range s.Calls {
		calls = append(calls, fmt.Sprintf("%s/%d %d:%d", c.Name, c.Args, c.Pos.Line, c.Pos.Col))
	}
	compare(t, calls, []string{"require/1 1:14", "bt.wait/1 26:42", "bt.request/1 26:51",
		"bt.wait/1 27:42", "unpack/1 27:58", "bt.request/-1 27:51"})
}

func TestFields(t *testing.T) {
	s := parse1(t, "guard.lua", guard)
	f := s.Fields()
	compare(t, uses(f.Reads), []string{"x 4:19", "target 8:75", "pos 12:8", "target 13:18", "hp 23:43"})
	compare(t, uses(f.Calls), []string{"forget 20:9"})
	compare(t, uses(f.Writes), []string{"x 4:9", "busy 11:6", "odd key 21:9"})
	compare(t, uses(f.OtherWrites), []string{"free 26:26", "free 27:26"})
	if !f.DynamicWrite {
		t.Error("DynamicWrite")
	}
}

func TestForms(t *testing.T) {
	tests := []struct{ name, path, src, hooks string }{
		{"constructor", "a.lua", "return { run = function() end, x = 1, [1] = 2, 3; ['on_exit'] = function() end }", "run on_exit"},
		{"local", "a.lua", "local t = {} t.run = function() end return t", "run"},
		{"local, set later", "a.lua", "local t t = { run = function() end } return t", "run"},
		{"local, in a block", "a.lua", "local t = {} do t.run = function() end end if x then function t.on_exit() end end return t", "run on_exit"},
		{"named helper", "a.lua", "local function f() end local g = f return { run = g }", "run"},
		{"set twice", "a.lua", "local f = function() end f = nil return { run = f }", ""},
		{"global", "d/a.lua", "a = { run = function() end } function a.on_exit() end", "run on_exit"},
		{"global, Windows path", `d\a.lua`, "a = { run = function() end }", "run"},
		{"global, only filled", "a.lua", "function a.run() end", "run"},
		{"global, returned", "x.lua", "a = { run = function() end } return a", "run"},
		{"other global", "b.lua", "a = { run = function() end }", "none"},
		{"not while loading", "a.lua", "local t = {} local function f() t.run = f end return t", ""},
		{"unknown", "a.lua", "return make { run = function() end }", "none"},
		{"nothing", "a.lua", "", "none"},
		{"empty return", "a.lua", "a = {} return", "none"},
		{"BOM and CRLF", "a.lua", "\ufeffreturn {\r\nrun = function() end }\r\n", "run"},
	}
	for _, tt := range tests {
		s := parse1(t, tt.path, tt.src)
		var got []string
		for _, h := range s.Hooks {
			got = append(got, h.Name)
		}
		if s.hookFns == nil {
			got = []string{"none"}
		}
		if strings.Join(got, " ") != tt.hooks {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.hooks)
		}
	}
}

// TestModule checks that a file that is not a behavior may have any keys.
func TestModule(t *testing.T) {
	s := parse1(t, "lib/a.lua", "return { behaviour = function(a) a.x = 1 end, precondition = 3 }")
	if l := s.CheckModule(nil); l != nil {
		t.Error(l)
	}
}

func uses(list []Use) []string {
	var out []string
	for _, u := range list {
		out = append(out, fmt.Sprintf("%s %d:%d", u.Name, u.Pos.Line, u.Pos.Col))
	}
	return out
}

func compare(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// TestTrusted checks that a member is trusted if it is called, and if no other use in the file suggests that it may
// not exist.
func TestTrusted(t *testing.T) {
	for src, want := range map[string]string{
		"bt.foo()":                                    "bt.foo",
		"bt.foo 'x' bt['foo']()":                      "bt.foo bt.foo",
		"local x = bt.foo().y + bt.dt":                "bt.foo",
		"local bt = {} bt.foo()":                      "",
		"local function f(bt) bt.foo() end":           "",
		"if bt.foo then bt.foo() end bt.bar()":        "bt.bar",
		"local x = bt.foo and bt.foo()":               "",
		"local x = not bt.foo or bt['foo']()":         "",
		"local foo = bt.foo foo()":                    "",
		"bt.foo(bt.foo)":                              "",
		"bt.foo = f bt.foo()":                         "",
		"bt.foo.bar() bt.foo:bar() bt.foo[1]()":       "",
		"local b = bt if b.foo then bt.foo() end":     "",
		"for k in pairs(bt) do bt.foo() end":          "",
		"if bt[k] then bt.foo() end":                  "",
		"pcall(bt.foo) vec.foo()":                     "",
		"pcall(function() bt.foo() end)":              "",
		"local p = xpcall bt.foo()":                   "",
		"coroutine.resume(co) bt.foo()":               "",
		"local c = coroutine bt.foo()":                "",
		"coroutine.wrap(f)() bt.foo()":                "coroutine.wrap bt.foo",
		"function bt.foo() end bt.foo()":              "",
		"local bt = bt bt.foo()":                      "",
		"return { behavior = bt.foo, run = vec.f() }": "vec.f",
	} {
		s, _, l := Parse("a.lua", []byte(src))
		if s == nil {
			t.Fatal(l)
		}
		var got []string
		for _, g := range s.GlobalReads {
			if g.Trusted {
				got = append(got, g.Name+"."+g.Member)
			}
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %q, not %q", src, text, want)
		}
	}
}
