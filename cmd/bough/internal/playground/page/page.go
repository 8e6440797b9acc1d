// Package page has the built files of a site: those of the playground, which is the page of package inspect with a worker in place
// of a server; docs.css and search.js of the documentation; and site.html, from which both are opened.
//
// The sources are in inspect/web/src: play.tsx is the playground, worker.ts its worker, search.ts the search. npm run build there
// makes dist. The files are
// here so that games which show the page do not carry them.
package page

import (
	"embed"
	"io/fs"
)

//go:embed dist
var dist embed.FS

// Files returns the files. The engine, wasm_exec.js and the scenes are not among them.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the path is valid
	}
	return files
}
