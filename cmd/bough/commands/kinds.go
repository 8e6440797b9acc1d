package commands

import (
	"fmt"
	"io"
	"slices"
	"strings"

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
		Short: tr.T("List the node kinds, or explain one"),
		Long: tr.T(`Kinds lists the node kinds by group, and the choosers and decorators that scripts define.
With the name of a kind, or of a behavior of the scripts, it prints a description, the
parameters, and an example.

With --json it also lists the behaviors of the scripts, the trees, and their named
conditions, so that the result is a complete palette for an editor.`),
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
	c.Flags().BoolVar(&asJSON, "json", false, tr.T("print the kinds as JSON"))
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
		_, err := tr.Fprintf(out, "%s\n\nA condition of the trees: %s\n", k.Name, k.Source)
		return err
	}
	doc, source := k.Doc, tr.F("Defined by a script, as one of the %s.", groupWord(k.Group))
	switch {
	case k.Group == palette.GroupTrees:
		source = tr.F("Defined by a tree file; include it with: tree %s.", k.Name)
	case k.Group == palette.GroupKinds:
		source = tr.T("Defined by the game, as a node kind.")
	case k.Native:
		source = tr.F("Defined by the game, as one of the %s.", groupWord(k.Group))
	}
	if doc == "" {
		doc = tr.T("Nothing describes it: give it a doc.")
	}
	fmt.Fprintf(out, "%s\n\n%s\n\n%s\n", k.Name, doc, source)
	if len(k.Params) == 0 {
		return nil
	}
	fmt.Fprintf(out, "\n%s\n", tr.T("Parameters:"))
	var rows [][]string
	for i, p := range k.Params {
		how := without(p.Default)
		switch {
		case p.Required:
			how = tr.T("It must be given.")
		case p.Default == "":
			how = without(tr.T("nothing"))
		}
		rows = append(rows, []string{"  " + p.Name, p.Type, how + nameOf(i, k.Positional)})
	}
	return writeColumns(out, rows, false)
}

func unknownKind(name string, own []palette.Entry) error {
	names := behaviors.KindNames()
	for _, k := range own {
		names = append(names, k.Name)
	}
	hint := diag.DidYouMean(name, names)
	for _, full := range names {
		if hint == "" && strings.HasSuffix(full, "."+name) {
			hint = tr.F("did you mean %s?", full)
		}
	}
	if hint == "" {
		hint = tr.T("bough kinds lists them")
	}
	return usagef("there is no node kind %s: %s", name, hint)
}

func printKinds(out io.Writer, list []behaviors.Kind, own []palette.Entry) {
	var rows [][]string
	for i := range list {
		k := &list[i]
		if i == 0 || list[i-1].Group != k.Group {
			writeColumns(out, rows, false)
			if rows = nil; i > 0 {
				fmt.Fprintln(out)
			}
			fmt.Fprintln(out, tr.F("%s: %s", behaviors.Translated(k.Group.String()), k.Group.Doc()))
		}
		rows = append(rows, []string{"  " + strings.Join(append([]string{k.Name}, k.Aliases...), ", "), sentence(behaviors.Translated(k.Doc))})
	}
	writeColumns(out, rows, false)
	if rows = nil; len(own) > 0 {
		tr.Fprintf(out, "\nOf this game: Kinds, choosers and decorators that it or its scripts define.\n")
	}
	for _, k := range own {
		rows = append(rows, []string{"  " + k.Name, sentence(k.Doc)})
	}
	writeColumns(out, rows, false)
}

// sentence returns the first sentence of a description, without its period.
func sentence(doc string) string {
	doc, _, _ = strings.Cut(doc, ". ")
	doc, _, _ = strings.Cut(doc, "。")
	return strings.TrimSuffix(doc, ".")
}

func printKind(out io.Writer, k *behaviors.Kind) {
	fmt.Fprintf(out, "%s\n\n%s\n", strings.Join(append([]string{k.Name}, k.Aliases...), ", "), behaviors.Translated(k.Doc))
	if k.Expression {
		fmt.Fprintln(out, tr.T("A Lua expression follows its name."))
	}
	printParams(out, tr.T("Parameters:"), k.Params, k.Positional)
	printParams(out, tr.T("Parameters of its children:"), k.ChildParams, 0)
	tr.Fprintf(out, "\nExample:\n\n%s", indent(k.Example))
}

// printParams prints parameters. The first ones, whose number is positional, may be given without a name.
func printParams(out io.Writer, title string, list []behaviors.Param, positional int) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(out, "\n%s\n", title)
	var rows [][]string
	for i := range list {
		p := &list[i]
		rows = append(rows, []string{"  " + p.Name, typeOf(p), tr.F("%s %s", behaviors.Translated(p.Doc), defaultOf(p)) + nameOf(i, positional)})
	}
	writeColumns(out, rows, false)
}

// nameOf returns the sentence about the parameter i, if it is one of the positional ones.
func nameOf(i, positional int) string {
	if i < positional {
		return tr.T(" It may be given without its name.")
	}
	return ""
}

// groupWord returns the name of a group of kinds that scripts can define.
func groupWord(group string) string {
	switch group {
	case "choosers":
		return tr.T("choosers")
	case "decorators":
		return tr.T("decorators")
	}
	return tr.T("behaviors")
}

// without returns the sentence about a default.
func without(value string) string { return tr.F("Without it: %s.", value) }

func typeOf(p *behaviors.Param) string {
	if p.Type == behaviors.WordParam {
		return strings.Join(p.Words, ", ")
	}
	return p.Type.String()
}

func defaultOf(p *behaviors.Param) string {
	if p.Required {
		return tr.T("It must be given.")
	}
	return without(behaviors.Translated(p.Default))
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("  " + line)
	}
	return b.String()
}
