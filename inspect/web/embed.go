// Package web has the built files of the page of package inspect.
//
// The sources are in src. link.ts is the one module that talks to the game, by the messages in wire.ts, which a test of package
// inspect makes from Go. state.ts has what is known and chosen, as signals, and load.ts asks for what is missing. shell.tsx is
// the frame; header, agents, score, side, timeline and find are its parts, and tabs.ts lists the views of the middle. Columns,
// folding, history, crowd, format and rank compute without a browser, and are tested so.
//
// After a change run npm run build, which makes dist; a test compares. npm run fixture serves the page with an invented arena,
// and npm run photos takes photographs of it.
package web

import (
	"embed"
	"io/fs"
)

//go:embed dist
var dist embed.FS

// Files returns the files of the page: index.html, and what it loads.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the path is valid
	}
	return files
}
