package screen

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/arena"
	"github.com/gdamore/tcell/v2"
)

// camera maps the land to the cells of a canvas.
type camera struct {
	canvas
	left, top      float64 // coordinates of the upper left corner
	perCol, perRow float64 // units per cell
}

// The largest size of the land that one cell can represent. If the land is larger, only the part around the picked
// agent is shown.
const (
	maxPerCol = 1.8
	maxPerRow = 3.0
)

func (m *Model) camera(c canvas, on arena.Actor) camera {
	width, height := m.Stage.Size()
	cam := camera{canvas: c}
	cam.perCol = min(width/float64(max(1, c.w)), maxPerCol)
	cam.perRow = min(height/float64(max(1, c.h)), maxPerRow)
	cam.left = scrolled(on.X, width, cam.perCol*float64(c.w))
	cam.top = scrolled(on.Y, height, cam.perRow*float64(c.h))
	return cam
}

// scrolled returns the start of a window on an axis of the land. The window is centered at a position as far as the
// land allows.
func scrolled(at, size, window float64) float64 {
	return max(0, min(at-window/2, size-window))
}

// cell returns the cell of a point.
func (c *camera) cell(x, y float64) (col, row int) {
	return int(math.Floor((x - c.left) / c.perCol)), int(math.Floor((y - c.top) / c.perRow))
}

func (m *Model) drawField(c canvas) {
	width, height := m.Stage.Size()
	on := m.picked()
	if width == 0 {
		m.drawBlackboard(c, on)
		return
	}
	inside := c.box(tr.T("land"), fmt.Sprintf("%.0fx%.0f", width, height), faint)
	cam := m.camera(inside, on)
	things := m.Stage.Things()
	for i := range things {
		cam.drawThing(&things[i])
	}
	cam.drawView(on)
	for _, s := range m.Stage.Shots() {
		cam.drawShot(s)
	}
	actors := m.Stage.Actors()
	for i := range actors {
		if a := &actors[i]; a.Agent != nil && a.Dead {
			cam.drawActor(a, plain)
		}
	}
	for i := range actors {
		if a := &actors[i]; a.Agent != nil && !a.Dead {
			cam.drawActor(a, styleOf(a))
		}
	}
	if on.Agent != nil {
		cam.drawActor(&on, styleOf(&on).Reverse(true))
		cam.drawTarget(on, actors)
	}
}

// drawBlackboard draws the fields of the picked agent, if there is no land to draw.
func (m *Model) drawBlackboard(c canvas, on arena.Actor) {
	if on.Agent == nil {
		c.box(tr.T("fields"), "", faint).text(0, 0, m.gone(), faint)
		return
	}
	inside := c.box(tr.F("fields of %s", on.Agent.Label()), tr.T("f sets one"), faint)
	for y, line := range append(m.fieldLines(on.Agent)[1:], m.boardLines()...) {
		inside.text(0, y, strings.TrimPrefix(line, " "), plain)
	}
}

// maxEntries is the largest number of entries of boards that are listed. The command board prints all of one board.
const maxEntries = 100

// boardLines lists the entries of all boards.
func (m *Model) boardLines() (lines []string) {
	left := 0
	world := m.Stage.Game().World()
	world.BoardEntries(func(board, entry string, v value.Value) bool {
		if len(lines) == 0 {
			lines = append(lines, tr.T("boards:"))
		}
		if len(lines) <= maxEntries {
			lines = append(lines, fmt.Sprintf("  %s.%s = %s%s", board, entry, v, scene.Claim(world, board, entry)))
		} else {
			left++
		}
		return true
	})
	if left > 0 {
		lines = append(lines, tr.F("  %d more", left))
	}
	return lines
}

// fieldLines lists the fields of an agent, with the declared units.
func (m *Model) fieldLines(a *engine.Agent) []string {
	lines := []string{tr.T("its fields:")}
	declared := m.Stage.Game().Bundle().Declared()
	a.Fields().All(func(k engine.Key, v value.Value) bool {
		text := v.String()
		if v.Kind() == value.KindNumber {
			text = fmt.Sprintf("%.6g", v.Float())
			if d := declared.Field(k.Name()); d != nil && d.Type != nil && d.Type.Unit != "" {
				text += " " + d.Type.Unit
			}
		}
		lines = append(lines, "  "+k.Name()+" = "+text)
		return true
	})
	return lines
}

// looks holds the characters and styles of things on the ground.
var looks = map[arena.ThingKind]struct {
	r  rune
	st tcell.Style
}{
	arena.Rock: {'▒', plain.Foreground(tcell.ColorGray)},
	arena.Hut:  {'▓', plain.Foreground(tcell.ColorOlive)},
	arena.Bush: {'♣', plain.Foreground(tcell.ColorDarkGreen)},
}

// drawThing fills the cells whose centers are inside the thing. It always fills the cell that contains the center
// of the thing.
func (c *camera) drawThing(t *arena.Thing) {
	look := looks[t.Kind]
	w, h := max(t.R, t.W), max(t.R, t.H)
	left, top := c.cell(t.X-w, t.Y-h)
	right, bottom := c.cell(t.X+w, t.Y+h)
	for row := max(0, top); row <= min(bottom, c.h-1); row++ {
		for col := max(0, left); col <= min(right, c.w-1); col++ {
			x, y := c.left+(float64(col)+0.5)*c.perCol, c.top+(float64(row)+0.5)*c.perRow
			if t.Holds(x, y) {
				c.put(col, row, look.r, look.st)
			}
		}
	}
	col, row := c.cell(t.X, t.Y)
	c.put(col, row, look.r, look.st)
}

// drawView shows the direction in which the picked agent looks.
func (c *camera) drawView(a arena.Actor) {
	if a.Agent == nil || a.Dead || math.IsNaN(a.Facing) {
		return
	}
	sin, cos := math.Sincos(a.Facing * math.Pi / 180)
	for d := 1.5; d < 5; d += 1.2 {
		col, row := c.cell(a.X+cos*d, a.Y+sin*d)
		c.put(col, row, '·', warn)
	}
}

var (
	keyTarget = engine.KeyOf("target")
	keyX      = engine.KeyOf("x")
	keyY      = engine.KeyOf("y")
	keyFacing = engine.KeyOf("facing")
)

// drawTarget draws marks beside the target of the picked agent, which is the agent in its field target.
func (c *camera) drawTarget(a arena.Actor, actors []arena.Actor) {
	v := a.Agent.Get(keyTarget)
	i := slices.IndexFunc(actors, func(o arena.Actor) bool {
		return v.Kind() == value.KindNumber && o.Agent != nil && float64(o.Agent.ID()) == v.Float()
	})
	if i < 0 {
		return
	}
	col, row := c.cell(actors[i].X, actors[i].Y)
	c.put(col-1, row, '>', bad.Bold(true))
	c.put(col+1, row, '<', bad.Bold(true))
}

func (c *camera) drawShot(s arena.Shot) {
	part := 1 - float64(s.Left)/5
	col, row := c.cell(s.X1+(s.X2-s.X1)*part, s.Y1+(s.Y2-s.Y1)*part)
	c.put(col, row, '*', strong)
}

func (c *camera) drawActor(a *arena.Actor, st tcell.Style) {
	col, row := c.cell(a.X, a.Y)
	r := a.Kind.Letter()
	switch {
	case a.Dead:
		r, st = '%', faint
	case a.Hidden:
		st = st.Dim(true).Bold(false)
	}
	if a.Hit && !a.Dead {
		st = st.Background(tcell.ColorRed).Foreground(tcell.ColorWhite)
	}
	c.put(col, row, r, st)
}

// colors holds the colors of the kinds that the arena knows.
var colors = map[string]tcell.Color{
	"troll": tcell.ColorRed, "wolf": tcell.ColorFuchsia, "goblin": tcell.ColorOrange,
	"villager": tcell.ColorLime, "guard": tcell.ColorAqua, "dog": tcell.ColorYellow,
}

func styleOf(a *arena.Actor) tcell.Style {
	color, ok := colors[a.Kind.Name]
	if !ok {
		color = tcell.ColorHotPink
	}
	return strong.Foreground(color)
}
