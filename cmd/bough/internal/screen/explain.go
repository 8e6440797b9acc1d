package screen

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/gdamore/tcell/v2"
)

// fieldLines lists the fields of an agent.
func fieldLines(a *engine.Agent) []string {
	lines := []string{"its fields:"}
	a.Fields().All(func(k engine.Key, v value.Value) bool {
		text := v.String()
		if v.Kind() == value.KindNumber {
			text = fmt.Sprintf("%.6g", v.Float())
		}
		lines = append(lines, "  "+k.Name()+" = "+text)
		return true
	})
	return lines
}

func explainStyle(line string) tcell.Style {
	switch {
	case strings.HasPrefix(line, "  yes"):
		return good
	case strings.HasPrefix(line, "  no "):
		return faint
	case strings.HasPrefix(line, "blocked:"), strings.HasPrefix(line, "why not "), strings.HasPrefix(line, "           "):
		return warn
	case strings.HasPrefix(line, " "):
		return plain
	}
	return strong
}
