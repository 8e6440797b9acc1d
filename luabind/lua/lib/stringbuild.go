package lib

import (
	"strings"

	"github.com/bough-dev/bough/luabind/lua"
)

var emptyText = lua.Name("")

// letters are the strings of one byte. Taking a text apart makes no strings.
var letters = func() (all [256]lua.Value) {
	for i := range all {
		all[i] = lua.Name(string([]byte{byte(i)}))
	}
	return all
}()

// sharedBytes is how long a text may be for parts of it to share its memory.
const sharedBytes = 256

// part returns a part of a text as a string. A small part of a long text is a copy, or else it
// would keep all of the text in memory.
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

// A result is collected in a []byte, which begins with room on the stack of smallResult bytes. The
// functions that add to it return it, as append does, so that it stays there.
const smallResult = 128

// room makes room for n bytes more in buf. Capacities are doubled here, not by append, so that
// the meter counts the same with every version of Go.
func room(c *lua.Call, buf []byte, n int) []byte {
	need := len(buf) + n
	if need <= cap(buf) {
		return buf
	}
	size := max(2*cap(buf), need)
	c.Alloc(size)
	return append(make([]byte, 0, size), buf...)
}

// appendText adds a text to buf.
func appendText[T string | []byte](c *lua.Call, buf []byte, s T) []byte {
	c.Spend(1 + len(s)/bytesPerStep)
	return append(room(c, buf, len(s)), s...)
}

// appendFill adds one byte n times, n being less than a hundred or so.
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
