package luabind_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/bough-dev/bough/luabind"
)

// BenchmarkLibrary shows what a file costs when a library is saved that a thousand small
// files use, which have it in a variable, or call it when they are loaded: making the file's
// next version in the load state, copying that, and handing it over, which alone is done
// between ticks.
func BenchmarkLibrary(b *testing.B) {
	b.Run("borrowed", func(b *testing.B) { benchmarkLibrary(b, "") })
	b.Run("called", func(b *testing.B) { benchmarkLibrary(b, "local first = step(1, 2)\n") })
}

func benchmarkLibrary(b *testing.B, more string) {
	r := luabind.NewRuntime(luabind.Options{})
	defer r.Close()
	library := compiled(b, "lib", "return function(x, speed) return x + speed end")
	var files []*luabind.Chunk
	for i := range 1000 {
		text := fmt.Sprintf("local step = require(\"lib\")\n"+more+"return {\n  precondition = function(agent) return (agent.x or 0) < %d end,\n  behavior = function(agent) agent.x = step(agent.x or 0, %d) end,\n}\n", i, i)
		files = append(files, compiled(b, fmt.Sprintf("b%d", i), text))
	}
	var load, replicate, install time.Duration
	var gone []*luabind.Chunk
	round := func() {
		start := time.Now()
		module := library.Link(nil, nil)
		problems := r.LoadModule(module)
		fresh := []*luabind.Chunk{module}
		uses := map[string]*luabind.Chunk{"lib": module}
		for i, c := range files {
			user := r.Relink(c, uses)
			if user == nil {
				user = c.Link(uses, nil)
				problems = append(problems, r.Load(user)...)
			}
			files[i], fresh = user, append(fresh, user)
		}
		if problems.Err() != nil {
			b.Fatal(problems)
		}
		loaded := time.Now()
		r.Replicate(fresh)
		replicated := time.Now()
		r.Install(fresh)
		load, replicate, install = load+loaded.Sub(start), replicate+replicated.Sub(loaded), install+time.Since(replicated)
		r.Release(gone, fresh)
		gone = fresh
	}
	round()
	load, replicate, install = 0, 0, 0
	for b.Loop() {
		round()
	}
	for unit, d := range map[string]time.Duration{"load-us/file": load, "replicate-us/file": replicate, "install-us/file": install} {
		b.ReportMetric(float64(d.Microseconds())/float64(b.N*len(files)), unit)
	}
}

func compiled(t testing.TB, name, text string) *luabind.Chunk {
	t.Helper()
	c, problems := luabind.Compile(name+".lua", name, []byte(text))
	if problems.Err() != nil {
		t.Fatal(problems)
	}
	return c
}
