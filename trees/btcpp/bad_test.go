package btcpp

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/mutate"
	"github.com/bough-dev/bough/trees/internal/report"
)

func wrapped(body string) string {
	return `<root BTCPP_format="4"><BehaviorTree ID="A">` + body + `</BehaviorTree></root>`
}

// identity returns the position of a finding and its identity.
func identity(d diag.Diagnostic) string { return d.Pos.String() + ": " + message.Identity(d) }

// TestMistakes checks that each file gives one error, with a position, a cause and a remedy.
func TestMistakes(t *testing.T) {
	deep := strings.Repeat("<Inverter>", 100_000)
	for _, tt := range []struct{ name, src, want string }{
		{"empty", " \n", "a.xml:1:1: empty-file -> it"},
		{"no XML", "tree a\n  root\n", "a.xml:1:1: text-outside-element -> it"},
		{"no element", "<!-- -->", "a.xml:1:1: file-without-element -> it"},
		{"cut off", "<root BTCPP_format=\"4\">\n<BehaviorTree", "a.xml:2:14: xml-cut-short -> it"},
		{"not closed", "<root>\n<BehaviorTree ID=\"A\">", `a.xml:2:22: unclosed-element line=2 name="BehaviorTree" -> it`},
		{"wrong tag", "<root>\n <a>\n </b>", `a.xml:3:2: mismatched-end-tag line=2 name="b" open="a" -> it`},
		{"closes nothing", "</root>", `a.xml:1:1: stray-end-tag name="root" -> it`},
		{"two roots", "<root BTCPP_format=\"4\"/>\n<root/>", `a.xml:2:1: second-root-element line=1 name="root" -> it`},
		{"other root", "<project/>", `a.xml:1:1: wrong-root-element name="project" -> it`},
		{"no tree", "<root BTCPP_format=\"4\"/>", "a.xml:1:1: file-without-behavior-tree -> it"},
		{"no ID", "<root BTCPP_format=\"4\">\n<BehaviorTree><A/></BehaviorTree><BehaviorTree ID=\"B\"><A/></BehaviorTree></root>", "a.xml:2:1: tree-without-id -> it"},
		{"no node", "<root BTCPP_format=\"4\"><BehaviorTree ID=\"A\"/></root>", `a.xml:1:24: several-top-nodes count=0 tree="A" -> it`},
		{"two nodes", wrapped("<A/><B/>"), `a.xml:1:24: several-top-nodes count=2 tree="A" -> it`},
		{"decorator with two", wrapped("<Sequence>\n <Inverter><A/><B/></Inverter></Sequence>"), `a.xml:2:2: too-many-children child="<B>" most=1 node="<Inverter>" number=2 -> put-below-sequence`},
		{"decorator with none", wrapped("\n<Repeat num_cycles=\"2\"/>"), `a.xml:2:1: too-few-children count=0 least=1 node="<Repeat>" -> put-child-below`},
		{"decorator without rounds", wrapped("<Repeat num_cycles=\"0\"/>"), `a.xml:1:45: too-few-children count=0 least=1 node="<Repeat>" -> put-child-below`},
		{"Precondition with two", wrapped("<Precondition if=\"a\"><A/><B/></Precondition>"), `a.xml:1:45: too-many-children child="<B>" most=1 node="<Precondition>" number=2 -> put-below-sequence`},
		{"KeepRunningUntilFailure with two", wrapped("<KeepRunningUntilFailure><A/><B/></KeepRunningUntilFailure>"), `a.xml:1:45: too-many-children child="<B>" most=1 node="<KeepRunningUntilFailure>" number=2 -> put-below-sequence`},
		{"RunOnce with none", wrapped("<Sequence><RunOnce/></Sequence>"), `a.xml:1:55: too-few-children count=0 least=1 node="<RunOnce>" -> put-child-below`},
		{"own decorator with two", wrapped("<Decorator ID=\"Mine\"><A/><B/></Decorator>"), `a.xml:1:45: too-many-children child="<B>" most=1 node="<Mine>" number=2 -> put-below-sequence`},
		{"leaf with a child", wrapped("<AlwaysSuccess><A/></AlwaysSuccess>"), `a.xml:1:45: takes-no-children child="<A>" node="<AlwaysSuccess>" -> put-below-sequence`},
		{"IfThenElse with one", wrapped("<IfThenElse><A/></IfThenElse>"), `a.xml:1:45: too-few-children count=1 least=2 node="<IfThenElse>" -> it`},
		{"one ID twice", "<root BTCPP_format=\"4\"><BehaviorTree ID=\"A\"><A/></BehaviorTree>\n<BehaviorTree ID=\"A\"><A/></BehaviorTree></root>", `a.xml:2:15: duplicate-tree-id id="A" line=1 -> it`},
		{"attribute twice", wrapped("\n<A x=\"ä\" x=\"2\"/>"), `a.xml:2:10: duplicate-attribute attr="x" name="A" -> it`},
		{"version 3", "<root\n BTCPP_format=\"3\"><BehaviorTree ID=\"A\"><A/></BehaviorTree></root>", "a.xml:2:2: btcpp-version-3 -> it"},
		{"a node of version 3", "<root><BehaviorTree ID=\"A\">\n<SubTreePlus ID=\"B\"/></BehaviorTree></root>", `a.xml:2:1: element-of-version-3 tag="SubTreePlus" -> convert-or-write text="<SubTree>"`},
		{"a node of version 3, twice", wrapped("<Sequence>\n<RetryUntilSuccesful num_attempts=\"2\"><A/></RetryUntilSuccesful><RetryUntilSuccesful num_attempts=\"2\"><A/></RetryUntilSuccesful></Sequence>"), `a.xml:2:1: element-of-version-3 tag="RetryUntilSuccesful" -> write-it text="<RetryUntilSuccessful>"`},
		{"a check of version 3", wrapped("\n<BlackboardCheckInt value_A=\"1\" value_B=\"{x}\" return_on_mismatch=\"FAILURE\"><A/></BlackboardCheckInt>"), `a.xml:2:1: element-of-version-3 tag="BlackboardCheckInt" -> write-precondition`},
		{"an attribute of version 3", wrapped("\n<SubTree ID=\"B\" __shared_blackboard=\"true\"/>"), `a.xml:2:1: attribute-of-version-3 attr="__shared_blackboard" tag="SubTree" -> convert-or-write text="_autoremap"`},
		{"a threshold of version 3", wrapped("\n<Parallel success_threshold=\"1\"><A/></Parallel>"), `a.xml:2:1: attribute-of-version-3 attr="success_threshold" tag="Parallel" -> write-it text="success_count"`},
		{"version 5", "<root BTCPP_format=\"5\"/>", `a.xml:1:7: btcpp-unknown-version version="5" -> it`},
		{"cycle", "<root BTCPP_format=\"4\"><BehaviorTree ID=\"A\"><SubTree ID=\"B\"/></BehaviorTree><BehaviorTree ID=\"B\">\n<SubTree ID=\"A\"/></BehaviorTree></root>", `a.xml:2:1: inclusion-cycle path="A -> B -> A" tree="A" -> it`},
		{"too deep", "<root>" + deep, "a.xml:1:2497: elements-too-deep limit=250 -> it"},
		{"too deep for a tree", wrapped(strings.Repeat("<Inverter>", 220) + "<A/>" + strings.Repeat("</Inverter>", 220)), "a.xml:1:2045: nodes-too-deep limit=200 -> it"},
		{"too large", strings.Repeat(" ", 9<<20), "a.xml:1:1: file-too-large limit=8 -> it"},
		{"too many elements", wrapped(strings.Repeat("<A/>", 250_000)), "a.xml:1:800037: too-many-elements limit=200000 -> it"},
		{"too many nodes", wrapped("<Sequence>" + strings.Repeat("<A/>", 11_000) + "</Sequence>"), `a.xml:1:40051: too-many-nodes limit=10000 tree="A" -> it`},
		{"too many attributes", "<root" + manyAttrs(1001) + "/>", `a.xml:1:1: too-many-attributes count=1001 limit=1000 name="root" -> it`},
		{"too long", wrapped("\n<A x=\"" + strings.Repeat("ä", 10_000) + "\"/>"), "a.xml:2:1: becomes-long-line count=10008 limit=10000 -> it"},
		{"not UTF-8", wrapped("\n <A x=\"\xff\"/>"), `a.xml:2:8: invalid-utf8 byte="0xFF" -> it`},
		{"UTF-16", "\xff\xfe<\x00", "a.xml:1:1: file-utf16 -> it"},
		{"Latin 1", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><root/>", `a.xml:1:1: other-encoding charset="ISO-8859-1" -> it`},
		{"document type", "<?xml version=\"1.0\"?>\n<!DOCTYPE root SYSTEM \"x.dtd\"><root/>", "a.xml:2:1: document-type -> it"},
		{"entities", "<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><root>&b;</root>", "a.xml:1:1: document-type -> it"},
		{"no value", wrapped("\n<A x y=\"1\"/>"), `a.xml:2:4: attribute-without-quotes attr="x" name="A" -> it`},
		{"no quotes", wrapped("\n<A x=1/>"), `a.xml:2:4: attribute-without-quotes attr="x" name="A" -> it`},
		{"too many keys", manyPassed(), "a.xml:1:62818: too-many-keys-passed -> it"},
		{"control character", wrapped("<A x=\"\x01\"/>"), `a.xml:1:53: unreadable-xml error="illegal character code U+0001" -> it`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, list := Import("a.xml", []byte(tt.src))
			if f != nil || len(list.Errors()) != 1 || identity(list.Errors()[0]) != tt.want {
				t.Errorf("got %.300s\nwant %s", list.Errors().Error(), tt.want)
			}
		})
	}
}

// slowFiles returns valid files that take as long as possible to process. Their size is a share of the largest.
func slowFiles(share int) map[string]string {
	var names, ports, kept strings.Builder
	for i := range 60_000 / share {
		fmt.Fprintf(&names, "<%c/>", 0x4e00+i%20000)
	}
	for i := range 1400 / share {
		fmt.Fprintf(&ports, "<input_port name=\"p%d\" default=\"1\"/>", i)
	}
	kept.WriteString(strings.Repeat("<A _bough=\"A p1=p2\"/>", 30_000/share))
	head, model := `<root BTCPP_format="4"><BehaviorTree ID="A"><Sequence>`, `</Sequence></BehaviorTree><TreeNodesModel>%s</TreeNodesModel></root>`
	return map[string]string{
		"names that are none": head + names.String() + fmt.Sprintf(model, ""),
		"defaults":            head + strings.Repeat("<A/>", 60_000/share) + fmt.Sprintf(model, `<Action ID="A">`+ports.String()+`</Action>`),
		"lines":               head + kept.String() + fmt.Sprintf(model, `<SubTree ID="A">`+ports.String()+`</SubTree>`),
		"one long line":       head + strings.Repeat(" ", 7<<20/share) + strings.Repeat("<A x=\"{a}\"/>", 9_000/share) + fmt.Sprintf(model, ""),
	}
}

var slowShare = flag.Int("slow.share", 5, "TestSlowFiles divides the size of its files by this number")

// TestSlowFiles checks that slowFiles are processed and have few findings. BenchmarkWorst measures the time.
func TestSlowFiles(t *testing.T) {
	for name, src := range slowFiles(*slowShare) {
		if _, list := Import("a.xml", []byte(src)); len(list.Errors()) > report.MaxErrors || len(list) > report.MaxErrors+report.MaxFindings {
			t.Errorf("%s: %d findings", name, len(list))
		}
	}
}

// BenchmarkWorst measures files of nearly the largest size, to show that the time is bounded.
func BenchmarkWorst(b *testing.B) {
	for name, src := range slowFiles(1) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Import("a.xml", []byte(src))
			}
		})
	}
}

func manyAttrs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " a%d=\"\"", i)
	}
	return b.String()
}

// manyPassed returns a file in which many trees pass many keys to each other.
func manyPassed() string {
	var ports, subs, keys strings.Builder
	for i := range 650 {
		fmt.Fprintf(&ports, " k%d=\"{x%[1]d}\"", i)
		fmt.Fprintf(&keys, "<A x=\"{k%d}\"/>", i)
	}
	for range 1600 {
		subs.WriteString("<SubTree ID=\"B\" _autoremap=\"true\"/>")
	}
	return "<root BTCPP_format=\"4\"><BehaviorTree ID=\"M\"><SubTree ID=\"T\"" + ports.String() + "/></BehaviorTree>" +
		"<BehaviorTree ID=\"T\"><Sequence>" + subs.String() + "</Sequence></BehaviorTree>" +
		"<BehaviorTree ID=\"B\"><Sequence>" + keys.String() + "</Sequence></BehaviorTree></root>"
}

// TestNoVersion checks that importing a file without a version succeeds with a warning.
func TestNoVersion(t *testing.T) {
	f, list := Import("a.xml", []byte(`<root><BehaviorTree ID="A"><Sequence/></BehaviorTree></root>`))
	if f == nil || len(list) != 1 || list[0].Code != "btcpp-without-version" {
		t.Error(list)
	}
}

// TestSniff checks that Sniff distinguishes the files of BehaviorTree.CPP from others.
func TestSniff(t *testing.T) {
	for src, want := range map[string]bool{
		wrapped("<A/>"): true, "\ufeff<?xml version=\"1.0\"?>\n<root><BehaviorTree/></root>": true,
		"": false, "tree a\n  root\n": false, "{\"root\": 1}": false, "<root><x/></root>": false, "<svg/>": false,
	} {
		if got := Sniff([]byte(src)); got != want {
			t.Errorf("Sniff(%.40q) = %v", src, got)
		}
	}
}

// TestExportMistakes checks that a tree that cannot be exported gives an error with a position.
func TestExportMistakes(t *testing.T) {
	empty := trees.NewFile("a.bt", nil)
	bad := trees.NewFile("a.bt", nil)
	bad.Trees = []*trees.Tree{{Name: "a", Pos: diag.Pos{File: "a.bt", Line: 1, Col: 1}}}
	broken, _ := trees.Parse("a.bt", []byte("tree a\n  wait 2s\n"))
	for want, f := range map[string]*trees.File{
		"a.bt:1:1: export-without-tree -> it": empty, `a.bt:1:1: tree-without-root tree="a" -> it`: bad, "a.bt:2:3: broken-line -> it": broken,
	} {
		out, list := Export(f)
		if out != nil || len(list.Errors()) != 1 || identity(list[0]) != want {
			t.Errorf("got %v\nwant %s", list, want)
		}
	}
}

// FuzzImport checks for any input that Import does not panic, and that positions are inside the file. The result
// must be one error, or trees that can be formatted and parsed again.
func FuzzImport(f *testing.F) {
	var seeds [][]byte
	for _, name := range []string{"crossdoor", "ports", "conditions"} {
		seeds = append(seeds, read(f, "testdata/good/"+name+".xml"))
	}
	seeds = append(seeds, []byte(wrapped(`<Switch2 variable="{a}" case_1="1" case_2="" _bough="switch a"><A/><B/><C/></Switch2>`)), []byte(wrapped(`<wait msec="-0" _while="a&lt;b" _bough="wait 2  when a"/>`)))
	for _, src := range append(mutate.Of(seeds, 2000), seeds...) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		Sniff(src)
		file, list := Import("a.xml", src)
		checkList(t, list, src)
		if list.Err() != nil {
			return
		}
		text := trees.Format(file)
		again, faults := trees.Parse("a.bt", text)
		if faults.Err() != nil {
			t.Fatalf("%v\nin\n%s", faults, text)
		}
		out, list := Export(again)
		if list.Err() != nil {
			t.Fatalf("%v\nin\n%s", list, text)
		}
		back, list := Import("b.xml", out)
		if list.Err() != nil {
			t.Fatalf("%v\nin\n%s\nof\n%s", list.Errors(), out, text)
		}
		if got, want := string(trees.Format(back)), plainText(again); got != want {
			t.Fatalf("got\n%s\nwant\n%s\nby\n%s", got, want, out)
		}
	})
}

func checkList(t *testing.T, list diag.List, src []byte) {
	t.Helper()
	lines := strings.Split(strings.TrimPrefix(string(src), "\ufeff"), "\n")
	for _, d := range list {
		if d.Message == "" || d.Hint == "" || strings.ContainsAny(d.Message+d.Hint, "\n\r\x00\x1b") {
			t.Errorf("message %q, hint %q", d.Message, d.Hint)
		}
		if d.Pos.Line < 1 || d.Pos.Line > len(lines) || d.Pos.Col < 1 || d.Pos.Col > utf8.RuneCountInString(lines[d.Pos.Line-1])+1 {
			t.Errorf("%v is outside of the file", d.Pos)
		}
	}
	if len(list.Errors()) > 20 || len(list) > report.MaxFindings+20 {
		t.Errorf("%d findings", len(list))
	}
}
