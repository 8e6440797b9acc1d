package commands

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
)

// treeSet holds the trees of a file, or of all files below a directory.
type treeSet struct {
	files    []*trees.File
	named    map[string]*trees.Tree // the first tree with each name
	mistakes error                  // mistakes in any of the files
}

// readTreeSet reads a file, or the tree files below a directory, in the order of their
// paths.
func readTreeSet(path string) (*treeSet, error) {
	f := &treeSet{named: map[string]*trees.Tree{}}
	info, err := statTrees(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return f, f.read(path, path)
	}
	err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(name) != ".bt" {
			return err
		}
		return f.read(name, name)
	})
	return f, err
}

// statTrees describes a file or directory of trees. It returns an error if the path does not exist, or if it is a
// file of another type.
func statTrees(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	switch ext := filepath.Ext(path); {
	case errors.Is(err, fs.ErrNotExist):
		if near := belowScripts(path, assets.TreeExt); near != "" {
			return nil, usagef("there is no file or directory %s here: did you mean %s?", path, near)
		}
		return nil, usagef("there is no file or directory %s here: give the path of a tree file, such as scripts/guard.bt, or a directory", path)
	case err != nil:
		return nil, usageError{err}
	case !info.IsDir() && slices.Contains([]string{assets.ScriptExt, scene.Ext, bundleExt}, ext):
		return nil, usagef("%s is not a tree file: give a file that ends in %s, or a directory", path, assets.TreeExt)
	}
	return info, nil
}

// belowScripts returns the path of a file in ./scripts that has the base name of path and one of the extensions, or
// "" if there is none.
func belowScripts(path string, exts ...string) (found string) {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	_ = filepath.WalkDir(defaultDir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || !slices.ContainsFunc(exts, func(ext string) bool { return d.Name() == name+ext }) {
			return err
		}
		found = filepath.ToSlash(file)
		return fs.SkipAll
	})
	return found
}

func (f *treeSet) read(path, shown string) error {
	src, err := readUpTo(path, trees.MaxFileSize)
	if err != nil {
		return err
	}
	f.add(shown, src)
	return nil
}

// add adds the trees of a file. If the file has mistakes, add adds only the mistakes.
func (f *treeSet) add(shown string, src []byte) {
	file, list := trees.Parse(filepath.ToSlash(shown), src)
	if err := diag.List(list).Err(); err != nil {
		f.mistakes = errors.Join(f.mistakes, err)
		return
	}
	f.files = append(f.files, file)
	for _, t := range file.Trees {
		if f.named[t.Name] == nil {
			f.named[t.Name] = t
		}
	}
}

// choose returns the trees with the given names, or all trees if no names are given.
func (f *treeSet) choose(names []string) ([]*trees.Tree, error) {
	var all, list []*trees.Tree
	var known []string
	for _, file := range f.files {
		all = append(all, file.Trees...)
	}
	for _, t := range all {
		known = append(known, t.Name)
	}
	if len(names) == 0 {
		return all, nil
	}
	for _, n := range names {
		t := f.named[n]
		if t == nil {
			if hint := diag.DidYouMean(n, known); hint != "" {
				return nil, usagef("no tree has the name %q; %s", n, hint)
			}
			return nil, usagef("no tree has the name %q", n)
		}
		list = append(list, t)
	}
	return list, nil
}

// writeTo writes to a file, or to w if its name is empty.
func writeTo(w io.Writer, file string, text []byte) error {
	if file == "" {
		return writeDocument(w, text)
	}
	return replaceText(file, text)
}

// readUpTo reads at most limit+1 bytes of a file, so that a parser can detect a file that is too large.
func readUpTo(path string, limit int64) ([]byte, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, limit+1))
}

// replaceFile writes a new file, or replaces an existing one, in one step. A game that watches the file thus never
// reads half of it, and the earlier file stays if write fails. A link remains a link, and a file keeps its
// permissions. If the path is a pipe or a device, replaceFile writes to it instead of replacing it.
func replaceFile(path string, write func(io.Writer) error) (err error) {
	real, mode := path, fs.FileMode(0o644)
	if to, err := filepath.EvalSymlinks(path); err == nil {
		real = to
	}
	info, err := os.Stat(real)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if dir := filepath.Dir(real); !isDir(dir) {
			return tr.Errorf("%s cannot be written: there is no directory %s; make it first", path, dir)
		}
	case err != nil:
		return err
	case info.IsDir():
		return tr.Errorf("%s cannot be written: it is a directory; give the name of a file", path)
	case info.Mode().Perm()&0o200 == 0:
		return tr.Errorf("%s is read-only", path)
	case !info.Mode().IsRegular():
		to, err := os.OpenFile(real, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(to), to.Close())
	default:
		mode = info.Mode().Perm()
	}
	tmp, err := os.CreateTemp(filepath.Dir(real), ".bough-*")
	if err != nil {
		return tr.Errorf("%s cannot be written: %w", path, err)
	}
	err = write(tmp)
	if err == nil {
		err = tmp.Chmod(mode)
	}
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), real)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}

// replaceText writes a text like replaceFile.
func replaceText(path string, text []byte) error {
	return replaceFile(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

func isFile(name string) bool {
	st, err := os.Stat(name)
	return err == nil && st.Mode().IsRegular()
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isBundle reports whether a file has the extension of bundles.
func isBundle(file string) bool {
	st, err := os.Stat(file)
	return err == nil && !st.IsDir() && strings.EqualFold(filepath.Ext(file), bundleExt)
}

// bundleExt is the extension of bundles.
const bundleExt = ".zip"
