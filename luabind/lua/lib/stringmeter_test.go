package lib_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
)

// endless holds expressions that would take minutes, or would never end, without the meter of steps.
var endless = []string{
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
	`(function() while true do ("a"):rep(16000):find("[bc]") end end)()`,
	`(function() while true do for w in ("a"):rep(16000):gmatch("") do end end end)()`,
	`(function() for w in ("a"):rep(16000):gmatch("a-b") do end end)()`,
	`(function() while true do pcall(string.find, "a", ("("):rep(4000)) end end)()`,
	`(function() while true do pcall(string.gsub, "a", "a", error) end end)()`,
	`(function() local s = ("A"):rep(2^14) while true do s:lower() end end)()`,
	`(function() local s = ("A"):rep(2^14) while true do s:reverse() end end)()`,
	`(function() local s = ("A"):rep(2^14) while true do s:sub(2) end end)()`,
	`(function() local s = ("A"):rep(2^14) while true do s:find("b", 1, true) end end)()`,
	`(function() local s = ("A"):rep(2^14) while true do ("%s"):format(s) end end)()`,
	`(function() local s = ("A"):rep(2^14) while true do ("%q"):format(s) end end)()`,
	`(function() local s = ("A"):rep(2^14) while true do ("a"):gsub("a", s) end end)()`,
	`(function() while true do ("%.99f"):format(1e308) end end)()`,
	`(function() local s = ("A"):rep(1000) while true do s:byte(1, -1) end end)()`,
}

// TestEndlessStrings checks that the meter of steps ends long operations soon after the last step.
func TestEndlessStrings(t *testing.T) {
	const most = 2*16000/16 + 1000 // the most steps that are taken at once, for copying or scanning a string
	for _, expr := range endless {
		x := newStringScript()
		x.s.Steps = 100_000
		got := x.eval(expr, func(_ []lua.Value, err error) string {
			if !errors.Is(err, lua.ErrSteps) {
				return fmt.Sprint(err)
			}
			return ""
		})
		if got != "" || x.s.Steps < -2*most {
			t.Errorf("%s\nended with %q, %d steps left", expr, got, x.s.Steps)
		}
	}
}

// TestLongStringsTakeSteps checks that an operation that reads a whole string takes steps in proportion to the length
// of the string.
func TestLongStringsTakeSteps(t *testing.T) {
	for _, op := range []string{
		"x = s == t", "x = s < t", "x = s <= t", "x = tab[s]", "tab[s] = 1", "x = rawget(tab, s)", "rawset(tab, s, 1)", "x = rawequal(s, t)",
		"x = next(tab, s)", "x = s + 1", "x = -s", "x = tonumber(s)", "x = ('x'):rep(s)", "x = s .. t", "x = {[s] = 1}", "x = s:find('x')", "x = #s:lower()",
	} {
		x := newStringScript()
		x.s.Steps = 1_000_000
		got := x.eval(`(function()
			local s, t, tab, x = ("0"):rep(1e6), ("0"):rep(1e6), {}, nil
			tab[t] = 1
			n = 0
			while true do n = n + 1 `+op+` end
		end)()`, quoted)
		if n, _ := x.globals.Get(lua.String("n")).Float(); n > 20 || got != "error test.lua:5: too many steps" {
			t.Errorf("%s: ended after %v rounds with %s", op, n, got)
		}
	}
}

// TestHugeStrings checks that a string that exceeds the limit fails before it is made, and that pcall does not
// catch the error.
func TestHugeStrings(t *testing.T) {
	for _, expr := range []string{
		`("x"):rep(2^30)`,
		`("xy"):rep(2^62)`,
		`("xy"):rep(math.huge)`,
		`pcall(string.rep, "x", 2^30)`,
		`(function() local s = ("x"):rep(1e5) return s:gsub(".", s) end)()`,
		`(function() local s = ("x"):rep(1e5) return s:gsub(".", function() return s end) end)()`,
		`(function() local t = {} for i = 1, 100 do t[i] = ("x"):rep(1e4) end for i = 1, 100 do ("%s"):rep(100):format(unpack(t)) end end)()`,
		`(function() local t, s = {}, ("x"):rep(1e5) for i = 1, 1e9 do t[i] = s:lower() end end)()`,
		`(function() local t, s = {}, ("x"):rep(1e5) for i = 1, 1e9 do t[i] = s:sub(i) end end)()`,
		`(function() local t, s = {}, ("x"):rep(1e5) for i = 1, 1e9 do t[i] = s:gmatch(".") end end)()`,
		`("x"):find(("[a]*"):rep(1e5))`,
	} {
		const limit = 4 << 20
		x := newStringScript()
		x.s.Bytes = limit
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := x.eval(expr, func(_ []lua.Value, err error) string {
			if !errors.Is(err, lua.ErrBytes) {
				return fmt.Sprint(err)
			}
			return ""
		})
		runtime.ReadMemStats(&after)
		if got != "" {
			t.Errorf("%s\nended with %q", expr, got)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 3*limit {
			t.Errorf("%s\nallocated %d bytes, %d were allowed", expr, n, limit)
		}
	}
	x := newStringScript()
	if got := x.eval(`("xy"):rep(math.huge)`, quoted); got != "error test.lua:1: not enough memory" {
		t.Errorf("without a limit: %s", got)
	}
}

// TestStringCosts checks that a call has the same costs each time, whether or not its pattern was used before.
func TestStringCosts(t *testing.T) {
	cost := func(expr string) string {
		x := newStringScript()
		steps, bytes := x.s.Steps, x.s.Bytes
		got := x.eval(expr, quoted)
		return fmt.Sprint(got, " for ", steps-x.s.Steps, " steps, ", bytes-x.s.Bytes, " bytes")
	}
	for _, expr := range []string{
		`("hello"):find("(l+)(never seen before)?")`,
		`("hello"):match("^(%w+)$")`,
		`("hello"):gsub("l", "%0%0%0")`,
		`("hello"):gsub("l", string.upper)`,
		`("hello"):find(("l"):rep(200) .. "*")`,
		`("x"):rep(1000):gsub("(x)(x)", "%2-%1")`,
		`("%5d %s %q %g"):format(1, "x", "y", 2.5)`,
	} {
		first := cost(expr)
		if strings.HasPrefix(first, "error") {
			t.Errorf("%s: %s", expr, first)
		}
		if second := cost(expr); second != first {
			t.Errorf("%s\nfirst %s\nthen  %s", expr, first, second)
		}
	}
}

// TestGmatchUnderGuard checks that an iterator continues only if its state may change.
func TestGmatchUnderGuard(t *testing.T) {
	x := newStringScript()
	out, err := x.s.Call(x.globals.Get(lua.String("string")).Table().Get(lua.String("gmatch")), lua.String("a b c"), lua.String("%a"))
	if err != nil {
		t.Fatal(err)
	}
	next := out[0]
	call := func() string { return quoted(x.s.Call(next)) }
	if got := call(); got != `"a"` {
		t.Errorf("got %s", got)
	}
	x.s.SetGuard(true)
	if _, err := x.s.Call(next); !errors.Is(err, lua.ErrGuarded) {
		t.Errorf("under a guard: %v", err)
	}
	if got := x.eval(allMatches(`("a b"):gmatch("%a")`), quoted); got != `"a|b"` {
		t.Errorf("an iterator made under a guard: %s", got)
	}
	x.s.SetGuard(false)
	if got := call(); got != `"b"` {
		t.Errorf("got %s", got)
	}
	lua.Freeze(next)
	if got, want := call(), "error 'gmatch' is constant, but changes with each call"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestStringsShared checks that States on several goroutines can share a library and its compiled patterns.
func TestStringsShared(t *testing.T) {
	library := stringLibrary().Value()
	lua.Freeze(library)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			s := lua.NewState()
			gsub := library.Table().Get(lua.String("gsub"))
			for i := range 300 {
				pattern := fmt.Sprintf("(%%a+)%d", i%50)
				got, want := "", fmt.Sprintf(`"-ab-%d" 1`, i)
				if got = quoted(s.Call(gsub, lua.String(fmt.Sprintf("ab%d%d", i%50, i)), lua.String(pattern), lua.String("-%1-"))); got != want {
					t.Errorf("%s: got %s, want %s", pattern, got, want)
				}
			}
		})
	}
	wg.Wait()
}
