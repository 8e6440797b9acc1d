package btcpp

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/report"
)

// Export converts trees to a file of BehaviorTree.CPP 4, which Import converts to the same trees. The warnings
// describe differences in meaning. If there is an error, Export returns no bytes. Comments are omitted.
func Export(f *trees.File) ([]byte, diag.List) {
	out, list := ExportProject([]*trees.File{f})
	if list.Err() != nil {
		return nil, list
	}
	return out[0], list
}

// ExportProject exports files that will be loaded together. A node has the same type in all of them. If there is an
// error, ExportProject returns no files.
func ExportProject(files []*trees.File) ([][]byte, diag.List) {
	p := &project{}
	failed := false
	for _, f := range files {
		ex := &exporter{project: p, report: report.New(f), file: f}
		p.exporters = append(p.exporters, ex)
		failed = !ex.check() || failed
	}
	var out [][]byte
	if !failed {
		out = p.write()
	}
	var list diag.List
	for _, ex := range p.exporters {
		list = append(list, ex.report.Done()...)
	}
	return out, list
}

// project holds the data about all files that are exported together.
type project struct {
	exporters []*exporter
	treeIDs   map[string]string                 // IDs by the name of the tree
	im        *importer                         // imports elements for comparison
	parents   map[string]bool                   // behaviors with children in any tree
	own       map[*trees.Node]map[string]string // see importer.own
}

// exporter converts the trees of a file to elements.
type exporter struct {
	*project
	report *report.Report
	file   *trees.File
	models map[string]*element // entries of TreeNodesModel that were stored with nodes, by ID

	tree    *trees.Tree // the tree being written
	kinds   []string    // kinds that BehaviorTree.CPP does not have, in order
	kindsAt diag.Pos    // position of the first of these kinds
}

// write returns the documents of all files.
func (p *project) write() (out [][]byte) {
	for _, ex := range p.exporters {
		ex.foldOverrides()
	}
	p.prepare()
	written := p.trees()
	var all, entries []*element
	models := make([]*element, len(p.exporters))
	for _, ex := range p.exporters {
		for _, t := range ex.file.Trees {
			all = append(all, written[t])
		}
	}
	usage := usageModels(all)
	for i, ex := range p.exporters {
		models[i] = ex.modelElements(written, usage)
		entries = append(entries, models[i].children...)
	}
	// What Import restores of one tree depends on the lines of others.
	read, heads := &importer{trees: nameAll(idsOf(all))}, map[string]*trees.Tree{}
	for n := -1; n < len(heads); {
		n = len(heads)
		read.survey(p.im.mains, entries, all, heads)
		for i, ex := range p.exporters {
			ex.heads(written, models[i], read.ports, heads)
		}
	}
	for i, ex := range p.exporters {
		root := ex.root(written)
		if len(models[i].children) > 0 {
			root.children = append(root.children, models[i])
		}
		ex.reportFile()
		var b bytes.Buffer
		b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
		root.write(&b, "")
		out = append(out, b.Bytes())
	}
	return out
}

// trees writes all trees, in the order of includersFirst.
func (p *project) trees() map[*trees.Tree]*element {
	var list []*trees.Tree
	var of []*exporter
	var names []string
	for _, ex := range p.exporters {
		for _, t := range ex.file.Trees {
			list, of, names = append(list, t), append(of, ex), append(names, t.Name)
		}
	}
	written := map[*trees.Tree]*element{}
	for _, i := range includersFirst(names, func(i int) (uses []string) {
		for n := range list[i].Root.All() {
			if n.Include {
				uses = append(uses, n.Name)
			}
		}
		return uses
	}) {
		written[list[i]] = of[i].treeElement(list[i])
	}
	return written
}

// check reports errors for trees that cannot be written. It reports whether there are none.
func (ex *exporter) check() bool {
	if len(ex.file.Trees) == 0 {
		ex.report.Fail(diag.Pos{File: ex.file.Path, Line: 1, Col: 1}, message.ExportWithoutTree())
		return false
	}
	for _, t := range ex.file.Trees {
		if list := trees.Validate(t); len(list) > 0 {
			ex.report.Add(list)
			return false
		}
		for n := range t.Root.All() {
			if n.Broken {
				ex.report.Fail(n.Pos, message.BrokenLine())
				return false
			}
		}
	}
	return true
}

// root returns the document without its models.
func (ex *exporter) root(written map[*trees.Tree]*element) *element {
	root := &element{name: "root"}
	root.set(formatAttr, version)
	root.set(mainAttr, ex.mainID())
	first := keptIn(ex.file.Trees[0].Meta)
	first.inner(keepRoot).restore(root)
	if lines := ex.conditionLines(); lines != "" {
		root.set(boughAttr, lines)
	}
	root.children = includeElements(first)
	for _, t := range ex.file.Trees {
		root.children = append(root.children, written[t])
	}
	return root
}

// prepare determines the IDs, and collects the models that were stored with nodes.
func (p *project) prepare() {
	p.treeIDs, p.parents = map[string]string{}, map[string]bool{}
	taken := map[string]bool{}
	var ids, treeIDs []string
	p.eachTree(func(ex *exporter, t *trees.Tree) {
		if _, again := p.treeIDs[t.Name]; !again {
			id := treeID(t.Name, keptIn(t.Meta))
			for i := 2; taken[id]; i++ {
				id = treeID(t.Name, kept{}) + "_" + strconv.Itoa(i)
			}
			taken[id], p.treeIDs[t.Name] = true, id
			treeIDs = append(treeIDs, id)
		}
		ex.keepModel(keptIn(t.Meta).text(keepModel))
		for n := range t.Root.All() {
			ids = append(ids, nodeID(n, false))
			ex.keepModel(keptIn(n.Meta).text(keepModel))
			if !n.Include && len(n.Children) > 0 {
				p.parents[n.Name] = true
			}
		}
	})
	p.im = &importer{behaviors: nameFiles(ids), trees: nameAll(treeIDs), watchedTrees: map[string]bool{}, roots: map[string]*element{}}
	p.survey()
}

// survey determines what inclusions need to know about the trees.
func (p *project) survey() {
	var entries, elements []*element
	for _, ex := range p.exporters {
		for _, id := range slices.Sorted(maps.Keys(ex.models)) {
			entries = append(entries, ex.models[id])
		}
	}
	mains, heads := map[string]bool{}, map[string]*trees.Tree{}
	inclusions := map[*element]*trees.Node{}
	p.eachTree(func(ex *exporter, t *trees.Tree) {
		id := p.treeIDs[t.Name]
		p.im.trees.byID[id], heads[id] = t.Name, t
		mains[ex.mainID()] = true
		root := ex.sketch(t.Root, inclusions)
		if p.im.roots[id] == nil {
			p.im.roots[id] = root
		}
		elements = append(elements, &element{name: "BehaviorTree", attrs: []attr{{name: "ID", value: id}}, children: []*element{root}})
	})
	p.im.survey(mains, entries, elements, heads)
	p.own = map[*trees.Node]map[string]string{}
	for el, own := range p.im.own {
		p.own[inclusions[el]] = own
	}
}

// sketch returns the element that a node most likely becomes, with its descendants, and records the inclusions.
func (ex *exporter) sketch(n *trees.Node, inclusions map[*element]*trees.Node) *element {
	el, c, ok := ex.folded(n)
	if !ok {
		el, c = ex.plain(n, true)
	}
	if c.node.Include {
		inclusions[el] = c.node
	}
	for _, child := range c.core.Children[c.own:] {
		el.children = append(el.children, ex.sketch(child, inclusions))
	}
	return el
}

// eachTree visits the trees of all files.
func (p *project) eachTree(visit func(*exporter, *trees.Tree)) {
	for _, ex := range p.exporters {
		for _, t := range ex.file.Trees {
			visit(ex, t)
		}
	}
}

// keepModel records an entry of TreeNodesModel that was stored with a node or a tree.
func (ex *exporter) keepModel(text string) {
	if text == "" {
		return
	}
	el, _, m := decode("", []byte(text))
	if ex.models == nil {
		ex.models = map[string]*element{}
	}
	if m == nil && ex.models[el.get("ID")] == nil {
		ex.models[el.get("ID")] = el
	}
}

// mainID returns the ID of the main tree of the file.
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

// includeElements returns the include elements that were stored with the first tree.
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

// treeElement returns the element of a tree, without the attributes that heads adds.
func (ex *exporter) treeElement(t *trees.Tree) *element {
	el := &element{name: "BehaviorTree"}
	el.set("ID", ex.treeIDs[t.Name])
	if t.Doc != "" {
		el.set("_description", printable(t.Doc))
	}
	ex.im.models = ex.models
	ex.tree, ex.im.tree, ex.im.ids, ex.im.watched = t, t, map[string]bool{}, ex.im.watchedTrees[t.Name]
	el.children = []*element{ex.node(t.Root, nil, false)}
	keptIn(t.Meta).restore(el)
	return el
}

// modelElements returns the TreeNodesModel with all entries, including those that were stored with nodes. The type
// of a node depends on its uses in all files.
func (ex *exporter) modelElements(written map[*trees.Tree]*element, usage []*element) *element {
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
	used := map[string]bool{}
	for _, t := range ex.file.Trees {
		written[t].all(func(e *element) {
			id, _ := nodeTag(e)
			used[id] = true
		})
	}
	for _, m := range usage {
		if k := ex.models[m.get("ID")]; k != nil {
			m = k
		}
		if used[m.get("ID")] {
			add(m)
		}
	}
	for _, text := range keptIn(ex.file.Trees[0].Meta).inner(keepUnused).items() {
		if el, _, m := decode("", []byte(text)); m == nil {
			add(el)
		}
	}
	return models
}

// heads adds the lines of those trees that Import would not restore otherwise, and a model for their parameters. It records
// these trees by ID.
func (ex *exporter) heads(written map[*trees.Tree]*element, models *element, ports map[string][]trees.TreeParam, heads map[string]*trees.Tree) {
	var ids []string
	for _, id := range ex.treeIDs {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	read := &importer{trees: nameAll(ids), models: ex.models, placed: map[string]bool{}, ports: ports}
	for _, t := range ex.file.Trees {
		el, id := written[t], ex.treeIDs[t.Name]
		if el.attr(boughAttr) != nil || headOf(withoutFile(read.translatedTree(el))) == headOf(withoutFile(t)) {
			continue
		}
		el.set(boughAttr, headOf(withoutFile(t)))
		heads[id] = t
		if len(t.Params) > 0 && ex.models[id] == nil {
			models.children = append(models.children, paramModel(t, id))
		}
	}
}

func idsOf(elements []*element) (ids []string) {
	for _, el := range elements {
		ids = append(ids, el.get("ID"))
	}
	return ids
}

// withoutFile returns a tree without the data that is stored with it but belongs to the file.
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

// paramModel returns an entry of TreeNodesModel for the parameters of a tree.
func paramModel(t *trees.Tree, id string) *element {
	m := &element{name: subTreeTag}
	m.set("ID", id)
	for _, p := range t.Params {
		name := portName(p.Name)
		if !isLoaded(name) {
			continue
		}
		port := &element{name: "input_port"}
		port.set("name", name)
		if !p.Required {
			port.set("default", portText(p.Value, false))
		}
		m.children = append(m.children, port)
	}
	return m
}

// reportFile reports differences that concern the file as a whole.
func (ex *exporter) reportFile() {
	if len(ex.kinds) > 0 {
		ex.report.Differs(ex.kindsAt, message.KindsWithoutCounterpart(listed(ex.kinds)))
	}
	if n := len(ex.file.Comments); n > 0 {
		ex.report.Differs(ex.file.Comments[0].Pos, message.CommentsLeftOut(n))
	}
	ex.reportChildless()
}

// reportChildless warns about nodes without children whose type requires children. BehaviorTree.CPP does not load a
// file with such a node.
func (ex *exporter) reportChildless() {
	ex.eachNode(func(n *trees.Node) {
		if n.Include || len(n.Children) > 0 {
			return
		}
		k := behaviors.KindNamed(n.Name)
		switch {
		case k == nil && ex.parents[n.Name]:
			ex.report.Differs(n.Pos, message.ChildlessInOnePlace(n.Name))
		case k != nil && k.Group != behaviors.Leaves:
			ex.report.Differs(n.Pos, message.ChildlessKind(n.Name))
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
