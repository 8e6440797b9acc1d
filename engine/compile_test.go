package engine_test

import (
	"strings"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"pgregory.net/rapid"
)

// fact is a condition that compares one field with a number.
type fact struct {
	key  engine.Key
	want float64
}

func (f fact) Eval(c *engine.Context) (bool, error) {
	return c.Agent().Get(f.key).Float() == f.want, nil
}
func (f fact) Value(c *engine.Context) (value.Value, error) {
	yes, err := f.Eval(c)
	return value.Bool(yes), err
}
func (f fact) Source() string { return f.key.Name() + " == " + value.FormatNumber(f.want) }
func (f fact) Terms(c *engine.Context) []engine.Term {
	return []engine.Term{{Text: f.key.Name(), Value: c.Agent().Get(f.key).String()}}
}

func TestDump(t *testing.T) {
	f := &forest{}
	always := func(*engine.Context) bool { return true }
	root := f.behavior("root", &behaviors.Native{Children: kind.Sequential})
	listen := f.behavior("sense.listen", &behaviors.Native{NonExclusive: true, Precondition: always})
	startled := f.behavior("startled", &behaviors.Native{Stimulus: "noise"})
	missing := &engine.Behavior{ID: f.ids.Of("gone"), Name: "gone", Missing: true}
	p, err := engine.Compile(engine.Definition{Name: "guard", Root: &engine.Node{Behavior: root, Children: []*engine.Node{
		{Behavior: listen, Params: engine.Params{{Name: "range", Value: value.Number(5)}}},
		{Behavior: startled, ID: "jump", Guard: fact{keyHP, 3}},
		{Behavior: missing},
		{Behavior: missing},
		{Kind: kind.Tree, Name: "patrol", Children: []*engine.Node{{Behavior: listen}}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	want := `tree guard: 7 nodes
0    end 7     sequential         root
1    end 2     leaf                 sense.listen + range=5 [precondition]
2    end 3     leaf                 startled id=jump stimulus=noise when hp == 3
3    end 4     leaf                 gone MISSING
4    end 5     leaf                 gone MISSING
5    end 7     tree                 patrol
6    end 7     leaf                   sense.listen + [precondition]
`
	if got := p.Dump(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	paths := []string{"root", "root/sense.listen", "root/@jump", "root/gone", "root/gone#2", "root/tree patrol", "root/tree patrol/sense.listen"}
	for i, want := range paths {
		if got := p.Node(i).Path; got != want {
			t.Errorf("path of node %d is %s, want %s", i, got, want)
		}
	}
	for name, want := range map[string]int{"listen": 2, "sense.listen": 2, "jump": 1, "gone": 2, "root/gone#2": 1, "nobody": 0} {
		if got := len(p.Nodes(name)); got != want {
			t.Errorf("%q means %d nodes, want %d", name, got, want)
		}
	}
}

func TestCompileErrors(t *testing.T) {
	f := &forest{}
	b := f.behavior("b", &behaviors.Native{})
	deep := node(b)
	for range engine.MaxDepth {
		deep = node(b, deep)
	}
	wide := node(b)
	for range engine.MaxNodes {
		wide.Children = append(wide.Children, node(b))
	}
	for _, tt := range []struct {
		name string
		root *engine.Node
		want string
	}{
		{"no root", nil, ` tree-without-root tree="t" -> it`},
		{"no behavior", node(b, &engine.Node{Name: "x", Pos: diag.Pos{File: "t.bt", Line: 3, Col: 5}}), `t.bt:3:5 node-without-behavior node="x" -> it`},
		{"no child rule", node(f.behavior("odd", &behaviors.Native{Children: kind.ChildRule(kind.Fallback)})), ` unknown-child-rule node="odd" -> it`},
		{"too deep", deep, ` program-too-deep limit=250 tree="t" -> it`},
		{"too many", wide, ` program-too-large limit=100000 tree="t" -> it`},
		{"tree node without child", &engine.Node{Kind: kind.Tree, Name: "other"}, ` too-few-children count=0 least=1 node="other" -> it`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := engine.Compile(engine.Definition{Name: "t", Root: tt.root})
			if list, _ := err.(diag.List); len(list) != 1 || list[0].Pos.String()+" "+message.Identity(list[0]) != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// TestBigTree checks a tree whose sets of nodes have more than one word.
func TestBigTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &forest{}
		b := f.behavior("b", &behaviors.Native{NonExclusive: true})
		n := rapid.IntRange(60, 300).Draw(t, "nodes")
		nodes := []*engine.Node{node(b)}
		for len(nodes) < n {
			child := node(b)
			at := max(0, len(nodes)-1-rapid.IntRange(0, 40).Draw(t, "up"))
			nodes[at].Children = append(nodes[at].Children, child)
			nodes = append(nodes, child)
		}
		p, err := engine.Compile(engine.Definition{Name: "t", Root: nodes[0]})
		if err != nil {
			t.Skip(err)
		}
		w := engine.NewWorld(engine.Options{})
		a := w.Spawn(p, "a")
		w.Tick(frame)
		if got := len(a.ActiveNodes()); got != n {
			t.Fatalf("%d of %d nodes active", got, n)
		}
		var exits []int32
		w.Observe(func(e engine.Event) {
			if e.Kind == engine.EventExit {
				exits = append(exits, e.Node)
			}
		})
		a.Reset()
		for i, node := range exits {
			if int(node) != n-1-i {
				t.Fatalf("exit %d is of node %d", i, node)
			}
		}
		if len(exits) != n || len(a.ActiveNodes()) != 0 {
			t.Fatalf("%d exits of %d nodes", len(exits), n)
		}
	})
}

func TestExplain(t *testing.T) {
	f := &forest{}
	root := f.behavior("root", &behaviors.Native{})
	startled := f.behavior("startled", &behaviors.Native{Stimulus: "noise"})
	moody := f.behavior("moody", &behaviors.Native{Precondition: func(c *engine.Context) bool {
		c.NoteRead("hp", c.Agent().Get(keyHP).String())
		return c.Agent().Get(keyHP).Float() > 50
	}})
	gone := &engine.Behavior{ID: f.ids.Of("gone"), Name: "gone", Missing: true}
	patrol := f.behavior("patrol", &behaviors.Native{})
	idle := f.behavior("idle", &behaviors.Native{})
	p := compile(t, node(root,
		node(startled),
		&engine.Node{Behavior: idle, Guard: fact{keyX, 3}},
		node(moody), node(gone), node(patrol), node(idle)))
	w := engine.NewWorld(engine.Options{})
	a := w.Spawn(p, "troll")
	a.Set(keyHP, value.Number(12))
	w.Tick(frame)
	w.Tick(frame)
	want := `troll#1, tree test, after tick 2 (0.03 s)
would run: root/patrol
is doing:  root/patrol
blocked:   root/gone: its behavior is missing: see bough check
           root/moody: precondition is false (hp = 12)
           root/idle: condition x == 3 is false (x = nil)
asked, in order:
  yes root [active 0.02 s]
  no    startled: no stimulus "noise"
  no    idle: condition x == 3 is false (x = nil)
  no    moody: precondition is false (hp = 12)
  no    gone: its behavior is missing: see bough check
  yes   patrol [active 0.02 s]`
	if got := a.Explain().String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	a.Set(keyX, value.Number(3))
	e := a.Explain()
	if strings.Join(e.Planned, " ") != "root root/idle" || strings.Join(e.Active, " ") != "root root/patrol" {
		t.Errorf("planned %v, active %v", e.Planned, e.Active)
	}
}
