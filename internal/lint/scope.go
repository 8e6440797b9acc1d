package lint

// scope finds local variables by name. Declarations are removed in reverse order.
type scope struct {
	vars  map[string][]*variable
	order []*variable
}

func (s *scope) find(name string) *variable {
	vs := s.vars[name]
	if len(vs) == 0 {
		return nil
	}
	return vs[len(vs)-1]
}

func (s *scope) declare(v *variable) {
	s.vars[v.name] = append(s.vars[v.name], v)
	s.order = append(s.order, v)
}

// open begins a block. The result must be passed to close at the end of the block, with the token there.
func (s *scope) open() int { return len(s.order) }

func (s *scope) close(mark, end int) {
	for len(s.order) > mark {
		v := s.order[len(s.order)-1]
		v.end = end
		s.order = s.order[:len(s.order)-1]
		s.vars[v.name] = s.vars[v.name][:len(s.vars[v.name])-1]
	}
}
