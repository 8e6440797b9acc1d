package btcpp

import (
	"errors"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
	"github.com/bough-dev/bough/trees"
)

// fillSpecial translates a node that differs from a kind in more than names. It returns false for any other node.
func (t *translation) fillSpecial() bool {
	switch t.tag {
	case subTreeTag:
		t.subTree()
	case "Script":
		t.script()
	case "ScriptCondition":
		t.scriptCondition()
	case "SetBlackboard":
		t.setBlackboard()
	case "UnsetBlackboard":
		t.unsetBlackboard()
	case "Precondition":
		t.precondition()
	case "KeepRunningUntilFailure":
		t.keepRunning()
	case "ParallelAll":
		t.parallelAll()
	case "RunOnce":
		t.runOnce()
	case "Timeout":
		if ms, isNumber := number(t.el.get("msec")); !isNumber || ms != 0 {
			return false
		}
		t.node.Name = "sequence" // without a bound
		t.keep.field(keepNode, t.tag)
		t.keep.item("msec=" + t.use("msec"))
	case "Repeat", "RetryUntilSuccessful":
		if !noRounds(t.el) {
			return false
		}
		t.endAtOnce()
	default:
		return t.switchNode()
	}
	return true
}

// subTree translates an inclusion of another tree.
func (t *translation) subTree() {
	id := t.use("ID")
	t.node.Include, t.node.Name = true, t.trees.of(id)
	if t.node.Name != id {
		t.keep.field(keepID, id)
	}
	if _, here := t.ports[id]; !here {
		t.report.Differs(t.el.pos, message.TreeNotInFile(id))
	}
	t.portParams()
	t.passedParams(id)
}

// passedParams adds parameters for what an inclusion passes without an attribute.
func (t *translation) passedParams(id string) {
	if !t.mayPass(t.el, len(t.ports[id])) {
		return
	}
	for _, p := range t.ports[id] {
		port := portName(p.Name)
		if t.el.attr(port) != nil {
			continue
		}
		text, ok := t.boundTo(t.el, port)
		switch {
		case !ok && p.Required:
			text = reference(port) // private to the inclusion
		case !ok:
			continue
		}
		passed := t.param(p.Name, port, text)
		if !passed.Ref && !p.Required && passed.Value.Identical(p.Value) {
			continue
		}
		passed.Pos = t.el.pos
		t.node.Params = append(t.node.Params, passed)
		t.keep.item(port)
	}
}

// script translates a script that only assigns values to fields.
func (t *translation) script() {
	if t.lacks("code", false) {
		return
	}
	code := t.use("code")
	list, err := t.sets(code, t.el.pos)
	if what := (diag.Words{}); errors.As(err, &what) {
		t.used["code"] = false
		t.stranger(message.ScriptNotAssigning(t.becoming(), what))
		return
	}
	if len(list) > 1 {
		t.node.Name, t.node.Children, t.chain.own = "sequence", list, len(list)
		t.keep.field(keepNode, t.tag)
		t.keep.item("code=" + code)
		return
	}
	t.node.Name, t.node.Params = "set", list[0].Params
	if text, _, _ := assigning(t.node.Params); text != code {
		t.keep.item("code=" + code)
	}
}

// sets translates a script to nodes that assign values to fields, one after another. It replaces ports by the keys
// that are passed to them, and reports what may differ.
func (t *translation) sets(code string, pos diag.Pos) (list []*trees.Node, err error) {
	var own []string
	as := t.renaming(&own)
	sets, e, err := assignments(code, func(port string) string { return t.target(port, &own) }, as)
	if err != nil {
		return nil, err
	}
	t.note(e, own, pos)
	for _, params := range sets {
		n := t.leaf("set")
		for _, p := range params {
			n.Params = append(n.Params, t.assigned(p, pos))
		}
		list = append(list, n)
	}
	return list, nil
}

// target returns the key that a script assigns to: for a port, the one that is passed to it. It adds a key that is
// not passed to own.
func (t *translation) target(port string, own *[]string) string {
	if key := t.passed[t.tree.Name][port]; key != "" {
		return key
	}
	if hasNoDefault(t.tree.Params, port) {
		return port
	}
	*own = append(*own, port)
	return port
}

// assigned completes an assignment.
func (t *translation) assigned(p trees.Param, pos diag.Pos) trees.Param {
	p.Pos = pos
	switch {
	case p.Expr == nil:
	case t.tree.Param(p.Expr.Source) != nil:
		p.Value, p.Ref, p.Expr = value.String(p.Expr.Source), true, nil
	default:
		p.Expr.Pos = pos
	}
	return p
}

func (t *translation) scriptCondition() {
	if t.lacks("code", false) {
		return
	}
	text := t.use("code")
	source, ok := t.expression(text, t.el.pos)
	if !ok {
		t.used["code"] = false
		t.stranger(message.ScriptConditionNotExpression(t.becoming()))
		return
	}
	t.node.Name, t.node.Expr = "condition", &trees.Guard{Source: source, Pos: t.el.pos}
	if back, err := translate(source, lua, script); err != nil || back.source != text {
		t.keep.item("code=" + text)
	}
}

// setBlackboard translates a node that assigns a value, or the value of a key, to one field.
func (t *translation) setBlackboard() {
	if t.lacks("output_key", false) || t.lacks("value", false) {
		return
	}
	key := plainKey(t.el.get("output_key"))
	from, isKey := blackboardKey("", t.el.get("value"))
	switch {
	case !isOwnField(key):
		t.stranger(message.KeyNotField(t.becoming(), key, t.tag))
		return
	case isKey && !isField(from):
		t.stranger(message.KeyNotField(t.becoming(), from, t.tag))
		return
	}
	var own []string
	p := trees.Param{Name: t.target(key, &own)}
	text := t.use("value")
	var e expression
	if isKey {
		e.names = []string{t.renaming(&own)(from)}
		p.Expr = &trees.Guard{Source: e.names[0]}
	} else {
		p.Value = literal(text)
	}
	t.note(e, own, t.el.pos)
	t.node.Name, t.node.Params = "set", []trees.Param{t.assigned(p, t.el.pos)}
	if valueText(t.node.Params[0]) != text {
		t.keep.item("value=" + text)
	}
	t.keepKey("output_key", key)
}

// valueText returns the value of an assignment as the text of a port.
func valueText(p trees.Param) string {
	if p.Expr != nil {
		return reference(p.Expr.Source)
	}
	return portText(p.Value, p.Ref)
}

func (t *translation) unsetBlackboard() {
	key := plainKey(t.el.get("key"))
	if t.lacks("key", false) {
		return
	}
	if !isOwnField(key) {
		t.stranger(message.KeyNotField(t.becoming(), key, t.tag))
		return
	}
	t.node.Name = "set"
	var own []string
	t.node.Params = []trees.Param{{Name: t.target(key, &own), Pos: t.el.pos}}
	t.note(expression{}, own, t.el.pos)
	t.keepKey("key", key)
}

// keepKey stores the name of the original node, and the original text of its key.
func (t *translation) keepKey(port, key string) {
	t.keep.field(keepNode, t.tag)
	if text := t.use(port); text != key {
		t.keep.item(port + "=" + text)
	}
}

// plainKey returns a key without the optional braces.
func plainKey(text string) string {
	if key, ok := blackboardKey("", text); ok {
		return key
	}
	return text
}

// precondition adds the condition of a Precondition in front of its child.
func (t *translation) precondition() {
	if t.lacks("if", false) {
		return
	}
	text, otherwise := t.use("if"), t.use("else")
	var ask *trees.Node
	switch otherwise {
	case "SUCCESS":
		t.node.Name, ask = "fallback", t.question(text, true, t.el.pos)
	case "RUNNING":
		source, ok := t.expression(text, t.el.pos)
		if !ok {
			t.used["if"], t.used["else"] = false, false
			t.stranger(message.PreconditionNotExpression(t.becoming()))
			return
		}
		t.node.Name, ask = "sequence", t.leaf("wait_until")
		ask.Expr = &trees.Guard{Source: source, Pos: t.el.pos}
	case "SKIPPED":
		if passesOver(t.parent) {
			t.node.Name, ask = "fallback", t.question(text, true, t.el.pos)
			break
		}
		fallthrough
	default:
		t.node.Name, ask = "filter", t.question(text, false, t.el.pos)
	}
	t.node.Children, t.chain.own = []*trees.Node{ask}, 1
	t.keep.field(keepNode, t.tag)
	t.keep.item("if=" + text)
	if t.el.attr("else") != nil {
		t.keep.item("else=" + otherwise)
	}
}

// keepRunning translates KeepRunningUntilFailure. It fails where until_failure succeeds, so it becomes an invert
// around an until_failure.
func (t *translation) keepRunning() {
	t.node.Name = "invert"
	inner := t.leaf("until_failure")
	t.node.Children = []*trees.Node{inner}
	t.chain.core = inner
	t.keep.field(keepNode, t.tag)
}

// runOnce translates RunOnce, which is never ready once it has ended. In a sequence it must then succeed instead,
// since the sequence continues after a SKIPPED node. So runOnce puts it between two inverts: the outer one succeeds
// if its child is not ready, and the inner one restores the result of the first run.
func (t *translation) runOnce() {
	repeats := t.use("then_skip") == "false" || t.el.get("then_skip") == "0"
	if t.el.attr("then_skip") != nil {
		t.keep.item("then_skip=" + t.el.get("then_skip"))
	}
	if repeats {
		t.report.Differs(t.el.pos, message.RunOnceThenSkip())
	}
	if t.node.Name = "once"; !repeats && !passesOver(t.parent) {
		return
	}
	once, again := t.leaf("once"), t.leaf("invert")
	t.node.Name, t.node.Children, once.Children = "invert", []*trees.Node{once}, []*trees.Node{again}
	t.chain.core = again
	t.keep.field(keepNode, t.tag)
}

// noRounds reports whether an element is a Repeat or a RetryUntilSuccessful without rounds. Such a loop ends at
// once and never calls its child.
func noRounds(el *element) bool {
	var text string
	switch tag, _ := nodeTag(el); tag {
	case "Repeat":
		text = el.get("num_cycles")
	case "RetryUntilSuccessful":
		text = el.get("num_attempts")
	}
	n, err := strconv.Atoi(text)
	return err == nil && n <= 0 && text != noEnd
}

// endAtOnce translates a loop without rounds.
func (t *translation) endAtOnce() {
	port, kind, result := "num_cycles", "fallback", "succeed"
	if t.tag != "Repeat" {
		port, kind, result = "num_attempts", "sequence", "fail"
	}
	t.node.Name, t.node.Children, t.chain.own = kind, []*trees.Node{t.leaf(result)}, 1
	t.keep.field(keepNode, t.tag)
	t.keep.item(port + "=" + t.use(port))
}

// parallelAll translates ParallelAll, which waits for all children. It counts SKIPPED children as successes; see
// passesOver.
func (t *translation) parallelAll() {
	t.node.Name = "parallel"
	for _, name := range []string{"success", "failure"} {
		t.node.Params = append(t.node.Params, trees.Param{Name: name, Value: value.String(allWord), Word: true, Pos: t.el.pos})
	}
	t.keep.field(keepNode, t.tag)
	a := t.el.attr("max_failures")
	if t.use("max_failures"); a == nil {
		return
	}
	t.keep.item("max_failures=" + a.value)
	if a.value != "1" {
		t.report.Differs(a.pos, message.ParallelAllFailsEarly())
	}
}

// switchCases returns the number of cases of Switch2 to Switch6, or 0 for any other node.
func switchCases(tag string) int {
	digits, ok := strings.CutPrefix(tag, "Switch")
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n < 2 || n > 6 || len(digits) != 1 {
		return 0
	}
	return n
}

// switchNode translates Switch2 to Switch6 to a switch. It returns false for any other node.
func (t *translation) switchNode() bool {
	n := switchCases(t.tag)
	if n == 0 {
		return false
	}
	key, isKey := blackboardKey("variable", t.el.get("variable"))
	var cases []value.Value
	var spelled []string
	for i := 1; i <= n; i++ {
		if a := t.el.attr("case_" + strconv.Itoa(i)); a != nil {
			cases = append(cases, literal(a.value))
			if portText(cases[len(cases)-1], false) != a.value {
				spelled = append(spelled, a.name+"="+a.value)
			}
		}
	}
	if !isKey || !isField(key) || len(cases) != n || len(t.el.children) != n+1 {
		t.stranger(message.IrregularSwitch(t.becoming(), n, n+1, t.tag))
		return true
	}
	t.use("variable")
	for i := 1; i <= n; i++ {
		t.use("case_" + strconv.Itoa(i))
	}
	for _, text := range spelled {
		t.keep.item(text)
	}
	port := key
	key, passed := t.readKey(port)
	if !passed {
		t.noteField(port, t.el.pos)
	}
	if text := t.el.get("variable"); text != reference(key) {
		t.keep.item("variable=" + text)
	}
	t.node.Name, t.node.Expr, t.chain.cases = "switch", &trees.Guard{Source: key, Pos: t.el.pos}, cases
	return true
}

// leaf returns a node that does not correspond to an element of the file.
func (t *translation) leaf(name string) *trees.Node {
	return &trees.Node{Name: name, Pos: t.el.pos, NamePos: t.el.pos, EndLine: t.el.pos.Line}
}
