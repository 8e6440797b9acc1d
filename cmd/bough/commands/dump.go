package commands

import (
	"fmt"
	"strings"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/spf13/cobra"
)

func newDumpCommand(game func() bough.Options) *cobra.Command {
	s := session{game: game}
	c := &cobra.Command{
		Use:   "dump [TREE]",
		Short: tr.T("Print trees as they are compiled"),
		Long: tr.T(`Dump prints a tree as the flat program that the engine runs: for each node its
index, the index after its subtree, its rule, name, parameters, hooks and
guard. Without a name it prints all trees.`),
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("%s takes one tree: %s", c.CommandPath(), c.UseLine())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return dump(c, &s, args) },
	}
	s.dirFlag(c)
	return c
}

// openDumped opens the scripts of the named trees, or of all trees.
func openDumped(c *cobra.Command, s *session, names []string) (*bough.Game, error) {
	o := s.options(c.ErrOrStderr())
	if len(names) == 0 {
		return s.open(o)
	}
	return s.openFor(names[0], o, c.ErrOrStderr())
}

func dump(c *cobra.Command, s *session, names []string) error {
	for _, name := range names {
		if err := wantTree("dump", name); err != nil {
			return err
		}
	}
	game, err := openDumped(c, s, names)
	if err != nil {
		return err
	}
	defer game.Close()
	found := tellProblems(c.ErrOrStderr(), diag.List(game.Load()), false)
	b := game.Bundle()
	if len(names) == 0 {
		names = b.TreeNames()
	}
	var dumps []string
	for _, name := range names {
		p, err := game.Program(name)
		if err != nil {
			return err
		}
		dumps = append(dumps, p.Dump())
	}
	fmt.Fprint(c.OutOrStdout(), strings.Join(dumps, "\n"))
	return found
}
