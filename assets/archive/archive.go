// Package archive puts the files of an assets.Bundle into one zip file, and reads them from it again.
//
//	archive.go  bounds, the manifest, which names may be in an archive
//	pack.go     writing
//	unpack.go   reading and verifying
//
// Goals: equal files give equal bytes; everything that a file claims about itself is verified. Non-goals:
// compression, signatures, trees that were made by code.
package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"

	"github.com/bough-dev/bough/assets"
)

// Bounds on an archive. Pack and Unpack return an error for an archive that exceeds them.
const (
	// MaxFiles is the maximum number of scripts and trees in an archive.
	MaxFiles = 10_000
	// MaxText is the maximum number of bytes of text in all scripts and trees together.
	MaxText = 32 << 20
	// MaxSize is the maximum number of bytes in an archive.
	MaxSize = 48 << 20
)

// Format is the number of the format that Pack writes. Unpack reads this format and all earlier ones.
const Format = 1

// manifestName is the name of the entry that describes the others. No script or tree can have this name.
const manifestName = "bundle.json"

// maxManifest bounds the size of the manifest, and maxName the length of a path. With these bounds, an archive
// within MaxFiles and MaxText is also within MaxSize.
const (
	maxManifest = 64 << 10
	maxName     = 500
)

// Manifest describes the bundle in an archive.
type Manifest struct {
	// Format is the number of the format, from 1.
	Format int `json:"format"`
	// Engine is the version of Bough that wrote the file.
	Engine string `json:"engine"`
	// Hash is the hash of the bundle.
	Hash assets.Hash `json:"hash"`
	// Files is the number of scripts and trees.
	Files int `json:"files"`
}

// nameProblem returns the reason why a path cannot be in a bundle, or "" if it can.
func nameProblem(name string) string {
	switch {
	case strings.ContainsFunc(name, unicode.IsControl), strings.Contains(name, `\`):
		return "its name has signs that not all systems can read; use letters, digits and _"
	case len(name) > maxName:
		return fmt.Sprintf("its path is longer than %d bytes; shorten it", maxName)
	case !fs.ValidPath(name):
		return "its name is not a path below the script root"
	case !assets.Relevant(name) || path.Base(name) == assets.RootFile:
		return "it is neither a script nor a tree nor " + assets.FieldsFile
	}
	return ""
}

// layout detects paths that cannot exist together, such as a file and a folder of the same name.
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

// bounded returns an error if files exceeds MaxFiles or bytes exceeds MaxText.
func bounded(files int, bytes uint64) error {
	switch {
	case files > MaxFiles:
		return fmt.Errorf("it has more than %d files; leave out what the game does not need", MaxFiles)
	case bytes > MaxText:
		return fmt.Errorf("its texts have more than %d MB; leave out what the game does not need", MaxText>>20)
	}
	return nil
}
