// Command gen writes the functions of package message, a file for each file of the catalog. go generate calls it in the
// folder of the package, with the tag generate, which leaves out the functions that are there: they may not compile, such as
// after a merge in which two files have a function.
package main

import (
	"fmt"
	"os"

	"github.com/bough-dev/bough/internal/message"
)

func main() {
	for name, code := range message.Source() {
		if err := os.WriteFile(name, code, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
