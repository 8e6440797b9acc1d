package inspect

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/inspect/wire"
	"github.com/bough-dev/bough/internal/apidoc"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/fix"
	"github.com/bough-dev/bough/internal/layers"
	"github.com/bough-dev/bough/internal/memfs"
	"github.com/bough-dev/bough/internal/palette"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/edit"
)

// The bounds of what pages may write.
const (
	maxFile   = 4 << 20           // bytes of a file
	maxFiles  = 10_000            // files in a list
	maxUpload = 2*maxFile + 1<<16 // bytes of a request with a file, in which JSON may escape characters
)

// editable are the extensions of the files that pages may write. Scenes play the game, which does not load them.
var editable = append(slices.Clone(extensions), ".scene")

// writable returns a path below the scripts that pages may write, without the prefix that places of rows and messages have.
func (h *Handler) writable(name string) (string, error) {
	switch {
	case h.playback != nil:
		return "", refuse(statusForbidden, tr.T("a recording cannot be changed"))
	case h.o.Files == nil:
		return "", refuse(statusForbidden, tr.T("the game lets pages change no files; set Options.Files"))
	case !isPath(name):
		return "", refuse(statusBadRequest, tr.T("this is no path below the scripts; write it like guard.bt or move/flee.lua"))
	case !slices.Contains(editable, path.Ext(name)):
		return "", refuse(statusForbidden, tr.F("only files of the game are written: %s", strings.Join(editable, ", ")))
	}
	if short, ok := strings.CutPrefix(name, h.live.game.Prefix()+"/"); ok {
		if _, err := fs.Stat(h.files(), name); err != nil {
			name = short
		}
	}
	return name, nil
}

// about decodes the body of a request about a text of a file, and returns the path that it names.
func (h *Handler) about(r *request, body any, named *string) (string, error) {
	if err := decode(r, body); err != nil {
		return "", err
	}
	return h.writable(*named)
}

// isPath reports whether a name is a path below the scripts.
func isPath(name string) bool {
	return fs.ValidPath(name) && name != "." && !strings.ContainsAny(name, "\\\x00")
}

// files are the files of the game, with those of the overlay over them.
func (h *Handler) files() fs.FS {
	if h.o.Overlay == nil {
		return h.o.Files.FS()
	}
	return layers.FS{Over: h.o.Overlay.FS(), Base: h.o.Files.FS()}
}

// onDisk returns the text of a file and its hash. The hash of a file that does not exist is "".
func (h *Handler) onDisk(name string) (text []byte, hash string, err error) {
	f, err := h.files().Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", refuse(statusForbidden, tr.F("%s cannot be read: %v", clip(name), cause(err)))
	}
	defer f.Close()
	text, err = io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return nil, "", refuse(statusForbidden, tr.F("%s cannot be read: %v", clip(name), cause(err)))
	case len(text) > maxFile:
		return nil, "", refuse(statusForbidden, tr.F("%s is larger than %d MB; change it in another editor", clip(name), maxFile>>20))
	case !utf8.Valid(text):
		return nil, "", refuse(statusForbidden, tr.F("%s is not UTF-8; convert it in another editor", clip(name)))
	}
	return text, hashOf(text), nil
}

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// lastGood returns a file as it was when the files last had no errors.
func (h *Handler) lastGood(r *request) (any, error) {
	name, err := h.writable(r.rest)
	if err != nil {
		return nil, err
	}
	f := &wire.File{Path: name}
	err = h.do(r.ctx, func(l *live) error {
		text := l.game.LastGood(name)
		if text == nil {
			return refuse(statusNotFound, tr.F("no version of %s without errors is kept", clip(name)))
		}
		f.Stamp, f.Text, f.Hash = l.stamp(), string(text), hashOf(text)
		return nil
	})
	return f, err
}

// cause returns what the system says about a file, without the path, which may be secret.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// conflict is an error if a file is not the one that a page has read.
type conflict struct{ wire.Conflict }

// Error returns the text for the page.
func (c *conflict) Error() string { return c.Conflict.Error }

// read returns the text of a file, which must have the hash that a page knows.
func (h *Handler) read(name, known string) (text []byte, err error) {
	text, hash, err := h.onDisk(name)
	switch {
	case err != nil:
		return nil, err
	case hash == known:
		return text, nil
	case hash == "":
		return nil, &conflict{wire.Conflict{Error: tr.T("the file is gone: it was removed or renamed elsewhere")}}
	case known == "":
		return nil, &conflict{wire.Conflict{Error: tr.T("there is such a file already"), Text: string(text), Hash: hash}}
	}
	return nil, &conflict{wire.Conflict{Error: tr.T("the file has been changed elsewhere since it was read"), Text: string(text), Hash: hash}}
}

// savedFiles lists the files that pages may change.
func (h *Handler) savedFiles(*request) (any, error) {
	if _, err := h.writable("a.lua"); err != nil {
		return nil, err
	}
	list := &wire.Files{Stamp: h.stamp(), Paths: []string{}}
	err := fs.WalkDir(h.files(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && name == ".":
			return err
		case err != nil:
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case !d.IsDir() && slices.Contains(editable, path.Ext(name)) && len(list.Paths) < maxFiles:
			list.Paths = append(list.Paths, name)
			if h.o.Overlay != nil && h.files().(layers.FS).IsOver(name) {
				list.Over = append(list.Over, name)
			}
		}
		return nil
	})
	if err != nil {
		return nil, refuse(statusForbidden, tr.F("the folder cannot be read: %v", cause(err)))
	}
	return list, nil
}

// savedFile returns a file as it is on disk.
func (h *Handler) savedFile(r *request) (any, error) {
	name, err := h.writable(r.rest)
	if err != nil {
		return nil, err
	}
	text, hash, err := h.onDisk(name)
	if err == nil && hash == "" {
		err = refuse(statusNotFound, tr.F("there is no file %s", clip(name)))
	}
	if err != nil {
		return nil, err
	}
	return &wire.File{Stamp: h.stamp(), Path: name, Text: string(text), Hash: hash}, nil
}

// save writes a file.
func (h *Handler) save(r *request) (any, error) {
	name, err := h.writable(r.rest)
	if err != nil {
		return nil, err
	}
	var s wire.Save
	if err := decode(r, &s); err != nil {
		return nil, err
	}
	text := []byte(s.Text)
	if len(text) > maxFile {
		return nil, refuse(statusRequestEntityTooLarge, tr.F("the file would be larger than %d MB", maxFile>>20))
	}
	h.writing.Lock()
	defer h.writing.Unlock()
	old, err := h.read(name, s.Hash)
	if err != nil {
		return nil, err
	}
	if s.Hash == "" || !bytes.Equal(old, text) {
		if err := h.write(name, text); err != nil {
			return nil, err
		}
	}
	return h.checked(r.ctx, h.files(), name, text)
}

// write replaces a file at once, so that the game never reads a part of it.
func (h *Handler) write(name string, text []byte) error {
	mode := fs.FileMode(0o644)
	if info, err := fs.Stat(h.files(), name); err == nil {
		mode = info.Mode().Perm()
	}
	folder := h.o.Files
	if h.o.Overlay != nil {
		folder = h.o.Overlay
		if err := folder.MkdirAll(path.Dir(name), 0o755); err != nil {
			return refuse(statusForbidden, tr.F("%s cannot be written: %v", clip(name), cause(err)))
		}
	}
	temporary := path.Join(path.Dir(name), "."+path.Base(name)+"."+rand.Text()[:8]+".tmp")
	err := folder.WriteFile(temporary, text, mode)
	if err == nil {
		err = folder.Rename(temporary, name)
	}
	if err != nil {
		folder.Remove(temporary)
		return refuse(statusForbidden, tr.F("%s cannot be written: %v", clip(name), cause(err)))
	}
	return nil
}

// takeOut removes a file from the overlay, so that the one below it is in force again. It returns that one; one that is not
// there has no hash.
func (h *Handler) takeOut(r *request) (any, error) {
	name, err := h.writable(r.rest)
	if err != nil {
		return nil, err
	}
	if h.o.Overlay == nil {
		return nil, refuse(statusForbidden, tr.T("the game has no overlay; pages remove no other files"))
	}
	h.writing.Lock()
	defer h.writing.Unlock()
	if _, err := h.read(name, r.query.Get("hash")); err != nil {
		return nil, err
	}
	switch err := h.o.Overlay.Remove(name); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, refuse(statusNotFound, tr.F("%s is not in the overlay", clip(name)))
	case err != nil:
		return nil, refuse(statusForbidden, tr.F("%s cannot be removed: %v", clip(name), cause(err)))
	}
	text, hash, err := h.onDisk(name)
	if err != nil {
		return nil, err
	}
	return &wire.File{Stamp: h.stamp(), Path: name, Text: string(text), Hash: hash}, nil
}

// check says what would be found in a file with another text.
func (h *Handler) check(r *request) (any, error) {
	var s wire.Save
	name, err := h.about(r, &s, &s.Path)
	if err != nil {
		return nil, err
	}
	files, err := h.drafted(&s)
	if err != nil {
		return nil, err
	}
	return h.checked(r.ctx, files, name, []byte(s.Text))
}

// drafted returns the files of the game with the drafts of a page in place of those on disk.
func (h *Handler) drafted(s *wire.Save) (files fs.FS, err error) {
	files = h.files()
	for _, d := range s.Drafts {
		at, err := h.writable(d.Path)
		if err != nil {
			return nil, err
		}
		files = withText(files, at, d.Text)
	}
	return files, nil
}

// checked returns the findings in a file that has a given text, among other files.
func (h *Handler) checked(ctx context.Context, files fs.FS, name string, text []byte) (*wire.Saved, error) {
	var found diag.List
	var err error
	switch {
	case path.Ext(name) != ".scene":
		h.checking.Lock() // one at a time: each is a game
		defer h.checking.Unlock()
		var all bough.Findings
		all, err = h.live.game.Check(withText(files, name, string(text)))
		found = diag.List(all)
	case h.o.CheckScene != nil:
		err = h.do(ctx, func(l *live) error {
			found = h.o.CheckScene(l.game, path.Join(l.game.Prefix(), name), string(text))
			return nil
		})
	}
	if err != nil {
		return nil, err
	}
	s := &wire.Saved{Stamp: h.stamp(), Hash: hashOf(text), Findings: []wire.Finding{}}
	at := path.Join(h.live.game.Prefix(), name)
	for _, d := range found {
		if d.Pos.File == at {
			s.Findings = append(s.Findings, wire.Finding{Line: d.Pos.Line, Col: d.Pos.Col, Error: d.Severity == diag.Error, Code: d.Code, Text: d.Message, Remedy: d.Hint, Fix: fixOf(&d), Make: fix.Missing(&d)})
		} else if d.Severity == diag.Error {
			s.Others++
		}
	}
	return s, nil
}

// fixOf returns the replacement of a misspelled name, if that is the remedy of a finding.
func fixOf(d *diag.Diagnostic) *wire.Fix {
	if r, ok := fix.Near(d); ok {
		return &wire.Fix{Old: r.Old, New: r.New}
	}
	return nil
}

// palette lists what a tree can be made of.
func (h *Handler) palette(r *request) (any, error) {
	p := &wire.Palette{}
	err := h.do(r.ctx, func(l *live) error {
		b := l.game.Bundle()
		p.Stamp, p.Entries = l.stamp(), append(palette.Kinds(behaviors.Kinds), palette.Of(b)...)
		for _, g := range l.game.Runtime().API().Groups {
			for _, e := range g.Entries {
				p.Words = append(p.Words, wire.Word{Name: e.Name, Hook: g.Name == apidoc.Hooks, Text: e.Signature(), Doc: e.Doc})
			}
		}
		if f := b.Declared(); f != nil {
			for _, d := range f.Lines() {
				if d.What == declare.Field && !d.Malformed() {
					field := wire.Declared{Name: d.Name, Means: d.Means}
					if d.Type != nil {
						field.Type = d.Type.String()
					}
					p.Fields = append(p.Fields, field)
				}
			}
		}
		return nil
	})
	return p, err
}

// used says which trees and agents have nodes of a file.
func (h *Handler) used(r *request) (any, error) {
	name, err := h.writable(r.rest)
	if err != nil {
		return nil, err
	}
	u := &wire.Used{Trees: []string{}}
	err = h.do(r.ctx, func(l *live) error {
		u.Stamp = l.stamp()
		at, behavior := path.Join(l.game.Prefix(), name), behaviors.NameOfFile(name)
		runs := map[*engine.Program]bool{}
		for _, t := range l.game.Bundle().Trees {
			for i := range t.Program.Len() {
				if n := t.Program.Node(i); n.Pos.File == at || n.Behavior != nil && path.Ext(name) == ".lua" && n.Behavior.Name == behavior {
					runs[t.Program] = true
					u.Trees = append(u.Trees, t.Name)
					break
				}
			}
		}
		for a := range l.world.Agents() {
			if runs[a.Program()] {
				u.Agents++
			}
		}
		return nil
	})
	return u, err
}

// change makes an operation on a row of a tree file, and returns its text afterwards.
func (h *Handler) change(r *request) (any, error) {
	var c wire.Change
	name, err := h.about(r, &c, &c.Path)
	if err != nil {
		return nil, err
	}
	if path.Ext(name) != ".bt" {
		return nil, refuse(statusBadRequest, tr.F("only tree files have rows; change the text of %s", clip(name)))
	}
	text := []byte(c.Text)
	e, err := edit.Make(path.Join(h.live.game.Prefix(), name), text, c.Op)
	if err == nil {
		text, err = e.Apply(text)
	}
	if err != nil {
		return nil, refuse(statusUnprocessableEntity, err.Error())
	}
	s, err := h.checked(r.ctx, h.files(), name, text)
	if err != nil {
		return nil, err
	}
	return &wire.Changed{Stamp: s.Stamp, Text: string(text), Hunks: e.Hunks, Line: e.Line, Findings: s.Findings, Others: s.Others}, nil
}

// partKinds are the words of messages for the kinds of parts.
var partKinds = [...]string{"keyword", "name", "argument", "parameter", "mark", "description", "expression", "condition", "comment"}

// rowParts says of what a line of a tree file consists.
func (h *Handler) rowParts(r *request) (any, error) {
	var of wire.RowOf
	name, err := h.about(r, &of, &of.Path)
	if err != nil {
		return nil, err
	}
	f, _ := trees.Parse(name, []byte(of.Text))
	reply, line := &wire.RowParts{Stamp: h.stamp(), Parts: []wire.RowPart{}}, f.Line(of.Line)
	for _, p := range f.Parts(of.Line) {
		reply.Parts = append(reply.Parts, wire.RowPart{Kind: partKinds[p.Kind], Name: p.Name, Text: line[p.Value:p.To]})
	}
	return reply, nil
}

// withText returns files in which one has another text.
func withText(files fs.FS, name, text string) fs.FS {
	over := &memfs.FS{}
	over.Set(name, text)
	return layers.FS{Over: over, Base: files}
}
