package assets_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/assets"
)

// TestInForceGivesTheSame makes saves after which the code in force is not that of the files, and checks that the texts
// of Bundle.InForce give this code to a manager that loads them.
func TestInForceGivesTheSame(t *testing.T) {
	user := "local m = require(\"lib.m\")\nreturn { doc = m.text }\n"
	files := map[string]string{
		"lib/m.lua": "return { text = \"first\" }\n", "a.lua": user, "b.lua": empty, "x/c.lua": empty,
		"t.bt": "tree t\n  b\n", "p.bt": "tree p who\n  slot who\n", "x/near.bt": "tree near\n  c\n", "x/far.bt": "tree far\n  b\n",
	}
	for _, c := range []struct {
		name  string
		saves string // FILE=TEXT, separated by |; no text deletes the file
	}{
		{"a script that has waited for a module from the start", "lib/m.lua=|late.lua=" + user},
		{"a module that changes while its user is held back", "a.lua=return {|lib/m.lua=return { text = \"second\" }"},
		{"a module that a script that works cannot be loaded with", "b.lua=local m = require(\"lib.m\")\nreturn { doc = \"b \" .. m.text }\n|lib/m.lua=return {}"},
		{"a tree whose file was gone and came back with a mistake", "t.bt=|t.bt=tree"},
		{"a tree that needs a parameter, likewise", "p.bt=|p.bt=tree"},
		{"a behavior in the folder of the tree that is gone", "x/c.lua="},
		{"a behavior elsewhere that is gone", "b.lua="},
		{"a tree that needs a parameter now, and is included with it", "t.bt=tree t who\n  slot who\n|x/far.bt=tree far\n  tree t who=\"b\"\n"},
		{"an included tree that needs a parameter now", "x/far.bt=tree far\n  tree t\n|t.bt=tree t who\n  slot who\n"},
		{"an included tree with another name of a parameter, and a second tree held back", "t.bt=tree t who=\"b\"\n  slot who\n|x/far.bt=tree far\n  tree t who=\"a\"\n|t.bt=tree t whom=\"b\"\n  slot whom\n|x/near.bt=tree near\n  tree far\n"},
		{"both, and a tree held back that names another one", "b.lua=|x/c.lua=|t.bt=tree t\n  x.b\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newShelf(t, files)
			s.Load()
			for _, save := range strings.Split(c.saves, "|") {
				name, text, _ := strings.Cut(save, "=")
				s.save(name, text)
			}
			other := newShelf(t, nil, func(o *assets.Options) { o.Kept = true })
			list, _ := s.Bundle().InForce()
			for _, f := range list {
				other.put(f.Path, string(f.Text))
			}
			other.Load()
			if got, want := inForceText(other.Bundle()), inForceText(s.Bundle()); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// inForceText lists the behaviors that work and the trees of a bundle.
func inForceText(b *assets.Bundle) string {
	var out strings.Builder
	for _, x := range b.Behaviors {
		if !x.Missing {
			out.WriteString(x.Name + " " + b.Doc(x.Name) + "\n")
		}
	}
	for _, t := range b.Trees {
		out.WriteString(t.Program.Dump())
	}
	for _, n := range b.Needs {
		out.WriteString(n.Name + " needs " + strings.Join(slices.Clone(n.Params), " ") + "\n")
	}
	return out.String()
}
