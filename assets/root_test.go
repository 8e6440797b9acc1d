package assets_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/luabind"
)

// TestRootBelow checks that a folder with a RootFile is not loaded by a game that opens the
// folder above it.
func TestRootBelow(t *testing.T) {
	rt := luabind.NewRuntime(luabind.Options{})
	idle := &fstest.MapFile{Data: []byte("return {}")}
	fsys := fstest.MapFS{"a.lua": idle, "demo/bough.root": {}, "demo/b.lua": idle, "demo/deep/c.lua": idle, "other/d.lua": idle}
	m := assets.NewManager(assets.Options{FS: fsys, Runtime: rt})
	if rep := m.Load(); !slices.Equal(rep.Applied, []string{"a", "other.d"}) {
		t.Errorf("loaded %v", rep.Applied)
	}
	fsys["demo/b.lua"] = &fstest.MapFile{Data: []byte("return { doc = 'new' }")}
	if rep := m.Reload([]string{"demo/b.lua", "demo/deep/c.lua"}); rep != nil {
		t.Errorf("reloaded %v", rep.Applied)
	}
}
