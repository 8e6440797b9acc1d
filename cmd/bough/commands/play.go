package commands

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/pace"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/cmd/bough/internal/screen"
	"github.com/bough-dev/bough/internal/arena"
	"github.com/bough-dev/bough/internal/message"
	"github.com/spf13/cobra"
)

// play is one run of the command.
type play struct {
	session session
	ticks   int
	agents  int
	workers int
	seed    uint64
	speed   float64
	plain   bool
	poll    time.Duration
	cost    costFlag
	asJSON  bool // for cost
	record  recordFlag
	web     webFlag
	cover   bool // for web

	scene  *scene.Scene                // the scene to play; nil in the arena
	tree   string                      // the tree to spawn, if the scene has no file
	chosen string                      // says what is played, if the command line does not
	file   string                      // the file of the recording, for fork
	fork   func(o bough.Options) error // opens the game of a recording; nil without a recording
	log    *arena.Log
	game   *bough.Game
	on     screen.Stage
	field  *arena.Arena // nil for a scene
	live   *scene.Live  // nil in the arena
}

// headlessTicks is the number of ticks for play without a terminal, unless a flag gives another number. It ensures
// that a script or a CI job that calls play ends.
const headlessTicks = 600

func newPlayCommand(game func() bough.Options) *cobra.Command {
	p := &play{session: session{game: game}}
	c := &cobra.Command{
		Use:   "play [DIR | FILE.zip | TREE | FILE.scene]",
		Short: tr.T("Play trees while you edit their scripts"),
		Long: tr.T(`Play shows what agents do while you edit their scripts. A script or tree that you save
takes effect at once. Press ? for the keys. The files of a bundle are not watched.

With the name of a tree, play runs agents of that tree. It shows the active nodes and the
fields of each agent, and all problems. You can set the fields. Agents that have the
fields x and y are drawn at their positions. With FILE.scene it plays a scene in real
time. With neither, it plays the only scene of the folder or, without scenes, the only
tree; if there are several, it lists them. If the folder has the trees of the samples,
monsters, guards, dogs and villagers play in an arena; without a folder of scripts they
run the samples. With --agents any trees play there.

With --web it prints the address of a page for a browser, which shows the same and the
last minute: what each agent did, why, and who wrote which value. It plays in real time
until you press Ctrl-C, needs no terminal, and prints events on standard error. The
address has a secret after #, which is kept for the folder of scripts, so a page that is
open continues when the game is played again. Who has the secret can change the game.

With --ticks or --plain it prints events line by line, and a summary at the end. With
--plain it plays in real time until you press Ctrl-C. Without a terminal and without these
flags it plays 600 ticks and prints events. The lines that scripts print are limited to 40
for each second of the game; the others are counted. The exit code is then 1 if there are
errors in files, or if scripts have raised errors.`),
		Example: "  bough play\n  bough play guard --set hp=10\n  bough play scripts/gallery/door/door.scene\n  bough play guard --web\n  bough play --ticks 600 --seed 7",
		Args:    atMost(tr.T("directory, bundle, tree or scene")),
		RunE: func(c *cobra.Command, args []string) error {
			if err := p.web.check(c); err != nil {
				return err
			}
			if p.cover && p.web.addr == "" {
				return usagef("--cover shows what has run in the editor of a page; add --web")
			}
			if err := p.choose(c, args); err != nil {
				return err
			}
			return p.run(c)
		},
	}
	p.session.dirFlag(c)
	p.session.overlayFlag(c)
	f := c.Flags()
	f.IntVar(&p.ticks, "ticks", 0, tr.T("number of ticks to play as fast as possible, then end (0: in real time, until you quit)"))
	f.Uint64Var(&p.seed, "seed", 1, tr.T("seed of all random numbers"))
	f.IntVar(&p.agents, "agents", arena.DefaultAgents, tr.T("number of agents (of a tree: 1); without a tree or scene, plays all trees in the arena"))
	f.StringArrayVar(&p.session.set, "set", nil, tr.T("field of the agents of a tree, `name=value`; may be repeated"))
	f.IntVar(&p.workers, "workers", 1, tr.T("number of workers; results do not depend on it"))
	f.Float64Var(&p.speed, "speed", 1, tr.T("speed to begin with, 0.1 to 16"))
	f.BoolVar(&p.plain, "plain", false, tr.T("print lines, even on a terminal"))
	f.DurationVar(&p.poll, "poll", 0, tr.T("compare files at this interval, such as 500ms, for file systems that do not report changes (0: only on network and FUSE mounts)"))
	p.cost.flag(c, tr.T(", instead of a summary"))
	c.Flags().BoolVar(&p.asJSON, "json", false, tr.T("with --cost, print the figures as JSON"))
	p.record.flag(c)
	p.web.flag(c)
	f.BoolVar(&p.cover, "cover", false, tr.T("with --web, show in the editor of the page which lines have run"))
	return c
}

// choose decides from the arguments whether to play the arena, a scene or a tree.
func (p *play) choose(c *cobra.Command, args []string) error {
	flags := c.Flags()
	if len(args) > 0 && filepath.Ext(args[0]) != scene.Ext {
		if err := noTreeFile("play", args[0]); err != nil {
			return err
		}
	}
	what := ""
	if len(args) > 0 && !isTreeFolder(args[0]) {
		what = args[0]
		if strings.HasSuffix(what, scene.Ext) && flags.Changed("scripts") {
			return usagef(sceneHasOwn)
		}
	} else {
		p.session.at(args)
		if flags.Changed("set") {
			return usagef("--set gives fields to the agents of a tree: bough play TREE --set hp=10")
		}
		if flags.Changed("agents") {
			return nil
		}
		ch := p.session.choices()
		if ch.arena {
			return nil
		}
		var err error
		if what, err = ch.choose(c); err != nil {
			return err
		}
		p.chosen = tr.F("this is %s; in an arena the trees play with bough play%s --agents %d", ch.call(what), ch.in(), arena.DefaultAgents)
	}
	text, path := "", ""
	if strings.HasSuffix(what, scene.Ext) {
		if flags.Changed("agents") || flags.Changed("set") {
			return usagef(sceneHasOwn)
		}
		src, err := readScene(what)
		if err != nil {
			return err
		}
		text, path = src, filepath.ToSlash(what)
	} else {
		spawn, err := p.spawnLine(what)
		if err != nil {
			return err
		}
		n := 1
		if flags.Changed("agents") {
			n = p.agents
		}
		text = strings.Repeat(spawn, n)
		p.tree = what
	}
	sc, problems := scene.Parse(path, text)
	if len(problems) > 0 {
		return tellProblems(c.ErrOrStderr(), problems, true)
	}
	p.scene = sc
	if p.tree == "" {
		if err := findScripts(sc); err != nil {
			return err
		}
		p.session.dir = sc.Scripts()
		if !flags.Changed("seed") {
			p.seed = sc.Seed()
		}
	}
	return nil
}

// sceneHasOwn is the error for flags that do not go with a scene.
const sceneHasOwn = "a scene has its own agents, fields and scripts; leave out --agents, --set and --scripts"

// isTreeFolder reports whether an argument names a folder or a bundle of trees, which need not exist, rather than a
// tree.
func isTreeFolder(arg string) bool {
	_, err := os.Stat(arg)
	return !strings.HasSuffix(arg, scene.Ext) && (err == nil || strings.ContainsAny(arg, `/\`) || strings.HasSuffix(arg, bundleExt))
}

// spawnLine returns the command of scenes that spawns an agent with the given fields.
func (p *play) spawnLine(tree string) (string, error) {
	fields, err := p.session.fields()
	if err != nil {
		return "", err
	}
	line := "dt 0.05\nspawn " + tree
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if v := fields[name]; v != nil {
			if s, ok := v.(string); ok {
				v = `"` + strings.ReplaceAll(s, `"`, "") + `"`
			}
			line += fmt.Sprintf(" %s=%v", name, v)
		}
	}
	return line + "\n", nil
}

func (p *play) check(c *cobra.Command) error {
	switch {
	case p.ticks < 0, c.Flags().Changed("ticks") && p.ticks == 0:
		return usagef("--ticks %d; want 1 or more", p.ticks)
	case p.agents < 1 || p.agents > arena.MaxAgents:
		return usagef("--agents %d; want 1 to %d", p.agents, arena.MaxAgents)
	case p.workers < 1 || p.workers > 64:
		return usagef("--workers %d; want 1 to 64", p.workers)
	case !(p.speed >= pace.MinSpeed && p.speed <= pace.MaxSpeed):
		return usagef("--speed %g; want %g to %g", p.speed, pace.MinSpeed, float64(pace.MaxSpeed))
	case p.poll < 0:
		return usagef("--poll %v; want 0 or more", p.poll)
	case p.web.addr != "" && (p.ticks > 0 || p.cost.on):
		return usagef("--web plays in real time; leave out --ticks and --cost")
	case p.cost.on && p.ticks == 0 && !p.plain:
		return usagef("--cost prints at the end; add --ticks 600, or --plain to count until you stop it")
	case p.asJSON && !p.cost.on:
		return usagef("--json goes with --cost")
	}
	return nil
}

func (p *play) run(c *cobra.Command) (err error) {
	if err := p.check(c); err != nil {
		return err
	}
	out := c.OutOrStdout()
	onPage := p.web.addr != ""
	if p.ticks == 0 && !p.plain && !onPage && !isTerminal(out) {
		tr.Fprintf(c.ErrOrStderr(), "no terminal here: %d ticks are played as fast as possible; add --plain for real time without an end, or --ticks\n", headlessTicks)
		p.ticks = headlessTicks
	}
	plain := p.plain || p.ticks > 0 || onPage
	p.log = &arena.Log{NoTimes: p.ticks > 0}
	if onPage || p.cost.on {
		p.log.OnEntry = func(e arena.Entry) { e.Print(c.ErrOrStderr()) }
	} else if plain {
		p.log.OnEntry = func(e arena.Entry) { e.Print(out) }
	}
	tell := p.log.Note
	if plain {
		tell = func(text string) { fmt.Fprintln(c.ErrOrStderr(), text) }
	}
	if p.chosen != "" {
		tell(p.chosen)
	}
	if err := p.open(c, tell); err != nil {
		return err
	}
	defer func() { err = p.record.close(p.game, err) }()
	if text := p.session.overlaid(p.game); text != "" {
		tell(text)
	}
	if onPage {
		return p.onPage(c)
	}
	if !plain {
		return p.onScreen()
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer cancel()
	context.AfterFunc(ctx, cancel) // from now on a second signal kills the process
	p.cost.watch(p.game)
	start, from := time.Now(), p.game.World().TickCount()
	p.playLines(ctx, out)
	p.log.OnEntry = nil // print nothing after the summary, not even when all agents exit
	if p.live != nil {
		p.live.Stop()
	}
	if p.cost.on {
		return worse(p.verdict(), p.cost.print(out, p.asJSON))
	}
	p.summary(out)
	elapsed := time.Since(start)
	tr.Fprintf(c.ErrOrStderr(), "%.0f ticks/s\n", float64(p.game.World().TickCount()-from)/max(elapsed.Seconds(), 1e-9))
	return p.verdict()
}

// open opens the scripts, and then the arena or the scene. If the arena plays the samples for lack of scripts, open
// passes a notice to tell.
func (p *play) open(c *cobra.Command, tell func(string)) error {
	o := bough.Options{Watch: true, Poll: p.poll, Seed: p.seed, Workers: p.workers, Coverage: p.cover}
	p.cost.options(&o)
	p.log.Attach(&o)
	if p.fork != nil {
		return p.fork(o)
	}
	if err := p.record.set(&o, p.about()); err != nil {
		return err
	}
	if p.web.addr != "" {
		o.Record.Keep, o.Record.Replies, o.Record.About = time.Minute, true, p.about()
	}
	if p.scene != nil {
		return p.openScene(c, o)
	}
	p.field = arena.New(arena.Options{Agents: p.agents, OnNote: p.log.Note, CountActivity: p.log.NoTimes})
	game, err := p.session.openArena(p.field, o, tell)
	if err != nil {
		return err
	}
	p.log.Watch(game)
	if err := p.field.Begin(game); err != nil {
		game.Close()
		return err
	}
	p.game, p.on = game, screen.InArena(p.field)
	return nil
}

// about returns RecordOptions.About for the arena or the scene.
func (p *play) about() string {
	switch {
	case p.scene == nil:
		return arenaOf(p.agents)
	case p.tree != "":
		return "tree " + p.tree
	}
	return "scene " + p.scene.Path
}

// openScene opens the scripts of a scene or of a single tree.
func (p *play) openScene(c *cobra.Command, o bough.Options) (err error) {
	if p.tree != "" {
		p.game, err = p.session.openFor(p.tree, o, c.ErrOrStderr())
	} else {
		p.game, err = p.session.open(o)
	}
	if err != nil {
		return err
	}
	p.log.Watch(p.game)
	p.live = p.scene.Live(p.game, p.log.Note)
	if p.tree != "" {
		if err := p.session.checkFields(p.game, p.tree, c.ErrOrStderr()); err != nil {
			p.game.Close()
			return err
		}
	} else {
		p.live.Reread = p.rereadScene
	}
	p.on = screen.InScene(p.live)
	if _, err := p.game.Program(p.tree); p.tree != "" && err != nil && p.game.Bundle().Problems.Err() == nil {
		p.game.Close()
		return usageError{err} // correcting a file does not help
	}
	return nil
}

// rereadScene reads the file of the scene again. It logs the mistakes in the file, and returns them as the error.
func (p *play) rereadScene() (*scene.Scene, error) {
	text, err := readScene(filepath.FromSlash(p.scene.Path))
	if err != nil {
		return nil, err
	}
	sc, problems := scene.Parse(p.scene.Path, text)
	for _, d := range problems {
		p.log.Note(d.Headline())
	}
	return sc, problems.Err()
}

// summary writes a summary of the game.
func (p *play) summary(out io.Writer) {
	if p.field != nil {
		p.field.Summary(out, p.log)
		return
	}
	world := p.game.World()
	tr.Fprintf(out, "\n%s (%.1f s), %s\n", plural(int(world.TickCount()), "%d tick", "%d ticks"), world.Clock().Seconds(), plural(world.Len(), "%d agent", "%d agents"))
	tr.Fprintf(out, "%s, script errors %d\n", arena.FilesWithErrors(p.game.Bundle().Problems), len(world.Faults()))
	for _, f := range world.Faults() {
		fmt.Fprintf(out, "  %s\n", continued(message.Told(f.Diagnostic(), p.game.Bundle().Problems).Error()))
	}
}

// onScreen plays on the terminal until the user quits or a signal ends the process.
func (p *play) onScreen() error {
	t, err := screen.OpenTerminal()
	if err != nil {
		return tr.Errorf("the terminal cannot be used: %w; try --plain", err)
	}
	defer t.Close() // also after a panic, so that the message is readable
	beat := time.NewTicker(pace.Interval)
	defer beat.Stop()
	screen.Run(screen.New(p.on, p.log, p.speed), t, beat.C, t.Told())
	return nil
}

// lost reports whether an earlier write to out has failed, so that nobody reads the output.
func lost(out io.Writer) bool {
	o, ok := out.(*output)
	return ok && o.err != nil
}

// playLines plays a number of ticks as fast as it can. Without a number, it plays in real time until a signal
// arrives.
func (p *play) playLines(ctx context.Context, out io.Writer) {
	if p.ticks == 0 {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		runInRealTime(ctx, p.pace(func() {
			if lost(out) {
				cancel()
			}
		}))
	}
	for n := 0; n < p.ticks && ctx.Err() == nil && !lost(out); n++ {
		p.on.Tick()
		p.log.ReportOmitted(false)
	}
	p.log.ReportOmitted(true)
}

// pace returns a pace with the speed of the flag. It calls ticked after each tick.
func (p *play) pace(ticked func()) *pace.Pace {
	made := pace.New(p.on, func() {
		p.log.ReportOmitted(false)
		ticked()
	})
	made.SetSpeed(p.speed)
	return made
}

// runInRealTime ticks a game until ctx ends.
func runInRealTime(ctx context.Context, p *pace.Pace) {
	beat := time.NewTicker(pace.Interval)
	defer beat.Stop()
	p.Run(ctx, beat.C)
}

// verdict returns errFindings if the scripts have errors or commands of the scene have failed.
func (p *play) verdict() error {
	if p.game.Bundle().Problems.Err() != nil || len(p.game.World().Faults()) > 0 || p.live != nil && p.live.Failed > 0 {
		return errFindings
	}
	return nil
}
