package docs_test

import (
	"os"
	"testing"
)

// TestMain runs the tests in English, whatever the language of the machine is, also the commands that they run.
func TestMain(m *testing.M) {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		os.Unsetenv(name)
	}
	m.Run()
}
