package lsp

import (
	"context"
	"path"
	"slices"
	"strings"
	"unicode"

	"go.lsp.dev/protocol"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/internal/apidoc"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/index"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/bough-dev/bough/internal/palette"
)

// known has the definitions of the game and of its files, for completion and hover. It is made anew for each version of the files.
type known struct {
	version int
	entries []palette.Entry // what trees can be made of
	api     []apidoc.Entry  // what scripts can use
	hooks   int             // number of entries of api, from the first on, that are hooks and fields of a behavior
}

// known returns what the files in force define.
func (p *project) known() *known {
	b := p.game.Bundle()
	if k := p.cache; k != nil && k.version == b.Version {
		return k
	}
	k := &known{version: b.Version, entries: append(palette.Kinds(behaviors.Kinds), palette.Of(b)...)}
	for _, g := range p.game.Runtime().API().Groups {
		if g.Name == apidoc.Hooks || g.Name == apidoc.Fields {
			k.hooks += len(g.Entries)
			k.api = slices.Concat(g.Entries, k.api)
		} else {
			k.api = append(k.api, g.Entries...)
		}
	}
	p.cache = k
	return k
}

// entry returns a node kind, a behavior or a tree.
func (k *known) entry(name string, tree bool) *palette.Entry {
	for i := range k.entries {
		e := &k.entries[i]
		if (e.Group == palette.GroupTrees) == tree && e.Group != palette.GroupConditions && (e.Name == name || slices.Contains(e.Aliases, name)) {
			return e
		}
	}
	return nil
}

// function returns a function or a value of scripts.
func (k *known) function(name string) *apidoc.Entry {
	for i := k.hooks; i < len(k.api); i++ {
		if k.api[i].Name == name {
			return &k.api[i]
		}
	}
	return nil
}

// hook returns a hook or a field of a behavior.
func (k *known) hook(name string) *apidoc.Entry {
	for i := range k.hooks {
		if k.api[i].Name == name {
			return &k.api[i]
		}
	}
	return nil
}

// Hover implements protocol.Server.
func (s *server) Hover(_ context.Context, q *protocol.HoverParams) (*protocol.Hover, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, o, ok := s.name(q.TextDocumentPositionParams)
	if !ok {
		return nil, nil
	}
	words := at.project.describe(o.Symbol, at.path)
	if words == "" {
		return nil, nil
	}
	r := at.text.span(o.Start, o.End)
	return &protocol.Hover{Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: words}, Range: &r}, nil
}

// describe returns what is known of a symbol that stands in a file, as Markdown.
func (p *project) describe(s index.Symbol, in string) string {
	k := p.known()
	switch s.Kind {
	case index.Behavior, index.NodeKind, index.Node:
		if e := k.entry(s.Name, false); e != nil {
			return describeEntry(e)
		}
	case index.Tree:
		if e := k.entry(s.Name, true); e != nil {
			return describeEntry(e)
		}
	case index.Condition:
		for _, e := range k.entries {
			if e.Group == palette.GroupConditions && e.Name == s.Name {
				return code("bt", "condition "+e.Name+" = "+e.Source)
			}
		}
	case index.Param, index.TreeParam:
		if e := k.entry(s.Owner, s.Kind == index.TreeParam); e != nil {
			for i := range e.Params {
				if e.Params[i].Name == s.Name {
					return describeParam(&e.Params[i]) + "\n\n" + tr.F("Parameter of `%s`.", s.Owner)
				}
			}
		}
	case index.Function:
		e := k.function(s.Name)
		if e == nil && path.Ext(in) == assets.TreeExt { // a question of conditions
			e = k.function("bt." + s.Name)
		}
		if e != nil {
			return code("lua", e.Signature()) + "\n" + e.Doc
		}
	case index.Member:
		if e := k.hook(s.Name); e != nil && !strings.HasPrefix(s.Owner, assets.ModuleDir+"/") {
			return code("lua", e.Signature()) + "\n" + e.Doc
		}
	case index.Module:
		return "`" + assets.ModuleOf(s.Name) + "`"
	case index.Field, index.Stimulus, index.Request, index.Entry:
		return p.describeData(s)
	}
	return ""
}

// code returns a text in a block of code.
func code(language, text string) string { return "```" + language + "\n" + text + "\n```" }

func describeEntry(e *palette.Entry) string {
	var b strings.Builder
	head := e.Name
	if e.Group == palette.GroupTrees {
		head = "tree " + head
	}
	for i := range e.Params {
		q := &e.Params[i]
		switch {
		case isValue(q.Default):
			head += " " + q.Name + "=" + q.Default
		case q.Required:
			head += " " + q.Name
		}
	}
	b.WriteString(code("bt", head))
	if e.Doc != "" {
		b.WriteString("\n" + e.Doc + "\n")
	}
	if len(e.Hooks) > 0 {
		b.WriteString("\n" + tr.F("Hooks: %s", strings.Join(e.Hooks, ", ")) + "\n")
	}
	if e.Stimulus != "" {
		b.WriteString("\n" + tr.F("Waits for the stimulus `%s`.", e.Stimulus) + "\n")
	}
	for i := range e.Params {
		b.WriteString("\n- " + describeParam(&e.Params[i]))
	}
	if e.Example != "" {
		b.WriteString("\n\n" + code("bt", strings.TrimRight(e.Example, "\n")))
	}
	return b.String()
}

// isValue reports whether the default of a parameter is a value, and not a sentence about it.
func isValue(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > unicode.MaxASCII })
}

func describeParam(q *palette.Param) string {
	text := "`" + q.Name + "`"
	if q.Type != "" {
		text += " " + q.Type
	}
	if len(q.Words) > 0 {
		text += " (" + strings.Join(q.Words, ", ") + ")"
	}
	if q.Doc != "" {
		text += ": " + q.Doc
	}
	if q.Default != "" {
		text += tr.F(" (default: %s)", q.Default)
	}
	return text
}

// describeData returns what is declared of a field or the like, and how often it is set and read.
func (p *project) describeData(s index.Symbol) string {
	var lines []string
	if d := p.declared(s); d != nil {
		lines = append(lines, code("", strings.TrimSpace(strings.TrimSuffix(d.Text, ":"))))
	} else {
		lines = append(lines, "`"+s.Name+"`")
		if what := p.game.Bundle().Shown(); what != nil && s.Kind == index.Field {
			if f := what.Field(s.Name); f != nil && f.Type != nil {
				lines[0] += " " + f.Type.String()
			}
		}
	}
	set, read := 0, 0
	for _, o := range p.names.All(s) {
		switch o.Role {
		case index.Write:
			set++
		case index.Use:
			read++
		}
	}
	lines = append(lines, tr.F("Set in %s, read in %s.", places(set), places(read)))
	return strings.Join(lines, "\n\n")
}

func places(n int) string {
	if n == 1 && lang.English() {
		return "1 place"
	}
	return tr.F("%d places", n)
}

// declared returns the declaration of a field or the like, or nil.
func (p *project) declared(s index.Symbol) *declare.Declaration {
	f := p.game.Bundle().Declared()
	if f == nil {
		return nil
	}
	switch s.Kind {
	case index.Field:
		return f.Field(s.Name)
	case index.Stimulus:
		return f.Stimulus(s.Name)
	case index.Request:
		return f.Request(s.Name)
	case index.Entry:
		return f.Entry(s.Owner, s.Name)
	}
	return nil
}
