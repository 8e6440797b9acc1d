package assets

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"path"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// round is one pass from changed files to the next bundle.
type round struct {
	m            *Manager
	start        time.Time
	changed      map[string]bool
	uncompiled   []*file   // files with a new text
	problems     diag.List // problems of several files, or of a file's name
	heldBack     map[string]bool
	meant        map[diag.Pos]diag.Words // what linking knows about mistakes in the texts of tree files; see treeLinker.noteMeant
	heldByOthers []string                // the held files whose only problem is in another file
	next         *Bundle
	linked       map[string]*luabind.Chunk // the chunk in use, by path
	applied      []string
	linkings     int // number of trees and scripts linked again

	behaviors map[string]*engine.Behavior // behaviors of scripts and of Go, by name
	fileNames map[string]bool             // see known
	rollback  int                         // number of the version that is put in force again, or 0
	// reverted contains the files that again have an earlier text. The value is true if the file was saved with
	// another text in between; see earlierFile.
	reverted map[string]bool
	previous map[string]*file // the changed files before the change; nil for a new file
}

func (m *Manager) round() *round {
	return &round{m: m, start: m.now(), changed: map[string]bool{}, reverted: map[string]bool{}, previous: map[string]*file{}}
}

func (r *round) prepare(paths []string) *Prepared {
	for _, name := range r.m.root.affected(paths, r.m.files.names()) {
		r.refresh(name)
	}
	if len(r.changed) == 0 {
		return nil
	}
	r.m.root.relist()
	return r.finish()
}

// rescan reads all files, and removes those that are gone.
func (r *round) rescan() {
	r.m.root.unlisted = nil
	r.m.readings++
	listed := r.m.root.list(".", r.m.root.loads)
	for _, name := range listed { // none belongs to another root
		text, exists, err := read(r.m.root.fs, name)
		r.take(name, text, exists, err)
	}
	for name := range r.m.files.byPath {
		if _, found := slices.BinarySearch(listed, name); !found {
			r.refresh(name)
		}
	}
}

// finish builds and checks the next bundle, which is then ready to be swapped in.
func (r *round) finish() *Prepared {
	r.compile()
	read := r.m.now()
	hashed := r.begin()
	r.build()
	built := r.m.now()
	r.check()
	hashed.Wait()
	rep, now := r.report(r.m.bundle), r.m.now()
	rep.Read, rep.Link, rep.Check, rep.Load = read.Sub(r.start), built.Sub(read), now.Sub(built), now.Sub(r.start)
	return &Prepared{m: r.m, bundle: r.next, report: rep, working: r.newlyWorking()}
}

// begin makes the next bundle, which has only the texts of all files so far. The hash depends only on the texts, so
// it is computed concurrently; hashed.Wait returns when the hash is known.
func (r *round) begin() (hashed *sync.WaitGroup) {
	m := r.m
	r.next = &Bundle{Version: m.bundle.Version + 1, chunks: make(map[string]*luabind.Chunk, len(m.files.byPath)), missing: map[string]*engine.Behavior{}, Kinds: m.o.Kinds}
	r.next.contents = m.contents()
	hashed = &sync.WaitGroup{}
	hashed.Go(func() { r.next.Hash = m.hasher.sum(r.next.contents) })
	return hashed
}

// build links the scripts, and then the trees, which name scripts.
func (r *round) build() {
	r.noteMoved()
	r.previous = nil // the linker keeps a reference to the round
	r.heldBack = map[string]bool{}
	r.scripts()
	r.keepUsed()
	r.next.loaded = r.loaded()
	r.trees()
}

// refresh reads one file, and marks it to be compiled if it is new or has changed.
func (r *round) refresh(name string) {
	text, exists, err := r.m.root.read(name)
	r.take(name, text, exists, err)
}

// take records what reading a file has returned.
func (r *round) take(name string, text []byte, exists bool, err error) {
	old := r.m.files.at(name)
	switch {
	case err != nil:
		r.unreadable(name, old, err)
		return
	case !exists:
		if old != nil {
			r.remove(name)
		}
		return
	}
	r.put(name, text, sha256.Sum256(text))
}

// put sets the text of a file, and marks the file to be compiled if the text has changed.
func (r *round) put(name string, text []byte, hash [sha256.Size]byte) {
	m := r.m
	old := m.files.at(name)
	if old != nil && old.hash == hash {
		return
	}
	f := r.earlierFile(name, hash)
	if f == nil {
		f = &file{path: name, ext: path.Ext(name), hash: hash, text: text, lastGood: cmp.Or(old.fileInForce(), m.detachedModules[name])}
		r.uncompiled = append(r.uncompiled, f)
	}
	r.set(name, f)
}

// set replaces a file; nil removes it.
func (r *round) set(name string, f *file) {
	if !r.changed[name] {
		r.previous[name] = r.m.files.at(name)
	}
	r.m.files.set(name, f)
	r.changed[name] = true
}

// unreadable records that a file exists and cannot be read now. Its last text stays in force.
func (r *round) unreadable(name string, old *file, err error) {
	f := r.m.root.noReading(name, err)
	f.before, f.lastGood = old, old.fileInForce()
	if old != nil {
		if old.hash == f.hash {
			return
		}
		if f.text = old.text; old.before != nil {
			f.before = old.before
		}
	}
	r.set(name, f)
}

// compile compiles the new texts. The first load uses all processors. Later rounds use only one, since the game
// ticks at the same time.
func (r *round) compile() {
	goroutines := 1
	if r.m.bundle.Version == 0 {
		goroutines = min(runtime.GOMAXPROCS(0), len(r.uncompiled))
	}
	r.m.globals.load()
	var next atomic.Int32
	var done sync.WaitGroup
	for range goroutines {
		done.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(r.uncompiled) {
					return
				}
				r.m.compile(r.uncompiled[i])
			}
		})
	}
	done.Wait()
	r.uncompiled = nil
}

// compile parses and checks a file by itself. Several goroutines may compile different files.
func (m *Manager) compile(f *file) {
	f.parse(m.root.display(f.path))
	if f.compiled != nil && f.own.Err() == nil {
		f.compiled = m.o.Runtime.Covered(f.compiled)
		m.globals.check(f)
	}
	if f.own.Err() != nil {
		f.compiled = nil
	}
}

// parse does the part of compile that does not depend on the game. shown is the path for messages.
func (f *file) parse(shown string) {
	switch f.ext {
	case ScriptExt:
		name := behaviors.NameOfFile(f.path)
		check := CheckBehaviorName
		if f.module() {
			check = behaviors.CheckName
		}
		var w diag.Words
		if errors.As(check(name), &w) {
			f.own.Add(diag.Pos{File: shown}, w)
			return
		}
		f.compiled, f.own = luabind.Compile(shown, name, f.text)
		if f.compiled == nil {
			return
		}
		if f.module() {
			f.own = append(f.own, f.compiled.CheckModule()...)
		} else {
			f.own = append(f.own, f.compiled.Check()...)
		}
	case TreeExt:
		f.parsed, f.own = trees.Parse(shown, f.text)
	}
}

// Clean returns a function for hotreload.Options.Clean. The function reports whether the text of a file is without
// errors, as far as these can be found without other files and without a game; the path is below the root. With the
// prefix of a Manager, the Manager usually finds the compiled script in a cache.
func Clean(prefix string) func(name string, text []byte) bool {
	return func(name string, text []byte) bool {
		f := &file{path: name, ext: path.Ext(name), text: text}
		f.parse(path.Join(prefix, name))
		return f.own.Err() == nil
	}
}
