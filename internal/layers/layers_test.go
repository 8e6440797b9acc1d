package layers

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func tree(names ...string) fstest.MapFS {
	files := fstest.MapFS{}
	for _, name := range names {
		path, text, _ := strings.Cut(name, "=")
		files[path] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// TestFS checks which file has a path, and that the whole is a file system.
func TestFS(t *testing.T) {
	f := FS{tree("a.lua=over", "move/flee.lua=over", "x=over", "y/z=over"), tree("a.lua=base", "b.lua=base", "move/go.lua=base", "x/hidden=base", "y=base")}
	if err := fstest.TestFS(f, "a.lua", "b.lua", "move/flee.lua", "move/go.lua", "x", "y/z"); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{"a.lua": "over", "b.lua": "base", "move/flee.lua": "over", "move/go.lua": "base", "x": "over", "y/z": "over"} {
		if text, err := fs.ReadFile(f, name); err != nil || string(text) != want || f.IsOver(name) != (want == "over") {
			t.Errorf("%s has %q, over %v: %v", name, text, f.IsOver(name), err)
		}
	}
	if _, err := fs.Stat(f, "x/hidden"); err == nil {
		t.Error("x/hidden is below a file")
	}
}

// TestRandomLayers compares random layers with one map of the files that are not hidden.
func TestRandomLayers(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	random := func(text string) fstest.MapFS {
		files := fstest.MapFS{}
		for range r.IntN(8) {
			name := strings.Join(slices.Repeat([]string{string(rune('a' + r.IntN(2)))}, 1+r.IntN(3)), "/")
			clash := false
			for other := range files {
				clash = clash || strings.HasPrefix(other+"/", name+"/") || strings.HasPrefix(name+"/", other+"/")
			}
			if !clash {
				files[name] = &fstest.MapFile{Data: []byte(text)}
			}
		}
		return files
	}
	for range 2000 {
		over, base := random("over"), random("base")
		want := maps.Clone(over)
		for name, file := range base {
			hidden := false
			for top := range over {
				hidden = hidden || strings.HasPrefix(name+"/", top+"/") || strings.HasPrefix(top+"/", name+"/")
			}
			if !hidden {
				want[name] = file
			}
		}
		got := fstest.MapFS{}
		f := FS{over, base}
		err := fs.WalkDir(f, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(f, name)
			got[name] = &fstest.MapFile{Data: text}
			return err
		})
		show := func(m fstest.MapFS) (s string) {
			for _, name := range slices.Sorted(maps.Keys(m)) {
				s += fmt.Sprintf("%s=%s ", name, m[name].Data)
			}
			return s
		}
		if err != nil || show(got) != show(want) {
			t.Fatalf("seed %d: over %s, base %s: got %s, want %s: %v", seed, show(over), show(base), show(got), show(want), err)
		}
	}
}
