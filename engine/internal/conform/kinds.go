package conform

import "slices"

// Shape is the number of children that a kind of node takes.
type Shape uint8

// A Leaf takes no children, a Decorator one, and a Branch any number.
const (
	Leaf Shape = iota
	Decorator
	Branch
)

// Kind is a kind of node of the semantics, other than a behavior (rule N2).
type Kind struct {
	Name  string
	Alias string // another name for the kind, or ""
	Shape Shape
	// Cond is set if the positional parameters form a condition.
	Cond bool
	// Value is set if the positional parameters form a field or a condition.
	Value bool
	// Chooser is set if the name may follow children=.
	Chooser bool
}

// Kinds are all kinds that a case may use. A behavior cannot have one of their names.
var Kinds = []Kind{
	{Name: "priority", Shape: Branch, Chooser: true},
	{Name: "sticky", Shape: Branch, Chooser: true},
	{Name: "dynamic_priority", Shape: Branch, Chooser: true},
	{Name: "random", Alias: "probability", Shape: Branch, Chooser: true},
	{Name: "utility", Shape: Branch, Chooser: true},
	{Name: "goal", Shape: Branch, Chooser: true},

	{Name: "sequence", Shape: Branch},
	{Name: "reactive_sequence", Shape: Branch},
	{Name: "sequence_with_memory", Shape: Branch},
	{Name: "fallback", Alias: "selector", Shape: Branch},
	{Name: "reactive_fallback", Alias: "active_selector", Shape: Branch},
	{Name: "fallback_with_memory", Shape: Branch},
	{Name: "parallel", Shape: Branch},
	{Name: "filter", Shape: Branch},
	{Name: "monitor", Shape: Branch},
	{Name: "random_sequence", Shape: Branch},
	{Name: "random_fallback", Shape: Branch},
	{Name: "if_then_else", Shape: Branch},
	{Name: "while_do_else", Shape: Branch},
	{Name: "switch", Shape: Branch, Value: true},

	{Name: "invert", Shape: Decorator},
	{Name: "force_success", Shape: Decorator},
	{Name: "force_failure", Shape: Decorator},
	{Name: "repeat", Shape: Decorator},
	{Name: "retry", Shape: Decorator},
	{Name: "until_success", Shape: Decorator},
	{Name: "until_failure", Shape: Decorator},
	{Name: "loop", Shape: Decorator},
	{Name: "cooldown", Shape: Decorator},
	{Name: "interval", Shape: Decorator},
	{Name: "delay", Shape: Decorator},
	{Name: "timeout", Shape: Decorator},
	{Name: "limit", Shape: Decorator},
	{Name: "once", Shape: Decorator},
	{Name: "chance", Shape: Decorator},

	{Name: "wait", Shape: Leaf},
	{Name: "log", Shape: Leaf},
	{Name: "set", Shape: Leaf},
	{Name: "condition", Shape: Leaf, Cond: true},
	{Name: "succeed", Shape: Leaf},
	{Name: "fail", Shape: Leaf},
	{Name: "idle", Shape: Leaf},
	{Name: "wait_until", Shape: Leaf, Cond: true},
	{Name: "emit", Shape: Leaf},
	{Name: "request", Shape: Leaf},
	{Name: KindTree, Shape: Leaf}, // the child comes from the other tree
}

// KindOf returns the kind of that name or alias, and reports whether it exists.
func KindOf(name string) (Kind, bool) {
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return name != "" && (k.Name == name || k.Alias == name) })
	if i < 0 {
		return Kind{}, false
	}
	return Kinds[i], true
}

// childrenNames are the words that may follow children=.
func childrenNames() []string {
	names := []string{"exclusive", "sequential"}
	for _, k := range Kinds {
		if k.Chooser {
			names = append(names, k.Name)
		}
	}
	return names
}
