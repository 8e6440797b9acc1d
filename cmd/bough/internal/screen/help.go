package screen

import "fmt"

// legend explains the letters and signs on the land.
var legend = []string{
	"v villager  G guard  d dog   w wolf  g goblin  T troll",
	"▓ hut  ♣ bush: hiding places   ▒ rock   % dead   * stone",
	"a letter on red: hit just now; dim: hidden; reverse: picked",
	"· where the picked one looks   > < around its target",
	"✗ before an agent: a behavior of its tree cannot be used",
	"▶ a node that runs  ✓ - / ended: success, failure, aborted",
	"✗ refused  ○ ready, not chosen  ! error  z asleep  · not asked",
	"Save a file below the scripts folder: it goes in at once.",
}

// helpKeys is the width of the column with the keys.
const helpKeys = 11

func (m *Model) drawHelp(c canvas) {
	var lines []styled
	for i := range bindings {
		lines = append(lines, styled{fmt.Sprintf(" %-*s %s", helpKeys, bindings[i].keys, bindings[i].does), plain})
	}
	lines = append(lines, styled{})
	for _, line := range legend {
		lines = append(lines, styled{" " + line, info})
	}
	w, h := min(c.w-2, 76), min(c.h-2, len(lines)+2)
	m.helpAt = drawScrolled(canvas{c.s, (c.w - w) / 2, (c.h - h) / 2, w, h}, "help: ? closes", wrapped(lines, w-2), m.helpAt)
}
