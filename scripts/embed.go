// Package scripts holds the sample behaviors and trees that `bough play` plays.
package scripts

import "embed"

// FS holds all sample files, paths below this folder: "combat/strike.lua". It
// lets the program play without any directory of scripts beside it. That it
// holds this Go file too does no harm, since only scripts and trees are read.
//
//go:embed *
var FS embed.FS
