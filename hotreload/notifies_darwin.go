package hotreload

import (
	"strings"
	"syscall"
)

// silent contains the file systems on which a change made on another machine causes no event, by their
// names in statfs(2).
var silent = map[string]bool{
	"nfs": true, "smbfs": true, "afpfs": true, "webdav": true, "ftp": true,
	"macfuse": true, "osxfuse": true, "fuse-t": true, "virtiofs": true, "prl_fs": true, "vmhgfs": true,
}

// notifies reports whether events can be expected of the directory dir.
func notifies(dir string) bool {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return true // watching the directory returns the error
	}
	var name strings.Builder
	for _, c := range st.Fstypename {
		if c == 0 {
			break
		}
		name.WriteByte(byte(c))
	}
	return !silent[name.String()]
}
