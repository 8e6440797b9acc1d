package e2e

import (
	"crypto/sha256"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/hotreload"
)

// disk holds a project that is edited while games play it. Paths are below the script root. An
// edit that is not possible does nothing.
type disk interface {
	write(name, text string)
	remove(name string) // includes everything below name
	rename(from, to string) bool
	// link moves a folder out of the root and leaves a link to it.
	link(name string) bool
	// away moves the root itself away, or moves it back.
	away(gone bool) bool
	files() fs.FS
	// source returns a source that reports all later changes.
	source(t *testing.T) hotreload.Source
	// tell makes the sources report the changes so far, with or without the checksums of the
	// files. Some disks also report changes by themselves.
	tell(sums bool)
	// parallel reports whether the disk may be edited during a tick.
	parallel() bool
}

// memory is a disk in memory. It reports changes when tell is called. If it is edited during
// ticks, it reports each change at once.
type memory struct {
	mu      sync.Mutex
	tree    fstest.MapFS
	changed map[string]bool
	sources []*hotreload.Manual
	during  bool // it is edited during ticks
}

func inMemory(*testing.T) disk { return &memory{tree: fstest.MapFS{}, changed: map[string]bool{}} }

func inMemoryDuringTicks(*testing.T) disk {
	return &memory{tree: fstest.MapFS{}, changed: map[string]bool{}, during: true}
}

// Open implements fs.FS. The file system may be read while it is edited: an open file keeps
// the content that it had when it was opened.
func (m *memory) Open(name string) (fs.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.tree.Open(name)
}

func (m *memory) files() fs.FS     { return m }
func (m *memory) parallel() bool   { return m.during }
func (m *memory) link(string) bool { return false }
func (m *memory) away(bool) bool   { return false }

func (m *memory) source(*testing.T) hotreload.Source {
	source := hotreload.NewManual()
	m.sources = append(m.sources, source)
	return source
}

func (m *memory) touch(names ...string) {
	for _, name := range names {
		m.changed[name] = true
	}
	if m.during {
		m.tell(false)
	}
}

func (m *memory) tell(sums bool) {
	if len(m.changed) == 0 {
		return
	}
	c := hotreload.Change{Paths: slices.Sorted(maps.Keys(m.changed))}
	if sums {
		c.Sums = map[string][sha256.Size]byte{}
		for _, name := range c.Paths {
			c.Sums[name] = [sha256.Size]byte{}
			if f := m.tree[name]; f != nil {
				c.Sums[name] = sha256.Sum256(f.Data)
			}
		}
	}
	for _, source := range m.sources {
		source.Send(c)
	}
	clear(m.changed)
}

func (m *memory) write(name, text string) {
	m.mu.Lock()
	m.tree[name] = &fstest.MapFile{Data: []byte(text)}
	m.mu.Unlock()
	m.touch(name)
}

func (m *memory) remove(name string) {
	for old := range m.below(name) {
		m.mu.Lock()
		delete(m.tree, old)
		m.mu.Unlock()
		m.touch(old)
	}
}

func (m *memory) rename(from, to string) bool {
	moved := m.below(from)
	_, isFile := moved[from]
	if len(moved) == 0 || !isFile && len(m.below(to)) > 0 {
		return false
	}
	for old, f := range moved {
		now := to + strings.TrimPrefix(old, from)
		m.mu.Lock()
		delete(m.tree, old)
		m.tree[now] = f
		m.mu.Unlock()
		m.touch(old, now)
	}
	return true
}

// below returns the named file, or all files in the named folder.
func (m *memory) below(name string) map[string]*fstest.MapFile {
	out := map[string]*fstest.MapFile{}
	for file, f := range m.tree {
		if file == name || strings.HasPrefix(file, name+"/") {
			out[file] = f
		}
	}
	return out
}

// folder is a disk in a directory of the operating system. Its root is a symbolic link, to
// test that scripts are found through links.
type folder struct {
	t    *testing.T
	top  string
	o    hotreload.Options
	aged int // number of files whose time was set
}

func inWatchedFolder(t *testing.T) disk { return newFolder(t, 0) }

func inPolledFolder(t *testing.T) disk { return newFolder(t, 4*time.Millisecond) }

func newFolder(t *testing.T, poll time.Duration) *folder {
	d := &folder{t: t, top: t.TempDir(), o: hotreload.Options{Debounce: 2 * time.Millisecond, MaxDelay: 8 * time.Millisecond, Poll: poll, Match: assets.Relevant, Clean: assets.Clean("")}}
	d.check(os.MkdirAll(filepath.Join(d.top, "real", "scripts"), 0o755))
	d.check(os.Mkdir(filepath.Join(d.top, "elsewhere"), 0o755))
	d.check(os.Symlink(filepath.Join("real", "scripts"), d.root()))
	return d
}

func (d *folder) root() string            { return filepath.Join(d.top, "scripts") }
func (d *folder) path(name string) string { return filepath.Join(d.root(), filepath.FromSlash(name)) }
func (d *folder) files() fs.FS            { return os.DirFS(d.root()) }
func (d *folder) parallel() bool          { return true }
func (d *folder) tell(bool)               {}

func (d *folder) source(t *testing.T) hotreload.Source {
	w, err := hotreload.Watch([]string{d.root()}, d.o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (d *folder) check(err error) {
	if err != nil {
		d.t.Error(err)
	}
}

func (d *folder) write(name, text string) {
	d.check(os.MkdirAll(filepath.Dir(d.path(name)), 0o755))
	d.check(os.WriteFile(d.path(name), []byte(text), 0o644))
}

func (d *folder) remove(name string) { d.check(os.RemoveAll(d.path(name))) }

func (d *folder) rename(from, to string) bool {
	if _, err := os.Lstat(d.path(from)); err != nil {
		return false
	}
	d.check(os.MkdirAll(filepath.Dir(d.path(to)), 0o755))
	return os.Rename(d.path(from), d.path(to)) == nil
}

func (d *folder) link(name string) bool {
	info, err := os.Lstat(d.path(name))
	if err != nil || !info.IsDir() {
		return false
	}
	outside := filepath.Join(d.top, "elsewhere", filepath.Base(name))
	d.check(os.RemoveAll(outside))
	d.check(os.Rename(d.path(name), outside))
	d.check(os.Symlink(outside, d.path(name)))
	return true
}

func (d *folder) away(gone bool) bool {
	if d.o.Poll == 0 && *stressTimes == 1 {
		return false // a watcher looks only once a second for a root that was moved
	}
	from, to := filepath.Join(d.top, "real"), filepath.Join(d.top, "unreal")
	if !gone {
		from, to = to, from
	}
	d.check(os.Rename(from, to))
	return true
}

// age sets the time of a file to a time in the past, as rsync and tar do.
func (d *folder) age(name string) {
	d.aged++
	then := time.Unix(1_000_000_000, 0).Add(time.Duration(d.aged) * time.Second)
	d.check(os.Chtimes(d.path(name), then, then))
}
