package main

import (
	"fmt"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/arena"
	"github.com/bough-dev/bough/engine"
	"github.com/spf13/cobra"
)

func newExplainCommand() *cobra.Command {
	var s session
	var asJSON bool
	c := &cobra.Command{
		Use:   "explain TREE | AGENT",
		Short: "Say what an agent would do, and why nothing else",
		Long: `Explain runs a tree for some ticks and then says what its agent would do next:
each node that is asked, the first one that says no, and the values that guards
and preconditions read. With the label of an agent of the arena, such as
troll#3, it plays the arena for so many ticks and explains that agent.`,
		Example: "  bough explain guard --ticks 5 --set hp=10\n  bough explain wolf#3 --ticks 200",
		Args:    exactly("the name of a tree, or an agent of the arena"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := s.check(); err != nil {
				return err
			}
			if arena.IsLabel(args[0]) {
				return explainArena(c, &s, args[0], asJSON)
			}
			return explainTree(c, &s, args[0], asJSON)
		},
	}
	s.dirFlag(c)
	s.tickFlags(c, 1)
	c.Flags().BoolVar(&asJSON, "json", false, "print the explanation as JSON")
	return c
}

func explainTree(c *cobra.Command, s *session, tree string, asJSON bool) error {
	game, err := s.openFor(tree, s.options(c.ErrOrStderr()), c.ErrOrStderr())
	if err != nil {
		return err
	}
	defer game.Close()
	found := tellProblems(c.ErrOrStderr(), game.Load(), false)
	if err := s.spawn(game, tree); err != nil {
		return err
	}
	for range s.ticks {
		game.Tick(s.dt)
	}
	for a := range game.World().Agents() {
		if err := tellExplanation(c, a, asJSON); err != nil {
			return err
		}
	}
	return found
}

func explainArena(c *cobra.Command, s *session, label string, asJSON bool) error {
	game, err := s.openArena(s.options(c.ErrOrStderr()), func(text string) { fmt.Fprintln(c.ErrOrStderr(), text) })
	if err != nil {
		return err
	}
	defer game.Close()
	field, err := arena.New(game, arena.Options{Seed: s.seed, Agents: max(s.agents, arena.DefaultAgents)})
	if err != nil {
		return err
	}
	found := tellProblems(c.ErrOrStderr(), game.Problems(), false)
	for range s.ticks {
		field.Tick()
	}
	a := findAgent(game, label)
	if a == nil {
		return fmt.Errorf("after %d ticks there is no agent %s; there are %s", s.ticks, label, labels(game))
	}
	return worse(found, tellExplanation(c, a, asJSON))
}

func findAgent(game *bough.Game, label string) *engine.Agent {
	for a := range game.World().Agents() {
		if a.Label() == label {
			return a
		}
	}
	return nil
}

// labels lists the agents of a game, the first few of them.
func labels(game *bough.Game) string {
	text, n := "", 0
	for a := range game.World().Agents() {
		if n++; n > 12 {
			return text + ", …"
		}
		if n > 1 {
			text += ", "
		}
		text += a.Label()
	}
	return text
}

func tellExplanation(c *cobra.Command, a *engine.Agent, asJSON bool) error {
	e := a.Explain()
	if asJSON {
		return writeJSON(c.OutOrStdout(), e)
	}
	fmt.Fprintln(c.OutOrStdout(), e)
	return nil
}
