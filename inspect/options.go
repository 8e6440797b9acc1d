package inspect

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/inspect/wire"
)

// Options configure a Handler. The zero value is for a page on the same machine that may only look.
type Options struct {
	// Token is the secret without which nothing is shown: at least 16 characters, best random. "" means that a random one
	// is made; see Handler.Token. To let pages continue after a restart of the game, give the same one again. Others must
	// not learn it, so it belongs neither into a log nor into a query.
	Token string
	// Hosts are further host names, without port, under which the page may be opened. localhost and the addresses of this
	// machine's loopback are always allowed. Other names are refused, so that a foreign page whose name leads to this
	// machine (DNS rebinding) cannot talk to the game.
	Hosts []string
	// Acts lets pages change the game: hold agents, set fields, post stimuli, and what Pace offers.
	Acts bool
	// Files, if not nil, is the folder of the game's scripts, and lets pages change files in it: those whose names end in .lua, .bt,
	// .fields or .scene. The game should watch the folder, so that it takes up what pages save; see
	// bough.Options.Watch. The caller closes it, after the handler.
	Files Folder
	// Overlay, if not nil, is the folder bough.Options.Overlay of the game. Then pages write there, and Files stays as it is. A
	// page can take a file out of it. The caller closes it, after the handler.
	Overlay Folder
	// CheckScene, if not nil, returns what is wrong in the text of a scene, a file of the folder whose name ends in .scene, for
	// pages that change it. It is called between ticks. A game in Go has no scenes of its own; the command bough does.
	CheckScene func(game *bough.Game, path, text string) diag.List
	// PlayScene, if not nil, lets pages begin the game again with a scene, a file of the folder whose name ends in .scene. It is
	// called between ticks, and says why that is not possible.
	PlayScene func(path string) error
	// Keep is the time of which values and reasons stay known while somebody looks. From the first page or request on, a
	// game that keeps no recording keeps one of this time, of at most 256 MB, until ten seconds after the last one; see
	// bough.Game.KeepRecording. A game with bough.Options.Record.Keep keeps what that says. If Keep is negative, only
	// which nodes ran is known.
	//
	// 0 means a minute, but nothing in a game that has Go code which a re-run calls: Options.Natives, Kinds, RequestRule
	// or Values; see NewHandler. A Keep above 0 says that this code may be called at the same time as in the game.
	Keep time.Duration
	// Land, if not nil, returns the land that the agents are on. It is called between ticks.
	Land func() *Land
	// Place returns where an agent is on the land: x grows to the right and y down, heading is in radians, and 0 is +x. ok
	// is false if the agent has no place. If Place is nil, the fields x, y and facing are used. It is called between
	// ticks.
	Place func(a *bough.Agent) (x, y, heading float64, ok bool)
	// Path, if not nil, returns the points of the way that a watched agent is going; the last one is its goal. Pages show
	// the first 64. It is called after ticks.
	Path func(a *bough.Agent) [][2]float64
	// PastPlaces says that Place and Path read nothing but the agent that they are given. So they can be asked about the
	// past: they are then also called for agents of a re-run, on other goroutines, while the game goes on. Without it, pages
	// show the places of the present only, and say so, unless Place is nil. NewReplay sets it.
	PastPlaces bool
	// FixedInputs says that the inputs of the game do not depend on what its agents do, as those of a scene. So what a change
	// of a file would have changed is known beyond its first effect; see bough.RerunOptions.
	FixedInputs bool
	// Pace, if not nil, lets pages pause the game.
	Pace Pace
	// About describes the game in a few words, such as "arena of 40 agents".
	About string
}

// Folder is a folder of files that pages change. An *os.Root is one, and keeps pages below it; so can be files in memory.
type Folder interface {
	FS() fs.FS
	WriteFile(name string, data []byte, perm fs.FileMode) error
	Rename(from, to string) error // replaces the file to, if there is one
	Remove(name string) error
	MkdirAll(name string, perm fs.FileMode) error
}

// Land is the land that the agents of a game are on, for the page. All lengths have the unit of Options.Place.
type Land struct {
	Left, Top, Width, Height float64
	Unit                     string // such as "m"
	Things                   []Thing
}

// Thing is something on the land that does not move.
type Thing struct {
	X, Y          float64 // left and top
	Width, Height float64
	Kind          string // the look: house, tree, water, or another word, which the legend shows
}

// message returns the land as the page gets it, nil for no land.
func (l *Land) message() *wire.Land {
	if l == nil {
		return nil
	}
	m := &wire.Land{Left: l.Left, Top: l.Top, Width: l.Width, Height: l.Height, Unit: l.Unit}
	for _, t := range l.Things {
		m.Things = append(m.Things, wire.Thing(t))
	}
	return m
}

// Pace controls when a game ticks. Its methods are called between ticks, on the goroutine of the game.
type Pace interface {
	// Paused reports whether the game is paused. A paused game must call Game.Refresh repeatedly.
	Paused() bool
	// SetPaused pauses the game, or lets it continue.
	SetPaused(bool)
	// Step lets a paused game make one tick.
	Step()
	// Speed returns the speed; 1 is real time. SetSpeed sets it; the speed is between MinSpeed and MaxSpeed.
	Speed() float64
	SetSpeed(float64)
}

// The bounds of the speed that a page can set.
const (
	MinSpeed = 0.1
	MaxSpeed = 10
)

// minToken is the least number of characters of a token.
const minToken = 16

// check completes options, and returns an error if they cannot be used.
func (o *Options) check() error {
	if o.Token == "" {
		o.Token = rand.Text() // 128 bits
	}
	if len(o.Token) < minToken {
		return fmt.Errorf("inspect: Options.Token has %d characters; give at least %d, or none for a random one", len(o.Token), minToken)
	}
	if r, ok := o.Files.(*os.Root); ok && r == nil {
		o.Files = nil
	}
	if r, ok := o.Overlay.(*os.Root); ok && r == nil {
		o.Overlay = nil
	}
	for _, h := range o.Hosts {
		if _, err := netip.ParseAddr(h); h == "" || strings.ContainsAny(h, "/: *") && err != nil {
			return fmt.Errorf("inspect: Options.Hosts has %q; give names without port, such as build.example", h)
		}
	}
	return nil
}

var errNoGame = errors.New("inspect: no game; open one with package bough")
