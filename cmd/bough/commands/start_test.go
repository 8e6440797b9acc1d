package commands

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// maxAtStart bounds the bytes that the packages of Bough allocate before main. The catalog of messages alone would take 5 MB and
// 9 ms, and the patterns of declarations 2 MB, of each command.
const maxAtStart = 2 << 20

// TestStart checks what is allocated before main. The program that is tested has the packages of bough, and those of tests.
func TestStart(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	sum, packages := 0, 0
	for line := range strings.Lines(string(out)) {
		var name string
		var at, clock float64
		var bytes int
		if n, _ := fmt.Sscanf(line, "init %s @%f ms, %f ms clock, %d bytes", &name, &at, &clock, &bytes); n == 4 && strings.HasPrefix(name, modulePath) {
			sum += bytes
			packages++
			if bytes > maxAtStart/4 {
				t.Errorf("%s allocates %d bytes before main", name, bytes)
			}
		}
	}
	t.Logf("%d packages allocate %d bytes before main", packages, sum)
	if packages < 20 || sum > maxAtStart {
		t.Errorf("%d packages, %d bytes; at most %d", packages, sum, maxAtStart)
	}
}
