package engine

import (
	"slices"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/engine/value"
)

// BehaviorID identifies a behavior for the lifetime of the process. IDs are small, dense, start at 1 and are never
// reused.
type BehaviorID int32

// Hook is one of the functions of a behavior.
type Hook uint8

// The hooks, in the order in which a node may call them.
const (
	HookPrecondition Hook = iota
	HookEnter
	HookBehavior
	HookExit
	HookReload
	HookUtility
	HookPostcondition
	HookChoose
	HookResult

	// NumHooks is the number of hooks.
	NumHooks = iota
)

var hookNames = [NumHooks]string{"precondition", "on_enter", "behavior", "on_exit", "on_reload", "utility", "postcondition", "choose", "result"}

// String returns the name of the hook in a script. HookBehavior is also the hook run.
func (h Hook) String() string { return hookNames[h] }

// hookSet is a set of hooks in the form that a tick reads.
type hookSet uint16

// hookSet returns the hooks of a behavior as a set.
func (b *Behavior) hookSet() (s hookSet) {
	for h, has := range b.Hooks {
		if has {
			s |= 1 << h
		}
	}
	return s
}

func (s hookSet) has(h Hook) bool { return s&(1<<h) != 0 }

// names lists the hooks, separated by commas.
func (s hookSet) names() string {
	var names []string
	for h := range Hook(NumHooks) {
		if s.has(h) {
			names = append(names, h.String())
		}
	}
	return strings.Join(names, ",")
}

// Behavior describes a behavior: its hooks, and the fields of its table. Hooks that it does not have are not called,
// and cost nothing. A Behavior must not change after a program was compiled with it.
type Behavior struct {
	ID      BehaviorID
	Name    string
	Version int            // incremented with each change of the code; errors and quarantine are counted for each version
	Hooks   [NumHooks]bool // the hooks that it has
	// Children, NonExclusive and Stimulus are the fields of those names in a script.
	Children     kind.ChildRule
	NonExclusive bool
	Stimulus     string
	// Interval is the time for which an answer of guard and precondition is reused, for each agent and node; 0 means
	// that answers are not reused.
	Interval time.Duration
	// Importance is a measure of how often an agent should be ticked while a node with this behavior is active; see
	// Agent.Importance. The engine uses it only under World.LimitTurns.
	Importance float64
	// If Restart is set, active nodes are exited when the code changes (restart_on_reload). Otherwise they continue
	// with the new functions.
	Restart bool
	// Missing marks a behavior that could not be loaded. Its nodes are never ready.
	Missing bool
	// Native marks a behavior written in Go, which has no file. No save ends its quarantine; see World.ClearFaults.
	Native bool
	// Args names the parameters that a tree may give by position.
	Args []string
	// Params are the defaults of the parameters.
	Params Params
	// Code calls the hooks; nil if there are none.
	Code Code
}

// Code is the executable part of a behavior before it is bound to a worker.
type Code interface {
	// Bind makes the code callable in one worker (0, 1, ...) for nodes that have these parameters. Several nodes can
	// share the Binding, so it must hold nothing that differs by node or agent. Bind is called between ticks. It is
	// called again if the Binding is needed after the last program that used it was released.
	Bind(worker int, params Params) Binding
}

// Binding calls the hooks of one behavior in one worker. A tick runs code from outside of the engine only through a
// Binding (or Direct), an Expression or a Rule.
type Binding interface {
	// Call runs a hook of the behavior. The result is in Answer.Yes for HookPrecondition and HookPostcondition, in
	// Status for HookBehavior and HookResult, in Score for HookUtility, and in Choice for HookChoose. The other hooks
	// have no result. If the error has a method Pos() diag.Pos, it is reported with that position. Call must not keep
	// c.
	Call(c *Context, h Hook) (Answer, error)
}

// Direct is a Binding whose most frequent hooks return plain results. Such a call reports an error by a panic,
// which the worker recovers once for all its agents. Returning an Answer and an error takes longer.
type Direct interface {
	Binding
	// Ready calls HookPrecondition and returns its answer.
	Ready(c *Context) bool
	// Run calls HookBehavior and returns its answer.
	Run(c *Context) Status
	// Raised is called after Ready or Run has panicked with r. Raised returns the results that Call would have
	// returned. If r is not an error of a hook, Raised panics with r.
	Raised(c *Context, h Hook, r any) (Answer, error)
}

// Answer holds the return value of a hook.
type Answer struct {
	Yes    bool
	Status Status
	Score  float64
	// Choice is an index in Context.Choices, or -1 for none of them.
	Choice int
}

// Restarter is implemented by a Binding that has unfinished work that new code may be unable to continue, such as
// a suspended coroutine.
type Restarter interface {
	// MustRestart reports whether a node with this memory must be exited before its code is replaced by next. next is
	// nil if there is no new code. If MustRestart returns false, it has adapted the memory to next. It may be called
	// again in the same reload.
	MustRestart(memory any, next Binding) bool
}

// Waiter is implemented by a Binding whose behavior can wait between two ticks, such as a coroutine.
type Waiter interface {
	// Waits returns what the behavior of a node with this memory waits for. ok is false if it does not wait. clock is the
	// present time of the world. Explain calls Waits for active nodes.
	Waits(memory any, clock time.Duration) (w Waiting, ok bool)
	// Calls returns the calls in which it waits, the innermost first. Explain calls Calls for nodes that it is asked about.
	Calls(memory any) []WaitingCall
}

// WaitingCall is a call of a function in which a behavior waits.
type WaitingCall struct {
	Function string `json:"function,omitempty"` // its name, or ""
	Pos      string `json:"pos"`                // where it waits, as file:line
	Locals   []Term `json:"locals,omitempty"`   // its local variables, the ones declared last first
}

// Waiting says for what a behavior waits.
type Waiting struct {
	Pos   diag.Pos      // the place in its code
	Left  time.Duration // the rest of the time, if it waits for a time
	Until bool          // it waits until a function returns true
}

// String returns text such as "waits at guard.lua:12 for another 2.50 s".
func (w Waiting) String() string {
	switch {
	case w.Until:
		return tr.F("waits at %v until its function returns true", w.Pos)
	case w.Left > 0:
		return tr.F("waits at %v for another %.2f s", w.Pos, w.Left.Seconds())
	}
	return tr.F("waits at %v", w.Pos)
}

// Placer is implemented by a Binding that knows where its hooks are defined. Explain asks it about the hook that keeps a
// node from running.
type Placer interface {
	// Place returns the file and the line of a hook. ok is false if the behavior has no such hook.
	Place(h Hook) (pos diag.Pos, ok bool)
}

// Param is a named parameter of a node.
type Param struct {
	Name  string
	Value value.Value // nil if Field is set
	// Field is the field of the agent for which the parameter stands: hooks get its present value. It is the zero Key for a
	// constant parameter.
	Field Key
	// Given is set if the tree gives the parameter, and not only the defaults of the behavior or kind. Tools show it then.
	// It makes no difference to hooks.
	Given bool
}

// Text returns the value, or the field with a $ before its name.
func (p Param) Text() string {
	if p.Field != (Key{}) {
		return "$" + p.Field.Name()
	}
	return p.Value.String()
}

// String returns the name and the text, as in "{speed 3}". Snapshots have texts of this form.
func (p Param) String() string { return "{" + p.Name + " " + p.Text() + "}" }

// Params are the parameters of a node in a fixed order. They are read-only.
type Params []Param

// Fields reports whether a parameter stands for a field of the agent.
func (p Params) Fields() bool {
	return slices.ContainsFunc(p, func(q Param) bool { return q.Field != (Key{}) })
}

// Get returns the value of the parameter with that name, or nil if there is none.
func (p Params) Get(name string) value.Value {
	for i := range p {
		if p[i].Name == name {
			return p[i].Value
		}
	}
	return value.Value{}
}

// equal reports whether both lists hold the same parameters in the same order.
func (p Params) equal(q Params) bool {
	if len(p) != len(q) {
		return false
	}
	for i := range p {
		if p[i].Name != q[i].Name || p[i].Field != q[i].Field || !p[i].Value.Equal(q[i].Value) {
			return false
		}
	}
	return true
}
