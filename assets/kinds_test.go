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
		"wait":                           `x.bt:2:3: missing-parameter example="wait 2" name="seconds" node="wait" -> it`,
		"wait -1":                        `x.bt:2:8: wrong-parameter-value name="seconds" value="-1" want=(seconds-value) -> it`,
		"request \"go\" {x=1}":           `x.bt:2:16: surplus-value count=1 got=2 node="request" -> value-with-name first="kind" text="data={x=1}"`,
		"wait 1 2":                       `x.bt:2:10: surplus-value count=1 got=2 node="wait" -> delete-value instead=(wait-randomly least="1" range="1") value="2"`,
		"wait 2 1":                       `x.bt:2:10: surplus-value count=1 got=2 node="wait" -> delete-value instead=(takes-parameters names=[seconds] node="wait") value="1"`,
		"wait 2 cooldown=5":              `x.bt:2:10: unknown-parameter name="cooldown" node="wait" -> write-above kind="cooldown" line="cooldown 5" node="wait"`,
		"wait 1 secs=2":                  `x.bt:2:10: unknown-parameter name="secs" node="wait" -> takes-parameters names=[seconds] node="wait"`,
		"wait 1 seconds=2":               `x.bt:2:10: parameter-given-twice name="seconds" -> it`,
		"wait \"2\"":                     `x.bt:2:8: wrong-parameter-value name="seconds" value="\"2\"" want=(seconds-value) -> it`,
		"repeat 2.5\n    a":              `x.bt:2:10: wrong-parameter-value name="times" value="2.5" want=(count-value) -> it`,
		"repeat 2\n    a\n    b":         `x.bt:4:5: too-many-children child="b" most=1 node="repeat" number=2 -> it`,
		"invert":                         `x.bt:2:3: too-few-children count=0 least=1 node="invert" -> indent-below`,
		"idle\n    a":                    `x.bt:3:5: takes-no-children child="a" node="idle" -> put-both-below`,
		"priority\n    idle\n      a\n":  `x.bt:4:7: takes-no-children child="a" node="idle" -> it`,
		"chance 1.5\n    a":              `x.bt:2:10: wrong-parameter-value name="the chance" value="1.5" want=(chance-value) -> it`,
		"parallel unready=ignore\n    a": `x.bt:2:20: wrong-parameter-value name="unready" value="ignore" want=(word-value choices=[fail skip refuse]) -> it`,
		"parallel success=most\n    a":   `x.bt:2:20: wrong-parameter-value name="success" value="most" want=(quota-value) -> it`,
		"parallel success=-1\n    a":     `x.bt:2:20: wrong-parameter-value name="success" value="-1" want=(quota-value) -> it`,
		"parallel decide=always\n    a":  `x.bt:2:19: wrong-parameter-value name="decide" value="always" want=(word-value choices=[round each]) -> it`,
		"parallel unready=skip success=one failure=2\n    a\n    b":  "x.bt:2:25: warning quota-without-effect -> it",
		"parallel unready=skip decide=each\n    a":                   "x.bt:2:25: warning quota-without-effect -> it",
		"parallel unready=skip\n    a":                               "",
		"retry per_tick=one\n    a":                                  `x.bt:2:9: warning per-tick-without-effect kind="retry" -> it`,
		"repeat 2 per_tick=one\n    a":                               "",
		"parallel sucess=1\n    a":                                   `x.bt:2:12: unknown-parameter name="sucess" node="parallel" -> did-you-mean near="success"`,
		"set \"alarm\" true":                                         `x.bt:2:7: surplus-value count=0 got=2 node="set" -> write-field example="set alarm = true, level = (level or 0) + 1"`,
		"bad_x.lua":                                                  `x.bt:2:3: unknown-behavior name="bad_x.lua" names=[] new="bad_x.lua" -> behavior-without-extension extension=".lua" name="bad_x"`,
		"tree bad_x.bt":                                              `x.bt:2:8: unknown-tree tree="bad_x.bt" trees=[x] -> tree-without-extension extension=".bt" name="bad_x"`,
		"set":                                                        `x.bt:2:3: set-without-field example="set alarm = true, level = (level or 0) + 1" node="set" -> it`,
		"sequence":                                                   `x.bt:2:3: warning childless-composite node="sequence" -> it`,
		"sequence\n    a +":                                          `x.bt:3:5: warning mark-without-effect parent="sequence" -> it`,
		"sequence\n    bad_x weight=2":                               `x.bt:3:5: unknown-behavior name="bad_x" names=[] new="bad_x" -> new-behavior name="bad_x"`,
		"condition hp <":                                             `x.bt:2:16: text-ends-without-value before="\"<\""`,
		"condition can_see\n\n":                                      "",
		"switch hp\n    a case=1\n    b":                             "",
		"if_then_else\n    a":                                        `x.bt:2:3: too-few-children count=1 least=2 node="if_then_else" -> indent-more-below count=1`,
		"selector\n    a":                                            "",
		"set name=\"x\"":                                             `x.bt:2:7: field-of-engine field="name" -> it`,
		"wait 50%":                                                   `x.bt:2:8: unexpected-percentage name="wait" text="50%" -> it`,
		"parallel success=5\n    a\n    b":                           `x.bt:2:20: warning count-above-children count=2 effect=(never-succeeds-term) name="success" node="parallel" want=5 -> it`,
		"parallel failure=2\n    a":                                  `x.bt:2:20: warning count-above-children count=1 effect=(never-fails-by-number-term) name="failure" node="parallel" want=2 -> it`,
		"monitor conditions=2\n    a":                                `x.bt:2:22: warning count-above-children count=1 effect=(all-are-conditions-term) name="conditions" node="monitor" want=2 -> it`,
		"switch hp\n    a case=1\n    b case=1":                      `x.bt:4:5: warning duplicate-case first="a" node="b" -> it`,
		"switch hp\n    a\n    b case=1":                             `x.bt:3:5: warning missing-case node="a" -> it`,
		"sequence\n    a when ran(\"nosuch\")":                       `x.bt:3:17: warning unknown-node name="nosuch" near=""`,
		"sequence\n    a when bt.ran(\"nosuch\")":                    `x.bt:3:20: warning unknown-node name="nosuch" near=""`,
		"sequence\n    a when active(\"sequenc\")":                   `x.bt:3:20: warning unknown-node name="sequenc" near="sequence" -> it`,
		"sequence\n    a when since(3) > 1":                          `x.bt:3:12: node-name-without-quotes function="since" usage="since(\"name\")" -> it`,
		"sequence\n    a when bt.ran_ago(\"a\", 65)":                 `x.bt:3:12: wrong-number-of-ticks call="bt.ran_ago(\"a\", 65)" limit=64 usage="ran_ago(\"name\", 3)" -> it`,
		"sequence\n    a when ran(\"a\", -1)":                        `x.bt:3:12: wrong-number-of-ticks call="ran(\"a\", -1)" limit=64 usage="ran(\"name\") or ran(\"name\", 3)" -> it`,
		"sequence\n    a when ran(\"a\", 0.5)":                       `x.bt:3:12: wrong-number-of-ticks call="ran(\"a\", 0.5)" limit=64 usage="ran(\"name\") or ran(\"name\", 3)" -> it`,
		"sequence\n    a when ran(\"a\", 3) and active(\"x/y\")":     `x.bt:3:36: warning unknown-node name="x/y" near=""`,
		"sequence\n    a when ran(\"a\") or since(\"sequence\") > 1": "",
		"sequence\n    a when agent.hp == 5":                         `x.bt:3:12: agent-in-condition name="hp" -> it`,
		"sequence when params.when > 3\n    a":                       `x.bt:2:17: warning unread-parameter name="when" near="" node="sequence"`,
		"sequence when params.rech > 3\n    a":                       `x.bt:2:17: warning unread-parameter name="rech" near="" node="sequence" -> write-field-name name="rech"`,
		"sequence\n    a\n    disabled b":                            `x.bt:4:5: warning disabled-step parent="sequence" -> it`,
		"parallel\n    disabled a\n    b":                            `x.bt:3:5: warning disabled-step parent="parallel" -> it`,
		"parallel success=one\n    disabled a\n    b":                "",
		"priority\n    disabled a\n    b":                            "",
		"disabled sequence\n    disabled a":                          `x.bt:2:3: warning disabled-root tree="x" -> it`,
		"timeout 0\n    a":                                           "x.bt:2:11: warning timeout-without-time -> it",
		"timeout 0.5\n    a":                                         "",
		"random\n    a weight=0\n    b weight=0":                     "x.bt:2:3: warning weightless-random -> it",
		"random\n    a weight=0\n    b":                              "",
		"emit \"\"":                                                  `x.bt:2:8: wrong-parameter-value name="stimulus" value="\"\"" want=(filled-text-value) -> it`,
		"request \"\"":                                               `x.bt:2:11: wrong-parameter-value name="kind" value="\"\"" want=(filled-text-value) -> it`,
		"request \"x\" channel=\"\"":                                 `x.bt:2:23: wrong-parameter-value name="channel" value="\"\"" want=(filled-text-value) -> it`,
		"log \"\"":                                                   "",
		"utility\n    a utility=(hp + 1)\n    wait 1 utility=-2":     "",
		"utility\n    a utility=\"x\"":                               `x.bt:3:15: wrong-parameter-value name="utility" value="\"x\"" want=(number-value) -> it`,
		"utility\n    a weight=3":                                    `x.bt:3:7: warning undeclared-behavior-parameter behavior="a" name="weight" -> utility-scores text="utility=3"`,
		"utility\n    a utlity=3":                                    `x.bt:3:7: warning undeclared-behavior-parameter behavior="a" name="utlity" -> did-you-mean-child-parameter near="utility" parent="utility"`,
		"sequence\n    a utility=3":                                  `x.bt:3:7: warning undeclared-behavior-parameter behavior="a" name="utility" -> parameter-for-children kinds=[utility]`,
		"utility inertia=-1\n    a":                                  `x.bt:2:19: wrong-parameter-value name="inertia" value="-1" want=(weight-value) -> it`,
		"active_selector\n    bad_sequnce":                           `x.bt:3:5: unknown-behavior name="bad_sequnce" names=[] new="bad_sequnce" -> new-behavior name="bad_sequnce"`,
		"priority\n    tree selector":                                `x.bt:3:10: unknown-tree tree="selector" trees=[x] -> write-kind name="selector"`,
	} {
		_, rep := load(t, nil, map[string]string{"x.bt": "tree x\n  " + text + "\n"})
		if got := findings(rep.Problems); got != want {
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
	}{
		{map[string]string{"a.bt": "condition x = y\ncondition y = x\ntree a\n  stay\n"}, "a.bt:1:15: condition-uses-itself name=\"x\" path=\"x -> y -> x\"\na.bt:2:15: condition-uses-itself name=\"y\" path=\"y -> x -> y\""},
		{map[string]string{"a.bt": "condition x = hp <\ntree a\n  stay\n", "b.bt": "tree b\n  stay when x\n"}, `a.bt:1:18: text-ends-without-value before="\"<\""`},
		{map[string]string{
			"a.bt": "condition x = hp < 1\n", "b.bt": "condition x = hp < 2\n", "c.bt": "tree c\n  stay when x\n", "agent.fields": "hp: hit points\n",
		}, `c.bt:2:13: ambiguous-condition first="a.bt:1:11" name="x" second="b.bt:1:11" -> it`},
		{map[string]string{
			"a.bt": "condition x = hpp < 1\ncondition y = x\n", "b.bt": "tree b\n  priority\n    stay when y\n    stay when hp > 3 and x\n", "agent.fields": "hp: hit points\n",
		}, `a.bt:1:15: warning unset-field file="agent.fields" name="hpp" what="condition x" -> did-you-mean near="hp"`},
		{map[string]string{"a.bt": "tree a nap=1\n  wait $nap\n", "agent.fields": "hp: hit points\n"}, `a.bt:2:9: warning dollar-before-parameter name="nap" tree="a" -> it`},
		{map[string]string{"a.bt": "tree a place=1\n  bad_walk to=$place\n", "bad_walk.lua": "return { params = { to = 0 }, behavior = function(agent, params) agent.x = params.to end }", "agent.fields": "hp: hit points\n"}, `a.bt:2:16: warning dollar-before-parameter name="place" tree="a" -> it`},
		{map[string]string{"a.bt": "tree a\n  set n = n + 1, m = 2 * m, k = (k or 0) + 1, t = t .. \"x\"\n", "agent.fields": "hp: hit points\n"}, "a.bt:2:11: warning field-without-start file=\"agent.fields\" name=\"n\" -> start-from file=\"agent.fields\" name=\"n\" start=\"0\"\na.bt:2:26: warning field-without-start file=\"agent.fields\" name=\"m\" -> start-from file=\"agent.fields\" name=\"m\" start=\"0\"\na.bt:2:51: warning field-without-start file=\"agent.fields\" name=\"t\" -> start-from file=\"agent.fields\" name=\"t\" start=\"\\\"\\\"\""},
		{map[string]string{"a.bt": "tree a\n  set n = n + 1\n", "b.bt": "tree b\n  set n = 0\n", "agent.fields": "hp: hit points\n"}, ``},
		{map[string]string{"a.bt": "tree a\n  set n = n + 1\n", "b.bt": "tree b\n  tree a\n", "agent.fields": "hp: hit points\nn: rounds\n"}, ``},
		{map[string]string{"a.bt": "tree a\n  set n = n + 1\n", "b.bt": "tree b\n  tree a\n", "agent.fields": "hp: hit points\n"}, `a.bt:2:11: warning field-without-start file="agent.fields" name="n" -> start-from file="agent.fields" name="n" start="0"`},
		{map[string]string{
			"a.bt": "condition far = math.abs(x - place) > 1\ntree a place\n  wait place when far\ntree b\n  tree a place=3\ntree c\n  stay when far\n",
		}, `a.bt:1:30: warning parameter-in-named-condition name="place" tree="a" -> it`},
	} {
		_, rep := load(t, nil, c.files)
		if got := findings(rep.Problems); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestCustomKinds(t *testing.T) {
	kind := &engine.Custom{
		Name: "nth", MinChildren: 1, MaxChildren: -1, Positional: 1,
		Params: []engine.CustomParam{{Name: "place"}, {Name: "strict", Default: value.Bool(false), Field: true}},
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
		"nth":                      "x.bt:2:3: missing-parameter example=\"nth place=VALUE\" name=\"place\" node=\"nth\" -> it\nx.bt:2:3: too-few-children count=0 least=1 node=\"nth\" -> indent-below",
		"nth 1 2":                  "x.bt:2:3: too-few-children count=0 least=1 node=\"nth\" -> indent-below\nx.bt:2:9: surplus-value count=1 got=2 node=\"nth\" -> takes-parameters names=[place strict] node=\"nth\"",
		"nth 1 palce=2":            "x.bt:2:3: too-few-children count=0 least=1 node=\"nth\" -> indent-below\nx.bt:2:9: unknown-parameter name=\"palce\" node=\"nth\" -> did-you-mean near=\"place\"",
		"nth 1 place=2":            "x.bt:2:3: too-few-children count=0 least=1 node=\"nth\" -> indent-below\nx.bt:2:9: parameter-given-twice name=\"place\" -> it",
		"nth 1":                    `x.bt:2:3: too-few-children count=0 least=1 node="nth" -> indent-below`,
		"nth 1 strict=yes\n    a":  `x.bt:2:16: unquoted-text word="yes" -> text-or-field name="yes"`,
		"nth $hp\n    a":           `x.bt:2:7: constant-parameter name="place" -> it`,
		"nth 1 strict=$hp\n    a":  "",
		"nth 1 strict=(hp)\n    a": `x.bt:2:16: constant-parameters name="nth" -> it`,
		"bad_nht 1\n    a":         `x.bt:2:3: unknown-behavior name="bad_nht" names=[a] new="bad_nht" -> it`,
	} {
		_, rep := load(t, []*engine.Custom{kind}, map[string]string{"x.bt": "tree x\n  " + text + "\n"})
		if got := findings(rep.Problems); got != want {
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

// TestFieldsForCustomKinds checks that a rule reads the present value of a field, also through an inclusion.
func TestFieldsForCustomKinds(t *testing.T) {
	kind := &engine.Custom{
		Name: "turn", MinChildren: 1, MaxChildren: -1, Positional: 1, Params: []engine.CustomParam{{Name: "place", Field: true}},
		New: func(p engine.Params) (engine.Rule, error) {
			if p[0].Field != engine.KeyOf("hp") || !p[0].Value.IsNil() {
				t.Errorf("params %v", p)
			}
			return turn{}, nil
		},
	}
	m, rep := load(t, []*engine.Custom{kind}, map[string]string{"x.bt": "tree x which\n  turn which\n    a\n    b\ntree y\n  tree x which=$hp\n"})
	if len(rep.Problems) > 0 {
		t.Fatal(rep.Problems)
	}
	w := engine.NewWorld(engine.Options{})
	defer w.Close()
	a := w.Spawn(m.Bundle().Program("y"), "y")
	for place, want := range []string{"a", "b"} {
		a.Set(engine.KeyOf("hp"), value.Number(float64(place)))
		w.Tick(time.Second)
		if !a.IsActive(want) {
			t.Errorf("%d: active %v", place, a.ActiveNodes())
		}
	}
}

// turn is a rule that runs the child with the number that its parameter has, counting from 0.
type turn struct{}

func (turn) Decide(v engine.Visit) engine.Certainty {
	return v.Ask(int(v.Context().Params().Get("place").Float()))
}

func (turn) Act(v engine.Visit) engine.Status {
	s, _ := v.Run(int(v.Context().Params().Get("place").Float()))
	return s
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
		"condition hurt = hp < 30\ntree a\n  sequence\n    stay  when hurtt\n":                                `a.bt:4:16: warning unset-field file="agent.fields" name="hurtt" what="condition" -> did-you-mean near="hurt"`,
		"condition hungry = (hunger or 0) > 5\ntree a\n  sequence\n    set hunger=3\n    stay  when hungri\n": `a.bt:5:16: warning unset-field file="agent.fields" name="hungri" what="condition" -> did-you-mean near="hungry"`,
		"condition hungry = (hunger or 0) > 5\ntree a\n  sequence\n    set hunger=3\n    stay  when hungar\n": `a.bt:5:16: warning unset-field file="agent.fields" name="hungar" what="condition" -> did-you-mean near="hunger"`,
		"tree a place\n  wait place when x > palce\n":                                                         `a.bt:2:23: warning unset-field file="agent.fields" name="palce" what="condition" -> did-you-mean near="place"`,
		"tree a place\n  wait place when ran(\"wiat\")\n":                                                     `a.bt:2:24: warning unknown-node name="wiat" near="wait" -> it`,
		"tree a to\n  sequence\n    set seen=1\n    wait to when seen == 1 and ran(\"wait\")\n":               ``,
		"tree keeper\n  set lit=true\ntree a\n  wait 1 when not keeper.lit\n":                                 `a.bt:4:19: warning not-of-agent kind=(tree-term) name="keeper" -> it`,
		"tree keeper\n  wait 1\ntree a\n  wait 1 when not keeper.lit\n":                                       ``,
		"tree a\n  sequence\n    combat.melee\n    set x=1\n    wait 1 when ran(combat.melee, 20) or x\n":     `a.bt:5:21: warning unset-field file="agent.fields" name="combat" what="condition" -> quote-name function="ran" name="combat.melee"`,
	} {
		_, rep := load(t, nil, map[string]string{"a.bt": text})
		if got := findings(rep.Problems); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestOneMistake checks that a mistake has no other problems as its results, and is reported where it was made.
func TestOneMistake(t *testing.T) {
	for text, want := range map[string]string{
		"tree a to\n  wait to\ntree b\n  tree a too=4\n":                                                   `b.bt:4:10: unknown-tree-parameter name="too" names=[to] tree="a" -> did-you-mean near="to"`,
		"tree a to\n  wait to\ntree b\n  tree a depth=4\n":                                                 `b.bt:4:10: unknown-tree-parameter name="depth" names=[to] tree="a" -> write-it text="to=4"`,
		"tree a to\n  set x=max(to, 1)\ntree b\n  sequence\n    tree a to=4\n    tree a to=5\n":            `b.bt:2:9: unknown-function name="max" questions=[ran ran_ago active since in_force xor] -> did-you-mean-one-of names=[math.max] (included at b.bt:5:5) (included at b.bt:6:5)`,
		"tree a\n  sequence\n    wait 1 id=w\n    idle\ntree b\n  tree a\n    override wait 2\n":           `b.bt:7:14: unknown-override-id id="wait" ids=[w] tree="a" -> has-id id="w" node="wait"`,
		"tree a to\n  wait to\ntree b\n  tree a\n":                                                         `b.bt:4:8: missing-tree-parameter name="to" tree="a" -> it (to is a parameter of tree a at b.bt:1:8)`,
		"tree a to\n  wait to\ntree b\n  tree a to=nil\n":                                                  `b.bt:4:13: wrong-parameter-value name="seconds" value="nil" want=(seconds-value) -> it (to is used at b.bt:2:8)`,
		"tree a to\n  wait to\ntree c x\n  tree a to=x\ntree b\n  tree c x=\"four\"\n":                     `b.bt:6:12: wrong-parameter-value name="seconds" value="\"four\"" want=(seconds-value) -> it (to is used at b.bt:2:8) (x is used at b.bt:4:13)`,
		"tree b to=3\n  sequence when hp < params.to\n    condition params.to < 3\n    wait 1\n":           "b.bt:2:22: warning unread-parameter name=\"to\" near=\"\" node=\"sequence\" -> write-tree-parameter name=\"to\" tree=\"b\"\nb.bt:3:15: warning unread-parameter name=\"to\" near=\"\" node=\"condition\" -> write-tree-parameter name=\"to\" tree=\"b\"",
		"tree b to=3\n  sequence\n    wait (params.to)\n    wait_until hp > params.to\n    wait to\n":      "b.bt:3:11: warning unread-parameter name=\"to\" near=\"\" node=\"wait\" -> write-tree-parameter name=\"to\" tree=\"b\"\nb.bt:4:21: warning unread-parameter name=\"to\" near=\"\" node=\"wait_until\" -> write-tree-parameter name=\"to\" tree=\"b\"",
		"condition far = x > params.to\ntree b\n  sequence\n    stay when far\n    set x=(params.x + 1)\n": "b.bt:4:15: warning unread-parameter name=\"to\" near=\"\" node=\"stay\"\nb.bt:5:12: warning unread-parameter name=\"x\" near=\"\" node=\"set\" -> write-field-name name=\"x\"",
		"tree b\n  switch params.mood\n    stay case=1\n    idle case=2 when params.case == 2\n":           "b.bt:2:10: warning unread-parameter name=\"mood\" near=\"\" node=\"switch\" -> write-field-name name=\"mood\"\nb.bt:4:22: warning unread-parameter name=\"case\" near=\"\" node=\"idle\" -> write-field-name name=\"case\"",
		"tree b\n  sequence\n    timeout 5\n    stay\n":                                                    `b.bt:3:5: too-few-children count=0 least=1 node="timeout" -> indent-next line=4 node="stay"`,
		"tree b\n  sequence\n    timeout 5\n    sequence\n      stay\n":                                    `b.bt:3:5: too-few-children count=0 least=1 node="timeout" -> indent-next-with-children line=4 node="sequence"`,
		"tree b\n  sequence\n    stay\n    timeout 5\n":                                                    `b.bt:4:5: too-few-children count=0 least=1 node="timeout" -> indent-below`,
		"tree b\n  invert\n    timeout 5\n    stay\n":                                                      `b.bt:3:5: too-few-children count=0 least=1 node="timeout" -> indent-next line=4 node="stay"`,
		"tree b\n  timeout 5\n  stay\n":                                                                    `b.bt:3:3: second-root line=2 root="timeout" tree="b" -> it`,
		"tree b\n  timeout 5\n    timeout 2\n    sequence\n      stay\n":                                   `b.bt:3:5: too-few-children count=0 least=1 node="timeout" -> indent-next-with-children line=4 node="sequence"`,
		"tree b\n  set name=\"bob\"\n":                                                                     `b.bt:2:7: field-of-engine field="name" -> it`,
		"tree b\n  wait secnds=2\n":                                                                        `b.bt:2:8: unknown-parameter name="secnds" node="wait" -> did-you-mean near="seconds"`,
		"tree b to=2 Keeps the light\n  wait to\n":                                                         `b.bt:1:13: warning unused-tree-parameters description="Keeps the light" names=[Keeps the light] tree="b" -> it`,
		"tree b to far near\n  wait to\n":                                                                  "b.bt:1:11: warning unused-tree-parameter name=\"far\" tree=\"b\" -> it\nb.bt:1:15: warning unused-tree-parameter name=\"near\" tree=\"b\" -> it",
		"tree b Keeps the light\n  idle\n":                                                                 `b.bt:1:8: warning unused-tree-parameters description="Keeps the light" names=[Keeps the light] tree="b" -> it`,
		"tree a\n  sequence\n    wait 1 id=w\ntree b\n  tree a\n    disabled override w\n":                 `b.bt:6:5: warning disabled-step parent="sequence" -> override-disabled-step id="w"`,
		"tree b\n  sequence\n    .idle\n    ..\n":                                                          "b.bt:3:5: invalid-name name=\".idle\" -> it\nb.bt:4:5: invalid-name name=\"..\" -> it",
		"tree b\n  priority\n      stay\n    switch hp\n      stay  case=1\n      idle  case=2\n":          `b.bt:4:5: wrong-indentation choices=[2 6] count=4 -> it`,
		"tree b\n  priority hp\n    stay  case=1\n    idle  case=2\n":                                      `b.bt:2:12: unexpected-word word="hp" -> label-or-switch word="hp"`,
		"tree b\n  bad_x\n    stay  weight=1\n    idle  weight=2\n":                                        `b.bt:2:3: unknown-behavior name="bad_x" names=[stay] new="bad_x" -> it`,
		"tree b\n  switch hp\n    stay  csae=1\n    idle  csae=1\n    idle\n":                              "b.bt:3:11: warning undeclared-behavior-parameter behavior=\"stay\" name=\"csae\" -> did-you-mean-child-parameter near=\"case\" parent=\"switch\"\nb.bt:4:11: unknown-parameter name=\"csae\" node=\"idle\" -> did-you-mean-child-parameter near=\"case\" parent=\"switch\"",
		"tree bad_a far=1\n  wait far id=w\ntree b\n  sequence\n    bad_a far=2\n      override w 3\n":     `b.bt:5:5: unknown-behavior name="bad_a" names=[] new="bad_a" -> write-tree name="bad_a"`,
		"tree a far=1\n  wait far name=w\ntree b\n  tree a far=2\n    override w 3\n":                      `b.bt:2:12: unknown-parameter name="name" node="wait" -> id-in-place id="w"`,
		"tree a far near=1\n  wait (far + near)\ntree b\n  tree a 4\n":                                     `b.bt:4:10: value-for-inclusion -> write-it text="far=4"`,
		"tree a far near=1\n  wait (far + near)\ntree b\n  tree a 4 far=3\n":                               `b.bt:4:10: value-for-inclusion -> write-it text="near=4"`,
		"tree a far near=1\n  wait (far + near)\ntree b\n  tree a \"x\" 2\n":                               `b.bt:4:10: value-for-inclusion -> write-it text="far=\"x\" near=2"`,
		"tree a far near=1\n  wait (far + near)\ntree b\n  tree a 4 5 6\n":                                 `b.bt:4:10: value-for-inclusion -> it`,
		"tree b\n  emit \"x\" glad=true\n":                                                                 `b.bt:2:12: unknown-parameter name="glad" node="emit" -> write-in-data text="glad=true"`,
		"tree b\n  emit \"x\" duration=2\n":                                                                `b.bt:2:12: unknown-parameter name="duration" node="emit" -> did-you-mean near="ttl"`,
		"tree b\n  wait duration=2\n":                                                                      `b.bt:2:8: unknown-parameter name="duration" node="wait" -> did-you-mean near="seconds"`,
		"tree b x\n  sequence\n  wait 1\n  wait x\n":                                                       `b.bt:3:3: second-root line=2 root="sequence" tree="b" -> it`,
	} {
		_, rep := load(t, nil, map[string]string{"b.bt": text})
		if got := findings(rep.Problems); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestLackingParameter checks that an included tree is never ready without a parameter that it needs, so that what it runs
// raises no errors.
func TestLackingParameter(t *testing.T) {
	m, _ := load(t, nil, map[string]string{"a.bt": "tree a to\n  sequence id=s\n    walk_to to\n", "b.bt": "tree b\n  priority\n    tree a\n    stay\n"})
	w := engine.NewWorld(engine.Options{})
	defer w.Close()
	a := w.Spawn(m.Bundle().Program("b"), "b")
	w.Tick(time.Second)
	if a.IsActive("s") || !a.IsActive("stay") || a.Program().Nodes("walk_to") == nil {
		t.Errorf("active %v", a.ActiveNodes())
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
