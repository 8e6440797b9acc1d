package hotreload_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"
)

// looker is a view of a memDisk for one reader, for example the disk of a watcher. Each look takes
// time, and the disk may be edited before each look.
type looker struct {
	*memDisk
	who   string
	lane  time.Duration // no two lookers look at the same time
	pace  func(lane time.Duration) time.Duration
	opens int
}

// entry is an entry in the log of events.
type entry struct {
	at   time.Time
	who  string
	what string
	name string
}

// String returns the entry as a line.
func (e entry) String() string {
	return fmt.Sprintf("%s %-8s %s %s", e.at.Format("05.0000000"), e.who, e.what, e.name)
}

// laneWidth is the maximum number of lanes plus one, in nanoseconds.
const laneWidth = 16

// inLane returns the time to wait until the first instant of a lane that is at least wait from now.
func inLane(lane, wait time.Duration) time.Duration {
	now := time.Now()
	at := now.Add(wait).Truncate(laneWidth).Add(lane)
	if !at.After(now) {
		at = at.Add(laneWidth)
	}
	return at.Sub(now)
}

// step waits for the time of a look, then calls before, which may edit the disk just before the look.
func (l *looker) step(what, name string) {
	time.Sleep(inLane(l.lane, l.pace(l.lane)))
	l.alone(func() {
		l.steps++
		l.before(l.steps)
	})
	l.note(l.who, what, name)
}

// alone calls do. No save can happen during the call.
func (d *memDisk) alone(do func()) {
	d.turn.Lock()
	defer d.turn.Unlock()
	do()
}

// stepped returns the number of steps so far.
func (d *memDisk) stepped() (n int) {
	d.alone(func() { n = d.steps })
	return n
}

// opened returns the number of files opened so far.
func (l *looker) opened() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.opens
}

func (d *memDisk) note(who, what, name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.log = append(d.log, entry{time.Now(), who, what, name})
}

func (l *looker) at(op, name string, follow bool) (*inode, error) {
	l.step(op, name)
	l.mu.Lock()
	defer l.mu.Unlock()
	_, n, err := l.find(name, follow)
	if err != nil {
		return nil, &fs.PathError{Op: op, Path: name, Err: err}
	}
	return n, nil
}

func (l *looker) info(op, name string, follow bool) (fs.FileInfo, error) {
	n, err := l.at(op, name, follow)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return memInfo{path.Base(name), n.number, n.mode, int64(len(n.data)), n.mtime}, nil
}

func (l *looker) Stat(name string) (fs.FileInfo, error)  { return l.info("stat", name, true) }
func (l *looker) Lstat(name string) (fs.FileInfo, error) { return l.info("lstat", name, false) }

func (l *looker) SameFile(a, b fs.FileInfo) bool { return a.(memInfo).number == b.(memInfo).number }

func (l *looker) ReadDir(name string) ([]fs.DirEntry, error) {
	dir, err := l.at("open", name, true)
	if err != nil {
		return nil, err
	}
	l.step("list", name)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case dir.entries == nil:
		return nil, &fs.PathError{Op: "readdirent", Path: name, Err: syscall.ENOTDIR}
	case dir.locked:
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EACCES}
	}
	var list []fs.DirEntry
	for _, base := range slices.Sorted(maps.Keys(dir.entries)) {
		n := dir.entries[base]
		list = append(list, fs.FileInfoToDirEntry(memInfo{base, n.number, n.mode, int64(len(n.data)), n.mtime}))
	}
	return list, nil
}

func (l *looker) Open(name string) (io.ReadCloser, error) { return l.open(name) }

func (l *looker) open(name string) (*handle, error) {
	n, err := l.at("open", name, true)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.opens++
	if n.locked {
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EACCES}
	}
	return &handle{l, name, n, 0}, nil
}

// EvalSymlinks looks at each part of the path in a separate step, like filepath.EvalSymlinks.
func (l *looker) EvalSymlinks(name string) (string, error) {
	real, rest, links := "/", split(name), 0
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		next := path.Join(real, part)
		n, err := l.at("lstat", next, false)
		switch {
		case err != nil:
			return "", err
		case n.mode&fs.ModeSymlink == 0 && len(rest) > 0 && !n.mode.IsDir():
			return "", syscall.ENOTDIR
		case n.mode&fs.ModeSymlink == 0:
			real = next
			continue
		}
		if links++; links > 255 {
			return "", errors.New("EvalSymlinks: too many links")
		}
		if path.IsAbs(n.target) {
			real = "/"
		}
		rest = append(strings.Split(strings.Trim(n.target, "/"), "/"), rest...)
	}
	return real, nil
}

// memInfo is the fs.FileInfo of an inode at one moment.
type memInfo struct {
	name   string
	number int
	mode   fs.FileMode
	size   int64
	mtime  time.Time
}

func (i memInfo) Name() string       { return i.name }
func (i memInfo) Size() int64        { return i.size }
func (i memInfo) Mode() fs.FileMode  { return i.mode }
func (i memInfo) ModTime() time.Time { return i.mtime }
func (i memInfo) IsDir() bool        { return i.mode.IsDir() }
func (i memInfo) Sys() any           { return nil }

// handle is an open file. A read returns only a few bytes.
type handle struct {
	by   *looker
	name string
	n    *inode
	at   int
}

const memChunk = 12

func (h *handle) Read(b []byte) (int, error) {
	h.by.step("read", h.name)
	h.by.mu.Lock()
	defer h.by.mu.Unlock()
	if h.at >= len(h.n.data) {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), memChunk)], h.n.data[h.at:])
	h.at += n
	return n, nil
}

func (h *handle) Close() error { return nil }

func (h *handle) Stat() (fs.FileInfo, error) {
	h.by.step("fstat", h.name)
	h.by.mu.Lock()
	defer h.by.mu.Unlock()
	return memInfo{path.Base(h.name), h.n.number, h.n.mode, int64(len(h.n.data)), h.n.mtime}, nil
}

// memFS is the file system below a directory, for a looker.
type memFS struct {
	by  *looker
	dir string
}

func (f memFS) Stat(name string) (fs.FileInfo, error) { return f.by.Stat(path.Join(f.dir, name)) }

func (f memFS) ReadDir(name string) ([]fs.DirEntry, error) {
	return f.by.ReadDir(path.Join(f.dir, name))
}

func (f memFS) Open(name string) (fs.File, error) {
	h, err := f.by.open(path.Join(f.dir, name))
	if err != nil {
		return nil, err
	}
	return h, nil
}
