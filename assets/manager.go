package assets

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

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
	// Now is the clock by which reports say how long things took; nil leaves that out.
	Now func() time.Time
	// Kinds are the node kinds that the game defines. CheckKinds must have found
	// nothing wrong with them.
	Kinds []*engine.Custom
	// Versions is how many versions without errors are kept for Rollback, those that
	// were in force last; 0 means DefaultVersions, a negative number none. Files that are
	// the same in several versions are kept once.
	Versions int
}

// Manager loads files and keeps the last good version of each. It is for one
// goroutine, the one that ticks the world, but for Prepare.
type Manager struct {
	o       Options
	ids     behaviors.IDs
	natives map[string]*engine.Behavior
	files   map[string]*file
	order   order
	links
	checks
	kinds   map[string]*engine.Custom
	seen    map[string]bool   // behaviors that worked at some time
	moved   map[string]string // behaviors whose file is gone, and the one whose file has its text
	holders map[string]*engine.Behavior
	bundle  *Bundle
	built   map[string]*trees.Tree // made by code, by name
	calls   map[string]trees.Call  // see Call, by their text

	away map[string]*file // modules that have lost their files; see keepUsed
	// unlisted are the problems of folders that could not be read by Load.
	unlisted diag.List

	readings int // see Readings

	kept    []*kept                      // by number
	waiting map[string][sha256.Size]byte // sums of files kept out; nil if not pinned
}

// links are what the latest round has made of the trees, which the next one goes on from.
type links struct {
	records map[recordKey]*record
	linker  *treeLinker
	// conditions are the tree files whose named conditions are in force, by path.
	conditions map[string]*trees.File
}

// checks are what the latest round has found out of all files, of which the next one exchanges
// what concerns it.
type checks struct {
	fields  *knownFields
	tally   fieldTally
	hasher  hasher
	members map[string][]string // see unknownGlobals
}

// NewManager returns a manager that has loaded nothing yet.
func NewManager(o Options) *Manager {
	m := &Manager{o: o, natives: map[string]*engine.Behavior{}, files: map[string]*file{}, kinds: map[string]*engine.Custom{}, links: links{conditions: map[string]*trees.File{}}, seen: map[string]bool{}, moved: map[string]string{}, holders: map[string]*engine.Behavior{}, built: map[string]*trees.Tree{}, calls: map[string]trees.Call{}, away: map[string]*file{}}
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

// Load reads all files and puts in force what works. It ends a pin.
func (m *Manager) Load() *Report {
	m.waiting = nil
	r := m.round()
	r.rescan()
	return r.finish().Install()
}

// rescan reads all files, and notices those that are gone.
func (r *round) rescan() {
	r.m.unlisted = nil
	r.m.readings++
	for _, name := range r.m.list() {
		r.refresh(name)
	}
	for name := range r.m.files {
		if !r.changed[name] {
			r.refresh(name)
		}
	}
}

// Reload is Prepare and Install. It returns nil if nothing has changed.
func (m *Manager) Reload(paths []string) *Report {
	if p := m.Prepare(paths); p != nil {
		return p.Install()
	}
	return nil
}

// Prepare looks again at the given files, paths below the root, and makes the next
// bundle if the content of one has changed. Otherwise it returns nil. While pinned it
// only notes what has changed, and the report is of the bundle in force. It may run on
// another goroutine while the world ticks. Meanwhile, and until Install, nothing of
// the manager but Bundle, Sum, Reads, Versions and Previous may be called, these two by who
// installs.
func (m *Manager) Prepare(paths []string) *Prepared {
	if m.Pinned() {
		return m.note(paths)
	}
	return m.round().prepare(paths)
}

func (r *round) prepare(paths []string) *Prepared {
	for _, name := range paths {
		if r.m.Reads(name) {
			r.refresh(name)
		}
	}
	if len(r.changed) == 0 {
		return nil
	}
	r.m.relist()
	return r.finish()
}

// Prepared is a bundle that is ready to be put in force.
type Prepared struct {
	m       *Manager
	bundle  *Bundle // nil if the one in force stays, since it is pinned
	report  *Report
	working []*file // see newlyWorking
}

// Install puts the bundle in force. It is for the goroutine that ticks the world, between
// ticks. Agents still run the old programs: Report.Programs says which are to replace
// them.
func (p *Prepared) Install() *Report {
	if p.bundle == nil {
		return p.report
	}
	start, before := p.m.now(), p.m.bundle
	p.m.bundle = p.bundle
	p.m.settled(p.working)
	p.m.remember(before, p.report.Rollback > 0)
	p.m.o.Runtime.Install(p.bundle.loaded)
	p.report.Install += p.m.now().Sub(start)
	return p.report
}

// Reads reports whether a path below the root is one that this manager reads: it is
// Relevant and below no folder that has a RootFile. It is for those who may call Sum.
func (m *Manager) Reads(path string) bool { return Relevant(path) && m.inside(path) }

// Lacks reports whether a file is not there at this moment, whatever was read of it.
func (m *Manager) Lacks(path string) bool {
	_, err := fs.Stat(m.o.FS, path)
	return errors.Is(err, fs.ErrNotExist)
}

// Readings is how often all files were read, by Load and Unpin: whatever the files were at
// that moment, and whether anybody tells of it or not.
func (m *Manager) Readings() int { return m.readings }

// Paths returns the paths of all files, sorted. The caller may keep it.
func (m *Manager) Paths() []string { return slices.Clone(m.names()) }

// Sum returns the SHA-256 sum of a file as it was last read, zero if it was not
// there. While pinned that need not be what is in force.
func (m *Manager) Sum(path string) [sha256.Size]byte {
	if sum, waits := m.waiting[path]; waits {
		return sum
	}
	if f := m.files[path]; f != nil {
		return f.hash
	}
	return [sha256.Size]byte{}
}

// round is one pass from changed files to the next bundle.
type round struct {
	m        *Manager
	start    time.Time
	changed  map[string]bool
	problems diag.List // that belong to no file's text
	held     map[string]bool
	behind   []string // those of held that only wait for another one
	next     *Bundle
	linked   map[string]*luabind.Chunk                    // by path, in this round
	alone    map[*luabind.Chunk]map[string]*luabind.Chunk // see uses
	trying   []string                                     // paths being linked, for cycles
	applied  []string
	linkings int // how many trees and scripts were linked anew

	behaviors map[string]*engine.Behavior // those of scripts and of Go
	fileNames map[string]bool             // see known
	facts     []*treeFacts                // of next.Trees
	rollback  int                         // number of the version that is put in force again, or 0
	// back are the files that have a text again which they had before, and whether they were
	// saved with another one in between; see again.
	back map[string]bool
	was  map[string]*file // what the changed files were before; nil for one that is new
}

func (m *Manager) now() time.Time {
	if m.o.Now == nil {
		return time.Time{}
	}
	return m.o.Now()
}

func (m *Manager) round() *round {
	return &round{m: m, start: m.now(), changed: map[string]bool{}, back: map[string]bool{}, was: map[string]*file{}}
}

// set puts a file into its place, nil if it is gone.
func (r *round) set(name string, f *file) {
	if !r.changed[name] {
		r.was[name] = r.m.files[name]
	}
	r.m.setFile(name, f)
	r.changed[name] = true
}

// refresh reads one file and compiles it if it is new or has changed.
func (r *round) refresh(name string) {
	m := r.m
	old := m.files[name]
	text, exists, err := read(m.o.FS, name)
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

// put takes a text for a file, and compiles it if it is new or has changed.
func (r *round) put(name string, text []byte, hash [sha256.Size]byte) {
	m := r.m
	old := m.files[name]
	if old != nil && old.hash == hash {
		return
	}
	f := r.again(name, hash)
	if f == nil {
		f = &file{path: name, ext: path.Ext(name), hash: hash, text: text, good: cmp.Or(old.goodText(), m.away[name])}
		m.compile(f)
	}
	r.set(name, f)
}

// unreadable notes that a file is there and cannot be read now. What it held
// before stays in force.
func (r *round) unreadable(name string, old *file, err error) {
	f := r.m.noReading(name, err)
	f.before, f.good = old, old.goodText()
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

// noReading is a file that is there and cannot be read. Its sum is that of what is wrong.
func (m *Manager) noReading(name string, err error) *file {
	f := &file{path: name, ext: path.Ext(name)}
	f.own.Add(diag.Pos{File: m.display(name)}, "cannot be read: %v", cause(err)).Hint = whyUnreadable(err)
	f.hash = sha256.Sum256([]byte(f.own.Error()))
	return f
}

func (m *Manager) display(name string) string { return path.Join(m.o.Prefix, name) }

// compile does what can be done with a file by itself.
func (m *Manager) compile(f *file) {
	switch f.ext {
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
		if f.own.Err() == nil {
			m.unknownGlobals(f)
		}
		if f.own.Err() != nil {
			f.compiled = nil
		}
	case TreeExt:
		f.parsed, f.own = trees.Parse(m.display(f.path), f.text)
	}
}

// finish makes the next bundle of what is there.
func (r *round) finish() *Prepared {
	m := r.m
	read := m.now()
	r.noteMoved()
	r.was = nil // the linker keeps the round
	r.held = map[string]bool{}
	r.linked, r.alone = make(map[string]*luabind.Chunk, len(m.files)), map[*luabind.Chunk]map[string]*luabind.Chunk{}
	r.next = &Bundle{Version: m.bundle.Version + 1, chunks: make(map[string]*luabind.Chunk, len(m.files)), missing: map[string]*engine.Behavior{}}
	r.next.contents = m.contents()
	var hashed sync.WaitGroup
	hashed.Go(func() { r.next.Hash = m.hasher.sum(r.next.contents) }) // it needs nothing of what is linked
	r.scripts()
	r.keepUsed()
	r.next.loaded = r.loaded()
	r.trees()
	linked := m.now()
	r.next.Problems = r.allProblems()
	hashed.Wait()
	rep, now := r.report(m.bundle), m.now()
	rep.Read, rep.Link, rep.Check, rep.Load = read.Sub(r.start), linked.Sub(read), now.Sub(linked), now.Sub(r.start)
	return &Prepared{m: m, bundle: r.next, report: rep, working: r.newlyWorking()}
}

// exchanged returns the programs of a bundle that the next one replaces, with their successors.
func (r *round) exchanged(before *Bundle) map[*engine.Program]*engine.Program {
	programs := map[*engine.Program]*engine.Program{}
	exchange := func(was, now *Tree) {
		if now != nil && now.Program != was.Program {
			programs[was.Program] = now.Program
		}
	}
	for i := range before.Trees {
		t := &before.Trees[i]
		exchange(t, r.next.treeNear(t.Name, i))
	}
	for i := range before.calls {
		exchange(&before.calls[i], &r.next.calls[i])
	}
	return programs
}

// Forget frees the code of versions that are no longer in force. It is called
// when all agents run the programs of the present bundle.
func (m *Manager) Forget() {
	for _, c := range m.bundle.loaded {
		c.Forget()
	}
}

func (r *round) allProblems() diag.List {
	all := slices.Concat(r.problems, r.m.unlisted)
	for _, f := range r.m.inOrder() {
		all = append(append(all, f.own...), f.load...)
	}
	r.facts = r.treeFacts()
	all = append(all, r.unknownReads()...)
	all = append(all, r.unknownNodes()...)
	all = append(all, r.unknownStimuli()...)
	all.Sort()
	return all
}

func (r *round) report(before *Bundle) *Report {
	rep := &Report{
		Version: r.next.Version, Files: sortedKeys(r.changed), Held: sortedKeys(r.held), Behind: slices.Sorted(slices.Values(r.behind)),
		Programs: r.exchanged(before), Linked: r.linkings, Hash: r.next.Hash, Rollback: r.rollback, Pinned: r.m.Pinned(), Waiting: r.m.Waiting(),
		Prefix: r.m.o.Prefix,
	}
	for _, b := range r.next.Behaviors {
		if !b.Missing {
			continue
		}
		if was := before.Behavior(b.Name); was != nil && !was.Missing && len(r.next.Users(b.Name)) > 0 {
			rep.Missing = append(rep.Missing, b.Name)
		}
	}
	for i := range r.next.Trees {
		t := &r.next.Trees[i]
		if was := before.treeNear(t.Name, i); was == nil || was.source != t.source {
			r.applied = append(r.applied, "tree "+t.Name)
		}
	}
	sort.Strings(r.applied)
	rep.Applied = r.applied
	rep.Restored = r.restored()
	rep.Forgiven = r.forgiven(rep.Restored)
	rep.Problems = r.toTell(before.Problems)
	return rep
}

// toTell returns the problems of files that have changed or are held, and those that are new.
func (r *round) toTell(before diag.List) (list diag.List) {
	var old map[string]bool
	for _, d := range r.next.Problems {
		name := strings.TrimPrefix(strings.TrimPrefix(d.Pos.File, r.m.o.Prefix), "/")
		if !r.changed[name] && !r.held[name] {
			if old == nil {
				old = texts(before)
			}
			if old[d.Error()] {
				continue
			}
		}
		list = append(list, d)
	}
	return list
}

func texts(list diag.List) map[string]bool {
	out := make(map[string]bool, len(list))
	for _, d := range list {
		out[d.Error()] = true
	}
	return out
}
