package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/scripttest"
	"github.com/spf13/cobra"
)

func newCheckCommand() *cobra.Command {
	var s session
	var asJSON, strict bool
	var fields []string
	c := &cobra.Command{
		Use:   "check [DIR | FILE.zip]",
		Short: "Say what is wrong with scripts and trees",
		Long: `Check loads all scripts and trees of a directory, or of a bundle, without playing and prints
everything that is wrong with them, sorted by place. It asks each behavior once,
for an agent without fields, whether it is ready, what it is worth and the like,
and says what is changed by the answer. Tests (see bough test) are read and not run.
It exits with 1 if there are errors; warnings alone are good, unless --strict is given.`,
		Args: atMost("directory or bundle"),
		RunE: func(c *cobra.Command, args []string) error {
			s.at(args)
			return check(c, &s, fields, asJSON, strict)
		},
	}
	s.dirFlag(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print the findings as JSON")
	c.Flags().BoolVar(&strict, "strict", false, "exit with 1 for warnings too")
	c.Flags().StringSliceVar(&fields, "fields", nil, "names of fields that the game sets, besides those in agent.fields")
	return c
}

func check(c *cobra.Command, s *session, fields []string, asJSON, strict bool) error {
	o := s.options(c.ErrOrStderr())
	o.FieldNames = fields
	game, err := s.open(o)
	if err != nil {
		return err
	}
	defer game.Close()
	problems := append(withRehearsal(game), s.testProblems()...)
	problems.Sort()
	if asJSON {
		if err := writeJSON(c.OutOrStdout(), problems); err != nil {
			return err
		}
		return tellProblems(io.Discard, problems, strict)
	}
	err = tellProblems(c.OutOrStdout(), problems, strict)
	b := game.Bundle()
	fmt.Fprintf(c.OutOrStdout(), "%s, %s: %s\n", plural(countBehaviors(b), "behavior"), plural(len(b.Trees), "tree"), countProblems(problems))
	return err
}

// countBehaviors leaves out names that trees have and no file.
func countBehaviors(b *assets.Bundle) (n int) {
	inFiles := map[string]bool{}
	for _, f := range b.Files() {
		inFiles[behaviors.NameOfFile(f)] = true
	}
	for _, each := range b.Behaviors {
		if !each.Missing || inFiles[each.Name] {
			n++
		}
	}
	return n
}

// testProblems returns what is wrong with the test files, as far as it shows without
// running them.
func (s *session) testProblems() diag.List {
	if isBundle(s.dir) { // which holds none
		return nil
	}
	fsys, prefix, err := s.files()
	if err != nil {
		return nil // the game could not be opened either
	}
	return scripttest.Check(fsys, prefix)
}

func countProblems(problems diag.List) string {
	errs, warnings := len(problems.Errors()), len(problems.Warnings())
	if errs+warnings == 0 {
		return "no problems"
	}
	return fmt.Sprintf("%s, %s", plural(errs, "error"), plural(warnings, "warning"))
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// writeJSON prints a value for programs; an empty list is [], not null.
func writeJSON(w io.Writer, v any) error {
	if l, ok := v.(diag.List); ok && l == nil {
		v = diag.List{}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
