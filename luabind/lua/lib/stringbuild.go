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

// smallResult is how long results are for which a builder needs no memory but that on the stack
// which it begins with.
const smallResult = 128

// builder collects the result of a call piece by piece, and pays for it as it grows.
type builder struct {
	c   *lua.Call
	buf []byte
}

// grow makes room for n bytes more. Capacities are doubled here, not by append, so that the
// meter counts the same with every version of Go.
func (b *builder) grow(n int) {
	need := len(b.buf) + n
	if need <= cap(b.buf) {
		return
	}
	size := max(2*cap(b.buf), need)
	b.c.Alloc(size)
	buf := make([]byte, len(b.buf), size)
	copy(buf, b.buf)
	b.buf = buf
}

// add adds a text.
func (b *builder) add(s string) {
	b.c.Spend(1 + len(s)/bytesPerStep)
	b.grow(len(s))
	b.buf = append(b.buf, s...)
}

// addBytes is add for bytes.
func (b *builder) addBytes(s []byte) {
	b.c.Spend(1 + len(s)/bytesPerStep)
	b.grow(len(s))
	b.buf = append(b.buf, s...)
}

// fill adds one byte n times, n being less than a hundred or so.
func (b *builder) fill(x byte, n int) {
	b.grow(max(0, n))
	for ; n > 0; n-- {
		b.buf = append(b.buf, x)
	}
}

// result returns the text collected.
func (b *builder) result() lua.Value {
	if len(b.buf) <= 1 {
		return part(b.c, string(b.buf), 0, len(b.buf))
	}
	return b.c.NewString(string(b.buf))
}
