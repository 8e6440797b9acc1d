// Package sitedocs makes a folder of HTML of the pages of docs, with an index for the search, and finds the examples that play.
package sitedocs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bough-dev/bough/cmd/bough/internal/markdown"
)

// Group is a part of the list of pages.
type Group struct {
	Title string
	Pages []string // names of files without .md
}

// Groups lists the pages as a reader meets them. Pages that it does not name come last.
var Groups = []Group{
	{"Begin", []string{"scripting", "trees", "kinds", "gallery", "scenes", "testing"}},
	{"See", []string{"inspect", "playground", "pictures", "recordings", "performance"}},
	{"In a game", []string{"embedding", "snapshots", "lua-api", "semantics", "messages", "compatibility"}},
	{"Coming from", []string{"from-behavior3", "from-behaviortree-cpp", "from-godot", "from-gopher-lua", "from-owlcat", "from-py-trees", "from-tinybt", "from-tsiu", "from-unreal"}},
	{"More", []string{"json", "architecture", "test-flags"}},
}

// entry is a section in search.json; see search.ts.
type entry struct {
	Page  string `json:"page"` // name of the file
	ID    string `json:"id"`
	In    string `json:"in"` // title of the page
	Title string `json:"title"`
	Text  string `json:"text"`
}

// item is a page in the list of pages.
type item struct {
	File, Title string
	Here        bool
}

// Make returns the files of the folder. repository is the address of the files that pages of docs link to, but that are not in it.
// scenes has the addresses at which examples of the gallery play, by their titles, and examples those of other pages, by the name of
// the page and the number of the block.
func Make(docs fs.FS, repository string, scenes map[string]string, examples map[string]map[int]string) (map[string][]byte, error) {
	names, err := fs.Glob(docs, "*.md")
	if err != nil {
		return nil, err
	}
	link := func(dest string) string {
		if strings.Contains(dest, "://") || strings.HasPrefix(dest, "#") {
			return dest
		}
		file, anchor, has := strings.Cut(dest, "#")
		if has {
			anchor = "#" + anchor
		}
		switch _, err := fs.Stat(docs, file); {
		case err != nil:
			return repository + path.Join("docs", file) + anchor
		case path.Ext(file) == ".md":
			return strings.TrimSuffix(file, ".md") + ".html" + anchor
		}
		return dest
	}
	pages, files, index := map[string]*markdown.Page{}, map[string][]byte{}, []entry{}
	for _, file := range names {
		text, err := fs.ReadFile(docs, file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(file, ".md")
		p := markdown.Render(string(text), link, func(block int) string {
			if at := examples[name][block]; at != "" {
				return fmt.Sprintf("<p class=\"play\"><a href=%q>Play it in the browser</a></p>\n", at)
			}
			return ""
		})
		if name == "gallery" {
			for _, s := range p.Sections {
				if at := scenes[s.Title]; at != "" {
					before, after, _ := strings.Cut(p.HTML, fmt.Sprintf(" id=%q>", s.ID))
					title, rest, _ := strings.Cut(after, "\n")
					p.HTML = fmt.Sprintf("%s id=%q>%s\n<p class=\"play\"><a href=%q>Play it in the browser</a></p>\n%s", before, s.ID, title, at, rest)
				}
			}
		}
		pages[name] = p
		for _, s := range p.Sections {
			index = append(index, entry{name + ".html", s.ID, p.Title, s.Title, s.Text})
		}
	}
	groups, listed := slices.Clone(Groups), map[string]bool{}
	for _, g := range groups {
		for _, name := range g.Pages {
			if pages[name] == nil {
				return nil, fmt.Errorf("there is no page %s.md", name)
			}
			listed[name] = true
		}
	}
	last := &groups[len(groups)-1]
	for _, file := range names {
		if name := strings.TrimSuffix(file, ".md"); !listed[name] {
			last.Pages = append(slices.Clone(last.Pages), name)
		}
	}
	for name, p := range pages {
		var b bytes.Buffer
		data := struct {
			Title  string
			Body   template.HTML
			Groups []struct {
				Title string
				Pages []item
			}
		}{Title: p.Title, Body: template.HTML(p.HTML)} // markdown escapes all that is not its own
		for _, g := range groups {
			var list []item
			for _, n := range g.Pages {
				list = append(list, item{n + ".html", pages[n].Title, n == name})
			}
			data.Groups = append(data.Groups, struct {
				Title string
				Pages []item
			}{g.Title, list})
		}
		if err := page.Execute(&b, data); err != nil {
			return nil, err
		}
		files[name+".html"] = b.Bytes()
	}
	files["index.html"] = files[Groups[0].Pages[0]+".html"]
	if files["search.json"], err = json.Marshal(index); err != nil {
		return nil, err
	}
	others, err := fs.Glob(docs, "*.*")
	if err != nil {
		return nil, err
	}
	for _, file := range others {
		switch path.Ext(file) {
		case ".svg", ".png", ".json", ".txt":
			if files[file], err = fs.ReadFile(docs, file); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

// page is a page of the folder. It runs no script but its own, and loads nothing from elsewhere.
var page = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{.Title}} · Bough</title>
<link rel="icon" href="../play/icon.svg">
<link rel="stylesheet" href="docs.css">
<script type="module" src="search.js"></script>
</head>
<body>
<header>
<a class="name" href="../">Bough</a>
<a href="../play/">Playground</a>
<div class="search" role="search"><input type="search" id="search" placeholder="Search (/)" aria-label="search the documentation" autocomplete="off"><div id="found" hidden></div></div>
</header>
<nav aria-label="pages">
{{range .Groups}}<h2>{{.Title}}</h2>
<ul>
{{range .Pages}}<li><a href="{{.File}}"{{if .Here}} aria-current="page"{{end}}>{{.Title}}</a></li>
{{end}}</ul>
{{end}}</nav>
<main>
{{.Body}}</main>
</body>
</html>
`))
