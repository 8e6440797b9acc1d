package hotreload

import (
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// holdFile is the name of a hold that anybody can create.
const holdFile = ".bough-hold"

// holdLimit is the maximum time for which holds keep a set from being delivered, from its first change.
const holdLimit = 10 * time.Second

// above returns the root and the directories above it. If the root is behind a link, they include those above the
// link and those above its target.
func (r *root) above(d disk) []string {
	var dirs []string
	climb := func(dir string) {
		for ; !slices.Contains(dirs, dir); dir = filepath.Dir(dir) {
			dirs = append(dirs, dir)
		}
	}
	climb(r.dir)
	if real, err := d.EvalSymlinks(r.dir); err == nil {
		climb(real)
	}
	return dirs
}

// maxGitFile is the maximum size in bytes of a file .git.
const maxGitFile = 8 << 10

// gitLock returns the path of the file that exists while a Git command changes files below dir. Git creates it before
// it changes the first of them, and deletes it after the last. gitLock returns "" if dir is not the top of a work tree.
func gitLock(d disk, dir string) string {
	git := filepath.Join(dir, ".git")
	info, err := d.Stat(git)
	switch {
	case err != nil:
		return ""
	case info.Mode().IsRegular(): // a linked work tree or a submodule
		f, err := d.Open(git)
		if err != nil {
			return ""
		}
		defer f.Close()
		text, err := io.ReadAll(io.LimitReader(f, maxGitFile))
		named, ok := strings.CutPrefix(string(text), "gitdir: ")
		if err != nil || !ok {
			return ""
		}
		if git = filepath.FromSlash(strings.TrimRight(named, "\r\n")); !filepath.IsAbs(git) {
			git = filepath.Join(dir, git)
		}
	case !info.IsDir():
		return ""
	}
	return filepath.Join(git, "index.lock")
}

// hold is a file that keeps sets from being delivered while it exists: a lock of Git, or a file named .bough-hold, for
// a root or for a directory above it.
type hold struct {
	file        string
	fingerprint fingerprint
}

// holds returns the holds that exist, without those that have expired.
func (w *Watcher) holds() []hold {
	var found []hold
	for _, r := range w.roots {
		for _, dir := range r.above(w.system.disk) {
			for _, file := range []string{gitLock(w.system.disk, dir), filepath.Join(dir, holdFile)} {
				if file == "" {
					continue
				}
				m := fingerprintOf(w.system.disk, file)
				old, expired := w.expired[file]
				if m.info != nil && !(expired && old.same(w.system.disk, m)) {
					found = append(found, hold{file, m})
				}
			}
		}
	}
	return found
}

// waitForHolds postpones a batch if there are holds. If the batch has waited for MaxDelay, it posts an error that
// reports them. If the batch has waited for holdLimit, the holds expire instead, and the batch gets the error.
func (w *Watcher) waitForHolds(now time.Time, b *batch) bool {
	holds := w.holds()
	if len(holds) == 0 {
		return false
	}
	tell := !b.told && !now.Before(b.first.Add(w.settle.bound))
	b.told = b.told || tell
	if !w.settle.postpone(now, *b, held) {
		for _, h := range holds {
			w.expired[h.file] = h.fingerprint
			b.errs = appendErrors(b.errs, h.error(tr.F("this file has kept changed files waiting for %v, and is ignored from now on", holdLimit)))
		}
		return false
	}
	if tell {
		var errs []error
		for _, h := range holds {
			errs = appendErrors(errs, h.error(tr.F("changed files wait until this file is gone, but not longer than %v", holdLimit)))
		}
		w.post(findings{errs: errs})
	}
	return true
}

// error returns an Error about the hold.
func (h hold) error(message string) *Error {
	e := &Error{Path: h.file, Message: message, Remedy: tr.T("delete it if no Git command is running")}
	if filepath.Base(h.file) == holdFile {
		e.Remedy = tr.T("delete it when all files are saved")
	}
	return e
}
