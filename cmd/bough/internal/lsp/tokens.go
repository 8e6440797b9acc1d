package lsp

import (
	"cmp"
	"context"
	"path"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/internal/index"
	"github.com/bough-dev/bough/trees"
)

// tokenTypes and tokenModifiers are the legend of semantic tokens. Their names are those of the protocol, which all color
// themes know.
var (
	tokenTypes     = []string{"class", "function", "variable", "property", "parameter", "enumMember", "event", "keyword", "comment", "string", "method", "namespace", "macro", "operator"}
	tokenModifiers = []string{"declaration", "modification", "defaultLibrary"}
)

// tokenOf has the types of tokens by the kinds of names.
var tokenOf = map[index.Kind]string{
	index.Behavior: "function", index.Tree: "class", index.Condition: "macro", index.NodeKind: "keyword", index.Node: "function",
	index.Field: "property", index.Param: "parameter", index.TreeParam: "parameter", index.Stimulus: "event", index.Request: "event",
	index.Board: "namespace", index.Entry: "property", index.Module: "namespace", index.Member: "method", index.Function: "function",
	index.Local: "variable",
}

// token is a part of a text with a type.
type token struct {
	start, end int
	kind       string
	modifiers  uint32
}

// SemanticTokensFull implements protocol.Server.
func (s *server) SemanticTokensFull(_ context.Context, q *protocol.SemanticTokensParams) (*protocol.SemanticTokens, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.doc(q.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	return &protocol.SemanticTokens{Data: d.encode(d.tokens())}, nil
}

// tokens returns the tokens of a document, in the order of the text, none of which overlap.
func (d *document) tokens() (list []token) {
	for _, o := range d.project.names.In(d.path) {
		t := token{start: o.Start, end: o.End, kind: tokenOf[o.Kind]}
		switch o.Role {
		case index.Definition:
			t.modifiers = 1
		case index.Write:
			t.modifiers = 2
		}
		if o.Kind == index.Function || o.Kind == index.NodeKind {
			t.modifiers |= 4
		}
		if t.kind != "" {
			list = append(list, t)
		}
	}
	if path.Ext(d.path) == assets.TreeExt {
		list = append(list, d.words()...)
	}
	slices.SortStableFunc(list, func(a, b token) int { return cmp.Compare(a.start, b.start) })
	end := 0
	return slices.DeleteFunc(list, func(t token) bool {
		if t.start < end || t.end <= t.start {
			return true
		}
		end = t.end
		return false
	})
}

// words returns the keywords, descriptions and comments of a tree file.
func (d *document) words() (list []token) {
	file, _ := trees.Parse(d.path, []byte(d.text.string))
	kinds := map[trees.PartKind]string{trees.PartKeyword: "keyword", trees.PartComment: "comment", trees.PartDoc: "string", trees.PartMark: "operator"}
	for n := range d.text.lines {
		at := d.text.at(n+1, 1)
		for _, part := range file.Parts(n + 1) {
			if kind := kinds[part.Kind]; kind != "" {
				list = append(list, token{start: at + part.From, end: at + part.To, kind: kind})
			}
		}
	}
	return list
}

// encode returns tokens as five numbers each, as the protocol has them.
func (d *document) encode(list []token) []uint32 {
	data := []uint32{}
	var last protocol.Position
	for _, t := range list {
		at, end := d.text.position(t.start), d.text.position(t.end)
		if at.Line != end.Line {
			continue
		}
		character := at.Character
		if at.Line == last.Line {
			character -= last.Character
		}
		data = append(data, at.Line-last.Line, character, end.Character-at.Character, uint32(slices.Index(tokenTypes, t.kind)), t.modifiers)
		last = at
	}
	return data
}
