package strlib

import (
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
)

// FuzzPattern checks that any text and pattern end in results or in a Lua
// error within the budget, that the cost is the same each time, and that short
// ones have gopher-lua's results.
func FuzzPattern(f *testing.F) {
	for _, seed := range [][2]string{
		{"key = value", "(%w+)%s*=%s*(%w+)"}, {"f(a(b)c)", "%b()"}, {"THE fox", "%f[%a]%a+"}, {"a'b'", `(['"])(.-)%1`},
		{"  x  ", "^%s*(.-)%s*$"}, {"aaa", "a-b"}, {"aXb", "[^%u]"}, {"[]", "[]]"}, {"-", "[a-]"}, {"a\x00b", "%z"}, {"x", "()"},
		{"a", "(a"}, {"a", "a)"}, {"a", "[a"}, {"a", "%"}, {"a", "%b"}, {"a", "%f"}, {"a", "%9"}, {"aaaaaaaaaaaa", "a*a*a*a*b"}, {"\xff", "\xff-$"},
	} {
		f.Add(seed[0], seed[1], "%0", 1)
	}
	f.Add("abc", "b", "%", -1)
	f.Add("abc", "(b)", "%2", 99)
	c := newComparison(f)
	const budget = 50_000
	f.Fuzz(func(t *testing.T, text, pattern, replacement string, init int) {
		if len(text) > 1<<12 {
			return
		}
		str := c.ours.(*lua.LTable)
		args := []lua.LValue{lua.LString(text), lua.LString(pattern)}
		for _, name := range []string{"find", "match", "gsub"} {
			fn, third := str.RawGetString(name), lua.LValue(lua.LNumber(init))
			if name == "gsub" {
				third = lua.LString(replacement)
			}
			once, cost := c.within(t, budget, fn, append(args, third))
			if again, same := c.within(t, budget, fn, append(args, third)); again != once || same != cost {
				t.Errorf("%s(%q, %q): %s for %d steps, then %s for %d", name, text, pattern, once, cost, again, same)
			}
		}
		if len(text) <= 12 && len(pattern) <= 12 {
			c.check(t, text, pattern)
		}
	})
}

// within calls a function with a budget and returns its results and its cost.
func (c comparison) within(t *testing.T, budget int, fn lua.LValue, args []lua.LValue) (results string, cost int) {
	t.Helper()
	c.budget, c.charged = budget, 0
	results = c.call(fn, args...)
	cost = c.charged
	c.budget = 1 << 60
	if strings.HasPrefix(results, "panic") {
		t.Error(results)
	}
	if cost > budget+MaxString/bytesPerStep {
		t.Errorf("%d steps with a budget of %d", cost, budget)
	}
	return results, cost
}

// FuzzFormat checks that any format ends in a result or in a Lua error.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{"%d %s", "%5.2f", "%-+ #05d", "%99.99f", "%999d", "%", "%%", "%5%", "%q", "%c", "%.", "%#x%o", "%.0g", "%E", "ä%.1s"} {
		f.Add(seed, 1.5, "x")
	}
	s := newScript(f, 1<<60)
	fn := s.L.GetGlobal("string").(*lua.LTable).RawGetString("format")
	f.Fuzz(func(t *testing.T, format string, number float64, text string) {
		got := s.call(fn, lua.LString(format), lua.LNumber(number), lua.LString(text), lua.LNumber(number))
		if strings.HasPrefix(got, "panic") || got == "" {
			t.Errorf("%q: %s", format, got)
		}
		if len(got) > 8*(len(format)+len(text)*4+3*512) {
			t.Errorf("%q: %d bytes", format, len(got))
		}
	})
}
