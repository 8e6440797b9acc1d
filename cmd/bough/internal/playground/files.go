package playground

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bough-dev/bough/hotreload"
)

// folder is a folder in memory. It implements inspect.Folder, and reports to changed what is changed in it. Folders in it exist
// as long as they have files.
type folder struct {
	mu      sync.RWMutex
	files   map[string]string
	changed *hotreload.Manual
}

// FS returns the files.
func (f *folder) FS() fs.FS { return f }

// texts returns a copy of the files.
func (f *folder) texts() map[string]string {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return maps.Clone(f.files)
}

// WriteFile writes a file.
func (f *folder) WriteFile(name string, data []byte, _ fs.FileMode) error {
	if !fs.ValidPath(name) || name == "." {
		return &fs.PathError{Op: "write", Path: name, Err: fs.ErrInvalid}
	}
	f.mu.Lock()
	f.files[name] = string(data)
	f.mu.Unlock()
	f.changed.Touch(name)
	return nil
}

// Rename gives a file another name.
func (f *folder) Rename(from, to string) error {
	f.mu.Lock()
	text, ok := f.files[from]
	if ok && fs.ValidPath(to) {
		delete(f.files, from)
		f.files[to] = text
	}
	f.mu.Unlock()
	if !ok || !fs.ValidPath(to) {
		return &fs.PathError{Op: "rename", Path: from, Err: fs.ErrNotExist}
	}
	f.changed.Touch(from, to)
	return nil
}

// Remove removes a file.
func (f *folder) Remove(name string) error {
	f.mu.Lock()
	_, ok := f.files[name]
	delete(f.files, name)
	f.mu.Unlock()
	if !ok {
		return &fs.PathError{Op: "remove", Path: name, Err: fs.ErrNotExist}
	}
	f.changed.Touch(name)
	return nil
}

// MkdirAll does nothing, since a file makes the folders that it is in.
func (f *folder) MkdirAll(string, fs.FileMode) error { return nil }

// Open implements fs.FS.
func (f *folder) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	f.mu.RLock()
	defer f.mu.RUnlock()
	if text, ok := f.files[name]; ok {
		return &openFile{Reader: strings.NewReader(text), info: info{name: path.Base(name), size: int64(len(text))}}, nil
	}
	list := f.entries(name)
	if len(list) == 0 && name != "." {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &openFolder{openFile: openFile{Reader: bytes.NewReader(nil), info: info{name: path.Base(name), dir: true}}, left: list}, nil
}

// entries returns what is in a folder, sorted by name. f.mu must be held.
func (f *folder) entries(name string) (list []fs.DirEntry) {
	below := name + "/"
	if name == "." {
		below = ""
	}
	seen := map[string]bool{}
	for at, text := range f.files {
		rest, ok := strings.CutPrefix(at, below)
		if !ok {
			continue
		}
		first, _, dir := strings.Cut(rest, "/")
		if seen[first] {
			continue
		}
		seen[first] = true
		i := info{name: first, dir: dir}
		if !dir {
			i.size = int64(len(text))
		}
		list = append(list, fs.FileInfoToDirEntry(i))
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list
}

// openFile is an open file.
type openFile struct {
	io.Reader
	info info
}

// Stat implements fs.File.
func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }

// Close implements fs.File.
func (f *openFile) Close() error { return nil }

// openFolder is an open folder.
type openFolder struct {
	openFile
	left []fs.DirEntry
}

// ReadDir implements fs.ReadDirFile.
func (f *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		list := f.left
		f.left = nil
		return list, nil
	}
	if len(f.left) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(f.left))
	list := f.left[:n]
	f.left = f.left[n:]
	return list, nil
}

// info describes a file or a folder.
type info struct {
	name string
	size int64
	dir  bool
}

// Name implements fs.FileInfo.
func (i info) Name() string { return i.name }

// Size implements fs.FileInfo.
func (i info) Size() int64 { return i.size }

// Mode implements fs.FileInfo.
func (i info) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o755
	}
	return 0o644
}

// ModTime implements fs.FileInfo.
func (info) ModTime() time.Time { return time.Time{} }

// IsDir implements fs.FileInfo.
func (i info) IsDir() bool { return i.dir }

// Sys implements fs.FileInfo.
func (info) Sys() any { return nil }
