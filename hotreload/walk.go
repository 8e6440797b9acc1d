package hotreload

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
)

// maxDirs bounds the number of directories of one walk. Links between a few directories can form a tree of any
// size.
const maxDirs = 1 << 14

// listing is the result of a walk below a root.
type listing struct {
	files  []string               // names of the matching files
	links  map[string]fingerprint // links to directories and broken links, with fingerprints from before they were followed
	failed map[string]*Error      // directories that could not be read, by name
}

// unknown reports whether the walk could not determine if a file of that name exists.
func (l listing) unknown(name string) bool {
	for dir := range l.failed {
		if (place{0, dir}).holds(place{0, name}) {
			return true
		}
	}
	return false
}

// walker lists directories. It follows links, but never enters a directory that is already in the path to it.
type walker struct {
	disk  disk
	root  string // operating system path
	match func(name string) bool
	// enter is called with the name of each directory and its path without links, before the directory is read, so
	// that a watch exists before its entries are seen.
	enter func(name, real string)
	limit int // maximum number of directories to enter; 0 means maxDirs
	found listing
	left  int // number of directories that may still be entered
}

// walk lists the directory with that name below the root. The listing has no files if name is not a directory.
func (w *walker) walk(name string) listing {
	w.limit = cmp.Or(w.limit, maxDirs)
	w.left = w.limit
	w.found.failed, w.found.links = map[string]*Error{}, map[string]fingerprint{}
	full := filepath.Join(w.root, filepath.FromSlash(name))
	real, _, err := w.resolve(full)
	if err != nil {
		w.lost(name, full, err)
		return w.found
	}
	w.visit(name, real, w.ancestors(name))
	return w.found
}

// ancestors returns the directories above name, beginning with the root.
func (w *walker) ancestors(name string) []fs.FileInfo {
	var above []fs.FileInfo
	for name != "." {
		name = path.Dir(name)
		if info, err := w.disk.Stat(filepath.Join(w.root, filepath.FromSlash(name))); err == nil {
			above = append(above, info)
		}
	}
	return above
}

func (w *walker) visit(name, real string, above []fs.FileInfo) {
	info, err := w.disk.Stat(real)
	if err != nil {
		w.fail(name, real, err)
		return
	}
	inside := func(a fs.FileInfo) bool { return w.disk.SameFile(a, info) }
	if !info.IsDir() || slices.ContainsFunc(above, inside) {
		return
	}
	if w.left--; w.left < 0 {
		w.tooMany(name, real)
		return
	}
	w.enter(name, real)
	entries, err := w.disk.ReadDir(real)
	if err != nil {
		w.fail(name, real, err)
		return
	}
	above = append(above, info)
	for _, e := range entries {
		if !ignored(e.Name()) {
			w.entry(path.Join(name, e.Name()), filepath.Join(real, e.Name()), e.Type(), above)
		}
	}
}

func (w *walker) entry(name, real string, mode fs.FileMode, above []fs.FileInfo) {
	if mode&fs.ModeSymlink != 0 {
		target, info, err := w.resolve(real)
		if err != nil || info.IsDir() {
			w.found.links[name] = fingerprint{real: target}.of(info, err)
		}
		if err != nil {
			return
		}
		real, mode = target, info.Mode().Type()
	}
	switch {
	case mode.IsDir():
		w.visit(name, real, above)
	case mode.IsRegular() && w.match(name):
		w.found.files = append(w.found.files, name)
	}
}

// resolve follows a link to its target. It calls Stat first, since some errors of EvalSymlinks have no type.
func (w *walker) resolve(link string) (target string, info fs.FileInfo, err error) {
	if info, err = w.disk.Stat(link); err != nil {
		return "", nil, err
	}
	target, err = w.disk.EvalSymlinks(link)
	return target, info, err
}

// lost records that it is not known whether a name exists. If permission is denied, the error is about the
// directory that contains the name.
func (w *walker) lost(name, full string, err error) {
	if errors.Is(err, fs.ErrPermission) {
		full = filepath.Dir(full)
	}
	w.fail(name, full, err)
}

func (w *walker) fail(name, dir string, err error) {
	if !missing(err) {
		w.found.failed[name] = unreadableDir(dir, err)
	}
}

func (w *walker) tooMany(name, dir string) {
	if w.left == -1 {
		w.found.failed[name] = &Error{
			Path:    dir,
			Message: tr.F("more than %d directories below %s; this one and those after it are left out", w.limit, w.root),
			Remedy:  tr.T("remove links between directories, or watch the directories with scripts only"),
		}
	}
}
