package commands

import (
	"flag"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/bough-dev/bough/testdata"
	"github.com/rogpeppe/go-internal/testscript"
)

// stock runs a command line of the program without a game of its own.
func stock(args []string, stdout, stderr io.Writer) int { return Main(args, stdout, stderr, nil) }

func TestMain(m *testing.M) {
	testscript.Main(english{m}, map[string]func(){
		"bough": func() { os.Exit(stock(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// english runs the tests of this process in English, whatever the language of the machine is. Programs that scripts run have
// an environment of their own.
type english struct{ *testing.M }

// Run implements testscript.TestingM.
func (m english) Run() int {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		os.Unsetenv(name)
	}
	return m.M.Run()
}

var long = flag.Bool("scripts.long", false, "run scripts that take seconds, too, and replay every scene of the gallery")

// TestScripts runs command lines. With -update it writes their output into the files that the output is compared
// with. $SAMPLES is a copy of the samples. The condition long is true with -scripts.long.
func TestScripts(t *testing.T) {
	samples := t.TempDir()
	if err := os.CopyFS(samples, testdata.Samples()); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update, RequireExplicitExec: true,
		Condition: func(name string) (bool, error) {
			if name != "long" {
				return false, fmt.Errorf("unknown condition %s", name)
			}
			return *long, nil
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("SAMPLES", samples)
			return nil
		},
	})
}
