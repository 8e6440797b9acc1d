package main

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"bench": func() { os.Exit(mainWith(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

var all = flag.Bool("figures.all", false, "measure all figures once")

// TestScripts runs command lines. The condition all is true with -figures.all.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", RequireExplicitExec: true,
		Condition: func(name string) (bool, error) {
			if name != "all" {
				return false, fmt.Errorf("unknown condition %s", name)
			}
			return *all, nil
		},
	})
}
