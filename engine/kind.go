package engine

// Kind is what a node is.
type Kind uint8

// The kinds of nodes. Their rules stand in docs/semantics.md; what a tree file
// may say of them stands in the catalog of package behaviors.
const (
	// KindBehavior is a node that a behavior drives: ready when guard, stimulus
	// and precondition say so, ended by what its behavior returns.
	KindBehavior Kind = iota
	// KindTree stands for the root of another tree, its only child, and passes
	// that one's readiness and result on.
	KindTree
	// KindCustom is a kind that the game has defined; see Custom.
	KindCustom

	// Choosers: one child by readiness, in Decide.

	KindPriority
	KindSticky
	KindDynamicPriority
	KindRandom
	KindUtility
	KindGoal

	// Composites: children by their results.

	KindSequence
	KindReactiveSequence
	KindSequenceWithMemory
	KindFallback
	KindReactiveFallback
	KindFallbackWithMemory
	KindParallel
	KindFilter
	KindMonitor
	KindRandomSequence
	KindRandomFallback
	KindIfThenElse
	KindWhileDoElse
	KindSwitch

	// Decorators: one child.

	KindInvert
	KindForceSuccess
	KindForceFailure
	KindRepeat
	KindRetry
	KindUntilSuccess
	KindUntilFailure
	KindLoop
	KindCooldown
	KindInterval
	KindDelay
	KindTimeout
	KindLimit
	KindOnce
	KindChance

	// Leaves: no child.

	KindWait
	KindLog
	KindSet
	KindCondition
	KindSucceed
	KindFail
	KindIdle
	KindWaitUntil
	KindEmit
	KindRequest

	// NumKinds is the number of kinds.
	NumKinds = iota
)

// kindFacts are what the engine knows of a kind besides its rule.
type kindFacts struct {
	name     string
	min, max int // number of children; many is no bound
	keeps    bool
}

const many = MaxNodes

// kinds lists the kinds. keeps tells that a node of the kind has state which
// survives its exit, or a draw of its own; see slot.
var kinds = [NumKinds]kindFacts{
	KindBehavior: {"behavior", 0, many, false},
	KindTree:     {"tree", 1, 1, false},
	KindCustom:   {"custom", 0, many, false},

	KindPriority:        {"priority", 0, many, false},
	KindSticky:          {"sticky", 0, many, false},
	KindDynamicPriority: {"dynamic_priority", 0, many, false},
	KindRandom:          {"random", 0, many, true},
	KindUtility:         {"utility", 0, many, false},
	KindGoal:            {"goal", 0, many, false},

	KindSequence:           {"sequence", 0, many, false},
	KindReactiveSequence:   {"reactive_sequence", 0, many, false},
	KindSequenceWithMemory: {"sequence_with_memory", 0, many, true},
	KindFallback:           {"fallback", 0, many, false},
	KindReactiveFallback:   {"reactive_fallback", 0, many, false},
	KindFallbackWithMemory: {"fallback_with_memory", 0, many, true},
	KindParallel:           {"parallel", 0, many, false},
	KindFilter:             {"filter", 0, many, false},
	KindMonitor:            {"monitor", 0, many, false},
	KindRandomSequence:     {"random_sequence", 0, many, true},
	KindRandomFallback:     {"random_fallback", 0, many, true},
	KindIfThenElse:         {"if_then_else", 2, 3, false},
	KindWhileDoElse:        {"while_do_else", 2, 3, false},
	KindSwitch:             {"switch", 0, many, false},

	KindInvert:       {"invert", 1, 1, false},
	KindForceSuccess: {"force_success", 1, 1, false},
	KindForceFailure: {"force_failure", 1, 1, false},
	KindRepeat:       {"repeat", 1, 1, false},
	KindRetry:        {"retry", 1, 1, false},
	KindUntilSuccess: {"until_success", 1, 1, false},
	KindUntilFailure: {"until_failure", 1, 1, false},
	KindLoop:         {"loop", 1, 1, false},
	KindCooldown:     {"cooldown", 1, 1, true},
	KindInterval:     {"interval", 1, 1, true},
	KindDelay:        {"delay", 1, 1, false},
	KindTimeout:      {"timeout", 1, 1, false},
	KindLimit:        {"limit", 1, 1, true},
	KindOnce:         {"once", 1, 1, true},
	KindChance:       {"chance", 1, 1, true},

	KindWait:      {"wait", 0, 0, false},
	KindLog:       {"log", 0, 0, false},
	KindSet:       {"set", 0, 0, false},
	KindCondition: {"condition", 0, 0, false},
	KindSucceed:   {"succeed", 0, 0, false},
	KindFail:      {"fail", 0, 0, false},
	KindIdle:      {"idle", 0, 0, false},
	KindWaitUntil: {"wait_until", 0, 0, false},
	KindEmit:      {"emit", 0, 0, false},
	KindRequest:   {"request", 0, 0, false},
}

// String returns the name of the kind in a tree file; "behavior" and "custom"
// are no such names.
func (k Kind) String() string { return kinds[k].name }

// Children returns how many children a node of the kind has at least and at
// most. A kind that the game has defined says so itself.
func (k Kind) Children() (least, most int) { return kinds[k].min, kinds[k].max }

// CheckChildren returns what is wrong with a number of children, in words that follow
// the name of the node, or nil.
func (k Kind) CheckChildren(n int) error { return checkCount(n, kinds[k].min, kinds[k].max) }

// IsChooser reports whether the kind's name may also stand behind children= in a
// behavior.
func (k Kind) IsChooser() bool { return KindPriority <= k && k <= KindGoal }

// IsComposite reports whether the kind goes by the results of its children.
func (k Kind) IsComposite() bool { return KindSequence <= k && k <= KindSwitch }

// IsDecorator reports whether the kind has one child and changes what it does.
func (k Kind) IsDecorator() bool { return KindInvert <= k && k <= KindChance }

// IsLeaf reports whether the kind never has children.
func (k Kind) IsLeaf() bool { return KindWait <= k && k <= KindRequest }
