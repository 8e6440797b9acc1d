// Package docs has the pages of the documentation, for bough site.
package docs

import "embed"

// FS has the pages and their pictures, with paths relative to this directory: "trees.md". Pages in Chinese are in zh: "zh/trees.md".
//
//go:embed *.md zh/*.md *.svg *.png tree.schema.json llms.txt
var FS embed.FS
