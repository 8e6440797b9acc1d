// Command bench measures what the engine costs, beside other ways to run Lua. Run it in the folder of Bough's source:
//
//	go run ./internal/bench --help
//
// It is for people who change Bough, and is no part of the program bough: it contains a foreign VM and programs in C++. What
// a game's own scripts cost is printed by bough run --cost.
//
//	bench.go     the command line, the table of figures, frames and memory
//	headline.go  how many agents fit into a frame
//	growth.go    how the cost grows with agents and nodes
//	compare      a package: the engine and what is beside it
//	frames       a package: times of frames
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine/allocs"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/internal/arena"
	"github.com/bough-dev/bough/internal/bench/compare"
	"github.com/bough-dev/bough/internal/bench/frames"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/scripts"
)

func main() { os.Exit(mainWith(os.Args[1:], os.Stdout, os.Stderr)) }

// mainWith runs a command line, without the name of the program, and returns the exit code.
func mainWith(args []string, out, errs io.Writer) int {
	b, err := parse(args, errs)
	if err == nil {
		err = b.run(out)
	}
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	}
	fmt.Fprintf(errs, "bench: %v\n", err)
	return 1
}

// usage is the text that --help prints before the flags.
const usage = `Bench measures the engine and prints a line for each figure: the minimum and the median of
the engine, the same of another program, and the ratio of the minima. The ratio is below 1
if the engine is faster. At the end of the line is a goal, and whether the minimum meets it.

The engine and the other program alternate; the second ratio is that of the median round.
Ratios can be compared between machines, times cannot: a goal without another program is
for the machine of docs/performance.md. Programs that run at the same time disturb the
medians more than the minima; then use more --rounds.

  gopher-lua   its VM calls the same hooks from a bare loop without an engine;
               it counts instructions if the engine does
  C++          a small behavior tree in C++ calls the same hooks by the C API of
               Lua 5.4 and of LuaJIT, and counts nothing (--against-c; g++ builds
               it in a temporary folder). It protects each hook, so that the others
               go on after an error, or each agent, or only the tick
  BT.CPP       BehaviorTree.CPP with leaves in C++, beside behaviors in Go
               (--against-c; BOUGH_BTCPP names the folder of the library)
  plain Lua    a script walks the same tree, in one protected call for all agents,
               in Lua 5.4 and in LuaJIT (--against-c)

The scenario guard has small hooks in a tree of six behaviors, half of which only
decide. The heavy scripts are single behaviors that do much. The run waits for the
next tick. The saved script belongs to a game of 1,000 scripts and 5,000 agents; its
figure includes the tick, but not the debounce of a watch.

With these flags it prints other figures instead:

  --frames     frame times at 60 frames a second, with garbage collected at Go's own
               pace, with GOGC=400, and at a fixed point after every nth tick. These
               settings alternate in ten rounds; the quietest round counts
  --memory     the bytes that an agent keeps
  --headline   the number of agents of the scenario guard that fit into a sixtieth of
               a second: 99 of 100 ticks are shorter, and no agent that is awake waits
               longer than a second. It is measured with agents that all decide in
               each tick; with a crowd, in which 1 % do so, 9 % decide ten times a
               second and 90 % once a second; and with agents that are all asleep
  --growth     the time of a tick of 1 to 100,000 agents with one worker and two, and
               of deep and wide trees of 3 to 1,000 nodes

`

// benchFlags are the flags of the command.
type benchFlags struct {
	rounds, workers int
	only            string
	againstC        bool
	frames, every   int
	memory          bool
	headline        bool
	growth          bool
	svg             string
	asJSON          bool
	given           map[string]bool // names of the flags on the command line
}

// parse returns the flags of a command line.
func parse(args []string, errs io.Writer) (*benchFlags, error) {
	b := benchFlags{given: map[string]bool{}}
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.IntVar(&b.rounds, "rounds", 100, "number of rounds: 100 take about 20 seconds (with --frames 10 by default)")
	f.StringVar(&b.only, "only", "", "print only the figures whose line contains this `text`")
	f.BoolVar(&b.againstC, "against-c", false, "compare with C++ and plain Lua, in Lua 5.4 and LuaJIT, too")
	f.IntVar(&b.workers, "workers", 2, "number of workers that are compared with one")
	f.IntVar(&b.frames, "frames", 0, "measure frame times instead, with so many frames in each round, such as 150")
	f.IntVar(&b.every, "collect-every", 60, "with --frames: ticks from one collection to the next at the fixed point")
	f.BoolVar(&b.growth, "growth", false, "print how the cost of a tick grows with the number of agents and of nodes instead")
	f.StringVar(&b.svg, "svg", "", "with --growth, draw the costs in this `file`")
	f.BoolVar(&b.headline, "headline", false, "print how many agents fit into a frame on one core instead")
	f.BoolVar(&b.memory, "memory", false, "print the bytes that an agent keeps instead")
	f.BoolVar(&b.asJSON, "json", false, "print the results as JSON")
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		f.SetOutput(errs)
		fmt.Fprint(errs, usage)
		f.PrintDefaults()
		return nil, err
	} else if err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("there is no argument %q; --help lists the flags", f.Arg(0))
	}
	f.Visit(func(x *flag.Flag) { b.given[x.Name] = true })
	return &b, b.check()
}

func (b *benchFlags) check() error {
	switch {
	case b.rounds < 1:
		return fmt.Errorf("--rounds must be 1 or more")
	case b.given["frames"] && b.frames < 1 || b.every < 1:
		return fmt.Errorf("--frames and --collect-every must be 1 or more")
	case b.given["collect-every"] && b.frames == 0:
		return fmt.Errorf("--collect-every goes with --frames")
	case b.workers < 2 || b.workers > 64:
		return fmt.Errorf("--workers %d; want 2 to 64", b.workers)
	case b.others() > 1:
		return fmt.Errorf("--frames, --memory, --headline and --growth measure different things; give one of them at a time")
	case b.others() > 0 && (b.only != "" || b.againstC):
		return fmt.Errorf("--frames, --memory, --headline and --growth print other figures than --only and --against-c")
	case b.svg != "" && !b.growth:
		return fmt.Errorf("--svg goes with --growth")
	}
	return nil
}

// others returns the number of flags that select something other than the table of figures.
func (b *benchFlags) others() (n int) {
	for _, on := range []bool{b.frames > 0, b.memory, b.headline, b.growth} {
		if on {
			n++
		}
	}
	return n
}

func (b *benchFlags) run(out io.Writer) error {
	switch {
	case b.headline:
		return benchHeadline(out, b.rounds, b.asJSON)
	case b.growth:
		return benchGrowth(out, b.rounds, b.asJSON, b.svg)
	case b.memory:
		return benchMemory(out, b.asJSON)
	case b.frames > 0:
		return b.benchFrames(out)
	}
	return b.bars(out)
}

// figure is a line of the table. It is a measurement with its unit, and optionally a neighbor for comparison and a
// bar. The bar is the highest acceptable value: of the ratio to the neighbor or, without a neighbor, of the fastest
// turn.
type figure struct {
	What   string         `json:"what"`
	Unit   string         `json:"unit"`
	Ours   compare.Times  `json:"ours"`
	Beside string         `json:"beside,omitempty"`
	Theirs *compare.Times `json:"theirs,omitempty"`
	Ratio  *compare.Times `json:"ratio,omitempty"`
	Bar    *float64       `json:"bar,omitempty"`
	Met    *bool          `json:"met,omitempty"`
	Note   string         `json:"note,omitempty"` // the reason why it was not measured

	per     float64 // length of the unit in nanoseconds
	measure func() (compare.Pair, error)
}

// columns is the format of a line. A figure without a neighbor has no ratio.
const columns = "%-33s %-9s %7s %7s  %-10s %7s %7s %6s %6s  %s\n"

// bars prints each figure as soon as it is measured.
func (b *benchFlags) bars(out io.Writer) error {
	list := []figure{}
	folder, err := os.MkdirTemp("", "bough-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	for _, f := range b.figures(folder) {
		if !strings.Contains(f.What+" "+f.Beside, b.only) {
			continue
		}
		if err := f.take(); err != nil {
			return fmt.Errorf("%s: %w", f.What, err)
		}
		if len(list) == 0 && !b.asJSON {
			fmt.Fprintf(out, columns, "", "unit", "min", "median", "beside", "min", "median", "ratio", "median", "bar")
		}
		list = append(list, f)
		if !b.asJSON {
			fmt.Fprintln(out, strings.TrimRight(f.String(), " \n"))
		}
	}
	switch {
	case len(list) == 0:
		return fmt.Errorf("--only %q: no line contains that", b.only)
	case b.asJSON:
		return writeJSON(out, list)
	}
	return nil
}

// take makes the measurement and sets the results in f.
func (f *figure) take() error {
	p, err := f.measure()
	if errors.Is(err, compare.ErrNoLua) || errors.Is(err, compare.ErrNoLibrary) {
		f.Note = err.Error()
		return nil
	}
	if err != nil {
		return err
	}
	in := func(t compare.Times) compare.Times {
		return compare.Times{Min: t.Min / f.per, Median: t.Median / f.per}
	}
	f.Ours = in(p.Ours)
	judged := f.Ours.Min
	if f.Beside != "" {
		theirs := in(p.Theirs)
		f.Theirs, f.Ratio, judged = &theirs, &p.Ratio, p.Ratio.Min
	}
	if f.Bar != nil {
		met := judged <= *f.Bar
		f.Met = &met
	}
	return nil
}

// String returns f as a line of the table.
func (f *figure) String() string {
	if f.Note != "" {
		return fmt.Sprintf("%-33s not measured beside %s: %s", f.What, f.Beside, f.Note)
	}
	bar := ""
	if f.Bar != nil {
		bar = fmt.Sprintf("at most %s: %s", short(*f.Bar), map[bool]string{true: "met", false: "NOT MET"}[*f.Met])
	}
	var theirs, ratio [2]string
	if f.Theirs != nil {
		theirs = [2]string{short(f.Theirs.Min), short(f.Theirs.Median)}
		ratio = [2]string{fmt.Sprintf("%.3f", f.Ratio.Min), fmt.Sprintf("%.3f", f.Ratio.Median)}
	}
	return fmt.Sprintf(columns, f.What, f.Unit, short(f.Ours.Min), short(f.Ours.Median), f.Beside, theirs[0], theirs[1], ratio[0], ratio[1], bar)
}

// short formats a number with about three digits.
func short(n float64) string {
	switch {
	case n == 0 || n >= 100:
		return fmt.Sprintf("%.0f", n)
	case n >= 10:
		return fmt.Sprintf("%.1f", n)
	}
	return fmt.Sprintf("%.2f", n)
}

// bars are the goals of Bough. The bar of a figure with a neighbor is a ratio, and any other bar is a time on the
// machine of docs/performance.md. The bar of "run" is high because a run does more than a resume of gopher-lua: on
// gopher-lua's own VM it would take two and a half times as long. The bar of "loading" is high because Bough also
// checks a script, while gopher-lua only compiles and runs it.
var bars = map[string]float64{
	"guard": 0.20, "Lua 5.4": 0.75, "LuaJIT": 1.15, "in Go": 1.0, "objects": 0, "tick": 2.5, "workers": 0.67,
	"tables": 0.25, "loops": 0.25, "strings": 0.5, "run": 0.85,
	"crowd": 16.7, "10,000 turns": 16.7, "asleep": 2,
	"snapshot": 16.7, "restore": 16.7,
	"agent": 1160, "loading": 2.0, "save": 6.3,
}

func bar(name string) *float64 {
	n := bars[name]
	return &n
}

// figures returns all figures of the table. Each has as many rounds as take a second or two. The C++ programs are built
// in the folder, when they are first needed.
func (b *benchFlags) figures(folder string) []figure {
	const many = 10_000
	workers := sync.OnceValues(func() (compare.Pair, error) {
		return compare.Guard.CompareOneWorker(many, b.workers, b.rounds, time.Now)
	})
	one := func() (compare.Pair, error) {
		p, err := workers()
		return compare.Pair{Ours: p.Theirs}, err
	}
	guard := func(budget bool) func() (compare.Pair, error) {
		return func() (compare.Pair, error) { return compare.Guard.CompareBaseline(budget, 16*b.rounds, time.Now) }
	}
	list := []figure{
		{What: "guard, 1,000 agents", Unit: "ns/agent", Beside: "gopher-lua", Bar: bar("guard"), per: 1, measure: guard(true)},
		{What: "guard without a budget", Unit: "ns/agent", Beside: "gopher-lua", per: 1, measure: guard(false)},
	}
	list = append(list, figure{What: "guard with conditions in the tree", Unit: "ns/agent", per: float64(compare.GuardConditions.Agents),
		measure: func() (compare.Pair, error) {
			return compare.GuardConditions.Crowd(compare.GuardConditions.Agents, 10*b.rounds, func(*compare.World) {}, time.Now)
		}})
	list = append(list, figure{What: "guard, behaviors in Go", Unit: "ns/agent", Beside: "in Lua", Bar: bar("in Go"), per: 1,
		measure: func() (compare.Pair, error) {
			return compare.GuardInGo.CompareWith(compare.Guard, 16*b.rounds, time.Now)
		}})
	var programs []program
	if b.againstC {
		for _, l := range compare.Luas {
			programs = append(programs, program{l, sync.OnceValues(func() (*compare.Program, error) { return l.Build(folder) })})
		}
	}
	for _, l := range programs {
		for _, protection := range compare.Protections {
			f := figure{What: "guard, C++, protects each " + protection, Unit: "ns/agent", Beside: l.Name, per: 1,
				measure: func() (compare.Pair, error) { return b.compareC(compare.Guard, l, protection) }}
			switch protection {
			case "tick": // the most that a program in C++ can save
				f.Bar = bar(l.Name)
			case compare.PlainLua:
				f.What = "guard, plain Lua"
			}
			list = append(list, f)
		}
	}
	if b.againstC {
		list = append(list, figure{What: "guard, behaviors in Go", Unit: "ns/agent", Beside: "BT.CPP", per: 1,
			measure: func() (compare.Pair, error) { return b.compareLibrary(folder) }})
	}
	list = append(list,
		figure{What: "guard, allocated in a tick", Unit: "objects", Bar: bar("objects"), per: 1, measure: b.allocations},
		figure{What: "guard, 10,000 agents", Unit: "ms/tick", Bar: bar("tick"), per: 1e6, measure: one},
		figure{What: fmt.Sprintf("guard, 10,000 agents, %d workers", b.workers), Unit: "ms/tick", Beside: "1 worker", Bar: bar("workers"), per: 1e6, measure: workers},
	)
	for _, c := range compare.Crowds[1:] {
		list = append(list, figure{What: "guard, 100,000: " + c.Name, Unit: "ms/tick", Bar: bar(c.Name), per: 1e6,
			measure: func() (compare.Pair, error) { return compare.Guard.Crowd(10*many, b.rounds, c.Setup, time.Now) }})
	}
	snapshots := sync.OnceValues(func() (compare.Pair, error) {
		p, _, err := compare.Guard.Snapshots(many, b.part(2), time.Now)
		return p, err
	})
	list = append(list,
		figure{What: "guard, 10,000 agents: a snapshot", Unit: "ms", Bar: bar("snapshot"), per: 1e6, measure: func() (compare.Pair, error) {
			p, err := snapshots()
			return compare.Pair{Ours: p.Ours}, err
		}},
		figure{What: "guard, 10,000 agents: restored", Unit: "ms", Bar: bar("restore"), per: 1e6, measure: func() (compare.Pair, error) {
			p, err := snapshots()
			return compare.Pair{Ours: p.Theirs}, err
		}})
	for _, s := range compare.Scripts {
		list = append(list, figure{What: "a script: " + s.Name, Unit: "ns/agent", Beside: "gopher-lua", Bar: bar(s.Name), per: 1,
			measure: func() (compare.Pair, error) { return s.CompareBaseline(true, b.rounds, time.Now) }})
	}
	for _, s := range compare.ScriptsOfC() {
		for _, l := range programs {
			list = append(list, figure{What: "a script: " + s.Name + ", C++", Unit: "ns/agent", Beside: l.Name, per: 1,
				measure: func() (compare.Pair, error) { return b.compareC(s, l, "tick") }})
		}
	}
	return append(list,
		figure{What: "an agent of six fields", Unit: "bytes", Bar: bar("agent"), per: 1, measure: sixFields},
		figure{What: "loading 1,000 scripts", Unit: "ms", Beside: "gopher-lua", Bar: bar("loading"), per: 1e6,
			measure: func() (compare.Pair, error) { return compare.Loading(b.part(10), time.Now) }},
		figure{What: "a saved script, to the new tick", Unit: "ms", Bar: bar("save"), per: 1e6,
			measure: func() (compare.Pair, error) { return saves(b.part(4)) }},
	)
}

// part returns a fraction of the rounds, for figures that take a long time.
func (b *benchFlags) part(of int) int { return max(1, b.rounds/of) }

// program is the C++ program with a Lua. build builds it once.
type program struct {
	compare.Lua
	build func() (*compare.Program, error)
}

// compareLibrary compares guard with behaviors in Go with the same in BehaviorTree.CPP with leaves in C++.
func (b *benchFlags) compareLibrary(folder string) (compare.Pair, error) {
	c, err := compare.StartLibrary(os.Getenv("BOUGH_BTCPP"), folder)
	if err != nil {
		return compare.Pair{}, err
	}
	defer c.Close()
	return c.Compare(4*b.rounds, time.Now)
}

// compareC compares a scenario with the same in a program in C++.
func (b *benchFlags) compareC(s *compare.Scenario, l program, protection string) (compare.Pair, error) {
	p, err := l.build()
	if err != nil {
		return compare.Pair{}, err
	}
	c, err := p.Start(s, protection)
	if err != nil {
		return compare.Pair{}, err
	}
	defer c.Close()
	return c.Compare(4*b.rounds, time.Now)
}

// allocations counts the objects that a tick of a thousand guards allocates.
func (b *benchFlags) allocations() (compare.Pair, error) {
	w, err := compare.Guard.NewWorld(compare.Guard.Agents, luabind.Options{})
	if err != nil {
		return compare.Pair{}, err
	}
	defer w.Close()
	read := allocs.Process()
	var ticks []float64
	for i := range 100 + b.rounds {
		before := read()
		w.Tick(compare.Frame)
		if n := read().Sub(before).Objects; i >= 100 {
			ticks = append(ticks, float64(n))
		}
	}
	return compare.Pair{Ours: compare.NewTimes(ticks)}, nil
}

// sixFields measures the memory of an agent with six number fields and a tree of one behavior.
func sixFields() (compare.Pair, error) {
	bytes, err := weigh(pausing(`return { behavior = function(agent) end }`, bough.Fields{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}))
	n := float64(bytes)
	return compare.Pair{Ours: compare.Times{Min: n, Median: n}}, err
}

// saves measures the time from the report of a saved script to the end of the first tick that runs the new code.
// The game has 1,000 scripts, 200 trees and 5,000 agents.
func saves(rounds int) (compare.Pair, error) {
	const scripts, trees, agents = 1000, 200, 5000
	script := func(i, step int) *fstest.MapFile {
		return &fstest.MapFile{Data: fmt.Appendf(nil, "return { precondition = function(agent) return agent.x < %d end, behavior = function(agent) agent.x = (agent.x + %d) %% 400 end }\n", 500+i, step)}
	}
	files := fstest.MapFS{}
	for i := range scripts {
		files[fmt.Sprintf("b%d.lua", i)] = script(i, 1)
	}
	for i := range trees {
		text := fmt.Sprintf("tree t%d\n  b%d\n", i, i)
		for j := range 5 {
			text += fmt.Sprintf("    b%d  when hp < %d\n      b%d\n      b%d\n", (i*7+j)%scripts, 20+j, (i*11+j)%scripts, (i*13+j*3)%scripts)
		}
		files[fmt.Sprintf("t%d.bt", i)] = &fstest.MapFile{Data: []byte(text)}
	}
	source := hotreload.NewManual()
	game, err := bough.OpenFS(files, bough.Options{Source: source})
	if err != nil {
		return compare.Pair{}, err
	}
	defer game.Close()
	for i := range agents {
		if _, err := game.Spawn(fmt.Sprintf("t%d", i%trees), bough.Fields{"hp": i % 100, "x": i % 50}); err != nil {
			return compare.Pair{}, err
		}
	}
	for range 20 {
		game.Tick(compare.Frame)
	}
	var times []float64
	const warmUp = 3
	for i := range warmUp + rounds {
		name := fmt.Sprintf("b%d.lua", i%trees)
		files[name] = script(i%trees, i+2)
		start := time.Now()
		source.Touch(name)
		game.Tick(compare.Frame)
		times = append(times, float64(time.Since(start)))
	}
	return compare.Pair{Ours: compare.NewTimes(times[warmUp:])}, nil
}

// frameRounds is the default number of rounds. In each round, every way of collecting garbage has one turn.
const frameRounds = 10

// frameScenario is a game that bench --frames measures. The scenario guard makes hardly any garbage. The arena
// makes much garbage, since its scripts create tables and call many helpers.
type frameScenario struct {
	name   string
	agents int
	open   func(agents int) (tick func(), done func(), err error)
}

var frameScenarios = []frameScenario{
	{"guard", 1000, openGuard}, {"guard", 10_000, openGuard}, {"arena", 200, openArena}, {"arena", 1000, openArena},
}

func openGuard(agents int) (func(), func(), error) {
	w, err := compare.Guard.NewWorld(agents, luabind.Options{})
	if err != nil {
		return nil, nil, err
	}
	return func() { w.Tick(compare.Frame) }, w.Close, nil
}

func openArena(agents int) (func(), func(), error) {
	a, o := arena.New(arena.Options{Agents: agents}), bough.Options{Seed: 1}
	if err := a.AddHelpers(&o); err != nil {
		return nil, nil, err
	}
	game, err := bough.OpenFS(scripts.FS, o)
	if err != nil {
		return nil, nil, err
	}
	done := func() { game.Close() }
	if err := a.Begin(game); err != nil {
		done()
		return nil, nil, err
	}
	return a.Tick, done, nil
}

// benchFrames prints the times of frames for each way of collecting garbage.
func (b *benchFlags) benchFrames(out io.Writer) error {
	rounds := b.rounds
	if !b.given["rounds"] {
		rounds = frameRounds
	}
	o := frames.Options{Rounds: rounds, Frames: b.frames, Period: time.Second / 60, Every: b.every}
	clock := frames.Clock{Now: time.Now, Sleep: time.Sleep}
	var results []frames.Result
	for _, s := range frameScenarios {
		tick, done, err := s.open(s.agents)
		if err != nil {
			return err
		}
		r := frames.Measure(frames.Scenario{Name: s.name, Agents: s.agents, Tick: tick}, o, clock)
		done()
		results = append(results, r)
		if !b.asJSON {
			fmt.Fprint(out, r)
		}
	}
	if b.asJSON {
		return writeJSON(out, results)
	}
	return nil
}

// memoryAgents is the size of the smaller crowd in weigh.
const memoryAgents = 1000

// weight is the JSON report of the bytes that an agent takes.
type weight struct {
	What  string `json:"what"`
	Bytes int    `json:"bytes"`
}

// crowd spawns agents and ticks them. done removes the agents.
type crowd func(agents int) (done func(), err error)

// benchMemory prints how many bytes agents and suspended coroutines take.
func benchMemory(w io.Writer, asJSON bool) error {
	list := []struct {
		what string
		make crowd
	}{
		{"agent of guard, of 6 nodes", guardCrowd},
		{"agent of the sample tree troll", trollCrowd},
		{"agent of a tree of one node", pausing(`return { behavior = function(agent) end }`, nil)},
		{"the same, waiting in a coroutine", pausing(`return { run = function(agent) bt.wait(1000) end }`, nil)},
	}
	var out []weight
	for _, x := range list {
		bytes, err := weigh(x.make)
		if err != nil {
			return err
		}
		out = append(out, weight{x.what, bytes})
		if !asJSON {
			fmt.Fprintf(w, "%6d B  %s\n", bytes, x.what)
		}
	}
	if asJSON {
		return writeJSON(w, out)
	}
	return nil
}

// weigh returns the number of bytes that one agent takes. It compares a crowd with another of twice the size, so
// that shared data cancels out.
func weigh(make crowd) (int, error) {
	one, err := held(make, memoryAgents)
	if err != nil {
		return 0, err
	}
	two, err := held(make, 2*memoryAgents)
	return (two - one) / memoryAgents, err
}

// held returns by how much a crowd enlarges the heap.
func held(make crowd, agents int) (int, error) {
	before := heapInUse()
	done, err := make(agents)
	if err != nil {
		return 0, err
	}
	with := heapInUse()
	done()
	return with - before, nil
}

func heapInUse() int {
	var m runtime.MemStats
	for range 2 { // the second run frees the objects whose finalizers ran
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

func guardCrowd(agents int) (func(), error) {
	w, err := compare.Guard.NewWorld(agents, luabind.Options{})
	if err != nil {
		return nil, err
	}
	for range 100 {
		w.Tick(compare.Frame)
	}
	return w.Close, nil
}

func trollCrowd(agents int) (func(), error) {
	o := arena.Empty()
	o.Seed = 1
	game, err := bough.OpenFS(scripts.FS, o)
	if err != nil {
		return nil, err
	}
	return tickCrowd(game, "troll", bough.Fields{"hp": 100, "x": 5, "y": 5}, agents)
}

// pausing returns a crowd whose tree is one behavior with the given script.
func pausing(script string, fields bough.Fields) crowd {
	return func(agents int) (func(), error) {
		files := fstest.MapFS{"act.lua": {Data: []byte(script)}, "main.bt": {Data: []byte("tree main\n  act\n")}}
		game, err := bough.OpenFS(files, bough.Options{})
		if err != nil {
			return nil, err
		}
		return tickCrowd(game, "main", fields, agents)
	}
}

func tickCrowd(game *bough.Game, tree string, f bough.Fields, agents int) (func(), error) {
	done := func() { game.Close() }
	for range agents {
		if _, err := game.Spawn(tree, f); err != nil {
			done()
			return nil, err
		}
	}
	for range 20 {
		game.Tick(50 * time.Millisecond)
	}
	return done, nil
}

// writeJSON prints a value as JSON.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
