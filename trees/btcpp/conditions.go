package btcpp

import (
	"errors"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// conditionAttrs are the attributes of an element that hold conditions. They become nodes around the element; the
// innermost comes first in the list.
//
// BehaviorTree.CPP evaluates them in the order failure, success, skip, while. Bough evaluates skip and while first,
// since an element that they skip has no result for _onSuccess.
var conditionAttrs = []string{"_successIf", "_failureIf", "_onFailure", "_onSuccess", "_while", "_skipIf"}

// isCondition reports whether an attribute becomes a node or a guard.
func isCondition(name string) bool { return slices.Contains(conditionAttrs, name) }

// conditions adds nodes for the conditions of the element around the nodes of the element.
func (t *translation) conditions() {
	t.separated()
	t.outside()
	t.order()
	for _, name := range conditionAttrs {
		if a := t.el.attr(name); a != nil {
			t.condition(a)
		}
	}
	for _, name := range []string{"_onHalted", "_post"} {
		if a := t.el.attr(name); a != nil {
			t.report.Differs(a.pos, message.AttributeWithoutCounterpart(name))
		}
	}
}

// separated adds nodes before an inclusion that set the keys which values of ports have got; see separate.
func (t *translation) separated() {
	for _, p := range t.ports[t.el.get("ID")] {
		port := portName(p.Name)
		key := t.own[t.el][port]
		if key == "" {
			continue
		}
		if t.shared[t.el] {
			t.report.Differs(t.el.pos, message.WrittenPortValue(key, port, t.tree.Name))
		}
		text := t.modelDefault(t.el.get("ID"), port)
		if a := t.el.attr(port); a != nil {
			text = a.value
		}
		known, set, first := t.leaf("condition"), t.leaf("set"), t.leaf("fallback")
		known.Expr = &trees.Guard{Source: key + " ~= nil", Pos: t.el.pos}
		set.Params = []trees.Param{{Name: key, Value: literal(text), Pos: t.el.pos}}
		first.Children = []*trees.Node{known, set}
		t.around("sequence", &attr{name: port, value: text, pos: t.el.pos}, first, t.chain.top)
		var k keep
		k.field(keepOf, ofPort)
		addKept(&t.chain.top.Meta, k)
	}
	for _, port := range t.unclear[t.el] {
		t.report.Differs(t.el.pos, message.UnclearPortValue(port))
	}
}

// outside adds conditions to the inclusion of a tree, if the inclusion is in a sequence. These are the conditions
// by which the root of the tree is SKIPPED. A condition that reads a port of the tree cannot be added.
func (t *translation) outside() {
	id := t.el.get("ID")
	root := t.roots[id]
	if t.el.name != subTreeTag || root == nil || !passesOver(t.parent) {
		return
	}
	for _, a := range askedOutside(root) {
		if e, err := translate(a.value, script, lua); err != nil || slices.ContainsFunc(e.names, t.standsForOther) {
			t.report.Differs(t.el.pos, message.TreeSkippedByRoot(a.name, id))
			continue
		}
		kind := "fallback"
		if a.name == "_while" {
			kind = "reactive_fallback"
		}
		t.before(kind, &attr{name: a.name, value: a.value, pos: t.el.pos}, a.name == "_while")
		var k keep
		k.field(keepOf, "tree")
		addKept(&t.chain.top.Meta, k)
	}
}

// standsForOther reports whether a key of an included tree stands for something other than the key of that name.
func (t *translation) standsForOther(key string) bool {
	text, ok := t.boundTo(t.el, key)
	return ok && text != reference(key)
}

func isPort(params []trees.TreeParam, name string) bool {
	return slices.ContainsFunc(params, func(p trees.TreeParam) bool { return p.Name == name })
}

// order reports conditions that BehaviorTree.CPP evaluates in another order than Bough.
func (t *translation) order() {
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return t.el.attr(name) != nil })
	}
	if has("_failureIf", "_successIf") && has("_skipIf", "_while") {
		t.report.Differs(t.el.pos, message.OrderOfConditions())
	}
}

func (t *translation) condition(a *attr) {
	switch a.name {
	case "_successIf":
		t.before("fallback", a, false)
	case "_failureIf":
		t.before("filter", a, true)
	case "_onFailure":
		force := t.leaf("force_failure")
		force.Children = []*trees.Node{t.scriptNode(a)}
		t.around("fallback", a, t.chain.top, force)
	case "_onSuccess":
		t.around("sequence", a, t.chain.top, t.scriptNode(a))
	case "_while":
		t.while(a)
	case "_skipIf":
		t.skip(a)
	}
}

// before adds a condition before the node.
func (t *translation) before(kind string, a *attr, negated bool) {
	t.around(kind, a, t.question(a.value, negated, a.pos), t.chain.top)
}

// around adds a node around the nodes so far, which are among the given children.
func (t *translation) around(kind string, a *attr, children ...*trees.Node) {
	n := t.leaf(kind)
	n.Children = children
	var k keep
	k.field(keepAttr, a.name)
	k.field(keepText, a.value)
	n.Meta = k.meta()
	t.chain.top = n
}

// skip adds a _skipIf condition. In a sequence the skipped node succeeds, and elsewhere it fails. In both cases the
// condition is evaluated only when the node would begin.
func (t *translation) skip(a *attr) {
	if passesOver(t.parent) {
		t.before("fallback", a, false)
	} else {
		t.before("filter", a, true)
	}
}

// while adds a guard. If the node is skipped in a sequence, it adds nodes instead.
func (t *translation) while(a *attr) {
	if passesOver(t.parent) {
		t.before("reactive_fallback", a, true)
		return
	}
	source, ok := t.expression(a.value, a.pos)
	if !ok {
		t.before("reactive_sequence", a, false)
		return
	}
	t.chain.top.Guard = &trees.Guard{Source: source, Pos: a.pos}
	if back, err := translate(source, lua, script); err != nil || back.source != a.value {
		var k keep
		k.field(a.name, a.value)
		addKept(&t.chain.top.Meta, k)
	}
}

// question returns a node that succeeds if an expression is true, or if it is false when negated is set.
func (t *translation) question(text string, negated bool, pos diag.Pos) *trees.Node {
	source, ok := t.expression(text, pos)
	if !ok {
		return t.unsaid("ScriptCondition", text, negated, pos)
	}
	n := t.leaf("condition")
	if negated {
		source = "not (" + source + ")"
	}
	n.Expr = &trees.Guard{Source: source, Pos: pos}
	return n
}

// unsaid returns a behavior in place of a script that cannot be translated. The behavior is missing until a user
// writes it.
func (t *translation) unsaid(name, text string, negated bool, pos diag.Pos) *trees.Node {
	t.report.Differs(pos, message.ScriptWithoutForm(name))
	n := t.leaf(name)
	n.Params = []trees.Param{{Name: "code", Value: literal(text), Pos: pos}}
	if !negated {
		return n
	}
	not := t.leaf("invert")
	not.Children = []*trees.Node{n}
	return not
}

// scriptNode returns a node that runs a script.
func (t *translation) scriptNode(a *attr) *trees.Node {
	list, err := t.sets(a.value, a.pos)
	if err != nil {
		return t.unsaid("Script", a.value, false, a.pos)
	}
	if len(list) == 1 {
		return list[0]
	}
	n := t.leaf("sequence")
	n.Children = list
	return n
}

// expression translates a condition, and reports the parts whose meaning may differ.
func (t *translation) expression(text string, pos diag.Pos) (string, bool) {
	var own []string
	e, err := translateAs(text, script, lua, t.renaming(&own))
	if what := (diag.Words{}); errors.As(err, &what) {
		t.report.Differs(pos, message.UntranslatableCondition(what))
		return "", false
	}
	t.note(e, own, pos)
	return e.source, true
}

// renaming returns a function that names the keys which an expression reads. It adds those to own that are no ports
// with one meaning.
func (t *translation) renaming(own *[]string) func(key string) string {
	return func(name string) string {
		key, passed := t.readKey(name)
		if !passed {
			*own = append(*own, name)
		}
		return key
	}
}

// note reports the parts of an expression whose meaning may differ.
func (t *translation) note(e expression, own []string, pos diag.Pos) {
	for _, name := range own {
		t.noteField(name, pos)
	}
	for _, name := range e.names {
		if isTaken(name) {
			t.report.Differs(pos, message.KeyWithOtherMeaning(name))
		}
		if t.maybeEnum(name) {
			t.report.Differs(pos, message.MaybeEnum(name))
		}
	}
	if len(e.truths) > 0 {
		t.report.Differs(pos, message.TruthOfField(e.truths[0]))
	}
	for _, name := range e.numbers {
		if t.stored[name]&isTruth != 0 {
			t.report.Differs(pos, message.TruthAsNumber(name))
		}
	}
	for _, name := range slices.Concat(e.truths, e.flags) {
		if t.stored[name]&isNumber != 0 {
			t.report.Differs(pos, message.TruthAsNumber(name))
		}
	}
	for _, name := range e.added {
		if t.stored[name]&isText != 0 {
			t.report.Differs(pos, message.TextAdded(name))
		}
	}
	for _, name := range e.texts {
		if !t.stored[name].only(isText) {
			t.report.Differs(pos, message.NumberInText(name))
		}
	}
}

// maybeEnum reports whether a name looks like that of an enum value: in capitals, or with a capital and not written by
// any node.
func (t *translation) maybeEnum(name string) bool {
	if name[0] < 'A' || name[0] > 'Z' {
		return false
	}
	for _, keys := range t.flow.used {
		if name != strings.ToUpper(name) && keys.how[name]&(isWritten|mayBeWritten) != 0 {
			return false
		}
	}
	return true
}

// readKey returns the name that an expression uses for a key or a port. passed reports whether it is a port whose
// meaning is that of what the inclusions pass to it.
func (t *translation) readKey(name string) (key string, passed bool) {
	key, passed = t.passed[t.tree.Name][name]
	switch {
	case passed && key == "" || hasNoDefault(t.tree.Params, name):
		return name, true
	case passed && t.tree.Param(key) == nil:
		return key, true
	}
	return name, false
}

// noteField reports a key of a script if it is a port of the tree.
func (t *translation) noteField(name string, pos diag.Pos) {
	if t.tree.Param(name) == nil {
		return
	}
	t.report.Differs(pos, message.PortInScript(name, t.tree.Name))
}

// maxListed is the largest number of names in a message.
const maxListed = 20

// listed returns names for a message: the first ones, in the form of message.Cut.
func listed(names []string) []string {
	var list []string
	for _, name := range names[:min(len(names), maxListed)] {
		list = append(list, message.Cut(name))
	}
	if len(names) > maxListed {
		list = append(list, "…")
	}
	return list
}
