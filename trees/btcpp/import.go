package btcpp

import (
	"bytes"
	"cmp"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/report"
)

const (
	formatAttr = "BTCPP_format"
	mainAttr   = "main_tree_to_execute"
	version    = "4"
)

// Sniff reports whether a file looks like a file of BehaviorTree.CPP: XML with BTCPP_format or a BehaviorTree near
// the beginning.
func Sniff(src []byte) bool {
	head := bytes.TrimLeft(bytes.TrimPrefix(src[:min(len(src), 64<<10)], []byte("\ufeff")), " \t\r\n")
	return bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("<root")) &&
		(bytes.Contains(head, []byte(formatAttr)) || bytes.Contains(head, []byte("<BehaviorTree")))
}

// Source is a file to import. Messages contain its path.
type Source struct {
	Path string
	Text []byte
}

// Import converts a file of BehaviorTree.CPP 4 to trees. The warnings describe differences in meaning. If there is
// an error, the file is nil.
func Import(path string, src []byte) (*trees.File, diag.List) {
	files, list := ImportProject([]Source{{path, src}})
	if list.Err() != nil {
		return nil, list
	}
	return files[0], list
}

// ImportProject imports files that belong together. Trees may include trees of other files, and a name has the same
// meaning in all files. The results are in the order of the sources. A file that only includes others has no trees.
// If there is an error, ImportProject returns no files.
func ImportProject(sources []Source) ([]*trees.File, diag.List) {
	im := &importer{questioned: map[string][2]bool{}}
	var docs []*document
	failed := false
	for _, s := range sources {
		d := newDocument(s)
		docs = append(docs, d)
		if im.open(d); d.root != nil {
			im.readRoot(d, sources)
		}
		failed = failed || d.report.Failed()
	}
	if !failed {
		im.read(docs)
	}
	var files []*trees.File
	var list diag.List
	for _, d := range docs {
		if im.open(d); !failed {
			im.check(d)
		}
		files = append(files, d.file)
		list = append(list, d.report.Done()...)
	}
	if list.Err() != nil {
		return nil, list
	}
	return files, list
}

// document is a file being imported.
type document struct {
	path     string
	report   *report.Report
	file     *trees.File
	root     *element // nil if the file cannot be parsed
	elements []*element
	comments []diag.Pos
	models   map[string]*element // entries of TreeNodesModel with data that does not follow from the trees, by ID
	placed   map[string]bool     // entries that are already stored with a node
	custom   map[string]diag.Pos // positions of the first uses of behaviors, by name
}

func newDocument(s Source) *document {
	d := &document{path: s.Path, file: trees.NewFile(s.Path, s.Text), placed: map[string]bool{}, custom: map[string]diag.Pos{}}
	d.report = report.New(d.file)
	var m *mistake
	if d.root, d.comments, m = decode(s.Path, s.Text); m != nil {
		c := cursor{path: s.Path, src: bytes.TrimPrefix(s.Text, []byte("\ufeff")), line: 1, col: 1}
		d.report.Fail(c.at(m.off), m.what)
		d.root = nil
	}
	if d.root != nil {
		for _, el := range d.root.children {
			if el.name == "BehaviorTree" {
				unfoldTryCatch(el)
			}
		}
	}
	return d
}

// open makes a document the current one.
func (im *importer) open(d *document) {
	im.report, im.file, im.models, im.placed, im.custom = d.report, d.file, d.models, d.placed, d.custom
}

// importer converts elements to trees.
type importer struct {
	// The state of the current document.
	report *report.Report
	file   *trees.File
	models map[string]*element
	placed map[string]bool
	custom map[string]diag.Pos

	behaviors names
	trees     names
	ports     map[string][]trees.TreeParam // ports of trees, by ID
	roots     map[string]*element          // elements of trees, by ID
	passed    map[string]map[string]string // what scripts use in place of ports, by the name of the tree; see findPassed
	entries   map[string]*element          // entries of TreeNodesModel, by ID; those of SubTree are also in ports
	skips     *skips                       // nil if nothing is reported
	defaulted int                          // number of parameters made from defaults

	flow

	treeIDs map[string]string // IDs of trees by name; computed on first use

	watchedTrees map[string]bool    // by the name of the tree; see watched.go
	questioned   map[string][2]bool // results of questionsOfTree, by ID

	tree    *trees.Tree     // the current tree
	watched bool            // the current node is watched
	ids     map[string]bool // ids of nodes of the current tree
}

// readRoot imports the parts of a document outside of its trees.
func (im *importer) readRoot(d *document, sources []Source) {
	if !im.checkRoot(d.root) {
		return
	}
	im.nameTree(d.root)
	d.elements = im.treeElements(d.root)
	im.checkVersion3(d)
	im.includes(d, sources)
	for _, pos := range d.comments {
		im.report.Differs(pos, message.XmlComment())
	}
	if !im.report.Failed() {
		im.readConditions(d.root)
	}
}

// read imports the trees of documents.
func (im *importer) read(docs []*document) {
	var elements []*element
	var of []*document
	for _, d := range docs {
		for _, el := range d.elements {
			elements, of = append(elements, el), append(of, d)
		}
	}
	im.prepare(docs, elements)
	im.skips = findSkips(im.roots, elements)
	halts := &halts{importer: im, known: map[*element]doing{}, open: map[string]bool{}, stopped: map[string]bool{}}
	list := map[*element]*trees.Tree{}
	for _, i := range im.order(elements) {
		im.open(of[i])
		list[elements[i]] = im.readTree(elements[i])
		im.skips.tell(im, elements[i].get("ID"), elements[i].children[0], nil)
		elements[i].children[0].all(im.tellAsked)
		halts.tell(elements[i].children[0], halts.stopped[elements[i].get("ID")])
	}
	for _, d := range docs {
		for _, el := range d.elements {
			d.file.Trees = append(d.file.Trees, list[el])
		}
		if im.open(d); len(d.file.Trees) > 0 {
			im.keepFile(d.root)
			im.reportCustom()
		}
		im.tellPrivate(d.elements)
	}
}

// prepare determines the names, ports and models that all trees need, before the trees are imported.
func (im *importer) prepare(docs []*document, elements []*element) {
	var ids []string
	for _, el := range elements {
		el.all(func(e *element) {
			tag, _ := nodeTag(e)
			if e != el && tag != "SubTree" {
				ids = append(ids, tag)
			}
		})
	}
	im.behaviors, im.trees = nameFiles(ids), nameAll(idsOf(elements))
	var entries []*element
	plain := plainModels(elements)
	mains := map[string]bool{}
	first := map[string]string{}
	for _, d := range docs {
		for _, el := range d.elements {
			if id := el.get("ID"); first[id] == "" {
				first[id] = d.path
			} else if first[id] != d.path {
				d.report.Differs(el.pos, message.TreeIdInOtherFile(first[id], id))
			}
		}
		own := modelEntries(d.root)
		d.models = telling(own, plain)
		entries = append(entries, own...)
		mains[d.root.get(mainAttr)] = true
	}
	im.roots = map[string]*element{}
	for _, el := range elements {
		if id := el.get("ID"); im.roots[id] == nil {
			im.roots[id] = el.children[0]
		}
	}
	im.watchedTrees = map[string]bool{}
	heads := map[string]*trees.Tree{}
	for _, d := range docs {
		for _, el := range d.elements {
			if t, ok := keptTree(el); ok {
				im.trees.byID[el.get("ID")], im.trees.taken[t.Name] = t.Name, true
				heads[el.get("ID")], d.placed[el.get("ID")] = t, true
			}
		}
	}
	im.survey(mains, entries, elements, heads)
}

// all calls visit for an element and its descendants, in the order of the file.
func (e *element) all(visit func(*element)) {
	visit(e)
	for _, c := range e.children {
		c.all(visit)
	}
}

// checkRoot reports whether the outermost element is valid, and adds an error if not.
func (im *importer) checkRoot(root *element) bool {
	if root.name != "root" {
		im.report.Fail(root.pos, message.WrongRootElement(root.name))
		return false
	}
	a := root.attr(formatAttr)
	switch {
	case a == nil:
		im.report.Differs(root.pos, message.BtcppWithoutVersion())
	case a.value == "3":
		im.report.Fail(a.pos, message.BtcppVersion3())
		return false
	case a.value != version:
		im.report.Fail(a.pos, message.BtcppUnknownVersion(a.value))
		return false
	}
	return true
}

// nameTree gives the tree of a file an ID if it has none. Such a file is valid if it has only one tree. The ID is
// that of the main tree, or the name of the file.
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
		case "include", "TreeNodesModel":
		default:
			im.report.Differs(el.pos, message.ElementLeftOut(el.name))
		}
	}
	includes := slices.ContainsFunc(root.children, func(el *element) bool { return el.name == "include" })
	if len(list) == 0 && !includes && !im.report.Failed() {
		im.report.Fail(root.pos, message.FileWithoutBehaviorTree())
	}
	return list
}

func (im *importer) checkTree(el *element, seen map[string]diag.Pos) bool {
	id := el.attr("ID")
	switch {
	case id == nil || id.value == "":
		im.report.Fail(el.pos, message.TreeWithoutId())
		return false
	case len(el.children) != 1:
		im.report.Fail(el.pos, message.SeveralTopNodes(len(el.children), id.value))
		return false
	}
	if first, again := seen[id.value]; again {
		im.report.Fail(id.pos, message.DuplicateTreeId(id.value, first.Line))
		return false
	}
	seen[id.value] = id.pos
	return true
}

// readTree imports the tree of an element.
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

// order returns the indices of trees in the order in which they are imported; see includersFirst.
func (im *importer) order(elements []*element) []int {
	return includersFirst(idsOf(elements), func(i int) (ids []string) {
		elements[i].all(func(e *element) {
			if e.name == subTreeTag {
				ids = append(ids, e.get("ID"))
			}
		})
		return ids
	})
}

// translatedTree returns the tree for an element without its nodes.
func (im *importer) translatedTree(el *element) *trees.Tree {
	id := el.get("ID")
	t := &trees.Tree{Name: im.trees.of(id), Params: im.ports[id], Doc: el.get("_description")}
	var k keep
	if t.Name != id {
		k.field(keepID, id)
		im.report.Differs(el.pos, message.RenamedTree(id, t.Name))
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

// node imports an element with its descendants.
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
	im.checkChildren(el, c)
	return c.top
}

// checkChildren adds an error if an element has a number of children for which BehaviorTree.CPP refuses the file.
func (im *importer) checkChildren(el *element, c chain) {
	k, n := behaviors.KindNamed(c.core.Name), len(el.children)
	least, most := 0, -1
	tag, _ := nodeTag(el)
	switch {
	case tag == "Script" && c.own > 0:
		most = 0
	case el.name == "Decorator" && el.attr(boughAttr) == nil, c.own > 0:
		least, most = kind.Invert.Children()
	case k != nil && !c.core.Include && !c.core.Slot:
		least, most = k.Kind.Children()
	}
	w, wrong := message.ChildCount("<"+tag+">", n, least, most, func(i int) string { return "<" + el.children[i].name + ">" })
	if !wrong {
		return
	}
	d := im.report.Fail(el.pos, w)
	switch {
	case n == 0:
		d.Advise(message.PutChildBelow())
	case n > least:
		d.Advise(message.PutBelowSequence())
	}
}

// enter sets watched for the children of a chain. The function leave resets it.
func (im *importer) enter(c chain) (leave func()) {
	was := im.watched
	im.watched = was || c.watching()
	if c.node.Include && im.watched {
		im.watchedTrees[c.node.Name] = true
	}
	return func() { im.watched = was }
}

// keepFile stores the data of the root with the first tree, and marks the main tree.
func (im *importer) keepFile(root *element) {
	var k, inRoot keep
	for _, a := range root.attrs {
		if a.name != formatAttr && a.name != mainAttr && a.name != boughAttr {
			inRoot.attr(a.name, a.value)
		}
	}
	if t := inRoot.table(); t != nil {
		k.value(keepRoot, value.Other(t))
	}
	if t := keptIncludes(root); t != nil {
		k.value(keepInclude, value.Other(t))
	}
	if t := im.unusedModels(root); t != nil {
		k.value(keepUnused, value.Other(t))
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
			k.value(keepMain, value.Bool(true))
			addKept(&t.Meta, k)
			return
		}
	}
	if im.roots[a.value] == nil {
		im.report.Differs(a.pos, message.MainTreeNotInFile(a.value))
	}
}

// Includes returns the paths of the files that a file includes. The paths are relative to that file. Files in ROS
// packages are left out.
func Includes(src []byte) (paths []string) {
	root, _, m := decode("", src)
	if m != nil {
		return nil
	}
	for _, el := range root.children {
		if el.name == "include" && el.get("path") != "" && el.attr("ros_pkg") == nil {
			paths = append(paths, filepath.FromSlash(el.get("path")))
		}
	}
	return paths
}

// includes reports included files that are not imported together with the including file.
func (im *importer) includes(d *document, sources []Source) {
	for _, el := range d.root.children {
		path := filepath.FromSlash(el.get("path"))
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(d.path), path)
		}
		here := el.attr("ros_pkg") == nil && slices.ContainsFunc(sources, func(s Source) bool { return filepath.Clean(s.Path) == filepath.Clean(path) })
		if el.name == "include" && !here {
			im.report.Differs(el.pos, message.IncludedFileNotRead(el.get("path")))
		}
	}
}

// keptIncludes returns a table with the attributes of the include elements.
func keptIncludes(root *element) *trees.Table {
	var list keep
	for _, el := range root.children {
		if el.name == "include" {
			var k keep
			k.attrs(el.attrs)
			if t := k.table(); t != nil {
				list.items = append(list.items, trees.Arg{Value: value.Other(t)})
			}
		}
	}
	return list.table()
}

// addKept adds data to a meta table.
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

// reportCustom reports the behaviors that users must write.
func (im *importer) reportCustom() {
	if len(im.custom) == 0 {
		return
	}
	names := slices.SortedFunc(maps.Keys(im.custom), func(a, b string) int {
		x, y := im.custom[a], im.custom[b]
		return cmp.Or(cmp.Compare(x.Line, y.Line), cmp.Compare(x.Col, y.Col))
	})
	im.report.Differs(im.custom[names[0]], message.NodesToWrite(strings.ReplaceAll(names[0], ".", "/")+".lua", listed(names)))
}

// check reports trees that are not valid in a tree file.
func (im *importer) check(d *document) {
	if len(im.file.Trees) == 0 {
		im.report.Differs(d.root.pos, message.NoTreeOfItsOwn())
		return
	}
	for _, t := range im.file.Trees {
		unfoldOverrides(t)
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

// checkLines reports lines that are too long for Parse. It formats the trees without comments and conditions, so
// that each line belongs to a tree or a node.
func (im *importer) checkLines() {
	lines := strings.Split(strings.ReplaceAll(string(trees.Format(im.file)), "\n\n", "\n"), "\n")[len(im.file.Conditions):]
	i := 0
	check := func(pos diag.Pos) {
		if i < len(lines) && len(lines[i]) > trees.MaxLineLength && utf8.RuneCountInString(lines[i]) > trees.MaxLineLength {
			im.report.Fail(pos, message.BecomesLongLine(utf8.RuneCountInString(lines[i]), trees.MaxLineLength))
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
