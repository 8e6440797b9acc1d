package lint

import (
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// CheckDriver returns the problems of a file that drives a game, such as a test. Such a file returns a table of
// functions. The first parameter of each function is a table, whose name in messages is name. words lists the
// functions in that table, and the use of any other word is an error.
func (s *Script) CheckDriver(name string, words []string) diag.List {
	c := &checker{Script: s}
	known := map[string]bool{}
	for _, w := range words {
		known[w] = true
	}
	for _, r := range s.facts.fields {
		if !known[r.name] && s.isDriver(r.base) {
			d := c.add(r.tok, "%s has no function %s", name, r.name)
			if d.Hint = diag.DidYouMean(r.name, words); d.Hint == "" {
				d.Hint = "there are " + strings.Join(words, ", ")
			}
		}
	}
	c.diags.Sort()
	return c.diags
}

// isDriver reports whether a variable is the first parameter of a function in the table that the file returns.
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

// DriverCalls returns the literal first arguments in calls of the form NAME.word("text"). NAME is the first
// parameter of a function in the table that the file returns.
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
