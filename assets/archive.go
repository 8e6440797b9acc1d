package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime/debug"
	"strings"
	"unicode"
)

// Bounds of a bundle as a file. Whoever makes one is told, and whoever reads one does not
// trust it.
const (
	// MaxArchiveFiles is how many scripts and trees it may have.
	MaxArchiveFiles = 10_000
	// MaxArchiveText is how many bytes of text these may have together.
	MaxArchiveText = 32 << 20
	// MaxArchiveSize is how many bytes the file may have.
	MaxArchiveSize = 48 << 20
)

// ArchiveFormat is the number of the format that Export writes. Unpack reads it and those
// before it.
const ArchiveFormat = 1

// manifestName is the entry that describes the others. No script or tree can have it.
const manifestName = "bundle.json"

// maxManifest bounds the size of that entry, maxName the length of a path, so that what
// keeps the bounds of files and text keeps that of size too.
const (
	maxManifest = 64 << 10
	maxName     = 500
)

// Manifest describes a bundle that is in a file.
type Manifest struct {
	// Format is the number of the format, from 1.
	Format int `json:"format"`
	// Engine is the version of the engine that wrote the file.
	Engine string `json:"engine"`
	// Hash is that of the bundle.
	Hash Hash `json:"hash"`
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
	case !Relevant(name):
		return "it is neither a script nor a tree nor " + FieldsFile
	}
	return ""
}

// layout notices paths that cannot stand beside each other.
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
	case files > MaxArchiveFiles:
		return fmt.Errorf("it has more than %d files; leave out what the game does not need", MaxArchiveFiles)
	case bytes > MaxArchiveText:
		return fmt.Errorf("its texts have more than %d MB; leave out what the game does not need", MaxArchiveText>>20)
	}
	return nil
}
