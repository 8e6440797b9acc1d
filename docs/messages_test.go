package docs_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/cmd/bough/commands"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// messagesPages are the pages of the catalog, with their beginnings. {code} stands for a call of bough check.
var messagesPages = []struct{ language, file, head, colon, none string }{
	{"en", "messages.md", `# Messages

This page lists what Bough says about mistakes in files and errors of scripts, by code. {code}
([how to get {bough}](../README.md#get-it)) prints the codes. They stay the same when the words change, so a
program can decide on them. A name in braces stands for a part of the file or a value.
`, ": ", "No example: %s."},
	{"zh", "zh/messages.md", `# 提示

[English](../messages.md)

这一页按消息代码列出 Bough 的全部提示：文件里的错误，和脚本运行时的错误。{code}（[如何得到 {bough}](../../README.zh.md#安装)）
会打印消息代码。以后措辞可能会变，消息代码不变，所以程序可以依据它判断。花括号里的名字代表文件的一部分或一个值。
`, "：", "没有例子：文件不足以说明它。"},
}

// TestMessagesPage checks that the pages list the catalog of messages, and that each example leads to its message. They are
// the only places apart from the catalog that hold all words.
func TestMessagesPage(t *testing.T) {
	defer message.SetLanguage("en")
	for _, page := range messagesPages {
		if err := message.SetLanguage(page.language); err != nil {
			t.Fatal(err)
		}
		b := strings.Builder{}
		b.WriteString(strings.NewReplacer("{code}", "`bough check --json`", "{bough}", "`bough`").Replace(page.head))
		area := ""
		for _, e := range message.Entries() {
			if e.Part() {
				continue
			}
			if e.File != area {
				area = e.File
				fmt.Fprintf(&b, "\n## %s\n", message.Title(page.language, area))
			}
			text, hint, why := e.Text, e.Hint, e.Why
			if zh, ok := message.Translated(e.Code); ok && page.language == "zh" {
				text, hint, why = zh.Text, zh.Hint, zh.Why
			}
			fmt.Fprintf(&b, "\n### %s\n\n%s", e.Code, plainBraces(text))
			if hint != "" {
				b.WriteString(page.colon + plainBraces(hint))
			}
			b.WriteString("\n")
			if why != "" {
				b.WriteString("\n" + why + "\n")
			}
			if e.NoExample != "" {
				b.WriteString("\n" + strings.Replace(page.none, "%s", strings.TrimSuffix(e.NoExample, "."), 1) + "\n")
				continue
			}
			t.Run(page.language+"/"+e.Code, func(t *testing.T) { b.WriteString(messageExample(t, &e)) })
		}
		if t.Failed() {
			return
		}
		if *update {
			if err := os.MkdirAll("zh", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(page.file, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(page.file)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("%s is not what the catalog says; -update rewrites it", page.file)
		}
	}
}

// formatInBraces matches the format of an argument in a template, and numberInBraces a word for one and a word for many.
var (
	formatInBraces = regexp.MustCompile(`\{([a-z][a-zA-Z0-9]*):[^{}|]*\}`)
	numberInBraces = regexp.MustCompile(`\{[a-z][a-zA-Z0-9]*:[^{}|]*\|([^{}|]*)\}`)
)

// plainBraces returns a template without formats, with the words for many. It escapes what Markdown would take for markup.
func plainBraces(template string) string {
	s := formatInBraces.ReplaceAllString(numberInBraces.ReplaceAllString(template, "$1"), "{$1}")
	return strings.NewReplacer("<", "\\<", "*", "\\*", "_", "\\_", "`", "\\`", "[", "\\[", "]", "\\]", "|", "\\|", "#", "\\#").Replace(s)
}

// exampleFile begins a file of an example. "-- run 5 hp=3 --" makes an agent with the field hp tick 5 times.
var exampleFile = regexp.MustCompile(`(?m)^-- (.+) --\n`)

type exampleOf struct {
	files  [][2]string // names and contents
	ticks  int
	fields bough.Fields
}

func splitExample(e *message.Entry) exampleOf {
	var x exampleOf
	marks := exampleFile.FindAllStringSubmatchIndex(e.Example, -1)
	if first := len(e.Example); len(marks) == 0 || marks[0][0] > 0 {
		if len(marks) > 0 {
			first = marks[0][0]
		}
		name := "patrol.lua"
		switch text := strings.TrimSpace(e.Example[:first]); {
		case e.File == "scenes":
			name = "patrol.scene"
		case strings.HasPrefix(text, "tree ") || e.File == "trees":
			name = "patrol.bt"
		}
		x.files = append(x.files, [2]string{name, e.Example[:first]})
	}
	for i, m := range marks {
		end := len(e.Example)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		name, text := e.Example[m[2]:m[3]], e.Example[m[1]:end]
		if run, ok := strings.CutPrefix(name, "run "); ok {
			words := strings.Fields(run)
			fmt.Sscan(words[0], &x.ticks)
			x.fields = fieldsOf(words[1:])
			continue
		}
		x.files = append(x.files, [2]string{name, text})
	}
	return x
}

// placeExample writes the files of an example to the folder scripts of a new current directory.
func placeExample(t *testing.T, e *message.Entry) exampleOf {
	x := splitExample(e)
	t.Chdir(t.TempDir())
	for _, f := range x.files {
		path := filepath.Join("scripts", filepath.FromSlash(f[0]))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(f[1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return x
}

// messageExample runs the example of an entry, and returns it with what is printed.
func messageExample(t *testing.T, e *message.Entry) string {
	x := placeExample(t, e)
	found := checked(t)
	if x.ticks > 0 {
		found = append(found, faultsOf(t, x)...)
	}
	at := slices.IndexFunc(found, func(d diag.Diagnostic) bool { return d.Code == e.Code })
	if at < 0 {
		t.Errorf("en/%s.txt:%d: the example of %s leads to %s", e.File, e.Line, e.Code, diag.List(found).Error())
		return ""
	}
	d := found[at]
	raw, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var back diag.Diagnostic
	if err := json.Unmarshal(raw, &back); err != nil {
		t.Fatal(err)
	}
	text, hint := message.Text(back.Code, back.Args)
	if back.Remedy != nil {
		hint, _ = message.Text(back.Remedy.Code, back.Remedy.Args)
	}
	if text != d.Message || hint != d.Hint {
		t.Errorf("%s: the words %q: %q come from the code and the arguments, and the finding has %q: %q", e.Code, text, hint, d.Message, d.Hint)
	}
	var b strings.Builder
	for _, f := range x.files {
		lang, mark := "text", "# file: "
		switch filepath.Ext(f[0]) {
		case ".lua":
			lang, mark = "lua", "-- file: "
		case ".bt":
			lang = "bt"
		}
		head := ""
		if len(x.files) > 1 {
			head = mark + f[0] + "\n"
		}
		fmt.Fprintf(&b, "\n```%s\n%s%s```\n", lang, head, strings.TrimRight(f[1], "\n")+"\n")
	}
	fmt.Fprintf(&b, "\n```text\n%s\n```\n", d.Error())
	return b.String()
}

// checked returns what bough check finds in the folder scripts.
func checked(t *testing.T) []diag.Diagnostic {
	var out, errs bytes.Buffer
	commands.Main([]string{"check", "--json", "--geometry", "--lang", message.Language(), "scripts"}, &out, &errs, nil)
	var found []diag.Diagnostic
	if err := json.Unmarshal(out.Bytes(), &found); err != nil {
		t.Fatalf("%v\n%s%s", err, out.Bytes(), errs.Bytes())
	}
	return found
}

// faultsOf plays an example, and returns the errors of its scripts.
func faultsOf(t *testing.T, x exampleOf) (found []diag.Diagnostic) {
	if err := playExample(x, func(d diag.Diagnostic, _ diag.List) { found = append(found, d) }); err != nil {
		t.Fatal(err)
	}
	return found
}

// playExample plays an example, and calls f with the errors of its scripts and the findings in its files.
func playExample(x exampleOf, f func(diag.Diagnostic, diag.List)) error {
	tree := "patrol"
	if !slices.ContainsFunc(x.files, func(f [2]string) bool { return f[0] == "patrol.bt" }) {
		tree = "example"
		if err := os.WriteFile("scripts/example.bt", []byte("tree example\n  patrol\n"), 0o644); err != nil {
			return err
		}
	}
	var game *bough.Game
	game, err := bough.Open("scripts", bough.Options{OnFault: func(raised *engine.Fault) { f(raised.Diagnostic(), game.Bundle().Problems) }})
	if err != nil {
		return err
	}
	defer game.Close()
	if _, err := game.Spawn(tree, x.fields); err != nil {
		return err
	}
	for range x.ticks {
		game.Tick(100 * time.Millisecond)
	}
	return nil
}

// twoMistakes has the codes whose examples have a second mistake in the line, which raises an error.
var twoMistakes = []string{"missing-answer"}

// TestToldOnce plays the examples of the catalog: an error of a script in the line of a finding repeats the finding.
func TestToldOnce(t *testing.T) {
	repeated := 0
	for _, e := range message.Entries() {
		if e.Example == "" || e.Part() || slices.Contains(twoMistakes, e.Code) {
			continue
		}
		t.Run(e.Code, func(t *testing.T) {
			x := placeExample(t, &e)
			x.ticks = max(x.ticks, 3)
			// The error of an example whose tree cannot run is a finding itself.
			_ = playExample(x, func(d diag.Diagnostic, problems diag.List) {
				here := slices.IndexFunc(problems, func(p diag.Diagnostic) bool { return p.Pos.File == d.Pos.File && p.Pos.Line == d.Pos.Line })
				switch {
				case here < 0:
				case message.Announced(d, problems) < 0:
					t.Errorf("told twice:\n%s\n%s", problems[here].Error(), d.Error())
				default:
					repeated++
				}
			})
		})
	}
	if repeated < 20 {
		t.Errorf("%d errors repeat a finding", repeated)
	}
}
