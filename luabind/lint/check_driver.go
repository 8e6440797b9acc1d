package lint

import "github.com/bough-dev/bough/engine/diag"

// CheckDriver returns what is wrong with a file that plays a game from outside: its
// table holds functions, and each gets a table of words as its first parameter, which
// messages call name. A word that there is not is an error.
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

// isDriver reports whether a variable is the first parameter of a function of the table.
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

// DriverCalls returns the texts that stand as first argument of NAME.word("text"), where NAME
// is any parameter.
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
