package btcpp

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// chain is the translation of an element. It is one node, or several nodes below each other.
type chain struct {
	top, core *trees.Node   // core is the parent of the element's children
	node      *trees.Node   // the node that has the id of the element
	own       int           // number of children of core that come before the element's children
	cases     []value.Value // the cases of a switch, one for each child
}

// translation is the state of translating one element.
type translation struct {
	*importer
	el     *element
	tag    string // the ID of the node in BehaviorTree.CPP
	parent *trees.Node
	node   *trees.Node
	chain  chain
	keep   keep
	used   map[string]bool // attributes that have been used
}

const (
	subTreeTag = "SubTree"
	boughAttr  = "_bough" // see bough.go
)

// explicitTags are the elements that name their node with the attribute ID.
var explicitTags = []string{"Action", "Condition", "Control", "Decorator"}

// nodeTag returns the ID of the node of an element. explicit reports whether the ID is the attribute ID of the
// element.
func nodeTag(el *element) (tag string, explicit bool) {
	if slices.Contains(explicitTags, el.name) && el.get("ID") != "" {
		return el.get("ID"), true
	}
	return el.name, false
}

// translate converts an element to nodes, without its children.
func (im *importer) translate(el *element, parent *trees.Node) chain {
	if el.attr(boughAttr) != nil {
		if n, ok := im.keptNode(el, parent); ok {
			return chain{top: n, core: n, node: n}
		}
		im.report.Differs(el.attr(boughAttr).pos, message.ElementChanged(el.get(boughAttr)))
	}
	tag, explicit := nodeTag(el)
	t := &translation{importer: im, el: el, tag: tag, parent: parent, used: map[string]bool{boughAttr: true}}
	t.node = &trees.Node{Pos: el.pos, NamePos: el.pos, IDPos: el.pos, EndLine: el.pos.Line}
	t.chain = chain{top: t.node, core: t.node, node: t.node}
	if explicit {
		t.keep.field(keepTag, el.name)
		t.use("ID")
	}
	t.instanceName()
	t.node.Note = t.use("_description")
	t.fill()
	t.rest()
	addKept(&t.chain.top.Meta, t.keep)
	t.conditions()
	return t.chain
}

// use returns the value of an attribute and marks it as translated.
func (t *translation) use(name string) string {
	t.used[name] = true
	return t.el.get(name)
}

// instanceName sets the id of the node to the name of the instance, if that is a valid id.
func (t *translation) instanceName() {
	name := t.use("name")
	switch {
	case t.el.attr("name") == nil:
	case isPlain(name) && !t.ids[name]:
		t.node.ID = name
	default:
		t.keep.field(keepName, name)
	}
}

// fill sets the kind and the parameters of the node.
func (t *translation) fill() {
	if t.fillSpecial() {
		return
	}
	b := builtinTagged(t.tag)
	if b == nil {
		t.custom()
		return
	}
	for _, p := range b.ports {
		if t.lacks(p.name, p.optional) {
			return
		}
	}
	params, args, bad := t.builtinParams(b)
	if bad != nil {
		t.stranger(message.PortNotFixed(t.becoming(), b.kind, bad.name, t.tag, bad.value))
		return
	}
	t.node.Name, t.node.Params, t.node.Args = b.kind, params, args
	if builtinOf(b.kind) != b {
		t.keep.field(keepNode, b.tag)
	}
}

// builtinParams converts the ports of an element to parameters of a kind. bad is a port whose value the kind cannot
// take, or nil.
func (t *translation) builtinParams(b *builtin) (params []trees.Param, args []trees.Arg, bad *attr) {
	kind := behaviors.KindNamed(b.kind)
	for _, p := range b.ports {
		a := t.el.attr(p.name)
		if a == nil {
			continue
		}
		arg, ok := t.computed(p, a)
		if !ok {
			arg.Value, ok = p.in(a.value, len(t.el.children))
		}
		if !ok {
			return nil, nil, a
		}
		t.used[p.name] = true
		if text, _ := p.text(arg, 0); text != a.value {
			t.keep.item(p.name + "=" + a.value)
		}
		switch v := arg.Value; {
		case v.IsNil() && arg.Expr == nil:
		case kind.Params[0].Name == p.param && kind.Positional > 0:
			args = append(args, arg)
		default:
			params = append(params, trees.Param{Name: p.param, Value: v, Pos: a.pos, Word: v.Kind() == value.KindString})
		}
	}
	if b.tag == "Parallel" {
		params = t.failureQuota(params)
	}
	more := implied(t.el, args, t.watched)
	t.tellNextTick(args, more)
	return append(params, more...), args, nil
}

// computed converts a port that holds a key to the number of that key. It returns false for any other port, and if the
// key is a port of the tree that stands for different things.
func (t *translation) computed(p builtinPort, a *attr) (trees.Arg, bool) {
	arg := trees.Arg{Pos: a.pos}
	key, isKey := blackboardKey(p.name, a.value)
	if !isKey || p.unit == 0 {
		return arg, false
	}
	name, passed := key, false
	if !strings.HasPrefix(a.value, "{@") {
		name, passed = t.readKey(key)
	}
	isParam := t.tree.Param(name) != nil
	if !isField(name) || isParam && !passed {
		return arg, false
	}
	if isParam && p.unit == 1 {
		arg.Value, arg.Ref = value.String(name), true
	} else {
		arg.Expr = &trees.Guard{Source: p.quotient(name), Pos: a.pos}
	}
	t.note(expression{names: []string{name}}, nil, a.pos)
	switch t.tag {
	case "Repeat", "RetryUntilSuccessful":
		t.report.Differs(a.pos, message.RoundsOfKey(key, t.tag))
	case "Timeout":
		t.report.Differs(a.pos, message.TimeoutOfKey(key))
	}
	return arg, true
}

// failureQuota sets the number of failures with which a parallel fails. This is the failure_count, which defaults
// to 1. It is reduced if fewer failures already make the required number of successes impossible.
func (t *translation) failureQuota(params []trees.Param) []trees.Param {
	children := len(t.el.children)
	success, failure, at := children, 1, -1
	for i, p := range params {
		n := int(p.Value.Float())
		if p.Word {
			n = children
		}
		if p.Name == "success" {
			success = n
		} else {
			failure, at = n, i
		}
	}
	most := max(children-success+1, 1)
	switch {
	case at < 0 && len(params) == 1 && !params[0].Word:
		t.keep.item("failure_count")
		return append(params, trees.Param{Name: "failure", Value: value.Number(1), Pos: t.el.pos})
	case at >= 0 && failure > most:
		if !params[at].Word {
			t.keep.item("failure_count=" + t.el.get("failure_count"))
		}
		params[at].Value, params[at].Word = value.Number(float64(most)), false
	}
	return params
}

// custom makes a behavior of a node that is written in C++.
func (t *translation) custom() {
	if slices.Contains(strangers, t.tag) {
		t.report.Differs(t.el.pos, message.UnknownNodeOfBtcpp(t.tag))
	}
	name := t.behaviors.of(t.tag)
	t.node.Name = name
	if name != t.tag {
		t.keep.field(keepID, t.tag)
		t.report.Differs(t.el.pos, message.RenamedNode(name, t.tag))
	}
	if at, known := t.importer.custom[name]; t.importer.custom != nil && (!known || t.el.pos.Line < at.Line) {
		t.importer.custom[name] = t.el.pos
	}
	t.placeModel(&t.keep, t.tag, t.el.pos)
	t.portParams()
	t.defaults()
}

// stranger makes a behavior of a node of BehaviorTree.CPP that has no translation. Until a user writes the
// behavior, it is missing, and so it is never ready. The words say why.
func (t *translation) stranger(w diag.Words) {
	t.report.Differs(t.el.pos, w)
	t.node.Args, t.node.Params, t.node.Expr = nil, nil, nil
	t.custom()
}

// becoming returns the name of the behavior that stranger makes.
func (t *translation) becoming() string { return t.behaviors.of(t.tag) }

// lacks reports whether an element does not have a port that it needs, and then makes a behavior of its node.
func (t *translation) lacks(port string, optional bool) bool {
	if optional || t.el.attr(port) != nil {
		return false
	}
	t.stranger(message.MissingPort(t.becoming(), port, t.tag))
	return true
}

// portParams converts all ports of an element to parameters.
func (t *translation) portParams() {
	var removed []string
	for _, a := range t.el.attrs {
		if t.used[a.name] || strings.HasPrefix(a.name, "_") {
			continue
		}
		key, ok := portKey(a.name)
		if !ok {
			t.report.Differs(a.pos, message.PortLeftOut(a.name))
			continue
		}
		if key != a.name {
			t.report.Differs(a.pos, message.PortRenamed(key, a.name))
		}
		t.used[a.name] = true
		text := a.value
		if text == "=" && !t.node.Include {
			text = "{=}"
		}
		if own := t.own[t.el][a.name]; own != "" {
			text = reference(own)
		}
		if t.node.Include && t.isRemoved(a.name, text) {
			removed = append(removed, a.name+"="+a.value)
			continue
		}
		p := t.param(key, a.name, text)
		p.Pos = a.pos
		if paramText(p) != a.value {
			t.keep.item(a.name + "=" + a.value)
		}
		t.node.Params = append(t.node.Params, p)
	}
	for _, text := range removed { // last, as Export writes them
		t.keep.item(text)
	}
}

// isRemoved reports whether an inclusion passes a key to what is not a port of the included tree; see removePorts.
func (t *translation) isRemoved(port, text string) bool {
	id := t.el.get("ID")
	_, here := t.ports[id]
	_, isKey := blackboardKey(port, text)
	return here && isKey && !t.hasPort(id, port)
}

// param converts a port to a parameter. A reference to a port of the tree becomes a reference to the parameter of
// the tree. If a port of an included tree stands for a field, a reference to a key becomes that field.
func (t *translation) param(key, port, text string) trees.Param {
	if k, ok := blackboardKey(port, text); ok {
		if own, ok := portKey(k); ok && t.tree.Param(own) != nil && !strings.HasPrefix(text, "{@") {
			return trees.Param{Name: key, Value: value.String(own), Ref: true}
		}
		if t.node.Include && isOwnField(k) && hasNoDefault(t.ports[t.el.get("ID")], key) {
			return trees.Param{Name: key, Expr: &trees.Guard{Source: k, Pos: t.el.pos, Field: true}}
		}
		if k == port || strings.HasPrefix(text, "{@") {
			return trees.Param{Name: key, Value: value.String(reference(k))}
		}
	}
	return trees.Param{Name: key, Value: literal(text)}
}

// defaults adds parameters for the omitted ports of the node that have a default in its model.
func (t *translation) defaults() {
	m := t.entries[t.tag]
	if m == nil || !t.mayDefault(m) {
		return
	}
	for _, port := range portsOf(m) {
		name, value := port.get("name"), port.attr("default")
		key, ok := portKey(name)
		if value == nil || !ok || t.el.attr(name) != nil || !isAttrName(name) || hasParam(t.node, key) {
			continue
		}
		p := t.param(key, name, value.value)
		p.Pos = t.el.pos
		t.node.Params = append(t.node.Params, p)
		t.keep.item(name)
		t.defaulted++
	}
}

// mayDefault reports whether a node may get the defaults of its model, and adds an error if not. This bounds the
// growth of the trees.
func (t *translation) mayDefault(m *element) bool {
	if t.defaulted <= MaxElements && len(m.children) <= maxPorts {
		return true
	}
	t.report.Fail(m.pos, message.ModelTooLarge(t.tag))
	return false
}

func hasParam(n *trees.Node, key string) bool {
	return slices.ContainsFunc(n.Params, func(p trees.Param) bool { return p.Name == key })
}

// rest stores the attributes that have not been used.
func (t *translation) rest() {
	for _, a := range t.el.attrs {
		if t.used[a.name] || isCondition(a.name) {
			continue
		}
		t.keep.attr(a.name, a.value)
		if !strings.HasPrefix(a.name, "_") && t.isBuiltin() {
			t.report.Differs(a.pos, message.AttributeWithoutMeaning(a.name, t.tag))
		}
	}
}

func (t *translation) isBuiltin() bool {
	return builtinTagged(t.tag) != nil || slices.Contains(special, t.tag)
}
