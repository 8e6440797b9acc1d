package engine

import (
	"testing"
	"unsafe"
)

// TestHotPartFitsTwoCacheLines: what a tick touches of an agent is what limits
// a world of many agents.
func TestHotPartFitsTwoCacheLines(t *testing.T) {
	if end := unsafe.Offsetof(Agent{}.big); end > 128 {
		t.Errorf("the hot part of an agent has %d bytes, want at most 128", end)
	}
	t.Log(unsafe.Sizeof(Agent{}))
}
