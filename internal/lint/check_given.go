package lint

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// checkGiven warns about a call of a function of the file with too few or too many arguments.
func checkGiven(c *checker, k *call) {
	if fn := c.own(k.callee); fn != nil {
		if w := c.misgiven(fn, c.src.span(k.callee.first, k.callee.last), k.args, c.src.arguments(k)); w.Code != "" {
			c.warn(k.callee.first, w)
		}
	}
}

// Misgiven returns the words about a call of a function of the module s with too few or too many arguments, or empty words.
func (s *Script) Misgiven(q ModuleCall) (w diag.Words) {
	same := func(k Key) bool { return k.Name == q.Member }
	first := slices.IndexFunc(s.Keys, same)
	if fn := s.hookFns[q.Member]; fn != nil && !slices.ContainsFunc(s.Keys[first+1:], same) {
		w = s.misgiven(fn, q.Text, q.Args, q.Given)
	}
	return w
}

// misgiven returns the words about a call of fn, or empty words. name is the source of the callee, args is the number of
// arguments or -1, and given are the sources of those. An argument is missing only if the function certainly uses its parameter
// as if it were there. A surplus one has no effect.
func (s *Script) misgiven(fn *function, name string, args int, given []string) (w diag.Words) {
	if args < 0 || name == "" || len(fn.params) > 0 && fn.params[0].name == "self" {
		return w
	}
	if args > len(fn.params) && !fn.vararg {
		var names []string
		for _, p := range fn.params {
			names = append(names, p.name)
		}
		if w = message.TakesNoArguments(name, args); len(names) > 0 {
			w = message.TooManyArguments(name, args, names)
		}
		if len(given) == args {
			names = given[:len(names)]
		}
		return w.With(message.WriteIt(name + "(" + strings.Join(names, ", ") + ")"))
	}
	first, last := -1, -1
	for i := args; i < len(fn.params); i++ {
		if fn.params[i].needed > 0 {
			if last = i; first < 0 {
				first = i
			}
		}
	}
	if first < 0 {
		return w
	}
	for i := args; i <= last; i++ {
		given = append(given, fn.params[i].name)
	}
	p := fn.params[first]
	w = message.ArgumentMissing(name, args, p.name, s.src.pos(p.needed).String())
	if len(given) == last+1 {
		w = w.With(message.WriteIt(name + "(" + strings.Join(given, ", ") + ")"))
	}
	return w
}

// own returns the function of the file that a callee certainly is: the value of a local, or the only one of an entry of a table
// in a local, or nil.
func (c *checker) own(callee operand) *function {
	v := callee.base
	if v == nil || v.writes > 0 || callee.dynamic || v.param || callee.entry != 0 && callee.entry != callee.tok || c.src.is(callee.last+1, "]") {
		return nil
	}
	if callee.keys == 0 {
		return v.init.fn
	}
	if callee.keys > 1 || v.init.table == nil {
		return nil
	}
	if c.entries == nil {
		c.entries = map[place]*function{}
		for _, w := range c.facts.writes {
			if w.target.base != nil && w.target.keys > 0 {
				c.defines(place{w.target.base, w.target.path}, w.value.fn)
			}
		}
		for _, v := range c.facts.variables {
			if v.init.table != nil {
				for _, e := range v.init.table.entries {
					c.defines(place{v, pathKey(e.name)}, e.value.fn)
				}
			}
		}
	}
	if _, other := c.entries[place{v, ""}]; other { // an entry with a computed name
		return nil
	}
	return c.entries[place{v, callee.path}]
}

// place is a path below a variable.
type place struct {
	base *variable
	path string
}

// defines notes a value of a place, which is nil if it is no function. A place with several values has none.
func (c *checker) defines(p place, fn *function) {
	if _, twice := c.entries[p]; twice {
		fn = nil
	}
	c.entries[p] = fn
}

// arguments returns the sources of the arguments of a call, or nil if they are long.
func (s *source) arguments(k *call) (list []string) {
	if k.open == 0 || k.args <= 0 || s.span(k.open, k.last) == "" {
		return nil
	}
	depth, first := 0, k.open+1
	for i := first; i <= k.last; i++ {
		switch {
		case depth == 0 && (i == k.last || s.is(i, ",")):
			list = append(list, s.span(first, i-1))
			first = i + 1
		case s.isAny(i, "(", "{", "[", "function", "if", "do", "repeat"):
			depth++
		case s.isAny(i, ")", "}", "]", "end", "until"):
			depth--
		}
	}
	if len(list) != k.args {
		return nil
	}
	return list
}
