package lsp

import (
	"context"
	"encoding/json"
	"path"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/internal/index"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/bough-dev/bough/internal/syntax"
)

// The commands of lenses. The server carries out runTest; showReferences is one of the editor.
const (
	runTest        = "bough.runTest"        // the URI of a test file, and the name of a test or ""
	showReferences = "bough.showReferences" // a URI, a position and locations
)

// CodeLens implements protocol.Server: what uses a behavior or a tree, and the tests of a file.
func (s *server) CodeLens(_ context.Context, q *protocol.CodeLensParams) (out []protocol.CodeLens, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.doc(q.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	p, f := d.project, d.project.names.File(d.path)
	switch {
	case f == nil:
	case assets.IsTest(d.path):
		tests := testsIn(f)
		if len(tests) > 1 {
			out = append(out, lens(protocol.Range{}, tr.T("run all tests of the file"), runTest, q.TextDocument.URI, ""))
		}
		for _, t := range tests {
			out = append(out, lens(d.text.span(t.start, t.end), tr.T("run test"), runTest, q.TextDocument.URI, t.name))
		}
	case path.Ext(d.path) == assets.ScriptExt:
		out = append(out, p.usedLens(q.TextDocument.URI, fileSymbol(d.path), protocol.Range{}))
	case path.Ext(d.path) == assets.TreeExt:
		for _, o := range f.Occurrences {
			if o.Role == index.Definition && (o.Kind == index.Tree || o.Kind == index.Condition) {
				out = append(out, p.usedLens(q.TextDocument.URI, o.Symbol, d.text.span(o.Start, o.End)))
			}
		}
	}
	return out, nil
}

// usedLens says where a symbol is used.
func (p *project) usedLens(u uri.URI, s index.Symbol, r protocol.Range) protocol.CodeLens {
	var list []index.Place
	files := map[string]bool{}
	trees, tests, others := 0, 0, 0
	for name, o := range p.names.All(s) {
		if o.Role == index.Definition {
			continue
		}
		list = append(list, index.Place{Path: name, Occurrence: o})
		if files[name] {
			continue
		}
		files[name] = true
		switch {
		case path.Ext(name) == assets.TreeExt:
		case assets.IsTest(name):
			tests++
		default:
			others++
		}
	}
	trees = p.treesAround(list)
	var parts []string
	for _, c := range []struct {
		n         int
		one, many string
	}{{trees, "1 tree", lang.N("%d trees")}, {tests, "1 test file", lang.N("%d test files")}, {others, "1 other file", lang.N("%d other files")}} {
		if c.n == 1 && lang.English() {
			parts = append(parts, c.one)
		} else if c.n > 0 {
			parts = append(parts, tr.F(c.many, c.n))
		}
	}
	title := tr.T("not used")
	if len(parts) > 0 {
		title = tr.F("used by %s", strings.Join(parts, ", "))
	}
	return lens(r, title, showReferences, u, r.Start, p.locations(list))
}

// treesAround returns the number of trees that have places; a named condition counts as one.
func (p *project) treesAround(list []index.Place) int {
	type head struct {
		path  string
		start int
	}
	seen := map[head]bool{}
	for _, at := range list {
		if path.Ext(at.Path) != assets.TreeExt {
			continue
		}
		h := head{at.Path, 0}
		for _, o := range p.names.File(at.Path).Occurrences {
			if o.Start <= at.Start && o.Role == index.Definition && (o.Kind == index.Tree || o.Kind == index.Condition) {
				h.start = o.Start + 1
			}
		}
		seen[h] = true
	}
	return len(seen)
}

// lens returns a lens with a command and its arguments.
func lens(r protocol.Range, title, command string, args ...any) protocol.CodeLens {
	l := protocol.CodeLens{Range: r, Command: protocol.Command{Title: title, Command: command}}
	for _, a := range args {
		raw, err := json.Marshal(a)
		if locations, ok := a.([]protocol.Location); ok {
			raw, err = protocol.Marshal(locations)
		}
		if err == nil {
			l.Command.Arguments = append(l.Command.Arguments, protocol.LSPAny(raw))
		}
	}
	return l
}

// test is a test in a file.
type test struct {
	name       string
	start, end int
}

// testsIn returns the tests in a file: the functions in the table that it returns.
func testsIn(f *index.File) (list []test) {
	if !assets.IsTest(f.Path) {
		return nil
	}
	file := syntax.Parse(f.Path, f.Text)
	for _, s := range file.Body.Stmts {
		r, ok := s.(*syntax.ReturnStmt)
		if !ok || len(r.Values) == 0 {
			continue
		}
		table, ok := syntax.Bare(r.Values[0]).(*syntax.TableExpr)
		if !ok {
			continue
		}
		for i := range table.Fields {
			x := &table.Fields[i]
			key, ok := x.Key.(*syntax.StringExpr)
			if _, fn := x.Value.(*syntax.FunctionExpr); ok && fn {
				list = append(list, test{key.Value, int(key.Start), int(key.Stop)})
			}
		}
	}
	return list
}

// ExecuteCommand implements protocol.Server.
func (s *server) ExecuteCommand(_ context.Context, q *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q.Command != runTest {
		return nil, tr.Errorf("there is no command %s; the server has %s", q.Command, runTest)
	}
	var u uri.URI
	var name string
	if len(q.Arguments) < 1 || json.Unmarshal(q.Arguments[0], &u) != nil || len(q.Arguments) > 1 && json.Unmarshal(q.Arguments[1], &name) != nil {
		return nil, tr.Errorf("%s wants the URI of a test file, and the name of a test or \"\"", runTest)
	}
	p, file := s.projectOf(pathOf(u))
	if p == nil || p.game == nil || !assets.IsTest(file) {
		return nil, tr.Errorf("%s is no file of tests; its name must end in %s, and it must be below the scripts", u, assets.TestSuffix)
	}
	p.refresh()
	failed, summary, err := s.host.Test(p.files, p.prefix, file, name)
	if err != nil {
		return nil, err
	}
	delete(p.failed, file)
	if len(failed) > 0 {
		p.failed[file] = failed
	}
	p.stale = true
	s.check()
	kind := protocol.MessageTypeInfo
	if len(failed) > 0 {
		kind = protocol.MessageTypeError
	}
	s.tell(kind, summary)
	raw, _ := json.Marshal(summary)
	return protocol.LSPAny(raw), nil
}
