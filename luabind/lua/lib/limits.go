package lib

import (
	"math"

	"github.com/bough-dev/bough/luabind/lua"
)

// bytesPerStep is how many bytes are copied or scanned in a step.
const bytesPerStep = 16

// maxResults is how many arguments and results of a function Lua 5.1 has room for together.
const maxResults = 8000

// maxSize is the longest string that is tried to make, however many bytes are allowed: no
// machine has more.
const maxSize = min(1<<40, math.MaxInt)

// fits ends the call if n bytes are more than the script may still allocate. It counts nothing:
// it is asked before a string is made, which is counted by NewString.
func fits(c *lua.Call, n int) {
	if s := c.State(); int64(n) > s.Bytes {
		c.Alloc(n)
		s.Bytes += int64(n)
	}
}
