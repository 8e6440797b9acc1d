package kind

// ChildRule says how a behavior that is Running picks among its children: Exclusive, Sequential, or like a chooser, as
// in ChildRule(Sticky).
type ChildRule Kind

// The child rules that are not those of choosers.
const (
	Exclusive  = ChildRule(Behavior) // the first ready child, and all ready non-exclusive ones
	Sequential = ChildRule(Sequence) // one after another
)

// ChildRules lists the child rules.
func ChildRules() []ChildRule {
	list := []ChildRule{Exclusive, Sequential}
	for k := Priority; k <= Goal; k++ {
		list = append(list, ChildRule(k))
	}
	return list
}

// String returns the rule as the field children in a script has it.
func (r ChildRule) String() string {
	switch r {
	case Exclusive:
		return "exclusive"
	case Sequential:
		return "sequential"
	}
	return Kind(r).String()
}

// Chooser returns the kind of chooser that the rule follows. It is Behavior for Exclusive and Sequential.
func (r ChildRule) Chooser() Kind {
	if k := Kind(r); k >= Priority && k <= Goal {
		return k
	}
	return Behavior
}
