package assets

import (
	"crypto/sha256"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// Options configure a Manager.
type Options struct {
	// FS holds the files; its root is the script root.
	FS fs.FS
	// Prefix is put before paths in messages: "scripts".
	Prefix string
	// Runtime runs the scripts. What Go binds must have been bound to it.
	Runtime *luabind.Runtime
	// Natives are the behaviors written in Go, by name.
	Natives map[string]*behaviors.Native
	// Fields are the names of the agents' fields that the game sets, besides
	// those that FieldsFile lists. Guards and scripts that read a field which
	// neither the game nor a script sets are warned about.
	Fields []string
	// Kinds are the node kinds that the game defines. CheckKinds must have found
	// nothing wrong with them.
	Kinds []*engine.Custom
}

// Manager loads files and keeps the last good version of each. It is for one
// goroutine, the one that ticks the world.
type Manager struct {
	o       Options
	ids     behaviors.IDs
	natives map[string]*engine.Behavior
	files   map[string]*file
	guards  map[guardKey]guard
	kinds   map[string]*engine.Custom
	// conditions are the tree files whose named conditions are in force, by path.
	conditions map[string]*trees.File
	seen       map[string]bool // behaviors that worked at some time
	holders    map[string]*engine.Behavior
	bundle     *Bundle
	built      map[string]*trees.Tree // made by code, by name
	calls      map[string]trees.Call  // see Call, by their text
	linker     *treeLinker            // of the latest round
	// unlisted are the problems of folders that could not be read by Load.
	unlisted diag.List
}

// NewManager returns a manager that has loaded nothing yet.
func NewManager(o Options) *Manager {
	m := &Manager{o: o, natives: map[string]*engine.Behavior{}, files: map[string]*file{}, guards: map[guardKey]guard{}, kinds: map[string]*engine.Custom{}, conditions: map[string]*trees.File{}, seen: map[string]bool{}, holders: map[string]*engine.Behavior{}, built: map[string]*trees.Tree{}, calls: map[string]trees.Call{}}
	for _, name := range sortedKeys(o.Natives) {
		m.natives[name] = o.Natives[name].Define(name, &m.ids)
	}
	for _, k := range o.Kinds {
		m.kinds[k.Name] = k
	}
	m.bundle = &Bundle{}
	return m
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// Bundle returns the version in force, an empty one before Load.
func (m *Manager) Bundle() *Bundle { return m.bundle }

// Load reads all files.
func (m *Manager) Load() *Report {
	r := &round{m: m, changed: map[string]bool{}}
	m.unlisted = nil
	for _, name := range m.list() {
		r.refresh(name)
	}
	for name := range m.files {
		if !r.changed[name] {
			r.refresh(name)
		}
	}
	return r.finish()
}

// Reload looks again at the given files, paths below the root, and makes the
// next bundle if the content of one has changed. Otherwise it returns nil.
func (m *Manager) Reload(paths []string) *Report {
	r := &round{m: m, changed: map[string]bool{}}
	for _, name := range paths {
		if Relevant(name) && m.inside(name) {
			r.refresh(name)
		}
	}
	if len(r.changed) == 0 {
		return nil
	}
	m.relist()
	return r.finish()
}

// Sum returns the SHA-256 sum of a file as it was last read, zero if it was not
// there.
func (m *Manager) Sum(path string) [sha256.Size]byte {
	if f := m.files[path]; f != nil {
		return f.hash
	}
	return [sha256.Size]byte{}
}

// round is one pass from changed files to the next bundle.
type round struct {
	m        *Manager
	changed  map[string]bool
	problems diag.List // that belong to no file's text
	held     map[string]bool
	next     *Bundle
	linked   map[string]*luabind.Chunk // by path, in this round
	trying   []string                  // paths being linked, for cycles
	applied  []string
}

// refresh reads one file and compiles it if it is new or has changed.
func (r *round) refresh(name string) {
	m := r.m
	old := m.files[name]
	text, exists, err := read(m.o.FS, name)
	switch {
	case err != nil:
		r.unreadable(name, old, cause(err))
		return
	case !exists:
		if old != nil {
			delete(m.files, name)
			r.changed[name] = true
		}
		return
	}
	hash := sha256.Sum256(text)
	f := &file{path: name, hash: hash, text: text}
	switch {
	case old != nil && old.hash == hash:
		return
	case old != nil && old.before != nil && old.before.hash == hash:
		f = old.before
	default:
		m.compile(f)
	}
	m.files[name] = f
	r.changed[name] = true
}

// unreadable notes that a file is there and cannot be read now. What it held
// before stays in force.
func (r *round) unreadable(name string, old *file, err error) {
	f := &file{path: name, before: old}
	f.own.Add(diag.Pos{File: r.m.display(name)}, "cannot be read: %v", err)
	f.hash = sha256.Sum256([]byte(f.own.Error()))
	if old != nil {
		if old.hash == f.hash {
			return
		}
		if f.text = old.text; old.before != nil {
			f.before = old.before
		}
	}
	r.m.files[name] = f
	r.changed[name] = true
}

func (m *Manager) display(name string) string { return path.Join(m.o.Prefix, name) }

// compile does what can be done with a file by itself.
func (m *Manager) compile(f *file) {
	switch path.Ext(f.path) {
	case ScriptExt:
		name := behaviors.NameOfFile(f.path)
		if err := behaviors.CheckName(name); err != nil {
			f.own.Add(diag.Pos{File: m.display(f.path)}, "file name gives no behavior name: %v", err)
			return
		}
		f.compiled, f.own = luabind.Compile(m.display(f.path), name, f.text)
		if f.compiled == nil {
			return
		}
		if f.module() {
			f.own = append(f.own, f.compiled.CheckModule()...)
		} else {
			f.own = append(f.own, f.compiled.Check()...)
		}
		if f.own.Err() != nil {
			f.compiled = nil
		}
	case TreeExt:
		f.parsed, f.own = trees.Parse(m.display(f.path), f.text)
	}
}

// finish makes the next bundle of what is there.
func (r *round) finish() *Report {
	m := r.m
	before := m.bundle
	r.held = map[string]bool{}
	r.linked = map[string]*luabind.Chunk{}
	r.next = &Bundle{Version: before.Version + 1, chunks: map[string]*luabind.Chunk{}, missing: map[string]*engine.Behavior{}}
	r.scripts()
	r.trees()
	r.next.Problems = r.allProblems()
	m.bundle = r.next
	return r.report(before)
}

// Forget frees the code of versions that are no longer in force. It is called
// when all agents run the programs of the present bundle.
func (m *Manager) Forget() { m.o.Runtime.Retain(m.bundle.liveChunks()) }

func (b *Bundle) liveChunks() []*luabind.Chunk {
	var out []*luabind.Chunk
	for _, p := range sortedKeys(b.chunks) {
		out = append(out, b.chunks[p])
	}
	return out
}

func (r *round) allProblems() diag.List {
	all := slices.Concat(r.problems, r.m.unlisted)
	for _, name := range sortedKeys(r.m.files) {
		f := r.m.files[name]
		all = append(append(all, f.own...), f.load...)
	}
	all = append(all, r.unknownReads()...)
	all = append(all, r.unknownNodes()...)
	all = append(all, r.unknownGlobals()...)
	all.Sort()
	return all
}

func (r *round) report(before *Bundle) *Report {
	rep := &Report{
		Version: r.next.Version, Files: sortedKeys(r.changed), Held: sortedKeys(r.held),
		Programs: map[*engine.Program]*engine.Program{},
	}
	for _, t := range before.Trees {
		if now := r.next.tree(t.Name); now != nil && now.Program != t.Program {
			rep.Programs[t.Program] = now.Program
		}
	}
	for i, t := range before.calls {
		if now := r.next.calls[i]; now.Program != t.Program {
			rep.Programs[t.Program] = now.Program
		}
	}
	for _, b := range r.next.Behaviors {
		if was := before.Behavior(b.Name); b.Missing && was != nil && !was.Missing {
			rep.Missing = append(rep.Missing, b.Name)
		}
	}
	for _, t := range r.next.Trees {
		if was := before.tree(t.Name); was == nil || was.source != t.source {
			r.applied = append(r.applied, "tree "+t.Name)
		}
	}
	sort.Strings(r.applied)
	rep.Applied = r.applied
	old := map[string]bool{}
	for _, d := range before.Problems {
		old[d.Error()] = true
	}
	for _, d := range r.next.Problems {
		name := strings.TrimPrefix(strings.TrimPrefix(d.Pos.File, r.m.o.Prefix), "/")
		if r.changed[name] || r.held[name] || !old[d.Error()] {
			rep.Problems = append(rep.Problems, d)
		}
	}
	return rep
}
