// Package web has the built files of the page of package inspect. Its sources are in src; npm run build makes dist.
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
