package lint

import "github.com/bough-dev/bough/engine/diag"

// CheckDriver returns the problems of a file that drives a game, such as a test. Its table holds functions. The
// first parameter of each of them is a table, which messages call name. words lists the functions of that table,
// and any other word is an error.
func (s *Script) CheckDriver(name string, words []string) diag.List {
	c := &checker{Script: s}
	known := map[string]bool{}
	for _, w := range words {
		known[w] = true
	}
	for _, r := range s.facts.fields {
		if !known[r.name] && s.isDriver(r.base) {
			d := c.add(r.tok, "%s has no word %s", name, r.name)
			d.Hint = diag.DidYouMean(r.name, words)
		}
	}
	c.diags.Sort()
	return c.diags
}

// isDriver reports whether a variable is the first parameter of a function in the table.
func (s *Script) isDriver(v *variable) bool {
	if v == nil || !v.param || s.hookFns == nil {
		return false
	}
	for _, h := range s.Hooks {
		if ps := s.hookFns[h.Name].params; len(ps) > 0 && ps[0] == v {
			return true
		}
	}
	return false
}

// DriverCalls returns the literal first arguments of calls NAME.word("text"), where NAME is a first parameter of a
// function in the table.
func (s *Script) DriverCalls(word string) []Use {
	var out []Use
	for _, c := range s.facts.calls {
		o := s.facts.root(c.callee)
		if o.base != nil && o.base.param && !o.dynamic && o.path == word && c.arg.kind == "string" {
			out = append(out, Use{c.arg.text, s.src.pos(c.arg.first)})
		}
	}
	return out
}
