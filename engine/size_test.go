package engine

import (
	"testing"
	"unsafe"
)

// TestAgentIsSmall: what a tick touches of agents lies in a row, and limits a world of many
// of them.
func TestAgentIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(Agent{}); size > 72 {
		t.Errorf("an agent has %d bytes, want at most 72; what a usual tick does not touch belongs to rest", size)
	}
}
