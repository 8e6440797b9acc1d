package engine_test

import (
	"flag"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/internal/conform"
	"github.com/bough-dev/bough/engine/internal/reference"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"pgregory.net/rapid"
)

// kindNamed maps the kind names of the corpus, which are the same as in tree files, to
// kinds.
var kindNamed = func() map[string]kind.Kind {
	kinds := map[string]kind.Kind{}
	for k := range kind.Kind(kind.Count) {
		kinds[k.String()] = k
	}
	return kinds
}()

// machine runs a conformance case on the engine.
type machine struct {
	c         *conform.Case
	script    *conform.Script
	world     *engine.World
	behaviors map[*conform.Behavior]*engine.Behavior
	programs  map[*conform.Tree]*engine.Program
	nodes     map[*engine.Program][]*conform.Node
	agents    []*engine.Agent
	closed    bool
	known     []bool            // whether the status of an agent is valid
	hooks     []*engine.Context // by agent: the context of the hook or condition that was called last
	explained func(*engine.Agent)
}

func newMachine(o engine.Options) conform.New {
	return func(c *conform.Case, s *conform.Script) (conform.Machine, error) {
		m := bareMachine(c, s, o)
		for i, b := range c.Behaviors {
			m.behaviors[b] = m.behavior(b, engine.BehaviorID(i+1))
		}
		if err := m.compile(); err != nil {
			return nil, err
		}
		m.spawn()
		return m, nil
	}
}

// bareMachine returns a machine without programs for a case.
func bareMachine(c *conform.Case, s *conform.Script, o engine.Options) *machine {
	m := &machine{
		c: c, script: s, behaviors: map[*conform.Behavior]*engine.Behavior{},
		programs: map[*conform.Tree]*engine.Program{}, nodes: map[*engine.Program][]*conform.Node{},
	}
	o.Seed, o.History, o.QuarantineAfter, o.OnFault = c.Seed, c.History, c.Quarantine, m.report
	m.world = engine.NewWorld(o)
	return m
}

// spawn spawns the agents of the case.
func (m *machine) spawn() {
	for i, name := range m.c.Agents {
		m.agents = append(m.agents, m.world.Spawn(m.programs[m.c.Trees[0]], name))
		for _, f := range m.c.Fields {
			m.SetField(conform.Agent(i), f.Name, f.Value)
		}
	}
	m.known = make([]bool, len(m.agents))
	m.hooks = make([]*engine.Context, len(m.agents))
}

func (m *machine) behavior(b *conform.Behavior, id engine.BehaviorID) *engine.Behavior {
	out := &engine.Behavior{
		ID: id, Name: b.Name, Version: 1, NonExclusive: b.NonExclusive,
		Stimulus: b.Stimulus, Interval: b.Interval, Restart: b.RestartOnReload, Code: scripted{m},
	}
	for _, r := range kind.ChildRules() {
		if r.String() == b.Children {
			out.Children = r
		}
	}
	for of, to := range hookOf {
		if b.Hooks.Has(of) {
			out.Hooks[to] = true
		}
	}
	return out
}

// hookOf maps hooks of the corpus to hooks of the engine.
var hookOf = map[conform.Hook]engine.Hook{
	conform.HookPrecondition: engine.HookPrecondition, conform.HookBehavior: engine.HookBehavior,
	conform.HookEnter: engine.HookEnter, conform.HookExit: engine.HookExit,
	conform.HookUtility: engine.HookUtility, conform.HookPostcondition: engine.HookPostcondition,
}

func (m *machine) compile() error {
	for _, t := range m.c.Trees {
		p, err := engine.Compile(engine.Definition{Name: t.Name, Root: m.define(t.Root)})
		if err != nil {
			return err
		}
		m.programs[t], m.nodes[p] = p, t.Nodes
	}
	return nil
}

func (m *machine) define(n *conform.Node) *engine.Node {
	out := &engine.Node{Name: n.Name(), ID: n.ID, NonExclusive: n.Mark, Disabled: n.Disabled, Kind: kindNamed[n.Kind], Settings: m.settings(n)}
	switch {
	case n.Behavior != nil:
		out.Behavior = m.behaviors[n.Behavior]
	case out.Kind == kind.Log:
		out.Kind, out.Custom = kind.Custom, m.log(n)
	}
	if n.Guard != nil {
		out.Guard = guard{scripted{m}, n.Guard.String()}
	}
	for _, c := range n.Children {
		out.Children = append(out.Children, m.define(c))
	}
	return out
}

// log returns a custom kind that replaces the log leaf, since the engine passes on the
// lines of log leaves only at the end of the tick.
func (m *machine) log(n *conform.Node) *engine.Custom {
	text := strings.Join(n.Args, " ")
	return &engine.Custom{Name: n.Kind, New: func(engine.Params) (engine.Rule, error) { return logRule{scripted{m}, text}, nil }}
}

type logRule struct {
	scripted
	text string
}

func (r logRule) Decide(engine.Visit) engine.Certainty { return engine.Open }

func (r logRule) Act(v engine.Visit) engine.Status {
	r.m.script.Log(r.call(v.Context()), r.text)
	return engine.Success
}

// settings converts the parameters of a node to the settings that a tree file would
// give.
func (m *machine) settings(n *conform.Node) engine.Settings {
	s := engine.Settings{
		Success: number(n.Param("success")), Failure: number(n.Param("failure")), Count: number(n.Param("conditions")),
		Unready: unready(n.Param("unready")), DecideEach: n.Param("decide") == "each", OnePerTick: n.Param("per_tick") == "one", Inertia: float64(number(n.Param("inertia"))),
	}
	s.Utility = n.Utility
	if n.UtilityNumber != nil {
		s.UtilityExpression = computed{scripted{m}, *n.UtilityNumber}
	}
	switch {
	case n.WeightNumber != nil:
		s.WeightExpression = computed{scripted{m}, *n.WeightNumber}
	case n.Param("weight") != "":
		s.Weight = &n.Weight
	}
	if n.DataNumber != nil {
		s.DataExpression = computed{scripted{m}, *n.DataNumber}
	}
	if n.Number != nil {
		s.Number = computed{scripted{m}, *n.Number}
	}
	if n.Case != "" {
		v := caseValue(n.Case)
		s.Case = &v
	}
	if n.Cond != nil {
		c := leafCondition{scripted{m}, n.Cond.String()}
		s.Expression = c
	}
	for _, a := range n.Sets {
		to := engine.Assignment{Field: engine.KeyOf(a.Field), Value: value.Number(float64(a.Value))}
		if a.Number != nil {
			to.Expression = computed{scripted{m}, *a.Number}
		}
		s.Fields = append(s.Fields, to)
	}
	if after := n.Param("after"); n.Kind == "cooldown" {
		s.AfterFailure, s.AfterAbort = after == "result" || after == "exit", after == "exit"
	}
	if n.Kind == "limit" {
		s.Time = time.Duration(number(n.Param("per"))) * time.Second
	}
	switch n.Kind {
	case "emit":
		e := n.Emits
		s.Name, s.Data, s.Time = e.Stimulus.Name, value.String(e.Stimulus.Data), max(e.Stimulus.TTL, 1)
		if e.To != "" {
			s.To = engine.KeyOf(e.To)
		}
		return s
	case "request":
		q := request(n.Wants)
		s.Name, s.Data, s.Channel, s.Priority = q.Kind, q.Data, q.Channel, q.Priority
		return s
	}
	if len(n.Args) == 0 || n.Cond != nil || n.Number != nil {
		return s
	}
	f, _ := strconv.ParseFloat(n.Args[0], 64)
	switch n.Kind {
	case "repeat", "retry", "loop", "limit":
		s.Count = int(f)
	case "wait", "cooldown", "interval", "delay", "timeout":
		s.Time = time.Duration(f * float64(time.Second))
	case "chance":
		s.Chance = f
	}
	return s
}

func caseValue(word string) value.Value {
	switch word {
	case "true", "false":
		return value.Bool(word == "true")
	}
	return value.Number(float64(number(word)))
}

func request(r conform.Request) engine.Request {
	return engine.Request{Kind: r.Kind, Channel: r.Channel, Priority: float64(r.Priority), Data: value.String(r.Data)}
}

func number(word string) int {
	if word == "all" {
		return engine.All
	}
	if word == "one" {
		return 1
	}
	n, _ := strconv.Atoi(word)
	return n
}

// leafCondition is the condition or the expression of a leaf.
type leafCondition struct {
	scripted
	text string
}

func (l leafCondition) Eval(c *engine.Context) (bool, error) { return l.m.script.Condition(l.call(c)) }

// Source implements engine.Expression.
func (l leafCondition) Source() string { return l.text }

// Terms implements engine.Expression.
func (l leafCondition) Terms(c *engine.Context) []engine.Term { return l.terms(c, l.call(c).Node.Cond) }

// Value implements engine.Expression.
func (l leafCondition) Value(c *engine.Context) (value.Value, error) {
	word, err := l.m.script.Value(l.call(c))
	return caseValue(word), err
}

// computed is a computed number of a node. Numbers with different texts are different expressions.
type computed struct {
	scripted
	number conform.Number
}

func (n computed) Value(c *engine.Context) (value.Value, error) {
	f, err := n.m.script.Number(n.call(c), n.number)
	return value.Number(f), err
}

func (n computed) Eval(c *engine.Context) (bool, error) {
	_, err := n.Value(c)
	return true, err
}

// Source implements engine.Expression.
func (n computed) Source() string { return n.number.String() }

// Terms implements engine.Expression.
func (n computed) Terms(*engine.Context) []engine.Term { return nil }

// dataText returns data as a case has it.
func dataText(v value.Value) string {
	if v.Kind() == value.KindNumber {
		return conform.Data(v.Float())
	}
	return v.Str()
}

// scripted is the Code and the Binding of the behaviors of a case, and a part of its
// guards.
type scripted struct{ m *machine }

func (s scripted) Bind(int, engine.Params) engine.Binding { return s }

func (s scripted) call(c *engine.Context) conform.Call {
	n := s.m.nodes[c.Agent().Program()][c.Node()]
	call := conform.Call{Agent: conform.Agent(c.Agent().ID() - 1), Node: n}
	s.m.hooks[call.Agent] = c
	if n.Behavior != nil && n.Behavior.Stimulus != "" {
		st, _ := c.Stimulus()
		call.Stimulus = dataText(st.Data)
	}
	return call
}

func (s scripted) Call(c *engine.Context, h engine.Hook) (a engine.Answer, err error) {
	call := s.call(c)
	if !c.Deciding() {
		if *c.Memory() == nil {
			*c.Memory() = &conform.Memory{}
		}
		call.Memory = (*c.Memory()).(*conform.Memory)
	}
	switch h {
	case engine.HookPrecondition:
		a.Yes, err = s.m.script.Precondition(call)
	case engine.HookUtility:
		a.Score, err = s.m.script.Utility(call)
	case engine.HookPostcondition:
		a.Yes, err = s.m.script.Postcondition(call)
	case engine.HookEnter:
		err = s.m.script.Enter(call)
	case engine.HookBehavior:
		var st conform.Status
		st, err = s.m.script.Act(call)
		a.Status = map[conform.Status]engine.Status{conform.Success: engine.Success, conform.Failure: engine.Failure}[st]
	case engine.HookExit:
		err = s.m.script.Exit(call, conform.Reason(c.Reason().String()))
	}
	return a, err
}

// direct is a Binding as a Direct.
type direct struct{ engine.Binding }

func asDirect(_ *engine.Behavior, b engine.Binding) engine.Binding { return direct{b} }

func (d direct) Ready(c *engine.Context) bool { return d.must(c, engine.HookPrecondition).Yes }

func (d direct) Run(c *engine.Context) engine.Status { return d.must(c, engine.HookBehavior).Status }

// hookError is what Ready and Run panic with.
type hookError struct{ error }

func (d direct) must(c *engine.Context, h engine.Hook) engine.Answer {
	a, err := d.Call(c, h)
	if err != nil {
		panic(hookError{err})
	}
	return a
}

func (d direct) Raised(_ *engine.Context, _ engine.Hook, r any) (engine.Answer, error) {
	err, ok := r.(hookError)
	if !ok {
		panic(r)
	}
	return engine.Answer{}, err.error
}

// guard is a guard of a case. Guards with different texts are different conditions.
type guard struct {
	scripted
	text string
}

func (g guard) Eval(c *engine.Context) (bool, error) { return g.m.script.Guard(g.call(c)) }
func (g guard) Value(c *engine.Context) (value.Value, error) {
	yes, err := g.Eval(c)
	return value.Bool(yes), err
}
func (g guard) Source() string                        { return g.text }
func (g guard) Terms(c *engine.Context) []engine.Term { return g.terms(c, g.call(c).Node.Guard) }

func (s scripted) terms(c *engine.Context, cond *conform.Cond) []engine.Term {
	var out []engine.Term
	for _, t := range cond.Terms {
		yes, err := s.m.script.Term(s.call(c), t)
		out = append(out, engine.Term{Text: t.String(), Value: conform.ShowTerm(yes, err)})
	}
	return out
}

func (m *machine) report(f *engine.Fault) {
	if f.Quarantined {
		return
	}
	hook := map[string]conform.Hook{
		"guard": conform.HookGuard, "condition": conform.HookCondition, "switch": conform.HookSwitch, "runaway": conform.HookRunaway,
		"number": conform.HookNumber, "weight": conform.HookWeight, "set": conform.HookSet, "data": conform.HookData, "utility": conform.HookUtility,
	}[f.Part]
	for of, to := range hookOf {
		if f.Part == "" && f.Hook == to {
			hook = of
		}
	}
	m.script.Report(conform.Call{Agent: conform.Agent(f.Agent - 1), Node: m.nodes[f.Program][f.Node]}, hook)
}

func (m *machine) Tick(dt time.Duration) {
	if m.closed {
		return
	}
	m.world.Tick(dt)
	for i, a := range m.agents {
		m.known[i] = m.known[i] || a.Alive() && !a.Paused()
	}
}

func (m *machine) Post(a conform.Agent, s conform.Stimulus) {
	m.world.Post(m.agents[a].ID(), engine.Stimulus{Name: s.Name, Data: value.String(s.Data), TTL: max(s.TTL, 1)})
}

func (m *machine) Reset(a conform.Agent) {
	if m.closed || !m.agents[a].Alive() {
		return
	}
	m.agents[a].Reset()
	m.known[a] = false
}

func (m *machine) Abort(a conform.Agent, name string) { m.agents[a].Abort(name) }

func (m *machine) Despawn(a conform.Agent) {
	if m.closed {
		return
	}
	m.world.Despawn(m.agents[a].ID())
	m.known[a] = false
}

func (m *machine) Switch(a conform.Agent, t *conform.Tree) {
	if m.closed || !m.agents[a].Alive() {
		return
	}
	m.agents[a].SetTree(m.programs[t])
	m.known[a] = false
}

func (m *machine) Pause(a conform.Agent, paused bool) {
	if paused {
		m.agents[a].Pause()
	} else {
		m.agents[a].Resume()
	}
}

// Save makes a new version of the behavior and replaces all programs.
func (m *machine) Save(b *conform.Behavior) {
	if m.closed {
		return
	}
	was := m.behaviors[b]
	if was.Missing {
		back := m.behavior(b, was.ID)
		back.Version = was.Version + 1
		m.exchange(b, back)
		return
	}
	next := *was
	next.Version++
	m.behaviors[b] = &next
	exchange := map[*engine.Program]*engine.Program{}
	for t, p := range m.recoded(was, &next) {
		exchange[m.programs[t]] = p
		m.programs[t], m.nodes[p] = p, t.Nodes
	}
	m.world.Reload(exchange)
}

// Delete replaces a behavior by a missing one.
func (m *machine) Delete(b *conform.Behavior) {
	if was := m.behaviors[b]; !m.closed && !was.Missing {
		m.exchange(b, &engine.Behavior{ID: was.ID, Name: was.Name, Version: was.Version + 1, Missing: true})
	}
}

// exchange replaces a behavior, and compiles all programs again.
func (m *machine) exchange(b *conform.Behavior, next *engine.Behavior) {
	m.behaviors[b] = next
	exchange, old := map[*engine.Program]*engine.Program{}, maps.Clone(m.programs)
	if err := m.compile(); err != nil {
		panic(err)
	}
	for t, p := range old {
		exchange[p] = m.programs[t]
	}
	m.world.Reload(exchange)
}

// recoded returns the programs in which was is replaced by next, another version of the
// same behavior.
func (m *machine) recoded(was, next *engine.Behavior) map[*conform.Tree]*engine.Program {
	out := map[*conform.Tree]*engine.Program{}
	var r engine.Recoding
	if !r.Add(was, next) {
		panic("a new version has another spec")
	}
	for t, p := range m.programs {
		out[t] = p.Recoded(&r)
	}
	return out
}

func (m *machine) Edit(old, next *conform.Tree) {
	if !m.closed {
		m.world.Reload(map[*engine.Program]*engine.Program{m.programs[old]: m.programs[next]})
	}
}

func (m *machine) Explain(a conform.Agent) {
	if !m.closed && m.agents[a].Alive() {
		if m.explained != nil {
			m.explained(m.agents[a])
		} else {
			_ = m.agents[a].Explain(0).String()
		}
	}
}

func (m *machine) Impose(a conform.Agent, r conform.Request) { m.agents[a].Impose(request(r)) }

func (m *machine) End(a conform.Agent, channel string) { m.agents[a].EndRequest(channel) }

func (m *machine) InForce(a conform.Agent) []conform.Request {
	var out []conform.Request
	for name, q := range m.agents[a].Requests() {
		out = append(out, conform.Request{Kind: q.Kind, Channel: name, Data: dataText(q.Data), Priority: int(q.Priority), Passive: !q.Active})
	}
	return out
}

func (m *machine) Field(a conform.Agent, name string) int {
	return int(m.agents[a].Get(engine.KeyOf(name)).Float())
}

func (m *machine) SetField(a conform.Agent, name string, v int) {
	m.agents[a].Set(engine.KeyOf(name), value.Number(float64(v)))
}

// board is the name of the only board that cases use.
const board = "board"

func (m *machine) Board(a conform.Agent, key string) int {
	if a != conform.Everyone {
		return int(m.hooks[a].Board(board, key).Float())
	}
	return int(m.world.Board(board, key).Float())
}

func (m *machine) SetBoard(a conform.Agent, key string, v int) {
	switch {
	case a != conform.Everyone:
		m.hooks[a].SetBoard(board, key, entry(v))
	case !m.closed:
		m.world.SetBoard(board, key, entry(v))
	}
}

func (m *machine) ClaimBoard(a conform.Agent, key string, v int) {
	m.hooks[a].ClaimBoard(board, key, entry(v))
}

// entry returns the value of an entry of the board. In cases, an entry with 0 is free.
func entry(v int) value.Value {
	if v == 0 {
		return value.Value{}
	}
	return value.Number(float64(v))
}

func (m *machine) RanNamed(a conform.Agent, name string, k int) bool { return m.agents[a].Ran(name, k) }

func (m *machine) RanAgoNamed(a conform.Agent, name string, k int) bool {
	return m.agents[a].RanAgo(name, k)
}

func (m *machine) ActiveNamed(a conform.Agent, name string) bool { return m.agents[a].IsActive(name) }

func (m *machine) Since(a conform.Agent, name string) time.Duration { return m.agents[a].Since(name) }

func (m *machine) Close() {
	m.world.Close()
	m.closed = true
}

func (m *machine) Status(a conform.Agent) conform.Status {
	if !m.known[a] {
		return conform.None
	}
	return [...]conform.Status{conform.Running, conform.Success, conform.Failure}[m.agents[a].Status()]
}

func (m *machine) Active(a conform.Agent) []*conform.Node {
	return m.pick(a, m.agents[a].ActiveNodes())
}

func (m *machine) Ran(a conform.Agent, k int) ([]*conform.Node, bool) {
	if !m.closed && !m.agents[a].Alive() {
		return nil, false
	}
	ran := m.agents[a].RanNodes(k)
	return m.pick(a, ran), ran != nil
}

func (m *machine) pick(a conform.Agent, nodes []int) []*conform.Node {
	var out []*conform.Node
	for _, i := range nodes {
		out = append(out, m.nodes[m.agents[a].Program()][i])
	}
	return out
}

const corpus = "../testdata/conformance"

// allCases returns the cases of the corpus.
func allCases(t *testing.T) []*conform.Case {
	var cases []*conform.Case
	err := fs.WalkDir(os.DirFS(corpus), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".case") {
			return err
		}
		c, problems := conform.Load(os.DirFS(corpus), path)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		cases = append(cases, c)
		return nil
	})
	if err != nil || len(cases) < 30 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	return cases
}

func TestConformance(t *testing.T) {
	for _, c := range allCases(t) {
		t.Run(strings.TrimSuffix(c.Path, ".case"), func(t *testing.T) {
			for i, workers := range []int{1, 1, 2, 4, 8} {
				o := engine.Options{Workers: workers, DecideTwice: !c.ShowAsked}
				if i%2 == 1 {
					o.Wrap = asDirect
				}
				r := conform.Run(c, newMachine(o))
				if r.Diff != "" {
					t.Fatalf("%d workers, direct calls %v: %s", workers, o.Wrap != nil, r.Diff)
				}
				if err := conform.CheckLaws(c, r); err != nil {
					t.Errorf("%d workers, direct calls %v: %v", workers, o.Wrap != nil, err)
				}
			}
		})
	}
}

// source is a conform.Source that draws from rapid, which shrinks failing cases.
type source struct{ t *rapid.T }

func (s source) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(s.t, "") }

// allKinds are all kinds that a random case may use.
var allKinds = func() []string {
	var names []string
	for _, k := range conform.Kinds {
		if k.Name != conform.KindTree { // inclusions need no entry
			names = append(names, k.Name)
		}
	}
	return names
}()

// likeReference fails the test if engine and reference run a case differently.
func likeReference(t interface{ Fatalf(string, ...any) }, c *conform.Case, o engine.Options) {
	if _, _, diff := conform.Compare(c, reference.New, newMachine(o)); diff != "" {
		t.Fatalf("the reference (first) and the engine (second) differ:\n%s\n%s", diff, conform.Format(c))
	}
}

func TestRandomTreesLikeReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { likeReference(t, conform.Random(source{t}), engine.Options{Wrap: asDirect}) })
}

func TestRandomKindsLikeReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { likeReference(t, conform.Random(source{t}, allKinds...), engine.Options{}) })
}

var (
	manyTrees = flag.Int("trees", 600, "how many random trees of each sort are compared with the reference")
	treesSeed = flag.Uint64("trees.seed", 1, "seed of the first of them")
)

// randomSorts generate random cases of each sort.
var randomSorts = []func(conform.Source) *conform.Case{behaviorsOnly, anyKinds, conform.RandomNumbers}

// anyCase generates a random case of kinds. Every third is about numbers.
func anyCase(seed, stream uint64) *conform.Case {
	src := rand.New(rand.NewPCG(seed, stream))
	if seed%3 == 0 {
		return conform.RandomNumbers(src)
	}
	return anyKinds(src)
}

func behaviorsOnly(src conform.Source) *conform.Case { return conform.Random(src) }

func anyKinds(src conform.Source) *conform.Case { return conform.Random(src, allKinds...) }

// TestManyTreesLikeReference compares more trees with the reference than rapid would in
// the same time: trees of behaviors, of all kinds, and of kinds that take a number. Some worlds have several
// workers, some make each decision twice, and in some the hooks are called directly.
// The test prints the seed of a tree that differs.
//
// go test ./engine -run ManyTrees -trees 20000 compares more trees.
func TestManyTreesLikeReference(t *testing.T) {
	var seed uint64
	defer func() {
		if t.Failed() {
			t.Logf("-trees.seed %d -trees 1", seed)
		}
	}()
	for _, random := range randomSorts {
		for i := range uint64(*manyTrees) {
			seed = *treesSeed + i
			o := engine.Options{Workers: 1 + int(seed%3), DecideTwice: seed%2 == 1}
			if seed%4 < 2 {
				o.Wrap = asDirect
			}
			likeReference(t, random(rand.New(rand.NewPCG(seed, 3))), o)
		}
	}
}

func unready(word string) engine.Unready {
	for u := engine.UnreadyFails; u <= engine.UnreadyRefuses; u++ {
		if u.String() == word {
			return u
		}
	}
	return engine.UnreadyFails
}
