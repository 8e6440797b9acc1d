//go:build !luacore

package luabind

import (
	"slices"

	"github.com/bough-dev/bough/luabind/lint"
	lua "github.com/yuin/gopher-lua"
)

// Most files that use a module do nothing with it when they are loaded but have it, or
// something of it, in local variables, for their hooks. What such a file makes does not
// depend on the module otherwise; so, when another version of the module is loaded, it need
// not run again: the next version of it is made from what it made the last time, with
// other values in these variables. When a library is saved that a thousand files use, that is
// nearly all that there is to do.

// loans is what a file that only borrows (lint.Script.OnlyBorrows) has made when it ran.
type loans struct {
	image image     // of what it made, with a mark where a variable held something borrowed
	made  *instance // what it made
	list  []loan
}

// loan is what a file had from a module when it ran.
type loan struct {
	of lint.Borrowed
	// mark stands in the image for a table or a function; nil if it was none. Then it was
	// value, on which more may depend than a variable.
	mark  *lua.LUserData
	value lua.LValue
}

// borrows returns the loans of a file that has been copied from an image, nil if it does more
// than borrow, or if what it has borrowed cannot be told from what else it holds.
func (r *Runtime) borrows(c *Chunk, m *image, in *instance) *loans {
	list, only := c.script.OnlyBorrows()
	if !only || len(c.near) == 0 {
		return nil
	}
	l := &loans{image: image{things: slices.Clone(m.things), number: m.number, holds: slices.Clone(m.holds)}}
	marks := map[lua.LValue]*lua.LUserData{}
	for _, b := range list {
		if slices.ContainsFunc(l.list, func(n loan) bool { return n.of.Same(b) }) {
			continue
		}
		n, ok := r.loan(c, b, marks)
		if !ok {
			return nil
		}
		l.list = append(l.list, n)
	}
	if !l.mark(marks) {
		return nil
	}
	l.made = &instance{value: in.value, hooks: in.hooks, env: in.env}
	return l
}

// loan notes what a chunk has borrowed, and answers false if it cannot be told from what else
// the chunk may hold.
func (r *Runtime) loan(c *Chunk, b lint.Borrowed, marks map[lua.LValue]*lua.LUserData) (n loan, ok bool) {
	v, ok := r.lent(c, b)
	if !ok {
		return loan{}, false
	}
	switch v.(type) {
	case *lua.LTable, *lua.LFunction:
		if marks[v] != nil || !c.isNear(v) {
			return loan{}, false
		}
		marks[v] = &lua.LUserData{}
		return loan{of: b, mark: marks[v]}, true
	}
	return loan{of: b, value: v}, true
}

// mark puts the marks where variables hold what was borrowed, and takes it from these, so
// that no old version of a module is kept. It answers false if anything else holds it.
func (l *loans) mark(marks map[lua.LValue]*lua.LUserData) bool {
	from := 0
	for i := range l.image.things {
		x := &l.image.things[i]
		up, variable := x.ref.(*lua.Upvalue)
		for k, v := range l.image.holds[from:x.end] {
			mark := marked(marks, v)
			if mark == nil {
				continue
			}
			if !variable {
				return false
			}
			l.image.holds[from+k] = mark
			up.SetValue(lua.LNil)
		}
		from = x.end
	}
	return true
}

func marked(marks map[lua.LValue]*lua.LUserData, v lua.LValue) *lua.LUserData {
	switch v.(type) {
	case *lua.LTable, *lua.LFunction:
		return marks[v]
	}
	return nil
}

// lent returns what a chunk gets from a module in the load state. It answers false if the
// file would raise an error, or call something, to get it.
func (r *Runtime) lent(c *Chunk, b lint.Borrowed) (lua.LValue, bool) {
	in := r.loader.in(c.uses[b.Module])
	if in == nil {
		return nil, false
	}
	v := in.value
	for _, key := range b.Keys {
		t, ok := v.(*lua.LTable)
		if !ok || t.Metatable != lua.LNil {
			return nil, false
		}
		v = t.RawGetString(key)
	}
	return v, true
}

// isNear tells whether a table or function belongs to a module that a chunk uses.
func (c *Chunk) isNear(v lua.LValue) bool {
	return slices.ContainsFunc(c.near, func(m *Chunk) bool {
		if m.image == nil {
			return false
		}
		_, its := m.image.find(v)
		return its
	})
}

// Relink returns the next version of a behavior that was loaded, replicated and is in force:
// of the same code, with other modules, which have been loaded. It is as if Link and Load had
// been called, but the file is not run; Replicate must follow. It returns nil if that is to be done, since what the
// file makes may depend on the modules in other ways.
func (r *Runtime) Relink(last *Chunk, uses map[string]*Chunk) *Chunk {
	l := last.loans
	if l == nil {
		return nil
	}
	c := last.Link(uses, last)
	if !c.known() || !r.repay(c, l) {
		return nil
	}
	spec := *last.Behavior
	spec.Code = code{r, c}
	c.Behavior, c.loans, c.made = &spec, l, make([]*instance, len(r.states))
	r.copyAhead(c)
	return c
}

// repay finds what a chunk now gets from its modules, and answers false if it has to run.
func (r *Runtime) repay(c *Chunk, l *loans) bool {
	c.borrowed = make([]lua.LValue, len(l.list))
	for i := range l.list {
		v, ok := r.lent(c, l.list[i].of)
		if !ok || l.list[i].mark == nil && !same(v, l.list[i].value) {
			return false
		}
		switch v.(type) {
		case *lua.LTable, *lua.LFunction:
			if r.builtin[v] == nil && !c.isNear(v) { // another file has put it into the module
				return false
			}
		}
		c.borrowed[i] = v
	}
	return true
}

// returned finds what stands for a mark in a chunk.
func (c *Chunk) returned(mark *lua.LUserData) lua.LValue {
	i := slices.IndexFunc(c.loans.list, func(l loan) bool { return l.mark == mark })
	return c.borrowed[i]
}
