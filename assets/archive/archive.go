// Package archive puts the files of an assets.Bundle into one zip file, and takes them out of
// it again.
//
//	archive.go  bounds, the manifest, which names may be in an archive
//	pack.go     writing
//	unpack.go   reading and verifying
//
// Goals: equal files give equal bytes; nothing that a file claims about itself is believed.
// Non-goals: compression, signatures, trees that were made by code.
package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime/debug"
	"strings"
	"unicode"

	"github.com/bough-dev/bough/assets"
)

// Bounds of an archive. Pack keeps them, and Unpack refuses what exceeds them.
const (
	// MaxFiles is how many scripts and trees it may have.
	MaxFiles = 10_000
	// MaxText is how many bytes of text these may have together.
	MaxText = 32 << 20
	// MaxSize is how many bytes the archive may have.
	MaxSize = 48 << 20
)

// Format is the number of the format that Pack writes. Unpack reads it and those before it.
const Format = 1

// manifestName is the entry that describes the others. No script or tree can have it.
const manifestName = "bundle.json"

// maxManifest bounds the size of that entry, maxName the length of a path, so that what
// keeps the bounds of files and text keeps that of size too.
const (
	maxManifest = 64 << 10
	maxName     = 500
)

// Manifest describes the bundle in an archive.
type Manifest struct {
	// Format is the number of the format, from 1.
	Format int `json:"format"`
	// Engine is the version of the engine that wrote the file.
	Engine string `json:"engine"`
	// Hash is that of the bundle.
	Hash assets.Hash `json:"hash"`
	// Files is the number of scripts and trees.
	Files int `json:"files"`
}

// nameProblem says why a path cannot stand in a bundle, or "".
func nameProblem(name string) string {
	switch {
	case strings.ContainsFunc(name, unicode.IsControl), strings.Contains(name, `\`):
		return "its name has signs that not all systems can read; use letters, digits and _"
	case len(name) > maxName:
		return fmt.Sprintf("its path is longer than %d bytes; shorten it", maxName)
	case !fs.ValidPath(name):
		return "its name is not a path below the script root"
	case !assets.Relevant(name):
		return "it is neither a script nor a tree nor " + assets.FieldsFile
	}
	return ""
}

// layout finds paths that exclude each other.
type layout struct{ files, folders map[string]bool }

func (l *layout) add(name string) error {
	if l.files == nil {
		l.files, l.folders = map[string]bool{}, map[string]bool{}
	}
	if l.files[name] {
		return errors.New("it is there twice")
	}
	l.files[name] = true
	clash := l.folders[name]
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		l.folders[dir] = true
		clash = clash || l.files[dir]
	}
	if clash {
		return errors.New("it is a file and a folder")
	}
	return nil
}

// modulePath is that of the module in go.mod.
const modulePath = "github.com/bough-dev/bough"

// engineVersion is that of the module as it was built into the program.
func engineVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == modulePath && m.Version != "" {
			return m.Version
		}
	}
	return "(devel)"
}

// bounded refuses a number of files or bytes that a bundle may not have.
func bounded(files int, bytes uint64) error {
	switch {
	case files > MaxFiles:
		return fmt.Errorf("it has more than %d files; leave out what the game does not need", MaxFiles)
	case bytes > MaxText:
		return fmt.Errorf("its texts have more than %d MB; leave out what the game does not need", MaxText>>20)
	}
	return nil
}
