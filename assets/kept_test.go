package assets_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
)

// TestKeptTreeGetsNewCode checks trees that a save leaves without a version that their agents can run: they stay as they
// were, edits of their behaviors reach them, and they end when the files fit again.
func TestKeptTreeGetsNewCode(t *testing.T) {
	for _, c := range []struct {
		name, tree, save string // save is FILE=TEXT
		back             string // likewise; after it, the files fit again
	}{
		{"a parameter without a default", "main", "main.bt=tree main who\n  slot who\n", "main.bt=tree main who=\"a\"\n  slot who\n"},
		{"an inclusion that does not fit", "user", "part.bt=tree part what\n  slot what\n", "user.bt=tree user\n  tree part what=\"a\"\n"},
		{"a parameter from Go that is gone", "part who=\"a\"", "part.bt=tree part\n  wait 1\n", "part.bt=tree part who\n  fallback\n    slot who\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newShelf(t, map[string]string{
				"a.lua": empty, "main.bt": "tree main\n  sequence\n    a\n", "part.bt": "tree part who=\"a\"\n  sequence\n    slot who\n",
				"user.bt": "tree user\n  tree part who=\"a\"\n",
			})
			s.Load()
			program := func() *engine.Program {
				if !strings.Contains(c.tree, " ") {
					return s.Bundle().Program(c.tree)
				}
				p, err := s.call(c.tree)
				if err != nil {
					t.Fatal(err)
				}
				return p
			}
			save := func(what string) {
				name, text, _ := strings.Cut(what, "=")
				s.save(name, text)
			}
			before := program()
			if save(c.save); program() != before {
				t.Errorf("got\n%s", program().Dump())
			}
			save("a.lua=return { precondition = function(agent) return agent.n end }\n")
			if got := program().Dump(); !strings.Contains(got, "[precondition]") || strings.Replace(got, " [precondition]", "", 1) != before.Dump() {
				t.Errorf("got\n%s\nand before\n%s", got, before.Dump())
			}

			list, _ := s.Bundle().InForce()
			other := newShelf(t, nil, func(o *assets.Options) { o.Kept = true })
			for _, f := range list {
				other.put(f.Path, string(f.Text))
			}
			other.Load()
			kept := other.Bundle().Program(c.tree)
			if strings.Contains(c.tree, " ") {
				kept, _ = other.call(c.tree)
			}
			if kept == nil || kept.Dump() != program().Dump() {
				t.Errorf("loaded from the texts in force:\n%v\nwant\n%s", kept, program().Dump())
			}

			kept = program()
			if save(c.back); program() == kept || s.Bundle().Older(c.tree) {
				t.Errorf("the files fit, and in force is\n%s", program().Dump())
			}
		})
	}
}

// TestKeptTextInFolder checks that a file with the name of such a text is no part of a folder of scripts.
func TestKeptTextInFolder(t *testing.T) {
	files := map[string]string{"main.bt": "tree main\n  wait 1\n"}
	want := newShelf(t, files)
	want.Load()
	files["0001.kept"] = "keep main\nfile main.bt\ntree main\n  wait 2\n"
	s := newShelf(t, files)
	s.Load()
	if s.save("0001.kept", files["0001.kept"]+"\n") != nil || s.Reads("0001.kept") || s.Bundle().Hash != want.Bundle().Hash {
		t.Error("the file is loaded")
	}
}
