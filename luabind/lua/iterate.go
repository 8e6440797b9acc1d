package lua

// Next is Lua's next, and INext the function that ipairs returns. Loops know them and do
// without calls.
var (
	Next = NewFunction("next", func(c *Call) error {
		t := c.Table(1)
		pos, ok := t.after(c.Arg(2))
		if !ok {
			return errorText("invalid key to 'next'")
		}
		k, v, _, more := t.at(pos)
		c.Return(k)
		if more {
			c.Return(v)
		}
		return nil
	})
	INext = NewFunction("ipairs", func(c *Call) error {
		i := c.Number(2) + 1
		v := c.Table(1).Get(Number(i))
		if v.IsNil() {
			c.Return(Nil)
			return nil
		}
		c.Return(Number(i))
		c.Return(v)
		return nil
	})
)
