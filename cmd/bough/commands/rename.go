package commands

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/internal/refactor"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"
)

func newRenameCommand(game func() bough.Options) *cobra.Command {
	s := session{game: game}
	var dry bool
	c := &cobra.Command{
		Use:   "rename OLD NEW",
		Short: tr.T("Rename a behavior in its file, in all trees and in tests"),
		Long: tr.T(`Rename moves the script of a behavior and changes its name in all trees, also in
expressions such as ran("melee"). If you have moved the script before, it changes the
rest. In tests it changes names in expectations, such as
t.expect_active(troll, "melee"), and paths. It changes nothing else: it leaves comments
alone, and lists places in scripts and tests that may mean the behavior. It prints its
changes; with -n it only prints them.`),
		Example: "  bough rename combat.melee combat.strike",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usagef("%s wants the present name and the new one: %s", c.CommandPath(), c.UseLine())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return rename(c, &s, args[0], args[1], dry) },
	}
	s.dirFlag(c)
	c.Flags().BoolVarP(&dry, "dry-run", "n", false, tr.T("change nothing"))
	return c
}

func rename(c *cobra.Command, s *session, from, to string, dry bool) error {
	for _, name := range []string{from, to} {
		if dotted := withDots(name); dotted != "" {
			return usagef("the name of a behavior has dots between its parts: write %s", dotted)
		}
	}
	dir, err := s.folder()
	if err != nil {
		return err
	}
	s.dir = dir
	if isBundle(s.dir) {
		return usagef("%s is a bundle, which is not changed; rename in the folder that it was made of", s.dir)
	}
	game, err := s.open(s.options(c.ErrOrStderr()))
	if err != nil {
		return err
	}
	defer game.Close()
	r, err := game.Rename(from, to)
	if err != nil {
		for _, t := range game.Bundle().Trees {
			if t.Name == from && t.File != "" {
				return usagef("%s is a tree, and rename renames behaviors: edit its name in %s, and where bough check then finds it missing", from, filepath.ToSlash(filepath.Join(dir, t.File)))
			}
		}
		return err
	}
	tellRenaming(c, s.dir, r)
	if dry {
		return nil
	}
	return carryOut(s.dir, r)
}

// tellRenaming prints the changes of a renaming, and the places that it does not change.
func tellRenaming(c *cobra.Command, dir string, r *refactor.Renaming) {
	out := c.OutOrStdout()
	name := func(path string) string { return filepath.ToSlash(filepath.Join(dir, filepath.FromSlash(path))) }
	if r.From == "" {
		tr.Fprintf(out, "%s has its new name already\n", name(r.To))
	} else {
		tr.Fprintf(out, "%s becomes %s\n", name(r.From), name(r.To))
	}
	for _, e := range r.Edits {
		out.Write(diff.Diff(name(e.Path)+".orig", e.Old, name(e.Path), e.Text))
	}
	for _, d := range r.Left {
		fmt.Fprintln(out, d)
	}
}

// carryOut applies a renaming. It renames the script first, so that no tree has changed if that
// fails.
func carryOut(dir string, r *refactor.Renaming) error {
	at := func(path string) string { return filepath.Join(dir, filepath.FromSlash(path)) }
	if r.From != "" {
		if err := moveScript(at(r.From), at(r.To)); err != nil {
			return err
		}
	}
	for _, e := range r.Edits {
		if err := replaceText(at(e.Path), e.Text); err != nil {
			return tr.Errorf("%w; the script has its new name already, trees and tests before %s too", err, e.Path)
		}
	}
	return nil
}

// moveScript renames a script, and makes the folder of its new path.
func moveScript(from, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return tr.Errorf("%s exists already", to)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.Rename(from, to)
}
