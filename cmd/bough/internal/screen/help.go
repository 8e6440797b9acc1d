package screen

import (
	"strings"

	"github.com/bough-dev/bough/internal/cells"
	"github.com/bough-dev/bough/internal/lang"
)

// legend explains the letters and signs on the land. It is translated when it is shown.
var legend = []string{
	lang.N("v villager  G guard  d dog   w wolf  g goblin  T troll"),
	lang.N("▓ hut  ♣ bush: hiding places   ▒ rock   % dead   * stone"),
	lang.N("a letter on red: hit just now; dim: hidden; reverse: picked"),
	lang.N("· where the picked one looks   > < around its target"),
	lang.N("✗ before an agent: a behavior of its tree cannot be used"),
	lang.N("▶ a node that runs  ✓ - / ended: success, failure, aborted"),
	lang.N("✗ refused  ○ ready, not chosen  ! error  z asleep  · not asked"),
	lang.N("Save a file below the scripts folder: it goes in at once."),
}

// helpKeys is the width of the column with the keys.
const helpKeys = 11

func (m *Model) drawHelp(c canvas) {
	var lines []styled
	for i := range bindings {
		keys := tr.T(bindings[i].keys)
		lines = append(lines, styled{" " + keys + strings.Repeat(" ", max(0, helpKeys-cells.Count(keys))+1) + tr.T(bindings[i].does), plain})
	}
	lines = append(lines, styled{})
	for _, line := range legend {
		lines = append(lines, styled{" " + tr.T(line), info})
	}
	w, h := min(c.w-2, 76), min(c.h-2, len(lines)+2)
	m.helpAt = drawScrolled(canvas{c.s, (c.w - w) / 2, (c.h - h) / 2, w, h}, tr.T("help: ? closes"), wrapped(lines, w-2), m.helpAt)
}
