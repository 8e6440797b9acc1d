package assets

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"slices"
	"sort"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lint"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// Options configure a Manager.
type Options struct {
	// FS holds the files; its root is the script root.
	FS fs.FS
	// Kept is set if FS has the texts of Bundle.InForce, with those of trees that agents keep. Otherwise a file with the
	// name of such a text is no part of the game.
	Kept bool
	// Prefix is put before paths in messages, for example "scripts".
	Prefix string
	// Runtime runs the scripts. All Go functions must have been bound to it.
	Runtime *luabind.Runtime
	// Natives are the behaviors written in Go, by name.
	Natives map[string]*behaviors.Native
	// Trees are the trees made in Go. trees.Validate must have returned nothing for them, and their names must differ.
	// Names in them are looked up from the root.
	Trees []*trees.Tree
	// Fields are the names of the agents' fields that the game sets, in addition to those that FieldsFile lists. A
	// guard or script that reads a field that neither the game nor a script sets gets a warning.
	Fields []string
	// Now returns the time for reports. If it is nil, the times in reports are zero.
	Now func() time.Time
	// Kinds are the node kinds that the game defines. CheckKinds must have returned nil for them.
	Kinds []*engine.Custom
	// Versions is the number of versions without errors to keep for Rollback; 0 means DefaultVersions, and a negative
	// number means none. The most recent versions are kept. Versions share files that are the same.
	Versions int
}

// Manager loads files and keeps the last good version of each. Except for Prepare, Reads and Lacks, its methods must be
// called on the goroutine that ticks the world; package internal/reload has a table of the callers.
type Manager struct {
	o       Options
	ids     behaviors.IDs
	natives map[string]*engine.Behavior
	kinds   map[string]*engine.Custom
	globals globals

	root            root
	files           fileSet
	detachedModules map[string]*file // modules whose files are gone; see keepUsed
	readings        int              // see Readings

	calls map[string]trees.Call // by the text of the call; see Call

	// State kept between rounds.
	bundle  *Bundle
	last    links
	checker checker
	hasher  hasher
	seen    map[string]bool             // behaviors that worked before
	moved   map[string]string           // from a behavior whose file is gone to the behavior whose file now has its text
	holders map[string]*engine.Behavior // see placeholder

	history history
	pin     pin
}

// links are the linked trees of the last round, from which the next round starts.
type links struct {
	records map[recordKey]*record
	linker  *treeLinker
	// conditions are the tree files whose named conditions are in force, by path.
	conditions map[string]*trees.File
}

// NewManager returns a manager that has loaded nothing yet.
func NewManager(o Options) *Manager {
	m := &Manager{
		o: o, root: root{fs: o.FS, prefix: o.Prefix, kept: o.Kept}, files: fileSet{byPath: map[string]*file{}}, detachedModules: map[string]*file{},
		natives: map[string]*engine.Behavior{}, kinds: map[string]*engine.Custom{}, globals: globals{runtime: o.Runtime},
		seen: map[string]bool{}, moved: map[string]string{}, holders: map[string]*engine.Behavior{},
		calls: map[string]trees.Call{}, last: links{conditions: map[string]*trees.File{}},
		history: newHistory(o.Versions), bundle: &Bundle{},
	}
	m.pin.files = &m.files
	m.checker = checker{root: &m.root, files: &m.files, globals: &m.globals, game: o.Fields}
	for _, name := range sortedKeys(o.Natives) {
		m.natives[name] = o.Natives[name].Define(name, &m.ids)
	}
	for _, k := range o.Kinds {
		m.kinds[k.Name] = k
	}
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

// Load reads all files and puts in force those that work. It ends a pin.
func (m *Manager) Load() *Report {
	m.pin.end()
	r := m.round()
	r.rescan()
	return r.finish().Install()
}

// Reload calls Prepare and Install. It returns nil if nothing has changed.
func (m *Manager) Reload(paths []string) *Report {
	if p := m.Prepare(paths); p != nil {
		return p.Install()
	}
	return nil
}

// Prepare reads the files at the given paths below the root again, and makes the next bundle if the content of a
// file has changed. Otherwise it returns nil. While the manager is pinned, Prepare only records which files have
// changed, and the report describes the bundle in force. Prepare may run on another goroutine while the world ticks.
// Until Install returns, only Reads, Bundle, Versions, Previous and Options may be called and, once Prepare
// has returned, Sum.
func (m *Manager) Prepare(paths []string) *Prepared {
	if m.Pinned() {
		return m.notePinned(paths)
	}
	return m.round().prepare(paths)
}

// Options returns the options with which the manager was made.
func (m *Manager) Options() Options { return m.o }

// Source is a file as a Manager last read it.
type Source struct {
	Path string // below the root
	Text []byte
	// Tree is the content of a tree file. It is nil for other files, and for a text that cannot be parsed at all.
	Tree *trees.File
	// Script is the content of a script. It is nil for other files, and for a script with errors.
	Script *lint.Script
	// Problems are the mistakes in the text by itself.
	Problems diag.List
}

// Sources returns all files in the order of their paths. It returns an error while files wait for Unpin, since the
// texts in force then differ from those on disk.
func (m *Manager) Sources() ([]Source, error) {
	if err := m.pin.stale(); err != nil {
		return nil, err
	}
	var out []Source
	for _, f := range m.files.inOrder() {
		s := Source{Path: f.path, Text: f.text, Tree: f.parsed, Problems: f.own}
		if f.compiled != nil {
			s.Script = f.compiled.Script()
		}
		out = append(out, s)
	}
	return out, nil
}

// Reads reports whether this manager reads a path below the root: the path is Relevant and is not below a folder that
// has a RootFile. The goroutine that calls Prepare may call it, too.
func (m *Manager) Reads(path string) bool { return m.root.reads(path) }

// Lacks reports whether a file does not exist at this moment, even if it was read before. The goroutine that calls
// Prepare may call it, too.
func (m *Manager) Lacks(path string) bool {
	_, err := stat(m.root.fs, path)
	return errors.Is(err, fs.ErrNotExist)
}

// Readings returns the number of times that Load and Unpin have read all files. These readings include files for
// which the source has reported no change.
func (m *Manager) Readings() int { return m.readings }

// Paths returns the paths of all files, sorted. The caller may keep the slice.
func (m *Manager) Paths() []string { return slices.Clone(m.files.names()) }

// Sum returns the SHA-256 sum of a file as it was last read, or zero if the file did not exist. While the manager
// is pinned, the file in force may be a different one.
func (m *Manager) Sum(path string) [sha256.Size]byte { return m.pin.sum(path) }

func (m *Manager) now() time.Time {
	if m.o.Now == nil {
		return time.Time{}
	}
	return m.o.Now()
}
