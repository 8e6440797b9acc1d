package lint

import (
	"fmt"
	"testing"
)

// TestOnlyBorrows: what files borrow, or that what they make may depend on their modules in
// other ways.
func TestOnlyBorrows(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`return {}`, "[]"},
		{`local m = require("lib.m") return { behavior = function(agent) m.go(agent) end }`, "[{lib.m []}]"},
		{`local near = require("lib.m").near local m = require "lib.m" local far, n = m.far, m.by.name`, "[{lib.m [near]} {lib.m []} {lib.m [far]} {lib.m [by name]}]"},
		{`local m = require("lib.m") local t = { f = function() return m end } function t.g() return m.x end t.h = t.f return t`, "[{lib.m []}]"},
		{`local m = require("lib.m") local function f() return m() end melee = { behavior = f, interval = 2 * math.pi, n = -math.sqrt(2 ^ 2) }`, "[{lib.m []}]"},
		{`local m = require("lib.m") local m = 1 return { interval = m }`, "[{lib.m []}]"},
		{`local m, n = require("lib.m")`, "[{lib.m []}]"},
		{`local a = 1 a = a + 1 local b = { a .. "x", [a] = not a, #"x", a == 2 or a < 1 } return { b = b }`, "[]"},

		{`local m = require("lib.m") return { interval = m.interval }`, "other"},
		{`local m = require("lib.m") return m`, "other"},
		{`return require("lib.m")`, "other"},
		{`return { m = require("lib.m").x }`, "other"},
		{`local m = require("lib.m") local n = m.n + 1`, "other"},
		{`local m = require("lib.m") local n = m and 1`, "other"},
		{`local m = require("lib.m") local n = m[1]`, "other"},
		{`local m = require("lib.m") local n = ({})[m]`, "other"},
		{`local m = require("lib.m") local n = #m`, "other"},
		{`local m = require("lib.m") m.n = 1`, "other"},
		{`local m = require("lib.m") m = 1`, "other"},
		{`local m = require("lib.m") function m.f() end`, "other"},
		{`local m = require("lib.m") function m:f() end`, "other"},
		{`local m = require("lib.m") t = m`, "other"},
		{`local m = require("lib.m") m.f()`, "other"},
		{`local m = require("lib.m") local n = m.f()`, "other"},
		{`local m = require("lib.m") local n = math.abs(m.n)`, "other"},
		{`local m = require("lib.m") if m then end`, "other"},
		{`local m = require("lib.m") do local n = m end`, "other"},
		{`local a = 1, require("lib.m")`, "other"},
		{`require("lib.m")`, "other"},
		{`require = function() end local m = require("lib.m")`, "other"},
		{`local require = function() return 1 end local m = require("lib.m")`, "other"},
		{`local name = "lib.m" local m = require(name)`, "other"},
		{`local f = function() return 1 end local n = f()`, "other"},
		{`local n = string.rep("x", 2)`, "other"},
		{`local n = math.random()`, "other"},
		{`local math = { abs = function() end } local n = math.abs(1)`, "other"},
		{`math.abs = nil`, "[]"}, // which ends in an error
		{`math = { abs = function() end } local n = math.abs(1)`, "other"},
		{`local n = bt.time()`, "other"},
		{`for i = 1, 2 do end`, "other"},
		{`local n = ...`, "other"},
		{`local n = ("x"):rep(2)`, "other"},
	} {
		s, _, problems := Parse("melee.lua", []byte(c.text))
		if problems.Err() != nil {
			t.Errorf("%s: %v", c.text, problems)
			continue
		}
		list, only := s.OnlyBorrows()
		got := fmt.Sprint(list)
		if !only {
			got = "other"
		}
		if got != c.want {
			t.Errorf("%s\ngot %s, want %s", c.text, got, c.want)
		}
	}
}
