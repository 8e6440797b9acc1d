package commands

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/palette"
	"github.com/spf13/cobra"
)

func newKindsCommand(game func() bough.Options) *cobra.Command {
	var asJSON bool
	s := session{game: game}
	c := &cobra.Command{
		Use:   "kinds [NAME]",
		Short: "List the node kinds, or explain one",
		Long: `Kinds lists the node kinds by group, and the choosers and decorators that scripts define.
With the name of a kind, or of a behavior of the scripts, it prints a description, the
parameters, and an example.

With --json it also lists the behaviors of the scripts, the trees, and their named
conditions, so that the result is a complete palette for an editor.`,
		Example: "  bough kinds parallel",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("%s takes one kind: %s", c.CommandPath(), c.UseLine())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			own, err := definedEntries(c, &s)
			if err != nil {
				return err
			}
			return listKinds(c, args, own, asJSON)
		},
	}
	s.dirFlag(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print the kinds as JSON")
	return c
}

// definedEntries returns what the game and its files define for trees.
func definedEntries(c *cobra.Command, s *session) ([]palette.Entry, error) {
	game, err := s.openIfAny(s.options(c.ErrOrStderr()))
	if err != nil {
		return nil, err
	}
	defer game.Close()
	game.Load()
	return palette.Of(game.Bundle()), nil
}

// ownKinds returns the entries for kinds, choosers and decorators, which are listed together with the kinds of Bough.
func ownKinds(list []palette.Entry) []palette.Entry {
	return slices.DeleteFunc(slices.Clone(list), func(e palette.Entry) bool {
		return e.Group == palette.GroupBehaviors || e.Group == palette.GroupConditions || e.Group == palette.GroupTrees
	})
}

func listKinds(c *cobra.Command, args []string, own []palette.Entry, asJSON bool) error {
	list := behaviors.Kinds
	if len(args) == 1 {
		if i := slices.IndexFunc(own, func(k palette.Entry) bool { return k.Name == args[0] }); i >= 0 {
			return printScriptKind(c.OutOrStdout(), own[i], asJSON)
		}
		k := behaviors.KindNamed(args[0])
		if k == nil {
			return unknownKind(args[0], own)
		}
		list, own = []behaviors.Kind{*k}, nil
	}
	out := c.OutOrStdout()
	switch {
	case asJSON:
		return writeJSON(out, append(palette.Kinds(list), own...))
	case len(args) == 1:
		printKind(out, &list[0])
	default:
		printKinds(out, list, ownKinds(own))
	}
	return nil
}

func printScriptKind(out io.Writer, k palette.Entry, asJSON bool) error {
	if asJSON {
		return writeJSON(out, []palette.Entry{k})
	}
	if k.Group == palette.GroupConditions {
		_, err := fmt.Fprintf(out, "%s\n\nA condition of the trees: %s\n", k.Name, k.Source)
		return err
	}
	doc, source := k.Doc, "by a script, as one of the "+k.Group
	switch {
	case k.Group == palette.GroupTrees:
		source = "by a tree file; include it with: tree " + k.Name
	case k.Group == palette.GroupKinds:
		source = "by the game, as a node kind"
	case k.Native:
		source = "by the game, as one of the " + k.Group
	}
	if doc == "" {
		doc = "Nothing describes it: give it a doc."
	}
	fmt.Fprintf(out, "%s\n\n%s\n\nDefined %s.\n", k.Name, doc, source)
	if len(k.Params) == 0 {
		return nil
	}
	fmt.Fprintf(out, "\nParameters:\n")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i, p := range k.Params {
		how := "Without it: " + p.Default + "."
		switch {
		case p.Required:
			how = "It must be given."
		case p.Default == "":
			how = "Without it: nothing."
		}
		if i < k.Positional {
			how += withoutName
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\n", p.Name, p.Type, how)
	}
	return w.Flush()
}

func unknownKind(name string, own []palette.Entry) error {
	names := behaviors.KindNames()
	for _, k := range own {
		names = append(names, k.Name)
	}
	hint := diag.DidYouMean(name, names)
	for _, full := range names {
		if hint == "" && strings.HasSuffix(full, "."+name) {
			hint = "did you mean " + full + "?"
		}
	}
	if hint == "" {
		hint = "bough kinds lists them"
	}
	return usagef("there is no node kind %s: %s", name, hint)
}

func printKinds(out io.Writer, list []behaviors.Kind, own []palette.Entry) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i := range list {
		k := &list[i]
		if i == 0 || list[i-1].Group != k.Group {
			if i > 0 {
				fmt.Fprintln(w)
			}
			fmt.Fprintf(w, "%s: %s\n", k.Group, k.Group.Doc())
		}
		doc, _, _ := strings.Cut(k.Doc, ". ")
		fmt.Fprintf(w, "  %s\t%s\n", strings.Join(append([]string{k.Name}, k.Aliases...), ", "), strings.TrimSuffix(doc, "."))
	}
	if len(own) > 0 {
		fmt.Fprintf(w, "\nOf this game: Kinds, choosers and decorators that it or its scripts define.\n")
	}
	for _, k := range own {
		doc, _, _ := strings.Cut(k.Doc, ". ")
		fmt.Fprintf(w, "  %s\t%s\n", k.Name, strings.TrimSuffix(doc, "."))
	}
	w.Flush()
}

func printKind(out io.Writer, k *behaviors.Kind) {
	fmt.Fprintf(out, "%s\n\n%s\n", strings.Join(append([]string{k.Name}, k.Aliases...), ", "), k.Doc)
	if k.Expression {
		fmt.Fprintln(out, "A Lua expression follows its name.")
	}
	printParams(out, "Parameters", k.Params, k.Positional)
	printParams(out, "Parameters of its children", k.ChildParams, 0)
	fmt.Fprintf(out, "\nExample:\n\n%s", indent(k.Example))
}

// printParams prints parameters. The first ones, whose number is positional, may be given without a name.
func printParams(out io.Writer, title string, list []behaviors.Param, positional int) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(out, "\n%s:\n", title)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i := range list {
		p := &list[i]
		how := defaultOf(p)
		if i < positional {
			how += withoutName
		}
		fmt.Fprintf(w, "  %s\t%s\t%s %s\n", p.Name, typeOf(p), p.Doc, how)
	}
	w.Flush()
}

// withoutName is the sentence about a positional parameter.
const withoutName = " It may be given without its name."

func typeOf(p *behaviors.Param) string {
	if p.Type == behaviors.WordParam {
		return strings.Join(p.Words, ", ")
	}
	return p.Type.String()
}

func defaultOf(p *behaviors.Param) string {
	if p.Required {
		return "It must be given."
	}
	return "Without it: " + p.Default + "."
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("  " + line)
	}
	return b.String()
}
