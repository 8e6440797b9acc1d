package treediff

import (
	"strings"

	"github.com/bough-dev/bough/trees"
)

// Words describes the differences, one change on each line. It returns "" if there are no
// differences.
func Words(r *Result) string {
	var b strings.Builder
	for _, e := range r.Conditions {
		b.WriteString(tr.F("condition %s: %s", e.Part, e.Words()) + "\n")
	}
	for i := range r.Trees {
		b.WriteString(r.Trees[i].words())
	}
	return b.String()
}

// Markdown describes the differences as a list for pages of Git hosts.
func Markdown(r *Result) string {
	var b strings.Builder
	for line := range strings.Lines(Words(r)) {
		text := strings.TrimSpace(line)
		fence := strings.Repeat("`", longestRun(text)+1)
		indent := strings.Repeat(" ", len(line)-len(strings.TrimLeft(line, " ")))
		b.WriteString(indent + "- " + fence + " " + text + " " + fence + "\n")
	}
	return b.String()
}

// longestRun returns the length of the longest run of backquotes.
func longestRun(s string) (most int) {
	run := 0
	for _, r := range s {
		run++
		if r != '`' {
			run = 0
		}
		most = max(most, run)
	}
	return most
}

func (t *Tree) words() string {
	switch {
	case t.New == nil:
		return tr.T("removed  ") + head(t.Old) + "\n"
	case t.Old == nil:
		return tr.T("added    ") + head(t.New) + "\n"
	}
	var b strings.Builder
	b.WriteString(head(t.New) + "\n")
	for _, e := range t.Edits {
		b.WriteString("  " + tr.F("%s: %s", partWord(e.Part), e.Words()) + "\n")
	}
	for i := range t.Changes {
		b.WriteString(t.Changes[i].words())
	}
	return b.String()
}

func head(t *trees.Tree) string {
	if t.Pos.File == "" {
		return "tree " + t.Name
	}
	return "tree " + t.Name + " (" + t.Pos.File + ")"
}

func (c *Change) words() string {
	switch c.Kind {
	case Added:
		return "  " + tr.T("added    ") + c.Path + "  " + c.To + "\n"
	case Removed:
		return "  " + tr.T("removed  ") + c.Path + "\n"
	}
	var b strings.Builder
	if c.Kind == Moved {
		b.WriteString("  " + tr.F("moved    %s  to %s", c.From, c.To) + "\n")
	}
	for _, e := range c.Edits {
		b.WriteString("  " + tr.F("%s: %s %s", c.Path, partWord(e.Part), e.Words()) + "\n")
	}
	return b.String()
}

// Words describes an edit.
func (e Edit) Words() string {
	switch {
	case e.Old == "":
		return tr.F("%s added", e.New)
	case e.New == "":
		return tr.F("%s removed", e.Old)
	}
	return e.Old + " → " + e.New
}

// partWord returns the word for the part of a node or tree in which an edit is.
func partWord(part string) string {
	if name, ok := strings.CutPrefix(part, "parameter "); ok {
		return tr.F("parameter %s", name)
	}
	switch part {
	case "name":
		return tr.T("name")
	case "values":
		return tr.T("values")
	case "expression":
		return tr.T("expression")
	case "condition":
		return tr.T("condition")
	case "note":
		return tr.T("note")
	case "mark":
		return tr.T("mark")
	case "description":
		return tr.T("description")
	}
	return part
}
