package docs_test

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// originals has the pages in Chinese that people write, and their originals. Those pages have the blocks of code of the
// originals, so the tests that run the originals hold for them, too.
var originals = map[string]string{
	"../README.zh.md": "../README.md",
	"zh/scripting.md": "scripting.md",
	"zh/trees.md":     "trees.md",
}

// generated are the pages in Chinese that other tests write.
var generated = []string{"zh/messages.md"}

// TestChinesePages compares the pages in Chinese with their originals.
func TestChinesePages(t *testing.T) {
	names, err := filepath.Glob("zh/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name = filepath.ToSlash(name); originals[name] == "" && !slices.Contains(generated, name) {
			t.Errorf("no test reads %s: name its original in originals", name)
		}
	}
	for name, original := range originals {
		english, chinese := readPage(t, original), readPage(t, name)
		if m := difference(skeleton(english), skeleton(chinese)); m != "" {
			t.Errorf("%s: %s", name, m)
		}
		for file, other := range map[string]string{name: "[English](", original: "[中文]("} {
			lines := strings.Split(readPage(t, file), "\n")
			to := map[string]string{name: original, original: name}[file]
			if rel, err := filepath.Rel(path.Dir(file), to); err != nil || len(lines) < 3 || lines[2] != other+filepath.ToSlash(rel)+")" {
				t.Errorf("%s: want the line %s%s) below the title", file, other, filepath.ToSlash(rel))
			}
		}
		for line := range strings.Lines(withoutBlocks(chinese)) {
			if bold := brokenBold(line); bold != "" {
				t.Errorf("%s: GitHub does not end the bold text %q: put the sign after the mark, or a space", name, bold)
			}
		}
	}
	commands := regexp.MustCompile("(?m)^- `bough help`[:：] ?(.*)[.。]$")
	list := func(file, comma string) []string {
		m := commands.FindStringSubmatch(readPage(t, file))
		if m == nil {
			t.Fatalf("%s does not list the commands", file)
		}
		return strings.Split(m[1], comma)
	}
	if a, b := list("../README.md", ", "), list("../README.zh.md", "、"); !slices.Equal(a, b) {
		t.Errorf("README.zh.md lists the commands\n%v\nREADME.md\n%v", b, a)
	}
}

// brokenBold returns a bold text of a line that Markdown does not take for one, or "": a mark with a sign before it and a letter
// behind it ends nothing, and one with a letter before it and a sign behind it begins nothing. Without spaces between words, that
// happens soon.
func brokenBold(line string) string {
	texts := strings.Split(line, "**")
	for i := 1; i+1 < len(texts); i += 2 {
		before, _ := utf8.DecodeLastRuneInString(texts[i-1])
		first, _ := utf8.DecodeRuneInString(texts[i])
		last, _ := utf8.DecodeLastRuneInString(texts[i])
		after, _ := utf8.DecodeRuneInString(texts[i+1])
		if isSign(first) && isLetter(before) || isSign(last) && isLetter(after) {
			return texts[i]
		}
	}
	return ""
}

func isSign(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

func isLetter(r rune) bool { return r != utf8.RuneError && !unicode.IsSpace(r) && !isSign(r) }

// part is a part of a page that is the same in both languages.
type part struct {
	line int
	text string
}

// skeleton returns the headings by their levels, the blocks of code, and the rows of tables by their first cell, if it is code.
func skeleton(text string) (parts []part) {
	block := ""
	firstCell := regexp.MustCompile("^\\|((?: `[^`|]+`)+) \\|")
	for i, line := range strings.Split(text, "\n") {
		switch level := len(line) - len(strings.TrimLeft(line, "#")); {
		case strings.HasPrefix(line, "```") && block == "":
			block = line + "\n"
		case block != "":
			block += line + "\n"
			if line == "```" {
				parts, block = append(parts, part{i + 1, block}), ""
			}
		case level > 0:
			parts = append(parts, part{i + 1, line[:level]})
		case strings.HasPrefix(line, "|"):
			cell := "|"
			if m := firstCell.FindStringSubmatch(line); m != nil {
				cell += m[1]
			}
			parts = append(parts, part{i + 1, cell})
		}
	}
	return parts
}

// difference returns where a page in Chinese first differs from its original, or "".
func difference(english, chinese []part) string {
	end := part{0, "the end"}
	for i := range max(len(english), len(chinese)) {
		a, b := end, end
		if i < len(english) {
			a = english[i]
		}
		if i < len(chinese) {
			b = chinese[i]
		}
		if a.text != b.text {
			return fmt.Sprintf("what ends in line %d of the original\n%s\nis here, in line %d\n%s", a.line, a.text, b.line, b.text)
		}
	}
	return ""
}

// TestSkeleton checks that TestChinesePages finds each kind of a difference, and nothing else.
func TestSkeleton(t *testing.T) {
	original := "# A\n\ntext\n\n```lua\n# b\n```\n\n| a | b |\n|---|---|\n| `c` `d` | e |\n\n## F\n"
	for chinese, same := range map[string]bool{
		"# 甲\n\n字\n字\n\n```lua\n# b\n```\n\n| 一 | 二 |\n|---|---|\n| `c` `d` | 三 |\n\n## 四\n": true,
		"# 甲\n```lua\n# c\n```\n| 一 | 二 |\n|---|---|\n| `c` `d` | 三 |\n## 四\n":               false,
		"# 甲\n```\n# b\n```\n| 一 | 二 |\n|---|---|\n| `c` `d` | 三 |\n## 四\n":                  false,
		"# 甲\n```lua\n# b\n```\n| 一 | 二 |\n|---|---|\n| `c` | 三 |\n## 四\n":                   false,
		"# 甲\n```lua\n# b\n```\n| 一 | 二 |\n|---|---|\n## 四\n":                                false,
		"# 甲\n```lua\n# b\n```\n| 一 | 二 |\n|---|---|\n| `c` `d` | 三 |\n### 四\n":              false,
		"# 甲\n```lua\n# b\n```\n| 一 | 二 |\n|---|---|\n| `c` `d` | 三 |\n":                     false,
		"# 甲\n| 一 | 二 |\n|---|---|\n| `c` `d` | 三 |\n```lua\n# b\n```\n## 四\n":               false,
	} {
		if m := difference(skeleton(original), skeleton(chinese)); (m == "") != same {
			t.Errorf("%s: %q", chinese, m)
		}
	}
	for text, broken := range map[string]bool{"**甲。**乙": true, "**甲。** 乙": false, "**甲**。乙": false, "是**甲**（a）": false, "**甲**，**乙！**丙": true, "**`甲`**乙": true, "甲**“乙”** 丙": true, "**甲**": false, "**甲**，`乙`**丙**": false} {
		if got := brokenBold(text); (got != "") != broken {
			t.Errorf("%s: %q", text, got)
		}
	}
}
