package conform

// Status is the result of a node.
type Status uint8

// None is the status of an agent that has not been ticked yet or was removed.
const (
	None Status = iota
	Running
	Success
	Failure
)

// statusNames and statusLetters are indexed by Status.
var (
	statusNames   = [...]string{"None", "Running", "Success", "Failure"}
	statusLetters = [...]byte{'-', 'R', 'S', 'F'}
)

// String returns the name, capitalized as in the semantics.
func (s Status) String() string { return statusNames[s] }

// Hook is one of the functions that a behavior may have.
type Hook uint8

// The hooks of a scripted behavior. The hooks from HookGuard on do not belong to a behavior. They are the parts
// of a node in the tree (guard, condition, value of a switch, computed numbers) and a runaway loop. They occur only in
// Script.Report.
const (
	HookPrecondition Hook = iota
	HookBehavior
	HookEnter
	HookExit
	HookUtility
	HookPostcondition
	HookGuard
	HookCondition
	HookSwitch
	HookRunaway
	HookNumber
	HookWeight
	HookSet
	HookData
)

// hookNames is indexed by Hook.
var hookNames = []string{"precondition", "behavior", "on_enter", "on_exit", "utility", "postcondition", "guard", "condition", "switch", "runaway", "number", "weight", "set", "data"}

// raiseLetters are the letters after ! in an outcome, indexed by Hook.
const raiseLetters = "pbexuq"

// String returns the name used in scripts.
func (h Hook) String() string { return hookNames[h] }

// Hooks is a set of hooks.
type Hooks uint8

// DefaultHooks are the hooks of a behavior whose hooks the file does not list.
const DefaultHooks = Hooks(1<<HookPrecondition | 1<<HookBehavior | 1<<HookEnter | 1<<HookExit)

// Has reports whether h is in the set.
func (s Hooks) Has(h Hook) bool { return s>>h&1 != 0 }

// With returns the set with h in it.
func (s Hooks) With(h Hook) Hooks { return s | 1<<h }

// Reason is the reason for the exit of a node.
type Reason string

// The reasons of an exit (rule X2).
const (
	BySuccess Reason = "success"
	ByFailure Reason = "failure"
	ByAbort   Reason = "aborted"
	ByError   Reason = "error"
	ByReload  Reason = "reloaded"
	ByReset   Reason = "reset"
	ByDespawn Reason = "despawned"
	BySwitch  Reason = "switched"
	ByClosing Reason = "closed"
)

var reasons = []Reason{BySuccess, ByFailure, ByAbort, ByError, ByReload, ByReset, ByDespawn, BySwitch, ByClosing}
