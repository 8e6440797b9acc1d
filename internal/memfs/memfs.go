// Package memfs has files in memory.
package memfs

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
)

// FS is a file system of texts. Folders in it exist as long as they have files. The zero value is empty, and any goroutine may
// use it.
type FS struct {
	mu    sync.RWMutex
	files map[string]string
}

// Texts returns a copy of the files, by path.
func (f *FS) Texts() map[string]string {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return maps.Clone(f.files)
}

// Set writes a file. It reports whether the path is valid.
func (f *FS) Set(name, text string) bool {
	if !fs.ValidPath(name) || name == "." {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.files == nil {
		f.files = map[string]string{}
	}
	f.files[name] = text
	return true
}

// Text returns the text of a file, and reports whether there is one.
func (f *FS) Text(name string) (text string, ok bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	text, ok = f.files[name]
	return text, ok
}

// Rename gives a file another path. It reports whether there is such a file, and the path is valid.
func (f *FS) Rename(from, to string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	text, ok := f.files[from]
	if !ok || !fs.ValidPath(to) || to == "." {
		return false
	}
	delete(f.files, from)
	f.files[to] = text
	return true
}

// Remove removes a file, and reports whether there was one.
func (f *FS) Remove(name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, ok := f.files[name]
	delete(f.files, name)
	return ok
}

// Open implements fs.FS.
func (f *FS) Open(name string) (fs.File, error) {
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
func (f *FS) entries(name string) (list []fs.DirEntry) {
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
