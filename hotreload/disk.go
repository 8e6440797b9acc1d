package hotreload

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// disk is the part of a file system that a watcher uses. Files may change between any two calls, and tests change
// files at each of these points.
type disk interface {
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	Open(name string) (io.ReadCloser, error)
	EvalSymlinks(name string) (string, error)
	SameFile(a, b fs.FileInfo) bool
}

// osDisk is the disk of the operating system.
type osDisk struct{}

// Stat implements disk.
func (osDisk) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

// Lstat implements disk.
func (osDisk) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }

// ReadDir implements disk.
func (osDisk) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }

// Open implements disk.
func (osDisk) Open(name string) (io.ReadCloser, error) { return os.Open(name) }

// EvalSymlinks implements disk.
func (osDisk) EvalSymlinks(name string) (string, error) { return filepath.EvalSymlinks(name) }

// SameFile implements disk.
func (osDisk) SameFile(a, b fs.FileInfo) bool { return os.SameFile(a, b) }

func isDir(d disk, file string) bool {
	info, err := d.Stat(file)
	return err == nil && info.IsDir()
}

func isLink(d disk, file string) bool {
	info, err := d.Lstat(file)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}
