package engine

import (
	"testing"

	"github.com/bough-dev/bough/engine/kind"
)

// TestEveryKindHasARule checks that each kind has a rule. A kind without a rule could be
// compiled, but not ticked.
func TestEveryKindHasARule(t *testing.T) {
	for k := range kind.Kind(kind.Count) {
		if own := k == kind.Behavior || k == kind.Custom || k == kind.Idle; k.String() == "" || (rules[k].rule == nil) != own {
			t.Errorf("kind %d is called %q and has the rule %v", k, k.String(), rules[k].rule)
		}
	}
}
