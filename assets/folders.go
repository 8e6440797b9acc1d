package assets

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
)

// Bounds on the folders that are looked into: links among a few can make a tree of
// any size.
const (
	maxFolders = 1 << 14
	maxNested  = 64
)

// lister finds the relevant files below a root, through links to folders too, but never
// through a folder that lies inside itself.
type lister struct {
	m     *Manager
	want  func(name string) bool
	files []string
	left  int // folders that may still be looked into
}

// list returns the paths of all relevant files, sorted. Folders that cannot be read are
// noted and left out.
func (m *Manager) list() []string {
	return m.listed(Relevant)
}

// listed returns the paths of the files that are wanted, sorted.
func (m *Manager) listed(want func(name string) bool) []string {
	l := &lister{m: m, want: want, left: maxFolders}
	if info, err := fs.Stat(m.o.FS, "."); err != nil {
		l.skipped(".", notListed+"%v", cause(err)).Hint = whyUnreadable(err)
	} else {
		l.folder(".", []fs.FileInfo{info})
	}
	slices.Sort(l.files)
	return l.files
}

const notListed = "cannot be read: "

// relist forgets what is said of folders that can be read by now.
func (m *Manager) relist() {
	m.unlisted = slices.DeleteFunc(m.unlisted, func(d diag.Diagnostic) bool {
		name := path.Clean(strings.TrimPrefix(strings.TrimPrefix(d.Pos.File, m.o.Prefix), "/"))
		_, err := fs.ReadDir(m.o.FS, name)
		return err == nil && strings.HasPrefix(d.Message, notListed)
	})
}

func (l *lister) skipped(name, format string, args ...any) *diag.Diagnostic {
	return l.m.unlisted.Add(diag.Pos{File: l.m.display(name)}, format, args...)
}

// folder lists the folder that the last of way is; the others are those it lies in.
func (l *lister) folder(name string, way []fs.FileInfo) {
	if l.left--; l.left < 0 || len(way) > maxNested {
		if l.left >= -1 {
			l.skipped(name, "more than %d folders, or nested deeper than %d; this one is left out", maxFolders, maxNested).
				Hint = "remove links between folders"
		}
		return
	}
	entries, err := fs.ReadDir(l.m.o.FS, name)
	if err != nil {
		l.skipped(name, notListed+"%v", cause(err)).Hint = whyUnreadable(err)
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

// foreign tells of an entry of a folder whose name is not UTF-8, and so is no path.
func (l *lister) foreign(folder string, e fs.DirEntry) {
	if ext := path.Ext(e.Name()); !e.IsDir() && ext != ScriptExt && ext != TreeExt {
		return
	}
	d := diag.Diagnostic{Pos: diag.Pos{File: l.m.display(folder)}, Severity: diag.Warning,
		Message: fmt.Sprintf("%+q is left out, since its name is not UTF-8", e.Name()), Hint: "give it another name"}
	if !told(l.m.unlisted, d) {
		l.m.unlisted = append(l.m.unlisted, d)
	}
}

func (l *lister) entry(name string, e fs.DirEntry, way []fs.FileInfo) {
	info, isDir := l.directory(name, e)
	switch {
	case !isDir:
		if l.want(name) {
			l.files = append(l.files, name)
		}
	case l.m.isRoot(name):
	case slices.ContainsFunc(way, func(above fs.FileInfo) bool { return os.SameFile(above, info) }):
	default:
		l.folder(name, append(slices.Clip(way), info))
	}
}

// directory reports whether an entry is a folder or leads to one. What leads nowhere is
// not; the error of a folder that cannot be read is that of listing it.
func (l *lister) directory(name string, e fs.DirEntry) (info fs.FileInfo, isDir bool) {
	if !e.IsDir() && e.Type()&fs.ModeSymlink == 0 {
		return nil, false
	}
	info, err := fs.Stat(l.m.o.FS, name)
	if err != nil {
		return nil, e.IsDir()
	}
	return info, info.IsDir()
}
