package vscode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/cmd/bough/internal/scene"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/syntax"
	"github.com/bough-dev/bough/trees"
)

// root is the path of the module's root, relative to this directory.
const root = "../../../.."

// textOf is a text for the engine.
type textOf struct {
	Scope string   `json:"scope"`
	Lines []string `json:"lines"`
	at    string   // the file
}

// colored is a line as the engine colors it.
type colored struct {
	Tokens  [][3]any `json:"tokens"`
	Stopped bool     `json:"stopped"` // it took too long
	Alone   bool     `json:"alone"`   // it gets the same tokens without the lines above
}

// scopes returns the scopes of each byte of the line.
func (c colored) scopes(line string) []string {
	// byteAt has the offset in bytes of each offset in UTF-16 units.
	var byteAt []int
	for i, r := range line {
		for range utf16.RuneLen(r) {
			byteAt = append(byteAt, i)
		}
	}
	byteAt = append(byteAt, len(line))
	list := make([]string, len(line))
	for _, t := range c.Tokens {
		for i := byteAt[int(t[0].(float64))]; i < byteAt[int(t[1].(float64))]; i++ {
			list[i] = t[2].(string)
		}
	}
	return list
}

// color gives texts to the engine. It skips the test without the engine.
func color(t *testing.T, texts []textOf) [][]colored {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	for _, tool := range []string{"vscode-textmate", "vscode-oniguruma", "tm-grammars"} {
		if _, err := os.Stat("node_modules/" + tool); err != nil {
			t.Skip("the TextMate engine is not installed: npm ci in cmd/bough/editors/vscode")
		}
	}
	in, err := json.Marshal(map[string]any{"texts": texts, "files": []string{"syntaxes/bt.tmLanguage.json", "syntaxes/scene.tmLanguage.json", "syntaxes/fields.tmLanguage.json", "node_modules/tm-grammars/grammars/lua.json"}})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "tokenize.mjs")
	cmd.Stdin = bytes.NewReader(in)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &problems)
	}
	// The engine complains about rules that push and pop without a step.
	if problems.Len() > 0 {
		t.Errorf("the engine says:\n%s", &problems)
	}
	var got [][]colored
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// files returns the texts of the files of the repository whose name ends so.
func files(t *testing.T, scope, suffix string) (list []textOf) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, suffix):
			return nil
		}
		text, err := os.ReadFile(path)
		list = append(list, textOf{scope, linesOf(string(text)), path})
		return err
	})
	if err != nil || len(list) == 0 {
		t.Fatal(err, list)
	}
	return list
}

// linesOf returns the lines of a text as an editor has them.
func linesOf(text string) []string {
	return strings.Split(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n"), "\n")
}

// classes has the name of the part that a scope means. Other scopes mean values and signs, which are not compared.
var classes = map[string]string{
	commentScope: "comment", keywordScope: "keyword", kindScope: "kind", behaviorScope: "behavior", treeScope: "tree", namedScope: "condition",
	labelScope: "label", slotScope: "slot", paramScope: "parameter", markScope: "mark", luaScope: "Lua",
}

// classOf returns the part that the scopes of a byte mean, or "".
func classOf(scopes string) string {
	if strings.Contains(scopes, luaScope) {
		return classes[luaScope]
	}
	for s := range strings.FieldsSeq(scopes) {
		if classes[s] != "" {
			return classes[s]
		}
	}
	return ""
}

// partsOf returns the part of each byte of a line, as classOf does, by what the parser says.
func partsOf(line string, parts []trees.Part) []string {
	list := make([]string, len(line))
	fill := func(from, to int, class string) {
		for i := from; i < to; i++ {
			list[i] = class
		}
	}
	computed := func(from, to int) {
		if line[from] == '(' {
			fill(from+1, to-1, "Lua")
		}
	}
	keyword, head := "", ""
	for _, p := range parts {
		switch p.Kind {
		case trees.PartKeyword:
			keyword = line[p.From:p.To]
			fill(p.From, p.To, "keyword")
		case trees.PartName:
			head = line[p.From:p.To]
			class := map[string]string{"tree": "tree", "slot": "slot", "override": "label", "condition": "condition"}[keyword]
			if class == "" {
				if class = "behavior"; behaviors.KindNamed(head) != nil {
					class = "kind"
				}
			}
			fill(p.From, p.To, class)
		case trees.PartArg:
			computed(p.From, p.To)
		case trees.PartParam:
			fill(p.From, p.From+len(p.Name), "parameter")
			switch own := p.Name == "id" || p.Name == "note" || p.Name == "meta"; {
			case p.Name == "id":
				fill(p.Value, p.To, "label")
			case head == "set" && keyword != "tree" && !own:
				fill(p.Value, p.To, "Lua")
			case p.Value < p.To:
				computed(p.Value, p.To)
			}
		case trees.PartMark:
			fill(p.From, p.To, "mark")
		case trees.PartExpression, trees.PartCondition:
			fill(p.From, p.To, "Lua")
		case trees.PartComment:
			fill(p.From, p.To, "comment")
		}
	}
	return list
}

// written writes a line with the parts that have a class.
func written(line string, class []string) string {
	var b strings.Builder
	last := ""
	for i := range len(line) {
		c := class[i]
		if rest := strings.TrimLeft(line[i:], " "); line[i] == ' ' { // spaces belong to what is on both sides
			if c = last; rest == "" || class[len(line)-len(rest)] != last {
				c = ""
			}
		}
		if c != last && last != "" {
			b.WriteString("⟩")
		}
		if c != last && c != "" {
			b.WriteString(c + "⟨")
		}
		b.WriteByte(line[i])
		last = c
	}
	if last != "" {
		b.WriteString("⟩")
	}
	return b.String()
}

// noNames are the mistakes of lines that are not compared: the parser takes a text for a name that is none, and says so.
var noNames = []string{"invalid-name", "invalid-id", "invalid-parameter-name", "agent-in-parameter-name"}

// examples returns the examples of the catalog and of the pages.
func examples(t *testing.T) (list []textOf) {
	t.Helper()
	for _, k := range behaviors.Kinds {
		list = append(list, textOf{"source.bt", linesOf(k.Example), "the example of " + k.Name})
	}
	for _, page := range files(t, "", ".md") {
		for i, block := range strings.Split("\n"+strings.Join(page.Lines, "\n"), "\n```bt\n")[1:] {
			text, _, _ := strings.Cut(block, "\n```")
			list = append(list, textOf{"source.bt", linesOf(text), fmt.Sprintf("tree %d of %s", i+1, page.at)})
		}
	}
	return list
}

// TestTrees compares the colors of all tree files of the repository, and of the examples, with the parts that the parser finds.
func TestTrees(t *testing.T) {
	texts := append(files(t, "source.bt", assets.TreeExt), examples(t)...)
	compared := 0
	for i, lines := range color(t, texts) {
		text := texts[i]
		f, found := trees.Parse(text.at, []byte(strings.Join(text.Lines, "\n")))
		for n, c := range lines {
			if c.Stopped || !c.Alone {
				t.Errorf("%s:%d: %s: too slow, or colored by the lines above", text.at, n+1, text.Lines[n])
			}
			if compare(t, fmt.Sprintf("%s:%d", text.at, n+1), c, f, n+1, found) {
				compared++
			}
		}
	}
	t.Logf("%d lines of %d texts", compared, len(texts))
	if compared < 3000 {
		t.Errorf("only %d lines are compared", compared)
	}
}

// TestMixedLines compares the colors of lines that consist of the beginning of one line and the end of another.
func TestMixedLines(t *testing.T) {
	texts := append(files(t, "source.bt", assets.TreeExt), examples(t)...)
	mixed := textOf{Scope: "source.bt", Lines: mixedLines(texts, 6000)}
	compared := 0
	for i, c := range color(t, []textOf{mixed})[0] {
		f, found := trees.Parse("a.bt", []byte("tree a what speed=1\n  sequence\n"+mixed.Lines[i]+"\n"))
		if compare(t, fmt.Sprintf("line %d", i), c, f, 3, found) {
			compared++
		}
	}
	t.Logf("%d lines", compared)
	if compared < 1000 {
		t.Errorf("only %d lines are compared", compared)
	}
}

// mixedLines returns lines that consist of the beginning of one line and the end of another.
func mixedLines(texts []textOf, count int) (lines []string) {
	random := rand.New(rand.NewPCG(1, 2))
	var all []string
	for _, text := range texts {
		all = append(all, text.Lines...)
	}
	any := func() []rune { return []rune(all[random.IntN(len(all))]) }
	for range count {
		a, b := any(), any()
		lines = append(lines, string(a[:random.IntN(len(a)+1)])+string(b[random.IntN(len(b)+1):]))
	}
	return lines
}

// compare compares the colors of a line of a file with its parts, and reports whether it has parts to compare.
func compare(t *testing.T, at string, c colored, f *trees.File, n int, found diag.List) bool {
	t.Helper()
	line, parts := f.Line(n), f.Parts(n)
	if len(parts) == 0 || slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Pos.Line == n && slices.Contains(noNames, d.Code) }) || !isLua(line, parts) {
		return false
	}
	scopes := c.scopes(line)
	classes := make([]string, len(scopes))
	for i, s := range scopes {
		classes[i] = classOf(s)
	}
	if got, want := written(line, classes), written(line, partsOf(line, parts)); got != want {
		t.Errorf("%s:\n%s, want\n%s", at, got, want)
	}
	for _, p := range parts {
		if p.Kind == trees.PartDoc && !strings.Contains(scopes[p.From], "string.quoted") {
			t.Errorf("%s: the description is no text", at)
		}
	}
	return true
}

// isLua reports whether the assignments of a line are expressions of Lua. The parser of trees finds only where they end, and for
// what is no Lua the place means nothing.
func isLua(line string, parts []trees.Part) bool {
	for _, p := range parts {
		if p.Kind == trees.PartParam && p.Name != "meta" && strings.Contains(line[p.Value:p.To], "=") && syntax.ParseExpr("", line[p.Value:p.To], syntax.Position{Line: 1, Col: 1}).Err() != nil {
			return false
		}
	}
	return true
}

// TestBrokenLines checks that the engine reads cut and mixed lines in time, and that none changes the color of the next.
func TestBrokenLines(t *testing.T) {
	var texts []textOf
	for _, from := range []struct{ scope, suffix string }{{"source.bt", assets.TreeExt}, {"source.scene", scene.Ext}, {"source.fields", assets.FieldsFile}} {
		broken := textOf{Scope: from.scope, Lines: mixedLines(files(t, from.scope, from.suffix), 700)}
		for _, sign := range []string{"(", "[", "{", `"`, "[[", "a=", "when ", "a ", "+ ", "x=(", "#"} {
			broken.Lines = append(broken.Lines, "  wait "+strings.Repeat(sign, 400), "  set a = "+strings.Repeat(sign, 400), "  condition "+strings.Repeat(sign, 400), "set "+strings.Repeat(sign, 400))
		}
		texts = append(texts, broken)
	}
	for i, lines := range color(t, texts) {
		for n, c := range lines {
			if c.Stopped || !c.Alone {
				t.Errorf("%s: %.80s: too slow, or colored by the lines above", texts[i].Scope, texts[i].Lines[n])
			}
		}
	}
}

// TestScenes checks that in all scenes of the repository commands, comments, keys and labels are colored.
func TestScenes(t *testing.T) {
	texts := files(t, "source.scene", scene.Ext)
	for i, lines := range color(t, texts) {
		if _, problems := scene.Parse(texts[i].at, strings.Join(texts[i].Lines, "\n")); len(problems) > 0 {
			continue
		}
		for n, c := range lines {
			line := texts[i].Lines[n]
			scopes := c.scopes(line)
			command, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			at := strings.Index(line, command)
			switch {
			case command == "":
				continue
			case command[0] == '#' && !strings.Contains(scopes[at], commentScope),
				command[0] != '#' && !strings.Contains(scopes[at], commandScope):
				t.Errorf("%s:%d: %s: %s", texts[i].at, n+1, line, scopes)
			}
			for j := range len(line) {
				if line[j] != ' ' && line[j] != '=' && scopes[j] == "" {
					t.Errorf("%s:%d: no color from %s", texts[i].at, n+1, line[j:])
					break
				}
			}
		}
	}
}

// TestFields checks that in all declarations of the repository names, comments and sentences are colored.
func TestFields(t *testing.T) {
	texts := files(t, "source.fields", assets.FieldsFile)
	for i, lines := range color(t, texts) {
		f := declare.Parse(texts[i].at, []byte(strings.Join(texts[i].Lines, "\n")), func(string) bool { return false })
		for _, d := range f.Lines() {
			line := texts[i].Lines[d.Line-1]
			scopes := lines[d.Line-1].scopes(line)
			if !strings.Contains(scopes[strings.Index(line, d.Name)], fieldScope) && d.What == declare.Field {
				t.Errorf("%s:%d: the name: %s", texts[i].at, d.Line, line)
			}
			if d.Means != "" && !strings.Contains(scopes[strings.LastIndex(line, d.Means)], "documentation") {
				t.Errorf("%s:%d: the sentence: %s", texts[i].at, d.Line, line)
			}
		}
	}
}

// TestPackage checks that the package names files that exist, and the suffixes of Bough's files.
func TestPackage(t *testing.T) {
	var p struct {
		Contributes struct {
			Languages []struct {
				Extensions, Filenames []string
				Configuration         string
			}
			Grammars []struct{ ScopeName, Path string }
		}
	}
	text, err := os.ReadFile("package.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range p.Contributes.Languages {
		names = append(append(names, l.Extensions...), l.Filenames...)
		var any map[string]any
		if text, err := os.ReadFile(l.Configuration); err != nil || json.Unmarshal(text, &any) != nil {
			t.Errorf("%s: %v", l.Configuration, err)
		}
	}
	if want := []string{assets.TreeExt, scene.Ext, assets.FieldsFile}; !slices.Equal(names, want) {
		t.Errorf("languages of %q, want %q", names, want)
	}
	for _, g := range p.Contributes.Grammars {
		text, err := os.ReadFile(g.Path)
		if want := fmt.Sprintf("\"scopeName\": %q", g.ScopeName); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s has not %s (%v)", g.Path, want, err)
		}
	}
}
