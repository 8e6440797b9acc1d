package commands

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/spf13/cobra"
)

func newBundleCommand(game func() bough.Options) *cobra.Command {
	s := session{game: game}
	var out string
	var force, check bool
	c := &cobra.Command{
		Use:   "bundle [DIR | FILE.zip]",
		Short: tr.T("Write all scripts and trees into one file"),
		Long: tr.T(`Bundle checks the scripts and trees of a directory, as bough check does, and writes
them into a zip file that a game, bough run and bough play can open: a server then
runs exactly what was tested. Equal scripts give equal files. The hash that is printed
depends on the names and texts of the scripts only; compare it with that of another
folder, bundle or game.

With errors nothing is written, unless --force is given. Behaviors and kinds that a
game defines in Go are not known here: such a game writes its bundle itself, with
archive.Pack.

With --check, a bundle is verified, or a directory read, and its hash printed.`),
		Example: "  bough bundle -o game.zip scripts\n  bough bundle --check game.zip",
		Args:    atMost(tr.T("directory or bundle")),
		RunE: func(c *cobra.Command, args []string) error {
			s.at(args)
			switch {
			case check && (out != "" || force):
				return usagef("--check writes nothing; leave out -o and --force")
			case check:
				return tellHash(c, &s)
			case out == "":
				return usagef("%s wants a file to write: bough bundle -o game.zip scripts", c.CommandPath())
			}
			return bundle(c, &s, out, force)
		},
	}
	s.dirFlag(c)
	c.Flags().StringVarP(&out, "output", "o", "", tr.T("the `file` to write"))
	c.Flags().BoolVar(&force, "force", false, tr.T("write the bundle in spite of errors"))
	c.Flags().BoolVar(&check, "check", false, tr.T("verify a bundle, or read a directory, and print its hash"))
	return c
}

func bundle(c *cobra.Command, s *session, out string, force bool) error {
	if !strings.EqualFold(filepath.Ext(out), bundleExt) {
		return usagef("-o %s: the name of a bundle ends in %s", out, bundleExt)
	}
	game, err := s.open(s.options(c.ErrOrStderr()))
	if err != nil {
		return err
	}
	defer game.Close()
	if found := tellProblems(c.ErrOrStderr(), withRehearsal(game), false); found != nil && !force {
		tr.Fprintf(c.ErrOrStderr(), "%s is not written; correct the errors, or give --force\n", out)
		return found
	}
	if err := replaceFile(out, func(w io.Writer) error { return archive.PackContents(w, game.Bundle().Contents()) }); err != nil {
		return err
	}
	tellBundle(c, game, filepath.ToSlash(out))
	return nil
}

func tellBundle(c *cobra.Command, game *bough.Game, name string) {
	b := game.Bundle()
	fmt.Fprintf(c.OutOrStdout(), "%s  %s (%s)\n", b.Hash, name, plural(len(b.Files()), "%d file", "%d files"))
}

// tellHash prints the hash of a bundle, or of the bundle of a directory.
func tellHash(c *cobra.Command, s *session) error {
	if isBundle(s.dir) {
		u, err := unpack(s.dir)
		if err != nil {
			return tr.Errorf("bundle %s: %w", s.dir, err)
		}
		tr.Fprintf(c.OutOrStdout(), "%s  %s (%s, written by bough %.80q)\n", u.Hash, filepath.ToSlash(s.dir), plural(u.Files, "%d file", "%d files"), u.Engine)
		return nil
	}
	game, err := s.open(s.options(c.ErrOrStderr()))
	if err != nil {
		return err
	}
	defer game.Close()
	found := tellProblems(c.ErrOrStderr(), diag.List(game.Load()), false)
	dir, _ := s.folder()
	tellBundle(c, game, filepath.ToSlash(dir))
	return found
}

func unpack(file string) (*archive.Unpacked, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return archive.Unpack(f, st.Size())
}
