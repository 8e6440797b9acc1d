package lsp

import (
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/fix"
)

// messagesPage describes all codes.
const messagesPage = "https://github.com/bough-dev/bough/blob/main/docs/messages.md#"

// diagnostics returns the diagnostics of each file that has any, and empty lists for those that had some and for open
// documents.
func (p *project) diagnostics(s *server) (out []*protocol.PublishDiagnosticsParams) {
	p.refresh()
	byFile := map[string][]protocol.Diagnostic{}
	list := p.found
	for _, name := range slices.Sorted(maps.Keys(p.failed)) {
		list = slices.Concat(list, p.failed[name])
	}
	for i := range list {
		d := &list[i]
		name, ok := p.name(d.Pos.File)
		if !ok {
			continue
		}
		if t, ok := p.text(name); ok || d.Pos.Line == 0 {
			byFile[name] = append(byFile[name], p.diagnostic(d, t))
		}
	}
	for name := range p.shown {
		if byFile[name] == nil {
			byFile[name] = []protocol.Diagnostic{}
		}
	}
	for _, d := range s.open {
		if d.project == p && byFile[d.path] == nil {
			byFile[d.path] = []protocol.Diagnostic{}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		u := p.uri(name)
		params := &protocol.PublishDiagnosticsParams{URI: u, Diagnostics: byFile[name]}
		if d := s.open[key(u)]; d != nil && d.text.string == p.checked[name] {
			params.Version = protocol.NewOptional(d.version)
		}
		if p.shown[name] = len(byFile[name]) > 0; !p.shown[name] {
			delete(p.shown, name)
		}
		out = append(out, params)
	}
	return out
}

// diagnostic returns a finding in the form of the protocol.
func (p *project) diagnostic(d *diag.Diagnostic, t text) protocol.Diagnostic {
	severity := protocol.DiagnosticSeverityError
	if d.Severity == diag.Warning {
		severity = protocol.DiagnosticSeverityWarning
	}
	words := d.Message
	if d.Hint != "" {
		words += ": " + d.Hint
	}
	out := protocol.Diagnostic{Range: p.rangeOf(d, t), Severity: severity, Source: protocol.NewOptional("bough"), Message: protocol.String(words)}
	if d.Code != "" {
		out.Code, out.CodeDescription = protocol.String(d.Code), protocol.CodeDescription{Href: uri.URI(messagesPage + d.Code)}
	}
	for _, note := range d.Notes {
		out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{Location: p.locationIn(note, d, t), Message: note})
	}
	return out
}

// rangeOf returns the range of a finding: the word at its position.
func (p *project) rangeOf(d *diag.Diagnostic, t text) protocol.Range {
	if d.Pos.Line == 0 {
		return protocol.Range{}
	}
	start := t.at(d.Pos.Line, d.Pos.Col)
	line, at := t.line(d.Pos.Line - 1)
	if start > at+len(line) {
		return t.span(at, at+len(line))
	}
	end := at + len(strings.TrimRight(line, " \t"))
	if d.Pos.Col > 0 {
		end = at + fix.Word(line, start-at)
	}
	if end <= start && start < at+len(line) {
		end = start + 1
	}
	return t.span(start, max(start, end))
}

// locationIn returns the place that a note names, as in "the tree is included in guard.bt:3:5", or else that of the finding.
func (p *project) locationIn(note string, d *diag.Diagnostic, t text) protocol.Location {
	name, _ := p.name(d.Pos.File)
	own := protocol.Location{URI: p.uri(name), Range: p.rangeOf(d, t)}
	for _, word := range strings.Fields(note) {
		pos, ok := position(strings.Trim(word, "\"',;()"))
		if !ok {
			continue
		}
		if name, below := p.name(pos.File); below {
			if t, ok := p.text(name); ok {
				return protocol.Location{URI: p.uri(name), Range: p.rangeOf(&diag.Diagnostic{Pos: pos}, t)}
			}
		}
	}
	return own
}

// position parses FILE:LINE:COL.
func position(word string) (pos diag.Pos, ok bool) {
	parts := strings.Split(word, ":")
	if len(parts) < 2 || !strings.Contains(parts[0], ".") {
		return pos, false
	}
	pos.File = parts[0]
	for i, part := range parts[1:] {
		n := 0
		for _, r := range part {
			if r < '0' || r > '9' || n > 1e6 {
				return pos, i > 0
			}
			n = n*10 + int(r-'0')
		}
		switch i {
		case 0:
			pos.Line = n
		case 1:
			pos.Col = n
		}
	}
	return pos, pos.Line > 0
}
