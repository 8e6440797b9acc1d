package btcpp_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/btcpp"
)

// These tests compare Bough with BehaviorTree.CPP itself. The leaves of the trees are scripted. <Act n="A" s="RS"/>
// may take time, <Ask n="C" s="SF"/> does not, and both return the results in s in turn. A trace consists of the
// calls of the leaves and the result of each tick. Its lines have these forms:
//
//	start A R    the first call of A since it was idle, with its result
//	run A S      a further call
//	halt A       A was running and has been halted
//	at 12        the node of line 12 has been ticked, in BehaviorTree.CPP only
//	tick SUCCESS

var (
	seed    = flag.Uint64("library.seed", 0, "seed of the random trees that are compared with BehaviorTree.CPP (default: a new one)")
	many    = flag.Int("library.trees", 300, "how many of them")
	rewrite = flag.Bool("library.record", false, "rewrite the recorded traces of BehaviorTree.CPP")
)

const ticks = 8

// library returns the folder of BehaviorTree.CPP and a program that runs trees with it.
func library(t *testing.T) (folder, program string) {
	folder = os.Getenv("BOUGH_BTCPP")
	if folder == "" || testing.Short() {
		t.Skip("to run it: git clone https://github.com/BehaviorTree/BehaviorTree.CPP SOURCE; .ci/btcpp FOLDER SOURCE builds it; then BOUGH_BTCPP=FOLDER go test ./trees/btcpp -run Library")
	}
	return folder, filepath.Join(folder, "run")
}

// there runs files in BehaviorTree.CPP and returns their traces by file.
func there(t *testing.T, program, mode string, ticks int, files []string) map[string][]string {
	t.Helper()
	traces := map[string][]string{}
	for len(files) > 0 {
		some := files[:min(100, len(files))]
		files = files[len(some):]
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		out, err := exec.CommandContext(ctx, program, append([]string{mode, strconv.Itoa(ticks)}, some...)...).Output()
		if err != nil {
			t.Fatalf("%v\n%.2000s", err, out)
		}
		name := ""
		for line := range strings.Lines(string(out)) {
			line = strings.TrimSpace(line)
			if rest, ok := strings.CutPrefix(line, "file "); ok {
				name = rest
			} else if line == "end" {
				name = "" // the following leaves are halted when the tree is destroyed
			} else {
				traces[name] = append(traces[name], line)
			}
		}
	}
	return traces
}

// leaves implements the leaves of the trees in Bough. When a leaf begins anew, it continues its script.
type leaves struct {
	calls map[int]int // number of calls, by node
	trace []string
}

func (l *leaves) native() *behaviors.Native {
	names := func(c *engine.Context) (n, s string) { return param(c, "n").Str(), param(c, "s").Str() }
	entered := map[int]bool{}
	return &behaviors.Native{
		Params:  engine.Params{{Name: "n", Value: value.String("")}, {Name: "s", Value: value.String("S")}},
		OnEnter: func(c *engine.Context) error { entered[c.Node()] = true; return nil },
		Behavior: func(c *engine.Context) (engine.Status, error) {
			n, s := names(c)
			letter := s[l.calls[c.Node()]%len(s)]
			l.calls[c.Node()]++
			what := "run"
			if entered[c.Node()] {
				what = "start"
			}
			entered[c.Node()] = false
			l.trace = append(l.trace, fmt.Sprintf("%s %s %c", what, n, letter))
			return map[byte]engine.Status{'S': engine.Success, 'F': engine.Failure, 'R': engine.Running}[letter], nil
		},
		OnExit: func(c *engine.Context, why engine.Reason) error {
			if n, _ := names(c); why == engine.ExitAborted {
				l.trace = append(l.trace, "halt "+n)
			}
			return nil
		},
	}
}

// param returns a parameter of the node of a context.
func param(c *engine.Context, name string) value.Value {
	return c.Params().Get(name)
}

// of returns the value of a port: the field of the agent if it holds a key, else the value itself.
func of(c *engine.Context, port value.Value) value.Value {
	if key, ok := keyOf(port); ok {
		return c.Agent().Get(key)
	}
	return port
}

func keyOf(port value.Value) (engine.Key, bool) {
	text := port.Str()
	if len(text) < 3 || text[0] != '{' {
		return engine.Key{}, false
	}
	return engine.KeyOf(text[1 : len(text)-1]), true
}

// reader implements Read, which traces the value of its port.
func (l *leaves) reader() *behaviors.Native {
	return &behaviors.Native{
		Params: engine.Params{{Name: "n"}, {Name: "from"}},
		Behavior: func(c *engine.Context) (engine.Status, error) {
			got := "-"
			if v := of(c, param(c, "from")); !v.IsNil() {
				got = v.String()
			}
			l.trace = append(l.trace, fmt.Sprintf("read %s %s", param(c, "n").Str(), got))
			return engine.Success, nil
		},
	}
}

// writer implements Write, which writes its parameter v to a key.
func (l *leaves) writer() *behaviors.Native {
	return &behaviors.Native{
		Params: engine.Params{{Name: "n"}, {Name: "to"}, {Name: "v"}},
		Behavior: func(c *engine.Context) (engine.Status, error) {
			if key, ok := keyOf(param(c, "to")); ok {
				c.Agent().Set(key, param(c, "v"))
			}
			l.trace = append(l.trace, "write "+param(c, "n").Str())
			return engine.Success, nil
		},
	}
}

// shower implements Show, which traces the value of its key. In BehaviorTree.CPP a truth value is a number.
func (l *leaves) shower() *behaviors.Native {
	return &behaviors.Native{
		Params: engine.Params{{Name: "of"}},
		Behavior: func(c *engine.Context) (engine.Status, error) {
			got := "-"
			switch v := of(c, param(c, "of")); v.Kind() {
			case value.KindNumber:
				got = strings.TrimPrefix(shortNumber(v.Float()), "+")
			case value.KindBool:
				got = map[bool]string{true: "1", false: "0"}[v.Truthy()]
			case value.KindString:
				got = "'" + v.Str() + "'"
			}
			l.trace = append(l.trace, fmt.Sprintf("show %s %s", param(c, "of").Str(), got))
			return engine.Success, nil
		},
	}
}

// shortNumber formats a number like %.15g in C.
func shortNumber(f float64) string {
	return strings.ToLower(strconv.FormatFloat(f, 'g', 15, 64))
}

// here runs a file in Bough and returns its trace.
func here(t *testing.T, f *trees.File, ticks int) []string {
	t.Helper()
	return hereWith(t, f, ticks, func(f *engine.Fault) { t.Error(f) })
}

// hereWith is like here, and calls onFault for each error of an expression.
func hereWith(t *testing.T, f *trees.File, ticks int, onFault func(*engine.Fault)) []string {
	t.Helper()
	l := &leaves{calls: map[int]int{}}
	game, err := bough.OpenFS(fstest.MapFS{"x.bt": {Data: trees.Format(f)}}, bough.Options{
		Seed: 1, Natives: map[string]*behaviors.Native{"Act": l.native(), "Ask": l.native(), "Read": l.reader(), "Write": l.writer(), "Show": l.shower()},
		OnFault: onFault,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if problems := game.Load(); problems.Err() != nil {
		t.Fatalf("%v\nin\n%s", problems, trees.Format(f))
	}
	agent, err := game.Spawn("Main", bough.Fields{"a": 0, "b": 0, "c": 0, "mode": "x"})
	if err != nil {
		t.Fatal(err)
	}
	for range ticks {
		game.Tick(100 * time.Millisecond)
		l.trace = append(l.trace, "tick "+strings.ToUpper(agent.Status().String()))
	}
	return l.trace
}

// isCall reports whether a line of a trace is the call of a leaf.
func isCall(line string) bool {
	return strings.HasPrefix(line, "start ") || strings.HasPrefix(line, "run ")
}

func isHalt(line string) bool { return strings.HasPrefix(line, "halt ") }

func isVisit(line string) bool { return strings.HasPrefix(line, "at ") }

// without returns the lines of a trace that do not satisfy sort.
func without(trace []string, sort func(line string) bool) []string {
	return slices.DeleteFunc(slices.Clone(trace), sort)
}

// leafOf returns the name of the leaf in a line.
func leafOf(line string) string { return strings.Fields(line)[1] }

// byTick splits a trace into ticks.
func byTick(trace []string) (ticks [][]string) {
	from := 0
	for i, line := range trace {
		if strings.HasPrefix(line, "tick ") {
			ticks, from = append(ticks, trace[from:i+1]), i+1
		}
	}
	return ticks
}

// difference is a difference between two traces.
type difference struct {
	what   string
	leaves []string // leaves next to the difference
	ticked []int    // lines of the nodes that BehaviorTree.CPP has ticked since the last call that is equal in both traces
	order  bool     // calls and halts are the same, but the halts are in another order
}

// differ compares two traces tick by tick. In each tick it compares the calls and the result, then the halts, and
// then the order of both. After a difference in the order it continues with the next tick; after any other
// difference it returns.
func differ(theirs, ours []string) (list []difference) {
	a, b := byTick(theirs), byTick(ours)
	last := "" // the last leaf that was called
	for i := range min(len(a), len(b)) {
		visits := without(a[i], isHalt)
		a[i] = without(a[i], isVisit)
		x, y := without(a[i], isHalt), without(b[i], isHalt)
		if !slices.Equal(x, y) {
			d := part(i, x, y, last)
			d.ticked = visited(visits, x, y)
			return append(list, d)
		}
		if len(x) > 1 {
			last = leafOf(x[len(x)-2])
		}
		halted, here := halts(a[i]), halts(b[i])
		if !slices.Equal(halted, here) {
			return append(list, difference{
				what:   fmt.Sprintf("tick %d: there %v are halted, here %v", i+1, halted, here),
				leaves: slices.DeleteFunc(slices.Concat(halted, here), func(leaf string) bool { return slices.Contains(halted, leaf) == slices.Contains(here, leaf) }),
			})
		}
		for j, line := range a[i] {
			if line != b[i][j] {
				d := difference{what: fmt.Sprintf("tick %d: there %s, here %s", i+1, line, b[i][j]), order: true}
				for _, line := range []string{line, b[i][j]} {
					if isHalt(line) {
						d.leaves = append(d.leaves, leafOf(line))
					}
				}
				list = append(list, d)
				break
			}
		}
	}
	if len(a) != len(b) {
		list = append(list, difference{what: "one trace is longer"})
	}
	return list
}

// part returns the first difference between the calls of a tick. The leaves next to it are the leaf of the last
// equal call, and the leaves of the next call on both sides.
func part(tick int, x, y []string, last string) difference {
	i := 0
	for x[i] == y[i] {
		i++
	}
	d := difference{what: fmt.Sprintf("tick %d, call %d: there %s, here %s", tick+1, i+1, x[i], y[i])}
	if i > 0 {
		last = leafOf(x[i-1])
	}
	if last != "" {
		d.leaves = append(d.leaves, last)
	}
	for _, line := range []string{x[i], y[i]} {
		if isCall(line) {
			d.leaves = append(d.leaves, leafOf(line))
		}
	}
	return d
}

// visited returns the lines of the nodes that BehaviorTree.CPP has ticked just before the first call that differs.
// x and y are the calls of the tick on both sides.
func visited(visits, x, y []string) (lines []int) {
	for len(visits) > 0 && (isVisit(visits[0]) || x[0] == y[0]) {
		if !isVisit(visits[0]) {
			lines, x, y = nil, x[1:], y[1:]
		} else if line, err := strconv.Atoi(strings.Fields(visits[0])[1]); err == nil {
			lines = append(lines, line)
		}
		visits = visits[1:]
	}
	return lines
}

// halts returns the leaves that a tick halts, sorted.
func halts(tick []string) (leaves []string) {
	for _, line := range tick {
		if isHalt(line) {
			leaves = append(leaves, leafOf(line))
		}
	}
	slices.Sort(leaves)
	return leaves
}

// compared is an imported file with the mode of its comparison.
type compared struct {
	name string
	src  []byte
	file *trees.File
	list diag.List
	mode string // mode in which the library is ticked
}

// The codes of the report that concern times rather than behavior.
const (
	about     = "nodes-to-write"
	nextRound = "next-round-in-next-tick"
	nextChild = "next-child-in-next-tick"
	roundEach = "round-in-each-tick"
	order     = "order-of-halts"
)

// imported imports a file and chooses the mode of the comparison. The mode is tickOnce, unless the report names
// nodes that continue in the next tick in Bough.
func imported(t *testing.T, name string, src []byte) *compared {
	t.Helper()
	f, list := btcpp.Import(name, src)
	if list.Err() != nil {
		t.Fatalf("%s: %v\nin\n%s", name, list, src)
	}
	c := &compared{name: name, src: src, file: f, list: list, mode: "once"}
	if len(c.named(nextRound, nextChild, roundEach)) > 0 {
		c.mode = "each"
	}
	return c
}

// warnings returns the codes of the report, except that of the behaviors to write.
func (c *compared) warnings() map[string]bool {
	codes := map[string]bool{}
	for _, d := range c.list {
		if d.Code != about {
			codes[d.Code] = true
		}
	}
	return codes
}

// named returns the lines of the file in the findings with one of the codes.
func (c *compared) named(codes ...string) (lines []int) {
	return c.selected(func(code string) bool { return slices.Contains(codes, code) })
}

// selected returns the lines of the file in the findings with the selected codes.
func (c *compared) selected(which func(code string) bool) (lines []int) {
	for _, d := range c.list {
		if !which(d.Code) {
			continue
		}
		lines = append(lines, d.Pos.Line)
		numbers := regexp.MustCompile(`\d+`).FindAllString(strings.Join(d.Notes, "\n"), -1)
		for _, number := range numbers[min(len(numbers), 1):] { // without the number of occurrences
			n, _ := strconv.Atoi(number)
			lines = append(lines, n)
		}
	}
	return lines
}

// names reports whether the report names a difference. For a difference in the order of halts, it must name a node
// above all halted leaves. For any other difference, it must name a node near the leaves of the difference, or a
// node that was ticked just before.
func (p *plan) names(c *compared, d difference) bool {
	if d.order {
		return p.stands(c.named(order), d.leaves)
	}
	lines := c.selected(func(code string) bool { return !slices.Contains([]string{about, nextRound, nextChild, order}, code) })
	lines = append(lines, c.mentioning(p.written(c))...)
	return slices.ContainsFunc(lines, func(line int) bool { return slices.Contains(d.ticked, line) }) || p.explains(lines, d.leaves)
}

// recorded holds the trees whose traces in BehaviorTree.CPP are in testdata/library. If Bough behaves differently,
// the value is the code of a difference in the report of the import.
var recorded = map[string]string{
	"async_sequence":                           "",
	"async_sequence_in_one_tick":               "",
	"fallback_all_skipped":                     "skipped-with-child",
	"included_twice_with_a_key_of_its_own":     "private-keys",
	"parallel_all_waits_for_a_false_condition": "",
	"parallel_fails_when_too_few_are_left":     "",
	"parallel_halts_after_a_call":              "order-of-halts",
	"parallel_halts_in_order":                  "order-of-halts",
	"parallel_is_decided_after_each_child":     "",
	"precondition_after_a_halt":                "precondition-asked-again",
	"precondition_skipped_in_sequence":         "",
	"reactive_halts_in_order":                  "",
	"repeat_in_one_tick":                       "",
	"repeat_is_watched":                        "",
	"repeat_no_rounds":                         "",
	"repeat_without_end":                       "round-in-each-tick",
	"retry_is_watched":                         "",
	"root_of_subtree_skipped":                  "",
	"run_once_in_sequence":                     "",
	"run_once_repeats_its_result":              "run-once-then-skip",
	"run_once_that_failed_in_sequence":         "",
	"sequence_with_memory_is_watched":          "",
	"skipped_in_parallel":                      "",
	"try_catch":                                "",
	"try_catch_skipped":                        "",
	"skipped_node_with_on_failure":             "script-of-skipped-node",
	"while_do_else_running_condition":          "while-condition-takes-time",
}

// TestRecordedOfTheLibrary compares the recorded traces with traces in Bough.
func TestRecordedOfTheLibrary(t *testing.T) {
	files, _ := filepath.Glob("testdata/library/*.xml")
	if len(files) != len(recorded) {
		t.Errorf("%d files, %d in the list", len(files), len(recorded))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".xml")
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c := imported(t, file, src)
			theirs, err := os.ReadFile(strings.TrimSuffix(file, ".xml") + ".trace")
			if err != nil {
				t.Fatal(err)
			}
			differences := differ(strings.Split(strings.TrimSpace(string(theirs)), "\n"), here(t, c.file, ticks))
			switch code, known := recorded[name]; {
			case !known:
				t.Error("recorded lacks the file")
			case code == "" && differences != nil:
				t.Errorf("%v\n%s", differences, trees.Format(c.file))
			case code != "" && differences == nil:
				t.Error("there is no difference: remove the code from recorded")
			case code != "" && len(c.named(code)) == 0:
				t.Errorf("the report does not contain %s:\n%v", code, c.list)
			}
		})
	}
}

// TestRecordsAreOfTheLibrary compares the recorded traces with traces in BehaviorTree.CPP. With -library.record it
// writes them.
func TestRecordsAreOfTheLibrary(t *testing.T) {
	_, program := library(t)
	files, _ := filepath.Glob("testdata/library/*.xml")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(there(t, program, imported(t, file, src).mode, ticks, []string{file})[file], "\n") + "\n"
		record := strings.TrimSuffix(file, ".xml") + ".trace"
		if *rewrite {
			if err := os.WriteFile(record, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if old, _ := os.ReadFile(record); string(old) != text {
			t.Errorf("%s: there\n%s", record, text)
		}
	}
}

// TestLikeTheLibrary checks that random trees make the same calls in Bough and in BehaviorTree.CPP, except for
// differences that the report of the import names.
func TestLikeTheLibrary(t *testing.T) {
	_, program := library(t)
	s := *seed
	if s == 0 {
		s = rand.Uint64()
	}
	t.Logf("-library.seed %d", s)
	folder := t.TempDir()
	var list []*compared
	plans := map[string]*plan{}
	files := map[string][]string{}
	for i := range *many {
		p := newPlan(rand.New(rand.NewPCG(s, uint64(i))))
		name := filepath.Join(folder, fmt.Sprintf("%d.xml", i))
		if err := os.WriteFile(name, []byte(p.ticked.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		c := imported(t, name, []byte(p.text.String()))
		list, plans[name] = append(list, c), p
		files[c.mode] = append(files[c.mode], name)
	}
	traces := map[string][]string{}
	for _, mode := range []string{"once", "each"} {
		for name, trace := range there(t, program, mode, ticks, files[mode]) {
			traces[name] = trace
		}
	}
	refusals, told, orders, errors := 0, 0, 0, map[string]int{}
	same, warned, codes := 0, 0, map[string]int{} // those that do not differ, with a warning, and the codes of the warnings
	for i, c := range list {
		theirs := traces[c.name]
		if refused(theirs) {
			refusals++
			errors[theirs[len(theirs)-1]]++
			continue
		}
		ours := here(t, c.file, ticks)
		differences := differ(theirs, ours)
		for _, d := range differences {
			if plans[c.name].names(c, d) {
				continue
			}
			t.Errorf("tree %d: %s %v\n%s\nbecame\n%s\nwith\n%v\nthere (%s)\n  %s\nhere\n  %s", i, d.what, d.leaves, c.src, trees.Format(c.file), c.list, c.mode, strings.Join(without(theirs, isVisit), "; "), strings.Join(ours, "; "))
			break
		}
		if len(differences) > 0 && !differences[len(differences)-1].order {
			told++
		} else if len(differences) > 0 {
			orders++
		} else {
			same++
			for code := range c.warnings() {
				codes[code]++
			}
			if len(c.warnings()) > 0 {
				warned++
			}
		}
	}
	sameBack(t, program, list, traces)
	t.Logf("%d trees: %d differ in what the report has named, %d only in the order of halts, %d are refused there", len(list), told, orders, refusals)
	t.Logf("%d do the same, %d of them with a warning: %v", same, warned, codes)
	if refusals > *many/10 {
		t.Errorf("too many are refused: %v", errors)
	}
}

// sameBack exports imported trees, and checks that the exported trees behave in BehaviorTree.CPP like the original
// ones.
func sameBack(t *testing.T, program string, list []*compared, traces map[string][]string) {
	t.Helper()
	files := map[string][]string{}
	for _, c := range list {
		f, _ := trees.Parse(c.name, trees.Format(c.file))
		out, problems := btcpp.Export(f)
		if problems.Err() != nil {
			t.Fatal(problems)
		}
		name := strings.TrimSuffix(c.name, ".xml") + ".back.xml"
		if err := os.WriteFile(name, out, 0o644); err != nil {
			t.Fatal(err)
		}
		files[c.mode] = append(files[c.mode], name)
	}
	back := map[string][]string{}
	for _, mode := range []string{"once", "each"} {
		for name, trace := range there(t, program, mode, ticks, files[mode]) {
			back[name] = trace
		}
	}
	for _, c := range list {
		name := strings.TrimSuffix(c.name, ".xml") + ".back.xml"
		got, want := back[name], traces[c.name]
		if refused(got) != refused(want) || !refused(want) && !slices.Equal(got, without(want, isVisit)) {
			out, _ := os.ReadFile(name)
			t.Errorf("%s\ncame back as\n%s\nwhich does\n  %s\nwant\n  %s", c.src, out, strings.Join(got, "; "), strings.Join(want, "; "))
		}
	}
}

// refused reports whether a trace ends with an error of BehaviorTree.CPP. The texts of errors may contain line
// numbers, so they cannot be compared. They may have several lines.
func refused(trace []string) bool {
	return slices.ContainsFunc(trace, func(line string) bool { return strings.HasPrefix(line, "error ") })
}

// plan is a random tree, as a text with one element on each line.
type plan struct {
	r      *rand.Rand
	text   strings.Builder
	ticked strings.Builder // the same text, with names for the nodes that trace their ticks
	line   int
	// above maps the line of an element to the line of its parent, and the line of a tree to the lines of its
	// inclusions.
	above  map[int][]int
	leaves map[string]int // line of each leaf, by name
	size   int
	tree   int         // the tree being written; Main is 0
	trees  []*included // Sub1 and so on; those after tree have not been written yet
}

// included is a tree that other trees include.
type included struct {
	lines []int // lines of the inclusions
	own   bool  // it sets all keys at its beginning, so it may have a blackboard of its own
}

func newPlan(r *rand.Rand) *plan {
	p := &plan{r: r, above: map[int][]int{}, leaves: map[string]int{}}
	p.write(`<root BTCPP_format="4" main_tree_to_execute="Main">`)
	p.root("Main", nil, 4, false)
	for p.tree < len(p.trees) {
		sub := p.trees[p.tree]
		p.tree++
		p.root(fmt.Sprintf("Sub%d", p.tree), sub.lines, 2, sub.own)
	}
	p.write(`<TreeNodesModel>`)
	p.write(`<Action ID="Act"><input_port name="n"/><input_port name="s"/></Action>`)
	p.write(`<Condition ID="Ask"><input_port name="n"/><input_port name="s"/></Condition>`)
	p.write(`</TreeNodesModel></root>`)
	return p
}

// root writes a tree.
func (p *plan) root(id string, inclusions []int, depth int, own bool) {
	line := p.write(fmt.Sprintf(`<BehaviorTree ID="%s">`, id))
	p.above[line] = inclusions
	if !own {
		p.node(line, depth, true)
		p.write(`</BehaviorTree>`)
		return
	}
	above := p.write(`<Sequence>`)
	p.above[above] = []int{line}
	p.element(above, fmt.Sprintf(`<Script code="a := %d; b := %d; c := %d; mode := '%s'"/>`, p.r.IntN(3), p.r.IntN(3), p.r.IntN(3), p.pick("x", "y", "z")))
	p.node(above, depth, true)
	p.write(`</Sequence></BehaviorTree>`)
}

// include writes an inclusion of a tree. The tree is often a new one, as long as there are few.
func (p *plan) include(above int) {
	i := p.tree + p.r.IntN(3)
	if i >= len(p.trees) {
		if i = len(p.trees); i == 3 {
			p.leaf(above)
			return
		}
		p.trees = append(p.trees, &included{own: p.r.IntN(2) == 0})
	}
	sub := p.trees[i]
	auto := ` _autoremap="true"`
	if sub.own && p.r.IntN(3) > 0 {
		auto = p.pick("", ` _autoremap="false"`, ` a="{b}"`, ` a="{b}" _autoremap="true"`)
	}
	line := p.element(above, fmt.Sprintf(`<SubTree ID="Sub%d"%s%s/>`, i+1, auto, p.guards()))
	sub.lines = append(sub.lines, line)
}

// element writes an element on one line, or only its start tag.
func (p *plan) element(above int, text string) int {
	p.line++
	p.text.WriteString(text + "\n")
	p.ticked.WriteString(elementName.ReplaceAllString(text, fmt.Sprintf(`$0 name="at%d"`, p.line)) + "\n")
	p.above[p.line] = []int{above}
	return p.line
}

var elementName = regexp.MustCompile(`^<\w+`)

func (p *plan) write(line string) int {
	p.line++
	p.text.WriteString(line + "\n")
	p.ticked.WriteString(line + "\n")
	return p.line
}

func (p *plan) pick(list ...string) string { return list[p.r.IntN(len(list))] }

// guards returns random conditions for an element.
func (p *plan) guards() string {
	if p.r.IntN(6) > 0 {
		return ""
	}
	name := p.pick("_skipIf", "_skipIf", "_while", "_failureIf", "_successIf", "_onSuccess", "_onFailure")
	if strings.HasPrefix(name, "_on") {
		return fmt.Sprintf(` %s="%s := %d"`, name, p.pick("a", "b", "c"), p.r.IntN(3))
	}
	return fmt.Sprintf(` %s="%s %s %d"`, name, p.pick("a", "b", "c"), p.pick("==", "!=", "&gt;"), p.r.IntN(3))
}

func (p *plan) leaf(above int) {
	name := fmt.Sprintf("L%d", len(p.leaves)+1)
	letters := ""
	tag := p.pick("Act", "Act", "Ask")
	for range 1 + p.r.IntN(4) {
		if tag == "Act" {
			letters += p.pick("S", "F", "R", "R")
		} else {
			letters += p.pick("S", "S", "F")
		}
	}
	p.leaves[name] = p.element(above, fmt.Sprintf(`<%s n="%s" s="%s"%s/>`, tag, name, letters, p.guards()))
}

// node writes an element with its children.
func (p *plan) node(above, depth int, top bool) {
	p.size++
	if depth == 0 || p.size > 14 || !top && p.r.IntN(5) < 2 {
		switch p.r.IntN(8) {
		case 0:
			if p.r.IntN(3) == 0 {
				p.element(above, fmt.Sprintf(`<Script code="mode := '%s'"/>`, p.pick("x", "y", "z")))
				return
			}
			p.element(above, fmt.Sprintf(`<Script code="%s := %d"/>`, p.pick("a", "b", "c"), p.r.IntN(3)))
		case 1:
			p.element(above, fmt.Sprintf(`<ScriptCondition code="%s %s %d"/>`, p.pick("a", "b", "c"), p.pick("==", "!=", "&gt;"), p.r.IntN(3)))
		default:
			p.leaf(above)
		}
		return
	}
	least, most, attrs := 1, 3, ""
	tag := p.pick("Sequence", "Sequence", "Fallback", "Fallback", "ReactiveSequence", "ReactiveFallback", "Parallel", "Parallel", "ParallelAll", "SequenceWithMemory", "AsyncSequence", "AsyncFallback",
		"IfThenElse", "WhileDoElse", "Switch2", "Inverter", "ForceSuccess", "ForceFailure", "Repeat", "RetryUntilSuccessful", "KeepRunningUntilFailure", "RunOnce", "Precondition", "SubTree", "SubTree")
	switch tag {
	case "Parallel", "ParallelAll":
		least = 2
	case "IfThenElse", "WhileDoElse":
		least = 2
	case "Switch2":
		least, most, attrs = 3, 3, ` variable="{mode}" case_1="x" case_2="y"`
	case "Inverter", "ForceSuccess", "ForceFailure", "KeepRunningUntilFailure":
		most = 1
	case "Repeat":
		most, attrs = 1, fmt.Sprintf(` num_cycles="%d"`, p.r.IntN(5)-1)
	case "RetryUntilSuccessful":
		most, attrs = 1, fmt.Sprintf(` num_attempts="%d"`, p.r.IntN(5)-1)
	case "RunOnce":
		most, attrs = 1, p.pick("", "", ` then_skip="false"`)
	case "Precondition":
		most, attrs = 1, fmt.Sprintf(` if="%s &lt; %d"%s`, p.pick("a", "b"), p.r.IntN(3), p.pick("", ` else="SUCCESS"`, ` else="SKIPPED"`, ` else="RUNNING"`))
	case "SubTree":
		p.include(above)
		return
	}
	n := least + p.r.IntN(most-least+1)
	switch tag {
	case "Parallel":
		attrs = p.pick("", fmt.Sprintf(` success_count="%d"`, 1+p.r.IntN(n)), fmt.Sprintf(` success_count="%d" failure_count="%d"`, 1+p.r.IntN(n), 1+p.r.IntN(n)), ` success_count="-1" failure_count="1"`)
	case "ParallelAll":
		attrs = p.pick("", "", ` max_failures="1"`, ` max_failures="2"`)
	}
	line := p.element(above, fmt.Sprintf(`<%s%s%s>`, tag, attrs, p.guards()))
	for range n {
		p.node(line, depth-1, false)
	}
	p.write(`</` + tag + `>`)
}

// written returns the keys whose values may differ according to the report: private keys, keys that a script named
// in the report writes, and keys written in a parallel with a condition named in the report.
func (p *plan) written(c *compared) (keys []string) {
	for _, d := range c.list {
		if d.Code == "private-keys" {
			keys = append(keys, d.Args["keys"].([]string)...)
		}
	}
	source := strings.Split(string(c.src), "\n")
	note := func(line int) {
		for _, match := range assigned.FindAllStringSubmatch(source[line-1], -1) {
			keys = append(keys, match[1])
		}
	}
	for _, line := range c.named("script-of-skipped-node") {
		note(line)
	}
	for _, named := range c.named("condition-asked-early") {
		for line := range p.above {
			if p.upFrom(line)[p.above[named][0]] {
				note(line)
			}
		}
	}
	return keys
}

var assigned = regexp.MustCompile(`(\w+) :=`)

// mentioning returns the lines that contain one of the keys.
func (c *compared) mentioning(keys []string) (lines []int) {
	if len(keys) == 0 {
		return nil
	}
	key := regexp.MustCompile(`\b(` + strings.Join(keys, "|") + `)\b`)
	for i, text := range strings.Split(string(c.src), "\n") {
		if key.MatchString(text) {
			lines = append(lines, i+1)
		}
	}
	return lines
}

// explains reports whether one of the lines belongs to a leaf, to a node above a leaf, or to a node next to one of
// these. A node with the same leaves as its parent counts as its parent.
func (p *plan) explains(lines []int, leaves []string) bool {
	below := map[int]int{}
	for _, leaf := range p.leaves {
		for line := range p.upFrom(leaf) {
			below[line]++
		}
	}
	outermost := func(line int) int {
		for len(p.above[line]) == 1 && below[p.above[line][0]] == below[line] {
			line = p.above[line][0]
		}
		return line
	}
	near := map[int]bool{2: true} // differences in the result of a tick are reported for the main tree
	for _, leaf := range leaves {
		for line := range p.upFrom(p.leaves[leaf]) {
			near[outermost(line)] = true
		}
	}
	return slices.ContainsFunc(lines, func(line int) bool {
		line = outermost(line)
		return near[line] || slices.ContainsFunc(p.above[line], func(line int) bool { return near[outermost(line)] })
	})
}

// upFrom returns a line and all lines above it, up to the main tree.
func (p *plan) upFrom(line int) map[int]bool {
	lines := map[int]bool{}
	for todo := []int{line}; len(todo) > 0; todo = todo[1:] {
		if !lines[todo[0]] {
			lines[todo[0]] = true
			todo = append(todo, p.above[todo[0]]...)
		}
	}
	return lines
}

// stands reports whether one of the lines is above all of the leaves.
func (p *plan) stands(lines []int, leaves []string) bool {
	return slices.ContainsFunc(lines, func(line int) bool {
		return !slices.ContainsFunc(leaves, func(leaf string) bool { return !p.upFrom(p.leaves[leaf])[line] })
	})
}

// TestTheLibrarysOwnFiles imports the examples and test files of the library, together with the files that they
// include, and checks that they are exported unchanged.
func TestTheLibrarysOwnFiles(t *testing.T) {
	folder, _ := library(t)
	count := 0
	err := filepath.WalkDir(filepath.Join(folder, "xml"), func(path string, e os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".xml" {
			return err
		}
		count++
		sources := withIncluded(t, path)
		files, list := btcpp.ImportProject(sources)
		if list.Err() != nil {
			t.Errorf("%s: %v", path, list)
			return nil
		}
		files = slices.DeleteFunc(files, func(f *trees.File) bool { return len(f.Trees) == 0 })
		texts, list := btcpp.ExportProject(files)
		if list.Err() != nil {
			t.Errorf("%s: %v", path, list)
			return nil
		}
		var again []btcpp.Source
		for i, text := range texts {
			again = append(again, btcpp.Source{Path: files[i].Path, Text: text})
		}
		back, list := btcpp.ImportProject(again)
		if list.Err() != nil {
			t.Errorf("%s: %v", path, list)
			return nil
		}
		for i := range back {
			if got, want := string(trees.Format(back[i])), string(trees.Format(files[i])); got != want {
				t.Errorf("%s: got\n%s\nwant\n%s\nby\n%s", path, got, want, texts[i])
			}
		}
		return nil
	})
	if err != nil || count == 0 {
		t.Errorf("%d files: %v", count, err)
	}
}

// withIncluded reads a file and the files that it includes.
func withIncluded(t *testing.T, path string) (sources []btcpp.Source) {
	t.Helper()
	seen := map[string]bool{}
	for paths := []string{path}; len(paths) > 0; paths = paths[1:] {
		text, err := os.ReadFile(paths[0])
		if err != nil || seen[paths[0]] {
			continue
		}
		seen[paths[0]] = true
		sources = append(sources, btcpp.Source{Path: paths[0], Text: text})
		for _, other := range btcpp.Includes(text) {
			paths = append(paths, filepath.Join(filepath.Dir(paths[0]), other))
		}
	}
	return sources
}
