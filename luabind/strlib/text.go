package strlib

import (
	"math"
	"math/bits"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// byteValues is string.byte(s, i, j).
func byteValues(c call) int {
	s := c.string(1)
	from := position(c.intOr(2, 1), len(s))
	to := min(position(c.intOr(3, from), len(s)), len(s))
	from = max(from, 1)
	c.results(from, to)
	for i := from; i <= to; i++ {
		c.L.Push(lua.LNumber(s[i-1]))
	}
	return max(0, to-from+1)
}

// results charges for values from to to, and raises an error if they are too
// many to be returned.
func (c call) results(from, to int) {
	if from > to {
		return
	}
	n := uint64(to) - uint64(from) // one less than the number, which may not fit
	if n >= MaxResults {
		c.raise("%d to %d are too many results; at most %d are allowed", from, to, MaxResults)
	}
	c.spend(int(n) + 1)
}

// char is string.char(...).
func char(c call) int {
	out := make([]byte, c.L.GetTop())
	for i := range out {
		n := c.int(i + 1)
		if n < 0 || n > math.MaxUint8 {
			c.bad(i+1, "%d is no byte; it must be from 0 to 255", n)
		}
		out[i] = byte(n)
	}
	c.spend(len(out))
	c.L.Push(lua.LString(out))
	return 1
}

// rep is string.rep(s, n).
func rep(c call) int {
	s := c.string(1)
	n := max(0, c.int(2))
	high, size := bits.Mul64(uint64(len(s)), uint64(n))
	if high > 0 || size > math.MaxInt {
		c.raise("result of more than %d bytes; at most %d are allowed", math.MaxInt, MaxString)
	}
	c.room(int(size))
	c.spendBytes(int(size))
	if size == 0 {
		n = 0 // strings.Repeat is not asked for a huge number of nothing
	}
	c.L.Push(lua.LString(strings.Repeat(s, n)))
	return 1
}

// sub is string.sub(s, i, j).
func sub(c call) int {
	s := c.string(1)
	from := max(position(c.int(2), len(s)), 1)
	to := min(position(c.intOr(3, -1), len(s)), len(s))
	if from > to {
		from, to = 1, 0
	}
	c.L.Push(lua.LString(c.part(s, from-1, to)))
	return 1
}

// sharedBytes is how long a text may be for parts of it to share its memory.
const sharedBytes = 256

// part returns a part of a text. A small part of a long text is a copy, or else who keeps
// one letter would keep all of it.
func (c call) part(s string, from, to int) string {
	if len(s) > sharedBytes && 2*(to-from) < len(s) {
		c.spend((to - from) / bytesPerStep)
		return strings.Clone(s[from:to])
	}
	return s[from:to]
}

// lower is string.lower(s): in the C locale, bytes beyond ASCII stay.
func lower(c call) int { return c.mapBytes('A', 'Z', 'a'-'A') }

// upper is string.upper(s).
func upper(c call) int { return c.mapBytes('a', 'z', 'A'-'a') }

// mapBytes pushes argument 1 with all bytes in a range moved by delta, which
// may wrap.
func (c call) mapBytes(from, to byte, delta int) int {
	out := c.copyOf(1)
	for i, b := range out {
		if from <= b && b <= to {
			out[i] = byte(int(b) + delta)
		}
	}
	c.L.Push(lua.LString(out))
	return 1
}

// reverse is string.reverse(s).
func reverse(c call) int {
	out := c.copyOf(1)
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	c.L.Push(lua.LString(out))
	return 1
}

// copyOf returns the bytes of a string argument, to be changed.
func (c call) copyOf(n int) []byte {
	s := c.string(n)
	c.room(len(s))
	c.spend(1 + len(s)/8) // byte by byte, and twice copied
	return []byte(s)
}
