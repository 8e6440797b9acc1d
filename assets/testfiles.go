package assets

import (
	"io/fs"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// TestSuffix is the end of the names of test files: troll_test.lua. They are in the same folders as scripts, but
// they are never behaviors, modules or part of a bundle; see package luabind/scripttest.
const TestSuffix = "_test" + ScriptExt

// IsTest reports whether a path below the root is the path of a test file.
func IsTest(name string) bool { return visible(name) && strings.HasSuffix(name, TestSuffix) }

// TestFile is the path and the text of a test file.
type TestFile struct {
	// Path is the path below the root.
	Path string
	Text []byte
}

// TestFiles reads the test files below a root, in the order of their paths. It looks in the same folders as a
// Manager. The list of problems contains the files and folders that could not be read, with prefix before their
// paths.
func TestFiles(fsys fs.FS, prefix string) ([]TestFile, diag.List) {
	r := &root{fs: fsys, prefix: prefix}
	var out []TestFile
	for _, name := range r.list(".", IsTest) {
		text, ok, err := read(fsys, name)
		switch {
		case err != nil:
			unreadable(&r.unlisted, r.display(name), err)
		case ok:
			out = append(out, TestFile{name, text})
		}
	}
	return out, r.unlisted
}
