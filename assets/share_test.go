package assets

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/luabind"
)

// TestVersionsShareTexts checks that versions share the texts of equal files, and that a rollback
// makes no copies.
func TestVersionsShareTexts(t *testing.T) {
	files := fstest.MapFS{"a.lua": {Data: []byte("return {}\n")}, "b.lua": {Data: []byte("return {}\n")}}
	r := luabind.NewRuntime(luabind.Options{})
	m := NewManager(Options{FS: files, Runtime: r})
	m.Load()
	for i := range 3 {
		files["a.lua"] = &fstest.MapFile{Data: fmt.Appendf(nil, "return { doc = %q }\n", fmt.Sprint(i))}
		m.Reload([]string{"a.lua"})
	}
	if _, err := m.Rollback(2); err != nil {
		t.Fatal(err)
	}
	texts := map[*byte]bool{}
	for _, k := range m.history.kept {
		for _, c := range k.contents {
			texts[&c.Text[0]] = true
		}
	}
	for _, c := range m.bundle.contents {
		texts[&c.Text[0]] = true
	}
	if len(m.history.kept) != 4 || len(texts) != 5 {
		t.Errorf("%d versions hold %d texts; want 4 with 4 of a.lua and 1 of b.lua", len(m.history.kept), len(texts))
	}
}
