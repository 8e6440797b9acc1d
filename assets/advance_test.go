package assets_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind"
)

// TestAdvanceTellsOfPrograms: all programs that are going to be exchanged are prepared, each
// once and in a fixed order, before the bundle is in force.
func TestAdvanceTellsOfPrograms(t *testing.T) {
	files := fstest.MapFS{
		"a.lua": {Data: []byte("return {}\n")}, "other.lua": {Data: []byte("return {}\n")},
		"one.bt":  {Data: []byte("tree one speed=1\n  a\n\ntree three\n  other\n")},
		"four.bt": {Data: []byte("tree four\n  a\n\ntree two\n  tree one\n")},
	}
	run := luabind.NewRuntime(luabind.Options{})
	defer run.Close()
	var told []string
	successors := map[*engine.Program]*engine.Program{}
	m := assets.NewManager(assets.Options{FS: files, Runtime: run, Prepare: func(x *engine.Exchange) {
		told, successors[x.Old()] = append(told, x.Old().Name()), x.Next()
	}})
	if err := m.Load().Problems.Err(); err != nil {
		t.Fatal(err)
	}
	files["a.lua"] = &fstest.MapFile{Data: []byte("return { restart_on_reload = true }\n")}
	before, p := m.Bundle(), m.Prepare([]string{"a.lua"})
	if !p.Advance() || m.Bundle() != before || !slices.Equal(told, []string{"four", "one", "two"}) {
		t.Errorf("told of %v", told)
	}
	if !p.Advance() || len(told) != 3 {
		t.Errorf("told again: %v", told)
	}
	rep := p.Install()
	if rep.Portions != 1 || len(rep.Programs) != 3 {
		t.Errorf("%d programs are exchanged after %d portions", len(rep.Programs), rep.Portions)
	}
	for old, next := range rep.Programs {
		if successors[old] != next || m.Bundle().Program(old.Name()) != next {
			t.Errorf("%s is exchanged for another one than was prepared", old.Name())
		}
	}
}
