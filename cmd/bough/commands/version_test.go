package commands

import (
	"runtime/debug"
	"testing"
)

// TestCommit checks what the build information says about the commit.
func TestCommit(t *testing.T) {
	own := debug.Module{Path: modulePath}
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}
	for _, c := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{nil, ""},
		{&debug.BuildInfo{Main: own}, ""},
		{&debug.BuildInfo{Main: own, Settings: []debug.BuildSetting{revision, {Key: "vcs.modified", Value: "false"}}}, " (commit 0123456789ab)"},
		{&debug.BuildInfo{Main: own, Settings: []debug.BuildSetting{revision, {Key: "vcs.modified", Value: "true"}}}, " (commit 0123456789ab with changes)"},
		{&debug.BuildInfo{Main: debug.Module{Path: "example.com/game"}, Settings: []debug.BuildSetting{revision}}, ""},
	} {
		if got := commit(c.info); got != c.want {
			t.Errorf("%v: %q, want %q", c.info, got, c.want)
		}
	}
}
