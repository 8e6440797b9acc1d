package docs_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
)

// everyPage returns the pages of the repository, relative to this folder.
func everyPage(t *testing.T) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(os.DirFS(".."), ".", func(name string, d fs.DirEntry, err error) error {
		switch base := path.Base(name); {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "node_modules"):
			return fs.SkipDir
		case path.Ext(name) == ".md":
			names = append(names, "../"+name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestLinks checks that each link of each page leads to a file that exists, and to a heading in
// it.
func TestLinks(t *testing.T) {
	count := 0
	for _, page := range everyPage(t) {
		mistakes, n := deadLinks(os.DirFS(".."), strings.TrimPrefix(page, "../"))
		for _, m := range mistakes {
			t.Error(m)
		}
		count += n
	}
	if count < 200 {
		t.Errorf("%d links", count)
	}
}

// TestConflictMarks checks that no page contains a line that a merge has left.
func TestConflictMarks(t *testing.T) {
	mark := regexp.MustCompile(`(?m)^(<<<<<<<|>>>>>>>)( .*)?$`)
	for _, page := range everyPage(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if m := mark.Find(text); m != nil {
			t.Errorf("%s has the line %q", page, m)
		}
	}
}

// TestDeadLinks checks that TestLinks finds each kind of dead link, and nothing else.
func TestDeadLinks(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	fsys := fstest.MapFS{"docs/b.md": file("# A `b` page, (D1)\n\n## Twice\n## Twice\n```\n# no heading\n```\n<a id=\"own\"></a>\n"), "play.svg": file("")}
	for text, want := range map[string]string{
		"[b](b.md) [b](b.md#a-b-page-d1) [b](b.md#twice) [b](b.md#twice-1) [b](b.md#own) ![p](../play.svg)": "",
		"# Here\n[here](#here) [there](https://example.com/x#y) `[no](link.md)`":                            "",
		"```\n[no](link.md)\n```\n[folder](../docs/)":                                                       "",
		"two\nlines [of\ntext](gone.md)":                                                                    "a.md:3: gone.md: no such file",
		"![picture](gone.svg)":                                                                              "a.md:1: gone.svg: no such file",
		"[b](b.md#twice-2)":                                                                                 "a.md:1: b.md#twice-2: no such heading",
		"[b](b.md#no-heading)":                                                                              "a.md:1: b.md#no-heading: no such heading",
		"[a](#nowhere)":                                                                                     "a.md:1: #nowhere: no such heading",
		"[b](b.md#Twice)":                                                                                   "a.md:1: b.md#Twice: no such heading",
		"[b][1]\n\n[1]: gone.md":                                                                            "a.md:3: gone.md: no such file",
		"<source media=\"(a: b)\" srcset=\"gone.png\">":                                                     "a.md:1: gone.png: no such file",
		"<img src=\"gone.png\">":                                                                            "a.md:1: gone.png: no such file",
		"[out](../../gone.md)":                                                                              "a.md:1: ../../gone.md: no such file",
	} {
		fsys["docs/a.md"] = file(text)
		got, _ := deadLinks(fsys, "docs/a.md")
		if list := strings.Join(got, "\n"); list != strings.TrimSpace("docs/"+want) && (want != "" || list != "") {
			t.Errorf("%q: got %q, want %q", text, list, want)
		}
	}
}

var (
	inlineCode = regexp.MustCompile("`[^`\n]*`")
	link       = regexp.MustCompile(`\]\(([^)\s]+)\)|(?m:^\[[^\]\n]+\]: (\S+))|<(?:img|a|source)\s[^>]*(?:src|href|srcset)="([^"]+)"`)
	ownAnchor  = regexp.MustCompile(`<a (?:id|name)="([^"]+)"`)
	linkText   = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
)

// deadLinks returns the links of a page that lead nowhere in the file system, and how many
// lead into it.
func deadLinks(fsys fs.FS, page string) (mistakes []string, n int) {
	text, err := fs.ReadFile(fsys, page)
	if err != nil {
		return []string{err.Error()}, 0
	}
	prose := inlineCode.ReplaceAllStringFunc(withoutBlocks(string(text)), func(code string) string { return strings.Repeat("x", len(code)) })
	for _, m := range link.FindAllStringSubmatchIndex(prose, -1) {
		target, at := "", 0
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				target, at = prose[m[g]:m[g+1]], m[g]
			}
		}
		if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
			continue
		}
		n++
		if why := dead(fsys, page, target); why != "" {
			mistakes = append(mistakes, fmt.Sprintf("%s:%d: %s: %s", page, 1+strings.Count(prose[:at], "\n"), target, why))
		}
	}
	return mistakes, n
}

// dead returns why a link of a page leads nowhere, "" if it does not.
func dead(fsys fs.FS, page, target string) string {
	name, anchor, hasAnchor := strings.Cut(target, "#")
	file := page
	if name != "" {
		file = path.Join(path.Dir(page), name)
	}
	if _, err := fs.Stat(fsys, file); err != nil {
		return "no such file"
	}
	if !hasAnchor {
		return ""
	}
	text, err := fs.ReadFile(fsys, file)
	if err != nil || !slices.Contains(anchors(string(text)), anchor) {
		return "no such heading"
	}
	return ""
}

// withoutBlocks empties the lines of fenced blocks and comments.
func withoutBlocks(text string) string {
	var b strings.Builder
	fence := ""
	for line := range strings.SplitAfterSeq(text, "\n") {
		word := strings.TrimSpace(line)
		mark := word[:min(3, len(word))]
		switch {
		case fence == "" && (mark == "```" || mark == "~~~"):
			fence = mark
		case fence == "" && strings.HasPrefix(word, "<!--") && !strings.Contains(word, "-->"):
			fence = "-->"
		case fence == "":
			b.WriteString(line)
			continue
		case mark == fence:
			fence = ""
		}
		b.WriteString(strings.Repeat(" ", len(strings.TrimRight(line, "\n"))))
		b.WriteString(line[len(strings.TrimRight(line, "\n")):])
	}
	return b.String()
}

// anchors returns the anchors of a page as GitHub makes them from its headings.
func anchors(text string) (list []string) {
	prose := withoutBlocks(text)
	for _, m := range ownAnchor.FindAllStringSubmatch(prose, -1) {
		list = append(list, m[1])
	}
	seen := map[string]int{}
	for line := range strings.Lines(prose) {
		heading := strings.TrimLeft(line, "#")
		if level := len(line) - len(heading); level == 0 || level > 6 || !strings.HasPrefix(heading, " ") {
			continue
		}
		name := anchorOf(heading)
		if k := seen[name]; k > 0 {
			list = append(list, fmt.Sprintf("%s-%d", name, k))
		} else {
			list = append(list, name)
		}
		seen[name]++
	}
	return list
}

// anchorOf returns the anchor of the text of a heading.
func anchorOf(heading string) string {
	text := linkText.ReplaceAllString(strings.TrimSpace(heading), "$1")
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
