// Package sitedocs makes a folder of HTML of the pages of docs, with an index for the search, and finds the examples that play.
package sitedocs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/cmd/bough/internal/markdown"
)

// Group is a part of the list of pages.
type Group struct {
	Title, Chinese string
	Pages          []string // names of files without .md
}

// Groups lists the pages as a reader meets them. Pages that it does not name come last.
var Groups = []Group{
	{"Begin", "入门", []string{"scripting", "trees", "kinds", "gallery", "scenes", "testing"}},
	{"See", "观察", []string{"inspect", "playground", "pictures", "recordings", "performance"}},
	{"In a game", "接入游戏", []string{"embedding", "snapshots", "lua-api", "semantics", "messages", "compatibility"}},
	{"Coming from", "从别的系统转来", []string{"from-behavior3", "from-behaviortree-cpp", "from-godot", "from-gopher-lua", "from-owlcat", "from-py-trees", "from-tinybt", "from-tsiu", "from-unreal"}},
	{"More", "其他", []string{"json", "architecture", "test-flags"}},
}

// language is a language of pages, with the words around them. It is not that of the process, since a site has both.
type language struct {
	Lang, Name string // of the language
	dir        string // of its pages, with a slash
	Root       string // the way from there back to the folder of the documentation

	Playground, Play, Pages, Search, SearchLabel, None, Broken string
}

var languages = []language{
	{Lang: "en", Name: "English", Playground: "Playground", Play: "Play it in the browser", Pages: "pages",
		Search: "Search (/)", SearchLabel: "search the documentation",
		None: "Nothing has all of these words.", Broken: "The index cannot be loaded."},
	{Lang: "zh", Name: "中文", dir: "zh/", Root: "../", Playground: "演练场", Play: "在浏览器里运行", Pages: "页面列表",
		Search: "搜索（按 /）", SearchLabel: "搜索文档",
		None: "没有哪一节包含所有这些词。", Broken: "搜索索引加载失败。"},
}

// entry is a section in search.json; see search.ts.
type entry struct {
	Page  string `json:"page"` // name of the file
	ID    string `json:"id"`
	In    string `json:"in"` // title of the page
	Title string `json:"title"`
	Text  string `json:"text"`
}

// item is a page in the list of pages, or the same page in another language.
type item struct {
	File, Title string
	Lang        string // unless it is that of the page with the list
	Here        bool
}

// group is a part of the list of pages, in the language of a page.
type group struct {
	Title string
	Pages []item
}

// Make returns the files of the folder. repository is the address of the files that pages of docs link to, but that are not in it.
// scenes has the addresses at which examples of the gallery play, by their titles, and examples those of other pages, by the name of
// the page and the number of the block. A page in Chinese has the blocks of the one in English.
func Make(docs fs.FS, repository string, scenes map[string]string, examples map[string]map[int]string) (map[string][]byte, error) {
	pages, files := map[string]*markdown.Page{}, map[string][]byte{}
	names := map[string][]string{} // of the pages of a language
	for _, l := range languages {
		list, err := fs.Glob(docs, l.dir+"*.md")
		if err != nil {
			return nil, err
		}
		index := []entry{}
		for _, file := range list {
			text, err := fs.ReadFile(docs, file)
			if err != nil {
				return nil, err
			}
			name := strings.TrimSuffix(path.Base(file), ".md")
			p := markdown.Render(withoutLanguages(string(text)), linker(docs, repository, l.dir), func(block int) string {
				if at := examples[name][block]; at != "" {
					return l.play(l.Root + at)
				}
				return ""
			})
			if file == "gallery.md" {
				for _, s := range p.Sections {
					if at := scenes[s.Title]; at != "" {
						before, after, _ := strings.Cut(p.HTML, fmt.Sprintf(" id=%q>", s.ID))
						title, rest, _ := strings.Cut(after, "\n")
						p.HTML = fmt.Sprintf("%s id=%q>%s\n%s%s", before, s.ID, title, l.play(at), rest)
					}
				}
			}
			pages[l.dir+name] = p
			names[l.Lang] = append(names[l.Lang], name)
			for _, s := range p.Sections {
				index = append(index, entry{l.dir + name + ".html", s.ID, p.Title, s.Title, s.Text})
			}
		}
		if files[l.dir+"search.json"], err = json.Marshal(index); err != nil {
			return nil, err
		}
	}
	groups, err := grouped(pages, names["en"])
	if err != nil {
		return nil, err
	}
	for _, l := range languages {
		for _, name := range names[l.Lang] {
			if pages[name] == nil {
				return nil, fmt.Errorf("%s%s.md has no page in English", l.dir, name)
			}
			if files[l.dir+name+".html"], err = l.page(pages, groups, name); err != nil {
				return nil, err
			}
		}
		if first := files[l.dir+Groups[0].Pages[0]+".html"]; first != nil {
			files[l.dir+"index.html"] = first
		}
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

// languageLine is the line of a page with a link to the same page in another language. Pages of the folder have it in their header.
var languageLine = regexp.MustCompile(`(?m)^\[(English|中文)\]\(\S+\.md\)\n\n`)

func withoutLanguages(text string) string { return languageLine.ReplaceAllString(text, "") }

// linker returns how links of the pages in dir are changed.
func linker(docs fs.FS, repository, dir string) func(dest string) string {
	return func(dest string) string {
		if strings.Contains(dest, "://") || strings.HasPrefix(dest, "#") {
			return dest
		}
		file, anchor, has := strings.Cut(dest, "#")
		if has {
			anchor = "#" + anchor
		}
		switch _, err := fs.Stat(docs, path.Join(dir, file)); {
		case err != nil:
			return repository + path.Join("docs", dir, file) + anchor
		case path.Ext(file) == ".md":
			return strings.TrimSuffix(file, ".md") + ".html" + anchor
		}
		return dest
	}
}

// grouped returns Groups with all pages in English.
func grouped(pages map[string]*markdown.Page, names []string) ([]Group, error) {
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
	for _, name := range names {
		if !listed[name] {
			last.Pages = append(slices.Clone(last.Pages), name)
		}
	}
	return groups, nil
}

// play returns a link to a scene that plays.
func (l *language) play(at string) string {
	return fmt.Sprintf("<p class=\"play\"><a href=%q>%s</a></p>\n", at, l.Play)
}

// page returns a page as a file. Its list has the pages in its language and, where there are none, those in English.
func (l *language) page(pages map[string]*markdown.Page, groups []Group, name string) ([]byte, error) {
	p := pages[l.dir+name]
	data := struct {
		Language *language
		Title    string
		Body     template.HTML
		Groups   []group
		Others   []item
	}{Language: l, Title: p.Title, Body: template.HTML(p.HTML)} // markdown escapes all that is not its own
	for _, g := range groups {
		list := group{Title: g.Title}
		if l.Lang == "zh" {
			list.Title = g.Chinese
		}
		for _, n := range g.Pages {
			i := item{File: n + ".html", Here: n == name}
			if own := pages[l.dir+n]; own != nil {
				i.Title = own.Title
			} else {
				i.File, i.Title, i.Lang = l.Root+i.File, pages[n].Title, "en"
			}
			list.Pages = append(list.Pages, i)
		}
		data.Groups = append(data.Groups, list)
	}
	for _, other := range languages {
		if other.Lang != l.Lang && pages[other.dir+name] != nil {
			data.Others = append(data.Others, item{File: l.Root + other.dir + name + ".html", Title: other.Name, Lang: other.Lang})
		}
	}
	var b bytes.Buffer
	err := page.Execute(&b, data)
	return b.Bytes(), err
}

// page is a page of the folder. It runs no script but its own, and loads nothing from elsewhere.
var page = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="{{.Language.Lang}}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{.Title}} · Bough</title>
<link rel="icon" href="{{.Language.Root}}../play/icon.svg">
<link rel="stylesheet" href="{{.Language.Root}}docs.css">
<script type="module" src="{{.Language.Root}}search.js"></script>
</head>
<body>
<header>
<a class="name" href="{{.Language.Root}}../">Bough</a>
<a href="{{.Language.Root}}../play/">{{.Language.Playground}}</a>
{{range .Others}}<a href="{{.File}}" lang="{{.Lang}}" hreflang="{{.Lang}}">{{.Title}}</a>
{{end}}<div class="search" role="search"><input type="search" id="search" placeholder="{{.Language.Search}}" aria-label="{{.Language.SearchLabel}}" autocomplete="off"><div id="found" data-none="{{.Language.None}}" data-broken="{{.Language.Broken}}" hidden></div></div>
</header>
<nav aria-label="{{.Language.Pages}}">
{{range .Groups}}<h2>{{.Title}}</h2>
<ul>
{{range .Pages}}<li><a href="{{.File}}"{{with .Lang}} lang="{{.}}" hreflang="{{.}}"{{end}}{{if .Here}} aria-current="page"{{end}}>{{.Title}}</a></li>
{{end}}</ul>
{{end}}</nav>
<main>
{{.Body}}</main>
</body>
</html>
`))
