package lsp

import (
	"context"
	"path"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/index"
	"github.com/bough-dev/bough/internal/lazyregexp"
	"github.com/bough-dev/bough/internal/palette"
)

// typedName matches the name that is being typed, at the end of a text.
var typedName = lazyregexp.New(`[` + ident.Rest + `]*$`)

// typedPath matches a name with dots, as behaviors have them.
var typedPath = lazyregexp.New(`[` + ident.Rest + `.]*$`)

// completion collects what can stand at a place.
type completion struct {
	all      *known
	p        *project
	at       place
	line     string // up to the cursor
	start    int    // offset of what is being typed
	snippets bool
	items    []protocol.CompletionItem
	seen     map[string]bool
}

// Completion implements protocol.Server.
func (s *server) Completion(_ context.Context, q *protocol.CompletionParams) (protocol.CompletionResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.at(q.TextDocument.URI, q.Position)
	if !ok {
		return nil, nil
	}
	line, begin := at.text.line(int(q.Position.Line))
	c := &completion{all: at.project.known(), p: at.project, at: at, line: line[:min(max(at.offset-begin, 0), len(line))], start: at.offset, seen: map[string]bool{}, snippets: s.snippets}
	switch {
	case path.Ext(at.path) == assets.ScriptExt:
		c.lua()
	case path.Ext(at.path) == assets.TreeExt:
		c.tree()
	default:
		c.other()
	}
	return protocol.CompletionItemSlice(c.items), nil
}

// from makes the items replace what a pattern matches before the cursor.
func (c *completion) from(typed *lazyregexp.Regexp) string {
	text := typed.FindString(c.line)
	c.start = c.at.offset - len(text)
	return text
}

// add adds an item. rank orders items before their names: small ones come first.
func (c *completion) add(rank byte, label string, kind protocol.CompletionItemKind, detail, doc, insert string) {
	if label == "" || c.seen[label] {
		return
	}
	c.seen[label] = true
	item := protocol.CompletionItem{Label: label, Kind: kind, SortText: protocol.NewOptional(string(rank) + label), FilterText: protocol.NewOptional(label)}
	if detail != "" {
		item.Detail = protocol.NewOptional(detail)
	}
	if doc != "" {
		item.Documentation = &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: doc}
	}
	if insert == "" {
		insert = label
	} else if c.snippets {
		item.InsertTextFormat = protocol.InsertTextFormatSnippet
	} else {
		insert = placeholder.ReplaceAllString(insert, "$1")
	}
	item.TextEdit = &protocol.TextEdit{Range: c.at.text.span(c.start, c.at.offset), NewText: insert}
	c.items = append(c.items, item)
}

// placeholder matches a place of a snippet.
var placeholder = lazyregexp.New(`\$\{\d+:([^}]*)\}|\$\d`)

// fields adds the fields of agents that the files know.
func (c *completion) fields(rank byte) {
	for _, name := range c.namesOf(index.Field, "") {
		detail, doc := tr.T("field"), ""
		if d := c.p.declared(index.Symbol{Kind: index.Field, Name: name}); d != nil {
			detail, doc = describeType(d), d.Means
		}
		c.add(rank, name, protocol.CompletionItemKindField, detail, doc, "")
	}
}

// namesOf returns the names of a kind that the files have, without the one that is being typed.
func (c *completion) namesOf(kind index.Kind, owner string) []string {
	typed := c.at.text.string[c.start:c.at.offset]
	return slices.DeleteFunc(c.p.names.Names(kind, owner), func(name string) bool {
		if name != typed {
			return false
		}
		for file, o := range c.p.names.All(index.Symbol{Kind: kind, Owner: owner, Name: name}) {
			if file != c.at.path || o.Start != c.start {
				return false
			}
		}
		return kind != index.Behavior || !c.p.isFile(assets.ScriptOf(name))
	})
}

// describeType returns the type of a declaration.
func describeType(d *declare.Declaration) string {
	if d.Type == nil {
		return tr.T("field")
	}
	return d.Type.String()
}

// names adds the names of a kind that the files have.
func (c *completion) names(rank byte, kind index.Kind, owner string, as protocol.CompletionItemKind, detail string) {
	for _, name := range c.namesOf(kind, owner) {
		doc := ""
		if d := c.p.declared(index.Symbol{Kind: kind, Owner: owner, Name: name}); d != nil {
			doc = d.Means
		}
		c.add(rank, name, as, detail, doc, "")
	}
}

// named adds the names that a text of a kind can be.
func (c *completion) named(kind index.Kind, board string) {
	switch kind {
	case index.Tree:
		c.entries('a', func(e *palette.Entry) bool { return e.Group == palette.GroupTrees })
		c.names('a', index.Tree, "", protocol.CompletionItemKindClass, tr.T("tree")) // also those of files with mistakes
	case index.Node:
		c.names('a', index.Node, "", protocol.CompletionItemKindValue, tr.T("node"))
		c.names('b', index.Behavior, "", protocol.CompletionItemKindFunction, tr.T("behavior"))
	case index.Stimulus:
		c.names('a', kind, "", protocol.CompletionItemKindEvent, tr.T("stimulus"))
	case index.Request:
		c.names('a', kind, "", protocol.CompletionItemKindEvent, tr.T("request"))
	case index.Channel:
		c.names('a', kind, "", protocol.CompletionItemKindValue, tr.T("channel"))
	case index.Board:
		c.names('a', kind, "", protocol.CompletionItemKindModule, tr.T("board"))
	case index.Entry:
		c.names('a', kind, board, protocol.CompletionItemKindField, tr.F("entry of %s", board))
	case index.Field:
		c.fields('a')
	}
}

// entries adds node kinds, behaviors or trees.
func (c *completion) entries(rank byte, of func(*palette.Entry) bool) {
	for i := range c.all.entries {
		e := &c.all.entries[i]
		if !of(e) {
			continue
		}
		kind, detail := protocol.CompletionItemKindKeyword, e.Group
		switch e.Group {
		case palette.GroupBehaviors:
			kind, detail = protocol.CompletionItemKindFunction, tr.T("behavior")
		case palette.GroupTrees:
			kind, detail = protocol.CompletionItemKindClass, tr.T("tree")
		}
		for _, name := range append([]string{e.Name}, e.Aliases...) {
			c.add(rank, name, kind, detail, e.Doc, "")
		}
	}
}

// other completes agent.fields and scenes.
func (c *completion) other() {
	typed := c.from(typedName)
	before := strings.TrimSuffix(c.line, typed)
	if path.Base(c.at.path) == assets.FieldsFile {
		words := []string{"number", "text", "boolean", "agent", "point", "table", "list of"}
		switch fields := strings.Fields(before); {
		case strings.Contains(before, ":") || strings.HasPrefix(before, "#"):
		case len(fields) == 0:
			for _, w := range []string{"stimulus", "request", "board"} {
				c.add('b', w, protocol.CompletionItemKindKeyword, tr.F("declares a %s", w), "", "")
			}
			for _, u := range c.p.game.Bundle().Undeclared() {
				c.add('a', u.Name, protocol.CompletionItemKindField, tr.T("used and not declared"), "", "")
			}
		case len(fields) == 1 && !slices.Contains([]string{"stimulus", "request"}, fields[0]), len(fields) > 1 && strings.HasSuffix(before, " "):
			for _, w := range words {
				c.add('a', w, protocol.CompletionItemKindTypeParameter, tr.T("type"), "", "")
			}
		}
		return
	}
	words := strings.Fields(before)
	if len(words) == 0 {
		for _, u := range c.p.host.SceneCommands {
			name, _, _ := strings.Cut(u, " ")
			c.add('a', name, protocol.CompletionItemKindKeyword, u, "", "")
		}
		return
	}
	switch word := words[0]; {
	case (word == "spawn" || word == "switch") && len(words) == 1:
		c.named(index.Tree, "")
	case word == "post" && len(words) == 1:
		c.named(index.Stimulus, "")
	case word == "impose" && len(words) == 1:
		c.named(index.Request, "")
	case word == "board" && len(words) == 1:
		c.named(index.Board, "")
	case word == "board":
		c.named(index.Entry, words[1])
	case (word == "abort" || word == "explain") && len(words) == 1:
		c.named(index.Node, "")
	case (word == "set" || word == "spawn" || word == "get") && !strings.HasSuffix(before, "="):
		c.named(index.Field, "")
	}
}
