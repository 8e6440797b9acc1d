package luabind_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine/allocs"
)

// TestMove checks what agents hold after a save: the first file is played for two ticks, then the second one.
func TestMove(t *testing.T) {
	const class = "-- lib/c.lua --\nlocal C = {}\nC.__index = C\nfunction C.new() return setmetatable({}, C) end\nfunction C:v() return $ end\nreturn C\n"
	for _, test := range []struct {
		name   string
		files  string // $ stands for 1 and later for 2; a line that begins with 1: or 2: is only in that version
		want   string // the second output of the agent
		report string
	}{
		{"object in a field", class + "-- b.lua --\nlocal C = require 'lib.c'\nreturn { on_enter = function(agent) agent.o = C.new() end, behavior = function(agent) print(agent.o:v()) end }", "2", ""},
		{"object in the memory", class + "-- b.lua --\nlocal C = require 'lib.c'\nreturn { on_enter = function(_, _, memory) memory.o = C.new() end, behavior = function(_, _, memory) print(memory.o:v()) end }", "2", ""},
		{"object in a waiting run", class + "-- b.lua --\nlocal C = require 'lib.c'\nreturn { run = function() local o = C.new() while true do print(o:v()) bt.yield() end end }", "2", ""},
		{"object of a file that is not required", class + "-- a.lua --\nlocal C = require 'lib.c'\nreturn { behavior = function(agent) agent.o = agent.o or C.new() end }\n-- main.bt --\ntree main\n  parallel\n    a\n    b\n-- b.lua --\nreturn { run = function(agent) local o = agent.o while true do print(o:v()) bt.yield() end end }", "2", ""},
		{"run that waits in a method of another file", "-- lib/c.lua --\nlocal C = {}\nC.__index = C\nfunction C:go() while true do print($) bt.yield() end end\nreturn C\n-- a.lua --\nlocal C = require 'lib.c'\nreturn { behavior = function(agent) agent.o = agent.o or setmetatable({}, C) end }\n-- main.bt --\ntree main\n  parallel\n    a\n    b\n-- b.lua --\nreturn { run = function(agent) agent.o:go() end }", "2", ""},
		{"class in the file of the behavior", "-- b.lua --\nlocal C = {}\nC.__index = C\nfunction C:v() return $ end\nreturn { on_enter = function(agent) agent.o = setmetatable({}, C) end, behavior = function(agent) print(agent.o:v()) end }", "2", ""},
		{"class that another hook uses", "-- b.lua --\nlocal C = {}\nC.__index = C\nfunction C:v() return $ end\nreturn {\n1: on_enter = function(agent) agent.o = setmetatable({}, C) end,\n2: on_exit = function(agent) agent.o = setmetatable({}, C) end,\nbehavior = function(agent) print(agent.o:v()) end }", "2", ""},
		{"class that is exported now", "-- b.lua --\nlocal C = { Sub = {} }\nC.__index = C\nfunction C:v() return $ end\nreturn {\n2: C = C,\non_enter = function(agent) agent.o, agent.s = setmetatable({}, C), C.Sub end, behavior = function(agent) print(agent.o:v(), agent.s == C.Sub) end }", "2 true", ""},
		{"class that is no longer exported", "-- b.lua --\nlocal C = { Sub = {} }\nC.__index = C\nfunction C:v() return $ end\nreturn {\n1: C = C,\non_enter = function(agent) agent.o, agent.s = setmetatable({}, C), C.Sub end, behavior = function(agent) print(agent.o:v(), agent.s == C.Sub) end }", "2 true", ""},
		{"class with another name before", "-- lib/c.lua --\nlocal C = {}\nC.__index = C\nfunction C:v() return $ end\nlocal M = {}\n2: M.Also = C\nM.C = C\nreturn M\n-- b.lua --\nlocal M = require 'lib.c'\nreturn { on_enter = function(agent) agent.o = setmetatable({}, M.C) end, behavior = function(agent) print(agent.o:v()) end }", "2", ""},
		{"base class that is another one", "-- b.lua --\nlocal A, B = {}, {}\nA.__index, B.__index = A, B\n1: local D = setmetatable({}, A)\n2: local D = setmetatable({}, B)\nfunction B:v() return 7 end\n1: function A:v() return 1 end\n2: function A:v() return 2 end\nreturn { on_enter = function(agent) agent.o = setmetatable({}, A) end, behavior = function(agent) print(agent.o:v(), getmetatable(D) == A) end }", "2 false", ""},
		{"several variables of a name", "-- b.lua --\nlocal f, g\n2: do local T = { 'zero' } f = function() return T end end\ndo local T = { 'one' } f = function() return T end end\ndo local T = { 'two' } g = function() return T end end\nlocal n = $\nreturn { on_enter = function(agent) agent.list = { f(), g() } end, behavior = function(agent) print(agent.list[1][1], agent.list[2][1], n) end }", "one two 2", "T, number 1 of 2 of b is not there any more; main#1 keeps the old one\nT, number 2 of 2 of b is not there any more; main#1 keeps the old one"},
		{"second class of a name", "-- b.lua --\nlocal C, new = {}\ndo local C = {} C.__index = C function C:v() return $ end new = function() return setmetatable({}, C) end end\nreturn { on_enter = function(agent) agent.o, agent.c = new(), C end, behavior = function(agent) print(agent.o:v()) end }", "2", ""},
		{"operator", "-- b.lua --\nlocal V = {}\nV.__add = function(a, b) return (a.x + b.x) * $ end\nreturn { on_enter = function(agent) agent.o = setmetatable({ x = 3 }, V) end, behavior = function(agent) print(agent.o + agent.o) end }", "12", ""},
		{"subclass", "-- lib/base.lua --\nlocal B = {}\nB.__index = B\nfunction B:v() return $ end\nreturn B\n-- b.lua --\nlocal B = require 'lib.base'\nlocal D = setmetatable({}, B)\nD.__index = D\nreturn { on_enter = function(agent) agent.o = setmetatable({}, D) end, behavior = function(agent) print(agent.o:v()) end }", "2", ""},
		{"function as a value", "-- b.lua --\nlocal function act() return $ end\nreturn { on_enter = function(agent) agent.f = act end, behavior = function(agent) print(agent.f()) end }", "2", ""},
		{"function in a list of the file", "-- b.lua --\nlocal list = { function() return 0 end, function() return $ end }\nreturn { on_enter = function(agent) agent.f = list[2] end, behavior = function(agent) print(agent.f()) end }", "2", ""},
		{"table of the file", "-- b.lua --\nlocal ROUTES = { north = { $ } }\nreturn { on_enter = function(agent) agent.route = ROUTES.north end, behavior = function(agent) print(agent.route[1], agent.route == ROUTES.north) end }", "2 true", ""},
		{"key", "-- b.lua --\nlocal A, B = { 'a' }, { 'b' }\nlocal n = $\nreturn { on_enter = function(agent) agent.set = { [A] = 1, [B] = 2, x = 3 } end, behavior = function(agent) local s = '' for k, v in pairs(agent.set) do s = s .. v end print(agent.set[A], agent.set[B], s, n) end }", "1 2 123 2", ""},
		{"closure", "-- b.lua --\nreturn { on_enter = function(agent) local n = 5 local function f() n = n + $ return n end agent.f = f end, behavior = function(agent) print(agent.f()) end }", "9", ""},
		{"closures that share a variable", "-- b.lua --\nlocal D = $\nreturn { on_enter = function(agent) local n = 5 agent.f, agent.g = function() n = n + D end, function() return n end end, behavior = function(agent) agent.f() print(agent.g()) end }", "9", ""},
		{"coroutine in a field", "-- b.lua --\nreturn { on_enter = function(agent) agent.co = coroutine.wrap(function() while true do coroutine.yield($) end end) end, behavior = function(agent) print(agent.co()) end }", "2", ""},
		{"coroutine that has not begun", "-- b.lua --\nlocal function go() coroutine.yield($) end\nreturn { on_enter = function(agent) agent.co = coroutine.create(go) end, behavior = function(agent) if bt.tick() == 3 then print(select(2, coroutine.resume(agent.co))) end end }", "2", ""},
		{"condition of bt.wait_until in another file", "-- lib/w.lua --\nlocal W = {}\nfunction W.done() print($) return false end\nreturn W\n-- a.lua --\nlocal W = require 'lib.w'\nreturn { behavior = function(agent) agent.w = W.done end }\n-- main.bt --\ntree main\n  parallel\n    a\n    b\n-- b.lua --\nreturn { run = function(agent) bt.wait_until(agent.w) end }", "2", ""},
		{"loop over a table of the file", "-- b.lua --\nlocal T = { a = $, b = $, c = $ }\nreturn { run = function() for k, v in pairs(T) do print(k, v, T.a) bt.yield() end bt.wait(99) end }", "c 1 2", ""},
		{"variable of a loop over objects", class + "-- b.lua --\nlocal C = require 'lib.c'\nreturn { run = function() for _, o in ipairs({ C.new(), C.new(), C.new() }) do print(o:v()) bt.yield() end end }", "2", ""},
		{"table between agent and object", class + "-- b.lua --\nlocal C = require 'lib.c'\nreturn { on_enter = function(agent) agent.list = {} for i = 1, 40 do agent.list[i] = { { C.new() } } agent.list[i].up = agent.list end end, behavior = function(agent) local n = 0 for _, x in ipairs(agent.list) do n = n + x[1][1]:v() end print(n) end }", "80", ""},

		{"table that is gone", "-- b.lua --\n1: local T = { 7 }\n2: local T = 0\nreturn { on_enter = function(agent) agent.t = T end, behavior = function(agent) print(agent.t[1] + $) end }", "9", "T of b is not there any more; main#1 keeps the old one"},
		{"method that is gone", "-- b.lua --\nlocal C = {}\n1: function C.f() return 1 end\nreturn { on_enter = function(agent) agent.f = C.f end, behavior = function(agent) print(agent.f() + $) end }", "3", "C.f of b is not there any more; main#1 keeps the old one, and the game cannot be saved until it is dropped: bring it back, or set it anew in on_reload"},
		{"function that differs only in what it captures", "-- b.lua --\nlocal function make(x) return function() return x end end\nlocal F = { a = make('a') }\n1: F.b = make('b')\nreturn { on_enter = function(agent) agent.f = F.b end, behavior = function(agent) print(agent.f(), $, F.a()) end }", "b 2 a", "F.b of b is not there any more; main#1 keeps the old one, and the game cannot be saved until it is dropped: bring it back, or set it anew in on_reload"},
		{"coroutine whose function differs only in what it captures", "-- b.lua --\nlocal function make(x) return function() while true do coroutine.yield(x) end end end\nlocal F = { a = make('a') }\n1: F.b = make('b')\nreturn { on_enter = function(agent) agent.co = coroutine.wrap(F.b) end, behavior = function(agent) print(agent.co(), F.a ~= nil, $) end }", "b true 2", "a coroutine cannot continue: the function in scripts/b.lua:1 cannot be told from others with the same code; main#1 keeps the old one, and the game cannot be saved until it is dropped: bring it back, or set it anew in on_reload"},
		{"class that is gone", "-- lib/c.lua --\nlocal M = {}\n1: M.C = { v = function() return 1 end }\n1: M.C.__index = M.C\nreturn M\n-- b.lua --\nlocal M = require 'lib.c'\nlocal n = $\nreturn { on_enter = function(agent) agent.o = setmetatable({}, M.C) end, behavior = function(agent) print(agent.o:v()) end }", "1", "lib.c.C is not there any more; main#1 keeps the old one, and the game cannot be saved until it is dropped: bring it back, or set it anew in on_reload"},
		{"closure that is gone", "-- b.lua --\nreturn { on_enter = function(agent)\n1: local function f() return 1 end agent.f = f\nend, behavior = function(agent) print(agent.f() + $) end }", "3", "the function f in scripts/b.lua:2 is not there any more; main#1 keeps the old one, and the game cannot be saved until it is dropped: bring it back, or set it anew in on_reload"},
		{"coroutine whose place is gone", "-- b.lua --\nlocal function go() while true do\n1: coroutine.yield(1)\n2: local x = 2 coroutine.yield(x)\nend end\nreturn { on_enter = function(agent) agent.co = coroutine.wrap(go) end, behavior = function(agent) print(agent.co() + $) end }", "3", "a coroutine cannot continue: at its place, coroutine.yield in scripts/b.lua:2, x is a new local variable; main#1 keeps the old one, and the game cannot be saved until it is dropped: bring it back, or set it anew in on_reload"},
	} {
		t.Run(test.name, func(t *testing.T) {
			version := func(n string) string {
				var lines []string
				for line := range strings.Lines(test.files) {
					if only, rest, ok := strings.Cut(line, ": "); ok && (only == "1" || only == "2") {
						if line = rest; only != n {
							continue
						}
					}
					lines = append(lines, strings.ReplaceAll(line, "$", n))
				}
				return strings.Join(lines, "") + "\n"
			}
			files := version("1")
			if !strings.Contains(files, "-- main.bt --") {
				files += "-- main.bt --\ntree main\n  b\n"
			}
			s := newSession(t, options, files)
			s.spawn("main", bough.Fields{})
			s.tick(2)
			s.take()
			s.save(version("2"))
			s.tick(1)
			s.want("main#1: " + test.want)
			var report []string
			if test.report != "" {
				report = strings.Split(test.report, "\n")
			}
			s.wantReload(report...)
			_, err := s.game.Snapshot()
			if stale := strings.Contains(test.report, "cannot be saved"); stale != (err != nil) {
				t.Errorf("Snapshot: %v", err)
			}
		})
	}
}

// TestStaleValuesReturn checks that values without a successor are told once, with the number of agents that hold them,
// and that they move as soon as the file has them again: also a function of a file that was deleted meanwhile.
func TestStaleValuesReturn(t *testing.T) {
	lib := func(members string) string { return "-- lib/c.lua --\nreturn { " + members + " }\n" }
	s := newSession(t, options, lib("f = function() return 1 end, g = function() return 1 end")+one(`local C = require "lib.c"
		local n = 1
		return {
			on_enter = function(agent)
				local function h() return 1 end
				agent.f, agent.h = C.f, h
			end,
			behavior = function(agent) print(agent.f() .. agent.h() .. n) end,
		}`))
	s.spawn("main", nil)
	s.spawn("main", nil)
	s.spawn("main", nil)
	step := func(saved, want string, report ...string) {
		t.Helper()
		s.take()
		s.save(saved)
		s.tick(1)
		s.want("main#1: "+want, "main#2: "+want, "main#3: "+want)
		s.wantReload(report...)
		if _, err := s.game.Snapshot(); (err != nil) == (want[0] == want[2] && want[1] == want[2]) {
			t.Errorf("Snapshot: %v", err)
		}
	}
	b := func(n, h string) string {
		return "-- b.lua --\nlocal C = require 'lib.c'\nlocal n = " + n + "\nreturn { on_enter = function(agent) " + h + " end, behavior = function(agent) print(agent.f() .. agent.h() .. n) end }\n"
	}
	const rest = "; main#1 and 2 more agents keep the old one, and the game cannot be saved until it is dropped: bring it back, or set it anew in on_reload"
	s.tick(1)
	s.take()
	step(lib("g = function() return 2 end")+b("2", "local function h() return 2 end agent.h = h"), "122", "lib.c.f is not there any more"+rest)
	step(b("3", ""), "123", "the function h in scripts/b.lua:3 is not there any more"+rest)
	step(lib("f = function() return 4 end"), "423")
	step(b("4", "local function h() return 4 end agent.h = h"), "444")
}

// BenchmarkCarry measures how long a save of one script takes to move 10,000 agents with three tables each.
func BenchmarkCarry(b *testing.B) {
	o := options
	o.Now = time.Now
	s := newSession(b, o, one(`return {
		on_enter = function(agent, params, memory) agent.at, memory.n = { x = 1, y = 2 }, 0 end,
		behavior = function(agent) agent.hp = agent.hp + 0 end,
	}`))
	const agents = 10_000
	for range agents {
		s.spawn("main", bough.Fields{"hp": 5, "speed": 3, "mood": "calm"})
	}
	s.tick(1)
	moved := time.Hour // the shortest of the saves
	for i := range b.N {
		s.save(fmt.Sprintf("-- b.lua --\nreturn { behavior = function(agent) agent.hp = agent.hp + %d end }\n", i))
		s.game.Refresh()
		moved = min(moved, s.moved)
	}
	b.ReportMetric(float64(moved.Nanoseconds())/agents, "ns/agent")
}

// TestWrappedRunRestarts checks that a run that begins anew is not also told as a value that is left, if the calls of
// hooks are wrapped.
func TestWrappedRunRestarts(t *testing.T) {
	o := options
	o.Wrap = allocs.New(func() allocs.Heap { return allocs.Heap{} }).Wrap
	const file = "-- b.lua --\nreturn { run = function() local x = 1 while true do print(x) bt.yield() end end }\n"
	s := newSession(t, o, file+"-- main.bt --\ntree main\n  b\n")
	s.spawn("main", bough.Fields{})
	s.tick(1)
	s.save(strings.ReplaceAll(file, "x", "y"))
	s.wantReload("run of b restarts: at its place, bt.yield in scripts/b.lua:1, y is a new local variable")
}
