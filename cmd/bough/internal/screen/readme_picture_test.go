package screen

import (
	"fmt"
	"html"
	"os"
	"strings"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/internal/arena"
	"github.com/bough-dev/bough/testdata"
	"github.com/gdamore/tcell/v2"
)

// readmePicture is the path of the picture in the README.
const readmePicture = "../../../../docs/play.svg"

// TestReadmePicture compares the README's picture with the screen after 400 ticks of the samples.
// With -update it draws the picture anew.
func TestReadmePicture(t *testing.T) {
	log := &arena.Log{NoTimes: true}
	o := bough.Options{Seed: 1}
	log.Attach(&o)
	a := arenaOf(t, arena.Options{OnNote: log.Note}, testdata.Samples(), o, log)
	for range 400 {
		a.Tick()
	}
	s := newScreen(t, 132, 38)
	Draw(New(InArena(a), log, 1), s)
	s.Show()
	got := svg(s)
	if *update {
		if err := os.WriteFile(readmePicture, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, _ := os.ReadFile(readmePicture); string(want) != got {
		t.Error("the picture of the README is out of date; draw it anew with -update")
	}
}

// The size of a character cell in the picture.
const cellWidth, cellHeight = 8, 17

// svg draws a simulated screen as SVG, with one text element for each run of cells in the same
// style.
func svg(s tcell.SimulationScreen) string {
	cells, w, h := s.GetContents()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13">`+"\n",
		w*cellWidth+16, h*cellHeight+16)
	b.WriteString(`<rect width="100%" height="100%" rx="6" fill="#14161a"/>` + "\n")
	for y := range h {
		for x := 0; x < w; {
			from := x
			style := cells[y*w+x].Style
			var text strings.Builder
			for x < w && cells[y*w+x].Style == style {
				text.WriteString(string(cells[y*w+x].Runes))
				x++
			}
			writeRun(&b, from, y, text.String(), style)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func writeRun(b *strings.Builder, x, y int, text string, style tcell.Style) {
	fg, bg, attr := style.Decompose()
	if attr&tcell.AttrReverse != 0 {
		fg, bg = tcell.ColorBlack, tcell.ColorSilver
	}
	left, top, width := 8+x*cellWidth, 8+y*cellHeight, len([]rune(text))*cellWidth
	if bg != tcell.ColorDefault {
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", left, top, width, cellHeight, color(bg, "#14161a"))
	}
	if strings.TrimSpace(text) == "" {
		return
	}
	weight := ""
	if attr&tcell.AttrBold != 0 {
		weight = ` font-weight="bold"`
	}
	if attr&tcell.AttrDim != 0 {
		weight += ` opacity="0.6"`
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" textLength="%d" fill="%s"%s xml:space="preserve">%s</text>`+"\n",
		left, top+13, width, color(fg, "#d0d4da"), weight, html.EscapeString(text))
}

func color(c tcell.Color, standard string) string {
	if c == tcell.ColorDefault || c.Hex() < 0 {
		return standard
	}
	return fmt.Sprintf("#%06x", c.Hex())
}
