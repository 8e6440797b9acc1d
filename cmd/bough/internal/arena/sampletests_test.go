package arena_test

import (
	"testing"

	"github.com/bough-dev/bough/cmd/bough/internal/arena"
	"github.com/bough-dev/bough/luabind/scripttest"
	"github.com/bough-dev/bough/scripts"
)

// TestSampleTests runs the tests of the samples, as bough test does.
func TestSampleTests(t *testing.T) {
	scripttest.Run(t, scripts.FS, scripttest.Options{Bind: arena.BindEmpty})
}
