package engine_test

import (
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/internal/conform"
)

// TestKindIsAddedEverywhere: each kind of the catalog has its constant among those of its group,
// since without that its nodes would be leaves, and is compared with the reference.
func TestKindIsAddedEverywhere(t *testing.T) {
	for _, k := range behaviors.Kinds {
		if _, known := conform.KindOf(k.Name); !known {
			t.Errorf("%s is not in conform.Kinds", k.Name)
		}
		if k.Kind == engine.KindTree {
			continue
		}
		is := map[behaviors.Group]bool{
			behaviors.Choosers: k.Kind.IsChooser(), behaviors.Composites: k.Kind.IsComposite(),
			behaviors.Decorators: k.Kind.IsDecorator(), behaviors.Leaves: k.Kind.IsLeaf(),
		}
		for group, yes := range is {
			if yes != (group == k.Group) {
				t.Errorf("%s: the catalog says %v; that its constant stands among the %v is %t", k.Name, k.Group, group, yes)
			}
		}
	}
}
