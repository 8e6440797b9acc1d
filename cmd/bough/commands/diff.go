package commands

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"strings"

	"github.com/bough-dev/bough/internal/treediff"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/graph"
	"github.com/spf13/cobra"
)

// differ holds the flags of the command diff.
type differ struct {
	git, svg       string
	markdown, down bool
}

func newDiffCommand() *cobra.Command {
	d := &differ{}
	c := &cobra.Command{
		Use:   "diff OLD NEW | --git REV[..REV] [PATH]",
		Short: tr.T("Show how two versions of trees differ"),
		Long: tr.T(`Diff compares the trees of two files or directories and describes the differences:
conditions, parameters, and nodes that were added, removed or moved. It ignores
comments and spaces.

With --git it compares two revisions of a Git repository, or one revision with the
files on disk: all tree files below PATH, or below the current directory. With --svg
it also draws the trees that differ: new nodes in green, removed ones in red, changed
ones in amber, moved ones in violet.

It exits with 0 if there are no differences, with 1 if there are some or a file has
mistakes, and with 2 if the command line is wrong.`),
		Example: "  bough diff old/guard.bt scripts/guard.bt\n  bough diff --git main scripts\n  bough diff --git v1..v2 --markdown --svg trees.svg",
		Args: func(c *cobra.Command, args []string) error {
			switch {
			case d.git == "" && len(args) != 2:
				return usagef("%s wants two files or directories, or --git and a revision: %s", c.CommandPath(), c.UseLine())
			case d.git != "" && len(args) > 1:
				return usagef("%s --git wants at most one file or directory: %s", c.CommandPath(), c.UseLine())
			}
			return nil
		},
		RunE: d.run,
	}
	c.Flags().StringVar(&d.git, "git", "", tr.T("a revision to compare the files with, or two: OLD..NEW"))
	c.Flags().StringVar(&d.svg, "svg", "", tr.T("file to draw the difference in"))
	c.Flags().BoolVar(&d.markdown, "markdown", false, tr.T("print a Markdown list"))
	c.Flags().BoolVar(&d.down, "down", false, tr.T("draw the trees from top to bottom"))
	return c
}

func (d *differ) run(c *cobra.Command, args []string) error {
	sides, err := d.sides(args)
	if err != nil {
		return err
	}
	for _, f := range sides {
		if f.mistakes != nil {
			tellMistakes(c.ErrOrStderr(), f.mistakes)
			return errFindings
		}
	}
	r := treediff.Files(sides[0].files, sides[1].files)
	if d.svg != "" {
		if err := replaceText(d.svg, graph.Diff(r, d.down)); err != nil {
			return err
		}
	}
	if r.Empty() {
		fmt.Fprintln(c.OutOrStdout(), tr.T("no tree differs"))
		return nil
	}
	words := treediff.Words
	if d.markdown {
		words = treediff.Markdown
	}
	fmt.Fprint(c.OutOrStdout(), words(r))
	return errFindings
}

// sides reads the two sets of trees to compare.
func (d *differ) sides(args []string) (sides [2]*treeSet, err error) {
	if d.git == "" {
		for i, file := range args {
			sides[i], err = readTreeSet(file)
			if _, none := os.Stat(file); err != nil && i == 0 && errors.Is(none, fs.ErrNotExist) && path.Ext(file) == "" {
				return sides, usagef("%v; for a revision of Git write: bough diff --git %s %s", err, file, args[1])
			}
			if err != nil {
				return sides, err
			}
		}
		return sides, nil
	}
	path := "."
	if len(args) == 1 {
		path = args[0]
	}
	old, now, two := strings.Cut(d.git, "..")
	if old == "" || two && now == "" {
		return sides, usagef("--git %s: write one revision, or two as OLD..NEW", d.git)
	}
	if sides[0], err = readRevision(old, path); err != nil {
		return sides, err
	}
	if two {
		sides[1], err = readRevision(now, path)
	} else {
		sides[1], err = readTreeSet(path)
	}
	return sides, err
}

// readRevision reads the tree files of a revision of the Git repository that contains the
// current directory.
func readRevision(revision, where string) (*treeSet, error) {
	if strings.HasPrefix(revision, "-") {
		return nil, usagef("%q is no revision", revision)
	}
	git, err := exec.LookPath("git")
	if err != nil {
		return nil, errors.New(tr.T("comparing revisions needs the program git, which is not installed or not found"))
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(git, "archive", "--format=tar", revision, "--", where)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		said, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(errs.String()), "fatal: "), "\n")
		if said == "" {
			said = err.Error()
		}
		return nil, usagef("git cannot read %s of revision %s: %s", where, revision, said)
	}
	f := &treeSet{named: map[string]*trees.Tree{}}
	for r := tar.NewReader(&out); ; {
		h, err := r.Next()
		switch {
		case err == io.EOF:
			return f, nil
		case err != nil:
			return nil, tr.Errorf("revision %s: %w", revision, err)
		case h.Typeflag != tar.TypeReg || path.Ext(h.Name) != ".bt":
			continue
		}
		src, err := io.ReadAll(io.LimitReader(r, trees.MaxFileSize+1))
		if err != nil {
			return nil, tr.Errorf("revision %s: %w", revision, err)
		}
		f.add(h.Name, src)
	}
}
