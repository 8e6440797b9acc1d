package sitedocs_test

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bough-dev/bough/cmd/bough/internal/sitedocs"
	"github.com/bough-dev/bough/docs"
)

var (
	dest = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	id   = regexp.MustCompile(` id="([^"]*)"`)
)

// TestLinks checks that each link of the documentation leads somewhere.
func TestLinks(t *testing.T) {
	files, err := sitedocs.Make(docs.FS, "https://example.org/blob/", map[string]string{"Melee": "https://example.org/#melee"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := "Melee</h3>\n<p class=\"play\"><a href=\"https://example.org/#melee\">"; !strings.Contains(string(files["gallery.html"]), want) {
		t.Errorf("the gallery has no %s", want)
	}
	ids := map[string][]string{}
	for name, text := range files {
		for _, m := range id.FindAllStringSubmatch(string(text), -1) {
			ids[name] = append(ids[name], m[1])
		}
	}
	links := 0
	for name, text := range files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		if n := strings.Count(string(text), "<h1"); n != 1 {
			t.Errorf("%s has %d titles", name, n)
		}
		for _, m := range dest.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			links++
			file, anchor, has := strings.Cut(m[1], "#")
			if file == "" {
				file = path.Base(name)
			}
			if file = path.Join(path.Dir(name), file); slices.Contains([]string{"docs.css", "search.js", "..", "../play", "../play/icon.svg"}, file) {
				continue
			}
			if _, ok := files[file]; !ok {
				t.Errorf("%s: there is no %s", name, m[1])
			} else if has && !slices.Contains(ids[file], anchor) {
				t.Errorf("%s: %s has no anchor %s", name, file, anchor)
			}
		}
	}
	if links < 500 {
		t.Errorf("%d links", links)
	}
}

// TestLanguages looks at a page in both languages.
func TestLanguages(t *testing.T) {
	files, err := sitedocs.Make(docs.FS, "https://example.org/blob/", nil, map[string]map[int]string{"scripting": {0: "../play/#x"}})
	if err != nil {
		t.Fatal(err)
	}
	for name, all := range map[string][]string{
		"scripting.html": {`<html lang="en">`, `<a href="zh/scripting.html" lang="zh" hreflang="zh">中文</a>`, `<a href="../play/#x">Play it in the browser</a>`,
			`<a href="scripting.html" aria-current="page">Writing behaviors</a>`, `data-none="Nothing has`},
		"kinds.html": {`<html lang="en">`},
		"zh/scripting.html": {`<html lang="zh">`, `<a href="../scripting.html" lang="en" hreflang="en">English</a>`, `<a href="../../play/#x">在浏览器里运行</a>`,
			`<a href="scripting.html" aria-current="page">编写行为</a>`, `<a href="../kinds.html" lang="en" hreflang="en">Node kinds</a>`, `<h2>入门</h2>`,
			`<script type="module" src="../search.js">`, `<a href="https://example.org/blob/README.zh.md#安装">`},
	} {
		for _, want := range all {
			if strings.Count(string(files[name]), want) != 1 {
				t.Errorf("%s has not one %s", name, want)
			}
		}
	}
	for name, words := range map[string]bool{"kinds.html": false, "scripting.html": true, "zh/scripting.html": false} {
		if got := strings.Contains(string(files[name]), ">中文<"); got != words {
			t.Errorf("%s has a link to Chinese: %t", name, got)
		}
	}
	for name, page := range map[string]string{"search.json": "scripting.html", "zh/search.json": "zh/scripting.html"} {
		var sections []struct{ Page, ID, Text string }
		if err := json.Unmarshal(files[name], &sections); err != nil {
			t.Fatal(err)
		}
		pages := map[string]bool{}
		for _, s := range sections {
			pages[s.Page] = true
			if strings.HasPrefix(s.Page, "zh/") != strings.HasPrefix(name, "zh/") {
				t.Errorf("%s has %s", name, s.Page)
			}
		}
		if !pages[page] {
			t.Errorf("%s has no %s", name, page)
		}
	}
	if string(files["zh/index.html"]) != string(files["zh/scripting.html"]) {
		t.Error("the pages in Chinese do not begin with the first one")
	}
}
