package trees

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
)

// including returns trees for lines such as "a: b c", which means that a includes b and then c.
func including(t *testing.T, lines ...string) []*Tree {
	t.Helper()
	var all []*Tree
	for _, line := range lines {
		name, targets, _ := strings.Cut(line, ":")
		src := "tree " + name + "\n  sequence\n"
		for target := range strings.FieldsSeq(targets) {
			src += "    tree " + target + "\n"
		}
		f, list := Parse(name+".bt", []byte(src))
		if len(list) > 0 {
			t.Fatal(list)
		}
		all = append(all, f.Trees...)
	}
	return all
}

func TestCycles(t *testing.T) {
	tests := []struct {
		name  string
		trees []string
		want  []string
	}{
		{"none", []string{"a: b c", "b: c", "c:"}, nil},
		{"missing trees are not reported", []string{"a: nowhere"}, nil},
		{"itself", []string{"a: b a", "b:"}, []string{"a.bt:4:5: tree a includes itself: a -> a"}},
		{"two", []string{"b: a", "a: b"}, []string{"b.bt:3:5: tree a includes itself: a -> b -> a"}},
		{"three, entered from outside", []string{"a: d", "b: c", "c: d", "d: b"},
			[]string{"c.bt:3:5: tree d includes itself: d -> b -> c -> d"}},
		{"two that share a tree", []string{"a: b c", "b: a", "c: a"},
			[]string{"b.bt:3:5: tree a includes itself: a -> b -> a", "c.bt:3:5: tree a includes itself: a -> c -> a"}},
		{"every inclusion that closes one", []string{"a: a a"},
			[]string{"a.bt:3:5: tree a includes itself: a -> a", "a.bt:4:5: tree a includes itself: a -> a"}},
		{"twice on different ways is none", []string{"a: b c b", "b: d", "c: d", "d:"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			trees := including(t, tt.trees...)
			want := headlines(Cycles(trees, nil))
			for i := range tt.want {
				tt.want[i] += ": remove one of these inclusions"
			}
			if !slices.Equal(want, tt.want) {
				t.Errorf("got %q, want %q", want, tt.want)
			}
			slices.Reverse(trees)
			if got := headlines(Cycles(trees, nil)); !slices.Equal(got, want) {
				t.Errorf("in reverse order %q, want %q", got, want)
			}
		})
	}
}

func headlines(list diag.List) (lines []string) {
	for _, d := range list {
		lines = append(lines, d.Headline())
	}
	return lines
}

func TestCycleText(t *testing.T) {
	const want = `b.bt:4:5: tree a includes itself: a -> b -> a: remove one of these inclusions
        tree a
        ^
  a includes b at a.bt:3:5
  b includes a at b.bt:4:5`
	if got := Cycles(including(t, "a: b", "b: c a", "c:"), nil).Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestCycleResolve(t *testing.T) {
	trees := including(t, "a: b", "x.b: a")
	resolve := func(in *Tree, inclusion *Node) *Tree {
		for _, t := range trees {
			if t.Name == inclusion.Name || t.Name == "x."+inclusion.Name {
				return t
			}
		}
		return nil
	}
	got := headlines(Cycles(trees, resolve))
	if len(got) != 1 || !strings.Contains(got[0], "a -> x.b -> a") {
		t.Errorf("got %q", got)
	}
}

// TestLongCycle checks a cycle that is too long for recursion. Its message must still be short.
func TestLongCycle(t *testing.T) {
	const n = 20_000
	var src strings.Builder
	for i := range n {
		fmt.Fprintf(&src, "tree t%d\n  tree t%d\n", i, (i+1)%n)
	}
	f, list := Parse("long.bt", []byte(src.String()))
	if len(list) > 0 {
		t.Fatal(list)
	}
	list = Cycles(f.Trees, nil)
	if len(list) != 1 || !strings.Contains(list[0].Message, "… -> t0") || len(list[0].Notes) != maxSteps+1 {
		t.Errorf("got %v", list)
	}
}

// TestCyclesLeaveNone removes the reported inclusions from random trees, and checks that Cycles then reports
// nothing.
func TestCyclesLeaveNone(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 300 {
		trees := including(t, randomInclusions(rng)...)
		list := Cycles(trees, nil)
		found += len(list)
		for _, tree := range trees {
			root := tree.Root
			root.Children = slices.DeleteFunc(root.Children, func(n *Node) bool {
				return slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Pos == n.Pos })
			})
		}
		if again := Cycles(trees, nil); len(again) > 0 {
			t.Fatalf("left over: %v", again)
		}
	}
	if found == 0 {
		t.Error("no random trees had a cycle")
	}
}

func randomInclusions(rng *rand.Rand) (lines []string) {
	n := 1 + rng.IntN(6)
	for i := range n {
		line := fmt.Sprintf("t%d:", i)
		for range rng.IntN(3) {
			line += fmt.Sprintf(" t%d", rng.IntN(n))
		}
		lines = append(lines, line)
	}
	return lines
}
