package commands

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/cmd/bough/internal/sitedocs"
	"github.com/bough-dev/bough/docs"
	"github.com/bough-dev/bough/internal/apidoc"
)

const llmsPage = "../../../docs/llms.txt"

// rawPages is where a program reads pages as Markdown.
const rawPages = "https://raw.githubusercontent.com/bough-dev/bough/main/docs/"

// TestLLMsPage checks that docs/llms.txt, the reference for language models in the form of llmstxt.org, is made of the present
// catalogs and pages. With -update it writes the file.
func TestLLMsPage(t *testing.T) {
	want := llmsText(t)
	if *update {
		if err := os.WriteFile(llmsPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(llmsPage)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what its sources say; go test ./cmd/bough/commands -run TestLLMsPage -update writes it", llmsPage)
	}
	if len(want) > 40_000 {
		t.Errorf("%d bytes are no compact reference", len(want))
	}
}

func llmsText(t *testing.T) string {
	var b strings.Builder
	read := func(name string) string {
		text, err := os.ReadFile("../../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, about, _ := strings.Cut(read("README.md"), "(README.zh.md)\n\n") // behind the link to the page in Chinese
	about, _, _ = strings.Cut(about, "\n\n")
	trees, scripting := read("docs/trees.md"), read("docs/scripting.md")
	fmt.Fprintf(&b, "# Bough\n\n> %s\n\n", strings.ReplaceAll(about, "\n", " "))
	b.WriteString(`A game has a folder with these files. Each takes effect when it is saved.

- ` + "`move/flee.lua`" + `: the behavior move.flee, a table with hooks
- ` + "`guard.bt`" + `: trees; a node is a kind of the list below, or a behavior
- ` + "`agent.fields`" + `: what the game sets and posts, with types
- ` + "`lib/near.lua`" + `: a module, ` + "`require \"lib.near\"`" + `
- ` + "`day.scene`" + `: plays trees without a game, tick by tick
- ` + "`flee_test.lua`" + `: tests

In each tick, the tree is first asked which nodes are ready (conditions behind when, preconditions), and then runs the first ready child of each behavior; nothing that is asked may change anything. A behavior keeps nothing in its file: state is in fields (agent.x), in memory, and on boards. Times are in seconds; bt.dt is the time of a tick.

**A behavior:**

`)
	fmt.Fprintf(&b, "```lua\n%s```\n\n**A tree**, of kinds and behaviors:\n\n```bt\n%s```\n\n", blockWith(t, scripting, "lua", "-- file: flee.lua\n"), blockWith(t, trees, "bt", "tree guard"))
	_, grammar, _ := strings.Cut(trees, "\n## Grammar\n")
	fmt.Fprintf(&b, "**The grammar of trees:**\n\n```ebnf\n%s```\n\n", blockWith(t, grammar, "ebnf", "file "))
	_, declared, _ := strings.Cut(scripting, "\n## Declared data\n")
	fmt.Fprintf(&b, "**agent.fields:**\n\n```text\n%s```\n\n", blockWith(t, declared, "text", "# file: agent.fields\n"))
	b.WriteString("**Node kinds.** A parameter with = has this default; one without must be given; one in brackets may come without its name.\n\n")
	for i := range behaviors.Kinds {
		k := &behaviors.Kinds[i]
		if i == 0 || behaviors.Kinds[i-1].Group != k.Group {
			fmt.Fprintf(&b, "- %s: %s\n", k.Group, k.Group.Doc())
		}
		fmt.Fprintf(&b, "  - %s%s: %s\n", strings.Join(append([]string{k.Name}, k.Aliases...), ", "), kindForm(k), firstSentence(k.Doc))
	}
	api, err := gameAPI(nil)
	if err != nil {
		t.Fatal(err)
	}
	b.WriteString("\n**Functions of scripts.** A game has helpers of its own besides; ? means optional, or maybe nil.\n\n")
	for _, g := range api.Groups {
		if slices.ContainsFunc(apidoc.Libraries(), func(l apidoc.Group) bool { return l.Name == g.Name }) {
			names := []string{}
			for _, e := range g.Entries {
				names = append(names, e.Name)
			}
			fmt.Fprintf(&b, "- %s, as in Lua 5.1: %s\n", g.Name, strings.Join(names, ", "))
			continue
		}
		if g.Name == "field" || len(g.Entries) == 0 {
			continue // of the arena only
		}
		fmt.Fprintf(&b, "- %s: %s\n", g.Name, g.Doc)
		for _, e := range g.Entries {
			doc := firstSentence(e.Doc)
			if g.Name == apidoc.Hooks {
				doc = strings.TrimSuffix(e.Doc, ".") // with what it returns
			}
			fmt.Fprintf(&b, "  - %s: %s\n", e.Signature(), doc)
		}
	}
	var absent []string
	for _, e := range api.Absent {
		absent = append(absent, e.Name)
	}
	fmt.Fprintf(&b, "- Not there: %s\n\n**Commands of a scene:**\n\n", strings.Join(absent, ", "))
	for _, u := range scene.Usages() {
		fmt.Fprintf(&b, "- %s\n", u)
	}
	b.WriteString("\n**Commands of the program:** `bough help COMMAND` says more.\n\n")
	for _, c := range newRootCommand(nil).Commands() {
		fmt.Fprintf(&b, "- `bough %s`: %s\n", c.Use, c.Short)
	}
	writeLLMsPages(t, &b)
	return b.String()
}

// writeLLMsPages writes the links to the pages.
func writeLLMsPages(t *testing.T, b *strings.Builder) {
	listed := 0
	for i, g := range sitedocs.Groups {
		switch len(sitedocs.Groups) - i {
		case 1: // goes on
		case 2:
			b.WriteString("\n## Optional\n\n")
		default:
			fmt.Fprintf(b, "\n## %s\n\n", g.Title)
		}
		names := g.Pages
		if i == len(sitedocs.Groups)-1 { // pages that no group names come last
			all, err := fs.Glob(docs.FS, "*.md")
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range all {
				name := strings.TrimSuffix(file, ".md")
				if !slices.ContainsFunc(sitedocs.Groups, func(g sitedocs.Group) bool { return slices.Contains(g.Pages, name) }) {
					names = append(slices.Clip(names), name)
				}
			}
		}
		for _, name := range names {
			text, err := fs.ReadFile(docs.FS, name+".md")
			if err != nil {
				t.Fatal(err)
			}
			heading, rest, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n\n")
			for strings.HasPrefix(rest, "<!--") || strings.HasPrefix(rest, "<a ") {
				_, rest, _ = strings.Cut(rest, "\n\n")
			}
			paragraph, _, _ := strings.Cut(rest, "\n\n")
			fmt.Fprintf(b, "- [%s](%s%s.md): %s\n", heading, rawPages, name, firstSentence(withoutLinks(strings.ReplaceAll(paragraph, "\n", " "))))
			listed++
		}
	}
	if all, _ := fs.Glob(docs.FS, "*.md"); len(all) != listed {
		t.Errorf("%d of %d pages are listed", listed, len(all))
	}
}

// blockWith returns the first block in a language that begins with a text, without a line that names its file.
func blockWith(t *testing.T, page, lang, begin string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, "\n```"+lang+"\n"+begin)
	text, _, ended := strings.Cut(rest, "\n```\n")
	if !found || !ended {
		t.Fatalf("no block in %s begins with %q", lang, begin)
	}
	if !strings.Contains(begin, " file: ") {
		text = begin + text
	}
	return text + "\n"
}

// kindForm returns what may follow the name of a kind.
func kindForm(k *behaviors.Kind) (text string) {
	if k.Expression {
		text = " EXPRESSION"
	}
	for i := range k.Params {
		p := &k.Params[i]
		name := p.Name
		if i < k.Positional {
			name = "[" + name + "]"
		}
		if !p.Required {
			name += "=" + p.Default
			if strings.Contains(p.Default, " ") {
				name = strings.Replace(name, p.Default, "("+p.Default+")", 1)
			}
		}
		text += " " + name
	}
	for i := range k.ChildParams {
		text += " (child: " + k.ChildParams[i].Name + ")"
	}
	return text
}

// firstSentence returns the first sentence of a text, without its period.
func firstSentence(text string) string {
	first, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(first, ".")
}

var markdownLink = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// withoutLinks returns Markdown with the texts of links only.
func withoutLinks(text string) string { return markdownLink.ReplaceAllString(text, "$1") }
