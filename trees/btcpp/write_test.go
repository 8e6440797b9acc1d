package btcpp

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bough-dev/bough/trees"
)

// TestOwn checks the export of a tree that was not imported, and the report of that export.
func TestOwn(t *testing.T) {
	f, list := trees.Parse("guard.bt", read(t, "testdata/own/guard.bt"))
	if len(list) > 0 {
		t.Fatal(list)
	}
	out, list := Export(f)
	golden(t, "testdata/own/guard.xml", string(out))
	var text string
	for _, d := range list {
		text += identity(d) + "\n"
	}
	golden(t, "testdata/own/guard.report", text)
	sameAgain(t, f)
}

// TestParametersOfRandomTrees checks that an export and an import do not change the parameters of trees that hand fields,
// texts and values on to each other. What one tree passes on decides what another one gets.
func TestParametersOfRandomTrees(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 0))
		pick := func(list ...string) string { return list[r.IntN(len(list))] }
		names := make([][]string, 2+r.IntN(3)) // the parameters of each tree
		for i := range names {
			for _, p := range []string{"p", "q"} {
				if i > 0 && r.IntN(3) > 0 {
					names[i] = append(names[i], p)
				}
			}
		}
		optional := map[string]bool{}
		var b strings.Builder
		for i, own := range names {
			fmt.Fprintf(&b, "tree T%d", i)
			for _, p := range own {
				b.WriteString(" " + p)
				if r.IntN(4) == 0 {
					optional[fmt.Sprint(i, p)] = true
					b.WriteString(pick("=1", `="{p}"`, `="{q}"`, `="{x}"`))
				}
			}
			b.WriteString("\n  sequence\n")
			for range 1 + r.IntN(3) {
				switch r.IntN(5) {
				case 0:
					fmt.Fprintf(&b, "    condition %s > 1\n", pick(append(own, "x")...))
				case 1:
					fmt.Fprintf(&b, "    set y = %s + 1\n", pick(append(own, "x")...))
				case 2:
					fmt.Fprintf(&b, "    Go to=%s\n", pick(append(own, `"{x}"`)...))
				default:
					of := i + 1 + r.IntN(2)
					if of >= len(names) {
						b.WriteString("    Stop\n")
						continue
					}
					fmt.Fprintf(&b, "    tree T%d", of)
					for _, p := range names[of] {
						if !optional[fmt.Sprint(of, p)] || r.IntN(2) == 0 {
							fmt.Fprintf(&b, " %s=%s", p, pick(append(own, "3", "$x", `"{x}"`)...))
						}
					}
					b.WriteString("\n")
				}
			}
		}
		f, list := trees.Parse(fmt.Sprintf("seed %d", seed), []byte(b.String()))
		if list.Err() != nil {
			t.Fatal(list)
		}
		sameAgain(t, f)
	}
}

// TestEditsWin checks that edits of a tree take precedence over the stored data.
func TestEditsWin(t *testing.T) {
	for _, tt := range []struct{ name, xml, from, to, want string }{
		{"a condition", `<Sequence><A _skipIf="x"/></Sequence>`, "condition x", "condition y", `<ScriptCondition code="y"/>`},
		{"a guard", `<Fallback><A _while="x&amp;&amp;y"/></Fallback>`, "when x and y", "when z", `_while="z"`},
		{"a script", `<Script code="a:=1"/>`, "a=1 ", "a=2 ", `code="a := 2"`},
		{"a default", `<Parallel success_count="1"><A/><B/></Parallel>`, "failure=1", "failure=2", `failure_count="2"`},
		{"a key", `<SetBlackboard value="1" output_key="{a}"/>`, "set a", "set b", `code="b := 1"`},
		{"how it was written", `<Action ID="Set it" x="1"/>`, "tag=\"Action\", ", "", `<Action ID="Set it"`},
		{"no name of XML", `<Action ID="Set it" x="1"/>`, "tag=\"Action\", id=\"Set it\"", "id=\"a×b\"", `<Set_it x="1"`},
		{"no attribute", `<A x="1" b="2.0"/>`, "b=2.0", "b\"c=2.0", `<A x="1" `},
		{"a name", `<Action ID="Set it"/>`, "Set_it", "Put_it", `<Put_it `},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, list := Import("a.xml", []byte(wrapped(tt.xml)))
			if list.Err() != nil {
				t.Fatal(list)
			}
			text := string(trees.Format(f))
			edited := strings.Replace(text, tt.from, strings.ReplaceAll(tt.to, "b\"c", "b\\\"c"), 1)
			if edited == text {
				t.Fatalf("no %q in\n%s", tt.from, text)
			}
			f, list = trees.Parse("a.bt", []byte(edited))
			if len(list) > 0 {
				t.Fatal(list)
			}
			out, list := Export(f)
			if list.Err() != nil || !strings.Contains(string(out), tt.want) {
				t.Errorf("got\n%s\nwant %s", out, tt.want)
			}
			sameAgain(t, f)
		})
	}
}

// TestEditsInGrootWin checks that edits of an element take precedence over its attribute _bough.
func TestEditsInGrootWin(t *testing.T) {
	f, _ := trees.Parse("a.bt", []byte("tree a\n  wait seconds=2\n"))
	out, _ := Export(f)
	edited := strings.Replace(string(out), `msec="2000"`, `msec="500"`, 1)
	back, list := Import("a.xml", []byte(edited))
	if back == nil || !strings.Contains(string(trees.Format(back)), "wait 0.5") || list[0].Code != "element-changed" {
		t.Errorf("%v\nin\n%s", list, edited)
	}
}

// TestExportOfComputedValues exports values that a script computes, and others, which the report names.
func TestExportOfComputedValues(t *testing.T) {
	f, list := trees.Parse("a.bt", []byte("tree a\n  sequence\n    set gold = gold + 5, n = 2\n    set gold = f(gold)\n    wait (nap * 2)\n    retry (n)\n      wait (nap / 1000)\n    set a = n > 1 and 2 or b, c = n and a or not n and b, d = n > 1 and not e\n    set a = n or b\n"))
	if len(list) > 0 {
		t.Fatal(list)
	}
	out, list := Export(f)
	for _, part := range []string{
		`<Script code="gold := gold + 5; n := 2"/>`, `<set gold="(f(gold))" `, `<wait arg1="(nap * 2)" `, `<RetryUntilSuccessful num_attempts="{n}">`, `<Sleep msec="{nap}"/>`,
		`<Script code="a := n &gt; 1 ? 2 : b; c := n ? a : b; d := n &gt; 1 &amp;&amp; !e"/>`, `<set a="(n or b)" `,
	} {
		if !strings.Contains(string(out), part) {
			t.Errorf("no %s in\n%s", part, out)
		}
	}
	var text string
	for _, d := range list {
		text += identity(d) + "\n"
	}
	if !strings.Contains(text, "a.bt:4:5: warning computed-value-as-text") {
		t.Errorf("got\n%s", text)
	}
	sameAgain(t, f)
}

// TestExportNamesWhatGoesOn checks that the report names a node with per_tick=one, unless a node above it watches:
// without such a node, the exported node continues in the same tick in BehaviorTree.CPP.
func TestExportNamesWhatGoesOn(t *testing.T) {
	f, _ := trees.Parse("a.bt", []byte("tree a\n  sequence\n    sequence per_tick=one\n      A\n      B\n    reactive_sequence\n      A\n      sequence per_tick=one\n        A\n        B\n"))
	_, list := Export(f)
	var lines []int
	for _, d := range list {
		if d.Code == "per-tick-without-effect-there" {
			lines = append(lines, d.Pos.Line)
		}
	}
	if len(lines) != 1 || lines[0] != 3 {
		t.Errorf("lines %v\n%v", lines, list)
	}
}
