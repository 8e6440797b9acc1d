//go:build !luacore

package luabind_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// registry is a module that changes when it is called, in tables and in variables.
const registry = `-- lib/m.lua --
local count, list, by = 0, { "first", nil, "third" }, {}
for _, k in ipairs { "q", "w", "e", "r" } do by[k] = k end
by.w = nil
local m = { speed = 1, deep = { er = { n = 1 } }, list = list, by = by, meta = setmetatable({}, { __index = { z = 26 } }) }
function m.add(k, v) count = count + 1 list[#list + 1] = k by[k] = v return count end
function m.text()
  local t = count .. " " .. m.speed .. tostring(m.deep.er.n) .. #list .. tostring(m.meta.z)
  for k, v in pairs(by) do t = t .. " " .. k .. tostring(v) end
  for i, v in ipairs(list) do t = t .. "," .. tostring(v) end
  return t
end
return m
`

// shows is a behavior that says what the registry was when it was loaded, and what it is.
const shows = "local m = require(\"lib.m\")\nlocal was = m.text()\nreturn { params = { was = was }, show = function() return was .. \"|\" .. m.text() end }\n"

// TestFailedLeavesNothing: behaviors are the same, with their parameters, and as many of them are copied, with files
// that fail while they are loaded and without them. Those are named bad.
func TestFailedLeavesNothing(t *testing.T) {
	const m = "local m = require(\"lib.m\")\n"
	bad := func(body string) string { return "-- bad.lua --\n" + m + body + "\n" }
	last := "-- show.lua --\n" + shows
	good := "-- good.lua --\n" + m + "m.add(\"good\", 1)\nm.extra = { own = true }\nreturn {}\n"
	for _, c := range []struct {
		name   string
		rounds []string
	}{
		{"a field", []string{registry + bad("m.speed = 99 error(\"no\")") + last}},
		{"fields that come and go", []string{registry + bad("m.a, m.b, m.speed = 1, 2, nil m.a = nil error(\"no\")") + last}},
		{"the order of keys", []string{registry + bad("m.by.q = nil m.by.zz = 1 m.by.q = \"q\" m.by.aa = 1 error(\"no\")") +
			"-- good.lua --\n" + m + "m.by.aa = 1 m.by.zz = 2\nreturn {}\n" + last}},
		{"tables within", []string{registry + bad("m.deep.er.n = 2 m.deep = nil error(\"no\")") + last}},
		{"lists", []string{registry + bad("table.remove(m.list, 1) m.list[9] = 9 error(\"no\")") + last}},
		{"variables", []string{registry + bad("for i = 1, 40 do m.add(i, i) end error(\"no\")") + last}},
		{"functions", []string{registry + bad("local text = m.text function m.text() return \"mine\" .. text() end error(\"no\")") + last}},
		{"metatables", []string{registry + bad("getmetatable(m.meta).__index = nil setmetatable(m.by, {}) error(\"no\")") + last}},
		{"what is no behavior", []string{registry + bad("m.speed = 99 return { interval = \"often\" }") + last}},
		{"nothing returned", []string{registry + bad("m.speed = 99") + last}},
		{"a loop without end", []string{registry + bad("while true do m.add(1, 1) end") + last}},
		{"a module", []string{registry + "-- lib/bad.lua --\n" + m + "m.speed = 99 error(\"no\")\n" + last}},
		{"a module that returns nothing", []string{registry + "-- lib/bad.lua --\n" + m + "m.speed = 99\n" + last}},
		{"a module of a module", []string{registry + "-- lib/n.lua --\nreturn { m = require(\"lib.m\") }\n-- bad.lua --\nlocal n = require(\"lib.n\")\nn.m.speed, n.x = 99, 1 error(\"no\")\n" + last}},
		{"beside a file that works", []string{registry + good + bad("m.speed = 99 m.extra.own = false m.extra = nil m.add(2, 2) error(\"no\")") + last}},
		{"before a file that works", []string{registry + bad("m.add(1, 1) error(\"no\")") + good + last}},
		{"again and again", []string{registry + bad("m.add(1, 1) error(\"no\")") + good + bad("m.add(2, 2) error(\"no\")") + bad("m.speed = 99 return 1") + last}},
		{"in a later round", []string{registry, bad("m.add(1, 1) error(\"no\")"), last}},
		{"in a later round, what another had changed", []string{registry + good, bad("m.add(1, 1) m.extra.own = 5 error(\"no\")") + last, bad("m.speed = 3 error(\"no\")"), strings.ReplaceAll(last, "show.lua", "shaw.lua")}},
		{"with a coroutine and a function of Go", []string{strings.Replace(registry, "return m\n", "m.co = coroutine.create(m.add)\nm.words = string.gmatch(\"a b c\", \"%a\")\nreturn m\n", 1) +
			bad("m.speed = 99 m.add(1, 1) m.co, m.words = nil, nil error(\"no\")") + last + "-- more.lua --\n" + m + "return { show = function() return type(m.co) .. type(m.words) end }\n"}},
		{"globals of the module", []string{"-- lib/m.lua --\nstate = { n = 1 }\nlocal m = {}\nfunction m.add() state.n = state.n + 1 end\nfunction m.text() return state.n end\nreturn m\n" + bad("m.add() error(\"no\")") + last}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var said [2]string
			var run [2][]string
			for i := range said {
				copies := newCopies(t)
				for _, archive := range c.rounds {
					if i == 1 {
						archive = withoutBad(archive)
					}
					copies.round(archive, true)
				}
				said[i], run[i] = copies.ask(), copies.run
				for _, name := range copies.names {
					said[i] += fmt.Sprint(copies.files[name].Behavior.Params)
				}
			}
			if said[0] != said[1] || !slices.Equal(run[0], run[1]) {
				t.Errorf("with them %s, run %q\nwithout  %s, run %q", said[0], run[0], said[1], run[1])
			}
		})
	}
}

func withoutBad(archive string) string {
	a := txtar.Parse([]byte(archive))
	a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return strings.HasSuffix(f.Name, "bad.lua") })
	return string(txtar.Format(a))
}
