package lib_test

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

var (
	stringCases = flag.Int("string.cases", 8000, "how many random calls of string functions are compared with lua5.1")
	stringSeed  = flag.Uint64("string.seed", 1, "the seed of the calls")
)

// TestStringsLikeLua51 checks that random calls of the string functions have the same results and errors as in
// lua5.1. go test ./luabind/lua/lib -run StringsLikeLua51 -string.cases 1000000 is the long form.
func TestStringsLikeLua51(t *testing.T) {
	lua51, err := exec.LookPath("lua5.1")
	if err != nil {
		t.Skip("lua5.1 is not installed; on Debian and Ubuntu: apt-get install lua5.1")
	}
	t.Logf("seed %d", *stringSeed)
	g := &callGen{rand.New(rand.NewPCG(*stringSeed, 0))}
	c := newStringCaller()
	var early, total, results int
	for total < *stringCases {
		cases := make([]stringCall, min(4000, *stringCases-total))
		for i := range cases {
			cases[i] = g.call()
		}
		for i, theirs := range askLua51(t, lua51, cases) {
			ours := c.call(cases[i])
			if ours != theirs && !allowed(cases[i], ours, theirs) {
				t.Fatalf("%s\n  here %s\nlua5.1 %s", cases[i], ours, theirs)
			}
			if ours != theirs {
				early++
			}
			if !strings.HasPrefix(theirs, "error") {
				results++
			}
		}
		total += len(cases)
	}
	t.Logf("%d calls, %d with results, %d differ as documented", total, results, early)
	if results < total/2 {
		t.Error("most calls are errors; they show little")
	}
	if early > total/4 {
		t.Error("too many differ; the comparison shows little")
	}
}

// allowed reports whether two answers differ in a way that the documentation of the package describes.
func allowed(c stringCall, ours, theirs string) bool {
	text, failed := strings.CutPrefix(ours, "error ")
	if c.fn == "format" {
		if f := c.args[0].String(); !failed && strings.ContainsAny(f, "gG") && strings.Contains(f, "#") && !strings.HasPrefix(theirs, "error ") {
			// Some C libraries drop zeros of %#g if rounding adds a digit, as in 999999.5.
			without := strings.NewReplacer("0", "", " ", "")
			return without.Replace(ours) == without.Replace(theirs)
		}
		if strings.Contains(text, "has no integer representation") || strings.Contains(text, "is not the number of a character") {
			return slices.ContainsFunc(c.args, func(v lua.Value) bool {
				n, ok := v.Float()
				return ok && !(n >= -1<<31 && n < 1<<31)
			})
		}
		return strings.Contains(theirs, "(string expected, got ") // %s takes any value
	}
	if strings.HasPrefix(text, "invalid use of '%' in replacement string") {
		return true
	}
	// This package reports an error in a pattern before matching.
	return slices.Contains(patternErrors, text) && (!strings.HasPrefix(theirs, "error ") ||
		c.fn == "gsub" && (theirs == "error invalid capture index" || strings.HasPrefix(theirs, "error invalid replacement value")))
}

var patternErrors = []string{
	"malformed pattern (ends with '%')",
	"malformed pattern (missing ']')",
	"missing '[' after '%f' in pattern",
	"unbalanced pattern",
	"unfinished capture",
	"invalid pattern capture",
	"invalid capture index",
	"too many captures",
}

// stringCall is a call of a string function.
type stringCall struct {
	fn   string
	args []lua.Value
}

func (c stringCall) String() string {
	args := make([]string, len(c.args))
	for i, v := range c.args {
		args[i] = literal(v)
	}
	return fmt.Sprintf("string.%s(%s)", c.fn, strings.Join(args, ", "))
}

func literal(v lua.Value) string {
	switch v.Kind() {
	case lua.KindString:
		s, _ := v.Text()
		return `"` + escaped(s) + `"`
	case lua.KindNumber:
		switch n, _ := v.Float(); {
		case n != n:
			return "NAN"
		case math.IsInf(n, 0):
			return strconv.Itoa(int(math.Copysign(1, n))) + "/0"
		case n == 0 && math.Signbit(n):
			return "NEGATIVE_ZERO"
		default:
			return strconv.FormatFloat(n, 'g', 17, 64)
		}
	case lua.KindTable:
		return "TABLE"
	case lua.KindFunction:
		return "CALLBACK"
	}
	return v.String()
}

// escaped returns s with all bytes except letters, digits and spaces as \ddd.
func escaped(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c == ' ' || '0' <= c && c <= '9' || 'A' <= c&^0x20 && c&^0x20 <= 'Z' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, `\%03d`, c)
		}
	}
	return b.String()
}

// oracle is Lua code that lua5.1 runs before the calls. It defines C, which prints the results of a call, and S, which
// prints the values of an expression.
const oracle = `
local zero = 0
NEGATIVE_ZERO, NAN = -zero, zero / zero
if tostring(NAN) == "-nan" then NAN = -NAN end
TABLE = {a = "A", b = false, ab = 12.5, [1] = "one", ["1"] = "digit", c = {}, [""] = "empty", [3] = true}
function CALLBACK(first, ...)
  if first == "a" then return nil elseif first == "b" then return 7 elseif first == 2 then return false
  elseif first == "c" then return {} elseif first == "ab" then return 0.1 end
  return "<" .. table.concat({first, ...}, ",") .. ">"
end
local function show(ok, ...)
  if not ok then return "error " .. (...) end
  local all = {}
  for i = 1, select("#", ...) do
    local v = select(i, ...)
    all[i] = type(v) == "string" and '"' .. v:gsub("[^%w ]", function(c) return ("\\%03d"):format(c:byte()) end) .. '"'
      or type(v) == "number" and ("%.17g"):format(v) or tostring(v)
  end
  return table.concat(all, " ")
end
function C(fn, ...)
  if fn ~= "gmatch" then print((show(pcall(string[fn], ...)))) return end
  local line, ok, next = {}, pcall(string.gmatch, ...)
  if not ok then print("error " .. next) return end
  for i = 1, 12 do
    local found = show(pcall(next))
    line[i] = found
    if found:sub(1, 5) == "error" then line = {found} break end
  end
  print(table.concat(line, ";"))
end
function S(expr) print((show(pcall(loadstring("return " .. expr, "=test.lua"))))) end
`

// askLua51 returns the results of the calls in lua5.1.
func askLua51(t *testing.T, lua51 string, cases []stringCall) []string {
	t.Helper()
	var program bytes.Buffer
	program.WriteString(oracle)
	for _, c := range cases {
		fmt.Fprintf(&program, "C(%q", c.fn)
		for _, v := range c.args {
			program.WriteString(", " + literal(v))
		}
		program.WriteString(")\n")
	}
	var out, mistakes bytes.Buffer
	cmd := exec.Command(lua51, "-")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &program, &out, &mistakes
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, mistakes.String())
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != len(cases) {
		t.Fatalf("%d answers to %d calls", len(lines), len(cases))
	}
	for i, line := range lines {
		lines[i] = strings.Replace(line, "to '?' (", "to '"+cases[i].fn+"' (", 1)
	}
	return lines
}

// stringCaller makes the calls in this package instead of lua5.1.
type stringCaller struct {
	s   *lua.State
	lib *lua.Table
}

// stringLibrary returns a new string library.
func stringLibrary() *lua.Table {
	return lib.Open(lua.NewState(), lib.Options{}).Get(lua.Name("string")).Table()
}

func newStringCaller() stringCaller { return stringCaller{lua.NewState(), stringLibrary()} }

func (c stringCaller) call(x stringCall) string {
	out, err := c.s.Call(c.lib.Get(lua.String(x.fn)), x.args...)
	if err != nil || x.fn != "gmatch" {
		return show(out, err)
	}
	next := out[0]
	var line []string
	for range 12 {
		out, err := c.s.Call(next)
		if err != nil {
			return show(out, err)
		}
		line = append(line, show(out, nil))
	}
	return strings.Join(line, ";")
}

func show(values []lua.Value, err error) string {
	if err != nil {
		return "error " + err.Error()
	}
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = v.String()
		if s, ok := v.Text(); ok {
			all[i] = `"` + escaped(s) + `"`
		} else if n, ok := v.Float(); ok {
			all[i] = strconv.FormatFloat(n, 'g', 17, 64)
		}
	}
	return strings.Join(all, " ")
}

// replacements and callback correspond to TABLE and CALLBACK of the oracle.
var replacements = func() lua.Value {
	t := lua.NewTable(0, 0)
	for _, e := range [][2]lua.Value{
		{lua.String("a"), lua.String("A")}, {lua.String("b"), lua.False}, {lua.String("ab"), lua.Number(12.5)},
		{lua.Number(1), lua.String("one")}, {lua.String("1"), lua.String("digit")}, {lua.String("c"), lua.NewTable(0, 0).Value()},
		{lua.String(""), lua.String("empty")}, {lua.Number(3), lua.True},
	} {
		if err := t.Set(e[0], e[1]); err != nil {
			panic(err)
		}
	}
	return t.Value()
}()

var callback = lua.NewFunction("callback", func(c *lua.Call) error {
	first := c.Arg(1)
	text, _ := first.Text()
	switch {
	case text == "a":
		c.Return(lua.Nil)
	case text == "b":
		c.Return(lua.Number(7))
	case text == "c":
		c.Return(lua.NewTable(0, 0).Value())
	case text == "ab":
		c.Return(lua.Number(0.1))
	case first.Equal(lua.Number(2)):
		c.Return(lua.False)
	default:
		all := make([]string, c.Len())
		for i := range all {
			all[i] = c.Text(i + 1)
		}
		c.Return(c.NewString("<" + strings.Join(all, ",") + ">"))
	}
	return nil
}).Value()

// callGen makes random calls.
type callGen struct{ *rand.Rand }

func (g *callGen) one(of ...string) string { return of[g.IntN(len(of))] }

func (g *callGen) call() stringCall {
	switch g.IntN(10) {
	case 0, 1, 2, 3, 4:
		return g.patternCall()
	case 5, 6, 7:
		return g.formatCall()
	}
	return g.smallCall()
}

func (g *callGen) smallCall() stringCall {
	c := stringCall{fn: g.one("sub", "byte", "rep", "char", "upper", "lower", "reverse", "len")}
	switch c.fn {
	case "char":
		for range g.IntN(5) {
			c.args = append(c.args, g.number([]float64{0, 1, 65, 97.9, 128, 255, 255.5, 256, -1}))
		}
	case "rep":
		c.args = []lua.Value{g.text(), g.number([]float64{0, 1, 2, 3.7, 20, -1, -1e9})}
	case "sub", "byte":
		c.args = []lua.Value{g.text()}
		for range g.IntN(3) {
			c.args = append(c.args, g.place())
		}
	default:
		c.args = []lua.Value{g.text()}
	}
	if g.IntN(20) == 0 && len(c.args) > 0 {
		c.args[g.IntN(len(c.args))] = g.odd()
	}
	return c
}

// number returns one of the numbers, sometimes as a string.
func (g *callGen) number(of []float64) lua.Value {
	n := of[g.IntN(len(of))]
	if g.IntN(12) == 0 {
		return lua.String(g.one("", " ") + strconv.FormatFloat(n, 'g', -1, 64) + g.one("", " "))
	}
	return lua.Number(n)
}

func (g *callGen) place() lua.Value {
	if g.IntN(12) == 0 {
		return lua.Nil
	}
	return g.number([]float64{0, 1, 2, 3, 4, 5, 7.9, 10, 11, 1e9, 1e15, -1, -2, -3, -4, -5.5, -11, -1e9, -1e15})
}

// odd returns a value that is seldom a valid argument.
func (g *callGen) odd() lua.Value {
	odd := []lua.Value{lua.Nil, lua.True, lua.False, replacements, callback, lua.String("x"), lua.String("0x1F"), lua.Number(12)}
	return odd[g.IntN(len(odd))]
}

// text returns a text that the patterns of g often match.
func (g *callGen) text() lua.Value {
	if g.IntN(30) == 0 {
		return lua.Number(float64(g.IntN(2000)) / 8)
	}
	var b strings.Builder
	for range g.IntN(12) {
		b.WriteString(g.one("a", "a", "b", "b", "ab", "c", "A", "B", "1", "2", "_", " ", "\t", "\n", "(", ")", "(a)", ".", "-", "%", "]", "^", "$", "\x00", "\xe4", "\xff", "\x7f"))
	}
	return lua.String(b.String())
}

func (g *callGen) patternCall() stringCall {
	c := stringCall{fn: g.one("find", "find", "match", "gmatch", "gsub", "gsub")}
	c.args = []lua.Value{g.text(), lua.String(g.pattern())}
	switch c.fn {
	case "find", "match":
		if g.IntN(3) == 0 {
			c.args = append(c.args, g.place())
			if g.IntN(3) == 0 {
				c.args = append(c.args, []lua.Value{lua.True, lua.False, lua.Nil, lua.Number(0)}[g.IntN(4)])
			}
		}
	case "gsub":
		c.args = append(c.args, []lua.Value{lua.String(g.template()), lua.String(g.template()), replacements, callback, lua.Number(1.5)}[g.IntN(5)])
		if g.IntN(3) == 0 {
			c.args = append(c.args, g.number([]float64{-1, 0, 1, 2, 2.9, 5, 1e9}))
		}
	}
	if g.IntN(40) == 0 {
		c.args[g.IntN(len(c.args))] = g.odd()
	}
	return c
}

func (g *callGen) template() string {
	var b strings.Builder
	for range g.IntN(5) {
		b.WriteString(g.one("x", "-", "%0", "%0", "%1", "%1", "%2", "%%", "%a", "\x00", "%3"))
	}
	if g.IntN(40) == 0 {
		b.WriteByte('%')
	}
	return b.String()
}

// pattern returns a pattern, which is usually valid.
func (g *callGen) pattern() string {
	var b strings.Builder
	if g.IntN(6) == 0 {
		b.WriteByte('^')
	}
	open, closed := 0, 0
	for range g.IntN(7) {
		switch g.IntN(16) {
		case 0, 1:
			b.WriteByte('(')
			open++
			b.WriteString(g.single() + g.repeat())
		case 2, 3:
			if open > 0 {
				b.WriteByte(')')
				open--
				closed++
			}
		case 4:
			b.WriteString("()")
		case 5:
			if closed > 0 {
				b.WriteString("%" + strconv.Itoa(1+g.IntN(closed)))
			}
		case 6:
			b.WriteString("%b" + g.one("()", "ab", "aa", "(a"))
		case 7:
			b.WriteString("%f" + g.set())
		case 8:
			if g.IntN(8) == 0 { // an invalid or at least unusual pattern
				b.WriteString(g.one("(", ")", "[", "]", "[^", "%", "%b", "%f", "%0", "%1", "%2", "$", "^", "*", "**", "-", "[]", "[]-a]", "[a%", strings.Repeat("()", 33)))
			}
		default:
			b.WriteString(g.single() + g.repeat())
		}
	}
	b.WriteString(strings.Repeat(")", open))
	if g.IntN(6) == 0 {
		b.WriteByte('$')
	}
	return b.String()
}

func (g *callGen) repeat() string { return g.one("", "", "", "*", "+", "-", "?") }

func (g *callGen) single() string {
	switch g.IntN(5) {
	case 0:
		return g.set()
	case 1:
		return "%" + g.one("a", "c", "d", "l", "p", "s", "u", "w", "x", "z", "A", "C", "D", "L", "P", "S", "U", "W", "X", "Z", ".", "%", "-", "k", "]", "\xe4")
	}
	return g.one("a", "a", "b", "c", "1", ".", ".", " ", "_", "\xe4", "\x7f", "]")
}

func (g *callGen) set() string {
	var b strings.Builder
	b.WriteString(g.one("[", "[", "[^"))
	for range 1 + g.IntN(3) {
		b.WriteString(g.one("a", "b", "a-c", "c-a", "%a", "%d", "%W", "%s", "%]", "%-", "-", "^", ".", "]", "\x01-\x7f", "\x80-\xff", "%a-c", "a-%", "1-2"))
	}
	b.WriteByte(']')
	return b.String()
}

func (g *callGen) formatCall() stringCall {
	c := stringCall{fn: "format"}
	var f strings.Builder
	for range g.IntN(4) {
		f.WriteString(g.one("", "", "x", " ", "%%", "\x00", "é"))
		f.WriteByte('%')
		for g.IntN(3) == 0 {
			f.WriteString(g.one("-", "+", " ", "#", "0"))
		}
		if g.IntN(3) == 0 {
			f.WriteString(strconv.Itoa(g.IntN(g.one2(12, 110))))
		}
		if g.IntN(3) == 0 {
			f.WriteString("." + g.one("", strconv.Itoa(g.IntN(g.one2(12, 110)))))
		}
		verb := g.one("c", "d", "d", "i", "o", "u", "x", "X", "e", "E", "f", "g", "G", "q", "s", "s", "s")
		if g.IntN(40) == 0 {
			verb = g.one("y", "", "l", "%", "\x00", "F", "p")
		}
		f.WriteString(verb)
		c.args = append(c.args, g.formatted(verb))
	}
	c.args = append([]lua.Value{lua.String(f.String())}, c.args...)
	if g.IntN(30) == 0 {
		c.args = c.args[:g.IntN(len(c.args))]
	}
	return c
}

func (g *callGen) one2(a, b int) int {
	if g.IntN(8) == 0 {
		return b
	}
	return a
}

// formatted returns an argument for a conversion.
func (g *callGen) formatted(verb string) lua.Value {
	if g.IntN(30) == 0 {
		return []lua.Value{lua.Nil, lua.True, lua.String("x"), lua.String("0x10"), lua.String(" 12 ")}[g.IntN(5)]
	}
	switch verb {
	case "q", "s":
		if g.IntN(6) == 0 {
			return lua.String(strings.Repeat(g.one("x", "\"\n", "\\\r\x00"), 10*g.IntN(20)))
		}
		return g.text()
	case "e", "E", "f", "g", "G":
		switch g.IntN(4) {
		case 0:
			return lua.Number(math.Float64frombits(g.Uint64()&^(1<<62) | g.Uint64()&(1<<54))) // neither infinite nor NaN
		case 1:
			return lua.Number(math.Round(g.NormFloat64() * 1e6))
		case 2:
			return g.number([]float64{0, 0.5, 1.5, 2.5, 0.1, 1.0 / 3, 1e15, 1e16, 123456.5, 999999.5, 1e-4, 1e-5, 1e100, 1e300, 5e-324})
		}
		return []lua.Value{lua.Number(math.Inf(1)), lua.Number(math.Inf(-1)), lua.Number(math.Copysign(0, -1)), lua.Number(g.NormFloat64())}[g.IntN(4)]
	}
	if g.IntN(3) == 0 {
		return []lua.Value{lua.Number(math.Inf(1)), lua.Number(math.NaN()), lua.Number(1 << 63), lua.Number(-(1 << 63)), lua.Number(1 << 64),
			lua.Number(1 << 53), lua.Number(-1 << 40), lua.Number(1 << 31), lua.Number(1<<32 + 65), lua.Number(-1e300), lua.Number(1<<63 + 1<<20)}[g.IntN(11)]
	}
	return g.number([]float64{0, 1, 7, 8, 10, 42, 65, 255, 256, 1000000, 3.99, -1, -3.99, -42, 97})
}
