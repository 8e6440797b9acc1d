package lua_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

var update = flag.Bool("update", false, "write the golden files of the meters")

// probe is a program that uses calls, tables, closures, coroutines, errors and metamethods. Its output and costs show
// whether a used State works like a new one.
const probe = `
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local co = coroutine.wrap(function(...) for i = 1, 3 do print(i, coroutine.yield(i * 2), ...) end error('end') end)
print(fib(10), co(7), co(8), co(9), pcall(co), coroutine.running())
local t = setmetatable({}, { __index = function(t, k) return k .. k end, __add = function(a, b) return b end })
print(t.x, t + 5, pcall(function() return t < 1 end), #{ 1, 2, fib(3) }, ('x'):rep(3))
print(select('#', unpack({ 1, 2, nil, 4 }, 1, 4)), pcall(error, { 1 }, 2), string.gsub('abc', '%w', { a = 1 }))
table.sort({ 3, 1, 2 }, function(a, b) return a < b end)
return fib`

// cost is the output of a program, with the steps and bytes that the program takes.
type cost struct {
	said         string
	steps, bytes int64
	err          error
}

func measure(s *lua.State, chunk *lua.Chunk, steps, bytes int64) cost {
	s.Steps, s.Bytes = steps, bytes
	said, err := runIn(s, chunk)
	return cost{said, steps - s.Steps, bytes - s.Bytes, err}
}

// metered holds the programs whose steps and bytes are in testdata/meters.golden.
var metered = []struct{ name, text string }{
	{"nothing", ``},
	{"loop of 1000", `for i = 1, 1000 do end`},
	{"sum of 1000", `local s = 0 for i = 1, 1000 do s = s + i end`},
	{"while of 1000", `local i = 0 while i < 1000 do i = i + 1 end`},
	{"list of 1000", `local t = {} for i = 1, 1000 do t[i] = i end`},
	{"1000 fields", `local t = {} for i = 1, 1000 do t['f' .. i] = i end`},
	{"1000 tables", `for i = 1, 1000 do local t = { x = i, y = i } end`},
	{"1000 closures", `for i = 1, 1000 do local f = function() return i end end`},
	{"1000 strings", `local s = '' for i = 1, 1000 do s = s .. 'x' end`},
	{"1000 calls", `local function f(x) return x end for i = 1, 1000 do f(i) end`},
	{"1000 calls with ...", `local function f(...) return ... end for i = 1, 1000 do f(i, i) end`},
	{"1000 metamethods", `local t = setmetatable({}, { __index = function(t, k) return k end }) for i = 1, 1000 do local x = t[i] end`},
	{"1000 hops", `local t = setmetatable({}, { __index = setmetatable({}, { __index = { x = 1 } }) }) for i = 1, 1000 do local x = t.x end`},
	{"1000 pcalls", `for i = 1, 1000 do pcall(error) end`},
	{"1000 yields", `local co = coroutine.wrap(function() while true do coroutine.yield() end end) for i = 1, 1000 do co() end`},
	{"1000 coroutines", `for i = 1, 1000 do coroutine.wrap(function() coroutine.yield() end)() end`},
	{"recursion of 1000", `local function f(n) if n > 0 then return 1 + f(n - 1) end return 0 end f(1000)`},
	{"tail calls", `local function f(n) if n > 0 then return f(n - 1) end end f(1000)`},
	{"sort of 1000", `local t = {} for i = 1, 1000 do t[i] = i * 7919 % 1009 end table.sort(t)`},
	{"concat of 1000", `local t = {} for i = 1, 1000 do t[i] = i end table.concat(t, ',')`},
	{"rep of 100000", `local s = ('x'):rep(100000)`},
	{"gsub of 10000", `local s = ('ab'):rep(5000):gsub('a', 'xy')`},
	{"find in 10000", `local s = ('ab'):rep(5000):find('c')`},
	{"insert at 1", `local t = {} for i = 1, 100 do table.insert(t, 1, i) end`},
	{"pairs of 1000", `local t = {} for i = 1, 1000 do t['f' .. i] = i end for k, v in pairs(t) do end`},
}

// TestMeters checks that programs cost the steps and bytes that testdata/meters.golden has. The flag -update writes
// that file.
func TestMeters(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-22s %8s %9s\n", "", "steps", "bytes")
	for _, m := range metered {
		c := measure(lua.NewState(), compiled(t, m.text), lua.Unlimited, lua.Unlimited)
		if c.err != nil {
			t.Errorf("%s: %v", m.name, c.err)
		}
		fmt.Fprintf(&b, "%-22s %8d %9d\n", m.name, c.steps, c.bytes)
	}
	const file = "testdata/meters.golden"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("%s (-update writes it):\n%s", firstDifference(got, string(want)), got)
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is %q, not %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, not %d", len(g), len(w))
}

// TestMetersAreExact checks that a program has the same costs in a new State, in a State that has run other
// programs, and with limits equal to the costs. With one step or one byte less, the program must fail.
func TestMetersAreExact(t *testing.T) {
	used := lua.NewState()
	for _, text := range []string{
		`local function down(n) if n > 0 then down(n - 1) end end
		local co = coroutine.wrap(function() down(30) coroutine.yield() down(40) end) co() co()`,
		`local function down(n) if n > 0 then down(n - 1) end coroutine.yield() end
		local co = coroutine.wrap(function() down(30) down(20) error('x') end) for i = 1, 52 do print(pcall(co)) end`,
		`for i = 1, 20 do coroutine.wrap(function() pcall(coroutine.wrap(function() pcall(coroutine.yield) error('x') end)) end)() end`,
		`local co = coroutine.wrap(function(...) pcall(coroutine.yield, ...) return ... end) co(unpack({ 1, 2, 3 }, 1, 50)) print(co())`,
	} {
		exact(t, text, compiled(t, text), used)
	}
	for i := range programs(5) {
		seed := *luaSeed + uint64(i)
		exact(t, fmt.Sprintf("seed %d", seed), compiled(t, newProgram(seed)), used)
	}
}

// exact checks the costs of a program. used is a State that has run other programs.
func exact(t *testing.T, name string, chunk *lua.Chunk, used *lua.State) {
	t.Helper()
	want := measure(lua.NewState(), chunk, lua.Unlimited, lua.Unlimited)
	for where, got := range map[string]cost{
		"in a new State":       measure(lua.NewState(), chunk, lua.Unlimited, lua.Unlimited),
		"in a used State":      measure(used, chunk, lua.Unlimited, lua.Unlimited),
		"with just its limits": measure(used, chunk, want.steps, want.bytes),
	} {
		if !same(got, want) {
			t.Fatalf("%s %s: %d steps and %d bytes, not %d and %d", name, where, got.steps, got.bytes, want.steps, want.bytes)
		}
	}
	if c := measure(used, chunk, want.steps-1, lua.Unlimited); !errors.Is(c.err, lua.ErrSteps) {
		t.Fatalf("%s: with a step less it ends with %v", name, c.err)
	}
	if c := measure(used, chunk, lua.Unlimited, want.bytes-1); !errors.Is(c.err, lua.ErrBytes) {
		t.Fatalf("%s: with a byte less it ends with %v", name, c.err)
	}
}

// TestResumesAreExact checks that each resume of a coroutine takes the same bytes in a new State, in a used State, and
// with a limit of exactly these bytes. If the coroutine yields at the same depth as before, the resume must take no
// bytes, whatever functions the coroutine has called.
func TestResumesAreExact(t *testing.T) {
	const text = `
local function down(n) if n > 0 then down(n - 1) end end
local function deep(n) if n > 0 then deep(n - 1) return end coroutine.yield() end
for i = 1, 3 do down(40) coroutine.yield() end
deep(30)
coroutine.yield()
deep(20)`
	var want []int64
	used := lua.NewState()
	for _, name := range []string{"in a new State", "in a used State", "in two States", "with just its limits"} {
		s, other := used, used
		switch name {
		case "in a new State":
			s = lua.NewState()
			other = s
		case "in two States":
			other = lua.NewState()
		}
		co := lua.NewThread(compiled(t, text).Function(lib.Open(s, lib.Options{})).Value())
		lib.Open(other, lib.Options{})
		for i := 0; co.Status() != lua.Dead; i++ {
			s.Bytes = lua.Unlimited
			if name == "with just its limits" {
				s.Bytes = want[i]
			}
			before := s.Bytes
			if _, err := s.Resume(co); err != nil {
				t.Fatalf("%s: resume %d: %v", name, i, err)
			}
			if took := before - s.Bytes; name == "in a new State" {
				want = append(want, took)
			} else if took != want[i] {
				t.Errorf("%s: resume %d takes %d bytes, not %d", name, i, took, want[i])
			}
			s, other = other, s
		}
	}
	if len(want) != 7 || want[1] != 0 || want[2] != 0 || want[4] != 0 {
		t.Errorf("the resumes take %d", want)
	}
	if want[3] <= want[5] || want[5] == 0 {
		t.Errorf("the resumes take %d bytes; want bytes for each deeper wait", want)
	}
}

func same(a, b cost) bool {
	return a.said == b.said && a.steps == b.steps && a.bytes == b.bytes && fmt.Sprint(a.err) == fmt.Sprint(b.err)
}

// limited runs a program with limits and checks properties that every such run must have.
func limited(t *testing.T, s *lua.State, text string, steps, bytes int64) {
	t.Helper()
	chunk, err := lua.Compile(lua.Source{Name: "p.lua", Text: text})
	if err != nil {
		if e := (*lua.Error)(nil); !errors.As(err, &e) || e.At.Line < 1 {
			t.Fatalf("a mistake in the text has no place: %v", err)
		}
		return
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c := measure(s, chunk, steps, bytes)
	runtime.ReadMemStats(&after)
	struck := errors.Is(c.err, lua.ErrSteps) || errors.Is(c.err, lua.ErrBytes)
	if struck != (s.Steps < 0 || s.Bytes < 0) {
		t.Fatalf("steps %d, bytes %d, and yet: %v", s.Steps, s.Bytes, c.err)
	}
	// The meter does not count Calls, whose number is bounded by the depth, or the parts of errors, which take steps.
	if took, most := after.TotalAlloc-before.TotalAlloc, uint64(2*c.bytes+200*c.steps+16<<20); took > most {
		t.Fatalf("%d bytes were allocated, %d counted in %d steps", took, c.bytes, c.steps)
	}
	if struck {
		whole := measure(lua.NewState(), chunk, steps+2_000_000, bytes+64<<20)
		if !strings.HasPrefix(whole.said, c.said) {
			t.Fatalf("it goes on after its limit:\n%s", firstDifference(c.said, whole.said))
		}
	}
	fresh, here := measure(lua.NewState(), compiled(t, probe), lua.Unlimited, lua.Unlimited), measure(s, compiled(t, probe), lua.Unlimited, lua.Unlimited)
	if !same(fresh, here) {
		t.Fatalf("a program behind it says\n%s%v %d %d, not\n%s%v %d %d", here.said, here.err, here.steps, here.bytes, fresh.said, fresh.err, fresh.steps, fresh.bytes)
	}
}

// TestLimits checks that random programs end at random limits, cannot catch the error, and leave their State usable.
func TestLimits(t *testing.T) {
	s := lua.NewState()
	for i := range programs(3) {
		seed := *luaSeed + uint64(i)
		p := newProgramAt(seed)
		t.Logf("seed %d", seed)
		text := p.String()
		limited(t, s, text, int64(p.IntN(1<<(1+p.IntN(17)))), int64(p.IntN(1<<(1+p.IntN(20)))))
	}
}

// FuzzLimits checks the same as TestLimits, with seeds and limits of the fuzzer.
func FuzzLimits(f *testing.F) {
	for _, limits := range [][2]uint32{{0, 0}, {100, 1 << 20}, {1 << 20, 100}, {3000, 40000}, {1 << 20, 1 << 24}} {
		f.Add(uint64(1), limits[0], limits[1])
		f.Add(uint64(7), limits[0]+17, limits[1]+5)
	}
	f.Fuzz(func(t *testing.T, seed uint64, steps, bytes uint32) {
		limited(t, lua.NewState(), newProgram(seed), int64(steps%(1<<21)), int64(bytes%(1<<25)))
	})
}

// FuzzSource checks that any text either compiles or gives an error with a position, and that the compiled program
// ends at its limits.
func FuzzSource(f *testing.F) {
	for _, m := range metered {
		f.Add(m.text)
	}
	for seed := range uint64(3) {
		f.Add(newProgram(seed)[len(prelude):])
	}
	f.Add(probe)
	for _, text := range []string{
		"while true do end", "local t = {} while true do t[#t + 1] = t end", "local s = 'x' while true do s = s .. s end",
		"local function f() return f() end f()", "local function f() f() end pcall(f)", "while true do pcall(error) end",
		"repeat local x = coroutine.wrap(function() coroutine.yield(x) end)() until x", "for i = 1, 1 / 0 do end", "::a:: goto a",
		"local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x", "string.rep('x', 1e9)", "('x'):rep(1e5):find(('.-'):rep(50) .. 'b')",
		"table.concat({}, 'x', 1, 1e9)", "unpack({}, 1, 1e8)", "local a <const> = 1", "x = '\\", "--[==[", "return (((((", "a.b:c'' [1] = {}", "\x00", "goto", "break",
		"return ...", "local function f(...) local t = {...} return f(..., unpack(t)) end f(1)", "pcall(pcall, pcall, pcall)", "xpcall(error, error)", "error(setmetatable({}, { __tostring = error }))",
		"table.sort({ 3, 2, 1, 5, 4 }, function() return true end)", "string.gsub('abc', '', function() string.gsub('abc', '.', error) end)", "local t = {} t[t] = t for k in pairs(t) do t[k] = nil end",
		"coroutine.wrap(function() coroutine.wrap(coroutine.yield)() end)()", "local co co = coroutine.create(function() coroutine.resume(co) end) coroutine.resume(co)", "string.format('%99.99f', 1e308)", "return -'0x10' ^ '2' .. 1 == nil",
	} {
		f.Add(text)
	}
	for _, p := range large {
		f.Add(p.text(1 << 12))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			return
		}
		limited(t, lua.NewState(), text, 20000, 1<<20)
	})
}

// TestNothingCatchesALimit checks that an endless function ends at a limit, whatever code calls it, and that no code
// after the call runs.
func TestNothingCatchesALimit(t *testing.T) {
	for name, wrap := range map[string]string{
		"pcall":              `pcall(%s)`,
		"pcall in pcall":     `pcall(pcall, %s)`,
		"xpcall":             `xpcall(%s, print)`,
		"handler":            `xpcall(error, %s)`,
		"handler of handler": `xpcall(function() xpcall(error, %s) end, print)`,
		"coroutine":          `coroutine.resume(coroutine.create(%s))`,
		"wrap":               `pcall(coroutine.wrap(%s))`,
		"second resume":      `local f = %s local co = coroutine.wrap(function() coroutine.yield() f() end) co() pcall(co)`,
		"yield in pcall":     `local f = %s local co = coroutine.wrap(function() pcall(function() coroutine.yield() f() end) print('caught') end) co() pcall(co)`,
		"metamethod":         `local t = setmetatable({}, { __index = %s }) pcall(function() return t.x end)`,
		"comparison":         `local t = { __lt = %s } pcall(function() return setmetatable({}, t) < setmetatable({}, t) end)`,
		"tostring":           `pcall(tostring, setmetatable({}, { __tostring = %s }))`,
		"sort":               `pcall(table.sort, { 3, 1, 2 }, %s)`,
		"gsub":               `pcall(string.gsub, 'abc', '.', %s)`,
		"iterator":           `pcall(function() for x in %s do end end)`,
		"tail call":          `local f = %s pcall(function() return f() end)`,
		"loop of pcalls":     `while true do pcall(%s) end`,
	} {
		for what, endless := range map[string]string{
			"steps": `function() while true do end end`,
			"bytes": `function() local s = 'xxxxxxxx' while true do s = s .. s end end`,
		} {
			s := lua.NewState()
			chunk := compiled(t, fmt.Sprintf(wrap, endless)+" print('behind')")
			c := measure(s, chunk, 100_000, 1<<20)
			want := map[string]error{"steps": lua.ErrSteps, "bytes": lua.ErrBytes}[what]
			if !errors.Is(c.err, want) || c.said != "" {
				t.Errorf("%s, %s: says %q and ends with %v", name, what, c.said, c.err)
			}
			if again := measure(s, compiled(t, probe), lua.Unlimited, lua.Unlimited); again.err != nil {
				t.Errorf("%s, %s: then %v", name, what, again.err)
			}
		}
	}
}

// TestStepsOfHopsHaveAPlace checks the position of the error if a look-up through a long chain of metatables uses up
// the steps: it must be the line of the look-up, or the line of the loop around it.
func TestStepsOfHopsHaveAPlace(t *testing.T) {
	for _, use := range []string{"local x = t.nothing", "local x = t[1]", "t:nothing()", "t.nothing = 1"} {
		text := "local t = { nothing = function() end }\nfor i = 1, 25 do t = setmetatable({ a = 1 }, { __index = t, __newindex = t }) end\nfor i = 1, 9000 do\n" + use + "\nend"
		s := lua.NewState()
		g := lib.Open(s, lib.Options{})
		run := compiled(t, text).Function(g).Value()
		for steps := int64(600); steps < 650; steps++ {
			s.Steps = steps
			_, err := s.Call(run)
			var e *lua.Error
			if !errors.As(err, &e) || e.At.Line != 4 && e.At.Line != 3 || !strings.Contains(err.Error(), "too many steps") {
				t.Errorf("%s: %v", use, err)
			}
		}
	}
}
