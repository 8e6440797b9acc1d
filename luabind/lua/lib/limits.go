package lib

import (
	"math"

	"github.com/bough-dev/bough/luabind/lua"
)

// bytesPerStep is the number of bytes that are copied or scanned per step.
const bytesPerStep = 16

// maxResults is the number of arguments and results of a function that fit on the stack of Lua 5.1.
const maxResults = 8000

// maxSize bounds the length of strings, however many bytes are allowed: no machine has more memory.
const maxSize = min(1<<40, math.MaxInt)

// fits ends the call if n bytes are more than the script may still allocate. It does not count them: it is called
// before a string is made, and NewString counts the string.
func fits(c *lua.Call, n int) {
	if s := c.State(); int64(n) > s.Bytes {
		c.Alloc(n)
		s.Bytes += int64(n)
	}
}
