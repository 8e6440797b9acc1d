package lua

import "strconv"

// Local is a local variable with its value.
type Local struct {
	Name  string
	Value Value
}

// Calls iterates over the calls in which a suspended coroutine waits, the innermost first, without calls of Go functions. The
// locals of a call are those in scope where it waits, the ones declared last first. They are followed by its varargs, as
// ...[1] and so on, and by the variables that its function captures, except those that the file declares outside of all
// functions. A local that another one of the same name hides is left out. There are no calls before the first resume.
//
// A compiled file does not keep the names of locals. Calls compiles the files of the calls again, so it is for tools that
// people use.
func (t *Thread) Calls(yield func(at Level, locals []Local) bool) {
	if t.status != Suspended || t.top == nil {
		return
	}
	outlines := map[*Chunk]*outline{}
	for c := t.top; c != nil; c = c.prev {
		if c.p == nil {
			continue
		}
		l, known := outlines[c.p.chunk]
		if !known && c.p.chunk.functions[0].vararg { // otherwise the chunk is an Expression
			l = outlineOf(c.p.chunk)
			outlines[c.p.chunk] = l
		}
		if !yield(Level{c.where(), c.fn.Name(), int(c.p.at.line)}, c.locals(l)) {
			return
		}
	}
}

// locals returns the locals of a call of a Lua function that waits. l is the outline of its file, or nil.
func (c *frame) locals(l *outline) (list []Local) {
	seen := map[string]bool{}
	add := func(name string, v Value) {
		if !seen[name] {
			seen[name] = true
			list = append(list, Local{name, v})
		}
	}
	if l != nil {
		if place := l.functions[c.p.index].at(c.pc); place != nil {
			for i := len(place.vars) - 1; i >= 0; i-- {
				if v := place.vars[i]; !v.captured {
					add(v.name, c.r[v.slot])
				} else if x := c.cells[v.slot]; x != nil {
					add(v.name, x.v)
				}
			}
		}
	}
	if c.p.vararg {
		for i, v := range c.varargs {
			add("...["+strconv.Itoa(i+1)+"]", v)
		}
	}
	for i, x := range c.fn.up {
		if p, _ := c.p.capturer(i); !p.ofFile() {
			add(c.p.ups[i].name, x.v)
		}
	}
	return list
}
