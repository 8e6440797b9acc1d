// Package testdata holds files that tests of several packages read.
package testdata

import (
	_ "embed"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
)

//go:embed samples.txtar
var samples []byte

// Samples returns a copy of the folder scripts, paths below it. Tests that only want
// scripts to work on, and the pictures and pages that are made of scripts, take this copy,
// so that who edits scripts to play hears only from the tests of these scripts.
func Samples() fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, f := range txtar.Parse(samples).Files {
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return fsys
}
