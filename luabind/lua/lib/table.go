package lib

import (
	"errors"
	"strings"

	"github.com/bough-dev/bough/luabind/lua"
)

var tableFunctions = []function{
	{"concat", tableConcat},
	{"foreach", tableForeach},
	{"foreachi", tableForeachi},
	{"getn", tableGetn},
	{"insert", tableInsert},
	{"maxn", tableMaxn},
	{"remove", tableRemove},
	{"setn", tableSetn},
	{"sort", tableSort},
}

// index returns i as a key.
func index(i int) lua.Value { return lua.Number(float64(i)) }

// tableConcat is table.concat(t, sep, i, j). It iterates over the list twice, so that the bytes of the result are
// counted before the result is made.
func tableConcat(c *lua.Call) error {
	sep := c.OptText(2, "")
	t := c.Table(1)
	first := c.OptInt(3, 1)
	last := c.OptInt(4, t.Len())
	var room [32]byte
	size, from := 0, c.Steps()
	for i := first; i <= last; i++ {
		c.SpendSince(from, 1)
		v := t.Int(i)
		if s, ok := v.Text(); ok {
			size += len(s)
		} else if n, ok := v.Float(); ok {
			size += len(lua.AppendNumber(room[:0], n))
		} else {
			return concatenates(v, i)
		}
		if i == last { // i must not exceed last, which may be the largest int
			break
		}
		if size += len(sep); size > maxSize {
			break // the result would not fit into memory
		}
	}
	fits(c, size)
	c.Spend(size / bytesPerStep)
	var b strings.Builder
	b.Grow(size)
	for i := first; i <= last; i++ {
		v := t.Int(i)
		if s, ok := v.Text(); ok {
			b.WriteString(s)
		} else if n, ok := v.Float(); ok {
			b.Write(lua.AppendNumber(room[:0], n))
		}
		if i == last {
			break
		}
		b.WriteString(sep)
	}
	c.Return(c.NewString(b.String()))
	return nil
}

// tableForeach is table.foreach(t, f).
func tableForeach(c *lua.Call) error {
	t, f := c.Table(1), c.Callable(2)
	for k, v, more := c.Next(t, lua.Nil); more; k, v, more = c.Next(t, k) {
		if out := c.Call1(f, k, v); !out.IsNil() {
			c.Return(out)
			break
		}
	}
	return nil
}

// tableForeachi is table.foreachi(t, f).
func tableForeachi(c *lua.Call) error {
	t := c.Table(1)
	n := t.Len()
	f := c.Callable(2)
	for i := 1; i <= n; i++ {
		if out := c.Call1(f, index(i), t.Int(i)); !out.IsNil() {
			c.Return(out)
			break
		}
	}
	return nil
}

// tableGetn is table.getn(t).
func tableGetn(c *lua.Call) error {
	c.Return(index(c.Table(1).Len()))
	return nil
}

// tableSetn is table.setn. In Lua 5.1 it only reports that it is obsolete.
func tableSetn(c *lua.Call) error {
	c.Table(1)
	return errors.New("'setn' is obsolete")
}

// tableInsert is table.insert(t, pos, v), or table.insert(t, v) at the end.
func tableInsert(c *lua.Call) error {
	t := c.Table(1)
	switch c.Len() {
	case 2:
		c.Set(t, index(t.Len()+1), c.Arg(2))
	case 3:
		c.Insert(t, c.Int(2), c.Arg(3))
	default:
		return errInsert
	}
	return nil
}

// tableRemove is table.remove(t, pos). It returns nothing if there is nothing to remove.
func tableRemove(c *lua.Call) error {
	t := c.Table(1)
	if v, ok := c.Remove(t, c.OptInt(2, t.Len())); ok {
		c.Return(v)
	}
	return nil
}

// tableMaxn is table.maxn(t): it returns the largest number that is a key.
func tableMaxn(c *lua.Call) error {
	t := c.Table(1)
	most, from := 0.0, c.Steps()
	for k, _, more := c.Next(t, lua.Nil); more; k, _, more = c.Next(t, k) {
		c.SpendSince(from, 1)
		if n, ok := k.Float(); ok && n > most {
			most = n
		}
	}
	c.Return(lua.Number(most))
	return nil
}

// tableSort is table.sort(t, less).
func tableSort(c *lua.Call) error {
	s := sorter{c: c, t: c.Table(1), from: c.Steps()}
	n := s.t.Len()
	if !c.Arg(2).IsNil() {
		s.order = c.Callable(2)
	}
	c.ChangeTable(s.t) // a constant table is an error even if it is sorted
	return s.sort(1, n)
}

// sorter is the quicksort of Lua 5.1. It makes the same comparisons in the same order, so that equal elements have
// the same final order as in Lua 5.1, and order functions that count or print have the same effects. A stable sort
// would not have these properties. The work with an inconsistent order function is bounded, since each part is smaller
// than the whole.
type sorter struct {
	c     *lua.Call
	t     *lua.Table
	order lua.Value // nil for <
	from  int64     // the steps that were left at the beginning
}

func (s *sorter) get(i int) lua.Value    { return s.t.Int(i) }
func (s *sorter) set(i int, v lua.Value) { s.c.Set(s.t, index(i), v) }

func (s *sorter) less(a, b lua.Value) bool {
	s.c.SpendSince(s.from, 2)
	if !s.order.IsNil() {
		return s.c.Call1(s.order, a, b).Truth()
	}
	if x, ok := a.Float(); ok {
		if y, ok := b.Float(); ok {
			return x < y
		}
	} else if x, ok := a.Text(); ok {
		s.c.SpendSince(s.from, len(x)/bytesPerStep)
	}
	return s.c.Less(a, b)
}

func (s *sorter) sort(l, u int) error {
	for l < u {
		// The first, the middle and the last element are put in order. The middle one becomes the pivot.
		if a, b := s.get(l), s.get(u); s.less(b, a) {
			s.set(l, b)
			s.set(u, a)
		}
		if u-l == 1 {
			return nil
		}
		m := int(uint(l+u) / 2)
		if a, b := s.get(m), s.get(l); s.less(a, b) {
			s.set(m, b)
			s.set(l, a)
		} else if b := s.get(u); s.less(b, a) {
			s.set(m, b)
			s.set(u, a)
		}
		if u-l == 2 {
			return nil
		}
		pivot := s.get(m)
		s.set(m, s.get(u-1))
		s.set(u-1, pivot)
		i, j := l, u-1
		for {
			var a, b lua.Value
			for {
				if i++; i > u {
					return errOrder
				}
				if a = s.get(i); !s.less(a, pivot) {
					break
				}
			}
			for {
				if j--; j < l {
					return errOrder
				}
				if b = s.get(j); !s.less(pivot, b) {
					break
				}
			}
			if j < i {
				break
			}
			s.set(i, b)
			s.set(j, a)
		}
		a := s.get(u - 1)
		s.set(u-1, s.get(i))
		s.set(i, a)
		// The smaller part is sorted by recursion, which is therefore not deep. The next iteration sorts the larger
		// part.
		if i-l < u-i {
			if err := s.sort(l, i-1); err != nil {
				return err
			}
			l = i + 1
		} else {
			if err := s.sort(i+1, u); err != nil {
				return err
			}
			u = i - 1
		}
	}
	return nil
}
