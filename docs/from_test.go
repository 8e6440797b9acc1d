package docs_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/behavior3"
	"github.com/bough-dev/bough/trees/btcpp"
	"github.com/bough-dev/bough/trees/tinybt"
)

// TestFromPages imports the examples of the pages about other systems, and compares each with the
// tree that the page gives as its result.
func TestFromPages(t *testing.T) {
	for _, c := range []struct {
		page, lang, path string
		read             func(string, []byte) (*trees.File, diag.List)
	}{
		{"from-tinybt.md", "tinybt", "robot.txt", tinybt.Import},
		{"from-behavior3.md", "behavior3", "hunter.json", behavior3.Import},
	} {
		page := readPage(t, c.page)
		src, want := fenced(t, page, c.lang), fenced(t, page, "bt")
		f, list := c.read(c.path, []byte(src))
		if f == nil {
			t.Fatal(list)
		}
		for _, tree := range f.Trees {
			tree.Meta = nil
			for n := range tree.Root.All() {
				n.Meta = nil
			}
		}
		if got := string(trees.Format(f)); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.page, got, want)
		}
	}
}

// fenced returns the first block of a language.
func fenced(t *testing.T, page, lang string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, "```"+lang+"\n")
	text, _, closed := strings.Cut(rest, "```\n")
	if !found || !closed {
		t.Fatalf("no block of %s", lang)
	}
	return text
}

// TestFromTablesNameWhatThereIs checks the names set as code in the column "here" of the pages
// about other systems. Each must be a kind with these parameters, a hook, a field, a function of
// bt, or a word of the tree language.
func TestFromTablesNameWhatThereIs(t *testing.T) {
	pages, err := filepath.Glob("from-*.md")
	if err != nil || len(pages) < 8 {
		t.Fatal(pages, err)
	}
	words := map[string]bool{"tree": true, "when": true, "else": true, "+": true, "idle": true, "memory": true, "params": true, "agent": true}
	for _, m := range behaviors.Meanings {
		words[m.Name] = true
	}
	code := regexp.MustCompile("`([^`]+)`")
	rows := 0
	for _, page := range pages {
		column := 0
		for line := range strings.Lines(readPage(t, page)) {
			cells := strings.Split(strings.TrimSpace(line), "|")
			switch i := slices.Index(cells, " here "); {
			case i > 0:
				column = i
				continue
			case len(cells) < 3:
				column = 0
				continue
			case column == 0 || strings.HasPrefix(cells[1], " ---"):
				continue
			}
			rows++
			var k *behaviors.Kind
			for _, m := range code.FindAllStringSubmatch(cells[column], -1) {
				k = nameThereIs(t, page+": "+m[1], k, m[1], words)
			}
		}
	}
	if rows < 100 {
		t.Errorf("%d rows", rows)
	}
}

// nameThereIs checks a piece of code in a table. It returns the kind that the piece is
// about, to which a following "name=" belongs.
func nameThereIs(t *testing.T, at string, last *behaviors.Kind, text string, words map[string]bool) *behaviors.Kind {
	t.Helper()
	first, rest, _ := strings.Cut(text, " ")
	name, _, call := strings.Cut(first, "(")
	switch {
	case strings.HasPrefix(first, "\"") || strings.HasPrefix(first, "bt.") || strings.HasPrefix(first, "trees/") || words[name]:
		return last
	case call:
		t.Errorf("%s: there is no hook %s", at, name)
		return last
	case strings.Contains(first, "=") && last != nil: // parameters of the kind before
		first, rest = last.Name, text
	}
	if strings.HasPrefix(first, "_") { // the end of names
		if !slices.ContainsFunc(behaviors.Kinds, func(k behaviors.Kind) bool { return strings.HasSuffix(k.Name, first) }) {
			t.Errorf("%s: no kind ends so", at)
		}
		return last
	}
	k := behaviors.KindNamed(first)
	if k == nil {
		t.Errorf("%s: there is no kind %s", at, first)
		return last
	}
	for _, p := range strings.Fields(rest) {
		if name, _, ok := strings.Cut(p, "="); ok && k.Param(name) == nil && k.ChildParam(name) == nil {
			t.Errorf("%s: %s has no parameter %s", at, first, name)
		}
	}
	return k
}

// TestFromTablesAreWhatImportDoes imports each node that the pages about other systems name, and compares
// the kind of node that it becomes with the one beside it in the table.
func TestFromTablesAreWhatImportDoes(t *testing.T) {
	for _, c := range []struct {
		page, heading string
		pairs         int
		source        func(name string, children int) string
		read          func(string, []byte) (*trees.File, diag.List)
	}{
		{"from-behavior3.md", "## The original dialect", 15, originalNode, behavior3.Import},
		{"from-behavior3.md", "## The nested dialect", 18, nestedNode, behavior3.Import},
		{"from-behaviortree-cpp.md", "## Nodes", 22, xmlNode, btcpp.Import},
	} {
		pairs := 0
		for name, kind := range tableOfNodes(t, c.page, c.heading) {
			pairs++
			children, _ := behaviors.KindNamed(kind).Children()
			if k := behaviors.KindNamed(kind); k.Group == behaviors.Composites {
				children = max(2, children)
			}
			if name == "Precondition" { // the condition becomes a child
				children = 1
			}
			f, list := c.read("node", []byte(c.source(name, children)))
			if f == nil || list.Err() != nil {
				t.Errorf("%s: %s: %v", c.page, name, list)
			} else if got := f.Trees[0].Root.Name; got != kind {
				t.Errorf("%s: %s becomes %s, the page says %s", c.page, name, got, kind)
			}
		}
		if pairs < c.pairs {
			t.Errorf("%s: %d pairs below %s", c.page, pairs, c.heading)
		}
	}
}

var (
	nodeName = regexp.MustCompile(`\b[A-Z][a-z]+[A-Za-z]*\b`)
	codeWord = regexp.MustCompile("`(\\w+)[^`]*`")
)

// tableOfNodes returns the nodes of the tables below a heading, with the kind that each becomes. Rows with as
// many names as kinds have them in the same order. Otherwise the first kind is meant, of one name or of all.
func tableOfNodes(t *testing.T, page, heading string) map[string]string {
	t.Helper()
	_, section, found := strings.Cut(readPage(t, page), heading+"\n")
	if !found {
		t.Fatalf("%s has no %s", page, heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	pairs := map[string]string{}
	for line := range strings.Lines(section) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 || strings.Contains(cells[1], "`") {
			continue
		}
		names, kinds := nodeName.FindAllString(cells[1], -1), codeWord.FindAllStringSubmatch(cells[2], -1)
		for i, name := range names {
			switch {
			case len(kinds) == 0 || name == "SubTree" || strings.Contains(cells[1], " to "):
				continue
			case len(names) != len(kinds) && len(names) > 1 && len(kinds) > 1:
				t.Errorf("%s: %d names and %d kinds in %s", page, len(names), len(kinds), line)
				continue
			case len(names) != len(kinds):
				i = 0
			}
			if kind := kinds[i][1]; behaviors.KindNamed(kind) != nil {
				pairs[name] = kind
			}
		}
	}
	return pairs
}

func originalNode(name string, children int) string {
	link := [...]string{"", `, "child": "2"`, `, "children": ["2", "2b"]`}[min(children, 2)]
	return `{"version": "0.3.0", "scope": "tree", "title": "t", "root": "1", "nodes": {
		"1": {"id": "1", "name": "` + name + `", "properties": {"maxLoop": 3, "maxTime": 1000, "milliseconds": 1000}` + link + `},
		"2": {"id": "2", "name": "go"}, "2b": {"id": "2b", "name": "stop"}}}`
}

func nestedNode(name string, children int) string {
	var list []string
	for i := range children {
		list = append(list, fmt.Sprintf(`{"id": %d, "name": "Go%d"}`, i+2, i))
	}
	return `{"name": "t", "root": {"id": 1, "name": "` + name + `", "args": {"count": 3, "maxLoop": 3, "time": 2}, "children": [` + strings.Join(list, ", ") + `]}}`
}

// xmlAttributes are the attributes without which BehaviorTree.CPP does not accept a node.
var xmlAttributes = map[string]string{
	"Repeat": `num_cycles="3"`, "RetryUntilSuccessful": `num_attempts="3"`, "Delay": `delay_msec="1000"`, "Timeout": `msec="1000"`,
	"Sleep": `msec="1000"`, "Script": `code="x := 1"`, "SetBlackboard": `value="1" output_key="x"`, "UnsetBlackboard": `key="x"`,
	"ScriptCondition": `code="x &lt; 3"`, "Precondition": `if="x &lt; 3" else="FAILURE"`,
}

func xmlNode(name string, children int) string {
	body := strings.Repeat("<Go/>", children)
	return `<root BTCPP_format="4"><BehaviorTree ID="t"><` + name + " " + xmlAttributes[name] + ">" + body + "</" + name + "></BehaviorTree></root>"
}
