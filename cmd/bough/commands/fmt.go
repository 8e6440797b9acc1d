package commands

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/bough-dev/bough/trees"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"
)

// formatter holds the flags and the results of the command fmt. The flags determine what
// the command does with a file that is not canonical. Without flags it prints the canonical
// form.
type formatter struct {
	list, diff, write bool

	out, errs io.Writer
	changed   bool // at least one file is not canonical
	broken    bool // at least one file has mistakes
}

func newFmtCommand() *cobra.Command {
	f := &formatter{}
	c := &cobra.Command{
		Use:   "fmt [FILE or DIR ...]",
		Short: tr.T("Write tree files in their canonical form"),
		Long: tr.T(`Fmt writes tree files in their canonical form: it indents by two spaces, orders the
parts of each node, and aligns conditions and comments. It does not change meanings
or comments. With a directory it formats all .bt files below it. Without a path it
reads standard input.

Without flags it prints the result. With -l it exits with 1 if a file is not in
canonical form. It prints the mistakes of a file, and does not change such a file.`),
		Example: "  bough fmt -w scripts\n  bough fmt -l -d scripts",
		RunE: func(c *cobra.Command, args []string) error {
			f.out, f.errs = c.OutOrStdout(), c.ErrOrStderr()
			return f.run(c.InOrStdin(), args)
		},
	}
	c.Flags().BoolVarP(&f.list, "list", "l", false, tr.T("list the files that are not in canonical form"))
	c.Flags().BoolVarP(&f.diff, "diff", "d", false, tr.T("print what would change"))
	c.Flags().BoolVarP(&f.write, "write", "w", false, tr.T("write the result to the files"))
	return c
}

func (f *formatter) run(stdin io.Reader, paths []string) error {
	if len(paths) == 0 {
		if f.write {
			return usagef("fmt -w wants files or directories: what comes from standard input cannot be written back")
		}
		src, err := io.ReadAll(io.LimitReader(stdin, trees.MaxFileSize+1))
		if err != nil {
			return err
		}
		if err := f.file(tr.T("standard input"), src); err != nil {
			return err
		}
	}
	for _, p := range paths {
		if err := f.path(p); err != nil {
			return err
		}
	}
	if f.broken || f.changed && f.list {
		return errFindings
	}
	return nil
}

// path formats a file, or the tree files below a directory.
func (f *formatter) path(path string) error {
	info, err := statTrees(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return f.read(path)
	}
	return filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(name) != ".bt" {
			return err
		}
		return f.read(name)
	})
}

func (f *formatter) read(path string) error {
	src, err := readUpTo(path, trees.MaxFileSize)
	if err != nil {
		return err
	}
	return f.file(path, src)
}

// file formats a single file.
func (f *formatter) file(path string, src []byte) error {
	out, err := f.canonical(path, src)
	if err != nil {
		f.broken = true
		return tellMistakes(f.errs, err)
	}
	same := bytes.Equal(src, out)
	f.changed = f.changed || !same
	if f.list && !same {
		fmt.Fprintln(f.out, path)
	}
	if f.diff {
		f.out.Write(diff.Diff(path+".orig", src, path, out))
	}
	switch {
	case f.write && !same:
		return replaceText(path, out)
	case !f.list && !f.diff && !f.write:
		return writeDocument(f.out, out)
	}
	return nil
}

// canonical returns the canonical form of a file, or the errors in the file. It parses the
// result once more, so that fmt never writes a file that cannot be parsed.
func (f *formatter) canonical(path string, src []byte) ([]byte, error) {
	file, list := trees.Parse(path, src)
	if err := list.Err(); err != nil {
		return nil, err
	}
	out := trees.Format(file)
	if _, list := trees.Parse(path, out); list.Err() != nil {
		return nil, tr.Errorf("the file is left as it is, since indented by two spaces for each level it would have mistakes:\n%w", list.Err())
	}
	return out, nil
}
