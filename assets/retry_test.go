package assets_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind"
)

// TestTriedOnce checks that a file that fails when it is loaded is loaded again only when the file
// or a module that it requires has changed.
func TestTriedOnce(t *testing.T) {
	runs := 0
	rt := luabind.NewRuntime(luabind.Options{Log: func(string) { runs++ }})
	s := newShelf(t, map[string]string{
		"lib/m.lua": "return { works = false }\n",
		"a.lua":     "local m = require \"lib.m\"\nprint(\"a runs\")\nif not m.works then error(\"no work\") end\nreturn {}\n",
	}, func(o *assets.Options) { o.Runtime = rt })
	const failed = `scripts/a.lua:3:21: script-error text="no work"`
	for _, tt := range []struct {
		file, text string
		runs       int
		want       string // expected problem
	}{
		{"b.lua", empty, 1, failed},
		{"lib/m.lua", "return {", 1, `scripts/a.lua:1:19: module-with-errors file="scripts/lib/m.lua" name="lib.m" -> it`},
		{"lib/m.lua", "return { works = false }\n", 2, failed},
		{"b.lua", "return { doc = \"b\" }\n", 2, failed},
		{"lib/m.lua", "return { works = true }\n", 3, ""},
	} {
		if s.Bundle().Version == 0 {
			s.Load()
		}
		s.save(tt.file, tt.text)
		got := ""
		for _, d := range s.Bundle().Problems {
			if d.Pos.File == "scripts/a.lua" {
				got += findings(diag.List{d})
			}
		}
		if got != tt.want || runs != tt.runs {
			t.Errorf("after %s = %q: %d runs, want %d; problem %q, want %q", tt.file, tt.text, runs, tt.runs, got, tt.want)
		}
	}
}

// TestTriedBeforeAModuleWasLocked checks a file whose module cannot be read for some time. When the
// module can be read again, the file has its earlier problems again.
func TestTriedBeforeAModuleWasLocked(t *testing.T) {
	denied := map[string]error{}
	s := newShelf(t, map[string]string{"lib/m.lua": empty, "a.lua": "local m = require \"lib.m\"\nerror(\"no work\")\n"},
		func(o *assets.Options) { o.FS = moody{o.FS, denied} })
	s.Load()
	failed := s.Bundle().Problems.Error()
	denied["lib/m.lua"] = fs.ErrPermission
	if s.Reload([]string{"lib/m.lua"}); !strings.Contains(findings(s.Bundle().Problems), "module-with-errors") {
		t.Errorf("locked: %v", s.Bundle().Problems)
	}
	delete(denied, "lib/m.lua")
	if s.Reload([]string{"lib/m.lua"}); s.Bundle().Problems.Error() != failed || !strings.Contains(failed, "no work") {
		t.Errorf("free again: %v, want %s", s.Bundle().Problems, failed)
	}
}

// TestProblemsOfASave checks that the problems of a saved file are reported again, and that those
// of other files are not.
func TestProblemsOfASave(t *testing.T) {
	s := newShelf(t, map[string]string{
		"a.lua": "local function f() return nobody end\nreturn { behavior = f }\n",
		"b.lua": "return { behavior = function() return noone end }\n",
	})
	s.Load()
	r := s.save("a.lua", "local function f() return nobody end\nreturn { behavior = f, doc = \"new\" }\n")
	if len(r.Problems) != 1 || r.Problems[0].Args["name"] != "nobody" {
		t.Errorf("told %v", r.Problems)
	}
}

// TestFarTooLarge checks that a file much larger than a script is read only up to the bound.
func TestFarTooLarge(t *testing.T) {
	s := newShelf(t, map[string]string{"a.lua": strings.Repeat("-- much\n", 16<<20/8+1), "agent.fields": strings.Repeat("# much\n", 16<<20/7+1)})
	s.Load()
	for i, name := range []string{"a.lua", "agent.fields"} {
		want := "scripts/" + name + ": file-too-large limit=16 -> it"
		if p := s.Bundle().Problems; len(p) != 2 || findings(p[i:i+1]) != want {
			t.Errorf("%s: %v", name, p)
		}
	}
}
