package luabind_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/lua"
)

// goHelpers returns helpers of several sorts. Package helper tests the types of parameters and results.
func goHelpers() []bough.Helper {
	return []bough.Helper{
		bough.Func("one(a): One.", func(a float64) float64 { return a }),
		bough.Func("two(a, b): Two.", func(a, b float64) float64 { return a - b }),
		bough.Func("mine(a): Asks the context.", func(c *engine.Context, a float64) float64 { return float64(c.Agent().ID()) + a }),
		bough.Func("who(): Asks the context.", func(c *engine.Context) (string, int64) { return c.Agent().Label(), c.Tick() }),
		bough.Func("int(a): A whole number.", func(a int) int { return a * 2 }),
		bough.Func("vector(v): Doubles.", func(v value.Vector) value.Vector { return value.Vector{X: 2 * v.X, Y: 2 * v.Y, Z: 2 * v.Z} }),
		bough.Func("sum(list): Adds.", func(l []float64) (s float64) {
			for _, f := range l {
				s += f
			}
			return s
		}),
		bough.Func("value(v): Any data.", func(v value.Value) value.Value { return v }),
		bough.Func("fails(n): An error.", func(n int) (int, error) {
			if n < 0 {
				return 0, errors.New("n is negative")
			}
			return n + 1, nil
		}),
		bough.Func("panics(n): Panics.", func(n int) int { return []int{1}[n] }),
		bough.Func("panics_fast(a): Panics without reflection.", func(a float64) float64 { panic("a stone") }),
		bough.Func("wait(n): Called as one of bt is.", func(c *lua.Call) error { c.Return(lua.Number(c.Number(1))); return nil }),
	}
}

var bindGo = bind("go", goHelpers()...)

// TestHelpers checks calls of helpers in hooks: their context, the parameters of nodes as arguments, the checks of a
// file before it runs, and the positions of errors.
func TestHelpers(t *testing.T) {
	const at = "error scripts/b.lua:2:"
	for _, c := range []struct{ body, want string }{
		{"print(go.one(3), go.two(5, 3))", "3 2"},
		{"print(go.mine(10))", "11"},
		{"print(go.who())", "main#1 1"},
		{"local v = go.vector(params.place) print(v.x, v.y, v.z)", "10 0 nil"},
		{"print(go.sum(params.list))", "9"},
		{"local t = { 1, x = { true } } local u = go.value(t) print(u[1], u.x[1], u == t)", "1 true false"},
		{"print(pcall(go.fails, -1))", "false go.fails: n is negative"},

		{"go.wait(params)", at + `9: wrong-argument function="go.wait" given="params (table)" n=1 name="n" want="a number"`},
		{"local bt = go bt.wait(params)", at + `23: wrong-argument function="go.wait" given="params (table)" n=1 name="n" want="a number"`},
		{"go.one()", `problem scripts/b.lua:2:1: too-few-arguments function="go.one" given=0 names=[a]`},
		{"go.one(1, 2, 3)", `problem scripts/b.lua:2:1: too-many-arguments function="go.one" given=3 names=[a]`},
		{"go.value()", ""},
		{"go.one(unpack({}))", at + `1: missing-argument function="go.one" n=1 name="a" want="a number"`},
		{"go.one(1, unpack({ 2, 3 }))", at + `1: too-many-arguments function="go.one" given=3 names=[a]`},
		{"local x = 1 + go.fails(-1)", at + `15: helper-error error="n is negative" function="go.fails"`},
		{"go.mine(agent)", `problem scripts/b.lua:2:9: wrong-argument function="go.mine" given="a table" n=1 name="a" want="a number"`},
		{"local a = agent go.mine(a)", at + `17: wrong-argument function="go.mine" given="table" n=1 name="a" want="a number"`},
		{"go.panics(5)", at + `1: helper-panic function="go.panics" value="runtime error: index out of range [5] with length 1"`},
		{"go.panics_fast(5)", at + `1: helper-panic function="go.panics_fast" value="a stone"`},
		{"pcall(go.panics_fast, 5) print('went on')", "went on"},
		{"coroutine.wrap(function() go.panics_fast(5) end)()", at + `27: helper-panic function="go.panics_fast" value="a stone"`},
		{"go.missing()", `not-a-function what="go.missing (nil)" -> lacks-name name="missing" owner="go"`},
	} {
		for _, name := range []string{"behavior", "run"} {
			s := newSession(t, options, one("return { params = { list = { 4, 5 }, place = { x = 5, y = 0 } }, "+name+
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
	s.want(`problem scripts/b.lua:1:1: helper-needs-agent function="go.mine" -> it`)
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
	s.want("main#1: b", `error scripts/main.bt:4:12: helper-panic function="go.panics" value="runtime error: index out of range [2] with length 1"`,
		`error scripts/main.bt:5:12: wrong-argument function="go.one" given="none (nil)" n=1 name="a" want="a number" -> agent-has-no-field name="none"`,
		"main#1: b")
}

// TestBindErrors checks that names of Bough are refused, and that the errors of package helper are returned.
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
		{"t", []bough.Helper{ok}, "namespace t: the parameter of tests has this name"},
		{"_G", []bough.Helper{ok}, "namespace _G: Lua has a global variable of this name"},
		{"id", []bough.Helper{ok}, "namespace id: a field of each agent has this name"},
		{"ran", []bough.Helper{ok}, "namespace ran: a function of conditions has this name"},
		{"n", []bough.Helper{ok, ok}, "namespace n: helper f is bound twice"},
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

func TestBindTwice(t *testing.T) {
	s := newSession(t, options, one("return {}\n"), bindGo)
	if err := s.game.Runtime().Bind("go", goHelpers()...); err == nil || err.Error() != "namespace go is bound already; give all its helpers to one call of Bind, or choose another name" {
		t.Errorf("bound twice: %v", err)
	}
	if n := s.game.Runtime().Namespaces(); len(n) != 1 || n[0].Name != "go" || n[0].Helpers[1].Signature() != "two(a, b)" || n[0].Helpers[1].Doc != "Two." {
		t.Errorf("namespaces %v", n)
	}
	members := s.game.Runtime().Members()
	if len(members["go"]) != len(goHelpers()) || members["go"][0] != "one" || members["print"] != nil {
		t.Errorf("members %v", members["go"])
	}
}

// TestTooMuchForHelpers checks that the error of a call that was stopped while a helper took arguments or returned
// results names the helper.
func TestTooMuchForHelpers(t *testing.T) {
	for call, want := range map[string]string{
		"h.many()":        "hook-runs-too-long limit=100000 -> spread-over-ticks",
		"h.value()":       "hook-runs-too-long limit=100000 -> spread-over-ticks",
		"h.text()":        `hook-takes-too-much-memory limit="16.0 MB" -> it`,
		"h.take(numbers)": "hook-runs-too-long limit=100000 -> spread-over-ticks",
	} {
		s := newSession(t, options, one("local numbers = {} for i = 1, 40000 do numbers[i] = i end\nreturn { behavior = function(agent)\n"+call+"\nend }\n"), bind("h",
			bough.Func("many(): Many.", func() []float64 { return make([]float64, 100_000) }),
			bough.Func("take(x): Takes many.", func([]float64) {}),
			bough.Func("text(): A long text.", func() string { return strings.Repeat("x", 17<<20) }),
			bough.Func("value(): Many.", func() (value.Value, error) { return value.Of(make([]float64, 100_000)) }),
		))
		s.spawn("main", nil)
		s.tick(1)
		name, _, _ := strings.Cut(call, "(")
		note := message.HelperPays(name).Text
		if got := s.take(); got != "error scripts/b.lua:3:1: "+want || !slices.Contains(s.faults[0].Diagnostic().Notes, note) {
			t.Errorf("%s: %s", call, got)
		}
	}
}
