package playground

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/pace"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/inspect"
	"github.com/bough-dev/bough/internal/arena"
	"github.com/bough-dev/bough/internal/options"
)

// The bounds of what a page may open.
const (
	maxFiles = 500
	maxBytes = 4 << 20 // of all files
)

// Project has the files that a page opens, and the scene that it plays.
type Project struct {
	Name  string            `json:"name"`  // for people
	Scene string            `json:"scene"` // the path of the scene to play
	Files map[string]string `json:"files"` // texts by path
}

// Game is a scene that is played, and answers a page.
type Game struct {
	project Project
	files   *folder
	game    *bough.Game
	live    *scene.Live
	pace    *pace.Pace
	handler *inspect.Handler
	say     func(string)
}

// prefix is put before paths in messages.
const prefix = "scripts"

// Open begins a scene. It calls say for each line that the scene prints, on the goroutine that plays.
func Open(p Project, say func(string)) (*Game, error) {
	size := 0
	for name, text := range p.Files {
		if !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, "\\\x00") {
			return nil, tr.Errorf("%q is no path of a file: write it like guard.bt or move/flee.lua", name)
		}
		size += len(text)
	}
	switch {
	case len(p.Files) > maxFiles:
		return nil, tr.Errorf("there are %d files: a playground opens at most %d; play them with bough play --web", len(p.Files), maxFiles)
	case size > maxBytes:
		return nil, tr.Errorf("the files have %d bytes: a playground opens at most %d; play them with bough play --web", size, maxBytes)
	}
	g := &Game{project: p, files: newFolder(p.Files, hotreload.NewManual()), say: say}
	sc, err := g.read(p.Scene)
	if err != nil {
		return nil, err
	}
	o := bough.Options{Prefix: prefix, Seed: sc.Seed(), Source: g.files.changed}
	o.Record.Keep, o.Record.Replies, o.Record.About = time.Minute, true, p.Name
	if g.game, err = bough.OpenFS(g.files.FS(), options.Combine(arena.Empty(), o)); err != nil {
		return nil, err
	}
	g.live = sc.Live(g.game, say)
	g.live.Reread = func() (*scene.Scene, error) { return g.read(p.Scene) }
	g.pace = pace.New(g.live, nil)
	g.handler, err = inspect.NewHandler(g.game, inspect.Options{
		Acts: true, Place: arena.PlaceOf, Files: g.files, CheckScene: checkScene, PlayScene: g.playScene, PastPlaces: true, FixedInputs: true, Pace: g.pace, About: p.Name,
	})
	if err != nil {
		g.game.Close()
		return nil, err
	}
	return g, nil
}

// IsWhole reports whether a project plays without a finding in its files.
func IsWhole(p Project) bool {
	g, err := Open(p, func(string) {})
	if err != nil {
		return false
	}
	defer g.Close()
	return len(g.game.Bundle().Problems) == 0 && g.live.Failed == 0
}

// Close ends the game. Run must have returned.
func (g *Game) Close() {
	g.handler.Close()
	g.live.Stop()
	g.game.Close()
}

// Run plays in real time until ctx ends.
func (g *Game) Run(ctx context.Context) {
	beat := time.NewTicker(pace.Interval)
	defer beat.Stop()
	g.pace.Run(ctx, beat.C)
}

// Serve sends a page what moves; see inspect.Handler.Serve.
func (g *Game) Serve(ctx context.Context, c inspect.Conn) error { return g.handler.Serve(ctx, c) }

// Project returns the project with the files as they are now.
func (g *Game) Project() Project {
	p := g.project
	p.Files = g.files.files.Texts()
	return p
}

// Answer answers a request of a page; see inspect.Handler.Answer.
func (g *Game) Answer(ctx context.Context, method, path string, body []byte) (status int, reply []byte) {
	return g.handler.Answer(ctx, method, path, body)
}

// read reads a scene.
func (g *Game) read(name string) (*scene.Scene, error) {
	text, err := fs.ReadFile(g.files.FS(), name)
	if err != nil {
		return nil, tr.Errorf("there is no scene %q among the files: give the path of one that ends in %s", name, scene.Ext)
	}
	sc, problems := scene.Parse(path.Join(prefix, name), string(text))
	return sc, problems.Err()
}

// playScene is inspect.Options.PlayScene.
func (g *Game) playScene(name string) error {
	sc, err := g.read(name)
	if err != nil {
		return err
	}
	g.project.Scene = name
	g.live.Reread = func() (*scene.Scene, error) { return sc, nil }
	defer func() { g.live.Reread = func() (*scene.Scene, error) { return g.read(name) } }()
	return g.live.Restart()
}

// checkScene is inspect.Options.CheckScene.
func checkScene(game *bough.Game, path, text string) diag.List {
	sc, problems := scene.Parse(path, text)
	switch {
	case len(problems) > 0: // agents of lines with mistakes are missing
	case filepath.ToSlash(sc.Scripts()) == game.Prefix():
		problems = sc.Check(game)
	default:
		problems = sc.Check(nil)
	}
	return problems
}
