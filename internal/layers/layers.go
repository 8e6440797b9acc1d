// Package layers puts a file system over another one.
package layers

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// FS has the files of Over, and those of Base that Over does not hide: a file of Over hides what Base has at its path, and a
// folder of Over hides a file. Folders that both have are one folder.
type FS struct{ Over, Base fs.FS }

var _ interface {
	fs.ReadDirFS
	fs.StatFS
} = FS{}

// layer returns the file system whose file or folder the path is, and whether it is a folder of both.
func (f FS) layer(name string) (layer fs.FS, both bool) {
	over, err := fs.Stat(f.Over, name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !f.isHidden(name):
		return f.Base, false
	case err != nil || !over.IsDir():
		return f.Over, false
	}
	base, err := fs.Stat(f.Base, name)
	return f.Over, err == nil && base.IsDir() && !f.isHidden(name)
}

// isHidden reports whether a folder above a path is a file in Over.
func (f FS) isHidden(name string) bool {
	for i := strings.IndexByte(name, '/'); i >= 0; {
		if above, err := fs.Stat(f.Over, name[:i]); err == nil && !above.IsDir() {
			return true
		}
		next := strings.IndexByte(name[i+1:], '/')
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return false
}

// Open implements fs.FS.
func (f FS) Open(name string) (fs.File, error) {
	layer, both := f.layer(name)
	file, err := layer.Open(name)
	if err != nil || !both {
		return file, err
	}
	entries, err := f.ReadDir(name)
	if err != nil {
		file.Close()
		return nil, err
	}
	return &folder{file, entries}, nil
}

// Stat implements fs.StatFS.
func (f FS) Stat(name string) (fs.FileInfo, error) {
	layer, _ := f.layer(name)
	return fs.Stat(layer, name)
}

// ReadDir implements fs.ReadDirFS.
func (f FS) ReadDir(name string) ([]fs.DirEntry, error) {
	layer, both := f.layer(name)
	list, err := fs.ReadDir(layer, name)
	if err != nil || !both {
		return list, err
	}
	below, err := fs.ReadDir(f.Base, name)
	if err != nil {
		return list, err
	}
	byName := func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }
	for _, e := range below {
		if !slices.ContainsFunc(list, func(o fs.DirEntry) bool { return o.Name() == e.Name() }) {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, byName)
	return list, nil
}

// IsOver reports whether a path is that of a file in Over.
func (f FS) IsOver(name string) bool {
	info, err := fs.Stat(f.Over, name)
	return err == nil && !info.IsDir()
}

// folder is an open folder of both layers.
type folder struct {
	fs.File
	rest []fs.DirEntry
}

// ReadDir implements fs.ReadDirFile.
func (d *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	switch {
	case n <= 0:
		n = len(d.rest)
	case len(d.rest) == 0:
		return nil, io.EOF
	}
	n = min(n, len(d.rest))
	list := d.rest[:n:n]
	d.rest = d.rest[n:]
	return list, nil
}
