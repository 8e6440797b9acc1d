package lib_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
)

// FuzzPattern checks that any text and pattern give results or an error, within the limits of steps and bytes, and
// that the costs are the same each time.
func FuzzPattern(f *testing.F) {
	for _, seed := range [][2]string{
		{"key = value", "(%w+)%s*=%s*(%w+)"}, {"f(a(b)c)", "%b()"}, {"THE fox", "%f[%a]%a+"}, {"a'b'", `(['"])(.-)%1`},
		{"  x  ", "^%s*(.-)%s*$"}, {"aaa", "a-b"}, {"aXb", "[^%u]"}, {"[]", "[]]"}, {"-", "[a-]"}, {"a\x00b", "%z"}, {"x", "()"},
		{"a", "(a"}, {"a", "a)"}, {"a", "[a"}, {"a", "%"}, {"a", "%b"}, {"a", "%f"}, {"a", "%9"}, {"aaaaaaaaaaaa", "a*a*a*a*b"}, {"\xff", "\xff-$"},
		{"aaaaaaaaaaaaaaaa", "a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?"},
	} {
		f.Add(seed[0], seed[1], "%0", 1)
	}
	f.Add("abc", "b", "%", -1)
	f.Add("abc", "(b)", "%2", 99)
	s, library := lua.NewState(), stringLibrary()
	const steps, bytes = 50_000, 1 << 20
	within := func(t *testing.T, fn lua.Value, args ...lua.Value) (results []lua.Value, said string) {
		s.Steps, s.Bytes = steps, bytes
		results, err := s.Call(fn, args...)
		if s.Steps < 0 != errors.Is(err, lua.ErrSteps) || s.Bytes < 0 != errors.Is(err, lua.ErrBytes) {
			t.Errorf("%v with %d steps and %d bytes left", err, s.Steps, s.Bytes)
		}
		return results, fmt.Sprint(show(results, err), steps-s.Steps, bytes-s.Bytes)
	}
	f.Fuzz(func(t *testing.T, text, pattern, replacement string, init int) {
		if len(text) > 1<<12 || len(pattern) > 1<<12 {
			return
		}
		for _, call := range []struct {
			name  string
			third lua.Value
		}{{"find", lua.Number(float64(init))}, {"match", lua.Number(float64(init))}, {"gsub", lua.String(replacement)}} {
			fn := library.Get(lua.String(call.name))
			_, once := within(t, fn, lua.String(text), lua.String(pattern), call.third)
			if _, again := within(t, fn, lua.String(text), lua.String(pattern), call.third); again != once {
				t.Errorf("%s(%q, %q): %s, then %s", call.name, text, pattern, once, again)
			}
		}
		iterator, _ := within(t, library.Get(lua.String("gmatch")), lua.String(text), lua.String(pattern))
		if len(iterator) == 0 {
			return
		}
		next := iterator[0]
		for i := 0; ; i++ {
			if found, _ := within(t, next); len(found) == 0 {
				break
			}
			if i > len(text) {
				t.Fatalf("gmatch(%q, %q) does not end", text, pattern)
			}
		}
	})
}

// FuzzFormat checks that any format gives a result or an error.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{"%d %s", "%5.2f", "%-+ #05d", "%99.99f", "%999d", "%", "%%", "%5%", "%q", "%c", "%.", "%#x%o", "%.0g", "%E", "ä%.1s"} {
		f.Add(seed, 1.5, "x")
	}
	s, fn := lua.NewState(), stringLibrary().Get(lua.String("format"))
	f.Fuzz(func(t *testing.T, format string, number float64, text string) {
		results, err := s.Call(fn, lua.String(format), lua.Number(number), lua.String(text), lua.Number(number))
		if err == nil && len(results) != 1 {
			t.Errorf("%q: %d results", format, len(results))
		}
		if got := show(results, err); len(got) > 4*(len(format)+4*len(text)+3*512) {
			t.Errorf("%q: %d bytes", format, len(got))
		}
	})
}
