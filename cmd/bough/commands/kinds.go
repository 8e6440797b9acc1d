package commands

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
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

// The groups of definitions in files other than choosers and decorators. The JSON output uses these
// names.
const (
	groupBehaviors  = "behaviors"
	groupConditions = "conditions"
	groupTrees      = "trees"
	groupKinds      = "kinds"
)

// definedEntries returns the definitions of the game and its files that a tree can use: node kinds in the order of the
// game, behaviors by name, named conditions by name, then trees by name.
func definedEntries(c *cobra.Command, s *session) ([]kindEntry, error) {
	game, err := s.openIfAny(s.options(c.ErrOrStderr()))
	if err != nil {
		return nil, err
	}
	defer game.Close()
	game.Load()
	var out []kindEntry
	for _, k := range game.Bundle().Kinds {
		e := kindEntry{Name: k.Name, Group: groupKinds, Doc: k.Doc, MinChildren: k.MinChildren, MaxChildren: k.MaxChildren, Positional: k.Positional}
		for _, p := range k.Params {
			e.Params = append(e.Params, valueEntry(p.Name, p.Default))
			e.Params[len(e.Params)-1].Required = p.Default.IsNil()
		}
		out = append(out, e)
	}
	for _, b := range game.Bundle().Behaviors {
		if !b.Missing {
			out = append(out, behaviorEntry(b, game.Bundle().Doc(b.Name)))
		}
	}
	for _, n := range game.Bundle().Conditions {
		out = append(out, kindEntry{Name: n.Name, Group: groupConditions, Source: n.Expr.Source})
	}
	for _, t := range game.Bundle().Sources() {
		e := kindEntry{Name: t.Name, Group: groupTrees, Doc: t.Doc}
		for _, p := range t.Params {
			e.Params = append(e.Params, valueEntry(p.Name, p.Value))
			e.Params[len(e.Params)-1].Required = p.Required
		}
		out = append(out, e)
	}
	return out, nil
}

// behaviorEntry describes a behavior as a kind. Parameters that can be given by position come first.
func behaviorEntry(b *engine.Behavior, doc string) kindEntry {
	e := kindEntry{
		Name: b.Name, Group: groupBehaviors, Doc: doc, MaxChildren: -1, Positional: len(b.Args),
		Stimulus: b.Stimulus, NonExclusive: b.NonExclusive, native: b.Native,
	}
	for h, has := range b.Hooks {
		if has {
			e.Hooks = append(e.Hooks, engine.Hook(h).String())
		}
	}
	switch {
	case b.Hooks[engine.HookChoose]:
		e.Group, e.MinChildren = strings.ToLower(behaviors.Choosers.String()), 1
	case b.Hooks[engine.HookResult]:
		e.Group, e.MinChildren, e.MaxChildren = strings.ToLower(behaviors.Decorators.String()), 1, 1
	default:
		e.Children = b.Children.String()
	}
	add := func(name string, v value.Value) { e.Params = append(e.Params, valueEntry(name, v)) }
	value := func(name string) value.Value {
		if i := slices.IndexFunc(b.Params, func(p engine.Param) bool { return p.Name == name }); i >= 0 {
			return b.Params[i].Value
		}
		return value.Value{}
	}
	for _, name := range b.Args {
		add(name, value(name))
	}
	for _, p := range b.Params {
		if !slices.Contains(b.Args, p.Name) {
			add(p.Name, p.Value)
		}
	}
	return e
}

// valueEntry describes a parameter by its default, which may be nil.
func valueEntry(name string, v value.Value) paramEntry {
	p := paramEntry{Name: name, Type: "any"}
	if !v.IsNil() {
		p.Type, p.Default = typeOfValue(v), v.String()
	}
	return p
}

func typeOfValue(v value.Value) string {
	switch v.Kind() {
	case value.KindBool:
		return "boolean"
	case value.KindNumber:
		return "number"
	case value.KindString:
		return "string"
	}
	return "table"
}

// ownKinds returns the entries for kinds, choosers and decorators, which are listed together with the kinds of Bough.
func ownKinds(list []kindEntry) []kindEntry {
	return slices.DeleteFunc(slices.Clone(list), func(e kindEntry) bool {
		return e.Group == groupBehaviors || e.Group == groupConditions || e.Group == groupTrees
	})
}

func listKinds(c *cobra.Command, args []string, own []kindEntry, asJSON bool) error {
	list := behaviors.Kinds
	if len(args) == 1 {
		if i := slices.IndexFunc(own, func(k kindEntry) bool { return k.Name == args[0] }); i >= 0 {
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
		return writeJSON(out, append(kindEntries(list), own...))
	case len(args) == 1:
		printKind(out, &list[0])
	default:
		printKinds(out, list, ownKinds(own))
	}
	return nil
}

func printScriptKind(out io.Writer, k kindEntry, asJSON bool) error {
	if asJSON {
		return writeJSON(out, []kindEntry{k})
	}
	if k.Group == groupConditions {
		_, err := fmt.Fprintf(out, "%s\n\nA condition of the trees: %s\n", k.Name, k.Source)
		return err
	}
	doc, source := k.Doc, "by a script, as one of the "+k.Group
	switch {
	case k.Group == groupTrees:
		source = "by a tree file; include it with: tree " + k.Name
	case k.Group == groupKinds:
		source = "by the game, as a node kind"
	case k.native:
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

func unknownKind(name string, own []kindEntry) error {
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

func printKinds(out io.Writer, list []behaviors.Kind, own []kindEntry) {
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

// kindEntry is a kind as it is printed in JSON.
type kindEntry struct {
	Name        string       `json:"name"`
	Aliases     []string     `json:"aliases,omitempty"`
	Group       string       `json:"group"`
	Doc         string       `json:"doc"`
	MinChildren int          `json:"children_least"`
	MaxChildren int          `json:"children_most"` // -1 if there is no bound
	Expression  bool         `json:"expression,omitempty"`
	Fields      bool         `json:"fields,omitempty"`
	Positional  int          `json:"positional,omitempty"`
	Params      []paramEntry `json:"params,omitempty"`
	ChildParams []paramEntry `json:"child_params,omitempty"`
	Example     string       `json:"example,omitempty"`
	Source      string       `json:"source,omitempty"` // source of a named condition

	// of a behavior
	Hooks        []string `json:"hooks,omitempty"`    // run counts as "behavior"
	Children     string   `json:"children,omitempty"` // how the behavior picks among its children
	NonExclusive bool     `json:"non_exclusive,omitempty"`
	Stimulus     string   `json:"stimulus,omitempty"`
	native       bool
}

type paramEntry struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"`
	Words    []string `json:"words,omitempty"`
	Required bool     `json:"required,omitempty"`
	Default  string   `json:"default,omitempty"`
	Doc      string   `json:"doc,omitempty"`
}

func kindEntries(list []behaviors.Kind) []kindEntry {
	var out []kindEntry
	for i := range list {
		k := &list[i]
		least, most := k.Children()
		if k.Group == behaviors.Choosers || k.Group == behaviors.Composites {
			if most > 3 {
				most = -1
			}
		}
		out = append(out, kindEntry{
			Name: k.Name, Aliases: k.Aliases, Group: strings.ToLower(k.Group.String()), Doc: k.Doc, MinChildren: least, MaxChildren: most,
			Expression: k.Expression, Fields: k.Fields, Positional: k.Positional,
			Params: paramEntries(k.Params), ChildParams: paramEntries(k.ChildParams), Example: k.Example,
		})
	}
	return out
}

func paramEntries(list []behaviors.Param) []paramEntry {
	var out []paramEntry
	for i := range list {
		p := &list[i]
		out = append(out, paramEntry{p.Name, p.Type.String(), p.Words, p.Required, p.Default, p.Doc})
	}
	return out
}
