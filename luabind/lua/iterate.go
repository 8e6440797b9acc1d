package lua

// Next and INext are what pairs and ipairs let a for loop call in each round. The interpreter knows
// them and does their work by itself.
var (
	Next  = NewFunction("next", next)
	INext = NewFunction("ipairs", inext)
)

const errNext = errorText("invalid key to 'next'")

// next returns the entry of a table behind that of a key, or nil at the end.
func next(c *Call) error {
	t := c.Table(1)
	pos, ok := t.after(c.Arg(2))
	if !ok {
		return errNext
	}
	k, v, _, more := c.entry(t, pos)
	c.Return(k)
	if more {
		c.Return(v)
	}
	return nil
}

// entry is t.at. It takes a step for each place that it skips, for whoever asks again and again for the
// first entry of a table from which much was removed.
func (c *Call) entry(t *Table, pos int) (k, v Value, next int, ok bool) {
	if uint(pos) < uint(len(t.list)) {
		if v := t.list[pos]; v.p != nil {
			return Number(float64(pos + 1)), v, pos + 1, true
		}
	}
	k, v, next, ok = t.at(pos)
	from, to := t.place(pos), len(t.list)+len(t.nodes)
	if ok {
		to = t.place(next) - 1
	}
	if to > from {
		c.charge(int64(to - from))
	}
	return k, v, next, ok
}

// place returns how many places of t are before a position.
func (t *Table) place(pos int) int {
	if pos < 0 {
		return len(t.list) - pos - 1
	}
	return pos
}

// inext returns the next number and what is there, and nothing if that is nil.
func inext(c *Call) error {
	i := c.Int(2)
	v := c.Table(1).Int(i + 1)
	if !v.IsNil() {
		c.Return(Number(float64(i + 1)))
		c.Return(v)
	}
	return nil
}
