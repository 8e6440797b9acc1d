package engine_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/internal/conform"
	"github.com/bough-dev/bough/engine/internal/reference"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/helper"
)

// oneGame has all cases of the corpus as files of one game. Each case is a folder, whose name is the
// prefix of the names of its behaviors and trees. Behaviors are Lua scripts, and guards are
// expressions. All cases are linked together.
type oneGame struct {
	files   fstest.MapFS
	manager *assets.Manager
	runtime *luabind.Runtime
	now     *machine // the machine of the current case
}

// newOneGame writes and loads the files of all cases.
func newOneGame(t *testing.T, cases []*conform.Case, workers int) *oneGame {
	g := &oneGame{files: fstest.MapFS{}, runtime: luabind.NewRuntime(luabind.Options{Workers: workers})}
	if err := g.runtime.Bind("script", g.helpers()...); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		for _, b := range c.Behaviors {
			g.write(caseFiles{c}.script(b), scriptText(b))
		}
		for _, tree := range c.Trees {
			for _, name := range []string{caseFiles{c}.treeName(tree.Name), caseFiles{c}.partName(tree.Name)} {
				g.write(treeFile{name, tree}.path(), caseFiles{c}.text(name, tree))
			}
		}
	}
	g.manager = assets.NewManager(assets.Options{FS: g.files, Runtime: g.runtime, Kinds: []*engine.Custom{g.log()}})
	if errors := g.manager.Load().Problems.Errors(); len(errors) > 0 {
		t.Fatal(errors)
	}
	return g
}

func (g *oneGame) write(name, text string) { g.files[name] = &fstest.MapFile{Data: []byte(text)} }

// helpers returns the helpers that the hooks and guards of all cases call. They use the script of the
// current case.
func (g *oneGame) helpers() []helper.Helper {
	script := func(c *engine.Context) (*conform.Script, conform.Call) { return g.now.script, scripted{g.now}.call(c) }
	asked := func(ask func(*conform.Script, conform.Call) (bool, error)) func(*engine.Context) (bool, error) {
		return func(c *engine.Context) (bool, error) { return ask(script(c)) }
	}
	return []helper.Helper{
		helper.Func("fact(n): a fact of the case", func(_ *engine.Context, n int) (bool, error) { return g.now.script.Fact(g.now.c.Facts[n]) }),
		helper.Func("board(key): an entry of the board", func(c *engine.Context, key string) float64 { return c.Board(board, key).Float() }),
		helper.Func("asked(): shows in the trace that an expression is asked", func(c *engine.Context) bool {
			s, call := script(c)
			s.Asked(call)
			return true
		}),
		helper.Func("reads(): 0; shows in the trace that a number is read", func(c *engine.Context) float64 {
			s, call := script(c)
			s.Reads(call)
			return 0
		}),
		helper.Func("ran(name, ticks): whether a node ran", func(c *engine.Context, name string, ticks int) bool { return c.Agent().Ran(name, ticks) }),
		helper.Func("ran_ago(name, ticks): whether a node ran then", func(c *engine.Context, name string, ticks int) bool { return c.Agent().RanAgo(name, ticks) }),
		helper.Func("active(name): whether a node is active", func(c *engine.Context, name string) bool { return c.Agent().IsActive(name) }),
		helper.Func("since(name): for how many seconds", func(c *engine.Context, name string) float64 { return c.Agent().Since(name).Seconds() }),
		helper.Func("stimulus(datum): whether the datum of the node's stimulus begins so", func(c *engine.Context, datum string) (bool, error) {
			s, call := script(c)
			return s.Term(call, conform.Term{Ask: conform.AskStimulus, Name: datum})
		}),
		helper.Func("precondition(): the precondition of the behavior", asked((*conform.Script).Precondition)),
		helper.Func("postcondition(): the postcondition of the behavior", asked((*conform.Script).Postcondition)),
		helper.Func("utility(): the utility of the behavior", func(c *engine.Context) (float64, error) {
			s, call := script(c)
			return s.Utility(call)
		}),
		helper.Func("on_enter(): enters", func(c *engine.Context) error {
			s, call := script(c)
			return s.Enter(call)
		}),
		helper.Func("behavior(calls): runs; calls is how often before, by the memory of the node", func(c *engine.Context, calls int) (value.Value, error) {
			s, call := script(c)
			call.Memory = &conform.Memory{Calls: calls}
			st, err := s.Act(call)
			return map[conform.Status]value.Value{
				conform.Running: value.String("running"), conform.Success: value.Bool(true), conform.Failure: value.Bool(false),
			}[st], err
		}),
		helper.Func("on_exit(reason): exits", func(c *engine.Context, reason string) error {
			s, call := script(c)
			return s.Exit(call, conform.Reason(reason))
		}),
	}
}

// log returns a kind that replaces the log leaf, since the engine passes on the lines of log leaves
// only at the end of the tick.
func (g *oneGame) log() *engine.Custom {
	return &engine.Custom{Name: "script_log", Params: []engine.CustomParam{{Name: "text"}}, Positional: 1,
		New: func(p engine.Params) (engine.Rule, error) { return gameLog{g, p.Get("text").Str()}, nil }}
}

type gameLog struct {
	g    *oneGame
	text string
}

func (l gameLog) Decide(v engine.Visit) engine.Certainty { return engine.Open }

func (l gameLog) Act(v engine.Visit) engine.Status {
	return logRule{scripted{l.g.now}, l.text}.Act(v)
}

// hookTexts are the hooks in Lua.
var hookTexts = map[conform.Hook]string{
	conform.HookPrecondition:  "precondition = function() return script.precondition() end",
	conform.HookUtility:       "utility = function() return script.utility() end",
	conform.HookPostcondition: "postcondition = function() return script.postcondition() end",
	conform.HookEnter:         "on_enter = function() script.on_enter() end",
	conform.HookBehavior: `behavior = function(agent, params, memory)
    local calls = memory.calls or 0
    memory.calls = calls + 1
    return script.behavior(calls)
  end`,
	conform.HookExit: "on_exit = function(agent, params, memory, reason) script.on_exit(reason) end",
}

// scriptText returns the script of a behavior.
func scriptText(b *conform.Behavior) string {
	lines := []string{fmt.Sprintf("children = %q", b.Children), fmt.Sprintf("interval = %v", b.Interval.Seconds()),
		fmt.Sprintf("non_exclusive = %v", b.NonExclusive), fmt.Sprintf("restart_on_reload = %v", b.RestartOnReload)}
	if b.Stimulus != "" {
		lines = append(lines, fmt.Sprintf("stimulus = %q", b.Stimulus))
	}
	for h := conform.HookPrecondition; h < conform.HookGuard; h++ {
		if b.Hooks.Has(h) {
			lines = append(lines, hookTexts[h])
		}
	}
	return "return {\n  " + strings.Join(lines, ",\n  ") + ",\n}\n"
}

// caseFiles generates the files of a case.
type caseFiles struct{ c *conform.Case }

// folder returns the folder of a case, for example chapter/hooks_missing_case for
// chapter/hooks-missing.case.
func (f caseFiles) folder() string {
	return strings.NewReplacer("-", "_", ".case", "_case").Replace(f.c.Path)
}

func (f caseFiles) script(b *conform.Behavior) string { return path.Join(f.folder(), b.Name+".lua") }

func (f caseFiles) treeName(name string) string {
	return strings.ReplaceAll(f.folder(), "/", ".") + ".tree_" + name
}

// partName returns the name of the tree that other trees include in place of a tree. Edits of a case
// change the tree that agents run, not the trees that include it.
func (f caseFiles) partName(name string) string {
	return strings.ReplaceAll(f.folder(), "/", ".") + ".part_" + name
}

// text returns a tree file with the nodes of t, under another name.
func (f caseFiles) text(name string, t *conform.Tree) string {
	var b strings.Builder
	b.WriteString("tree " + name + "\n")
	f.node(&b, t.Root, 1)
	return b.String()
}

func (f caseFiles) node(b *strings.Builder, n *conform.Node, depth int) {
	words := append([]string{n.Name()}, n.Args...)
	if n.Number != nil && len(n.Args) > 0 && n.Kind != "emit" && n.Kind != "request" { // there it is a named parameter
		words[1] = f.computed(n.Number)
	}
	switch {
	case n.Kind == conform.KindTree:
		words = []string{"tree", f.partName(n.Include)}
	case n.Kind == "log":
		words = []string{"script_log", fmt.Sprintf("%q", strings.Join(n.Args, " "))}
	case n.Kind == "emit", n.Kind == "request":
		words = []string{n.Kind, fmt.Sprintf("%q", n.Args[0])}
	case n.Cond != nil:
		words = words[:1]
	}
	assigns := n.Kind == "set" && (n.WeightNumber != nil || slices.ContainsFunc(n.Sets, func(a conform.Assignment) bool { return a.Number != nil }))
	var last []string // parts separated by commas
	for _, p := range n.Params {
		child := p.Name == "weight" || p.Name == "case"
		switch {
		case assigns && !child: // see assignments
			continue
		case !takes(n.Parent, p.Name): // an edit has left the parameter, which has no effect
			continue
		case assigns:
			last = append(last, p.Name+"="+f.param(n, p))
			continue
		}
		words = append(words, p.Name+"="+f.param(n, p))
	}
	if n.ID != "" {
		words = append(words, "id="+n.ID)
	}
	if n.Disabled {
		words = append([]string{"disabled"}, words...)
	}
	if n.Mark {
		words = append(words, "+")
	}
	if assigns {
		words = append(words, strings.Join(append(last, f.assignments(n)), ", "))
	}
	if n.Cond != nil { // the expression is the last part of the line, apart from the guard
		words = append(words, f.expression(n.Cond))
	}
	if n.Guard != nil {
		words = append(words, "when "+f.expression(n.Guard))
	}
	b.WriteString(strings.Repeat("  ", depth) + strings.Join(words, " ") + "\n")
	if n.Kind == conform.KindTree {
		return
	}
	for _, c := range n.Children {
		f.node(b, c, depth+1)
	}
}

// takes reports whether a node below a parent may have a parameter.
func takes(parent *conform.Node, param string) bool {
	by := ""
	switch {
	case parent == nil:
	case parent.Behavior != nil:
		by = parent.Behavior.Children
	default:
		by = parent.Kind
	}
	switch param {
	case "utility":
		return by == "utility"
	case "weight":
		return by == "random" || by == "random_sequence" || by == "random_fallback"
	case "case":
		return by == "switch"
	}
	return true
}

func (f caseFiles) param(n *conform.Node, p conform.Param) string {
	switch {
	case n.UtilityNumber != nil && p.Name == "utility":
		return f.computed(n.UtilityNumber)
	case n.WeightNumber != nil && p.Name == "weight":
		return f.computed(n.WeightNumber)
	case n.Number != nil && (p.Name == "ttl" || p.Name == "priority" || p.Name == "inertia"):
		return f.computed(n.Number)
	case n.DataNumber != nil && p.Name == "data":
		return f.computed(n.DataNumber)
	case n.Kind == "emit" && p.Name == "ttl":
		return value.FormatNumber(n.Emits.Stimulus.TTL.Seconds())
	case p.Name == "data", p.Name == "to", p.Name == "channel":
		return fmt.Sprintf("%q", p.Value)
	}
	return p.Value
}

// computed returns a computed number in Lua. A fact is 1 or 0.
func (f caseFiles) computed(n *conform.Number) string { return "(" + f.sum(n) + ")" }

func (f caseFiles) sum(n *conform.Number) string {
	text := n.Field
	if key, ok := conform.Entry(n.Field); ok {
		text = fmt.Sprintf("script.board(%q)", key)
	}
	if n.Fact != nil {
		text = fmt.Sprintf("(script.fact(%d) and 1 or 0)", slices.Index(f.c.Facts, n.Fact))
	}
	if f.c.ShowAsked {
		text = "script.reads() + " + text
	}
	if n.Add != 0 {
		text += " + " + value.FormatNumber(n.Add)
	}
	return text
}

// assignments returns the assignments of a set leaf.
func (f caseFiles) assignments(n *conform.Node) string {
	var list []string
	for _, a := range n.Sets {
		text := strconv.Itoa(a.Value)
		if a.Number != nil {
			text = f.sum(a.Number)
		}
		list = append(list, a.Field+" = "+text)
	}
	return strings.Join(list, ", ")
}

// expression returns a condition, or the value of a switch, in Lua. Facts are identified by their
// numbers, so that different cases have equal expressions.
func (f caseFiles) expression(c *conform.Cond) string {
	var terms []string
	if f.c.ShowAsked {
		terms = append(terms, "script.asked()")
	}
	for _, t := range c.Terms {
		text := t.Field
		if key, ok := conform.Entry(t.Field); ok {
			text = fmt.Sprintf("script.board(%q)", key)
		}
		switch {
		case t.Fact != nil:
			text = fmt.Sprintf("script.fact(%d)", slices.Index(f.c.Facts, t.Fact))
		case t.Ask == conform.AskRan:
			text = fmt.Sprintf("%sran(%q, %d)", f.asks(t.Name), t.Name, t.Ticks)
		case t.Ask == conform.AskRanAgo:
			text = fmt.Sprintf("%sran_ago(%q, %d)", f.asks(t.Name), t.Name, t.Ticks)
		case t.Ask == conform.AskActive:
			text = fmt.Sprintf("%sactive(%q)", f.asks(t.Name), t.Name)
		case t.Ask == conform.AskInForce:
			text = fmt.Sprintf("(in_force(%q) == %q)", t.Name, t.Kind)
		case t.Ask == conform.AskStimulus:
			text = fmt.Sprintf("script.stimulus(%q)", t.Name)
		case t.Ask == conform.AskSince:
			text = fmt.Sprintf("%ssince(%q)", f.asks(t.Name), t.Name)
		}
		if t.Op != "" {
			text += fmt.Sprintf(" %s %d", t.Op, t.Value)
		}
		if t.Not {
			text = "not " + text
		}
		terms = append(terms, text)
	}
	return strings.Join(terms, " and ")
}

// asks returns the prefix of a question about a name. If some tree of the case has no such node, the
// question is a helper, since in a game it would be an error.
func (f caseFiles) asks(name string) string {
	if slices.ContainsFunc(f.c.Trees, func(t *conform.Tree) bool { return len(t.Named(name)) == 0 }) {
		return "script."
	}
	return ""
}

// gameMachine runs a case with its files in the game.
type gameMachine struct {
	*machine
	game  *oneGame
	files []treeFile // files of the trees that agents may run
	saves int
}

// treeFile is a file with a tree of the case, and the nodes that it has now.
type treeFile struct {
	name string // name of the tree in the file
	has  *conform.Tree
}

func (f treeFile) path() string { return strings.ReplaceAll(f.name, ".", "/") + ".bt" }

// machineOf returns a New for machines that run cases of the game. Each machine has its own world.
func (g *oneGame) machineOf(o engine.Options) conform.New {
	o.NewFields = g.runtime.NewFields
	return func(c *conform.Case, s *conform.Script) (conform.Machine, error) {
		m := &gameMachine{machine: bareMachine(c, s, o), game: g}
		g.now = m.machine
		for _, t := range c.Trees {
			m.files = append(m.files, treeFile{caseFiles{c}.treeName(t.Name), t})
		}
		m.look()
		m.spawn()
		return m, nil
	}
}

// look takes the programs from the bundle in force.
func (m *gameMachine) look() {
	clear(m.programs)
	for _, f := range m.files {
		p := m.game.manager.Bundle().Program(f.name)
		m.programs[f.has], m.nodes[p] = p, f.has.Nodes
	}
}

// saved loads files that were written, and reloads the world.
func (m *gameMachine) saved(files ...string) {
	rep := m.game.manager.Reload(files)
	m.look()
	if rep != nil {
		m.world.Reload(rep.Programs)
		for _, b := range rep.Forgiven {
			m.world.ClearFaults(b)
		}
	}
}

// Save writes the script of a behavior. It changes a comment in it, since the same text would be no
// change.
func (m *gameMachine) Save(b *conform.Behavior) {
	if m.closed {
		return
	}
	m.saves++
	file := caseFiles{m.c}.script(b)
	m.game.write(file, scriptText(b)+fmt.Sprintf("-- save %d\n", m.saves))
	m.saved(file)
}

// Delete deletes the script of a behavior.
func (m *gameMachine) Delete(b *conform.Behavior) {
	if !m.closed {
		file := caseFiles{m.c}.script(b)
		delete(m.game.files, file)
		m.saved(file)
	}
}

// Edit writes the nodes of next to all files that have the nodes of old.
func (m *gameMachine) Edit(old, next *conform.Tree) {
	if m.closed {
		return
	}
	var files []string
	for i := range m.files {
		if f := &m.files[i]; f.has == old {
			f.has = next
			m.write(*f)
			files = append(files, f.path())
		}
	}
	m.saved(files...)
}

func (m *gameMachine) write(f treeFile) {
	m.game.write(f.path(), caseFiles{m.c}.text(f.name, f.has))
}

// Switch gives an agent another tree. If no file has the tree after edits, Switch writes one.
func (m *gameMachine) Switch(a conform.Agent, t *conform.Tree) {
	if !m.closed && m.programs[t] == nil {
		f := treeFile{fmt.Sprintf("%s_%d", caseFiles{m.c}.treeName(t.Name), len(m.files)), t}
		m.files = append(m.files, f)
		m.write(f)
		m.saved(f.path())
	}
	m.machine.Switch(a, t)
}

// TestConformanceInOneGame runs all cases on files of one game. Many cases have the same expressions,
// and linking one case must not affect another.
func TestConformanceInOneGame(t *testing.T) {
	cases := allCases(t)
	g := newOneGame(t, cases, 1)
	for _, c := range cases {
		t.Run(strings.TrimSuffix(c.Path, ".case"), func(t *testing.T) {
			if r := conform.Run(c, g.machineOf(engine.Options{DecideTwice: !c.ShowAsked})); r.Diff != "" {
				t.Fatal(r.Diff)
			}
			g.now.world.Close()
		})
	}
}

// leaveReportsOut leaves the reports out of a case with edits. After an edit, a case reports all errors of nodes again. A game
// does so only for other nodes, or nodes with other expressions (rule E5).
func leaveReportsOut(c *conform.Case) {
	c.NoReports = slices.ContainsFunc(c.Steps, func(s *conform.Step) bool { return s.Kind == conform.StepEdit })
}

// dropHeldBack removes the steps that give a tree file the name of a behavior without a file. A game holds such a file
// back (rule L2), while the reference has no files.
func dropHeldBack(c *conform.Case) {
	gone, files := map[*conform.Behavior]bool{}, slices.Clone(c.Trees)
	var names func(t *conform.Tree) map[*conform.Behavior]bool
	names = func(t *conform.Tree) map[*conform.Behavior]bool {
		all := map[*conform.Behavior]bool{}
		for _, n := range t.Nodes {
			all[n.Behavior] = true
			for _, other := range c.Trees {
				if n.Kind == conform.KindTree && n.Include == other.Name {
					maps.Copy(all, names(other))
				}
			}
		}
		return all
	}
	// adds reports whether next names a behavior that is gone and that old does not name.
	adds := func(old map[*conform.Behavior]bool, next *conform.Tree) bool {
		for b := range names(next) {
			if gone[b] && !old[b] {
				return true
			}
		}
		return false
	}
	c.Steps = slices.DeleteFunc(c.Steps, func(s *conform.Step) bool {
		switch s.Kind {
		case conform.StepDelete:
			gone[s.Behavior] = true
		case conform.StepSave:
			delete(gone, s.Behavior)
		case conform.StepEdit:
			if slices.Contains(files, s.Old) && adds(names(s.Old), s.Tree) {
				return true
			}
			for i, t := range files {
				if t == s.Old {
					files[i] = s.Tree
				}
			}
		case conform.StepSwitch:
			if !slices.Contains(files, s.Tree) {
				if adds(nil, s.Tree) {
					return true
				}
				files = append(files, s.Tree)
			}
		}
		return false
	})
}

var (
	manyGames = flag.Int("games", 2, "how many games of random cases are compared with the reference")
	gamesSeed = flag.Uint64("games.seed", 1, "what they are drawn from")
)

// casesOfGame is the number of random cases in one game.
const casesOfGame = 40

// TestManyGamesLikeReference compares games with the reference. The Lua and tree files of a game
// are those of random cases. Agents of the cases make requests, post stimuli and write to a board.
// Steps give agents other trees, despawn agents, and save, delete and restore scripts and trees.
// The test prints the seed of a game that differs.
//
//	go test ./engine -run ManyGames -games 100 -games.seed 7
func TestManyGamesLikeReference(t *testing.T) {
	for i := range *manyGames {
		seed := *gamesSeed + uint64(i)
		var cases []*conform.Case
		for k := range casesOfGame {
			var kinds []string
			if k%4 > 0 {
				kinds = allKinds
			}
			c := conform.Random(rand.New(rand.NewPCG(seed, uint64(k))), kinds...)
			c.Path = fmt.Sprintf("random/n%d.case", k)
			leaveReportsOut(c)
			dropHeldBack(c)
			cases = append(cases, c)
		}
		workers := 1 + int(seed%3)
		g := newOneGame(t, cases, workers)
		for k, c := range cases {
			o := engine.Options{Workers: workers, DecideTwice: seed%2 == 0 && !c.ShowAsked}
			if _, _, diff := conform.Compare(c, reference.New, g.machineOf(o)); diff != "" {
				t.Fatalf("-games 1 -games.seed %d, case %d: the reference (first) and the game (second) differ:\n%s\n%s", seed, k, diff, conform.Format(c))
			}
			g.now.world.Close()
		}
	}
}
