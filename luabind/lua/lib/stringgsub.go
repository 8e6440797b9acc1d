package lib

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/luabind/lua"
)

// stringGsub is string.gsub(s, pattern, replacement, n).
func stringGsub(c *lua.Call) error {
	text, source := c.Text(1), c.Text(2)
	most := c.OptInt(4, len(text)+1)
	var m matcher
	var room [smallResult]byte
	r := replacer{m: &m, out: builder{c, room[:0]}, with: c.Arg(3)}
	switch r.with.Kind() {
	case lua.KindTable, lua.KindFunction:
	case lua.KindString, lua.KindNumber:
		r.template = c.Text(3)
	default:
		return c.BadArgument(3, "string/function/table expected")
	}
	if err := m.use(c, text, source, true); err != nil {
		return err
	}
	if err := r.check(); err != nil {
		return err
	}
	n := 0
	for s := 0; n < most; {
		found, ok := m.search(s)
		if !ok {
			break
		}
		n++
		if err := r.replace(found); err != nil {
			return err
		}
		s = max(found.end, found.start+1)
		if m.p.anchored {
			break
		}
	}
	c.Return(r.result())
	c.Return(lua.Number(float64(n)))
	return nil
}

// replacer makes the result of string.gsub: each match is replaced by what the template, table
// or function says.
type replacer struct {
	m        *matcher
	out      builder
	copied   int // the text before this is in out
	replaced bool
	with     lua.Value
	template string      // if with is a string or a number
	args     []lua.Value // room for those of a function
}

// check reports what is wrong with the template.
func (r *replacer) check() error {
	r.m.c.Spend(len(r.template) / bytesPerStep)
	for t := r.template; ; t = t[2:] {
		i := strings.IndexByte(t, '%')
		if i < 0 {
			return nil
		}
		if t = t[i:]; len(t) == 1 {
			return errors.New("invalid use of '%' in replacement string (it ends with one; '%%' stands for the character)")
		}
		if d := t[1]; isDigit(d) && int(d-'0') > r.m.values() {
			return errors.New("invalid capture index")
		}
	}
}

// replace adds what stands for a match.
func (r *replacer) replace(found span) error {
	if k := r.with.Kind(); k == lua.KindString || k == lua.KindNumber {
		r.upTo(found)
		r.fill(found)
		return nil
	}
	v := r.ask(found)
	if !v.Truth() {
		return nil
	}
	text, ok := textOf(v)
	if !ok {
		return fmt.Errorf("invalid replacement value (a %s)", v.Kind())
	}
	r.upTo(found)
	r.out.add(text)
	return nil
}

// upTo adds the text before a match.
func (r *replacer) upTo(found span) {
	r.out.add(r.m.text[r.copied:found.start])
	r.copied, r.replaced = found.end, true
}

// fill adds the template for a match.
func (r *replacer) fill(found span) {
	for t := r.template; ; t = t[2:] {
		i := strings.IndexByte(t, '%')
		if i < 0 {
			r.out.add(t)
			return
		}
		r.out.add(t[:i])
		t = t[i:]
		if !isDigit(t[1]) {
			r.out.add(t[1:2])
			continue
		}
		s := found
		if n := int(t[1] - '0'); n > 0 && r.m.p.captures > 0 {
			s = r.m.captures[n-1]
		}
		if s.end == atPosition {
			var digits [20]byte
			r.out.addBytes(strconv.AppendInt(digits[:0], int64(s.start+1), 10))
		} else {
			r.out.add(r.m.text[s.start:s.end])
		}
	}
}

// ask calls the function with all values of a match, or looks the first up in the table.
func (r *replacer) ask(found span) lua.Value {
	c := r.m.c
	c.Spend(askSteps)
	if r.with.Kind() == lua.KindTable {
		return c.Index(r.with, r.m.value(0, found))
	}
	r.args = r.args[:0]
	for i := range r.m.values() {
		r.args = append(r.args, r.m.value(i, found))
	}
	return c.Call1(r.with, r.args...)
}

// result returns the text with all replacements.
func (r *replacer) result() lua.Value {
	if !r.replaced {
		if v := r.m.c.Arg(1); v.Kind() == lua.KindString {
			return v
		}
	}
	r.out.add(r.m.text[r.copied:])
	return r.out.result()
}
