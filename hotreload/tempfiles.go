package hotreload

import (
	"strconv"
	"strings"
)

// ignored reports whether base is the name of a temporary or private file or directory of a tool. Dotfiles
// include .git, the swap files of vim, the lock links of Emacs and the temporary files of GNOME and KDE.
func ignored(base string) bool {
	return strings.HasPrefix(base, ".") ||
		strings.HasPrefix(base, "~$") ||
		strings.HasPrefix(base, "#") && strings.HasSuffix(base, "#") ||
		strings.HasSuffix(base, "___jb_tmp___") ||
		strings.HasSuffix(base, "___jb_old___") ||
		hasAnySuffix(base, "~", ".swp", ".swx", ".swo", ".tmp") ||
		isVimProbe(base)
}

func hasAnySuffix(s string, suffixes ...string) bool {
	for _, suffix := range suffixes {
		if strings.HasSuffix(s, suffix) {
			return true
		}
	}
	return false
}

// isVimProbe reports whether vim uses this name to test whether a directory is writable. Vim tries 4913 and then,
// adding 123 each time, further numbers until a name is free.
func isVimProbe(base string) bool {
	n, err := strconv.Atoi(base)
	return err == nil && n >= 4913 && (n-4913)%123 == 0
}
