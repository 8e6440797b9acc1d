// Command ebiten is a small game in Ebitengine: guards, villagers and a thief, whose scripts take effect when they are saved.
//
//	main.go      the loop, the keys, and the texts
//	draw.go      the land and the people
//	page.go      the page of package inspect, on a desktop; page_js.go in a browser
//	village      the game without a screen, and the scripts
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/docs/examples/ebiten/village"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
	"golang.org/x/image/font/gofont/gomedium"
)

const (
	scale  = 20 // pixels of a unit
	width  = village.Width * scale
	height = village.Height * scale
	bar    = 40 // below the land
	folder = "village/scripts"
)

// game implements ebiten.Game.
type game struct {
	village  *village.Village
	selected *bough.Agent
	paused   bool
	steered  bool
	ripples  []ripple
	said     string // the newest message about scripts
	sayUntil int    // the frame in which it disappears
	frame    int
	art      *art
	small    text.Face
	normal   text.Face
	page     string // address of the page, or ""
}

// ripple shows a noise.
type ripple struct {
	at  village.Point
	age int
}

// Update implements ebiten.Game: it reads the keys and makes a tick, 60 times a second.
func (g *game) Update() error {
	g.frame++
	g.keys()
	if !g.paused {
		g.village.Tick(time.Second / 60)
	}
	kept := g.ripples[:0]
	for _, r := range g.ripples {
		if r.age++; r.age < 40 {
			kept = append(kept, r)
		}
	}
	g.ripples = kept
	return nil
}

// keys does what the player wants.
func (g *game) keys() {
	x, y := ebiten.CursorPosition()
	mouse := village.Point{X: float64(x) / scale, Y: float64(y) / scale}
	onLand := x >= 0 && y >= 0 && x < width && y < height
	if inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft) && onLand {
		g.selected = g.village.Nearest(mouse)
	}
	pressed := func(k ebiten.Key) bool { return inpututil.IsKeyJustPressed(k) }
	if pressed(ebiten.KeyN) && onLand {
		g.village.Noise(mouse)
		g.ripples = append(g.ripples, ripple{at: mouse})
	}
	if pressed(ebiten.KeySpace) {
		g.paused = !g.paused
	}
	if a := g.selected; a != nil && a.Alive() {
		switch {
		case pressed(ebiten.KeyH):
			g.village.Hurt(a, 35)
		case pressed(ebiten.KeyF) && a.Paused():
			a.Resume()
		case pressed(ebiten.KeyF):
			a.Pause()
		case pressed(ebiten.KeyR):
			a.Reset()
		}
	}
	var dx, dy float64
	for key, way := range map[ebiten.Key][2]float64{ebiten.KeyArrowLeft: {-1, 0}, ebiten.KeyArrowRight: {1, 0}, ebiten.KeyArrowUp: {0, -1}, ebiten.KeyArrowDown: {0, 1}} {
		if ebiten.IsKeyPressed(key) {
			dx, dy = dx+way[0], dy+way[1]
		}
	}
	if steered := dx != 0 || dy != 0; steered || g.steered {
		g.village.Steer(dx, dy)
		g.steered = steered
	}
}

// Layout implements ebiten.Game.
func (g *game) Layout(int, int) (int, int) { return width, height + bar }

// say shows a message about scripts for some seconds.
func (g *game) say(line string) {
	g.said, g.sayUntil = line, g.frame+300
	log.Print(line)
}

func main() {
	g := &game{}
	source, err := text.NewGoTextFaceSource(bytes.NewReader(gomedium.TTF))
	if err != nil {
		log.Fatal(err)
	}
	g.small, g.normal = &text.GoTextFace{Source: source, Size: 12.5}, &text.GoTextFace{Source: source, Size: 15}
	scripts := ""
	if st, err := os.Stat(folder); err == nil && st.IsDir() {
		scripts = folder // in a clone, where they can be edited
	}
	if g.village, err = village.Open(scripts, g.say); err != nil {
		log.Fatal(err)
	}
	defer g.village.Game.Close()
	if g.page, err = servePage(g.village.Game); err != nil {
		log.Print(err)
	}
	if g.page != "" {
		fmt.Println("what they think:", g.page)
	}
	ebiten.SetWindowSize(width, height+bar)
	ebiten.SetWindowTitle("Bough: a village")
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	ebiten.SetRunnableOnUnfocused(true) // while you edit in another window
	if err := ebiten.RunGame(g); err != nil {
		log.Print(err)
	}
}
