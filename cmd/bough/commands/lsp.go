package commands

import (
	"io"
	"io/fs"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/lsp"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/options"
	"github.com/bough-dev/bough/luabind/scripttest"
	"github.com/spf13/cobra"
)

func newLSPCommand(game func() bough.Options) *cobra.Command {
	c := &cobra.Command{
		Use:   "lsp",
		Short: tr.T("Serve editors by the Language Server Protocol"),

		SuggestFor: []string{"language-server", "langserver"},
		Long: tr.T(`Lsp is a server that editors start. It speaks the Language Server Protocol on standard
input and output. For scripts, trees, tests, scenes and agent.fields it shows the findings
of bough check while you type, with quick fixes, and offers completion, hover, definition,
references, rename, symbols, lenses, colors, and formatting of trees.

It has no settings. The scripts of a file are those in the nearest folder above it that is
called scripts or has a file agent.fields. docs/editors.md says how an editor is told to
start it.`),
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return lsp.Serve(c.Context(), newStdio(c.InOrStdin(), c.OutOrStdout()), lspHost(game))
		},
	}
	c.Flags().Bool("stdio", true, tr.T("speak on standard input and output, as editors ask for; there is nothing else"))
	return c
}

// stdio joins standard input and output to a connection.
type stdio struct {
	*io.PipeReader
	out io.Writer
}

// newStdio returns a connection. Another goroutine reads the input, since a read of it may go on after it has been closed,
// as one of a socket from Neovim does; the program would not end.
func newStdio(in io.Reader, out io.Writer) stdio {
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, in)
		w.CloseWithError(err)
	}()
	return stdio{r, out}
}

// Write writes bytes as they are.
func (s stdio) Write(p []byte) (int, error) { return len(p), writeDocument(s.out, p) }

// lspHost returns what the server needs of the commands.
func lspHost(game func() bough.Options) lsp.Host {
	at := func(files fs.FS, dir string) *session { return &session{game: game, dir: dir, over: files} }
	open := func(files fs.FS, dir string, o bough.Options) (*bough.Game, error) {
		o = options.Combine(at(files, dir).ownOrEmpty(), o)
		o.Prefix = dir
		return bough.OpenFS(files, o)
	}
	return lsp.Host{
		Version: bough.Version,
		Open:    open,
		Check: func(files fs.FS, dir string) (diag.List, error) {
			g, err := open(files, dir, bough.Options{Seed: 1})
			if err != nil {
				return nil, err
			}
			defer g.Close()
			found, _ := at(files, dir).findings(g, false)
			return found, nil
		},
		NewBehavior: func(name string) string { return fill(behaviorText, name) },
		Test: func(files fs.FS, dir, file, name string) (diag.List, string, error) {
			return testFile(at(files, dir), file, name)
		},
		TestWords:     scripttest.Words(),
		SceneCommands: scene.Usages(),
		Watch:         true,
	}
}

// testFile runs the tests of a file, or the one that has a name, and returns those that failed and a sentence about all.
func testFile(s *session, file, name string) (failed diag.List, summary string, err error) {
	suite, err := scripttest.Open(s.over, scripttest.Options{Prefix: s.dir, Seed: 1, Filter: file, Game: s.ownOrEmpty})
	if err != nil {
		return nil, "", err
	}
	defer suite.Close()
	ran := 0
	for _, t := range suite.Tests() {
		if t.File != file || name != "" && t.Name != name {
			continue
		}
		ran++
		if r := t.Run(); r.Failure != nil {
			failed = append(failed, *r.Failure)
		}
	}
	if ran == 0 && name != "" {
		return nil, tr.F("there is no test %q in %s", name, file), nil
	}
	return failed, tr.F("%s of %s, %d failed", plural(ran, "%d test", "%d tests"), file, len(failed)), nil
}
