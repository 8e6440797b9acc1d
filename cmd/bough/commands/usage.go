package commands

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/bough-dev/bough/internal/lang"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usage prints how to call a command, in the form of cobra, whose own words are English.
func usage(c *cobra.Command) error {
	var b strings.Builder
	title := func(text string) { b.WriteString("\n" + text + "\n") }
	b.WriteString(tr.T("Usage:") + "\n")
	if c.Runnable() {
		b.WriteString("  " + c.UseLine() + "\n")
	}
	if c.HasAvailableSubCommands() {
		b.WriteString("  " + c.CommandPath() + " [command]\n")
	}
	if c.HasExample() {
		title(tr.T("Examples:"))
		b.WriteString(c.Example + "\n")
	}
	if c.HasAvailableSubCommands() {
		title(tr.T("Available Commands:"))
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() || sub.Name() == "help" {
				b.WriteString("  " + padded(sub.Name(), sub.NamePadding()) + " " + sub.Short + "\n")
			}
		}
	}
	if c.HasAvailableLocalFlags() {
		title(tr.T("Flags:"))
		b.WriteString(flagUsages(c.LocalFlags()))
	}
	if c.HasAvailableInheritedFlags() {
		title(tr.T("Global Flags:"))
		b.WriteString(flagUsages(c.InheritedFlags()))
	}
	if c.HasAvailableSubCommands() {
		title(tr.F("Use \"%s [command] --help\" for more information about a command.", c.CommandPath()))
	}
	_, err := fmt.Fprint(c.OutOrStderr(), b.String())
	return err
}

var defaultValue = regexp.MustCompile(`(?m) \(default (.*)\)$`)

// flagUsages describes flags. The only English word in the text of pflag is the one before a default.
func flagUsages(flags *pflag.FlagSet) string {
	text := flags.FlagUsages()
	if !lang.English() {
		text = defaultValue.ReplaceAllString(text, tr.F(" (default %s)", "$1"))
	}
	return text
}

// describeHelp gives all commands the flag --help, whose description would otherwise be that of cobra.
func describeHelp(c *cobra.Command) {
	c.Flags().BoolP("help", "h", false, tr.F("help for %s", c.Name()))
	for _, sub := range c.Commands() {
		describeHelp(sub)
	}
}

// flagWords returns an error of pflag in the language.
func flagWords(err error) error {
	var unknown *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var form *pflag.InvalidSyntaxError
	switch {
	case lang.English():
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return tr.Errorf("unknown shorthand flag: %q in -%s", unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames())
	case errors.As(err, &unknown):
		return tr.Errorf("unknown flag: --%s", unknown.GetSpecifiedName())
	case errors.As(err, &empty) && empty.GetSpecifiedShortnames() != "":
		return tr.Errorf("flag needs an argument: -%s", empty.GetSpecifiedShortnames())
	case errors.As(err, &empty):
		return tr.Errorf("flag needs an argument: --%s", empty.GetSpecifiedName())
	case errors.As(err, &invalid):
		return tr.Errorf("invalid argument %q for \"--%s\" flag", invalid.GetValue(), invalid.GetFlag().Name)
	case errors.As(err, &form):
		return tr.Errorf("bad flag syntax: %s", form.GetSpecifiedFlag())
	}
	return err
}
