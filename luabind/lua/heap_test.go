package lua_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// TestBytesAreThoseOfTheHeap checks that the meter counts between 0.75 and 1.35 bytes for each byte that the values of
// a script take on the heap. The meter counts garbage, too; therefore each script keeps all values that it makes, in
// a list with room for them. Of tables that share their keys, the meter counts more, since sharing depends on other
// tables, and the count must not.
func TestBytesAreThoseOfTheHeap(t *testing.T) {
	const n = 4000
	for name, value := range map[string]string{
		"empty tables":           "{}",
		"records of three":       "{x = i, y = i, z = i}",
		"records of nine":        "{a = i, b = i, c = i, d = i, e = i, f = i, g = i, h = i, i = i}",
		"lists of ten":           "{1, 2, 3, 4, 5, 6, 7, 8, 9, i}",
		"tables that grow":       "grown(i)",
		"strings":                "'number ' .. i",
		"long strings":           "('x'):rep(1000 + i % 7)",
		"functions":              "function() return i end",
		"coroutines":             "coroutine.create(function() end)",
		"waiting coroutines":     "waiting(i)",
		"deep coroutines":        "deep(i)",
		"wrapped coroutines":     "coroutine.wrap(wait)",
		"iterators over strings": "('a b'):gmatch('%a')",
	} {
		t.Run(name, func(t *testing.T) {
			s := lua.NewState()
			globals := lib.Open(s, lib.Options{})
			text := fmt.Sprintf(`
function grown(i) local t = {} t.x = i t.y = i t[1] = i return t end
function wait() coroutine.yield() end
function waiting(i) local co = coroutine.create(function(a) local b = a coroutine.yield() return b end) coroutine.resume(co, i) return co end
local function down(n) if n == 0 then coroutine.yield() else down(n - 1) end return n end
function deep(i) local co = coroutine.create(down) coroutine.resume(co, 20) return co end
local kept = ...
return function() for i = 1, %d do kept[i] = %s end end`, n, value)
			kept := lua.NewTable(n, 0)
			out, err := s.Call(compile(text, globals), kept.Value())
			if err != nil {
				t.Fatal(err)
			}
			fill := out[0]
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			s.Bytes = 1 << 40
			if _, err := s.Call(fill); err != nil {
				t.Fatal(err)
			}
			counted := float64(1<<40-s.Bytes) / n
			runtime.GC()
			runtime.ReadMemStats(&after)
			took := float64(after.HeapAlloc-before.HeapAlloc) / n
			most := 1.35
			if name == "tables that grow" {
				most = 2
			}
			if counted < 0.75*took || counted > most*took {
				t.Errorf("%.0f bytes are counted for each, it takes %.0f", counted, took)
			}
			t.Logf("%.0f bytes are counted for each, it takes %.0f", counted, took)
			runtime.KeepAlive(kept)
		})
	}
}

// TestConstructorsKeepLittle checks that a constructor keeps at most 2.5 KB for the keys that its tables share,
// whatever keys they get. No meter counts this memory, and a script may have many constructors.
func TestConstructorsKeepLittle(t *testing.T) {
	const n = 2000
	for _, constructor := range []string{"{},", "{a=1},"} {
		s := lua.NewState()
		sets := ""
		for i := range 32 {
			sets += fmt.Sprintf("t.k%d = 1 ", i)
		}
		text := "return function() for _, t in ipairs({" + strings.Repeat(constructor, n) + "}) do " + sets + " end end"
		out, err := s.Call(compile(text, lib.Open(s, lib.Options{})))
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		if _, err := s.Call(out[0]); err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if kept := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / n; kept > 2500 {
			t.Errorf("%s keeps %d bytes", constructor, kept)
		}
		runtime.KeepAlive(out)
	}
}
