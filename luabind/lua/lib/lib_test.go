package lib_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

// script runs a text and returns its first result.
func script(t testing.TB, s *lua.State, g *lua.Table, text string) lua.Value {
	t.Helper()
	chunk, err := lua.Compile(lua.Source{Name: "script.lua", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.Call(chunk.Function(g).Value())
	if err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		return lua.Nil
	}
	return out[0]
}

// absent holds the functions of Lua 5.1 that are absent according to the package documentation.
var absent = strings.Fields(`
	collectgarbage gcinfo dofile load loadfile loadstring getfenv setfenv newproxy module require package
	math.random math.randomseed string.dump io os debug arg`)

func TestEachFunctionOfLua51IsThereOrNamedAbsent(t *testing.T) {
	lua51, err := exec.LookPath("lua5.1")
	if err != nil {
		t.Skip("lua5.1 is not installed: apt-get install lua5.1")
	}
	list, err := exec.Command(lua51, "-e", `for k, v in pairs(_G) do
		if type(v) == "table" and v ~= _G then for n in pairs(v) do print(k .. "." .. n) end else print(k) end end`).Output()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	g := lib.Open(lua.NewState(), lib.Options{})
	for name := range strings.FieldsSeq(string(list)) {
		library, field, ok := strings.Cut(name, ".")
		v := g.Get(lua.Name(library))
		if ok && v.Table() != nil {
			v = v.Table().Get(lua.Name(field))
		}
		named := slices.Contains(absent, name) || slices.Contains(absent, library)
		if v.IsNil() != named {
			t.Errorf("%s is %v here, and named as absent: %v", name, v, named)
		}
	}
	for _, name := range absent {
		if name != "arg" && !strings.Contains(string(doc), name) {
			t.Errorf("the doc does not name %s", name)
		}
	}
}

func TestHotFunctionsAllocateNothing(t *testing.T) {
	s := lua.NewState()
	g := lib.Open(s, lib.Options{Random: func(*lua.Call) float64 { return 0.5 }})
	for _, body := range []string{
		"n = n + select('#', 1, nil, 3)",
		"n = n + select(2, 1, 5)",
		"if type(t) == 'table' and type(n) == 'number' then n = n + 1 end",
		"n = math.floor(n) + math.max(1, n) + math.min(1, n, 3) + math.abs(-n) + math.sqrt(4)",
		"n = n + math.random(5)",
		"for i, v in ipairs(t) do n = n + v end",
		"for k, v in pairs(t) do n = n + v end",
		"local f, x, i = ipairs(t) n = n + f(x, i)",
		"n = n + next(t)",
		"n = n + rawget(t, 1) rawset(t, 1, n)",
		"local a, b, c = unpack(t) n = n + c",
		"table.insert(t, 1, 4) n = n + table.remove(t, 1)",
		"table.insert(t, 4) n = n + table.remove(t)",
		"table.sort(t)",
		"table.sort(t, order)",
		"n = n + table.getn(t) + table.maxn(t)",
		"assert(n, 'message')",
		"setmetatable(t, m) getmetatable(t)",
		"n = n + tonumber('12') + tonumber('ff', 16)",
	} {
		f := script(t, s, g, fmt.Sprintf(`local t, n, m = {1, 2, 3, 5, 4}, 0, {}
			local function order(a, b) return a > b end
			return function() %s end`, body))
		run := func() {
			if _, err := s.Call(f); err != nil {
				t.Fatal(err)
			}
		}
		run()
		if a := testing.AllocsPerRun(100, run); a != 0 {
			t.Errorf("%s: %v allocations", body, a)
		}
	}
}

// TestFunctionsPayForTheirWork checks that the steps of a call are proportional to its work.
func TestFunctionsPayForTheirWork(t *testing.T) {
	for _, c := range []struct{ ready, body string }{
		{"local t = {} for i = 1, n do t[i] = 'word' end", "table.concat(t)"},
		{"local t = {} for i = 1, n do t[i] = i end", "table.insert(t, 1, 0)"},
		{"local t = {} for i = 1, n do t[i] = i end", "table.remove(t, 1)"},
		{"local t = {} for i = 1, n do t[i] = i end", "table.maxn(t)"},
		{"local t = {} for i = 1, n do t[i] = i end", "table.sort(t)"},
		{"local t = {} for i = 1, n do t[i] = i end", "table.foreach(t, function() end)"},
		{"local t = {} for i = 1, n do t[i] = i end", "table.foreachi(t, function() end)"},
		{"local t = {} for i = 1, n do t[i] = i end for i = 1, n - 1 do t[i] = nil end", "next(t)"},
		{"local t = {} for i = 1, n do t['k' .. i] = i end for i = 1, n - 1 do t['k' .. i] = nil end", "next(t)"},
		{"local t = {} for i = 1, n do t['k' .. i] = i end for i = 1, n - 1 do t['k' .. i] = nil end", "for k in pairs(t) do end"},
		{"local t = {}", "table.insert(t, -n, 1)"},
		{"local t = ('1'):rep(n)", "tonumber(t)"},
		{"local t = ('1'):rep(n)", "tonumber(t, 2)"},
		{"local t = ('1'):rep(n)", "print(t)"},
		{"local t = ('1'):rep(n)", "pcall(function() assert(false, t) end)"},
		{"local t = ('1'):rep(n)", "pcall(function() error(t) end)"},
		{"local t = {('1'):rep(n), ('1'):rep(n)}", "table.sort(t)"},
	} {
		used := func(n int) int64 {
			s := lua.NewState()
			g := lib.Open(s, lib.Options{Output: &bytes.Buffer{}})
			f := script(t, s, g, fmt.Sprintf("local n = %d %s return function() %s end", n, c.ready, c.body))
			s.Steps = lua.Unlimited
			if _, err := s.Call(f); err != nil {
				t.Fatal(err)
			}
			return lua.Unlimited - s.Steps
		}
		few, many := used(500), used(50_000)
		if many < 50_000/16 || many < 20*few {
			t.Errorf("%s of %s: %d steps for 500, %d for 50,000", c.body, c.ready, few, many)
		}
	}
}

func TestMetersEndCallsBeforeTheirWork(t *testing.T) {
	for _, c := range []struct {
		body string
		want error
	}{
		{"local s = ('x'):rep(100000) local t = {} for i = 1, 1000 do t[i] = s end return table.concat(t)", lua.ErrBytes},
		{"local t = {1} return table.concat(t, ('x'):rep(100000), 1, 1)", nil},
		{"table.insert({}, -1e15, 1)", lua.ErrSteps},
		{"table.insert({}, -1e300, 1)", lua.ErrSteps},
		{"local t = {} for i = 1, 20000 do table.insert(t, 1, i) end", lua.ErrSteps},
		{"local t = {} for i = 1, 20000 do t[i] = i end while true do table.sort(t) end", lua.ErrSteps},
		{"local t = {} for i = 1, 1e9 do table.insert(t, i) end", lua.ErrBytes},
		{"local t = {} pcall(function() while true do next(t) end end)", lua.ErrSteps},
		{"local t = {} for i = 1, 20000 do t[i] = i end for i = 1, 19999 do t[i] = nil end while true do next(t) end", lua.ErrSteps},
	} {
		s := lua.NewState()
		g := lib.Open(s, lib.Options{})
		s.Steps, s.Bytes = 2_000_000, 2_000_000
		chunk, err := lua.Compile(lua.Source{Name: "script.lua", Text: c.body})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Call(chunk.Function(g).Value()); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.body, err, c.want)
		}
	}
}

// TestSortWithAnyOrderKeepsTheElements checks that with a random order function the list keeps its elements, and
// sort does not read beyond the list. An error is allowed.
func TestSortWithAnyOrderKeepsTheElements(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		s := lua.NewState()
		s.Steps = 10_000_000
		g := lib.Open(s, lib.Options{})
		n, calls := r.IntN(60), 0
		list := lua.NewTable(0, 0)
		var want []float64
		for range n {
			x := float64(r.IntN(20))
			want = append(want, x)
			if err := list.Append(lua.Number(x)); err != nil {
				t.Fatal(err)
			}
		}
		p := r.Float64()
		order := lua.NewFunction("order", func(c *lua.Call) error {
			calls++
			if c.Arg(1).IsNil() || c.Arg(2).IsNil() {
				t.Errorf("seed %d: the order function gets nil", seed)
			}
			c.Return(lua.Bool(r.Float64() < p))
			return nil
		})
		sort := g.Get(lua.Name("table")).Table().Get(lua.Name("sort"))
		if _, err := s.Call(sort, list.Value(), order.Value()); err != nil && err.Error() != "invalid order function for sorting" {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var got []float64
		for i := range n {
			x, _ := list.Int(i + 1).Float()
			got = append(got, x)
		}
		slices.Sort(got)
		slices.Sort(want)
		if list.Len() != n || !slices.Equal(got, want) {
			t.Errorf("seed %d: %v became %v", seed, want, got)
		}
		if calls > 3*n*n+3 {
			t.Errorf("seed %d: %d comparisons of %d elements", seed, calls, n)
		}
	}
}

// TestSortOfAListThatChanges checks that an order function that changes the list does no harm.
func TestSortOfAListThatChanges(t *testing.T) {
	for seed := range uint64(100) {
		s := lua.NewState()
		s.Steps = 1_000_000
		g := lib.Open(s, lib.Options{Random: func() func(*lua.Call) float64 {
			r := rand.New(rand.NewPCG(seed, 4))
			return func(*lua.Call) float64 { return r.Float64() }
		}()})
		script(t, s, g, `local t = {} for i = 1, 40 do t[i] = math.random(100) end
			pcall(table.sort, t, function(a, b)
				local k = math.random(-2, 50)
				if math.random() < 0.2 then t[k] = nil elseif math.random() < 0.2 then t[k] = k end
				return (a or 0) < (b or 0)
			end)
			for i = 1, 3 do pcall(table.sort, t) pcall(table.insert, t, i, i) pcall(table.remove, t, i) end`)
	}
}

func TestPrintWritesWholeLines(t *testing.T) {
	var out writes
	s := lua.NewState()
	g := lib.Open(s, lib.Options{Output: &out})
	script(t, s, g, `print("a", 1, nil, "b\0c") print() print(("x"):rep(5000), "y") print(("z"):rep(3000), ("z"):rep(3000))`)
	want := "a\t1\tnil\tb\x00c\n\n" + strings.Repeat("x", 5000) + "\ty\n" + strings.Repeat("z", 3000) + "\t" + strings.Repeat("z", 3000) + "\n"
	if got := strings.Join(out, ""); got != want {
		t.Errorf("got %q", got)
	}
	if out[0] != "a\t1\tnil\tb\x00c\n" {
		t.Errorf("a line is written in parts: %q", out[0])
	}
}

// writes records each Write.
type writes []string

func (w *writes) Write(p []byte) (int, error) {
	*w = append(*w, string(p))
	return len(p), nil
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestPrintSaysThatItCannotWrite(t *testing.T) {
	s := lua.NewState()
	g := lib.Open(s, lib.Options{Output: broken{}})
	for _, text := range []string{"'x'", "('x'):rep(9000)", "('x'):rep(4000), ('x'):rep(4000)"} {
		out := script(t, s, g, "return select(2, pcall(function() print("+text+") end))")
		if out.String() != "script.lua:1: disk full" {
			t.Errorf("print(%s): %v", text, out)
		}
	}
}

func TestRandom(t *testing.T) {
	next := 0.0
	s := lua.NewState()
	g := lib.Open(s, lib.Options{Random: func(*lua.Call) float64 { return next }})
	for _, c := range []struct {
		r          float64
		call, want string
	}{
		{0.25, "math.random()", "0.25"},
		{0, "math.random(6)", "1"},
		{0.999, "math.random(6)", "6"},
		{0.5, "math.random(6)", "4"},
		{0, "math.random(3, 5)", "3"},
		{0.999, "math.random(3, 5)", "5"},
		{0.5, "math.random(-5, 5)", "0"},
		{0, "math.random(-5, -5)", "-5"},
		{0.5, "math.random('6')", "4"},
		{0.5, "math.random(6.9)", "4"},
		{0.5, "math.random(0)", "bad argument #1 to 'random' (interval is empty)"},
		{0.5, "math.random(0.9)", "bad argument #1 to 'random' (interval is empty)"},
		{0.5, "math.random(2, 1)", "bad argument #2 to 'random' (interval is empty)"},
		{0.5, "math.random('x')", "bad argument #1 to 'random' (number expected, got string)"},
		{0.5, "math.random(nil)", "bad argument #1 to 'random' (number expected, got nil)"},
		{0.5, "math.random(1, {})", "bad argument #2 to 'random' (number expected, got table)"},
		{0.5, "math.random(1, 2, 3)", "wrong number of arguments"},
	} {
		next = c.r
		want := c.want
		if strings.Contains(want, " ") {
			want = "script.lua:1: " + want
		}
		if got := script(t, s, g, "return select(2, pcall(function() return "+c.call+" end))"); got.String() != want {
			t.Errorf("%s with %v is %v, want %s", c.call, c.r, got, want)
		}
	}
	if v := script(t, s, lib.Open(s, lib.Options{}), "return math.random"); !v.IsNil() {
		t.Errorf("without Options.Random, math.random is %v", v)
	}
}

// TestFrozenLibrariesAreShared checks that many States can use the same frozen libraries at once.
func TestFrozenLibrariesAreShared(t *testing.T) {
	g := lib.Open(lua.NewState(), lib.Options{Output: &bytes.Buffer{}})
	lua.Freeze(g.Value())
	chunk, err := lua.Compile(lua.Source{Name: "script.lua", Text: `
		local t = {}
		for i = 1, 100 do table.insert(t, 1, i % 7) end
		table.sort(t)
		for _, lib in pairs({table, math}) do
			if pcall(function() lib.x = 1 end) then error("written") end
			if pcall(rawset, lib, "x", 1) then error("written") end
			if pcall(setmetatable, lib, {}) then error("written") end
			if pcall(table.insert, lib, 1) then error("written") end
		end
		return table.concat(t)`})
	if err != nil {
		t.Fatal(err)
	}
	var work sync.WaitGroup
	results := make([]string, 4)
	for i := range results {
		work.Go(func() {
			out, err := lua.NewState().Call(chunk.Function(g).Value())
			if err != nil {
				t.Error(err)
				return
			}
			results[i] = out[0].String()
		})
	}
	work.Wait()
	if len(results[0]) != 100 || len(slices.Compact(results)) != 1 {
		t.Errorf("results differ: %q", results)
	}
}

// TestFunctionsThatChangeListsRefuseConstants checks that functions that change lists fail for a constant list, even
// if they would not move any element.
func TestFunctionsThatChangeListsRefuseConstants(t *testing.T) {
	s := lua.NewState()
	g := lib.Open(s, lib.Options{})
	list := script(t, s, g, "return {1, 2, 3}")
	lua.Freeze(list)
	f := script(t, s, g, `return function(t, f)
		return pcall(function() if f == "insert" then table.insert(t, 2, 1) else table[f](t, 4) end end) end`)
	for _, name := range []string{"insert", "remove", "sort"} {
		args := []lua.Value{list, lua.String(name)}
		if name != "insert" {
			f = script(t, s, g, `return function(t, f) return pcall(function() table[f](t) end) end`)
		}
		out, err := s.Call(f, args...)
		if err != nil {
			t.Fatal(err)
		}
		if out[0].Truth() || !strings.Contains(out[1].String(), "constant") {
			t.Errorf("%s: %v", name, out)
		}
	}
	if got := list.Table().Len(); got != 3 {
		t.Errorf("the list has %d elements", got)
	}
}

func TestLogarithmsOfTheSmallestNumbers(t *testing.T) {
	s := lua.NewState()
	g := lib.Open(s, lib.Options{})
	for x := 5e-324; x < 1; x *= 1024 {
		for name, want := range map[string]float64{"log": math.Log(x*0x1p70) - 70*math.Ln2, "log10": (math.Log(x*0x1p70) - 70*math.Ln2) / math.Ln10} {
			if x > 1e-300 {
				continue
			}
			out, err := s.Call(g.Get(lua.Name("math")).Table().Get(lua.Name(name)), lua.Number(x))
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := out[0].Float(); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s(%v) is %v, want %v", name, x, got, want)
			}
		}
	}
}

// TestErrorIsWhereItsLevelSays checks that the position of an error, and the position in its text, are those of the
// level that the script passes to error.
func TestErrorIsWhereItsLevelSays(t *testing.T) {
	for _, c := range []struct {
		level string
		line  int
	}{{"", 2}, {", 1", 2}, {", 2", 4}, {", 3", 6}, {", 0", 2}, {", 100", 2}} {
		s := lua.NewState()
		chunk, err := lua.Compile(lua.Source{Name: "script.lua", Text: `local function f()
			error("text"` + c.level + `)
		end
		local function g() f()
		end
		g() return 1`})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Call(chunk.Function(lib.Open(s, lib.Options{})).Value())
		var e *lua.Error
		if !errors.As(err, &e) {
			t.Fatal(err)
		}
		if e.At.Line != c.line || e.At.File != "script.lua" {
			t.Errorf("error with level %q is at %v, want line %d", c.level, e.At, c.line)
		}
		if text := fmt.Sprintf("script.lua:%d: text", c.line); e.Error() != text && e.Error() != "text" {
			t.Errorf("error with level %q says %q, want %q", c.level, e, text)
		}
	}
}

func ExampleOpen() {
	s := lua.NewState()
	s.Steps = 1000 // stops an endless script
	globals := lib.Open(s, lib.Options{})
	chunk, err := lua.Compile(lua.Source{Name: "wolves.lua", Text: `
		local wolves = {"Fenrir", "Akela", "Ghost"}
		table.sort(wolves)
		print(table.concat(wolves, ", "))
		while true do end`})
	if err != nil {
		panic(err)
	}
	_, err = s.Call(chunk.Function(globals).Value())
	fmt.Println(err)
	// Output:
	// Akela, Fenrir, Ghost
	// wolves.lua:5: too many steps
}

func BenchmarkSort(b *testing.B) {
	for name, order := range map[string]string{"numbers": "", "function": ", function(a, b) return a < b end"} {
		b.Run(name, func(b *testing.B) {
			s := lua.NewState()
			f := script(b, s, lib.Open(s, lib.Options{}), `local t = {}
				return function() local x = 1 for i = 1, 1000 do x = x * 16807 % 2147483647 t[i] = x end table.sort(t`+order+`) end`)
			for b.Loop() {
				if _, err := s.Call(f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
