//go:build !js

package main

import (
	"log"
	"net"
	"net/http"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/docs/examples/ebiten/village"
	"github.com/bough-dev/bough/inspect"
)

// servePage serves the page that shows what agents think, and returns its address.
func servePage(game *bough.Game) (string, error) {
	page, err := inspect.NewHandler(game, inspect.Options{Acts: true, Land: land, About: "village"})
	if err != nil {
		return "", err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:7070")
	if err != nil {
		return "", err
	}
	go func() { log.Print(http.Serve(listener, page)) }()
	return "http://127.0.0.1:7070/#" + page.Token(), nil
}

// land describes the land for the page.
func land() *inspect.Land {
	l := &inspect.Land{Width: village.Width, Height: village.Height}
	for _, r := range village.Houses {
		l.Things = append(l.Things, inspect.Thing{X: r.X, Y: r.Y, Width: r.W, Height: r.H, Kind: "house"})
	}
	for _, w := range village.Woods {
		l.Things = append(l.Things, inspect.Thing{X: w.X - w.R, Y: w.Y - w.R, Width: 2 * w.R, Height: 2 * w.R, Kind: "tree"})
	}
	return l
}
