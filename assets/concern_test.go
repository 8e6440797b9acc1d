package assets_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestRoundsLinkWhatTheyConcern checks how many scripts and trees a save links, and that all other
// programs stay identical.
func TestRoundsLinkWhatTheyConcern(t *testing.T) {
	files := map[string]string{
		"lib/step.lua": "return {}\n", "lib/walk.lua": "require(\"lib.step\")\nreturn {}\n",
		"shared.bt": "condition weak = hp < 3\n", "alarm.bt": "tree alarm loud=1\n  parallel\n    b0 when loud > 0\n",
	}
	for i := range 10 {
		files[fmt.Sprintf("b%d.lua", i)] = empty
		files[fmt.Sprintf("t%d.bt", i)] = fmt.Sprintf("tree t%d\n  parallel\n    b%d when hp\n    b%d\n", i, i, (i+1)%10)
	}
	files["b1.lua"] = "require(\"lib.walk\")\nreturn {}\n"
	files["t2.bt"] += "    b5 when weak\n"
	files["t3.bt"] += "    tree alarm loud=2\n"
	for _, c := range []struct {
		name, file, text string
		want             int
	}{
		{"a script with other code", "b4.lua", "return { doc = \"new\" }\n", 1},
		{"a script and the trees that name it", "b4.lua", "return { args = { \"who\" } }\n", 3},
		{"a script that trees include", "b0.lua", "return { stimulus = \"noise\" }\n", 5}, // t0, t9, alarm, t3
		{"a library and its users", "lib/step.lua", "return { n = 1 }\n", 3},
		{"a tree alone", "t7.bt", "tree t7\n  b7\n", 1},
		{"a tree and what includes it", "alarm.bt", "tree alarm loud=1\n  b0 when loud > 1\n", 2},
		{"a condition and where it is asked", "shared.bt", "condition weak = hp < 4\n", 1},
		{"a name that nobody asks for", "new.lua", empty, 1},
		{"a comment", "shared.bt", "condition weak = hp < 3 # or so\n", 1},
		{"a field of the game", "agent.fields", "hp: points\n", 0},
		{"a script that breaks", "b4.lua", "return {\n", 0},
		{"a script that is gone", "b4.lua", "", 2},
		{"what stands in the way of another name", "dir/x.lua", empty, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newShelf(t, files)
			if rep := s.Load(); len(rep.Problems) > 0 || rep.Linked != len(files)-1 { // shared.bt has no tree
				t.Fatalf("linked %d of %d files\n%v", rep.Linked, len(files), rep.Problems)
			}
			before := s.Bundle()
			rep := s.save(c.file, c.text)
			if rep.Linked != c.want {
				t.Errorf("linked %d; want %d", rep.Linked, c.want)
			}
			kept := 0
			for _, tree := range s.Bundle().Trees {
				if before.Program(tree.Name) == tree.Program {
					kept++
				}
			}
			for _, tree := range s.Bundle().Trees {
				for i := range tree.Program.Len() {
					if b := tree.Program.Node(i).Behavior; b != nil && b != s.Bundle().Behavior(b.Name) {
						t.Errorf("%s runs version %d of %s at node %d", tree.Name, b.Version, b.Name, i)
					}
				}
			}
			if want := len(before.Trees) - len(rep.Programs); kept != want {
				t.Errorf("%d programs are the same; want %d", kept, want)
			}
		})
	}
}

// TestSlotWithoutParameter checks that a slot that names no parameter of its tree is reported as a
// mistake in the file.
func TestSlotWithoutParameter(t *testing.T) {
	s := newShelf(t, map[string]string{"a.bt": "tree a\n  wait 1\n"})
	s.Load()
	wantTold(t, s.save("a.bt", "tree a\n  slot who\n"), `v2 held: a.bt
scripts/a.bt:2:8: undeclared-parameter name="who" tree="a" -> it`)
}

// TestCircleOpensElsewhere checks that the tree that closed a cycle includes the next tree again
// when a third tree has left the cycle.
func TestCircleOpensElsewhere(t *testing.T) {
	s := newShelf(t, map[string]string{"a.bt": "tree a\n  tree b\n", "b.bt": "tree b\n  tree c\n", "c.bt": "tree c\n  tree a\n"})
	if s.Load().Problems.Err() == nil {
		t.Fatal("the circle is not told")
	}
	s.save("b.bt", "tree b\n  wait 1\n")
	p := s.Bundle().Program("c")
	if p == nil || p.Len() != 3 || p.Node(2).Path != "tree a/tree b/wait" {
		if p != nil {
			t.Error(p.Dump())
		}
		t.Errorf("c does not include a and b, problems %v", s.Bundle().Problems)
	}
}

// TestTreesOfTrees checks that trees that include each other many times are an error, and that the
// error is found quickly.
func TestTreesOfTrees(t *testing.T) {
	for _, c := range []struct{ name, params, node, want string }{
		{"including the next", "", "tree t%d", `program-too-large limit=100000 tree="t0" -> it`},
		{"through slots", " who=\"t%d\"", "slot who", `t0 -> t1" tree="t1" -> fill-slot-otherwise`},
	} {
		t.Run(c.name, func(t *testing.T) {
			const trees = 12
			files := map[string]string{}
			for i := range trees {
				node, params := c.node, c.params
				if params != "" {
					params = fmt.Sprintf(params, (i+1)%trees)
				} else if node = "wait 1"; i < trees-1 {
					node = fmt.Sprintf(c.node, i+1)
				}
				files[fmt.Sprintf("t%d.bt", i)] = fmt.Sprintf("tree t%d%s\n  sequence\n", i, params) + strings.Repeat("    "+node+"\n", 3)
			}
			rep := newShelf(t, files).Load()
			if got := findings(rep.Problems); !strings.Contains(got, c.want) || len(rep.Problems) > 1000 {
				t.Errorf("%d problems: %s; want %s", len(rep.Problems), got[:min(len(got), 200)], c.want)
			}
		})
	}
}
