package btcpp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// treeID returns the ID of a tree. A name is not a valid ID if it has a dot or is "root".
func treeID(name string, k kept) string {
	if id := k.text(keepID); id != "" {
		return id
	}
	name = strings.ReplaceAll(name, ".", "-")
	if strings.EqualFold(name, "root") {
		return name + "_"
	}
	return name
}

// nodeID returns the ID of a node that BehaviorTree.CPP does not define. It is the original ID, unless the node was
// renamed. If last is set, nodeID avoids IDs that BehaviorTree.CPP defines.
func nodeID(n *trees.Node, last bool) string {
	if id := keptIn(n.Meta).text(keepID); id != "" && strings.HasPrefix(n.Name, validName(id)) {
		return id
	}
	id := strings.ReplaceAll(n.Name, ".", "-")
	if n.Slot {
		id = "slot-" + id
	}
	if last && isKnownTag(id) {
		id += "_"
	}
	return id
}

// node returns the element of a node with its descendants. The recursion is at most trees.MaxDepth deep.
func (ex *exporter) node(n, parent *trees.Node, isCase bool) *element {
	if isCase {
		n = withoutCase(n)
	}
	el, c := ex.element(n, parent)
	ex.im.ids[c.node.ID] = true
	defer ex.im.enter(c)()
	cases := strings.HasPrefix(el.name, "Switch") && builtinSwitch(c.core)
	for i, child := range c.core.Children[c.own:] {
		last := i == len(c.core.Children)-1
		el.children[i] = ex.node(child, c.core, cases && !last && el.attr(boughAttr) == nil)
	}
	return el
}

// element returns an element that Import converts to the node. The candidates, in this order, are an element with
// the conditions that the node was made from, an element without them, and an element that describes the node in
// the attribute _bough.
func (ex *exporter) element(n, parent *trees.Node) (*element, chain) {
	if el, c, ok := ex.folded(n); ok && ex.reads(el, c, parent) {
		return el, c
	}
	el, c := ex.plain(n, true)
	if ex.reads(el, c, parent) {
		return el, c
	}
	if el, c = ex.plain(n, false); ex.reads(el, c, parent) {
		return el, c
	}
	c = chain{top: n, core: n, node: n}
	el = ex.lastResort(n, parent, len(n.Children))
	el.set(boughAttr, lineOf(n, ex.tree))
	ex.reportGuard(n, parent)
	ex.reportKind(n, el)
	ex.reportImplied(n, el)
	ex.reportComputed(n, el)
	return el, c
}

// reads reports whether Import converts an element to a chain. It gives the element as many empty children as the
// element will have.
func (ex *exporter) reads(el *element, c chain, parent *trees.Node) bool {
	el.children = make([]*element, len(c.core.Children)-c.own)
	ex.im.placed = map[string]bool{}
	for id := range ex.models {
		ex.im.placed[id] = keptIn(c.core.Meta).text(keepModel) == ""
	}
	got := ex.im.translate(el, parent)
	for i, v := range got.cases {
		if p := caseOf(c.core.Children[i]); p == nil || !p.Value.Identical(v) {
			return false
		}
	}
	return chainText(got, ex.tree) == chainText(c, ex.tree)
}

// folded returns one element for a chain of nodes that were made from the conditions of the element. It returns
// false if top was not made from a condition.
func (ex *exporter) folded(top *trees.Node) (*element, chain, bool) {
	var list []attr
	n := top
	for isFolded(n) {
		list = append(list, ex.conditionsOf(n)...)
		n = inner(n)
	}
	if n == top {
		return nil, chain{}, false
	}
	el, c := ex.plain(n, true)
	for _, a := range list {
		el.set(a.name, printable(a.value))
	}
	c.top = top
	return el, c, true
}

// isFolded reports whether a node was made from a condition of the node below it.
func isFolded(n *trees.Node) bool {
	k := keptIn(n.Meta)
	return (isCondition(k.text(keepAttr)) || k.text(keepOf) == ofPort) && len(n.Children) == 2
}

// inner returns the child that had the condition from which n was made.
func inner(n *trees.Node) *trees.Node {
	switch keptIn(n.Meta).text(keepAttr) {
	case "_onSuccess", "_onFailure":
		return n.Children[0]
	}
	return n.Children[1]
}

// conditionsOf returns the conditions from which a node was made: the condition of the node itself, and the one
// that became its guard.
func (ex *exporter) conditionsOf(n *trees.Node) []attr {
	k := keptIn(n.Meta)
	var list []attr
	if k.text(keepOf) == "" {
		list = append(list, attr{name: k.text(keepAttr), value: k.text(keepText)})
	}
	guard := guardOf(n)
	if guard == nil {
		return list
	}
	text := k.text("_while")
	if text == "" || n.Disabled {
		text, _ = ex.scriptOf(guard)
	}
	return append(list, attr{name: "_while", value: text})
}

// plain returns the element of one node, or of two nodes that correspond to one element. If restore is set, the
// element gets the stored attributes.
func (ex *exporter) plain(n *trees.Node, restore bool) (*element, chain) {
	c := chain{top: n, core: n, node: n}
	el := &element{}
	k := keptIn(n.Meta)
	switch {
	case n.Include:
		ex.inclusion(el, n)
	case n.Slot || kindName(n) == "":
		ex.custom(el, n, nodeID(n, false))
	case !ex.kind(el, n, &c):
		el.attrs = nil
		ex.custom(el, n, nodeID(n, false))
	}
	ex.common(el, n)
	if tag := k.text(keepTag); slices.Contains(explicitTags, tag) && !n.Include {
		if el.attr("ID") == nil {
			el.attrs = slices.Insert(el.attrs, 0, attr{name: "ID", value: el.name})
		}
		el.name = tag
	}
	if restore {
		k.restore(el)
	}
	return el, c
}

// lastResort returns an element for a node without a counterpart. It shows as many properties as possible.
func (ex *exporter) lastResort(n, parent *trees.Node, children int) *element {
	el := &element{}
	c := chain{top: n, core: n, node: n}
	stand := *n
	stand.Meta = nil
	stand.Children = make([]*trees.Node, children)
	switch {
	case n.Include:
		ex.inclusion(el, n)
	case n.Slot || kindName(n) == "" || !ex.kind(el, &stand, &c):
		el.attrs = nil
		ex.custom(el, n, nodeID(n, true))
	}
	ex.common(el, &stand)
	if passesOver(parent) && el.attr("_while") != nil {
		text := el.get("_while")
		el.remove("_while")
		el.set("_failureIf", "!("+text+")")
	}
	el.children = make([]*element, children)
	return el
}

// reportGuard reports a guard that has another meaning in BehaviorTree.CPP.
func (ex *exporter) reportGuard(n, parent *trees.Node) {
	if n.Disabled {
		ex.report.Differs(n.Pos, message.DisabledBecomesCondition())
		return
	}
	if n.Guard == nil {
		return
	}
	if _, err := ex.scriptOf(n.Guard); err != nil {
		ex.report.Differs(n.Guard.Pos, message.ConditionWithoutForm())
	} else if passesOver(parent) {
		ex.report.Differs(n.Guard.Pos, message.ConditionBecomesFailureIf())
	}
}

// reportKind records a kind that BehaviorTree.CPP does not have, and that becomes a custom node.
func (ex *exporter) reportKind(n *trees.Node, el *element) {
	name := kindName(n)
	if name == "" || isKnownTag(el.name) {
		return
	}
	if len(ex.kinds) == 0 {
		ex.kindsAt = n.Pos
	}
	if !slices.Contains(ex.kinds, name) {
		ex.kinds = append(ex.kinds, name)
	}
}

// reportImplied reports a node that continues or decides differently in BehaviorTree.CPP.
func (ex *exporter) reportImplied(n *trees.Node, el *element) {
	switch has := slices.ContainsFunc(n.Params, isImplied); el.name {
	case "Parallel":
		if !has {
			ex.report.Differs(n.Pos, message.ParallelDecidedAfterEach())
		}
	case "AsyncSequence", "AsyncFallback", "SequenceWithMemory", "Repeat", "RetryUntilSuccessful":
		if has && !ex.im.watched {
			ex.report.Differs(n.Pos, message.PerTickWithoutEffectThere(n.Name))
		} else if !has && ex.im.watched {
			ex.report.Differs(n.Pos, message.LooksAgainThere(n.Name))
		}
	}
}

// reportComputed reports a node with a computed value, unless a script computes it.
func (ex *exporter) reportComputed(n *trees.Node, el *element) {
	shown := el.name == "Script" || builtinTagged(el.name) != nil
	if !shown && slices.ContainsFunc(n.Computed(), func(g *trees.Guard) bool { return !g.Field }) {
		ex.report.Differs(n.Pos, message.ComputedValueAsText())
	}
}

// common writes the attributes that every node may have.
func (ex *exporter) common(el *element, n *trees.Node) {
	name := keptIn(n.Meta).text(keepName)
	if n.ID != "" {
		name = n.ID
	}
	if k := keptIn(n.Meta).table; n.ID != "" || k != nil && hasField(k, keepName) {
		el.attrs = slices.Insert(el.attrs, 0, attr{name: "name", value: printable(name)})
	}
	if guard := guardOf(n); guard != nil {
		ex.guard(el, guard)
	}
	if n.Note != "" {
		el.set("_description", printable(n.Note))
	}
}

// guardOf returns the guard of a node. For a disabled node it returns a guard that is always false.
func guardOf(n *trees.Node) *trees.Guard {
	if n.Disabled {
		return &trees.Guard{Source: "false", Pos: n.Pos}
	}
	return n.Guard
}

func hasField(t *trees.Table, name string) bool {
	_, ok := t.Field(name)
	return ok
}

// guard writes a condition, if it can be translated to a script.
func (ex *exporter) guard(el *element, g *trees.Guard) {
	if text, err := ex.scriptOf(g); err == nil {
		el.set("_while", text)
	}
}

// scriptOf translates an expression to a script. It returns an error for a named condition, which has no
// translation.
func (ex *exporter) scriptOf(g *trees.Guard) (string, error) {
	e, err := translate(g.Source, lua, script)
	if err != nil {
		return "", err
	}
	for _, name := range e.names {
		if ex.isCondition(name) {
			return "", message.NamedConditionOfFileTerm(name)
		}
	}
	return e.source, nil
}

// isCondition reports whether a name is that of a named condition.
func (ex *exporter) isCondition(name string) bool {
	return ex.file != nil && slices.ContainsFunc(ex.file.Conditions, func(c *trees.NamedCondition) bool { return c.Name == name })
}

func (ex *exporter) inclusion(el *element, n *trees.Node) {
	el.name = subTreeTag
	id, here := ex.treeIDs[n.Name]
	if !here {
		id = treeID(n.Name, keptIn(n.Meta))
	}
	el.set("ID", id)
	ports(el, n)
	if own := ex.own[n]; own != nil {
		ex.im.own[el] = own
	}
}

// custom returns an element for a node that BehaviorTree.CPP does not have.
func (ex *exporter) custom(el *element, n *trees.Node, id string) {
	el.name = id
	if slices.Contains(structure, id) || !isAttrName(id) {
		el.name = "Action"
		el.set("ID", id)
	}
	for i, a := range n.Args {
		el.set("arg"+strconv.Itoa(i+1), argText(a))
	}
	if n.Expr != nil {
		el.set("expression", printable(n.Expr.Source))
	}
	ports(el, n)
}

// ports writes parameters as ports. It omits a parameter whose name is not valid as a port.
func ports(el *element, n *trees.Node) {
	for _, p := range n.Params {
		if name := portName(p.Name); isLoaded(name) {
			el.set(name, paramText(p))
		}
	}
}

// kind writes the element for a node of a kind. It returns false if the node has no counterpart in
// BehaviorTree.CPP.
func (ex *exporter) kind(el *element, n *trees.Node, c *chain) bool {
	switch kindName(n) {
	case "condition":
		return ex.condition(el, n)
	case "set":
		return ex.set(el, n)
	case "switch":
		return switchElement(el, n)
	case "filter", "fallback", "sequence", "invert", "parallel":
		if standsFor(el, n, c) {
			return true
		}
	}
	b := builtinOf(kindName(n))
	return b != nil && ex.builtin(el, n, b)
}

// standsFor writes the element for a node with which the name of the original node is stored. It returns false for
// any other node.
func standsFor(el *element, n *trees.Node, c *chain) bool {
	switch tag := keptIn(n.Meta).text(keepNode); {
	case tag == "Timeout":
		el.name = tag
	case (tag == "Precondition" || tag == "Repeat" || tag == "RetryUntilSuccessful") && len(n.Children) > 0:
		c.own = 1
		el.name = tag
	case tag == "RunOnce" && len(n.Children) == 1 && len(n.Children[0].Children) == 1:
		c.core = n.Children[0].Children[0]
		el.name = tag
	case tag == "KeepRunningUntilFailure" && len(n.Children) == 1:
		c.core = n.Children[0]
		el.name = tag
	case tag == "ParallelAll":
		el.name = tag
	case tag == "Script":
		c.own = len(n.Children)
		el.name = tag
	}
	return el.name != ""
}

func (ex *exporter) condition(el *element, n *trees.Node) bool {
	text, err := ex.scriptOf(n.Expr)
	el.name = "ScriptCondition"
	el.set("code", text)
	return err == nil || keepsCode(n)
}

// set writes assignments to fields as a script, or as the original node. It returns false if that is not possible.
func (ex *exporter) set(el *element, n *trees.Node) bool {
	tag := keptIn(n.Meta).text(keepNode)
	if len(n.Params) == 1 && tag == "UnsetBlackboard" && n.Params[0].Expr == nil {
		el.name = tag
		el.set("key", n.Params[0].Name)
		return true
	}
	if len(n.Params) == 1 && tag == "SetBlackboard" && (n.Params[0].Expr == nil || isField(n.Params[0].Expr.Source)) {
		el.name = tag
		el.set("value", valueText(n.Params[0]))
		el.set("output_key", n.Params[0].Name)
		return true
	}
	text, names, ok := assigning(n.Params)
	el.name = "Script"
	el.set("code", text)
	return (ok || keepsCode(n)) && len(n.Args) == 0 && !slices.ContainsFunc(names, ex.isCondition)
}

// keepsCode reports whether the text of a script is stored with a node. It may be one that has no translation back.
func keepsCode(n *trees.Node) bool {
	return slices.ContainsFunc(keptIn(n.Meta).items(), func(item string) bool { return strings.HasPrefix(item, "code=") })
}

// builtinSwitch reports whether a switch corresponds to one of Switch2 to Switch6.
func builtinSwitch(n *trees.Node) bool {
	cases := len(n.Children) - 1
	if kindName(n) != "switch" || n.Expr == nil || !isField(n.Expr.Source) || cases < 2 || cases > 6 {
		return false
	}
	for i, child := range n.Children {
		if child == nil {
			return false
		}
		p := caseOf(child)
		if (p == nil) != (i == cases) || p != nil && (p.Ref || p.Word || p.Expr != nil || !literal(portText(p.Value, false)).Identical(p.Value)) {
			return false
		}
	}
	return true
}

func switchElement(el *element, n *trees.Node) bool {
	if !builtinSwitch(n) {
		return false
	}
	el.name = "Switch" + strconv.Itoa(len(n.Children)-1)
	el.set("variable", reference(n.Expr.Source))
	for i, child := range n.Children[:len(n.Children)-1] {
		el.set("case_"+strconv.Itoa(i+1), portText(caseOf(child).Value, false))
	}
	return true
}

// caseOf returns the parameter case of a child, or nil.
func caseOf(n *trees.Node) *trees.Param {
	for i := range n.Params {
		if n.Params[i].Name == "case" {
			return &n.Params[i]
		}
	}
	return nil
}

// withoutCase returns a copy of a switch's child without its parameter case, which the element of the switch has
// instead.
func withoutCase(n *trees.Node) *trees.Node {
	m := *n
	m.Params = slices.DeleteFunc(slices.Clone(n.Params), func(p trees.Param) bool { return p.Name == "case" })
	return &m
}

// builtin writes the element for a kind that differs from a node of BehaviorTree.CPP only in names. It
// returns false if ports cannot express all properties of n.
func (ex *exporter) builtin(el *element, n *trees.Node, b *builtin) bool {
	el.name = b.tag
	if tag := builtinTagged(keptIn(n.Meta).text(keepNode)); tag != nil && tag.kind == b.kind {
		el.name = tag.tag
	} else if async := builtinTagged("Async" + b.tag); async != nil && slices.ContainsFunc(n.Params, isImplied) {
		el.name = async.tag
	}
	kind := behaviors.KindNamed(b.kind)
	for _, p := range b.ports {
		a, given := settingOf(n, kind, p.param)
		if !given && p.optional {
			continue
		}
		text, ok := p.text(a, len(n.Children))
		if key, isKey := blackboardKey("", text); !ok || isKey && ex.isCondition(key) {
			return false
		}
		el.set(p.name, text)
	}
	failureCount(el, n)
	return n.Expr == nil && !saysMore(n, kind, b)
}

// saysMore reports whether a node sets parameters of its kind that have no port.
func saysMore(n *trees.Node, kind *behaviors.Kind, b *builtin) bool {
	return slices.ContainsFunc(n.Params, func(p trees.Param) bool {
		return kind.Param(p.Name) != nil && !isImplied(p) && !slices.ContainsFunc(b.ports, func(port builtinPort) bool { return port.param == p.Name })
	})
}

// failureCount sets the attribute failure_count of a parallel. In Bough the number of failures that end a parallel
// depends on the number of successes that it needs. In BehaviorTree.CPP the default is one.
func failureCount(el *element, n *trees.Node) {
	m, err := strconv.Atoi(el.get("success_count"))
	if err == nil && m > 0 && el.attr("failure_count") == nil {
		el.set("failure_count", strconv.Itoa(max(len(n.Children)-m+1, 1)))
	}
}

// settingOf returns the value of a parameter of a kind. It returns false if the node does not set the parameter.
func settingOf(n *trees.Node, kind *behaviors.Kind, name string) (trees.Arg, bool) {
	for _, p := range n.Params {
		if p.Name == name {
			return trees.Arg{Value: p.Value, Ref: p.Ref, Expr: p.Expr}, true
		}
	}
	for i := range min(len(n.Args), kind.Positional) {
		if kind.Params[i].Name == name {
			return n.Args[i], true
		}
	}
	return trees.Arg{}, false
}
