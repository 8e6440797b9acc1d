package btcpp

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/report"
)

// Export writes trees as a file of BehaviorTree.CPP 4, which Import reads as the same
// trees. The warnings say what differs in meaning there; with an error there are no bytes.
// Comments are left out.
func Export(f *trees.File) ([]byte, diag.List) {
	ex := &exporter{report: report.New(f), file: f}
	if !ex.check() {
		return nil, ex.report.Done()
	}
	root := ex.root()
	var b bytes.Buffer
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
	root.write(&b, "")
	return b.Bytes(), ex.report.Done()
}

// exporter makes elements of trees.
type exporter struct {
	report  *report.Report
	file    *trees.File
	treeIDs map[string]string   // by name
	im      *importer           // tells what an element would be read as
	models  map[string]*element // entries that were kept, by ID

	tree    *trees.Tree // that is being written
	kinds   []string    // that BehaviorTree.CPP does not have, in order
	kindsAt diag.Pos    // where the first of them is
}

// check finds what keeps trees from being written.
func (ex *exporter) check() bool {
	if len(ex.file.Trees) == 0 {
		ex.report.Fail(diag.Pos{File: ex.file.Path, Line: 1, Col: 1}, "the file has no tree", "give one with a tree")
		return false
	}
	for _, t := range ex.file.Trees {
		if list := trees.Validate(t); len(list) > 0 {
			ex.report.Add(list)
			return false
		}
		for n := range t.Root.All() {
			if n.Broken {
				ex.report.Fail(n.Pos, "the line has a mistake", "correct it first")
				return false
			}
		}
	}
	return true
}

// root makes the document.
func (ex *exporter) root() *element {
	ex.foldOverrides()
	ex.prepare()
	root := &element{name: "root"}
	root.set(formatAttr, version)
	root.set(mainAttr, ex.mainID())
	first := keptIn(ex.file.Trees[0].Meta)
	first.inner(keepRoot).restore(root)
	if lines := ex.conditionLines(); lines != "" {
		root.set(boughAttr, lines)
	}
	root.children = includeElements(first)
	elements := make([]*element, len(ex.file.Trees))
	for _, i := range ex.order() {
		elements[i] = ex.treeElement(ex.file.Trees[i])
	}
	root.children = append(root.children, elements...)
	models := ex.modelElements(elements)
	ex.heads(elements, models)
	if len(models.children) > 0 {
		root.children = append(root.children, models)
	}
	ex.reportFile()
	return root
}

// order returns the order in which trees are written: see includersFirst.
func (ex *exporter) order() []int {
	var names []string
	for _, t := range ex.file.Trees {
		names = append(names, t.Name)
	}
	return includersFirst(names, func(i int) (uses []string) {
		for n := range ex.file.Trees[i].Root.All() {
			if n.Include {
				uses = append(uses, n.Name)
			}
		}
		return uses
	})
}

// prepare finds IDs and the models that nodes keep.
func (ex *exporter) prepare() {
	ex.treeIDs, ex.models = map[string]string{}, map[string]*element{}
	taken := map[string]bool{}
	var ids, treeIDs []string
	for _, t := range ex.file.Trees {
		id := treeID(t.Name, keptIn(t.Meta))
		for i := 2; taken[id]; i++ {
			id = treeID(t.Name, kept{}) + "_" + strconv.Itoa(i)
		}
		taken[id], ex.treeIDs[t.Name] = true, id
		treeIDs = append(treeIDs, id)
		ex.keepModel(keptIn(t.Meta).text(keepModel))
		for n := range t.Root.All() {
			ids = append(ids, nodeID(n, false))
			ex.keepModel(keptIn(n.Meta).text(keepModel))
		}
	}
	ex.im = &importer{behaviors: nameAll(ids), trees: nameAll(treeIDs), models: ex.models, ports: map[string][]trees.TreeParam{}, watchedTrees: map[string]bool{}}
	for _, t := range ex.file.Trees {
		id := ex.treeIDs[t.Name]
		ex.im.trees.byID[id], ex.im.ports[id] = t.Name, t.Params
	}
	var list []inclusion
	for _, t := range ex.file.Trees {
		for n := range t.Root.All() {
			if n.Include {
				el, _ := ex.plain(n, true)
				list = append(list, inclusion{ex.treeIDs[t.Name], el})
			}
		}
	}
	ex.im.passed = ex.im.resolve(ex.mainID(), list)
	ex.im.roots = map[string]*element{}
	for _, t := range ex.file.Trees {
		el, _, ok := ex.folded(t.Root)
		if !ok {
			el, _ = ex.plain(t.Root, true)
		}
		ex.im.roots[ex.treeIDs[t.Name]] = el
	}
}

// keepModel notes an entry that a node or a tree keeps.
func (ex *exporter) keepModel(text string) {
	if text == "" {
		return
	}
	el, _, m := decode("", []byte(text))
	if m == nil && ex.models[el.get("ID")] == nil {
		ex.models[el.get("ID")] = el
	}
}

// mainID returns the ID of the tree that the file begins with.
func (ex *exporter) mainID() string {
	for _, t := range ex.file.Trees {
		if keptIn(t.Meta).main() {
			return ex.treeIDs[t.Name]
		}
	}
	return ex.treeIDs[ex.file.Trees[0].Name]
}

func (ex *exporter) conditionLines() string {
	var lines []string
	for _, c := range ex.file.Conditions {
		lines = append(lines, "condition "+c.Name+" = "+c.Expr.Source)
	}
	return strings.Join(lines, "\n")
}

// includeElements returns the includes that the first tree keeps.
func includeElements(first kept) []*element {
	var list []*element
	t := first.inner(keepInclude).table
	if t == nil {
		return nil
	}
	for _, item := range t.Items {
		if attrs, ok := item.Value.Ref().(*trees.Table); ok {
			el := &element{name: "include"}
			kept{attrs}.restore(el)
			list = append(list, el)
		}
	}
	return list
}

// treeElement writes a tree without what heads adds.
func (ex *exporter) treeElement(t *trees.Tree) *element {
	el := &element{name: "BehaviorTree"}
	el.set("ID", ex.treeIDs[t.Name])
	if t.Doc != "" {
		el.set("_description", printable(t.Doc))
	}
	ex.tree, ex.im.tree, ex.im.ids, ex.im.watched = t, t, map[string]bool{}, ex.im.watchedTrees[t.Name]
	el.children = []*element{ex.node(t.Root, nil, false)}
	keptIn(t.Meta).restore(el)
	return el
}

// modelElements makes the TreeNodesModel, with the entries that were kept.
func (ex *exporter) modelElements(elements []*element) *element {
	models := &element{name: modelTag}
	done := map[string]bool{}
	add := func(m *element) {
		if id := m.get("ID"); !done[id] {
			done[id] = true
			models.children = append(models.children, m)
		}
	}
	for _, t := range ex.file.Trees {
		if m := ex.models[ex.treeIDs[t.Name]]; m != nil {
			add(m)
		}
	}
	for _, m := range usageModels(elements) {
		if k := ex.models[m.get("ID")]; k != nil {
			m = k
		}
		add(m)
	}
	for _, text := range keptIn(ex.file.Trees[0].Meta).inner(keepUnused).items() {
		if el, _, m := decode("", []byte(text)); m == nil {
			add(el)
		}
	}
	return models
}

// heads writes the lines of trees that would not be read as they are, and a model for their
// parameters.
func (ex *exporter) heads(elements []*element, models *element) {
	root := &element{name: "root", children: []*element{models}}
	read := &importer{trees: nameAll(idsOf(elements)), models: ex.models, placed: map[string]bool{}, ports: treePorts(root, elements)}
	for i, t := range ex.file.Trees {
		if headOf(withoutFile(read.translatedTree(elements[i]))) == headOf(withoutFile(t)) {
			continue
		}
		elements[i].set(boughAttr, headOf(withoutFile(t)))
		if len(t.Params) > 0 && ex.models[ex.treeIDs[t.Name]] == nil {
			models.children = append(models.children, paramModel(t, ex.treeIDs[t.Name]))
		}
	}
}

func idsOf(elements []*element) (ids []string) {
	for _, el := range elements {
		ids = append(ids, el.get("ID"))
	}
	return ids
}

// withoutFile returns a tree without what it keeps for the file.
func withoutFile(t *trees.Tree) *trees.Tree {
	old := keptIn(t.Meta).table
	if old == nil {
		return t
	}
	var k keep
	k.items = old.Items
	for _, f := range old.Fields {
		switch f.Name {
		case keepMain, keepRoot, keepInclude, keepUnused:
		default:
			k.fields = append(k.fields, f)
		}
	}
	head := *t
	head.Meta = nil
	for _, f := range t.Meta.Fields {
		if f.Name != metaField {
			head.Meta = &trees.Table{Items: t.Meta.Items, Fields: append(fieldsOf(head.Meta), f)}
		}
	}
	addKept(&head.Meta, k)
	return &head
}

func fieldsOf(t *trees.Table) []trees.Param {
	if t == nil {
		return nil
	}
	return t.Fields
}

// paramModel makes an entry for the parameters of a tree.
func paramModel(t *trees.Tree, id string) *element {
	m := &element{name: subTreeTag}
	m.set("ID", id)
	for _, p := range t.Params {
		port := &element{name: "input_port"}
		port.set("name", portName(p.Name))
		if !p.Required {
			port.set("default", portText(p.Value, false))
		}
		m.children = append(m.children, port)
	}
	return m
}

// reportFile says what concerns the file as a whole.
func (ex *exporter) reportFile() {
	if len(ex.kinds) > 0 {
		ex.report.Differs(ex.kindsAt, "kinds that BehaviorTree.CPP does not have, or not with these parameters, become nodes of their own: "+listed(ex.kinds),
			"write them in C++ if the trees shall run there")
	}
	if n := len(ex.file.Comments); n > 0 {
		ex.report.Differs(ex.file.Comments[0].Pos, fmt.Sprintf("comments are left out: %d", n), "write what matters as note=\"...\"")
	}
	ex.reportChildless()
}

// reportChildless warns of nodes without children that are of a sort which must have some:
// BehaviorTree.CPP does not load a file with one.
func (ex *exporter) reportChildless() {
	parents := map[string]bool{}
	ex.eachNode(func(n *trees.Node) {
		if !n.Include && len(n.Children) > 0 {
			parents[n.Name] = true
		}
	})
	ex.eachNode(func(n *trees.Node) {
		if n.Include || len(n.Children) > 0 {
			return
		}
		k := behaviors.KindNamed(n.Name)
		switch {
		case k == nil && parents[n.Name]:
			ex.report.Differs(n.Pos, n.Name+" stands here without children and elsewhere with some, and BehaviorTree.CPP loads only one sort of it", "use another behavior in one of the places")
		case k != nil && k.Group != behaviors.Leaves:
			ex.report.Differs(n.Pos, n.Name+" has no children, and BehaviorTree.CPP does not load it so", "give it children")
		}
	})
}

func (ex *exporter) eachNode(visit func(*trees.Node)) {
	for _, t := range ex.file.Trees {
		for n := range t.Root.All() {
			visit(n)
		}
	}
}
