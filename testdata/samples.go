// Package testdata holds files that tests of several packages read.
package testdata

import (
	_ "embed"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
)

//go:embed samples.txtar
var samples []byte

// Samples returns a copy of the folder scripts, with paths relative to the folder. Tests that only need some
// scripts should use this copy, and so should the pictures and pages that are made from scripts. Then an edit of
// the folder scripts affects only the tests of these scripts.
func Samples() fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, f := range txtar.Parse(samples).Files {
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return fsys
}
