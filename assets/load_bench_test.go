package assets_test

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/testdata"
)

// thousand returns 1,000 sample scripts, each of which differs from those of all other n.
func thousand(b *testing.B, n int) fstest.MapFS {
	files, samples := fstest.MapFS{}, testdata.Samples()
	var all []string
	fs.WalkDir(samples, ".", func(name string, d fs.DirEntry, err error) error {
		if path.Ext(name) == ".lua" && !strings.HasSuffix(name, "_test.lua") && !strings.HasPrefix(name, "lib/") {
			text, _ := fs.ReadFile(samples, name)
			if !strings.Contains(string(text), "require") {
				all = append(all, string(text))
			}
		}
		return nil
	})
	for i := range 1000 {
		files[fmt.Sprintf("s%d.lua", i)] = &fstest.MapFile{Data: []byte(all[i%len(all)] + fmt.Sprintf("-- %d %d\n", i, n))}
	}
	return files
}

// BenchmarkScripts loads 1,000 scripts that no other game of the process has compiled.
func BenchmarkScripts(b *testing.B) {
	b.ReportAllocs()
	for n := range b.N {
		b.StopTimer()
		files := thousand(b, n)
		b.StartTimer()
		r := luabind.NewRuntime(luabind.Options{})
		m := assets.NewManager(assets.Options{FS: files, Runtime: r})
		m.Load()
		if n := len(m.Bundle().Behaviors); n < 900 {
			b.Fatal(n, m.Bundle().Problems)
		}
	}
}
