// Package kind has the kinds of nodes: their names in tree files, and the numbers of children that they take. It also
// has the rules by which a behavior picks among its children.
//
// Package engine has their rules, and package behaviors describes them and their parameters.
package kind

// Kind selects the rule of a node, such as sequence or invert.
type Kind uint8

// The kinds of nodes. docs/semantics.md describes their rules.
const (
	// Behavior is a node with a behavior. The node is ready if its guard, stimulus and precondition allow it. It
	// ends when the behavior returns Success or Failure.
	Behavior Kind = iota
	// Tree is an included tree. Its only child is the root of the included tree. The node has the readiness and
	// the result of that root.
	Tree
	// Custom is a kind that the game has defined; see engine.Custom.
	Custom

	// Choosers pick one child by readiness, in Decide. Each of them is also a ChildRule.

	Priority
	Sticky
	DynamicPriority
	Random
	Utility
	Goal

	// Composites run children depending on the results of other children.

	Sequence
	ReactiveSequence
	SequenceWithMemory
	Fallback
	ReactiveFallback
	FallbackWithMemory
	Parallel
	Filter
	Monitor
	RandomSequence
	RandomFallback
	IfThenElse
	WhileDoElse
	Switch

	// Decorators have one child.

	Invert
	ForceSuccess
	ForceFailure
	Repeat
	Retry
	UntilSuccess
	UntilFailure
	Loop
	Cooldown
	Interval
	Delay
	Timeout
	Limit
	Once
	Chance

	// Leaves have no child.

	Wait
	Log
	Set
	Condition
	Succeed
	Fail
	Idle
	WaitUntil
	Emit
	Request

	// Count is the number of kinds.
	Count = iota
)

// many is the bound of kinds that take any number of children. It is that of the nodes of a program.
const many = 100_000

// kinds has the name of each kind in tree files, and its bounds on the number of children.
// number is the range of the number that the kind takes.
var kinds = [Count]struct {
	name     string
	min, max int
	number   Range
}{
	Behavior: {"behavior", 0, many, NoNumber},
	Tree:     {"tree", 1, 1, NoNumber},
	Custom:   {"custom", 0, many, NoNumber},

	Priority:        {"priority", 0, many, NoNumber},
	Sticky:          {"sticky", 0, many, NoNumber},
	DynamicPriority: {"dynamic_priority", 0, many, NoNumber},
	Random:          {"random", 0, many, NoNumber},
	Utility:         {"utility", 0, many, WeightNumber},
	Goal:            {"goal", 0, many, NoNumber},

	Sequence:           {"sequence", 0, many, NoNumber},
	ReactiveSequence:   {"reactive_sequence", 0, many, NoNumber},
	SequenceWithMemory: {"sequence_with_memory", 0, many, NoNumber},
	Fallback:           {"fallback", 0, many, NoNumber},
	ReactiveFallback:   {"reactive_fallback", 0, many, NoNumber},
	FallbackWithMemory: {"fallback_with_memory", 0, many, NoNumber},
	Parallel:           {"parallel", 0, many, NoNumber},
	Filter:             {"filter", 0, many, NoNumber},
	Monitor:            {"monitor", 0, many, NoNumber},
	RandomSequence:     {"random_sequence", 0, many, NoNumber},
	RandomFallback:     {"random_fallback", 0, many, NoNumber},
	IfThenElse:         {"if_then_else", 2, 3, NoNumber},
	WhileDoElse:        {"while_do_else", 2, 3, NoNumber},
	Switch:             {"switch", 0, many, NoNumber},

	Invert:       {"invert", 1, 1, NoNumber},
	ForceSuccess: {"force_success", 1, 1, NoNumber},
	ForceFailure: {"force_failure", 1, 1, NoNumber},
	Repeat:       {"repeat", 1, 1, CountNumber},
	Retry:        {"retry", 1, 1, CountNumber},
	UntilSuccess: {"until_success", 1, 1, NoNumber},
	UntilFailure: {"until_failure", 1, 1, NoNumber},
	Loop:         {"loop", 1, 1, CountNumber},
	Cooldown:     {"cooldown", 1, 1, SecondsNumber},
	Interval:     {"interval", 1, 1, SecondsNumber},
	Delay:        {"delay", 1, 1, SecondsNumber},
	Timeout:      {"timeout", 1, 1, SecondsNumber},
	Limit:        {"limit", 1, 1, CountNumber},
	Once:         {"once", 1, 1, NoNumber},
	Chance:       {"chance", 1, 1, ChanceNumber},

	Wait:      {"wait", 0, 0, SecondsNumber},
	Log:       {"log", 0, 0, NoNumber},
	Set:       {"set", 0, 0, NoNumber},
	Condition: {"condition", 0, 0, NoNumber},
	Succeed:   {"succeed", 0, 0, NoNumber},
	Fail:      {"fail", 0, 0, NoNumber},
	Idle:      {"idle", 0, 0, NoNumber},
	WaitUntil: {"wait_until", 0, 0, NoNumber},
	Emit:      {"emit", 0, 0, SecondsNumber},
	Request:   {"request", 0, 0, AnyNumber},
}

// String returns the name of the kind in a tree file. "behavior" and "custom"
// do not occur there.
func (k Kind) String() string { return kinds[k].name }

// Children returns the minimum and the maximum number of children of a node of the kind. For kinds that the game
// has defined, see engine.Custom.
func (k Kind) Children() (least, most int) { return kinds[k].min, kinds[k].max }
