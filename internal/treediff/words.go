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
		b.WriteString("condition " + e.Part + ": " + e.Words() + "\n")
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
		return "removed  " + head(t.Old) + "\n"
	case t.Old == nil:
		return "added    " + head(t.New) + "\n"
	}
	var b strings.Builder
	b.WriteString(head(t.New) + "\n")
	for _, e := range t.Edits {
		b.WriteString("  " + e.Part + ": " + e.Words() + "\n")
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
		return "  added    " + c.Path + "  " + c.To + "\n"
	case Removed:
		return "  removed  " + c.Path + "\n"
	}
	var b strings.Builder
	if c.Kind == Moved {
		b.WriteString("  moved    " + c.From + "  to " + c.To + "\n")
	}
	for _, e := range c.Edits {
		b.WriteString("  " + c.Path + ": " + e.Part + " " + e.Words() + "\n")
	}
	return b.String()
}

// Words describes an edit.
func (e Edit) Words() string {
	switch {
	case e.Old == "":
		return e.New + " added"
	case e.New == "":
		return e.Old + " removed"
	}
	return e.Old + " → " + e.New
}
