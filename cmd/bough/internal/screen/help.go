package screen

// legend says what is drawn on the field.
var legend = []string{
	"v villager  G guard  d dog   w wolf  g goblin  T troll",
	"▓ hut  ♣ bush: hiding places   ▒ rock   % dead   * stone",
	"a letter on red: hit just now; dim: hidden; reverse: picked",
	"· where the picked one looks   > < around its target",
	"Save a file below the scripts folder: it goes in at once.",
}

// helpKeys is the width of the column of keys.
const helpKeys = 15

func drawHelp(c canvas) {
	w, h := min(c.w-2, 78), min(c.h-2, len(bindings)+len(legend)+3)
	inside := canvas{c.s, (c.w - w) / 2, (c.h - h) / 2, w, h}.box("help", "? closes", info)
	y := 0
	for i := range bindings {
		inside.text(1, y, bindings[i].keys, warn)
		inside.text(1+helpKeys, y, bindings[i].does, plain)
		y++
	}
	for i, line := range legend {
		inside.text(1, y+i+1, line, info)
	}
}
