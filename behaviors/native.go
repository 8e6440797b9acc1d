package behaviors

import (
	"math"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/message"
)

// Native is a behavior written in Go. Nil functions cost nothing. The zero value is a behavior that is always ready
// and runs forever. All agents and workers share a Native, so state belongs in the agent's fields or in
// Context.Memory.
type Native struct {
	Doc           string // what the behavior does, in a sentence, for bough kinds and other tools
	Precondition  func(*engine.Context) bool
	OnEnter       func(*engine.Context) error
	Behavior      func(*engine.Context) (engine.Status, error)
	OnExit        func(*engine.Context, engine.Reason) error
	Utility       func(*engine.Context) float64 // the score under a utility chooser
	Postcondition func(*engine.Context) bool    // whether the goal is achieved, under a goal chooser
	// Choose makes the behavior a chooser. It returns an index in the list of ready children, or -1 for none.
	Choose func(*engine.Context, []engine.Choice) int
	// Result makes the behavior a decorator: it converts the result of its only child in this tick to its own
	// result.
	Result func(*engine.Context, engine.Status) engine.Status

	Children     kind.ChildRule
	NonExclusive bool
	Stimulus     string
	Interval     time.Duration
	Importance   float64
	Args         []string
	Params       engine.Params
}

// Define returns the behavior with a name, and with the ID that ids has for the name.
func (n *Native) Define(name string, ids *IDs) *engine.Behavior {
	return &engine.Behavior{
		ID: ids.Of(name), Name: name, Version: 1, Hooks: n.hooks(), Children: n.Children,
		NonExclusive: n.NonExclusive, Stimulus: n.Stimulus, Interval: n.Interval, Importance: n.Importance,
		Args: n.Args, Params: n.Params, Code: n, Native: true,
	}
}

func (n *Native) hooks() [engine.NumHooks]bool {
	return [engine.NumHooks]bool{
		engine.HookPrecondition: n.Precondition != nil, engine.HookEnter: n.OnEnter != nil,
		engine.HookBehavior: n.Behavior != nil, engine.HookExit: n.OnExit != nil,
		engine.HookUtility: n.Utility != nil, engine.HookPostcondition: n.Postcondition != nil,
		engine.HookChoose: n.Choose != nil, engine.HookResult: n.Result != nil,
	}
}

// Bind implements engine.Code. A native behavior is the same for all workers, and gets the parameters of its node
// from the context's program.
func (n *Native) Bind(int, engine.Params) engine.Binding { return n }

// Call implements engine.Binding. An answer that the engine cannot use is an error.
func (n *Native) Call(c *engine.Context, h engine.Hook) (a engine.Answer, err error) {
	switch h {
	case engine.HookPrecondition:
		a.Yes = n.Precondition(c)
	case engine.HookEnter:
		err = n.OnEnter(c)
	case engine.HookBehavior:
		if a.Status, err = n.Behavior(c); err == nil {
			err = checkStatus("Behavior", a.Status)
		}
	case engine.HookExit:
		err = n.OnExit(c, c.Reason())
	case engine.HookUtility:
		if a.Score = n.Utility(c); math.IsNaN(a.Score) {
			err = message.UtilityNotNumber("Utility")
		}
	case engine.HookPostcondition:
		a.Yes = n.Postcondition(c)
	case engine.HookChoose:
		ready := len(c.Choices())
		if a.Choice = n.Choose(c, c.Choices()); a.Choice < -1 || a.Choice >= ready {
			err = message.WrongChoice(a.Choice, "Choose", ready-1)
		}
	case engine.HookResult:
		a.Status = n.Result(c, c.Result())
		err = checkStatus("Result", a.Status)
	}
	return a, err
}

// Ready implements engine.Direct.
func (n *Native) Ready(c *engine.Context) bool { return n.Precondition(c) }

// Run implements engine.Direct.
func (n *Native) Run(c *engine.Context) engine.Status {
	s, err := n.Behavior(c)
	if err == nil && s <= engine.Failure {
		return s
	}
	if err == nil {
		err = checkStatus("Behavior", s)
	}
	panic(hookError{err})
}

// hookError is the panic by which Run reports the error of a hook.
type hookError struct{ err error }

// Raised implements engine.Direct. A panic of the functions themselves continues.
func (n *Native) Raised(_ *engine.Context, _ engine.Hook, r any) (engine.Answer, error) {
	e, ok := r.(hookError)
	if !ok {
		panic(r)
	}
	return engine.Answer{}, e.err
}

// checkStatus returns an error if s is not one of the constants.
func checkStatus(from string, s engine.Status) error {
	if s > engine.Failure {
		return message.WrongStatus(from, int(s))
	}
	return nil
}
