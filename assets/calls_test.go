package assets_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
)

// call calls Manager.Call for a tree with parameters, which is written as in a tree file.
func (s *shelf) call(text string) (*engine.Program, error) {
	c, err := trees.ParseCall(text)
	if err != nil {
		return nil, err
	}
	return s.Call(c)
}

const patrol = "tree patrol speed=2 route\n  sequence\n    go_to  route speed=speed\n    wait  1\n"

func newPatrol(t *testing.T) *shelf {
	s := newShelf(t, map[string]string{
		"patrol.bt": patrol, "go_to.lua": "return { args = { \"where\" }, params = { speed = 1 }, run = function() end }\n", "other.bt": "tree other\n  wait 1\n",
	})
	s.Load()
	return s
}

func TestCall(t *testing.T) {
	s := newPatrol(t)
	p, err := s.call("patrol route=\"north\" speed=3")
	if err != nil {
		t.Fatal(err)
	}
	if params := p.Node(1).Params; params.Get("where").Str() != "north" || params.Get("speed").Float() != 3 || p.Node(1).Path != "sequence/go_to" {
		t.Errorf("got %v at %s", params, p.Node(1).Path)
	}
	same, err := s.call("patrol  speed=3.0 route='north'")
	if err != nil || same != p {
		t.Errorf("the same parameters are another program, %v", err)
	}
	other, err := s.call("patrol route=\"south\"")
	if err != nil || other == p || other.Node(1).Params.Get("speed").Float() != 2 {
		t.Errorf("%v, %v", other, err)
	}
	if s.Bundle().Program("patrol") != nil || len(s.Bundle().TreeNames()) != 1 {
		t.Errorf("the trees are %v", s.Bundle().TreeNames())
	}
	if users := s.Bundle().Users("go_to"); len(users) != 2 || users[0].Tree != `patrol route="north" speed=3` {
		t.Errorf("users %v", users)
	}
}

func TestBadCalls(t *testing.T) {
	s := newPatrol(t)
	s.save("walker.bt", "tree walker\n  sequence\n    go_to\n")
	s.save("half.bt", "tree half\n  wait 2s\n")
	for text, want := range map[string]string{
		"patrol":                 `tree patrol needs route: write it after the name, in quotes: "patrol route=VALUE"`,
		"patrol rout=\"a\"":      `tree patrol has no parameter rout: did you mean route?`,
		"patrol route=1 sped=3":  "scripts/patrol.bt:1:6: tree patrol has no parameter sped: did you mean speed?",
		"other speed=3":          "scripts/other.bt:1:6: tree other has no parameter speed: tree other takes no parameters",
		"patroll route=1":        `there is no tree "patroll": did you mean patrol?`,
		"go_to":                  `"go_to" is a behavior, not a tree: give a tree that has it, such as walker`,
		"sequence":               `"sequence" is a node kind, not a tree: the trees are other, patrol, walker`,
		"half":                   `tree "half" cannot be used, since its file scripts/half.bt has a mistake: correct that first`,
		"patrol route=north":     "north is not a value: put quotes around a text",
		"patrol route=1 route=2": "route= is given twice",
		"patrol route=1 when x":  "only parameters may follow the name",
		"patrol route=1 # x":     "only parameters may follow the name",
		"patrol route=1 +":       "only parameters may follow the name",
		"patrol 3":               "takes no value without a name",
		"patrol\n  x":            "is on several lines",
		"":                       "the name of a tree is missing",
		"patrol route=" + strings.Repeat("9", 9999): "the limit is",
	} {
		p, err := s.call(text)
		if err == nil || !strings.Contains(err.Error(), want) || p != nil || len(err.Error()) > 1000 {
			t.Errorf("%.40q: got %v\nwant %s", text, err, want)
		}
	}
	if len(s.Bundle().Users("go_to")) > 1 {
		t.Error("a call that failed has left something")
	}
}

// TestCallsAreReloaded checks that the program of a call follows its tree.
func TestCallsAreReloaded(t *testing.T) {
	s := newPatrol(t)
	first, err := s.call("patrol route=\"north\"")
	if err != nil {
		t.Fatal(err)
	}
	if r := s.save("other.bt", "tree other\n  wait 2\n"); r.Programs[first] != nil {
		t.Error("an edit of another tree has changed it")
	}
	r := s.save("patrol.bt", strings.Replace(patrol, "wait  1", "wait  5", 1))
	second, _ := s.call("patrol route=\"north\"")
	if second == first || r.Programs[first] != second {
		t.Errorf("the report maps %p to %p, the call is %p", first, r.Programs[first], second)
	}
	for _, broken := range []string{"tree patrol\n  wait 1\n", "tree patrol route=\n", "tree patrol speed=2 route\n  sequence\n    nobody route\n"} {
		r := s.save("patrol.bt", broken)
		if now, err := s.call("patrol route=\"north\""); now != second || err != nil || len(r.Problems) == 0 {
			t.Errorf("%q: %v, %v, problems %v", broken, now != second, err, r.Problems)
		}
	}
	s.save("patrol.bt", "tree patrol\n  wait 1\n")
	want := `scripts/patrol.bt:1:6: warning call-no-longer-fits call="patrol route=\"north\"" problem=(unknown-tree-parameter name="route" names=[] tree="patrol") -> it`
	if list := s.Bundle().Problems; len(list) != 1 || findings(list) != want {
		t.Errorf("got %v", list)
	}
	s.save("patrol.bt", strings.Replace(patrol, "route\n", "route=\"x\"\n", 1))
	if third, _ := s.call("patrol route=\"north\""); third == second || len(s.Bundle().Problems) > 0 {
		t.Errorf("back again: %v", s.Bundle().Problems)
	}
}

// TestBrokenTreeWithNeeds checks that a tree that needs parameters is kept when its file gets a
// mistake.
func TestBrokenTreeWithNeeds(t *testing.T) {
	s := newShelf(t, map[string]string{"a.bt": "tree a\n  tree b n=2\n", "b.bt": "tree b n\n  wait n\n"})
	s.Load()
	p := s.Bundle().Program("a")
	for _, text := range []string{"tree b n\n  wait \"x\n", ""} {
		r := s.save("b.bt", text)
		if s.Bundle().Program("a") != p || len(r.Problems.Errors()) != 1 {
			t.Errorf("%q: %v", text, r.Problems)
		}
	}
}

// TestDefine checks trees that are made by code and are in no file.
func TestDefine(t *testing.T) {
	s := newShelf(t, map[string]string{"a.bt": "tree a\n  tree b\n", "go.lua": empty, "c.bt": "tree c\n  wait 1\n"})
	s.Load()
	if s.Bundle().Problems.Err() == nil {
		t.Fatal("tree b should be missing")
	}
	if _, err := s.Define(&trees.Tree{Name: "b", Root: &trees.Node{Name: "go"}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Bundle().Problems.Err(); err != nil || s.Bundle().Program("a").Len() != 2 || s.Bundle().Program("b") == nil {
		t.Errorf("got %v", err)
	}
	b := s.Bundle().Program("b")
	if r := s.save("c.bt", "tree c\n  wait 2\n"); r.Programs[b] != nil || s.Bundle().Program("b") != b {
		t.Error("an edit of another tree has changed it")
	}
	r, _ := s.Define(&trees.Tree{Name: "b", Root: &trees.Node{Name: "wait", Args: []trees.Arg{{Value: value.Number(1)}}}})
	if r.Programs[b] == nil || s.Bundle().Program("b") != r.Programs[b] || strings.Join(r.Applied, " ") != "tree b" {
		t.Errorf("defined anew: %+v", r)
	}
	for _, bad := range []struct {
		name string
		root *trees.Node
		want string
	}{
		{"c", &trees.Node{Name: "go"}, `: duplicate-tree place="scripts/c.bt:1:6" tree="c" -> it`},
		{"d", &trees.Node{Name: "nobody"}, `: unknown-behavior name="nobody" names=[go] new="nobody" -> it`},
		{"d", &trees.Node{Name: "go", Guard: &trees.Guard{Source: "x ="}}, `guard: "=" assigns and is not possible in an expression: to compare write ==`},
		{"d", &trees.Node{Include: true, Name: "d"}, `: inclusion-cycle path="d -> d" tree="d" -> it (d includes d at )`},
		{"d e", &trees.Node{Name: "go"}, `tree d e: invalid-name name="d e" -> it`},
		{"d", nil, `tree d: tree-without-root tree="d" -> it`},
	} {
		programs := s.Bundle().Trees
		r, err := s.Define(&trees.Tree{Name: bad.name, Root: bad.root}, &trees.Tree{Name: "fine", Root: &trees.Node{Name: "go"}})
		list, _ := err.(diag.List)
		if findings(list) != bad.want || r != nil {
			t.Errorf("%s: got %s", bad.want, findings(list))
		}
		if !slices.Equal(s.Bundle().Trees, programs) || len(s.Bundle().Problems) > 0 {
			t.Errorf("%s: something has stayed: %v, %v", bad.want, s.Bundle().TreeNames(), s.Bundle().Problems)
		}
	}
}
