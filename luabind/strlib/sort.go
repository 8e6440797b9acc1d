package strlib

import (
	"sort"

	lua "github.com/yuin/gopher-lua"
)

// sortList is table.sort(list, less). It sorts a copy that it puts back at the
// end: an error leaves the list as it was, and what less does to the list is
// lost. It ends whatever less answers, after about n log n questions.
func sortList(c call) int {
	t := c.table(1)
	less := c.L.Get(2)
	if less != lua.LNil && less.Type() != lua.LTFunction {
		c.wrongType(2, "function")
	}
	s := sorter{c, less, make([]lua.LValue, c.length(t))}
	c.spend(1 + 2*len(s.list)/movesPerStep)
	for i := range s.list {
		s.list[i] = t.RawGetInt(i + 1)
	}
	sort.Sort(s)
	for i, v := range s.list {
		t.RawSetInt(i+1, v)
	}
	return 0
}

// sorter implements sort.Interface.
type sorter struct {
	c    call
	less lua.LValue // nil for the operator <
	list []lua.LValue
}

// Len implements sort.Interface.
func (s sorter) Len() int { return len(s.list) }

// Swap implements sort.Interface.
func (s sorter) Swap(i, j int) { s.list[i], s.list[j] = s.list[j], s.list[i] }

// Less implements sort.Interface.
func (s sorter) Less(i, j int) bool {
	s.c.spend(2)
	if s.less == lua.LNil {
		return s.ordered(s.list[i], s.list[j])
	}
	L := s.c.L
	L.Push(s.less)
	L.Push(s.list[i])
	L.Push(s.list[j])
	L.Call(2, 1)
	yes := lua.LVAsBool(L.Get(-1))
	L.Pop(1)
	return yes
}

// ordered is a < b, with strings compared and paid for here.
func (s sorter) ordered(a, b lua.LValue) bool {
	x, ok := a.(lua.LString)
	y, both := b.(lua.LString)
	if ok && both {
		s.c.spend(min(len(x), len(y)) / bytesPerStep)
		return x < y
	}
	return s.c.L.LessThan(a, b)
}
