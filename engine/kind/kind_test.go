package kind

import (
	"fmt"
	"testing"
)

// TestEveryKindHasAName checks that each kind has a row in kinds, and that no two kinds have the same name.
func TestEveryKindHasAName(t *testing.T) {
	seen := map[string]Kind{}
	for k := range Kind(Count) {
		if other, found := seen[k.String()]; k.String() == "" || found {
			t.Errorf("kind %d is called %q, as is kind %d", k, k, other)
		}
		seen[k.String()] = k
	}
}

// TestChildRules checks that the rules are the two of their own and the choosers, and how scripts write them.
func TestChildRules(t *testing.T) {
	want := "[exclusive sequential priority sticky dynamic_priority random utility goal]"
	if got := fmt.Sprint(ChildRules()); got != want {
		t.Errorf("rules %s, want %s", got, want)
	}
	for _, r := range ChildRules() {
		if by := r.Chooser(); (by == Behavior) != (r == Exclusive || r == Sequential) || by != Behavior && by.String() != r.String() {
			t.Errorf("%s follows %s", r, by)
		}
	}
	if by := ChildRule(Fallback).Chooser(); by != Behavior {
		t.Errorf("a kind that is no chooser is taken for %s", by)
	}
}
