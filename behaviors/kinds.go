package behaviors

import "slices"

// Kind documents a node kind that a tree may use besides behaviors.
type Kind struct {
	Name string
	Doc  string
	// Example is a tree that uses the kind.
	Example string
}

// Kinds is the catalog of node kinds.
var Kinds = []Kind{
	{Name: "tree", Doc: "Includes another tree: a node with one child, that tree's root, whose readiness and result it passes on.",
		Example: "tree guard\n  root\n    tree patrol\n"},
}

// KindNamed returns the kind of that name, or nil.
func KindNamed(name string) *Kind {
	if i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == name }); i >= 0 {
		return &Kinds[i]
	}
	return nil
}
