package btcpp_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/btcpp"
)

// These tests compare what trees pass to the trees that they include. A chain is a file of 2 to 5 trees, each of
// which includes the next one; sometimes an earlier tree includes it, too. An inclusion passes keys, values and, with
// _autoremap, all keys. The leaves are those of compare_test.go, and <Read n="R" from="{k}"/> and
// <Write n="W" to="{k}" v="2"/>.
//
// testdata/chains has the traces of chains in BehaviorTree.CPP, one in a line:
//
//	12 same 0a1b2c3d R1=0 W1 S | R1=2 W1 S
//
// These are the number of the chain; "same" or "told", if Bough behaves differently and the report says so; a sum of
// the XML; and the ticks. R1=0 is a Read with what it has read, W1 a Write, A1:R an Act with its result, and the
// last word of a tick is its result.

var (
	chains     = flag.Int("library.chains", 100, "number of random chains that are compared with BehaviorTree.CPP")
	chainShare = flag.Int("chains.share", 16, "compare every nth of the recorded chains")
)

const (
	chainSeed      = 1
	recordedChains = 1600
	chainsPerFile  = 100
	chainTicks     = 3
)

// passes are the codes of the differences in what trees pass to each other. Two thirds of the chains have none.
var passes = []string{"private-keys", "port-in-script", "unclear-port-value", "written-port-value"}

// chain is a random file.
type chain struct {
	r      *rand.Rand
	text   strings.Builder
	leaves map[string]int // number of leaves, by kind
	trees  []chained
}

// chained is a tree of a chain.
type chained struct {
	keys     []string // keys that it can use: those that are passed to it, and some of its own
	includes []string // its SubTree elements
	model    string   // its SubTree in TreeNodesModel
}

// newChain returns the text of a random chain.
func newChain(r *rand.Rand) string {
	c := &chain{r: r, leaves: map[string]int{}, trees: make([]chained, 2+r.IntN(4))}
	c.trees[0].keys = []string{"a", "b", "c"}
	for i := 1; i < len(c.trees); i++ {
		c.include(i-1, i)
		if r.IntN(6) == 0 {
			c.include(r.IntN(i), i)
		}
		if t := &c.trees[i]; len(t.keys) == 0 || r.IntN(30) == 0 {
			t.keys = append(t.keys, c.pick("k", "a"))
		}
	}
	c.text.WriteString(`<root BTCPP_format="4" main_tree_to_execute="Main">` + "\n")
	for i := range c.trees {
		c.tree(i)
	}
	c.text.WriteString("<TreeNodesModel>\n")
	if r.IntN(6) > 0 {
		c.text.WriteString(`<Action ID="Read"><input_port name="n"/><input_port name="from"/></Action>` + "\n")
		c.text.WriteString(`<Action ID="Write"><input_port name="n"/><output_port name="to"/><input_port name="v"/></Action>` + "\n")
	}
	for _, t := range c.trees {
		c.text.WriteString(t.model)
	}
	c.text.WriteString("</TreeNodesModel>\n</root>\n")
	return c.text.String()
}

func (c *chain) pick(list ...string) string { return list[c.r.IntN(len(list))] }

func chainID(i int) string {
	if i == 0 {
		return "Main"
	}
	return fmt.Sprintf("T%d", i)
}

// include adds an inclusion of the tree i to the tree from.
func (c *chain) include(from, i int) {
	t := &c.trees[i]
	passed := map[string]bool{}
	attrs := ""
	for _, port := range []string{"p", "q", c.pick("a", "b", "r")} {
		text := reference(c.pick(c.trees[from].keys...))
		switch c.r.IntN(8) {
		case 0, 1, 2:
		case 3:
			text = strconv.Itoa(c.r.IntN(4))
		default:
			continue
		}
		attrs += fmt.Sprintf(` %s="%s"`, port, text)
		passed[port] = true
	}
	if t.model == "" && c.r.IntN(6) == 0 {
		port := c.pick("p", "q", "d")
		t.model = fmt.Sprintf(`<SubTree ID="%s"><inout_port name="%s" default="%s"/></SubTree>`+"\n", chainID(i), port, c.pick("{a}", "2", reference(port)))
		passed[port] = true
	}
	if c.r.IntN(2) == 0 {
		attrs += ` _autoremap="true"`
		for _, key := range c.trees[from].keys {
			passed[key] = true
		}
	}
	for _, key := range []string{"a", "b", "c", "d", "k", "p", "q", "r"} {
		if passed[key] && !slices.Contains(t.keys, key) {
			t.keys = append(t.keys, key)
		}
	}
	f := &c.trees[from]
	f.includes = append(f.includes, fmt.Sprintf(`<SubTree ID="%s"%s/>`, chainID(i), attrs))
}

func reference(key string) string { return "{" + key + "}" }

// tree writes a tree. Its inclusions are in order, with leaves before and after them.
func (c *chain) tree(i int) {
	root := c.pick("Sequence", "Sequence", "Sequence", "ReactiveSequence")
	fmt.Fprintf(&c.text, `<BehaviorTree ID="%s"><%s>`+"\n", chainID(i), root)
	for _, include := range append(c.trees[i].includes, "") {
		for range c.r.IntN(3) {
			c.item(c.trees[i].keys)
		}
		if include != "" {
			c.text.WriteString(include + "\n")
		}
	}
	c.item(c.trees[i].keys)
	fmt.Fprintf(&c.text, "</%s></BehaviorTree>\n", root)
}

// item writes something that succeeds.
func (c *chain) item(keys []string) {
	key, n := c.pick(keys...), 1+c.r.IntN(3)
	switch c.r.IntN(13) {
	case 0, 1, 2, 3:
		c.text.WriteString(c.read(keys, ""))
	case 4, 5:
		fmt.Fprintf(&c.text, `<Write n="%s" to="{%s}" v="%d"/>`, c.name("W"), key, n)
	case 6, 7:
		fmt.Fprintf(&c.text, `<Script code="%s := %d"/>`, key, n)
	case 8:
		fmt.Fprintf(&c.text, `<Fallback><ScriptCondition code="%s %s %d"/>%s</Fallback>`, key, c.pick("==", "!="), n, c.read(keys, ""))
	case 9:
		c.text.WriteString(c.read(keys, fmt.Sprintf(` %s="%s == %d"`, c.pick("_skipIf", "_while", "_successIf"), key, n)))
	case 10:
		c.text.WriteString(c.read(keys, fmt.Sprintf(` _onSuccess="%s := %d"`, key, n)))
	case 11:
		fmt.Fprintf(&c.text, `<Switch2 variable="{%s}" case_1="1" case_2="2">%s%s%s</Switch2>`, key, c.read(keys, ""), c.read(keys, ""), c.read(keys, ""))
	case 12:
		fmt.Fprintf(&c.text, `<Act n="%s" s="%s"/>`, c.name("A"), c.pick("S", "RS"))
	}
	c.text.WriteString("\n")
}

func (c *chain) read(keys []string, guard string) string {
	return fmt.Sprintf(`<Read n="%s" from="{%s}"%s/>`, c.name("R"), c.pick(keys...), guard)
}

func (c *chain) name(kind string) string {
	c.leaves[kind]++
	return kind + strconv.Itoa(c.leaves[kind])
}

// sumOf returns a short sum of a text.
func sumOf(text string) string {
	h := fnv.New32a()
	h.Write([]byte(text))
	return fmt.Sprintf("%08x", h.Sum32())
}

// inLine returns a trace on one line.
func inLine(trace []string) string {
	var b strings.Builder
	for _, line := range trace {
		switch f := strings.Fields(line); f[0] {
		case "read":
			fmt.Fprintf(&b, "%s=%s ", f[1], f[2])
		case "write":
			fmt.Fprintf(&b, "%s ", f[1])
		case "start", "run":
			fmt.Fprintf(&b, "%s:%s ", f[1], f[2])
		case "halt":
			fmt.Fprintf(&b, "%s! ", f[1])
		case "tick":
			fmt.Fprintf(&b, "%.1s | ", f[1])
		default:
			fmt.Fprintf(&b, "%s ", line)
		}
	}
	return strings.TrimSuffix(b.String(), " | ")
}

// tracedChain is a chain with its trace in BehaviorTree.CPP.
type tracedChain struct {
	i           int
	text, trace string
}

func chainText(seed uint64, i int) string { return newChain(rand.New(rand.NewPCG(seed, uint64(i)))) }

// traceChains runs chains in BehaviorTree.CPP, and returns those that it does not refuse.
func traceChains(t *testing.T, program string, seed uint64, numbers []int) (list []tracedChain) {
	t.Helper()
	folder := t.TempDir()
	var files []string
	for _, i := range numbers {
		files = append(files, filepath.Join(folder, strconv.Itoa(i)+".xml"))
		if err := os.WriteFile(files[len(files)-1], []byte(chainText(seed, i)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	traces := there(t, program, "once", chainTicks, files)
	for at, i := range numbers {
		if trace := traces[files[at]]; !refused(trace) {
			list = append(list, tracedChain{i, chainText(seed, i), inLine(trace)})
		}
	}
	return list
}

// firstChains returns the first n chains that BehaviorTree.CPP does not refuse.
func firstChains(t *testing.T, program string, seed uint64, n int) (list []tracedChain) {
	t.Helper()
	for from := 0; len(list) < n; from += n {
		var numbers []int
		for i := range n {
			numbers = append(numbers, from+i)
		}
		list = append(list, traceChains(t, program, seed, numbers)...)
	}
	return list[:n]
}

// chainRecord is a line of testdata/chains.
type chainRecord struct {
	tracedChain
	result string
}

func (r chainRecord) String() string {
	return fmt.Sprintf("%d %s %s %s", r.i, r.result, sumOf(r.text), r.trace)
}

// chainRecords returns every nth record.
func chainRecords(t *testing.T) (list []chainRecord) {
	t.Helper()
	count := 0
	for from := 0; from < recordedChains; from += chainsPerFile {
		text, err := os.ReadFile(chainFile(from))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			f := strings.SplitN(line, " ", 4)
			i, err := strconv.Atoi(f[0])
			if err != nil || len(f) != 4 {
				t.Fatal(line)
			}
			if count++; count%*chainShare != 0 {
				continue
			}
			r := chainRecord{tracedChain{i, chainText(chainSeed, i), f[3]}, f[1]}
			if r.String() != line {
				t.Fatalf("chain %d is another one now; with BehaviorTree.CPP, write the records: go test ./trees/btcpp -run ChainRecords -library.record", i)
			}
			list = append(list, r)
		}
	}
	if count != recordedChains {
		t.Errorf("%d chains, want %d", count, recordedChains)
	}
	return list
}

func chainFile(from int) string { return fmt.Sprintf("testdata/chains/%04d.txt", from) }

// compare runs a chain in Bough. It returns "same" if the traces are equal, "told" if the report names a difference,
// and else "". It also checks that the chain is exported as a file that becomes the same trees.
func (c tracedChain) compare(t *testing.T) string {
	t.Helper()
	f, list := btcpp.Import("chain.xml", []byte(c.text))
	if list.Err() != nil {
		t.Fatalf("chain %d: %v\nin\n%s", c.i, list, c.text)
	}
	text := trees.Format(f)
	parsed, _ := trees.Parse("chain.bt", text)
	out, _ := btcpp.Export(parsed)
	if back, _ := btcpp.Import("chain.xml", out); back == nil || string(trees.Format(back)) != string(text) || strings.Contains(string(out), "_bough") {
		t.Errorf("chain %d: %s\nbecame\n%s\nand came back as\n%s", c.i, c.text, text, out)
	}
	trace := inLine(here(t, f, chainTicks))
	switch {
	case trace == c.trace:
		return "same"
	case slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return slices.Contains(passes, d.Code) }):
		return "told"
	}
	t.Errorf("chain %d: %s\nbecame\n%s\nwith\n%v\nthere %s\nhere  %s", c.i, c.text, text, list, c.trace, trace)
	return ""
}

// TestRecordedChains compares recorded traces of BehaviorTree.CPP with traces in Bough.
func TestRecordedChains(t *testing.T) {
	results := map[string]int{}
	for _, r := range chainRecords(t) {
		got := r.compare(t)
		if results[got]++; got != r.result {
			t.Errorf("chain %d is %s, not %s", r.i, got, r.result)
		}
	}
	t.Log(results)
}

// TestChainRecordsAreOfTheLibrary compares the recorded traces of chains with traces in BehaviorTree.CPP. With
// -library.record it writes them.
func TestChainRecordsAreOfTheLibrary(t *testing.T) {
	_, program := library(t)
	if *rewrite {
		list := firstChains(t, program, chainSeed, recordedChains)
		for from := 0; from < recordedChains; from += chainsPerFile {
			var b strings.Builder
			for _, c := range list[from : from+chainsPerFile] {
				fmt.Fprintln(&b, chainRecord{c, c.compare(t)})
			}
			if err := os.WriteFile(chainFile(from), []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	records := chainRecords(t)
	var numbers []int
	for _, r := range records {
		numbers = append(numbers, r.i)
	}
	list := traceChains(t, program, chainSeed, numbers)
	if len(list) != len(records) {
		t.Fatalf("%d of %d chains are refused", len(records)-len(list), len(records))
	}
	for i, r := range records {
		if list[i].trace != r.trace {
			t.Errorf("chain %d: there %s, recorded %s", r.i, list[i].trace, r.trace)
		}
	}
}

// TestChainsLikeTheLibrary checks that what random trees pass to each other is the same in Bough and in
// BehaviorTree.CPP, except for differences that the report of the import names, and that exported chains do the same
// in BehaviorTree.CPP as before.
func TestChainsLikeTheLibrary(t *testing.T) {
	_, program := library(t)
	s := *seed
	if s == 0 {
		s = rand.Uint64()
	}
	t.Logf("-library.seed %d", s)
	results, folder := map[string]int{}, t.TempDir()
	list := firstChains(t, program, s, *chains)
	var exported []string
	for _, c := range list {
		results[c.compare(t)]++
		f, _ := btcpp.Import("chain.xml", []byte(c.text))
		out, _ := btcpp.Export(f)
		name := filepath.Join(folder, strconv.Itoa(c.i)+".xml")
		if err := os.WriteFile(name, out, 0o644); err != nil {
			t.Fatal(err)
		}
		exported = append(exported, name)
	}
	back := there(t, program, "once", chainTicks, exported)
	for i, c := range list {
		if got := inLine(back[exported[i]]); got != c.trace {
			t.Errorf("chain %d, exported again: %s, want %s\n%s", c.i, got, c.trace, c.text)
		}
	}
	t.Logf("%d chains: %v", *chains, results)
}
