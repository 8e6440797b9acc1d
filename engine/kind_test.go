package engine

import "testing"

// TestEveryKindHasARule checks that each kind has a row in kinds. A kind without a row could be
// compiled, but not ticked.
func TestEveryKindHasARule(t *testing.T) {
	for k := range Kind(NumKinds) {
		if own := k == KindBehavior || k == KindCustom; kinds[k].name == "" || (kinds[k].rule == nil) != own {
			t.Errorf("kind %d is called %q and has the rule %v", k, kinds[k].name, kinds[k].rule)
		}
	}
}
