package hotreload

import (
	"strings"
	"syscall"
)

// silent is the file systems on which a change made elsewhere gives no event,
// by the name statfs(2) gives.
var silent = map[string]bool{
	"nfs": true, "smbfs": true, "afpfs": true, "webdav": true, "ftp": true,
	"macfuse": true, "osxfuse": true, "fuse-t": true, "virtiofs": true, "prl_fs": true, "vmhgfs": true,
}

// notifies reports whether events can be expected of the directory dir.
func notifies(dir string) bool {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return true // to be found out by watching it
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
