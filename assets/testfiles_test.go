package assets_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/luabind"
)

// TestTestFiles checks that TestFiles finds tests in the folders of scripts, and that tests are
// neither loaded nor part of a version.
func TestTestFiles(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{"b_test.lua", "a/a_test.lua", "lib/x_test.lua", "_test.lua", ".hidden/c_test.lua", "own/bough.root", "own/d_test.lua",
		"test.lua", "e_test.bt", "f_test.luax", "mytest.lua"} {
		files[name] = &fstest.MapFile{Data: []byte("return {}")}
	}
	found, problems := assets.TestFiles(files, "scripts")
	var got []string
	for _, f := range found {
		got = append(got, f.Path)
	}
	if want := []string{"_test.lua", "a/a_test.lua", "b_test.lua", "lib/x_test.lua"}; !slices.Equal(got, want) || problems != nil {
		t.Errorf("found %q, %v; want %q", got, problems, want)
	}
	rt := luabind.NewRuntime(luabind.Options{})
	m := assets.NewManager(assets.Options{FS: files, Prefix: "scripts", Runtime: rt})
	m.Load()
	if got := m.Bundle().Files(); !slices.Equal(got, []string{"e_test.bt", "mytest.lua", "test.lua"}) {
		t.Errorf("loaded are %q", got)
	}
	files["b_test.lua"] = &fstest.MapFile{Data: []byte("changed")}
	if rep := m.Reload([]string{"b_test.lua"}); rep != nil {
		t.Errorf("a changed test makes version %d", rep.Version)
	}
}

// TestTestFilesUnreadable checks that a test file that cannot be read is reported.
func TestTestFilesUnreadable(t *testing.T) {
	big := fstest.MapFS{"big_test.lua": {Data: make([]byte, 17<<20)}}
	found, problems := assets.TestFiles(big, "scripts")
	if len(found) != 0 || findings(problems) != "scripts/big_test.lua: file-too-large limit=16 -> it" {
		t.Errorf("%d found, %v", len(found), problems)
	}
}
