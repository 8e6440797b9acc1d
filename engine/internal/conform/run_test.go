package conform

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// scripted is a machine whose ticks are a function of the test, and whose active nodes
// are fixed.
type scripted struct {
	s    *Script
	tick func(*Script, func(string) Call)
	c    *Case
	ran  []*Node
	act  []*Node

	fields [2]map[string]int // by agent
}

func (m *scripted) Tick(time.Duration) {
	m.tick(m.s, func(label string) Call {
		for _, n := range m.c.Trees[0].Nodes {
			if n.Label == label {
				return Call{Node: n, Memory: &Memory{}}
			}
		}
		panic("no node " + label)
	})
}

func (m *scripted) Post(Agent, Stimulus)               {}
func (m *scripted) Abort(Agent, string)                {}
func (m *scripted) Reset(Agent)                        {}
func (m *scripted) Despawn(Agent)                      {}
func (m *scripted) Switch(Agent, *Tree)                {}
func (m *scripted) Pause(Agent, bool)                  {}
func (m *scripted) Save(*Behavior)                     {}
func (m *scripted) Delete(*Behavior)                   {}
func (m *scripted) Close()                             {}
func (m *scripted) Status(Agent) Status                { return Running }
func (m *scripted) Active(Agent) []*Node               { return m.act }
func (m *scripted) Ran(_ Agent, k int) ([]*Node, bool) { return m.ran, k == 1 }

func (m *scripted) Edit(_, _ *Tree)                     {}
func (m *scripted) Explain(Agent)                       {}
func (m *scripted) Impose(Agent, Request)               {}
func (m *scripted) End(Agent, string)                   {}
func (m *scripted) InForce(Agent) []Request             { return nil }
func (m *scripted) RanNamed(Agent, string, int) bool    { return false }
func (m *scripted) RanAgoNamed(Agent, string, int) bool { return false }
func (m *scripted) ActiveNamed(Agent, string) bool      { return true }
func (m *scripted) Since(Agent, string) time.Duration {
	return 2 * time.Second
}
func (m *scripted) Board(Agent, string) int        { return 0 }
func (m *scripted) SetBoard(Agent, string, int)    {}
func (m *scripted) ClaimBoard(Agent, string, int)  {}
func (m *scripted) Field(a Agent, name string) int { return m.fields[a][name] }
func (m *scripted) SetField(a Agent, name string, v int) {
	if m.fields[a] == nil {
		m.fields[a] = map[string]int{}
	}
	m.fields[a][name] = v
}

// small is a case with one tick, for scripted machines.
const small = `case small
about y
rule z
tree
  root
    a
      a1
    b
behaviors
  b  hooks=none
run
  tick
    E root, T root, E a, T a   # two calls
    Running; active root a; ran root a
`

// running returns a New for machines that call tick in each tick, and whose active and
// recent nodes have the given indexes.
func running(active, ran []int, tick func(*Script, func(string) Call)) New {
	return func(c *Case, s *Script) (Machine, error) {
		m := &scripted{c: c, s: s, tick: tick}
		for _, i := range active {
			m.act = append(m.act, c.Trees[0].Nodes[i])
		}
		for _, i := range ran {
			m.ran = append(m.ran, c.Trees[0].Nodes[i])
		}
		return m, nil
	}
}

func mustParse(t *testing.T, text string) *Case {
	t.Helper()
	c, errs := Parse("small.case", []byte(text))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return c
}

func start(s *Script, at func(string) Call, labels ...string) {
	for _, l := range labels {
		s.Enter(at(l))
		s.Act(at(l))
	}
}

func TestRun(t *testing.T) {
	c := mustParse(t, small)
	good := func(s *Script, at func(string) Call) { start(s, at, "root", "a") }
	r := Run(c, running([]int{1, 0}, []int{0, 1}, good))
	if r.Diff != "" {
		t.Errorf("nodes in another order: %s", r.Diff)
	}
	if want := "run\n  tick\n    E root, T root, E a, T a\n    Running; active root a; ran root a\n"; r.Trace != want {
		t.Errorf("trace %q, want %q", r.Trace, want)
	}
	tests := []struct {
		name string
		make New
		want string
	}{
		{"a call missing", running([]int{0, 1}, []int{0, 1}, func(s *Script, at func(string) Call) { start(s, at, "root") }), "small.case:12:3: step 1, tick\nwant:\n    E root, T root, E a, T a\n"},
		{"a call too many", running([]int{0, 1}, []int{0, 1}, func(s *Script, at func(string) Call) { start(s, at, "root", "a", "a1") }), "got:\n    E root, T root, E a, T a, E a1, T a1\n"},
		{"another order", running([]int{0, 1}, []int{0, 1}, func(s *Script, at func(string) Call) { start(s, at, "a", "root") }), "got:\n    E a, T a, E root, T root\n"},
		{"another set active", running([]int{0, 2}, []int{0, 1}, good), "got:\n    E root, T root, E a, T a\n    Running; active root a1; ran root a\n"},
		{"another set ran", running([]int{0, 1}, []int{0}, good), "active root a; ran root\n"},
		{"a report", running([]int{0, 1}, []int{0, 1}, func(s *Script, at func(string) Call) { good(s, at); s.Report(at("a"), HookExit) }), "    reports a.on_exit\n"},
		{"a hook that is not there", running([]int{0, 1}, []int{0, 1}, func(s *Script, at func(string) Call) { good(s, at); s.Enter(at("b")) }), "E b, ? b has no on_enter"},
		{"no machine", func(*Case, *Script) (Machine, error) { return nil, errors.New("too new") }, "the machine does not take the case: too new"},
	}
	for _, tt := range tests {
		if got := Run(c, tt.make).Diff; !strings.Contains(got, tt.want) {
			t.Errorf("%s: got\n%s\nwant in it\n%s", tt.name, got, tt.want)
		}
	}
	if _, _, diff := Compare(c, running([]int{0, 1}, []int{0, 1}, good), tests[0].make); !strings.Contains(diff, "second:\n    E root, T root\n") {
		t.Errorf("two machines compared: %s", diff)
	}
}

func TestUpdate(t *testing.T) {
	text := strings.Replace(small, "run\n", "run # what happens\n", 1) + "  # and then\n  post noise ttl=1s\n  tick # again\n"
	c, errs := ParseInputs("small.case", []byte(text))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	make := running([]int{0}, []int{0}, func(s *Script, at func(string) Call) { s.Act(at("root")) })
	got := string(Update([]byte(text), c, Run(c, make)))
	want := text[:strings.Index(text, "run #")] + `run # what happens
  tick
    T root
    Running; active root; ran root
  # and then
  post noise ttl=1s
  tick # again
    T root
    Running; active root; ran root
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if r := Run(mustParse(t, got), make); r.Diff != "" {
		t.Errorf("updated, it still differs: %s", r.Diff)
	}
	if again := string(Update([]byte(got), mustParse(t, got), Run(mustParse(t, got), make))); again != got {
		t.Errorf("updated twice:\n%s", again)
	}
}

func TestCheckLaws(t *testing.T) {
	c := mustParse(t, small)
	tests := []struct {
		name        string
		active, ran []int
		tick        func(*Script, func(string) Call)
		want        string
	}{
		{"good", []int{0, 1}, []int{0, 1}, func(s *Script, at func(string) Call) { start(s, at, "root", "a") }, ""},
		{"entered twice", []int{0}, []int{0}, func(s *Script, at func(string) Call) { start(s, at, "root", "root") }, "root entered twice"},
		{"ran twice", []int{0}, []int{0}, func(s *Script, at func(string) Call) { start(s, at, "root"); s.Act(at("root")) }, "root ran twice in a tick"},
		{"not entered", []int{0}, []int{0}, func(s *Script, at func(string) Call) { s.Act(at("root")) }, "root ran without having been entered"},
		{"not exited", []int{0}, []int{0, 1}, func(s *Script, at func(string) Call) { start(s, at, "root", "a") }, "a was not exited and is not active"},
		{"exited twice", []int{0}, []int{0, 1}, func(s *Script, at func(string) Call) {
			start(s, at, "root", "a")
			s.Exit(at("a"), BySuccess)
			s.Exit(at("a"), ByAbort)
		}, "a exited without having been entered"},
		{"parent first", []int{0}, []int{0, 1, 2}, func(s *Script, at func(string) Call) {
			start(s, at, "root", "a", "a1")
			s.Exit(at("a"), BySuccess)
		}, "a exited before a1, which is below it"},
		{"late abort", []int{0, 1}, []int{0, 1, 2}, func(s *Script, at func(string) Call) {
			start(s, at, "root", "a", "a1")
			s.Exit(at("a1"), ByAbort)
		}, "a1 was aborted after a node had entered"},
		{"active without running", []int{0, 1}, []int{0}, func(s *Script, at func(string) Call) { start(s, at, "root", "a") }, "a is active and did not run"},
		{"orphan", []int{0, 2}, []int{0, 2}, func(s *Script, at func(string) Call) { start(s, at, "root") }, "a1 is active, its parent is not"},
		{"before its parent", []int{0, 2}, []int{0, 2}, func(s *Script, at func(string) Call) { start(s, at, "root", "a1") }, "a1 was entered or ran while a, which is above it, was not entered"},
		{"two at once", []int{0, 1, 3}, []int{0, 1, 3}, func(s *Script, at func(string) Call) { start(s, at, "root", "a") }, "a and b are both active"},
		{"entered again", []int{0, 1}, []int{0, 1}, func(s *Script, at func(string) Call) {
			start(s, at, "root", "a")
			s.Exit(at("a"), ByAbort)
			s.Enter(at("a"))
		}, "a was aborted and entered again in one tick"},
		{"reason", []int{0}, []int{0, 1}, func(s *Script, at func(string) Call) {
			start(s, at, "root", "a")
			s.Exit(at("a"), ByReset)
		}, "a was exited with the reason reset"},
		{"missing hook", []int{0}, []int{0}, func(s *Script, at func(string) Call) { start(s, at, "root"); s.Act(at("b")) }, "b: a hook it does not have was called"},
	}
	for _, tt := range tests {
		err := CheckLaws(c, Run(c, running(tt.active, tt.ran, tt.tick)))
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestScript(t *testing.T) {
	c := mustParse(t, `case x
about y
rule z
agents anna bert
tree
  root
    a when enemy
    a
    condition hp > 3
facts
  enemy 0 1 !
fields
  hp 3
behaviors
  root  n R!be S
  a     per_call S F R
    behavior adds hp 1
  a#2   F
  a@bert  R
run
  history
    anna: 0 -
    bert: 0 -
`)
	s := newScript(c)
	s.m = &scripted{fields: [2]map[string]int{{"hp": 3}, {"hp": 3}}}
	node := func(i int, a Agent) Call { return Call{Agent: a, Node: c.Trees[0].Nodes[i]} }
	var got []string
	for range 4 {
		s.tick++
		ready, err := s.Precondition(node(0, 0))
		status, raised := s.Act(node(0, 0))
		guard, bad := s.Guard(node(1, 0))
		first, _ := s.Act(node(1, 0))
		second, _ := s.Act(node(2, 0))
		other, _ := s.Act(node(1, 1))
		high, _ := s.Condition(node(3, 1))
		if err != nil || (raised != nil) != (s.tick == 2) || (bad != nil) != (s.tick >= 3) {
			t.Errorf("tick %d: errors %v, %v, %v", s.tick, err, raised, bad)
		}
		got = append(got, strings.Join([]string{
			truth(ready), status.String(), truth(guard), first.String(), second.String(), other.String(), truth(high),
		}, " "))
	}
	want := "no Running no Success Failure Running yes|yes None yes Failure Failure Running yes|" +
		"yes Success no Running Failure Running yes|yes Success no Running Failure Running yes"
	if text := strings.Join(got, "|"); text != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	if n := s.m.Field(0, "hp"); n != 11 {
		t.Errorf("hp of anna is %d, want 11", n)
	}
}

func truth(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// zeros is a source of the simplest choices.
type zeros struct{}

func (zeros) IntN(int) int { return 0 }

// tops is a source that always draws the highest number.
type tops struct{}

func (tops) IntN(n int) int { return n - 1 }

func TestRandom(t *testing.T) {
	if n := len(Random(zeros{}).Trees[0].Nodes); n != 1 {
		t.Errorf("the plainest tree has %d nodes", n)
	}
	Random(tops{}, "invert", "sequence") // must return
	a, b := Random(rand.New(rand.NewPCG(1, 1))), Random(rand.New(rand.NewPCG(1, 1)))
	if string(Format(a)) != string(Format(b)) {
		t.Error("equal seeds, different cases")
	}
}
