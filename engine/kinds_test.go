package engine_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// of returns a node of a kind.
func of(k kind.Kind, s engine.Settings, children ...*engine.Node) *engine.Node {
	return &engine.Node{Kind: k, Settings: s, Children: children}
}

// stage is an agent whose fields control its behaviors. A behavior is ready unless the field of
// its name is -1, and it returns Running, Success or Failure if the field is 0, 1 or 2.
type stage struct {
	*forest
	t     *testing.T
	world *engine.World
	agent *engine.Agent
}

func newStage(t *testing.T) *stage { return &stage{forest: &forest{}, t: t} }

func (s *stage) leaf(name string) *engine.Node {
	k := engine.KeyOf(name)
	return node(s.behavior(name, &behaviors.Native{
		Precondition: func(c *engine.Context) bool { return c.Agent().Get(k).Float() >= 0 },
		Behavior: func(c *engine.Context) (engine.Status, error) {
			return engine.Status(c.Agent().Get(k).Float()), nil
		},
		Utility: func(c *engine.Context) float64 { return c.Agent().Get(engine.KeyOf(name + "_u")).Float() },
	}))
}

func (s *stage) play(root *engine.Node) {
	s.world = engine.NewWorld(engine.Options{Seed: 1, DecideTwice: true})
	s.agent = s.world.Spawn(compile(s.t, root), "a")
}

// tick sets fields and runs a tick. It returns the names of the active nodes and the status of
// the root.
func (s *stage) tick(fields ...any) string {
	for i := 0; i < len(fields); i += 2 {
		s.agent.Set(engine.KeyOf(fields[i].(string)), value.Number(float64(fields[i+1].(int))))
	}
	s.world.Tick(time.Second)
	var active []string
	for _, i := range s.agent.ActiveNodes() {
		active = append(active, s.agent.Program().Node(i).Name)
	}
	return s.agent.Status().String() + ": " + strings.Join(active, " ")
}

func (s *stage) expect(want string, fields ...any) {
	s.t.Helper()
	if got := s.tick(fields...); got != want {
		s.t.Errorf("got %q, want %q", got, want)
	}
}

// roundRobin is a kind of the game. In each activation it runs the next child that is ready.
type roundRobin struct{ step int }

func (r roundRobin) Decide(v engine.Visit) engine.Certainty {
	if k := v.ActiveChild(); k >= 0 {
		if c := v.Ask(k); c != engine.Refused {
			return c
		}
	}
	turn := int(v.Context().Agent().Get(engine.KeyOf("turn")).Float())
	for n := range v.Len() {
		if c := v.Ask((turn + n) % v.Len()); c != engine.Refused {
			return c
		}
	}
	return engine.Refused
}

func (r roundRobin) Act(v engine.Visit) engine.Status {
	for k := range v.Len() {
		if v.Planned(k) {
			s, _ := v.Run(k)
			if s != engine.Running {
				v.Context().Agent().Set(engine.KeyOf("turn"), value.Number(float64(k+r.step)))
			}
			return s
		}
	}
	return engine.Failure
}

func TestKindOfTheGame(t *testing.T) {
	robin := &engine.Custom{Name: "round_robin", MinChildren: 1, MaxChildren: -1, New: func(p engine.Params) (engine.Rule, error) {
		step := p.Get("step").Float()
		if step < 1 {
			return nil, fmt.Errorf("step is %v; want 1 or more", step)
		}
		return roundRobin{int(step)}, nil
	}}
	s := newStage(t)
	root := of(kind.Custom, engine.Settings{}, s.leaf("a"), s.leaf("b"), s.leaf("c"))
	root.Custom, root.Params = robin, engine.Params{{Name: "step", Value: value.Number(1)}}
	s.play(root)
	s.expect("running: round_robin a")
	s.expect("success: ", "a", 1)
	s.expect("running: round_robin b")
	s.expect("running: round_robin c", "b", -1)
	s.expect("failure: ", "a", -1, "c", -1)

	root.Params = nil
	_, err := engine.Compile(engine.Definition{Name: "t", Root: root})
	if err == nil || identities(err) != `kind-of-game-refuses error="step is 0; want 1 or more" node="round_robin"` {
		t.Errorf("error %v", err)
	}
	root.Children = nil
	_, err = engine.Compile(engine.Definition{Name: "t", Root: root})
	if err == nil || identities(err) != `too-few-children count=0 least=1 node="round_robin" -> it` {
		t.Errorf("error %v", err)
	}
}

// twiceRule runs its child twice in a tick.
type twiceRule struct{}

func (twiceRule) Decide(v engine.Visit) engine.Certainty { return v.Ask(0) }

func (twiceRule) Act(v engine.Visit) engine.Status {
	if s, _ := v.Run(0); s != engine.Success {
		return s
	}
	v.SetCursor(v.Cursor() + 1)
	if v.Cursor() == 2 {
		v.Fail(fmt.Errorf("the second round is not allowed"))
		return engine.Failure
	}
	s, _ := v.Again(0)
	return s
}

func TestDecoratorOfTheGame(t *testing.T) {
	s := newStage(t)
	calls := 0
	root := of(kind.Custom, engine.Settings{}, node(s.behavior("a", &behaviors.Native{
		Behavior: func(*engine.Context) (engine.Status, error) {
			calls++
			return [...]engine.Status{engine.Success, engine.Running, engine.Success, engine.Success}[calls-1], nil
		},
	})))
	root.Custom = &engine.Custom{Name: "twice", MinChildren: 1, MaxChildren: 1, New: func(engine.Params) (engine.Rule, error) { return twiceRule{}, nil }}
	s.play(root)
	s.expect("running: twice a")
	s.expect("failure: ")
	faults := s.world.Faults()
	if calls != 3 || len(faults) != 1 || !strings.Contains(faults[0].Error(), "the second round is not allowed") {
		t.Errorf("%d calls, faults %v", calls, faults)
	}
	if d := faults[0].Diagnostic(); !strings.HasPrefix(d.Notes[0], "rule, agent a#1, tree test at twice, tick 2") {
		t.Errorf("notes %q", d.Notes)
	}
}

// TestChooseAndResult checks the hooks choose and result, which make a behavior a chooser or a
// decorator.
func TestChooseAndResult(t *testing.T) {
	s := newStage(t)
	var seen string
	lowest := s.behavior("lowest", &behaviors.Native{Choose: func(c *engine.Context, list []engine.Choice) int {
		best := -1
		seen = ""
		for k, x := range list {
			seen += fmt.Sprintf("%s %d %v %v; ", x.Name, x.Index, x.Active, x.Score)
			if best < 0 || x.Score < list[best].Score {
				best = k
			}
		}
		return best
	}})
	// patient converts a Failure of its child to Running.
	patient := s.behavior("patient", &behaviors.Native{Result: func(_ *engine.Context, st engine.Status) engine.Status {
		if st == engine.Failure {
			return engine.Running
		}
		return st
	}})
	s.play(node(patient, node(lowest, s.leaf("a"), s.leaf("b"), s.leaf("c"))))
	s.expect("running: patient lowest b", "a", -1, "b_u", 1, "c_u", 2)
	if seen != "b 1 false 1; c 2 false 2; " {
		t.Errorf("choose saw %q", seen)
	}
	s.expect("running: patient lowest c", "c_u", 0)
	s.expect("running: patient", "c", 2)
	s.expect("running: patient lowest b", "c", -1)
	s.expect("success: ", "b", 1)
	s.expect("failure: ", "b", -1)
	if e := s.agent.Explain(); e.Steps[len(e.Steps)-1].Cause != "precondition" {
		t.Errorf("explained as\n%v", e)
	}
}

func TestExplainChoices(t *testing.T) {
	s := newStage(t)
	s.play(of(kind.Priority, engine.Settings{},
		of(kind.Cooldown, engine.Settings{Time: 10 * time.Second}, s.leaf("a")),
		of(kind.Utility, engine.Settings{}, s.leaf("b"), s.leaf("c"), s.leaf("d"))))
	s.expect("success: ", "a", 1, "c_u", 7, "d_u", 3)
	s.tick()
	text := s.agent.Explain().String()
	for _, want := range []string{
		"would run: priority/utility/c", "cooldown: it cools down for another 9.00 s", "b: c has a higher utility, 7 (utility = 0)", "d: c has a higher utility, 7 (utility = 3)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestUtilityPassedOn checks that behaviors with result, kinds of the game and Choice.Score use the utility of the only
// child, and that the utility of a behavior comes before it. TestConformance checks the kinds of Bough.
func TestUtilityPassedOn(t *testing.T) {
	s := newStage(t)
	same := func(_ *engine.Context, st engine.Status) engine.Status { return st }
	scripted := s.behavior("scripted", &behaviors.Native{Result: same})
	own := s.behavior("own", &behaviors.Native{Result: same, Utility: func(*engine.Context) float64 { return 1 }})
	kindOf := func(most int, child *engine.Node) *engine.Node {
		n := of(kind.Custom, engine.Settings{}, child)
		n.Custom = &engine.Custom{Name: fmt.Sprint("upto", most), MaxChildren: most, New: func(engine.Params) (engine.Rule, error) { return twiceRule{}, nil }}
		return n
	}
	scores := map[string]float64{}
	all := s.behavior("all", &behaviors.Native{Choose: func(_ *engine.Context, list []engine.Choice) int {
		for _, c := range list {
			scores[c.Name] = c.Score
		}
		return 0
	}})
	s.play(node(all, node(scripted, s.leaf("a")), node(own, s.leaf("b")), kindOf(1, s.leaf("c")), kindOf(2, s.leaf("d")), s.leaf("e")))
	s.tick("a_u", 3, "b_u", 4, "c_u", 5, "d_u", 6, "e_u", 7)
	if got, want := fmt.Sprint(scores), "map[e:7 own:1 scripted:3 upto1:5 upto2:0]"; got != want {
		t.Errorf("scores %s, want %s", got, want)
	}
}

// TestExplainSaysWhoseUtility checks that an explanation names the behavior whose utility a decorator has, and shows
// errors and values at the decorator, where they decide.
func TestExplainSaysWhoseUtility(t *testing.T) {
	s := newStage(t)
	raise := false
	steal := s.behavior("steal", &behaviors.Native{Utility: func(c *engine.Context) float64 {
		if raise {
			return math.NaN()
		}
		c.NoteRead("gold", "7")
		return 2
	}})
	s.play(of(kind.Utility, engine.Settings{},
		of(kind.Cooldown, engine.Settings{Time: time.Second}, of(kind.Timeout, engine.Settings{Time: time.Minute}, node(steal))),
		s.leaf("work")))
	s.tick("work_u", 3)
	for _, want := range []string{
		"no    cooldown: work has a higher utility, 3 (gold = 7, utility of steal = 2)",
		"utility/cooldown: its utility raised an error: Utility returned NaN: return a number", "no    cooldown: its utility raised an error: see above",
	} {
		if text := s.agent.Explain().String(); !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
		raise = true
	}
}

func TestRequestLeaf(t *testing.T) {
	s := newStage(t)
	want := func(name string, priority float64) *engine.Node {
		return of(kind.Request, engine.Settings{Name: name, Channel: "legs", Priority: priority, Data: value.String("there")})
	}
	s.play(of(kind.Parallel, engine.Settings{Success: 1, Failure: 2}, want("walk", 1),
		of(kind.Sequence, engine.Settings{}, s.leaf("a"), want("run", 2))))
	s.expect("running: parallel request sequence a")
	if q, ok := s.agent.InForce("legs"); !ok || q.Kind != "walk" || !q.Active || q.Data.Str() != "there" {
		t.Errorf("in force: %+v", q)
	}
	s.expect("running: parallel request sequence request", "a", 1)
	if q, _ := s.agent.InForce("legs"); q.Kind != "run" {
		t.Errorf("in force: %+v", q)
	}
	s.expect("running: parallel sequence request") // the request walk has been replaced
	s.agent.EndRequest("legs")
	s.expect("success: ")
}

func TestEmitSetAndLog(t *testing.T) {
	s := newStage(t)
	var lines []string
	s.world = engine.NewWorld(engine.Options{OnLog: func(_ *engine.Agent, text string) { lines = append(lines, text) }})
	alarm := engine.KeyOf("alarm")
	root := of(kind.Sequence, engine.Settings{},
		of(kind.Set, engine.Settings{Fields: []engine.Assignment{{Field: alarm, Value: value.Bool(true)}}}),
		of(kind.Log, engine.Settings{Name: "wake up"}),
		of(kind.Emit, engine.Settings{Name: "noise", To: engine.KeyOf("friend"), Time: 3 * time.Second}),
		of(kind.Emit, engine.Settings{Name: "echo"}))
	p := compile(t, root)
	s.agent = s.world.Spawn(p, "a")
	friend := s.world.Spawn(compile(t, s.leaf("b")), "b")
	s.agent.Set(engine.KeyOf("friend"), value.Number(float64(friend.ID())))
	s.expect("success: ")
	s.expect("success: ", "friend", 99)
	if got := friend.Stimuli(); len(got) != 1 || got[0].Name != "noise" {
		t.Errorf("the friend holds %v", got)
	}
	if got := s.agent.Stimuli(); len(got) != 1 || got[0].Name != "echo" || !s.agent.Get(alarm).Truthy() || !slices.Equal(lines, []string{"wake up", "wake up"}) {
		t.Errorf("holds %v, alarm %v, lines %v", got, s.agent.Get(alarm), lines)
	}
}

// TestKindsAllocateNothing checks that no kind allocates in a tick, even if nodes are entered
// and exited.
func TestKindsAllocateNothing(t *testing.T) {
	s := newStage(t)
	flip := func(name string, every int64) *engine.Node {
		return node(s.behavior(name, &behaviors.Native{
			Precondition: func(c *engine.Context) bool { return c.Tick()%every != 0 },
			Behavior: func(c *engine.Context) (engine.Status, error) {
				return engine.Status(uint64(c.Tick()/every+int64(c.Node())) % 3), nil
			},
		}))
	}
	n := int64(2)
	leaf := func() *engine.Node {
		n++
		return flip(fmt.Sprint("leaf", n), n)
	}
	var all []*engine.Node
	for k := kind.Priority; k < kind.Count; k++ {
		least, most := k.Children()
		var children []*engine.Node
		for range min(max(least, 3), most) {
			children = append(children, leaf())
		}
		set := engine.Settings{Count: 2, Time: time.Second, Chance: 0.5, Expression: always{}, Name: "x"}
		if k == kind.Log { // log allocates its line, which the game receives
			continue
		}
		again := of(kind.ForceSuccess, engine.Settings{}, of(k, set, children...))
		all = append(all, of(kind.UntilFailure, engine.Settings{}, again))
	}
	w := engine.NewWorld(engine.Options{Seed: 7, History: 1000})
	p := compile(t, of(kind.Parallel, engine.Settings{}, all...))
	for range 20 {
		w.Spawn(p, "a")
	}
	for range 500 {
		w.Tick(time.Second / 3)
	}
	if got := testing.AllocsPerRun(200, func() { w.Tick(time.Second / 3) }); got != 0 {
		t.Errorf("%v allocations in a tick, want 0", got)
	}
	ran := map[string]bool{}
	for a := range w.Agents() {
		for k := 1; a.RanNodes(k) != nil; k++ {
			for _, i := range a.RanNodes(k) {
				ran[a.Program().Node(i).Kind.String()] = true
			}
		}
	}
	for k := kind.Priority; k < kind.Count; k++ {
		if k != kind.Log && k != kind.Fail && !ran[k.String()] {
			t.Errorf("no %s ran, so that its allocations were not counted", k)
		}
	}
}

// always is an expression that is always true, and whose value is always 1.
type always struct{}

func (always) Eval(*engine.Context) (bool, error)         { return true, nil }
func (always) Value(*engine.Context) (value.Value, error) { return value.Number(1), nil }
func (always) Source() string                             { return "true" }
func (always) Terms(*engine.Context) []engine.Term        { return nil }

func TestCompileRefusesKinds(t *testing.T) {
	s := newStage(t)
	for _, c := range []struct {
		root *engine.Node
		want string
	}{
		{of(kind.Invert, engine.Settings{}), `too-few-children count=0 least=1 node="invert" -> it`},
		{of(kind.IfThenElse, engine.Settings{}, s.leaf("a")), `too-few-children count=1 least=2 node="if_then_else" -> it`},
		{of(kind.WhileDoElse, engine.Settings{}, s.leaf("a"), s.leaf("a"), s.leaf("a"), s.leaf("a")), `too-many-children child="a" most=3 node="while_do_else" number=4 -> it`},
		{of(kind.Wait, engine.Settings{}, s.leaf("a")), `takes-no-children child="a" node="wait" -> it`},
		{of(kind.Condition, engine.Settings{}), `node-without-condition node="condition" -> it`},
		{of(kind.Switch, engine.Settings{}, s.leaf("a")), `switch-without-expression node="switch" -> it`},
		{of(kind.Custom, engine.Settings{}), `node-without-kind-of-game node="custom" -> it`},
		{of(kind.Count, engine.Settings{}), `unknown-node-kind node="?" -> it`},
	} {
		_, err := engine.Compile(engine.Definition{Name: "t", Root: c.root})
		if err == nil || identities(err) != c.want {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// TestImportance checks that Importance returns the highest importance among the active nodes.
func TestImportance(t *testing.T) {
	s := newStage(t)
	fight := s.behavior("fight", &behaviors.Native{Importance: 5})
	s.play(node(s.behavior("live", &behaviors.Native{Importance: 1}), node(fight)))
	if got := s.agent.Importance(); got != 0 {
		t.Errorf("importance %v before the first tick", got)
	}
	s.tick()
	if got := s.agent.Importance(); got != 5 {
		t.Errorf("importance %v, want 5", got)
	}
}

// TestRunawayBound checks that a tick may visit 10,000 nodes, plus 100 for each node of the
// tree.
func TestRunawayBound(t *testing.T) {
	s := newStage(t)
	runs := 0
	count := node(s.behavior("count", &behaviors.Native{Behavior: func(*engine.Context) (engine.Status, error) {
		runs++
		return engine.Success, nil
	}}))
	s.play(of(kind.Repeat, engine.Settings{Count: 1_000_000}, count))
	s.expect("failure: ")
	// The first visit is that of the loop itself. The loop ends when its child exceeds the bound.
	if want := 10_000 + 100*2; runs != want {
		t.Errorf("the child ran %d times, want %d", runs, want)
	}
	if f := s.world.Faults(); len(f) != 1 || f[0].Part != "runaway" {
		t.Errorf("faults %v", f)
	}
}
