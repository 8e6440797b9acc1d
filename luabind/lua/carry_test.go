package lua_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// version is a loaded version of a file.
type version struct {
	chunk *lua.Chunk
	value lua.Value
}

// load loads a version of p.lua in s. The file returns the function to run.
func load(t *testing.T, s *lua.State, g *lua.Table, text string) version {
	t.Helper()
	chunk, err := lua.Compile(lua.Source{Name: "p.lua", Text: text})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	env := lua.NewTable(0, 0) // Freeze makes it constant below
	for k, x, more := g.Next(lua.Nil); more; k, x, more = g.Next(k) {
		if x.Table() == g {
			x = lua.Nil
		}
		if err := env.Set(k, x); err != nil {
			t.Fatal(err)
		}
	}
	v, err := s.Call1(chunk.Function(env))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	lua.Freeze(v)
	return version{chunk, v}
}

// begin is a script that defines the function wait, which the tested files call.
const begin = "wait = coroutine.yield\n"

// runCarried runs the function of a file up to its n-th suspension, moves it to another version of the file with a
// Carry, and runs it to its end. It returns the printed text. If the Carry fails, its error is at the end of the text.
func runCarried(t *testing.T, old, new string, n int) string {
	var out bytes.Buffer
	s := lua.NewState()
	g := lib.Open(s, lib.Options{Output: &out})
	if _, err := s.Call(compile(begin, g)); err != nil {
		t.Fatal(err)
	}
	v := load(t, s, g, old)
	co := lua.NewThread(v.value)
	for i := 0; co.Status() != lua.Dead; i++ {
		if i == n {
			w := load(t, s, g, new)
			k := lua.NewCarry(lua.Edit{Old: v.chunk, New: w.chunk, Values: []lua.Value{w.value}})
			if err := k.Thread(co, v.value.Function(), w.value.Function()); err != nil {
				return out.String() + err.Error()
			}
			out.WriteString("| ")
		}
		results, err := s.Resume(co)
		if err != nil {
			return out.String() + "error: " + err.Error()
		}
		if co.Status() == lua.Dead && len(results) > 0 {
			fmt.Fprintln(&out, "returns", results[0])
		}
	}
	return strings.ReplaceAll(strings.TrimSpace(out.String()), "\n", " ")
}

func TestCarry(t *testing.T) {
	for _, test := range []struct{ name, old, new, want string }{
		{"number", "return function() local x = 1 wait(1) print(x, 2) end", "return function() local x = 5 wait(3) print(x, 7) end", "| 1\t7"},
		{"before and behind", "return function() print('a') wait() print('b') end", "-- says more\nreturn function()\n  print('a')\n  print('a2')\n  wait()\n  print('b2')\n  print('b')\nend", "a | b2 b"},
		{"constant of the file", "local N = 1\nreturn function() wait() print(N) end", "local M, N = 3, 2\nreturn function() wait() print(N + M) end", "| 5"},
		{"second of two", "return function() print(1) wait(1) print(2) end", "return function() wait(1) print(1) wait(1) print(2) end", "1 its place, wait in p.lua:1, cannot be told from others like it"},
		{"one of two by its text", "return function() print(1) wait('long') print(2) end", "return function() wait(1) print(1) wait('long') print(2) end", "1 | 2"},
		{"new local", "return function() local a = 1 wait() print(a) end", "return function() local a, b = 1, 2 wait() print(a + b) end", "at its place, wait in p.lua:1, b is a new local variable"},
		{"lost local", "return function() local a, b = 1 wait() print(a) end", "return function() local a = 1 wait() print(a) end", "at its place, wait in p.lua:1, there is no local variable b any more"},
		{"local behind", "return function() local a = 1 wait() print(a) end", "return function() local a = 1 wait() local b = 2 print(a + b) end", "| 3"},
		{"local in a block before", "return function() local a = 1 wait() print(a) end", "return function() local a = 1 do local b, c = 2, 3 print(b + c) end wait() print(a) end", "| 1"},
		{"order", "return function() local a, b = 1, 2 wait() print(a, b) end", "return function() local b, a = 1, 2 wait() print(a, b) end", "at its place, wait in p.lua:1, the local variables are in another order"},
		{"same names elsewhere", "return function() local i = 9 for x = 1, 1 do wait() print(i, x) end end", "return function() for i = 1, 2 do local x = 3 wait() print(i, x) end end", "at its place, wait in p.lua:1, the local variables are in another order"},
		{"gone", "return function() wait() end", "return function() print(1) end", "its place, wait in p.lua:1, is not there any more"},
		{"now in a condition", "return function() wait() print(1) end", "return function() if true then wait() end print(1) end", "its place, wait in p.lua:1, is not there any more"},
		{"other function", "local function a() wait() end local function b() wait() end return a", "local function a() wait() end local function b() wait() end return b", "it is another function now"},
		{"numeric for", "return function() for i = 1, 3 do print(i) if i == 2 then wait() end end end", "return function() for i = 1, 5 do print(-i) if i == 2 or i == 3 then wait() end end end", "1 2 | -3"},
		{"generic for", "return function() for k, v in pairs({ 'a', 'b' }) do if v == 'a' then wait() end print(k, v) end end", "return function() for k, v in ipairs({ 'c' }) do if k == 1 then wait() end print(v, k) end end", "| a\t1 b\t2"},
		{"iterator waits", "return function() for v in function(_, n) wait(n) return (n or 0) < 2 and (n or 0) + 1 or nil end do print(v) end end", "return function() for v in function(_, n) wait(n) return (n or 0) < 2 and (n or 0) + 1 or nil end do print('v', v) end end", "| v\t1 v\t2"},
		{"while", "return function() local n = 0 while n < 2 do n = n + 1 wait() end print(n) end", "return function() local n = 0 while n < 4 do n = n + 1 wait() end print('n', n) end", "| n\t4"},
		{"condition that waits", "return function() while wait() ~= nil do end print('end') end", "return function() while wait() ~= nil do print(1) end print('End') end", "| End"},
		{"until", "return function() local n = 0 repeat local m = n n = n + 1 until wait(m) or n > 2 print(n) end", "return function() local n = 0 repeat local m = n print(m) n = n + 1 until wait(m) or n > 1 print('n', n) end", "| 1 n\t2"},
		{"elseif added", "return function(a) if a then wait() print('A') elseif not a then wait() print('B') end end", "return function(a) if a then wait() print('A') elseif a == 7 then wait() print('C') elseif not a then wait() print('B2') end end", "| B2"},
		{"elseif added, written alike", "return function(a) if a then wait() print('A') elseif not a then wait() print('B') end end", "return function(a) if a then wait() print('A') elseif a == 7 then wait() print('C') elseif a == nil then wait() print('B2') end end", "its place, wait in p.lua:1, cannot be told from others like it"},
		{"calls in between", "local function go(n) print(n) wait() print(n + 1) return n * 2 end\nreturn function() local x = 1 + go(3) print(x) end", "local function go(n) print(n) wait() print(n + 10) return n * 3 end\nreturn function() local x = 1 + go(3) print('x', x) end", "3 | 13 x\t10"},
		{"helper renamed", "local function go() wait() end return function() go() end", "local function walk() wait() end return function() walk() end", "its place, go in p.lua:1, is not there any more"},
		{"helper renamed, called by another name", "local m = {} function m.go() wait() end m.x = m.go return function() m.x() end", "local m = {} function m.walk() wait() end m.x = m.walk return function() m.x() end", "the function go in p.lua:1 is not there any more"},
		{"tail call", "local function f() wait() print(1) return 3 end return function() return f() end", "local function f() wait() print(2) return 4 end return function() return f() end", "| 2 returns 4"},
		{"no tail call any more", "local function f() wait() return 3 end return function() return f() end", "local function f() wait() return 4 end return function() local x = f() print(x) end", "| returns 4"},
		{"tail call by now", "local function f() wait() return 3 end return function() return f(), 2 end", "local function f() wait() return 4 end return function() return f() end", "| returns 4"},
		{"several targets", "return function() local t = {} t.a, t.b = wait(), 2 print(t.b) end", "return function() local t = {} t.a, t.b = wait(), 3 print(t.a, t.b) end", "| nil\t3"},
		{"and, or", "return function() local x = wait() or 5 print(x) end", "return function() local x = wait() or 6 print(x) end", "| 6"},
		{"callback without a name", "local function each(t, f) for _, v in ipairs(t) do f(v) end end return function() each({ 1, 2 }, function(v) wait() print(v) end) end", "local function each(t, f) for i, v in ipairs(t) do f(v, i) end end return function() each({ 1, 2 }, function(v) wait() print(v) end) end", "at its place, f in p.lua:1, i is a new local variable"},
		{"callback that goes on", "local function each(t, f) for _, v in ipairs(t) do f(v) end end return function() each({ 1, 2 }, function(v) wait() print(v) end) end", "local function each(t, f) for _, v in ipairs(t) do print('each') f(v) end end return function() each({ 1, 2, 3 }, function(v) wait() print(-v) end) end", "| -1 each -2"},
		{"two variables of one name", "return function() local x = 1 local function f() local y = x return y end local x = 2 local function g() wait() print(x, f()) end g() end", "return function() local x = 1 local function f() local y = x return -y end local x = 2 local function g() wait() print(f(), x) end g() end", "| -1\t2"},
		{"helper in a table", "local m = {} function m.go() wait() print(1) end return function() m.go() end", "local m = {} function m.stop() end function m.go() wait() print(2) end return function() m.go() end", "| 2"},
		{"method", "local m = { n = 1 } function m:go(x) wait() print(self.n, x) end return function() m:go(4) end", "local m = { n = 2 } function m:go(x) wait() print(self.n, -x) end return function() m:go(5) end", "| 1\t-4"},
		{"pcall", "return function() print(pcall(function() wait() error('one', 0) end)) end", "return function() print(pcall(function() wait() print(1) error('two', 0) end)) end", "| 1 false\ttwo"},
		{"pcall of wait", "return function() print(pcall(wait, 1)) end", "return function() print(2, pcall(wait, 1)) end", "its place, pcall in p.lua:1, is not there any more"},
		{"handler", "return function() print(xpcall(function() wait() error('x', 0) end, function(m) return m .. 1 end)) end", "return function() print(xpcall(function() wait() error('x', 0) end, function(m) return m .. 2 end)) end", "| false\tx2"},
		{"result", "return function() local a, b = 5, wait(1) print(a, b) end", "return function() local a, b = 6, wait(2) print(a, b, 7) end", "| 5\tnil\t7"},
		{"more results are wanted", "return function() print(wait(1)) end", "return function() print(wait(1), 2) end", "| nil\t2"},
		{"returned", "return function() return wait(1) end", "return function() return wait(1) or 4 end", "| returns 4"},
		{"values before", "local function f() return 4 end return function() print(f() + 1, wait(1)) end", "local function f() return 5 end return function() print(f() + 2, wait(1)) end", "| 5"},
		{"other values before", "local function f() return 4 end return function() print(f() + 1, wait(1)) end", "local function f() return 5 end return function() print(f() + 1, f(), wait(1)) end", "its place, wait in p.lua:1, is not there any more"},
		{"captured by now", "return function() local a = 1 wait() a = a + 1 print(a) end", "return function() local a = 1 wait() local function f() a = a + 10 end f() print(a) end", "| 11"},
		{"no longer captured", "return function() local a = 1 local function f() a = 2 end wait() f() print(a) end", "return function() local a = 1 local function f() end wait() f() print(a) end", "at its place, wait in p.lua:1, no function inside uses a any more"},
		{"function of its own", "return function() local n = 1 local function f() n = n + 1 wait() print(n) end f() f() end", "return function() local n = 1 local function f() n = n + 10 wait() print('n', n) end f() f() end", "| n\t2 n\t12"},
		{"function of its own that uses more", "local C = 1 return function() local n = 1 local function f() n = n + 1 end wait() f() print(n) end", "local C = 5 return function() local n = 1 local function f() n = n + C end wait() f() print(n) end", "| 6"},
		{"function of its own that uses another variable", "return function() local n, m = 1, 2 local function f() n = n + 1 end wait() f() print(n) end", "return function() local n, m = 1, 2 local function f() n = n + m end wait() f() print(n) end", "the function f in p.lua:1 uses m, which it did not before"},
		{"recursion", "local function down(n) if n == 0 then wait() else down(n - 1) end print(n) end return function() down(2) end", "local function down(n) if n == 0 then wait() else down(n - 1) end print(-n) end return function() down(3) end", "| -0 -1 -2"},
		{"made by a function of the file", "local function make(k) return function() wait() print(k) end end return make(3)", "local function make(k) return function() wait() print('k', k) end end return make(4)", "| k\t4"},
		{"varargs", "return function(...) wait() print(select('#', ...)) end", "return function(...) wait() print('n', select('#', ...)) end", "| n\t0"},
		{"varargs by now", "return function() wait() end", "return function(...) wait() print(select('#', ...)) end", "at its place, wait in p.lua:1, ... is a new local variable"},
		{"table under construction", "return function() local t = { 1, wait(), 3 } print(#t) end", "return function() local t = { 2, wait(), 3, 4 } print(t[1], t[4]) end", "| 1\t4"},
		{"table of another shape", "return function() local t = { 1, wait(), 3 } print(#t) end", "return function() local t = { x = 2, wait(), 3, 4 } print(t[1], t[4]) end", "its place, wait in p.lua:1, is not there any more"},
		{"coroutine inside", "return function() local co = coroutine.wrap(function() wait() print(1) end) co() wait() co() end", "return function() local co = coroutine.wrap(function() wait() print(2) end) co() wait() co() print(3) end", "| 1 3"},
		{"comment", "return function() wait() print(1) end", "--[[ x ]] return function() -- wait()\n\n wait() -- here\n print(1) end", "| 1"},
		{"error in the new code", "return function() wait() end", "return function()\n\n  wait()\n  local x = nil + 1\nend", "| error: p.lua:4: attempt to perform arithmetic on a nil value"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := strings.ReplaceAll(runCarried(t, test.old, test.new, 1), "\n", " "); got != test.want {
				t.Errorf("says %q\nnot  %q", got, test.want)
			}
		})
	}
}

// TestCarryAgain checks a suspended function whose file has been run again without an edit: the function must use the
// captured variables of the new run, and Swap must replace a table in its local variables.
func TestCarryAgain(t *testing.T) {
	var out bytes.Buffer
	s := lua.NewState()
	g := lib.Open(s, lib.Options{Output: &out})
	if _, err := s.Call(compile(begin+"module = { n = 1 }", g)); err != nil {
		t.Fatal(err)
	}
	const text = "local m = module return function(params) local p = params wait(p) print(m.n, p.n, params.n) end"
	chunk := compiled(t, text)
	run, err := s.Call1(chunk.Function(g))
	if err != nil {
		t.Fatal(err)
	}
	params := []lua.Value{lua.NewTable(0, 1).Value(), lua.NewTable(0, 1).Value()}
	for i, p := range params {
		if err := p.Table().Set(lua.Name("n"), lua.Number(float64(i))); err != nil {
			t.Fatal(err)
		}
	}
	co := lua.NewThread(run)
	if _, err := s.Resume(co, params[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Call(compile("module = { n = 2 }", g)); err != nil {
		t.Fatal(err)
	}
	again, err := s.Call1(chunk.Function(g))
	if err != nil {
		t.Fatal(err)
	}
	k := lua.NewCarry(lua.Edit{Old: chunk, New: chunk, Values: []lua.Value{again}})
	k.Swap(params[0], params[1])
	for range 2 { // the second time changes nothing
		if err := k.Thread(co, run.Function(), again.Function()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Resume(co); err != nil || out.String() != "2\t1\t1\n" {
		t.Errorf("says %q, %v", out.String(), err)
	}
}

// TestCarryOfTwoFiles checks that one Carry moves the active calls of functions of two files to the new versions of
// both files.
func TestCarryOfTwoFiles(t *testing.T) {
	var out bytes.Buffer
	s := lua.NewState()
	g := lib.Open(s, lib.Options{Output: &out})
	const module = "local m = {} function m.go(n) wait() print('go', %d) return n end return m"
	var modules, files []version
	if _, err := s.Call(compile(begin, g)); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		m := load(t, s, g, fmt.Sprintf(module, i))
		if err := g.Set(lua.Name("m"), m.value); err != nil {
			t.Fatal(err)
		}
		modules = append(modules, m)
		files = append(files, load(t, s, g, fmt.Sprintf("local m = m return function() print(m.go(%d) + %d) end", i, i)))
	}
	co := lua.NewThread(files[0].value)
	if _, err := s.Resume(co); err != nil {
		t.Fatal(err)
	}
	k := lua.NewCarry(
		lua.Edit{Old: files[0].chunk, New: files[1].chunk, Values: []lua.Value{files[1].value}},
		lua.Edit{Old: modules[0].chunk, New: modules[1].chunk, Values: []lua.Value{modules[1].value}})
	if err := k.Thread(co, files[0].value.Function(), files[1].value.Function()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Resume(co); err != nil || out.String() != "go\t1\n1\n" {
		t.Errorf("says %q, %v", out.String(), err)
	}
}

// TestCarryPrograms checks that a suspended program that is moved to an edited text has the same output as without the
// edit, if the edit has no effect.
func TestCarryPrograms(t *testing.T) {
	n, carried := max(6, *luaPrograms/60), 0 // a program is compiled again for each edit
	for i := range n {
		seed := *luaSeed + uint64(i)
		text := "return function(...)\n" + newProgram(seed) + "end\n"
		want, _ := carriedAlong(t, seed, text, false)
		got, n := carriedAlong(t, seed, text, true)
		if got != want {
			t.Fatalf("seed %d: %s", seed, firstDifference(got, want))
		}
		carried += n
	}
	t.Logf("%d programs were taken over %d times", n, carried)
}

// carriedAlong runs a program that is suspended at each output. If carries is set, then at one output in eight, chosen
// at random, the text is edited, and the program is moved to the new text.
func carriedAlong(t *testing.T, seed uint64, text string, carries bool) (said string, carried int) {
	var out bytes.Buffer
	random := rand.New(rand.NewPCG(seed, 7))
	s := lua.NewState()
	g := lib.Open(s, lib.Options{Output: &out, Random: func(*lua.Call) float64 { return 0.5 }})
	prepare := compiled(t, suspending).Function(g).Value()
	body := compiled(t, `local prepare, run = ... print = prepare() return run()`).Function(g).Value()
	load := func(chunk *lua.Chunk) version {
		v, err := s.Call1(chunk.Function(g))
		if err != nil {
			t.Fatal(err)
		}
		return version{chunk, v}
	}
	v := load(compiled(t, text))
	thread := lua.NewThread(body)
	args := []lua.Value{prepare, v.value}
	for thread.Status() != lua.Dead {
		results, err := s.Resume(thread, args...)
		if args = nil; err != nil {
			fmt.Fprintln(&out, "error:", err)
			continue
		}
		if thread.Status() == lua.Dead {
			break
		}
		fmt.Fprintln(&out, results[0])
		if !carries || random.IntN(8) > 0 {
			continue
		}
		var chunk *lua.Chunk
		text, chunk = edited(random, text)
		w := load(chunk)
		k := lua.NewCarry(lua.Edit{Old: v.chunk, New: w.chunk, Values: []lua.Value{w.value}})
		if err := k.Thread(thread, v.value.Function(), w.value.Function()); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		v = w
		carried++
	}
	return regexp.MustCompile(`p\.lua:\d+`).ReplaceAllString(out.String(), "p.lua"), carried
}

// edited returns text with a line that has no effect, inserted at random, and the chunk of that text.
func edited(random *rand.Rand, text string) (string, *lua.Chunk) {
	lines := strings.Split(text, "\n")
	for {
		line := []string{"-- nothing", "", "do end", "do local unused, n1 = { 1 }, 2 end", "if nil then local a = 1 elseif false then local b = {} end", "for i = 1, 2 do local unused = i end"}[random.IntN(6)]
		out := strings.Join(slices.Insert(slices.Clone(lines), 1+random.IntN(len(lines)-2), line), "\n")
		if chunk, err := lua.Compile(lua.Source{Name: "p.lua", Text: out}); err == nil {
			return out, chunk
		}
	}
}
