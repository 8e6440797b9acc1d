package engine

// Kind selects the rule of a node, such as sequence or invert.
type Kind uint8

// The kinds of nodes. docs/semantics.md describes their rules, and the catalog of package behaviors describes
// their parameters in tree files.
const (
	// KindBehavior is a node with a behavior. The node is ready if its guard, stimulus and precondition allow it. It
	// ends when the behavior returns Success or Failure.
	KindBehavior Kind = iota
	// KindTree is an included tree. Its only child is the root of the included tree. The node has the readiness and
	// the result of that root.
	KindTree
	// KindCustom is a kind that the game has defined; see Custom.
	KindCustom

	// Choosers pick one child by readiness, in Decide. Each of them is also a ChildRule.

	KindPriority
	KindSticky
	KindDynamicPriority
	KindRandom
	KindUtility
	KindGoal

	// Composites run children depending on the results of other children.

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

	// Decorators have one child.

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

	// Leaves have no child.

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

// kindFacts describes a kind.
type kindFacts struct {
	name     string
	min, max int  // number of children; many is no bound
	persists bool // nodes of the kind have a persistentState
	rule     nodeRule
}

const many = MaxNodes

// kinds lists the kinds.
var kinds = [NumKinds]kindFacts{
	KindBehavior: {"behavior", 0, many, false, nil}, // see Behavior.rule
	KindTree:     {"tree", 1, 1, false, inclusion{}},
	KindCustom:   {"custom", 0, many, false, nil}, // see Custom.New

	KindPriority:        {"priority", 0, many, false, priority{}},
	KindSticky:          {"sticky", 0, many, false, priority{activeFirst}},
	KindDynamicPriority: {"dynamic_priority", 0, many, false, priority{activeLast}},
	KindRandom:          {"random", 0, many, true, random{}},
	KindUtility:         {"utility", 0, many, false, utility{}},
	KindGoal:            {"goal", 0, many, false, priority{}},

	KindSequence:           {"sequence", 0, many, false, sequence{}},
	KindReactiveSequence:   {"reactive_sequence", 0, many, false, reactive{Certain, Success}},
	KindSequenceWithMemory: {"sequence_with_memory", 0, many, true, sequence{}},
	KindFallback:           {"fallback", 0, many, false, fallback{}},
	KindReactiveFallback:   {"reactive_fallback", 0, many, false, reactive{Refused, Failure}},
	KindFallbackWithMemory: {"fallback_with_memory", 0, many, true, fallback{}},
	KindParallel:           {"parallel", 0, many, false, parallel{}},
	KindFilter:             {"filter", 0, many, false, sequence{}},
	KindMonitor:            {"monitor", 0, many, false, monitor{}},
	KindRandomSequence:     {"random_sequence", 0, many, true, shuffled{Certain, Success}},
	KindRandomFallback:     {"random_fallback", 0, many, true, shuffled{Refused, Failure}},
	KindIfThenElse:         {"if_then_else", 2, 3, false, ifThenElse{}},
	KindWhileDoElse:        {"while_do_else", 2, 3, false, whileDoElse{}},
	KindSwitch:             {"switch", 0, many, false, switchCase{}},

	KindInvert: {"invert", 1, 1, false, translation{
		certain: [...]Certainty{Open: Open, Certain: Refused, Refused: Certain},
		status:  [...]Status{Running: Running, Success: Failure, Failure: Success},
	}},
	KindForceSuccess: {"force_success", 1, 1, false, translation{
		certain: [...]Certainty{Open: Open, Certain: Certain, Refused: Certain},
		status:  [...]Status{Running: Running, Success: Success, Failure: Success},
	}},
	KindForceFailure: {"force_failure", 1, 1, false, translation{
		certain: [...]Certainty{Open: Open, Certain: Refused, Refused: Refused},
		status:  [...]Status{Running: Running, Success: Failure, Failure: Failure},
	}},
	KindRepeat: {"repeat", 1, 1, false, repeat{Certain, Success}},
	KindRetry:  {"retry", 1, 1, false, repeat{Refused, Failure}},
	KindUntilSuccess: {"until_success", 1, 1, false, translation{
		certain: [...]Certainty{Open: Open, Certain: Certain, Refused: Open},
		status:  [...]Status{Running: Running, Success: Success, Failure: Running},
	}},
	KindUntilFailure: {"until_failure", 1, 1, false, translation{
		certain: [...]Certainty{Open: Open, Certain: Open, Refused: Certain},
		status:  [...]Status{Running: Running, Success: Running, Failure: Success},
	}},
	KindLoop:     {"loop", 1, 1, false, loop{}},
	KindCooldown: {"cooldown", 1, 1, true, cooldown{}},
	KindInterval: {"interval", 1, 1, true, interval{}},
	KindDelay:    {"delay", 1, 1, false, delay{}},
	KindTimeout:  {"timeout", 1, 1, false, timeout{}},
	KindLimit:    {"limit", 1, 1, true, limit{}},
	KindOnce:     {"once", 1, 1, true, limit{}},
	KindChance:   {"chance", 1, 1, true, chance{}},

	KindWait:      {"wait", 0, 0, false, wait{}},
	KindLog:       {"log", 0, 0, false, log{}},
	KindSet:       {"set", 0, 0, false, set{}},
	KindCondition: {"condition", 0, 0, false, condition{}},
	KindSucceed:   {"succeed", 0, 0, false, constant{Certain, Success}},
	KindFail:      {"fail", 0, 0, false, constant{Refused, Failure}},
	KindIdle:      {"idle", 0, 0, false, constant{Open, Running}},
	KindWaitUntil: {"wait_until", 0, 0, false, waitUntil{}},
	KindEmit:      {"emit", 0, 0, false, emit{}},
	KindRequest:   {"request", 0, 0, false, request{}},
}

// isChooser reports whether nodes of the kind pick one child by readiness.
func (k Kind) isChooser() bool { return k >= KindPriority && k <= KindGoal }

// String returns the name of the kind in a tree file. "behavior" and "custom"
// do not occur there.
func (k Kind) String() string { return kinds[k].name }

// Children returns the minimum and the maximum number of children of a node of the kind. For kinds that the game
// has defined, see Custom.
func (k Kind) Children() (least, most int) { return kinds[k].min, kinds[k].max }

// CheckChildren returns an error if a node cannot have n children. The text of the error continues a sentence that
// starts with the name of the node.
func (k Kind) CheckChildren(n int) error { return checkCount(n, kinds[k].min, kinds[k].max) }
