package commands

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/graph"
	"github.com/spf13/cobra"
)

// grapher holds the flags of the command graph.
type grapher struct {
	format, out, dir, scripts string
	fold                      bool
}

func newGraphCommand() *cobra.Command {
	g := &grapher{}
	c := &cobra.Command{
		Use:   "graph FILE or DIR [TREE ...]",
		Short: tr.T("Draw trees"),
		Long: tr.T(`Graph draws the trees of a file, or of all files of a directory, below each other in one
picture; with names, only the trees of these names. It shows included trees in place, in
a tinted area, if it finds them in a file below the directory of the file (or below
--scripts). It reads no Lua scripts.

The format is svg, dot for Graphviz, or mermaid for pages of Git hosts. With -o it is that
of the extension: .svg, .dot or .gv, .mmd, or .md for a page with the text in a code block.`),
		Example: "  bough graph -o guard.svg scripts/guard.bt\n  bough graph --fold --dir down scripts villager",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("%s wants a file or a directory: %s", c.CommandPath(), c.UseLine())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return g.run(c, args[0], args[1:]) },
	}
	f := c.Flags()
	f.StringVar(&g.format, "format", "", tr.T("svg, dot or mermaid (default that of the file of -o, or svg)"))
	f.StringVarP(&g.out, "output", "o", "", tr.T("file to write, instead of standard output"))
	f.BoolVar(&g.fold, "fold", false, tr.T("show an included tree as one card"))
	f.StringVar(&g.dir, "dir", "right", tr.T("direction in which trees grow: right or down"))
	f.StringVar(&g.scripts, "scripts", "", tr.T("directory of included trees (default that of the file)"))
	return c
}

// drawings maps each output format to its function.
var drawings = map[string]func([]*trees.Tree, graph.Options) []byte{
	"svg": graph.SVG, "dot": graph.Dot, "mermaid": graph.Mermaid,
}

// drawn maps the extension of the written file to the output format.
var drawn = map[string]string{".svg": "svg", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid", ".md": "mermaid"}

// choose derives the format from the name of the written file, unless the command line gives a
// format.
func (g *grapher) choose() error {
	ext := strings.ToLower(filepath.Ext(g.out))
	of, known := drawn[ext]
	switch {
	case g.format != "" && drawings[g.format] == nil:
		return usagef("--format %s is not known; choose svg, dot or mermaid", g.format)
	case g.format != "" && known && of != g.format:
		return usagef("-o %s: the extension is that of the format %s, not of %s; leave out --format, or choose another name", g.out, of, g.format)
	case g.format != "":
	case known:
		g.format = of
	case ext != "":
		return usagef("-o %s: graph writes no %s; want a file that ends in .svg, .dot, .gv, .mmd or .md", g.out, ext)
	default:
		g.format = "svg"
	}
	return nil
}

func (g *grapher) run(c *cobra.Command, path string, names []string) error {
	if err := g.choose(); err != nil {
		return err
	}
	if g.dir != "right" && g.dir != "down" {
		return usagef("--dir %s is not known; choose right or down", g.dir)
	}
	own, err := readTreeSet(path)
	if err != nil {
		return err
	}
	if own.mistakes != nil {
		tellMistakes(c.ErrOrStderr(), own.mistakes)
		return errFindings
	}
	list, err := own.choose(names)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return usagef("%s has no trees", path)
	}
	known, err := g.known(path, own)
	if err != nil {
		return err
	}
	out := drawings[g.format](list, graph.Options{Tree: func(n string) *trees.Tree {
		if t := own.named[n]; t != nil {
			return t
		}
		return known.named[n]
	}, Fold: g.fold, Down: g.dir == "down"})
	if strings.EqualFold(filepath.Ext(g.out), ".md") {
		out = slices.Concat([]byte("```mermaid\n"), out, []byte("```\n"))
	}
	return writeTo(c.OutOrStdout(), g.out, out)
}

// known returns the trees in which to look up included trees. Files with mistakes contribute none.
func (g *grapher) known(path string, own *treeSet) (*treeSet, error) {
	dir := g.scripts
	if dir == "" {
		info, err := os.Stat(path)
		if err != nil || info.IsDir() {
			return own, err
		}
		dir = filepath.Dir(path)
	}
	if g.fold {
		return own, nil
	}
	return readTreeSet(dir)
}
