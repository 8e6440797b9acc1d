//go:build !luacore

package luabind

import (
	"runtime"
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// TestHandlesAreFreed drops a Go value that leads back to its own handle, as one does that
// knows its agent: nothing of it must stay.
func TestHandlesAreFreed(t *testing.T) {
	type monster struct{ fields []lua.LValue }
	freed := make(chan struct{})
	func() {
		m := &monster{}
		m.fields = append(m.fields, handleOf(m))
		if handleOf(m) != m.fields[0] {
			t.Error("a pointer has two handles")
		}
		runtime.AddCleanup(m, func(freed chan struct{}) { close(freed) }, freed)
	}()
	for range 100 {
		runtime.GC()
		select {
		case <-freed:
			return
		case <-time.After(time.Millisecond):
		}
	}
	t.Error("a value with a handle is never freed")
}
