package btcpp

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/trees"
)

// builtin is a node of BehaviorTree.CPP that corresponds to one kind.
type builtin struct {
	tag, kind string
	ports     []builtinPort
}

// builtinPort is a port that corresponds to a parameter of a kind.
type builtinPort struct {
	name, param string
	// in converts the text of the port to a value. If in is nil, the parameter is omitted.
	in func(text string, children int) (v value.Value, ok bool)
	// out converts a value to the text of the port. The value is nil if the parameter is omitted and the port is
	// mandatory.
	out func(v value.Value, children int) (text string, ok bool)
	// optional is set if the port may be omitted. Its default is then also the default of the kind.
	optional bool
	// A number that a key holds is divided by unit. A kind that takes only constants has unit 0.
	unit int
}

// builtins holds the nodes that differ from kinds only in their names and ports. If several nodes correspond to one
// kind, Export uses the first one.
var builtins = []builtin{
	{"Sequence", "sequence", nil},
	{"ReactiveSequence", "reactive_sequence", nil},
	{"SequenceWithMemory", "sequence_with_memory", nil},
	{"SequenceStar", "sequence_with_memory", nil},
	{"AsyncSequence", "sequence", nil},
	{"Fallback", "fallback", nil},
	{"AsyncFallback", "fallback", nil},
	{"ReactiveFallback", "reactive_fallback", nil},
	{"Parallel", "parallel", []builtinPort{
		{"success_count", "success", quotaIn, quotaOut, true, 0},
		{"failure_count", "failure", quotaIn, quotaOut, true, 0},
	}},
	{"IfThenElse", "if_then_else", nil},
	{"WhileDoElse", "while_do_else", nil},
	{"Inverter", "invert", nil},
	{"ForceSuccess", "force_success", nil},
	{"ForceFailure", "force_failure", nil},
	{"Repeat", "repeat", []builtinPort{{"num_cycles", "times", countIn, countOut, false, 1}}},
	{"RetryUntilSuccessful", "retry", []builtinPort{{"num_attempts", "times", countIn, countOut, false, 1}}},
	{"Delay", "delay", []builtinPort{{"delay_msec", "seconds", msecIn, msecOut, false, 1000}}},
	{"Timeout", "timeout", []builtinPort{{"msec", "seconds", msecIn, msecOut, false, 1000}}},
	{"RunOnce", "once", nil},
	{"AlwaysSuccess", "succeed", nil},
	{"AlwaysFailure", "fail", nil},
	{"Sleep", "wait", []builtinPort{{"msec", "seconds", msecIn, msecOut, false, 1000}}},
}

// port returns the port with that name, or nil.
func (b *builtin) port(name string) *builtinPort {
	for i := range b.ports {
		if b.ports[i].name == name {
			return &b.ports[i]
		}
	}
	return nil
}

// quotient returns the expression for the number of a key.
func (p *builtinPort) quotient(key string) string {
	if p.unit == 1 {
		return key
	}
	return key + " / " + strconv.Itoa(p.unit)
}

// text returns the text of the port for the value of a parameter, which may be the number of a key.
func (p *builtinPort) text(a trees.Arg, children int) (text string, ok bool) {
	key := a.Value.Str()
	if a.Expr != nil {
		key, _, _ = strings.Cut(a.Expr.Source, " ")
	}
	switch {
	case a.Expr == nil && !a.Ref:
		return p.out(a.Value, children)
	case p.unit == 0, !isField(key), a.Ref && p.unit > 1, a.Expr != nil && a.Expr.Source != p.quotient(key):
		return "", false
	}
	return reference(key), true
}

// strangers holds the nodes of BehaviorTree.CPP without a counterpart. Users must write them as behaviors.
var strangers = []string{
	"ManualSelector", "TryCatch",
	"TestA", "EntryUpdated", "WasEntryUpdated", "SkipUnlessUpdated", "WaitValueUpdate",
	"LoopInt", "LoopBool", "LoopDouble", "LoopString", "ConsumeQueue", "PopFromQueue", "QueueSize",
}

// special holds the nodes that fillSpecial translates.
var special = []string{
	"SubTree", "Script", "ScriptCondition", "SetBlackboard", "UnsetBlackboard", "Precondition",
	"KeepRunningUntilFailure", "ParallelAll", "Switch2", "Switch3", "Switch4", "Switch5", "Switch6",
}

// structure holds the names of elements that are not nodes.
var structure = []string{"root", "Root", "include", "BehaviorTree", "TreeNodesModel", "Action", "Condition", "Control", "Decorator"}

// builtinTagged returns the entry for a node of BehaviorTree.CPP, or nil.
func builtinTagged(tag string) *builtin {
	i := slices.IndexFunc(builtins, func(b builtin) bool { return b.tag == tag })
	if i < 0 {
		return nil
	}
	return &builtins[i]
}

// builtinOf returns the entry of a kind, or nil.
func builtinOf(kind string) *builtin {
	i := slices.IndexFunc(builtins, func(b builtin) bool { return b.kind == kind })
	if i < 0 {
		return nil
	}
	return &builtins[i]
}

// isKnownTag reports whether BehaviorTree.CPP itself defines a node or an element with that name.
func isKnownTag(tag string) bool {
	return builtinTagged(tag) != nil || slices.Contains(special, tag) || slices.Contains(strangers, tag) || slices.Contains(structure, tag)
}

// kindName returns the name of the kind of a node, whose own name may be an alias. It returns "" for a behavior.
func kindName(n *trees.Node) string {
	if n == nil || n.Include || n.Slot {
		return ""
	}
	if k := behaviors.KindNamed(n.Name); k != nil {
		return k.Name
	}
	return ""
}

// passesOver reports whether a parent treats a SKIPPED child like a child that has succeeded.
func passesOver(parent *trees.Node) bool {
	if parent != nil && standsForOne(parent) {
		return false
	}
	switch kindName(parent) {
	case "sequence", "reactive_sequence", "sequence_with_memory":
		return true
	case "parallel":
		return waitsForAll(parent)
	}
	return false
}

// standsForOne reports whether a node was made from a BehaviorTree.CPP node that is SKIPPED if its child is
// SKIPPED.
func standsForOne(n *trees.Node) bool {
	switch keptIn(n.Meta).text(keepNode) {
	case "Precondition", "Repeat", "RetryUntilSuccessful", "Timeout":
		return true
	}
	return false
}

// waitsForAll reports whether a parallel needs the success of all its children. In BehaviorTree.CPP, a SKIPPED
// child then counts as a success.
func waitsForAll(n *trees.Node) bool {
	for _, p := range n.Params {
		if p.Name == "success" {
			return p.Value.Str() == allWord
		}
	}
	return true
}

func msecIn(text string, _ int) (value.Value, bool) {
	f, ok := number(text)
	return value.Number(f / 1000), ok && f >= 0 && f == math.Trunc(f) && f < 1<<31
}

func msecOut(v value.Value, _ int) (string, bool) {
	ms := math.Round(v.Float() * 1000)
	return strconv.FormatFloat(ms, 'f', 0, 64), v.Kind() == value.KindNumber && ms >= 0 && ms < 1<<31
}

const noEnd = "-1" // a count without a bound

func countIn(text string, _ int) (value.Value, bool) {
	if text == noEnd {
		return value.Value{}, true
	}
	n, err := strconv.ParseInt(text, 10, 32)
	return value.Number(float64(n)), err == nil && n > 0
}

func countOut(v value.Value, _ int) (string, bool) {
	if v.IsNil() {
		return noEnd, true
	}
	return v.String(), v.Kind() == value.KindNumber
}

const (
	allChildren = "-1"  // a quota in BehaviorTree.CPP
	allWord     = "all" // the same quota in Bough
)

// quotaIn parses a number of children, and reports whether it is valid. Negative numbers count from the end, so -1
// means all children.
func quotaIn(text string, children int) (value.Value, bool) {
	n, err := strconv.ParseInt(text, 10, 32)
	switch {
	case err != nil || n == 0:
		return value.Value{}, false
	case text == allChildren:
		return value.String(allWord), true
	case n < 0:
		n += int64(children) + 1
	}
	return value.Number(float64(n)), n > 0
}

// quotaOut formats a number of children, and reports whether the value is such a number.
func quotaOut(v value.Value, _ int) (string, bool) {
	switch v.Str() {
	case allWord:
		return allChildren, true
	case "one":
		return "1", true
	}
	return v.String(), v.Kind() == value.KindNumber
}
