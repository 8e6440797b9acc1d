//go:build !luacore

package luabind

import (
	"fmt"

	"github.com/bough-dev/bough/engine"
)

// gone stands for the code of a file that has been replaced or deleted, in a
// program that somebody has kept and gives to an agent now.
type gone struct{ chunk *Chunk }

// Call implements engine.Binding: every hook fails.
func (g gone) Call(*engine.Context, engine.Hook) (engine.Answer, error) {
	return engine.Answer{}, fmt.Errorf("%s: this version of the file is no longer loaded; ask the game for its program again instead of keeping it", g.chunk.Path)
}
