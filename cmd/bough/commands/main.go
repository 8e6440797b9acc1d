// Package commands contains the commands of the program bough. A game makes a program of its own with them, so that
// bough check, run, explain, test, replay and the others know its helpers, natives, node kinds and trees made in Go:
//
//	func main() { os.Exit(commands.Main(os.Args[1:], os.Stdout, os.Stderr, game.Options)) }
//
// Each command has a file of its name. The shared files are:
//
//	main.go      the command line; exit codes: 0 good, 1 findings, 2 usage
//	choices.go   what a folder of scripts has to play
//	session.go   flags of commands that open scripts, and the games that they open
//	files.go     reading and writing files, and sets of tree files
//	output.go    printing for people and for programs
//	cost.go      the flag --cost
//	coverage.go  the flags --cover of test; junit.go has --junit
//	watch.go     the flag --watch of check and test; testwatch.go has what test prints
//	usage.go     the form of help
//	zh.go        the texts in Chinese
package commands

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/lang"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// errFindings makes a command exit with code 1 after all problems have been printed.
var errFindings = errors.New("findings")

// usageError is a mistake in the command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{tr.Errorf(format, args...)} }

// Main runs a command line, without the name of the program, and returns the exit code. game returns the Options of the
// game that the program is made for; see bough.Options for how commands use them. If game is nil, the scripts of a game
// can be checked and run as far as they call no helpers of the game; the helpers of the arena of bough play are bound,
// since the samples use them.
//
// The language is that of the flag --lang or, without it, of the environment: LC_ALL, LC_MESSAGES or LANG.
func Main(args []string, stdout, stderr io.Writer, game func() bough.Options) int {
	out, errs := &output{w: stdout}, &output{w: stderr}
	if err := chooseLanguage(args, os.Getenv); err != nil {
		return tellEnd(errs, nil, err)
	}
	root := newRootCommand(game)
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errs)
	c, err := root.ExecuteC()
	if game != nil && errors.Is(err, bough.ErrOptions) {
		err = tr.Errorf("this game cannot be opened: %w", err)
	}
	out.end()
	if out.err != nil {
		err = tr.Errorf("the output could not be written: %w", out.err)
	}
	code := tellEnd(errs, c, err)
	errs.end()
	if errs.err != nil { // there is nowhere to print the error
		return max(code, 1)
	}
	return code
}

// chooseLanguage sets the language that a command line or the environment names. It is called before the commands are made,
// since they have texts.
func chooseLanguage(args []string, getenv func(string) string) error {
	name := lang.Of("")
	for _, variable := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := getenv(variable); locale != "" {
			name = lang.Of(locale)
			break
		}
	}
	if err := lang.Set(name); err != nil {
		return err
	}
	for i, arg := range args {
		given := false
		if arg == "--" {
			break
		}
		if name, given = strings.CutPrefix(arg, "--lang="); !given && arg == "--lang" && i+1 < len(args) {
			name, given = args[i+1], true
		}
		if given && lang.Set(name) != nil {
			return usagef("--lang %s is not known; choose %s", name, strings.Join(lang.Names, tr.T(" or ")))
		}
	}
	return nil
}

// tellEnd prints the error that ended a command and returns the exit code.
func tellEnd(errs *output, c *cobra.Command, err error) int {
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errFindings):
		return 1
	case errors.As(err, &usage):
		help := "bough help"
		if c != nil && c.HasParent() {
			help += " " + c.Name()
		}
		tr.Fprintf(errs, "bough: %s\nRun '%s' for how to call it.\n", textOf(err), help)
		return 2
	}
	fmt.Fprintf(errs, "bough: %s\n", textOf(err))
	return 1
}

// textOf returns the text of an error. For a file that does not exist, the text has no terms of the system.
func textOf(err error) string {
	if usage := (usageError{}); errors.As(err, &usage) {
		err = usage.error
	}
	var missing *fs.PathError
	if errors.As(err, &missing) && errors.Is(missing, fs.ErrNotExist) && err.Error() == missing.Error() {
		return tr.F("there is no file %s here", filepath.ToSlash(missing.Path))
	}
	return err.Error()
}

func newRootCommand(game func() bough.Options) *cobra.Command {
	root := &cobra.Command{
		Use:           "bough",
		Short:         tr.T("Behavior trees in Lua that change while the game plays"),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.PersistentFlags().String("lang", "", tr.F("`language` of what is printed: %s (default that of the environment)", strings.Join(lang.Names, ", ")))
	root.SuggestionsMinimumDistance = 2
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(usage)
	root.SetHelpCommand(newHelpCommand())
	root.AddCommand(newAPICommand(game), newPlayCommand(game), newRunCommand(game), newCheckCommand(game), newDiffCommand(), newDumpCommand(game),
		newExplainCommand(game), newFmtCommand(), newConvertCommand(), newKindsCommand(game), newMCPCommand(game), newNewCommand(game), newRenameCommand(game), newReplayCommand(game), newBundleCommand(game), newSiteCommand(), newLSPCommand(game), newGraphCommand(), newTestCommand(game), newVersionCommand())
	root.InitDefaultHelpCmd()
	describeHelp(root)
	return root
}

// newHelpCommand returns the command help. Unlike that of cobra, it reports an unknown command as an error.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: tr.T("Help about any command"),
		RunE: func(c *cobra.Command, args []string) error {
			about, _, err := c.Root().Find(args)
			if err != nil || about == c.Root() && len(args) > 0 {
				return noArgs(c.Root(), args)
			}
			return about.Help()
		},
	}
}

// flagError rewrites an error in a flag of c so that the message has no terms of Go, and suggests the flag that may
// have been meant.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	words := flagWords(err)
	switch {
	case errors.As(err, &unknown):
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		name := unknown.GetSpecifiedName()
		if short := unknown.GetSpecifiedShortnames(); len(short) > 1 { // such as -strict
			name = "-" + short
		}
		if c.Flags().Lookup("filter") != nil && slices.Contains([]string{"run", "r", "f", "k", "only", "name", "grep", "match"}, name) {
			return usagef("%w: to run some of the tests, write --filter TEXT", words)
		}
		if near := diag.Suggest(name, names); near != "" {
			return usagef("%w: did you mean --%s?", words, near)
		}
	case errors.As(err, &invalid):
		want := map[string]string{
			"bool": tr.T("true or false"), "int": tr.T("a whole number"), "int64": tr.T("a whole number"), "uint64": tr.T("a whole number, 0 or more"),
			"float64": tr.T("a number"), "duration": tr.T("a time with its unit, such as 50ms or 2s"),
		}[invalid.GetFlag().Value.Type()]
		if want != "" {
			return usagef("invalid argument %q for \"--%s\" flag; want %s", invalid.GetValue(), invalid.GetFlag().Name, want)
		}
	}
	return usageError{words}
}

// noArgs returns an error for any argument, like cobra.NoArgs. The error suggests the command that may have been
// meant.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if near := c.SuggestionsFor(args[0]); len(near) > 0 && !c.HasParent() {
		return usagef("unknown command %q; did you mean %s?", args[0], near[0])
	}
	if !c.HasParent() {
		return usagef("unknown command %q", args[0])
	}
	return usagef("%s takes no argument %q", c.CommandPath(), args[0])
}

// atMost returns a check that accepts at most one argument. Its errors call the argument what.
func atMost(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := surplus(c, args); err != nil {
			return err
		}
		if len(args) > 1 {
			return usagef("%s takes one %s: %s", c.CommandPath(), what, c.UseLine())
		}
		return nil
	}
}

// exactly returns a check that accepts exactly one argument. Its errors call the argument what.
func exactly(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := surplus(c, args); err != nil {
			return err
		}
		if len(args) > 1 {
			return usagef("%s is too much: %s", args[1], c.UseLine())
		}
		if len(args) != 1 {
			return usagef("%s wants %s: %s", c.CommandPath(), what, c.UseLine())
		}
		return nil
	}
}

// surplus returns an error for a second argument that lacks its flag: a field behind the name of a tree, or a node.
func surplus(c *cobra.Command, args []string) error {
	if len(args) != 2 || c.Flags().Lookup("set") == nil || filepath.Ext(args[0]) == scene.Ext {
		return nil
	}
	tree, extra := args[0], args[1]
	set, _ := c.Flags().GetStringArray("set")
	switch {
	case len(set) > 0 && !strings.Contains(set[len(set)-1], "="):
		name := set[len(set)-1]
		return usagef("--set %s: want name=value: --set %[1]s=%s", name, strings.TrimPrefix(extra, "="))
	case strings.Contains(extra, "="):
		return usagef("%s is too much: write --set %[1]s for a field, or \"%s %[1]s\" for a parameter of the tree", extra, tree)
	case c.Flags().Lookup("why") != nil:
		return usagef("%s is too much: write --why %[1]s to ask about a node", extra)
	}
	return nil
}
