package assets

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/luabind"
	"github.com/bough-dev/bough/trees"
)

// TestCallsAreBounded checks that MaxCalls different calls are accepted, and no more. It makes only the first and the
// last of them, since each takes as long as there are calls before it.
func TestCallsAreBounded(t *testing.T) {
	files := fstest.MapFS{"a.bt": {Data: []byte("tree a n=1\n  wait n\n")}}
	m := NewManager(Options{FS: files, Runtime: luabind.NewRuntime(luabind.Options{})})
	m.Load()
	call := func(n float64) error {
		_, err := m.Call(trees.Call{Tree: "a", Params: []trees.Param{{Name: "n", Value: value.Number(n)}}})
		return err
	}
	if err := call(2); err != nil {
		t.Fatal(err)
	}
	for i := len(m.calls); i < MaxCalls-1; i++ {
		m.calls[fmt.Sprint("a call of another tree, ", i)] = trees.Call{}
	}
	if err := call(3); err != nil || len(m.calls) != MaxCalls {
		t.Fatalf("%d calls, %v", len(m.calls), err)
	}
	if err := call(4); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("there are %d trees with parameters already", MaxCalls)) {
		t.Errorf("got %v", err)
	}
	if err := call(2); err != nil || len(m.calls) != MaxCalls {
		t.Errorf("an earlier call: %v", err)
	}
}
