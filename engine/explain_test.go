package engine_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// refusing returns a node of kind k with a guard that holds and children that are never ready. It
// returns nil for kinds that cannot be tested in this way, such as leaves.
func refusing(s *stage, k kind.Kind) *engine.Node {
	least, most := k.Children()
	if k == kind.Custom || k == kind.Behavior || most == 0 {
		return nil
	}
	n := of(k, engine.Settings{Chance: 1, Expression: always{}})
	for range max(1, least) {
		n.Children = append(n.Children, of(kind.Fail, engine.Settings{}))
	}
	n.Guard = fact{engine.KeyOf("hp"), 50}
	return n
}

// TestExplainDoesNotCallATrueGuardFalse checks a node whose guard holds and whose children
// refuse. The explanation must say that the guard holds, and why the children refuse.
func TestExplainDoesNotCallATrueGuardFalse(t *testing.T) {
	for k := range kind.Kind(kind.Count) {
		t.Run(k.String(), func(t *testing.T) {
			s := newStage(t)
			n := refusing(s, k)
			if n == nil {
				t.Skip("has no children")
			}
			s.play(of(kind.Fallback, engine.Settings{}, n))
			s.agent.Set(engine.KeyOf("hp"), value.Number(50))
			e := s.agent.Explain()
			step := e.Steps[1]
			if step.Ready {
				return
			}
			if why := step.Why(); !strings.HasPrefix(why, "its condition holds (hp = 50); ") {
				t.Errorf("%s: %s", k, why)
			}
			s.agent.Set(engine.KeyOf("hp"), value.Number(7))
			step = s.agent.Explain().Steps[1]
			if why, want := step.Why(), "condition hp == 50 is false (hp = 7)"; why != want {
				t.Errorf("got %q, want %q", why, want)
			}
		})
	}
}

// TestExplainTellsGuardFromCondition checks a condition leaf that also has a guard.
func TestExplainTellsGuardFromCondition(t *testing.T) {
	for _, c := range []struct {
		hp, x int
		want  string
	}{
		{50, 1, ""},
		{50, 2, "its condition holds (hp = 50); condition x == 1 is false (x = 2)"},
		{3, 1, "condition hp == 50 is false (hp = 3)"},
	} {
		s := newStage(t)
		n := of(kind.Condition, engine.Settings{Expression: fact{engine.KeyOf("x"), 1}})
		n.Guard = fact{engine.KeyOf("hp"), 50}
		s.play(n)
		s.agent.Set(engine.KeyOf("hp"), value.Number(float64(c.hp)))
		s.agent.Set(engine.KeyOf("x"), value.Number(float64(c.x)))
		if got := s.agent.Explain().Steps[0].Why(); got != c.want {
			t.Errorf("hp %d, x %d: got %q, want %q", c.hp, c.x, got, c.want)
		}
	}
}

// TestExplainBlamesTheChild checks that the root cause is that of the child, whatever the guards
// above the child.
func TestExplainBlamesTheChild(t *testing.T) {
	s := newStage(t)
	below := s.leaf("a")
	below.Guard = fact{engine.KeyOf("x"), 1}
	n := of(kind.Sequence, engine.Settings{}, below)
	n.Guard = fact{engine.KeyOf("hp"), 50}
	s.play(of(kind.Fallback, engine.Settings{}, n))
	s.agent.Set(engine.KeyOf("hp"), value.Number(50))
	e := s.agent.Explain()
	if e.Blocked[0] != "fallback/sequence/a" {
		t.Errorf("%s", e)
	}
	if got, want := fmt.Sprint(e.Steps[1].Why()), "its condition holds (hp = 50); a is not ready"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestBlockedNamesTheNearestFirst checks that branches for emergencies, which come first in a
// tree, do not hide the nodes that are nearest to being ready.
func TestBlockedNamesTheNearestFirst(t *testing.T) {
	s := newStage(t)
	when := func(n *engine.Node, field string) *engine.Node {
		n.Guard = fact{engine.KeyOf(field), 1}
		return n
	}
	startled := node(s.behavior("startled", &behaviors.Native{Stimulus: "noise"}))
	gone := node(&engine.Behavior{ID: s.ids.Of("gone"), Name: "gone", Missing: true})
	s.play(of(kind.Priority, engine.Settings{},
		when(s.leaf("die"), "dead"),
		when(of(kind.Sequence, engine.Settings{}, of(kind.Succeed, engine.Settings{}), s.leaf("strike")), "enemy"),
		when(s.leaf("dance"), "music"),
		s.leaf("doze"),
		startled,
		s.leaf("stroll"),
	))
	blocked := func(want ...string) {
		t.Helper()
		if e := s.agent.Explain(); strings.Join(e.Blocked, " ") != strings.Join(want, " ") {
			t.Errorf("got %v, want %v\n%s", e.Blocked, want, e)
		}
	}
	s.tick("doze", -1, "enemy", 1, "strike", -1)
	blocked("priority/sequence/strike", "priority/doze", "priority/dance", "priority/die", "priority/startled")
	s.tick("music", 1)
	s.tick("music", 0) // dance ran in the last tick
	blocked("priority/dance", "priority/sequence/strike", "priority/doze", "priority/die", "priority/startled")
	s.tick("music", 1)
	s.agent.Set(engine.KeyOf("music"), value.Number(0)) // dance is active, and would stop now
	blocked("priority/dance", "priority/sequence/strike", "priority/doze", "priority/die", "priority/startled")

	s.play(of(kind.Priority, engine.Settings{}, gone, when(s.leaf("die"), "dead"), s.leaf("stroll")))
	blocked("priority/gone", "priority/die")
}

// TestHistory checks that History lists the nodes that ran, in spans.
func TestHistory(t *testing.T) {
	s := newStage(t)
	s.play(of(kind.Priority, engine.Settings{}, s.leaf("a"), s.leaf("b")))
	s.tick()
	s.tick()
	s.tick("a", -1)
	s.tick("b", -1)
	want := "[{1 1 []} {2 2 [priority priority/b]} {3 4 [priority priority/a]}]"
	if got := fmt.Sprint(s.agent.History()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	e := s.agent.Explain()
	e.History = s.agent.History()
	if text := e.String(); !strings.HasSuffix(text, `
ran, so many ticks ago:
  1      nothing: the root was not ready
  2      priority/b
  3-4    priority/a`) {
		t.Errorf("%s", text)
	}
}

// TestExplainTurn checks the text about an agent that does not take part in the next tick.
func TestExplainTurn(t *testing.T) {
	f := &forest{}
	p := compile(t, node(f.behavior("root", &behaviors.Native{})))
	for want, do := range map[string]func(w *engine.World, a *engine.Agent){
		"":                          func(_ *engine.World, a *engine.Agent) { a.Sleep(0) },
		"asleep for another 2.50 s": func(_ *engine.World, a *engine.Agent) { a.Sleep(2500 * time.Millisecond) },
		"with its next turn in ": func(w *engine.World, a *engine.Agent) {
			a.SetPeriod(10 * time.Second)
			w.Tick(frame)
		},
		"without a turn for 3.00 s, since 1 agents decide in a tick": func(w *engine.World, a *engine.Agent) {
			w.LimitTurns(1, 0) // at a tie, the turn is that of the first agent
			w.Tick(3 * time.Second)
		},
	} {
		w := engine.NewWorld(engine.Options{})
		w.Spawn(p, "first")
		a := w.Spawn(p, "a")
		w.Tick(frame)
		do(w, a)
		if e := a.Explain(); !strings.HasPrefix(e.Turn, want) || want == "" && e.Turn != "" || want != "" && !strings.Contains(e.String(), " s), "+want) {
			t.Errorf("%q, want %q:\n%s", e.Turn, want, e)
		}
		w.Post(a.ID(), engine.Stimulus{Name: "x"})
		if e := a.Explain(); want != "" && !strings.HasPrefix(want, "without") && e.Turn != "" {
			t.Errorf("%q after a stimulus", e.Turn)
		}
		w.Close()
	}
}

// TestExplainListsTheStimuli checks what an explanation says about the stimuli that a node was asked about: none, one,
// more than are asked about, one that raises an error, and one that is accepted. A rule that asks twice adds nothing.
func TestExplainListsTheStimuli(t *testing.T) {
	s := newStage(t)
	sniff := node(s.behavior("sniff", &behaviors.Native{Stimulus: "smell", Precondition: func(c *engine.Context) bool {
		x, _ := c.Stimulus()
		return x.Data.Str() == "strong"
	}}))
	sniff.Guard = noOdd{}
	twice := &engine.Custom{Name: "twice", MinChildren: 1, MaxChildren: 1, New: func(engine.Params) (engine.Rule, error) { return askTwice{}, nil }}
	s.play(of(kind.Fallback, engine.Settings{}, &engine.Node{Kind: kind.Custom, Custom: twice, Children: []*engine.Node{sniff}}))
	for _, c := range []struct {
		post []string
		want string
	}{
		{nil, `no stimulus "smell"`},
		{[]string{"weak"}, `about smell "weak": precondition is false`},
		{[]string{"bad"}, `it refuses 2 stimuli; the last, smell "bad": precondition is false`},
		{[]string{"1", "2", "3", "4", "5", "6", "7"}, `it refuses 8 stimuli, the most in a tick; the last, smell "6": precondition is false`},
	} {
		for _, data := range c.post {
			s.world.Post(s.agent.ID(), engine.Stimulus{Name: "smell", Data: value.String(data), TTL: time.Hour})
		}
		e := s.agent.Explain()
		if got := e.Steps[2].Why(); got != c.want {
			t.Errorf("got %q, want %q\n%s", got, c.want, e)
		}
	}
	s.agent.Reset()
	for _, data := range []string{"weak", "odd", "strong"} {
		s.world.Post(s.agent.ID(), engine.Stimulus{Name: "smell", Data: value.String(data), TTL: time.Hour})
	}
	if got, want := s.agent.Explain().Steps[2].Why(), `it refuses 2 stimuli; the last, smell "odd": its condition raised an error: what is odd`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s.agent.Reset()
	long := strings.Repeat("x", 98) + "üü"
	for _, data := range []string{"weak", long, "strong"} {
		s.world.Post(s.agent.ID(), engine.Stimulus{Name: "smell", Data: value.String(data), TTL: time.Hour})
	}
	want := `  yes     sniff
            smell "weak": precondition is false
            smell "` + strings.Repeat("x", 98) + `...: precondition is false
            smell "strong": accepted`
	if e := s.agent.Explain(); !strings.HasSuffix(e.String(), want) {
		t.Errorf("got\n%s\nwant at its end\n%s", e, want)
	}
}

// noOdd is a guard that raises an error about the stimulus odd.
type noOdd struct{ always }

func (noOdd) Eval(c *engine.Context) (bool, error) {
	if x, _ := c.Stimulus(); x.Data.Str() == "odd" {
		return false, errors.New("what is odd")
	}
	return true, nil
}

// askTwice is the rule of a decorator that asks its child twice.
type askTwice struct{}

func (askTwice) Decide(v engine.Visit) engine.Certainty { v.Ask(0); return v.Ask(0) }

func (askTwice) Act(v engine.Visit) engine.Status { s, _ := v.Run(0); return s }

// TestExplainNamesWhatIsHeldInstead checks what is said of a node whose stimulus the agent does not hold, or cannot take.
func TestExplainNamesWhatIsHeldInstead(t *testing.T) {
	s := newStage(t)
	alarm := &behaviors.Native{Stimulus: "alarm", Behavior: func(*engine.Context) (engine.Status, error) { return engine.Running, nil }}
	hide := node(s.behavior("hide", alarm))
	hide.Guard = fact{engine.KeyOf("x"), 1}
	s.play(of(kind.Parallel, engine.Settings{Unready: engine.UnreadySkipped}, node(s.behavior("flee", alarm)), hide))
	for _, c := range []struct {
		post, want string
	}{
		{"", `no stimulus "alarm"`},
		{"smell", `no stimulus "alarm"; the agent holds "smell"`},
		{"smell", `no stimulus "alarm"; the agent holds "smell"`},
		{"alram", `no stimulus "alarm"; the agent holds "alram" (did you mean this one?), "smell"`},
		{"b", `no stimulus "alarm"; the agent holds "alram" (did you mean this one?), "smell", "b"`},
		{"c", `no stimulus "alarm"; the agent holds "alram" (did you mean this one?), "smell", "b" and 1 more`},
		{"alarm", `about alarm: condition x == 1 is false (x = nil)`},
	} {
		if c.post != "" {
			s.world.Post(s.agent.ID(), engine.Stimulus{Name: c.post, TTL: time.Hour})
		}
		if got := s.agent.Explain().Steps[2].Why(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	s.world.Tick(frame)
	if got, want := s.agent.Explain().Steps[2].Why(), `no stimulus "alarm"; flee has taken it`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestExplainTick checks the clock of an explanation of the next tick, the times that are left then, and the counts of a
// parallel.
func TestExplainTick(t *testing.T) {
	s := newStage(t)
	seconds := func(n float64) engine.Settings { return engine.Settings{Time: time.Duration(n * float64(time.Second))} }
	s.play(of(kind.Parallel, engine.Settings{Success: 3, Failure: 2},
		of(kind.Wait, seconds(4)),
		of(kind.Succeed, engine.Settings{}),
		of(kind.ForceSuccess, engine.Settings{}, of(kind.Repeat, engine.Settings{}, of(kind.Cooldown, seconds(3), s.leaf("a")))),
	))
	s.tick("a", 1)
	times := func(e *engine.Explanation) string {
		text := ""
		for _, st := range e.Steps {
			if st.Of > 0 {
				text += fmt.Sprintf("%s %v of %v; ", st.Path[strings.LastIndexByte(st.Path, '/')+1:], st.Left, st.Of)
			}
		}
		return text
	}
	clock := s.world.Clock()
	e := s.agent.ExplainTick(time.Second)
	if got, want := times(e), "wait 3 of 4; cooldown 2 of 3; "; got != want {
		t.Errorf("in a second %s, want %s", got, want)
	}
	if got, want := times(s.agent.Explain()), "wait 4 of 4; cooldown 3 of 3; "; got != want {
		t.Errorf("now %s, want %s", got, want)
	}
	if r := e.Steps[0].Results; r == nil || *r != (engine.Results{Succeeded: 1, Children: 3, Success: 3, Failure: 2}) {
		t.Errorf("results %+v", r)
	}
	text := e.String()
	for _, part := range []string{"in tick 2 (2.00 s)\n", "yes parallel [active 1.00 s, 1 of 3 succeeded, 0 of 2 failed]"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	if s.world.Clock() != clock || s.world.TickCount() != 1 {
		t.Errorf("the clock is %v, tick %d", s.world.Clock(), s.world.TickCount())
	}
	s.agent.Sleep(1500 * time.Millisecond)
	if now, late := s.agent.ExplainTick(time.Second).Turn, s.agent.ExplainTick(2*time.Second).Turn; now != "asleep for another 0.50 s" || late != "" {
		t.Errorf("turns %q, %q", now, late)
	}
}
