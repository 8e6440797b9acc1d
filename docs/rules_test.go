package docs_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/assets/archive"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/internal/quota"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/luabind/helper"
	"github.com/bough-dev/bough/trees"
)

const corpus = "../testdata/conformance"

// elsewhere holds the rules that a test in Go shows better than a case can, with the folder
// of the test and its name.
var elsewhere = map[string][2]string{
	"B18": {"assets", "TestTestFiles"},
	"R6":  {"engine", "TestRequestRuleOfTheGame"},
	"L14": {"assets", "TestHash"},
	"N2":  {"assets", "TestCatalogIsComplete"},
}

// uncased holds the rules that no case can show, with the reason.
var uncased = map[string]string{
	"A4": "it says what a script never gets hold of, not what happens",
	"H6": "it only points to T7",
	"N1": "it gives groups of kinds their names; the rules of the kinds say what they do",
}

// rule is a numbered rule of semantics.md: "**D1.** text".
type rule struct {
	id    string
	line  int
	shown bool // an output follows it
}

var ruleMark = regexp.MustCompile(`(?m)^(?:\| )?\*\*([A-Z])(\d+)\.\*\* `)

func rules(t *testing.T) []rule {
	t.Helper()
	text := load(t, "semantics.md").text
	marks := ruleMark.FindAllStringSubmatchIndex(text, -1)
	var out []rule
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		out = append(out, rule{
			id:    text[m[2]:m[3]] + text[m[4]:m[5]],
			line:  1 + strings.Count(text[:m[0]], "\n"),
			shown: strings.Contains(text[m[0]:end], "\n```text\n"),
		})
	}
	return out
}

// cases returns the names of the conformance cases that show each rule. A case
// names its rules in the line "rule D1 D5".
func cases(t *testing.T) map[string][]string {
	t.Helper()
	files, err := fs.Glob(os.DirFS(corpus), "*/*.case")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s: %v", corpus, err)
	}
	line := regexp.MustCompile(`(?m)^rule (.*)$`)
	out := map[string][]string{}
	for _, file := range files {
		text, err := os.ReadFile(path.Join(corpus, file))
		if err != nil {
			t.Fatal(err)
		}
		m := line.FindSubmatch(text)
		if m == nil {
			t.Errorf("%s names no rule", file)
			continue
		}
		for _, id := range strings.Fields(string(m[1])) {
			out[id] = append(out[id], strings.TrimSuffix(file, ".case"))
		}
	}
	return out
}

// TestRuleNumbers checks that the rules of each letter are numbered 1, 2, 3.
func TestRuleNumbers(t *testing.T) {
	last := map[byte]int{}
	for _, r := range rules(t) {
		n, _ := strconv.Atoi(r.id[1:])
		if last[r.id[0]]++; n != last[r.id[0]] {
			t.Errorf("semantics.md:%d: %s is not the next rule of its letter", r.line, r.id)
		}
	}
	if len(last) == 0 {
		t.Error("there are no rules")
	}
}

// TestRuleReferences checks that every mention of a rule refers to an existing rule.
func TestRuleReferences(t *testing.T) {
	known := map[string]bool{}
	for _, r := range rules(t) {
		known[r.id] = true
	}
	mention := regexp.MustCompile(`\(([A-Z]\d+)(?:, ([A-Z]\d+))?\)`)
	for _, name := range pages {
		for _, m := range mention.FindAllStringSubmatch(load(t, name).text, -1) {
			for _, id := range m[1:] {
				if id != "" && !known[id] {
					t.Errorf("%s: there is no rule %s", name, id)
				}
			}
		}
	}
}

// index is the page that lists the cases of each rule.
const index = "testdata/cases.md"

// TestRuleCases checks that every rule named in a case exists, and that the page index lists the
// cases of each rule.
func TestRuleCases(t *testing.T) {
	byRule := cases(t)
	var b strings.Builder
	b.WriteString("# Cases of the rules of semantics.md\n\n")
	b.WriteString("A test writes this page from the lines `rule` of the cases: `go test ./docs -run RuleCases -update`.\n\n")
	b.WriteString("| rule | cases that show it |\n| --- | --- |\n")
	for _, r := range rules(t) {
		if names := byRule[r.id]; len(names) > 0 {
			fmt.Fprintf(&b, "| %s |", r.id)
			for _, name := range names {
				fmt.Fprintf(&b, " [%s](../%s/%s.case)", name, corpus, name)
			}
			b.WriteString(" |\n")
		}
		delete(byRule, r.id)
	}
	for id, names := range byRule {
		t.Errorf("%s: there is no rule %s", strings.Join(names, ", "), id)
	}
	if *update {
		if err := os.WriteFile(index, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if load(t, index).text != b.String() {
		t.Errorf("%s is not what the cases say; -update rewrites it", index)
	}
}

// proofs is a page whose sections, "## P6 P7", show the rules of the headline
// at work. Each section is a game of its own.
const proofs = "testdata/rules.md"

// TestProofs runs the sections of proofs. Every rule must have a case, a proof,
// an output that follows it in semantics.md, or a test in Go; or a reason why none can show it.
func TestProofs(t *testing.T) {
	p := load(t, proofs)
	byRule := cases(t)
	proven := map[string]bool{}
	known := map[string]bool{}
	for _, r := range rules(t) {
		proven[r.id] = len(byRule[r.id]) > 0 || r.shown
		known[r.id] = true
	}
	for _, s := range p.sections() {
		for i, b := range s.blocks {
			if b.lang == "lua error" || b.lang == "bt error" || b.lang == "text" {
				s.check(t, i, b)
			}
		}
		p.edits = append(p.edits, s.edits...)
		for _, id := range strings.Fields(s.title) {
			if !known[id] {
				t.Errorf("%s: there is no rule %s", proofs, id)
			}
			proven[id] = true
		}
	}
	p.save(t)
	for id := range known {
		test, inGo := elsewhere[id]
		reason := uncased[id]
		switch {
		case proven[id] && (inGo || reason != ""):
			t.Errorf("rule %s is shown; take it out of the lists of those that are not", id)
		case inGo && !hasTest(t, test[0], test[1]):
			t.Errorf("rule %s: there is no %s in %s", id, test[1], test[0])
		case !proven[id] && !inGo && reason == "":
			t.Errorf("nothing shows rule %s: name it in a case, or give it a section in %s", id, proofs)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(elsewhere)) {
		if !known[id] {
			t.Errorf("there is no rule %s", id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(uncased)) {
		if !known[id] {
			t.Errorf("there is no rule %s", id)
		}
	}
}

// hasTest reports whether a folder has a test of that name.
func hasTest(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := fs.Glob(os.DirFS(".."), folder+"/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		src, err := os.ReadFile(path.Join("..", file))
		return err == nil && strings.Contains(string(src), "\nfunc "+name+"(t *testing.T) {")
	})
}

// sections divides the blocks of a page by its headlines.
func (p *page) sections() []*page {
	var out []*page
	for _, m := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatchIndex(p.text, -1) {
		out = append(out, &page{name: p.name, text: p.text, fields: p.fields, title: p.text[m[2]:m[3]], from: m[0]})
	}
	for _, b := range p.blocks {
		for k := len(out) - 1; k >= 0; k-- {
			if out[k].from < b.at {
				out[k].blocks = append(out[k].blocks, b)
				break
			}
		}
	}
	return out
}

// TestTables checks that the text between "<!-- begin X -->" and "<!-- end X -->" equals the text
// made from the code.
func TestTables(t *testing.T) {
	p := load(t, "semantics.md")
	for _, table := range []struct{ name, text string }{
		{"hooks", meanings(true)}, {"fields", meanings(false)}, {"reasons", reasons()},
		{"kinds", kinds()}, {"limits", limits()},
	} {
		begin, end := "<!-- begin "+table.name+" -->\n\n", "\n<!-- end "+table.name+" -->"
		from, to := strings.Index(p.text, begin), strings.Index(p.text, end)
		if from < 0 || to < from {
			t.Fatalf("semantics.md lacks the marks of %s", table.name)
		}
		p.want(t, from+len(begin), to, table.text)
	}
	p.save(t)
}

func meanings(hooks bool) string {
	var names []string
	for _, m := range behaviors.Meanings {
		if m.Hook == hooks {
			names = append(names, m.Name)
		}
	}
	return codes(names) + "\n"
}

// codes returns names in the font of code.
func codes(names []string) string { return "`" + strings.Join(names, "` `") + "`" }

func kinds() string {
	var groups []behaviors.Group
	names := map[behaviors.Group][]string{}
	for i := range behaviors.Kinds {
		k := &behaviors.Kinds[i]
		if !slices.Contains(groups, k.Group) {
			groups = append(groups, k.Group)
		}
		names[k.Group] = append(names[k.Group], k.Name)
	}
	var b strings.Builder
	b.WriteString("| group | kinds |\n| --- | --- |\n")
	for _, g := range groups {
		fmt.Fprintf(&b, "| %s | %s |\n", g, codes(names[g]))
	}
	return b.String()
}

// cell makes a sentence safe for a table.
func cell(s string) string {
	return strings.NewReplacer("|", "\\|", "_", "\\_", "*", "\\*").Replace(s)
}

func reasons() string {
	var words []string
	for r := engine.ExitSuccess; r <= engine.ExitClosed; r++ {
		words = append(words, r.String())
	}
	return codes(words) + "\n"
}

// namesOfBt returns the names in the table bt, as a script sees them.
func namesOfBt(t *testing.T) []string {
	t.Helper()
	names := []string{"dt"} // pairs does not list it
	g, err := bough.OpenFS(fstest.MapFS{"surface.lua": {Data: []byte("for name in pairs(bt) do print(name) end return {}")}},
		bough.Options{OnLog: func(_ *bough.Agent, name string) { names = append(names, name) }})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if problems := g.Load(); len(problems) > 0 {
		t.Fatal(problems)
	}
	return names
}

// TestSurface checks that no page mentions a name of bt that does not exist.
func TestSurface(t *testing.T) {
	names := namesOfBt(t)
	use := regexp.MustCompile(`\bbt\.(\w+)`)
	for _, name := range pages {
		for _, m := range use.FindAllStringSubmatch(load(t, name).text, -1) {
			if !slices.Contains(names, m[1]) {
				t.Errorf("%s: there is no bt.%s", name, m[1])
			}
		}
	}
}

func limits() string {
	var b strings.Builder
	b.WriteString("| what | at most |\n| --- | --- |\n")
	for _, row := range []struct {
		what string
		max  int
	}{
		{"levels of a tree file", trees.MaxDepth},
		{"levels of a tree, inclusions counted", engine.MaxDepth},
		{"nodes of a tree, inclusions counted", engine.MaxNodes},
		{"characters of a behavior's or a tree's name", behaviors.MaxName},
		{"instructions of one hook call, unless the game says otherwise", luabind.DefaultBudget},
		{"instructions of all hook calls of an agent in one tick, unless the game says otherwise", luabind.DefaultBudget * luabind.TickBudgets},
		{"instructions of one file while it is loaded", luabind.LoadBudget},
		{"bytes that one hook call allocates", quota.CallBytes},
		{"bytes that all hook calls of an agent in one tick allocate", quota.TickBytes},
		{"bytes that one file allocates while it is loaded", quota.LoadBytes},
		{"bytes that an agent posts, requests and writes on boards in one tick", quota.HandedBytes},
		{"bytes that an agent keeps from tick to tick, unless the game says otherwise", luabind.DefaultKeep},
		{"bytes that all agents together keep, unless the game says otherwise", luabind.DefaultKeepTogether},
		{"calls inside one another in a hook or a coroutine, its own counted", luabind.MaxCalls},
		{"entries of a table that is posted, requested or written on a board, those of tables in it counted", helper.MaxEntries},
		{"levels of such a table", helper.MaxDepth},
		{"bytes of what all boards hold, beyond which scripts can only make it less", quota.BoardBytes},
		{"lines that an agent logs in one tick", luabind.DefaultLogLines},
		{"lines that all agents log in one tick, or a file while it is loaded", engine.MaxLogLines},
		{"channels of an agent's requests", engine.MaxChannels},
		{"entries of all boards, beyond which scripts make no new ones", quota.BoardEntries},
		{"stimuli that an agent holds", engine.MaxStimuli},
		{"bytes that the data of these take, the small ones not counted", engine.MaxStimulusBytes},
		{"ticks that an agent remembers, unless the game says otherwise", engine.DefaultHistory},
		{"versions that are kept to go back to, unless the game says otherwise", assets.DefaultVersions},
		{"files of a version that is written to one file", archive.MaxFiles},
		{"bytes of text in such a file", archive.MaxText},
	} {
		fmt.Fprintf(&b, "| %s | %d |\n", row.what, row.max)
	}
	return b.String()
}
