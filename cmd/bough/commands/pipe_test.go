//go:build unix

package commands

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestForceWritesToPipes checks that --force writes to a pipe or a device, such as /dev/stdout,
// instead of replacing it with a file.
func TestForceWritesToPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.json")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("this system has no named pipes: %v", err)
	}
	in, err := os.OpenFile(pipe, os.O_RDWR, 0) // opened for both directions, so that opening does not wait for the other end
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var out, errs bytes.Buffer
	if code := stock([]string{"convert", "--force", "-o", pipe, "project/villager.bt"}, &out, &errs); code != 0 {
		t.Fatalf("exit code %d\n%s", code, &errs)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Fatalf("%v is not a pipe any more: %v", info, err)
	}
	text := make([]byte, 1<<16)
	if n, err := in.Read(text); err != nil || !bytes.Contains(text[:n], []byte("villager")) {
		t.Errorf("%q, %v", text[:n], err)
	}
}
