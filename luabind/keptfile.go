//go:build !luacore

package luabind

import (
	"cmp"
	"slices"

	"github.com/bough-dev/bough/engine"
	lua "github.com/yuin/gopher-lua"
)

// fileKept is what an instance of a file has been found to keep.
type fileKept struct {
	counted bool
	first   int // bytes, when it had just been loaded
	bytes   int
	things  int  // that the last count looked at
	hard    int  // grown by more, its hooks are refused; 0 unless it keeps too much
	cut     bool // the last count ended early; bytes are not all
	tables  []*lua.LTable
}

// fileCensus counts what files keep. Their data are constants, so what counts is by how
// much they have grown, in the states of all workers together.
type fileCensus struct {
	due    []*Chunk
	all    []*Chunk // that are installed
	steps  int      // carried out by all agents since the last round
	grew   bool     // some did in the last round
	things int      // looked at in the last round
	now    fileCount
}

// fileSteps is after how many instructions of all agents files are counted at least.
const fileSteps = 1 << 18

// stepsPerGrown is how many there are for each thing that the last round looked at, if
// something had grown, which data of files do not.
const stepsPerGrown = 4

// installed has new files counted before anything else, so that what is theirs is not
// taken for an agent's, and modules before those: what two of them hold belongs to the first.
func (f *fileCensus) installed(chunks []*Chunk) {
	f.all = append(f.all, chunks...)
	waiting := append(f.due, chunks...)
	f.due = make([]*Chunk, 0, len(waiting))
	for _, modules := range []bool{true, false} {
		for _, c := range waiting {
			if c.module == modules {
				f.due = append(f.due, c)
			}
		}
	}
}

// modulesFirst orders files: what two of them hold belongs to the first.
func modulesFirst(x, y *Chunk) int {
	if x.module != y.module {
		if x.module {
			return -1
		}
		return 1
	}
	return cmp.Compare(x.Path, y.Path)
}

// released forgets files that are no longer in force.
func (k *kept) released(gone []*Chunk) {
	is := make(map[*Chunk]bool, len(gone))
	for _, c := range gone {
		is[c] = true
	}
	if is[k.files.now.chunk] {
		k.files.now.end()
	}
	listed := func(c *Chunk) bool { return is[c] }
	k.files.all, k.files.due = slices.DeleteFunc(k.files.all, listed), slices.DeleteFunc(k.files.due, listed)
}

// note begins another round if agents have done enough for that.
func (f *fileCensus) note(k *kept) {
	every := fileSteps
	if k.limit > 0 {
		every = min(every, k.limit/keptPerStep)
	}
	perThing := stepsPerThing
	if f.grew {
		perThing = stepsPerGrown
	}
	if f.steps >= max(every, perThing*f.things) && len(f.due) == 0 {
		f.due = append(f.due, f.all...)
		slices.SortStableFunc(f.due, modulesFirst)
		f.steps, f.things, f.grew = 0, 0, false
		for _, s := range k.runtime.states {
			clear(s.full) // what is too large still is found to be so again
		}
	}
}

// fileThings is how many things of a file are looked at between two ticks, in each state, and
// of all files together while some have never been counted: after a save of a library those
// may be a thousand.
const fileThings = 1000

// count counts files that are due while there is room, and returns what is left of it. As
// long as not all have been counted once, nothing is left for agents.
func (f *fileCensus) count(k *kept, room int) int {
	n, part := 0, room
	if slices.ContainsFunc(f.due, k.isFresh) {
		part = min(room, fileThings)
	}
	for ; n < len(f.due) && part > 0; n++ {
		things, done := f.now.count(k, f.due[n], part)
		if part, room = part-things, room-things; !done {
			break
		}
	}
	f.due = slices.Delete(f.due, 0, n)
	if slices.ContainsFunc(f.due, k.isFresh) {
		return 0
	}
	return max(room, 1)
}

// isFresh tells whether a file is in force and has never been counted.
func (k *kept) isFresh(c *Chunk) bool {
	in := k.runtime.states[0].in(c)
	return in != nil && !in.kept.counted
}

// counted enters what a file was found to keep, and holds back who uses it if that is too much.
func (k *kept) counted(states []weigher) {
	grown := 0
	for i := range states {
		w := &states[i]
		in := w.file
		if in == nil {
			continue
		}
		last, before := in.kept.bytes, in.kept.counted
		w.enter(in)
		k.files.grew = k.files.grew || before && in.kept.bytes > last
		if grown += in.kept.bytes - in.kept.first; k.limit > 0 && grown > k.limit {
			k.restrainFile(w, grown)
		} else {
			in.kept.hard = 0
		}
	}
}

// enter notes what was counted.
func (w *weigher) enter(in *instance) {
	kept := &in.kept
	kept.cut, kept.things = w.cut(), w.things
	w.bytes -= w.compact()
	if kept.bytes = w.bytes; !kept.counted {
		kept.counted, kept.first = true, w.bytes
	}
}

// fileRoots adds all by which a file keeps things.
func (w *weigher) fileRoots(s *State, in *instance) {
	for h := range in.hooks {
		if fn := in.hooks[h].fn; fn != nil {
			w.root(engine.Hook(h).String(), fn)
		}
	}
	w.root("the file", in.value)
	if in.env != nil {
		if mt, ok := in.env.Metatable.(*lua.LTable); ok {
			if globals, ok := mt.RawGetString("__index").(*lua.LTable); ok && globals != s.globals {
				w.globals(s, globals)
			}
		}
	}
}

// globals counts the globals that a file has set itself.
func (w *weigher) globals(s *State, globals *lua.LTable) {
	for k, v := globals.Next(lua.LNil); k != lua.LNil; k, v = globals.Next(k) {
		if v != s.globals.RawGet(k) {
			w.root(k.String(), v)
		}
	}
}

// restrainFile holds back all who call hooks of a file that keeps too much, or of one that
// uses it.
func (k *kept) restrainFile(w *weigher, grown int) {
	s, in := w.state, w.file
	c := in.chunk
	c.grown.Store(true)
	if in.kept.hard == 0 && !in.kept.cut {
		in.kept.hard = grown + k.limit
	}
	e := w.excess(c.Path, k.limit, in.kept.hard > 0 && grown > in.kept.hard)
	e.bytes, e.waited = grown, e.refused
	e.hint, e.end = hintKeptFile, "no hook that uses it is called until it is saved"
	for _, user := range k.files.all {
		if user.linked(c.Path) == c {
			s.full[user] = e
		}
	}
}
