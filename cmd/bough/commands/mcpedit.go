package commands

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/edit"
	"github.com/rogpeppe/go-internal/diff"
)

type editInput struct {
	File   string    `json:"file" jsonschema:"path below the folder, such as guard.bt or move/flee.lua"`
	Hash   string    `json:"hash,omitempty" jsonschema:"the hash of the text that was read; none for a new file, and in a dry run it may be missing"`
	Text   *string   `json:"text,omitempty" jsonschema:"the whole new text"`
	Ops    []rowEdit `json:"ops,omitempty" jsonschema:"in place of text: operations on rows of a .bt file; the lines of each are those after the operations before it"`
	DryRun bool      `json:"dry_run,omitempty" jsonschema:"write nothing"`
}

// rowEdit is an edit.Op, with descriptions.
type rowEdit struct {
	Do   edit.Do   `json:"do" jsonschema:"insert (text beside or below line at), move (line to at), remove, wrap (below a new node: text), rename (text), param (name, text; empty removes), arg (index arg, text), expression (text), condition (text behind when; empty removes), comment (text), disabled (on), mark (on)"`
	Line int       `json:"line,omitempty" jsonschema:"the line of the node, from 1; insert has none"`
	At   int       `json:"at,omitempty" jsonschema:"insert and move: the line of the node beside or below which it will be"`
	Side edit.Side `json:"side,omitempty" jsonschema:"insert and move: before, after or below that node"`
	Name string    `json:"name,omitempty" jsonschema:"param: its name"`
	Arg  int       `json:"arg,omitempty" jsonschema:"arg: the index, from 0"`
	On   bool      `json:"on,omitempty" jsonschema:"disabled and mark: set it, otherwise remove it"`
	Text string    `json:"text,omitempty" jsonschema:"what is written, as in a file"`
}

type editOutput struct {
	File    string `json:"file"`
	Written bool   `json:"written"`
	Hash    string `json:"hash,omitempty" jsonschema:"of the file as it is on disk now; none if there is no such file"`
	Text    string `json:"text,omitempty" jsonschema:"if only file was given: what is on disk"`
	Diff    string `json:"diff,omitempty"`
	modelFindings
}

// edited are the extensions of the files that edit reads and writes.
var edited = []string{assets.ScriptExt, assets.TreeExt, path.Ext(assets.FieldsFile), scene.Ext}

// edit is the tool edit.
func (m *modelServer) edit(_ context.Context, in *editInput) (*editOutput, error) {
	root, err := os.OpenRoot(m.dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	name, err := m.below(root, in.File)
	if err != nil {
		return nil, fmt.Errorf("file: %w", err)
	}
	if !slices.Contains(edited, path.Ext(name)) {
		return nil, fmt.Errorf("file: %s is no file of a game; want one that ends in %s", name, strings.Join(edited, ", "))
	}
	old, hash, err := readBelow(root, name)
	if err != nil {
		return nil, err
	}
	out := &editOutput{File: name, Hash: hash}
	reads := in.Text == nil && len(in.Ops) == 0
	switch {
	case in.Text != nil && len(in.Ops) > 0:
		return nil, errors.New("give text or ops, not both")
	case hash == "" && (reads || len(in.Ops) > 0):
		return nil, fmt.Errorf("there is no file %s; check lists what there is, and text without a hash makes a new file", name)
	case reads:
		out.Text = string(old)
	case in.Hash == hash:
	case hash == "":
		return nil, fmt.Errorf("%s is gone: it was removed or renamed since it was read; to make it again, leave out the hash", name)
	case in.Hash != "":
		return nil, fmt.Errorf("%s has changed since it was read: its hash is now %s; read it again and repeat the change", name, hash)
	case !in.DryRun:
		return nil, fmt.Errorf("%s is there already: read it, and give its hash", name)
	}
	text := old
	switch {
	case in.Text != nil:
		text = []byte(*in.Text)
	case len(in.Ops) > 0:
		if text, err = m.rows(name, old, in.Ops); err != nil {
			return nil, err
		}
	}
	if len(text) > trees.MaxFileSize {
		return nil, fmt.Errorf("%s would have %d bytes; a file may have %d", name, len(text), trees.MaxFileSize)
	}
	if out.modelFindings, err = m.findingsWith(name, text); err != nil {
		return nil, err
	}
	if reads || hash != "" && bytes.Equal(old, text) {
		return out, nil
	}
	var lines excerpt
	lines.Write(diff.Diff("a/"+name, old, "b/"+name, text))
	out.Diff = lines.String()
	if in.DryRun {
		return out, nil
	}
	if _, now, err := readBelow(root, name); err != nil || now != hash {
		return nil, errors.Join(err, fmt.Errorf("%s has just been changed elsewhere: read it again and repeat the change", name))
	}
	if err := writeBelow(root, name, text); err != nil {
		return nil, fmt.Errorf("%s cannot be written: %w", name, withoutPath(err))
	}
	out.Written, out.Hash = true, hashOf(text)
	return out, nil
}

// rows makes operations on rows of a tree file.
func (m *modelServer) rows(name string, text []byte, ops []rowEdit) ([]byte, error) {
	if path.Ext(name) != assets.TreeExt {
		return nil, fmt.Errorf("only tree files have rows; give the text of %s", name)
	}
	for i, op := range ops {
		e, err := edit.Make(path.Join(filepath.ToSlash(filepath.Clean(m.dir)), name), text, edit.Op(op))
		if err == nil {
			text, err = e.Apply(text)
		}
		if err != nil {
			return nil, fmt.Errorf("ops[%d]: %w", i, err)
		}
	}
	return text, nil
}

// findingsWith returns the findings of all files if one has another text. That text is in an overlay, as a designer would try it.
func (m *modelServer) findingsWith(name string, text []byte) (modelFindings, error) {
	over, err := os.MkdirTemp("", "bough-mcp-")
	if err != nil {
		return modelFindings{}, err
	}
	defer os.RemoveAll(over)
	at := filepath.Join(over, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, text, 0o600)); err != nil {
		return modelFindings{}, err
	}
	s := m.fresh()
	s.overlay = over
	game, err := s.open(s.options(m.stderr))
	if err != nil {
		return modelFindings{}, err
	}
	defer game.Close()
	problems, _ := s.findings(game, false)
	return findingsOf(problems), nil
}

// readBelow returns a file and its hash, which is "" if there is none.
func readBelow(root *os.Root, name string) (text []byte, hash string, err error) {
	f, err := root.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", nil
	case err != nil:
		return nil, "", fmt.Errorf("%s cannot be read: %w", name, withoutPath(err))
	}
	defer f.Close()
	text, err = io.ReadAll(io.LimitReader(f, trees.MaxFileSize+1))
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("%s cannot be read: %w", name, withoutPath(err))
	case len(text) > trees.MaxFileSize:
		return nil, "", fmt.Errorf("%s has more than %d bytes; change it in an editor", name, trees.MaxFileSize)
	case !utf8.Valid(text):
		return nil, "", fmt.Errorf("%s is not UTF-8; convert it in an editor", name)
	}
	return text, hashOf(text), nil
}

// hashOf returns the hash of a text, as sha256sum prints it.
func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// writeBelow replaces a file at once, so that a game that watches it never reads a part of it.
func writeBelow(root *os.Root, name string, text []byte) error {
	mode := fs.FileMode(0o644)
	if info, err := root.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	temporary := path.Join(path.Dir(name), ".bough-"+path.Base(name)+".tmp")
	err := root.WriteFile(temporary, text, mode)
	if err == nil {
		err = root.Rename(temporary, name)
	}
	if err != nil {
		root.Remove(temporary)
	}
	return err
}

// withoutPath returns what the system says about a file, without its path, which the message has.
func withoutPath(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}
