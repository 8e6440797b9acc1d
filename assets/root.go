package assets

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// Bounds on the listing of folders. Links between a few folders can form a tree of any size.
const (
	maxFolders = 1 << 14
	maxNested  = 64
)

// root is the folder with the scripts and trees.
type root struct {
	fs       fs.FS
	prefix   string    // put before paths in messages
	kept     bool      // see Options.Kept
	unlisted diag.List // problems of folders that could not be listed
}

// display returns a path in the form that messages use.
func (r *root) display(name string) string { return path.Join(r.prefix, name) }

// isRoot reports whether a folder has a RootFile.
func (r *root) isRoot(dir string) bool {
	info, err := stat(r.fs, dir+"/"+RootFile)
	return err == nil && info.Mode().IsRegular()
}

// owner returns the folder of the outermost other root that a path belongs to, or "" if it belongs to this root. A name that is
// no name of a file, such as .idle in a tree, may give a path that begins with a slash.
func (r *root) owner(name string) (folder string) {
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if r.isRoot(dir) {
			folder = dir
		}
	}
	return folder
}

// notRead returns the remedy for a file that is not read since it belongs to another root, or empty words.
func (r *root) notRead(name string) (w diag.Words) {
	if folder := r.owner(name); folder != "" {
		w = r.otherRoot(folder)
	}
	return w
}

// otherRoot returns the remedy for the files of another root.
func (r *root) otherRoot(folder string) diag.Words {
	return message.DeleteRootFile(r.display(folder+"/"+RootFile), r.display(folder))
}

// loads is like the function loads, and leaves out texts of trees that agents keep unless they are wanted.
func (r *root) loads(name string) bool { return loads(name) && (r.kept || !isKept(name)) }

// reads reports whether a Manager of this root reads a path.
func (r *root) reads(name string) bool { return r.loads(name) && r.owner(name) == "" }

// read returns the content of a file. A file that belongs to another root does not exist.
func (r *root) read(name string) (text []byte, exists bool, err error) {
	if r.owner(name) != "" {
		return nil, false, nil
	}
	return read(r.fs, name)
}

// affected returns the paths of all files that a Manager must read again when the files at the given paths have
// changed. A RootFile affects all files in and below its folder; known are the paths of the files that have been read.
func (r *root) affected(paths, known []string) []string {
	var out []string
	for _, name := range paths {
		folder := path.Dir(name)
		switch {
		case path.Base(name) == RootFile && visible(name) && folder != ".":
			r.unlisted = slices.DeleteFunc(r.unlisted, func(d diag.Diagnostic) bool {
				return strings.HasPrefix(d.Pos.File+"/", r.display(folder)+"/")
			})
			if r.owner(name) == "" {
				out = append(out, r.list(folder, r.loads)...)
			}
			for _, k := range known {
				if strings.HasPrefix(k, folder+"/") {
					out = append(out, k)
				}
			}
		case r.reads(name):
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sum returns the present sum of a file, in the form of file.hash.
func (r *root) sum(name string) [sha256.Size]byte {
	text, exists, err := r.read(name)
	switch {
	case err != nil:
		return r.noReading(name, err).hash
	case !exists:
		return [sha256.Size]byte{}
	}
	return sha256.Sum256(text)
}

// noReading returns the state of a file that exists and cannot be read. Its sum is the sum of err.
func (r *root) noReading(name string, err error) *file {
	f := &file{path: name, ext: path.Ext(name)}
	unreadable(&f.own, r.display(name), err)
	f.hash = sha256.Sum256([]byte(f.own.Error()))
	return f
}

// lister finds the files below a root. It follows links to folders, but never enters a folder that is already in
// the path to it.
type lister struct {
	root  *root
	want  func(name string) bool
	files []string
	left  int // number of folders that may still be listed
}

// list returns the sorted paths of the files in and below a folder for which want returns true. It leaves out folders
// that cannot be read, and records their problems in r.unlisted.
func (r *root) list(folder string, want func(name string) bool) []string {
	l := &lister{root: r, want: want, left: maxFolders}
	if way, err := r.way(folder); err == nil {
		l.folder(folder, way)
	} else if folder == "." {
		unreadable(&r.unlisted, r.display("."), err)
	}
	slices.Sort(l.files)
	return l.files
}

// way returns the root, the folders on the way to a folder, and last the folder itself.
func (r *root) way(folder string) ([]fs.FileInfo, error) {
	var above []fs.FileInfo
	if folder != "." {
		var err error
		if above, err = r.way(path.Dir(folder)); err != nil {
			return nil, err
		}
	}
	info, err := stat(r.fs, folder)
	if err == nil && !info.IsDir() {
		err = fs.ErrNotExist
	}
	return append(above, info), err
}

// relist drops the problems of folders that can be read now.
func (r *root) relist() {
	r.unlisted = slices.DeleteFunc(r.unlisted, func(d diag.Diagnostic) bool {
		name := path.Clean(strings.TrimPrefix(strings.TrimPrefix(d.Pos.File, r.prefix), "/"))
		_, err := readDir(r.fs, name)
		return err == nil && d.Code == message.UnreadableFile("").Code
	})
}

// folder lists a folder. way has the folders above it and, last, the folder itself.
func (l *lister) folder(name string, way []fs.FileInfo) {
	if l.left--; l.left < 0 || len(way) > maxNested {
		if l.left >= -1 {
			l.root.unlisted.Add(diag.Pos{File: l.root.display(name)}, message.TooManyFolders(maxFolders, maxNested))
		}
		return
	}
	entries, err := readDir(l.root.fs, name)
	if err != nil {
		unreadable(&l.root.unlisted, l.root.display(name), err)
	}
	for _, e := range entries {
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case !utf8.ValidString(e.Name()):
			l.foreign(name, e)
		default:
			l.entry(path.Join(name, e.Name()), e, way)
		}
	}
}

// foreign reports a problem if the name of an entry of a folder is not UTF-8. Such a name is not a valid path.
func (l *lister) foreign(folder string, e fs.DirEntry) {
	if ext := path.Ext(e.Name()); !e.IsDir() && ext != ScriptExt && ext != TreeExt {
		return
	}
	d := diag.New(diag.Pos{File: l.root.display(folder)}, message.NameNotUtf8(strconv.QuoteToASCII(e.Name())))
	d.Severity = diag.Warning
	if !reported(l.root.unlisted, d) {
		l.root.unlisted = append(l.root.unlisted, d)
	}
}

func (l *lister) entry(name string, e fs.DirEntry, way []fs.FileInfo) {
	info, isDir := l.directory(name, e)
	switch {
	case !isDir:
		if l.want(name) {
			l.files = append(l.files, name)
		}
	case l.root.isRoot(name):
	case slices.ContainsFunc(way, func(above fs.FileInfo) bool { return os.SameFile(above, info) }):
	default:
		l.folder(name, append(slices.Clip(way), info))
	}
}

// directory reports whether an entry is a folder or a link to one. It returns false for a broken link. It returns
// true for a folder that cannot be read, since listing that folder returns the error.
func (l *lister) directory(name string, e fs.DirEntry) (info fs.FileInfo, isDir bool) {
	if !e.IsDir() && e.Type()&fs.ModeSymlink == 0 {
		return nil, false
	}
	info, err := stat(l.root.fs, name)
	if err != nil {
		return nil, e.IsDir()
	}
	return info, info.IsDir()
}

// unreadable adds an error for an existing file or folder that cannot be read.
func unreadable(list *diag.List, shown string, err error) {
	var w diag.Words
	if !errors.As(err, &w) {
		w = message.UnreadableFile(cause(err).Error())
	}
	d := list.Add(diag.Pos{File: shown}, w)
	switch {
	case errors.Is(err, fs.ErrPermission):
		d.Advise(message.GrantPermission())
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		d.Advise(message.RaiseFileLimit())
	case errors.Is(err, io.ErrNoProgress):
		d.Advise(message.CorrectRead())
	}
}

func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// recoverPanic turns a panic of a file system of the game into an error. On the goroutine that reads files in the
// background, a panic would end the process. recoverPanic must be deferred.
func recoverPanic(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the file system panicked: %v", p)
	}
}

// stat is like fs.Stat, but returns an error if the file system panics.
func stat(fsys fs.FS, name string) (info fs.FileInfo, err error) {
	defer recoverPanic(&err)
	return fs.Stat(fsys, name)
}

// readDir is like fs.ReadDir, but returns an error if the file system panics.
func readDir(fsys fs.FS, name string) (entries []fs.DirEntry, err error) {
	defer recoverPanic(&err)
	return fs.ReadDir(fsys, name)
}

// read returns the content of a file; ok is false if the file does not exist. A path that is neither a regular file
// nor a link to one counts as absent and is not opened, since opening a pipe would block until it has a writer.
func read(fsys fs.FS, name string) (text []byte, ok bool, err error) {
	defer recoverPanic(&err)
	st, err := stat(fsys, name)
	if err == nil && !st.Mode().IsRegular() {
		return nil, false, nil
	}
	var f fs.File
	if err == nil {
		f, err = fsys.Open(name)
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // the second error is for a/b.lua where a is a file
		return nil, false, nil
	}
	if err != nil {
		return nil, true, err
	}
	defer f.Close()
	text, err = io.ReadAll(io.LimitReader(progressing{f}, MaxFile+1))
	if len(text) > MaxFile {
		return nil, true, message.FileTooLarge(MaxFile >> 20)
	}
	return text, true, err
}

// progressing is a reader that returns io.ErrNoProgress if many calls of Read in a row return neither data nor an error.
type progressing struct{ io.Reader }

// maxEmptyReads is the number of these calls. Package bufio has the same bound.
const maxEmptyReads = 100

// Read implements io.Reader.
func (r progressing) Read(p []byte) (n int, err error) {
	for range maxEmptyReads {
		if n, err = r.Reader.Read(p); n != 0 || err != nil || len(p) == 0 {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}
