package strlib

import (
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// specials are the characters without which string.find takes a pattern as it
// is. Lua 5.1 does not count ) and ] among them.
const specials = "^$*+?.([%-"

// quote shows a pattern in a message, shortened if it is long.
func quote(pattern string) string {
	const most = 60
	if len(pattern) > most {
		return strconv.Quote(pattern[:most]) + "..."
	}
	return strconv.Quote(pattern)
}

// start returns where in text the search begins that argument 3 asks for.
func (c call) start(text string) int {
	return min(max(position(c.intOr(3, 1), len(text))-1, 0), len(text))
}

// find is string.find(s, pattern, init, plain).
func find(c call) int {
	text, pattern := c.string(1), c.string(2)
	start := c.start(text)
	if lua.LVAsBool(c.L.Get(4)) || !strings.ContainsAny(pattern, specials) {
		return c.findPlain(text, pattern, start)
	}
	m := c.matcher(text, pattern, true)
	found, ok := m.search(start)
	if !ok {
		c.L.Push(lua.LNil)
		return 1
	}
	return c.pushPlace(found) + m.push(c.L, m.p.captures, found)
}

func (c call) findPlain(text, pattern string, start int) int {
	c.spendBytes(len(text) - start + len(pattern))
	i := strings.Index(text[start:], pattern)
	if i < 0 {
		c.L.Push(lua.LNil)
		return 1
	}
	return c.pushPlace(span{start + i, start + i + len(pattern)})
}

func (c call) pushPlace(s span) int {
	c.L.Push(lua.LNumber(s.start + 1))
	c.L.Push(lua.LNumber(s.end))
	return 2
}

// match is string.match(s, pattern, init).
func match(c call) int {
	text, pattern := c.string(1), c.string(2)
	start := c.start(text)
	m := c.matcher(text, pattern, true)
	found, ok := m.search(start)
	if !ok {
		c.L.Push(lua.LNil)
		return 1
	}
	return m.push(c.L, max(1, m.p.captures), found)
}

// gmatch is string.gmatch(s, pattern). A leading ^ is an ordinary character
// here: as an anchor it would prevent the iteration.
func gmatch(c call) int {
	text, pattern := c.string(1), c.string(2)
	m := c.matcher(text, pattern, false)
	next := 0
	c.L.Push(c.L.NewFunction(func(L *lua.LState) int {
		m.c.L = L // may be another coroutine each time
		found, ok := m.search(next)
		if !ok {
			next = len(text) + 1
			L.Push(lua.LNil)
			return 1
		}
		next = found.end
		if found.end == found.start {
			next++
		}
		return m.push(L, max(1, m.p.captures), found)
	}))
	return 1
}
