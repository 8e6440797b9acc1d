package main

import (
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/bough-dev/bough/docs/examples/ebiten/village"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
	"github.com/hajimehoshi/ebiten/v2/vector"
)

var (
	grass  = color.RGBA{0x5b, 0x7f, 0x4a, 0xff}
	road   = color.RGBA{0xb9, 0xa2, 0x7a, 0xff}
	shadow = color.RGBA{0x00, 0x00, 0x00, 0x38}
	wall   = color.RGBA{0xd9, 0xcb, 0xb0, 0xff}
	window = color.RGBA{0xf4, 0xd5, 0x86, 0xff}
	soil   = color.RGBA{0x8a, 0x6b, 0x48, 0xff}
	crop   = color.RGBA{0xa9, 0xb8, 0x56, 0xff}
	gold   = color.RGBA{0xf2, 0xc1, 0x4e, 0xff}
	wood   = color.RGBA{0x6d, 0x4c, 0x33, 0xff}
	stone  = color.RGBA{0x77, 0x74, 0x6c, 0xff}
	skin   = color.RGBA{0xe8, 0xc3, 0x9e, 0xff}
	light  = color.RGBA{0xff, 0xf6, 0xe0, 0xff}
	quiet  = color.RGBA{0xb9, 0xc4, 0xb4, 0xff}
	dark   = color.RGBA{0x16, 0x1d, 0x18, 0xff}
	blood  = color.RGBA{0xd8, 0x5c, 0x4a, 0xff}
	roofs  = []color.RGBA{{0xa6, 0x4b, 0x3c, 0xff}, {0x8c, 0x5a, 0x3c, 0xff}, {0x9a, 0x5f, 0x6b, 0xff}}
	leaves = []color.RGBA{{0x2f, 0x5a, 0x38, 0xff}, {0x3a, 0x68, 0x3f, 0xff}, {0x45, 0x76, 0x47, 0xff}}
	coats  = map[string]color.RGBA{"guard": {0x3d, 0x6f, 0xb6, 0xff}, "villager": {0xc9, 0x8f, 0x4e, 0xff}, "thief": {0x7b, 0x4a, 0x9c, 0xff}}
	names  = map[string]color.RGBA{"guard": light, "villager": light, "thief": {0xe3, 0xc1, 0xff, 0xff}}
)

// shaded returns a color that is lighter by a share, or darker by a negative one.
func shaded(c color.RGBA, by float64) color.RGBA {
	mix := func(v uint8) uint8 {
		if by < 0 {
			return uint8(float64(v) * (1 + by))
		}
		return uint8(float64(v) + (255-float64(v))*by)
	}
	return color.RGBA{mix(c.R), mix(c.G), mix(c.B), c.A}
}

// canvas is an image on which lengths are in units. The middle of a sprite is 0, 0.
type canvas struct {
	img       *ebiten.Image
	scale     float64
	left, top float64 // of the image, in units
}

func (c canvas) px(v float64) float32 { return float32(v * c.scale) }

func (c canvas) rect(x, y, w, h float64, fill color.Color) {
	vector.DrawFilledRect(c.img, c.px(x-c.left), c.px(y-c.top), c.px(w), c.px(h), fill, true)
}

func (c canvas) disc(x, y, r float64, fill color.Color) {
	vector.DrawFilledCircle(c.img, c.px(x-c.left), c.px(y-c.top), c.px(r), fill, true)
}

func (c canvas) ring(x, y, r, pixels float64, stroke color.Color) {
	vector.StrokeCircle(c.img, c.px(x-c.left), c.px(y-c.top), c.px(r), float32(pixels), stroke, true)
}

func (c canvas) line(x1, y1, x2, y2, w float64, stroke color.Color) {
	vector.StrokeLine(c.img, c.px(x1-c.left), c.px(y1-c.top), c.px(x2-c.left), c.px(y2-c.top), c.px(w), stroke, true)
}

// art has what is drawn once and then copied: a frame draws only images.
type art struct {
	land, sight, fire, shade, ring *ebiten.Image
	woods                          []*ebiten.Image
	people                         map[string]*ebiten.Image // who look to the east
}

// fine is how many pixels a sprite has for one of the screen, so that it is smooth when it is turned.
const fine = 2

// sprite draws an image of a size in units.
func sprite(size float64, draw func(canvas)) *ebiten.Image {
	img := ebiten.NewImage(int(size*scale*fine), int(size*scale*fine))
	draw(canvas{img, scale * fine, -size / 2, -size / 2})
	return img
}

// put draws a sprite at a place, turned by an angle in degrees.
func put(dst, img *ebiten.Image, at village.Point, degrees, size float64, tint ...float32) {
	o := &ebiten.DrawImageOptions{Filter: ebiten.FilterLinear}
	half := float64(img.Bounds().Dx()) / 2
	o.GeoM.Translate(-half, -half)
	o.GeoM.Rotate(degrees * math.Pi / 180)
	o.GeoM.Scale(size/fine, size/fine)
	o.GeoM.Translate(at.X*scale, at.Y*scale)
	if len(tint) == 4 {
		o.ColorScale.Scale(tint[0], tint[1], tint[2], tint[3])
	}
	dst.DrawImage(img, o)
}

func newArt() *art {
	a := &art{land: ebiten.NewImage(width, height), people: map[string]*ebiten.Image{}}
	drawLand(canvas{a.land, scale, 0, 0})
	for kind, coat := range coats {
		a.people[kind] = sprite(4, func(c canvas) { drawPerson(c, kind, coat) })
	}
	for i, w := range village.Woods {
		a.woods = append(a.woods, sprite(2*w.R+4, func(c canvas) { drawWood(c, w.R, uint64(i)) }))
	}
	a.shade = sprite(2, func(c canvas) { c.disc(0, 0, 0.55, shadow) })
	a.ring = sprite(3, func(c canvas) { c.ring(0, 0, 0.9, 2*fine, light) })
	a.fire = sprite(9, drawFire)
	a.sight = sprite(24, drawSight)
	return a
}

// drawLand draws what never moves.
func drawLand(c canvas) {
	c.img.Fill(grass)
	random := rand.New(rand.NewPCG(1, 2))
	somewhere := func() (x, y float64) { return random.Float64() * village.Width, random.Float64() * village.Height }
	for range 260 { // patches
		x, y := somewhere()
		c.disc(x, y, 0.6+random.Float64()*1.6, shaded(grass, random.Float64()*0.09-0.05))
	}
	roads := []village.Rect{{X: 0, Y: 19, W: village.Width, H: 2.6}, {X: 33, Y: 11, W: 2.6, H: 29}}
	for _, r := range roads {
		c.rect(r.X-0.15, r.Y-0.15, r.W+0.3, r.H+0.3, shaded(road, -0.12))
	}
	for _, r := range roads {
		c.rect(r.X, r.Y, r.W, r.H, road)
	}
	for range 700 { // stones on the roads, flowers beside them
		x, y := somewhere()
		switch {
		case y > 19.2 && y < 21.4 || x > 33.2 && x < 35.4 && y > 11.2:
			c.disc(x, y, 0.06+random.Float64()*0.12, shaded(road, random.Float64()*0.3-0.15))
		case random.IntN(5) == 0:
			c.disc(x, y, 0.09, shaded(grass, 0.3))
			c.disc(x+0.2, y+0.1, 0.07, light)
		}
	}
	for _, f := range village.Fields {
		c.rect(f.X, f.Y, f.W, f.H, soil)
		for y := f.Y + 0.5; y < f.Y+f.H-0.3; y += 0.9 {
			c.rect(f.X+0.3, y, f.W-0.6, 0.35, shaded(soil, -0.18))
			for x := f.X + 0.5; x < f.X+f.W-0.4; x += 0.55 {
				c.disc(x+random.Float64()*0.15, y, 0.17, shaded(crop, random.Float64()*0.2-0.1))
			}
		}
	}
	for i, h := range village.Houses {
		drawHouse(c, h, roofs[i%len(roofs)])
	}
	x, y := village.Chest.X, village.Chest.Y
	c.rect(x-0.65, y-0.35, 1.5, 1, shadow)
	c.rect(x-0.75, y-0.5, 1.5, 1, wood)
	c.rect(x-0.75, y-0.5, 1.5, 0.4, shaded(wood, 0.25))
	c.rect(x-0.75, y-0.12, 1.5, 0.1, gold)
	c.rect(x-0.15, y-0.25, 0.3, 0.4, gold)
}

// drawHouse draws a house with its roof from above and its front.
func drawHouse(c canvas, h village.Rect, roof color.RGBA) {
	c.rect(h.X+0.4, h.Y+0.5, h.W, h.H, shadow)
	c.rect(h.X, h.Y, h.W, h.H, wall)
	x, y, w, half := h.X-0.3, h.Y-0.3, h.W+0.6, (h.H-0.9)/2
	c.rect(x, y, w, half, shaded(roof, -0.12))
	c.rect(x, y+half, w, half, roof)
	for at := 0.6; at < 2*half; at += 0.6 {
		c.line(x, y+at, x+w, y+at, 0.05, shaded(roof, -0.22))
	}
	c.line(x, y+half, x+w, y+half, 0.13, shaded(roof, 0.2))
	c.rect(x+w-1.9, y+0.5, 0.8, 0.8, shaded(roof, -0.4))
	c.rect(h.X+h.W/2-0.4, h.Y+h.H-1.1, 0.8, 1.1, wood)
	for _, at := range []float64{h.X + 1, h.X + h.W - 1.8} {
		c.rect(at, h.Y+h.H-0.9, 0.8, 0.55, window)
	}
}

// drawWood draws trees in a circle.
func drawWood(c canvas, radius float64, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 7))
	for range int(radius * 6) {
		angle, far := random.Float64()*2*math.Pi, math.Sqrt(random.Float64())*radius
		x, y, r := math.Cos(angle)*far, math.Sin(angle)*far, 0.8+random.Float64()*0.5
		leaf := leaves[random.IntN(len(leaves))]
		c.disc(x+0.3, y+0.35, r, shadow)
		c.disc(x, y, r, leaf)
		c.disc(x-r*0.25, y-r*0.3, r*0.55, shaded(leaf, 0.1))
	}
}

func drawFire(c canvas) {
	for r := 4.2; r > 0.6; r -= 0.2 {
		c.disc(0, 0, r, color.RGBA{0x07, 0x03, 0x00, 0x00}) // adds light
	}
	for i := range 7 {
		angle := float64(i) * 2 * math.Pi / 7
		c.disc(0.65*math.Cos(angle), 0.65*math.Sin(angle), 0.2, stone)
	}
	c.disc(0, 0, 0.5, color.RGBA{0xe2, 0x6a, 0x2c, 0xff})
	c.disc(0, -0.1, 0.3, gold)
}

// drawSight draws the field of view of a guard, which fades with the distance.
func drawSight(c canvas) {
	const half = 40 * math.Pi / 180
	white := ebiten.NewImage(3, 3)
	white.Fill(color.White)
	x, y := c.px(-c.left), c.px(-c.top)
	for reach := 11.0; reach > 0; reach-- {
		var path vector.Path
		path.MoveTo(x, y)
		path.Arc(x, y, c.px(reach), -half, half, vector.Clockwise)
		path.Close()
		vertices, indices := path.AppendVerticesAndIndicesForFilling(nil, nil)
		for i := range vertices {
			v := &vertices[i]
			v.SrcX, v.SrcY = 1, 1
			v.ColorR, v.ColorG, v.ColorB, v.ColorA = 0.03, 0.03, 0.03, 0.03
		}
		c.img.DrawTriangles(vertices, indices, white, &ebiten.DrawTrianglesOptions{AntiAlias: true, ColorScaleMode: ebiten.ColorScaleModePremultipliedAlpha})
	}
}

// drawPerson draws somebody who looks to the east.
func drawPerson(c canvas, kind string, coat color.RGBA) {
	c.disc(0.3, -0.42, 0.17, skin)
	c.disc(0.3, 0.42, 0.17, skin)
	if kind == "guard" { // a spear
		c.line(-0.6, 0.5, 1.2, 0.5, 0.1, wood)
		c.disc(1.2, 0.5, 0.13, light)
	}
	c.disc(0, 0, 0.55, shaded(coat, -0.35))
	c.disc(0, 0, 0.47, coat)
	c.disc(0.1, 0, 0.27, skin)
	c.disc(-0.02, 0, 0.24, shaded(coat, -0.5))
}

// Draw implements ebiten.Game.
func (g *game) Draw(screen *ebiten.Image) {
	if g.art == nil {
		g.art = newArt()
	}
	screen.DrawImage(g.art.land, nil)
	put(screen, g.art.fire, village.Fire, 0, 1+0.05*math.Sin(float64(g.frame)/5)+0.03*math.Sin(float64(g.frame)/3.1))
	for _, p := range g.village.People() {
		switch {
		case p.Kind != "guard" || p.Agent.Paused():
		case p.Hunts:
			put(screen, g.art.sight, p.At, p.Facing, 1, 1.2, 0.35, 0.25, 1.2)
		default:
			put(screen, g.art.sight, p.At, p.Facing, 1, 1, 0.95, 0.6, 0.8)
		}
	}
	onScreen := canvas{screen, scale, 0, 0}
	for _, r := range g.ripples {
		fade := uint8(0xa0 * (40 - r.age) / 40)
		onScreen.ring(r.at.X, r.at.Y, village.Hearing*float64(r.age)/40, 2, color.RGBA{fade, fade, fade, fade})
	}
	for _, p := range g.village.People() {
		put(screen, g.art.shade, village.Point{X: p.At.X + 0.12, Y: p.At.Y + 0.2}, 0, 1)
		put(screen, g.art.people[p.Kind], p.At, p.Facing, 1)
		if p.Agent == g.selected {
			put(screen, g.art.ring, p.At, 0, 1)
		}
		if p.HP < 100 {
			vector.DrawFilledRect(screen, onScreen.px(p.At.X)-14, onScreen.px(p.At.Y)+15, 28, 4, dark, false)
			vector.DrawFilledRect(screen, onScreen.px(p.At.X)-14, onScreen.px(p.At.Y)+15, float32(28*p.HP/100), 4, blood, false)
		}
	}
	for i, w := range village.Woods {
		put(screen, g.art.woods[i], w.Point, 0, 1)
	}
	for _, p := range g.village.People() {
		c, doing := names[p.Kind], p.Doing
		if p.Hunts {
			c = color.RGBA{0xff, 0xa0, 0x8c, 0xff}
		}
		if p.Agent.Paused() {
			doing = "frozen"
		}
		write(screen, doing, g.small, p.At.X*scale, p.At.Y*scale-36, true, c)
	}
	g.drawTexts(screen)
}

// write writes a text on a dark ground.
func write(img *ebiten.Image, s string, face text.Face, x, y float64, centered bool, c color.Color) {
	w, h := text.Measure(s, face, 0)
	if centered {
		x = min(max(x-w/2, 6), width-w-6)
	}
	vector.DrawFilledRect(img, float32(x-5), float32(y-2), float32(w+10), float32(h+4), color.RGBA{0x0b, 0x10, 0x0d, 0xb0}, false)
	o := &text.DrawOptions{}
	o.GeoM.Translate(x, y)
	o.ColorScale.ScaleWithColor(c)
	text.Draw(img, s, face, o)
}

// drawTexts writes the score, the selected agent, messages, and the keys.
func (g *game) drawTexts(screen *ebiten.Image) {
	write(screen, fmt.Sprintf("stolen %d    caught %d", g.village.Stolen, g.village.Caught), g.normal, width/2, 10, true, gold)
	if a := g.selected; a != nil && a.Alive() {
		e := a.Explain()
		lines := []string{a.Name() + " would run"}
		for _, path := range e.Planned {
			lines = append(lines, "    "+path)
		}
		lines = append(lines, "and not")
		for _, path := range e.Blocked[:min(len(e.Blocked), 5)] {
			lines = append(lines, "    "+path)
		}
		for i, line := range lines {
			write(screen, line, g.small, 14, 12+21*float64(i), false, light)
		}
	}
	if g.frame < g.sayUntil {
		first, _, _ := strings.Cut(g.said, "\n")
		write(screen, first, g.normal, width/2, height-36, true, gold)
	}
	if g.paused {
		write(screen, "paused", g.normal, width/2, height/2, true, light)
	}
	vector.DrawFilledRect(screen, 0, height, width, bar, dark, false)
	keys := "arrows: steer the thief     N: a noise at the mouse     click: select, then H: hurt, F: freeze, R: reset     space: pause"
	if g.page != "" {
		keys += "     edit " + folder
	}
	o := &text.DrawOptions{}
	o.GeoM.Translate(14, height+11)
	o.ColorScale.ScaleWithColor(quiet)
	text.Draw(screen, keys, g.small, o)
}
