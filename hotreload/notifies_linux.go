package hotreload

import "syscall"

// silent contains the file systems on which changes, or changes made elsewhere, cause no inotify event. The keys
// are their magic numbers in statfs(2).
var silent = map[uint32]string{
	0x00006969: "nfs",
	0x0000517b: "smb",
	0xff534d42: "cifs",
	0xfe534d42: "smb2",
	0x65735546: "fuse", // sshfs, virtiofs, Docker Desktop, many more
	0x01021997: "9p",   // the drives of Windows under WSL
	0x786f4256: "vboxsf",
	0xbacbacbc: "vmhgfs",
	0x7c7c6673: "prl_fs",
	0x5346414f: "afs",
	0x6b414653: "kafs",
	0x73757245: "coda",
	0x0000564c: "ncp",
	0x00c36400: "ceph",
	0x0bd00bd0: "lustre",
	0x47504653: "gpfs",
}

// notifies reports whether events can be expected of the directory dir.
func notifies(dir string) bool {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return true // watching the directory returns the error
	}
	_, known := silent[uint32(st.Type)] // the type of this field differs between processors
	return !known
}
