package assets

import (
	"crypto/sha256"
	"io/fs"
	"path"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// Extensions of the files that are loaded.
const (
	ScriptExt = ".lua"
	TreeExt   = ".bt"
)

// ModuleDir is the folder below the root whose scripts are modules for require,
// not behaviors.
const ModuleDir = "lib"

// FieldsFile is the name of a file below the root. It lists the fields of agents that the game itself sets, one on
// each line, as in "hp: hit points", and the stimuli that it posts, as in "stimulus noise: something was heard".
const FieldsFile = "agent.fields"

// RootFile marks a folder below the root as a root of its own: the files in it and
// below it are for a game that opens that folder, and are not loaded here. Its content does
// not matter.
const RootFile = "bough.root"

// MaxFile is how many bytes of one file are read at most, so that a file of gigabytes put into
// the folder by mistake does not end the session. Scripts and trees have
// stricter bounds of their own, which give the better message.
const MaxFile = 16 << 20

// Relevant reports whether a path below the root is one of the files that a
// Manager reads. Files and folders whose names begin with a dot are not, nor are tests.
func Relevant(name string) bool {
	if !visible(name) || IsTest(name) {
		return false
	}
	ext := path.Ext(name)
	return ext == ScriptExt || ext == TreeExt || name == FieldsFile
}

// visible reports whether a path below the root has no name in it that begins with a dot.
func visible(name string) bool {
	return fs.ValidPath(name) && !strings.HasPrefix(name, ".") && !strings.Contains(name, "/.")
}

// file is the present state of one file.
type file struct {
	path string
	ext  string // of path
	hash [sha256.Size]byte
	text []byte

	compiled *luabind.Chunk // nil if it is not a script or does not compile
	parsed   *trees.File    // nil if it is not a tree file
	own      diag.List      // mistakes in the text by itself

	targets []string // see target

	content *Content // the text as versions keep it; nil before the first

	before   *file // the state before the file became unreadable, while it cannot be read
	works    bool  // its code has been in force, and still is unless another text has replaced it
	lastGood *file // the last file that worked, while this one is held back

	tried *luabind.Chunk // the last linked form that failed to load
	load  diag.List      // and why
}

func (f *file) module() bool { return strings.HasPrefix(f.path, ModuleDir+"/") }
