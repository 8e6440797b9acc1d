package conform

import (
	"time"

	"github.com/bough-dev/bough/engine/diag"
)

// StepKind is the kind of a step of a case.
type StepKind uint8

// The steps, with the same names as in the files.
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
	StepImpose
	StepEdit
	StepExplain
	StepDelete
	StepAbort
)

// stepNames is indexed by StepKind.
var stepNames = []string{"tick", "post", "set", "reset", "despawn", "switch", "pause", "resume", "save", "close", "history",
	"end", "impose", "edit", "explain", "delete", "abort"}

// String returns the word that begins the step.
func (k StepKind) String() string { return stepNames[k] }

// shows reports whether a step of kind k must have an expectation. The effects of other steps are visible only
// in the next tick.
func (k StepKind) shows() bool {
	switch k {
	case StepPost, StepSet, StepPause, StepResume, StepEnd, StepImpose:
		return false
	}
	return true
}

// perAgent reports whether a step of kind k may be for a single agent.
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
	Agent    Agent         // the agent of the step, or Everyone
	DT       time.Duration // time of a tick, if HasDT is set
	HasDT    bool          // whether DT is given; otherwise the tick takes Case.DT
	Stimulus Stimulus      // stimulus of a post
	Field    string        // field of a set
	Value    int           // value of a set
	Tree     *Tree         // tree of a switch, or new tree of an edit
	Old      *Tree         // old tree of an edit
	Channel  string        // channel of an end
	Node     string        // name of the nodes of an abort; see Tree.Named
	Request  Request       // request of StepImpose
	Behavior *Behavior     // behavior of a save or a delete
	Expect   *View         // nil if the file has no expectation
	Pos      diag.Pos
	LastLine int // last line of the step and its expectation
}

// View is the visible state after a step.
type View struct {
	Agents  []AgentView // one for each agent
	Reports []string    // reports as behavior.hook or node.part, sorted
	Board   []string    // entries of the board with their values, in the order of the case: "alarm 1"
}

// AgentView is the View of one agent.
type AgentView struct {
	Calls   []string   // calls in order: "E root", "T root", "X root aborted"
	Status  Status     // after a tick
	Active  []string   // labels, in pre-order
	Ran     []string   // after a tick: labels, in pre-order
	History [][]string // after StepHistory: the sets of nodes that ran, newest first
	Force   []string   // the requests in force: "legs move 2", sorted
}
