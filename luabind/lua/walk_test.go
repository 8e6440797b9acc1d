package lua_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// walked runs a text. It returns the number of bytes that the text has allocated, and a Walker that has walked from the
// first result of the text.
func walked(t *testing.T, text string) (allocated int64, w *lua.Walker) {
	t.Helper()
	s := lua.NewState()
	g := lib.Open(s, lib.Options{})
	lua.Freeze(g.Value())
	env := s.NewTable(0, 0)
	meta := s.NewTable(0, 1)
	if err := meta.Set(lua.Name("__index"), g.Value()); err != nil {
		t.Fatal(err)
	}
	env.SetMetatable(meta)
	lua.Freeze(env.Value())
	before := s.Bytes
	out, err := s.Call(compiled(t, text).Function(env).Value())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	w = &lua.Walker{}
	w.Root("it", out[0])
	w.Walk()
	return before - s.Bytes, w
}

// TestWalkCountsWhatWasAllocated checks that a Walker finds as many bytes as the meter has counted if there is no
// garbage.
func TestWalkCountsWhatWasAllocated(t *testing.T) {
	for _, text := range []string{
		`return {}`,
		`return { 1, 2, 3 }`,
		`return { x = 1, y = 2 }`,
		`return { { x = 1 }, { x = { 1, 2 } }, true }`,
		`return { ("x"):rep(20) }`,
		`return { ("x"):rep(2000) }`,
		`local s = ("x"):rep(2000) return { s, s, { s } }`,
		`local t = {} t.self = t return t`,
		`return setmetatable({}, { name = {} })`,
		`return { [{}] = 1 }`,
		`local x = { 1 } return function() return x end`,
		`local x = 1 return { function() x = x + 1 end, function() return x end }`,
		`return coroutine.create(function() end)`,
		`local co = coroutine.create(function() coroutine.yield() end) coroutine.resume(co) return co`,
		`local co = coroutine.create(function(a, b, ...) local t = { 1 } coroutine.yield() return t end) coroutine.resume(co, 1, 2, 3, 4) return co`,
		`local function deep(n) if n == 0 then coroutine.yield() else return 1 + deep(n - 1) end end local co = coroutine.create(function() deep(50) end) coroutine.resume(co) return { co, deep }`,
		`local f = coroutine.wrap(function() local t = { x = 1 } coroutine.yield() return t end) f() return f`,
		`local co = coroutine.create(function(...) coroutine.yield() end) coroutine.resume(co, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17) return co`,
		`local co = coroutine.create(function() pcall(coroutine.yield, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) end) coroutine.resume(co) return co`,
	} {
		allocated, w := walked(t, text)
		// The variables of the text itself are freed.
		if d := allocated - w.Bytes; d < 0 || d > 64 {
			t.Errorf("%s: %d bytes were allocated, %d are found: %v", text, allocated, w.Bytes, w.Found)
		}
	}
}

// TestWalkFindsAtMostWhatWasAllocated checks that a Walker finds no more bytes than the meter has counted, for random
// programs.
func TestWalkFindsAtMostWhatWasAllocated(t *testing.T) {
	for i := range programs(2) {
		seed := *luaSeed + uint64(i)
		text := newProgram(seed)
		s := lua.NewState()
		g := lib.Open(s, lib.Options{Output: io.Discard, Random: func(*lua.Call) float64 { return 0.5 }})
		w := &lua.Walker{}
		w.Root("globals", g.Value())
		w.Walk()
		before, had := s.Bytes, w.Bytes
		s.Steps = 1 << 20
		s.Call(compiled(t, text).Function(g).Value())
		w.Reset()
		w.Root("globals", g.Value())
		w.Walk()
		if allocated := before - s.Bytes; w.Bytes-had > allocated {
			t.Fatalf("-lua.seed %d: %d bytes were allocated, %d are found", seed, allocated, w.Bytes-had)
		}
	}
}

// TestWalkTellsTheWay checks that each Found has the way in which its value was found.
func TestWalkTellsTheWay(t *testing.T) {
	_, w := walked(t, `local mine = { 1 } return { list = { { x = {} } }, put = function() return mine end, [{}] = setmetatable({}, { { } }) }`)
	var all []string
	for _, f := range w.Found {
		way := f.Name
		if !f.Key.IsNil() {
			way = f.Key.Kind().String() + " "
			if text, ok := f.Key.Text(); ok {
				way += text
			}
		}
		all = append(all, fmt.Sprint(f.From, " ", strings.TrimSpace(way), " ", f.Value.Kind(), " ", f.Entries))
	}
	const want = `-1 it table 3
0 string list table 1
0 string put function 0
0 a key table 0
0 table table 0
1 number table 1
2 a local table 1
4 the metatable table 1
5 string x table 0
7 number table 0`
	if got := strings.Join(all, "\n"); got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestWalkStopsAtConstants checks that a Walker does not count constant values.
func TestWalkStopsAtConstants(t *testing.T) {
	s := lua.NewState()
	big := s.NewTable(1000, 0)
	big.Append(s.NewTable(100, 0).Value())
	lua.Freeze(big.Value())
	own := s.NewTable(0, 0)
	own.Set(lua.Name("big"), big.Value())
	var w lua.Walker
	w.Root("own", own.Value())
	w.Walk()
	if len(w.Found) != 1 || w.Bytes > 400 {
		t.Errorf("found %v, %d bytes", w.Found, w.Bytes)
	}
}

// TestWalkAgain checks that a Walker finds the same after Reset.
func TestWalkAgain(t *testing.T) {
	_, whole := walked(t, `local t = {} for i = 1, 1000 do t[i] = { i } end return t`)
	var w lua.Walker
	for range 3 {
		w.Reset()
		w.Root("it", whole.Found[0].Value)
		if w.Walk(); w.Bytes != whole.Bytes {
			t.Errorf("again %d bytes, not %d", w.Bytes, whole.Bytes)
		}
	}
}

// TestShort checks that State.Short can increase the bytes when they are used up.
func TestShort(t *testing.T) {
	s := lua.NewState()
	g := lib.Open(s, lib.Options{})
	run := compiled(t, `local t = {} for i = 1, 1000 do t[i] = { i } end local s = ("x"):rep(5000) return #t`).Function(g).Value()
	for _, room := range []int64{100, 1000, 1 << 20} {
		times := 0
		s.Bytes, s.Short = 10, func() {
			times++
			s.Bytes = max(s.Bytes, 0) + room
		}
		if _, err := s.Call(run); err != nil || times > int(400_000/room)+1 {
			t.Errorf("by %d: asked %d times: %v", room, times, err)
		}
	}
	s.Bytes, s.Short = 1000, func() {}
	if _, err := s.Call(run); err == nil || !strings.Contains(err.Error(), "not enough memory") {
		t.Errorf("got %v", err)
	}
}

// TestWalkOfDeepCoroutine checks that a suspended coroutine does not keep Calls that have returned.
func TestWalkOfDeepCoroutine(t *testing.T) {
	_, w := walked(t, `
local function deep(n) local t = {} for i = 1, 100 do t[i] = {} end if n > 0 then return 1 + deep(n - 1) end return 0 end
local co = coroutine.create(function() deep(100) coroutine.yield() end)
coroutine.resume(co)
return co`)
	if w.Bytes > 100_000 {
		t.Errorf("%d bytes are held", w.Bytes)
	}
}
