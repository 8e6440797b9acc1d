package helper_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

type spot struct {
	Name  string
	Place value.Vector
	Tags  []string
}

type small int8

// someone is the context of calls in hooks. Tests only compare it.
var someone = new(engine.Context)

// goHelpers returns helpers with functions of many types.
func goHelpers() []helper.Helper {
	return []helper.Helper{
		helper.Func("zero(): Zero.", func() float64 { return 7 }),
		helper.Func("one(a): One.", func(a float64) float64 { return a }),
		helper.Func("two(a, b): Two.", func(a, b float64) float64 { return a - b }),
		helper.Func("three(a, b, c): Three.", func(a, b, c float64) float64 { return a + b*c }),
		helper.Func("four(a, b, c, d): Four.", func(a, b, c, d float64) float64 { return a + b + c - d }),
		helper.Func("pair(a, b, c, d): Two of four.", func(a, b, c, d float64) (float64, float64) { return a + b, c + d }),
		helper.Func("near(a, b, c, d): A bool of four.", func(a, b, c, d float64) bool { return a+b == c+d }),
		helper.Func("mine(a): Asks the context.", func(c *engine.Context, a float64) bool { return c == someone && a == 10 }),
		helper.Func("who(): Asks the context.", func(c *engine.Context) (string, int64) { return fmt.Sprint(c == someone), 1 }),
		helper.Func("nothing(): Returns nothing.", func() {}),
		helper.Func("int(a): A whole number.", func(a int) int { return a * 2 }),
		helper.Func("int64(a, b): A whole number and a bool.", func(a int64, b bool) int64 { return a }),
		helper.Func("int8(a): A small number.", func(a int8) int8 { return a }),
		helper.Func("uint16(a): A small number.", func(a uint16) uint16 { return a }),
		helper.Func("uint(a): No sign.", func(a uint) uint { return a }),
		helper.Func("small(a): A named type.", func(a small) small { return a }),
		helper.Func("float32(a): Less exact.", func(a float32) float32 { return a }),
		helper.Func("bool(a): Not.", func(a bool) bool { return !a }),
		helper.Func("text(s): Shouts.", strings.ToUpper),
		helper.Func("vector(v): Doubles.", func(v value.Vector) value.Vector { return value.Vector{X: 2 * v.X, Y: 2 * v.Y, Z: 2 * v.Z} }),
		helper.Func("sum(list): Adds.", func(l []float64) (s float64) {
			for _, f := range l {
				s += f
			}
			return s
		}),
		helper.Func("words(list): Turns around.", func(l []string) []string {
			out := []string{}
			for i := range l {
				out = append(out, l[len(l)-1-i])
			}
			return out
		}),
		helper.Func("spot(s): A struct.", func(s spot) spot { s.Name += "!"; s.Place.X++; s.Tags = append(s.Tags, "new"); return s }),
		helper.Func("find(n): A pointer.", func(n int) *spot {
			if n == 0 {
				return nil
			}
			return &spot{Name: fmt.Sprint(n)}
		}),
		helper.Func("value(v): Any data.", func(v value.Value) value.Value { return v }),
		helper.Func("fails(n): An error.", func(n int) (int, error) {
			if n < 0 {
				return 0, errNegative
			}
			return n + 1, nil
		}),
		helper.Func("only_fails(): Nothing but an error.", func() error { return errors.New("always") }),
		helper.Func("panics(n): Panics.", func(n int) int { return []int{1}[n] }),
		helper.Func("panics_fast(a): Panics without reflection.", func(a float64) float64 { panic("a stone") }),
		helper.Func("panics_slow(a): Panics within reflection.", func(a int8) { panic(errNegative) }),
		helper.Func("huge(): Too much for a number.", func() uint64 { return math.MaxUint64 }),
		helper.Func("exact(times): The last exact number, so many times.", func(times int64) int64 { return times << 53 }),
		helper.Func("inexact(): A number too much.", func() int64 { return 1<<53 + 1 }),
		helper.Func("lowest(): Too low.", func() *int { n := math.MinInt; return &n }),
		helper.Func("ids(n): One too much.", func(n int64) []int64 { return []int64{n, 1 << 60} }),
		helper.Func("parts(): A struct.", func() struct{ A, B int64 } { return struct{ A, B int64 }{1, math.MaxInt64} }),
		helper.Func("add(first, rest): Any number of them.", func(first string, rest ...int) string { return fmt.Sprint(first, rest, rest == nil) }),
		helper.Func("raw(...): As it is.", func(c *lua.Call) error {
			if c.Len() == 0 {
				return errors.New("raw wants something")
			}
			for _, v := range c.Args() {
				c.Return(v)
			}
			return nil
		}),
	}
}

var errNegative = errors.New("n is negative")

// session is a State with the helpers go.*. Calls in it may or may not have a context.
type session struct {
	s       *lua.State
	globals *lua.Table
	context *engine.Context
}

func newSession(t testing.TB) *session {
	t.Helper()
	x := &session{s: lua.NewState(), context: someone}
	x.globals = lib.Open(x.s, lib.Options{})
	space := helper.Namespace{Name: "go", Helpers: goHelpers()}
	if err := space.Check(); err != nil {
		t.Fatal(err)
	}
	table := space.Table(helper.Options{Context: func(*lua.Call) *engine.Context { return x.context }})
	lua.Freeze(table.Value())
	x.set(t, "go", table.Value())
	return x
}

func (x *session) set(t testing.TB, name string, v lua.Value) {
	t.Helper()
	if err := x.globals.Set(lua.Name(name), v); err != nil {
		t.Fatal(err)
	}
}

// run runs a text as the file b.lua. The first line of the file is empty.
func (x *session) run(t testing.TB, text string) ([]lua.Value, error) {
	t.Helper()
	chunk, err := lua.Compile(lua.Source{Name: "b.lua", Text: "\n" + text})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return x.s.Call(chunk.Function(x.globals).Value())
}

// say runs a text and returns its results in the format of print, or its error with the column.
func (x *session) say(t testing.TB, text string) string {
	t.Helper()
	out, err := x.run(t, text)
	var e *lua.Error
	if errors.As(err, &e) {
		return fmt.Sprintf("error %d:%d: %s", e.At.Line, e.At.Col, identity(err))
	}
	words := make([]string, len(out))
	for i, v := range out {
		words[i] = v.String()
	}
	return strings.Join(words, " ")
}

// identity returns what message.Identity says about an error. An error without a code has its text.
func identity(err error) string {
	var said diag.Words
	if !errors.As(err, &said) {
		return err.Error()
	}
	return message.Identity(diag.New(diag.Pos{}, said))
}

func TestHelpers(t *testing.T) {
	x := newSession(t)
	for _, c := range []struct{ body, want string }{
		{"return go.zero(), go.one(3), go.two(5, 3), go.three(1, 2, 3), go.four(1, 2, 3, 4)", "7 3 2 7 2"},
		{"return go.pair(1, 2, 3, 4)", "3 7"},
		{"return go.near(1, 2, 2, 1), go.near(1, 1, 1, 2)", "true false"},
		{"return go.mine(10)", "true"},
		{"return go.who()", "true 1"},
		{"return select('#', go.nothing())", "0"},
		{"return go.int(21), go.int(-3), go.int8(-128), go.uint16(65535), go.uint(0), go.small(5), go.float32(0.5)", "42 -6 -128 65535 0 5 0.5"},
		{"return go.int(2^52), go.uint(2^53 - 1)", "9.007199254741e+15 9.007199254741e+15"},
		{"return go.bool(true), go.bool(false), go.text('oh')", "false true OH"},
		{"local v = go.vector({ x = 1, y = 2 }) return v.x, v.y, v.z", "2 4 nil"},
		{"local v = go.vector({ x = 1, y = 2, z = 3, w = 'ignored' }) return v.x, v.y, v.z", "2 4 6"},
		{"return go.sum({ 1, 2, 3 }), go.sum({})", "6 0"},
		{"local t = { 1, 2, a = 3 } t.a = nil return go.sum(t)", "3"},
		{"return table.concat(go.words({ 'a', 'b' }), ','), #go.words({})", "b,a 0"},
		{"local s = go.spot({ name = 'n', place = { x = 1, y = 2 }, tags = { 'old' } }) return s.name, s.place.x, s.place.y, s.tags[1], s.tags[2]", "n! 2 2 old new"},
		{"return go.find(0), go.find(5).name", "nil 5"},
		{"local t = { 1, x = { true } } local u = go.value(t) return u[1], u.x[1], u == t, go.value(nil), go.value('s')", "1 true false nil s"},
		{"return go.fails(1)", "2"},
		{"return go.exact(1)", "9.007199254741e+15"},
		{"return pcall(go.fails, -1)", "false go.fails: n is negative"},
		{"return pcall(function() return go.fails(-1) + 1 end)", "false b.lua:2: go.fails: n is negative"},
		{"return go.add('a'), go.add('a', 1, 2)", "a[] false a[1 2] false"},
		{"return go.raw(1, nil, 'x')", "1 nil x"},

		{"go.one()", `error 2:4: missing-argument function="go.one" n=1 name="a" want="a number"`},
		{"go.one(1, 2, 3)", `error 2:4: too-many-arguments function="go.one" given=3 names=[a]`},
		{"go.one(1, nil)", `too-many-arguments function="go.one" given=2 names=[a]`},
		{"go.nothing(1)", `takes-no-arguments function="go.nothing" given=1`},
		{"go.spot({}, 2)", `too-many-arguments function="go.spot" given=2 names=[s]`},
		{"go.near(1, 2, 3, 4, 5)", `too-many-arguments function="go.near" given=5 names=[a b c d]`},
		{"local x = 1 + go.fails(-1)", `helper-error error="n is negative" function="go.fails"`},
		{"go.two(1)", `missing-argument function="go.two" n=2 name="b" want="a number"`},
		{"go.two(1, nil)", `wrong-argument function="go.two" given="nil" n=2 name="b" want="a number"`},
		{"go.one('5')", `wrong-argument function="go.one" given="\"5\"" n=1 name="a" want="a number"`},
		{"go.near(1, 2, {}, 4)", `wrong-argument function="go.near" given="table" n=3 name="c" want="a number"`},
		{"go.mine({ x = 1, y = 2.5 })", `wrong-argument function="go.mine" given="{x=1, y=2.5}" n=1 name="a" want="a number"`},
		{"go.int(1.5)", `wrong-argument function="go.int" given="1.5" n=1 name="a" want="a whole number"`},
		{"go.int(0/0)", `wrong-argument function="go.int" given="nan" n=1 name="a" want="a whole number"`},
		{"go.int(math.huge)", `wrong-argument function="go.int" given="inf" n=1 name="a" want="a whole number"`},
		{"go.int(2^54)", `wrong-argument function="go.int" given="1.8014398509481984e+16" n=1 name="a" want="a whole number from -2^53 to 2^53 (for larger ones, let the helper take a string)"`},
		{"go.int64(-2^54)", `wrong-argument function="go.int64" given="-1.8014398509481984e+16" n=1 name="a" want="a whole number from -2^53 to 2^53 (for larger ones, let the helper take a string)"`},
		{"go.int64('x')", `wrong-argument function="go.int64" given="\"x\"" n=1 name="a" want="a whole number"`},
		{"go.int8(128)", `wrong-argument function="go.int8" given="128" n=1 name="a" want="a whole number from -128 to 127"`},
		{"go.int8(-129)", `wrong-argument function="go.int8" given="-129" n=1 name="a" want="a whole number from -128 to 127"`},
		{"go.uint16(-1)", `wrong-argument function="go.uint16" given="-1" n=1 name="a" want="a whole number from 0 to 65535"`},
		{"go.uint(-1)", `wrong-argument function="go.uint" given="-1" n=1 name="a" want="a whole number from 0 to 9007199254740991"`},
		{"go.small('x')", `wrong-argument function="go.small" given="\"x\"" n=1 name="a" want="a whole number from -128 to 127"`},
		{"go.bool(nil)", `wrong-argument function="go.bool" given="nil" n=1 name="a" want="true or false"`},
		{"go.text(5)", `wrong-argument function="go.text" given="5" n=1 name="s" want="a string"`},
		{"go.text(print)", `wrong-argument function="go.text" given="function" n=1 name="s" want="a string"`},
		{"go.text(coroutine.create(function() end))", `wrong-argument function="go.text" given="thread" n=1 name="s" want="a string"`},
		{"go.one(('ö'):rep(30))", `wrong-argument function="go.one" given="\"` + strings.Repeat("ö", 20) + `\"…"`},
		{"go.one('x' .. ('ö'):rep(30))", `wrong-argument function="go.one" given="\"x` + strings.Repeat("ö", 19) + `\"…"`},
		{"go.vector(5)", `wrong-argument function="go.vector" given="5" n=1 name="v" want="a table with the numbers x and y"`},
		{"go.vector({ x = 1 })", `wrong-argument function="go.vector" given="table" n=1 name="v" want="a table with the numbers x and y"`},
		{"go.vector({ x = 1, y = '2' })", `wrong-argument function="go.vector" given="table" n=1 name="v" want="a table with the numbers x and y"`},
		{"go.sum(1)", `wrong-argument function="go.sum" given="1" n=1 name="list" want="a list"`},
		{"go.sum({ 1, 'x' })", `wrong-argument function="go.sum" given="table with 2 elements" n=1 name="list" want="a list of which each element is a number (element 2 is \"x\")"`},
		{"go.sum({ a = 1 })", `wrong-argument function="go.sum" given="table" n=1 name="list" want="a list, without other keys (one is \"a\")"`},
		{"go.sum({ 1, 2, n = 2 })", `wrong-argument function="go.sum" given="table with 2 elements" n=1 name="list" want="a list, without other keys (one is \"n\")"`},
		{"go.sum({ 1, [3] = 2 })", `wrong-argument function="go.sum" given="table with 1 element" n=1 name="list" want="a list, without other keys (one is 3)"`},
		{"go.spot({ name = 'n', place = { x = 1, y = 2 }, tags = { a = 1 } })", `wrong-argument function="go.spot" given="table" n=1 name="s" want="a table whose tags is a list, without other keys (one is \"a\")"`},
		{"go.spot({ name = 1 })", `wrong-argument function="go.spot" given="table" n=1 name="s" want="a table whose name is a string"`},
		{"go.spot({ name = 'n', place = { x = 1, y = 2 }, tags = { 5 } })", `wrong-argument function="go.spot" given="table" n=1 name="s" want="a table whose tags is a list of which each element is a string (element 1 is 5)"`},
		{"go.spot({ name = 'n', place = { x = 1, y = 2 } })", `wrong-argument function="go.spot" given="table" n=1 name="s" want="a table whose tags is a list (tags is missing)"`},
		{"go.spot({})", `wrong-argument function="go.spot" given="table" n=1 name="s" want="a table whose name is a string (name is missing)"`},
		{"go.spot('n')", `wrong-argument function="go.spot" given="\"n\"" n=1 name="s" want="a table"`},
		{"go.value(print)", `wrong-argument function="go.value" given="function" n=1 name="v" want="plain data (a function is not plain data: use numbers, texts, booleans and plain tables)"`},
		{"local t = {} t.t = t go.value(t)", `wrong-argument function="go.value" given="table" n=1 name="v" want="plain data (a table is nested deeper than 8 levels: hand on less)"`},
		{"go.add(1)", `wrong-argument function="go.add" given="1" n=1 name="first" want="a string"`},
		{"go.add('a', 1, 'x')", `wrong-argument function="go.add" given="\"x\"" n=3 name="rest" want="a whole number"`},
		{"go.add(1, 'x')", `wrong-argument function="go.add" given="1" n=1 name="first" want="a string"`},
		{"go.add()", `missing-argument function="go.add" n=1 name="first" want="a string"`},
		{"go.raw()", "b.lua:2: raw wants something"},
		{"go.fails(-1)", `helper-error error="n is negative" function="go.fails"`},
		{"go.only_fails()", `error 2:4: helper-error error="always" function="go.only_fails"`},
		{"go.huge()", `inexact-result function="go.huge" result="18446744073709551615" -> it`},
		{"go.exact(2)", `inexact-result function="go.exact" result="18014398509481984" -> it`},
		{"go.inexact()", `inexact-result function="go.inexact" result="9007199254740993" -> it`},
		{"go.lowest()", `inexact-result function="go.lowest" result="-9223372036854775808" -> it`},
		{"go.ids(7)", `inexact-result function="go.ids" result="1152921504606846976" -> it`},
		{"go.parts()", `inexact-result function="go.parts" result="9223372036854775807" -> it`},
		{"go.panics(5)", `error 2:4: helper-panic function="go.panics" value="runtime error: index out of range [5] with length 1"`},
		{"go.panics_fast(5)", `error 2:4: helper-panic function="go.panics_fast" value="a stone"`},
		{"go.panics_slow(5)", `error 2:4: helper-panic function="go.panics_slow" value="n is negative"`},
		{"pcall(go.panics_fast, 5) return 'went on'", "went on"},
		{"return pcall(go.panics_fast, 5)", "false go.panics_fast panicked: a stone"},
		{"coroutine.wrap(function() go.panics_fast(5) end)()", `helper-panic function="go.panics_fast" value="a stone"`},
	} {
		if got := x.say(t, c.body); got != c.want && !(strings.HasPrefix(got, "error 2:") && strings.Contains(got, c.want)) {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestErrorsAreWrapped checks that a host finds the error that a helper has returned or panicked with, even if a
// script has caught that error and raised it again.
func TestErrorsAreWrapped(t *testing.T) {
	x := newSession(t)
	for _, c := range []struct {
		body string
		is   bool
	}{
		{"go.fails(-1)", true},
		{"go.panics_slow(1)", true},
		{"local ok, err = pcall(go.fails, -1) error(err, 0)", true},
		{"coroutine.wrap(function() go.fails(-1) end)()", true},
		{"pcall(go.fails, -1) error('other')", false},
		{"pcall(go.fails, -1) error()", false},
		{"local ok, err = pcall(go.fails, -1) pcall(go.only_fails) error(err, 0)", false},
	} {
		if _, err := x.run(t, c.body); err == nil || errors.Is(err, errNegative) != c.is {
			t.Errorf("%s: %v, errors.Is: %v", c.body, err, !c.is)
		}
	}
}

// TestInGuards checks that code under a guard can call helpers that return tables.
func TestInGuards(t *testing.T) {
	x := newSession(t)
	x.s.SetGuard(true)
	defer x.s.SetGuard(false)
	if got := x.say(t, `local s = go.spot({ name = "n", place = go.vector({ x = 1, y = 2 }), tags = go.words({ "a" }) })
s.name = s.name .. #s.tags
return s.name, s.place.x, go.value({ 1, { 2 } })[2][1]`); got != "n!2 3 2" {
		t.Error(got)
	}
}

// TestPanicDoesNoHarm checks that a State still works after a helper has panicked.
func TestPanicDoesNoHarm(t *testing.T) {
	x := newSession(t)
	got := x.say(t, `local n = 0
for i = 1, 100 do
  pcall(go.panics_fast, i) pcall(go.panics_slow, i) pcall(go.int8, 1000) pcall(go.text, {})
  n = n + go.int8(1) + go.one(1)
end
return n`)
	if got != "200" {
		t.Error(got)
	}
}

// TestHelpersWhileLoading checks that a helper needs a context only if it has a context parameter.
func TestHelpersWhileLoading(t *testing.T) {
	x := newSession(t)
	x.context = nil
	if got := x.say(t, "return go.two(5, 3)"); got != "2" {
		t.Error(got)
	}
	for _, name := range []string{"mine", "who"} {
		want := `helper-needs-agent function="go.` + name + `" -> it`
		if got := x.say(t, "go."+name+"()"); !strings.Contains(got, want) {
			t.Error(got)
		}
	}
	h := goHelpers()[7]
	x.set(t, "mine", h.Function(helper.Options{}).Value())
	if got := x.say(t, "mine(1)"); !strings.Contains(got, `helper-needs-agent function="mine"`) {
		t.Error(got)
	}
}

type list struct{ Next []list }
type link struct{ Next *link }
type loop []loop
type ring struct{ A struct{ B []ring } }
type hidden struct{ x int } //lint:ignore U1000 it is unexported

func TestCheck(t *testing.T) {
	ok := helper.Func("f(): Nothing.", func() {})
	one := func(signature string, fn any) []helper.Helper { return []helper.Helper{helper.Func(signature, fn)} }
	for _, c := range []struct {
		space   string
		helpers []helper.Helper
		want    string
	}{
		{"ok", []helper.Helper{ok}, ""},
		{"random", one("set(): Named like kinds of nodes.", func() {}), ""},
		{"", []helper.Helper{ok}, "namespace \"\": the name is empty"},
		{"a.b", []helper.Helper{ok}, "namespace \"a.b\": want a plain name, without dots"},
		{"a-b", []helper.Helper{ok}, "namespace \"a-b\": the name \"a-b\" has the character '-'"},
		{"1a", []helper.Helper{ok}, "begins with a digit"},
		{"end", []helper.Helper{ok}, "namespace \"end\": this is a keyword of Lua; choose another name"},
		{"n", []helper.Helper{ok, ok}, "namespace n: helper f is bound twice"},
		{"n", one("f", func() {}), `namespace n: helper signature "f"; want "name(param, param): what it does"`},
		{"n", one("f()", func() {}), `helper signature "f()"; want "name(param, param): what it does": add a colon, and after it what the helper does`},
		{"n", one("f(: x", func() {}), `helper signature "f(: x"; want "name(param, param): what it does": the parentheses are missing`},
		{"n", one("(): x", func() {}), `helper "": the name is empty`},
		{"n", one("while(): x", func() {}), `helper "while": this is a keyword of Lua`},
		{"n", one("goto(): x", func() {}), `helper "goto": this is a keyword of Lua`},
		{"n", one("a.b(): x", func() {}), `helper "a.b": want a plain name`},
		{"n", one("f(a int): x", func(a int) {}), `helper f: parameter "a int": want a name, without a type; it must not be a keyword of Lua`},
		{"n", one("f(a?): x", func(a int) {}), `helper f: parameter a? has type int, but only a pointer, an interface or a value.Value can be missing`},
		{"n", one("f(a, end): x", func(a, b int) {}), `helper f: parameter "end": want a name`},
		{"n", one("f(a=1): x", func(a int) {}), `helper f: parameter "a=1": want a name`},
		{"n", one("f(a, a): x", func(a, b int) {}), "helper f: two parameters have the name a"},
		{"n", one("f(): x\ny", func() {}), `helper signature "f(): x\ny"; want "name(param, param): what it does": write it on one line`},
		{"n", []helper.Helper{{}}, `namespace n: helper "" has no function; make it with Func`},
		{"n", []helper.Helper{{Name: "f", Doc: "x"}}, `namespace n: helper "f" has no function; make it with Func`},
		{"n", one("f(a): x", func() {}), "helper f: the signature names 1 parameters, the function has 0"},
		{"n", one("f(): x", func(a int) {}), "helper f: the signature names 0 parameters, the function has 1"},
		{"n", one("f(c): x", func(c *engine.Context) {}), "names 1 parameters, the function has 0"},
		{"n", one("f(a): x", func(a ...chan int) {}), "helper f: parameter a: type chan int cannot be read from Lua; use numbers"},
		{"n", one("f(): x", nil), "helper f: want a function, got <nil>"},
		{"n", one("f(): x", 5), "helper f: want a function, got int"},
		{"n", one("f(): x", (func() float64)(nil)), "helper f: the function is nil"},
		{"n", one("f(): x", (func(*lua.Call) error)(nil)), "helper f: the function is nil"},
		{"n", one("f(a): x", func(a map[int]int) {}), "helper f: parameter a: type map[int]int cannot be read from Lua; use a map with string keys"},
		{"n", one("f(): x", func() map[int]int { return nil }), "helper f: result 1: type map[int]int cannot be handed to Lua; use a map with string keys"},
		{"n", one("f(a): x", func(a func()) {}), "type func() cannot be read from Lua; Go keeps no function of a script"},
		{"n", one("f(a): x", func(a any) {}), "type interface {} cannot be read from Lua; take or return value.Value"},
		{"n", one("f(a): x", func(a [2]int) {}), "type [2]int cannot be read from Lua; use a slice"},
		{"n", one("f(a): x", func(a struct {
			A, B int `lua:"a"`
		}) {
		}), "has two fields that scripts would call a"},
		{"n", one("f(a): x", func(a struct {
			A int `lua:"a,string"`
		}) {
		}), `the tag of field A has the option "string"; omitempty is the only one`},
		{"n", one("f(a, c): x", func(a int, c *engine.Context) {}), "parameter c: type *engine.Context cannot be read from Lua"},
		{"n", one("f(a): x", func(a hidden) {}), "type helper_test.hidden has the unexported field x"},
		{"n", one("f(): x", func() hidden { return hidden{} }), "result 1: type helper_test.hidden has the unexported field x"},
		//lint:ignore ST1008 that is the mistake
		{"n", one("f(): x", func() (error, int) { return nil, 0 }), "helper f: result 1 is an error; make it the last result"},
		{"n", one("f(): x", func() (int, error, error) { return 0, nil, nil }), "helper f: result 2 is an error; make it the last result"},
		{"n", one("f(): x", func() chan int { return nil }), "result 1: type chan int cannot be handed to Lua"},
		{"n", one("f(): x", func() any { return nil }), "result 1: type interface {} cannot be handed to Lua"},
		{"n", one("f(a): x", func(a list) {}), "parameter a: type helper_test.list contains itself; hand over a list, a number, or a handle (value.Other) instead"},
		{"n", one("f(a): x", func(a loop) {}), "parameter a: type helper_test.loop contains itself"},
		{"n", one("f(a): x", func(a ring) {}), "parameter a: type helper_test.ring contains itself"},
		{"n", one("f(): x", func() *link { return nil }), "result 1: type *helper_test.link contains itself"},
		{"n", one("f(): x", func() list { return list{} }), "result 1: type helper_test.list contains itself"},
		{"n", one("f(a): x", func(a struct{ A, B spot }) {}), ""},
	} {
		got := ""
		if err := (helper.Namespace{Name: c.space, Helpers: c.helpers}).Check(); err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s %v: got %s, want %s", c.space, c.helpers, got, c.want)
		}
	}
}

// TestTypes checks the types that scripts see for Go types.
func TestTypes(t *testing.T) {
	type deep struct {
		A struct{ B struct{ C struct{ D int } } }
	}
	for want, fn := range map[string]any{
		"[] []":                           func(*engine.Context) error { return nil },
		"[number] [number]":               func(uint8) (float32, error) { return 0, nil },
		"[string[] ...number] [boolean]":  func([]string, ...int) bool { return false },
		"[any vector seconds] [vector?]":  func(value.Value, value.Vector, time.Duration) *value.Vector { return nil },
		"[entity healthy] [entity?]":      func(*entity, healthy) *entity { return nil },
		"[table<string, number[]>] [any]": func(map[string][]int) value.Value { return value.Value{} },
		"[{what: string, n?: number, wait: seconds, who?: entity?}] []": func(order) {},
		"[{a: {b: table}}] []":     func(deep) {},
		"[number] [{x: number}[]]": func(*int) []struct{ X int } { return nil },
	} {
		if params, results := helperFor(fn).Types(); fmt.Sprint(params, " ", results) != want {
			t.Errorf("%T: got %v %v, want %s", fn, params, results, want)
		}
	}
	if params, results := helperFor(func(*lua.Call) error { return nil }).Types(); params != nil || results != nil {
		t.Error(params, results)
	}
}

func TestSignature(t *testing.T) {
	h := goHelpers()[2]
	if h.Signature() != "two(a, b)" || h.Doc != "Two." || h.Name != "two" {
		t.Errorf("%+v", h)
	}
	wrong := helper.Func("f", func() {})
	defer func() {
		if err, _ := recover().(error); err == nil || err != wrong.Check() {
			t.Errorf("panicked with %v", err)
		}
	}()
	wrong.Function(helper.Options{})
}

// TestMisuse checks the number of arguments that a helper needs and takes.
func TestMisuse(t *testing.T) {
	maybe := helper.Func("maybe(a, b?, c): Two may be nil.", func(*engine.Context, int, *int, value.Value) {})
	late := helper.Func("late(a, b): The last is needed.", func(value.Value, int) {})
	many := helper.Func("many(a, rest): Any number.", func(int, ...int) {})
	raw := helper.Func("raw(a): Reads its arguments itself.", func(*lua.Call) error { return nil })
	for _, c := range []struct {
		h           helper.Helper
		least, most int
		want        string
	}{
		{maybe, 0, 0, `too-few-arguments function="n.maybe" given=0 names=[a]`},
		{maybe, 1, 1, ""}, {maybe, 3, 3, ""}, {maybe, 0, 9, ""},
		{maybe, 4, 9, `too-many-arguments function="n.maybe" given=4 names=[a b c]`},
		{late, 1, 1, `too-few-arguments function="n.late" given=1 names=[a b]`}, {late, 2, 2, ""},
		{many, 0, 0, `too-few-arguments function="n.many" given=0 names=[a]`}, {many, 1, 1, ""}, {many, 9, 9, ""},
		{raw, 0, 0, ""}, {raw, 9, 9, ""},
	} {
		if got := message.Identity(diag.New(diag.Pos{}, c.h.Misuse("n", c.least, c.most))); got != c.want {
			t.Errorf("%s with %d to %d: %q, want %q", c.h.Name, c.least, c.most, got, c.want)
		}
	}
}
