package btcpp

import (
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
		if !ok {
			continue
		}
		passed := t.param(p.Name, port, text)
		if !passed.Ref && passed.Value.Identical(p.Value) {
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
	params, ok := assignments(t.use("code"))
	if !ok {
		t.used["code"] = false
		t.stranger(message.ScriptNotAssigning(t.becoming()))
		return
	}
	t.node.Name, t.node.Params = "set", t.assigned(params, t.el.pos)
	t.override("code", params)
}

// assigned completes the params of a script that assigns values to fields. It sets their positions, replaces ports
// by the keys that are passed to them, and reports the ports that it cannot replace.
func (t *translation) assigned(params []trees.Param, pos diag.Pos) []trees.Param {
	for i := range params {
		params[i].Pos = pos
		name := params[i].Name
		if key, ok := t.passed[t.tree.Name][name]; ok && key != "" && (key == name || !hasParam(&trees.Node{Params: params}, key)) {
			params[i].Name = key
			continue
		}
		t.noteField(name, pos)
	}
	return params
}

// override stores the text of a script if Export would write it differently.
func (t *translation) override(name string, params []trees.Param) {
	if text, _ := assigning(params); text != t.el.get(name) {
		t.keep.item(name + "=" + t.el.get(name))
	}
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

// setBlackboard translates a node that assigns a value to one field.
func (t *translation) setBlackboard() {
	key := plainKey(t.el.get("output_key"))
	switch from, isKey := blackboardKey("", t.el.get("value")); {
	case t.lacks("output_key", false) || t.lacks("value", false):
		return
	case isKey:
		t.stranger(message.KeyCopied(t.becoming(), from))
		return
	case !isOwnField(key):
		t.stranger(message.KeyNotField(t.becoming(), key, t.tag))
		return
	}
	t.node.Name = "set"
	t.node.Params = t.assigned([]trees.Param{{Name: key, Value: literal(t.use("value"))}}, t.el.pos)
	if text := t.el.get("value"); portText(t.node.Params[0].Value, false) != text {
		t.keep.item("value=" + text)
	}
	t.keepKey("output_key", key)
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
	t.node.Params = t.assigned([]trees.Param{{Name: key}}, t.el.pos)
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
