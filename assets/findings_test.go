package assets_test

import (
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// findings returns a line for each finding: its position, its identity, and its notes in parentheses.
func findings(list diag.List) string {
	var lines []string
	for _, d := range list {
		line := d.Pos.String() + ": " + message.Identity(d)
		for _, note := range d.Notes {
			line += " (" + note + ")"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
