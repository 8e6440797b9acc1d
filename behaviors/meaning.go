package behaviors

import (
	"strings"

	"github.com/bough-dev/bough/engine/kind"
)

// Meaning documents a name that has a meaning for Bough in the table of a behavior.
type Meaning struct {
	Name string
	// Hook is set if the value is a function that Bough calls; otherwise it is data.
	Hook bool
	// Signature is the signature of a hook: "precondition(agent, params)".
	Signature string
	// Type is the type of a field: "string", "boolean", "number", "table".
	Type string
	// Values are the possible values of a field with a fixed set of values.
	Values []string
	// Doc describes the hook or field in a sentence.
	Doc string
	// Elsewhere lists names of a hook or field in other engines, in lower case, and without underscores; of a hook also
	// without a leading "on", "receive" or "event".
	Elsewhere []string
}

// Params returns the names of the parameters of a hook.
func (m *Meaning) Params() []string {
	_, list, _ := strings.Cut(strings.TrimSuffix(m.Signature, ")"), "(")
	return strings.Split(list, ", ")
}

// Meanings lists the hooks and the fields with a meaning, hooks first.
var Meanings = []Meaning{
	{Name: "precondition", Hook: true, Signature: "precondition(agent, params)", Doc: "Returns whether the behavior is ready: any value except nil and false means yes. It must not change anything.", Elsewhere: strings.Fields("condition conditions check checkcondition precond guard canrun canexecute canstart canenter canactivate isready ready shouldrun shouldexecute shouldstart shouldactivate isvalid valid evaluate performconditioncheck performconditioncheckai calculaterawconditionvalue validate available")},
	{Name: "on_enter", Hook: true, Signature: "on_enter(agent, params, memory)", Doc: "Called once when the behavior becomes active, before its first behavior call.", Elsewhere: strings.Fields("enter start begin init initialize initialise setup awake activate activation activated activationai enable entertree beforerun open startup started entered")},
	{Name: "behavior", Hook: true, Signature: "behavior(agent, params, memory)", Doc: "Called in every tick while active. Returns nothing or \"running\", \"success\" or true, \"failure\" or false.", Elsewhere: strings.Fields("tick tickai update process physicsprocess fixedupdate lateupdate execute executeai execution act action perform think step do dowork work running runtime main frame loop updatefn")},
	{Name: "run", Hook: true, Signature: "run(agent, params, memory)", Doc: "A coroutine instead of behavior: bt.yield(), bt.wait(s) and bt.wait_until(f) end the tick as running; its result is the status, and nothing means success.", Elsewhere: strings.Fields("coroutine routine thread async")},
	{Name: "on_exit", Hook: true, Signature: "on_exit(agent, params, memory, reason)", Doc: "Called once when the behavior stops being active. The reason is success, failure, aborted, error, reloaded, reset, despawned, switched or closed.", Elsewhere: strings.Fields("exit stop end finish leave terminate abort abortai halt halted halting cleanup teardown deactivate deactivation deactivated deactivationai disable exittree afterrun interrupt interrupted close done complete cancel stopped ended exited finished success failure destroy")},
	{Name: "on_reload", Hook: true, Signature: "on_reload(agent, params, memory, old)", Doc: "Called after the file changed while the behavior was active; old is the former table.", Elsewhere: strings.Fields("hotreload")},
	{Name: "utility", Hook: true, Signature: "utility(agent, params)", Doc: "Under a utility chooser: the score of the behavior, a number. It must not change anything.", Elsewhere: strings.Fields("score scoring weight priority considerations consider cost getutility getpriority value desire")},
	{Name: "postcondition", Hook: true, Signature: "postcondition(agent, params)", Doc: "Under a goal chooser: returns whether the goal of the behavior is achieved already. It must not change anything.", Elsewhere: strings.Fields("goal goalreached postcond effect satisfied")},
	{Name: "choose", Hook: true, Signature: "choose(agent, params, children)", Doc: "Makes the behavior a chooser: gets a list of the ready children, each with name, index, active and score, and returns the position of one in this list, or nothing. It must not change anything.", Elsewhere: strings.Fields("select pick chooser selector decide")},
	{Name: "result", Hook: true, Signature: "result(agent, params, memory, status)", Doc: "Makes the behavior a decorator: called after its only child has run, with \"running\", \"success\" or \"failure\"; it returns the status of the behavior, or nothing to keep that of the child.", Elsewhere: strings.Fields("decorate decorator modify modifyresult")},

	{Name: "children", Type: "string", Values: childRules(), Doc: "How the behavior picks among its children: exclusive (default), the first ready one; sequential, one after another; or the name of one of Bough's choosers."},
	{Name: "non_exclusive", Type: "boolean", Doc: "Under an exclusive parent: the later siblings are tried although this behavior runs."},
	{Name: "stimulus", Type: "string", Doc: "Ready only while the agent holds a stimulus of this name that guard and precondition accept (S2).", Elsewhere: strings.Fields("event signal message trigger stimuli")},
	{Name: "params", Type: "table", Doc: "Defaults of the parameters; a tree may override them.", Elsewhere: strings.Fields("parameters parameter config configuration settings options properties exports inputs defaults")},
	{Name: "args", Type: "table", Doc: "Names of the parameters that a tree may give by position, in order.", Elsewhere: strings.Fields("arg argument arguments positional")},
	{Name: "interval", Type: "number", Doc: "Seconds for which the answers of guard and precondition are reused, for each agent and node."},
	{Name: "importance", Type: "number", Doc: "How important it is to tick an agent often while this behavior is active. The game may use it."},
	{Name: "restart_on_reload", Type: "boolean", Doc: "When the file changes while the behavior is active: exit with the old code and enter again, instead of continuing with the new functions."},
	{Name: "doc", Type: "string", Doc: "A sentence about the behavior, which tools show.", Elsewhere: strings.Fields("description comment tooltip")},
}

// ChildFields are the names in an element of the list that the hook choose gets.
var ChildFields = []string{"name", "index", "active", "score"}

func childRules() []string {
	var words []string
	for _, r := range kind.ChildRules() {
		words = append(words, r.String())
	}
	return words
}

// HookNames returns the names of the hooks in the order of Meanings.
func HookNames() []string { return names(true) }

// FieldNames returns the names of the fields with a meaning in the order of Meanings.
func FieldNames() []string { return names(false) }

func names(hooks bool) []string {
	var out []string
	for _, m := range Meanings {
		if m.Hook == hooks {
			out = append(out, m.Name)
		}
	}
	return out
}
