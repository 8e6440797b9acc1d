package strlib

import lua "github.com/yuin/gopher-lua"

const (
	// movesPerStep is how many elements of a list Go moves in one step.
	movesPerStep = 8
	// gapSteps is what an element costs that must be made to reach a position.
	gapSteps = 4
)

// length returns the number of elements of a list that is to be changed.
func (c call) length(t *lua.LTable) int {
	n := c.end(t)
	if n > MaxList {
		c.raise("a list of %d elements; at most %d are allowed", n, MaxList)
	}
	return n
}

// end returns where a list ends, and charges for looking.
func (c call) end(t *lua.LTable) int {
	n, steps := Len(t)
	c.spend(steps)
	return n
}

// concat is table.concat(list, separator, i, j).
func concat(c call) int {
	t, sep := c.table(1), ""
	if c.L.Get(2) != lua.LNil {
		sep = c.string(2)
	}
	from, to := c.intOr(3, 1), c.intOr(4, c.end(t))
	out := builder{c: c}
	for i := from; i <= to; i++ {
		c.spend(1)
		v := t.RawGet(lua.LNumber(i))
		if !lua.LVCanConvToString(v) {
			c.raise("element %d of the list is %s; it must be a string or a number", i, describe(v))
		}
		out.addValue(v)
		if i == to {
			break // before i wraps
		}
		out.add(sep)
	}
	c.L.Push(out.result())
	return 1
}

func describe(v lua.LValue) string {
	if v == lua.LNil {
		return "nil"
	}
	return "a " + v.Type().String()
}

// insert is table.insert(list, value) or table.insert(list, position, value).
// A position behind the end leaves a gap, as in Lua 5.1.
func insert(c call) int {
	t := c.table(1)
	n := c.length(t)
	pos, value := n+1, c.L.Get(2)
	switch c.L.GetTop() {
	case 2:
	case 3:
		pos, value = c.int(2), c.L.Get(3)
	default:
		c.raise("wrong number of arguments; it takes (list, value) or (list, position, value)")
	}
	switch {
	case pos < 1:
		c.bad(2, "position %d; a list begins at 1", pos)
	case max(pos, n+1) > MaxList:
		c.raise("position %d of a list of %d elements; at most %d elements are allowed", pos, n, MaxList)
	}
	c.spend(1 + max(n-pos, 0)/movesPerStep + max(pos-n-1, 0)*gapSteps)
	if pos > n {
		t.RawSetInt(pos, value)
	} else {
		t.Insert(pos, value)
	}
	return 0
}

// remove is table.remove(list, position).
func remove(c call) int {
	t := c.table(1)
	n := c.length(t)
	pos := c.intOr(2, n)
	if pos < 1 || pos > n {
		c.L.Push(lua.LNil)
		return 1
	}
	c.spend(1 + (n-pos)/movesPerStep)
	c.L.Push(t.Remove(pos))
	return 1
}

// unpack is unpack(list, i, j).
func unpack(c call) int {
	t := c.table(1)
	from, to := c.intOr(2, 1), c.intOr(3, c.end(t))
	if from > to {
		return 0
	}
	c.results(from, to)
	n := to - from + 1
	for i := range n {
		c.L.Push(t.RawGet(lua.LNumber(from + i)))
	}
	return n
}

// maxn is table.maxn(list). As in the library, only the list part counts.
func maxn(c call) int {
	t := c.table(1)
	n := t.MaxN()
	_, steps := Len(t)
	c.spend(steps)
	c.L.Push(lua.LNumber(n))
	return 1
}
