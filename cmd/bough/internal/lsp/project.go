package lsp

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/uri"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/index"
	"github.com/bough-dev/bough/internal/layers"
	"github.com/bough-dev/bough/internal/memfs"
)

// project is a folder of scripts. The texts of open documents lie over its files.
type project struct {
	dir     string // of the root
	prefix  string // how messages name it
	texts   *memfs.FS
	files   fs.FS
	source  *hotreload.Manual
	watcher *hotreload.Watcher
	game    *bough.Game // nil if it could not be opened
	names   *index.Index
	touched []string // paths that have changed since the last refresh
	stale   bool     // the diagnostics are older than the texts
	shown   map[string]bool
	found   diag.List            // of the last check
	checked map[string]string    // the texts of open documents in the last check
	failed  map[string]diag.List // what tests found, by the paths of their files
	host    *Host
	cache   *known
}

// isOfGame reports whether the server answers for a file.
func isOfGame(name string) bool {
	ext := filepath.Ext(name)
	return ext == assets.ScriptExt || ext == assets.TreeExt || ext == ".scene" || filepath.Base(name) == assets.FieldsFile
}

// root returns the folder of the scripts of a file: the nearest one above it that has a file agent.fields or bough.root or
// is called scripts, but not one above the folder of the workspace. If there is none, it is the folder of the workspace for a
// tree or a scene, and no folder for a script: it may belong to another program.
func (s *server) root(file string) string {
	top := ""
	for _, f := range s.folders {
		if rel, err := filepath.Rel(f, file); err == nil && filepath.IsLocal(rel) && len(f) > len(top) {
			top = f
		}
	}
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if isRoot(dir) {
			return dir
		}
		if dir == top || dir == filepath.Dir(dir) {
			break
		}
	}
	switch {
	case filepath.Ext(file) != assets.ScriptExt && top != "":
		return top
	case filepath.Ext(file) != assets.ScriptExt:
		return filepath.Dir(file)
	case top != "" && hasTrees(top):
		return top
	}
	return ""
}

func isRoot(dir string) bool {
	return filepath.Base(dir) == "scripts" || exists(filepath.Join(dir, assets.FieldsFile)) || exists(filepath.Join(dir, assets.RootFile))
}

// hasTrees reports whether there are trees in a folder itself.
func hasTrees(dir string) bool {
	found, _ := filepath.Glob(filepath.Join(dir, "*"+assets.TreeExt))
	return len(found) > 0
}

// rootsBelow returns the roots in a folder of a workspace and in the folders in it.
func rootsBelow(dir string) (roots []string) {
	if dir == "" {
		return nil
	}
	if isRoot(dir) || hasTrees(dir) {
		return []string{dir}
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if at := filepath.Join(dir, e.Name()); e.IsDir() && !strings.HasPrefix(e.Name(), ".") && isRoot(at) {
			roots = append(roots, at)
		}
	}
	return roots
}

// openProject opens the scripts below a root.
func (s *server) openProject(root string) (*project, error) {
	p := &project{dir: root, prefix: filepath.Base(root), texts: &memfs.FS{}, source: hotreload.NewManual(), shown: map[string]bool{}, failed: map[string]diag.List{}, stale: true, host: &s.host}
	for _, f := range s.folders {
		if rel, err := filepath.Rel(f, root); err == nil && filepath.IsLocal(rel) && rel != "." {
			p.prefix = filepath.ToSlash(rel)
		}
	}
	p.files = layers.FS{Over: p.texts, Base: os.DirFS(root)}
	p.names = index.New(func(name string) bool {
		return p.game != nil && slices.ContainsFunc(p.game.Bundle().Kinds, func(k *engine.Custom) bool { return k.Name == name })
	})
	game, err := s.host.Open(p.files, p.prefix, bough.Options{Source: p.source, Seed: 1, Now: func() time.Time { return time.Time{} }})
	if err != nil {
		return p, err
	}
	game.Load()
	p.game = game
	p.readAll()
	if s.host.Watch {
		p.watcher, err = hotreload.Watch([]string{root}, hotreload.Options{Match: func(name string) bool { return isOfGame(name) || path.Base(name) == assets.RootFile }})
		if err == nil {
			s.wait.Go(func() { s.watch(p) })
		}
	}
	return p, nil
}

// watch passes on what other programs change.
func (s *server) watch(p *project) {
	for {
		select {
		case <-s.done:
			return
		case c, ok := <-p.watcher.Changes():
			if !ok {
				return
			}
			s.mu.Lock()
			for _, name := range c.Paths {
				p.reread(name)
			}
			s.check()
			s.mu.Unlock()
		}
	}
}

func (p *project) close() {
	if p.watcher != nil {
		p.watcher.Close()
	}
	if p.game != nil {
		p.game.Close()
	}
}

// readAll puts all files into the index.
func (p *project) readAll() {
	fs.WalkDir(p.files, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || p.isFile(path.Join(name, assets.RootFile))):
			return fs.SkipDir
		case !d.IsDir() && isOfGame(name):
			p.read(name)
		}
		return nil
	})
}

func (p *project) isFile(name string) bool {
	info, err := fs.Stat(p.files, name)
	return err == nil && info.Mode().IsRegular()
}

// read puts a file into the index, or removes it.
func (p *project) read(name string) {
	src, err := fs.ReadFile(p.files, name)
	if err != nil || len(src) > assets.MaxFile {
		p.names.Remove(name)
		return
	}
	p.names.Set(name, string(src))
}

// set puts the text of an open document over its file.
func (p *project) set(name, text string) {
	if was, ok := p.texts.Text(name); ok && was == text {
		return
	}
	p.texts.Set(name, text)
	p.touch(name)
}

// unset takes the text of a document that was closed away.
func (p *project) unset(name string) {
	if p.texts.Remove(name) {
		p.touch(name)
	}
}

// reread notes that a file has changed on disk.
func (p *project) reread(name string) {
	if _, open := p.texts.Text(name); !open {
		p.touch(name)
	}
}

func (p *project) touch(name string) {
	p.stale = true
	clear(p.failed) // the tests may pass now
	if !slices.Contains(p.touched, name) {
		p.touched = append(p.touched, name)
	}
}

// refresh loads what has changed.
func (p *project) refresh() {
	if len(p.touched) == 0 || p.game == nil {
		return
	}
	for _, name := range p.touched {
		p.read(name)
	}
	if changed := slices.DeleteFunc(p.touched, func(name string) bool { return !assets.Relevant(name) }); len(changed) > 0 {
		p.source.Touch(changed...)
		p.game.Refresh()
	}
	p.touched = nil
}

// text returns the text of a file.
func (p *project) text(name string) (text, bool) {
	if f := p.names.File(name); f != nil {
		return newText(f.Text), true
	}
	src, err := fs.ReadFile(p.files, name)
	return newText(string(src)), err == nil
}

// uri returns the URI of a file.
func (p *project) uri(name string) uri.URI {
	return uri.File(filepath.Join(p.dir, filepath.FromSlash(name)))
}

// name returns the path below the root of a file that a message names, and reports whether it is below it.
func (p *project) name(file string) (string, bool) {
	if p.prefix == "" {
		return file, true
	}
	return strings.CutPrefix(file, p.prefix+"/")
}

// over returns the files with the texts of open documents and, in place of them, other texts. They do not change.
func (p *project) over(texts map[string]string) fs.FS {
	over := &memfs.FS{}
	for name, text := range p.texts.Texts() {
		over.Set(name, text)
	}
	for name, text := range texts {
		over.Set(name, text)
	}
	return layers.FS{Over: over, Base: os.DirFS(p.dir)}
}
