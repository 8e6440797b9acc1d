package lua

// Next and INext are the iterators that pairs and ipairs return. A for loop recognizes them and does their work
// without a call; see frame.iterate.
var (
	Next  = NewFunction("next", next)
	INext = NewFunction("ipairs", inext)
)

// next returns the entry of a table after a key, or nil at the end.
func next(c *Call) error {
	c.SpendOn(c.Arg(2))
	k, v, more := c.Next(c.Table(1), c.Arg(2))
	c.Return(k)
	if more {
		c.Return(v)
	}
	return nil
}

// entry is like Table.at, but takes a step for each place that it skips: a script may repeatedly ask for the first
// entry of a table from which many entries were removed.
func (c *frame) entry(t *Table, pos int) (k, v Value, next int, ok bool) {
	if uint(pos) < uint(len(t.list)) {
		if v := t.list[pos]; v.p != nil {
			return Number(float64(pos + 1)), v, pos + 1, true
		}
	}
	k, v, next, ok = t.at(pos)
	from, to := t.place(pos), len(t.list)+len(t.vals)
	if ok {
		to = t.place(next) - 1
	}
	if to > from {
		c.charge(int64(to - from))
	}
	return k, v, next, ok
}

// place returns the number of entries and removed entries of t before a position.
func (t *Table) place(pos int) int {
	if pos < 0 {
		return len(t.list) - pos - 1
	}
	return pos
}

// inext returns the next index and the element at that index, or nothing if the element is nil.
func inext(c *Call) error {
	i := c.Int(2)
	v := c.Table(1).Int(i + 1)
	if !v.IsNil() {
		c.Return(Number(float64(i + 1)))
		c.Return(v)
	}
	return nil
}
