package lsp

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/index"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/trees"
)

// renamed are the kinds of names that can be renamed.
var renamed = []index.Kind{index.Behavior, index.Tree, index.Condition, index.Node, index.Field, index.Param, index.TreeParam, index.Stimulus, index.Request, index.Channel, index.Board, index.Entry, index.Member, index.Local}

// PrepareRename implements protocol.Server.
func (s *server) PrepareRename(_ context.Context, q *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, o, err := s.toRename(q.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	r := at.text.span(o.Start, o.End)
	return &r, nil
}

// toRename returns the name at a position, or an error that says why it cannot be renamed.
func (s *server) toRename(q protocol.TextDocumentPositionParams) (at place, o index.Occurrence, err error) {
	at, o, ok := s.name(q)
	switch {
	case !ok:
		return at, o, tr.Errorf("there is no name here that can be renamed")
	case o.Kind == index.NodeKind:
		return at, o, tr.Errorf("%s is a node kind, whose name is fixed", o.Name)
	case o.Kind == index.Function:
		return at, o, tr.Errorf("%s is a function of Lua or of the game; it is renamed in the Go code", o.Name)
	case o.Kind == index.Module:
		return at, o, tr.Errorf("a module has the name of its file: rename the file, and write the new name into require")
	case !slices.Contains(renamed, o.Kind):
		return at, o, tr.Errorf("this cannot be renamed")
	case o.Kind == index.Member && at.project.game.Bundle() != nil && at.project.known().hook(o.Name) != nil && !strings.HasPrefix(o.Owner, assets.ModuleDir+"/"):
		return at, o, tr.Errorf("%s is a name that Bough knows", o.Name)
	}
	if o.Kind == index.Node { // the name of a behavior, unless a node has it as its id
		if s := (index.Symbol{Kind: index.Behavior, Name: o.Name}); at.project.game.Bundle().Behavior(o.Name) != nil && !at.project.defines(o.Symbol) {
			o.Symbol = s
		}
	}
	return at, o, nil
}

// defines reports whether a place of the files defines a symbol.
func (p *project) defines(s index.Symbol) bool {
	for _, o := range p.names.All(s) {
		if o.Role == index.Definition {
			return true
		}
	}
	return false
}

// Rename implements protocol.Server.
func (s *server) Rename(_ context.Context, q *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, o, err := s.toRename(q.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	if o.Kind == index.Behavior {
		return s.renameBehavior(at.project, o.Name, q.NewName)
	}
	if err := at.project.checkName(o.Symbol, q.NewName); err != nil {
		return nil, err
	}
	var edits []edit
	for name, u := range at.project.names.All(o.Symbol) {
		edits = append(edits, edit{name, u.Start, u.End, q.NewName})
	}
	switch o.Kind {
	case index.Field, index.Stimulus, index.Request, index.Channel, index.Board, index.Entry:
		s.tell(protocol.MessageTypeInfo, tr.F("%s becomes %s in the files of the game; Go code that uses the name is not changed.", o.Name, q.NewName))
	}
	return s.workspaceEdit(at.project, edits), nil
}

// checkName returns an error if a symbol cannot have a name: if it is malformed, or another thing has it.
func (p *project) checkName(s index.Symbol, name string) error {
	old := s
	s.Name = name
	switch s.Kind {
	case index.Tree:
		if err := trees.CheckName(name); err != nil {
			return tr.Errorf("%s cannot be the name of a tree: %w", name, err)
		}
	case index.Local, index.Member, index.Param, index.TreeParam, index.Field, index.Condition, index.Entry:
		if !syntax.IsName(name) {
			return tr.Errorf("%q is no name: a name has letters, digits and _, does not begin with a digit, and is no word of Lua", name)
		}
	default:
		if name == "" || strings.ContainsAny(name, "\"'\\\n") || !ident.Is(strings.ReplaceAll(name, ".", "_")) {
			return tr.Errorf("%q is no name: a name has letters, digits and _", name)
		}
	}
	if s.Kind == index.Local {
		return p.checkLocal(old, name)
	}
	kinds := []index.Symbol{s}
	switch s.Kind {
	case index.Condition:
		kinds = append(kinds, index.Symbol{Kind: index.Field, Name: name})
	case index.Field:
		kinds = append(kinds, index.Symbol{Kind: index.Condition, Name: name})
	}
	for _, k := range kinds {
		for file, o := range p.names.All(k) {
			t, _ := p.text(file)
			return tr.Errorf("there is a %s %s already, in %s:%d; choose another name", tr.T(kindWords[k.Kind]), name, path.Join(p.prefix, file), t.lineOf(o.Start)+1)
		}
	}
	return nil
}

// kindWords are the words of messages for kinds.
var kindWords = map[index.Kind]string{
	index.Tree: lang.N("tree"), index.Condition: lang.N("named condition"), index.Node: lang.N("node"), index.Field: lang.N("field"), index.Param: lang.N("parameter"), index.TreeParam: lang.N("parameter"),
	index.Stimulus: lang.N("stimulus"), index.Request: lang.N("request"), index.Channel: lang.N("channel"), index.Board: lang.N("board"), index.Entry: lang.N("entry"), index.Member: lang.N("function"), index.Local: lang.N("local"),
}

// checkLocal returns an error if a variable of that name is visible where the local is used, or would hide or be hidden.
func (p *project) checkLocal(s index.Symbol, name string) error {
	f := p.names.File(s.Owner)
	for _, o := range p.names.All(s) {
		for _, v := range f.Visible(o.Start) {
			if v.Name == name {
				return tr.Errorf("there is a local %s here already; choose another name", name)
			}
		}
	}
	var from, to int
	for _, v := range f.Variables {
		if at := fmt.Sprint(v.Name, "@", v.At); at == s.Name {
			from, to = v.From, v.To
		}
	}
	for _, v := range f.Variables {
		if v.Name == name && v.At > from && v.At < to {
			return tr.Errorf("a local %s is declared where this one is visible; choose another name", name)
		}
	}
	for _, o := range f.Occurrences {
		if o.Kind == index.Function && o.Name == name && o.Start > from && o.Start < to {
			return tr.Errorf("the global %s is used where this local is visible; choose another name", name)
		}
	}
	return nil
}

// renameBehavior renames a behavior: its file, and what names it.
func (s *server) renameBehavior(p *project, from, to string) (*protocol.WorkspaceEdit, error) {
	r, err := p.game.Rename(from, to)
	if err != nil {
		return nil, err
	}
	if r.From != "" && !s.creates {
		return nil, tr.Errorf("this editor renames no files; write bough rename %s %s in a terminal", from, to)
	}
	out := &protocol.WorkspaceEdit{}
	for _, e := range r.Edits {
		t := newText(string(e.Old))
		out.DocumentChanges = append(out.DocumentChanges, s.textEdit(p, e.Path, lineEdits(t, string(e.Text))))
	}
	if r.From != "" {
		out.DocumentChanges = append(out.DocumentChanges, &protocol.RenameFile{Kind: "rename", OldURI: p.uri(r.From), NewURI: p.uri(r.To)})
	}
	if len(r.Left) > 0 {
		var lines []string
		for _, d := range r.Left {
			lines = append(lines, d.Headline())
		}
		s.tell(protocol.MessageTypeWarning, strings.Join(lines[:min(len(lines), 5)], "\n"))
	}
	return out, nil
}
