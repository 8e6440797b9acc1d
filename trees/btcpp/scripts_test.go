package btcpp_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/btcpp"
)

// These tests compare what scripts compute. A file has random scripts and conditions, with <Show of="{k}"/> for the
// keys behind each. testdata/scripts.txt has the traces of files in BehaviorTree.CPP in the form of those in
// testdata/chains, where k='x' is a Show with what it has shown.

var scripts = flag.Int("library.scripts", 300, "number of random files with scripts that are compared with BehaviorTree.CPP")

const (
	scriptSeed      = 1
	scriptTicks     = 2
	recordedScripts = 300
	scriptRecords   = "testdata/scripts.txt"
)

// computes are the codes of the differences in what scripts compute, and stubs those of scripts that become behaviors.
var (
	computes = []string{"truth-as-number", "text-added"}
	stubs    = []string{"script-not-assigning", "script-without-form", "script-condition-not-expression"}
)

// scripter writes random scripts. The keys i, j are integers, x, y are other numbers, s, t are texts, and f, g are truth
// values.
type scripter struct {
	r     *rand.Rand
	text  strings.Builder
	depth int
}

func newScripts(r *rand.Rand) string {
	s := &scripter{r: r}
	s.text.WriteString(`<root BTCPP_format="4" main_tree_to_execute="Main"><BehaviorTree ID="Main"><Sequence>` + "\n")
	s.element(`<Script code="i := 2; j := 3; x := 0.5; y := 4.25; s := 'a'; t := 'b'; f := true; g := false"/>`)
	for range 2 + r.IntN(4) {
		s.item()
		for _, key := range []string{"i", "j", "x", "y", "s", "t", "f", "g"} {
			fmt.Fprintf(&s.text, `<Show of="{%s}"/>`, key)
		}
		s.text.WriteString("\n")
	}
	s.text.WriteString("</Sequence></BehaviorTree></root>\n")
	return s.text.String()
}

func (s *scripter) pick(list ...string) string { return list[s.r.IntN(len(list))] }

func (s *scripter) element(text string) {
	s.text.WriteString(strings.NewReplacer(" < ", " &lt; ", " <= ", " &lt;= ", "&&", "&amp;&amp;").Replace(text) + "\n")
}

// item writes a script or a condition.
func (s *scripter) item() {
	s.depth = 3
	switch s.r.IntN(10) {
	case 0:
		s.element(fmt.Sprintf(`<Fallback><ScriptCondition code="%s"/><Script code="%s"/></Fallback>`, s.truth(), s.script()))
	case 1:
		s.element(fmt.Sprintf(`<Show of="{i}" %s="%s"/>`, s.pick("_skipIf", "_while"), s.truth()))
	case 2:
		s.element(fmt.Sprintf(`<Show of="{i}" _onSuccess="%s"/>`, s.script()))
	case 3:
		from, to := s.pick("i j", "x y", "s t", "f g"), ""
		from, to, _ = strings.Cut(from, " ")
		s.element(fmt.Sprintf(`<SetBlackboard value="{%s}" output_key="%s"/>`, from, to))
	case 4:
		s.element(`<Script code="i := 1 + ` + s.pick("1", "2", "(x > 1)", "(x > 1 ? 2 : 1)", "f") + `"/>`)
		s.element(fmt.Sprintf(`<%s="{i}"><Show of="{i}"/></%[2]s>`, "Repeat num_cycles", "Repeat"))
	default:
		s.element(fmt.Sprintf(`<Script code="%s"/>`, s.script()))
	}
}

// script returns one to three assignments.
func (s *scripter) script() string {
	var list []string
	for range 1 + s.r.IntN(3) {
		s.depth = 3
		sign := s.pick(":=", ":=", "=", "+=")
		switch s.r.IntN(8) {
		case 0:
			list = append(list, s.pick("i", "j")+" "+s.pick(":=", "+=", "-=", "*=")+" "+s.whole())
		case 1, 2, 3:
			list = append(list, s.pick(s.pick("x", "y")+" "+s.pick(":=", "=", "+=", "-=", "*=")+" "+s.number(), "x /= "+s.pick("2", "0.3", "-8")))
		case 4, 5:
			list = append(list, s.pick("s", "t")+" "+sign+" "+s.words())
		default:
			list = append(list, s.pick("f", "g")+" := "+s.truth())
		}
	}
	return strings.Join(list, s.pick("; ", ";", " ; "))
}

func (s *scripter) deeper() bool {
	s.depth--
	return s.depth > 0 && s.r.IntN(3) > 0
}

// whole returns an expression whose value is a small whole number.
func (s *scripter) whole() string {
	switch {
	case s.deeper():
		return s.group(s.whole() + " " + s.pick("+", "-", "*") + " " + s.whole())
	case s.depth > -4 && s.r.IntN(6) == 0:
		return "(" + s.truth() + " ? " + s.pick("i", "1", "j + 1") + " : " + s.pick("j", "0", "i - 2") + ")"
	}
	return s.pick("i", "j", "0", "1", "3", "0x1F", "-2", "1e1")
}

func (s *scripter) number() string {
	switch {
	case s.deeper():
		return s.group(s.number() + " " + s.pick("+", "-", "*") + " " + s.number())
	case s.depth > -4 && s.r.IntN(6) == 0:
		return s.group(s.number() + " / " + s.pick("2", "4", "0.3", "(i * i + 1)", "-8"))
	case s.depth > -4 && s.r.IntN(8) == 0:
		return "(" + s.truth() + " ? " + s.number() + " : " + s.number() + ")"
	case s.depth > -4 && s.r.IntN(12) == 0:
		return "(" + s.compared() + ")"
	case s.r.IntN(12) == 0:
		return "-" + s.pick("x", "(y - 1)", "-i")
	}
	return s.pick("x", "y", "i", "0.1", "0.3", "2.5", "7", "1e2", "1.25e-2", "0x0a", "true")
}

// words returns an expression whose value is a text.
func (s *scripter) words() string {
	switch {
	case s.deeper():
		return s.words() + " .. " + s.pick(s.words(), "("+s.words()+")")
	case s.r.IntN(4) == 0:
		return "'n' .. " + s.pick("7", "1.5", "(x / 2)", "(i + 1)", "-y", "0x10", "(i > 2)", "s")
	case s.r.IntN(6) == 0:
		return s.pick("s", "t") + " + " + "'+'"
	case s.depth > -4 && s.r.IntN(6) == 0:
		return "(" + s.truth() + " ? " + s.words() + " : " + s.words() + ")"
	}
	return s.pick("s", "t", "'c'", "''", "'d e'")
}

func (s *scripter) truth() string {
	switch {
	case s.deeper():
		return s.truth() + " " + s.pick("&&", "||") + " " + s.truth()
	case s.depth > -4 && s.r.IntN(6) == 0:
		return "!" + s.pick("f", "g", "("+s.compared()+")", "f")
	case s.depth > -4 && s.r.IntN(8) == 0:
		return "(" + s.truth() + " ? " + s.truth() + " : " + s.truth() + ")"
	case s.r.IntN(4) == 0:
		return s.pick("f", "g", "true", "false", "f == g", "f != true", "(f == (i > j))")
	}
	return s.compared()
}

func (s *scripter) compared() string {
	switch s.r.IntN(6) {
	case 0:
		return s.pick("s", "t", "'b'") + " " + s.pick("==", "!=", "<", ">=") + " " + s.words()
	case 1:
		return s.whole() + " " + s.pick("<", "<=") + " " + s.pick("i", "2") + " " + s.pick("<", "!=") + " " + s.whole()
	case 2:
		return "x " + s.pick("==", "!=") + " " + s.pick("0.1 + 0.2", "0.3", "y / 3 * 3", "x + 0.00000001", "x + 0.001", "2.5")
	}
	return s.number() + " " + s.pick("<", ">", "<=", ">=") + " " + s.number()
}

func (s *scripter) group(text string) string {
	if s.r.IntN(2) == 0 {
		return text
	}
	return "(" + text + ")"
}

// shown returns a trace of Shows on one line.
func shown(trace []string) string {
	var b strings.Builder
	for _, line := range trace {
		f := strings.SplitN(line, " ", 3)
		switch f[0] {
		case "show":
			if f[2] == "-0" {
				f[2] = "0" // an integer has no sign there
			}
			fmt.Fprintf(&b, "%s=%s ", strings.Trim(f[1], "{}"), f[2])
		case "tick":
			fmt.Fprintf(&b, "%.1s | ", f[1])
		default:
			fmt.Fprintf(&b, "%s ", line)
		}
	}
	return strings.TrimSuffix(b.String(), " | ")
}

func scriptText(seed uint64, i int) string {
	return newScripts(rand.New(rand.NewPCG(seed, uint64(i))))
}

// traceScripts runs files in BehaviorTree.CPP, and returns the first n that raise no errors there.
func traceScripts(t *testing.T, program string, seed uint64, n int) (list []tracedChain) {
	t.Helper()
	folder := t.TempDir()
	refusals := map[string]int{}
	for from := 0; len(list) < n && from < 4*n; from += n {
		var files []string
		for i := from; i < from+n; i++ {
			files = append(files, filepath.Join(folder, strconv.Itoa(i)+".xml"))
			if err := os.WriteFile(files[len(files)-1], []byte(scriptText(seed, i)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		traces := there(t, program, "once", scriptTicks, files)
		for at, file := range files {
			if trace := traces[file]; refused(trace) {
				refusals[trace[len(trace)-1]]++
			} else {
				list = append(list, tracedChain{from + at, scriptText(seed, from+at), shown(trace)})
			}
		}
	}
	t.Logf("refused there: %v", refusals)
	if len(list) < n {
		t.Fatal("too many are refused")
	}
	return list[:n]
}

// compareScript runs scripts in Bough. It returns "same" if the traces are equal, "told" if the report names a difference,
// "stub" if a script becomes a behavior, and else "".
func compareScript(t *testing.T, c tracedChain) string {
	t.Helper()
	f, list := btcpp.Import("scripts.xml", []byte(c.text))
	if list.Err() != nil {
		t.Fatalf("scripts %d: %v\nin\n%s", c.i, list, c.text)
	}
	text := trees.Format(f)
	parsed, problems := trees.Parse("scripts.bt", text)
	if problems.Err() != nil {
		t.Fatalf("scripts %d: %v\nin\n%s", c.i, problems, text)
	}
	out, _ := btcpp.Export(parsed)
	if back, _ := btcpp.Import("scripts.xml", out); back == nil || string(trees.Format(back)) != string(text) || strings.Contains(string(out), "_bough") {
		t.Errorf("scripts %d: %s\nbecame\n%s\nand came back as\n%s", c.i, c.text, text, out)
	}
	if slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return slices.Contains(stubs, d.Code) }) {
		return "stub"
	}
	told := slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return slices.Contains(computes, d.Code) })
	trace := shown(hereWith(t, f, scriptTicks, func(f *engine.Fault) {
		if !told {
			t.Error(f)
		}
	}))
	switch {
	case trace == c.trace:
		return "same"
	case told:
		return "told"
	}
	t.Errorf("scripts %d: %s\nbecame\n%s\nwith\n%v\nthere %s\nhere  %s", c.i, c.text, text, list, c.trace, trace)
	return ""
}

// TestRecordedScripts compares recorded traces of BehaviorTree.CPP with traces in Bough.
func TestRecordedScripts(t *testing.T) {
	results := map[string]int{}
	for _, r := range scriptsOnRecord(t) {
		got := compareScript(t, r.tracedChain)
		if results[got]++; got != r.result {
			t.Errorf("scripts %d are %s, not %s", r.i, got, r.result)
		}
	}
	t.Log(results)
}

func scriptsOnRecord(t *testing.T) (list []chainRecord) {
	t.Helper()
	text, err := os.ReadFile(scriptRecords)
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
		r := chainRecord{tracedChain{i, scriptText(scriptSeed, i), f[3]}, f[1]}
		if r.String() != line {
			t.Fatalf("scripts %d are other ones now; with BehaviorTree.CPP, write the records: go test ./trees/btcpp -run ScriptRecords -library.record", i)
		}
		list = append(list, r)
	}
	if len(list) != recordedScripts {
		t.Errorf("%d files, want %d", len(list), recordedScripts)
	}
	return list
}

// TestScriptRecordsAreOfTheLibrary compares the recorded traces with traces in BehaviorTree.CPP. With -library.record it
// writes them.
func TestScriptRecordsAreOfTheLibrary(t *testing.T) {
	_, program := library(t)
	list := traceScripts(t, program, scriptSeed, recordedScripts)
	if *rewrite {
		var b strings.Builder
		for _, c := range list {
			fmt.Fprintln(&b, chainRecord{c, compareScript(t, c)})
		}
		if err := os.WriteFile(scriptRecords, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i, r := range scriptsOnRecord(t) {
		if list[i].trace != r.trace {
			t.Errorf("scripts %d: there %s, recorded %s", r.i, list[i].trace, r.trace)
		}
	}
}

// TestScriptsLikeTheLibrary checks that random scripts compute the same in Bough and in BehaviorTree.CPP, except for
// differences that the report of the import names.
func TestScriptsLikeTheLibrary(t *testing.T) {
	_, program := library(t)
	s := *seed
	if s == 0 {
		s = rand.Uint64()
	}
	t.Logf("-library.seed %d", s)
	results := map[string]int{}
	for _, c := range traceScripts(t, program, s, *scripts) {
		results[compareScript(t, c)]++
	}
	t.Logf("%d files: %v", *scripts, results)
}
