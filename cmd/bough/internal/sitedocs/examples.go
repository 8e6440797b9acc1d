package sitedocs

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/bough-dev/bough/trees"
)

// Example is a tree of a page with the files that it needs.
type Example struct {
	Block int    // number of the block of code, the first is 0
	Name  string // such as trees-3
	Scene string // the path of a scene that spawns its trees
	Files map[string]string
}

var (
	fileMark  = regexp.MustCompile(`^(?:--|#) file: (\S+)\n`)
	treeStart = regexp.MustCompile(`(?m)^tree (\w+)`)
	fieldList = regexp.MustCompile(`<!-- fields: (.*?) -->`)
)

// Examples returns the trees of a page, as far as the page says which fields its agents have. As the tests of the pages do, it
// takes of each file the last version above the tree, or else the first one below.
func Examples(page, text string) (list []Example) {
	fields := fieldList.FindStringSubmatch(text)
	if fields == nil {
		return nil
	}
	type block struct{ lang, file, text string }
	var blocks []block
	lines := strings.SplitAfter(text, "\n")
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "```") {
			continue
		}
		b := block{lang: strings.TrimSpace(lines[i][3:])}
		for i++; i < len(lines) && strings.TrimRight(lines[i], "\n") != "```"; i++ {
			b.text += lines[i]
		}
		if m := fileMark.FindStringSubmatch(b.text); m != nil {
			b.file = m[1]
		} else if m := treeStart.FindStringSubmatch(b.text); m != nil && strings.HasPrefix(b.lang, "bt") {
			b.file = m[1] + ".bt"
		}
		blocks = append(blocks, b)
	}
	for i, b := range blocks {
		if b.lang != "bt" || b.file == "" {
			continue
		}
		files := map[string]string{}
		for k, other := range blocks {
			_, known := files[other.file]
			if other.file != "" && !strings.HasSuffix(other.lang, " error") && (k <= i || !known) {
				files[other.file] = other.text
			}
		}
		spawns := ""
		parsed, _ := trees.Parse(b.file, []byte(b.text))
		for _, t := range parsed.Trees {
			if !slices.ContainsFunc(t.Params, func(q trees.TreeParam) bool { return q.Required }) {
				spawns += fmt.Sprintf("spawn %s %s\n", t.Name, fields[1])
			}
		}
		if spawns == "" {
			continue
		}
		for _, f := range strings.Fields(fields[1]) { // the page says that the game sets them
			name, _, _ := strings.Cut(f, "=")
			if declared := "\n" + files["agent.fields"]; !strings.Contains(declared, "\n"+name+" ") {
				files["agent.fields"] += name + "\n"
			}
		}
		scene := "example.scene"
		files[scene] = fmt.Sprintf("# An example of the page %s.\ndt 0.1\n%s", page, spawns)
		list = append(list, Example{i, fmt.Sprintf("%s-%d", page, len(list)+1), scene, files})
	}
	return list
}
