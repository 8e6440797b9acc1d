package commands

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/bough-dev/bough"
	"github.com/spf13/cobra"
)

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: tr.T("Print the version"),
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			info, _ := debug.ReadBuildInfo()
			fmt.Fprintf(c.OutOrStdout(), "bough %s%s, %s %s/%s\n", bough.Version, commit(info), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}

// modulePath is the path of the module in go.mod.
const modulePath = "github.com/bough-dev/bough"

// commit returns the commit that the program was built from, in parentheses. It returns "" if the commit is not known, or
// is that of a game that has a program of its own.
func commit(info *debug.BuildInfo) string {
	if info == nil || info.Main.Path != modulePath {
		return ""
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = tr.T(" with changes")
		}
	}
	if revision == "" {
		return ""
	}
	return tr.F(" (commit %s%s)", revision, changed)
}
