package main

import "github.com/bough-dev/bough"

// servePage serves nothing: a page cannot listen.
func servePage(*bough.Game) (string, error) { return "", nil }
