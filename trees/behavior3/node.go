package behavior3

import (
	"math"
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
	"github.com/bough-dev/bough/trees/internal/jsondoc"
	"github.com/bough-dev/bough/trees/internal/nodeline"
)

// node converts a value to a node. In the original dialect the value is the id of the node. The recursion is at
// most MaxDepth deep.
func (im *importer) node(v *jsondoc.Value, depth int) *trees.Node {
	if im.count++; depth > trees.MaxDepth || im.count > trees.MaxNodes {
		im.report.Fail(v.Pos, message.TreeTooLarge(trees.MaxDepth, trees.MaxNodes))
		return nil
	}
	at := v
	if im.dialect == Original {
		if v = im.named(v); v == nil {
			return nil
		}
	}
	if v.Kind != jsondoc.Object || textOf(v.Get("name")) == "" && textOf(v.Get("path")) == "" {
		im.report.Fail(at.Pos, message.NodeWithoutName())
		return nil
	}
	key := ""
	if id := textOf(at); id != textOf(v.Get("id")) {
		key = id
	}
	n, inner := im.convert(v, key)
	parent := n
	if inner != nil {
		parent = inner
	}
	im.children(v, parent, depth)
	im.counted(v, parent)
	n.EndLine, parent.EndLine = n.Pos.Line, n.Pos.Line
	return n
}

// counted warns about a kind with too few or too many children, since such a tree cannot be run.
func (im *importer) counted(v *jsondoc.Value, n *trees.Node) {
	k := behaviors.KindNamed(n.Name)
	if k == nil || n.Include {
		return
	}
	if least, most := k.Children(); len(n.Children) < least || most >= 0 && len(n.Children) > most {
		im.report.Differs(v.Pos, message.KindWithWrongChildren(n.Name))
	}
}

// named returns the node with the id in v. Each id may be used only once.
func (im *importer) named(v *jsondoc.Value) *jsondoc.Value {
	id := textOf(v)
	n := im.nodes[id]
	switch {
	case n == nil:
		im.report.Fail(v.Pos, message.MissingNodeId(id))
	case im.used[id]:
		im.report.Fail(v.Pos, message.NodeInTwoPlaces(id))
		return nil
	}
	im.used[id] = true
	return n
}

// links returns the children of a node, and the name of the member that lists them.
func links(v *jsondoc.Value) (list []*jsondoc.Value, member string) {
	if c := v.Get("children"); c != nil && c.Kind == jsondoc.Array && len(c.Items) > 0 {
		return c.Items, "children"
	}
	if c := v.Get("child"); c != nil && (c.Kind == jsondoc.Object || textOf(c) != "") {
		return []*jsondoc.Value{c}, "child"
	}
	return nil, ""
}

func (im *importer) children(v *jsondoc.Value, parent *trees.Node, depth int) {
	list, _ := links(v)
	around := im.dialect.standardNamed(textOf(v.Get("name")))
	if around != nil && (around.around == "" || around.kind != parent.Name || parent.Include) {
		around = nil
	}
	for _, c := range list {
		if disabled(c) {
			im.report.Differs(c.Pos, message.DisabledNodesLeftOut())
			continue
		}
		child := im.node(c, depth+1)
		if child == nil {
			return
		}
		if around != nil {
			child = &trees.Node{Name: around.around, Pos: child.Pos, NamePos: child.NamePos, EndLine: child.EndLine, Children: []*trees.Node{child}, Meta: keep(c.Pos, "part", around.name)}
		}
		parent.Children = append(parent.Children, child)
	}
}

func disabled(v *jsondoc.Value) bool {
	d := v.Get("disabled")
	return d != nil && d.Bool
}

// hidden returns the disabled children and their indices as a text, or "".
func hidden(v *jsondoc.Value) string {
	list, _ := links(v)
	var out []any
	for i, c := range list {
		if disabled(c) {
			out = append(out, []any{i, plain(c)})
		}
	}
	if out == nil {
		return ""
	}
	return text(object{"nodes": out})
}

// convert returns the node for a value, without its children. Some values become two nodes; inner is then the child
// of n, and otherwise nil. key is the key of the value in the table of nodes, if it differs from the id.
func (im *importer) convert(v *jsondoc.Value, key string) (n, inner *trees.Node) {
	w, name := im.dialect.words(), textOf(v.Get("name"))
	props := v.Get(w.props)
	if n := im.ownLine(v, textOf(props.Get("bough"))); n != nil {
		return n, nil
	}
	n = &trees.Node{Pos: v.Pos, NamePos: v.Pos}
	left := rest(v)
	_, member := links(v)
	if member != "" {
		delete(left, member)
	}
	if note := textOf(v.Get(w.remark)); isRemark(note) {
		n.Note = note
		delete(left, w.remark)
	}
	s := im.dialect.standardNamed(name)
	misfit := im.misfit(s, v)
	switch {
	case im.include(n, v, name):
	case s != nil && misfit == nil:
		inner = im.standard(n, s, v, left)
	default:
		im.behavior(n, v, name, misfit, left)
	}
	im.extras(n, v, left)
	n.Meta = keep(v.Pos, "node", text(left), "link", member, "hidden", hidden(v), "key", key)
	im.bounded(v, n.Name, n.Note, n.Meta.String(), (&trees.Table{Fields: n.Params}).String())
	return n, inner
}

// include makes n an inclusion if the name refers to another tree. It reports whether the name does.
func (im *importer) include(n *trees.Node, v *jsondoc.Value, name string) bool {
	tree, ok := im.names[name]
	if path := textOf(v.Get("path")); !ok && path != "" && im.dialect == Nested {
		tree, ok = treeOfPath(path), true
	}
	if ok {
		n.Include, n.Name = true, tree
	}
	return ok
}

// treeOfPath returns the name of the tree in the file at a path.
func treeOfPath(path string) string {
	path = path[strings.LastIndexAny(path, `/\`)+1:]
	return identifier(strings.TrimSuffix(path, ".json"), "tree_")
}

func (im *importer) standard(n *trees.Node, s *standard, v *jsondoc.Value, left object) (inner *trees.Node) {
	n.Name = s.kind
	if s.prop != "" {
		im.number(n, s, v, left)
	}
	if s.differs != nil && (!s.paced || n.Name == s.kind) {
		im.report.Differs(v.Pos, message.NodeBecameKind(n.Name, s.name)).Advise(s.differs())
	}
	if !s.oneWay {
		delete(left, "name")
	}
	if s.wraps(n) {
		inner = &trees.Node{Name: s.inner, Pos: v.Pos, NamePos: v.Pos, Meta: keep(v.Pos, "part", im.dialect.part(s))}
		n.Children = []*trees.Node{inner}
	}
	return inner
}

// misfit says why the kind of the standard node cannot do what v says, or returns nil. Such a node becomes a behavior.
// In the nested dialect a variable may hold the number that the kind needs, and a property may add to the number.
func (im *importer) misfit(s *standard, v *jsondoc.Value) *diag.Words {
	if s == nil || im.dialect == Original || s.prop == "" {
		return nil
	}
	if in := v.Get("input"); in != nil && in.Kind == jsondoc.Array && len(in.Items) > 0 && textOf(in.Items[0]) != "" {
		w := message.NumberFromVariableTerm(s.prop)
		return &w
	}
	props := v.Get(im.dialect.words().props)
	if s.beside != "" {
		if p := props.Get(s.beside); p != nil && p.Number != 0 {
			w := message.KindWithoutPropertyTerm(s.kind, s.beside)
			return &w
		}
	}
	if s.endless == "" && props.Get(s.prop) == nil {
		w := message.WithoutPropertyTerm(s.prop)
		return &w
	}
	return nil
}

// number converts a property to the parameter of a kind.
func (im *importer) number(n *trees.Node, s *standard, v *jsondoc.Value, left object) {
	w := im.dialect.words()
	p := v.Get(w.props).Get(s.prop)
	if p != nil && s.rounds() && p.Number != math.Trunc(p.Number) {
		im.report.Fail(p.Pos, message.FractionalRounds(s.name))
	}
	if p != nil && p.Kind == jsondoc.Number && (p.Number > 0 || p.Number == 0 && s.scale == 1000) {
		n.Args = []trees.Arg{{Value: value.Number(p.Number / s.scale), Pos: p.Pos}}
		if s.paced {
			n.Params = []trees.Param{{Name: "per_tick", Value: value.String("one"), Word: true, Pos: p.Pos}}
		}
		if s.away(p.Number/s.scale) == p.Number {
			drop(left, w.props, s.prop)
		}
		return
	}
	if n.Name = s.endless; n.Name == "" {
		n.Name = s.kind
		im.report.Fail(v.Pos, message.MissingNodeNumber(s.name, s.prop))
	}
}

// drop removes a property from the remaining data of a node. It keeps an empty object, which records that the
// member was present.
func drop(left object, member, name string) {
	if o, ok := left[member].(object); ok {
		delete(o, name)
	}
}

// behavior makes n a behavior. misfit says why n is not of the kind of the standard node with that name; it is nil if
// there is none.
func (im *importer) behavior(n *trees.Node, v *jsondoc.Value, name string, misfit *diag.Words, left object) {
	w := im.dialect.words()
	n.Name = identifier(name, "game_")
	if n.Name == name {
		delete(left, "name")
	}
	is := message.NodeIsBehavior(n.Name, name)
	if misfit != nil {
		is = message.NodeIsBehaviorSince(n.Name, name, *misfit)
	}
	im.report.Differs(v.Pos, is)
	for _, m := range im.members(v) {
		if x, ok := valueOf(m.Value, 0); ok && isParam(m.Name) && m.Name != "input" && m.Name != "output" && m.Name != "bough_with" {
			n.Params = append(n.Params, trees.Param{Name: m.Name, Value: x, Pos: m.Pos})
			drop(left, w.props, m.Name)
		}
	}
	if im.dialect == Nested {
		im.variables(n, v, left)
	}
}

// members returns the properties of a node in the order of the file.
func (im *importer) members(v *jsondoc.Value) []jsondoc.Member {
	if props := v.Get(im.dialect.words().props); props != nil {
		return props.Members
	}
	return nil
}

// variables makes parameters of the variables that a node reads and writes.
func (im *importer) variables(n *trees.Node, v *jsondoc.Value, left object) {
	for _, name := range []string{"input", "output"} {
		list := v.Get(name)
		if list == nil || list.Kind != jsondoc.Array {
			continue
		}
		if x, ok := valueOf(list, 0); ok {
			n.Params = append(n.Params, trees.Param{Name: name, Value: x, Pos: list.Pos})
			delete(left, name)
			im.report.Differs(list.Pos, message.VariablesBecameParameter(name))
		}
	}
}

// extras restores the data that an export has added to a node that was imported before.
func (im *importer) extras(n *trees.Node, v *jsondoc.Value, left object) {
	w := im.dialect.words()
	line := textOf(v.Get(w.props).Get("bough_with"))
	m, ok := nodeline.Parse(line, im.params)
	if !ok {
		return
	}
	n.Guard, n.ID, n.IDPos, n.NonExclusive, n.Disabled = m.Guard, m.ID, v.Pos, m.NonExclusive, m.Disabled
	if n.Guard != nil {
		n.Guard.Pos = v.Pos
	}
	drop(left, w.props, "bough_with")
}

// ownLine returns the node for a line that an export has stored, or nil.
func (im *importer) ownLine(v *jsondoc.Value, line string) *trees.Node {
	n, ok := nodeline.Parse(line, im.params)
	if !ok {
		return nil
	}
	w := im.dialect.words()
	have := object{}
	for _, m := range im.members(v) {
		if m.Name != "bough" {
			have[m.Name] = plain(m.Value)
		}
	}
	if !im.calls(v, n) || textOf(v.Get(w.remark)) != n.Note || text(have) != text(properties(n, im.dialect.standardOf(n))) {
		im.report.Differs(v.Pos, message.NodeChanged())
		props := v.Get(w.props)
		props.Members = slices.DeleteFunc(props.Members, func(m jsondoc.Member) bool { return m.Name == "bough" })
		return nil
	}
	nodeline.Move(n, v.Pos)
	return n
}

// calls reports whether the name in v is the name that an export would write for n.
func (im *importer) calls(v *jsondoc.Value, n *trees.Node) bool {
	name := textOf(v.Get("name"))
	if s := im.dialect.standardOf(n); s != nil {
		return name == s.name
	}
	if tree, ok := im.names[name]; ok && n.Include {
		return tree == n.Name
	}
	return name == n.Name
}

// header parses the data that an export has stored with a tree: the line of the tree, the conditions and the
// comments. It returns false if there is no such data, or if it is invalid.
func (im *importer) header(v *jsondoc.Value, t *trees.Tree) bool {
	own := v.Get("bough")
	src := textOf(own.Get("tree")) + "\n  succeed\n"
	for _, member := range []string{"conditions", "comments"} {
		if list := own.Get(member); list != nil {
			for _, item := range list.Items {
				src += textOf(item) + "\n"
			}
		}
	}
	if own == nil {
		return false
	}
	f, list := trees.Parse("", []byte(src))
	if len(list.Errors()) > 0 || len(f.Trees) != 1 {
		return false
	}
	h := f.Trees[0]
	t.Name, t.Params, t.Doc, t.Meta = h.Name, h.Params, h.Doc, h.Meta
	im.file.Conditions = append(im.file.Conditions, f.Conditions...)
	for _, c := range f.Comments {
		c.Pos = diag.Pos{File: im.path, Line: 1 + len(im.file.Comments), Col: 1}
		im.file.Comments = append(im.file.Comments, c)
	}
	return true
}
