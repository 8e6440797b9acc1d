package graph

// sans holds the widths of the characters from space to tilde in a common sans-serif font, in thousandths of the
// font size. The actual font may be wider; see margin.
var sans = [95]int{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

// margin is a bound on the ratio of the actual width of a text to its width by the table.
const margin = 1.12

// face is the font of a line.
type face struct {
	class string
	size  float64
	mono  bool
	bold  bool
}

// width returns an upper bound on the width of a text, in pixels.
func (f face) width(text string) float64 {
	sum := 0.0
	for _, r := range text {
		sum += f.advance(r)
	}
	return sum * f.size * margin
}

// advance returns the width of a character in a font of size 1.
func (f face) advance(r rune) float64 {
	switch {
	case r >= 0x1100:
		return 1.3
	case f.mono && r < 0x7f:
		return 0.602
	case r < ' ' || r > '~':
		return 0.85
	case f.bold:
		return float64(sans[r-' ']) / 1000 * 1.08
	}
	return float64(sans[r-' ']) / 1000
}
