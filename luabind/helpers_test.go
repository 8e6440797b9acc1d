package luabind_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/lua"
)

type spot struct {
	Name  string
	Place value.Vector
	Tags  []string
}

type small int8

// goHelpers returns helpers with functions of many types.
func goHelpers() []bough.Helper {
	return []bough.Helper{
		bough.Func("zero(): Zero.", func() float64 { return 7 }),
		bough.Func("one(a): One.", func(a float64) float64 { return a }),
		bough.Func("two(a, b): Two.", func(a, b float64) float64 { return a - b }),
		bough.Func("three(a, b, c): Three.", func(a, b, c float64) float64 { return a + b*c }),
		bough.Func("four(a, b, c, d): Four.", func(a, b, c, d float64) float64 { return a + b + c - d }),
		bough.Func("pair(a, b, c, d): Two of four.", func(a, b, c, d float64) (float64, float64) { return a + b, c + d }),
		bough.Func("near(a, b, c, d): A bool of four.", func(a, b, c, d float64) bool { return a+b == c+d }),
		bough.Func("mine(a): Asks the context.", func(c *engine.Context, a float64) float64 { return float64(c.Agent().ID()) + a }),
		bough.Func("who(): Asks the context.", func(c *engine.Context) (string, int64) { return c.Agent().Label(), c.Tick() }),
		bough.Func("nothing(): Returns nothing.", func() {}),
		bough.Func("int(a): A whole number.", func(a int) int { return a * 2 }),
		bough.Func("int8(a): A small number.", func(a int8) int8 { return a }),
		bough.Func("uint16(a): A small number.", func(a uint16) uint16 { return a }),
		bough.Func("uint(a): No sign.", func(a uint) uint { return a }),
		bough.Func("small(a): A named type.", func(a small) small { return a }),
		bough.Func("float32(a): Less exact.", func(a float32) float32 { return a }),
		bough.Func("bool(a): Not.", func(a bool) bool { return !a }),
		bough.Func("text(s): Shouts.", strings.ToUpper),
		bough.Func("vector(v): Doubles.", func(v value.Vector) value.Vector { return value.Vector{X: 2 * v.X, Y: 2 * v.Y, Z: 2 * v.Z} }),
		bough.Func("sum(list): Adds.", func(l []float64) (s float64) {
			for _, f := range l {
				s += f
			}
			return s
		}),
		bough.Func("words(list): Turns around.", func(l []string) []string {
			out := []string{}
			for i := range l {
				out = append(out, l[len(l)-1-i])
			}
			return out
		}),
		bough.Func("spot(s): A struct.", func(s spot) spot { s.Name += "!"; s.Place.X++; s.Tags = append(s.Tags, "new"); return s }),
		bough.Func("find(n): A pointer.", func(n int) *spot {
			if n == 0 {
				return nil
			}
			return &spot{Name: fmt.Sprint(n)}
		}),
		bough.Func("value(v): Any data.", func(v value.Value) value.Value { return v }),
		bough.Func("fails(n): An error.", func(n int) (int, error) {
			if n < 0 {
				return 0, errors.New("n is negative")
			}
			return n + 1, nil
		}),
		bough.Func("only_fails(): Nothing but an error.", func() error { return errors.New("always") }),
		bough.Func("panics(n): Panics.", func(n int) int { return []int{1}[n] }),
		bough.Func("panics_fast(a): Panics without reflection.", func(a float64) float64 { panic("a stone") }),
		bough.Func("wait(n): Called as one of bt is.", func(c *lua.Call) error { c.Return(lua.Number(c.Number(1))); return nil }),
		bough.Func("huge(): Too much for a number.", func() uint64 { return math.MaxUint64 }),
	}
}

func bindGo(g *bough.Game) error { return g.Bind("go", goHelpers()...) }

func TestHelpers(t *testing.T) {
	const at = "error scripts/b.lua:2:"
	for _, c := range []struct{ body, want string }{
		{"print(go.zero(), go.one(3), go.two(5, 3), go.three(1, 2, 3), go.four(1, 2, 3, 4))", "7 3 2 7 2"},
		{"print(go.pair(1, 2, 3, 4))", "3 7"},
		{"print(go.near(1, 2, 2, 1), go.near(1, 1, 1, 2))", "true false"},
		{"print(go.mine(10))", "11"},
		{"print(go.who())", "main#1 1"},
		{"print(select('#', go.nothing()))", "0"},
		{"print(go.int(21), go.int(-3), go.int8(-128), go.uint16(65535), go.uint(0), go.small(5), go.float32(0.5))", "42 -6 -128 65535 0 5 0.5"},
		{"print(go.bool(true), go.bool(false), go.text('oh'))", "false true OH"},
		{"local v = go.vector({ x = 1, y = 2 }) print(v.x, v.y, v.z)", "2 4 nil"},
		{"local v = go.vector({ x = 1, y = 2, z = 3, w = 'ignored' }) print(v.x, v.y, v.z)", "2 4 6"},
		{"print(go.sum({ 1, 2, 3 }), go.sum({}), go.sum(params.list))", "6 0 9"},
		{"print(table.concat(go.words({ 'a', 'b' }), ','), #go.words({}))", "b,a 0"},
		{"local s = go.spot({ name = 'n', place = { x = 1, y = 2 }, tags = { 'old' } }) print(s.name, s.place.x, s.place.y, s.tags[1], s.tags[2])", "n! 2 2 old new"},
		{"local s = go.spot(params.spot) print(s.name, s.place.x, #s.tags)", "p! 6 1"},
		{"print(go.find(0), go.find(5).name)", "nil 5"},
		{"local t = { 1, x = { true } } local u = go.value(t) print(u[1], u.x[1], u == t, go.value(nil), go.value('s'))", "1 true false nil s"},
		{"print(go.fails(1))", "2"},
		{"print(pcall(go.fails, -1))", "false go.fails: n is negative"},

		{"go.wait(params)", at + "9: bad argument #1 to 'go.wait' (number expected, got table): params is a table"},
		{"local bt = go bt.wait(params)", at + "23: bad argument #1 to 'go.wait' (number expected, got table): params is a table"},
		{"go.one()", "problem scripts/b.lua:2:1: go.one: 0 arguments are given; it needs 1 (a)"},
		{"go.one(1, 2, 3)", "problem scripts/b.lua:2:1: go.one: 3 arguments are given; it takes 1 (a)"},
		{"go.value()", ""},
		{"go.one(unpack({}))", at + "1: go.one: argument 1 (a) is missing; want a number"},
		{"go.one(1, unpack({ 2, 3 }))", at + "1: go.one: 3 arguments are given; it takes 1 (a)"},
		{"go.one(1, unpack({ nil }, 1, 1))", "go.one: 2 arguments are given; it takes 1 (a)"},
		{"go.nothing(unpack({ 1 }))", "go.nothing: 1 argument is given; it takes none"},
		{"go.spot({}, unpack({ 2 }))", "go.spot: 2 arguments are given; it takes 1 (s)"},
		{"go.near(1, 2, 3, 4, unpack({ 5 }))", "go.near: 5 arguments are given; it takes 4 (a, b, c, d)"},
		{"local x = 1 + go.fails(-1)", at + "15: go.fails: n is negative"},
		{"go.two(1, unpack({}))", "go.two: argument 2 (b) is missing; want a number"},
		{"go.two(1, nil)", "go.two: argument 2 (b) is nil; want a number"},
		{"go.one('5')", "go.one: argument 1 (a) is \"5\"; want a number"},
		{"go.near(1, 2, {}, 4)", "go.near: argument 3 (c) is table; want a number"},
		{"go.mine(agent)", "go.mine: argument 1 (a) is table; want a number"},
		{"go.int(1.5)", "go.int: argument 1 (a) is 1.5; want a whole number"},
		{"go.int(0/0)", "go.int: argument 1 (a) is nan; want a whole number"},
		{"go.int(math.huge)", "go.int: argument 1 (a) is inf; want a whole number"},
		{"go.int(2^54)", "want a whole number"},
		{"go.int8(128)", "go.int8: argument 1 (a) is 128; want a whole number from -128 to 127"},
		{"go.int8(-129)", "go.int8: argument 1 (a) is -129; want a whole number from -128 to 127"},
		{"go.uint16(-1)", "go.uint16: argument 1 (a) is -1; want a whole number from 0 to 65535"},
		{"go.uint(-1)", "go.uint: argument 1 (a) is -1; want a whole number from 0 to 9007199254740991"},
		{"go.small('x')", "go.small: argument 1 (a) is \"x\"; want a whole number from -128 to 127"},
		{"go.bool(nil)", "go.bool: argument 1 (a) is nil; want true or false"},
		{"go.text(5)", "go.text: argument 1 (s) is 5; want a string"},
		{"go.text(print)", "go.text: argument 1 (s) is function; want a string"},
		{"go.vector(5)", "go.vector: argument 1 (v) is 5; want a table with the numbers x and y"},
		{"go.vector({ x = 1 })", "go.vector: argument 1 (v) is table; want a table with the numbers x and y"},
		{"go.vector({ x = 1, y = '2' })", "want a table with the numbers x and y"},
		{"go.sum(1)", "go.sum: argument 1 (list) is 1; want a list"},
		{"go.sum({ 1, 'x' })", "go.sum: argument 1 (list) is table of 2; want a list of which each element is a number (element 2 is \"x\")"},
		{"go.spot({ name = 1 })", "go.spot: argument 1 (s) is table; want a table whose name is a string"},
		{"go.spot({ name = 'n', place = { x = 1, y = 2 }, tags = { 5 } })", "want a table whose tags is a list of which each element is a string (element 1 is 5)"},
		{"go.spot('n')", "go.spot: argument 1 (s) is \"n\"; want a table"},
		{"go.value(print)", "go.value: argument 1 (v) is function; want plain data (a function is not plain data; use numbers, strings, booleans and plain tables)"},
		{"local t = {} t.t = t go.value(t)", "want plain data (table nested deeper than 8 levels; hand on less)"},
		{"go.fails(-1)", at + "1: go.fails: n is negative"},
		{"go.only_fails()", at + "1: go.only_fails: always"},
		{"go.huge()", at + "1: go.huge has the result 18446744073709551615, but numbers are exact only from -2^53 to 2^53; let the helper return a string"},
		{"go.panics(5)", at + "1: go.panics panicked: runtime error: index out of range [5] with length 1"},
		{"go.panics_fast(5)", at + "1: go.panics_fast panicked: a stone"},
		{"pcall(go.panics_fast, 5) print('went on')", "went on"},
		{"print(pcall(go.panics_fast, 5))", "false go.panics_fast panicked: a stone"},
		{"coroutine.wrap(function() go.panics_fast(5) end)()", at + "27: go.panics_fast panicked: a stone"},
		{"go.missing()", "go.missing is not a function, and cannot be called"},
	} {
		for _, name := range []string{"behavior", "run"} {
			s := newSession(t, options, one("return { params = { list = { 4, 5 }, spot = { name = 'p', place = { x = 5, y = 0 }, tags = {} } }, "+name+
				" = function(agent, params)\n"+c.body+"\nend }\n"), bindGo)
			s.spawn("main", nil)
			s.tick(1)
			got := strings.ReplaceAll(s.take(), "main#1: ", "")
			if got != c.want && !(strings.Contains(got, "error ") && strings.Contains(got, c.want)) {
				t.Errorf("%s %s\ngot  %s\nwant %s", name, c.body, got, c.want)
			}
		}
	}
}

// TestPanicDoesNoHarm checks that a panic of a helper does not affect other agents, and that the agent that called
// the helper continues in the next tick.
func TestPanicDoesNoHarm(t *testing.T) {
	s := newSession(t, options, hook("behavior", "if agent.id == 1 and bt.tick() == 1 then go.panics(9) end agent.n = (agent.n or 0) + go.one(1)"), bindGo)
	a, b := s.spawn("main", nil), s.spawn("main", nil)
	s.tick(3)
	if number(a, "n") != 2 || number(b, "n") != 3 || len(s.faults) != 1 {
		t.Errorf("%v, %v, %s", number(a, "n"), number(b, "n"), s.take())
	}
}

func TestHelpersWhileLoading(t *testing.T) {
	s := newSession(t, options, one("print(go.two(5, 3))\nreturn { params = { n = go.int(2) } }\n"), bindGo)
	s.game.Load()
	s.want("load: 2")
	s = newSession(t, options, one("go.mine(3)\nreturn {}\n"), bindGo)
	s.game.Load()
	s.want("problem scripts/b.lua:1:1: go.mine cannot be used while a file is loaded; call it in a hook")
}

func TestHelpersInGuards(t *testing.T) {
	s := newSession(t, options, `
-- main.bt --
tree main "One."
  root
    b when go.two(id, 1) == 0 and go.who() == "main#1" and go.vector(place).x == 6
    c when go.panics(id) == 0
    d when go.one(none) == 0
-- root.lua --
return {}
-- b.lua --
return { behavior = function() print("b") end }
-- c.lua --
return {}
-- d.lua --
return {}
`, bindGo).clean()
	s.spawn("main", bough.Fields{"place": value.Vector{X: 3}})
	s.spawn("main", nil)
	s.tick(2)
	s.want("error scripts/main.bt:4:12: guard go.panics(id) == 0: go.panics panicked: runtime error: index out of range [2] with length 1",
		"error scripts/main.bt:5:12: guard go.one(none) == 0: go.one: argument 1 (a) is nil; want a number",
		"main#1: b", "main#1: b")
}

type list struct{ Next []list }
type link struct{ Next *link }
type loop []loop
type ring struct{ A struct{ B []ring } }
type hidden struct{ x int }

func TestBindErrors(t *testing.T) {
	ok := bough.Func("f(): Nothing.", func() {})
	for _, c := range []struct {
		space   string
		helpers []bough.Helper
		want    string
	}{
		{"ok", []bough.Helper{ok}, ""},
		{"random", []bough.Helper{bough.Func("set(): Named like kinds of nodes.", func() {})}, ""},
		{"math", []bough.Helper{ok}, "namespace math is taken by Bough; choose another name"},
		{"bt", []bough.Helper{ok}, "namespace bt is taken by Bough; choose another name"},
		{"print", []bough.Helper{ok}, "namespace print is taken by Bough; choose another name"},
		{"agent", []bough.Helper{ok}, "namespace agent: a parameter of hooks has this name, which would hide the helpers or be hidden by them; choose another name"},
		{"params", []bough.Helper{ok}, "namespace params: a parameter of hooks has this name"},
		{"memory", []bough.Helper{ok}, "namespace memory: a parameter of hooks has this name"},
		{"id", []bough.Helper{ok}, "namespace id: a field of each agent has this name"},
		{"ran", []bough.Helper{ok}, "namespace ran: a function of conditions has this name"},
		{"", []bough.Helper{ok}, "namespace \"\": empty name"},
		{"a.b", []bough.Helper{ok}, "namespace \"a.b\": want a plain name, without dots"},
		{"a-b", []bough.Helper{ok}, "namespace \"a-b\": name \"a-b\" has the character '-'"},
		{"1a", []bough.Helper{ok}, "begins with a digit"},
		{"end", []bough.Helper{ok}, "namespace \"end\": this is a keyword of Lua; choose another name"},
		{"n", []bough.Helper{ok, ok}, "namespace n: helper f is bound twice"},
		{"n", []bough.Helper{bough.Func("f", func() {})}, `namespace n: helper signature "f"; want "name(param, param): what it does"`},
		{"n", []bough.Helper{bough.Func("f()", func() {})}, `helper signature "f()"; want "name(param, param): what it does": add a colon, and after it what the helper does`},
		{"n", []bough.Helper{bough.Func("f(: x", func() {})}, `helper signature "f(: x"; want "name(param, param): what it does": the parentheses are missing`},
		{"n", []bough.Helper{bough.Func("(): x", func() {})}, `helper "": empty name`},
		{"n", []bough.Helper{bough.Func("while(): x", func() {})}, `helper "while": this is a keyword of Lua`},
		{"n", []bough.Helper{bough.Func("a.b(): x", func() {})}, `helper "a.b": want a plain name`},
		{"n", []bough.Helper{bough.Func("f(a): x", func() {})}, "helper f: the signature names 1 parameters, the function has 0"},
		{"n", []bough.Helper{bough.Func("f(): x", func(a int) {})}, "helper f: the signature names 0 parameters, the function has 1"},
		{"n", []bough.Helper{bough.Func("f(c): x", func(c *engine.Context) {})}, "names 1 parameters, the function has 0"},
		{"n", []bough.Helper{bough.Func("f(a): x", func(a ...chan int) {})}, "helper f: parameter a: type chan int cannot be read from Lua; use numbers"},
		{"n", []bough.Helper{bough.Func("f(): x", nil)}, "helper f: want a function, got <nil>"},
		{"n", []bough.Helper{bough.Func("f(): x", 5)}, "helper f: want a function, got int"},
		{"n", []bough.Helper{bough.Func("f(): x", (func() float64)(nil))}, "helper f: the function is nil"},
		{"n", []bough.Helper{bough.Func("f(a): x", func(a map[int]int) {})}, "helper f: parameter a: type map[int]int cannot be read from Lua; use a map with string keys"},
		{"n", []bough.Helper{bough.Func("f(): x", func() map[int]int { return nil })}, "helper f: result 1: type map[int]int cannot be handed to Lua; use a map with string keys"},
		{"n", []bough.Helper{bough.Func("f(a): x", func(a func()) {})}, "type func() cannot be read from Lua; Go keeps no function of a script"},
		{"n", []bough.Helper{bough.Func("f(a): x", func(a any) {})}, "type interface {} cannot be read from Lua; take or return value.Value"},
		{"n", []bough.Helper{bough.Func("f(a): x", func(a [2]int) {})}, "type [2]int cannot be read from Lua; use a slice"},
		{"n", []bough.Helper{bough.Func("f(a): x", func(a struct {
			A, B int `lua:"a"`
		}) {
		})}, "has two fields that scripts would call a"},
		{"n", []bough.Helper{bough.Func("f(a): x", func(a struct {
			A int `lua:"a,string"`
		}) {
		})}, `the tag of field A has the option "string"; omitempty is the only one`},
		{"n", []bough.Helper{bough.Func("f(a, c): x", func(a int, c *engine.Context) {})}, "parameter c: type *engine.Context cannot be read from Lua"},
		{"n", []bough.Helper{bough.Func("f(a): x", func(a hidden) {})}, "type luabind_test.hidden has the unexported field x"},
		{"n", []bough.Helper{bough.Func("f(): x", func() hidden { return hidden{} })}, "result 1: type luabind_test.hidden has the unexported field x"},
		{"n", []bough.Helper{bough.Func("f(): x", func() (error, int) { return nil, 0 })}, "result 1 is an error; make it the last result"},
		{"n", []bough.Helper{bough.Func("f(): x", func() chan int { return nil })}, "result 1: type chan int cannot be handed to Lua"},
		{"n", []bough.Helper{bough.Func("f(): x", func() any { return nil })}, "result 1: type interface {} cannot be handed to Lua"},
		{"n", []bough.Helper{bough.Func("f(a): x", func(a list) {})}, "parameter a: type luabind_test.list contains itself; hand over a list or a number instead"},
		{"n", []bough.Helper{bough.Func("f(a): x", func(a loop) {})}, "parameter a: type luabind_test.loop contains itself"},
		{"n", []bough.Helper{bough.Func("f(a): x", func(a ring) {})}, "parameter a: type luabind_test.ring contains itself"},
		{"n", []bough.Helper{bough.Func("f(): x", func() *link { return nil })}, "result 1: type *luabind_test.link contains itself"},
		{"n", []bough.Helper{bough.Func("f(): x", func() list { return list{} })}, "result 1: type luabind_test.list contains itself"},
		{"n", []bough.Helper{bough.Func("f(a): x", func(a struct{ A, B spot }) {})}, ""},
	} {
		r := luabind.NewRuntime(luabind.Options{})
		got := ""
		if err := r.Bind(c.space, c.helpers...); err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s %v: got %s, want %s", c.space, c.helpers, got, c.want)
		}
	}
}

func TestBindTwiceAndLate(t *testing.T) {
	s := newSession(t, options, one("return {}\n"), bindGo)
	if err := s.game.Bind("go", goHelpers()...); err == nil || err.Error() != "namespace go is bound already; give all its helpers to one call of Bind, or choose another name" {
		t.Errorf("bound twice: %v", err)
	}
	s.game.Load()
	if err := s.game.Bind("late", goHelpers()...); err == nil || err.Error() != "namespace late: scripts are loaded already; call Bind before Load, Spawn and Tick" {
		t.Errorf("bound late: %v", err)
	}
	if n := s.game.Runtime().Namespaces(); len(n) != 1 || n[0].Name != "go" || n[0].Helpers[2].Signature() != "two(a, b)" || n[0].Helpers[2].Doc != "Two." {
		t.Errorf("namespaces %v", n)
	}
	members := s.game.Runtime().Members()
	if len(members["go"]) != len(goHelpers()) || members["go"][0] != "zero" || members["print"] != nil {
		t.Errorf("members %v", members["go"])
	}
}
