package conform

import (
	"time"

	"github.com/bough-dev/bough/engine/diag"
)

// StepKind is something that happens to the world of a case.
type StepKind uint8

// The steps, named as in the files.
const (
	StepTick StepKind = iota
	StepPost
	StepSet
	StepReset
	StepDespawn
	StepSwitch
	StepPause
	StepResume
	StepSave
	StepClose
	StepHistory
	StepEnd
	StepBefall
	StepEdit
	StepExplain
	StepDelete
)

// stepNames is indexed by StepKind.
var stepNames = []string{"tick", "post", "set", "reset", "despawn", "switch", "pause", "resume", "save", "close", "history",
	"end", "befall", "edit", "explain", "delete"}

// String returns the word that begins the step.
func (k StepKind) String() string { return stepNames[k] }

// shows reports whether something must be expected of such a step. The others
// cannot be seen until the next tick.
func (k StepKind) shows() bool {
	switch k {
	case StepPost, StepSet, StepPause, StepResume, StepEnd, StepBefall:
		return false
	}
	return true
}

// perAgent reports whether such a step may be for one agent only.
func (k StepKind) perAgent() bool {
	switch k {
	case StepTick, StepSave, StepDelete, StepClose, StepHistory, StepEdit:
		return false
	}
	return true
}

// Step is one step of a case.
type Step struct {
	Kind     StepKind
	Agent    Agent         // Everyone, or the one it is for
	DT       time.Duration // of a tick, with HasDT
	HasDT    bool          // else Case.DT
	Stimulus Stimulus      // of a post
	Field    string        // of a set
	Value    int           // of a set
	Tree     *Tree         // of a switch or, as it becomes, of an edit
	Old      *Tree         // of an edit
	Channel  string        // of an end
	Request  Request       // of a befall
	Behavior *Behavior     // of a save or a delete
	Expect   *View         // nil if the file expects nothing of it
	Pos      diag.Pos
	LastLine int // of the step and what is expected of it
}

// View is the state after a step, as far as a machine shows it.
type View struct {
	Agents  []AgentView // one per agent
	Reports []string    // behavior.hook or node.part, sorted
	Board   []string    // its entries with their values, as the case lists them: "alarm 1"
}

// AgentView is the View of one agent.
type AgentView struct {
	Calls   []string   // in order: "E root", "T root", "X root aborted"
	Status  Status     // after a tick
	Active  []string   // labels, in pre-order
	Ran     []string   // after a tick: labels, in pre-order
	History [][]string // of StepHistory: the ran sets, newest first
	Force   []string   // the requests in force: "legs move 2", sorted
}
