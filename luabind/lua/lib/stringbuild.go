package lib

import (
	"strings"

	"github.com/bough-dev/bough/luabind/lua"
)

var emptyText = lua.Name("")

// letters holds all strings of one byte, so that an iteration over the bytes of a text allocates no strings.
var letters = func() (all [256]lua.Value) {
	for i := range all {
		all[i] = lua.Name(string([]byte{byte(i)}))
	}
	return all
}()

// sharedBytes is the length up to which all parts of a text share the memory of the text.
const sharedBytes = 256

// part returns a part of a text as a string. A small part of a long text is copied, since it would otherwise keep
// the whole text in memory.
func part(c *lua.Call, s string, from, to int) lua.Value {
	n := to - from
	switch {
	case n == 0:
		return emptyText
	case n == 1:
		return letters[s[from]]
	case len(s) > sharedBytes && 2*n < len(s):
		fits(c, n)
		c.Spend(n / bytesPerStep)
		return c.NewString(strings.Clone(s[from:to]))
	}
	return c.NewString(s[from:to])
}

// smallResult is the size of an array on the stack that holds a result while it is small. Functions that append to a
// result take the slice and return it, as append does, so that the array does not escape to the heap.
const smallResult = 128

// room reserves room for n more bytes in buf. It doubles capacities itself rather than using append, so that the
// meter counts the same with every version of Go.
func room(c *lua.Call, buf []byte, n int) []byte {
	need := len(buf) + n
	if need <= cap(buf) {
		return buf
	}
	size := max(2*cap(buf), need)
	c.Alloc(size)
	return append(make([]byte, 0, size), buf...)
}

// appendText appends a text to buf.
func appendText[T string | []byte](c *lua.Call, buf []byte, s T) []byte {
	c.Spend(1 + len(s)/bytesPerStep)
	return append(room(c, buf, len(s)), s...)
}

// appendFill appends the byte x n times. It takes no steps, since n is at most about a hundred.
func appendFill(c *lua.Call, buf []byte, x byte, n int) []byte {
	buf = room(c, buf, max(0, n))
	for ; n > 0; n-- {
		buf = append(buf, x)
	}
	return buf
}

// result returns buf as a string.
func result(c *lua.Call, buf []byte) lua.Value {
	switch len(buf) {
	case 0:
		return emptyText
	case 1:
		return letters[buf[0]]
	}
	return c.NewString(string(buf))
}
