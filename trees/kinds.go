package trees

import "github.com/bough-dev/bough/behaviors"

// takesExpr reports whether an expression stands behind the name of a kind.
func takesExpr(name string) bool {
	k := behaviors.KindNamed(name)
	return k != nil && k.Expression
}

// takesWord reports whether a word without quotes may be the value of a parameter.
// It may where a kind wants one of a few, and where it wants no text at all or has
// no such parameter, which has better messages than one on quotes.
func (n *Node) takesWord(key string) bool {
	k := behaviors.KindNamed(n.Name)
	if n.Override { // of whatever the node is
		return true
	}
	if k == nil || !n.names() || k.Fields {
		return false
	}
	p := k.Param(key)
	if p == nil {
		p = childParam(key)
	}
	if p == nil {
		return true
	}
	switch p.Type {
	case behaviors.TextParam, behaviors.FieldParam, behaviors.ValueParam:
		return false
	}
	return true
}

// childParam returns the parameter of that name which some kind gives its
// children, or nil.
func childParam(key string) *behaviors.Param {
	for i := range behaviors.Kinds {
		if p := behaviors.Kinds[i].ChildParam(key); p != nil {
			return p
		}
	}
	return nil
}

// takesPercent reports whether a percentage may be the value of a parameter, which
// for key "" is the next one by position. Only kinds say that they want seconds or
// a count.
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
