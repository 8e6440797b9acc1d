package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/arena"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/scripts"
	"github.com/spf13/cobra"
)

// session are the flags that commands share which load scripts and tick agents.
type session struct {
	dir     string
	ticks   int
	agents  int
	workers int
	dt      time.Duration
	seed    uint64
	set     []string
	budget  int
}

// defaultDir is where scripts are looked for; if it does not exist, the sample
// scripts that the program carries are used.
const defaultDir = "scripts"

func (s *session) dirFlag(c *cobra.Command) {
	c.Flags().StringVar(&s.dir, "scripts", "", "directory of scripts and trees, or a bundle, FILE.zip (default ./scripts, else the samples)")
}

// at takes the directory, or bundle, from the arguments if it stands there.
func (s *session) at(args []string) {
	if len(args) > 0 {
		s.dir = args[0]
	}
}

func (s *session) tickFlags(c *cobra.Command, ticks int) {
	f := c.Flags()
	f.IntVar(&s.ticks, "ticks", ticks, "number of ticks")
	f.IntVar(&s.agents, "agents", 1, "number of agents")
	f.IntVar(&s.workers, "workers", 1, "number of workers; results do not depend on it")
	f.DurationVar(&s.dt, "dt", 50*time.Millisecond, "time between two ticks")
	f.Uint64Var(&s.seed, "seed", 1, "seed of all random numbers")
	f.StringArrayVar(&s.set, "set", nil, "field of the agents, `name=value`, the value a number, true, false or text; may be repeated")
	f.IntVar(&s.budget, "budget", 0, "VM instructions per hook call (0 the default, -1 no limit)")
}

func (s *session) check() error {
	switch {
	case s.ticks < 0 || s.agents < 1 || s.workers < 1:
		return usagef("--ticks must be 0 or more, --agents and --workers 1 or more")
	case s.dt < 0:
		return usagef("--dt %v is negative", s.dt)
	case s.workers > 64:
		return usagef("--workers %d; at most 64", s.workers)
	}
	return nil
}

// options are those of a game that is looked at: in development, with the
// helpers of the arena known.
func (s *session) options(stderr io.Writer) bough.Options {
	return bough.Options{
		Seed: s.seed, Workers: s.workers, Development: true, Budget: s.budget,
		OnFault: func(f *engine.Fault) { fmt.Fprintln(stderr, f.Error()) },
		OnLog: func(a *bough.Agent, text string) {
			if a == nil {
				fmt.Fprintf(stderr, "log: %s\n", text)
			} else {
				fmt.Fprintf(stderr, "log %s: %s\n", a.Label(), text)
			}
		},
	}
}

// open opens the scripts with the helpers that the samples use. The arena
// behind them is empty: helpers answer that nobody is there.
func (s *session) open(o bough.Options) (*bough.Game, error) {
	game, err := s.openFiles(o)
	if err != nil {
		return nil, err
	}
	if err := arena.BindEmpty(game); err != nil {
		game.Close()
		return nil, err
	}
	return game, nil
}

func (s *session) openFiles(o bough.Options) (*bough.Game, error) {
	dir := s.dir
	if dir == "" {
		if st, err := os.Stat(defaultDir); err != nil || !st.IsDir() {
			return bough.OpenFS(scripts.FS, o)
		}
		dir = defaultDir
	}
	if isBundle(dir) {
		return bough.OpenBundle(dir, o)
	}
	game, err := bough.Open(dir, o)
	return game, openError(err)
}

// openError tells a directory that was named wrongly from one that the system will not
// watch, which no other call would mend.
func openError(err error) error {
	if _, refused := errors.AsType[*hotreload.Error](err); err == nil || refused {
		return err
	}
	return usageError{err}
}

// isBundle tells whether a path is a file that is named as bundles are.
func isBundle(file string) bool {
	st, err := os.Stat(file)
	return err == nil && !st.IsDir() && strings.EqualFold(filepath.Ext(file), bundleExt)
}

// fields reads the --set flags.
func (s *session) fields() (bough.Fields, error) {
	f := bough.Fields{}
	for _, text := range s.set {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, usagef("--set %s: want name=value", text)
		}
		f[name] = fieldValue(value)
	}
	return f, nil
}

func fieldValue(text string) any {
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return n
	}
	switch text {
	case "true":
		return true
	case "false":
		return false
	case "nil":
		return nil
	}
	return text
}

// spawn adds the agents of the session.
func (s *session) spawn(game *bough.Game, tree string) error {
	f, err := s.fields()
	if err != nil {
		return err
	}
	for range s.agents {
		if _, err := game.Spawn(tree, f); err != nil {
			return err
		}
	}
	return nil
}

// tellProblems prints the findings in the files and returns errFindings if there
// are errors, or warnings while strict.
func tellProblems(w io.Writer, problems diag.List, strict bool) error {
	if len(problems) > 0 {
		fmt.Fprintln(w, problems.Error())
	}
	if problems.Err() != nil || strict && len(problems) > 0 {
		return errFindings
	}
	return nil
}

// worse returns the error that decides the exit code.
func worse(a, b error) error {
	if a == nil || errors.Is(a, errFindings) && b != nil {
		return b
	}
	return a
}
