package trees

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/bough-dev/bough/internal/message"
)

const guide = "../docs/trees.md"

// translations has the words of the tables of the guide in Chinese.
var translations = map[string]string{
	"what": "什么", "at most": "最多", "message": "提示", "remedy": "改法", "character": "字符", "written": "写法", "any other": "其他字符",
	"a file": "一个文件", "a line": "一行", "a tree": "一棵树", "depth of a tree": "树的深度", "depth of a table": "表的深度",
	"mistakes that are shown for a file": "一个文件里列出的错误",
	"bytes":                              "字节", "characters": "个字符", "nodes": "个节点", "levels": "层", "": "",
}

// word returns a word of the tables of the guide in the language.
func word(english string) string {
	if message.Language() == "en" {
		return english
	}
	return translations[english]
}

// head returns the head of a table of the guide.
func head(first, second string) string {
	return fmt.Sprintf("| %s | %s |\n| --- | --- |\n", word(first), word(second))
}

// TestGuideSnippets parses every block of the guide that is marked with bt.
func TestGuideSnippets(t *testing.T) {
	count := 0
	text := string(read(t, guide))
	for i, part := range strings.Split(text, "\n```bt\n") {
		if i == 0 {
			continue
		}
		snippet, _, closed := strings.Cut(part, "\n```\n")
		if !closed {
			t.Fatal("a block is not closed")
		}
		count++
		f, list := Parse(fmt.Sprintf("snippet_%d.bt", i), []byte(snippet))
		if len(list) > 0 || len(f.Trees) == 0 {
			t.Errorf("%v\nin\n%s", list, snippet)
		}
	}
	if count == 0 {
		t.Error("the guide has no snippets")
	}
}

// TestGuideTables checks that the tables of the guide match the parser, in both languages.
func TestGuideTables(t *testing.T) {
	checkTables(t, guide)
	if err := message.SetLanguage("zh"); err != nil {
		t.Fatal(err)
	}
	defer message.SetLanguage("en")
	checkTables(t, "../docs/zh/trees.md")
}

func checkTables(t *testing.T, guide string) {
	t.Helper()
	text := read(t, guide)
	for name, want := range map[string]string{
		"limits": limitsTable(), "mistakes": mistakesTable(), "characters": charactersTable(), "examples": examplesTable(),
	} {
		begin, end := "<!-- begin "+name+" -->\n\n", "\n<!-- end "+name+" -->"
		from, to := bytes.Index(text, []byte(begin)), bytes.Index(text, []byte(end))
		if from < 0 || to < from {
			t.Fatalf("%s lacks the marks of %s", guide, name)
		}
		from += len(begin)
		if *update {
			text = []byte(string(text[:from]) + want + string(text[to:]))
			continue
		}
		if got := string(text[from:to]); got != want {
			t.Errorf("%s of %s (-update rewrites it)\ngot\n%s\nwant\n%s", name, guide, got, want)
		}
	}
	if *update {
		if err := os.WriteFile(guide, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func limitsTable() string {
	var b strings.Builder
	b.WriteString(head("what", "at most"))
	for _, row := range []struct {
		what string
		max  int
		unit string
	}{
		{"a file", MaxFileSize, "bytes"}, {"a line", MaxLineLength, "characters"}, {"a tree", MaxNodes, "nodes"},
		{"depth of a tree", MaxDepth, "levels"}, {"depth of a table", MaxTableDepth, "levels"},
		{"mistakes that are shown for a file", maxMistakes, ""},
	} {
		fmt.Fprintf(&b, "| %s | %s |\n", word(row.what), strings.TrimSpace(fmt.Sprint(row.max, " ", word(row.unit))))
	}
	return b.String()
}

func mistakesTable() string {
	var b strings.Builder
	b.WriteString(head("message", "remedy"))
	for _, e := range catalog() {
		if translated, ok := message.Translated(e.Code); ok && message.Language() == "zh" {
			e = translated
		}
		fmt.Fprintf(&b, "| %s | %s |\n", cell(plain(e.Text)), cell(plain(e.Hint)))
	}
	return b.String()
}

// plain returns a template of the catalog without the formats of its arguments.
func plain(template string) string {
	return regexp.MustCompile(`\{(\w+):[^|{}]+\}`).ReplaceAllString(regexp.MustCompile(`\{\w+:[^|{}]+\|([^|{}]+)\}`).ReplaceAllString(template, "$1"), "{$1}")
}

func charactersTable() string {
	var b strings.Builder
	b.WriteString(head("character", "remedy"))
	for _, h := range habits {
		var shown []string
		for _, r := range h.chars {
			shown = append(shown, code(charName(r)))
		}
		fmt.Fprintf(&b, "| %s | %s |\n", strings.ReplaceAll(strings.Join(shown, " "), "|", `\|`), cell(h.remedy().Text))
	}
	fmt.Fprintf(&b, "| %s | %s |\n", word("any other"), cell(message.UnexpectedCharacter("$").Hint))
	return b.String()
}

// examplesTable returns the table of the remedies that depend on the details of the mistake.
func examplesTable() string {
	var b strings.Builder
	b.WriteString(head("written", "remedy"))
	for _, text := range []string{"2s", "500ms", "2min", "1_000"} {
		fmt.Fprintf(&b, "| %s | %s |\n", code(text), cell(cmp.Or(numberRemedy(text).Text, message.InvalidNumber(text).Hint)))
	}
	for _, text := range []string{`\x41`, `\u{e4}`, `\q`} {
		fmt.Fprintf(&b, "| %s | %s |\n", code(text), cell(cmp.Or(escapeRemedy(text).Text, message.UnknownEscape(text).Hint)))
	}
	return b.String()
}

func code(text string) string {
	if text == "`" {
		return "`` ` ``"
	}
	return "`" + text + "`"
}

// cell escapes a text for a table of the guide.
func cell(text string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;").Replace(text)
}
