package assets

import (
	"crypto/sha256"
	"io/fs"
	"path"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// The extensions of files that are loaded.
const (
	ScriptExt = ".lua"
	TreeExt   = ".bt"
)

// ModuleDir is the folder below the root whose scripts are modules for require,
// not behaviors.
const ModuleDir = luabind.ModuleDir

// FieldsFile is the name of a file below the root. It lists the fields of agents that the game itself sets, one on
// each line, as in "hp: hit points", and the stimuli that it posts, as in "stimulus noise: something was heard".
const FieldsFile = "agent.fields"

// RootFile is the name of a file that marks a folder below the root as a root of its own. The files in and below
// that folder are for a game that opens it, and are not loaded here. The content of the RootFile does not matter. When
// a RootFile appears or disappears while the game runs, the files count as deleted or as new.
const RootFile = "bough.root"

// MaxFile is the maximum number of bytes read from one file, so that a file of gigabytes in the folder does not
// end the session. Scripts and trees have lower bounds of their own, with better messages.
const MaxFile = 16 << 20

// Relevant reports whether a Manager must be told when a file below the root changes: it may read the file, or the file
// is a RootFile. A Manager does not read tests, or files and folders whose names begin with a dot.
func Relevant(name string) bool { return loads(name) || visible(name) && path.Base(name) == RootFile }

// loads reports whether a path below the root is that of a file that a Manager reads, unless it belongs to another
// root; see also Options.Kept.
func loads(name string) bool {
	if !visible(name) || IsTest(name) {
		return false
	}
	ext := path.Ext(name)
	return ext == ScriptExt || ext == TreeExt || ext == keptExt || name == FieldsFile
}

// visible reports whether no element of a path below the root begins with a dot.
func visible(name string) bool {
	return fs.ValidPath(name) && !strings.HasPrefix(name, ".") && !strings.Contains(name, "/.")
}

// CheckBehaviorName returns an error if a script cannot define a behavior with this name, or if no tree file can name
// the behavior. The error is diag.Words.
func CheckBehaviorName(name string) error {
	if err := behaviors.CheckName(name); err != nil {
		return err
	}
	if err := trees.CheckName(name); err != nil {
		return err
	}
	if strings.HasPrefix(name, ModuleDir+".") {
		return message.NameOfModule(ModuleDir, name)
	}
	return nil
}

// file is the present state of a file.
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

	before   *file // the last state before the file became unreadable; nil if it is readable
	works    bool  // the code of the file has been in force, and still is unless another text has replaced it
	lastGood *file // the last file that worked, if this one is held back

	tried *luabind.Chunk // the last linked form that failed to load
	load  diag.List      // the reasons for this failure
}

func (f *file) module() bool { return strings.HasPrefix(f.path, ModuleDir+"/") }
