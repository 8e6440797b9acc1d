package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/internal/conform"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// numbers are Fields whose values are numbers.
type numbers struct {
	Keys   []string
	Values []float64
}

func (f *numbers) Get(k engine.Key) value.Value {
	if i := slices.Index(f.Keys, k.Name()); i >= 0 {
		return value.Number(f.Values[i])
	}
	return value.Value{}
}

func (f *numbers) Set(k engine.Key, v value.Value) {
	i := slices.Index(f.Keys, k.Name())
	if i < 0 {
		i, f.Keys, f.Values = len(f.Keys), append(f.Keys, k.Name()), append(f.Values, 0)
	}
	f.Values[i] = v.Float()
}

func (f *numbers) Checksum() uint64 {
	sum := 0.0
	for _, v := range f.Values {
		sum += v
	}
	return math.Float64bits(sum)
}

func (f *numbers) All(yield func(engine.Key, value.Value) bool) {
	for i, k := range f.Keys {
		if !yield(engine.KeyOf(k), value.Number(f.Values[i])) {
			return
		}
	}
}

// caseSaver saves the fields and memories of conformance cases.
type caseSaver struct{}

type savedAgent struct {
	Fields   *numbers
	Memories map[int]conform.Memory
}

func (caseSaver) Save(out []byte, a *engine.Agent) ([]byte, error) {
	s := savedAgent{a.Fields().(*numbers), map[int]conform.Memory{}}
	for node, m := range a.Memories {
		s.Memories[node] = *m.(*conform.Memory)
	}
	data, err := json.Marshal(s)
	return append(out, data...), err
}

func (caseSaver) Load(_ *engine.Agent, data []byte, _ time.Duration) (engine.Fields, map[int]any, error) {
	var s savedAgent
	err := json.Unmarshal(data, &s)
	memories := map[int]any{}
	for node, m := range s.Memories {
		memories[node] = &m
	}
	return s.Fields, memories, err
}

func (caseSaver) SaveValue(any) ([]byte, error) { return nil, fmt.Errorf("no value of Go") }
func (caseSaver) LoadValue([]byte) (any, error) { return nil, fmt.Errorf("no value of Go") }

// restored is a machine whose world is restored from a snapshot after each step. The snapshot is restored alternately
// in the same world and in a new one with another number of workers.
type restored struct {
	*machine
	t     testing.TB
	o     engine.Options
	steps int
}

func (m *restored) restore() {
	m.steps++
	if m.closed {
		return
	}
	names := engine.Resolver{Program: m.program, Behavior: func(name string) *engine.Behavior {
		for _, b := range m.behaviors {
			if b.Name == name {
				return b
			}
		}
		return nil
	}}
	for a := range m.world.Agents() {
		if m.program(a.Program().Name()) != a.Program() {
			return // two trees with the same name are in use
		}
	}
	data, err := m.world.Snapshot()
	if err != nil {
		m.t.Fatal(err)
	}
	before := m.describe()
	if m.steps%2 == 0 {
		o := m.o
		o.Workers, o.Seed = 1+m.steps%3, o.Seed+1
		m.world = engine.NewWorld(o)
	}
	if err := m.world.Restore(data, names); err != nil {
		m.t.Fatal(err)
	}
	if after := m.describe(); after != before {
		m.t.Fatalf("step %d: restored, the world is\n%s\nwant\n%s", m.steps, after, before)
	}
	for i := range m.agents {
		if a := m.world.Agent(engine.AgentID(i + 1)); a != nil {
			m.agents[i] = a
		}
	}
	if again, err := m.world.Snapshot(); err != nil || !bytes.Equal(again, data) {
		m.t.Fatalf("step %d: restored, the world has another snapshot: %v\n%x\n%x", m.steps, err, data, again)
	}
}

// describe returns the state of the world that is not visible in cases. Errors of replaced code are not saved.
func (m *restored) describe() string {
	var b strings.Builder
	w := m.world
	fmt.Fprintln(&b, w.Clock(), w.TickCount(), w.Seed())
	for a := range w.Agents() {
		fmt.Fprintln(&b, a.Label(), a.Ticks(), a.Status(), a.Paused(), a.Suspended())
		for _, i := range a.ActiveNodes() {
			fmt.Fprintln(&b, a.Program().Node(i).Path, a.ActiveFor(i))
		}
		for _, s := range a.Stimuli() {
			fmt.Fprintln(&b, s)
		}
		for channel, q := range a.Requests() {
			fmt.Fprintln(&b, channel, q.Kind, q.Channel, q.Priority, q.Data, q.Active)
		}
		fmt.Fprintln(&b, a.History())
	}
	for _, f := range slices.Concat(w.Faults(), w.Quarantines()) {
		if f.Part == "" && !slices.Contains(slices.Collect(maps.Values(m.behaviors)), f.Behavior) {
			continue
		}
		fmt.Fprintln(&b, f, f.Tick, f.Agent, f.Hook, f.Pos)
	}
	return b.String()
}

// program returns the program of that name that an agent runs, or else any program of that name.
func (m *restored) program(name string) (found *engine.Program) {
	for a := range m.world.Agents() {
		if a.Program().Name() == name {
			return a.Program()
		}
	}
	for _, p := range m.programs {
		if p.Name() == name {
			return p
		}
	}
	return nil
}

func (m *restored) Tick(dt time.Duration)                     { m.machine.Tick(dt); m.restore() }
func (m *restored) Post(a conform.Agent, s conform.Stimulus)  { m.machine.Post(a, s); m.restore() }
func (m *restored) Reset(a conform.Agent)                     { m.machine.Reset(a); m.restore() }
func (m *restored) Abort(a conform.Agent, name string)        { m.machine.Abort(a, name); m.restore() }
func (m *restored) Despawn(a conform.Agent)                   { m.machine.Despawn(a); m.restore() }
func (m *restored) Switch(a conform.Agent, t *conform.Tree)   { m.machine.Switch(a, t); m.restore() }
func (m *restored) Pause(a conform.Agent, paused bool)        { m.machine.Pause(a, paused); m.restore() }
func (m *restored) Save(b *conform.Behavior)                  { m.machine.Save(b); m.restore() }
func (m *restored) Delete(b *conform.Behavior)                { m.machine.Delete(b); m.restore() }
func (m *restored) Edit(old, next *conform.Tree)              { m.machine.Edit(old, next); m.restore() }
func (m *restored) Explain(a conform.Agent)                   { m.machine.Explain(a); m.restore() }
func (m *restored) Impose(a conform.Agent, r conform.Request) { m.machine.Impose(a, r); m.restore() }
func (m *restored) End(a conform.Agent, channel string)       { m.machine.End(a, channel); m.restore() }

// runsLikeRestored fails the test if a case runs differently when its world is restored after each step.
func runsLikeRestored(t testing.TB, c *conform.Case) {
	if _, _, diff := conform.Compare(c, newMachine(engine.Options{}), func(c *conform.Case, s *conform.Script) (conform.Machine, error) {
		o := engine.Options{NewFields: func(engine.AgentID, string) engine.Fields { return &numbers{} }, Saver: caseSaver{}}
		m, err := newMachine(o)(c, s)
		if err != nil {
			return nil, err
		}
		r := &restored{machine: m.(*machine), t: t}
		o.Seed, o.History, o.QuarantineAfter, o.OnFault = c.Seed, c.History, c.Quarantine, r.report
		r.o = o
		return r, nil
	}); diff != "" {
		t.Fatalf("restored after each step (second), it runs in another way:\n%s\n%s", diff, conform.Format(c))
	}
}

// TestSnapshotConformance checks that each case of the corpus runs in the same way when its world is restored from a
// snapshot after each step.
func TestSnapshotConformance(t *testing.T) {
	for _, c := range allCases(t) {
		t.Run(c.Path, func(t *testing.T) { runsLikeRestored(t, c) })
	}
}

var (
	snapshotTrees = flag.Int("snapshot.trees", 100, "how many random trees of each sort are restored after each step")
	snapshotSeed  = flag.Uint64("snapshot.seed", 1, "seed of the first of them")
)

// TestSnapshotRandomTrees does the same as TestSnapshotConformance for random trees. It prints the seed of a tree
// that runs in another way.
func TestSnapshotRandomTrees(t *testing.T) {
	var seed uint64
	defer func() {
		if t.Failed() {
			t.Logf("-snapshot.seed %d -snapshot.trees 1", seed)
		}
	}()
	for _, random := range randomSorts {
		for i := range uint64(*snapshotTrees) {
			seed = *snapshotSeed + i
			runsLikeRestored(t, random(rand.New(rand.NewPCG(seed, 5))))
		}
	}
}

// TestSnapshotOfAnAgent moves an agent to a world with another clock, and checks that the agent continues as it would
// have in its own world.
func TestSnapshotOfAnAgent(t *testing.T) {
	home, away := newVillage(t), newVillage(t)
	for _, w := range []*engine.World{home, away} {
		for a := range w.Agents() {
			a.Set(engine.KeyOf("calm"), value.Bool(true)) // quarantines belong to a world
		}
	}
	for range 7 { // draws depend on the number of the tick
		home.Tick(time.Second / 3)
		away.Tick(time.Minute)
	}
	a := home.Agent(2)
	home.Post(2, engine.Stimulus{Name: "noise", Data: value.VectorOf(value.Vector{X: 1})})
	data, err := a.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := away.SpawnSnapshot(data, village); err == nil || !strings.Contains(err.Error(), "there is an agent 2 already") {
		t.Fatal(err)
	}
	away.Despawn(2)
	b, err := away.SpawnSnapshot(data, village)
	if err != nil {
		t.Fatal(err)
	}
	for tick := range 40 {
		for i := range a.Program().Len() {
			if a.NodeActive(i) != b.NodeActive(i) || a.ActiveFor(i) != b.ActiveFor(i) {
				t.Fatalf("tick %d: %s is active for %v and for %v", tick, a.Program().Node(i).Path, a.ActiveFor(i), b.ActiveFor(i))
			}
		}
		if !reflect.DeepEqual(a.History(), b.History()) || !a.Get(engine.KeyOf("n")).Equal(b.Get(engine.KeyOf("n"))) {
			t.Fatalf("tick %d: %v and %v", tick, a.History(), b.History())
		}
		home.Tick(time.Second / 3)
		away.Tick(time.Second / 3)
	}
	if away.Spawn(a.Program(), "").ID() != 4 {
		t.Error("the next agent has another ID")
	}
}

// TestSnapshotValues checks that values of all kinds are restored, in fields, stimuli, requests and boards.
func TestSnapshotValues(t *testing.T) {
	entry := func(k, v value.Value) value.Entry { return value.Entry{Key: k, Value: v} }
	inner := value.Other(&value.Table{Entries: []value.Entry{entry(value.Bool(true), value.String(""))}})
	values := []value.Value{
		value.Bool(false), value.Bool(true), value.Number(0.1), value.Number(math.Copysign(0, -1)), value.Number(math.Inf(1)), value.Number(math.NaN()),
		value.String("hé\x00"), value.VectorOf(value.Vector{X: 1, Y: -2, Z: 3}), inner,
		value.Other(&value.Table{Entries: []value.Entry{entry(value.Number(1), inner), entry(value.String("x"), value.Number(2))}}),
	}
	w := newVillage(t)
	a := w.Agent(2)
	for i, v := range values {
		a.Set(engine.KeyOf(fmt.Sprint("field", i)), v)
		w.SetBoard("board", fmt.Sprint(i), v)
		w.Post(2, engine.Stimulus{Name: fmt.Sprint("stimulus", i), Data: v, TTL: time.Hour})
		a.Impose(engine.Request{Kind: fmt.Sprint("request", i), Data: v})
	}
	w.Tick(time.Second)
	data, err := w.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	b := newVillage(t)
	if err := b.Restore(data, village); err != nil {
		t.Fatal(err)
	}
	got := b.Agent(2)
	for i, v := range values {
		request, _ := got.InForce(fmt.Sprint("request", i))
		for place, x := range map[string]value.Value{
			"field": got.Get(engine.KeyOf(fmt.Sprint("field", i))), "board": b.Board("board", fmt.Sprint(i)), "stimulus": got.Stimuli()[i].Data, "request": request.Data,
		} {
			if x.Kind() != v.Kind() || x.String() != v.String() {
				t.Errorf("%s: %v has become %v", place, v, x)
			}
		}
	}
}

// village is a Resolver for a tree with nodes of many kinds.
var village = func() engine.Resolver {
	walk := &engine.Behavior{ID: 1, Name: "walk", Version: 1, Importance: 2, Hooks: [engine.NumHooks]bool{engine.HookBehavior: true}, Code: walkCode{}}
	hear := &engine.Behavior{ID: 2, Name: "hear", Version: 1, Importance: 5, Stimulus: "noise", Interval: time.Second, Hooks: [engine.NumHooks]bool{engine.HookBehavior: true}, Code: walkCode{}}
	do := func(b *engine.Behavior) *engine.Node { return &engine.Node{Name: b.Name, Behavior: b} }
	of := func(k kind.Kind, s engine.Settings, children ...*engine.Node) *engine.Node {
		return &engine.Node{Kind: k, Settings: s, Children: children}
	}
	p, err := engine.Compile(engine.Definition{Name: "villager", Root: of(kind.Parallel, engine.Settings{Success: engine.All, Failure: 1},
		of(kind.Repeat, engine.Settings{}, of(kind.Sequence, engine.Settings{}, do(walk), of(kind.Wait, engine.Settings{Time: time.Second}), do(walk))),
		of(kind.Repeat, engine.Settings{}, of(kind.RandomSequence, engine.Settings{}, do(walk), of(kind.Cooldown, engine.Settings{Time: 2 * time.Second}, do(walk)))),
		of(kind.Repeat, engine.Settings{}, of(kind.ForceSuccess, engine.Settings{}, do(hear))))})
	if err != nil {
		panic(err)
	}
	return engine.Resolver{
		Program: func(name string) *engine.Program { return map[string]*engine.Program{"villager": p}[name] },
		Behavior: func(name string) *engine.Behavior {
			return map[string]*engine.Behavior{"walk": walk, "hear": hear}[name]
		},
	}
}()

// walkCode counts its calls in the field n, and draws its status.
type walkCode struct{}

func (walkCode) Bind(int, engine.Params) engine.Binding { return walkCode{} }

func (walkCode) Call(c *engine.Context, _ engine.Hook) (engine.Answer, error) {
	n := engine.KeyOf("n")
	c.Agent().Set(n, value.Number(c.Agent().Get(n).Float()+1))
	if err := c.Request(engine.Request{Kind: "go", Data: value.Number(1)}); err != nil {
		return engine.Answer{}, err
	}
	if c.Rand().Float64() < 0.1 && !c.Agent().Get(engine.KeyOf("calm")).Truthy() {
		return engine.Answer{}, errors.New("tired")
	}
	return engine.Answer{Status: engine.Status(c.Rand().Uint64() % 2)}, nil
}

// newVillage returns a world with three agents.
func newVillage(t testing.TB) *engine.World {
	w := engine.NewWorld(engine.Options{Seed: 1, Workers: 2})
	t.Cleanup(w.Close)
	for range 3 {
		w.Spawn(village.Program("villager"), "villager")
	}
	w.SetBoard("camp", "fire", value.Other(&value.Table{Entries: []value.Entry{{Key: value.String("hot"), Value: value.Bool(true)}}}))
	return w
}

// TestSnapshotErrors checks the errors of snapshots, and that a world that cannot be restored stays as it was.
func TestSnapshotErrors(t *testing.T) {
	w := newVillage(t)
	w.Tick(time.Second)
	good, err := w.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for want, names := range map[string]engine.Resolver{
		`there is no tree "villager"`:                    {Program: func(string) *engine.Program { return nil }},
		`tree "villager" is not the one of the snapshot`: {Program: func(string) *engine.Program { return leaf(t) }},
	} {
		if err := w.Restore(good, names); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	for n := range good {
		if w.Restore(good[:n], village) == nil {
			t.Fatalf("the first %d of %d bytes are no error", n, len(good))
		}
	}
	if again, err := w.Snapshot(); err != nil || !bytes.Equal(good, again) {
		t.Error("the world has changed")
	}
	w.Agent(1).Set(engine.KeyOf("socket"), value.Other(t))
	if _, err := w.Snapshot(); err == nil || err.Error() != "villager#1: field socket: a value of Go, *testing.T, and there is no Options.Saver" {
		t.Error(err)
	}
}

// finding is an error with a diagnostic, as scripts raise it.
type finding diag.Diagnostic

func (f finding) Error() string               { return diag.Diagnostic(f).Error() }
func (f finding) Diagnostic() diag.Diagnostic { return diag.Diagnostic(f) }

// TestSnapshotKeepsCodes checks that a restored error has its code, its arguments and its remedy, also if an argument
// is a text of the catalog, and that the restored world has the same snapshot.
func TestSnapshotKeepsCodes(t *testing.T) {
	d := diag.New(diag.Pos{File: "b.lua", Line: 2, Col: 3}, message.Quarantined("b", message.ResetTerm(), message.GoError("no {x}"), "behavior", "look"))
	d.Advise(message.Near("hpp", []string{"hp"}))
	f := &forest{}
	b := f.behavior("b", &behaviors.Native{Behavior: func(*engine.Context) (engine.Status, error) { return engine.Failure, finding(d) }})
	p := compile(t, node(b))
	var worlds [2]*engine.World
	for i := range worlds {
		worlds[i] = engine.NewWorld(engine.Options{})
		defer worlds[i].Close()
	}
	first, copied := worlds[0], worlds[1]
	first.Spawn(p, "a")
	first.Tick(frame)
	data, err := first.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	names := engine.Resolver{
		Program:  func(string) *engine.Program { return p },
		Behavior: func(string) *engine.Behavior { return b },
	}
	copied.Spawn(p, "a")
	if err := copied.Restore(data, names); err != nil {
		t.Fatal(err)
	}
	if again, err := copied.Snapshot(); err != nil || !bytes.Equal(data, again) {
		t.Errorf("the snapshots differ: %v", err)
	}
	var texts [2]string
	for i, w := range worlds {
		got := w.Faults()[0].Diagnostic()
		text, _ := message.Text(got.Code, got.Args)
		texts[i] = fmt.Sprintf("%s: %s: %s: %s", got.Code, text, got.Remedy.Code, got.Remedy.Text)
	}
	if texts[0] != texts[1] || !strings.Contains(texts[0], "no {x}") || !strings.Contains(texts[0], "did you mean hp?") {
		t.Errorf("got %q and %q", texts[0], texts[1])
	}
}

// TestExplainAfterDamage restores snapshots with a wrong byte, such as one in which a node holds a stimulus that its
// agent does not have, and asks for explanations.
func TestExplainAfterDamage(t *testing.T) {
	w, damaged := newVillage(t), newVillage(t)
	for tick := range 20 {
		w.Tick(time.Second / 3)
		w.Post(1, engine.Stimulus{Name: "noise"})
		if tick%4 != 1 {
			continue
		}
		good, err := w.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		for i := range good {
			bad := bytes.Clone(good)
			if bad[i]++; damaged.Restore(bad, village) == nil {
				for a := range damaged.Agents() {
					a.Explain()
				}
			}
		}
	}
}

// leaf returns a tree named villager with a single node.
func leaf(t *testing.T) *engine.Program {
	p, err := engine.Compile(engine.Definition{Name: "villager", Root: &engine.Node{Kind: kind.Wait, Settings: engine.Settings{Time: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// FuzzRestore restores worlds from arbitrary bytes and ticks them.
func FuzzRestore(f *testing.F) {
	w := newVillage(f)
	for range 20 {
		w.Tick(time.Second / 3)
		w.Post(1, engine.Stimulus{Name: "noise", Data: value.String("crack")})
		w.Agent(2).Impose(engine.Request{Kind: "fall", Channel: "go"})
		data, err := w.Snapshot()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		w := newVillage(t)
		if w.Restore(data, village) != nil {
			return
		}
		again, err := w.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Restore(again, village); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			for a := range w.Agents() {
				a.Explain()
			}
			w.Tick(time.Second / 3)
		}
	})
}

// TestSnapshotChangesNothing takes a snapshot of one of two equal worlds after each tick, and checks that the worlds
// stay equal.
func TestSnapshotChangesNothing(t *testing.T) {
	var worlds [2]*engine.World
	for k := range worlds {
		w := newVillage(t)
		for range 30 {
			w.Spawn(village.Program("villager"), "villager").SetPeriod(time.Second)
		}
		w.LimitTurns(1, time.Second)
		worlds[k] = w
	}
	for tick := range 600 {
		for k, w := range worlds {
			if tick%7 == 0 {
				w.Post(engine.AgentID(1+tick%30), engine.Stimulus{Name: "noise", TTL: time.Duration(tick%3 - 1)})
				w.Agent(engine.AgentID(1 + tick%11)).Sleep(time.Duration(tick%5) * time.Second / 4)
			}
			if w.Tick(frame); k == 0 {
				if _, err := w.Snapshot(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for a := range worlds[0].Agents() {
		if b := worlds[1].Agent(a.ID()); a.Ticks() != b.Ticks() {
			t.Errorf("%s has had %d turns, and %d without snapshots", a.Label(), a.Ticks(), b.Ticks())
		}
	}
	first, err := worlds[0].Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if second, err := worlds[1].Snapshot(); err != nil || !bytes.Equal(first, second) {
		t.Errorf("the worlds differ: %v", err)
	}
}

// TestSnapshotOfExtremes checks that a world with extreme numbers is saved and restored.
func TestSnapshotOfExtremes(t *testing.T) {
	w := newVillage(t)
	w.LimitTurns(math.MaxInt, math.MaxInt64)
	w.Post(1, engine.Stimulus{Name: "noise", TTL: -1})
	w.Post(2, engine.Stimulus{Name: "noise", TTL: time.Hour * 24 * 365 * 100})
	w.Agent(1).SetImportanceFactor(math.Inf(1))
	w.Agent(2).SetImportanceFactor(math.NaN())
	w.Agent(3).SetPeriod(math.MaxInt64)
	if ages := w.DecisionAges(); len(ages) != 1 || ages[0].Importance != 0 || ages[0].Agents != 3 {
		t.Errorf("%+v", ages)
	}
	for _, dt := range []time.Duration{time.Second, math.MaxInt64 / 2, math.MaxInt64 / 2, time.Second} {
		w.Tick(dt)
		data, err := w.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if err := newVillage(t).Restore(data, village); err != nil {
			t.Fatal(err)
		}
	}
	if now := w.Clock(); now != math.MaxInt64/2 {
		t.Errorf("the clock is %v", now)
	}
}
