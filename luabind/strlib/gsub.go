package strlib

import lua "github.com/yuin/gopher-lua"

// gsub is string.gsub(s, pattern, replacement, n).
func gsub(c call) int {
	text, pattern := c.string(1), c.string(2)
	most := c.intOr(4, len(text)+1)
	m := c.matcher(text, pattern, true)
	r := c.replacer(&m)
	n := 0
	for s := 0; s <= len(text) && n < most; {
		end, ok := m.at(s)
		if ok {
			n++
			r.replace(span{s, end})
		}
		s = max(end, s+1)
		if m.p.anchored {
			break
		}
	}
	m.flush()
	c.L.Push(r.result())
	c.L.Push(lua.LNumber(n))
	return 2
}

// replacer makes the result of string.gsub: each match is replaced by what the
// template, table or function says.
type replacer struct {
	m        *matcher
	out      builder
	copied   int // the text before this is in out
	template []piece
	with     lua.LValue
}

func (c call) replacer(m *matcher) *replacer {
	r := &replacer{m: m, out: builder{c: c}, with: c.L.Get(3)}
	switch v := r.with.(type) {
	case lua.LString, lua.LNumber:
		text := Text(v)
		c.spendBytes(len(text))
		r.template = c.template(text, m.p.captures)
	case *lua.LTable, *lua.LFunction:
	default:
		c.wrongType(3, "string, function or table")
	}
	return r
}

// replace puts in what stands for the match found.
func (r *replacer) replace(found span) {
	if r.template != nil {
		r.out.add(r.m.text[r.copied:found.start])
		r.copied = found.end
		r.m.fill(&r.out, r.template, found)
		return
	}
	v := r.ask(found)
	if lua.LVIsFalse(v) {
		return
	}
	if !lua.LVCanConvToString(v) {
		r.out.c.raise("invalid replacement value (a %s) for %s; it must be a string, a number, or nil or false to keep the match",
			v.Type(), quote(r.m.text[found.start:found.end]))
	}
	r.out.add(r.m.text[r.copied:found.start])
	r.copied = found.end
	r.out.addValue(v)
}

// ask calls the function with all captures or looks the first up in the table.
// Either may run a script, so what was done before is charged first.
func (r *replacer) ask(found span) lua.LValue {
	m, L := r.m, r.m.c.L
	m.steps += askSteps
	m.flush()
	if t, ok := r.with.(*lua.LTable); ok {
		return L.GetTable(t, m.capture(0, found))
	}
	L.Push(r.with)
	n := m.push(L, max(1, m.p.captures), found)
	L.Call(n, 1)
	v := L.Get(-1)
	L.Pop(1)
	return v
}

// result returns the text with all replacements; the text itself if there were
// none.
func (r *replacer) result() lua.LString {
	if r.copied == 0 && len(r.out.buf) == 0 {
		return lua.LString(r.m.text)
	}
	r.out.add(r.m.text[r.copied:])
	return r.out.result()
}
