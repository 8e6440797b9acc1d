package lua

// Trace makes scripts report each store to t by State.Stored, or ends that. Stores by methods of Table and Field are not
// reported. Under a guard the stores are refused, as for a table that is older than the guard. Stores to tables without
// Trace are not slower because of it: such a table looks constant to the fast paths.
//
// Trace does nothing if t is constant, or was made under a guard.
func (t *Table) Trace(on bool) {
	switch {
	case on && t.stamp == 0:
		t.stamp = traced
	case !on && t.stamp == traced:
		t.stamp = 0
	}
}

// traces reports whether t, which may be nil, is a table with Trace in which t[k] can be changed now.
func (c *frame) traces(t *Table, k Value) bool {
	return t != nil && t.stamp == traced && c.s.floor == 0 && !t.fixes(k)
}

// setTraced is like set, for a table with Trace that can be changed now.
func (c *frame) setTraced(t *Table, k, v Value) {
	c.spendOn(k)
	if k.p == nil || k.n != k.n {
		noOrigin.checkKey(c, k)
	}
	was := t.Get(k)
	bytes := t.set(k, v)
	c.stored(t, k, was, v)
	if bytes > 0 {
		c.s.alloc(c, bytes)
	}
}

func (c *frame) stored(t *Table, k, was, is Value) {
	if c.s.Stored != nil {
		c.s.Stored(t, k, was, is)
	}
}

// setTraced is like set, for a table with Trace. It does nothing and returns false if the field does not exist yet, or
// cannot be changed now.
func (s *site) setTraced(c *frame, t *Table, x Value) bool {
	i := t.findString(s.name)
	if i < int(t.fixed) || c.s.floor > 0 || t.vals[i].p == nil && t.meta != nil {
		return false
	}
	was := t.vals[i]
	t.vals[i] = x
	c.place(&s.of)
	c.stored(t, Value{p: s.name}, was, x)
	return true
}

// Running returns the place in the innermost Lua function that is running, and the name of the Go function that it has
// called, or "" if it has called none.
func (s *State) Running() (at Position, native string) {
	if c := s.cur; c.p == nil && c.fn != nil {
		native = c.fn.native.name
	}
	return s.cur.nearest(), native
}
