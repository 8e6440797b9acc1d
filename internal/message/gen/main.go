// Command gen writes the functions of package message, a file for each file of the catalog. go generate calls it in the
// folder of the package.
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
