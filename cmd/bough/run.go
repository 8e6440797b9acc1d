package main

import (
	"bufio"
	"encoding/json"
	"fmt"

	"github.com/bough-dev/bough/engine"
	"github.com/spf13/cobra"
)

func newRunCommand() *cobra.Command {
	var s session
	var asJSON, quiet bool
	c := &cobra.Command{
		Use:   "run TREE",
		Short: "Run a tree without a game and print what happens",
		Long: `Run spawns agents that run a tree, ticks them, and prints each entry, result
and exit on standard output. Script errors go to standard error, and make it
exit with 1.`,
		Example: "  bough run guard --ticks 20 --set hp=10",
		Args:    exactly("the name of a tree"),
		RunE: func(c *cobra.Command, args []string) error {
			return runTree(c, &s, args[0], asJSON, quiet)
		},
	}
	s.dirFlag(c)
	s.tickFlags(c, 10)
	c.Flags().BoolVar(&asJSON, "json", false, "print events as JSON, one a line")
	c.Flags().BoolVar(&quiet, "quiet", false, "print only how it ended")
	return c
}

func runTree(c *cobra.Command, s *session, tree string, asJSON, quiet bool) error {
	if err := s.check(); err != nil {
		return err
	}
	game, err := s.open(s.options(c.ErrOrStderr()))
	if err != nil {
		return err
	}
	defer game.Close()
	found := tellProblems(c.ErrOrStderr(), game.Load(), false)
	out := bufio.NewWriter(c.OutOrStdout())
	defer out.Flush()
	if !quiet {
		game.World().Observe(printer(out, asJSON))
	}
	if err := s.spawn(game, tree); err != nil {
		return err
	}
	for range s.ticks {
		game.Tick(s.dt)
	}
	if !asJSON {
		for a := range game.World().Agents() {
			fmt.Fprintf(out, "after %d ticks %s is %s\n", s.ticks, a.Label(), a.Status())
		}
	}
	if len(game.World().Faults()) > 0 {
		return errFindings
	}
	return found
}

// traceEvent is an event as run --json prints it.
type traceEvent struct {
	Tick   int64  `json:"tick"`
	Agent  string `json:"agent"`
	Event  string `json:"event"`
	Path   string `json:"path,omitempty"`
	Status string `json:"status,omitempty"`
	Reason string `json:"reason,omitempty"`
	Error  string `json:"error,omitempty"`
}

func printer(out *bufio.Writer, asJSON bool) func(engine.Event) {
	if !asJSON {
		return func(e engine.Event) { fmt.Fprintln(out, e) }
	}
	enc := json.NewEncoder(out)
	return func(e engine.Event) {
		t := traceEvent{Tick: e.Tick, Agent: e.Agent.Label(), Event: e.Kind.String()}
		switch e.Kind {
		case engine.EventEnter:
			t.Path = e.Prog.Path(int(e.Node))
		case engine.EventResult:
			t.Path, t.Status = e.Prog.Path(int(e.Node)), e.Status.String()
		case engine.EventExit:
			t.Path, t.Reason = e.Prog.Path(int(e.Node)), e.Reason.String()
		case engine.EventRoot:
			t.Status = e.Status.String()
		case engine.EventFault:
			t.Path, t.Error = e.Prog.Path(int(e.Node)), e.Fault.Error()
		}
		enc.Encode(t)
	}
}
