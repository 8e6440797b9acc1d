package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/arena"
	"github.com/bough-dev/bough/cmd/bough/internal/screen"
	"github.com/spf13/cobra"
)

// play is one call of the command.
type play struct {
	session session
	ticks   int
	agents  int
	workers int
	seed    uint64
	speed   float64
	plain   bool
	poll    time.Duration
	allocs  allocs

	log  *arena.Log
	game *bough.Game
	on   *arena.Arena
}

// headlessTicks is how long is played where nobody looks and nobody says how
// long.
const headlessTicks = 600

func newPlayCommand() *cobra.Command {
	p := &play{}
	c := &cobra.Command{
		Use:   "play [DIR | FILE.zip]",
		Short: "Play the arena, and edit its scripts meanwhile",
		Long: `Play shows monsters, guards, dogs and villagers, who do what the scripts say.
Without a folder of scripts it plays the samples. Save a script or a tree and it goes in at once. Press ? for the keys. The files of a
bundle are not watched.

With --ticks, with --plain, or where there is no terminal, what happens is
printed line by line, and at the end a summary. Of what scripts print, 40 lines in a
second of the game are shown, and the others counted. The exit code is then 1 if
there are errors in the files or scripts have raised errors.`,
		Example: "  bough play\n  bough play --scripts mine --agents 200\n  bough play --ticks 600 --seed 7",
		Args:    atMost("directory or bundle"),
		RunE: func(c *cobra.Command, args []string) error {
			p.session.at(args)
			return p.run(c)
		},
	}
	p.session.dirFlag(c)
	f := c.Flags()
	f.IntVar(&p.ticks, "ticks", 0, "number of ticks to play as fast as possible, then end (0: until you quit)")
	f.Uint64Var(&p.seed, "seed", 1, "seed of all random numbers")
	f.IntVar(&p.agents, "agents", arena.DefaultAgents, "number of agents")
	f.IntVar(&p.workers, "workers", 1, "number of workers; results do not depend on it")
	f.Float64Var(&p.speed, "speed", 1, "speed to begin with, 0.1 to 16")
	f.BoolVar(&p.plain, "plain", false, "print lines, even on a terminal")
	f.DurationVar(&p.poll, "poll", 0, "compare files at this interval, such as 500ms, where no changes are told of (0: only on network and FUSE mounts)")
	p.allocs.flag(c)
	return c
}

func (p *play) check(c *cobra.Command) error {
	switch {
	case p.ticks < 0, c.Flags().Changed("ticks") && p.ticks == 0:
		return usagef("--ticks %d; want 1 or more", p.ticks)
	case p.agents < 1 || p.agents > arena.MaxAgents:
		return usagef("--agents %d; want 1 to %d", p.agents, arena.MaxAgents)
	case p.workers < 1 || p.workers > 64:
		return usagef("--workers %d; want 1 to 64", p.workers)
	case !(p.speed >= 0.1 && p.speed <= 16):
		return usagef("--speed %g; want 0.1 to 16", p.speed)
	case p.poll < 0:
		return usagef("--poll %v; want 0 or more", p.poll)
	case p.allocs.on && p.ticks == 0:
		return usagef("--allocs wants to know how long to count; add --ticks 600")
	}
	return p.allocs.check(p.workers)
}

func (p *play) run(c *cobra.Command) error {
	if err := p.check(c); err != nil {
		return err
	}
	out := c.OutOrStdout()
	terminal := isTerminal(out)
	if !terminal && p.ticks == 0 {
		p.ticks = headlessTicks
	}
	plain := p.plain || p.ticks > 0
	p.log = &arena.Log{NoTimes: plain}
	if plain && !p.allocs.on {
		p.log.OnEntry = func(e arena.Entry) { e.Print(out) }
	}
	tell := p.log.Note
	if plain {
		tell = func(text string) { fmt.Fprintln(c.ErrOrStderr(), text) }
	}
	if err := p.open(tell); err != nil {
		return err
	}
	defer p.game.Close()
	if !plain {
		return p.onScreen()
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer cancel()
	context.AfterFunc(ctx, cancel) // a second signal ends the process
	start := time.Now()
	p.playLines(ctx)
	if p.allocs.on {
		if err := p.allocs.print(out, int(p.game.World().TickCount()), false); err != nil {
			return err
		}
		return p.verdict()
	}
	p.on.Summary(out, p.log)
	elapsed := time.Since(start)
	fmt.Fprintf(c.ErrOrStderr(), "%.0f ticks/s\n", float64(p.game.World().TickCount())/max(elapsed.Seconds(), 1e-9))
	return p.verdict()
}

// open opens the scripts and lets everybody take the field. It tells if these are the
// samples.
func (p *play) open(tell func(string)) error {
	o := bough.Options{Watch: true, Poll: p.poll, Seed: p.seed, Workers: p.workers, Development: !p.allocs.on}
	if p.allocs.on {
		o.Wrap = p.allocs.meter.Wrap
	}
	p.log.Attach(&o)
	game, err := p.session.openArena(o, tell)
	if err != nil {
		return err
	}
	p.log.Watch(game)
	p.on, err = arena.New(game, arena.Options{Seed: p.seed, Agents: p.agents, OnNote: p.log.Note, CountActivity: p.log.NoTimes})
	if err != nil {
		game.Close()
		return err
	}
	p.game = game
	return nil
}

// onScreen plays on the terminal until the user quits or the program is told to
// end.
func (p *play) onScreen() error {
	t, err := screen.OpenTerminal()
	if err != nil {
		return fmt.Errorf("the terminal cannot be used: %w; try --plain", err)
	}
	defer t.Close() // also when something panics, so that the message can be read
	beat := time.NewTicker(arena.Step)
	defer beat.Stop()
	screen.Run(screen.New(p.on, p.log, p.speed), t, beat.C, t.Told())
	return nil
}

// playLines plays the given ticks as fast as it can; without a number, in real
// time until it is told to end.
func (p *play) playLines(ctx context.Context) {
	var beat <-chan time.Time
	if p.ticks == 0 {
		ticker := time.NewTicker(time.Duration(float64(arena.Step) / p.speed))
		defer ticker.Stop()
		beat = ticker.C
	}
	for n := 0; (p.ticks == 0 || n < p.ticks) && ctx.Err() == nil; n++ {
		if beat != nil {
			select {
			case <-ctx.Done():
				return
			case <-beat:
			}
		}
		p.allocs.tick(p.on.Tick)
		p.log.Settle(false)
	}
	p.log.Settle(true)
}

// verdict is the error with which lines end: none, unless scripts have some.
func (p *play) verdict() error {
	if p.game.Problems().Err() != nil || len(p.game.World().Faults()) > 0 {
		return errFindings
	}
	return nil
}
