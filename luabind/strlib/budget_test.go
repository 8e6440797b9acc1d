package strlib

import (
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
)

// hostile are calls that would take minutes or gigabytes, or would do so if a
// script repeated them for as long as its instructions last.
var hostile = []string{
	`("a"):rep(16000):find("a-b")`,
	`("a"):rep(16000):find("a*b")`,
	`("a"):rep(16000):find(".-.-.-.-b")`,
	`("a"):rep(50):match(("a*"):rep(30) .. "b")`,
	`("a"):rep(50):match(("a?"):rep(50) .. ("a"):rep(51))`,
	`("a"):rep(3000):gsub("a-b", "")`,
	`("a"):rep(3000):gsub(".-(.-)(.-)%1%2b", "")`,
	`("("):rep(16000):find("%b()")`,
	`("x"):rep(16000):find("(.*)%1y")`,
	`(function() while true do ("a"):rep(16000):gsub(".", "%0") end end)()`,
	`(function() while true do ("a"):rep(16000):gsub("", "") end end)()`,
	`(function() while true do ("a"):rep(16000):gsub(".", {}) end end)()`,
	`(function() while true do ("a"):rep(16000):gsub(".", function() end) end end)()`,
	`(function() while true do ("a"):rep(16000):find("%f[b]") end end)()`,
	`(function() while true do ("a"):rep(16000):find("b$") end end)()`,
	`(function() while true do for w in ("a"):rep(16000):gmatch("") do end end end)()`,
	`(function() for w in ("a"):rep(16000):gmatch("a-b") do end end)()`,
	`(function() while true do ("a"):find("a%a") end end)()`,
	`(function() while true do pcall(string.find, "a", ("("):rep(4000)) end end)()`,
	`(function() while true do pcall(string.rep, "a", 2^14) end end)()`,
	`(function() while true do pcall(string.gsub, "a", "a", error) end end)()`,
	`(function() local s = ("A"):rep(2^14) while true do s:lower() end end)()`,
	`(function() local s = ("A"):rep(2^14) while true do s:reverse() end end)()`,
	`(function() local s = ("A"):rep(2^14) while true do s:find("b", 1, true) end end)()`,
	`(function() local s = ("A"):rep(2^14) while true do ("%s"):format(s) end end)()`,
	`(function() local s = ("A"):rep(2^14) while true do pcall(string.format, "%s%s", s, s) end end)()`,
	`(function() local s = ("A"):rep(2^14) while true do ("a"):gsub("a", s) end end)()`,
	`(function() while true do ("%.99f"):format(1e308) end end)()`,
	`(function() local t = {} for i = 1, 3000 do t[i] = i end while true do table.concat(t) end end)()`,
	`(function() local t = {} for i = 1, 60000 do t[i] = "" end while true do table.concat(t) end end)()`,
	`(function() local t = {} for i = 1, 60000 do t[i] = -i end while true do table.sort(t) end end)()`,
	`(function() local t = {} for i = 1, 60000 do t[i] = i end while true do table.insert(t, 1, 0) table.remove(t, 1) end end)()`,
	`(function() local t = {} for i = 1, 60000 do t[i] = i end while true do table.remove(t, 1) t[60000] = 0 end end)()`,
	`(function() while true do table.insert({}, 60000, 0) end end)()`,
	`(function() while true do unpack({}, 1, 1000) end end)()`,
	`(function() local s = ("A"):rep(1000) while true do s:byte(1, -1) end end)()`,
	`(function() local s = ("A"):rep(2^14) local t = {s, s, s, s, s, s} while true do table.sort(t) end end)()`,
}

// TestHostile gives each call a budget and counts: the call must end by it, and
// no single charge may be for much more than was bounded beforehand, since that
// work is done without anybody asking.
func TestHostile(t *testing.T) {
	const budget = 100_000
	for _, src := range hostile {
		s := newScript(t, budget)
		if got := s.eval("local r = {" + src + "}"); !strings.HasSuffix(got, spent) || !strings.HasPrefix(got, "error: test.lua:1: ") {
			t.Errorf("%s\nended with %s", src, got)
		}
		if s.largest > MaxList*gapSteps {
			t.Errorf("%s\ncharged %d at once", src, s.largest)
		}
	}
}

// TestExactBounds: what is allowed is allowed to the last byte and element.
func TestExactBounds(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`#string.rep("a", 16384)`, "16384"},
		{`string.rep("a", 16385)`, "result of 16385 bytes; at most 16384 are allowed"},
		{`#(("a"):rep(8192)):gsub("a", "aa")`, "16384"},
		{`(("a"):rep(8192) .. "b"):gsub("a", "aa")`, "at most 16384 are allowed"},
		{`#(string.reverse(("a"):rep(16384)))`, "16384"},
		{`string.upper(("a"):rep(16384) .. "a")`, "result of 16385 bytes; at most 16384 are allowed"},
		{`(function() local t = {} for i = 1, 65534 do t[i] = i end table.insert(t, 1, 0) return #t end)()`, "65535"},
		{`(function() local t = {} for i = 1, 65535 do t[i] = i end table.insert(t, 1, 0) return #t end)()`, "position 1 of a list of 65535 elements; at most 65535 elements are allowed"},
		{`(function() local t = {} for i = 1, 65535 do t[i] = i end table.insert(t, 0) return #t end)()`, "at most 65535 elements are allowed"},
		{`(function() local t = {} for i = 1, 65536 do t[i] = i end table.sort(t) end)()`, "a list of 65536 elements; at most 65535 are allowed"},
	} {
		s := newScript(t, 10_000_000)
		if got := s.eval("return " + c.src); !strings.Contains(got, c.want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.src, got, c.want)
		}
	}
}

// TestBatches checks how far a pattern may run before it pays. A back reference
// may run further, by what comparing it costs.
func TestBatches(t *testing.T) {
	for _, pattern := range []string{"a-b", "a*b", ".-.-.-.-b", "a?a?a?a?.-.-.-b", ".-(.-)(.-)%1%2b", "%b()", "%ba()"} {
		s := newScript(t, 100_000)
		s.L.SetGlobal("text", lua.LString(strings.Repeat("a", 1000)))
		s.L.SetGlobal("pattern", lua.LString(pattern))
		if s.eval("local r = {text:find(pattern)}"); s.largest == 0 || s.largest > chargeEvery+1000/bytesPerStep {
			t.Errorf("%s\ncharged %d at once", pattern, s.largest)
		}
	}
}

// TestSteps pins what calls cost. They must cost the same each time.
func TestSteps(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want int
	}{
		{`("hello"):find("l")`, 1},
		{`("hello"):match("l+")`, 19},
		{`("hello world"):match("^(%w+)")`, 24},
		{`("a"):rep(100):find("a-b")`, 10522},
		{`("a"):rep(64)`, 5},
		{`("%d"):format(7)`, 5},
		{`table.concat({1, 2, 3})`, 16},
		{`unpack({1, 2, 3})`, 3},
	} {
		s := newScript(t, 1<<40)
		s.eval("local r = {" + tt.src + "}")
		first := s.charged
		s.eval("local r = {" + tt.src + "}")
		if first != tt.want || s.charged != 2*first {
			t.Errorf("%s: %d steps, then %d; want %d", tt.src, first, s.charged-first, tt.want)
		}
	}
}

// TestWorkIsPaid: what a call costs grows with what it does, also where no single step
// of it is large.
func TestWorkIsPaid(t *testing.T) {
	for _, c := range []struct {
		src   string
		least int
	}{
		{`local t = {} for i = 1, 1000 do t[i] = (i * 7919) % 1000 end table.sort(t)`, 2 * 1000 * 5},
		{`local a, t = ("a"):rep(16000), {} for i = 1, 50 do t[i] = a .. (i * 7) % 50 end table.sort(t)`, 50 * 4 * 1000},
		{`(("a"):rep(200)):gsub("b", "")`, 400},
		{`(("a"):rep(16000)):find("^(" .. ("a"):rep(4000) .. ")%1")`, 9400},
		{`local t = {} for i = 1, 60000 do t[i] = i end table.remove(t, 1)`, 60000 / movesPerStep},
	} {
		s := newScript(t, 10_000_000)
		if got := s.eval(c.src); got != "" {
			t.Fatalf("%s: %s", c.src, got)
		}
		if s.charged < c.least {
			t.Errorf("%s paid %d; want at least %d", c.src, s.charged, c.least)
		}
	}
}
