package lsp

import (
	"context"
	"path"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/internal/index"
	"github.com/bough-dev/bough/trees"
)

// location returns a place in a file.
func (p *project) location(at index.Place) protocol.Location {
	t, _ := p.text(at.Path)
	return protocol.Location{URI: p.uri(at.Path), Range: t.span(at.Start, at.End)}
}

func (p *project) locations(list []index.Place) []protocol.Location {
	out := make([]protocol.Location, 0, len(list))
	for _, at := range list {
		out = append(out, p.location(at))
	}
	return out
}

// name returns the name at a position, in an open document.
func (s *server) name(q protocol.TextDocumentPositionParams) (at place, o index.Occurrence, ok bool) {
	if at, ok = s.at(q.TextDocument.URI, q.Position); ok {
		o, ok = at.project.names.At(at.path, at.offset)
	}
	return at, o, ok
}

// Definition implements protocol.Server.
func (s *server) Definition(_ context.Context, q *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, o, ok := s.name(q.TextDocumentPositionParams)
	if !ok {
		return nil, nil
	}
	return protocol.LocationSlice(at.project.locations(at.project.names.Definitions(o.Symbol))), nil
}

// References implements protocol.Server.
func (s *server) References(_ context.Context, q *protocol.ReferenceParams) ([]protocol.Location, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, o, ok := s.name(q.TextDocumentPositionParams)
	if !ok { // the first line of a script stands for the behavior
		if at.document == nil || at.text.lineOf(at.offset) > 0 || path.Ext(at.path) != assets.ScriptExt {
			return nil, nil
		}
		o = index.Occurrence{Symbol: fileSymbol(at.path)}
	}
	return at.project.locations(at.project.uses(o.Symbol, q.Context.IncludeDeclaration)), nil
}

// fileSymbol returns what a script defines.
func fileSymbol(name string) index.Symbol {
	kind := index.Behavior
	if strings.HasPrefix(name, assets.ModuleDir+"/") {
		kind = index.Module
	}
	return index.Symbol{Kind: kind, Name: behaviors.NameOfFile(name)}
}

// uses returns all places of a symbol. Those of a behavior contain the questions about its nodes.
func (p *project) uses(s index.Symbol, definitions bool) (list []index.Place) {
	add := func(s index.Symbol) {
		for name, o := range p.names.All(s) {
			if definitions || o.Role != index.Definition {
				list = append(list, index.Place{Path: name, Occurrence: o})
			}
		}
	}
	add(s)
	switch s.Kind {
	case index.Behavior:
		add(index.Symbol{Kind: index.Node, Name: s.Name})
	case index.Node:
		if !slices.ContainsFunc(list, func(at index.Place) bool { return at.Role == index.Definition }) {
			add(index.Symbol{Kind: index.Behavior, Name: s.Name})
		}
	}
	if definitions && (s.Kind == index.Behavior || s.Kind == index.Module) {
		list = append(p.names.Definitions(s), list...)
	}
	return list
}

// DocumentHighlight implements protocol.Server.
func (s *server) DocumentHighlight(_ context.Context, q *protocol.DocumentHighlightParams) (out []protocol.DocumentHighlight, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, o, ok := s.name(q.TextDocumentPositionParams)
	if !ok {
		return nil, nil
	}
	for _, u := range at.project.uses(o.Symbol, true) {
		if u.Path != at.path || u.End == 0 {
			continue
		}
		kind := protocol.DocumentHighlightKindRead
		if u.Role != index.Use {
			kind = protocol.DocumentHighlightKindWrite
		}
		out = append(out, protocol.DocumentHighlight{Range: at.text.span(u.Start, u.End), Kind: kind})
	}
	return out, nil
}

// DocumentSymbol implements protocol.Server: the trees with their nodes, the parts of the table of a script, the tests, the
// declarations.
func (s *server) DocumentSymbol(_ context.Context, q *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.doc(q.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	var out protocol.DocumentSymbolSlice
	if path.Ext(d.path) == assets.TreeExt {
		return treeSymbols(d), nil
	}
	f := d.project.names.File(d.path)
	if f == nil {
		return nil, nil
	}
	kinds := map[index.Kind]protocol.SymbolKind{index.Field: protocol.SymbolKindField, index.Stimulus: protocol.SymbolKindEvent, index.Request: protocol.SymbolKindEvent, index.Entry: protocol.SymbolKindField, index.Param: protocol.SymbolKindProperty, index.Member: protocol.SymbolKindMethod}
	for _, o := range f.Occurrences {
		if kind := kinds[o.Kind]; kind != 0 && o.Role == index.Definition {
			r := d.text.span(o.Start, o.End)
			out = append(out, protocol.DocumentSymbol{Name: o.Name, Kind: kind, Range: r, SelectionRange: r})
		}
	}
	for _, t := range testsIn(f) {
		r := d.text.span(t.start, t.end)
		out = append(out, protocol.DocumentSymbol{Name: t.name, Kind: protocol.SymbolKindFunction, Range: r, SelectionRange: r})
	}
	return out, nil
}

// treeSymbols returns the named conditions and the trees of a file, with their nodes.
func treeSymbols(d *document) (out protocol.DocumentSymbolSlice) {
	file, _ := trees.Parse(d.path, []byte(d.text.string))
	lines := func(first, last int) protocol.Range {
		line, at := d.text.line(last - 1)
		return d.text.span(d.text.at(first, 0), at+len(line))
	}
	selection := func(name string, line, col int) protocol.Range {
		at := d.text.at(line, col)
		return d.text.span(at, at+len(name))
	}
	for _, c := range file.Conditions {
		out = append(out, protocol.DocumentSymbol{Name: c.Name, Kind: protocol.SymbolKindBoolean, Range: lines(c.Pos.Line, c.Pos.Line), SelectionRange: selection(c.Name, c.NamePos.Line, c.NamePos.Col)})
	}
	var nodes func(n *trees.Node) protocol.DocumentSymbol
	nodes = func(n *trees.Node) protocol.DocumentSymbol {
		x := protocol.DocumentSymbol{Name: n.Name, Kind: protocol.SymbolKindFunction, Range: lines(n.Pos.Line, max(n.EndLine, n.Pos.Line)), SelectionRange: selection(n.Name, n.NamePos.Line, n.NamePos.Col)}
		switch {
		case n.Include:
			x.Kind = protocol.SymbolKindClass
		case behaviors.KindNamed(n.Name) != nil:
			x.Kind = protocol.SymbolKindOperator
		}
		if n.Guard != nil {
			detail := "when " + n.Guard.Source
			x.Detail = &detail
		}
		for _, c := range n.Children {
			if c.Name != "" {
				x.Children = append(x.Children, nodes(c))
			}
		}
		return x
	}
	for _, t := range file.Trees {
		if t.Name == "" {
			continue
		}
		x := protocol.DocumentSymbol{Name: t.Name, Kind: protocol.SymbolKindClass, Range: lines(t.Pos.Line, max(t.EndLine, t.Pos.Line)), SelectionRange: selection(t.Name, t.NamePos.Line, t.NamePos.Col)}
		if t.Doc != "" {
			x.Detail = &t.Doc
		}
		if t.Root != nil && t.Root.Name != "" {
			x.Children = []protocol.DocumentSymbol{nodes(t.Root)}
		}
		out = append(out, x)
	}
	return out
}

// Symbols implements protocol.Server: the behaviors, trees, named conditions and declarations whose names contain the letters
// of a query in their order.
func (s *server) Symbols(_ context.Context, q *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out protocol.SymbolInformationSlice
	add := func(p *project, kind protocol.SymbolKind, at index.Place) {
		if len(out) < 1000 && matches(at.Name, q.Query) {
			out = append(out, protocol.SymbolInformation{BaseSymbolInformation: protocol.BaseSymbolInformation{Name: at.Name, Kind: kind}, Location: p.location(at)})
		}
	}
	for _, p := range s.sorted() {
		p.refresh()
		for _, name := range p.names.Paths() {
			if path.Ext(name) == assets.ScriptExt && !assets.IsTest(name) {
				add(p, protocol.SymbolKindModule, index.Place{Path: name, Occurrence: index.Occurrence{Symbol: fileSymbol(name)}})
			}
			for _, o := range p.names.File(name).Occurrences {
				if o.Role != index.Definition {
					continue
				}
				switch o.Kind {
				case index.Tree:
					add(p, protocol.SymbolKindClass, index.Place{Path: name, Occurrence: o})
				case index.Condition:
					add(p, protocol.SymbolKindBoolean, index.Place{Path: name, Occurrence: o})
				case index.Field, index.Entry:
					add(p, protocol.SymbolKindField, index.Place{Path: name, Occurrence: o})
				case index.Stimulus, index.Request:
					add(p, protocol.SymbolKindEvent, index.Place{Path: name, Occurrence: o})
				}
			}
		}
	}
	return out, nil
}

// matches reports whether a name has the letters of a query in their order.
func matches(name, query string) bool {
	rest := strings.ToLower(name)
	for _, r := range strings.ToLower(query) {
		i := strings.IndexRune(rest, r)
		if i < 0 {
			return false
		}
		rest = rest[i+len(string(r)):]
	}
	return true
}

// sorted returns the open projects, by their roots.
func (s *server) sorted() (list []*project) {
	for _, p := range s.projects {
		if p.game != nil {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b *project) int { return strings.Compare(a.dir, b.dir) })
	return list
}
