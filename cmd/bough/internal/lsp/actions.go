package lsp

import (
	"context"
	"path"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/fix"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// edit replaces a part of a file. A file that does not exist is created.
type edit struct {
	path       string
	start, end int
	text       string
}

// CodeAction implements protocol.Server: it offers the quick fixes of the findings in a range.
func (s *server) CodeAction(_ context.Context, q *protocol.CodeActionParams) (out []protocol.CommandOrCodeAction, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.doc(q.TextDocument.URI)
	if d == nil || len(q.Context.Only) > 0 && !slices.Contains(q.Context.Only, protocol.CodeActionKindQuickFix) {
		return nil, nil
	}
	p := d.project
	if p.stale || p.checked[d.path] != d.text.string {
		if p.found, err = p.host.Check(p.over(nil), p.prefix); err != nil {
			return nil, err
		}
		p.checked = p.texts.Texts()
	}
	first, last := int(q.Range.Start.Line)+1, int(q.Range.End.Line)+1
	for _, f := range slices.Clone(p.found) {
		if name, _ := p.name(f.Pos.File); name != d.path || f.Pos.Line < first || f.Pos.Line > last {
			continue
		}
		for i, a := range p.fixes(&f, d.text) {
			action := s.action(p, a)
			action.Diagnostics = []protocol.Diagnostic{p.diagnostic(&f, d.text)}
			if i == 0 && a.sure {
				yes := true
				action.IsPreferred = &yes
			}
			out = append(out, action)
		}
	}
	return out, nil
}

// proposal is a quick fix.
type proposal struct {
	title string
	edits []edit
	sure  bool // it is what the message says
}

// fixes returns the quick fixes of a finding in an open document.
func (p *project) fixes(f *diag.Diagnostic, t text) (out []proposal) {
	name, _ := p.name(f.Pos.File)
	if a, ok := p.replacement(f, name, t); ok {
		out = append(out, a)
	}
	if file := fix.Missing(f); file != "" && !p.isFile(file) {
		out = append(out, proposal{tr.F("Create the behavior %s", file), []edit{{path: file, text: p.host.NewBehavior(strings.ReplaceAll(strings.TrimSuffix(file, assets.ScriptExt), "/", "."))}}, len(out) == 0})
	}
	if a, ok := p.spaces(f, name, t); ok {
		out = append(out, a)
	}
	if a, ok := p.declaration(f); ok {
		out = append(out, a)
	}
	if a, ok := p.allowance(f, name, t); ok {
		out = append(out, a)
	}
	return out
}

// replacement returns the replacement that a finding names, if the finding is gone after it and no other error has come.
func (p *project) replacement(f *diag.Diagnostic, name string, t text) (a proposal, ok bool) {
	if f.Pos.Line == 0 {
		return a, false
	}
	at := t.at(f.Pos.Line, 1)
	line, _ := t.line(f.Pos.Line - 1)
	whole := *f
	if strings.TrimPrefix(line, byteOrderMark) != whole.Source {
		whole.Source = strings.TrimPrefix(line, byteOrderMark)
	}
	for _, r := range fix.Replacements(&whole) {
		e := edit{name, at + r.Start, at + r.End, r.New}
		if !p.helps(f, t, e) {
			continue
		}
		was, now := clip(strings.TrimSpace(r.Old)), clip(strings.TrimSpace(r.New))
		title := tr.F("Write %s", now)
		switch {
		case r.Old == "":
			title = tr.F("Insert %s", now)
		case r.New == "":
			title = tr.F("Delete %s", was)
		case len(r.Old) <= 40:
			title = tr.F("Write %s in place of %s", now, was)
		}
		return proposal{title, []edit{e}, true}, true
	}
	return a, false
}

// clip shortens a text for a title.
func clip(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return s
}

// helps reports whether a finding is gone after an edit of its file, and no other error has come.
func (p *project) helps(f *diag.Diagnostic, t text, edits ...edit) bool {
	now := t.string
	for _, e := range edits {
		now = now[:e.start] + e.text + now[e.end:]
	}
	list, err := p.host.Check(p.over(map[string]string{edits[0].path: now}), p.prefix)
	if err != nil || slices.ContainsFunc(list, func(d diag.Diagnostic) bool {
		return d.Pos.File == f.Pos.File && d.Pos.Line == f.Pos.Line && d.Code == f.Code && (d.Pos.Col == f.Pos.Col || f.Severity == diag.Error)
	}) {
		return false
	}
	if onLine(list, f.Pos) >= onLine(p.found, f.Pos) { // another one has come
		return false
	}
	before := errorsIn(p.found, f.Pos.File)
	for code, n := range errorsIn(list, f.Pos.File) {
		if n > before[code] {
			return false
		}
	}
	return true
}

// onLine returns the number of findings in a line.
func onLine(list diag.List, pos diag.Pos) (n int) {
	for _, d := range list {
		if d.Pos.File == pos.File && d.Pos.Line == pos.Line {
			n++
		}
	}
	return n
}

// errorsIn returns the number of errors in a file, by code. Warnings do not count, nor do errors in other files: the first error of a
// file hides them.
func errorsIn(list diag.List, file string) map[string]int {
	n := map[string]int{}
	for _, d := range list {
		if d.Severity == diag.Error && d.Pos.File == file {
			n[d.Code]++
		}
	}
	return n
}

// spaces returns a fix that makes tabs at the beginnings of lines spaces.
func (p *project) spaces(f *diag.Diagnostic, name string, t text) (a proposal, ok bool) {
	if f.Code != message.TabIndentation(0).Code && f.Code != message.MixedIndentation(0).Code {
		return a, false
	}
	lines := strings.SplitAfter(t.string, "\n")
	for i, l := range lines {
		rest := strings.TrimLeft(l, " \t")
		lines[i] = strings.ReplaceAll(l[:len(l)-len(rest)], "\t", "  ") + rest
	}
	e := edit{name, 0, len(t.string), strings.Join(lines, "")}
	return proposal{tr.T("Indent with spaces"), []edit{e}, true}, p.helps(f, t, e)
}

// declaration returns a fix that declares a field or a stimulus which is not declared.
func (p *project) declaration(f *diag.Diagnostic) (a proposal, ok bool) {
	word := ""
	switch f.Code {
	case message.UnsetField("", "", "").Code, message.UndeclaredField(0, "", "", nil).Code:
	case message.UnpostedStimulus("", "").Code, message.UndeclaredStimulus(0, "", "", nil).Code:
		word = "stimulus "
	default:
		return a, false
	}
	var lines []string
	names, _ := f.Args["names"].([]string)
	if name, ok := f.Args["name"].(string); ok {
		names = []string{name}
	}
	for _, name := range names {
		if ident.Is(name) {
			lines = append(lines, word+name+": "+tr.T("what it is")+"\n")
		}
	}
	if len(lines) == 0 {
		return a, false
	}
	now, _ := p.text(assets.FieldsFile)
	add := strings.Join(lines, "")
	if now.string != "" && !strings.HasSuffix(now.string, "\n") {
		add = "\n" + add
	}
	what := names[0]
	if len(lines) > 1 {
		what = tr.F("%s and others", what)
	}
	return proposal{tr.F("Declare %s in %s", word+what, assets.FieldsFile), []edit{{assets.FieldsFile, len(now.string), len(now.string), add}}, false}, true
}

// allowance returns a fix that allows a warning by a comment.
func (p *project) allowance(f *diag.Diagnostic, name string, t text) (a proposal, ok bool) {
	mark := map[string]string{assets.ScriptExt: "--", assets.TreeExt: "#"}[path.Ext(name)]
	if f.Severity != diag.Warning || f.Pos.Line == 0 || mark == "" {
		return a, false
	}
	line, at := t.line(f.Pos.Line - 1)
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	e := edit{name, at, at, indent + mark + " bough: allow " + f.Code + " " + tr.T("say why") + "\n"}
	return proposal{tr.F("Allow %s here", f.Code), []edit{e}, false}, p.helps(f, t, e)
}

// action returns a quick fix in the form of the protocol.
func (s *server) action(p *project, a proposal) *protocol.CodeAction {
	kind := protocol.CodeActionKindQuickFix
	return &protocol.CodeAction{Title: a.title, Kind: &kind, Edit: s.workspaceEdit(p, a.edits)}
}

// workspaceEdit returns edits in the form of the protocol.
func (s *server) workspaceEdit(p *project, edits []edit) *protocol.WorkspaceEdit {
	out := &protocol.WorkspaceEdit{}
	byFile := map[string][]protocol.TextEdit{}
	var order []string
	for _, e := range edits {
		t, known := p.text(e.path)
		if byFile[e.path] == nil {
			order = append(order, e.path)
			if !known && s.creates {
				out.DocumentChanges = append(out.DocumentChanges, &protocol.CreateFile{Kind: "create", URI: p.uri(e.path)})
			}
		}
		byFile[e.path] = append(byFile[e.path], protocol.TextEdit{Range: t.span(e.start, e.end), NewText: e.text})
	}
	if !s.creates {
		out.Changes = map[uri.URI][]protocol.TextEdit{}
		for _, name := range order {
			out.Changes[p.uri(name)] = byFile[name]
		}
		return out
	}
	for _, name := range order {
		out.DocumentChanges = append(out.DocumentChanges, s.textEdit(p, name, byFile[name]))
	}
	return out
}

func (s *server) textEdit(p *project, name string, edits []protocol.TextEdit) *protocol.TextDocumentEdit {
	u := p.uri(name)
	e := &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: u}}}
	if d := s.open[key(u)]; d != nil {
		e.TextDocument.Version = &d.version
	}
	for i := range edits {
		e.Edits = append(e.Edits, &edits[i])
	}
	return e
}

// Formatting implements protocol.Server: it formats tree files. A file with mistakes stays as it is.
func (s *server) Formatting(_ context.Context, q *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.open[key(q.TextDocument.URI)]
	if d == nil || path.Ext(string(q.TextDocument.URI)) != assets.TreeExt {
		return nil, nil
	}
	file, list := trees.Parse("", []byte(d.text.string))
	if list.Err() != nil {
		return nil, nil
	}
	now := string(trees.Format(file))
	if _, list := trees.Parse("", []byte(now)); list.Err() != nil || now == d.text.string {
		return nil, nil
	}
	return lineEdits(d.text, now), nil
}

// lineEdits returns an edit that replaces the lines from the first to the last one that differ, so that the cursor stays
// where it is.
func lineEdits(t text, now string) []protocol.TextEdit {
	was := t.string
	start := 0
	for start < len(was) && start < len(now) && was[start] == now[start] {
		start++
	}
	start = strings.LastIndexByte(was[:start], '\n') + 1
	tail := 0
	for tail < len(was)-start && tail < len(now)-start && was[len(was)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	for tail > 0 && tail < len(was) && was[len(was)-tail-1] != '\n' {
		tail--
	}
	return []protocol.TextEdit{{Range: t.span(start, len(was)-tail), NewText: now[start : len(now)-tail]}}
}
