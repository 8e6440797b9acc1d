package conform

// EventKind is the kind of a call that a machine made.
type EventKind uint8

// The calls of a Script. Misused is a call of a hook that the behavior does not have.
const (
	Entered EventKind = iota
	Ticked
	Exited
	Asked
	Logged
	Misused
)

// Event is one call of a Script. Events are in the order of the calls for an agent.
type Event struct {
	Kind   EventKind
	Call   Call
	Reason Reason // reason of an Exited
}
