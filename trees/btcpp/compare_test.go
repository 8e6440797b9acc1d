package btcpp_test

import (
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
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/btcpp"
)

// The comparison with BehaviorTree.CPP itself. Its leaves follow a script: <Act n="A" s="RS"/>
// takes time, <Ask n="C" s="SF"/> does not, and both return the letters of s in turn. What
// they are called, and what comes of each tick, is a trace, of which each line is one of
//
//	start A R    the first call of A since it was idle, and its result
//	run A S      a further one
//	halt A       it was running and is so no more
//	tick SUCCESS

var (
	seed    = flag.Uint64("library.seed", 0, "seed of the random trees that are compared with BehaviorTree.CPP (default: a new one)")
	many    = flag.Int("library.trees", 300, "how many of them")
	rewrite = flag.Bool("library.record", false, "rewrite the recorded traces of BehaviorTree.CPP")
)

const ticks = 8

// library returns the program that runs trees in BehaviorTree.CPP.
func library(t *testing.T) (folder, program string) {
	folder = os.Getenv("BOUGH_BTCPP")
	if folder == "" || testing.Short() {
		t.Skip("to run it: git clone https://github.com/BehaviorTree/BehaviorTree.CPP SOURCE; .ci/btcpp FOLDER SOURCE builds it; then BOUGH_BTCPP=FOLDER go test ./trees/btcpp -run Library")
	}
	return folder, filepath.Join(folder, "run")
}

// there runs files in BehaviorTree.CPP and returns their traces.
func there(t *testing.T, program, mode string, files []string) map[string][]string {
	t.Helper()
	traces := map[string][]string{}
	for len(files) > 0 {
		some := files[:min(100, len(files))]
		files = files[len(some):]
		out, err := exec.Command(program, append([]string{mode, strconv.Itoa(ticks)}, some...)...).Output()
		if err != nil {
			t.Fatalf("%v\n%.2000s", err, out)
		}
		name := ""
		for line := range strings.Lines(string(out)) {
			line = strings.TrimSpace(line)
			if rest, ok := strings.CutPrefix(line, "file "); ok {
				name = rest
			} else if line == "end" {
				name = "" // what is halted when the tree goes away
			} else {
				traces[name] = append(traces[name], line)
			}
		}
	}
	return traces
}

// leaves are those of the trees here. What they return goes on where it was when they begin anew.
type leaves struct {
	calls map[string]int
	trace []string
}

func (l *leaves) native() *behaviors.Native {
	names := func(c *engine.Context) (n, s string) {
		for _, p := range c.Program().Params(c.Node()) {
			switch p.Name {
			case "n":
				n = p.Value.Str()
			case "s":
				s = p.Value.Str()
			}
		}
		return n, s
	}
	entered := map[int]bool{}
	return &behaviors.Native{
		Params:  engine.Params{{Name: "n", Value: engine.String("")}, {Name: "s", Value: engine.String("S")}},
		OnEnter: func(c *engine.Context) error { entered[c.Node()] = true; return nil },
		Behavior: func(c *engine.Context) (engine.Status, error) {
			n, s := names(c)
			letter := s[l.calls[n]%len(s)]
			l.calls[n]++
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

// here runs a file in Bough, as its text says.
func here(t *testing.T, f *trees.File) []string {
	t.Helper()
	l := &leaves{calls: map[string]int{}}
	game, err := bough.OpenFS(fstest.MapFS{"x.bt": {Data: trees.Format(f)}}, bough.Options{
		Seed: 1, Natives: map[string]*behaviors.Native{"Act": l.native(), "Ask": l.native()},
		OnFault: func(f *engine.Fault) { t.Error(f) },
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

// events are the lines of a trace without halts, which come in another order here: all that
// leaves is out before anything else is called.
func events(trace []string) []string {
	return slices.DeleteFunc(slices.Clone(trace), func(line string) bool { return strings.HasPrefix(line, "halt ") })
}

// flat are the events without the ticks that only went on.
func flat(trace []string) []string {
	return slices.DeleteFunc(events(trace), func(line string) bool { return line == "tick RUNNING" })
}

// own are the lines of a leaf.
func own(trace []string, leaf string) (lines []string) {
	for _, line := range trace {
		if words := strings.Fields(line); words[0] != "tick" && words[1] == leaf {
			lines = append(lines, line)
		}
	}
	return lines
}

// differ compares two traces. It returns the names of the leaves around the first
// difference, none if a tick ends there, and what that is. Ticks need not be the same ones where aligned is false.
func differ(theirs, ours []string, aligned bool) (around []string, what string) {
	view := flat
	if aligned {
		view = events
	}
	a, b := view(theirs), view(ours)
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			isCall := func(line string) bool { return !strings.HasPrefix(line, "tick ") }
			what = fmt.Sprintf("event %d: there %s, here %s", i+1, a[i], b[i])
			if !isCall(a[i]) || !isCall(b[i]) {
				return nil, what // whatever was to come next in the tick may be the cause
			}
			before := slices.Clone(a[:i])
			slices.Reverse(before)
			for _, part := range [][]string{before, a[i:], b[i:]} {
				if j := slices.IndexFunc(part, isCall); j >= 0 {
					around = append(around, strings.Fields(part[j])[1])
				}
			}
			return around, what
		}
	}
	if aligned && len(a) != len(b) {
		return nil, "one trace is longer"
	}
	for _, line := range a[:n] {
		words := strings.Fields(line)
		if words[0] == "tick" {
			continue
		}
		x, y := own(theirs, words[1]), own(ours, words[1])
		for i := range min(len(x), len(y)) {
			if x[i] != y[i] {
				return []string{words[1]}, fmt.Sprintf("call %d of %s: there %s, here %s", i+1, words[1], x[i], y[i])
			}
		}
	}
	return nil, ""
}

// compared is a tree with what became of it.
type compared struct {
	name string
	src  []byte
	file *trees.File
	list diag.List
	mode string // of the library
	same bool   // the ticks are the same ones
}

// imported reads a file and finds out how it is to be compared: a loop that begins a round in each tick is
// compared with one that is ticked exactly once.
func imported(t *testing.T, name string, src []byte) *compared {
	t.Helper()
	f, list := btcpp.Import(name, src)
	if list.Err() != nil {
		t.Fatalf("%s: %v\nin\n%s", name, list, src)
	}
	c := &compared{name: name, src: src, file: f, list: list, mode: "once", same: true}
	each, atOnce := false, false
	for _, tree := range f.Trees {
		for n := range tree.Root.All() {
			switch {
			case n.Include:
			case n.Name == "repeat" && len(n.Args) == 0, n.Name == "retry" && len(n.Args) == 0, hasRound(n):
				each = true
			case n.Name == "repeat", n.Name == "retry", n.Name == "sequence_with_memory":
				atOnce = true
			}
		}
	}
	if each {
		c.mode, c.same = "exactly", !atOnce
	}
	return c
}

func hasRound(n *trees.Node) bool {
	return slices.ContainsFunc(n.Params, func(p trees.Param) bool { return p.Name == "per_tick" })
}

// about are the messages that say nothing about what a tree does.
var about = regexp.MustCompile(`become behaviors|in more than one tree`)

// named returns the lines of the file that the report of its import names.
func (c *compared) named() (lines []int) {
	for _, d := range c.list {
		if about.MatchString(d.Message) {
			continue
		}
		lines = append(lines, d.Pos.Line)
		if _, rest, ok := strings.Cut(d.Message, "also in line"); ok {
			for _, field := range strings.FieldsFunc(rest, func(r rune) bool { return !('0' <= r && r <= '9') }) {
				if n, err := strconv.Atoi(field); err == nil {
					lines = append(lines, n)
				}
			}
		}
	}
	return lines
}

// recorded are trees with the traces that BehaviorTree.CPP makes of them, in testdata/library.
// Where Bough does something else, the report of the import says so in this text.
var recorded = map[string]string{
	"async_sequence":                           "",
	"fallback_all_skipped":                     "<Fallback> is SKIPPED when what is in it is, and the Sequence around it goes on; here it counts as Failure",
	"parallel_all_waits_for_a_false_condition": "",
	"parallel_fails_when_too_few_are_left":     "",
	"parallel_is_decided_after_each_child":     "",
	"precondition_skipped_in_sequence":         "",
	"repeat_in_one_tick":                       "",
	"repeat_is_watched":                        "",
	"repeat_no_rounds":                         "",
	"retry_is_watched":                         "",
	"root_of_subtree_skipped":                  "",
	"run_once_in_sequence":                     "",
	"run_once_that_failed_in_sequence":         "",
	"run_once_repeats_its_result":              "RunOnce with then_skip=\"false\" repeats its result; here it succeeds",
	"sequence_with_memory_is_watched":          "",
	"skipped_in_parallel":                      "",
	"while_do_else_running_condition":          "while it is Running no branch runs",
}

// TestRecordedOfTheLibrary plays them here.
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
			_, what := differ(strings.Split(strings.TrimSpace(string(theirs)), "\n"), here(t, c.file), c.same)
			switch text, known := recorded[name]; {
			case !known:
				t.Error("it is not in the list")
			case text == "" && what != "":
				t.Errorf("%s\n%s", what, trees.Format(c.file))
			case text != "" && what == "":
				t.Error("it is the same: take the text out of the list")
			case !strings.Contains(c.list.Error(), text):
				t.Errorf("the report does not say %q:\n%v", text, c.list)
			}
		})
	}
}

// TestRecordsAreOfTheLibrary compares the records with BehaviorTree.CPP; -library.record writes them.
func TestRecordsAreOfTheLibrary(t *testing.T) {
	_, program := library(t)
	files, _ := filepath.Glob("testdata/library/*.xml")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(there(t, program, imported(t, file, src).mode, []string{file})[file], "\n") + "\n"
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

// TestLikeTheLibrary: random trees do what they do in BehaviorTree.CPP, call by call, but for
// what the report of their import has named.
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
		if err := os.WriteFile(name, []byte(p.text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		c := imported(t, name, []byte(p.text.String()))
		list, plans[name] = append(list, c), p
		files[c.mode] = append(files[c.mode], name)
	}
	traces := map[string][]string{}
	for _, mode := range []string{"once", "exactly"} {
		for name, trace := range there(t, program, mode, files[mode]) {
			traces[name] = trace
		}
	}
	refusals, told, errors := 0, 0, map[string]int{}
	for i, c := range list {
		theirs := traces[c.name]
		if refused(theirs) {
			refusals++
			errors[theirs[len(theirs)-1]]++
			continue
		}
		ours := here(t, c.file)
		around, what := differ(theirs, ours, c.same)
		switch {
		case what == "":
		case plans[c.name].explains(c.named(), around):
			told++
		default:
			t.Errorf("tree %d: %s\n%s\nbecame\n%s\nwith\n%v\nthere (%s)\n  %s\nhere\n  %s", i, what, c.src, trees.Format(c.file), c.list, c.mode, strings.Join(theirs, "; "), strings.Join(ours, "; "))
		}
	}
	sameBack(t, program, list, traces)
	t.Logf("%d trees: %d differ in what the report has named, %d are refused there", len(list), told, refusals)
	if refusals > *many/10 {
		t.Errorf("too many are refused: %v", errors)
	}
}

// sameBack exports what was imported, and compares what it does in BehaviorTree.CPP with what it
// was imported from.
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
	for _, mode := range []string{"once", "exactly"} {
		for name, trace := range there(t, program, mode, files[mode]) {
			back[name] = trace
		}
	}
	for _, c := range list {
		name := strings.TrimSuffix(c.name, ".xml") + ".back.xml"
		got, want := back[name], traces[c.name]
		if refused(got) != refused(want) || !refused(want) && !slices.Equal(got, want) {
			out, _ := os.ReadFile(name)
			t.Errorf("%s\ncame back as\n%s\nwhich does\n  %s\nwant\n  %s", c.src, out, strings.Join(got, "; "), strings.Join(want, "; "))
		}
	}
}

// refused reports whether BehaviorTree.CPP raised an error, which may name a line.
func refused(trace []string) bool {
	return len(trace) > 0 && strings.HasPrefix(trace[len(trace)-1], "error ")
}

// plan is a random tree, as text with one element a line.
type plan struct {
	r      *rand.Rand
	text   strings.Builder
	line   int
	above  map[int]int    // line of an element: that of the one around it
	leaves map[string]int // by name
	size   int
	later  []int // lines of the inclusions of trees that are still to be written
}

func newPlan(r *rand.Rand) *plan {
	p := &plan{r: r, above: map[int]int{}, leaves: map[string]int{}}
	p.write(`<root BTCPP_format="4" main_tree_to_execute="Main">`)
	p.write(`<BehaviorTree ID="Main">`)
	p.node(0, 4, true)
	p.write(`</BehaviorTree>`)
	for i := 0; i < len(p.later); i++ {
		p.write(fmt.Sprintf(`<BehaviorTree ID="Sub%d">`, i+1))
		p.node(p.later[i], 2, true)
		p.write(`</BehaviorTree>`)
	}
	p.write(`<TreeNodesModel>`)
	p.write(`<Action ID="Act"><input_port name="n"/><input_port name="s"/></Action>`)
	p.write(`<Condition ID="Ask"><input_port name="n"/><input_port name="s"/></Condition>`)
	p.write(`</TreeNodesModel></root>`)
	return p
}

func (p *plan) write(line string) int {
	p.line++
	p.text.WriteString(line + "\n")
	return p.line
}

func (p *plan) pick(list ...string) string { return list[p.r.IntN(len(list))] }

// guards returns conditions for an element.
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
	line := p.write(fmt.Sprintf(`<%s n="%s" s="%s"%s/>`, tag, name, letters, p.guards()))
	p.above[line], p.leaves[name] = above, line
}

// node writes an element with what is below it.
func (p *plan) node(above, depth int, top bool) {
	p.size++
	if depth == 0 || p.size > 14 || !top && p.r.IntN(5) < 2 {
		switch p.r.IntN(8) {
		case 0:
			if p.r.IntN(3) == 0 {
				p.above[p.write(fmt.Sprintf(`<Script code="mode := '%s'"/>`, p.pick("x", "y", "z")))] = above
				return
			}
			p.above[p.write(fmt.Sprintf(`<Script code="%s := %d"/>`, p.pick("a", "b", "c"), p.r.IntN(3)))] = above
		case 1:
			p.above[p.write(fmt.Sprintf(`<ScriptCondition code="%s %s %d"/>`, p.pick("a", "b", "c"), p.pick("==", "!=", "&gt;"), p.r.IntN(3)))] = above
		default:
			p.leaf(above)
		}
		return
	}
	least, most, attrs := 1, 3, ""
	tag := p.pick("Sequence", "Sequence", "Fallback", "Fallback", "ReactiveSequence", "ReactiveFallback", "Parallel", "Parallel", "ParallelAll", "SequenceWithMemory", "AsyncSequence", "AsyncFallback",
		"IfThenElse", "WhileDoElse", "Switch2", "Inverter", "ForceSuccess", "ForceFailure", "Repeat", "RetryUntilSuccessful", "KeepRunningUntilFailure", "RunOnce", "Precondition", "SubTree")
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
		most, attrs = 1, fmt.Sprintf(` num_cycles="%d"`, p.r.IntN(4))
	case "RetryUntilSuccessful":
		most, attrs = 1, fmt.Sprintf(` num_attempts="%d"`, 1+p.r.IntN(3))
	case "RunOnce":
		most, attrs = 1, p.pick("", "", ` then_skip="false"`)
	case "Precondition":
		most, attrs = 1, fmt.Sprintf(` if="%s &lt; %d"%s`, p.pick("a", "b"), p.r.IntN(3), p.pick("", ` else="SUCCESS"`, ` else="SKIPPED"`, ` else="RUNNING"`))
	case "SubTree":
		if len(p.later) == 2 {
			p.leaf(above)
			return
		}
		line := p.write(fmt.Sprintf(`<SubTree ID="Sub%d" _autoremap="true"%s/>`, len(p.later)+1, p.guards()))
		p.above[line], p.later = above, append(p.later, line)
		return
	}
	n := least + p.r.IntN(most-least+1)
	switch tag {
	case "Parallel":
		attrs = p.pick("", fmt.Sprintf(` success_count="%d"`, 1+p.r.IntN(n)), fmt.Sprintf(` success_count="%d" failure_count="%d"`, 1+p.r.IntN(n), 1+p.r.IntN(n)), ` success_count="-1" failure_count="1"`)
	case "ParallelAll":
		attrs = p.pick("", "", ` max_failures="1"`, ` max_failures="2"`)
	}
	line := p.write(fmt.Sprintf(`<%s%s%s>`, tag, attrs, p.guards()))
	p.above[line] = above
	for range n {
		p.node(line, depth-1, false)
	}
	p.write(`</` + tag + `>`)
}

// explains reports whether one of the lines names the node of one of the leaves, a node above
// it, or one beside these. A node with the same leaves as its parent counts as the parent.
// Without leaves, which is where only the end of a tick differs, any line will do: what
// would have come next in that tick is not known.
func (p *plan) explains(lines []int, leaves []string) bool {
	near, below := map[int]bool{3: true}, map[int]int{} // 3 is the root
	for _, leaf := range p.leaves {
		for line := leaf; line > 0; line = p.above[line] {
			below[line]++
		}
	}
	for _, leaf := range leaves {
		for line := p.leaves[leaf]; line > 0; line = p.above[line] {
			near[line] = true
		}
	}
	return slices.ContainsFunc(lines, func(line int) bool {
		for line > 0 && below[p.above[line]] == below[line] {
			line = p.above[line]
		}
		return line == 0 || len(leaves) == 0 || near[line] || near[p.above[line]]
	})
}

// TestTheLibrarysOwnFiles: those that it has as examples and for its tests are read, with what they include, and come
// back as they were.
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

// withIncluded reads a file and those that it includes.
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
