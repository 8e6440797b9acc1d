package commands

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/inspect"
	"github.com/bough-dev/bough/internal/arena"
	"github.com/spf13/cobra"
)

// onPage plays on a page until the process gets a signal.
func (p *play) onPage(c *cobra.Command) error {
	made := p.pace(func() {})
	o := inspect.Options{Acts: true, Place: arena.PlaceOf, PastPlaces: true, Pace: made, About: p.about()}
	o.FixedInputs = p.field == nil // the arena moves agents as they want
	if p.field != nil {
		width, height := p.field.Size()
		o.Land, o.Path = landOf(width, height, p.field.Things()), pathOf
	}
	if dir, err := p.session.folder(); err == nil && p.fork == nil && isDir(dir) {
		root, err := os.OpenRoot(dir)
		if err != nil {
			return err
		}
		defer root.Close()
		o.Files, o.CheckScene = root, checkScene
		if p.live != nil {
			o.PlayScene = p.playScene
		}
		if isDir(p.session.overlay) {
			over, err := os.OpenRoot(p.session.overlay)
			if err != nil {
				return err
			}
			defer over.Close()
			o.Overlay = over
			o.About += ", overlay " + filepath.ToSlash(filepath.Clean(p.session.overlay))
		}
	}
	return p.web.serve(c, p.project(), func(token string, hosts []string) (page, error) {
		o.Token, o.Hosts = token, hosts
		return opened(inspect.NewHandler(p.game, o))
	}, func(ctx context.Context) { runInRealTime(ctx, made) })
}

// playScene is Options.PlayScene.
func (p *play) playScene(name string) error {
	path := filepath.Join(filepath.FromSlash(p.game.Prefix()), name)
	from := path
	if over := filepath.Join(p.session.overlay, name); p.session.overlay != "" && isFile(over) {
		from = over
	}
	text, err := readScene(from)
	if err != nil {
		return err
	}
	sc, problems := scene.Parse(filepath.ToSlash(path), text)
	if err := problems.Err(); err != nil {
		return err
	}
	if scripts := filepath.ToSlash(sc.Scripts()); scripts != p.game.Prefix() {
		return tr.Errorf("%s plays the scripts %s, and this game has those in %s: play it with bough play %s", name, scripts, p.game.Prefix(), sc.Path)
	}
	p.live.Reread = func() (*scene.Scene, error) { return sc, nil }
	defer func() { p.live.Reread = p.rereadScene }()
	if err := p.live.Restart(); err != nil {
		return err
	}
	p.scene = sc
	return nil
}

// checkScene is Options.CheckScene.
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

// pathOf is Options.Path for the agents of the arena, which go straight to their goals.
func pathOf(a *bough.Agent) [][2]float64 {
	if x, y, ok := arena.Goal(a); ok {
		return [][2]float64{{x, y}}
	}
	return nil
}

// project returns the name under which the address of the page is kept.
func (p *play) project() string {
	dir, err := p.session.folder()
	if p.fork != nil || err != nil {
		dir = p.file
	}
	return projectOf(dir)
}

// onPage shows a recording on a page until the process gets a signal.
func (x *replaying) onPage(c *cobra.Command, r *bough.Recording, path string) error {
	o := inspect.Options{Place: arena.PlaceOf, About: r.About()}
	if agents := arenaAgents(r.About()); agents > 0 {
		p, err := r.Replay(x.recorded)
		if err != nil {
			return err
		}
		o.Land, o.Path = landOf(arena.Land(agents, p.Game().World().Seed())), pathOf
		p.Close()
	}
	return x.web.serve(c, projectOf(path), func(token string, hosts []string) (page, error) {
		o.Token, o.Hosts = token, hosts
		return opened(inspect.NewReplay(r, x.recorded, o))
	}, func(ctx context.Context) { <-ctx.Done() })
}

// toPage writes the end of a recording as a page in a file.
func (x *replaying) toPage(c *cobra.Command, r *bough.Recording) error {
	o := inspect.PageOptions{Ticks: int64(x.ticks), Sources: x.sources}
	if x.agent != "" || x.all {
		p, err := r.Replay(x.recorded)
		if err != nil {
			return err
		}
		defer p.Close()
		_, last := r.Ticks()
		if err := p.GoTo(last); err != nil {
			return err
		}
		if x.agent != "" {
			a := findAgent(p.Game(), x.agent)
			if a == nil {
				return tr.Errorf("at tick %d there is no agent %s; %s", last, x.agent, labels(p.Game(), x.agent))
			}
			o.Agents = append(o.Agents, a.ID())
		} else {
			for a := range p.Game().World().Agents() {
				o.Agents = append(o.Agents, a.ID())
			}
		}
	}
	if most := 20; len(o.Agents) > most {
		tr.Fprintf(c.ErrOrStderr(), "the first %d of %d agents are shown\n", most, len(o.Agents))
		o.Agents = o.Agents[:most]
	}
	var made *inspect.Page
	err := replaceFile(x.html, func(to io.Writer) (err error) {
		made, err = inspect.WritePage(to, r, x.recorded, inspect.Options{Place: arena.PlaceOf, About: r.About()}, o)
		return err
	})
	if err != nil {
		return err
	}
	if made.Left > 0 {
		tr.Fprintf(c.ErrOrStderr(), "%d answers about single nodes are left out, since there are too many: give fewer --ticks, or one --agent\n", made.Left)
	}
	sources := tr.T("without sources")
	if x.sources {
		sources = tr.T("with the sources")
	}
	tr.Fprintf(c.OutOrStdout(), "%s: %d kB, %s, ticks %d to %d, %s\n", x.html, (made.Bytes+999)/1000, strings.Join(made.Labels, ", "), made.First, made.Last, sources)
	if first, _ := r.Ticks(); x.ticks == 0 && made.First > first {
		tr.Fprintf(c.OutOrStdout(), "the recording begins at tick %d: --ticks %d shows all\n", first, made.Last-first+1)
	}
	return nil
}

// opened returns a handler as a page, which is nil if there is an error.
func opened(h *inspect.Handler, err error) (page, error) {
	if err != nil {
		return nil, err
	}
	return h, nil
}

// thingKinds are the words of pages for the things of the arena.
var thingKinds = map[arena.ThingKind]string{arena.Rock: "rock", arena.Hut: "house", arena.Bush: "tree"}

// landOf returns Options.Land for a land of the arena.
func landOf(width, height float64, things []arena.Thing) func() *inspect.Land {
	land := &inspect.Land{Width: width, Height: height}
	for _, t := range things {
		w, h := max(t.R, t.W), max(t.R, t.H)
		land.Things = append(land.Things, inspect.Thing{X: t.X - w, Y: t.Y - h, Width: 2 * w, Height: 2 * h, Kind: thingKinds[t.Kind]})
	}
	return func() *inspect.Land { return land }
}
