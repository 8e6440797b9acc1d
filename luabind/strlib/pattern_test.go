package strlib

import "testing"

func TestFind(t *testing.T) {
	check(t, [][2]string{
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
		{`("abc"):find("c", math.huge)`, `nil`},
		{`("abc"):find("a", -math.huge)`, `1 1`},
		{`("abc"):find("b", "2")`, `2 2`},
		{`string.find(1234, 23)`, `2 3`},
		{`("a\0b"):find("\0b", 1, true)`, `2 3`},
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
	})
}

func TestMatch(t *testing.T) {
	check(t, [][2]string{
		{`("2026-11-21"):match("(%d+)-(%d+)-(%d+)")`, `"2026" "11" "21"`},
		{`("hello"):match("l+")`, `"ll"`},
		{`("hello"):match("x")`, `nil`},
		{`("hello"):match("l*")`, `""`},
		{`("hello"):match("l", 4)`, `"l"`},
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
		{`("abab"):match("(ab)%1")`, `"ab"`},
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
		{`("*a"):match("*a")`, `"*a"`},
		{`("**a"):match("**a")`, `"**a"`},
		{`("k"):match("%k")`, `"k"`},
		{`("0xBEEF g"):match("0x%x+")`, `"0xBEEF"`},
		{`("\0a"):match("%z%a")`, `"\x00a"`},
		{`("a\0b"):match(".-b")`, `"a\x00b"`},
		{`("äb"):match("%a")`, `"b"`},
		{`("a\tb\n"):match("%c")`, `"\t"`},
		{`("aB1 _."):match("%w+%s%p+")`, `"aB1 _."`},
		{`("aBc"):match("%u")`, `"B"`}, {`("aBc"):match("%L")`, `"B"`},
		{`("aBc"):match("%l%U?", 3)`, `"c"`},
		{`("12ab"):match("%D+")`, `"ab"`}, {`("12ab"):match("%A+")`, `"12"`}, {`("a b"):match("%S+")`, `"a"`},
		{`("a, b"):match("%W+")`, `", "`}, {`("a,b"):match("%P+")`, `"a"`}, {`("xyz1"):match("%X+")`, `"xyz"`},
		{`("\0a"):match("%Z")`, `"a"`}, {`("\na"):match("%C")`, `"a"`},
	})
}

func TestGmatch(t *testing.T) {
	all := func(call string) string {
		return `(function() local t = {} for a, b in ` + call + ` do t[#t+1] = a .. (b and "=" .. b or "") end return table.concat(t, "|") end)()`
	}
	check(t, [][2]string{
		{all(`("one two  three"):gmatch("%a+")`), `"one|two|three"`},
		{all(`("a=1, b=2"):gmatch("(%w+)=(%w+)")`), `"a=1|b=2"`},
		{all(`("abc"):gmatch("")`), `"|||"`},
		{all(`("abc"):gmatch("()")`), `"1|2|3|4"`},
		{all(`("ab"):gmatch("b*")`), `"|b|"`},
		{all(`("^a^b"):gmatch("^%a")`), `"^a|^b"`},
		{all(`("aaa"):gmatch("^a")`), `""`},
		{`(function() local f = ("a"):gmatch("a") return f(), f(), f() end)()`, `"a" nil nil`},
		{`(function() local f = ("a b"):gmatch("%a") local co = coroutine.wrap(function() coroutine.yield(f()) return f() end) return co(), co() end)()`, `"a" "b"`},
	})
}

func TestGsub(t *testing.T) {
	check(t, [][2]string{
		{`("hello world"):gsub("o", "0")`, `"hell0 w0rld" 2`},
		{`("hello world"):gsub("o", "0", 1)`, `"hell0 world" 1`},
		{`("hello"):gsub("l", "L", 0)`, `"hello" 0`}, {`("hello"):gsub("l", "L", -1)`, `"hello" 0`},
		{`("hello world"):gsub("(%w+)", "%1 %1")`, `"hello hello world world" 2`},
		{`("hello world"):gsub("%w+", "%0 %0", 1)`, `"hello hello world" 1`},
		{`("hello world"):gsub("%w+", "<%1>")`, `"<hello> <world>" 2`},
		{`("a b"):gsub("(%w+)%s*(%w+)", "%2 %1")`, `"b a" 1`},
		{`("abc"):gsub("", "-")`, `"-a-b-c-" 4`},
		{`("abc"):gsub("%w", "%%%0")`, `"%a%b%c" 3`},
		{`("abc"):gsub("b", "%x")`, `"axc" 1`},
		{`("abc"):gsub("()", "%1")`, `"1a2b3c4" 4`},
		{`("aaa"):gsub("^a", "b")`, `"baa" 1`},
		{`("abc"):gsub("x*", "-")`, `"-a-b-c-" 4`},
		{`("abc"):gsub("b", 7)`, `"a7c" 1`},
		{`("$name is $age"):gsub("%$(%w+)", {name = "Bo", age = 3})`, `"Bo is 3" 2`},
		{`("$name $no"):gsub("%$(%w+)", {name = false})`, `"$name $no" 2`},
		{`("ab"):gsub("()(%w)", {"x"})`, `"xb" 2`},
		{`("ab"):gsub("%w", setmetatable({}, {__index = function(_, k) return k .. k end}))`, `"aabb" 2`},
		{`("4+5"):gsub("(%d)%+(%d)", function(a, b) return a + b end)`, `"9" 1`},
		{`("abc"):gsub("%w", function(c) if c == "b" then return "" end end)`, `"ac" 3`},
		{`("abc"):gsub("b", function(...) return select("#", ...) end)`, `"a1c" 1`},
		{`("abc"):gsub("()b()", function(i, j) return i + j end)`, `"a5c" 1`},
		{`(("x"):rep(300)):gsub("x", function() return ("y"):gsub("y", "z") end) == ("z"):rep(300)`, `true`},
		{`("a\0b"):gsub("%z", "0")`, `"a0b" 1`},
	})
}
