package behavior3

import (
	"fmt"
	"path"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/jsondoc"
	"github.com/bough-dev/bough/trees/internal/nodeline"
	"github.com/bough-dev/bough/trees/internal/report"
)

// maxKept is the largest number of characters that are kept for a node or a tree. It leaves room for the rest of
// the line, which must be shorter than trees.MaxLineLength.
const maxKept = trees.MaxLineLength - 1000

// Import imports a file of either dialect. The positions in the result are in src. The list has a warning for each
// difference in meaning, grouped by kinds of nodes. If the list has an error, the file is nil.
func Import(path string, src []byte) (*trees.File, diag.List) {
	doc, list := jsondoc.Parse(path, src)
	if doc == nil {
		return nil, list
	}
	file := trees.NewFile(path, src)
	im := &importer{path: path, file: file, report: report.New(file), names: map[string]string{}, taken: map[string]bool{}}
	im.document(doc)
	im.placeAside(src)
	for _, t := range im.file.Trees {
		if t.Root != nil {
			nodeline.Unfold(t, overridesField)
		}
	}
	if list = im.report.Done(); im.report.Failed() {
		return nil, list.Errors()
	}
	return im.file, list
}

type importer struct {
	dialect Dialect
	path    string
	file    *trees.File
	report  *report.Report
	names   map[string]string // names of the trees of a project, by id
	taken   map[string]bool   // names of trees in use
	aside   []trees.Comment

	params []trees.TreeParam         // parameters of the current tree
	nodes  map[string]*jsondoc.Value // nodes of the current tree, by id
	used   map[string]bool
	count  int
}

func (im *importer) document(doc *jsondoc.Value) {
	list := doc.Get("trees")
	switch root := doc.Get("root"); {
	case isTrees(doc.Get("data").Get("trees")):
		// The editor of the original dialect wraps a project in an object with its name and path.
		data := doc.Get("data")
		beside := rest(doc)
		beside["data"] = rest(data, "trees")
		im.project(data, data.Get("trees").Items, beside)
	case isTrees(list):
		im.project(doc, list.Items, rest(doc, "trees"))
	case root != nil && root.Kind == jsondoc.Object:
		im.dialect = Nested
		im.tree(doc, im.treeName(doc))
	default:
		im.tree(doc, im.treeName(doc))
	}
}

func isTrees(list *jsondoc.Value) bool { return list != nil && list.Kind == jsondoc.Array }

func (im *importer) project(doc *jsondoc.Value, list []*jsondoc.Value, beside object) {
	if len(list) == 0 {
		im.report.Fail(doc.Pos, message.ProjectWithoutTrees())
		return
	}
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = im.treeName(t)
		if id := t.Get("id"); id != nil {
			im.names[id.Text] = names[i]
		}
	}
	for i, t := range list {
		im.tree(t, names[i])
	}
	// A project that Bough exported has no other data.
	if len(im.file.Trees) > 0 && isKept(im.file.Trees[0]) {
		im.setAside(asideProject, text(beside))
	}
}

// isKept reports whether data of the editor was stored with a tree.
func isKept(t *trees.Tree) bool { return kept(t.Meta, "tree") != "" }

// rest returns an object with all members except the given ones.
func rest(v *jsondoc.Value, but ...string) object {
	o := object{}
	for _, m := range v.Members {
		o[m.Name] = plain(m.Value)
	}
	for _, name := range but {
		delete(o, name)
	}
	return o
}

// treeName returns a name that no other tree of the file has.
func (im *importer) treeName(t *jsondoc.Value) string {
	name := textOf(t.Get("title"))
	if name == "" {
		name = textOf(t.Get("name"))
	}
	if name == "" {
		name = path.Base(strings.ReplaceAll(im.path, `\`, "/"))
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	name = identifier(name, "tree_")
	base := name
	for i := 2; im.taken[name]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	im.taken[name] = true
	return name
}

func textOf(v *jsondoc.Value) string {
	if v == nil || v.Kind != jsondoc.String {
		return ""
	}
	return v.Text
}

// identifier converts s to a valid name. It adds the prefix if necessary.
func identifier(s, prefix string) string {
	name := strings.Map(func(r rune) rune {
		if r == '.' || ident.In(r, false) {
			return r
		}
		return '_'
	}, ident.Plain(s))
	if trees.CheckName(name) != nil {
		name = prefix + strings.ReplaceAll(name, ".", "_")
	}
	if behaviors.KindNamed(name) != nil {
		name = prefix + name
	}
	return name
}

func (im *importer) tree(v *jsondoc.Value, name string) {
	root := v.Get("root")
	im.nodes, im.used, im.count = map[string]*jsondoc.Value{}, map[string]bool{}, 0
	if im.dialect == Original {
		if root = im.table(v, root); root == nil {
			return
		}
	}
	t := &trees.Tree{Name: name, NamePos: v.Pos, Pos: v.Pos, File: im.file}
	if native := im.header(v, t); !native {
		if doc := textOf(v.Get(im.dialect.words().remark)); isRemark(doc) {
			t.Doc = doc
		}
		t.Meta = keep(v.Pos, "dialect", im.dialect.String(), "tree", text(im.treeRest(v, t)))
		im.bounded(v, t.Name, t.Doc, t.Meta.String())
	}
	im.params = t.Params
	if disabled(root) {
		im.report.Fail(root.Pos, message.RootDisabledInEditor())
		return
	}
	t.Root = im.node(root, 1)
	if t.Root == nil || im.report.Failed() {
		return
	}
	t.EndLine = t.Root.EndLine
	if im.dialect == Original {
		im.loose(v, t)
	}
	im.file.Trees = append(im.file.Trees, t)
	im.report.Add(trees.Validate(t))
}

// treeRest returns the data of a tree that has no place in a tree file.
func (im *importer) treeRest(v *jsondoc.Value, t *trees.Tree) object {
	left := rest(v, "root")
	if im.dialect == Original {
		delete(left, "nodes")
	}
	if t.Doc != "" {
		delete(left, im.dialect.words().remark)
	}
	return left
}

// table reads the table of nodes and returns the root.
func (im *importer) table(v, root *jsondoc.Value) *jsondoc.Value {
	nodes := v.Get("nodes")
	if nodes == nil || nodes.Kind != jsondoc.Object {
		im.report.Fail(v.Pos, message.TreeWithoutNodes())
		return nil
	}
	for _, m := range nodes.Members {
		im.nodes[m.Name] = m.Value
	}
	if id := textOf(root); id == "" || im.nodes[id] == nil {
		im.report.Fail(v.Pos, message.RootNotConnected())
		return nil
	}
	return root
}

// loose stores the nodes that are not connected with the root.
func (im *importer) loose(v *jsondoc.Value, t *trees.Tree) {
	loose := object{}
	for _, m := range v.Get("nodes").Members {
		if !im.used[m.Name] {
			loose[m.Name] = plain(m.Value)
			im.report.Differs(m.Pos, message.UnconnectedNodes())
		}
	}
	if len(loose) > 0 && isKept(t) {
		im.setAside(asideLoose+t.Name, text(loose))
	}
}

// bounded checks that all data of a node or a tree fits on a line of a tree file.
func (im *importer) bounded(v *jsondoc.Value, parts ...string) {
	size := 0
	for _, part := range parts {
		size += len(trees.Literal(value.String(part)))
	}
	if size > maxKept {
		im.report.Fail(v.Pos, message.BecomesLongLine(size, maxKept))
	}
}
