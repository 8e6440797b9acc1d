package strlib

import "testing"

func TestText(t *testing.T) {
	check(t, [][2]string{
		{`("ab"):rep(3)`, `"ababab"`}, {`("ab"):rep(0)`, `""`}, {`("ab"):rep(-1)`, `""`}, {`("ab"):rep(2.9)`, `"abab"`},
		{`("ab"):rep("2")`, `"abab"`}, {`(""):rep(1e18)`, `""`}, {`("x"):rep(0/0)`, `""`}, {`#("x"):rep(16384)`, `16384`},
		{`("abc"):sub(2)`, `"bc"`}, {`("abc"):sub(-2)`, `"bc"`}, {`("abc"):sub(2, 2)`, `"b"`}, {`("abc"):sub(0)`, `"abc"`},
		{`("abc"):sub(-100, 100)`, `"abc"`}, {`("abc"):sub(3, 2)`, `""`}, {`("abc"):sub(4)`, `""`}, {`("abc"):sub(1, -3)`, `"a"`},
		{`("abc"):sub(-math.huge, math.huge)`, `"abc"`}, {`("abc"):sub(1, 0)`, `""`}, {`("abc"):sub("2")`, `"bc"`}, {`(""):sub(1)`, `""`},
		{`("aÄz\255"):upper()`, `"AÄZ\xff"`}, {`("AÄZ"):lower()`, `"aÄz"`}, {`("@[` + "`" + `{"):lower()`, "\"@[`{\""},
		{`("abc"):reverse()`, `"cba"`}, {`(""):reverse()`, `""`}, {`string.upper(12)`, `"12"`},
		{`("abc"):byte()`, `97`}, {`("abc"):byte(2)`, `98`}, {`("abc"):byte(-1)`, `99`}, {`("abc"):byte(1, -1)`, `97 98 99`},
		{`("abc"):byte(10)`, ``}, {`("abc"):byte(0)`, ``}, {`("abc"):byte(0, 2)`, `97 98`}, {`("\255\0"):byte(1, 2)`, `255 0`}, {`(""):byte(1, 5)`, ``},
		{`string.char(97, "98", 99.7)`, `"abc"`}, {`string.char()`, `""`}, {`string.char(0, 255)`, `"\x00\xff"`},
		{`("x"):rep(" 0x10 ")`, `"xxxxxxxxxxxxxxxx"`}, {`("x"):rep("-0x1")`, `""`}, {`("x"):rep("1e0")`, `"x"`}, {`("x"):rep(".2e1")`, `"xx"`},
	})
}

func TestFormat(t *testing.T) {
	check(t, [][2]string{
		{`string.format("%d %i %u", 1, -2.7, 3)`, `"1 -2 3"`},
		{`string.format("[%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%5.3d] [%05.3d]", 42, 42, 42, 42, 42, 42, 42, 42)`,
			`"[   42] [42   ] [00042] [+42] [ 42] [042] [  042] [  042]"`},
		{`string.format("[%.0d] [%.d] [%+.0d] [%05d] [%-05d]", 0, 0, 0, -42, -42)`, `"[] [] [+] [-0042] [-42  ]"`},
		{`string.format("%d", "0x10")`, `"16"`},
		{`string.format("%x %X %#x %#X %o %#o %#x %#o %.0o %#.0o", 255, 255, 255, 255, 8, 8, 0, 0, 0, 0)`, `"ff FF 0xff 0XFF 10 010 0 0  0"`},
		{`string.format("%x %u", -1, -1)`, `"ffffffffffffffff 18446744073709551615"`},
		{`string.format("[%#6x] [%#06x] [%-6x]", 10, 10, 10)`, `"[   0xa] [0x000a] [a     ]"`},
		{`string.format("%u", 2^63)`, `"9223372036854775808"`}, {`string.format("%d", -2^63)`, `"-9223372036854775808"`},
		{`string.format("%f %.2f %.0f %#.0f %8.3f|%-8.1f|%08.2f|%+.1f", 1.5, 2.345, 2.5, 3, 3.14159, 2.25, -1.5, 1)`,
			`"1.500000 2.35 2 3.    3.142|2.2     |-0001.50|+1.0"`},
		{`string.format("%e %.0e %#.0e %E %.3e", 12345.678, 15000, 1, 0.00012, 0)`, `"1.234568e+04 2e+04 1.e+00 1.200000E-04 0.000e+00"`},
		{`string.format("%g %g %g %g %g %g", 100000, 1000000, 0.0001, 0.00001, 1/3, 0)`, `"100000 1e+06 0.0001 1e-05 0.333333 0"`},
		{`string.format("%.3g %.10g %#g %G %.0g %.14g", 1234, 0.1, 1, 1e-10, 15, math.pi)`, `"1.23e+03 0.1 1.00000 1E-10 2e+01 3.1415926535898"`},
		{`string.format("%g %f %5.1f %05g %G %+g", 1/0, -1/0, 1/0, 1/0, -1/0, 1/0)`, `"inf -inf   inf   inf -INF +inf"`},
		{`string.format("%f %g %5.2e", 0/0, 0/0, 0/0)`, `"nan nan   nan"`}, {`string.format("%g", -0.0 * 1)`, `"-0"`},
		{`#string.format("%.99f", -1.7976931348623157e308)`, `410`},
		{`string.format("%c%c%c", 76, "117", 97.2)`, `"Lua"`}, {`string.format("[%3c] [%-3c] [%c]", 97, 97, 0)`, `"[  a] [a  ] [\x00]"`},
		{`string.format("%s %s %s %s %s", "a", 1, 1.5, true, nil)`, `"a 1 1.5 true nil"`},
		{`string.format("[%5s] [%-5s] [%.2s] [%5.1s] [%05s]", "ab", "ab", "abc", "xyz", "ab")`, `"[   ab] [ab   ] [ab] [    x] [   ab]"`},
		{`string.format("%.1s", "ä")`, `"\xc3"`},
		{`string.format("%s", setmetatable({}, {__tostring = function() return "me" end}))`, `"me"`},
		{`string.format("%q", 'a "b" \\ \n \r \0 c')`, `"\"a \\\"b\\\" \\\\ \\\n \\r \\000 c\""`}, {`string.format("%q", 12)`, `"\"12\""`},
		{`string.format("100%%")`, `"100%"`}, {`string.format("")`, `""`}, {`string.format("%%%d%%", 5)`, `"%5%"`},
		{`string.format("%s %s %5.3s", {}, print, {})`, `"table function   tab"`},
		{`string.format("%s", "a", "b")`, `"a"`},
		{`string.format("%99d", 1) == (" "):rep(98) .. "1"`, `true`},
		{`#string.format("%s", ("x"):rep(1000))`, `1000`},
	})
}
