package behavior3

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/nodeline"
)

// overridesField is the field of an inclusion that stores its overrides. An inclusion has no children in behavior3.
const overridesField = "b3_overrides"

// Export returns a file without errors in a dialect. A file with several trees becomes a project. The dialect
// Nested has no projects, so several trees are an error there. Trees that were imported from another dialect are
// exported like trees of Bough.
func Export(f *trees.File, d Dialect) ([]byte, diag.List) {
	var list diag.List
	switch {
	case len(f.Trees) == 0:
		list.Add(diag.Pos{File: f.Path, Line: 1, Col: 1}, message.ExportWithoutTree())
	case d == Nested && len(f.Trees) > 1:
		list.Add(f.Trees[1].Pos, message.SeveralTreesInNestedFile())
	}
	for _, t := range f.Trees {
		list = append(list, trees.Validate(t)...)
	}
	if len(list.Errors()) > 0 {
		return nil, list
	}
	f = nodeline.Fold(f, overridesField, func(n *trees.Node) {
		list.Warn(n.Pos, message.OverridesAsText())
	})
	if d == Original {
		list = append(list, elsewhere(f)...)
	}
	for _, t := range f.Trees {
		for n := range t.Root.All() {
			if len(n.Computed()) > 0 {
				list.Warn(n.Pos, message.ComputedValueAsText())
			}
		}
	}
	ex := &exporter{file: f, dialect: d, custom: map[string]bool{}, ids: map[string]string{}}
	for _, t := range f.Trees {
		if !ex.imported(t) {
			continue
		}
		switch id := open(kept(t.Meta, "tree"))["id"].(type) {
		case string:
			ex.ids[t.Name] = id
		case json.Number:
			ex.ids[t.Name] = id.String()
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(ex.document()); err != nil {
		list.Add(diag.Pos{File: f.Path, Line: 1, Col: 1}, message.ValueWithoutJson(err.Error()))
		return nil, list
	}
	return b.Bytes(), list
}

// elsewhere warns about inclusions of trees that are not in the file. The editor looks up a tree by its id in the
// project, and does not open a file with an unknown id.
func elsewhere(f *trees.File) diag.List {
	var list diag.List
	for _, t := range f.Trees {
		for n := range t.Root.All() {
			if n.Include && !has(f, n.Name) {
				list.Warn(n.Pos, message.IncludedTreeElsewhere(n.Name))
			}
		}
	}
	return list
}

// has reports whether a file contains a tree.
func has(f *trees.File, name string) bool {
	return slices.ContainsFunc(f.Trees, func(t *trees.Tree) bool { return t.Name == name })
}

type exporter struct {
	file    *trees.File
	dialect Dialect
	custom  map[string]bool
	list    []any             // custom_nodes
	ids     map[string]string // ids by name, for imported trees

	tree  *trees.Tree
	nodes object // nodes of the tree, by id
	count int    // number of nodes so far
	row   int    // number of leaves so far
}

func (ex *exporter) document() any {
	var all []any
	for _, t := range ex.file.Trees {
		all = append(all, ex.oneTree(t))
	}
	project := open(asideOf(ex.file, asideProject))
	first := all[0].(object)
	switch {
	case ex.dialect == Original && project != nil && ex.imported(ex.file.Trees[0]):
		if data, ok := project["data"].(object); ok {
			data["trees"] = all
		} else {
			project["trees"] = all
		}
		return project
	case len(all) == 1:
		if ex.dialect == Original && !ex.imported(ex.file.Trees[0]) {
			first["custom_nodes"] = ex.customs()
		}
		return first
	}
	return object{"version": "0.3.0", "scope": "project", "selectedTree": first["id"], "trees": all, "custom_nodes": ex.customs()}
}

func (ex *exporter) customs() []any { return append([]any{}, ex.list...) }

// imported reports whether a tree was imported from the dialect of the export.
func (ex *exporter) imported(t *trees.Tree) bool {
	return kept(t.Meta, "dialect") == ex.dialect.String()
}

func (ex *exporter) oneTree(t *trees.Tree) object {
	ex.tree, ex.nodes, ex.count, ex.row = t, object{}, 0, 0
	root := ex.node(t.Root, 0)
	o := open(kept(t.Meta, "tree"))
	if !ex.imported(t) || o == nil {
		o = ex.freshTree(t)
	} else if t.Doc != "" {
		o[ex.dialect.words().remark] = t.Doc
	}
	o["root"] = root
	if ex.dialect == Original {
		for id, n := range open(asideOf(ex.file, asideLoose+t.Name)) {
			ex.nodes[id] = n
		}
		o["nodes"] = ex.nodes
	}
	return o
}

func (ex *exporter) freshTree(t *trees.Tree) object {
	own := object{"tree": ex.header(t)}
	if t == ex.file.Trees[0] {
		own["conditions"], own["comments"] = ex.beside()
	}
	if ex.dialect == Nested {
		return object{"name": t.Name, "desc": t.Doc, "bough": own}
	}
	return object{
		"version": "0.3.0", "scope": "tree", "id": treeID(t.Name), "title": t.Name, "description": t.Doc, "properties": object{},
		"display": object{"camera_x": 0, "camera_y": 0, "camera_z": 1, "x": 0, "y": 0}, "bough": own,
	}
}

// beside returns the lines of the conditions and the comments of the file.
func (ex *exporter) beside() (conditions, comments []string) {
	for _, c := range ex.file.Conditions {
		conditions = append(conditions, "condition "+c.Name+" = "+c.Expr.Source)
	}
	for _, c := range ex.file.Comments {
		if !strings.HasPrefix(c.Text, asidePrefix) {
			comments = append(comments, c.Text)
		}
	}
	return conditions, comments
}

// header returns the line of a tree.
func (ex *exporter) header(t *trees.Tree) string {
	head := *t
	head.Root = &trees.Node{Name: "succeed", Pos: t.Pos, NamePos: t.Pos}
	line, _, _ := strings.Cut(ex.format(&head), "\n")
	return line
}

// line returns the line of a node without its children.
func (ex *exporter) line(n *trees.Node) string {
	root := *n
	root.Children = nil
	_, line, _ := strings.Cut(ex.format(&trees.Tree{Name: "x", NamePos: n.Pos, Pos: n.Pos, Root: &root}), "\n")
	return strings.TrimSpace(line)
}

// format formats a single tree. Numbers keep their original notation.
func (ex *exporter) format(t *trees.Tree) string {
	alone := *ex.file
	alone.Trees, alone.Conditions, alone.Comments = []*trees.Tree{t}, nil, nil
	return strings.ReplaceAll(string(trees.Format(&alone)), "\r\n", "\n")
}

// node returns the object of a node, or its id in the original dialect. Validate bounds the depth of the recursion.
func (ex *exporter) node(n *trees.Node, depth int) any {
	number := ex.count
	ex.count++
	o, link := ex.imports(n)
	if o == nil {
		o, link = ex.fresh(n, number)
	}
	row := ex.row
	children := ex.children(n, depth)
	if len(children) == 0 {
		ex.row++
	} else if link == "child" {
		o["child"] = children[0]
	} else {
		o["children"] = children
	}
	if ex.dialect == Nested {
		return o
	}
	if o["display"] == nil && kept(n.Meta, "node") == "" {
		o["display"] = place(depth, row, ex.row)
	}
	id := ex.key(n, o, number)
	ex.nodes[id] = o
	return id
}

// key returns the key of a node in the table of nodes. A node that a user has copied in a tree file gets a new id.
func (ex *exporter) key(n *trees.Node, o object, number int) string {
	key := kept(n.Meta, "key")
	if key == "" {
		key, _ = o["id"].(string)
	}
	if _, taken := ex.nodes[key]; taken || key == "" {
		key = nodeID(ex.tree.Name, number)
		if taken {
			o["id"] = key
		}
	}
	return key
}

func (ex *exporter) children(n *trees.Node, depth int) []any {
	from := n.Children
	if s := ex.dialect.standardOf(n); s != nil && s.wraps(n) {
		from = n.Children[0].Children
	} else if s != nil && s.around != "" {
		from = nil
		for _, c := range n.Children {
			from = append(from, c.Children...)
		}
	}
	var list []any
	for _, c := range from {
		list = append(list, ex.node(c, depth+1))
	}
	if !ex.imported(ex.tree) {
		return list
	}
	shown, _ := open(kept(n.Meta, "hidden"))["nodes"].([]any)
	for _, h := range shown {
		pair, ok := h.([]any)
		if !ok || len(pair) != 2 {
			continue
		}
		at, _ := pair[0].(json.Number).Int64()
		i := min(max(int(at), 0), len(list))
		list = append(list[:i], append([]any{pair[1]}, list[i:]...)...)
	}
	return list
}

// imports returns the object of a node that was imported from the dialect of the export, or nil for any other node.
// link is the name of the field for the children of the node.
func (ex *exporter) imports(n *trees.Node) (o object, link string) {
	if o = open(kept(n.Meta, "node")); o == nil || !ex.imported(ex.tree) || len(n.Computed()) > 0 {
		return nil, ""
	}
	w := ex.dialect.words()
	ex.rename(o, n)
	if n.Note != "" {
		o[w.remark] = n.Note
	}
	props, _ := o[w.props].(object)
	if props == nil {
		props = object{}
	}
	s := ex.dialect.standardNamed(str(o["name"]))
	if s != nil && s.kind != n.Name && s.endless != n.Name {
		s = nil // the node has become a behavior or another kind
	}
	for name, v := range properties(n, s) {
		if old, ok := props[name]; !ok || !same(n, s, old) {
			props[name] = v
		}
	}
	if n.Guard != nil || n.ID != "" || n.NonExclusive || n.Disabled {
		with := *n
		with.Meta, with.Note = nil, ""
		props["bough_with"] = ex.line(&with)
	}
	if ex.dialect == Nested {
		variables(o, props)
	}
	if len(props) > 0 {
		o[w.props] = props
	}
	return o, kept(n.Meta, "link")
}

// rename sets the name in the object of a node to the current name. It keeps the original name if that has the same
// meaning.
func (ex *exporter) rename(o object, n *trees.Node) {
	name, path := str(o["name"]), str(o["path"])
	if ex.dialect == Nested && path != "" {
		if n.Include && treeOfPath(path) == n.Name {
			return
		}
		delete(o, "path")
	} else if name != "" && ex.stands(name, n) {
		return
	}
	if o["name"] = ex.name(n); n.Include && ex.dialect == Nested {
		o["path"] = n.Name + ".json"
	}
}

// stands reports whether importing a node with the given name gives n.
func (ex *exporter) stands(name string, n *trees.Node) bool {
	s := ex.dialect.standardNamed(name)
	switch {
	case n.Include:
		return ex.dialect == Original && name == ex.name(n)
	case s != nil:
		return s.kind == n.Name || s.endless != "" && s.endless == n.Name
	}
	return identifier(name, "game_") == n.Name
}

// same reports whether a property has the same meaning as the parameter of a node. They may have different units,
// so that the original number has more digits.
func same(n *trees.Node, s *standard, old any) bool {
	v, given := arg(n)
	number, ok := old.(json.Number)
	if s == nil || !given || !ok {
		return false
	}
	f, err := number.Float64()
	return err == nil && f/s.scale == v.Float()
}

// variables moves the names of a node's variables from its properties to its object.
func variables(o, props object) {
	for _, name := range []string{"input", "output"} {
		if v, ok := props[name]; ok {
			o[name] = v
			delete(props, name)
		}
	}
}

// name returns the name of a node in the editor.
func (ex *exporter) name(n *trees.Node) string {
	if s := ex.dialect.standardOf(n); s != nil {
		return s.name
	}
	if n.Include && ex.dialect == Original && has(ex.file, n.Name) {
		return ex.treeID(n.Name)
	}
	return n.Name
}

// treeID returns the id of a tree: its original id, or a new one.
func (ex *exporter) treeID(name string) string {
	if id, ok := ex.ids[name]; ok {
		return id
	}
	return treeID(name)
}

// properties returns the parameters of a node in the form of the editor. s is the standard node, or nil for a
// behavior.
func properties(n *trees.Node, s *standard) object {
	o := object{}
	if s != nil {
		if v, ok := arg(n); ok && s.prop != "" && v.Kind() == value.KindNumber {
			o[s.prop] = s.away(v.Float())
		}
		return o
	}
	for _, p := range n.Params {
		if p.Expr != nil {
			o[p.Name] = p.Expr.Source
			continue
		}
		o[p.Name] = native(p.Value)
	}
	return o
}

// fresh returns an object for a node that was not imported. One of its properties contains the whole line of the
// node, from which an import restores the node.
func (ex *exporter) fresh(n *trees.Node, number int) (o object, link string) {
	w := ex.dialect.words()
	props := properties(n, ex.dialect.standardOf(n))
	line := *n
	if kept(n.Meta, "node") != "" || kept(n.Meta, "part") != "" {
		line.Meta = nil
	}
	props["bough"] = ex.line(&line)
	o = object{"name": ex.name(n), w.remark: n.Note, w.props: props}
	link = "children"
	if ex.dialect == Nested {
		o["id"] = number + 1
		if n.Include {
			o["path"] = n.Name + ".json"
		}
		return o, link
	}
	o["id"], o["title"] = nodeID(ex.tree.Name, number), n.Name
	if s := ex.dialect.standardOf(n); s != nil {
		link = s.link
	} else if !n.Include || !has(ex.file, n.Name) {
		link = ex.declare(n)
	}
	return o, link
}

// declare adds a node to the custom nodes. The editor does not open a file with an undeclared node.
func (ex *exporter) declare(n *trees.Node) (link string) {
	category, link := "action", ""
	if k := behaviors.KindNamed(n.Name); k != nil && k.Group == behaviors.Decorators {
		category, link = "decorator", "child"
	} else if len(n.Children) > 0 {
		category, link = "composite", "children"
	}
	if !ex.custom[n.Name] {
		ex.custom[n.Name] = true
		ex.list = append(ex.list, object{"version": "0.3.0", "scope": "node", "name": n.Name, "category": category, "title": n.Name, "description": nil, "properties": object{}})
	}
	return link
}
