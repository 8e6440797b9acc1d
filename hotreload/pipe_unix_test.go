//go:build unix

package hotreload

import (
	"syscall"
	"testing"
)

func makePipe(t *testing.T, file string) bool {
	t.Helper()
	return syscall.Mkfifo(file, 0o644) == nil
}
