// Command bough plays, checks, runs and explains behavior trees. See package commands for a program that knows the
// helpers of your game.
package main

import (
	"os"

	"github.com/bough-dev/bough/cmd/bough/commands"
)

func main() { os.Exit(commands.Main(os.Args[1:], os.Stdout, os.Stderr, nil)) }
