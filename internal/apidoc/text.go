package apidoc

import (
	"fmt"
	"strings"
)

// Text returns the API as text for a terminal.
func (a API) Text() string {
	var b strings.Builder
	for i, g := range a.Groups {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(tr.F("%s: %s", g.Name, g.Doc) + "\n")
		for _, e := range g.Entries {
			fmt.Fprintf(&b, "  %s\n", e.Signature())
			if e.Doc != "" {
				fmt.Fprintf(&b, "      %s\n", e.Doc)
			}
		}
	}
	if len(a.Absent) == 0 {
		return b.String()
	}
	if len(a.Groups) > 0 {
		b.WriteString("\n")
	}
	b.WriteString(tr.T("Not there:") + "\n")
	for _, e := range a.Absent {
		b.WriteString("  " + tr.F("%s: %s", e.Name, e.Doc) + "\n")
	}
	return b.String()
}

// Markdown returns the API as sections of a page. Each section has a table.
func (a API) Markdown() string {
	var b strings.Builder
	row := func(code, doc string) {
		// In code, only "|" has a meaning: it would end the cell.
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(code, "|", "\\|"), strings.NewReplacer("|", "\\|", "_", "\\_", "*", "\\*", "<", "\\<").Replace(doc))
	}
	for _, g := range a.Groups {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n", g.Name, g.Doc)
		if len(g.Entries) == 0 {
			continue
		}
		b.WriteString("| name | what it is |\n| --- | --- |\n")
		for _, e := range g.Entries {
			row(e.Signature(), e.Doc)
		}
		b.WriteString("\n")
	}
	b.WriteString("## Not there\n\n| name | why, or what to write |\n| --- | --- |\n")
	for _, e := range a.Absent {
		row(e.Name, e.Doc)
	}
	return b.String()
}
