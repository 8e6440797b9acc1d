package conform

import (
	"bytes"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// good is a case that uses most of the format. Parsing does not run the case, so the
// expectations need not be true.
const good = `# a comment
case everything
about All there is to write.
rule 1 things # not a comment
label first
label second
history 4
quarantine 2
dt 500ms
seed 7
show asked
agents anna bert

tree main
  root
    selector  id=pick
      melee   +  when enemy and not dark and hp < 30
      melee
    parallel success=2 unready=skip
      log "a, b"   # words
      condition hp >= 3 +
      tree other
    random
      switch hp weight=0.5
        set hp=3 mode=1  case=7
        emit noise data=north ttl=2s to=mode  case=true
        request move channel=legs data=north priority=2
      condition ran melee and not ran pick 3 and not active root and since melee >= 2  weight=2
      repeat hp+0.5 weight=dark-1
        set hp=hp-3 mode=board.gate

tree other
  idle

fields
  hp 10
  mode 2

board
  gate 1

facts
  enemy 0 1
  dark  !

behaviors
  root         children=priority memory
    utility 1 2
    postcondition 0 1
  melee        stimulus=noise interval=2s hooks=precondition,on_exit non_exclusive restart_on_reload  n R!be S - F!x !p
    precondition needs hp < 3 and active melee
    on_exit adds hp -1
  melee#2      per_call S R!b
  melee@bert   F

run
  post noise north ttl=2s agent=anna
  set hp 3
  tick dt=250ms
    anna: P root, E root, T root memory=1, X melee(north) aborted
    anna: L "a, b", G pick
    anna: Running; active root pick; ran root
    bert: None; active -; ran -
    reports melee.on_exit, condition.guard
  save melee
    anna: active root
    bert: active -
  pause agent=bert
  switch other agent=bert
    anna: active -
    bert: active -
  impose fall data=hard channel=legs priority=9 agent=anna
  impose trip
  end legs agent=bert
  explain agent=anna
    anna: active -
    anna: force trip trip 0 passive, legs fall(hard) 9 passive
    bert: active -
  edit main other
    anna: active idle
    bert: active -
  history
    anna: 1 root melee
    anna: 2 -
    bert: 0 -
`

func TestParse(t *testing.T) {
	c, errs := Load(fstest.MapFS{"x/good.case": {Data: []byte(good)}}, "x/good.case")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	main := c.Trees[0]
	var labels []string
	for i, n := range main.Nodes {
		labels = append(labels, n.Label)
		if n.Index != i {
			t.Errorf("%s has index %d, is at %d", n.Label, n.Index, i)
		}
	}
	want := []string{"root", "pick", "melee", "melee#2", "parallel", "log", "condition", "tree", "idle",
		"random", "switch", "set", "emit", "request", "condition#2", "repeat", "set#2"}
	if !slices.Equal(labels, want) {
		t.Errorf("labels %v, want %v", labels, want)
	}
	melee := main.Nodes[2]
	if got := melee.Guard.String(); got != "enemy and not dark and hp < 30" || !melee.Mark || melee.Parent != main.Nodes[1] {
		t.Errorf("melee: guard %q, mark %v", got, melee.Mark)
	}
	if main.Nodes[8].Parent != main.Nodes[7] || !main.Nodes[6].Mark || main.Nodes[6].Cond.String() != "hp >= 3" {
		t.Error("the included tree, or the condition, is not as written")
	}
	if c.Rule != "1 things # not a comment" || c.DT != 500*time.Millisecond || c.Seed != 7 || !c.ShowAsked || len(c.Labels) != 2 {
		t.Errorf("head: %+v", c)
	}
	var outcomes []string
	for _, o := range melee.Behavior.Part.Outcomes {
		outcomes = append(outcomes, o.String())
	}
	if got := strings.Join(outcomes, " "); got != "n R!be S - F!x R!p" {
		t.Errorf("outcomes %q", got)
	}
	calls := []string{"P root", "E root", "T root memory=1", "X melee(north) aborted", `L "a, b"`, "G pick"}
	if got := c.Steps[2].Expect.Agents[0].Calls; !slices.Equal(got, calls) {
		t.Errorf("calls %q, want %q", got, calls)
	}
	checkParameters(t, c)
}

// checkParameters checks the parsed parameters of good.
func checkParameters(t *testing.T, c *Case) {
	set, emit, request, last := c.Trees[0].Nodes[11], c.Trees[0].Nodes[12], c.Trees[0].Nodes[13], c.Trees[0].Nodes[14]
	if got := c.Trees[0].Nodes[10]; got.Weight != 0.5 || got.Cond.String() != "hp" || last.Weight != 2 || request.Weight != 1 {
		t.Errorf("weights %v, %v and %v, value %v", got.Weight, last.Weight, request.Weight, got.Cond)
	}
	if !slices.Equal(set.Sets, []Assignment{{Field: "hp", Value: 3}, {Field: "mode", Value: 1}}) || set.Case != "7" || emit.Case != "true" || request.Case != "" {
		t.Errorf("set %v, cases %q, %q, %q", set.Sets, set.Case, emit.Case, request.Case)
	}
	if want := (Emission{Stimulus{"noise", "north", 2 * time.Second}, "mode"}); emit.Emits != want {
		t.Errorf("emit %+v, want %+v", emit.Emits, want)
	}
	if want := (Request{"move", "legs", "north", 2, false}); request.Wants != want {
		t.Errorf("request %+v, want %+v", request.Wants, want)
	}
	if got := last.Cond.String(); got != "ran melee and not ran pick 3 and not active root and since melee >= 2" {
		t.Errorf("questions %q", got)
	}
	if got := c.Steps[6]; got.Request != (Request{"fall", "legs", "hard", 9, true}) || got.Agent != 0 {
		t.Errorf("impose %+v", got)
	}
	if got := c.Steps[9].Expect.Agents[0].Force; !slices.Equal(got, []string{"legs fall(hard) 9 passive", "trip trip 0 passive"}) {
		t.Errorf("in force %q", got)
	}
}

func TestComputed(t *testing.T) {
	c, errs := ParseInputs("t", []byte(frame(`tree
  utility inertia=hp+1
    emit noise ttl=hp weight=1
    request move priority=board.gate-2
    set hp=hp+1 mode=enemy hp=3
    wait hp-0.5 weight=enemy
    wait 2
facts
  enemy 1 0 !
fields
  hp 10
  mode 2
board
  gate 1
behaviors
run
  tick
`)))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if !c.Computed() {
		t.Error("the case has no computed numbers")
	}
	var got []string
	for _, n := range c.Trees[0].Nodes {
		for _, x := range []*Number{n.Number, n.WeightNumber} {
			if x != nil {
				got = append(got, n.Label+" "+x.String())
			}
		}
		for _, a := range n.Sets {
			if a.Number != nil {
				got = append(got, a.Field+" "+a.Number.String())
			}
		}
	}
	if want := "utility hp+1, emit hp, request board.gate-2, hp hp+1, mode enemy, wait hp-0.5, wait enemy"; strings.Join(got, ", ") != want {
		t.Errorf("computed are %q, want %s", got, want)
	}
	s := newScript(c)
	s.m = &scripted{fields: [2]map[string]int{{"hp": 3}, {}}}
	wait := c.Trees[0].Nodes[4]
	for s.tick = 1; s.tick <= 3; s.tick++ {
		x, _ := s.Number(Call{Node: wait}, *wait.Number)
		w, err := s.Number(Call{Node: wait}, *wait.WeightNumber)
		if x != 2.5 || w != float64([]int{1, 0, 0}[s.tick-1]) || (err != nil) != (s.tick == 3) {
			t.Errorf("tick %d: %v, weight %v, %v", s.tick, x, w, err)
		}
	}
}

func TestMatch(t *testing.T) {
	c, errs := ParseInputs("t", []byte(frame(`tree
  root
    a
    a id=x
    tree part
    sequence id=s
      b
    c
tree part
  a id=y
tree next
  root
    a
    a
    tree part
    reactive_sequence id=s
      b
    c id=x
    b
      c
run
  tick
`)))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	main, next := c.Trees[0], c.Trees[2]
	var got []string
	to := main.Match(next)
	for _, n := range main.Nodes {
		if m := to[n]; m != nil {
			got = append(got, n.Label+">"+m.Label)
		}
	}
	if text := strings.Join(got, " "); text != "root>root a>a tree>tree y>y b>b" {
		t.Errorf("matched %s", text)
	}
}

func TestFormatIsTheInverseOfParse(t *testing.T) {
	c, _ := Parse("good", []byte(good))
	text := Format(c)
	again, errs := Parse("again", text)
	if len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, text)
	}
	if got := Format(again); !bytes.Equal(got, text) {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
	for i, s := range c.Steps {
		if s.Expect != nil && !s.Expect.equal(*again.Steps[i].Expect) {
			t.Errorf("step %d expects something else", i+1)
		}
	}
}

// frame returns a case with text after its three first lines.
func frame(text string) string { return "case x\nabout y\nrule z\n" + text }

// runs is a valid run section.
const runs = "run\n  tick\n    Running; active a; ran a\n"

func TestMistakes(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // beginnings of the headlines, all of them
	}{
		{"empty", "", []string{
			"t: no about section", "t: no case section", "t: no rule section", "t: no run section; without steps", "t: no tree section",
		}},
		{"no run", frame("tree\n  a\n"), []string{"t: no run section; without steps and what is expected of them a case cannot fail"}},
		{"expects nothing", frame("tree\n  a\nrun\n  tick\n"), []string{"t:7:3: nothing is expected of this tick"}},
		{"no steps to see", frame("tree\n  a\nrun\n  post noise ttl=1s\n"), []string{"t:6:1: no step of which something can be expected"}},
		{"expects of a post", frame("tree\n  a\n" + runs + "  pause\n    active a\n"), []string{"t:10:5: nothing can be seen of pause"}},
		{"sections", frame("tre\n  a\ntree\n  a\nhistory 0\nhistory 2\ndt x\nshow me\nlabel\n" + runs), []string{
			`t:4:1: unknown section "tre": did you mean tree?`,
			"t:8:9: want a number from 1", "t:9:1: a second history section; the first is in line 8",
			`t:10:4: want a duration such as 500ms or 2s, not "x"`, "t:11:6: want: show asked", "t:12:6: no text behind label",
		}},
		{"below a head line", frame("label l\n  x\ntree\n  a\n" + runs), []string{"t:5:3: indented line below label"}},
		{"outside", "  x\n" + frame("tree\n  a\n"+runs), []string{"t:1:3: indented line outside any section"}},
		{"characters", frame("tree\n\ta\n  a\x01\n  b\xff\n  a\n" + runs), []string{
			"t:5:1: tab; use spaces", "t:6:4: control character", "t:7:4: text that is not UTF-8",
		}},
		{"quotes", frame("tree\n  log \"é\" \"x\n" + "run\n  tick\n    Running; active log; ran log\n"), []string{`t:5:11: quote that does not begin and end a word`}},
		{"tree", frame("tree\n  a b=\n      c\n    d\n  b\n  7\n  invert\ntree\n  wait\n    x\ntree 7 8\nrun\n  tick\n    Running; active -; ran -\n"), []string{
			"t:7:5: indentation of 4; want that of a line above, such as 2", "t:8:3: a second root; put it below a in line 5",
			"t:9:3: \"7\" is not a name", "t:9:3: a second root", "t:10:3: a second root",
			"t:11:1: a second tree named main; the first is in line 4", "t:13:5: a node below wait, which has no children",
			"t:14:1: tree 7 has no nodes", "t:14:8: want: tree, or: tree NAME",
		}},
		{"decorator", frame("tree\n  invert\n" + "run\n  tick\n    Running; active invert; ran invert\n"), []string{"t:5:3: invert has one child, not 0"}},
		{"inclusion", frame("tree\n  a\n    tree one\n    tree none\n    tree\ntree one\n  tree two\ntree two\n  tree one\n" + runs), []string{"t:8:9: want: tree NAME"}},
		{"cycle", frame("tree\n  a\n    tree one\n    tree none\ntree one\n  tree two\ntree two\n  tree one\n" + runs), []string{
			`t:7:5: no tree named "none"`, "t:9:3: tree two includes itself: two -> one -> two",
			"t:11:3: tree one includes itself: main -> one -> two -> one", "t:11:3: tree one includes itself: one -> two -> one",
		}},
		{"ids", frame("tree\n  a\n    b id=x\n    c id=x\n    d id=7\n    e id=y..z\n" + runs), []string{`t:8:7: "7" is not a name`, `t:9:7: "y..z" is not a name`}},
		{"same ids", frame("tree\n  a\n    b id=x\n    c id=x\n" + runs), []string{"t:7:5: a second node with the id x; the first is in line 6"}},
		{"conditions", frame("facts\n  enemy 0\nfields\n  hp 1\ntree\n  a when\n    b when enmy\n    c when hp = 3\n    d when hp < x\n    e when enemy or hp < 3\n    f when not hp < 3\n    condition\n" + runs), []string{
			"t:9:9: missing condition", `t:10:12: "enmy" is neither a fact nor`, `t:11:12: "hp" is neither`,
			`t:12:17: want a whole number, not "x"`, "t:13:18: want: and, or the end", `t:14:16: "hp" is neither`, "t:15:14: missing condition",
		}},
		{"parameters", frame("fields\n  hp 1\ntree\n  root\n    a weight=x\n    a case=x\n    set\n    set mp=1\n    set hp=x\n    emit\n    emit noise ttl=-1s\n    emit noise to=me\n    emit noise at=3\n    request move go\n    request move priority=high\n    request move channel=1\n    request move data=1\n    request move ttl=1s\n" + runs), []string{
			"t:8:5: a: weight=x: want a number from 0", "t:9:5: a: case=x: want a whole number, true or false", "t:10:5: set: want: set hp=3",
			"t:11:5: set: mp=1: want a field and a whole number", "t:12:5: set: hp=x: want a field and", "t:13:5: emit: want: emit noise",
			"t:14:5: emit: ttl=-1s: want a duration such as 2s", "t:15:5: emit: to=me: want a field that holds", "t:16:5: emit: emit has no at=; it has data, ttl, to",
			"t:17:5: request: want: request move", "t:18:5: request: priority=high: want a whole number", "t:19:5: request: channel=1: want a name",
			"t:20:5: request: data=1: want a name", "t:21:5: request: request has no ttl=",
		}},
		{"questions", frame("facts\n  when 1\nfields\n  since 1\ntree\n  root\n    a when ran\n    b when ran a x\n    c when ran a 0\n    d when not since a > 2\n    e when since a\n    f when active 7\n    switch hp\n      a\n" + runs), []string{
			`t:5:3: "when" is not a name`, `t:7:3: "since" is not a name`,
			"t:10:15: want the name of a node, such as: ran melee", "t:11:18: want a number of ticks from 1 to 64, the length of the history", `t:11:18: want a whole number, not "x"`,
			"t:12:18: want a number of ticks from 1 to 64, the length of the history", "t:13:24: want a comparison: since a >= 2", "t:14:19: want a comparison: since a >= 2",
			"t:15:19: want the name of a node, such as: active melee", `t:16:12: "hp" is neither a fact nor`,
		}},
		{"questions about nobody", frame("tree\n  root\n    a when ran b\n    c when active root\n    sequence id=s\n      d when since s > 3 and active sequence\nrun\n  tick\n    Running; active root; ran root\n"), []string{
			`t:6:16: no tree has a node whose id or behavior is "b"`, `t:9:37: no tree has a node whose id or behavior is "sequence"`,
		}},
		{"world", frame("facts\n  f 0 2\n  f 1\n  g\n  not 1\nfields\n  x\n  y z\n  9 1\n  w 1\n  w 2\ntree\n  a\nagents a 7 a\n" + "run\n  tick\n    Running; active a; ran a\n"), []string{
			`t:5:7: want 0, 1 or !`, "t:6:3: a second fact or field named f", "t:7:4: no values", `t:8:3: "not" is not a name`,
			"t:10:4: want: hp 100", `t:11:5: want a whole number`, `t:12:3: "9" is not a name`, "t:14:3: a second w in fields",
			`t:17:10: "7" is not a name`, "t:17:12: a second agent named a",
		}},
		{"behaviors", frame("tree\n  a\n    b\nbehaviors\n  a Q R!z R! children=some hooks=on_entre,behavior steps=3\n  a R\n  bb R\n  b per_cal\n    on_entry sets x 1\n    on_enter set x 1\n    behavior sets x y\n    precondition R\n    utility\n  b@carl\n  b#2 memory\n" + runs), []string{
			"t:8:5: want an outcome", "t:8:7: no hook has the letter z", "t:8:11: missing hook behind !",
			`t:8:14: want an outcome`, "t:8:28: want an outcome", "t:8:52: want an outcome",
			"t:9:3: a second line for a; the first is line 8", `t:10:3: no node "bb" in any tree: did you mean b?`,
			"t:11:5: want an outcome (n R S F -, !p !b !e !x for errors), not \"per_cal\": did you mean per_call?",
			`t:12:5: unknown hook "on_entry"`, "t:13:14: want: on_enter sets hp 10", `t:14:19: no field "x"`, `t:14:21: want a whole number`,
			"t:15:18: want: precondition needs hp < 30", "t:16:12: no values", `t:17:3: no agent named "carl"`,
			`t:18:3: no node "b#2"`, "t:18:7: memory belongs to the behavior",
		}},
		{"attributes", frame("tree\n  a\nbehaviors\n  a children=some hooks=on_entre,behavior step=3 stimulus= per_call n\n" + runs), []string{
			"t:7:5: children=some: want one of exclusive, sequential, priority",
			`t:7:19: unknown hook "on_entre": did you mean on_enter?`, `t:7:43: unknown attribute "step"`,
			`t:7:50: "" is not the name of a stimulus`, "t:7:69: with per_call an outcome is",
		}},
		{"steps", frame("tree\n  a\nrun\n  tik\n  tick 3\n    Running; active a; ran a\n  tick dt=x\n    Running; active a; ran a\n  post noise\n  post 7 ttl=1s\n  set hp\n  switch other\n    active -\n  save b\n    active a\n  reset dt=1s agent=bert\n    active -\n"), []string{
			`t:7:3: unknown step "tik": did you mean tick?`, "t:8:8: want: tick, or: tick dt=500ms", `t:10:8: want a duration`,
			"t:12:13: missing time to live", `t:13:8: "7" is not a name`, "t:14:9: want: set hp 10", `t:15:10: no tree named "other"`,
			`t:17:8: no behavior named "b" in any tree`, "t:19:9: reset has no dt=", `t:19:15: no agent named "bert"`,
		}},
		{"more steps", frame("tree\n  a\nrun\n  end 7\n  impose\n  impose fall priority=x\n  impose 7\n  impose fall ttl=1s\n  edit main other\n    active a\n  edit main\n    active a\n  explain agent=x\n    active a\n    force legs move\n    force legs move 2 active, x y 3\n  end legs\n    active a\n"), []string{
			`t:7:7: "7" is not a name`, "t:8:9: want: impose fall", "t:9:10: priority=x: want a whole number", `t:10:10: "7" is not a name`,
			"t:11:15: impose has no ttl=", `t:12:13: no tree named "other"`, "t:14:12: want: edit TREE TREE", `t:16:11: no agent named "x"`,
			"t:18:11: want CHANNEL KIND PRIORITY", "t:19:11: want CHANNEL KIND PRIORITY", "t:21:5: nothing can be seen of end",
		}},
		{"expectations", frame("tree\n  root\n    a\nrun\n  tick\n    E rot, X a, T a b, Y a, E a a\n    X a gone, L x y\n    Running; active a a; ran b\n  tick\n    Running\n    Running; ran a\n  reset\n    Running; active a; ran a\n  history\n    2 root\n    x\n  tick\n    E root\n  tick\n    Running; active; ran -\n    reports a, b.behavior, root.nothing\n    reports\n"), []string{
			`t:9:7: no node "rot" in any tree: did you mean root?`, "t:9:12: want calls separated by commas", "t:9:21: want memory=",
			"t:9:24: want a call", "t:9:29: want calls separated", "t:10:9: unknown reason", "t:10:15: want calls separated",
			"t:11:23: a is there twice", `t:11:30: no node "b"`,
			"t:13:5: want: Running; active root; ran root", "t:14:5: a second line with the state", "t:14:5: want: Running; active",
			"t:16:5: want: active root", "t:18:5: want 1, the number of the entry", "t:19:5: want 2, the number of the entry", "t:19:6: missing nodes",
			"t:20:3: the line with the state of agent is missing", "t:23:5: want: Running; active root; ran root", "t:24:13: want BEHAVIOR.HOOK", `t:24:16: no node "b"`,
			`t:24:28: want BEHAVIOR.HOOK or NODE.guard (or condition, switch, runaway, number, weight, set), not "root.nothing"`, "t:25:12: no reports",
		}},
		{"expectations of several", frame("agents x y\ntree\n  a\nrun\n  tick\n    E a\n    x: Running; active a; ran a\n    z: E a\n    x:\n"), []string{
			"t:8:3: the line with the state of y is missing", "t:9:5: want an agent and a colon, such as x:", `t:11:5: no agent named "z"`, "t:12:7: nothing behind",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, errs := Parse("t", []byte(tt.text))
			for i := range max(len(errs), len(tt.want)) {
				switch {
				case i >= len(errs):
					t.Errorf("missing: %s", tt.want[i])
				case i >= len(tt.want):
					t.Errorf("not expected: %s", errs[i].Headline())
				case !strings.HasPrefix(errs[i].Headline(), tt.want[i]):
					t.Errorf("got  %s\nwant %s", errs[i].Headline(), tt.want[i])
				}
			}
		})
	}
}

func TestBounds(t *testing.T) {
	deep := "tree\n"
	for i := range maxDepth + 10 {
		deep += strings.Repeat(" ", i+1) + "a\n"
	}
	wide := "tree\n  a\n"
	for i := range 12 { // each tree includes the next one twice
		next := string(rune('b' + i))
		wide += "    tree " + next + "\n    tree " + next + "\ntree " + next + "\n  a\n"
	}
	for name, tt := range map[string]struct{ text, want string }{
		"deep": {frame(deep + runs), "more than 100 levels"},
		"wide": {frame(wide + runs), "more than 2000 nodes, included trees counted"},
		"long": {strings.Repeat("x", maxFile+1), "file of 1048577 bytes; a case has at most 1048576"},
	} {
		_, errs := Parse("t", []byte(tt.text))
		if !strings.Contains(errs.Error(), tt.want) {
			t.Errorf("%s: %.200s; want %s", name, errs.Error(), tt.want)
		}
	}
	if _, errs := Load(fstest.MapFS{}, "none.case"); len(errs) != 1 || errs[0].Pos.File != "none.case" {
		t.Errorf("a file that is not there: %v", errs)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(frame("tree\n  a\n" + runs)))
	corpus := os.DirFS("../../../testdata/conformance")
	files, err := fs.Glob(corpus, "*/*.case")
	if err != nil || len(files) == 0 {
		f.Fatalf("no corpus: %v", err)
	}
	for _, file := range files {
		src, err := fs.ReadFile(corpus, file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		c, errs := Parse("f", src)
		lines := bytes.Count(src, []byte("\n")) + 1
		for _, e := range errs {
			if e.Pos.Line > lines || e.Pos.Line < 0 || e.Pos.Col > len(src)+2 {
				t.Errorf("outside the file: %s", e.Headline())
			}
		}
		if _, again := Parse("f", src); again.Error() != errs.Error() {
			t.Errorf("read twice: %v, then %v", errs, again)
		}
		if len(errs) > 0 {
			return
		}
		text := Format(c)
		again, errs := Parse("g", text)
		if len(errs) > 0 {
			t.Fatalf("written and read again: %v\n%s", errs, text)
		}
		if got := Format(again); !bytes.Equal(got, text) {
			t.Errorf("written, read and written:\n%s\nbefore:\n%s", got, text)
		}
	})
}
