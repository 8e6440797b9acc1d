package assets_test

import (
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// TestGuardsAreComparedByMeaning checks when a guard has the same meaning after an edit: its
// text is the same, and the names in it have the same meaning.
func TestGuardsAreComparedByMeaning(t *testing.T) {
	const shared, tree, rest = "condition near = dist < 2\ncondition weak = hp < 3\n", "tree a limit=4\n  idle when near and speed < limit\n", "tree b\n  idle\n"
	for _, tt := range []struct {
		name, file, text string
		same             bool
	}{
		{"a comment", "a.bt", tree + "# or so\n", true},
		{"a node beside it", "a.bt", tree + rest, true},
		{"another line", "a.bt", rest + tree, true},
		{"another text", "a.bt", "tree a limit=4\n  idle when near and speed > limit\n", false},
		{"another default", "a.bt", "tree a limit=5\n  idle when near and speed < limit\n", false},
		{"the condition in it", "shared.bt", "condition near = dist < 3\n", false},
		{"a condition beside that", "shared.bt", "condition near = dist < 2\ncondition weak = hp < 4\n", true},
		{"a field instead of the condition", "shared.bt", "condition weak = hp < 3\n", false},
		{"a condition instead of the field", "shared.bt", shared + "condition speed = fast\n", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rt := luabind.NewRuntime(luabind.Options{})
			files := fstest.MapFS{"shared.bt": {Data: []byte(shared)}, "a.bt": {Data: []byte(tree)}}
			m := assets.NewManager(assets.Options{FS: files, Runtime: rt})
			if rep := m.Load(); len(rep.Problems) > 0 {
				t.Fatal(rep.Problems)
			}
			before := m.Bundle().Program("a").Node(0).Guard
			files[tt.file] = &fstest.MapFile{Data: []byte(tt.text)}
			if rep := m.Reload([]string{tt.file}); rep.Problems.Err() != nil {
				t.Fatal(rep.Problems)
			}
			after := m.Bundle().Program("a").Node(0).Guard
			if same := before.(interface{ Same(engine.Expression) bool }).Same(after); same != tt.same {
				t.Errorf("the same: %v, want %v", same, tt.same)
			}
		})
	}
}
