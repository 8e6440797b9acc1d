package engine

// Status is the result of a node in one tick.
type Status uint8

// The statuses of a node.
const (
	Running Status = iota
	Success
	Failure
)

// String returns "running", "success" or "failure".
func (s Status) String() string { return [...]string{"running", "success", "failure"}[s] }

// Word returns the status in the language of what people read. In English it is like String.
func (s Status) Word() string {
	return [...]string{tr.T("running"), tr.T("success"), tr.T("failure")}[s]
}

// Reason is the reason for the exit of a node, as on_exit receives it.
type Reason uint8

// The reasons for an exit.
const (
	ExitSuccess   Reason = iota // its status was Success
	ExitFailure                 // its status was Failure
	ExitAborted                 // it was no longer chosen, or an ancestor ended
	ExitError                   // one of its hooks raised an error
	ExitReloaded                // its script or tree changed
	ExitReset                   // the agent was reset
	ExitDespawned               // the agent left the world
	ExitSwitched                // the agent got another tree
	ExitClosed                  // the world was closed
)

var reasonNames = [...]string{"success", "failure", "aborted", "error", "reloaded", "reset", "despawned", "switched", "closed"}

// String returns the word that on_exit receives.
func (r Reason) String() string { return reasonNames[r] }

// Word returns the reason in the language of what people read. In English it is like String.
func (r Reason) Word() string {
	return [...]string{tr.T("success"), tr.T("failure"), tr.T("aborted"), tr.T("error"), tr.T("reloaded"), tr.T("reset"), tr.T("despawned"), tr.T("switched"), tr.T("closed")}[r]
}
