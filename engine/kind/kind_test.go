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

// TestCheckChildren checks the bounds of kinds, and the texts of their errors.
func TestCheckChildren(t *testing.T) {
	for _, tt := range []struct {
		kind Kind
		n    int
		want string
	}{
		{Wait, 0, "<nil>"}, {Wait, 1, "takes no children"},
		{Invert, 1, "<nil>"}, {Invert, 0, "has 0 children; it takes exactly 1"},
		{IfThenElse, 1, "has 1 child; it takes at least 2"}, {IfThenElse, 4, "has 4 children; it takes at most 3"},
		{Sequence, 0, "<nil>"}, {Sequence, 1000, "<nil>"},
	} {
		if got := fmt.Sprint(tt.kind.CheckChildren(tt.n)); got != tt.want {
			t.Errorf("%s with %d children: %s, want %s", tt.kind, tt.n, got, tt.want)
		}
	}
	if err := CheckCount(1000, 0, -1); err != nil {
		t.Errorf("without a bound: %v", err)
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
