package engine_test

import (
	"testing"

	"github.com/bough-dev/bough/behaviors"
	"github.com/bough-dev/bough/engine/internal/conform"
)

// TestKindIsAddedEverywhere checks that each kind of the catalog is in the list of kinds for
// comparisons with the reference.
func TestKindIsAddedEverywhere(t *testing.T) {
	for _, k := range behaviors.Kinds {
		if _, known := conform.KindOf(k.Name); !known {
			t.Errorf("%s is not in conform.Kinds", k.Name)
		}
	}
}
