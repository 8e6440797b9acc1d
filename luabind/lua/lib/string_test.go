package lib_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// stringScript runs scripts with the libraries.
type stringScript struct {
	s       *lua.State
	globals *lua.Table
}

func newStringScript() stringScript {
	s := lua.NewState()
	return stringScript{s, lib.Open(s, lib.Options{})}
}

// eval returns the values of an expression, formatted by show, or its error.
func (x stringScript) eval(expr string, show func([]lua.Value, error) string) string {
	chunk, err := lua.Compile(lua.Source{Name: "test.lua", Text: "return " + expr})
	if err != nil {
		return err.Error()
	}
	return show(x.s.Call(chunk.Function(x.globals).Value()))
}

func quoted(values []lua.Value, err error) string {
	if err != nil {
		return "error " + err.Error()
	}
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = v.String()
		if s, ok := v.Text(); ok {
			all[i] = strconv.Quote(s)
		}
	}
	return strings.Join(all, " ")
}

// stringExample is an expression with its expected value or error.
type stringExample struct{ expr, want string }

// allMatches returns an expression for the matches that a call of string.gmatch finds.
func allMatches(call string) string {
	return `(function() local t = {} for a, b in ` + call + ` do t[#t+1] = a .. (b and "=" .. b or "") end return table.concat(t, "|") end)()`
}

var stringExamples = map[string][]stringExample{
	"Find": {
		{`("hello world"):find("wor")`, `7 9`},
		{`("hello world"):find("l", 5)`, `10 10`},
		{`("hello world"):find("l", -2)`, `10 10`},
		{`("hello"):find("xyz")`, `nil`},
		{`("a.b"):find(".", 2, true)`, `2 2`},
		{`("a+b"):find("+", 1, true)`, `2 2`},
		{`("a)b]"):find(")b]")`, `2 4`},
		{`("abc"):find("")`, `1 0`},
		{`("abc"):find("", 3)`, `3 2`},
		{`("abc"):find("", 10)`, `4 3`},
		{`("abc"):find("a", -100)`, `1 1`},
		{`("abc"):find("b", "2")`, `2 2`},
		{`string.find(1234, 23)`, `2 3`},
		{`("a\0b"):find("\0b", 1, true)`, `2 3`},
		{`("a\0b"):find("\0b")`, `2 3`},
		{`("key = value"):find("(%w+)%s*=%s*(%w+)")`, `1 11 "key" "value"`},
		{`("abc"):find("b()")`, `2 2 3`},
		{`("abc"):find("^b")`, `nil`},
		{`("abc"):find("^b", 2)`, `2 2`},
		{`("abc"):find("c$")`, `3 3`},
		{`("a$b"):find("$b")`, `2 3`},
		{`("a^b"):find("a^b")`, `1 3`},
		{`("   x"):find("^%s*$")`, `nil`},
		{`("   "):find("^%s*$")`, `1 3`},
		{`("aaa"):find("a-$")`, `1 3`},
	},
	"Match": {
		{`("2026-11-21"):match("(%d+)-(%d+)-(%d+)")`, `"2026" "11" "21"`},
		{`("hello"):match("l+")`, `"ll"`},
		{`("hello"):match("x")`, `nil`},
		{`("hello"):match("l*")`, `""`},
		{`("abc"):match("", 10)`, `""`},
		{`("  trim  "):match("^%s*(.-)%s*$")`, `"trim"`},
		{`("flaaap"):match("()aa()")`, `3 5`},
		{`("abc"):match("((a)(b))")`, `"ab" "a" "b"`},
		{`("[[x]]"):match("%[(%b[])%]")`, `"[x]"`},
		{`("f(a(b)c)d"):match("%b()")`, `"(a(b)c)"`},
		{`("f((a)"):match("%b()")`, `"(a)"`},
		{`("|a|b|"):match("%b||")`, `"|a|"`},
		{`("THE (quick) fox"):find("%f[%a]%a+%f[%A]", 5)`, `6 10`},
		{`("THE (quick) fox"):gsub("%f[%a]%a+", "w")`, `"w (w) w" 3`},
		{`("foo"):match("%f[%z]()")`, `4`},
		{`("x='a' y=\"b\""):match([[(["'])(.-)%1]])`, `"'" "a"`},
		{`("abac"):match("(a)(b)%1c")`, `"a" "b"`},
		{`("aa"):match("()a%1")`, `nil`},
		{`("a-b"):match("[a%-]+")`, `"a-"`},
		{`("a]b"):match("[]]")`, `"]"`},
		{`("a]b"):match("[^]]+")`, `"a"`},
		{`("^a"):match("[a^]+")`, `"^a"`},
		{`("a-"):match("[a-]+")`, `"a-"`},
		{`("-a"):match("[-a]+")`, `"-a"`},
		{`("%"):match("%%")`, `"%"`},
		{`("a*"):match("(a)*")`, `"a"`},
		{`("**a"):match("**a")`, `"**a"`},
		{`("k"):match("%k")`, `"k"`},
		{`("\0a"):match("%z%a")`, `"\x00a"`},
		{`("a\0b"):match(".-b")`, `"a\x00b"`},
		{`("äb"):match("%a")`, `"b"`},
		{`("aB1 _."):match("%w+%s%p+")`, `"aB1 _."`},
		{`("a"):match(("a?"):rep(30) .. "(.-)$")`, `""`},
		{`(("ab"):rep(40)):match(("%w"):rep(70) .. "(.*)$")`, `"ababababab"`},
	},
	"Gmatch": {
		{allMatches(`("one two  three"):gmatch("%a+")`), `"one|two|three"`},
		{allMatches(`("a=1, b=2"):gmatch("(%w+)=(%w+)")`), `"a=1|b=2"`},
		{allMatches(`("abc"):gmatch("")`), `"|||"`},
		{`string.gfind == string.gmatch`, `true`},
		{allMatches(`("ab"):gmatch("b*")`), `"|b|"`},
		{allMatches(`("^a^b"):gmatch("^%a")`), `"^a|^b"`},
		{`(function() local f = ("a"):gmatch("a") return f(), f(), f() end)()`, `"a" nil`},
		{`(function() local f = ("a b"):gmatch("%a") local co = coroutine.wrap(function() coroutine.yield(f()) return f() end) return co(), co() end)()`, `"a" "b"`},
	},
	"Gsub": {
		{`("hello world"):gsub("o", "0", 1)`, `"hell0 world" 1`},
		{`("hello"):gsub("l", "L", -1)`, `"hello" 0`},
		{`("hello"):gsub("x", "L")`, `"hello" 0`},
		{`(12):rep(2):gsub("3", "")`, `error test.lua:1: attempt to index a number value`},
		{`string.gsub(12, "3", "")`, `"12" 0`},
		{`("hello world"):gsub("(%w+)", "%1 %1")`, `"hello hello world world" 2`},
		{`("hello world"):gsub("%w+", "<%1>")`, `"<hello> <world>" 2`},
		{`("abc"):gsub("", "-")`, `"-a-b-c-" 4`},
		{`("abc"):gsub("%w", "%%%0")`, `"%a%b%c" 3`},
		{`("abc"):gsub("()", "%1")`, `"1a2b3c4" 4`},
		{`("aaa"):gsub("^a", "b")`, `"baa" 1`},
		{`("abc"):gsub("b", 7)`, `"a7c" 1`},
		{`("$name is $age"):gsub("%$(%w+)", {name = "Bo", age = 3})`, `"Bo is 3" 2`},
		{`("ab"):gsub("()(%w)", {"x"})`, `"xb" 2`},
		{`("ab"):gsub("%w", setmetatable({}, {__index = function(_, k) return k .. k end}))`, `"aabb" 2`},
		{`("4+5"):gsub("(%d)%+(%d)", function(a, b) return a + b end)`, `"9" 1`},
		{`("abc"):gsub("%w", function(c) if c == "b" then return "" end end)`, `"ac" 3`},
		{`("abc"):gsub("()b()", function(i, j) return i + j end)`, `"a5c" 1`},
		{`(("x"):rep(300)):gsub("x", function() return ("y"):gsub("y", "z") end) == ("z"):rep(300)`, `true`},
	},
	"Small": {
		{`("ab"):rep(3)`, `"ababab"`}, {`("ab"):rep(2.9)`, `"abab"`}, {`(""):rep(1e6)`, `""`},
		{`("abc"):sub(2)`, `"bc"`}, {`("abc"):sub(-100, 100)`, `"abc"`}, {`("abc"):sub(3, 2)`, `""`}, {`("abc"):sub(1, -3)`, `"a"`},
		{`#(("x"):rep(1000)):sub(10, 20)`, `11`},
		{`("aÄz\255"):upper()`, `"AÄZ\xff"`}, {`("AÄZ"):lower()`, `"aÄz"`}, {`("@[` + "`" + `{"):lower()`, "\"@[`{\""},
		{`("abc"):reverse()`, `"cba"`}, {`string.upper(12)`, `"12"`}, {`("a\0b"):len()`, `3`}, {`string.len(125)`, `3`},
		{`("abc"):byte(0, 2)`, `97 98`}, {`("abc"):byte(10)`, ``}, {`#{string.byte(("x"):rep(7997), 1, -1)}`, `7997`},
		{`string.char(97, "98", 99.7)`, `"abc"`}, {`string.char()`, `""`}, {`string.char(0, 255)`, `"\x00\xff"`},
	},
	"Format": {
		{`string.format("[%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%5.3d] [%05.3d]", 42, 42, 42, 42, 42, 42, 42, 42)`,
			`"[   42] [42   ] [00042] [+42] [ 42] [042] [  042] [  042]"`},
		{`string.format("[%.0d] [%.d] [%+.0d] [%05d] [%-05d]", 0, 0, 0, -42, -42)`, `"[] [] [+] [-0042] [-42  ]"`},
		{`string.format("%x %X %#x %#X %o %#o %#x %#o %.0o %#.0o", 255, 255, 255, 255, 8, 8, 0, 0, 0, 0)`, `"ff FF 0xff 0XFF 10 010 0 0  0"`},
		{`string.format("[%#6x] [%#06x] [%-6x]", 10, 10, 10)`, `"[   0xa] [0x000a] [a     ]"`},
		{`string.format("%f %.2f %.0f %#.0f %8.3f|%-8.1f|%08.2f|%+.1f", 1.5, 2.345, 2.5, 3, 3.14159, 2.25, -1.5, 1)`,
			`"1.500000 2.35 2 3.    3.142|2.2     |-0001.50|+1.0"`},
		{`string.format("%e %.0e %#.0e %E %.3e", 12345.678, 15000, 1, 0.00012, 0)`, `"1.234568e+04 2e+04 1.e+00 1.200000E-04 0.000e+00"`},
		{`string.format("%g %g %g %g %g %g", 100000, 1000000, 0.0001, 0.00001, 1/3, 0)`, `"100000 1e+06 0.0001 1e-05 0.333333 0"`},
		{`string.format("%.3g %.10g %#g %G %.0g %.14g %#.3g", 1234, 0.1, 1, 1e-10, 15, math.pi, 1e5)`, `"1.23e+03 0.1 1.00000 1E-10 2e+01 3.1415926535898 1.00e+05"`},
		{`string.format("%g %f %5.1f %05g %G %+g", 1/0, -1/0, 1/0, 1/0, -1/0, 1/0)`, `"inf -inf   inf   inf -INF +inf"`},
		{`#string.format("%.99f", -1.7976931348623157e308)`, `410`},
		{`string.format("[%3c] [%-3c] [%c] [%3c]", 97, 97, 0, 0)`, `"[  a] [a  ] [] [  ]"`},
		{`string.format("[%5s] [%-5s] [%.2s] [%5.1s] [%05s]", "ab", "ab", "abc", "xyz", "ab")`, `"[   ab] [ab   ] [ab] [    x] [   ab]"`},
		{`string.format("[%5.2s]", "abc")`, `"[   ab]"`},
		{`string.format("%s|", "a\0b")`, `"a|"`}, {`#string.format("%s", ("\0"):rep(100))`, `100`},
		{`string.format("%q", 'a "b" \\ \n \r \0 c')`, `"\"a \\\"b\\\" \\\\ \\\n \\r \\000 c\""`}, {`string.format("%5q", 12)`, `"\"12\""`},
		{`string.format("%%%d%%", 5)`, `"%5%"`}, {`string.format("%s", "a", "b")`, `"a"`},
		{`string.format("%d", 3.99) .. string.format("%d", "0x10")`, `"316"`},
	},
	"Errors": {
		{`("a"):find("(a")`, `error test.lua:1: unfinished capture`},
		{`("a"):match("a)")`, `error test.lua:1: invalid pattern capture`},
		{`("a"):find("a[b")`, `error test.lua:1: malformed pattern (missing ']')`},
		{`("a"):find("[a%]")`, `error test.lua:1: malformed pattern (missing ']')`},
		{`("a"):find("[a%")`, `error test.lua:1: malformed pattern (missing ']')`},
		{`("a"):find("[^]")`, `error test.lua:1: malformed pattern (missing ']')`},
		{`("a"):find("a%")`, `error test.lua:1: malformed pattern (ends with '%')`},
		{`("a"):find("%b(")`, `error test.lua:1: unbalanced pattern`},
		{`("a"):find("%fa")`, `error test.lua:1: missing '[' after '%f' in pattern`},
		{`("a"):find("%f[a")`, `error test.lua:1: malformed pattern (missing ']')`},
		{`("a"):find("%0")`, `error test.lua:1: invalid capture index`},
		{`("a"):find("(a%1)")`, `error test.lua:1: invalid capture index`},
		{`("a"):find("(a)%2")`, `error test.lua:1: invalid capture index`},
		{`("a"):find(("()"):rep(33))`, `error test.lua:1: too many captures`},
		{`("a"):gsub("(a)", "%2")`, `error test.lua:1: invalid capture index`},
		{`("a"):gsub("a", true)`, `error test.lua:1: bad argument #2 to 'gsub' (string/function/table expected)`},
		{`string.gsub("a", "a")`, `error test.lua:1: bad argument #3 to 'gsub' (string/function/table expected)`},
		{`("a"):gsub("a", function() return {} end)`, `error test.lua:1: invalid replacement value (a table)`},
		{`("a"):gsub("a", {a = true})`, `error test.lua:1: invalid replacement value (a boolean)`},
		{`string.gsub("a", "a", true, "c")`, `error test.lua:1: bad argument #4 to 'gsub' (number expected, got string)`},
		{`string.find("a")`, `error test.lua:1: bad argument #2 to 'find' (string expected, got no value)`},
		{`string.find({}, "a")`, `error test.lua:1: bad argument #1 to 'find' (string expected, got table)`},
		{`string.gmatch("a")`, `error test.lua:1: bad argument #2 to 'gmatch' (string expected, got no value)`},
		{`string.rep("x", "y")`, `error test.lua:1: bad argument #2 to 'rep' (number expected, got string)`},
		{`string.char(65, -1)`, `error test.lua:1: bad argument #2 to 'char' (invalid value)`},
		{`string.byte(("x"):rep(7998), 1, -1)`, `error test.lua:1: stack overflow (string slice too long)`},
		{`("a"):rep()`, `error test.lua:1: bad argument #1 to 'rep' (number expected, got no value)`},
		{`("a"):upper():rep()`, `error test.lua:1: bad argument #1 to 'rep' (number expected, got no value)`},
		{`("a"):rep(string.rep("x"))`, `error test.lua:1: bad argument #2 to 'rep' (number expected, got no value)`},
		{`({rep = string.rep}):rep(2)`, `error test.lua:1: calling 'rep' on bad self (string expected, got table)`},
		{`string.sub("a")`, `error test.lua:1: bad argument #2 to 'sub' (number expected, got no value)`},
		{`string.format("%d %d", 1)`, `error test.lua:1: bad argument #3 to 'format' (no value)`},
		{`string.format("%d", {})`, `error test.lua:1: bad argument #2 to 'format' (number expected, got table)`},
		{`string.format("%100d", 1)`, `error test.lua:1: invalid format (width or precision too long)`},
		{`string.format("%------d", 1)`, `error test.lua:1: invalid format (repeated flags)`},
		{`string.format("%y", 1)`, `error test.lua:1: invalid option '%y' to 'format'`},
		{`string.format("%5%", 1)`, `error test.lua:1: invalid option '%%' to 'format'`},
		{`string.format("%", 1)`, `error test.lua:1: invalid option '%' to 'format'`},
	},
	// The differences from Lua 5.1; see the package documentation.
	"Differences": {
		{`("zzz"):find("a[b")`, `error test.lua:1: malformed pattern (missing ']')`},
		{`("zzz"):gsub("a", "%2")`, `error test.lua:1: invalid capture index`},
		{`("a\0b"):match("a\0b")`, `error test.lua:1: malformed pattern (contains a zero byte; '%z' matches one)`},
		{`("a"):gsub("a", "100%")`, `error test.lua:1: invalid use of '%' in replacement string (it ends with one; '%%' stands for the character)`},
		{`string.format("%s %s %5.2s|", nil, true, false)`, `"nil true    fa|"`},
		{`string.format("%s", setmetatable({}, {__tostring = function() return "me" end}))`, `"me"`},
		{`string.format("%s", setmetatable({}, {__tostring = function() return {} end}))`,
			`error test.lua:1: bad argument #2 to 'format' (its __tostring returned a table; it must return a string)`},
		{`("abc"):sub(-math.huge, math.huge)`, `"abc"`}, {`("abc"):find("c", math.huge)`, `nil`},
		{`string.char(2^32 + 65)`, `error test.lua:1: bad argument #1 to 'char' (invalid value)`},
		{`string.format("%f %5.1f", 0/0, 0/0)`, `"nan   nan"`},
		{`string.format("%d", 1/0)`, `error test.lua:1: bad argument #2 to 'format' (inf has no integer representation for %d; %g writes any number)`},
		{`string.format("%5i", -2^63 * 1.5)`, `error test.lua:1: bad argument #2 to 'format' (-1.3835058055282e+19 has no integer representation for %i; %g writes any number)`},
		{`string.format("%s %x", "a", 2^64)`, `error test.lua:1: bad argument #3 to 'format' (1.844674407371e+19 has no integer representation for %x; %g writes any number)`},
		{`string.format("%u", 0/0)`, `error test.lua:1: bad argument #2 to 'format' (nan has no integer representation for %u; %g writes any number)`},
		{`string.format("%c", 2^31)`, `error test.lua:1: bad argument #2 to 'format' (2147483648 is not the number of a character)`},
		{`string.dump`, `nil`},
		{`coroutine.wrap(function() return pcall(string.gsub, "abc", "b", function() coroutine.yield() end) end)()`,
			`false "test.lua:1: attempt to yield across metamethod/C-call boundary"`},
	},
}

func TestStrings(t *testing.T) {
	for group, list := range stringExamples {
		t.Run(group, func(t *testing.T) {
			x := newStringScript()
			for _, e := range list {
				if got := x.eval(e.expr, quoted); got != e.want {
					t.Errorf("%s\n got %s\nwant %s", e.expr, got, e.want)
				}
			}
		})
	}
}

// TestStringExamplesInLua51 checks that the examples have the same results in lua5.1, except for the documented
// differences, each of which must differ.
func TestStringExamplesInLua51(t *testing.T) {
	lua51, err := exec.LookPath("lua5.1")
	if err != nil {
		t.Skip("lua5.1 is not installed; on Debian and Ubuntu: apt-get install lua5.1")
	}
	x := newStringScript()
	for group, list := range stringExamples {
		var program, out, mistakes bytes.Buffer
		program.WriteString(oracle)
		for _, e := range list {
			fmt.Fprintf(&program, "S(\"%s\")\n", escaped(e.expr))
		}
		cmd := exec.Command(lua51, "-")
		cmd.Stdin, cmd.Stdout, cmd.Stderr = &program, &out, &mistakes
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v: %s", err, mistakes.String())
		}
		lines := strings.Split(out.String(), "\n")
		for i, e := range list {
			here := x.eval(e.expr, show)
			if same := lines[i] == here; same == (group == "Differences") {
				t.Errorf("%s\n  here %s\nlua5.1 %s", e.expr, here, lines[i])
			}
		}
	}
}
