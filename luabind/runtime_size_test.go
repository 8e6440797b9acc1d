package luabind

import (
	"testing"
	"unsafe"
)

// TestStatesAreApart checks that the states of two workers share no cache lines.
func TestStatesAreApart(t *testing.T) {
	if size := unsafe.Sizeof(state{}); size%128 != 0 && unsafe.Sizeof(uintptr(0)) == 8 {
		t.Errorf("a state has %d bytes; change its padding", size)
	}
}
