package hotreload

import (
	"testing"

	"golang.org/x/sys/unix"
)

// TestSilentFileSystems checks the magic numbers in silent against the headers of the system,
// which have only some of them. File systems with events must not be in silent.
func TestSilentFileSystems(t *testing.T) {
	for name, magic := range map[string]uint32{
		"nfs": unix.NFS_SUPER_MAGIC, "smb": unix.SMB_SUPER_MAGIC, "cifs": unix.CIFS_SUPER_MAGIC, "smb2": unix.SMB2_SUPER_MAGIC,
		"fuse": unix.FUSE_SUPER_MAGIC, "9p": unix.V9FS_MAGIC, "afs": unix.AFS_SUPER_MAGIC, "kafs": unix.AFS_FS_MAGIC,
		"coda": unix.CODA_SUPER_MAGIC, "ncp": unix.NCP_SUPER_MAGIC, "ceph": unix.CEPH_SUPER_MAGIC,
	} {
		if silent[magic] != name {
			t.Errorf("%#x is %q; want %q", magic, silent[magic], name)
		}
	}
	for _, magic := range []uint32{unix.EXT4_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.TMPFS_MAGIC, unix.OVERLAYFS_SUPER_MAGIC} {
		if name := silent[magic]; name != "" {
			t.Errorf("%#x is %q; it notifies", magic, name)
		}
	}
}
