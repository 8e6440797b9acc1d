package e2e

import (
	"fmt"
	"maps"
	"os"
	"path"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
)

// census counts the values that can be reached from a value: the entries of all maps and slices, by
// the field that holds them, and the targets of pointers, by type. Two counts of the same state of a
// program are equal. The name of a count that has grown shows where the leak is. Values behind
// functions and channels, and values of types from other modules, are not counted.
type census struct {
	seen   map[reached]bool
	counts map[string]int
}

type reached struct {
	at unsafe.Pointer
	t  reflect.Type
	n  int
}

func countAll(v any) map[string]int {
	c := &census{map[reached]bool{}, map[string]int{}}
	c.walk(reflect.ValueOf(v), "")
	return c.counts
}

func (c *census) first(at unsafe.Pointer, t reflect.Type, n int) bool {
	r := reached{at, t, n}
	was := c.seen[r]
	c.seen[r] = true
	return !was && at != nil
}

// walk counts v and all that it reaches. The field holder holds v.
func (c *census) walk(v reflect.Value, holder string) {
	switch v.Kind() {
	case reflect.Pointer:
		if c.first(v.UnsafePointer(), v.Type(), 1) && ours(v.Type().Elem()) {
			c.counts[v.Type().String()]++
			c.walk(v.Elem(), holder)
		}
	case reflect.Interface:
		if !v.IsNil() {
			c.walk(v.Elem(), holder)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			c.walk(v.Field(i), v.Type().String()+"."+v.Type().Field(i).Name)
		}
	case reflect.Map:
		if c.first(v.UnsafePointer(), v.Type(), 0) {
			c.counts[holder] += v.Len()
			for it := v.MapRange(); it.Next(); {
				c.walk(it.Key(), holder)
				c.walk(it.Value(), holder)
			}
		}
	case reflect.Slice:
		if c.first(v.UnsafePointer(), v.Type(), v.Len()) {
			c.counts[holder] += v.Len()
			c.elements(v, holder)
		}
	case reflect.Array:
		c.elements(v, holder)
	}
}

func (c *census) elements(v reflect.Value, holder string) {
	switch v.Type().Elem().Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Struct, reflect.Map, reflect.Slice, reflect.Array:
		for i := range v.Len() {
			c.walk(v.Index(i), holder)
		}
	}
}

// ours reports whether a type belongs to this module or has no name.
func ours(t reflect.Type) bool { return t.PkgPath() == "" || strings.HasPrefix(t.PkgPath(), module) }

// bounded lists counts that may have any value up to a bound, for two workers. The texts are those
// of the versions that a rollback can return to. The capacities of registers and of text buffers are
// the largest that were needed so far. Dropped conditions are swept when there are many.
var bounded = map[string]int{
	"luabind.state.boards": 2 * 256, "engine.worker.slab": 2 * 32, "engine.worker.rests": 2 * 32, "assets.content.text": assets.DefaultVersions << 10,
	"lua.frame.r": 9 * 64, "lua.State.text": 3 << 12, "condition.Compiler.named": 128,
	"engine.worker.offers": 64, "*engine.Agent": 3 * 64,
}

// parts is the largest number of parts that a board or an agent has. The numbers of boards and
// agents are both bounded: despawned agents are swept when there are many.
var parts = map[string]int{"luabind.state.boards": 4, "*engine.Agent": 40}

// grown lists the counts that are clearly larger than before. A leak adds to a count in each of the
// nine tenths of the session in between. A count may differ by a few, depending on the last errors,
// since errors of removed behaviors stay.
func grown(before, after map[string]int) []string {
	var out []string
	more := 0
	for holder, each := range parts {
		more += each * max(0, after[holder]-before[holder])
	}
	for _, name := range slices.Sorted(maps.Keys(after)) {
		most := before[name] + before[name]/8 + 10 + more
		if after[name] > max(most, bounded[name]) {
			out = append(out, fmt.Sprintf("%s: %d, before %d", name, after[name], before[name]))
		}
	}
	return out
}

// holdings counts operating system resources that the process holds.
type holdings struct{ files, watches int }

// wakePoller makes Go open the files that its poller uses and never closes.
var wakePoller = sync.OnceFunc(func() {
	if r, w, err := os.Pipe(); err == nil {
		r.Close()
		w.Close()
	}
})

// held counts open files and watched directories. It finds none on systems without /proc.
func held() holdings {
	wakePoller()
	var h holdings
	entries, _ := os.ReadDir("/proc/self/fdinfo")
	h.files = len(entries)
	for _, e := range entries {
		text, _ := os.ReadFile("/proc/self/fdinfo/" + e.Name())
		h.watches += strings.Count(string(text), "inotify wd:")
	}
	return h
}

// inUse returns the number of heap bytes in use.
func inUse() uint64 {
	var m runtime.MemStats
	for range 2 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// rest despawns all agents, restores the files, and counts the values that remain.
func (r *run) rest() (counts map[string]int, heap uint64) {
	g := r.games[0]
	r.despawnAll(g)
	r.restore()
	r.everyName()
	r.restore()
	r.awaitReports()
	r.fillFaults()
	r.restore() // makes the world forget the last content of the files
	return countAll(g.Game), inUse()
}

// replaceAgents removes all agents and releases the code that they ran. Two things could keep that
// code in memory: agents are allocated in groups, which are freed as a whole, and a Lua state
// remembers its last calls. So new agents, enough to fill a group, run the current code and are
// removed too.
func (r *run) replaceAgents() {
	for _, g := range r.games {
		r.despawnAll(g)
		for range 100 * maxWorkers {
			r.add(g, r.project.trees[0], bough.Fields{"hp": 50})
		}
	}
	r.tick()
	for _, g := range r.games {
		r.despawnAll(g)
	}
	for range 100 { // meanwhile despawned agents are forgotten
		r.tick()
	}
}

func (r *run) despawnAll(g *player) {
	for a := range g.World().Agents() {
		g.Despawn(a)
	}
}

// everyName makes the game load a file under each name that edits may use, and makes an agent run
// all these behaviors. A game never forgets a name, so the number of names is constant from then on.
func (r *run) everyName() {
	for _, name := range r.project.names {
		for _, other := range []string{beside(name, "other_"+path.Base(name)), "moved/" + path.Base(name), "moved/" + name, "moved/" + beside(name, "other_"+path.Base(name))} {
			r.disk.write(other, r.editor.good(name, r.project.files[name].good[0]))
		}
	}
	r.disk.tell(false)
	r.tick()
	g, every := r.games[0], &engine.Node{Kind: kind.Parallel}
	for _, b := range g.Bundle().Behaviors {
		if !b.Missing {
			every.Children = append(every.Children, &engine.Node{Behavior: b, Params: b.Params})
		}
	}
	p, err := engine.Compile(engine.Definition{Name: "every", Root: every})
	if err != nil {
		r.t.Fatal(err)
	}
	g.World().Spawn(p, "every")
	r.tick()
	r.despawnAll(g)
}

// fillFaults raises more errors than the world keeps of replaced code, so that the world drops all
// earlier errors.
func (r *run) fillFaults() {
	g := r.games[0]
	for _, f := range g.World().Quarantines() {
		g.World().ClearFaults(f.Behavior)
	}
	a, err := g.Spawn("guard", bough.Fields{"hp": 1})
	if err != nil {
		r.t.Fatal(err)
	}
	for range 33 {
		r.disk.write("flee.lua", r.editor.good("flee.lua", faulty))
		r.disk.tell(false)
		r.tick()
	}
	if n := len(g.World().Faults()); n != 33 {
		r.t.Errorf("%d errors are remembered, want 33", n)
	}
	g.Despawn(a)
}

// grown checks that the number of objects and bytes at the end is about the same as after a tenth of
// the session, both times with the same files and no agents.
func (r *run) grown() {
	counts, heap := r.rest()
	for _, what := range grown(r.counts, counts) {
		r.t.Error("has grown:", what)
	}
	// For the allocator, and for what is bounded and depends on the last edits, such as older versions. Sessions of 5, 10, 20
	// and 40 times end with 2.6, 3.8, 3.3 and 3.0 MB, so this does not grow.
	const slack = 3 << 19
	if heap > r.atRest+r.atRest/20+slack || len(counts) < 50 {
		r.t.Errorf("of %d things counted the heap holds %d kB; after a tenth of the time it held %d kB", len(counts), heap>>10, r.atRest>>10)
	}
	r.t.Logf("at rest the heap holds %d kB; after a tenth of the time it held %d kB", heap>>10, r.atRest>>10)
}
