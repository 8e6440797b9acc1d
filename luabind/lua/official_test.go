package lua_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind/lua"
	"github.com/bough-dev/bough/luabind/lua/lib"
)

var officialLong = flag.Bool("lua.official", false, "run the official tests of Lua 5.1 in their full length")

// cut replaces a part of an official test: the text from one string to another, or the first string alone. Line
// numbers stay the same.
type cut struct{ from, to, with, why string }

// left holds the official tests that are omitted, with the reasons.
var left = map[string]string{
	"all.lua":        "runs the others",
	"api.lua":        "tests the C API",
	"code.lua":       "tests bytecode",
	"db.lua":         "tests the debug library, which is absent",
	"files.lua":      "tests io and os, which are absent",
	"main.lua":       "tests the command lua",
	"checktable.lua": "is required by others, and does nothing without the C API",
}

const (
	noEnvironments = "getfenv and setfenv are absent"
	noCollector    = "there are no finalizers, weak tables and collections at will"
	noPackages     = "require, module and package are absent"
	noDebug        = "the debug library is absent"
	noLong         = "Lua 5.1.5 itself fails it where a long has 64 bits"
	noArg          = "a function with ... has no table arg"
	ownWords       = "mistakes in the text are named in the words of package syntax"
)

// cuts holds the omitted and replaced parts of official tests, by file.
var cuts = map[string][]cut{
	"attrib.lua": {{`do --[`, `end  --]`, "", noPackages}},
	"big.lua":    {{`local longs`, `"overflow"))`, "", "the length of strings is bounded by State.Bytes alone"}},
	"closure.lua": {
		{`local function foo (a)
  setfenv(0, a)`, `assert(a and b == _G)`, "", noEnvironments},
		{`-- coroutine environments`, `assert(select(2, coroutine.resume(co)) == a.a)`, "", noEnvironments},
	},
	"constructs.lua": {{`assert(debug.getinfo(1, "n")`, `'F')`, "", noDebug}},
	"errors.lua": {
		{`assert(doit";")`, `assert(doit"return;;")`, "", "the parser takes empty statements, as that of Lua 5.2 does"},
		{`assert(doit"a=math.sin\n(3)")`, ``, "", "the parser takes a call whose ( is on the next line, as that of Lua 5.2 does"},
		{`local pt = string.format(`, `assert(string.find(msg, pt))`, `assert(string.find(msg, "]:" .. line .. ": ", 1, true))`, ownWords},
		{`checksyntax([[
  local a = {4`, `"<eof>", 3)`, "", "a bracket that is not closed is reported where it opens"},
		{`checkmessage("getmetatable(io.stdin)`, `"no value")`, "", "tests io, which is absent"},
		{`local _, stackmsg = xpcall(g, debug.traceback)`, `assert(i > 15)`, "", noDebug},
		{`local function testrep`, `testrep("a=", "a^")`, "", "a text may nest 1000 levels deep, not 200"},
		{`-- upvalues`, `assert(string.find(b, "line 3"))`, "", "a function may capture 255 variables, not 60"},
		{`assert(string.find(b, "line 2"))`, ``, "", "that the text ends too early is found before it has too many variables"},
	},
	"events.lua": {
		{`X = 20; B = 30`, `assert(B == 30)`, "X = 20", noEnvironments},
		{`assert(_G == getfenv(0))`, ``, "", noEnvironments},
		{`setfenv(1, setmeta`, `end}))`, "", noEnvironments},
		{`-- testing metatables for basic types`, `debug.setmetatable(nil, {})`, "", noDebug},
	},
	"gc.lua":     {{`local function dosteps`, `print('OK')`, "", noCollector}},
	"locals.lua": {{`-- testing globals ;-)`, `setfenv(0, _G)`, "", noEnvironments}},
	"math.lua": {
		{`if rawget(_G, "_soft") then return end`, ``, "", "the rest takes no time"},
		{`assert(tonumber('\n  -10`, `-36)`, "", noLong},
		{`assert(tonumber('-fFfa', 16)`, `15)))))))`, "", noLong},
		{`assert(tonumber('-fffffFFFFF', 16)`, `-2^40)`, "", noLong},
	},
	"nextvar.lua": {{`local function foo ()`, `foo()`, "", noEnvironments}},
	"vararg.lua": {
		{`function f(a, ...)`, "return arg.n\nend", "", noArg},
		{`function vararg (...) return arg end`, ``, "", noArg},
		{`assert(f() == 0)`, `nil) == 5)`, "", noArg},
		{`local t = {1, 10}`, `t:f(2) == 11)`, "", noArg},
	},
}

// official returns the directory of a folder of tests in the module of gopher-lua.
func official(t *testing.T, folder string) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/gopher-lua").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), folder)
}

// TestOfficial checks that the official tests of Lua 5.1 pass, without the parts in left and cuts.
func TestOfficial(t *testing.T) { runFolder(t, "_lua5.1-tests", left, cuts) }

// leftGlua holds the tests of gopher-lua that are omitted.
var leftGlua = map[string]string{
	"db.lua": "tests the debug library, which is absent",
	"os.lua": "tests the os library, which is absent",
}

const (
	gopherWords = "errors are in the words of Lua 5.1, not of gopher-lua"
	noFiles     = "io and os are absent"
)

var cutsGlua = map[string][]cut{
	"base.lua": {
		{`string.find(string.lower(msg), "eof")`, ``, "msg", ownWords},
		{`local ok, msg = pcall(function()
  dofile`, `assert(ok)`, "", noFiles},
		{`local fn, msg = load(function()
    return {}`, `"must return a string"))`, "", "load is absent"},
	},
	"coroutine.lua": {
		{`can not resume a running thread`, ``, "cannot resume running coroutine", gopherWords},
		{`can not resume a dead thread`, ``, "cannot resume dead coroutine", gopherWords},
	},
	"issues.lua": {
		{`local ok, result = xpcall(level1`, `@TAB@issues.lua:103: in main chunk
@TAB@[G]: ?]], "@TAB@", "\t"))`, "", noDebug},
		{`attempt to call a non-function object`, ``, "attempt to call field 'notfound' (a nil value)", gopherWords},
		{`bad argument #1 to pcall`, ``, "bad argument #1 to 'pcall'", gopherWords},
		{`-- issue #292`, `--issue #331`, "", noFiles},
		{`-- issue #455`, `popen("ls", nil, nil)
  assert(a)
  assert(b == nil)
end
test()`, "", noFiles},
	},
	"math.lua": {
		{`wrong number of arguments`, ``, "bad argument #1 to 'max'", gopherWords},
		{`wrong number of arguments`, ``, "bad argument #1 to 'min'", gopherWords},
	},
	"strings.lua": {
		{`local ok, msg`, `string.dump"))`, "", "string.dump is absent"},
		{`"hello hello %c world world %c"`, ``, `"hello hello c world world c"`, "a % before any character but a digit stands for that character"},
	},
	"vm.lua": {
		{`cannot use '...' outside a vararg function`, ``, "is not a parameter of this function", ownWords},
		{`__unm undefined`, ``, "attempt to perform arithmetic on upvalue 'v'", gopherWords},
		{`setmetatable(tbl, {__len`, `assert(#tbl == 10)`, "", "there is no __len of tables in Lua 5.1"},
		{`for statement init`, ``, "'for' initial value", gopherWords},
		{`for statement limit`, ``, "'for' limit", gopherWords},
		{`for statement step`, ``, "'for' step", gopherWords},
		{`cannot perform add operation between table and function`, ``, "attempt to perform arithmetic on a table value", gopherWords},
		{`cannot perform concat operation between table and function`, ``, "attempt to concatenate a table value", gopherWords},
		{`register overflow`, ``, "more than 200 local variables", gopherWords},
	},
}

// TestGlua checks that the tests of gopher-lua pass, without the parts in leftGlua and cutsGlua.
func TestGlua(t *testing.T) { runFolder(t, "_glua-tests", leftGlua, cutsGlua) }

func runFolder(t *testing.T, folder string, left map[string]string, cuts map[string][]cut) {
	dir := official(t, folder)
	files, err := filepath.Glob(filepath.Join(dir, "*.lua"))
	if err != nil || len(files) == 0 {
		t.Fatal("no tests in ", dir)
	}
	known := 0
	for _, path := range files {
		name := filepath.Base(path)
		if left[name] != "" {
			known++
			continue
		}
		if len(cuts[name]) > 0 {
			known++
		}
		t.Run(strings.TrimSuffix(name, ".lua"), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			text := string(data)
			for _, c := range cuts[name] {
				text = c.apply(t, text)
			}
			if name == "constructs.lua" && !*officialLong { // tests only every 13th combination
				text = cut{"i = i+1\nuntil i==c", "", "i = i+13\nuntil i>=c", ""}.apply(t, text)
			}
			if err := runOfficial(name, text); err != nil {
				t.Error(err)
			}
		})
	}
	if known != len(left)+len(cuts) {
		t.Error("left or cuts name a file that does not exist")
	}
}

func (c cut) apply(t *testing.T, text string) string {
	t.Helper()
	begin := strings.Index(text, c.from)
	if begin < 0 {
		t.Fatalf("%q is not in the test", c.from)
	}
	end := begin + len(c.from)
	if c.to != "" {
		to := strings.Index(text[end:], c.to)
		if to < 0 {
			t.Fatalf("%q is not behind %q", c.to, c.from)
		}
		end += to + len(c.to)
	}
	lines := strings.Count(text[begin:end], "\n") - strings.Count(c.with, "\n")
	return text[:begin] + c.with + strings.Repeat("\n", lines) + text[end:]
}

// runOfficial runs a test. It defines functions that the tests need and that package lib does not have.
func runOfficial(name, text string) error {
	s := lua.NewState()
	random := rand.New(rand.NewPCG(1, 2))
	g := lib.Open(s, lib.Options{Output: io.Discard, Random: func(*lua.Call) float64 { return random.Float64() }})
	set := func(t *lua.Table, name string, fn lua.Builtin) {
		t.Set(lua.Name(name), lua.NewFunction(name, fn).Value())
	}
	compile := func(c *lua.Call, text, name string) {
		chunk, err := lua.Compile(lua.Source{Name: chunkName(name), Text: text})
		if err != nil {
			c.Return(lua.Nil)
			c.Return(err.(*lua.Error).Value)
			return
		}
		c.Return(chunk.Function(g).Value())
	}
	set(g, "loadstring", func(c *lua.Call) error {
		compile(c, c.Text(1), c.OptText(2, c.Text(1)))
		return nil
	})
	set(g, "load", func(c *lua.Call) error {
		var b strings.Builder
		for {
			piece, ok := c.Call1(c.Arg(1)).Text()
			if !ok || piece == "" {
				break
			}
			b.WriteString(piece)
		}
		compile(c, b.String(), c.OptText(2, "=(load)"))
		return nil
	})
	ticks := 0.0 // a clock that advances on each reading
	osLib := lua.NewTable(0, 4)
	g.Set(lua.Name("os"), osLib.Value())
	set(osLib, "clock", func(c *lua.Call) error { ticks += 0.01; c.Return(lua.Number(ticks)); return nil })
	set(osLib, "setlocale", func(c *lua.Call) error { c.Return(lua.Nil); return nil })
	// The debug library here has only the position of a call, and the position at which a function begins.
	debug := lua.NewTable(0, 4)
	g.Set(lua.Name("debug"), debug.Value())
	set(debug, "getinfo", func(c *lua.Call) error {
		t := c.NewTable(0, 4)
		if f := c.Arg(1).Function(); f != nil {
			file, line := f.Defined()
			t.Set(lua.Name("linedefined"), lua.Number(float64(line)))
			t.Set(lua.Name("source"), lua.String(strings.TrimSuffix(strings.TrimPrefix(file, `[string "`), `"]`)))
		} else {
			t.Set(lua.Name("currentline"), lua.Number(float64(c.Where(c.Int(1)).Line)))
		}
		c.Return(t.Value())
		return nil
	})
	prepare, err := lua.Compile(lua.Source{Name: "prepare.lua", Text: missing})
	if err != nil {
		return err
	}
	if _, err := s.Call(prepare.Function(g).Value(), lua.Bool(!*officialLong)); err != nil {
		return err
	}
	chunk, err := lua.Compile(lua.Source{Name: name, Text: text})
	if err != nil {
		return err
	}
	// big.lua must run as a coroutine, since it yields.
	thread := lua.NewThread(chunk.Function(g).Value())
	if name != "big.lua" {
		_, err = s.Call(chunk.Function(g).Value())
	} else {
		for err == nil && thread.Status() != lua.Dead {
			_, err = s.Resume(thread)
		}
	}
	var e *lua.Error
	if errors.As(err, &e) {
		return fmt.Errorf("%w\n%s", err, e.Traceback())
	}
	return err
}

// chunkName returns the name of a chunk in error messages.
func chunkName(name string) string {
	if rest, ok := strings.CutPrefix(name, "="); ok {
		return rest
	}
	if rest, ok := strings.CutPrefix(name, "@"); ok {
		return rest
	}
	line, _, more := strings.Cut(name, "\n")
	if more || len(line) > 40 {
		line = line[:min(len(line), 40)] + "..."
	}
	return `[string "` + line + `"]`
}

// missing defines functions that the official tests need and that can be written in Lua.
const missing = `
_soft = ... or nil
string.gfind = string.gmatch
local count = 0
function gcinfo() count = (count + 7) % 1000 return 500 + count end
function collectgarbage(what)
  if what == nil or what == 'collect' or what == 'stop' or what == 'restart' then return 0 end
  if what == 'count' then return (gcinfo()) end
  error("bad argument #1 to 'collectgarbage' (invalid option '" .. what .. "')", 2)
end
math.randomseed = function() end
io = {}
function io.tmpfile()
  local parts = {}
  return {
    write = function(_, ...) for _, part in ipairs({ ... }) do parts[#parts + 1] = part end end,
    seek = function() end,
    read = function() return table.concat(parts) end,
    close = function() return true end,
  }
end
local written
function os.tmpname() return 'tmp' end
function os.remove() return true end
function io.output() written = {} end
function io.write(...) for _, part in ipairs({ ... }) do written[#written + 1] = part end end
function io.close() end
function dofile() return assert(loadstring(table.concat(written)))() end
stat = function() end
function require() end
`
