package main

import (
	"fmt"

	"github.com/bough-dev/bough/trees/treediff"
	"github.com/spf13/cobra"
)

func newDiffCommand() *cobra.Command {
	var markdown bool
	c := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say how two versions of trees differ",
		Long: `Diff compares the trees of two files or directories and says what differs in
words: conditions, parameters, nodes that were added, removed or moved. Comments
and spaces do not count.

It exits with 0 if nothing differs, with 1 if something does or a file has
mistakes, and with 2 if it was not called rightly.`,
		Example: "  bough diff old/guard.bt scripts/guard.bt\n  bough diff --markdown old scripts",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usagef("%s wants two files or directories: %s", c.CommandPath(), c.UseLine())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return diffTrees(c, args[0], args[1], markdown) },
	}
	c.Flags().BoolVar(&markdown, "markdown", false, "write a list for a page of a Git host")
	return c
}

func diffTrees(c *cobra.Command, before, after string, markdown bool) error {
	var sides [2]*forest
	for i, path := range []string{before, after} {
		f, err := readForest(path)
		if err != nil {
			return err
		}
		if f.mistakes != nil {
			tellMistakes(c.ErrOrStderr(), f.mistakes)
			return errFindings
		}
		sides[i] = f
	}
	r := treediff.Files(sides[0].files, sides[1].files)
	if r.Empty() {
		fmt.Fprintln(c.OutOrStdout(), "nothing that changes behavior")
		return nil
	}
	words := treediff.Words
	if markdown {
		words = treediff.Markdown
	}
	fmt.Fprint(c.OutOrStdout(), words(r))
	return errFindings
}
