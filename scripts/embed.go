// Package scripts holds the sample behaviors and trees for `bough play`.
package scripts

import "embed"

// FS holds all sample files, with paths relative to this directory: "combat/strike.lua". With it the program can
// play without a directory of scripts. It also contains this Go file, which does no harm, since only scripts and
// trees are read.
//
//go:embed *
var FS embed.FS
