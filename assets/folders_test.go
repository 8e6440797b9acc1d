package assets_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/luabind"
)

// loadFrom returns the report of loading a file system.
func loadFrom(t *testing.T, fsys fs.FS) *assets.Report {
	t.Helper()
	rt := luabind.NewRuntime(luabind.Options{})
	return assets.NewManager(assets.Options{FS: fsys, Prefix: "scripts", Runtime: rt}).Load()
}

// TestLinkedFolders checks that scripts behind a link to a folder are loaded, that links to files
// work, and that a folder that contains a link to itself is listed once.
func TestLinkedFolders(t *testing.T) {
	top := t.TempDir()
	at := func(name string) string { return filepath.Join(top, filepath.FromSlash(name)) }
	for _, dir := range []string{"scripts/own", "shared/deep"} {
		if err := os.MkdirAll(at(dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"scripts/a.lua", "scripts/own/b.lua", "shared/c.lua", "shared/deep/d.lua"} {
		if err := os.WriteFile(at(name), []byte("return {}"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"scripts/shared": "../shared", "scripts/own/up": "..", "shared/self": ".", "scripts/e.lua": "../shared/c.lua", "scripts/gone": "nowhere", "root": "scripts",
	} {
		if err := os.Symlink(target, at(name)); err != nil {
			t.Skip("no links here:", err)
		}
	}
	want := []string{"a", "e", "own.b", "shared.c", "shared.deep.d"}
	for _, root := range []string{"scripts", "root"} {
		if rep := loadFrom(t, os.DirFS(at(root))); !slices.Equal(rep.Applied, want) || len(rep.Problems) > 0 {
			t.Errorf("%s: loaded %v, problems %v", root, rep.Applied, rep.Problems)
		}
	}
}

// TestNestedFolders checks that the depth of folders is bounded, and that exceeding the bound is
// reported.
func TestNestedFolders(t *testing.T) {
	deep := strings.Repeat("d/", 100)
	rep := loadFrom(t, fstest.MapFS{"a.lua": {Data: []byte("return {}")}, deep + "b.lua": {Data: []byte("return {}")}})
	if !slices.Equal(rep.Applied, []string{"a"}) || len(rep.Problems) != 1 || rep.Problems[0].Code != "too-many-folders" {
		t.Errorf("loaded %v, problems %v", rep.Applied, rep.Problems)
	}
}

// plainOnly is a file system that only lets plain files be opened.
type plainOnly struct {
	fstest.MapFS
	t *testing.T
}

func (p plainOnly) Open(name string) (fs.File, error) {
	if f := p.MapFS[name]; f != nil && f.Mode&fs.ModeType != 0 {
		p.t.Errorf("%s, %v, is opened", name, f.Mode)
	}
	return p.MapFS.Open(name)
}

// TestNoPlainFile checks that only plain files are opened, at the start and when something else
// replaces a file: opening a pipe would block until it has a writer.
func TestNoPlainFile(t *testing.T) {
	files := fstest.MapFS{
		"pipe.lua": {Mode: fs.ModeNamedPipe}, "plug.bt": {Mode: fs.ModeSocket}, "zero.lua": {Mode: fs.ModeDevice | fs.ModeCharDevice},
		"agent.fields": {Mode: fs.ModeNamedPipe}, "a.lua": {Data: []byte("return {}")},
	}
	rt := luabind.NewRuntime(luabind.Options{})
	m := assets.NewManager(assets.Options{FS: plainOnly{files, t}, Prefix: "scripts", Runtime: rt})
	wantTold(t, m.Load(), "v1 in: a")
	files["a.lua"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
	wantTold(t, m.Reload([]string{"a.lua", "pipe.lua"}), "v2")
	if b := m.Bundle().Behavior("a"); b != nil && !b.Missing {
		t.Error("a works")
	}
}

// TestNameThatIsNotUTF8 checks that a file or folder whose name is not UTF-8 is left out, and is
// reported with its name escaped.
func TestNameThatIsNotUTF8(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.lua", "caf\xe9.lua", "caf\xe9.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("return {}"), 0o644); err != nil {
			t.Skipf("the file system takes no such name: %v", err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "\xfcbel"), 0o755); err != nil {
		t.Skip(err)
	}
	rt := luabind.NewRuntime(luabind.Options{})
	m := assets.NewManager(assets.Options{FS: os.DirFS(dir), Prefix: "scripts", Runtime: rt})
	wantTold(t, m.Load(), `v1 in: a
scripts: warning name-not-utf8 name="\"\\xfcbel\"" -> it
scripts: warning name-not-utf8 name="\"caf\\xe9.lua\"" -> it`)
}
