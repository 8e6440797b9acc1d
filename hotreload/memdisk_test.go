package hotreload_test

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// memDisk is a disk in memory, with links, directories that move, and a clock of any granularity.
// Paths are absolute. Each edit is one system call.
type memDisk struct {
	mu     sync.Mutex
	top    *inode
	free   []int // numbers of deleted inodes, which are used again
	made   int
	missed string        // name of the missing entry in the directory that find has returned
	grain  time.Duration // granularity of modification times
	super  bool          // whether locks are ignored
	feeds  []*memFeed

	turn   sync.Mutex // held during a save, and while its result is read
	steps  int        // number of steps of all lookers so far
	before func(step int)
	log    []entry
}

// inode is a file, a directory or a link.
type inode struct {
	number  int
	mode    fs.FileMode
	mtime   time.Time
	data    []byte
	target  string            // target of a link
	entries map[string]*inode // entries of a directory
	locked  bool              // whether it cannot be read
}

func newMemDisk() *memDisk {
	d := &memDisk{before: func(int) {}}
	d.top = d.inode(fs.ModeDir)
	return d
}

func (d *memDisk) inode(mode fs.FileMode) *inode {
	n := &inode{mode: mode | 0o755, mtime: d.now()}
	if mode.IsDir() {
		n.entries = map[string]*inode{}
	}
	if last := len(d.free) - 1; last >= 0 {
		n.number, d.free = d.free[last], d.free[:last]
	} else {
		d.made++
		n.number = d.made
	}
	return n
}

func (d *memDisk) now() time.Time { return time.Now().Truncate(max(d.grain, 1)) }

const maxMemLinks = 40

// find returns the inode at a path and the inode of its directory; each is nil if it does not
// exist. find follows links in the path, and if follow is set also a link at the end.
func (d *memDisk) find(name string, follow bool) (dir, n *inode, err error) {
	way, links := []*inode{d.top}, 0
	rest := split(name)
	for len(rest) > 0 {
		dir = way[len(way)-1]
		part := rest[0]
		if rest = rest[1:]; part == ".." {
			way = way[:max(1, len(way)-1)]
			continue
		}
		if dir.entries == nil {
			return nil, nil, syscall.ENOTDIR
		}
		if dir.locked && !d.super {
			return nil, nil, syscall.EACCES
		}
		n := dir.entries[part]
		switch {
		case n == nil && len(rest) == 0:
			d.missed = part
			return dir, nil, syscall.ENOENT
		case n == nil:
			return nil, nil, syscall.ENOENT
		case n.mode&fs.ModeSymlink != 0 && (follow || len(rest) > 0):
			if links++; links > maxMemLinks {
				return nil, nil, syscall.ELOOP
			}
			if path.IsAbs(n.target) {
				way = way[:1]
			}
			rest = append(split(n.target), rest...)
			continue
		}
		way = append(way, n)
	}
	if len(way) == 1 {
		return nil, d.top, nil
	}
	return way[len(way)-2], way[len(way)-1], nil
}

func split(name string) []string {
	return slices.DeleteFunc(strings.Split(name, "/"), func(s string) bool { return s == "" || s == "." })
}

// put adds an entry to a directory, and reports whether it was able to.
func (d *memDisk) put(name string, n *inode) bool {
	_, dir, err := d.find(path.Dir(name), true)
	if err != nil || dir.entries == nil || dir.entries[path.Base(name)] != nil {
		return false
	}
	dir.entries[path.Base(name)] = n
	d.notify(dir, inCreate, path.Base(name))
	return true
}

func (d *memDisk) mkdir(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.put(name, d.inode(fs.ModeDir))
}

func (d *memDisk) symlink(target, name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.inode(fs.ModeSymlink)
	n.target = target
	d.put(name, n)
}

// create creates a file. If the file exists, create empties it.
func (d *memDisk) create(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	dir, n, err := d.find(name, true)
	switch {
	case err == nil && n.mode.IsRegular():
		n.data, n.mtime = nil, d.now()
		d.notify(dir, inModify, d.nameOf(dir, n))
	case err == syscall.ENOENT && dir != nil:
		n := d.inode(0)
		dir.entries[d.missed] = n // n may be the target of a broken link
		d.notify(dir, inCreate, d.missed)
	}
}

// nameOf returns the name of an inode in its directory. It is for files found through a link.
func (d *memDisk) nameOf(dir, n *inode) string {
	for name, e := range dir.entries {
		if e == n {
			return name
		}
	}
	return ""
}

// add appends text to a file.
func (d *memDisk) add(name, text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if dir, n, err := d.find(name, true); err == nil && n.mode.IsRegular() {
		n.data, n.mtime = append(slices.Clone(n.data), text...), d.now()
		d.notify(dir, inModify, d.nameOf(dir, n))
	}
}

// write overwrites the beginning of a file, and keeps the rest of a longer file.
func (d *memDisk) write(name, text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if dir, n, err := d.find(name, true); err == nil && n.mode.IsRegular() {
		n.data, n.mtime = append([]byte(text), n.data[min(len(text), len(n.data)):]...), d.now()
		d.notify(dir, inModify, d.nameOf(dir, n))
	}
}

// date sets the modification time of a file.
func (d *memDisk) date(name string, at time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if dir, n, err := d.find(name, true); err == nil {
		n.mtime = at
		d.notify(dir, inAttrib, d.nameOf(dir, n))
	}
}

// lock denies or grants the permission to read.
func (d *memDisk) lock(name string, locked bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if dir, n, err := d.find(name, true); err == nil {
		n.locked = locked
		d.notify(dir, inAttrib, d.nameOf(dir, n))
	}
}

// openAll grants all permissions.
func (d *memDisk) openAll() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.openBelow(d.top)
}

func (d *memDisk) openBelow(dir *inode) {
	for _, name := range slices.Sorted(maps.Keys(dir.entries)) {
		n := dir.entries[name]
		if n.locked {
			n.locked = false
			d.notify(dir, inAttrib, name)
		}
		d.openBelow(n)
	}
}

// remove deletes a file, a link or an empty directory.
func (d *memDisk) remove(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	dir, n, err := d.find(name, false)
	if err != nil || len(n.entries) > 0 {
		return
	}
	delete(dir.entries, path.Base(name))
	d.notify(dir, inDelete, path.Base(name))
	d.vanish(n)
}

// vanish frees an inode that no longer has a name.
func (d *memDisk) vanish(n *inode) {
	d.notify(n, inDeleteSelf, "")
	d.unwatch(n)
	d.free = append(d.free, n.number)
}

// rename moves a file, a link or a directory. It replaces a file or an empty directory.
func (d *memDisk) rename(from, to string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	source, n, err := d.find(from, false)
	if err != nil {
		return
	}
	_, target, err := d.find(path.Dir(to), true)
	if err != nil || target.entries == nil || n.holds(target) {
		return
	}
	old := target.entries[path.Base(to)]
	if old == n || old != nil && (old.mode.IsDir() != n.mode.IsDir() || len(old.entries) > 0) {
		return
	}
	delete(source.entries, path.Base(from))
	target.entries[path.Base(to)] = n
	d.notify(source, inMovedFrom, path.Base(from))
	d.notify(target, inMovedTo, path.Base(to))
	d.notify(n, inMoveSelf, "")
	if old != nil {
		d.vanish(old)
	}
}

// exist reports whether one of the files exists.
func (d *memDisk) exist(files ...string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.ContainsFunc(files, func(file string) bool {
		_, _, err := d.find(file, true)
		return err == nil
	})
}

// all is like texts, but ignores locks.
func (d *memDisk) all(dir string, match func(string) bool) map[string]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.super = true
	defer func() { d.super = false }()
	return d.gathered(dir, match)
}

// holds reports whether other is n or is below n.
func (n *inode) holds(other *inode) bool {
	if n == other {
		return true
	}
	for _, e := range n.entries {
		if e.holds(other) {
			return true
		}
	}
	return false
}

// texts returns the readable files at and below a directory, including those behind links, by
// their paths below the directory.
func (d *memDisk) texts(dir string, match func(string) bool) map[string]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.gathered(dir, match)
}

func (d *memDisk) gathered(dir string, match func(string) bool) map[string]string {
	out := map[string]string{}
	_, n, err := d.find(dir, true)
	if err == nil && n.entries != nil && (!n.locked || d.super) {
		d.gather(out, dir, "", []*inode{n}, match)
	}
	return out
}

func (d *memDisk) gather(out map[string]string, dir, below string, way []*inode, match func(string) bool) {
	for _, base := range slices.Sorted(maps.Keys(way[len(way)-1].entries)) {
		name := path.Join(below, base)
		_, n, err := d.find(path.Join(dir, name), true)
		switch {
		case err != nil || n.locked && !d.super:
		case n.entries != nil && !slices.Contains(way, n):
			d.gather(out, dir, name, append(slices.Clip(way), n), match)
		case n.mode.IsRegular() && match(name):
			out[name] = string(n.data)
		}
	}
}
