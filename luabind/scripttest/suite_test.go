package scripttest_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/scripttest"
)

func files(pairs ...string) fstest.MapFS {
	out := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return out
}

// body returns a test file with one test, which is named "it".
func body(lua string) string { return "return { [\"it\"] = function(t)\n" + lua + "\nend }\n" }

const plainTree = "tree main\n  root\n    walk\n"

func open(t *testing.T, fsys fstest.MapFS, o scripttest.Options) *scripttest.Suite {
	t.Helper()
	s, err := scripttest.Open(fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// outcome runs the only test and returns its result: "ok", or what identifies the findings, or the failure and its notes.
func outcome(t *testing.T, s *scripttest.Suite) string {
	t.Helper()
	if s.Problems != nil {
		var list []string
		for _, d := range s.Problems {
			list = append(list, identity(d))
		}
		return strings.Join(list, "\n")
	}
	if f := failure(t, s); f != nil {
		return identity(*f) + "\n" + strings.Join(f.Notes, "\n")
	}
	return "ok"
}

// failure runs the only test and returns the reason why it failed, or nil.
func failure(t *testing.T, s *scripttest.Suite) *diag.Diagnostic {
	t.Helper()
	if len(s.Tests()) != 1 {
		t.Fatalf("%d tests: %s", len(s.Tests()), message.Identity(diag.New(diag.Pos{}, s.Nothing())))
	}
	return s.Tests()[0].Run().Failure
}

// identity returns the position of a finding, without the folder, and what identifies it.
func identity(d diag.Diagnostic) string {
	return strings.TrimPrefix(d.Pos.String(), "scripts/") + ": " + message.Identity(d)
}

// game returns the options of a game that has helpers with parameters and results of many types.
func game() bough.Options {
	return bough.Options{Helpers: map[string][]bough.Helper{"own": {
		bough.Func("near(id, range): somebody near", func(engine.AgentID, float64) *engine.AgentID { return nil }),
		bough.Func("place(id): where it is", func(engine.AgentID) (value.Vector, error) { return value.Vector{}, errors.New("not here") }),
		bough.Func("names(list): their number", func(list []string) int { return len(list) }),
		bough.Func("now(): the tick", func(c *engine.Context) int { return int(c.Tick()) }),
		bough.Func("half(x): half of it", func(x float64) float64 { return x / 2 }),
		bough.Func("any(x): what it is given", func(x value.Value) value.Value { return x }),
	}}}
}

// TestHelpers checks that helpers of the game work in tests. It also checks that a test can replace a helper by
// functions with any parameters, both for scripts and for guards.
func TestHelpers(t *testing.T) {
	scripts := func(test string) fstest.MapFS {
		return files("main.bt", "tree main\n  root\n    walk  when own.half(x) < 3\n    idle\n", "root.lua", "return {}",
			"walk.lua", `return { behavior = function(agent)
  agent.near = own.near(agent.id, 5)
  agent.count = own.names({ "a", "b" })
  agent.tick = own.now()
  agent.any = own.any({ 1, 2 })[2]
end }`, "agent.fields", "x: where it is\n", "main_test.lua", body(test))
	}
	const play = "local a = t.spawn('main', { x = 1 }) t.tick() "
	for _, c := range []struct{ name, test, want string }{
		{"those of the game", play + "t.equal({ a.near, a.count, a.tick, a.any }, { nil, 2, 1, 2 })", "ok"},
		{"in a guard", "t.helper('own.half', function(x) return x * 100 end) " + play + "t.equal(t.doing(a), 'root/idle')", "ok"},
		{"a pointer", "t.helper('own.near', function(id, range) return id + range end) " + play + "t.equal(a.near, 6)", "ok"},
		{"nil for a pointer", "t.helper('own.near', function() return nil end) " + play + "t.equal(a.near, nil)", "ok"},
		{"a list, and a result too many", "t.helper('own.names', function(l) return #l * 10, 'x' end) " + play + "t.equal(a.count, 20)", "ok"},
		{"a context", "t.helper('own.now', function(...) return select('#', ...) end) " + play + "t.equal(a.tick, 0)", "ok"},
		{"any value", "t.helper('own.any', function(x) return { 8, x[1] } end) " + play + "t.equal(a.any, 1)", "ok"},
		{"no error", "t.helper('own.place', function(id) return { x = id, y = 2 } end) t.equal(own.place(4).x, 4)", "ok"},
		{"an error of the game", "own.place(4)", `main_test.lua:2:1: helper-error error="not here" function="own.place"`},
		{"the wrong type", "t.helper('own.near', function() return 'x' end) " + play, `wrong-stand-in-result function="own.near" n=1 value="\"x\""`},
		{"nothing for a number", "t.helper('own.half', function() end) " + play, `wrong-stand-in-result function="own.half" n=1 value="nil" want="a number"`},
		{"an error in it", "t.helper('own.half', function() return nil + 1 end) " + play, `cannot-calculate left="nil" operator="+" right="1 (number)"`},
		{"calls of another", "t.helper('own.half', function(x) return own.names({}) end) " + play + "t.expect_active(a, 'walk')", "ok"},
		{"a write in it", "local a a = t.spawn('main', { x = 1 }) t.helper('own.half', function() a.x = 9 return 1 end) t.tick()", `stand-in-writes agent="main#1" function="own.half" key="\"x\""`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := outcome(t, open(t, scripts(c.test), scripttest.Options{Game: game})); !strings.Contains(got, c.want) {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestUnknownHelpers checks that a test can define a helper that Go has not bound. A call without a definition must
// raise an error that asks for one.
func TestUnknownHelpers(t *testing.T) {
	scripts := files("main.bt", "tree main\n  root\n    walk  when far.off(x, 'y')\n    idle\n", "root.lua", "return {}",
		"walk.lua", "return { behavior = function(agent) agent.a, agent.b = far.both() end }", "agent.fields", "x: where it is\n",
		"main_test.lua", `return {
  ["given"] = function(t)
    t.helper("far.off", function(x, y) return x == 1 and y == "y" end)
    t.helper("far.both", function() return 3, 4 end)
    local a = t.spawn("main", { x = 1 })
    t.tick()
    t.equal({ a.a, a.b }, { 3, 4 })
  end,
  ["not given"] = function(t)
    t.spawn("main", { x = 1 })
    t.tick()
  end,
}`)
	s := open(t, scripts, scripttest.Options{})
	if len(s.Problems) > 0 || len(s.Tests()) != 2 {
		t.Fatal(s.Problems, s.Tests())
	}
	for range 2 { // a function that one test defines must not exist in the next test
		if r := s.Tests()[0].Run(); r.Failure != nil {
			t.Error(r.Failure)
		}
		r := s.Tests()[1].Run()
		note := message.HelperWithoutStandIn("far.off")
		if r.Failure == nil || r.Failure.Code != "script-failed-in-test" || !strings.Contains(r.Failure.Notes[0], note.Error()) {
			t.Errorf("got %v, want %s", r.Failure, note)
		}
	}
}

// ship is a Go value of a game.
type ship struct{ crew int }

// TestHandles checks that tests use handles of the game and handles of their own, and that helpers are methods of both.
func TestHandles(t *testing.T) {
	harbor := func() bough.Options {
		return bough.Options{Helpers: map[string][]bough.Helper{"sea": {
			bough.Func("ship(crew): a new ship", func(crew int) *ship { return &ship{crew} }),
			bough.Func("crew(s): how many are on board", func(s *ship) int { return s.crew }),
			bough.Func("escort(s): the ship beside it", func(s *ship) *ship { return s }),
		}}}
	}
	scripts := func(test string) fstest.MapFS {
		return files("main.bt", "tree main\n  root\n    walk  when boat:crew() > 3\n    idle\n", "root.lua", "return {}",
			"walk.lua", "return { behavior = function(agent) agent.next = agent.boat:escort() print(agent.next) end }", "main_test.lua", body(test))
	}
	for _, c := range []struct {
		name, test, want string
		game             func() bough.Options
	}{
		{"of the game", "local a = t.spawn('main', { boat = sea.ship(5) }) t.tick() t.expect_active(a, 'walk') t.equal(a.next, a.boat)", "ok", harbor},
		{"of the game, replaced", "t.helper('sea.crew', function(s) return 2 end) local a = t.spawn('main', { boat = sea.ship(5) }) t.tick() t.expect_active(a, 'idle')", "ok", harbor},
		{"of the test", `local boat, other = t.handle("Argo"), t.handle("Beagle")
t.helper('sea.crew', function(s) return s == boat and 4 or 0 end) t.helper('sea.escort', function(s) return other end)
local a = t.spawn('main', { boat = boat }) t.tick() t.expect_active(a, 'walk') t.equal(a.next, other) t.expect_log(a, "Beagle") t.equal(boat:crew(), 4)`, "ok", harbor},
		{"of the test, without the game", `local boat, other = t.handle("Argo"), t.handle("Beagle")
t.helper('sea.crew', function(s) return s == boat and 4 or 0 end) t.helper('sea.escort', function(s) return other end)
local a = t.spawn('main', { boat = boat }) t.tick() t.expect_active(a, 'walk') t.equal(a.next, other) t.expect_log(a, "Beagle")`, "ok", nil},
		{"not replaced", "t.spawn('main', { boat = t.handle('Argo') }) t.tick()",
			`boat:crew is called on the handle "Argo"; want a handle of ship, not one that the test has made: replace the function by t.helper`, harbor},
		{"not replaced, without the game", "t.helper('sea.crew', function(s) return 4 end) t.spawn('main', { boat = t.handle('Argo') }) t.tick()",
			`agent.boat (the handle "Argo") has no method escort: a test gives it one: t.helper("NAMESPACE.escort", function(handle) ... end)`, nil},
		{"other values", "t.equal(t.handle('Argo'), 3)", `values-differ given="Argo" reason="" want="3"`, nil},
		{"two", "local b = t.handle('Argo') t.equal(b, b) t.equal(b, t.handle('Argo'))", `values-differ given="Argo" reason="" want="Argo"`, nil},
		{"no name", "t.handle(5)", `wrong-test-argument function="handle" given="5" n=1`, nil},
		{"in a stimulus", "t.helper('sea.crew', function() return 0 end) local b = t.handle('Argo') local a = t.spawn('main', { boat = b }) t.post(a, 'x', b) t.tick() t.equal(t.stimuli(a)[1].data, b)", "ok", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := outcome(t, open(t, scripts(c.test), scripttest.Options{Game: c.game})); !strings.Contains(got, c.want) {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestPairsOfAgents checks that a test can iterate over the fields of an agent, and sees nothing else of the agent.
func TestPairsOfAgents(t *testing.T) {
	got := outcome(t, open(t, files("main.bt", plainTree, "root.lua", "return {}", "walk.lua", "return { behavior = function(agent) agent.seen = { 1 } end }",
		"main_test.lua", body(`local a, names = t.spawn('main', { hp = 5 }), {}
t.tick()
for k, v in pairs(a) do names[#names + 1] = k .. " " .. type(v) end
table.sort(names)
t.equal(names, { "hp number", "id number", "name string", "seen table" })
for k in pairs({ x = 1 }) do t.equal(k, "x") end
a.seen[2] = 7
t.equal(a.seen, { 1, 7 })
t.equal(#a, 0)`)), scripttest.Options{}))
	if got != "ok" {
		t.Error(got)
	}
}

// TestModulesInTests checks that a test can call modules of behaviors. The output of a module must go to the test,
// and its random numbers must depend on the seed.
func TestModulesInTests(t *testing.T) {
	s := open(t, files("main.bt", plainTree, "root.lua", "return {}", "walk.lua", "return {}",
		"lib/dice.lua", "return { roll = function() local n = math.random(6) print('rolled', n) return n end }",
		"main_test.lua", "local dice = require 'lib.dice'\n"+body("print('begins')\nlocal n = dice.roll()\nt.equal(n, math.floor(n))\nfor i = 1, 2000 do print(i) end")), scripttest.Options{})
	first := s.Tests()[0].Run()
	if first.Failure != nil || len(first.Printed) != engine.MaxLogLines+1 || first.Printed[0] != "begins" ||
		!strings.HasPrefix(first.Printed[1], "rolled ") || first.Printed[engine.MaxLogLines] != "… more lines of this file are left out" {
		t.Error(first.Failure, first.Printed)
	}
	if again := s.Tests()[0].Run(); !slices.Equal(again.Printed, first.Printed) {
		t.Errorf("%q and then %q", first.Printed[1], again.Printed[1])
	}
	missing := open(t, files("main.bt", plainTree, "root.lua", "return {}", "walk.lua", "return {}", "lib/dice.lua", "return {}",
		"main_test.lua", "local dice = require 'lib.dise'\n"+body("")), scripttest.Options{})
	if got := outcome(t, missing); !strings.Contains(got, `main_test.lua:1:22: no-such-module name="lib.dise" -> did-you-mean near="lib.dice"`) {
		t.Error(got)
	}
}

// TestErrorsHaveAPlace checks that an error of a word has the position of its call, and notes with the calls around it.
func TestErrorsHaveAPlace(t *testing.T) {
	for _, c := range []struct{ test, want, note string }{
		{"t.fail('x')", `main_test.lua:2:1: test-failed problem="x"`, ""},
		{"local function f() t.fail('x') end\nf()", `main_test.lua:2:20: test-failed problem="x"`, message.CalledFrom("scripts/main_test.lua:3").Text},
		{"table.sort({ 2, 1 }, t.fail)", `main_test.lua:2:1: wrong-argument-count function="t.fail" given=2`, ""},
		{"t.wait_until(t.time, 1)", "ok", ""},
		{"t.board('b').x = 1 t.equal(t.board('b').x, 1)", "ok", ""},
		{"t.board('b')[{}] = 1", `main_test.lua:2:13: board-key-not-text board="b" key="table"`, ""},
		{"local b = t.board('b') b[1] = 2 t.equal(b['1'], 2)", "ok", ""},
		{"t.equal(t.board('b')[true], 1)", `main_test.lua:2:21: board-key-not-text board="b" key="true"`, ""},
		{"t.helper('far.off', t.time) t.spawn('main', { calls = true }) t.tick()", `main_test.lua:1:11: script-failed-in-test when=(game-ended-term)`, ""},
		{"local a = t.spawn('main') t.tick() t.despawn(a) a.hp = 1", `main_test.lua:2:49: agent-removed agent="main#1"`, ""},
	} {
		got := outcome(t, open(t, files("main.bt", plainTree, "root.lua", "return {}", "main_test.lua", body(c.test),
			"walk.lua", "return { on_exit = function(agent) if agent.calls then far.off() end end }"), scripttest.Options{}))
		if !strings.HasPrefix(got, c.want) || !strings.Contains(got, c.note) {
			t.Errorf("%s\ngot  %s\nwant %s, with a note %q", c.test, got, c.want, c.note)
		}
	}
}

// TestFailures checks the code and the arguments of each failure of a test.
func TestFailures(t *testing.T) {
	const play = "local a = t.spawn('main', { hp = 50, body = { x = 1 } }) t.tick() "
	for test, want := range map[string]string{
		"t.expect(nil)":                                               `expected-true given="nil" reason=""`,
		"t.expect(a.hp > 50, 'it is strong')":                         `expected-true given="false" reason="it is strong: "`,
		"t.equal(a.hp, 5)":                                            `values-differ given="50" reason="" want="5"`,
		"t.equal(0.1 + 0.2, 0.3)":                                     `values-differ given="0.30000000000000004" reason="" want="0.3" -> use-near`,
		"t.equal(a.body, { x = 2 })":                                  `tables-differ difference=(difference-term given="1" path="x" want="2") given="{x=1}" reason="" want="{x=2}"`,
		"t.near(a.hp, 51)":                                            `values-not-near distance="1" given="50" tolerance="1e-06" want="51"`,
		"t.expect_active(a, 'idle')":                                  `node-not-active agent="main#1" doing="root/walk" node="idle"`,
		"t.expect_not_active(a, 'walk')":                              `node-active agent="main#1" node="root/walk" seconds="0.00"`,
		"t.expect_ran(a, 'idle')":                                     `node-not-run agent="main#1" doing="root/walk" node="idle"`,
		"t.expect_not_ran(a, 'walk')":                                 `node-run agent="main#1" node="walk"`,
		"t.expect_request(a, 'legs', 'run')":                          `no-such-request agent="main#1" channel="legs" requests="\"hit\" on \"hands\""`,
		"t.expect_request(a, 'hands', 'x')":                           `other-request agent="main#1" channel="hands" kind="hit" want="x"`,
		"t.expect_request(a, 'hands', 'hit', { of = 8 })":             `request-data-differ difference=(difference-term given="7" path="of" want="8") given="{of=7}" kind="hit"`,
		"t.expect_log(a, 'help')":                                     `text-not-logged agent="main#1" text="help"`,
		"t.expect_error('no path') t.tick()":                          `expected-error-missing text="no path"`,
		"t.wait_until(function() return false end, 1)":                `still-not-so seconds="1"`,
		"t.finish(a, 'legs')":                                         `no-request-to-finish agent="main#1" channel="legs" requests="\"hit\" on \"hands\""`,
		"a.fail = true t.tick()":                                      `script-failed-in-test when=(in-tick-term tick="2")`,
		"a.fail = true t.spawn('main', { fail_too = true }) t.tick()": `scripts-failed-in-test count=2 when=(in-tick-term tick="2")`,
		"a.fail_exit = true t.despawn(a)":                             `script-failed-in-test when=(agent-removed-term agent="main#1")`,
		"a.fail_exit = true t.abort(a, 'walk')":                       `script-failed-in-test when=(node-aborted-term agent="main#1" node="walk")`,
		"t.abort(a, 'idle')":                                          `node-not-active agent="main#1" doing="root/walk" node="idle"`,
		"local node = 'wlak' t.abort(a, node)":                        `node-not-in-tree name="wlak" tree="main" -> did-you-mean near="walk"`,
		"a.fail_exit = true t.reset(a)":                               `script-failed-in-test when=(agent-reset-term agent="main#1")`,
		"a.fail_exit = true t.switch(a, 'other')":                     `script-failed-in-test when=(agent-left-tree-term agent="main#1")`,
		"t.switch(a, 5)":                                              `wrong-test-argument function="switch" given="5" n=2 want="the name of a tree"`,
		"local name = 'othr' t.switch(a, name)":                       `test-tree-refused function="switch" reason="there is no tree \"othr\": did you mean other?"`,
		"local name = 'mian' t.spawn(name)":                           `test-tree-refused function="spawn" reason="there is no tree \"mian\": did you mean main?"`,
		"t.spawn('main', { 1 })":                                      `test-field-without-name function="spawn" key="1" -> it`,
		"t.spawn('main', { id = 1 })":                                 `engine-field-given function="spawn" name="id"`,
		"t.post(a, 'noise', { f = print })":                           `test-argument-refused function="post" n=3 reason=(not-plain-data kind="function") -> use-plain-data`,
		"t.post(a, 'noise', { a })":                                   `test-argument-refused function="post" n=3 reason=(agent-as-data agent="main#1")`,
		"a.body = print":                                              `test-field-refused agent="main#1" field="\"body\"" reason=(not-plain-data kind="function") -> use-plain-data`,
		"a[1] = 2":                                                    `field-name-not-text agent="main#1" key="1"`,
		"a.id = 2":                                                    `engine-field-written agent="main" name="id"`,
		"t.board('b').x = print":                                      `board-entry-refused board="b" key="x" reason=(not-plain-data kind="function") -> use-plain-data`,
		"t.despawn(a) t.active(a, 'walk')":                            `agent-removed agent="main#1"`,
		"t.active('walk', a)":                                         `wrong-test-argument function="active" given="\"walk\"" n=1 want="an agent, as t.spawn gives it" -> agent-comes-first`,
		"t.active(a.body, 'walk')":                                    `wrong-test-argument function="active" given="{x=1}" n=1 want="an agent, as t.spawn gives it"`,
		"local node = 'wlak' t.active(a, node)":                       `node-not-in-tree name="wlak" tree="main" -> did-you-mean near="walk"`,
		"t.impose(a, 'stumble', { chanel = 'legs' })":                 `wrong-impose-option function="impose" given="\"legs\"" key="\"chanel\""`,
		"local name = 'own.far' t.helper(name, function() end)":       `unknown-helper function="own.far" -> it`,
		"t.helper('math.floor', function() end)":                      `global-replaced function="math.floor"`,
	} {
		got := outcome(t, open(t, files("main.bt", "tree main\n  root\n    walk\n    idle\n", "other.bt", "tree other\n  idle\n", "root.lua", "return {}", "agent.fields", "hp: hit points\nbody: a table\n",
			"walk.lua", `return {
  behavior = function(agent)
    if agent.fail then error("no way") end
    if agent.fail_too then error("no way") end
    bt.request(agent, "hit", { of = 7 }, { channel = "hands" })
  end,
  on_exit = function(agent) if agent.fail_exit then error("no way") end end,
}`, "main_test.lua", body(play+test)), scripttest.Options{}))
		if !strings.Contains(got, ": "+want+"\n") {
			t.Errorf("%s\ngot  %s\nwant %s", test, got, want)
		}
	}
}

// TestEachHasItsOwnGame checks that the result of a test does not depend on the order of tests, or on the number of
// runs.
func TestEachHasItsOwnGame(t *testing.T) {
	scripts := files("main.bt", "tree main\n  root\n    walk\n", "root.lua", "return {}",
		"walk.lua", `return { behavior = function(agent)
  agent.seen, agent.luck = (agent.seen or 0) + 1, math.random()
  bt.board("all").n = (bt.board("all").n or 0) + 1
  print(agent.luck)
  if agent.seen > 2 then error("it has been here before") end
end }`, "main_test.lua", `local before = 0
return {
  ["first"] = function(t)
    before = before + 1
    local a = t.spawn("main")
    t.tick(2)
    print(a.id, a.seen, a.luck, t.board("all").n, t.time(), before, math.random(), #t.log(a))
    t.board("all").n = 50
    t.helper("far.away", function() return 1 end)
  end,
  ["second"] = function(t)
    before = before + 1
    local a = t.spawn("main", { seen = 0 })
    t.tick(2)
    print(a.id, a.seen, a.luck, t.board("all").n, t.time(), before, math.random(), #t.log(a))
  end,
}`)
	s := open(t, scripts, scripttest.Options{Seed: 7})
	var first []string
	for _, k := range []int{0, 1, 0, 0, 1, 1} {
		r := s.Tests()[k].Run()
		if r.Failure != nil {
			t.Fatal(r.Failure)
		}
		if first == nil {
			first = r.Printed
		}
		if !slices.Equal(r.Printed, first) || r.Ticks != 2 {
			t.Errorf("%s: %q in %d ticks, and %q before", r.Test, r.Printed, r.Ticks, first)
		}
	}
	other := open(t, scripts, scripttest.Options{Seed: 8})
	if r := other.Tests()[0].Run(); slices.Equal(r.Printed, first) {
		t.Errorf("seed 8 gives the same as seed 7: %q", r.Printed)
	}
}

// TestGameOptions checks that tests use the natives of the game, one worker, and callbacks of the game, and no options
// that are meant for its own program.
func TestGameOptions(t *testing.T) {
	runs, workers, told := 0, 0, 0
	swim := &behaviors.Native{Behavior: func(c *engine.Context) (engine.Status, error) {
		runs++
		workers = max(workers, 1+c.Agent().Worker())
		return engine.Running, nil
	}}
	s := open(t, files("main.bt", "tree main\n  swim\n", "main_test.lua", body("local a = t.spawn('main') t.spawn('main') t.tick(3) t.expect_active(a, 'swim')")),
		scripttest.Options{Game: func() bough.Options {
			return bough.Options{
				Natives: map[string]*behaviors.Native{"swim": swim}, OnReload: func(*assets.Report) { told++ },
				Watch: true, Poll: time.Second, Seed: 5, Workers: 3, Record: bough.RecordOptions{Keep: -1},
			}
		}})
	if got := outcome(t, s); got != "ok" || runs != 6 || workers != 1 || told != 1 {
		t.Errorf("%s, %d runs on %d workers, %d reports", got, runs, workers, told)
	}
}

// TestFilter checks that the filter applies to both the file and the name.
func TestFilter(t *testing.T) {
	scripts := files("main.bt", plainTree, "root.lua", "return {}", "walk.lua", "return {}",
		"b_test.lua", "return { z = function() end, a = function() end }", "sub/a_test.lua", body(""))
	for filter, want := range map[string]string{
		"": "b_test.lua: z, b_test.lua: a, sub/a_test.lua: it", "b_test": "b_test.lua: z, b_test.lua: a",
		": a": "b_test.lua: a", "sub/": "sub/a_test.lua: it", "nobody": "",
	} {
		var got []string
		s := open(t, scripts, scripttest.Options{Filter: filter})
		for _, test := range s.Tests() {
			got = append(got, test.String())
		}
		if strings.Join(got, ", ") != want || len(s.Files) != 2 {
			t.Errorf("filter %q leaves %q of %q, want %s", filter, got, s.Files, want)
		}
	}
}

// TestLargeTrees checks that the message of a failure is short, even if a tree has hundreds of nodes, or if there
// are many agents.
func TestLargeTrees(t *testing.T) {
	tree := "tree main\n  root\n" + strings.Repeat("    walk when hp < 3\n", 300) + "    idle\n"
	for test, want := range map[string]string{
		"local a = t.spawn('main', { hp = 5 }) t.tick() t.expect_active(a, 'walk')":     message.MoreNodesOfName(295).Text,
		"local a = t.spawn('main', { hp = 2 }) t.tick() t.expect_not_active(a, 'walk')": message.NodeActive("main#1", "root/walk", "0.00").Text,
		"local a = t.spawn('main', { hp = 5 }) t.tick() t.expect_not_active(a, 'idle')": "print(t.why(...))",
		"for i = 1, 9 do t.spawn('main', { hp = 5 }) end t.tick() t.equal(1, 2)":        message.MoreAgents(4).Text,
	} {
		got := failure(t, open(t, files("main.bt", tree, "root.lua", "return {}", "walk.lua", "return {}", "agent.fields", "hp: hit points\n", "main_test.lua", body(test)), scripttest.Options{})).Error()
		if !strings.Contains(got, want) || strings.Count(got, "\n") > 80 {
			t.Errorf("%s: %d lines\n%s", test, strings.Count(got, "\n"), got)
		}
	}
}

// TestOpenFails checks that Open returns an error for options that cannot be used.
func TestOpenFails(t *testing.T) {
	_, err := scripttest.Open(files(), scripttest.Options{Game: func() bough.Options { return bough.Options{FieldNames: []string{"agent.x"}} }})
	if !errors.Is(err, bough.ErrOptions) || !strings.Contains(err.Error(), `write "x"`) {
		t.Error(err)
	}
	if _, err := scripttest.Open(nil, scripttest.Options{}); err == nil {
		t.Error("no file system is no error")
	}
}

// TestRun runs a suite that passes, as the Go test of a game does.
func TestRun(t *testing.T) {
	scripttest.Run(t, files("main.bt", plainTree, "root.lua", "return {}", "walk.lua", "return {}",
		"main_test.lua", body("local a = t.spawn('main') t.tick() t.expect_active(a, 'walk')")), scripttest.Options{})
}
