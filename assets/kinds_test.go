package assets_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
)

// load loads files. Each name in them that is neither a file nor a kind is a Go behavior that does
// nothing.
func load(t *testing.T, kinds []*engine.Custom, files map[string]string) (*assets.Manager, *assets.Report) {
	t.Helper()
	rt := luabind.NewRuntime(luabind.Options{})
	natives := map[string]*behaviors.Native{}
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
		for line := range strings.Lines(text) {
			word, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "disabled ")+" ", " ")
			if strings.HasSuffix(name, ".bt") && word != "" && word[0] != '#' && !strings.HasPrefix(word, "bad_") && behaviors.KindNamed(word) == nil && !isCustom(kinds, word) {
				natives[word] = &behaviors.Native{}
			}
		}
	}
	m := assets.NewManager(assets.Options{FS: fsys, Runtime: rt, Natives: natives, Kinds: kinds})
	return m, m.Load()
}

func isCustom(kinds []*engine.Custom, name string) bool {
	for _, k := range kinds {
		if k.Name == name {
			return true
		}
	}
	return false
}

// TestExamplesOfKinds checks that every example of the catalog loads and runs.
func TestExamplesOfKinds(t *testing.T) {
	for i := range behaviors.Kinds {
		k := &behaviors.Kinds[i]
		t.Run(k.Name, func(t *testing.T) {
			files := map[string]string{"x.bt": k.Example}
			if k.Kind == kind.Tree {
				files["y.bt"] = "tree patrol\n  walk\n"
			}
			m, rep := load(t, nil, files)
			if len(rep.Problems) > 0 {
				t.Fatal(rep.Problems)
			}
			w := engine.NewWorld(engine.Options{})
			defer w.Close()
			for _, tree := range m.Bundle().TreeNames() {
				p := m.Bundle().Program(tree)
				w.Spawn(p, tree)
				if tree != "patrol" && !strings.Contains(p.Dump(), k.Name) {
					t.Errorf("the example has no %s:\n%s", k.Name, p.Dump())
				}
			}
			for range 5 {
				w.Tick(time.Second)
			}
		})
	}
}

func TestCatalogIsComplete(t *testing.T) {
	seen := map[kind.Kind]int{}
	for _, k := range behaviors.Kinds {
		seen[k.Kind]++
	}
	for k := range kind.Kind(kind.Count) {
		want := 1
		if k == kind.Behavior || k == kind.Custom {
			want = 0
		}
		if seen[k] != want {
			t.Errorf("kind %s stands %d times in the catalog, want %d", k, seen[k], want)
		}
	}
}

func TestSettings(t *testing.T) {
	m, rep := load(t, nil, map[string]string{"x.bt": `condition weak = hp < 30
tree x
  priority
    parallel success=one failure=all unready=refuse decide=each  when weak
      repeat 3 per_tick=one
        a
      chance 56%
        b
    random
      cooldown 2.5  weight=3
        a
      wait seconds=2 weight=0
    switch weather
      set alarm=true level=3  case="rain"
      emit "noise" ttl=2 to="friend" data={x=1}
    request "move" channel="legs" priority=2
`})
	if len(rep.Problems) > 0 {
		t.Fatal(rep.Problems)
	}
	const want = `tree x: 14 nodes
0    end 14    priority           priority
1    end 6     parallel             parallel success=1 failure=-1 unready=refuse decide=each when weak
2    end 4     repeat                 repeat count=3 per_tick=one
3    end 4     leaf                     a
4    end 6     chance                 chance chance=0.56
5    end 6     leaf                     b
6    end 10    random               random
7    end 9     cooldown               cooldown time=2.5s weight=3
8    end 9     leaf                     a
9    end 10    wait                   wait time=2s weight=0
10   end 13    switch               switch (weather)
11   end 12    set                    set case="rain" alarm=true level=3
12   end 13    emit                   emit time=2s name="noise" data={x=1} to=friend
13   end 14    request              request name="move" channel="legs" priority=2
`
	if got := m.Bundle().Program("x").Dump(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestBadKinds(t *testing.T) {
	for text, want := range map[string]string{
		"wait":                           "x.bt:2:3: wait needs seconds: for example: wait 2",
		"wait -1":                        "x.bt:2:8: seconds is -1; want a number of seconds, 0 or more",
		"request \"go\" {x=1}":           "x.bt:2:16: request takes 1 value without a name: it is kind; write data={x=1}",
		"wait 1 2":                       "x.bt:2:10: wait takes 1 value without a name: wait takes seconds",
		"wait 1 secs=2":                  "x.bt:2:10: wait has no parameter secs: wait takes seconds",
		"wait 1 seconds=2":               "x.bt:2:10: seconds is given twice, without its name and with it",
		"wait \"2\"":                     "want a number of seconds, 0 or more",
		"repeat 2.5\n    a":              "times is 2.5; want a whole number from 1 to 2147483647",
		"repeat 2\n    a\n    b":         "x.bt:4:5: b is child number 2 of repeat, which takes at most 1: put several below one node, such as sequence",
		"invert":                         "x.bt:2:3: node invert has 0 children; it takes exactly 1: indent a node below it",
		"idle\n    a":                    "x.bt:3:5: a is below idle, which takes no children: put both below a node such as sequence",
		"priority\n    idle\n      a\n":  "x.bt:4:7: a is below idle, which takes no children: indent it like idle, to put it beside it",
		"chance 1.5\n    a":              "p is 1.5; want a number from 0 to 1 or a percentage such as 56%",
		"parallel unready=ignore\n    a": "unready is \"ignore\"; want fail, skip or refuse",
		"parallel success=most\n    a":   "success is \"most\"; want a whole number from 1 on, one, or all",
		"parallel success=-1\n    a":     "success is -1; want a whole number from 1 on, one, or all",
		"parallel decide=always\n    a":  "decide is \"always\"; want round or each",
		"parallel unready=skip success=one failure=2\n    a\n    b":  "x.bt:2:3: warning: with unready=skip a parallel ends when none of its children runs; success=, failure= and decide= have no effect: take them out, or leave out unready=skip",
		"parallel unready=skip decide=each\n    a":                   "have no effect",
		"parallel unready=skip\n    a":                               "",
		"retry per_tick=one\n    a":                                  "x.bt:2:3: warning: without a number retry runs once in each tick; per_tick=one has no effect: leave it out, or say how many rounds: retry 3 per_tick=one",
		"repeat 2 per_tick=one\n    a":                               "",
		"parallel sucess=1\n    a":                                   "parallel has no parameter sucess: did you mean success?",
		"set \"alarm\" true":                                         "x.bt:2:7: set takes no value without a name: write the name of a field, = and its value: set alarm=true level=3",
		"bad_x.lua":                                                  "x.bt:2:3: there is no behavior or node kind bad_x.lua: a tree names a behavior without .lua: write bad_x",
		"tree bad_x.bt":                                              "x.bt:2:8: there is no tree bad_x.bt: a tree is named without .bt: write tree bad_x",
		"set":                                                        "set needs a field and its value: for example: set alarm=true level=3",
		"sequence":                                                   "sequence has no children, so it does nothing",
		"sequence\n    a +":                                          "the mark + has no effect below sequence",
		"random\n    a weight=heavy":                                 "heavy is not a value: put quotes around a text",
		"sequence\n    bad_x weight=2":                               "there is no behavior or node kind bad_x",
		"condition hp <":                                             "x.bt:2:16",
		"condition can_see\n\n":                                      "",
		"switch hp\n    a case=1\n    b":                             "",
		"if_then_else\n    a":                                        "x.bt:2:3: node if_then_else has 1 child; it takes at least 2: indent 1 more node below it",
		"selector\n    a":                                            "",
		"set name=\"x\"":                                             "x.bt:2:7: agent.name is set by the engine and cannot be written",
		"wait 50%":                                                   "x.bt:2:8: 50% is a share of one, which wait does not take here",
		"parallel success=5\n    a\n    b":                           "x.bt:2:3: warning: success=5, but parallel has 2 children, so it never succeeds",
		"parallel failure=2\n    a":                                  "failure=2, but parallel has 1 child, so it never fails by their number",
		"monitor conditions=2\n    a":                                "conditions=2, but monitor has 1 child, so all of them are conditions",
		"switch hp\n    a case=1\n    b case=1":                      "x.bt:4:5: warning: b has the same case as a, so it never runs",
		"switch hp\n    a\n    b case=1":                             "x.bt:3:5: warning: a has no case, so it never runs: only the last child may run for all other values",
		"sequence\n    a when ran(\"nosuch\")":                       "x.bt:3:17: warning: no tree has a node \"nosuch\", so asking for it is an error",
		"sequence\n    a when bt.ran(\"nosuch\")":                    "x.bt:3:20: warning: no tree has a node \"nosuch\", so asking for it is an error",
		"sequence\n    a when active(\"sequenc\")":                   "did you mean sequence?",
		"sequence\n    a when since(3) > 1":                          "since wants the name of a node in quotes; write since(\"name\")",
		"sequence\n    a when bt.ran_ago(\"a\", 65)":                 "bt.ran_ago(\"a\", 65): the second is a whole number of ticks, and an agent remembers the last 64; write ran_ago(\"name\", 3)",
		"sequence\n    a when ran(\"a\", -1)":                        "ran(\"a\", -1): the second is a whole number of ticks",
		"sequence\n    a when ran(\"a\", 0.5)":                       "ran(\"a\", 0.5): the second is a whole number of ticks",
		"sequence\n    a when ran(\"a\", 3) and active(\"x/y\")":     "no tree has a node \"x/y\"",
		"sequence\n    a when ran(\"a\") or since(\"sequence\") > 1": "",
		"sequence\n    a when agent.hp == 5":                         "agent is not known here, since fields are written without it: write hp",
		"sequence when params.rech > 3\n    a":                       "x.bt:2:17: warning: sequence has no parameter rech, so params.rech is nil",
		"sequence\n    a\n    disabled b":                            "x.bt:4:5: warning: a node that is disabled is never ready, so sequence never succeeds: to go on without it, make comments of it and of what is below it",
		"parallel\n    disabled a\n    b":                            "so parallel never succeeds",
		"parallel success=one\n    disabled a\n    b":                "",
		"priority\n    disabled a\n    b":                            "",
		"disabled sequence\n    disabled a":                          "x.bt:2:3: warning: the root of tree x is disabled, so nothing of the tree runs: take the word disabled away, or disable a part of the tree",
		"timeout 0\n    a":                                           "x.bt:2:3: warning: timeout 0 leaves its child no time: give it some seconds",
		"timeout 0.5\n    a":                                         "",
		"random\n    a weight=0\n    b weight=0":                     "x.bt:2:3: warning: all children of random have the weight 0, so none is ever drawn",
		"random\n    a weight=0\n    b":                              "",
		"emit \"\"":                                                  "x.bt:2:8: stimulus is \"\"; want a text in quotes that is not empty",
		"request \"\"":                                               "kind is \"\"; want a text in quotes that is not empty",
		"request \"x\" channel=\"\"":                                 "channel is \"\"; want a text in quotes that is not empty",
		"log \"\"":                                                   "",
		"utility inertia=-1\n    a":                                  "inertia is -1; want a number, 0 or more",
		"active_selector\n    bad_sequnce":                           "there is no behavior or node kind bad_sequnce",
		"priority\n    tree selector":                                "x.bt:3:10: there is no tree selector: it is a node kind; write selector without the word tree",
	} {
		_, rep := load(t, nil, map[string]string{"x.bt": "tree x\n  " + text + "\n"})
		got := rep.Problems.Error()
		if len(rep.Problems) == 0 {
			got = ""
		}
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
	}
}

func TestNamedConditions(t *testing.T) {
	m, rep := load(t, nil, map[string]string{
		"a.bt": "condition weak = hp < 30\ncondition flees = weak and not cornered\ntree a\n  priority\n    run_away  when flees\n    stay\n",
		"b.bt": "condition cornered = walls > 2\ntree b\n  sequence\n    condition weak\n    stay\n",
	})
	if len(rep.Problems) > 0 {
		t.Fatal(rep.Problems)
	}
	w := engine.NewWorld(engine.Options{})
	defer w.Close()
	a := w.Spawn(m.Bundle().Program("a"), "a")
	set := func(name string, f float64) { a.Set(engine.KeyOf(name), value.Number(f)) }
	for _, c := range []struct {
		hp, walls float64
		want      string
	}{{10, 0, "run_away"}, {10, 3, "stay"}, {50, 0, "stay"}} {
		set("hp", c.hp)
		set("walls", c.walls)
		w.Tick(time.Second)
		if !a.IsActive(c.want) {
			t.Errorf("hp %v, walls %v: %s is not active:\n%s", c.hp, c.walls, c.want, a.Explain())
		}
	}
}

func TestBadNamedConditions(t *testing.T) {
	for _, c := range []struct {
		files map[string]string
		want  string
		count int
	}{
		{map[string]string{"a.bt": "condition x = y\ncondition y = x\ntree a\n  stay\n"}, "x -> y -> x", 2},
		{map[string]string{"a.bt": "condition x = hp <\ntree a\n  stay\n", "b.bt": "tree b\n  stay when x\n"}, "a.bt:1:18: condition x: the expression ends after \"<\", which needs a value after it", 1},
		{map[string]string{
			"a.bt": "condition x = hp < 1\n", "b.bt": "condition x = hp < 2\n", "c.bt": "tree c\n  stay when x\n", "agent.fields": "hp: hit points\n",
		}, "c.bt:2:13: the condition x is defined at a.bt:1:11 and at b.bt:1:11: rename one of them, or define it in this file", 1},
		{map[string]string{
			"a.bt": "condition x = hpp < 1\ncondition y = x\n", "b.bt": "tree b\n  priority\n    stay when y\n    stay when hp > 3 and x\n", "agent.fields": "hp: hit points\n",
		}, "a.bt:1:15: warning: condition x reads the field hpp, which nothing ever sets: did you mean hp?", 1},
	} {
		_, rep := load(t, nil, c.files)
		if got := rep.Problems.Error(); !strings.Contains(got, c.want) || len(rep.Problems) != c.count {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestCustomKinds(t *testing.T) {
	kind := &engine.Custom{
		Name: "nth", MinChildren: 1, MaxChildren: -1, Positional: 1,
		Params: []engine.CustomParam{{Name: "place"}, {Name: "strict", Default: value.Bool(false)}},
		New:    func(p engine.Params) (engine.Rule, error) { return nth(p.Get("place").Float()), nil },
	}
	if err := assets.CheckKinds([]*engine.Custom{kind}); err != nil {
		t.Fatal(err)
	}
	m, rep := load(t, []*engine.Custom{kind}, map[string]string{"x.bt": "tree x\n  nth 2\n    a\n    b\n"})
	if len(rep.Problems) > 0 {
		t.Fatal(rep.Problems)
	}
	w := engine.NewWorld(engine.Options{})
	defer w.Close()
	a := w.Spawn(m.Bundle().Program("x"), "x")
	w.Tick(time.Second)
	if !a.IsActive("b") || a.IsActive("a") {
		t.Errorf("active %v", a.ActiveNodes())
	}
	for text, want := range map[string]string{
		"nth":                     "nth needs place",
		"nth 1 2":                 "nth takes 1 value without a name: its parameters are place, strict",
		"nth 1 palce=2":           "nth has no parameter palce: did you mean place?",
		"nth 1 place=2":           "place is given twice",
		"nth 1":                   "node nth has 0 children; it takes at least 1",
		"nth 1 strict=yes\n    a": "quotes",
		"bad_nht 1\n    a":        "there is no behavior or node kind bad_nht",
	} {
		_, rep := load(t, []*engine.Custom{kind}, map[string]string{"x.bt": "tree x\n  " + text + "\n"})
		if got := rep.Problems.Error(); !strings.Contains(got, want) {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
	}
	for _, name := range []string{"", "two words", "a.b", "end", "when", "id", "note", "place"} {
		bad := &engine.Custom{Name: "x", New: kind.New, Params: []engine.CustomParam{{Name: "place"}, {Name: name}}}
		if err := assets.CheckKinds([]*engine.Custom{bad}); err == nil || !strings.HasPrefix(err.Error(), "kind x: ") {
			t.Errorf("parameter %q: %v", name, err)
		}
	}
	for _, bad := range []*engine.Custom{
		{Name: "end", New: kind.New}, {Name: "when", New: kind.New}, {Name: "sequence", New: kind.New}, {Name: "two words", New: kind.New}, {Name: "x"}, {Name: "x", MinChildren: 2, MaxChildren: 1, New: kind.New}, {Name: "x", Positional: 1, New: kind.New},
	} {
		if assets.CheckKinds([]*engine.Custom{bad}) == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
	if assets.CheckKinds([]*engine.Custom{kind, kind}) == nil {
		t.Error("a kind is accepted twice")
	}
}

// nth is a rule that runs the child with that number, counting from 1.
type nth int

func (r nth) Decide(v engine.Visit) engine.Certainty { return v.Ask(int(r) - 1) }

func (r nth) Act(v engine.Visit) engine.Status {
	s, _ := v.Run(int(r) - 1)
	return s
}

// TestMisspelledCondition checks that a misspelled name of a condition is treated as a field, with a
// hint.
func TestMisspelledCondition(t *testing.T) {
	for text, want := range map[string]string{
		"condition hurt = hp < 30\ntree a\n  sequence\n    stay  when hurtt\n":                                "a.bt:4:16: warning: guard reads the field hurtt, which nothing ever sets: did you mean hurt?",
		"condition hungry = (hunger or 0) > 5\ntree a\n  sequence\n    set hunger=3\n    stay  when hungri\n": "a.bt:5:16: warning: guard reads the field hungri, which nothing ever sets: did you mean hungry?",
		"condition hungry = (hunger or 0) > 5\ntree a\n  sequence\n    set hunger=3\n    stay  when hungar\n": "a.bt:5:16: warning: guard reads the field hungar, which nothing ever sets: did you mean hunger?",
	} {
		_, rep := load(t, nil, map[string]string{"a.bt": text})
		if got := rep.Problems.Error(); !strings.Contains(got, want) {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// TestOneMistake checks that a mistake has no other problems as its results, and is reported where it was made.
func TestOneMistake(t *testing.T) {
	for text, want := range map[string]string{
		"tree a to\n  wait to\ntree b\n  tree a too=4\n":                                   "b.bt:4:10: tree a has no parameter too: did you mean to?",
		"tree a to\n  wait to\ntree b\n  tree a\n":                                         "b.bt:4:8: tree a needs to: give it: tree a to=VALUE",
		"tree a to\n  wait to\ntree b\n  tree a to=nil\n":                                  "b.bt:4:10: seconds is nil; want a number of seconds, 0 or more (at most a century) (to is used at b.bt:2:8)",
		"tree a to\n  wait to\ntree c x\n  tree a to=x\ntree b\n  tree c x=\"four\"\n":     "b.bt:6:10: seconds is \"four\"; want a number of seconds, 0 or more (at most a century) (to is used at b.bt:2:8) (x is used at b.bt:4:10)",
		"tree b\n  set name=\"bob\"\n":                                                     "b.bt:2:7: agent.name is set by the engine and cannot be written",
		"tree b\n  wait secnds=2\n":                                                        "b.bt:2:8: wait has no parameter secnds: did you mean seconds?",
		"tree b Keeps the light\n  idle\n":                                                 "b.bt:1:8: warning: tree b does not use its parameters Keeps the light: put quotes around a description: \"Keeps the light\"",
		"tree a\n  sequence\n    wait 1 id=w\ntree b\n  tree a\n    disabled override w\n": "b.bt:6:5: warning: a node that is disabled is never ready, so sequence never succeeds: to go on without it, write override w without disabled, and a node below it that succeeds",
		"tree b x\n  sequence\n  wait 1\n  wait x\n":                                       "b.bt:3:3: tree b has a root already: sequence of line 2: indent this line to put it below a node; a new tree begins at column 1",
	} {
		_, rep := load(t, nil, map[string]string{"b.bt": text})
		if len(rep.Problems) != 1 || rep.Problems[0].Headline() != want {
			t.Errorf("%s\ngot %v\nwant %s", text, rep.Problems, want)
		}
	}
}

// TestUsers checks that Users returns all nodes of a behavior, also in inclusions, with the places
// where they are written.
func TestUsers(t *testing.T) {
	m, rep := load(t, nil, map[string]string{
		"a.bt": "tree a\n  sequence\n    stay\n    tree b\n", "b.bt": "tree b\n  random\n    run_away\n    stay\n",
	})
	if len(rep.Problems) > 0 {
		t.Fatal(rep.Problems)
	}
	var got []string
	for _, u := range m.Bundle().Users("stay") {
		got = append(got, fmt.Sprintf("%s %d %s %s", u.Tree, u.Node, u.Path, u.Pos))
	}
	want := []string{"a 1 sequence/stay a.bt:3:5", "a 5 sequence/tree b/random/stay b.bt:4:5", "b 2 random/stay b.bt:4:5"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestNotes checks that tools get the note of a node, and that an edit of only a note makes a new
// program.
func TestNotes(t *testing.T) {
	tree := func(note string) map[string]string {
		return map[string]string{"a.bt": "tree a\n  stay note=\"" + note + "\"\n"}
	}
	first, _ := load(t, nil, tree("one"))
	p := first.Bundle().Program("a")
	if got := p.Node(0).Note; got != "one" || !strings.Contains(p.Dump(), `stay note="one"`) {
		t.Errorf("note %q\n%s", got, p.Dump())
	}
	second, _ := load(t, nil, tree("two"))
	if p.Same(second.Bundle().Program("a")) {
		t.Error("programs with different notes count as the same")
	}
}

// TestSwitchBesideGuardsOfItsText checks the expression of a switch whose text is also that of a
// guard, a condition or another switch, in the same file or in another one. The expression must
// have a value in whatever order they are linked.
func TestSwitchBesideGuardsOfItsText(t *testing.T) {
	const choice = `
    on   case=true
    calm case="calm"
    two  case=2
    other
`
	yes := "tree %s\n  idle when mode\n"
	asks := "tree %s\n  priority\n    condition mode\n    wait_until mode\n"
	files := map[string]string{
		"a.bt": fmt.Sprintf(yes, "a"),
		"b.bt": "tree b\n  switch mode" + choice,
		"c.bt": fmt.Sprintf(asks, "c"),
		"d.bt": "tree d\n  switch mode  when mode" + choice,
		"e.bt": "tree e\n  switch mode" + choice,
		"f.bt": fmt.Sprintf(yes, "f"),
	}
	m, rep := load(t, nil, files)
	if len(rep.Problems) > 0 {
		t.Fatal(rep.Problems)
	}
	for _, c := range []struct {
		mode value.Value
		want string
	}{{value.Bool(true), "on"}, {value.String("calm"), "calm"}, {value.Number(2), "two"}, {value.String("else"), "other"}} {
		for _, tree := range []string{"b", "d", "e"} {
			w := engine.NewWorld(engine.Options{})
			a := w.Spawn(m.Bundle().Program(tree), tree)
			a.Set(engine.KeyOf("mode"), c.mode)
			w.Tick(time.Second)
			nodes := a.ActiveNodes()
			if len(nodes) != 2 || a.Program().Node(nodes[1]).Name != c.want {
				t.Errorf("mode %v: tree %s runs the nodes %v, want its case %s", c.mode, tree, nodes, c.want)
			}
			w.Close()
		}
	}
}
