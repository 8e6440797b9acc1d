package lua_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	luaPrograms = flag.Int("lua.programs", 80, "how many random programs are compared with lua5.1")
	luaSeed     = flag.Uint64("lua.seed", 1, "the seed of the first of them")
	luaKeep     = flag.Int("lua.differences", 1, "after how many differences to stop")
)

// programs returns the number of random programs that a test uses: the flag -lua.programs divided by share, and at
// least 10.
func programs(share int) int {
	n := *luaPrograms / share
	if testing.Short() { // -short is also used with the race detector, which makes programs slow
		n /= 5
	}
	return max(n, 10)
}

// runner is Lua code that runs the programs 0.lua, 1.lua and so on, each with globals of its own and under the name
// p.lua. It fails if a program takes long, since the generator should not write such programs.
const runner = `
for i = 0, %d do
  local f = io.open(i .. '.lua')
  local text = f:read('*a')
  f:close()
  local g = {}
  for k, v in pairs(_G) do g[k] = v end
  g._G = g
  function g.print(...) -- Lua 5.1 ends strings at \0
    local list = { ... }
    for i = 1, select('#', ...) do list[i] = tostring(list[i]) end
    io.write(table.concat(list, '\t'), '\n')
  end
  local chunk = assert(loadstring(text, '@p.lua'))
  setfenv(chunk, g)
  debug.sethook(function() print('it does not end') os.exit(1) end, '', 50000000)
  local ok, err = pcall(chunk)
  debug.sethook()
  if not ok then print('error: ' .. tostring(err)) end
  print('-- end')
end`

// lua51 returns the output of lua5.1 for each program.
func lua51(t *testing.T, programs []string) []string {
	t.Helper()
	command, err := exec.LookPath("lua5.1")
	if err != nil {
		t.Skip("lua5.1 is not installed; on Debian and Ubuntu: apt-get install lua5.1")
	}
	dir := t.TempDir()
	for i, text := range programs {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.lua", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command(command, "-e", fmt.Sprintf(runner, len(programs)-1))
	c.Dir = dir
	var out, mistakes strings.Builder
	c.Stdout, c.Stderr = &out, &mistakes
	err = c.Run()
	said := strings.Split(strings.TrimSuffix(out.String(), "-- end\n"), "-- end\n")
	if err != nil {
		failed := min(len(said), len(programs)) - 1
		t.Fatalf("program %d: %v: %s\n%s", failed, err, mistakes.String(), programs[failed])
	}
	return said
}

// TestLikeLua51 checks that random programs have the same output as in lua5.1.
// go test ./luabind/lua -run LikeLua51 -lua.programs 20000 is the long form.
func TestLikeLua51(t *testing.T) {
	t.Logf("seeds from %d on (-lua.seed)", *luaSeed)
	const atOnce = 500
	n, lines, different := programs(1), 0, 0
	for first := 0; first < n; first += atOnce {
		var texts []string
		for i := first; i < min(first+atOnce, n); i++ {
			texts = append(texts, newProgram(*luaSeed+uint64(i)))
		}
		for i, want := range lua51(t, texts) {
			lines += strings.Count(want, "\n")
			problem := compare(texts[i], run(texts[i]), want)
			if problem == "" {
				continue
			}
			t.Errorf("seed %d: %s", *luaSeed+uint64(first+i), problem)
			if different++; different >= *luaKeep {
				if different == 1 {
					t.Logf("program\n%s", texts[i])
				}
				t.FailNow()
			}
		}
	}
	t.Logf("%d programs said %d lines", n, lines)
}

// differences holds the parts of the output in which Lua 5.1 and this package differ by design.
var differences = []struct{ re, with, why string }{
	{`-nan`, `nan`, "the sign of nan says nothing"},
	{`field '\?' \((an? \w+ value)\)`, `$1`, "a field whose name is not known has none here"},
	{`p\.lua:\d+: (attempt to yield|C stack overflow|invalid key to 'next'|table index is)`, `$1`, "errors in functions of Go have a place here"},
}

// normal replaces the parts of the output of a program that match an element of differences.
func normal(said string) string {
	for _, d := range differences {
		said = regexp.MustCompile(d.re).ReplaceAllString(said, d.with)
	}
	return said
}

// misnamed matches an error in which Lua 5.1 may name a value that this package does not name.
var misnamed = regexp.MustCompile(`(global|local|upvalue|field|method) '\w+' (\(an? \w+ value\))`)

// compare returns the first difference between the output of a program here and in lua5.1.
func compare(program, got, want string) string {
	if got == want {
		return ""
	}
	g, w := strings.Split(normal(got), "\n"), strings.Split(normal(want), "\n")
	for i := range min(len(g), len(w)) {
		if g[i] == w[i] {
			continue
		}
		// In "(a and b or c) + 1", Lua 5.1 names the value c, whatever it is.
		if bare := misnamed.ReplaceAllStringFunc(w[i], func(s string) string { return strings.Trim(s[strings.Index(s, "("):], "()") }); bare == g[i] && chooses(program, w[i]) {
			continue
		}
		return fmt.Sprintf("line %d is\n\t%q here,\n\t%q to lua5.1", i+1, g[i], w[i])
	}
	if len(g) != len(w) {
		return fmt.Sprintf("%d lines here, %d by lua5.1", len(g), len(w))
	}
	return ""
}

var place = regexp.MustCompile(`p\.lua:(\d+):`)

// chooses reports whether the line that a message names contains "and" or "or".
func chooses(program, message string) bool {
	m := place.FindStringSubmatch(message)
	if m == nil {
		return false
	}
	n, _ := strconv.Atoi(m[1])
	line := strings.Split(program, "\n")[n-1]
	return strings.Contains(line, " and ") || strings.Contains(line, " or ")
}
