package engine

import (
	"testing"
	"unsafe"
)

// TestHotPartFitsOneCacheLine: what a tick touches of an agent is what limits
// a world of many agents.
func TestHotPartFitsOneCacheLine(t *testing.T) {
	if end := unsafe.Offsetof(Agent{}.state); end > 64 {
		t.Errorf("the hot part of an agent has %d bytes, want at most 64", end)
	}
	if size := unsafe.Sizeof(Agent{}); size%64 != 0 {
		t.Errorf("an agent has %d bytes, want a multiple of 64: hot parts would straddle cache lines", size)
	}
}
