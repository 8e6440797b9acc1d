package geom

import (
	"testing"

	"github.com/bough-dev/bough/luabind"
)

func TestHelpersCanBeBound(t *testing.T) {
	r := luabind.NewRuntime(luabind.Options{})
	if err := r.Bind("geom", Helpers()...); err != nil {
		t.Fatal(err)
	}
	if got := len(r.Members()["geom"]); got != len(functions) {
		t.Errorf("%d functions are bound, want %d", got, len(functions))
	}
}
