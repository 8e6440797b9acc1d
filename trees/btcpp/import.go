package btcpp

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/report"
)

const (
	formatAttr = "BTCPP_format"
	mainAttr   = "main_tree_to_execute"
	version    = "4"
)

// Sniff tells whether a file looks like one of BehaviorTree.CPP: XML with BTCPP_format or
// a BehaviorTree near its beginning.
func Sniff(src []byte) bool {
	head := bytes.TrimLeft(bytes.TrimPrefix(src[:min(len(src), 64<<10)], []byte("\ufeff")), " \t\r\n")
	return bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("<root")) &&
		(bytes.Contains(head, []byte(formatAttr)) || bytes.Contains(head, []byte("<BehaviorTree")))
}

// Import makes trees of a file of BehaviorTree.CPP 4. Its path stands in the messages. The
// warnings say what differs in meaning; with an error the file is nil.
func Import(path string, src []byte) (*trees.File, diag.List) {
	file := trees.NewFile(path, src)
	r := report.New(file)
	root, comments, m := decode(path, src)
	if m != nil {
		c := cursor{path: path, src: bytes.TrimPrefix(src, []byte("\ufeff")), line: 1, col: 1}
		r.Fail(c.at(m.off), m.message, m.hint)
		return nil, r.Done()
	}
	im := &importer{report: r, file: file}
	im.read(root)
	for _, pos := range comments {
		r.Differs(pos, "an XML comment is left out", "write it as _description of an element, which becomes a note")
	}
	if !r.Failed() {
		for _, t := range file.Trees {
			unfoldOverrides(t)
		}
		im.check()
	}
	list := r.Done()
	if list.Err() != nil {
		return nil, list
	}
	return file, list
}

// importer makes trees of elements.
type importer struct {
	report    *report.Report
	file      *trees.File
	behaviors names
	trees     names
	ports     map[string][]trees.TreeParam // of trees, by ID
	roots     map[string]*element          // of trees, by ID
	passed    map[string]map[string]string // keys that all inclusions of a tree pass to a port, by name of the tree: see passed.go
	models    map[string]*element          // entries of TreeNodesModel, by ID; those of SubTree are in ports too
	sorts     map[string]string            // what entries of TreeNodesModel are, by ID
	skips     *skips                       // nil if nothing is reported
	placed    map[string]bool              // entries that stand with a node
	custom    map[string]diag.Pos          // behaviors by name, with their first place
	keys      keyUse
	defaulted int // parameters that were made of defaults

	treeIDs map[string]string // by name; made when it is needed

	watchedTrees map[string]bool // by name: see watched.go

	tree    *trees.Tree     // that is being read
	watched bool            // the node that is being read is watched
	ids     map[string]bool // of its nodes
}

// read makes the trees of a document.
func (im *importer) read(root *element) {
	if !im.checkRoot(root) {
		return
	}
	im.nameTree(root)
	elements := im.treeElements(root)
	if im.report.Failed() {
		return
	}
	im.readConditions(root)
	im.prepare(root, elements)
	im.skips = findSkips(im.roots, elements)
	list := make([]*trees.Tree, len(elements))
	for _, i := range im.order(elements) {
		list[i] = im.readTree(elements[i])
		im.skips.tell(im, elements[i].get("ID"), elements[i].children[0], nil)
		elements[i].children[0].all(im.tellAsked)
	}
	im.file.Trees = list
	im.finish(root)
}

// prepare finds what is known before the trees are read: names, ports, models.
func (im *importer) prepare(root *element, elements []*element) {
	var ids, treeIDs []string
	for _, el := range elements {
		treeIDs = append(treeIDs, el.get("ID"))
		el.all(func(e *element) {
			tag, _ := nodeTag(e)
			if e != el && tag != "SubTree" {
				ids = append(ids, tag)
			}
		})
	}
	im.behaviors, im.trees = nameAll(ids), nameAll(treeIDs)
	im.models, im.placed, im.custom = tellingModels(root, elements), map[string]bool{}, map[string]diag.Pos{}
	im.ports, im.roots = treePorts(root, elements), map[string]*element{}
	for _, el := range elements {
		im.roots[el.get("ID")] = el.children[0]
	}
	im.sorts = map[string]string{}
	for _, m := range modelEntries(root) {
		im.sorts[m.get("ID")] = m.name
	}
	im.passed = im.passedKeys(root.get(mainAttr), elements)
	im.watchedTrees = map[string]bool{}
	im.keys = keyUse{remapped: im.remapped(elements), first: map[string]*trees.Tree{}}
	for _, el := range elements {
		if t, ok := keptTree(el); ok {
			im.trees.byID[el.get("ID")], im.trees.taken[t.Name] = t.Name, true
			im.ports[el.get("ID")], im.placed[el.get("ID")] = t.Params, true
		}
	}
}

// all visits an element and what is in it, in the order of the file.
func (e *element) all(visit func(*element)) {
	visit(e)
	for _, c := range e.children {
		c.all(visit)
	}
}

// checkRoot checks the outermost element.
func (im *importer) checkRoot(root *element) bool {
	if root.name != "root" {
		im.report.Fail(root.pos, fmt.Sprintf("the outermost element is <%s>", root.name), "give a file of BehaviorTree.CPP, which begins with <root BTCPP_format=\"4\">")
		return false
	}
	a := root.attr(formatAttr)
	switch {
	case a == nil:
		im.report.Differs(root.pos, "the file does not say its version; it is read as version 4", "write BTCPP_format=\"4\"; convert a file of version 3 with convert_v3_to_v4.py of BehaviorTree.CPP")
	case a.value == "3":
		im.report.Fail(a.pos, "the file is of version 3, in which nodes and ports mean something else", "convert it with convert_v3_to_v4.py of BehaviorTree.CPP, or save it with Groot2")
		return false
	case a.value != version:
		im.report.Fail(a.pos, fmt.Sprintf("the file is of version %.20q; only version 4 is known", a.value), "save it with Groot2 for BTCPP_format=\"4\"")
		return false
	}
	return true
}

// nameTree gives the tree of a file an ID if it has none, as a file with one tree may do: that of the main
// tree, or the name of the file.
func (im *importer) nameTree(root *element) {
	var without *element
	trees := 0
	for _, el := range root.children {
		if el.name == "BehaviorTree" {
			trees++
			if el.get("ID") == "" {
				without = el
			}
		}
	}
	if trees != 1 || without == nil {
		return
	}
	id := root.get(mainAttr)
	if id == "" {
		id = path.Base(strings.ReplaceAll(im.file.Path, `\`, "/"))
		id = strings.TrimSuffix(id, path.Ext(id))
	}
	if id == "" {
		id = "Main"
	}
	without.attrs = append([]attr{{name: "ID", value: id, pos: without.pos}}, slices.DeleteFunc(without.attrs, func(a attr) bool { return a.name == "ID" })...)
}

// treeElements returns the trees of the file.
func (im *importer) treeElements(root *element) []*element {
	var list []*element
	seen := map[string]diag.Pos{}
	for _, el := range root.children {
		switch el.name {
		case "BehaviorTree":
			if im.checkTree(el, seen) {
				list = append(list, el)
			}
		case "include":
			im.report.Differs(el.pos, "a file that is included is not read", "convert it too; a tree of another file is found by its name")
		case "TreeNodesModel":
		default:
			im.report.Differs(el.pos, fmt.Sprintf("<%s> below <root> is left out", el.name), "delete it")
		}
	}
	if len(list) == 0 && !im.report.Failed() {
		im.report.Fail(root.pos, "the file has no <BehaviorTree>", "give a file with one, such as <BehaviorTree ID=\"MainTree\">")
	}
	return list
}

func (im *importer) checkTree(el *element, seen map[string]diag.Pos) bool {
	id := el.attr("ID")
	switch {
	case id == nil || id.value == "":
		im.report.Fail(el.pos, "a <BehaviorTree> has no ID, and is not the only one", "write one: <BehaviorTree ID=\"MainTree\">")
		return false
	case len(el.children) != 1:
		im.report.Fail(el.pos, fmt.Sprintf("the tree %s has %d nodes at its top; it must have one", shown(id.value), len(el.children)), "put them below a <Sequence> or another node")
		return false
	}
	if first, again := seen[id.value]; again {
		im.report.Fail(id.pos, fmt.Sprintf("a second tree has the ID %s, first in line %d", shown(id.value), first.Line), "give each tree its own ID")
		return false
	}
	seen[id.value] = id.pos
	return true
}

// shown bounds a text of the file for a message.
func shown(text string) string {
	if r := []rune(text); len(r) > 60 {
		text = string(r[:60]) + "…"
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, text)
}

// readTree makes a tree of its element.
func (im *importer) readTree(el *element) *trees.Tree {
	t, whole := keptTree(el)
	if !whole {
		t = im.translatedTree(el)
	}
	t.Pos, t.NamePos, t.EndLine, t.File = el.pos, el.pos, el.pos.Line, im.file
	im.tree, im.ids = t, map[string]bool{}
	im.watched = im.watchedTrees[t.Name]
	t.Root = im.node(el.children[0], nil)
	return t
}

// order returns the order in which trees are read: see includersFirst.
func (im *importer) order(elements []*element) []int {
	return includersFirst(idsOf(elements), func(i int) (ids []string) {
		elements[i].all(func(e *element) {
			if e.name == subTreeTag || e.name == "SubTreePlus" {
				ids = append(ids, e.get("ID"))
			}
		})
		return ids
	})
}

// translatedTree makes a tree without its nodes.
func (im *importer) translatedTree(el *element) *trees.Tree {
	id := el.get("ID")
	t := &trees.Tree{Name: im.trees.of(id), Params: im.ports[id], Doc: el.get("_description")}
	var k keep
	if t.Name != id {
		k.field(keepID, id)
		im.report.Differs(el.pos, fmt.Sprintf("the tree %s becomes %s, since its ID is no name here", shown(id), t.Name), "use letters, digits and _ to keep a name")
	}
	if m := im.models[id]; m != nil && m.name == subTreeTag {
		im.placeModel(&k, id, el.pos)
	}
	for _, a := range el.attrs {
		if a.name != "ID" && a.name != "_description" && a.name != boughAttr {
			k.attr(a.name, a.value)
		}
	}
	t.Meta = k.meta()
	return t
}

// node makes a node of an element, with everything below it.
func (im *importer) node(el *element, parent *trees.Node) *trees.Node {
	c := im.translate(el, parent)
	im.ids[c.node.ID] = true
	defer im.enter(c)()
	for i, child := range el.children {
		n := im.node(child, c.core)
		if i < len(c.cases) {
			n.Params = append(n.Params, trees.Param{Name: "case", Value: c.cases[i], Pos: child.pos})
		}
		c.core.Children = append(c.core.Children, n)
	}
	return c.top
}

// enter notes what is watched below a chain. The result takes it back.
func (im *importer) enter(c chain) (leave func()) {
	was := im.watched
	im.watched = was || c.watching()
	if c.node.Include && im.watched {
		im.watchedTrees[c.node.Name] = true
	}
	return func() { im.watched = was }
}

// finish adds what concerns the file as a whole.
func (im *importer) finish(root *element) {
	im.keepFile(root)
	im.reportCustom()
	im.keys.tell(im.report)
}

// keepFile keeps with the first tree what stands at the root, and marks the main tree.
func (im *importer) keepFile(root *element) {
	var k, inRoot keep
	for _, a := range root.attrs {
		if a.name != formatAttr && a.name != mainAttr && a.name != boughAttr {
			inRoot.attr(a.name, a.value)
		}
	}
	if t := inRoot.table(); t != nil {
		k.value(keepRoot, engine.Other(t))
	}
	if t := includes(root); t != nil {
		k.value(keepInclude, engine.Other(t))
	}
	if t := im.unusedModels(root); t != nil {
		k.value(keepUnused, engine.Other(t))
	}
	addKept(&im.file.Trees[0].Meta, k)
	if a := root.attr(mainAttr); a != nil {
		im.markMain(a)
	}
}

func (im *importer) markMain(a *attr) {
	name := im.trees.byID[a.value]
	if name == im.file.Trees[0].Name {
		return
	}
	for _, t := range im.file.Trees {
		if t.Name == name {
			var k keep
			k.value(keepMain, engine.Bool(true))
			addKept(&t.Meta, k)
			return
		}
	}
	im.report.Differs(a.pos, fmt.Sprintf("the main tree %s is not in the file", shown(a.value)), "convert the file that has it too")
}

// includes keeps the attributes of the includes of a file.
func includes(root *element) *trees.Table {
	var list keep
	for _, el := range root.children {
		if el.name == "include" {
			var k keep
			k.attrs(el.attrs)
			if t := k.table(); t != nil {
				list.items = append(list.items, trees.Arg{Value: engine.Other(t)})
			}
		}
	}
	return list.table()
}

// addKept adds what is kept to a meta.
func addKept(meta **trees.Table, k keep) {
	if len(k.items)+len(k.fields) == 0 {
		return
	}
	if old := keptIn(*meta).table; old != nil {
		k.items = append(append([]trees.Arg(nil), old.Items...), k.items...)
		k.fields = append(append([]trees.Param(nil), old.Fields...), k.fields...)
	}
	var others []trees.Param
	var items []trees.Arg
	if *meta != nil {
		items = (*meta).Items
		for _, f := range (*meta).Fields {
			if f.Name != metaField {
				others = append(others, f)
			}
		}
	}
	*meta = &trees.Table{Items: items, Fields: append(others, k.meta().Fields...)}
}

// reportCustom names the behaviors that somebody must write.
func (im *importer) reportCustom() {
	if len(im.custom) == 0 {
		return
	}
	names := slices.SortedFunc(maps.Keys(im.custom), func(a, b string) int {
		x, y := im.custom[a], im.custom[b]
		return cmp.Or(cmp.Compare(x.Line, y.Line), cmp.Compare(x.Col, y.Col))
	})
	im.report.Differs(im.custom[names[0]], "nodes that are written in C++ become behaviors: "+listed(names),
		"write a script for each, such as "+strings.ReplaceAll(names[0], ".", "/")+".lua")
}

// check finds what no tree file can hold.
func (im *importer) check() {
	for _, t := range im.file.Trees {
		if list := trees.Validate(t); len(list) > 0 {
			im.report.Add(list[:min(len(list), report.MaxErrors)])
			return
		}
	}
	if list := trees.Cycles(im.file.Trees, nil); len(list) > 0 {
		im.report.Add(list[:min(len(list), report.MaxErrors)])
		return
	}
	im.checkLines()
}

// checkLines finds lines that are too long to be read again. Without comments and
// conditions, the lines of the text are those of the trees and nodes.
func (im *importer) checkLines() {
	lines := strings.Split(strings.ReplaceAll(string(trees.Format(im.file)), "\n\n", "\n"), "\n")[len(im.file.Conditions):]
	i := 0
	check := func(pos diag.Pos) {
		if i < len(lines) && len(lines[i]) > trees.MaxLineLength && utf8.RuneCountInString(lines[i]) > trees.MaxLineLength {
			im.report.Fail(pos, fmt.Sprintf("the element becomes a line of %d characters; the limit is %d", utf8.RuneCountInString(lines[i]), trees.MaxLineLength), "shorten its attributes")
		}
		i++
	}
	for _, t := range im.file.Trees {
		check(t.Pos)
		for n := range t.Root.All() {
			check(n.Pos)
		}
	}
}

// remapped returns the names of the trees that are included with the blackboard of the tree
// around them.
func (im *importer) remapped(elements []*element) map[string]bool {
	names := map[string]bool{}
	for _, el := range elements {
		el.all(func(e *element) {
			if e.get("_autoremap") == "true" || e.get("_autoremap") == "1" {
				names[im.trees.of(e.get("ID"))] = true
			}
		})
	}
	return names
}
