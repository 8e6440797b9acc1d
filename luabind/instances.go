//go:build !luacore

package luabind

// What a file has made when it ran belongs to a state. Those of workers, which are asked for
// whenever code is bound and of which a thousand may be exchanged between two ticks, are
// kept in the chunk, by worker. Each worker writes its own alone.

// in returns the instance of a chunk in this state, nil if there is none.
func (s *State) in(c *Chunk) *instance {
	switch {
	case c == nil:
		return nil
	case s.id < 0:
		return s.instances[c]
	case c.made == nil:
		return nil
	}
	return c.made[s.id]
}

// keep enters the instance of a chunk in this state.
func (s *State) keep(c *Chunk, in *instance) {
	if s.id < 0 {
		s.instances[c] = in
	} else {
		c.made[s.id] = in
	}
}

// drop forgets the instance of a chunk in this state.
func (s *State) drop(c *Chunk) {
	if s.id < 0 {
		delete(s.instances, c)
	} else if c.made != nil {
		c.made[s.id] = nil
	}
}
