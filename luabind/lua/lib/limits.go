package lib

import (
	"math"

	"github.com/bough-dev/bough/luabind/lua"
)

// bytesPerStep is the number of bytes that are copied or scanned per step.
const bytesPerStep = 16

// maxResults is the number of arguments and results of a function that fit on the stack of Lua 5.1.
const maxResults = 8000

// maxSize bounds the length of strings even if State.Bytes allows more, since no machine has more memory.
const maxSize = min(1<<40, math.MaxInt)

// fits ends the call if the script may no longer allocate n bytes. It does not count the bytes: it is called before a
// string is made, and Call.NewString counts the string.
func fits(c *lua.Call, n int) {
	if s := c.State(); int64(n) > s.Bytes {
		c.Alloc(n)
		s.Bytes += int64(n)
	}
}
