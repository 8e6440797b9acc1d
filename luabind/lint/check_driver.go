package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
)

// Word is a function in the table that a driver, such as a test, gets as its argument.
type Word struct {
	Name, Usage string
	Least, Most int // number of arguments
}

// Misuse returns the problem of a call of w with a number of arguments, or "". table is the name of the table.
func (w *Word) Misuse(table string, given int) string {
	if given >= w.Least && given <= w.Most {
		return ""
	}
	return fmt.Sprintf("%s.%s takes %s, got %d: want %s", table, w.Name, span(w.Least, w.Most), given, w.Usage)
}

// span describes a range of numbers of arguments.
func span(least, most int) string {
	switch {
	case most == 0:
		return "no arguments"
	case least == most && most == 1:
		return "1 argument"
	case least == most:
		return fmt.Sprintf("%d arguments", most)
	case most == least+1:
		return fmt.Sprintf("%d or %d arguments", least, most)
	}
	return fmt.Sprintf("%d to %d arguments", least, most)
}

// CheckDriver returns the problems of a file that drives a game, such as a test. Such a file returns a table of
// functions. The first parameter of each function is a table, whose name in messages is name. words are the
// functions in that table, and the use of any other word is an error.
func (s *Script) CheckDriver(name string, words []Word) diag.List {
	c := &checker{Script: s}
	known := map[string]*Word{}
	var names []string
	for i := range words {
		known[words[i].Name] = &words[i]
		names = append(names, words[i].Name)
	}
	// Other functions of the file usually get the table under the same name.
	gets := func(v *variable) bool { return s.isDriver(v) || v != nil && v.param && v.name == name }
	for _, m := range s.facts.methods {
		if known[m.name] != nil && m.object.isVariable() && gets(m.object.base) {
			c.add(m.tok, "write %s.%s, with a dot and not a colon", name, m.name)
		}
	}
	for _, r := range s.facts.fields {
		if known[r.name] == nil && s.isDriver(r.base) {
			d := c.add(r.tok, "%s has no function %s", name, r.name)
			if d.Hint = diag.DidYouMean(r.name, names); d.Hint == "" {
				d.Hint = "there are " + strings.Join(names, ", ")
			}
		}
	}
	for _, k := range s.facts.calls {
		w := known[k.callee.path]
		if w == nil || k.args < 0 || !gets(k.callee.base) {
			continue
		}
		if problem := w.Misuse(name, k.args); problem != "" {
			c.add(k.callee.tok, "%s", problem)
		}
	}
	for _, g := range s.facts.globals {
		if g.name == name && !s.SetsGlobal(name) {
			c.add(g.tok, "there is no %s here", name).Hint = "it is the parameter of a test: write function(" + name + ") ... end, and pass it on to other functions"
		}
	}
	c.repeated(c.table)
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

// SetsGlobal reports whether the file assigns to a global variable.
func (s *Script) SetsGlobal(name string) bool {
	return slices.ContainsFunc(s.facts.writes, func(w *write) bool { return w.target.global == name && w.target.keys == 0 })
}

// DriverCall is a call of the form NAME.word(...), where NAME is a parameter of a function.
type DriverCall struct {
	Word  string
	Texts map[int]Use // the arguments that are literal texts, by index
	Keys  []Use       // the constant keys of tables in the arguments
}

// DriverCalls returns the calls of words with a literal among their arguments.
func (s *Script) DriverCalls() []DriverCall {
	var out []DriverCall
	for _, k := range s.facts.calls {
		o := s.facts.root(k.callee)
		if o.base == nil || !o.base.param || o.dynamic || o.keys != 1 {
			continue
		}
		call := DriverCall{Word: o.path, Texts: map[int]Use{}}
		for _, l := range k.literals {
			if l.kind == "string" {
				call.Texts[l.n] = Use{l.text, s.src.pos(l.tok)}
			} else if l.table != nil {
				for _, e := range l.table.entries {
					call.Keys = append(call.Keys, Use{e.name, s.src.pos(e.tok)})
				}
			}
		}
		out = append(out, call)
	}
	return out
}
