package luabind_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bough-dev/bough/luabind"
)

var (
	luaPrograms = flag.Int("lua.programs", 100, "how many random programs are compared with lua5.1")
	luaSeed     = flag.Uint64("lua.seed", 1, "the seed of the first of them")
)

// TestLikeLua51: random programs say here what they say to lua5.1, so nothing that is
// rewritten before it is compiled, and nothing that the library compiles, has another
// meaning. go test ./luabind -run LikeLua51 -lua.programs 20000 is the long form.
func TestLikeLua51(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector, which has nothing to find here; run it without -short")
	}
	lua51, err := exec.LookPath("lua5.1")
	if err != nil {
		t.Skip("lua5.1 is not installed; on Debian and Ubuntu: apt-get install lua5.1")
	}
	dir := t.TempDir()
	for i := range *luaPrograms {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.lua", i)), []byte(newProgram(*luaSeed+uint64(i))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	runner := fmt.Sprintf("for i = 0, %d do dofile(i .. '.lua') print('-- end') end", *luaPrograms-1)
	c := exec.Command(lua51, "-e", runner)
	c.Dir = dir
	var out, mistakes strings.Builder
	c.Stdout, c.Stderr = &out, &mistakes
	if err := c.Run(); err != nil {
		t.Fatalf("%v: %s", err, mistakes.String())
	}
	var said bytes.Buffer
	r := luabind.NewRuntime(luabind.Options{Log: func(line string) { fmt.Fprintln(&said, line) }})
	defer r.Close()
	lines := 0
	for i, want := range strings.Split(strings.TrimSuffix(out.String(), "-- end\n"), "-- end\n") {
		seed := *luaSeed + uint64(i)
		said.Reset()
		load(r, newProgram(seed), &said)
		if got := said.String(); got != want {
			t.Fatalf("seed %d: %s\nprogram\n%s", seed, firstDifference(got, want), newProgram(seed))
		}
		lines += strings.Count(want, "\n")
	}
	t.Logf("%d programs said %d lines", *luaPrograms, lines)
}

// load runs a file and writes down what is wrong with it.
func load(r *luabind.Runtime, text string, problems io.Writer) {
	c, list := luabind.Compile("p.lua", "p", []byte(text))
	if c != nil {
		list = append(list, r.Load(c)...)
	}
	if err := list.Errors().Err(); err != nil {
		fmt.Fprintln(problems, err)
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is %q here, %q to lua5.1", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines here, %d by lua5.1", len(g), len(w))
}
