package lua_test

import (
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

var probeEvery = flag.Int("lua.probeevery", 1511, "run one in so many of the statements that fail; a prime number")

// A probe is a function with one statement that usually fails, in a line of its own. The statement is made of four
// parts: a value, an operand that has this value, an operation on the operand, and the place of the operation. The
// operations and the places write the operand as X and the operation as E.

// probeValues are the values that fail. Each is the name of a variable of probePrelude.
var probeValues = []string{"none", "yes", "number", "text", "plain", "type", "wrong", "behind", "circle", "meta", "native", "within"}

const probePrelude = `local none, yes, number, text, plain
yes, number, text, plain = true, 5, 'x', {}
local function all(f, own)
  local m = {}
  for _, k in ipairs{ 'index', 'newindex', 'call', 'add', 'sub', 'mul', 'div', 'mod', 'pow', 'unm', 'concat', 'eq', 'lt', 'le' } do
    m['__' .. k] = f
  end
  return setmetatable({}, m)
end
local wrong = all(5)
local behind = setmetatable({}, { __index = wrong, __newindex = wrong })
local circle = setmetatable({}, {})
getmetatable(circle).__index, getmetatable(circle).__newindex = circle, circle
local meta = all(function() error('level 2', 2) end) -- called
local native = all(string.rep)
local within = all(function(x)
  x = nil
  return x.y -- called
end)
local u, id, o
id = function(...) return ... end -- called
o = { id = function(_, x) return x end, cat = function(_, ...) return select('#', ...) end } -- called
local function noise(n) return n + 1, n < 2, -n, n .. 'x', ('x'):upper() end
local function probe(name, v, f)
  u, G, none = v, v, nil
  local ok, e = (protect or pcall)(f, v)
  print(name, ok or e)
end
`

// probeOperands are the forms of an operand. v is a local variable, u an upvalue, and G a global variable.
var probeOperands = []string{"v", "u", "G", "t.f", "t.t.f", "u2.f", "G2.f", "t[1]", "t[n]", "t['a b']", "id(v)", "o:id(v)", "(...)",
	"(v)", "(v or v)", "(t and v)", "captured", "(nil)", "(5)", "('x')", "({})"}

var probeOperations = []string{
	"X.a", "X.n", "X['a b']", "X[1]", "X[0]", "X[n]", "X[n + 1]", "X[X]", "X[nil]", "X.a.b", "X[1].b", "X.a.b.c", "t.none.a", "plain[X].a",
	"X()", "X(1)", "X(1, n)", "X(1, n, 3)", "X(1, 2, 3, 4)", "X(id(1))", "X(id())", "X(...)", "X.a()", "X.a.b()", "X[1]()",
	"X:m()", "X:m(1)", "X:m(1, n)", "X:m(1, n, 3)", "X:m(id(1))", "X:m(...)", "X.a:m()", "o:cat(X.a)", "o.none(X)", "o:none(X)",
	"X + 1", "X - 1", "X * 2", "X / 2", "X % 2", "X ^ 2", "1 + X", "1 - X", "2 * X", "2 / X", "2 % X", "2 ^ X",
	"X + n", "n - X", "X * X", "X + t.n", "t.n * X", "X / n", "n % X", "X ^ n", "-X", "- -X", "n + n * X", "(X + 1) * 2", "t.n + X.n", "X.n + 1", "X.n - t.n",
	"X .. 'a'", "'a' .. X", "X .. n", "X .. X", "'a' .. 'b' .. X", "X .. 'a' .. 'b'", "'a' .. X .. 'b'",
	"X < 1", "1 < X", "X < n", "n < X", "X < t.n", "X < X", "X < 'a'", "X <= 1", "1 <= X", "X <= n", "X > 1", "1 > X", "X > n", "X >= 1", "1 >= X", "X >= n", "t.n >= X",
	"X < meta", "X <= native", "X > wrong", "X == meta", "meta == X", "X ~= meta", "X == native", "X.n == 1", "X.n == nil", "X.n == 'a'", "X.n < 1", "X.n < n",
	"#X", "#X + 1", "#X.a", "not X.a", "not X.a.b",
	"('x'):rep(X)", "string.rep('x', X)", "string.rep(X, X, X)", "math.floor(X)", "math.max(1, X)", "math.max(1, 2, 3, X)", "ipairs(X)", "pairs(X)", "next(plain, X)",
	"setmetatable(plain, X)", "setmetatable(X, plain)", "select(X, 1)", "unpack(X)", "tonumber('7', X)", "table.concat(X)", "table.concat({ X, plain })", "table.insert(X, 1)", "table.sort({ X, 1 }, X)",
	"rawget(X, 1)", "rawset(plain, X, 1)", "error('level 1')", "error('level 1', 1)", "assert(X, nil)", "o:id(o.none.a)", "id(id(X.a.b))", "id(X.a, id(X.b))",
	"{ [X] = 1 }", "{ [none] = 1 }", "{ [X] = id(1) }", "{ X.a }", "{ 1, X.a.b, id(1) }", "{ f = X.a }", "{ id(1), f = X.a.b }",
	"(function() return X.a end)()", "(function(w) return w.a.b end)(X)", "tostring(X.a)", "pcall(X.a.b)", "coroutine.resume(X)", "coroutine.wrap(X)()",
}

// probePlaces are the places of an operation.
var probePlaces = []string{
	"local x = E", "local x, y = 1, E", "local x, y = E, 1", "local x, y, z = E", "v = E", "u = E", "G3 = E", "captured = E",
	"t.f2 = E", "t[1] = E", "t[n] = E", "t.t.f2 = E", "t[E] = 1", "t[id(1)] = E", "t.n = t.n + E",
	"v, u = E, 1", "v, u = 1, E", "t.a, t.b = 1, E", "t[E], n = 1, 2", "n, t[E] = 1, 2", "t.a, n = E",
	"return E", "return (E)", "return 1, E", "return E, 1", "return id(E)", "return id(1, E)", "return n + E",
	"id(E)", "id(1, E)", "id(1, 2, 3, E)", "id(E, id(1))", "o:cat(E)", "o:cat(1, 2, E)", "select('#', E)", "select('#', 1, 2, 3, E)", "type(E)", "o.cat(E, 1)",
	"if E then n = 1 end", "if not E then n = 1 end", "if n == 0 then\nelseif E then n = 2 end", "if E and n then n = 1 end", "if n and E then n = 1 end", "if none or E then n = 1 end", "if E == 1 then n = 1 end", "if n < 0 or n == E then n = 2 end", "if id(n) == E then n = 2 end",
	"while E do break end", "while n > 1 or not E do break end", "repeat n = n + 1 until n > 3 or E", "repeat id(1) until id(n) or E", "repeat local c = E until true",
	"for i = E, 2 do n = 1 end", "for i = 1, E do break end", "for i = 1, 2, E do break end", "for a in E do break end", "for a, b in id, E, 1 do break end", "for a in pairs(E) do break end", "for i, a in ipairs(E) do break end", "for i = 1, 2 do\nn = E\nend", "for a in pairs{ 1, 2 } do\nt.f2 = E\nend",
	"local x = { E }", "local x = { 1, E, 2 }", "local x = { f = E }", "local x = { [E] = 1 }", "local x = { [n] = E, id(1) }", "local x = { 1, E, id(1) }",
	"local x = n and E", "local x = E and n", "local x = none or E", "local x = E or n", "local x = n and id(1) and E", "local x = not E",
	"local x = n + E", "local x = E + n", "local x = n * 2 - E", "local x = t.n + E", "local x = E .. n", "local x = 'a' .. E .. n", "local x = - E", "local x = #E", "local x = n == E", "local x = E < n", "local x = n >= E",
	"local x = (E).y", "local x = (E)[n]", "local x = (E)()", "local x = (E):m()", "local _; (E).y = 1",
	"local function f(v, t, n)\nreturn E\nend\nnoise(1)\nn = f(v, t, n)", "local f = function(v, t, n)\nreturn n == E\nend\nnoise(1)\nif f(v, t, n) then n = 1 end", "local function f(v, t, n)\nreturn n and not E\nend\nnoise(1)\nlocal x = 1 + (f(v, t, n) and 1 or 2)",
	"local f = function()\nt.f2 = E\nend\nnoise(1)\nf()", "local _, e = coroutine.resume(coroutine.create(function()\nlocal x = E\nend))\nnoise(1)\nif e then error(e, 0) end", "local f = function(x)\nreturn E\nend\nlocal x = setmetatable({}, { __index = f })\nx = x.y",
	"pcall(noise, 'x')\nlocal x = E", "local x = pcall(id, E)",
}

// probeStatements are statements that fail, other than with an expression.
var probeStatements = []string{
	"X.a = 1", "X.n = n", "X['a b'] = 1", "X[1] = 1", "X[n] = 1", "X[0] = n", "X[X] = 1", "X[n] = nil", "X.a.b = 1", "X.a[1] = 1", "X[1].a = 1", "X.a.b.c = 1",
	"X.a, n = 1, 2", "n, X.a = 1, 2", "X[1], X[2] = 1, 2", "X.a = id(1)", "X[n] = id(1)", "X[id(1)] = 1", "X.a, X.b = id(1)", "X[id(1)], n = id(1)",
	"X.n = X.n + 1", "X.n = X.n - n", "X.n = X.n + t.n", "t[none] = 1", "t[0 / 0] = 1", "t[X] = 1", "t[X.a] = 1", "t[none], n = 1, 2", "t[none] = id(1)", "plain[t.none] = n",
	"for i = X, 3 do n = 1 end", "for i = 1, X do break end", "for i = 1, 2, X do break end", "for i = id(X), X do break end", "for a in X do break end", "for a in X, 1, 2 do break end", "for a, b in next, X do break end", "for a in pairs(X) do break end", "for i, a in ipairs(X) do break end",
	"X()", "X(1)", "X(1, 2, 3, 4)", "X:m()", "X.a()", "X.a:m(1)", "X(id(1))", "return X()", "return X:m(1)", "return X.a()", "return X(1, 2, 3, 4)", "return (X())", "return string.rep(X, X, X)", "return error('level 1')",
	"error('level 1', 1)", "id(X)()", "(X or X)()",
}

// probeAround are the places of a statement.
var probeAround = []string{"E", "do E end", "if n then\ndo E end\nend", "while n do\ndo E end\nbreak\nend", "for i = 1, 2 do E end", "for k in pairs(o) do\nE\nend", "repeat do E end until true",
	"local function f(v, t, n)\nE\nend\nnoise(1)\nf(v, t, n)", "local f = function(x) x = noise(1)\nE\nend\nnoise(1)\nlocal x = f(1) or n"}

// probed is a program of probes.
type probed struct {
	text string
	at   []string // the lines of each probe that an error may have
	what []string // the statement of each probe
}

// probes returns programs that have one in every probes. If every is a prime number below a hundred, each operation is
// in each place.
func probes(every int) (list []probed) {
	const size = 250
	called := "" // the lines of the functions that a statement may call
	for i, line := range strings.Split(probePrelude, "\n") {
		if strings.Contains(line, "-- called") {
			called += fmt.Sprintf(" p.lua:%d:", i+1)
		}
	}
	n := 0
	var text strings.Builder
	var p *probed
	add := func(value, operand, operation, place string) {
		if n++; n%every != 0 {
			return
		}
		e := strings.ReplaceAll(operation, "X", operand)
		if e[0] == '(' && slices.Contains(probeAround, place) {
			e = "local _; " + e // Lua 5.1 rejects a line that begins with ( after a call
		}
		s := strings.Replace(place, "E", e, 1)
		if strings.Contains(e, "...") && strings.Contains(s, "function") {
			return
		}
		if p == nil || len(p.what) == size {
			list = append(list, probed{})
			p = &list[len(list)-1]
			text.Reset()
			text.WriteString(probePrelude)
		}
		fmt.Fprintf(&text, `probe(%d, %s, function(...)
local v, n, captured = ..., 1, ...
local t = { f = v, n = 1, v, t = { f = v }, ['a b'] = v }
u2, G2 = t, t
local function capture() return captured end
noise(1)

`, len(p.what), value)
		line := strings.Count(text.String(), "\n") + 1 + strings.Count(place[:strings.Index(place, "E")], "\n")
		fmt.Fprintf(&text, "%s\nend)\n", s)
		p.at = append(p.at, fmt.Sprintf("p.lua:%d:%s", line, called))
		p.what = append(p.what, fmt.Sprintf("with %s: %s", value, s))
		p.text = text.String()
	}
	for _, pairs := range [][2][]string{{probeOperations, probePlaces}, {probeStatements, probeAround}} {
		for _, operation := range pairs[0] {
			for _, place := range pairs[1] {
				for _, operand := range probeOperands {
					for _, value := range probeValues {
						add(value, operand, operation, place)
					}
				}
			}
		}
	}
	return list
}

// placeOfError matches the position at the beginning of an error.
var placeOfError = regexp.MustCompile(`^\d+\t(p\.lua:\d+:)?`)

// withoutPlace matches the errors that may be without a position in Lua 5.1: those of C functions that operate on
// values, and those of error in a function that a tail call has called. The package comment lists them.
var withoutPlace = regexp.MustCompile(`(invalid key to 'next'|table index is nil|attempt to compare \w+ with \w+)$|level 2$`)

// checkPlaces returns the number of errors that a program has said, after checking that each is at its line.
func (p *probed) checkPlaces(t *testing.T, said string) (errors int) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(said, "\n"), "\n")
	if len(lines) != len(p.what) {
		t.Fatalf("%d lines for %d statements: %s", len(lines), len(p.what), lines[len(lines)-1])
	}
	for i, line := range lines {
		if strings.HasSuffix(line, "\ttrue") {
			continue
		}
		errors++
		if m := placeOfError.FindStringSubmatch(line); m[1] == "" || !strings.Contains(p.at[i], m[1]) {
			t.Errorf("%s\n\tsays %s, want one of %s", p.what[i], line, p.at[i])
		}
	}
	return errors
}

// TestErrorsAreAtTheirLine checks the line of each error of the language, in many forms of each operation.
// go test ./luabind/lua -run 'ErrorsAreAt|MetersEnd' -lua.probeevery 83 is the long form.
func TestErrorsAreAtTheirLine(t *testing.T) {
	total := 0
	for _, p := range probes(*probeEvery) {
		total += p.checkPlaces(t, run(p.text))
	}
	t.Logf("%d errors", total)
}

// TestErrorsAreAtTheLineOfLua51 checks the same lines in lua5.1.
func TestErrorsAreAtTheLineOfLua51(t *testing.T) {
	list := probes(*probeEvery)
	texts := make([]string, len(list))
	for i, p := range list {
		texts[i] = p.text
	}
	for i, want := range lua51(t, texts) {
		p := list[i]
		got, want := strings.Split(run(p.text), "\n"), strings.Split(want, "\n")
		if len(got) != len(want) {
			t.Fatalf("%d lines, %d by lua5.1: %s", len(got), len(want), want)
		}
		for i, what := range p.what {
			g, w := placeOfError.FindStringSubmatch(got[i]), placeOfError.FindStringSubmatch(want[i])
			if strings.HasSuffix(got[i], "\ttrue") != strings.HasSuffix(want[i], "\ttrue") || g[1] != w[1] && (w[1] != "" || !withoutPlace.MatchString(want[i])) {
				t.Errorf("%s\n\tsays %s, want %s", what, got[i], want[i])
			}
		}
	}
}

// TestMetersEndAtTheirLine checks that the error of a meter is at the statement that has used it up.
func TestMetersEndAtTheirLine(t *testing.T) {
	for _, meter := range []string{"steps", "bytes"} {
		total := 0
		for _, p := range probes(*probeEvery) {
			s := lua.NewState()
			var out strings.Builder
			g := lib.Open(s, lib.Options{Output: &out})
			for name, fn := range map[string]lua.Builtin{
				"spend": func(c *lua.Call) error {
					if meter == "steps" {
						s.Steps = 0
					} else {
						s.Bytes = 0
					}
					return nil
				},
				"protect": func(c *lua.Call) error {
					_, err := s.Call(c.Arg(1), c.Arg(2))
					s.Steps, s.Bytes = lua.Unlimited, lua.Unlimited
					if err == nil {
						c.Return(lua.True)
						return nil
					}
					c.Return(lua.False)
					c.Return(lua.String(fmt.Sprintf("p.lua:%d: %v", err.(*lua.Error).At.Line, err)))
					return nil
				},
			} {
				_ = g.Set(lua.Name(name), lua.NewFunction(name, fn).Value())
			}
			chunk := compiled(t, strings.ReplaceAll(p.text, "noise(1)\n\n", "noise(1)\nspend()\n"))
			if _, err := s.Call(chunk.Function(g).Value()); err != nil {
				t.Fatal(err)
			}
			lines := strings.SplitAfter(out.String(), "\n")
			for i, what := range p.what {
				if strings.Contains(what, "\n") { // several lines may use the meter up
					lines[i] = "\ttrue\n"
				}
			}
			total += p.checkPlaces(t, strings.Join(lines, ""))
		}
		t.Logf("%s: %d errors", meter, total)
	}
}
