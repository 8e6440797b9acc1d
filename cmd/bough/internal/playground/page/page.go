// Package page has the built files of the playground: the page of package inspect with a worker in place of a server.
//
// The sources are in inspect/web/src: play.tsx is the page, and worker.ts the worker. npm run build there makes dist. The files are
// here so that games which show the page do not carry them.
package page

import (
	"embed"
	"io/fs"
)

//go:embed dist
var dist embed.FS

// Files returns the files: index.html, and what it loads except for the engine, wasm_exec.js and the scenes.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the path is valid
	}
	return files
}
