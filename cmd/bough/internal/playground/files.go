package playground

import (
	"io/fs"

	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/memfs"
)

// folder is a folder in memory. It implements inspect.Folder, and reports to changed what is changed in it.
type folder struct {
	files   memfs.FS
	changed *hotreload.Manual
}

// newFolder returns a folder with files.
func newFolder(files map[string]string, changed *hotreload.Manual) *folder {
	f := &folder{changed: changed}
	for name, text := range files {
		f.files.Set(name, text)
	}
	return f
}

// FS returns the files.
func (f *folder) FS() fs.FS { return &f.files }

// WriteFile writes a file.
func (f *folder) WriteFile(name string, data []byte, _ fs.FileMode) error {
	if !f.files.Set(name, string(data)) {
		return &fs.PathError{Op: "write", Path: name, Err: fs.ErrInvalid}
	}
	f.changed.Touch(name)
	return nil
}

// Rename gives a file another name.
func (f *folder) Rename(from, to string) error {
	if !f.files.Rename(from, to) {
		return &fs.PathError{Op: "rename", Path: from, Err: fs.ErrNotExist}
	}
	f.changed.Touch(from, to)
	return nil
}

// Remove removes a file.
func (f *folder) Remove(name string) error {
	if !f.files.Remove(name) {
		return &fs.PathError{Op: "remove", Path: name, Err: fs.ErrNotExist}
	}
	f.changed.Touch(name)
	return nil
}

// MkdirAll does nothing, since a file makes the folders that it is in.
func (f *folder) MkdirAll(string, fs.FileMode) error { return nil }
