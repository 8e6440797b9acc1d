package luabind_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/bough-dev/bough/luabind"
)

// BenchmarkLibrary shows what a file costs when a library is saved that a thousand small
// files use: running it in the load state, copying what it has made, and handing that over,
// which alone is done between ticks.
func BenchmarkLibrary(b *testing.B) {
	r := luabind.NewRuntime(luabind.Options{})
	defer r.Close()
	library := compiled(b, "lib", "return function(x, speed) return x + speed end")
	var files []*luabind.Chunk
	for i := range 1000 {
		text := fmt.Sprintf("local step = require(\"lib\")\nreturn {\n  precondition = function(agent) return (agent.x or 0) < %d end,\n  behavior = function(agent) agent.x = step(agent.x or 0, %d) end,\n}\n", i, i)
		files = append(files, compiled(b, fmt.Sprintf("b%d", i), text))
	}
	var load, replicate, install time.Duration
	var gone []*luabind.Chunk
	for b.Loop() {
		start := time.Now()
		module := library.Link(nil, nil)
		problems := r.LoadModule(module)
		fresh := []*luabind.Chunk{module}
		for _, c := range files {
			user := c.Link(map[string]*luabind.Chunk{"lib": module}, nil)
			problems = append(problems, r.Load(user)...)
			fresh = append(fresh, user)
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
