package trees

import "github.com/bough-dev/bough/behaviors"

// takesExpr reports whether the kind with that name takes an expression.
func takesExpr(name string) bool {
	k := behaviors.KindNamed(name)
	return k != nil && k.Expression
}

// takesWord reports whether the value of a parameter may be a word without quotes. It may if the kind accepts one
// of a few words. takesWord also returns true if the parameter does not exist or is not a text: later checks then
// give better messages than one about quotes.
func (n *Node) takesWord(key string) bool {
	k := behaviors.KindNamed(n.Name)
	if n.Override { // the kind of the overridden node is unknown
		return true
	}
	if k == nil || !n.names() || k.Fields {
		return false
	}
	p := n.param(key, 0)
	if p == nil {
		return true
	}
	switch p.Type {
	case behaviors.TextParam, behaviors.FieldParam, behaviors.ValueParam:
		return false
	}
	return true
}

// param returns what the catalog says about a parameter: one of the kind of the node, or one for the kind of its parent.
// The key is "" for the positional parameter with the index i. param returns nil if the parameter has no type.
func (n *Node) param(key string, i int) *behaviors.Param {
	if k := behaviors.KindNamed(n.Name); k != nil && n.names() {
		if key == "" && i < k.Positional {
			return &k.Params[i]
		}
		if p := k.Param(key); p != nil {
			return p
		}
	}
	return childParam(key)
}

// computes reports whether an expression may compute the value of a parameter. The key "" means the next positional
// parameter.
func (n *Node) computes(key string) bool {
	p := n.param(key, len(n.Args))
	return p != nil && p.Computed()
}

// setsFields reports whether the node is of the kind whose parameters are fields.
func (n *Node) setsFields() bool {
	k := behaviors.KindNamed(n.Name)
	return k != nil && n.names() && k.Fields
}

// childParam returns the parameter with that name that a kind defines for its children, or nil.
func childParam(key string) *behaviors.Param {
	for i := range behaviors.Kinds {
		if p := behaviors.Kinds[i].ChildParam(key); p != nil {
			return p
		}
	}
	return nil
}

// takesPercent reports whether the value of a parameter may be a percentage. The key "" means the next positional
// parameter. Only parameters of kinds have types, and types such as seconds or a count exclude percentages.
func (n *Node) takesPercent(key string) bool {
	k := behaviors.KindNamed(n.Name)
	if k == nil || !n.names() {
		return true
	}
	p := k.Param(key)
	if i := len(n.Args); key == "" && i < min(k.Positional, len(k.Params)) {
		p = &k.Params[i]
	}
	if p == nil {
		return true
	}
	switch p.Type {
	case behaviors.SecondsParam, behaviors.CountParam, behaviors.QuotaParam:
		return false
	}
	return true
}
